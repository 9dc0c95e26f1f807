"""What states how a date is written leaves the values that its tool takes."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("schema", "takes_empty"),
    [
        ({"default": ""}, True),
        ({"description": "When it ends; empty string removes it."}, True),
        ({"description": "When it ends."}, False),
    ],
)
def test_an_empty_default_or_one_with_a_meaning_stays_allowed(schema: JsonObject, takes_empty: bool) -> None:
    properties: JsonValue = {"end_date": {"type": "string", **schema}}
    tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
    (finding,) = found("date_format_stated", tool)
    assert ('{"const": ""}' in (finding.hint or "")) == takes_empty
