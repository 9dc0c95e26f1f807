"""Every tool declares how stable it is, in a word that the inventory explains.

Stability is what a reader may build on: a change that breaks an experimental tool is news, the same change of a stable
one is a broken promise.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import closest_match
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the stability is missing or not one that the profile knows."""
    known = list_names(profile.stabilities)
    if tool.stability is None:
        kind = "is missing" if "stability" not in tool.raw else "is no text"
        yield Problem(f"the stability {kind}", f"declare one of {known}", "/stability")
    elif tool.stability not in profile.stabilities:
        meant = closest_match(tool.stability, profile.stabilities)
        hint = f"did you mean '{meant}'?" if meant else f"declare one of {known}"
        yield Problem(f"the stability {quote_text(tool.stability)} is none of {known}", hint, "/stability")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=(
        {"stability": "stable"},
        {"stability": "experimental"},
        {"stability": "deprecated", "description": "List tasks. It goes without replacement."},
    ),
    bad=(
        BadExample({"stability": "Stable"}, says="'Stable' is none of 'stable'", at="/tools/0/stability"),
        BadExample({"stability": None}, says="is no text"),
    ),
)
