"""`probe` and `audit` write what they find in every format, as `check` does."""

import html
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml

from conformance.commands.reporters import finding_formats
from tests.commands.reporters.pages import read_page
from tests.scenarios.scenario import run_command, working_in

_NOTES = 'def find_note(name: str, limit: int = 10) -> str:\n    """Find a note by its name."""\n    return "x"\n'
_RECORD = '{"tool_name": "find_note", "status": "done", "summary_text": "one note", "result": {}, "error": null}\n'
COMMANDS: Mapping[str, tuple[str, str]] = {
    "probe": (
        'probe -s python:format_notes:TOOLS --allow \'find_note={"name": "a"}\' --fail-on info --max-examples 5',
        "coercion",
    ),
    "audit": ("audit log.jsonl", "status_known"),
}
"""How each command is called here, and the rule or probe that it reports."""


def _junit_cases(text: str) -> list[tuple[str, bool]]:
    read: Any = JUnitXml
    return [(case.name, bool(case.result)) for suite in read.fromstring(text.encode()) for case in suite]


def _has_case(text: str, rule: str) -> bool:
    return (rule, True) in _junit_cases(text)


def _has_result(text: str, rule: str) -> bool:
    (run,) = json.loads(text)["runs"]
    rules = run["tool"]["driver"]["rules"]
    return any(one["ruleId"] == rule == rules[one["ruleIndex"]]["id"] for one in run["results"])


def _has_card(text: str, rule: str) -> bool:
    links = [one.attributes["href"] for one in read_page(text).named("a") if "href" in one.attributes]
    return f"#rule-{rule}" in links and rule in html.unescape(text)


HAS: Mapping[str, Callable[[str, str], bool]] = {
    "github": lambda text, rule: (
        re.search(rf"^::(error|notice) .*title={rule} \(find_note\)::", text, re.M) is not None
    ),
    "gitlab": lambda text, rule: rule in [one["check_name"] for one in json.loads(text)],
    "html": _has_card,
    "json": lambda text, rule: rule in [one["rule"] for one in json.loads(text)["findings"]],
    "junit": _has_case,
    "markdown": lambda text, rule: f"[{rule}]" in text.replace("\\", ""),
    "sarif": _has_result,
    "text": lambda text, rule: f"[{rule}]" in text,
}
"""How a report in each format is known to name a rule."""


@pytest.mark.parametrize("command", COMMANDS)
def test_one_run_writes_what_it_finds_in_all_formats(command: str, tmp_path: Path) -> None:
    assert set(HAS) == set(finding_formats())
    (tmp_path / "format_notes.py").write_text(f"{_NOTES}TOOLS = [find_note]\n", "utf-8")
    (tmp_path / "log.jsonl").write_text(_RECORD, "utf-8")
    call, rule = COMMANDS[command]
    outputs = " ".join(f"--format {name} --output out.{name}" for name in HAS)
    with working_in(tmp_path):
        status, output = run_command(f"conformance --quiet {call} {outputs}")
    assert (status, output) == (1, "")
    for name, has in HAS.items():
        text = (tmp_path / f"out.{name}").read_text("utf-8")
        assert has(text, rule), (name, text[:2000])
        assert not has(text, "no_such_rule"), name
