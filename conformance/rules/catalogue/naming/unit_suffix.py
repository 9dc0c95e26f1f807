"""The name of a duration or count ends in its unit: ``*_ms``, ``*_tokens``, ``*_lines`` or ``*_pages``.

The name is the only place where a model reliably sees the unit: ``timeout: 30`` is half a minute to one runtime and
next to nothing to another, ``head: 20`` may be lines or bytes, and a limit in characters is four times one in tokens.
An integer alone proves nothing, so a field is reported only for a wrong or missing unit. Page numbers, page sizes and
line numbers are positions, and exempt.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.units import Misnaming, misnaming
from conformance.rules.scopes import FIELD, BadExample, Kind
from conformance.settings.profiles import Profile, Unit


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each quantity of the profile that the field holds without naming its unit."""
    for quantity, unit in profile.units.items():
        wrong = misnaming(field, unit)
        if wrong is not None:
            yield _problem(field, quantity, unit, wrong)


def _problem(field: Field, quantity: str, unit: Unit, wrong: Misnaming) -> Problem:
    wanted = f"ends in its unit, such as `_{unit.suffix}`" if unit.accepted else f"ends in `_{unit.suffix}`"
    hint = f"use the unit of `_{unit.suffix}` in the description as well"
    if wrong.suggestion:
        hint = (
            f"append its unit to the name, such as `_{unit.suffix}`"
            if unit.accepted
            else f"rename it to {code_text(wrong.suggestion)}"
        )
    message = f"field {code_text(field.name)} {wrong.reason}: the name of {unit.noun} {wanted}"
    return Problem(message, hint, kind=quantity)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    kinds=(
        Kind("duration", aliases=("duration_suffix",)),
        Kind("line_count", aliases=("line_count_suffix",)),
        Kind("page_count", aliases=("page_count_suffix",)),
        Kind("token_count", aliases=("token_count_suffix",)),
    ),
    good=(
        {"yield_time_ms": {"type": "integer", "format": "uint64"}},
        {"limit": {"type": "integer", "description": "How many results; answers are cached for 5 minutes."}},
        {"context_lines": {"type": "integer"}},
        {"start_line": {"type": "integer", "description": "Line number to begin at."}},
        {"max_pages": {"type": "integer"}},
        {"page": {"type": "integer", "description": "Page number to return."}, "page_size": {"type": "integer"}},
        {"max_output_tokens": {"type": "integer"}},
        {"max_chars": {"type": "integer"}, "page_token": {"type": "string"}},
    ),
    bad=(
        BadExample({"timeout_seconds": {"type": "integer"}}, says="`timeout_seconds`"),
        BadExample(
            {"recheck_after": {"type": "integer", "description": "Fallback deadline in milliseconds."}},
            says="`recheck_after`",
            at="/tools/0/input_schema/properties/recheck_after",
        ),
        BadExample({"timeout": {"type": ["integer", "null"]}}, says="`timeout`"),
        BadExample({"line_limit": {"type": "integer"}}, says="`line_limit`"),
        BadExample({"head": {"type": "number", "description": "Return only the first N lines."}}, says="first N lines"),
        BadExample({"page_limit": {"type": "integer"}}, says="`page_limit`"),
        BadExample(
            {"depth": {"type": "integer", "description": "Maximum number of pages to crawl."}}, says="number of pages"
        ),
        BadExample({"token_limit": {"type": "integer"}}, says="`token_limit`"),
        BadExample({"max_output": {"type": "integer", "description": "Maximum output, in tokens."}}, says="in tokens"),
    ),
)
