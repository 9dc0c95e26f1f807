"""A bound counts if its subject is the value of the field, and the schema does not state it in another way."""

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found
from tests.rules.wordings import findings_of

WHOLE: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}


def _bounded(name: str, schema: JsonObject, said: str) -> bool:
    return found("bounds_in_prose_agree", {name: {**schema, "description": said}}) != []


@check_each(
    ("name", "schema", "said"),
    [
        ("code", {**TEXT, "pattern": "^[a-z0-9]{1,16}$"}, "Short code, max 16 chars."),
        ("amount", NUMBER, "Montant en euros (max 10 ans)."),
        ("amount", NUMBER, "Amount to pay back (in euros, max 10 months)."),
        ("level", NUMBER, "Trigger condition, as in usage >= 75%."),
        ("level", NUMBER, "Level of users whose rating is at least 3."),
        ("block", WHOLE, "Block up to this many ms for at least one new event."),
        ("wait", WHOLE, "How long to wait until there are at least 3 messages."),
        ("stride", WHOLE, "Bucket stride in seconds (bucket count <= 2000)."),
        ("seeds", TEXTS, "Where to begin (hops <= 3)."),
        ("hops", WHOLE, "How far to go. Keep it <= 4."),
        ("kurtosis", NUMBER, "Shape of the tails. A skew of -1.5 therefore needs a kurtosis of at least 0.25."),
    ],
)
def test_a_bound_of_something_else_is_none(name: str, schema: JsonObject, said: str) -> None:
    assert not _bounded(name, schema, said)


@check_each(
    ("name", "schema", "said"),
    [
        ("code", {**TEXT, "pattern": "^[a-z0-9]+$"}, "Short code, max 16 chars."),
        ("code", {**TEXT, "pattern": "[a-z0-9]{1,16}"}, "Short code, max 16 chars."),
        ("term", NUMBER, "Term of the loan (max 10 years)."),
        ("years", NUMBER, "How long to pay (max 10 years)."),
        ("usage", NUMBER, "Usage to wait for, usage >= 75%."),
        ("wait_seconds", WHOLE, "Wait for at least 3 seconds."),
        ("bucket_count", WHOLE, "How many (bucket count <= 2000)."),
        ("hops", WHOLE, "How far to go (hops <= 3)."),
        ("hops", WHOLE, "How far to go, an integer <= 4."),
        ("hops", WHOLE, "How far to go. Must be >= 4."),
        ("hops", WHOLE, "How far to go; a value of 0 means all, at most 4."),
    ],
)
def test_a_bound_of_the_value_in_any_form_is_reported(name: str, schema: JsonObject, said: str) -> None:
    assert _bounded(name, schema, said)


@check_each(
    ("schema", "said"),
    [
        (NUMBER, "Pan position: -1.0 = full left, 0 = center, 1.0 = full right"),
        (NUMBER, "0 = transparent, 1 = opaque"),
        (NUMBER, "Pan position, -1.0 (left) to 1.0 (right)"),
        (NUMBER, "Opacity: 0 (transparent) to 1 (opaque)"),
    ],
)
def test_the_ends_of_a_scale_are_bounds(schema: JsonObject, said: str) -> None:
    assert _bounded("amount", schema, said)


@check_each("said", ["0 = slow, 1 = fast", "0 = deterministic, 1 = creative", "1.0 = normal, 2.0 = twice as fast"])
def test_there_is_something_beyond_slow_and_fast(said: str) -> None:
    assert not _bounded("speed", NUMBER, said)


def test_a_bound_of_each_number_of_a_list_is_one_of_its_items() -> None:
    numbers: JsonObject = {"type": "array", "items": {"type": "integer"}, "description": "RGB values (0-255 each)."}
    (finding,) = found("bounds_in_prose_agree", {"color": numbers})
    assert finding.message == "items of parameter `color` are bounded only in its description"
    assert finding.hint == 'add "minimum": 0, "maximum": 255 to the schema of its items'
    bounded: JsonObject = {**numbers, "items": {"type": "integer", "minimum": 0, "maximum": 255}}
    assert found("bounds_in_prose_agree", {"color": bounded}) == []


def _channel(description: str, **others: JsonObject) -> list[str]:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"channel": WHOLE, **others}}
    tool: JsonObject = {"description": description, "input_schema": schema}
    return [one.pointer for one in found("bounds_in_prose_agree", {"tools": [tool]})]


@check_each("said", ["Send a note. MIDI channel 0-15, velocity 1-127.", "Send a note to a MIDI channel (0-15)."])
def test_a_range_behind_the_name_in_a_sentence_of_the_tool_is_a_bound(said: str) -> None:
    assert _channel(said) == ["/tools/0/input_schema/properties/channel"]


@check_each("said", ["Returns notes of channel 0-15.", "Send a note, e.g. on channel 0-15.", "Send to channel 0-15-3."])
def test_a_range_in_an_example_or_a_result_is_none(said: str) -> None:
    assert _channel(said) == []


def test_a_range_of_one_of_two_fields_with_the_word_is_none() -> None:
    assert _channel("Send a note. MIDI channel 0-15.", out_channel=WHOLE) == []


def _levels(name: str, schema: JsonObject, said: str) -> list[Level]:
    return [one.level for one in found("bounds_in_prose_agree", {name: {**schema, "description": said}})]


@check_each(
    "said",
    [
        "How many; max 50 results returned.",
        "How many (max 50, larger values are clamped).",
        "How many, at most 50. Values above that are silently capped.",
        "How many, at most 50 are returned",
    ],
)
def test_a_number_that_is_lowered_is_no_bound_of_the_input(said: str) -> None:
    assert _levels("limit", WHOLE, said) == [Level.INFO]


@check_each("said", ["How many (max 50, larger values are rejected).", "How many to return, at most 50."])
def test_a_number_that_is_refused_is_one(said: str) -> None:
    assert _levels("limit", WHOLE, said) == [Level.WARNING]


@check_each(
    "said",
    [
        "At most 50; the rest is on the next page",
        "At most 50, more are queued",
        "From 1 (worst) to 50 (best), 51 for lossless",
        "Maximum 50 per request; larger values are split into several requests",
        "Between 1 and 50; 51 and more need approval",
    ],
)
def test_a_bound_beyond_which_something_else_happens_may_be_none(said: str) -> None:
    (problem,) = found("bounds_in_prose_agree", {"limit": {**WHOLE, "description": said}})
    assert problem.level is Level.INFO
    named = '"maximum": 50 to its schema, unless it accepts {}larger values'
    assert problem.hint.endswith((named.format(""), named.format("smaller or ")))
    assert not problem.edits


@check_each(
    "said",
    [
        "At most 50; more is rejected.",
        "At most 50 rows, others are refused.",
        "How many, at most 50. More is forbidden.",
        "How many names the text is about (max 50).",
        "How many at once (max 50). Use 1 for free-tier accounts.",
        "How many to exclude. Max 50.",
    ],
)
def test_a_bound_beyond_which_all_is_refused_is_one(said: str) -> None:
    assert _levels("limit", WHOLE, said) == [Level.WARNING]


@check_each(
    ("said", "is_bounded"),
    [
        ("Cash flows with at least one sign change", False),
        ("Rules, at least one match is needed", False),
        ("Cash flows, at least one item", True),
        ("Cash flows, at least one flow", True),
    ],
)
def test_at_least_one_of_something_in_the_items_counts_no_items(said: str, is_bounded: bool) -> None:
    assert _bounded("flows", TEXTS, said) == is_bounded


@check_each(
    ("name", "said", "bounded"),
    [
        ("note", "A note in UTF-8 (<= 256 bytes).", True),
        ("digest", "Up to 32 bytes, in hex.", True),
        ("image", "What to show, at most 5000 bytes.", False),
        ("content", "Text of the file, at most 5000 bytes.", False),
    ],
)
def test_a_text_has_at_most_as_many_characters_as_bytes(name: str, said: str, *, bounded: bool) -> None:
    assert _bounded(name, TEXT, said) == bounded


def test_a_smaller_number_of_characters_fits_into_the_bytes() -> None:
    assert not _bounded("note", {**TEXT, "maxLength": 64}, "A note in UTF-8 (<= 256 bytes).")


@check_each(
    ("said", "is_bounded"),
    [
        ("Keep last_page - first_page small (at most 10 pages).", False),
        ("page_count / (last_page - first_page) is reasonable (\u226410).", False),
        ("last_page is at most 10, last_page - first_page is what is read.", True),
        ("Keep first_page + last_page at most 10.", False),
        ("last_page is at most 10.", True),
        ("first_page/last_page: at most 10", True),
    ],
)
def test_a_bound_of_what_is_computed_of_two_fields_is_none_of_either(said: str, is_bounded: bool) -> None:
    properties: JsonObject = {"first_page": WHOLE, "last_page": WHOLE}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    assert bool(found("bounds_in_prose_agree", [{"description": said, "input_schema": schema}])) == is_bounded


def test_a_bound_of_what_is_computed_is_none_of_the_field_whose_text_says_it() -> None:
    properties: JsonObject = {
        "first_page": WHOLE,
        "last_page": {**WHOLE, "description": "Where to end; first_page + last_page must be at most 10."},
    }
    assert not found("bounds_in_prose_agree", properties)


@check_each(
    ("schema", "text", "is_found"),
    [
        ({"type": "integer", "minimum": 1, "exclusiveMaximum": 10}, "Size between 1 and 10.", True),
        ({"type": "integer", "exclusiveMaximum": 10}, "At most 10.", True),
        ({"type": "integer", "exclusiveMinimum": 1}, "Size, at least 1.", True),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 100}, "A size from 0 to 100.", True),
        ({"type": "integer", "exclusiveMaximum": 11}, "At most 10.", False),
        ({"type": "integer", "exclusiveMaximum": 10}, "Less than 10.", False),
        ({"type": "integer", "exclusiveMinimum": 0}, "A positive number.", False),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 100}, "Between 1 and 100.", False),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 1}, "A share between 0 and 1.", False),
    ],
)
def test_an_excluded_end_of_whole_numbers_is_another_bound(schema: JsonObject, text: str, is_found: bool) -> None:
    assert bool(findings_of("bounds_in_prose_agree", schema, "val", text)) is is_found


@check_each(
    ("said", "is_found"),
    [
        ("What to play (200-500 chars recommended).", False),
        ("What to play; 200 to 500 characters are suggested.", False),
        ("What to play, 200-500 characters ideally.", False),
        ("What to play (200-500 chars).", True),
    ],
)
def test_a_size_that_is_only_recommended_is_no_bound(said: str, is_found: bool) -> None:
    assert _bounded("tune", TEXT, said) is is_found


def test_years_bound_no_number_of_seconds() -> None:
    def bounds(name: str, said: str) -> int:
        return len(findings_of("bounds_in_prose_agree", {"type": "integer"}, name, said))

    assert bounds("stay_seconds", "How long it stays, duration in seconds (max 900)") == 1
    assert bounds("stay_years", "How long it stays (max 4 years)") == 1
    assert bounds("stay_seconds", "How long it stays, duration in seconds (max 4 years)") == 0


@check_each(
    ("said", "level"),
    [
        ("For the nightly copy, lifts the limit of 50.", Level.INFO),
        ("When true, ignores the 50-berth limit.", Level.INFO),
        ("When true, ignores the 20-minute limit.", Level.WARNING),
        ("Whether to write all of them.", Level.WARNING),
    ],
)
def test_a_bound_that_another_input_lifts_is_a_remark(said: str, level: Level) -> None:
    count: JsonObject = {"type": "integer", "description": "How many berths (max 50)."}
    fields: JsonObject = {"count": count, "copy": {"type": "boolean", "description": said}}
    assert [one.level for one in found("bounds_in_prose_agree", fields)] == [level]


@check_each(
    ("said", "is_found"),
    [
        ("Maximum: 50. Always confirm with the user before setting above 20.", False),
        ("Maximum: 50. It must be above 20.", True),
    ],
)
def test_what_is_to_be_confirmed_first_is_allowed(said: str, is_found: bool) -> None:
    pages: JsonObject = {"type": "integer", "minimum": 1, "maximum": 50, "description": said}
    tool: JsonObject = {"description": "Reads.", "input_schema": {"type": "object", "properties": {"pages": pages}}}
    assert (found("bounds_in_prose_agree", tool) != []) is is_found


@check_each(
    ("said", "hints"),
    [
        ("The prize (min $50).", ['add "minimum": 50 to its schema']),
        ("The stake, at most $9.", ['add "maximum": 9 to its schema']),
        ("1=min 2=low 3=high 9 max", ['add "maximum": 9 to its schema']),
    ],
)
def test_a_bound_may_be_an_amount_of_money_and_a_label_is_none(said: str, hints: list[str]) -> None:
    tool: JsonObject = {"description": "Pays.", "input_schema": _of_number(said)}
    assert [one.hint for one in found("bounds_in_prose_agree", tool)] == hints


def _of_number(said: str) -> JsonObject:
    return {"type": "object", "properties": {"prize": {"type": "number", "description": said}}}
