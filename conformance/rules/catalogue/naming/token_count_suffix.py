"""Counts of tokens are named ``*_tokens``.

Characters, bytes, lines and tokens are all limits of a text, and they differ by a factor of four and more: a limit has
to say what it counts.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.catalogue.naming._quantities import suffix_problems
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the field counts tokens and its name does not end as the profile wants."""
    yield from suffix_problems(field, profile, "token_count")


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"max_output_tokens": {"type": "integer"}},
        {"max_chars": {"type": "integer"}, "page_token": {"type": "string"}},
    ),
    bad=(
        BadExample({"token_limit": {"type": "integer"}}, says="'token_limit'"),
        BadExample({"max_output": {"type": "integer", "description": "Maximum output, in tokens."}}, says="in tokens"),
    ),
)
