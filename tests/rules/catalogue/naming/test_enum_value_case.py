"""A value with characters that nobody sees is an error, except the tab or newline that separates columns or lines."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("value", "is_reported"),
    [("\t", False), ("\r\n", False), (", \t", False), ("open\t", True), ("o\u200bpen", True), ("\x00", True)],
)
def test_a_separator_is_written_visibly(value: str, is_reported: bool) -> None:
    properties: JsonObject = {"separator": {"enum": [value, "auto"], "description": "What separates columns."}}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    assert bool(found("enum_value_case", schema)) is is_reported
