"""Every tool declares how stable it is, in a word that the inventory explains.

Stability is what callers may rely on: a change that breaks an experimental tool is news, the same change to a stable
tool is a broken promise.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.catalogue.declarations._declared_words import declared_word_problems
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the stability is missing or unknown to the profile."""
    yield from declared_word_problems(tool, "stability", "stability", profile.stabilities)


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
        BadExample({"stability": "Stable"}, says="stability `Stable` is unknown", at="/tools/0/stability"),
        BadExample({"stability": None}, says="stability is null, not a string"),
    ),
)
