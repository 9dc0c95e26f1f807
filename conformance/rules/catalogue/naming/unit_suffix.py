"""The name of a duration or count ends in its unit: ``*_ms``, ``*_tokens``, ``*_lines`` or ``*_pages``.

The name is the only place where a model reliably sees the unit: ``timeout: 30`` is half a minute to one runtime and
next to nothing to another, ``head: 20`` may be lines or bytes, and a limit in characters is four times one in tokens.
An integer alone proves nothing, so a field is reported only for a wrong or missing unit. Page numbers, page sizes and
line numbers are positions, and exempt.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.prose.units import Misnaming, misnaming
from conformance.rules.scopes import INVENTORY_FIELD, BadExample, InventoryField, Kind
from conformance.settings.profiles import Profile, Unit


def check(subject: InventoryField, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each quantity of the profile that the field holds without naming its unit."""
    # most fields hold no number, and there are several units
    for quantity, unit in profile.units.items() if subject.field.is_numeric else ():
        wrong = misnaming(subject.field, unit)
        if wrong is not None:
            problem = _problem(subject.field.name, quantity, unit, wrong)
            # the convention is about parameters: a result with another name is only reported as information
            yield replace(problem, max_level=Level.INFO) if subject.field.is_result else problem


def _problem(name: str, quantity: str, unit: Unit, wrong: Misnaming) -> Problem:
    hint = f"describe it in the unit of its name, `_{unit.suffix}`, or rename it"
    if wrong.suggestion:
        hint = (
            f"append its unit to the name, such as `_{unit.suffix}`"
            if unit.accepted
            else f"rename it to {code_text(wrong.suggestion)}"
        )
    message = f"{unit.noun} {code_text(name)} {wrong.reason}"
    return Problem(message, hint, kind=quantity, evidence={"quote": wrong.quote} if wrong.quote else {})


RULE = INVENTORY_FIELD.rule(
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
        BadExample(
            {"timeout_seconds": {"type": "integer"}},
            says="duration `timeout_seconds` does not end in `_ms`",
        ),
        BadExample(
            {"recheck_after": {"type": "integer", "description": "Fallback deadline in milliseconds."}},
            says="duration `recheck_after` has no unit in its name",
            at="/tools/0/input_schema/properties/recheck_after",
        ),
        BadExample({"timeout": {"type": ["integer", "null"]}}, says="duration `timeout` has no unit in its name"),
        BadExample(
            {"line_limit": {"type": "integer"}},
            says="line count `line_limit` does not end in `_lines`",
        ),
        BadExample(
            {"head": {"type": "number", "description": "Return only the first N lines."}},
            says="line count `head` has no unit in its name",
        ),
        BadExample({"page_limit": {"type": "integer"}}, says="page count `page_limit` does not end in `_pages`"),
        BadExample(
            {"depth": {"type": "integer", "description": "Maximum number of pages to crawl."}},
            says="page count `depth` has no unit",
        ),
        BadExample({"token_limit": {"type": "integer"}}, says="token count `token_limit` does not end in `_tokens`"),
        BadExample(
            {"max_output": {"type": "integer", "description": "Maximum output, in tokens."}},
            says="token count `max_output` has no unit",
        ),
        BadExample(
            [
                {
                    "result_envelope": {
                        "success_result_schema": {
                            "type": "object",
                            "properties": {"elapsed_seconds": {"type": "number"}},
                        }
                    }
                }
            ],
            says="duration `elapsed_seconds` does not end in `_ms`",
            at="/tools/0/result_envelope/success_result_schema/properties/elapsed_seconds",
        ),
    ),
)
