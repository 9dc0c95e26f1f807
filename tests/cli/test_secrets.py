"""No command prints, reports or writes a secret that its source contains or that the system prints."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from conformance.commands.reporters import finding_formats
from conformance.documents.values import JsonObject, JsonValue
from conformance.rules.examples import INVENTORY, TOOL
from tests.callback import secret_texts
from tests.scenarios.scenario import run_command, working_in
from tests.systems.adapters.programs import NOTES, program

SECRETS = ("option-5ecret", "variable-5ecret", "printed-5ecret", "user-5ecret", "query-5ecret")
FAILING = """
print("refused", sys.argv[-1], os.environ.get("NOTES_TOKEN"), "token=printed-5ecret", file=sys.stderr, flush=True)
sys.exit(3)
"""
OPTIONS = "--env NOTES_TOKEN=variable-5ecret"
FAILING_COMMANDS = (
    "probe {source} {options}",
    "probe {source} {options} --dry-run",
    "refresh tools.json {source} {options}",
    "refresh tools.json --check {source} {options}",
    "init {source} {options}",
    "replay saved {source} {options}",
)
ADDRESSES = (
    "mcp-http:http://u:user-5ecret@127.0.0.1:1/mcp?token=query-5ecret",
    "http://127.0.0.1:1/x?api_key=query-5ecret",
)


def _source(folder: Path, body: str) -> str:
    return f"-s '{program(folder, body)[:-1]} --api-key option-5ecret\"'"


def _run(command: str, source: str, options: str = OPTIONS) -> tuple[int, str]:
    return run_command("conformance " + command.format(source=source, options=options))


def _written(folder: Path) -> str:
    return "".join(file.read_text("utf-8") for file in folder.rglob("*") if file.is_file() and file.suffix != ".py")


def _require_hidden(text: str) -> None:
    assert [secret for secret in SECRETS if secret in text] == []


def _saved(source: str) -> Mapping[str, object]:
    known = {"version": 1, "source": source, "probe": "catalog_stable", "tool": None, "seed": 0}
    return {**known, "fingerprint": "", "message": "", "evidence": {}}


@pytest.mark.parametrize("command", FAILING_COMMANDS)
def test_a_program_that_fails_gives_no_secret_away(command: str, tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved/a.replay.json").write_text(json.dumps(_saved("reference")))
    with working_in(tmp_path):
        status, output = _run(command, _source(tmp_path, FAILING))
    assert status == 2
    assert "--api-key ***" in output
    assert "refused *** *** token=***" in output
    _require_hidden(output + _written(tmp_path))


@pytest.mark.parametrize("source", ADDRESSES)
def test_an_address_that_cannot_be_reached_gives_no_secret_away(source: str, tmp_path: Path) -> None:
    if source.startswith("mcp"):
        pytest.importorskip("mcp")
    for command in FAILING_COMMANDS[:-1]:
        with working_in(tmp_path):
            status, output = _run(command, f"-s '{source}'", "--start-timeout 2")
        assert status == 2
        assert "127.0.0.1:1" in output
        _require_hidden(output)


def test_no_format_of_a_report_contains_the_secret_of_a_source(tmp_path: Path) -> None:
    formats = " ".join(f"-f {name} -o report.{name}" for name in finding_formats())
    with working_in(tmp_path):
        status, output = run_command(
            f"conformance probe {_source(tmp_path, NOTES)} {OPTIONS} {formats} --save saved --fail-on info"
        )
    assert status == 1, output
    reports = {file.suffix: file.read_text("utf-8") for file in tmp_path.glob("report.*")}
    assert len(reports) == len(finding_formats())
    assert "--api-key ***" in reports[".json"]
    assert (tmp_path / "saved").exists()
    _require_hidden(output + _written(tmp_path))


def test_init_writes_no_secret_and_says_where_it_has_to_come_from(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command(f"conformance init {_source(tmp_path, NOTES)} {OPTIONS} --env DEBUG=1")
    assert status == 0, output
    assert "not written: the value of `NOTES_TOKEN`; set this variable before later commands" in output
    assert "not written: the source, which contains what looks like a secret" in output
    _require_hidden(output + _written(tmp_path))
    with working_in(tmp_path):
        (tmp_path / "conformance.toml").unlink()
        plain = f"-s '{program(tmp_path, NOTES)}'"
        assert run_command(f"conformance init {plain} {OPTIONS} --env DEBUG=1")[0] == 0
    assert 'env = ["NOTES_TOKEN", "DEBUG=1"]' in (tmp_path / "conformance.toml").read_text()


def test_refresh_repeats_its_command_without_secrets(tmp_path: Path) -> None:
    source = _source(tmp_path, NOTES)
    (tmp_path / "tools.json").write_text('{"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": []}')
    with working_in(tmp_path):
        status, output = run_command(f"conformance refresh tools.json --check {source} {OPTIONS}")
    assert status == 1
    assert "--api-key ***" in output
    assert "--env NOTES_TOKEN" in output
    _require_hidden(output)


def test_a_failure_saved_without_its_secret_needs_its_source_again(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved/a.replay.json").write_text(json.dumps(_saved("mcp-stdio:s --token ***")))
    with working_in(tmp_path):
        status, output = run_command("conformance replay saved")
    assert status == 2
    assert "was saved without its secret" in output


def test_what_is_no_secret_is_printed_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / ("0123456789abcdef" * 2 + "01234567")
    folder.mkdir()
    body = 'print("token.py: no token=None, 40960 tokens", file=sys.stderr, flush=True); sys.exit(3)'
    (folder / "token.py").write_text(f"import sys\n{body}\n")
    with working_in(tmp_path):
        output = run_command(f"conformance probe -s 'command:{sys.executable} {folder.name}/token.py --tokens 5'")[1]
    assert f"{folder.name}/token.py --tokens 5" in output
    assert "stderr: 'token.py: no token=None, 40960 tokens'" in output


def test_no_command_shows_a_secret_behind_an_escape(tmp_path: Path) -> None:
    secrets = secret_texts.SECRETS.values()
    texts = [context(secret) for context in secret_texts.CONTEXTS.values() for secret, _ in secrets]
    (tmp_path / "texts.json").write_text(json.dumps(texts))
    failing = f"for text in json.load(open({str(tmp_path / 'texts.json')!r}))[int(sys.argv[-1]) :: 40]: "
    failing += "print(text, file=sys.stderr, flush=True)\nsys.exit(3)"
    (tmp_path / "server.py").write_text(f"import json, sys\n{failing}\n")
    failed: JsonObject = {"tool_name": "ExecCommand", "status": "error", "summary_text": "failed", "result": None}
    errors: list[JsonObject] = [{"kind": f"Bad {one}", "message": one, "retryable": f"no {one}"} for one in texts]
    records = [json.dumps({**failed, "error": error}) for error in errors]
    (tmp_path / "log.jsonl").write_text("\n".join(records))
    formats = " ".join(f"-f {name} -o report.{name}" for name in finding_formats())
    with working_in(tmp_path):
        shown = [run_command(f"conformance probe -s 'command:{sys.executable} server.py {at}'")[1] for at in range(3)]
        shown.append(run_command(f"conformance audit log.jsonl --max-findings 100000 {formats}")[1])
    shown += [file.read_text("utf-8") for file in tmp_path.glob("report.*")]
    found = json.loads((tmp_path / "report.json").read_text("utf-8"))["findings"]
    assert len({one["location"]["line"] for one in found if one["rule"] == "no_secrets"}) == len(texts)
    assert [body for _, body in secrets if any(body[:8] in one or body[-8:] in one for one in shown)] == []


TOKEN = "ghp_" + "A1b2" * 9


def _inventory(description: str, properties: JsonObject, *required: JsonValue) -> str:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    tool: JsonObject = {**TOOL, "description": description, "input_schema": {**schema, "required": [*required]}}
    return json.dumps({**INVENTORY, "tools": [tool]})


# One token in each part of a tool that a change quotes: description, values, default, constant and name of a field.
WITH_TOKEN = _inventory(
    f"Send {TOKEN}", {"key": {"enum": [TOKEN, "b"], "default": TOKEN}, "a": {"const": TOKEN}, TOKEN: {}}, "key"
)
WITH_ANOTHER = _inventory(f"Send it {TOKEN}", {"key": {"enum": ["b", TOKEN + "x"], "default": TOKEN + "x"}}, "key")


def test_no_format_of_drift_contains_a_secret_of_either_version(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(WITH_TOKEN)
    (tmp_path / "new.json").write_text(WITH_ANOTHER)
    with working_in(tmp_path):
        for name in finding_formats():
            status, output = run_command(f"conformance drift old.json new.json -f {name}")
            assert status == 1, output
            assert "***" in output
            assert TOKEN[:12] not in output, name


def test_a_break_that_quotes_a_secret_is_accepted_by_the_fingerprint_that_is_shown(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(WITH_TOKEN)
    (tmp_path / "new.json").write_text(WITH_ANOTHER)
    with working_in(tmp_path):
        changes = json.loads(run_command("conformance drift old.json new.json -f json")[1])["changes"]
        breaks = [one["fingerprint"] for one in changes if one["verdict"] == "breaking"]
        entries = [f'[[accept]]\nfingerprint = "{one}"\nreason = "agreed"\n' for one in breaks]
        (tmp_path / "conformance.toml").write_text("".join(entries))
        status, output = run_command("conformance drift old.json new.json")
    assert len(breaks) == 3
    assert status == 0, output


def test_no_test_of_an_inventory_prints_a_secret_of_it(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nconformance_inventory = inv.json\n")
    (pytester.path / "inv.json").write_text(WITH_TOKEN)
    output = pytester.runpytest("-p", "no:xdist", "-vv", "--junitxml=report.xml").stdout.str()
    assert "***" in output
    assert TOKEN[:12] not in output + (pytester.path / "report.xml").read_text()


def test_no_command_and_no_node_id_prints_a_secret_in_the_name_of_a_tool(pytester: pytest.Pytester) -> None:
    folder = pytester.path
    body = NOTES.replace('"ReadNote"', f'"read_{TOKEN}"').replace("read a note", TOKEN)
    source = f"-s '{program(folder, body)}'"
    tools = [{"name": f"read_{TOKEN}", "description": "Read a note.", "inputSchema": {"type": "object"}}]
    (folder / "tools.json").write_text(json.dumps({"tools": tools}))
    for command in ("cost tools.json", "cost tools.json -f json", f"probe {source} --dry-run", f"probe {source}"):
        output = run_command(f"conformance {command}")[1]
        assert "read_***" in output, output
        assert TOKEN[:12] not in output, command
    pytester.makeini("[pytest]\nconformance_inventory = tools.json\n")
    output = pytester.runpytest("-p", "no:xdist", "-vv", "--junitxml=report.xml").stdout.str()
    assert "::read_" in output
    assert TOKEN[:12] not in output + (folder / "report.xml").read_text()


def test_refresh_names_no_tool_by_a_token(tmp_path: Path) -> None:
    listed, token = tmp_path / "list.json", f"ghp_{'a1B2' * 9}"
    with working_in(tmp_path):
        for name, words in ((token, "wrote"), ("other", "kept tool `***`"), ("more", "removed tools `other`, `***`")):
            tool = {"name": name, "description": "A thing.", "inputSchema": {"type": "object", "properties": {}}}
            listed.write_text(json.dumps({"tools": [tool]}), "utf-8")
            prune = "--prune" if words.startswith("removed") else ""
            _, output = run_command(f"conformance refresh i.json --source list.json {prune}")
            assert words in output
            assert token not in output
