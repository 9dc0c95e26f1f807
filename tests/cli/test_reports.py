"""``--output`` belongs to the ``--format`` before it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli._output import colour_text
from conformance.cli._sinks import Sink, pair_outputs
from conformance.commands.reporters import finding_formats
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
        "conformance audit input -f json -o new.json -f text -o ./input",
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("-f json -f sarif", "several reports would be written to standard output: json, sarif"),
        ("-f text -f json", "several reports would be written to standard output: text, json"),
        ("-f json -o a -f sarif -o a", "several reports would be written to `a`: json, sarif"),
        ("-f json -o a -o b", "`--output b` has no `--format` of its own"),
    ],
)
def test_reports_are_never_mixed(options: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.jsonl").write_text(LOG)
    monkeypatch.chdir(tmp_path)
    status, output = run_command(f"conformance audit log.jsonl {options}")
    assert (status, message in output) == (2, True), output
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_each_format_is_written_to_its_own_file_and_text_and_annotations_to_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log.jsonl").write_text('{"tool_name": "ListTasks", "status": "success", "result": null}\n')
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        (tmp_path / name).write_text("before\n")
        monkeypatch.setenv(name, str(tmp_path / name))
    files = " ".join(f"-f {name} -o report.{name}" for name in finding_formats() if name not in ("text", "github"))
    _, output = run_command(f"conformance audit log.jsonl -f text -f github {files}")
    assert "  error[" in output
    assert "\n::error file=log.jsonl,line=1," in output
    assert (tmp_path / "GITHUB_STEP_SUMMARY").read_text().startswith("before\n## log.jsonl")
    assert re.search(r"before\nerror=[1-9]", (tmp_path / "GITHUB_OUTPUT").read_text())
    assert json.loads((tmp_path / "report.sarif").read_text())["runs"][0]["results"]
    (tmp_path / "GITHUB_OUTPUT").write_text("")
    run_command("conformance audit log.jsonl -f github -o annotations.txt -f github")
    assert (tmp_path / "GITHUB_OUTPUT").read_text().count("error=") == 1
    (tmp_path / "GITHUB_OUTPUT").write_text("")
    run_command("conformance audit log.jsonl -f github -o annotations.txt")
    assert re.fullmatch(r"error=[1-9]\n[^:]+", (tmp_path / "GITHUB_OUTPUT").read_text())
    assert "::error file=log.jsonl,line=1," in (tmp_path / "annotations.txt").read_text()
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "no" / "folder"))
    status, output = run_command("conformance audit log.jsonl -f github")
    assert (status, "cannot write the file of `GITHUB_OUTPUT`" in output) == (2, True)


def test_a_report_may_replace_the_report_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.jsonl").write_text(LOG)
    (tmp_path / "report.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    status, _ = run_command("conformance audit log.jsonl -f json -o report.json")
    assert status != 2
    assert '"findings"' in (tmp_path / "report.json").read_text()


_COLOUR_NAMES = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM")


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": ""}, False),
    ],
)
def test_colours_are_shown_where_they_are_wanted_and_change_no_character(
    environment: dict[str, str], coloured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log.jsonl").write_text('{"tool_name": "' + "long" * 99 + '  [red]x\\t:smile:"}\n[1]\n')
    monkeypatch.chdir(tmp_path)
    for name in _COLOUR_NAMES:
        monkeypatch.delenv(name, raising=False)
    _, plain = run_command("conformance audit log.jsonl")
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    _, output = run_command("conformance audit log.jsonl -f text -f json -o report.json -f text -o report.txt")
    assert ("\x1b[1;31m  error[envelope_fields]\x1b[0m" in output) == coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", output) == plain
    assert "\x1b" not in (tmp_path / "report.txt").read_text() + (tmp_path / "report.json").read_text()


def test_a_terminal_shows_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _COLOUR_NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert colour_text("  error[x]: y", {r"error\[x\]": "red"}) == "  \x1b[31merror[x]\x1b[0m: y"
    assert colour_text('{"a": 1}', {}) == '{"a": 1}'


def test_an_error_is_coloured_where_standard_error_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _COLOUR_NAMES:
        monkeypatch.delenv(name, raising=False)
    _, plain = run_command("conformance chek")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, output = run_command("conformance chek")
    assert "\x1b[1;31merror:\x1b[0m `conformance` has" in output
    assert "\x1b[32m  help:\x1b[0m did you" in output
    assert re.sub("\x1b\\[[0-9;]*m", "", output) == plain


def test_a_record_does_not_replace_what_the_configuration_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ours.toml").write_text('extends = "mcp"\n')
    (tmp_path / "conformance.toml").write_text('profile = "ours.toml"\n')
    monkeypatch.chdir(tmp_path)
    for name in ("ours.toml", "conformance.toml"):
        before = (tmp_path / name).read_text()
        source = "python:conformance.probes.miniatures:sound"
        status, output = run_command(f"conformance probe -s {source} --max-examples 1 --record {name}")
        assert (status, "is an input of this command" in output) == (2, True), output
        assert (tmp_path / name).read_text() == before


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("probe --record same.json -f json -o same.json", "`--record` and `--output` name the same file"),
        ("probe --record ./log.jsonl --baseline log.jsonl --write-baseline", "`--record` and `--baseline` name the"),
        ("probe --record tools.json --config tools.json", "`--record` and `--config` name the same file"),
        ("audit log.jsonl --checkpoint same.json -f json -o same.json", "`--checkpoint` and `--output` name the"),
        ("probe -s openai:tools.json -f json -o tools.json", "`tools.json` is an input of this command"),
        ("audit logs -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input of this command"),
        ("audit 'logs/*.jsonl' -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input of this command"),
        ("check 't*.json' -f json -o tools.json", "`tools.json` is an input of this command"),
        ("check --fix tools.json --calls 'l*/*' -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("drift tools.json tools.json --calls . -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("drift tools.json tools.json --calls 'logs/*' -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("probe --uncovered-first --calls 'logs/*' -f json -o logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("probe --uncovered-first --calls 'logs/*' --record logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("probe --uncovered-first --calls logs/one.jsonl --record logs/one.jsonl", "`logs/one.jsonl` is an input"),
        ("probe -s openai:tools.json --record tools.json", "`tools.json` is an input of this command"),
        ("audit 'logs/*' --checkpoint logs/one.jsonl", "`logs/one.jsonl` is an input of this command"),
        ("audit 'logs/*' --baseline logs/one.jsonl --write-baseline", "`logs/one.jsonl` is an input of this command"),
        ("check tools.json -f json -o same.json -f html -o link.json", "several reports would be written to "),
    ],
)
def test_two_uses_of_one_file_are_refused_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, says: str
) -> None:
    (tmp_path / "logs").mkdir()
    for name in ("log.jsonl", "tools.json", "logs/one.jsonl"):
        (tmp_path / name).write_text("[]")
    (tmp_path / "link.json").symlink_to("same.json")
    monkeypatch.chdir(tmp_path)
    status, output = run_command(f"conformance {command}")
    assert status == 2
    assert says in output
    assert (tmp_path / "logs/one.jsonl").read_text() == (tmp_path / "tools.json").read_text() == "[]"
    assert not (tmp_path / "same.json").exists()


TOOLS = '[{"name": "ListNotes", "description": "List the notes.", "inputSchema": {"type": "object"}}]'


@pytest.mark.parametrize("command", ["audit - -f json -o in.json", "check - -f json -o ./in.json"])
def test_the_file_behind_standard_input_is_an_input_too(tmp_path: Path, command: str) -> None:
    file = tmp_path / "in.json"
    file.write_text(TOOLS)
    program = [sys.executable, "-m", "conformance", *command.split()]
    with file.open() as opened:
        done = subprocess.run(program, stdin=opened, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "in.json` is an input of this command" in done.stderr
    assert file.read_text() == TOOLS
    done = subprocess.run(program, input=TOOLS, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "is an input of this command" not in done.stderr, "a pipe is no file that a report can replace"
