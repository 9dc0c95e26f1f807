"""Counts of lines are named ``*_lines``.

A number beside a file may be a line, a byte or a position: ``head: 20`` says none of it. Line numbers are positions,
and not meant here.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.catalogue.naming._quantities import suffix_problems
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the field counts lines and its name does not end as the profile wants."""
    yield from suffix_problems(field, profile, "line_count")


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"context_lines": {"type": "integer"}},
        {"start_line": {"type": "integer", "description": "Line number to begin at."}},
    ),
    bad=(
        BadExample({"line_limit": {"type": "integer"}}, says="'line_limit'"),
        BadExample({"head": {"type": "number", "description": "Return only the first N lines."}}, says="first N lines"),
    ),
)
