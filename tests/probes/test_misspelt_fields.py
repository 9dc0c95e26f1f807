"""A misspelt field whose value is lost is found by whatever the value changes, and by nothing that changes anyway."""

import itertools
from collections.abc import Callable

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import Report
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
SCHEMA: JsonObject = {
    "type": "object",
    "required": ["sku"],
    "properties": {"sku": {"type": "string"}, "vat_percent": {"type": "integer", "minimum": 1, "maximum": 30}},
}
GIVEN: JsonObject = {"sku": "a-1", "vat_percent": 7}
Answer = Callable[[JsonObject], JsonObject]


class Shop(SilentRuntime):
    """Ignores what it does not know, and answers with what a function makes of the rest."""

    def __init__(self, answer: Answer, *, reads: bool) -> None:
        self._answer, self._hints = answer, dict[str, JsonValue](readOnlyHint=reads)

    def describe(self) -> JsonObject:
        entry: JsonObject = {"description": "Reads.", "annotations": self._hints, "result_envelope": {}}
        return {"version": 2, "tools": [{**entry, "name": "get_price", "input_schema": SCHEMA}]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        return outcome_from_result(tool, {"content": [self._answer(as_object(arguments))]})


def judged(answer: Answer, *, reads: bool = True) -> Report:
    permissions = Permissions({"get_price": ToolSettings((GIVEN,), unknown_fields="reject")})
    return probe(
        Shop(answer, reads=reads),
        "shop",
        Plan(applied_probes(PROFILE, ["misspelt_field_rejected"]), PROFILE, permissions),
    )


def lost(answer: Answer, *, reads: bool = True) -> list[str]:
    return [one.message for one in judged(answer, reads=reads).findings if "is lost" in one.message]


def text(value: str) -> JsonObject:
    return {"type": "text", "text": value}


def price(arguments: JsonObject) -> int:
    percent = arguments.get("vat_percent", 0)
    return 1000 + (percent if isinstance(percent, int) else 0)


def image(data: str) -> JsonObject:
    return {"type": "image", "mimeType": "image/png", "data": data}


@check_each(("shown", "block"), [("{}", text), ("order 0x{}", text), ("iVBORw0K{}", image)])
def test_a_value_that_is_lost_is_found_though_it_changes_nothing_but_digits(
    shown: str, block: Callable[[str], JsonObject]
) -> None:
    (message,) = lost(lambda read: block(shown.format(price(read))))
    assert message.endswith("is silently accepted for `vat_percent`, and its value `7` is lost")


def echo(read: JsonObject) -> JsonObject:
    names = ", ".join(f"{name}={value}" for name, value in read.items())
    return text(f"1000 for {names}")


def test_an_echo_of_the_other_name_is_no_lost_value() -> None:
    assert lost(echo) == []


def test_a_count_of_calls_and_a_clock_are_no_lost_value() -> None:
    calls = itertools.count()
    assert lost(lambda read: text(f"{price(read)} at {next(calls)}")) == []


@check_each("calls_before", range(1, 20))
def test_a_number_that_changes_once_for_ever_is_no_lost_value(calls_before: int) -> None:
    calls = itertools.count()
    assert lost(lambda _read: text("1000" if next(calls) < calls_before else "1001")) == []


def test_a_tool_that_never_says_the_same_twice_is_undetermined() -> None:
    calls = itertools.count()
    report = judged(lambda _read: text("abcdefghijklmnopqrstuvwxyz"[next(calls) % 26 :]))
    (counts,) = [one for one in report.coverage if one.tool == "get_price"]
    assert (counts.tested, counts.undetermined) == (0, 1)


def test_rows_that_only_the_first_misspelt_call_deletes_are_a_lost_value() -> None:
    rows = ["a", "b", "c"]

    def delete(read: JsonObject) -> JsonObject:
        deleted = 0 if "vat_percent" in read else len(rows)
        if deleted:
            rows.clear()
        return text(f"deleted {deleted}")

    assert len(lost(delete, reads=False)) == 1
