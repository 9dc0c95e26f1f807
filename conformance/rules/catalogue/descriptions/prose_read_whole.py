"""A text for models is short enough to be checked completely.

The rules on descriptions read the first 20,000 characters of a text. What follows is not checked, so a report without
findings about it proves nothing.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.prose.reading import MAX_PROSE_CHARS
from conformance.rules.scopes import TEXT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a text that is too long to be checked completely."""
    length = len(text.text.rstrip())
    if length > MAX_PROSE_CHARS:
        yield Problem(
            f"text has {length:,} characters, of which only the first {MAX_PROSE_CHARS:,} were checked",
            f"shorten it to {MAX_PROSE_CHARS:,} characters, or move the rest to documentation",
            location=text.location,
        )


RULE = TEXT.rule(
    check,
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"description": "List tasks. " + "Newest first. " * 1000},
        {"description": "List tasks." + " " * 30_000},
    ),
    bad=(
        BadExample(
            {"description": "List tasks. " + "Newest first. " * 2000},
            says="text has 28,011 characters",
            at="/tools/0/description",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "guidance": "Newest first. " * 2000},
            says="only the first 20,000 were checked",
        ),
    ),
)
