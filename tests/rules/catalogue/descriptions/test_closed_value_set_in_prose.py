"""A list of values is one wherever the text about a field has it: behind its name, in brackets, or alone."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found


def _lists(name: str, said: str, description: str = "Add one.") -> bool:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"type": "string", "description": said}},
    }
    return found("closed_value_set_in_prose", {"description": description, "input_schema": schema}) != []


@check_each(
    ("name", "said"),
    [
        ("track_type", "audio, midi, instrument, folder"),
        ("status", "Post status (publish, draft, pending, private, any)"),
        ("status", "Status filter: publish, draft, pending"),
        ("side", "Order side (buy/sell)"),
        ("seat", "Fare class - economy/business/first"),
        ("network", "mainnet, hoodi, sepolia or gnosis."),
        ("backend", "Compute backend (local-520, vertex-gemini, vertex-claude)"),
        ("guide", "It can take the following value: sizing_guide, setup_guide, tuning_guide"),
    ],
)
def test_the_values_of_a_choice_are_a_set(name: str, said: str) -> None:
    assert _lists(name, said)


@check_each(
    ("name", "said"),
    [
        ("label", "audio, midi, instrument, folder"),
        ("key_type", "name, id"),
        ("status", "Post status (publish, draft, or any)"),
        ("sheet", '"Sheet1" or "0"'),
    ],
)
def test_examples_and_ways_to_write_a_value_are_no_set(name: str, said: str) -> None:
    assert not _lists(name, said)


@check_each(
    "said", ["space: Coordinate space: 'local' or 'global'", "space (str): 'local' or 'global' (default: 'local')"]
)
def test_an_entry_reads_like_a_description_of_its_own(said: str) -> None:
    assert _lists("space", "", f"Move it.\n\nArgs:\n    {said}")


def test_a_number_that_is_a_flag_has_two_values() -> None:
    def closed(name: str, said: str) -> bool:
        field: JsonObject = {"type": "integer", "description": said}
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {name: field}}
        return found("closed_value_set_in_prose", {"description": "Add one.", "input_schema": schema}) != []

    assert closed("is_primary", "1 for primary, 0 for not")
    assert not closed("temperature", "0 = exact, 1 = creative")


def _hints(said: str, **declared: JsonValue) -> list[tuple[Level, str]]:
    properties: JsonObject = {"kind": {"type": "string", "description": said, **declared}}
    tool: JsonObject = {"description": "Add one.", "input_schema": {"type": "object", "properties": properties}}
    return [(one.level, one.hint or "") for one in found("closed_value_set_in_prose", tool)]


def test_a_hint_accepts_the_default_and_the_examples() -> None:
    said = "One of `red`, `blue`."
    assert _hints(said, default="red") == [(Level.WARNING, 'add "enum": ["red","blue"] to its schema')]
    assert _hints(said, default="") == [(Level.WARNING, 'add "enum": ["red","blue",""] to its schema')]
    assert _hints(said, default="any") == [(Level.INFO, 'add "enum": ["red","blue","any"] to its schema')]
    assert _hints(said, examples=["any"]) == [(Level.INFO, 'add "enum": ["red","blue","any"] to its schema')]
    ((_, hint),) = _hints("Kinds (comma-separated: RED, GREEN, BLUE).", default="")
    assert '"^(?:(?:RED|GREEN|BLUE)(?:, ?(?:RED|GREEN|BLUE))*)?$"' in hint


def test_what_a_text_lists_of_json_are_its_members() -> None:
    assert _hints("JSON string of options. Available: format (A4), landscape (boolean), scale (0.1-2).") == []
    assert _hints("JSON string of fields to set. Available fields: title, author, creator.") == []
    assert _hints("Available fields: title, author, creator.") != []


@check_each("said", ["Case-insensitive.", "Upper or lower case.", "Ignores case."])
def test_values_that_are_accepted_in_capitals_too_are_a_remark(said: str) -> None:
    assert [level for level, _ in _hints(f"One of `red`, `blue`. {said}")] == [Level.INFO]


@check_each(
    ("name", "said"),
    [
        ("status", "Filter by result status (e.g. passed, failed)"),
        ("component_type", "What to make, such as 'button', 'card' or 'form'."),
        ("symbol_kind", "Kinds of symbols (functions, classes, imports, etc.)"),
    ],
)
def test_a_few_values_of_a_choice_are_worth_knowing(name: str, said: str) -> None:
    properties: JsonObject = {name: {"type": "string", "description": said}}
    (finding,) = found(
        "closed_value_set_in_prose", {"description": "Add one.", "input_schema": {"properties": properties}}
    )
    assert finding.level is Level.INFO
    assert finding.message == f"parameter `{name}` has allowed values of which the description shows only examples"


@check_each(
    ("name", "said"),
    [
        ("status", "Status (e.g. passed, failed), from list_states"),
        ("category", "Any category (e.g. work, home)"),
        ("kind", "Kind, for example `small`"),
        ("city", "City (e.g. paris, rome)"),
        ("interval", "How often (e.g. 1h, 1d)"),
    ],
)
def test_examples_of_what_is_open_or_listed_elsewhere_are_not(name: str, said: str) -> None:
    assert not _lists(name, said)


def test_an_enum_beside_any_string_restricts_nothing() -> None:
    either: JsonValue = {"anyOf": [{"type": "string"}, {"enum": ["asc", "desc"]}], "description": "One of: asc, desc"}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"order": either}}
    assert found("closed_value_set_in_prose", {"description": "Add one.", "input_schema": schema}) != []
