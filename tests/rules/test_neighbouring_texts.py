"""What a text says of something beside a field is not read as said of the field."""

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found
from tests.rules.wordings import TEXT, TEXTS, findings_of

NUMBER: JsonObject = {"type": "integer", "default": 12}
FLAG: JsonObject = {"type": "boolean"}


@check_each(
    ("rule", "kind", "said", "is_found"),
    [
        ("bounds_in_prose_agree", TEXTS, "Events to send (wait_ms >= 16 makes them a sweep).", False),
        ("bounds_in_prose_agree", TEXTS, "Events to send (events >= 16).", True),
        ("default_in_prose_agrees", NUMBER, "Events to send (default: 10-15).", False),
        ("default_in_prose_agrees", NUMBER, "Events to send (default: 10).", True),
        ("listed_members_declared", {"type": "array"}, "Values: Color as {r, g, b}; Vector2 as {x, y}.", False),
        ("listed_members_declared", {"type": "array"}, "Values: Color as {r, g, b}.", True),
    ],
)
def test_what_is_about_another_thing_or_a_range_states_nothing(
    rule: str, kind: JsonObject, said: str, is_found: bool
) -> None:
    assert bool(findings_of(rule, kind, "events", said)) is is_found


def test_an_example_of_a_key_is_no_value_of_an_enum() -> None:
    act: JsonObject = {"type": "string", "enum": ["start", "stop"]}
    of_key = 'Start or stop. Field keys: any key of the state (e.g. "health", "ammo").'
    assert findings_of("enum_values_documented", act, "act", of_key) == []
    assert findings_of("enum_values_documented", act, "act", 'What to do (e.g. "halt", "pause").')


def test_a_member_of_what_is_returned_is_no_misspelt_input() -> None:
    said = 'Read events, where each event is {ticker, eventType, headline}. "eventType" is a kind of event.'
    schema: JsonObject = {"type": "object", "properties": {"event_type": TEXT, "ticker": TEXT}}
    tool: JsonObject = {"name": "read_events", "description": said, "input_schema": schema}
    assert found("description_names_known_fields", [tool]) == []


@check_each(
    ("second", "hint"),
    [
        (TEXT, '"note":{"properties":{"wide":{"const":false}}}'),
        (FLAG, 'one optional field with an "enum" of what they turn on'),
    ],
)
def test_what_a_flag_excludes_it_excludes_where_it_is_on(second: JsonObject, hint: str) -> None:
    fields: JsonObject = {"wide": {**FLAG, "description": "Cannot be combined with note."}, "note": second}
    tool: JsonObject = {"description": "Draw.", "input_schema": {"type": "object", "properties": fields}}
    (problem,) = found("variant_boundaries", tool)
    assert hint in (problem.hint or "")


def test_a_choice_between_a_position_and_a_name_is_not_one_between_its_halves() -> None:
    number: JsonObject = {"type": "number", "description": "Optional if name is provided."}
    fields: JsonObject = {"latitude": number, "longitude": number, "name": {**TEXT, "description": "Of the place."}}
    tool: JsonObject = {"description": "Find it.", "input_schema": {"type": "object", "properties": fields}}
    assert not [one for one in found("variant_boundaries", tool) if "choice" in one.message]


def test_what_a_text_counts_of_a_list_is_less_sure_than_what_it_says_of_a_number() -> None:
    for kind, level in ({**TEXTS, "maxItems": 5}, Level.INFO), ({"type": "integer", "maximum": 5}, Level.WARNING):
        (problem,) = findings_of("bounds_in_prose_agree", kind, "rows", "Rows to read (max 9).")
        assert problem.level is level


def test_a_value_for_all_is_one_of_the_values() -> None:
    said = 'Which edition, "v5", "v6" or "v7". Use "all" to search them all.'
    (problem,) = findings_of("closed_value_set_in_prose", TEXT, "edition", said)
    assert (problem.level, problem.hint) == (Level.INFO, 'add "enum": ["v5","v6","v7","all"] to its schema')


def test_several_addresses_in_an_entry_are_no_single_address() -> None:
    schema: JsonObject = {"type": "object", "properties": {"to": TEXT, "subject": TEXT}}
    for more, count in ((" (for multiple, comma-separate)", 0), ("", 1)):
        said = f"Send a note.\n\nArgs:\n    to: Recipient email address{more}\n    subject: Its subject"
        tool: JsonObject = {"name": "send_note", "description": said, "input_schema": schema}
        assert len(found("format_in_prose", [tool])) == count


def test_what_has_to_be_true_after_something_else_is_not_true_before() -> None:
    assert findings_of("closed_value_set_in_prose", FLAG, "confirm", "Must be true after the user has agreed.") == []
    assert findings_of("closed_value_set_in_prose", FLAG, "confirm", "Must be true.")
