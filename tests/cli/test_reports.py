"""``--output`` belongs to the ``--format`` before it."""

from pathlib import Path

import pytest

from conformance.cli._reports import Sink, pair_outputs
from tests.scenarios.scenario import run_command


@pytest.mark.parametrize(
    ("args", "sinks"),
    [
        ([], [Sink("text")]),
        (["--format", "json"], [Sink("json")]),
        (["--format", "json", "--output", "a.json"], [Sink("json", Path("a.json"))]),
        (["-f", "text", "-f", "json", "-o", "a.json"], [Sink("text"), Sink("json", Path("a.json"))]),
        (["--format=json", "--output=a.json", "-ftext"], [Sink("json", Path("a.json")), Sink("text")]),
        (["--output", "a.txt"], [Sink("text", Path("a.txt"))]),
        (["x.json", "--", "--format", "json"], [Sink("text")]),
    ],
)
def test_each_output_goes_to_the_format_before_it(args: list[str], sinks: list[Sink]) -> None:
    assert pair_outputs(args) == sinks


LOG = '{"tool_name": "ListTasks", "status": "success", "summary_text": "none", "result": {}, "error": null}\n'


@pytest.mark.parametrize(
    "command",
    [
        "conformance audit input -f json -o input",
        "conformance audit input -f json -o link",
        "conformance audit input -f json -o new.json -o ./input",
        "conformance callback check input -f json -o input",
        "conformance check input --output=input",
        "conformance check -o inventory.json",
        "conformance check -o README.md",
        "conformance check --config conformance.toml -f json -o conformance.toml",
        "conformance drift input inventory.json -f json -o input",
        "conformance probe --source input -f json -o input",
        "conformance audit other --inventory input -o input",
    ],
)
def test_a_report_never_replaces_what_it_judges(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"input": LOG, "other": LOG, "inventory.json": '{"version": 2, "tools": []}', "README.md": "# Tools\n"}
    texts["conformance.toml"] = 'inventory = "inventory.json"\ndocs = "README.md"\n'
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link").symlink_to("input")
    monkeypatch.chdir(tmp_path)
    status, output = run_command(command)
    assert status == 2
    assert "is an input of this command" in output
    assert {name: (tmp_path / name).read_text() for name in texts} == texts
    assert not (tmp_path / "new.json").exists()


def test_a_report_may_replace_the_report_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.jsonl").write_text(LOG)
    (tmp_path / "report.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    status, _ = run_command("conformance audit log.jsonl -f json -o report.json")
    assert status != 2
    assert '"findings"' in (tmp_path / "report.json").read_text()
