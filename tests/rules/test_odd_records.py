"""No rule on records breaks off at a record of an odd form: one such line would cost the report on a whole log."""

from collections.abc import Iterator
from itertools import cycle

from msgspec.structs import replace

from conformance.commands.check import check
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.systems.surface import Record, Surface
from tests.cases import check_each
from tests.rules.judging import HOLON, found
from tests.rules.test_reference_records import RECORDS, REFERENCE, RULES

# What a runtime that is broken, or of another kind, writes instead of a text: nothing, blanks, a line, too much.
TEXTS = (
    *("", " ", "\n", "\r\n \n", "null", "[]", "{}", "...", "|", "Task: ", "[ ]", "\x00", "\ud800", "\\n"),
    *("[output truncated]", "a" * 20_000, "\n" * 5_000),
)
# The same for any value, and values of other types.
VALUES: tuple[JsonValue, ...] = (*TEXTS, None, [], {}, [None], [[]], [{}], True, 0, -1, 1.5, int("9" * 399))
# So many items of a list are replaced one by one; the others are of the same kind.
MOST_ITEMS = 2
Place = tuple[str | int, ...]


def _judge(record: Record) -> None:
    """Judge a record by all rules; what they find is not asked here."""
    list(check(Surface("odd", REFERENCE.inventory, [replace(record, second_receipt=None)]), HOLON, RULES).findings)


def _places(value: JsonValue, place: Place = ()) -> Iterator[Place]:
    yield place
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _places(member, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value[:MOST_ITEMS]):
            yield from _places(item, (*place, index))


def _put(value: JsonValue, place: Place, new: JsonValue) -> JsonValue:
    """Return a copy of a value with another one at a place."""
    if not place:
        return new
    first, *rest = place
    if isinstance(value, list):
        return [_put(item, tuple(rest), new) if index == first else item for index, item in enumerate(value)]
    members = as_object(value)
    return {**members, str(first): _put(members[str(first)], tuple(rest), new)}


@check_each("name", RECORDS)
def test_a_receipt_of_an_odd_form_is_judged(name: str) -> None:
    for receipt in (None, *TEXTS):
        _judge(replace(RECORDS[name], receipt=receipt))


@check_each("name", RECORDS)
def test_an_envelope_with_an_odd_value_anywhere_is_judged(name: str) -> None:
    record = RECORDS[name]
    odd = cycle(VALUES)
    for place in _places(record.envelope):
        _judge(replace(record, envelope=_put(record.envelope, place, next(odd))))


def test_an_input_for_which_the_search_for_a_pattern_gives_up_is_said_to_be_not_validated() -> None:
    tool: JsonObject = {"input_schema": {"type": "object", "properties": {"name": {"pattern": r"^(a|aa)+\1$|!$"}}}}
    example: JsonObject = {"tool": tool, "envelope": {}, "kept": {"input": {"name": "a" * 60 + "!"}}}
    (finding,) = found("recorded_input_valid", example)
    assert (finding.level.value, finding.pointer) == ("warning", "/input")
    assert "was not validated: pattern '^(a|aa)+" in finding.message


def test_a_result_for_which_the_search_for_a_pattern_gives_up_is_said_to_be_not_validated() -> None:
    schema: JsonObject = {"type": "object", "properties": {"name": {"pattern": r"^(a|aa)+\1$|!$"}}}
    tool: JsonObject = {"result_envelope": {"success_result_schema": schema}}
    example: JsonObject = {"tool": tool, "envelope": {"result": {"name": "a" * 60 + "!"}}}
    (finding,) = found("result_matches_schema", example)
    assert (finding.level.value, finding.pointer) == ("warning", "/result")
    assert finding.message.startswith("result was not validated: pattern")
