"""Every tool declares its capability family, one that the runtime grants authority by.

The family decides which agent profiles get the tool. A tool of an unknown family is either withheld from everybody or
given to everybody; neither is what its author meant.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import closest_match
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the family is missing or not one that the profile knows; a profile may know none."""
    known = list_names(profile.capabilities)
    if not profile.capabilities:
        return
    if tool.capability is None:
        kind = "is missing" if "family" not in tool.raw else "is no text"
        yield Problem(f"the capability family {kind}", f"declare one of {known}", "/family")
    elif tool.capability not in profile.capabilities:
        meant = closest_match(tool.capability, profile.capabilities)
        hint = f"did you mean '{meant}'?" if meant else f"declare one of {known}"
        yield Problem(f"the capability family {quote_text(tool.capability)} is none of {known}", hint, "/family")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-families-toolcapabilityfamily",
    good=({"family": "core_agent"},),
    bad=(
        BadExample({"family": "CoreAgent"}, says="'CoreAgent' is none of 'core_agent'", at="/tools/0/family"),
        BadExample({"family": None}, says="is no text"),
    ),
)
