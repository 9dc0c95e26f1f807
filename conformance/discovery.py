"""Finds the one constant that each module of a package declares: rules, families, adapters, reporters, probes.

A new member is one new file; nothing has to be registered. The file name is the member's id. A package may sort its
members into folders, one level deep. A package that names a group of entry points as ``ENTRY_POINTS`` also has the
members that plugins add to it.
"""

import importlib
from collections.abc import Collection, Iterator, Mapping
from types import ModuleType
from typing import TypeVar

from conformance.plugins import PluginModule, clash_error, declaration_error, plugin_modules, submodules

Member = TypeVar("Member")


def member_ids(package: ModuleType) -> list[str]:
    """Return the ids of a package's members in alphabetical order, without importing one of its own."""
    return sorted(_modules(package))


def members(
    package: ModuleType, constant: str, kind: type[Member], ids: Collection[str] | None = None
) -> Iterator[tuple[str, Member, str]]:
    """Yield id, constant and docstring of every member; raises ``TypeError`` when a module lacks its constant.

    ``ids`` are those of the only members to import. Raises ``ConformanceError`` for a plugin whose constant is of
    another type, and one that cannot be imported.
    """
    for name, one in sorted(_modules(package).items()):
        if ids is None or name in ids:
            yield (name, *_declaration(one, constant, kind))


def member(package: ModuleType, name: str, constant: str, kind: type[Member]) -> tuple[Member, str]:
    """Import one member and return its constant and docstring; raises ``TypeError`` when it declares none."""
    return _declaration(_modules(package)[name], constant, kind)


def _declaration(found: str | PluginModule, constant: str, kind: type[Member]) -> tuple[Member, str]:
    module = importlib.import_module(found) if isinstance(found, str) else found.module
    value = getattr(module, constant, None)
    if isinstance(value, kind):
        return value, module.__doc__ or ""
    if isinstance(found, PluginModule):
        raise declaration_error(found, constant, kind.__name__)
    raise TypeError(f"{module.__name__} must declare {constant}, a {kind.__name__}")


def _modules(package: ModuleType) -> Mapping[str, str | PluginModule]:
    """Return the members by id: the dotted name of the module of an own one, and what plugins add."""
    return {**submodules(package), **plugin_members(package)}


def plugin_members(package: ModuleType) -> Mapping[str, PluginModule]:
    """Return what plugins add to a package, by id; raises ``ConformanceError`` for an id that the package has."""
    # a package may make its attributes of its members, so that asking it for one would lead here again
    group: str | None = vars(package).get("ENTRY_POINTS")
    if group is None:
        return {}
    added = plugin_modules(group)
    for taken in added.keys() & submodules(package).keys():
        raise clash_error(added[taken], "the harness itself")
    return added


def folders(package: ModuleType) -> dict[str, str]:
    """Return the folder that a package keeps each member in; empty for a member of the package or plugin itself."""
    own = submodules(package).items()
    kept = {name: module.removeprefix(f"{package.__name__}.").rpartition(".")[0] for name, module in own}
    return kept | {name: one.folder.rpartition(".")[2] for name, one in plugin_members(package).items()}


def folder_doc(package: ModuleType, folder: str) -> str:
    """Return the docstring of a folder, which says what its members have in common; empty where there is none."""
    own = {module.rpartition(".")[0] for module in submodules(package).values()}
    added = {one.folder for one in plugin_members(package).values()}
    name = f"{package.__name__}.{folder}"
    found = name if name in own else next((one for one in added if one.rpartition(".")[2] == folder), None)
    return (importlib.import_module(found).__doc__ or "") if found else ""
