"""Finds the one constant that each module of a package declares: rules, families, adapters, reporters, probes.

A new member is one new file; nothing has to be registered. The file name is the member's id.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import TypeVar

Member = TypeVar("Member")


def member_ids(package: ModuleType) -> list[str]:
    """Return the ids of a package's members in alphabetical order, without importing one."""
    return sorted(info.name for info in pkgutil.iter_modules(package.__path__) if not info.name.startswith("_"))


def members(package: ModuleType, constant: str, kind: type[Member]) -> Iterator[tuple[str, Member, str]]:
    """Yield id, constant and docstring of every member; raises ``TypeError`` when a module lacks its constant."""
    for name in member_ids(package):
        yield (name, *member(package, name, constant, kind))


def member(package: ModuleType, name: str, constant: str, kind: type[Member]) -> tuple[Member, str]:
    """Import one member and return its constant and docstring; raises ``TypeError`` when it declares none."""
    module = importlib.import_module(f"{package.__name__}.{name}")
    value = getattr(module, constant, None)
    if not isinstance(value, kind):
        raise TypeError(f"{module.__name__} must declare {constant}, a {kind.__name__}")
    return value, module.__doc__ or ""
