"""A tool's name says which plane it belongs to.

Work, commands, tasks, agents, workspaces, memory and the web each have their nouns. A name without one, or with the
noun of another plane than the tool acts on, suggests a layer that the runtime does not touch. A noun that no plane
knows is only worth knowing: it may be a plane that the profile has not met.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance.display import list_names, quote_text
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
"""Another rule asks for a name in the wanted case first."""


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name has no noun of a plane, or one whose plane the tool's capability excludes."""
    well_written = len(tool.name) <= profile.cases.tool_length and _CASE_CHECKS[profile.cases.tool](tool.name)
    if not profile.planes or not well_written:
        return
    words = [singularize(word) for word in words_of(tool.name)]
    named = {
        name: plane for name, plane in profile.planes.items() if any(_has_phrase(words, noun) for noun in plane.nouns)
    }
    if not named:
        yield _missing_plane_problem(tool, words, profile)
    elif _excludes(named, tool.capability, profile):
        allowed = sorted({capability for plane in named.values() for capability in plane.capabilities})
        yield Problem(
            f"tool name {quote_text(tool.name)} names the plane {list_names(named)}, whose tools have the capability "
            f"{list_names(allowed)}, not {quote_text(tool.capability or '')}",
            "name it after the plane that it acts on, or correct its capability",
            "/name",
        )


def _missing_plane_problem(tool: Tool, words: Sequence[str], profile: Profile) -> Problem:
    foreign = next((word for word in words if word in profile.foreign_nouns), None)
    message = f"tool name {quote_text(tool.name)} has no noun of any plane"
    if foreign is not None:
        return Problem(message, f"say {quote_text(profile.foreign_nouns[foreign])} for {quote_text(foreign)}", "/name")
    known = list_names((plane.nouns[0] for plane in profile.planes.values()), 12)
    hint = f"use a noun of its plane ({known}), or add a plane to the profile"
    return Problem(message, hint, "/name", max_level=Level.INFO)


def _excludes(named: Mapping[str, Plane], capability: str | None, profile: Profile) -> bool:
    """An unknown capability is another rule's matter, and a plane that states none takes any."""
    if capability not in profile.capabilities or not all(plane.capabilities for plane in named.values()):
        return False
    return not any(capability in plane.capabilities for plane in named.values())


def _has_phrase(words: Sequence[str], noun: str) -> bool:
    wanted = noun.split()
    return any(list(words[start : start + len(wanted)]) == wanted for start in range(len(words)))


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#naming-should-follow-plane-ownership",
    good=({"name": "CompleteWorkItem"}, {"name": "XSearch", "family": "web"}),
    bad=(
        BadExample({"name": "RunJob"}, says="'RunJob'", at="/tools/0/name"),
        BadExample({"name": "WebFetch", "family": "agent_creation"}, says="'web'"),
    ),
)
