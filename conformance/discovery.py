"""Finds the one constant that each module of a package declares: rules, families, adapters, reporters, probes.

A new member is one new file; nothing has to be registered. The file name is the member's id. A package may sort its
members into folders, one level deep.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TypeVar

Member = TypeVar("Member")


def member_ids(package: ModuleType) -> list[str]:
    """Return the ids of a package's members in alphabetical order, without importing one."""
    return sorted(_modules(package))


def members(package: ModuleType, constant: str, kind: type[Member]) -> Iterator[tuple[str, Member, str]]:
    """Yield id, constant and docstring of every member; raises ``TypeError`` when a module lacks its constant."""
    for name, module in sorted(_modules(package).items()):
        yield (name, *_declaration(module, constant, kind))


def member(package: ModuleType, name: str, constant: str, kind: type[Member]) -> tuple[Member, str]:
    """Import one member and return its constant and docstring; raises ``TypeError`` when it declares none."""
    return _declaration(_modules(package)[name], constant, kind)


def folders(package: ModuleType) -> dict[str, str]:
    """Return the folder that a package keeps each member in; empty for a member of the package itself."""
    modules = _modules(package).items()
    return {name: module.removeprefix(f"{package.__name__}.").rpartition(".")[0] for name, module in modules}


def folder_doc(package: ModuleType, folder: str) -> str:
    """Return the docstring of a folder, which says what its members have in common."""
    return importlib.import_module(f"{package.__name__}.{folder}").__doc__ or ""


def _declaration(module_name: str, constant: str, kind: type[Member]) -> tuple[Member, str]:
    module = importlib.import_module(module_name)
    value = getattr(module, constant, None)
    if not isinstance(value, kind):
        raise TypeError(f"{module.__name__} must declare {constant}, a {kind.__name__}")
    return value, module.__doc__ or ""


def _modules(package: ModuleType) -> dict[str, str]:
    """Dotted names of the member modules by id; a leading underscore marks a module that is not a member."""
    found: dict[str, str] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            folder = [str(Path(path) / info.name) for path in package.__path__]
            inner = [one.name for one in pkgutil.iter_modules(folder)]
            found |= {name: f"{package.__name__}.{info.name}.{name}" for name in inner}
        else:
            found[info.name] = f"{package.__name__}.{info.name}"
    return {name: module for name, module in found.items() if not name.startswith("_")}
