"""What differs between tools of one name is said with what would make them agree."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found


def _tool(name: str, kind: str) -> JsonObject:
    return {"name": name, "input_schema": {"type": "object", "properties": {"limit": {"type": kind}}}}


@check_each(
    ("usual", "odd", "hint"),
    [
        ("string", "number", "use one type in all of them, or rename it"),
        ("string", "boolean", "use one type in all of them, or rename it"),
    ],
)
def test_most_tools_may_be_wrong_where_they_take_a_number_as_text(usual: str, odd: str, hint: str) -> None:
    tools = [_tool("list_notes", usual), _tool("list_tags", usual), _tool("list_pages", odd)]
    assert [one.hint for one in found("sibling_units_agree", tools, load_profile("mcp"))] == [hint]


_TEXT: JsonObject = {"type": "string"}
_OBJECT: JsonObject = {"type": "object"}
_STEP: JsonObject = {"type": "object", "properties": {"text": _TEXT}}


def _list_of(items: JsonObject) -> JsonObject:
    return {"type": "array", "items": items}


def _told(names: tuple[str, str], first: JsonObject, second: JsonObject) -> list[str]:
    schemas = [{"type": "object", "properties": {"steps": one}} for one in (first, second)]
    tools = [{"name": name, "input_schema": schema} for name, schema in zip(names, schemas, strict=True)]
    return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]


@check_each(
    ("names", "first", "second", "message"),
    [
        (
            ("create_plan", "update_plan"),
            _list_of(_STEP),
            _list_of(_OBJECT),
            "parameter `steps` declares no members, but declares them in `create_plan`",
        ),
        (
            ("db_create_plan", "db_update_plan"),
            _OBJECT,
            _STEP,
            "parameter `steps` declares no members, but declares them in `db_update_plan`",
        ),
        (
            ("post_plan", "update_plan"),
            _list_of({"type": "number"}),
            _list_of(_STEP),
            "parameter `steps` has items of type `object`, but has items of type `number` in `post_plan`",
        ),
    ],
)
def test_tools_for_one_thing_declare_the_same_members(
    names: tuple[str, str], first: JsonObject, second: JsonObject, message: str
) -> None:
    assert _told(names, first, second) == [message]


@check_each(
    ("names", "first", "second"),
    [
        (("create_plan", "update_page"), _list_of(_STEP), _list_of(_OBJECT)),
        # the steps to change are named, those to add are whole
        (("create_steps", "update_steps"), _list_of(_OBJECT), _list_of(_STEP)),
        (("create_plan", "update_plan"), _list_of({"type": "integer"}), _list_of({"type": "number"})),
        (("create_plan", "update_plan"), _list_of(_TEXT), {"type": "array"}),
        (("create_plan", "update_plan"), _OBJECT, _list_of(_STEP)),
    ],
)
def test_members_of_other_things_and_numbers_may_differ(
    names: tuple[str, str], first: JsonObject, second: JsonObject
) -> None:
    assert not [one for one in _told(names, first, second) if "members" in one or "items" in one]


def test_where_tools_list_different_values_one_without_a_list_may_have_others_again() -> None:
    def of_source(name: str, *values: str) -> JsonObject:
        listed: JsonObject = {"type": "string", "description": "Data feed", **({"enum": [*values]} if values else {})}
        return {"name": name, "input_schema": {"type": "object", "properties": {"data_feed": listed}}}

    alike = [of_source("get_prices", "a", "b"), of_source("get_news", "a", "b"), of_source("get_flow")]
    assert [one.level for one in found("sibling_units_agree", alike, load_profile("mcp"))] == [Level.WARNING]
    assert not found("sibling_units_agree", [*alike, of_source("get_rates", "c")], load_profile("mcp"))


def test_a_text_inside_an_object_has_the_values_of_its_sibling_where_both_tools_are_for_one_thing() -> None:
    def tool(name: str, state: JsonObject) -> JsonObject:
        rows: JsonObject = {
            "type": "array",
            "items": {"type": "object", "properties": {"state": {"type": "string", **state}}},
        }
        return {"name": name, "input_schema": {"type": "object", "properties": {"rows": rows}}}

    def messages(*tools: JsonObject) -> list[str]:
        return [one.message for one in found("sibling_units_agree", [*tools]) if "`state`" in one.message]

    closed = tool("edit_row", {"enum": ["on", "off"]})
    message = 'field `state` has no `enum`, but has `enum` "off", "on" in `edit_row`'
    assert messages(tool("add_row", {}), closed) == [message]
    assert messages(tool("add_user", {}), closed) == []
    assert messages(tool("add_row", {}), closed, tool("move_row", {"enum": ["up", "down"]})) == []
    assert messages(tool("add_row", {"const": "on"}), closed) == []


def _id_tool(name: str, kind: str, text: str) -> JsonObject:
    field: JsonObject = {"type": kind, "description": text}
    return {"name": name, "input_schema": {"type": "object", "properties": {"id": field}}}


def test_a_bare_id_is_that_of_the_thing_that_its_text_names() -> None:
    def told(first: str, second: str) -> list[str]:
        tools = [_id_tool("page-details", "number", first), _id_tool("page-ideas", "string", second)]
        return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]

    assert told("The ID of the page", "ID of the page to think of") == [
        "parameter `id` has type `string`, but has type `number` in `page-details`"
    ]
    assert not told("The ID of the page", "ID of the idea")


def test_the_mode_of_two_tools_is_one_where_one_text_describes_both() -> None:
    def told(text: str) -> list[str]:
        fields: list[JsonObject] = [
            {"type": "string", "enum": ["fast", "slow"], "description": "How to mix it."},
            {"type": "string", "description": text},
        ]
        tools = [
            {"name": name, "input_schema": {"type": "object", "properties": {"mode": field}}}
            for name, field in zip(("mix", "unmix"), fields, strict=True)
        ]
        return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]

    assert told("How to mix it.") == ['parameter `mode` has no `enum`, but has `enum` "fast", "slow" in `mix`']
    assert not told("How to unmix it.")


def test_what_has_a_default_in_tools_that_take_much_else_alike_has_one_in_all_of_them() -> None:
    others: JsonObject = dict.fromkeys(("since", "until", "query"), _TEXT)
    source: JsonObject = {"type": "string", "enum": ["file", "queue"]}

    def messages(field: JsonObject, more: JsonObject, required: list[JsonValue], name: str = "count_logs") -> list[str]:
        first: JsonObject = {"properties": {"source": {**source, "default": "file"}, **others}}
        second: JsonObject = {"properties": {"source": {**source, **field}, **more}, "required": required}
        tools: list[JsonValue] = [
            {"name": "find_logs", "input_schema": {"type": "object", **first}},
            {"name": name, "input_schema": {"type": "object", **second}},
        ]
        return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]

    told = ['parameter `source` has no `default`, but has `default` "file" in `find_logs`']
    assert messages({}, others, []) == told
    assert messages({}, others, ["source"]) == []
    assert messages({}, {"since": _TEXT}, []) == []
    assert messages({"description": "All of them if omitted."}, others, []) == []
    assert messages({"enum": ["file", "disk"]}, others, []) == []
    # what an update is not given stays as it is
    assert messages({}, others, [], "update_logs") == messages({}, others, [], "log_set") == []
    assert messages({}, others, [], "list_settings") == told


def _differences(field: str, first: JsonObject, second: JsonObject, kind: str = "string") -> list[str]:
    tools: list[JsonValue] = [
        {"name": name, "input_schema": {"type": "object", "properties": {field: {"type": kind, **schema}}}}
        for name, schema in (("read_files", first), ("list_tags", second))
    ]
    return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]


_WATERS: JsonObject = {"enum": ["BAY", "SEA"], "description": "Which water of the region."}


def test_what_lacks_a_constraint_is_the_odd_one_however_many_there_are() -> None:
    lacking = 'parameter `area` has no `enum`, but has `enum` "BAY", "SEA" in `read_files`'
    assert _differences("area", _WATERS, {"description": "Water to sail on"}) == [lacking]


@check_each(
    ("text", "is_one"),
    [
        ("Water to look at", True),
        ("Tax to pay for it", False),
        ("Area, such as BAY or SEA", True),
        ("Area, such as BAY or LAKE", False),
        ("", False),
    ],
)
def test_a_single_word_has_the_values_of_a_sibling_if_the_texts_are_about_one_thing(text: str, is_one: bool) -> None:
    assert bool(_differences("area", _WATERS, {"description": text})) == is_one


def test_a_field_with_examples_or_a_default_of_its_own_has_other_values() -> None:
    assert not _differences("area", _WATERS, {"description": "Land to look at (say, the water of a region)"})
    assert not _differences("row_area", _WATERS, {"description": "Which land", "default": "FIELD"})
    assert not _differences("row_area", {"enum": [4, 8], "description": "Rows"}, {"description": "More"}, "integer")
    assert _differences("row_area", _WATERS, {"description": "Which water", "default": "SEA"})


@check_each(
    ("keyword", "value", "text", "other", "is_one"),
    [
        ("maximum", 200, "Number of rows", {"description": "How many rows"}, True),
        ("maximum", 200, "Number of rows", {"description": "Number of tags"}, False),
        ("maximum", 200, "Number of rows", {"description": "Number of rows, 1 to 50"}, False),
        ("maximum", 200, "Rows of the table", {"description": "Width of the picture"}, False),
        ("minimum", 1, "Sum in the account", {"description": "Sum in the account, negative to subtract"}, False),
        ("minimum", 1, "Number of rows", {"description": "Number of tags", "exclusiveMinimum": 0}, False),
    ],
)
def test_a_bound_is_missing_if_the_text_does_not_state_another_one(
    keyword: str, value: int, text: str, other: JsonObject, is_one: bool
) -> None:
    first: JsonObject = {keyword: value, "description": text}
    assert bool(_differences("row_limit", first, other, "integer")) == is_one


def test_a_text_that_may_not_be_empty_in_one_tool_may_not_in_another_one_that_needs_it() -> None:
    first: JsonObject = {"minLength": 1, "description": "Label of the note"}
    assert _differences("note_label", first, {"description": "New label of the note"})
    assert not _differences("note_label", first, {"description": "Label of the note (optional) to find"})
    assert not _differences("note_label", first, {"description": "New label of the note", "default": ""})


def test_one_of_several_siblings_is_about_the_same_thing() -> None:
    labels = {"make_page": "Name of a new page", "make_tag": "Name of a new tag", "edit_tag": "Other name of the tag"}
    tools: list[JsonValue] = [
        {
            "name": name,
            "input_schema": {
                "type": "object",
                "properties": {
                    "row_name": {"type": "string", "description": text, **({"minLength": 1} if "make" in name else {})}
                },
            },
        }
        for name, text in labels.items()
    ]
    (one,) = found("sibling_units_agree", tools, load_profile("mcp"))
    assert one.message.startswith("parameter `row_name` has no `minLength`")


def test_what_has_a_list_of_values_needs_no_other_limit() -> None:
    first: JsonObject = {"maxLength": 9, "description": "Which water."}
    (message,) = _differences("row_kind", first, {"enum": ["a", "b"], "description": "Which water."})
    assert "`maxLength`" not in message


def _messages(*fields: JsonObject, name: str = "steps") -> list[str]:
    tools: list[JsonValue] = [
        {"name": f"{verb}_plan", "input_schema": {"type": "object", "properties": {name: field}}}
        for verb, field in zip(("create", "run"), fields, strict=True)
    ]
    return [one.message for one in found("sibling_units_agree", tools, load_profile("mcp"))]


@check_each(
    ("first", "second", "name", "number"),
    [
        (_list_of(_TEXT), _OBJECT, "steps", 1),
        ({**_list_of(_TEXT), "description": "Numbers"}, {**_OBJECT, "description": "Points"}, "target", 0),
        (_TEXT, {"type": ["string", "integer"]}, "plan_id", 1),
        (_TEXT, {"type": ["string", "null"]}, "plan_id", 0),
        (_TEXT, {"type": ["string", "integer"], "description": "Use 'root' for the top"}, "plan_id", 0),
        ({"type": "string"}, {"type": "string", "maxLength": 40}, "plan_id", 1),
        ({"type": "integer"}, {"type": "integer", "maximum": 2**53 - 1}, "plan_id", 0),
        ({"type": "number"}, {"type": "integer", "minimum": 0}, "skipped", 2),
    ],
)
def test_shapes_types_and_limits_of_one_name_are_compared(
    first: JsonObject, second: JsonObject, name: str, number: int
) -> None:
    assert len(_messages(first, second, name=name)) == number


def test_two_names_without_a_text_may_be_two_things() -> None:
    (finding,) = found(
        "sibling_units_agree", [_tool("list_notes", "string"), _tool("list_tags", "number")], load_profile("mcp")
    )
    assert finding.level is Level.INFO
