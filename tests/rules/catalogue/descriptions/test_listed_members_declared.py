"""The members of an object are found wherever a text lists them."""

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from tests.cases import check_each
from tests.rules.judging import found
from tests.rules.wordings import findings_of

MAP: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}


def _members(said: str, **keywords: JsonValue) -> list[JsonValue]:
    """The members that are reported for a list of such objects."""
    field: JsonObject = {"type": "array", "items": MAP, "description": said, **keywords}
    return [one.evidence["members"] for one in found("listed_members_declared", {"tasks": field})]


@check_each(
    "said",
    [
        "What to add. Each task must contain:\n- title (required): its name\n- owner: who has it",
        "Dicts with the following keys:\n  * `title`: its name\n  * `owner`: who has it",
        "Each task should be an object with these fields:\n- 'title' (str): a\n- 'owner' (str, optional): b",
        "Objects with `title` and `owner`.",
        "List of dicts containing 'title', 'owner'",
    ],
)
def test_a_list_of_members_is_found(said: str) -> None:
    assert _members(said) == [["title", "owner"]]


@check_each(
    "said",
    [
        "Tasks, such as dicts with 'title' or 'owner'",
        "Each task must contain:\n- title: its name",
        "Supported formats:\n- json: text\n- csv: rows",
        "Objects with `title`, `owner`, etc.",
        "Tasks.\n\nExamples:\n- one: a\n- two: b",
    ],
)
def test_what_lists_no_members_is_none(said: str) -> None:
    assert _members(said) == []


def _of_map(said: str) -> list[tuple[str, JsonValue]]:
    field: JsonObject = {"type": "object", "description": said}
    return [(one.message, one.evidence["members"]) for one in found("listed_members_declared", {"tasks": field})]


def test_the_members_of_each_value_are_not_those_of_the_map() -> None:
    said = "Map of title to settings. Each value can have { owner, state } keys."
    ((message, members),) = _of_map(said)
    assert message.startswith("each value of parameter `tasks`")
    assert members == ["owner", "state"]


def test_the_shape_of_one_kind_of_value_is_not_that_of_all() -> None:
    assert _of_map("What to store: text for names, { lat, lon } for places, { id } for links.") == []
    assert _of_map("What to store: { lat, lon } for the place.") != []


def test_words_in_front_of_the_first_member_are_not_its_name() -> None:
    assert _members("Decoded task dicts (data word order title_1, owner_1, title_2)") == [
        ["title_1", "owner_1", "title_2"]
    ]


def test_declared_members_are_no_fault() -> None:
    said = "Objects with `title` and `owner`."
    assert _members(said, items={"type": "object", "properties": {"title": {"type": "string"}}}) == []
    assert _members(said, items={"$ref": "#/$defs/Task"}) == []
    assert _members(said, items={"type": "string"}) == []


def test_values_in_an_example_are_no_members() -> None:
    def members(said: str) -> list[JsonValue]:
        found = findings_of("listed_members_declared", {"type": "object"}, "trade", said)
        return [name for one in found for name in as_array(as_object(one.evidence).get("members"))]

    assert members(
        "Object with mode (and/or) and filters array. Example: {mode: 'and', filters: [{key: \"boats\"}]}"
    ) == [
        "mode",
        "filters",
    ]


@check_each(
    ("kind", "said"),
    [
        (MAP, 'What is aboard. Format: {"Crane": "20t", "Winch": "5t"}'),
        ({"type": "object"}, "Dictionary of gear names to loads (e.g., {'crane': 20, 'winch': 5})."),
        ({"type": "object"}, "Where from:\n- {'berth': {'pier': '...'}}\n- {'ships': ['name1', 'name2']}"),
        ({"type": "object"}, "What to find: { 'kind': 'tug', 'age': 3 } Or with several: { 'all': [] }"),
    ],
)
def test_keys_of_a_map_and_one_shape_of_several_are_no_members(kind: JsonObject, said: str) -> None:
    assert findings_of("listed_members_declared", kind, "gear", said) == []


def test_two_members_that_one_item_names_are_both_listed() -> None:
    said = "Find ships.\n\nArgs:\n    filters: What to keep:\n        - built_after/before: years\n        - owner: who"
    fields: JsonObject = {"filters": {"type": "object"}}
    schema: JsonObject = {"type": "object", "properties": fields}
    tool: JsonObject = {"name": "find_ships", "description": said, "input_schema": schema}
    (finding,) = found("listed_members_declared", [tool])
    assert finding.evidence["members"] == ["built_after", "built_before", "owner"]


def test_keys_that_are_strings_declare_no_member() -> None:
    said = "Objects with `title` and `owner`."
    assert _members(said, items={"type": "object", "propertyNames": {"type": "string"}}) == [["title", "owner"]]
    assert _members(said, items={"type": "object", "propertyNames": {"enum": ["title"]}}) == []


def _each(said: str, *names: str) -> list[JsonValue]:
    """The members that are reported for lists of open objects, where only the text of the tool has any."""
    lists: JsonObject = {name: {"type": "array", "items": {"type": "object"}} for name in names}
    tool: JsonValue = {"tools": [{"description": said, "input_schema": {"type": "object", "properties": lists}}]}
    return [one.evidence["members"] for one in found("listed_members_declared", tool)]


@check_each(
    ("said", "names", "count"),
    [
        ("Add berths. Each input should be a dictionary with:\n- depth: how deep\n- width: how wide", ("berths",), 1),
        ("Add berths. Each berth has `depth` and `width`.", ("berths",), 1),
        ("Add berths. Each berth has `depth` and `width`.", ("berths", "boats"), 0),
        ("Add berths. Each item has `depth` and `width`.", ("berths",), 0),
        ("Returns a list. Each berth has `depth` and `width`.", ("berths",), 0),
        ("Add berths.\n\nReturns:\n    Berths. Each berth has `depth` and `width`.", ("berths",), 0),
    ],
)
def test_the_text_of_a_tool_lists_the_members_of_each_item_of_its_only_list(
    said: str, names: tuple[str, ...], count: int
) -> None:
    assert _each(said, *names) == [["depth", "width"]] * count


@check_each(
    ("said", "kinds"),
    [
        ("Shape: { '<path>': { name, selectors } }.", ["object"]),
        ("Shape: { '<path>': [{ name, selectors }] }.", ["array"]),
        ("Requires a target with type \u2208 { disk, bucket, cloud_store }.", []),
    ],
)
def test_each_value_of_a_map_is_declared_as_it_is_shown(said: str, kinds: list[str]) -> None:
    field: JsonObject = {"rotor": {"type": "object", "description": said}}
    hints = [one.hint or "" for one in found("listed_members_declared", field)]
    assert [hint.partition('"type": "')[2].partition('"')[0] for hint in hints] == kinds
