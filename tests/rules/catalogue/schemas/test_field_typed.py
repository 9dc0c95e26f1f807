"""The type that a hint proposes is the one that the text gives, or the several that it names."""

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("said", "kind"),
    [
        ("A string, number or boolean", '["string","number","boolean"]'),
        ("A string or a list of strings", '["string","array"]'),
        ("A text (string | number)", '["string","number"]'),
        ("The number or text to compare with", '["number","string"]'),
        ("Plain text or ADF object", '["string","object"]'),
        ("e.g. '2h', '30m', or ms integer", '["string","integer"]'),
        ("ISO string or ms timestamp", '["string","integer"]'),
        ("Number of texts", '"integer"'),
        ("List of texts or lines", '"array"'),
        ("A text", '"string"'),
    ],
)
def test_a_hint_proposes_each_type_that_the_text_names(said: str, kind: str) -> None:
    assert [one.hint for one in found("field_typed", {"threshold": {"description": said}})] == [
        f'add its type, as in "type": {kind}'
    ]


@check_each(
    ("field", "kind"),
    [
        ({"description": "How wide it is.", "default": 2}, '"integer"'),
        ({"description": "How wide it is.", "examples": [0.5, "wide"]}, '["number","string"]'),
        ({"description": "How wide it is.", "examples": [1, 0.5, None]}, '["number","null"]'),
        ({"description": "The text to write.", "default": 2}, '"string"'),
    ],
)
def test_a_hint_proposes_the_type_of_the_values_that_are_shown(field: JsonObject, kind: str) -> None:
    assert [one.hint for one in found("field_typed", {"width": field})] == [f'add its type, as in "type": {kind}']


@check_each(
    ("name", "sibling", "kind"),
    [
        ("min_price", "max_price", '"number"'),
        ("start_x", "start_y", '"number"'),
        ("x", "y", '"number"'),
        ("task_name", "task_id", '"string"'),
        ("label", "limit", '"string"'),
        ("page", "top", '"integer"'),
        ("year", "top", '"string" or "type": "integer"'),
        ("min_price", "min_max_price", ""),
    ],
)
def test_a_hint_proposes_the_type_of_a_field_of_the_same_kind(name: str, sibling: str, kind: str) -> None:
    fields: JsonObject = {name: {"description": "Which one."}, sibling: {"type": "number", "description": "Which one."}}
    said = f'"type": {kind}' if kind else '"type": "string" or "type": "number"'
    assert [one.hint for one in found("field_typed", fields)] == [f"add its type, as in {said}"]


def test_a_member_that_only_other_programs_read_is_no_type() -> None:
    silent: JsonObject = {"description": "What to write.", "x-order": 1, "example": "a", "nullable": True}
    assert [one.message for one in found("field_typed", {"content": silent})] == [
        "parameter `content` states no type, so it accepts any value"
    ]


@check_each(
    ("said", "is_reported"),
    [
        ("Arbitrary metadata object", True),
        ("Any key-value pairs", True),
        ("Any additional key-value pairs", True),
        ("Any object, list or text", False),
        ("Any JSON object or string", False),
        ("Arbitrary JSON", False),
    ],
)
def test_an_object_with_any_members_is_still_an_object(said: str, is_reported: bool) -> None:
    hints = [one.hint for one in found("field_typed", {"notes": {"description": said}})]
    assert hints == (['add its type, as in "type": "object"'] if is_reported else [])


def test_a_list_of_schemas_says_what_each_item_is_as_in_draft_7() -> None:
    pair: JsonObject = {"type": "array", "items": [{"type": "integer"}, {"type": "integer"}]}
    assert found("field_typed", {"range": pair}) == []


def test_what_lists_values_of_another_field_may_hold_any_item() -> None:
    fields: JsonObject = {name: {"type": "array", "description": "Which."} for name in ("enum", "berths")}
    assert [one.level for one in found("field_typed", fields)] == [Level.INFO, Level.WARNING]


def test_a_hint_proposes_objects_where_the_tool_says_so() -> None:
    schema: JsonObject = {"type": "object", "properties": {"berths": {"type": "array"}}}
    said = "Plan it.\n\nArgs:\n    berths: list of {pier, number}"
    hints = [one.hint for one in found("field_typed", [{"name": "plan", "description": said, "input_schema": schema}])]
    assert hints == ['add the type of its items, as in "items": {"type": "object"}']


def test_what_may_be_of_any_type_is_not_called_an_array() -> None:
    anything: JsonObject = {"type": ["string", "number", "boolean", "object", "array", "null"]}
    told = ["parameter `berths` is an array that does not say what its items are"]
    assert found("field_typed", {"fallback": anything}) == []
    for types in (["array", "null"], ["array", "string"], ["object", "array"]):
        assert [one.message for one in found("field_typed", {"berths": {"type": [*types]}})] == told
