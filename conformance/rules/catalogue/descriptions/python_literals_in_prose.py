"""A description writes true, false and null as JSON does, not as Python does.

"If True, ..." and "defaults to None" come from a docstring that nobody wrote for a model. One that sends what it reads
sends the text "True", or nothing that JSON has.
"""

from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.rules.examples import tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# A literal where a value stands. Matches "If True,", "default: None", "is False", "{'only': True}"; not "True if",
# "'None'", "None of them".
_LITERAL = LazyPattern(
    r"(?:\b(?:[Ii]f|[Ww]hen|[Dd]efaults? to|[Dd]efault is|default|set to|is|are|or|be)\s|[:=]\s?|\A\W{0,3}(?=None = ))"
    r"(?:True|False|None)\b(?!['\"`]|-| of\b)"
)


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all inputs whose description has a literal of Python."""
    found = [field for fields in inventory.gather(_python_fields) for field in fields]
    if found:
        names = list(dict.fromkeys(field.name for field in found))
        yield Problem(
            f"the {'description' if len(names) == 1 else 'descriptions'} of {list_codes(names)} "
            f"{'uses' if len(names) == 1 else 'use'} Python literals",
            "write `true`, `false` and `null`, as JSON does",
            found[0].place,
            {"quote": found[0].literal, "places": places_of(found)},
            tools=[f"{field.tool.name} {field.pointer}" for field in found],
        )


class _PythonField(NamedField, frozen=True):
    literal: str


def _python_fields(tool: Tool) -> Sequence[_PythonField]:
    found = ((field, _literal(field)) for field in fields_of(tool))
    return tuple(_PythonField(tool, field.name, field.pointer, literal) for field, literal in found if literal)


def _literal(field: Field) -> str:
    return next((matched[0].strip() for text in passages(field) if (matched := _LITERAL.search(text))), "")


def _tools(text: str) -> list[JsonValue]:
    return [tool_with(open_only={"type": "boolean", "description": text})]


RULE = INVENTORY.rule(
    check,
    gathers=(_python_fields,),
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(_tools("If true, only open ones."), _tools("True if only open ones are wanted. None of the others is read.")),
    bad=(
        BadExample(
            _tools("If True, only open ones."),
            says="the description of `open_only` uses Python literals",
            at="/tools/0/input_schema/properties/open_only",
        ),
        BadExample(
            _tools("What is read is open only when True."), says="the description of `open_only` uses Python literals"
        ),
    ),
)
