"""A tool's name contains a noun of the plane, or domain, that the tool acts on.

Work, commands, tasks, agents, workspaces, memory and the web each have their own nouns. A name without one, or with
the noun of a different plane, suggests a layer that the runtime does not touch. An unknown noun is reported only as
information: the profile may not list its plane yet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import is_pascal_case, is_snake_case, singularize, words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Plane, Profile

_CASE_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "pascal": is_pascal_case,
    "snake": is_snake_case,
    "any": lambda name: is_pascal_case(name) or is_snake_case(name),
}
"""A name in the wrong case is reported by ``tool_name_case`` first."""


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name has no noun of a plane, or one whose plane excludes the tool's capability."""
    well_written = len(tool.name) <= profile.cases.tool_length and _CASE_CHECKS[profile.cases.tool](tool.name)
    if not profile.planes or not well_written or tool.name_fault:
        return
    words = [singularize(word) for word in words_of(tool.name)]
    planes = {
        name: plane for name, plane in profile.planes.items() if any(_has_phrase(words, noun) for noun in plane.nouns)
    }
    if not planes:
        yield _missing_plane_problem(tool, words, profile)
    elif _excludes(planes, tool.capability, profile):
        allowed = sorted({capability for plane in planes.values() for capability in plane.capabilities})
        yield Problem(
            f"tool name {code_text(tool.name)} contains a noun of plane {list_codes(planes)}, "
            f"but its capability is {code_text(tool.capability or '')}",
            f"use a noun of the plane that it acts on, or set `family` to {' or '.join(map(code_text, allowed))}",
            "/name",
        )


def _missing_plane_problem(tool: Tool, words: Sequence[str], profile: Profile) -> Problem:
    foreign = next((word for word in words if word in profile.foreign_nouns), None)
    message = f"tool name {code_text(tool.name)} contains none of the known domain nouns"
    if foreign is not None:
        hint = f"replace {code_text(foreign)} with {code_text(profile.foreign_nouns[foreign])}"
        return Problem(message, hint, "/name")
    known = list_codes((plane.nouns[0] for plane in profile.planes.values()), 12)
    hint = f"use a noun of its plane ({known}), or add its plane to the profile"
    return Problem(message, hint, "/name", max_level=Level.INFO)


def _excludes(planes: Mapping[str, Plane], capability: str | None, profile: Profile) -> bool:
    """Say whether no named plane allows the capability.

    An unknown capability is reported by ``capability_declared``; a plane that lists no capabilities allows any.
    """
    if capability not in profile.capabilities or not all(plane.capabilities for plane in planes.values()):
        return False
    return not any(capability in plane.capabilities for plane in planes.values())


def _has_phrase(words: Sequence[str], noun: str) -> bool:
    return f" {' '.join(noun.split())} " in f" {' '.join(words)} "


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#naming-should-follow-plane-ownership",
    good=({"name": "CompleteWorkItem"}, {"name": "XSearch", "family": "web"}),
    bad=(
        BadExample({"name": "RunJob"}, says="tool name `RunJob` contains none", at="/tools/0/name"),
        BadExample(
            {"name": "WebFetch", "family": "agent_creation"},
            says="noun of plane `web`, but its capability is `agent_creation`",
        ),
    ),
)
