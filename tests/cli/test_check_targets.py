"""``check`` takes what a newcomer has: a running server, a pipe, a list in Python, several at once."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.packaged import embedded_inventory
from tests.documents.test_git import git
from tests.scenarios.scenario import run_command, working_in
from tests.systems.adapters.programs import mcp_server, program

LIST: Any = [{"name": "read_note", "description": "Read.", "input_schema": {"type": "object", "properties": {}}}]


def findings(command: str) -> list[dict[str, Any]]:
    output = run_command(f"{command} --format json")[1]
    return json.loads(output[output.index("{\n") :])["findings"]


def pipe(monkeypatch: pytest.MonkeyPatch, value: object) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(value).encode())))


def test_a_list_that_is_piped_in_is_checked_by_the_profile_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, LIST)
    status, output = run_command("conformance check -")
    assert status == 0
    assert "standard input: list of Anthropic tools: profile anthropic; --profile to change" in output


def test_a_running_mcp_server_is_checked_in_its_own_words(tmp_path: Path) -> None:
    source = mcp_server(tmp_path, "serve()")
    status, output = run_command(f"conformance check '{source}'")
    assert status == 0
    assert "inventory from an MCP server, revision 2025-06-18: profile mcp; --profile to change" in output
    (open_inputs,) = [one for one in findings(f"conformance check '{source}'") if one["rule"] == "mcp_open_inputs"]
    assert (open_inputs["pointer"], open_inputs["location"]) == ("/tools/0/inputSchema", None)


def test_a_list_in_python_has_pointers_and_no_lines_of_a_file_that_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "check_targets_list.py").write_text(f"TOOLS = {LIST!r}")
    with working_in(tmp_path):
        found = findings("conformance check anthropic:check_targets_list:TOOLS --profile holon")
    assert {one["pointer"] for one in found if one["rule"] == "tool_name_case"} == {"/0/name"}
    assert {one["location"] for one in found} == {None}


def test_a_foreign_list_is_not_asked_for_what_it_has_no_place_for(tmp_path: Path) -> None:
    with working_in(tmp_path):
        Path("list.json").write_text(json.dumps(LIST))
        rules = {one["rule"] for one in findings("conformance check list.json --profile holon")}
    assert "tool_name_case" in rules
    assert rules.isdisjoint({"capability_declared", "stability_declared", "envelope_declared"})


def test_a_named_profile_wins_over_the_one_that_fits(tmp_path: Path) -> None:
    with working_in(tmp_path):
        Path("list.json").write_text(json.dumps(LIST))
        Path("conformance.toml").write_text('profile = "holon"\n')
        status, output = run_command("conformance check list.json")
        assert status == 1
        assert "--profile to change" not in output
        assert run_command("conformance check list.json --profile anthropic")[0] == 0


def test_the_worst_of_several_inputs_is_the_exit_status_and_the_report_has_a_part_for_each(tmp_path: Path) -> None:
    with working_in(tmp_path):
        Path("good.json").write_text(json.dumps(LIST))
        Path("bad.json").write_text(json.dumps([{**LIST[0], "name": "read note"}]))
        Path("broken.json").write_text("[")
        assert run_command("conformance check good.json good.json")[0] == 0
        assert run_command("conformance check good.json bad.json")[0] == 1
        status, output = run_command("conformance check good.json bad.json broken.json --format json")
    report = json.loads(output[output.index("{\n") :])
    assert status == 2
    assert [part["subject"] for part in report["parts"]] == ["good.json", "bad.json", "broken.json"]
    assert [part["summary"]["error"] for part in report["parts"]] == [0, 1, 0]
    assert "broke_off" in report["parts"][2]
    assert report["summary"]["error"] == 1


def test_an_inventory_that_was_written_from_a_list_is_judged_like_the_list(tmp_path: Path) -> None:
    source = mcp_server(tmp_path, "serve()")
    with working_in(tmp_path):
        Path("chat.json").write_text(json.dumps([{"type": "function", "function": {"name": "a", "parameters": {}}}]))
        for origin, profile in ((source, "mcp"), ("chat.json", "openai")):
            run_command(f"conformance refresh {profile}.json --source '{origin}'")
            assert f"profile {profile};" in run_command(f"conformance check {profile}.json")[1]


def test_a_system_with_an_inventory_of_its_own_is_judged_by_the_specification(tmp_path: Path) -> None:
    source = program(
        tmp_path, 'for asked in requests(): described(asked, {"name": "read_note", "input_schema": {"type": "object"}})'
    )
    assert {"tool_name_case", "capability_declared"} <= {
        one["rule"] for one in findings(f"conformance check '{source}'")
    }


def test_a_configuration_that_names_no_profile_leaves_the_choice_to_what_is_checked(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps(LIST))
    (tmp_path / "conformance.toml").write_text('fail_on = "error"\n')
    with working_in(tmp_path):
        assert "list.json: list of Anthropic tools: profile anthropic;" in run_command("conformance check list.json")[1]


def test_the_configured_profile_is_for_the_kind_of_the_configured_inventory(tmp_path: Path) -> None:
    server: Any = {"tools": [{"name": "read_note", "inputSchema": {"type": "object", "properties": {}}}]}
    for name, content in (("own.json", server), ("same.json", server), ("other.json", LIST)):
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "ours.toml").write_text('extends = "mcp"\nname = "ours"\nsummary = "Ours."\n')
    (tmp_path / "conformance.toml").write_text('inventory = "own.json"\nprofile = "ours.toml"\n')
    with working_in(tmp_path):
        for target in ("", "own.json", "same.json"):
            assert "--profile to change" not in run_command(f"conformance check {target}")[1]
        chosen = "other.json: list of Anthropic tools, not of the kind of the configured inventory: profile anthropic; "
        assert f"{chosen}--profile to change" in run_command("conformance check other.json")[1]
        found = findings("conformance check other.json --profile mcp")
        assert {one["rule"] for one in found} >= {"mcp_open_inputs"}
        (tmp_path / "conformance.toml").write_text('profile = "ours.toml"\n')
        assert "profile anthropic" not in run_command("conformance check other.json")[1]


def test_the_inventory_of_the_folder_is_checked_where_none_is_named(tmp_path: Path) -> None:
    own = tmp_path / "model-tool-schema-inventory.json"
    own.write_text(json.dumps({"tools": [{"name": "get_note", "inputSchema": {"type": "object", "minLength": "x"}}]}))
    with working_in(tmp_path):
        status, output = run_command("conformance check")
    assert (status, "get_note" in output) == (1, True), output


def test_a_copy_of_the_embedded_inventory_is_judged_with_its_results(tmp_path: Path) -> None:
    (tmp_path / "model-tool-schema-inventory.json").write_bytes(embedded_inventory().read_bytes())
    with working_in(tmp_path):
        status, output = run_command("conformance check")
    assert (status, "checked embedded reference contract" in output) == (0, True), output


@pytest.mark.parametrize("name", ["text", "json", "junit", "html", "markdown"])
def test_what_is_no_list_of_the_user_is_called_so_in_every_report(name: str, tmp_path: Path) -> None:
    with working_in(tmp_path):
        run_command(f"conformance -q check --format {name} --output report")
    assert "embedded reference contract" in (tmp_path / "report").read_text()


def test_a_hook_that_has_none_of_the_users_tools_to_check_does_not_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRE_COMMIT", "1")
    with working_in(tmp_path):
        status, output = run_command("conformance check")
        assert (status, "`args: [FILE]` in the hook" in output) == (2, True), output
        (tmp_path / "tools.json").write_text(json.dumps(LIST))
        assert run_command("conformance check tools.json")[0] == 0
        (tmp_path / "model-tool-schema-inventory.json").write_bytes(embedded_inventory().read_bytes())
        assert run_command("conformance check")[0] == 0


def test_the_usual_file_of_a_folder_is_not_called_an_example(tmp_path: Path) -> None:
    tools = [{"name": "find_note", "description": "Finds a note.", "inputSchema": {"type": "object"}}]
    (tmp_path / "model-tool-schema-inventory.json").write_text(json.dumps({"tools": tools}))
    with working_in(tmp_path):
        output = run_command("conformance check --no-cache")[1]
    assert "it is in this folder" in output
    assert "example" not in output
    (tmp_path / "model-tool-schema-inventory.json").unlink()
    with working_in(tmp_path):
        assert "tools are an example" in run_command("conformance check --no-cache")[1]


def test_a_revision_that_is_none_is_not_printed(tmp_path: Path) -> None:
    """Somebody may have put a secret there; the rule on revisions says what is wrong, without the value."""
    for revision, says in (("ghp_" + "a1B2c3" * 6, "unknown revision"), ("2025-06-18", "revision 2025-06-18")):
        (tmp_path / "tools.json").write_text(json.dumps({"tools": [], "protocolVersion": revision}))
        with working_in(tmp_path):
            output = run_command("conformance check tools.json --no-cache")[1]
        assert f"tool list of an MCP server, {says}: profile mcp" in output
        assert "ghp_a1" not in output


@pytest.mark.parametrize("command", ["cost", "lower --to openai", "baseline", "drift", "drift pyproject.toml"])
def test_a_command_that_reads_a_file_says_how_a_system_becomes_one(command: str) -> None:
    status, output = run_command(f"conformance {command} 'mcp-stdio:\"python server.py\"'")
    assert status == 2
    assert "is a source, and this command reads a file" in output
    assert "conformance refresh model-tool-schema-inventory.json --source ..." in output


def test_lists_in_a_sub_folder_that_are_not_read_with_a_folder_are_named(tmp_path: Path) -> None:
    with working_in(tmp_path):
        for name in ("lists/sub/other.json", "lists/.kept/other.json", "lists/data/other.json"):
            Path(name).parent.mkdir(parents=True)
        Path("lists/data/other.json").write_text('{"name": "no list"}')
        Path("lists/.kept/other.json").write_text(json.dumps(LIST))
        Path("lists/list.json").write_text(json.dumps(LIST))
        unread = "sub-folders are not read"
        assert unread not in run_command("conformance check lists")[1]
        Path("lists/sub/other.json").write_text(json.dumps(LIST))
        assert (
            f"`lists`: {unread}, though `lists/sub/other.json` lists tools" in run_command("conformance check lists")[1]
        )
        assert unread not in run_command("conformance check lists lists/sub")[1]
        assert unread not in run_command("conformance check lists/**/*.json")[1]
        Path("lists/list.json").unlink()
        status, output = run_command("conformance check lists")
        assert (status, f"help: {unread}: pass `lists/sub`" in output) == (2, True), output


def _two_inventories(folder: Path, ignored: str) -> None:
    """Write two lists, pytest's line that names them, and an ignore of what one tool has."""
    for name in ("a", "b"):
        tool = {"name": f"read_{name}", "description": f"Reads {name}.", "inputSchema": {"type": "object"}}
        (folder / f"{name}.json").write_text(json.dumps({"tools": [tool]}))
    (folder / "pytest.ini").write_text("[pytest]\nconformance_inventory =\n  a.json\n  b.json\n")
    ignore = f'[[ignore]]\nrule = "mcp_annotations"\ntool = "{ignored}"\nreason = "agreed"\n'
    (folder / "conformance.toml").write_text(ignore)


@pytest.mark.parametrize("targets", ["", "a.json b.json"])
def test_a_run_of_all_inventories_that_pytest_names_finds_what_is_stale(targets: str, tmp_path: Path) -> None:
    for ignored in ("read_a", "gone"):
        _two_inventories(tmp_path, ignored)
        with working_in(tmp_path):
            status, output = run_command(f"conformance check {targets}")
        assert (status, "stale_ignore" in output) == ((1, True) if ignored == "gone" else (0, False)), output


def test_a_run_of_their_folder_calls_nothing_stale_as_its_findings_may_be_about_several_of_them(tmp_path: Path) -> None:
    _two_inventories(tmp_path, "read_a")
    with working_in(tmp_path):
        status, output = run_command("conformance check .")
    assert (status, "stale_ignore" in output) == (0, False), output


def test_the_inventories_that_only_pytest_names_are_checked_where_none_is_passed(tmp_path: Path) -> None:
    _two_inventories(tmp_path, "read_a")
    with working_in(tmp_path):
        output = run_command("conformance check")[1]
        assert "checking `a.json`, `b.json`, named by `conformance_inventory` of pytest" in output
        assert "2 inputs: 2 tools" in output
        (tmp_path / "conformance.toml").write_text('inventory = "b.json"\n')
        assert "a.json" not in run_command("conformance check")[1]


def test_an_inventory_that_pytest_names_twice_is_one_and_a_pattern_is_refused_as_pytest_does(tmp_path: Path) -> None:
    _two_inventories(tmp_path, "read_a")
    ini = tmp_path / "pytest.ini"
    with working_in(tmp_path):
        ini.write_text("[pytest]\nconformance_inventory =\n  a.json\n  ./a.json\n")
        assert "1 tool," in run_command("conformance check")[1]
        ini.write_text("[pytest]\nconformance_inventory = *.json\n")
        status, output = run_command("conformance check")
        assert (status, "`*.json` in `conformance_inventory` is a pattern" in output) == (2, True), output


def test_a_folder_of_the_repository_finds_what_pytest_names_above_it(tmp_path: Path) -> None:
    _two_inventories(tmp_path, "read_a")
    (tmp_path / "conformance.toml").unlink()
    (tmp_path / ".git").mkdir()
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)
    with working_in(below):
        assert "2 inputs: 2 tools" in run_command("conformance check")[1]
        (tmp_path / "src" / ".git").mkdir()
        assert "embedded reference contract" in run_command("conformance check")[1]


def test_a_package_with_pytest_of_its_own_below_the_configuration_is_checked_as_pytest_tests_it(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "deep").mkdir(parents=True)
    _two_inventories(package, "read_a")
    (package / "conformance.toml").rename(tmp_path / "conformance.toml")
    (package / "b.json").rename(tmp_path / "b.json")
    (package / "pytest.ini").write_text("[pytest]\nconformance_inventory = a.json\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\nconformance_inventory = b.json\n")
    for folder in (package, package / "deep"):
        with working_in(folder):
            status, output = run_command("conformance check")
        assert (status, "1 tool" in output, "a.json" in output) == (0, True, True), output
    (package / "pytest.ini").write_text("[pytest]\nconformance_inventory = ../b.json\n")
    with working_in(package):
        assert "stale_ignore" not in run_command("conformance check")[1]
    with working_in(tmp_path):
        assert "stale_ignore" in run_command("conformance check")[1]
    with working_in(tmp_path.parent):
        output = run_command(f"conformance check --config {tmp_path}/conformance.toml")[1]
    assert "b.json" in output


_READING_ONE = ("cost", "drift", "lower --to openai", "refresh --check", "audit log.jsonl --inventory-history")


@pytest.mark.parametrize("command", _READING_ONE)
def test_a_command_that_reads_one_inventory_reads_that_of_pytest_and_none_of_several(
    command: str, tmp_path: Path
) -> None:
    _two_inventories(tmp_path, "read_a")
    (tmp_path / "log.jsonl").write_text("{}\n")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "a.json")
    git(tmp_path, "commit", "-q", "-m", "a")
    with working_in(tmp_path):
        status, output = run_command(f"conformance {command}")
        assert (status, "names several inventories, `a.json`, `b.json`" in output) == (2, True), output
        (tmp_path / "pytest.ini").write_text("[pytest]\nconformance_inventory = a.json\n")
        output = run_command(f"conformance {command}")[1]
        assert "several" not in output
        assert "embedded" not in output
        assert "model-tool-schema-inventory.json" not in output


def test_a_log_is_audited_by_all_inventories_that_pytest_names(tmp_path: Path) -> None:
    _two_inventories(tmp_path, "read_a")
    (tmp_path / "conformance.toml").unlink()
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "read_b", "arguments": {}}}
    reply = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "one"}]}}
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{json.dumps(one)}\n" for one in (call, reply)))
    with working_in(tmp_path):
        output = run_command("conformance audit log.jsonl --profile mcp")[1]
        assert ("all clean" in output, "no inventory was given" in output) == (True, False), output
        log.write_text(log.read_text().replace("read_b", "read_c"))
        assert "tool_known" in run_command("conformance audit log.jsonl --profile mcp")[1]


@pytest.mark.parametrize("option", ["check", "audit inventory.json --inventory a", "drift a", "drift inventory.json a"])
def test_a_loop_of_links_is_a_file_that_cannot_be_read(tmp_path: Path, option: str) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "inventory.json").write_text(json.dumps(LIST))
    ignore = '[[ignore]]\nrule = "tool_name_case"\ntool = "x"\nreason = "an exception, for which names are compared"\n'
    (tmp_path / "conformance.toml").write_text(f'inventory = "a"\nprofile = "mcp"\n{ignore}')
    with working_in(tmp_path):
        status, output = run_command(f"conformance {option}")
    assert (status, "internal error" in output, "`a`" in output) == (2, False, True), output


@pytest.mark.parametrize("target", ["lists", "lists/*.json"])
def test_a_list_among_others_that_is_a_link_to_nothing_is_not_passed_over(tmp_path: Path, target: str) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/a.json").write_text(json.dumps(LIST))
    (tmp_path / "lists/.#a.json").symlink_to("editor@host.1")
    with working_in(tmp_path):
        assert run_command(f"conformance check {target} --profile mcp")[0] in (0, 1)
        (tmp_path / "lists/b.json").symlink_to("gone.json")
        status, output = run_command(f"conformance check {target} --profile mcp")
    assert (status, "b.json" in output) == (2, True), output


def test_an_inventory_of_the_usual_name_that_is_a_link_to_nothing_is_not_the_same_as_none(tmp_path: Path) -> None:
    (tmp_path / embedded_inventory().name).symlink_to("missing/inventory.json")
    with working_in(tmp_path):
        status, output = run_command("conformance check")
    assert (status, "No such file or directory" in output) == (2, True), output


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the locale does not decide how files are named")
@pytest.mark.parametrize("command", ["check", "drift"])
def test_a_configured_name_that_the_locale_cannot_write_is_no_fault_of_the_harness(
    tmp_path: Path, command: str
) -> None:
    (tmp_path / "conformance.toml").write_text('inventory = "ö/ä.json"\n', "utf-8")
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [sys.executable, "-m", "conformance", command]
    ended = subprocess.run(words, cwd=tmp_path, env=ascii_only, capture_output=True, check=False)
    assert ended.returncode == 2
    assert b"the locale of this process names files in ascii" in ended.stderr
