"""Every tool declares a capability family by which the runtime grants authority.

The family decides which agent profiles get the tool. A tool of an unknown family is either withheld from everybody or
given to everybody; neither is what its author meant.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.catalogue.declarations._declared_words import declared_word_problems
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the family is missing or unknown; a profile that lists no families accepts any."""
    if profile.capabilities:
        yield from declared_word_problems(tool, "family", "capability family", profile.capabilities)


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-families-toolcapabilityfamily",
    good=({"family": "core_agent"},),
    bad=(
        BadExample({"family": "CoreAgent"}, says="capability family `CoreAgent` is unknown", at="/tools/0/family"),
        BadExample({"family": None}, says="capability family is null, not a string"),
    ),
)
