"""Durations are numbers of milliseconds named ``*_ms``.

A unit in the name is the only unit that the model reliably sees: ``timeout: 30`` is half a minute to one runtime and
nothing at all to another. An integer alone proves nothing, so a field is blamed for a wrong or missing unit only.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.catalogue.naming._quantities import suffix_problems
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the field holds a duration and its name does not end as the profile wants."""
    yield from suffix_problems(field, profile, "duration")


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"yield_time_ms": {"type": "integer", "format": "uint64"}},
        {"limit": {"type": "integer", "description": "How many results; answers are cached for 5 minutes."}},
    ),
    bad=(
        BadExample({"timeout_seconds": {"type": "integer"}}, says="'timeout_seconds'"),
        BadExample(
            {"recheck_after": {"type": "integer", "description": "Fallback deadline in milliseconds."}},
            says="'recheck_after'",
            at="/tools/0/input_schema/properties/recheck_after",
        ),
        BadExample({"timeout": {"type": ["integer", "null"]}}, says="names no unit"),
    ),
)
