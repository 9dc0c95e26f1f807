"""Measure audits against what is possible: one ``orjson.loads`` and one native ``is_valid`` per line.

Run: python benchmarks/audit.py
Prints a table: microseconds per line, and the share of the speed of the baseline. Exit 1 if a screen passes a line in
which a rule finds something, misses a line that is clean, or asks more rules than the one that finds something.
"""

import importlib
import json
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import jsonschema
import jsonschema_rs

from conformance.commands.audit import audit_traces
from conformance.commands.audited_lines import Audit
from conformance.commands.judge import judge_surface
from conformance.commands.registry import applied_rules, rules_on
from conformance.commands.screening import LineScreen
from conformance.documents.strict_json import ParsedText, parse_bytes
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory import Inventory
from conformance.rules.examples import from_tool
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Record, Surface
from conformance.systems.traces import file_source

PROFILE = load_profile("holon")
RULES = rules_on(applied_rules(PROFILE), {"records"})
_ITEM: JsonValue = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "status": {"type": "string"}, "title": {"type": "string"}},
    "required": ["id", "status"],
}
RESULT: JsonObject = {
    "type": "object",
    "properties": {"tasks": {"type": "array", "items": _ITEM}, "next_cursor": {"type": ["string", "null"]}},
    "required": ["tasks"],
}
ENVELOPE: JsonObject = {
    "type": "object",
    "properties": {"tool_name": {"const": "ListTasks"}, "status": {"type": "string"}, "result": RESULT},
    "required": ["tool_name", "status", "summary_text", "result"],
}
INVENTORY: Inventory = from_tool({"name": "ListTasks", "result_envelope": {"success_result_schema": RESULT}}).inventory
# Items of a list that make lines of about 1 KiB and 20 KiB.
SIZES = (11, 245)
_RUNS, _SECONDS = 5, 0.2
# Lines of a log that is audited as a whole.
_LINES = 2_000


def envelope(items: int, number: int) -> JsonObject:
    """Return a clean envelope that lists so many tasks."""
    tasks: list[JsonValue] = [
        {"id": f"task_{number}_{at}", "status": "running", "title": f"Run the tests of module {at}"}
        for at in range(items)
    ]
    head: JsonObject = {"tool_name": "ListTasks", "status": "success", "summary_text": "tasks that run"}
    return {**head, "result": {"tasks": tasks, "next_cursor": None}, "error": None}


def microseconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call, the best of several runs."""
    timer = timeit.Timer(work, timer=time.process_time)
    count = 1
    while timer.timeit(count) < _SECONDS / 4:
        count *= 2
    return min(timer.repeat(_RUNS, count)) / count * 1e6


def judge(line: bytes) -> bool:
    """Say whether the rules find anything in a line."""
    parsed = parse_bytes(line)
    assert isinstance(parsed, ParsedText)
    records = [Record("1", parsed.value)]
    return bool(judge_surface(Surface("log", INVENTORY, records), PROFILE, RULES).findings)


def audit_microseconds(line: bytes, by: Audit) -> float:
    """Return the processor time of one line in an audit of a log of such lines, from file to report."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        log.write_bytes((line + b"\n") * _LINES)
        return microseconds(lambda: audit_traces([file_source(log)], by)) / _LINES


def measure(items: int, loads: Callable[[bytes], Any]) -> bool:
    """Print the rows of one size; return whether the screen decided rightly."""
    line = json.dumps(envelope(items, 1)).encode()
    wrong = json.dumps({**envelope(items, 1), "summary_text": " "}).encode()
    native: Any = jsonschema_rs.Draft202012Validator(cast("Any", ENVELOPE))
    library: Any = jsonschema.Draft202012Validator(ENVELOPE)
    screen = LineScreen(INVENTORY, PROFILE, RULES)
    screen.look(line)
    passed, asked = screen.look(line), screen.look(wrong)
    is_right = passed is not None and not passed.asked and not judge(line)
    is_right = is_right and asked is not None and set(asked.asked) == {"summary_present"} and judge(wrong)
    by = Audit(INVENTORY, PROFILE, applied_rules(PROFILE))
    rows: dict[str, Callable[[], object]] = {
        "baseline: orjson and jsonschema_rs": lambda: native.is_valid(loads(line)),
        "json and jsonschema": lambda: library.is_valid(json.loads(line)),
        "all rules, line passed by the screens": lambda: screen.look(line),
        "all rules, clean line, without screens": lambda: judge(line),
        "all rules, a finding in each line, without screens": lambda: judge(wrong),
    }
    times = {name: microseconds(work) for name, work in rows.items()}
    times["the whole audit, clean lines"] = audit_microseconds(line, by)
    times["the whole audit, a finding in each line"] = audit_microseconds(wrong, by)
    baseline = next(iter(times.values()))
    for name, cost in times.items():
        print(f"| {len(line):,} | {name} | {cost:,.1f} | {baseline / cost:.4f} |")
    return is_right


def main() -> int:
    """Print the table."""
    loads: Callable[[bytes], Any] = importlib.import_module("orjson").loads
    print("| bytes | what | us per line | share of the baseline |\n|---|---|---|---|")
    are_right = [measure(items, loads) for items in SIZES]
    return 0 if all(are_right) else 1


if __name__ == "__main__":
    sys.exit(main())
