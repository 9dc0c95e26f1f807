"""Decides which violations a mutated input may have: the intended ones, and those that follow from them."""

from collections.abc import Callable, Iterable

from conformance.schema.unions import UNIONS
from conformance.schema.validation import Violation

# Each set lists the keywords that may object to one kind of mutation; a union may object in the name of its branches.
UNKNOWN_MEMBER_KEYWORDS = frozenset(("additionalProperties", "unevaluatedProperties", "propertyNames", *UNIONS))
TYPES = frozenset(("type", "enum", "const", *UNIONS))
BOUNDS = frozenset(
    """minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems
    uniqueItems minProperties maxProperties contains minContains maxContains propertyNames items additionalItems
    unevaluatedItems not""".split()  # noqa: SIM905
)
CONDITIONAL = frozenset(("then", "else", "dependentSchemas", "dependentRequired", "dependencies", "not", "if", *UNIONS))

Acceptance = Callable[[Violation], bool]


def causes(found: Iterable[Violation]) -> list[Violation]:
    """Return the violations without consequential ones: a branch that rejects a member leaves others unevaluated."""
    listed = list(found)
    first = [violation for violation in listed if not violation.keyword.startswith("unevaluated")]
    return first or listed


def broken_keyword(violation: Violation) -> str:
    """Return the violated keyword; any keyword inside ``propertyNames`` counts as ``propertyNames``."""
    tokens = violation.schema_pointer.split("/")
    # A property may have the name of a keyword.
    is_name = any(one == "propertyNames" and tokens[i - 1] != "properties" for i, one in enumerate(tokens))
    return "propertyNames" if is_name else violation.keyword


def accept_unknown_member(pointer: str) -> Acceptance:
    """Accept that the object at a pointer rejects an unknown member."""
    return lambda violation: violation.pointer == pointer and violation.keyword in UNKNOWN_MEMBER_KEYWORDS


def accept_missing_member(pointer: str) -> Acceptance:
    """Accept that the object at a pointer lacks a member that it needs whatever else it has."""
    return lambda violation: (
        violation.pointer == pointer and violation.keyword == "required" and not _is_conditional(violation)
    )


def accept_conditional(pointer: str) -> Acceptance:
    """Accept any violation of a condition at a pointer or at a location that contains it."""
    return lambda violation: pointer.startswith(violation.pointer) and _is_conditional(violation)


def accept_any_keyword(keywords: frozenset[str], pointer: str) -> Acceptance:
    """Accept that the value at a pointer violates one of the keywords."""
    return lambda violation: violation.pointer == pointer and broken_keyword(violation) in keywords


def _is_conditional(violation: Violation) -> bool:
    tokens = violation.schema_pointer.split("/")
    # A property may have the name of a keyword.
    return any(t in CONDITIONAL and tokens[i - 1] != "properties" for i, t in enumerate(tokens))
