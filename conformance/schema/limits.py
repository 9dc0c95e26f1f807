"""Which schemas are refused before anything evaluates them: those with outside references, and those too costly.

A check refuses the inventory because of one such schema; a comparison leaves only its tool undecided.
"""

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.reader import limit_of_environment
from conformance.documents.values import JsonValue, as_text
from conformance.errors import ErrorKind
from conformance.schema.complexity import MAX_CHAIN, MAX_EXPANSION, Expansion, is_surely_small, longest_chain
from conformance.schema.references import Reach, References

# A schema of so many takes each command a few seconds and 300 MB; no provider accepts half of them.
MAX_SUBSCHEMAS = 12_000
LIMIT_VARIABLE = "CONFORMANCE_MAX_SUBSCHEMAS"
"""The environment variable that sets another limit of subschemas; time and memory grow with it."""


class Refusal(Struct, frozen=True):
    """Why a schema is refused, where, and how to fix it; ``reason`` is the predicate of a sentence about the schema."""

    kind: ErrorKind
    pointer: str
    reason: str
    fix: str


def refusal_of(schema: JsonValue, known: References | None = None) -> Refusal | None:
    """Return why a schema must not be evaluated, or ``None``; no reference is opened and nothing expanded to decide.

    ``known`` are its references, where they are known already.
    """
    references = known or References(schema)
    return _foreign_reference_refusal(references) or _complexity_refusal(schema, references)


def cost_refusal(schema: JsonValue, known: References | None = None) -> Refusal | None:
    """Return why a schema is too costly, or ``None``; outside references are allowed here."""
    return _complexity_refusal(schema, known or References(schema))


def _foreign_reference_refusal(references: References) -> Refusal | None:
    for reference in references:
        if reference.reach is Reach.FOREIGN:
            return Refusal(
                ErrorKind.UNSUPPORTED,
                reference.pointer,
                f"refers to {code_text(as_text(reference.text) or '')}, which is not in this schema; "
                "references to files and URLs are never opened",
                "copy that schema into `$defs` and refer to `#/$defs/...`",
            )
    return None


def _complexity_refusal(schema: JsonValue, references: References) -> Refusal | None:
    if is_surely_small(references):
        return None
    if len(references.pointers) > (most := _most_subschemas()):
        reason, fix = f"has more than {most:,} subschemas", "use definitions for what it repeats, or split the tool"
        return Refusal(ErrorKind.TOO_LARGE, "", reason, f"{fix}; `{LIMIT_VARIABLE}` sets another limit")
    if longest_chain(references) > MAX_CHAIN:
        reason = f"chains more than {MAX_CHAIN} subschemas, each leading to the next"
        return Refusal(ErrorKind.TOO_LARGE, "", reason, "shorten its chain of references")
    if Expansion(schema, references).largest_size() > MAX_EXPANSION:
        return Refusal(
            ErrorKind.TOO_LARGE,
            "",
            f"needs more than {MAX_EXPANSION:,} evaluations for one instance",
            "its references or alternatives multiply: use each definition once, or replace pairs of `anyOf` by an enum",
        )
    return None


def _most_subschemas() -> int:
    return limit_of_environment(LIMIT_VARIABLE, "subschemas", 7, f"{MAX_SUBSCHEMAS:,}") or MAX_SUBSCHEMAS
