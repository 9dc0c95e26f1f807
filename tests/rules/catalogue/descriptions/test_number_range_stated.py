"""Numbers whose range everybody knows, and those whose range only their author does."""

from conformance.documents.values import JsonValue, as_array
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

_MCP = load_profile("mcp")
_NEGATIVE = "accepts negative numbers, and nothing says what these mean"


def _tool(**properties: JsonValue) -> dict[str, JsonValue]:
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": "list_berths", "description": "List the berths of a harbour.", "input_schema": schema}


def _messages(tools: JsonValue) -> list[str]:
    return [one.message for one in found("number_range_stated", tools, _MCP)]


@check_each(
    ("name", "schema", "is_reported"),
    [
        ("limit", {"type": "integer"}, True),
        ("limit", {"type": ["integer", "null"], "default": None}, True),
        ("limit", {"type": "integer", "minimum": 0}, False),
        ("limit", {"type": "integer", "exclusiveMinimum": 0}, False),
        # the largest exact integer limits nothing
        ("limit", {"type": "integer", "minimum": -9007199254740991}, True),
        ("limit", {"type": "integer", "format": "uint32"}, False),
        ("limit", {"type": "integer", "default": -1}, False),
        ("limit", {"type": "integer", "default": 0}, True),
        ("limit", {"type": "integer", "description": "How many; -1 for all."}, False),
        ("limit", {"type": "integer", "description": "How many, from the end if negative."}, False),
        ("limit", {"type": "integer", "description": "How many (2024-01-05 has 9)."}, True),
        ("limit", {"type": "integer", "description": "How many; below one it is all."}, False),
        ("limit", {"type": "integer", "description": "How many (default 60; 15\u2013480)."}, False),
        ("berth_index", {"type": "integer", "description": "Index as in Python."}, False),
        ("column", {"type": "integer", "description": "Column, counted backwards with a sign."}, False),
        ("quantity", {"type": "integer", "description": "How much to add or remove."}, False),
        # `bounds_in_prose_agree` reports it
        ("limit", {"type": "integer", "description": "How many, at least 1."}, False),
        ("limit", {"type": "integer", "description": "How many, at most 50."}, True),
        ("limit", {"type": "string"}, False),
        ("boats", {"type": "integer", "description": "Number of boats to moor."}, True),
        ("timeout", {"type": "number"}, True),
        ("hours", {"type": "integer", "description": "How far back to look."}, True),
        ("offset_hours", {"type": "integer"}, False),
        ("price_min", {"type": "number"}, False),
        ("volume_24h", {"type": "number"}, False),
        ("berth_index", {"type": "integer"}, True),
        ("berth_index", {"type": "integer", "description": "Which berth (0, 1 or 2)."}, False),
        ("price_index", {"type": "number"}, False),
        ("font_size", {"type": "number"}, True),
        ("rank_change", {"type": "integer"}, False),
        ("berth_capacity", {"type": "integer"}, True),
        ("annual_turnover_eur", {"type": "number"}, True),
        ("price_eur", {"type": "number"}, False),
        ("eur", {"type": "number"}, False),
        ("seed", {"type": "integer"}, False),
        ("cpu", {"type": "integer"}, True),
        ("cpu_percent", {"type": "integer"}, True),
        ("growth_percent", {"type": "integer"}, False),
        ("radius_km", {"type": "number"}, True),
        ("elevation_km", {"type": "number"}, False),
        ("capacity_mw", {"type": "number"}, True),
        ("voltage_kv", {"type": "number"}, False),
        ("quantity_bags", {"type": "integer"}, True),
        ("hours_back", {"type": "integer"}, True),
        ("amount", {"type": "number"}, False),
        ("pause", {"type": "number", "description": "Wait N seconds before the next one."}, True),
        ("memory", {"type": "integer"}, True),
        ("disk_gb", {"type": "number"}, True),
        ("line_number", {"type": "integer"}, True),
        ("pageNo", {"type": "integer"}, True),
        ("issue_number", {"type": "integer"}, False),
        ("num_boats", {"type": "integer"}, True),
        ("num", {"type": "integer", "description": "Number of boats to list"}, True),
        ("time", {"type": "number", "description": "The time to wait in seconds"}, True),
        ("time", {"type": "number", "description": "The time of the tide"}, False),
        ("connect", {"type": "number", "description": "connection timeout in seconds"}, True),
        ("balance", {"type": "number"}, False),
        ("x", {"type": "number"}, False),
    ],
)
def test_what_is_counted_or_measured_is_not_negative(name: str, schema: JsonValue, is_reported: bool) -> None:
    assert _messages([_tool(**{name: schema})]) == ([f"field `{name}` {_NEGATIVE}"] if is_reported else [])


def test_a_width_is_not_negative_beside_a_height_unless_both_are_those_of_a_body() -> None:
    number: JsonValue = {"type": "number"}
    assert _messages([_tool(width=number)]) == []
    assert len(_messages([_tool(width=number, height=number)])) == 1
    assert _messages([_tool(width=number, height=number, depth=number)]) == []


def test_a_tool_that_changes_a_number_may_take_a_negative_one() -> None:
    tool = {**_tool(quantity={"type": "integer"}), "name": "adjust_stock"}
    assert _messages([tool]) == []
    tool = {**_tool(limit={"type": "integer"}), "description": "List the berths; -1 for all."}
    assert _messages([tool]) == []


def test_an_amount_that_is_paid_and_the_weight_of_a_body_are_not_negative() -> None:
    number: JsonValue = {"type": "number"}
    assert len(_messages([{**_tool(amount=number), "name": "pay_harbour_dues"}])) == 1
    assert len(_messages([_tool(weight=number, height=number)])) == 1
    assert _messages([_tool(weight=number)]) == []


def test_what_a_tool_is_called_and_says_of_other_numbers_makes_no_count_negative() -> None:
    assert len(_messages([{**_tool(limit={"type": "integer"}), "name": "find_by_status"}])) == 1
    text = "List the berths near a point (e.g., -8.5, 115.2), relative to the mole."
    assert len(_messages([{**_tool(limit={"type": "integer"}), "description": text}])) == 1


@check_each(
    ("name", "schema", "beyond"),
    [
        ("server_port", {"type": "integer"}, "65536"),
        ("lng", {"type": "number", "description": "Longitude of the harbour"}, "181"),
        ("http_status_code", {"type": "integer"}, "600"),
        ("status_code", {"type": "integer"}, ""),
        ("hour", {"type": "integer"}, "24"),
        ("start_hour", {"type": "integer", "description": "When it opens."}, "24"),
        ("forecast_hour", {"type": "integer"}, ""),
        ("hour", {"type": "integer", "minimum": 0, "description": "Hour of the tide since its start"}, ""),
        ("quarter", {"type": "integer", "description": "Quarter, such as 20261"}, ""),
        ("month", {"type": "integer", "description": "As YYYYMM"}, ""),
        ("budget_month", {"type": "number"}, ""),
        ("port", {"type": "integer", "default": 70000}, ""),
        ("port", {"type": "integer", "description": "Port, -1 for any."}, ""),
        ("lat", {"type": "number", "description": "Between -60 and 60."}, ""),
        ("lat", {"type": "number", "maximum": 60}, ""),
        ("lat", {"type": "number", "description": "Latitude, or metres (Web Mercator\u6295\u5f71)"}, ""),
        ("price_per_hour", {"type": "number"}, ""),
        ("port", {"type": "string"}, ""),
    ],
)
def test_a_number_whose_ends_everybody_knows_accepts_none_beyond_them(
    name: str, schema: JsonValue, beyond: str
) -> None:
    message = f"field `{name}` accepts numbers beyond its range, such as {beyond}"
    found_ones = [one for one in _messages([_tool(**{name: schema})]) if "beyond" in one]
    assert found_ones == ([message] if beyond else [])


@check_each(
    ("name", "schema", "is_reported"),
    [
        ("confidence", {"type": "number"}, True),
        ("severity_max", {"type": "number"}, True),
        ("min_score", {"type": "number", "description": "Minimum score of a berth."}, True),
        ("min_score", {"type": "number", "description": "Minimum score, higher is better."}, False),
        ("min_score", {"type": "number", "default": 0.7}, False),
        ("min_score", {"type": "number", "maximum": 10}, False),
        ("min_score", {"type": "number", "default": 0}, True),
        ("score", {"type": "number"}, False),
        ("priority", {"type": "integer"}, True),
        ("priority", {"type": "integer", "default": 0}, False),
        ("coupling_strength", {"type": "number", "description": "Coupling strength in rad/s"}, False),
    ],
)
def test_a_score_says_how_high_it_can_be(name: str, schema: JsonValue, is_reported: bool) -> None:
    message = f"nothing says on which scale `{name}` is"
    assert _messages([_tool(**{name: schema})]) == ([message] if is_reported else [])


def test_what_a_list_lacks_in_one_way_is_said_once() -> None:
    tools = [_tool(limit={"type": "integer"}), {**_tool(limit={"type": "integer"}), "name": "list_boats"}]
    (finding,) = found("number_range_stated", tools, _MCP)
    assert len(as_array(finding.evidence["places"])) == 2
    assert finding.hint.startswith('set "minimum": 0')
    ends = _tool(port={"type": "integer"}, lat={"type": "number"})
    (finding,) = found("number_range_stated", [ends], _MCP)
    assert '"minimum": 0 and "maximum": 65535 for `port`, "minimum": -90 and "maximum": 90 for `lat`' in finding.hint
