"""A value that a text calls not implemented is no value of the field, unless only a case is meant."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found


def _tool(text: str) -> list[JsonObject]:
    kinds: JsonObject = {"type": "string", "enum": ["whole", "changes"], "description": "What to save."}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"kind": kinds}}
    return [{"name": "SavePages", "description": text, "input_schema": schema}]


@check_each(
    "text",
    [
        "Save pages, as files (whole is not yet implemented and fails).",
        "Save pages. `whole` is currently not supported.",
        "Save pages. Note: whole is not implemented yet.",
    ],
)
def test_a_value_that_the_tool_calls_not_implemented_is_reported(text: str) -> None:
    assert [one.message for one in found("field_forbidden_by_prose", _tool(text))] == [
        "parameter `kind` allows `whole`, which the description calls unsupported"
    ]


@check_each(
    "text",
    [
        "Save pages. If whole is not supported, changes are saved.",
        "Save pages. `whole` is not supported for drafts.",
        "Save pages. Where the whole is not implemented yet, ask for changes.",
        "Save pages. Undo is not supported.",
        "Save pages (as a whole, or what was changed).",
    ],
)
def test_a_value_of_some_cases_or_another_thing_is_not(text: str) -> None:
    assert not found("field_forbidden_by_prose", _tool(text))


def _messages(**properties: JsonObject) -> list[str]:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    tool: JsonObject = {"name": "SavePages", "description": "Save pages.", "input_schema": schema}
    return [one.message for one in found("field_forbidden_by_prose", [tool])]


def test_what_a_framework_gives_or_only_fills_an_input_is_reported_where_no_text_describes_it() -> None:
    text: JsonObject = {"type": "string"}
    given = "parameter `ctx` is in the schema, but its framework gives it, not the model"
    filler = "parameter `random_string` is in the schema, but only fills an input that needs nothing"
    assert _messages(ctx=text, page=text) == [given]
    assert _messages(random_string=text) == [filler]
    assert _messages(random_string=text, page=text) == []
    assert _messages(ctx={**text, "description": "Name of the context."}) == []
    assert _messages(ctx={"type": "integer"}) == []
    assert _messages(page={"type": "object", "properties": {"ctx": text}, "additionalProperties": False}) == []


@check_each(
    ("text", "is_reported"),
    [
        ("DEPRECATED compatibility input: taken and not read.", True),
        ("Deprecated input, kept for old clients.", True),
        ("Legacy alias for `kind` (still accepted).", True),
        ("Deprecated pages are saved, too.", False),
        ("Legacy pages are saved, too.", False),
        ("Which legacy alias to save.", False),
    ],
)
def test_what_only_a_text_calls_deprecated_is_reported(text: str, is_reported: bool) -> None:
    told = ["parameter `old` is deprecated only in its description"] if is_reported else []
    assert _messages(kind={"type": "string"}, old={"type": "string", "description": text}) == told


def test_arguments_without_names_are_reported_unless_a_text_says_what_they_are() -> None:
    assert _messages(kwargs={"type": "string", "description": "Parameter: kwargs"})
    assert not _messages(kwargs={"type": "object"})
    assert not _messages(kwargs={"type": "object", "description": "Options of the export, by name."})


@check_each(("said", "is_found"), [("States:\n- Open\n- Ignored", False), ("Ignored", True)])
def test_an_item_of_a_list_is_a_value_and_no_prohibition(said: str, is_found: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"states": {"type": "string", "description": said}}}
    tool: JsonObject = {"name": "list_items", "description": "Lists.", "input_schema": schema}
    assert (found("field_forbidden_by_prose", [tool]) != []) is is_found


@check_each(
    ("said", "is_found"),
    [
        ("DO NOT set this parameter. Only set this if the user asks for it.", False),
        ("DO NOT set this parameter.", True),
    ],
)
def test_what_may_be_set_in_one_case_is_not_ruled_out(said: str, is_found: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"model": {"type": "string", "description": said}}}
    tool: JsonObject = {"name": "ask_model", "description": "Asks.", "input_schema": schema}
    assert (found("field_forbidden_by_prose", [tool]) != []) is is_found
