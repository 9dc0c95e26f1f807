"""Objects of which nothing says the members, and those that nobody needs to describe."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

OBJECT: JsonObject = {"type": "object"}
OBJECTS: JsonObject = {"type": "array", "items": OBJECT}


def _said_of(properties: JsonValue, text: str = "Moor a ship.") -> list[str]:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    tool: JsonObject = {"name": "moor_ship", "description": text, "input_schema": schema}
    return [one.message for one in found("object_members_known", [tool])]


@check_each(
    ("name", "said", "is_reported"),
    [
        ("correction", "", True),
        # what a text is about may be known from it
        ("correction", "What replaces the old name", False),
        ("mooring_options", "How to moor it", True),
        ("mooring_options", "How to moor it (line/anchor)", False),
        ("mooring_options", "Mooring options from get_options", False),
        ("client", "Client configuration", True),
        ("client", "Client configuration as the keys of your program", False),
        ("params", "Additional mooring parameters", True),
        ("params", "Template parameters", False),
        ("filters", "Filter conditions (optional)", True),
        ("filters", "Filter rows of a table", False),
        ("custom", "Custom fields to set", True),
        ("custom", "Custom fields by their ids", False),
        # in their notation everybody can write them
        ("filters", "MongoDB filter conditions", False),
        ("row_schema", "", False),
        # their members are the caller's own
        ("metadata", "", False),
        ("extra_headers", "", False),
        ("labels", "", False),
        ("props", "", False),
        ("local_storage", "", False),
        ("inputs", "Input parameters", False),
    ],
)
def test_an_object_is_reported_where_no_text_says_more_than_what_it_is_for(
    name: str, said: str, is_reported: bool
) -> None:
    messages = _said_of({name: {**OBJECT, "description": said} if said else OBJECT})
    expected = f"neither the schema nor a text says which members `{name}` has"
    assert messages == ([expected] if is_reported else [])


@check_each(
    ("text", "is_reported"),
    [
        ("Moor a ship. `plan` has berth and hour.", False),
        ("Moor a ship.\n\nArgs:\n    plan: In the shape of the harbour that is asked for.\n", False),
        ("Moor a ship by the plan that was returned before.", False),
        ("Moor a ship. The plan must include a berth.", False),
        ("Moor a ship by a plan.", True),
        ("Moor a ship.", True),
    ],
)
def test_an_object_whose_members_a_text_of_its_tool_is_about_is_not_reported(text: str, is_reported: bool) -> None:
    assert bool(_said_of({"plan": OBJECT}, text)) == is_reported


@check_each(
    ("text", "is_reported"),
    [
        ("Moor ships.", True),
        ("Moor ships. Each ship has a name and a length.", False),
        ("Moor ships. Each entry: {name, length}.", False),
    ],
)
def test_items_that_a_text_of_the_tool_describes_one_by_one_are_not_reported(text: str, is_reported: bool) -> None:
    assert bool(_said_of({"ships": OBJECTS}, text)) == is_reported


def test_all_objects_of_a_list_are_one_finding() -> None:
    described: JsonObject = {**OBJECTS, "description": "Ships to moor."}
    properties: JsonObject = {"plan": OBJECT, "options": OBJECT, "ships": described, "lines": OBJECTS}
    assert _said_of(properties) == [
        "neither the schema nor a text says which members `plan`, `options` and the items of `ships`, `lines` have"
    ]


def test_parameters_of_a_choice_beside_them_are_known_to_the_tool_alone() -> None:
    assert _said_of({"params": OBJECT}) == []
    assert _said_of({"params": OBJECT, "action": {"type": "string"}}) != []


def test_a_dictionary_and_a_closed_object_have_no_unknown_members() -> None:
    assert _said_of({"plan": {**OBJECT, "additionalProperties": {"type": "string"}}}) == []
    assert _said_of({"plan": {**OBJECT, "additionalProperties": False}}) == []
    assert _said_of({"plan": {**OBJECT, "propertyNames": {"type": "string"}, "additionalProperties": {}}}) != []


def test_a_name_without_words_says_nothing_of_an_object() -> None:
    assert _said_of({"計画": OBJECT, "_": OBJECTS}) == []


def test_an_object_of_a_definition_that_nothing_uses_is_not_reported() -> None:
    definition: JsonObject = {
        "type": "object",
        "properties": {"lines": {**OBJECTS, "description": "Lines to moor by."}},
    }
    schema: JsonObject = {"type": "object", "additionalProperties": False, "$defs": {"Ship": definition}}
    for properties, is_reported in (({}, False), ({"ship": {"$ref": "#/$defs/Ship"}}, True)):
        tool: JsonObject = {"name": "moor_ship", "input_schema": {**schema, "properties": properties}}
        assert bool(found("object_members_known", [tool])) == is_reported
