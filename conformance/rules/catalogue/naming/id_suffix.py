"""Fields that hold an id are named ``*_id``.

Ids travel from one tool's result into another tool's input: ``task_id`` fits where ``task_id`` is asked for. A field
that says ``task_uuid``, ``taskId`` or a bare ``id`` among others breaks that chain, and the model guesses which id is
meant.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from conformance.display import quote_text
from conformance.documents.pointers import split
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.fields import Field
from conformance.names import singularize, snake_case, words_of
from conformance.rules.scopes import INVENTORY_FIELD, BadExample, InventoryField
from conformance.settings.profiles import Profile

_CAMEL_ID = re.compile(r"[A-Za-z0-9_]*[a-z0-9](?:Ids?|IDs?)")
_NO_ID = frozenset({"boolean", "object"})
_STRUCTURE = frozenset(
    {"properties", "items", "anyOf", "oneOf", "allOf", "success_result_schema", "$defs", "definitions"}
)


def check(subject: InventoryField, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the field holds an id and its name does not end in the profile's id suffix."""
    field = subject.field
    if field.types and _NO_ID.issuperset(field.types):
        return
    is_result = not field.pointer.startswith("/input_schema")
    for problem in _problems(field, subject.inventory, profile):
        # the convention is one of parameters: a result that is named otherwise is worth knowing
        yield replace(problem, max_level=Level.INFO) if is_result else problem


def _problems(field: Field, inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    if field.name == "id":
        yield from _bare_id_problems(field, inventory)
    elif better := _better_name(field.name, profile):
        yield Problem(
            f"field {quote_text(field.name)} holds an id and does not say '_id'", f"rename it to {quote_text(better)}"
        )


def _better_name(name: str, profile: Profile) -> str | None:
    words = words_of(name)
    if len(words) > 1 and words[-1] in profile.id_endings:
        return "_".join([*words[:-1], profile.id_endings[words[-1]]])
    if profile.cases.field == "snake" and _CAMEL_ID.fullmatch(name):
        return snake_case(name)
    noun = name.lower().removesuffix("id")
    return f"{noun}_id" if noun != name.lower() and noun in profile.id_nouns else None


def _bare_id_problems(field: Field, inventory: Inventory) -> Iterator[Problem]:
    """A bare id is unclear where other tools call the same thing by name, or beside other ids."""
    named = [f"{noun}_id" for noun in _nouns(field)]
    known = next((name for name in named if name in inventory.first_tool_by_field), None)
    if known is not None and inventory.first_tool_by_field[known].index != field.tool.index:
        other = inventory.first_tool_by_field[known].name
        yield Problem(
            f"field 'id' is what {quote_text(other)} calls {quote_text(known)}", f"rename it to {quote_text(known)}"
        )
        return
    beside = next((name for name in field.siblings if name.endswith("_id")), None)
    if beside is not None:
        hint = (
            f"rename it to {quote_text(named[0])}" if _enclosing_field(field) else "say in its name what it identifies"
        )
        yield Problem(f"field 'id' stands beside {quote_text(beside)}: it does not say whose id it is", hint)


def _nouns(field: Field) -> list[str]:
    """What the id may belong to: the field that holds it, or one of the words of the tool's name."""
    holder = _enclosing_field(field)
    return [singularize(word) for word in (words_of(holder)[-1:] if holder else words_of(field.tool.name)[:8])]


def _enclosing_field(field: Field) -> str | None:
    """The nearest field that the id stands inside."""
    tokens = split(field.pointer)[2:-2]
    return next((token for token in reversed(tokens) if token not in _STRUCTURE and not token.isdigit()), None)


RULE = INVENTORY_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"task_id": {"type": "string"}, "agent_ids": {"type": "array", "items": {"type": "string"}}},
        {"id": {"type": "string"}, "valid": {"type": "boolean"}},
    ),
    bad=(
        BadExample(
            {"task_uuid": {"type": "string"}}, says="'task_uuid'", at="/tools/0/input_schema/properties/task_uuid"
        ),
        BadExample({"agent_identifier": {"type": "string"}}, says="'agent_identifier'"),
        BadExample({"id": {"type": "string"}, "task_id": {"type": "string"}}, says="beside 'task_id'"),
    ),
)
