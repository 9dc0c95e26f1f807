"""The commands probe, replay and refresh --source, as they are typed."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from conformance.commands.refresh import reference_size
from conformance.documents.values import JsonValue
from tests.scenarios.scenario import run_command, working_in
from tests.systems.adapters.programs import NOTES, program

MINIATURE = "python:conformance.probes.miniatures:{}"
PARTLY_READABLE = """
CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
FOREIGN = {"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}

class Partly:
    def describe(self):
        schemas = {"open": CLOSED, "bad": FOREIGN}
        return {"version": 2, "tools": [{"name": name, "input_schema": schemas[name]} for name in schemas]}

    def parse(self, tool, arguments):
        return {"accepted": True}
"""
EXAMPLES = Path(__file__).parents[2] / "examples"
PROTOCOL = 'command:"{} {}"'


def test_without_a_source_the_reference_contract_is_asked(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command("conformance probe --max-examples 10")
    assert status == 0
    assert output.splitlines()[0] == "asking reference"
    assert output.splitlines()[-2].endswith("23 probes: all clean")
    number = reference_size()
    assert f"next: these {number} tools are an example, none of them is yours; " in output.splitlines()[-1]
    with working_in(tmp_path):
        output = run_command("conformance probe --max-examples 1 --tool AgentGet")[1]
    assert "next: this tool is an example, not one of yours; " in output.splitlines()[-1]


def test_a_fault_is_reported_with_the_exact_call(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command(
            f"conformance probe -s {MINIATURE.format('takes_null')} -p null_rejected -t WaitFor"
        )
    assert status == 1
    assert "error[null_rejected]: parameter `wake` accepts null, but its schema does not allow it" in output
    assert 'call: {"input":{"wake":null},"op":"parse","tool":"WaitFor"}' in output


@pytest.mark.parametrize("probe", ["null_rejected", "receipt_deterministic"])
def test_a_probe_is_explained_with_a_system_that_it_objects_to(tmp_path: Path, probe: str) -> None:
    with working_in(tmp_path):
        status, output = run_command(f"conformance explain {probe}")
        assert status == 0
        command = output.splitlines()[-1].strip()
        assert command.startswith(f"conformance probe -p {probe} -s python:")
        assert run_command(command)[0] == 1


def test_the_report_as_json_has_the_fields_of_every_report(tmp_path: Path) -> None:
    with working_in(tmp_path):
        command = f"conformance probe -s {MINIATURE.format('takes_null')} -f json -o report.json"
        assert run_command(command)[0] == 1
        report = json.loads(Path("report.json").read_text("utf-8"))
    assert report["subject"] == MINIATURE.format("takes_null")
    assert {finding["rule"] for finding in report["findings"]} == {"null_rejected", "not_called"}
    assert report["findings"][0]["evidence"]["known_good_input"]


def test_a_dry_run_prints_what_would_be_sent_and_sends_nothing(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command(f"conformance probe -s {MINIATURE.format('takes_null')} -t WaitFor --dry-run")
    requests = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert status == 0
    assert {"op": "parse", "tool": "WaitFor", "input": {"wake": None}} in requests
    assert "tool `WaitFor` would not be called, as it is neither annotated read-only" in output
    assert output.splitlines()[-1].endswith(
        f"{len(requests)} requests would be sent to {MINIATURE.format('takes_null')}"
    )


def test_a_configured_system_is_asked_by_its_configuration(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text(
        f"""
[probe]
source = "{MINIATURE.format("ignores_unknown_fields")}"
max_examples = 5

[probe.tools.WaitFor]
unknown_fields = "ignore"

[[ignore]]
rule = "unknown_field_rejected"
tool = "ExecCommandBatch"
reason = "mended in the next release"
""",
        "utf-8",
    )
    with working_in(tmp_path):
        status, output = run_command("conformance probe -p unknown_field_rejected")
        accepted, _ = run_command("conformance probe -p unknown_field_rejected --unknown-fields ignore")
        configuration = Path("conformance.toml").read_text("utf-8")
        lenient = configuration.replace("[probe]", "[probe]\nunknown_fields = 'ignore'")
        Path("conformance.toml").write_text(lenient, "utf-8")
        stale, output_of_stale = run_command("conformance probe -p unknown_field_rejected")
    assert status == 1
    assert output.count("error[unknown_field_rejected]:") == 1
    assert "(2 accepted)" in output
    assert accepted == 0, "a policy of one run says nothing about the ignores that the configured policy needs"
    assert stale == 1
    assert "error[stale_ignore]" in output_of_stale


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[probe]\nsorce = 'reference'", "did you mean `source`?"),
        ("[probe.tools.A]\ninptu = {}", "did you mean `input`?"),
        ("[probe]\nsource = ''", "the source is empty"),
        ("[probe.tools.T]\ncall = 'no'", "probe.tools.T.call"),
        ("[probe]\nmax_time = inf", "probe.max_time"),
        ("[probe]\nstart_timeout = nan", "probe.start_timeout"),
        ("[probe]\ntimeout = 0", "probe.timeout"),
        ("[probe]\nunknown_fields = 'allow'", "probe.unknown_fields"),
    ],
)
def test_a_wrong_configuration_is_refused_with_its_key(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "conformance.toml").write_text(text, "utf-8")
    with working_in(tmp_path):
        status, output = run_command("conformance probe")
    assert status == 2
    assert says in output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--source ''", "the source is empty"),
        ("-s mcp-stdoi:x", "did you mean `mcp-stdio:`?"),
        ("--cwd nowhere -s command:true", "nowhere` does not exist"),
        ("-s command:no-such-command-anywhere", "cannot start `no-such-command-anywhere`"),
        ("--allow edit_file", "`--allow edit_file` does not name a tool with its input"),
        ("--allow edit_file=[1]", "`--allow edit_file` must be a JSON object"),
        ("-p no_such_probe", "there is no probe `no_such_probe`"),
        ("--env NOT_SET_ANYWHERE", "`NOT_SET_ANYWHERE`"),
        ("--timeout 0", "--timeout"),
        ("--timeout nan", "must be a number of seconds"),
        ("--start-timeout inf", "`--start-timeout` must be a number of seconds above 0 and at most 1,000,000"),
        ("--max-time nan", "must be a number of seconds"),
        ("--rate 0", "`--rate` must be a number above 0 and at most 1,000,000, not `0`"),
        ("--rate fast", "`--rate` must be a number above 0 and at most 1,000,000, not `fast`"),
        ('--allow \'T={"a": 1, "a": 2}\'', "duplicate key at '/a'"),
        ("--allow 'T={\"a\": NaN}'", "'NaN' at '/a' is not a number that every JSON parser preserves"),
    ],
)
def test_what_can_not_be_done_is_refused(tmp_path: Path, arguments: str, says: str) -> None:
    with working_in(tmp_path):
        status, output = run_command(f"conformance probe {arguments}")
    assert status == 2
    assert says in output


DIES_OF_ANOTHER_TYPE = """
for asked in requests():
    if asked["op"] == "describe":
        field = {"type": "string"}
        described(asked, {"name": "A", "input_schema": {
            "type": "object", "properties": {"a": field}, "additionalProperties": False
        }})
    elif asked["op"] == "parse" and not isinstance(asked["input"].get("a", ""), str):
        sys.exit(9)
    elif asked["op"] == "parse":
        answer(asked, {"accepted": True})
    else:
        print(json.dumps({"id": asked["id"], "ok": False, "unsupported": True}), flush=True)
"""


def test_what_was_found_before_the_system_died_is_told_and_saved_with_the_call_that_killed_it(tmp_path: Path) -> None:
    with working_in(tmp_path):
        source = program(tmp_path, DIES_OF_ANOTHER_TYPE).replace('"', "")
        asked = "-p unknown_field_rejected -p wrong_type_rejected"
        status, output = run_command(f"conformance probe -s '{source}' {asked} --save f")
    assert status == 2
    assert "unknown_field_rejected]: unknown field is silently accepted" in output
    assert 'exited with status 9 during `parse` of `A` with `{"a":' in output
    assert [file.name.split("-")[1] for file in (tmp_path / "f").iterdir()] == ["unknown_field_rejected"]


@pytest.mark.parametrize("option", ["--save", "--record"])
def test_nothing_is_called_if_what_is_found_cannot_be_kept(tmp_path: Path, option: str) -> None:
    (tmp_path / "file").write_text("")
    with working_in(tmp_path):
        probe = f"conformance probe -s {MINIATURE.format('takes_null')} -t WaitFor"
        status, output = run_command(f"{probe} {option} file/below")
    assert (status, "cannot write `file/below`" in output, "asking" in output) == (2, True, False), output


@pytest.mark.parametrize("option", ["--save", "--record"])
def test_what_was_found_is_told_even_if_it_cannot_be_saved(
    tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    # what could be written before the calls may not be so any more after them
    monkeypatch.setattr("conformance.documents.files.require_writable", lambda _path, _folder: None)
    with working_in(tmp_path):
        probe = f"conformance probe -s {MINIATURE.format('takes_null')} -t WaitFor"
        status, output = run_command(f"{probe} {option} file/below -f text -f json -o r.json")
    assert status == 2
    assert "null_rejected" in output
    assert "cannot write" in output
    assert "cannot write" in json.loads((tmp_path / "r.json").read_text())["broke_off"]["message"]


def test_no_line_beside_the_report_has_a_control_character(tmp_path: Path) -> None:
    with working_in(tmp_path):
        _, output = run_command("conformance probe -s 'http://127.0.0.1:9/a\x1bob'")
    assert "\x1b" not in output


def test_where_nothing_failed_there_is_nothing_to_replay(tmp_path: Path) -> None:
    with working_in(tmp_path):
        _, output = run_command(f"conformance probe -s {MINIATURE.format('sound')} -t WaitFor --save failures")
    assert "saved 0 failures in failures" in output
    assert "replay" not in output


def test_failures_are_saved_and_asked_again(tmp_path: Path) -> None:
    source = MINIATURE.format("takes_null")
    with working_in(tmp_path):
        assert run_command(f"conformance probe -s {source} -t WaitFor --save failures")[0] == 1
        status, output = run_command("conformance replay failures")
        assert (status, output.splitlines()[-1]) == (1, "0 fixed, 3 failing, 0 error")
        status, output = run_command("conformance replay failures -s command:no-such-command-anywhere")
        assert (status, output.splitlines()[-1]) == (2, "0 fixed, 0 failing, 3 error")
        status, output = run_command(f"conformance replay failures -s {MINIATURE.format('sound')}")
        assert (status, output.splitlines()[-1]) == (0, "3 fixed, 0 failing, 0 error")
        assert output.startswith("FIXED   WaitFor::null_rejected")
        assert list(Path("failures").iterdir()) == []


def test_what_can_not_be_asked_again_keeps_nothing_else_from_being_asked(tmp_path: Path) -> None:
    with working_in(tmp_path):
        run_command(f"conformance probe -s {MINIATURE.format('takes_null')} -t WaitFor --save failures")
        first, second, _ = sorted(Path("failures").iterdir())
        first.write_text("{", "utf-8")
        value = json.loads(second.read_text("utf-8"))
        second.write_text(json.dumps({**value, "source": "no-such-scheme:x"}), "utf-8")
        status, output = run_command("conformance replay failures")
    assert (status, output.splitlines()[-1]) == (2, "0 fixed, 1 failing, 2 error")
    assert f"ERROR   {first}: " in output
    assert "is not a known kind of system" in output


@pytest.mark.parametrize("lacked", ["", " project", " project render compact samples"])
def test_nonsense_in_one_operation_of_a_tool_that_no_reference_knows_is_found(tmp_path: Path, lacked: str) -> None:
    source = program(tmp_path, NOTES)[:-1]
    wrongs = {"nothing": 0, **{op: 1 for op in ("project", "compact", "transport") if op not in lacked}}
    outputs = tmp_path / "outputs.jsonl"
    sample = {"tool_name": "ReadNote", "status": "success", "summary_text": "read", "result": {"text": "a"}}
    outputs.write_text(json.dumps({**sample, "error": None}) + "\n")
    option = f" --outputs {outputs}" if "samples" in lacked else ""
    with working_in(tmp_path):
        for wrong, expected in wrongs.items():
            status, output = run_command(f"conformance probe -s '{source} {wrong}{lacked}\"'{option}")
            assert (status, "ReadNote\n  error[" in output) == (expected, bool(expected)), (wrong, output)


@pytest.mark.parametrize("folder", ["adapter_python", "adapter_node"])
def test_the_example_adapters_pass_every_probe_in_either_language(tmp_path: Path, folder: str) -> None:
    program = sys.executable if folder == "adapter_python" else shutil.which("node")
    if program is None:
        pytest.skip("node is not installed: the example in a second language was not asked")
    file = next((EXAMPLES / folder).glob("adapter.*"))
    with working_in(tmp_path):
        status, output = run_command(f"conformance probe -s '{PROTOCOL.format(program, file)}' --start-timeout 20")
    assert status == 0, output
    assert output.count("info[not_called]:") == 1
    assert output.splitlines()[-1].endswith("23 probes: 1 info")


def test_the_inventory_of_a_system_is_written_and_compared(tmp_path: Path) -> None:
    source = f"-s {MINIATURE.format('sound')}"
    with working_in(tmp_path):
        assert run_command(f"conformance refresh inv.json {source}") == (0, "wrote inv.json")
        assert run_command(f"conformance refresh inv.json {source}") == (0, "unchanged: inv.json")
        assert run_command(f"conformance refresh inv.json --check {source}") == (0, "inv.json is up to date")
        assert run_command("conformance check inv.json --rule deny_unknown_fields")[0] == 0
        text = Path("inv.json").read_text("utf-8").replace("Why.", "Because.")
        Path("inv.json").write_text(text, "utf-8")
        status, output = run_command(f"conformance refresh inv.json --check {source}")
        hint = output.rpartition("write it with `")[2].rstrip("`")
        assert hint == f"conformance refresh inv.json --source {MINIATURE.format('sound')}"
        assert run_command(hint) == (0, "wrote inv.json")
        assert run_command("conformance refresh inv.json")[0] == 2, "another system's is not replaced by the reference"
    assert status == 1
    assert 'WaitFor/input_schema/properties/reason/description: "Because." -> "Why."' in output


def test_what_was_typed_is_what_the_hint_types(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('[{"name": "a b", "input_schema": {"type": "object"}}]', "utf-8")
    with working_in(tmp_path):
        typed = "conformance refresh 'my inv.json' --source anthropic:tools.json --env A=1 --env 'B=2 3' --timeout 4.0"
        assert run_command(typed)[0] == 0
        Path("tools.json").write_text("[]", "utf-8")
        status, output = run_command(f"{typed} --check")
        assert status == 1
        again = output.rpartition("write it with `")[2].rstrip("`")
        assert sorted(shlex.split(again)) == sorted([*shlex.split(typed), "--prune"])
        assert run_command(again)[0] == 0


def test_a_tool_that_no_check_would_read_is_written_and_named(tmp_path: Path) -> None:
    bad = {"type": "object", "properties": {"x": {"$ref": "https://example.com/x.json"}}}
    listed = [
        {"name": "good", "input_schema": {"type": "object"}},
        {"name": "bad", "input_schema": bad},
        {"name": "half \ud800", "input_schema": {"type": "object"}},
    ]
    (tmp_path / "tools.json").write_text(json.dumps(listed), "utf-8")
    with working_in(tmp_path):
        status, output = run_command("conformance refresh inv.json --source anthropic:tools.json")
        assert (status, output.splitlines()[-1]) == (0, "wrote inv.json")
        assert run_command("conformance refresh inv.json --source anthropic:tools.json --check")[0] == 0
        written = json.loads(Path("inv.json").read_text("utf-8"))["tools"]
        assert [tool["name"] for tool in written] == ["good", "bad", "half \ud800"]
        assert written[1]["input_schema"] == bad
    said = "tool `bad` was written unchanged, but its schema cannot be evaluated, as `/input_schema/properties/x/$ref`"
    assert said in output


def test_a_tool_with_a_schema_that_is_not_evaluated_is_told_and_the_others_are_judged(tmp_path: Path) -> None:
    (tmp_path / "my_runtime.py").write_text(PARTLY_READABLE, "utf-8")
    with working_in(tmp_path):
        status, output = run_command("conformance probe -s python:my_runtime:Partly")
    assert status == 1
    assert "unknown field is silently accepted" in output
    assert "bad\n  info[inconclusive]: undetermined: the input schema can't be evaluated" in output


def test_a_configured_system_is_what_refresh_writes(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text(
        f"inventory = 'inv.json'\n[probe]\nsource = '{MINIATURE.format('sound')}'\n", "utf-8"
    )
    with working_in(tmp_path):
        assert run_command("conformance refresh")[0] == 0
        assert len(json.loads(Path("inv.json").read_text("utf-8"))["tools"]) == 3
        assert run_command("conformance refresh --check")[0] == 0


def test_a_system_that_changes_as_one_looks_is_not_written(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command(f"conformance refresh inv.json -s {MINIATURE.format('changes_its_tools')}")
        assert not Path("inv.json").exists()
    assert status == 1
    assert "tools `ExecCommand`, `ExecCommandBatch`, `WaitFor` of python:conformance.probes.miniatures:" in output


def test_what_refresh_wrote_is_checked_by_the_profile_that_fits(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}', "utf-8")
    with working_in(tmp_path):
        assert run_command("conformance refresh inv.json -s tools.json") == (0, "wrote inv.json")
        output = run_command("conformance check inv.json")[1]
    assert "profile mcp" in output


PYTHON_TOOLS = """
from pydantic import BaseModel, ConfigDict

class CreateOrder(BaseModel):
    \"\"\"Creates an order.\"\"\"
    model_config = ConfigDict(extra="forbid", strict=True)
    customer: str

class Note(BaseModel):
    \"\"\"Finds notes.\"\"\"
    model_config = ConfigDict(extra="forbid")
    limit: int
    size: int

class Partly:
    def describe(self):
        return {"version": 2, "tools": []}
    def parse(self, tool, arguments):
        return {"accepted": True}
"""


@pytest.mark.parametrize("allow", ["", """ --allow 'CreateOrder={"customer":"a"}'"""])
def test_a_pydantic_model_is_parsed_and_not_called_and_the_python_profile_fits_it(tmp_path: Path, allow: str) -> None:
    (tmp_path / "order_tools.py").write_text(PYTHON_TOOLS, "utf-8")
    with working_in(tmp_path):
        status, output = run_command(f"conformance probe -s python:order_tools:CreateOrder{allow}")
    assert status == 0, output
    assert "python:order_tools:CreateOrder: inventory from Python models and functions: profile python;" in output
    assert "tool `CreateOrder` was not called, as it is only parsed: a pydantic model has nothing to call" in output
    assert "pass the function that does the work instead" in output
    assert "example input" not in output
    assert "inconclusive" not in output


@pytest.mark.parametrize(("option", "level", "ends"), [("", "info", 0), (" --coercion none", "error", 1)])
def test_what_a_pydantic_model_converts_in_its_default_mode_is_one_info(
    tmp_path: Path, option: str, level: str, ends: int
) -> None:
    (tmp_path / "note_tools.py").write_text(PYTHON_TOOLS, "utf-8")
    with working_in(tmp_path):
        status, output = run_command(f"conformance probe -s python:note_tools:Note{option}")
    assert status == ends, output
    assert output.count("[coercion]") == output.count(f"{level}[coercion]") == 1
    assert "parameters `limit`, `size` accept values of the wrong type" in output


def test_a_python_object_that_describes_itself_is_asked_by_the_default_profile(tmp_path: Path) -> None:
    (tmp_path / "own_runtime.py").write_text(PYTHON_TOOLS, "utf-8")
    with working_in(tmp_path):
        assert "profile" not in run_command("conformance probe -s python:own_runtime:Partly --dry-run")[1]
        assert "profile" not in run_command("conformance probe -s python:own_runtime:Partly")[1]


def test_the_profile_of_a_probed_file_is_the_one_that_check_chooses(tmp_path: Path) -> None:
    tool: dict[str, JsonValue] = {"type": "function", "name": "read_note", "strict": True}
    listed: JsonValue = [{**tool, "parameters": {"type": "object", "properties": {}}}]
    (tmp_path / "tools.json").write_text(json.dumps(listed), "utf-8")
    with working_in(tmp_path):
        lines = [run_command(f"conformance {command}")[1] for command in ("check tools.json", "probe -s tools.json")]
    for output in lines:
        assert "tools.json: list of OpenAI functions: profile openai_strict; --profile to change" in output


def test_a_list_has_nothing_to_call_so_the_advice_is_to_probe_a_running_system(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('[{"type": "function", "name": "read_note", "parameters": {}}]', "utf-8")
    with working_in(tmp_path):
        for allow in ("", " --allow 'read_note={}'"):
            status, output = run_command(f"conformance probe -s tools.json{allow}")
            assert status == 2
            assert "tool `read_note` was not called, as it is only listed: there is nothing to call in a file" in output
            last = output.splitlines()[-2:]
            assert last[0] == "error: nothing was tested: the tool was not called"
            assert last[1] == "  help: probe the system that runs the tools: `--source SOURCE`"


def test_a_finding_about_a_declared_tool_is_located_in_the_configured_inventory(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("def find(word: str, limit: int = 5) -> str:\n    raise KeyError(word)\n")
    with working_in(tmp_path):
        run_command("conformance refresh tools.json --source python:tools:find")
        Path("conformance.toml").write_text('inventory = "tools.json"\n')
        command = 'conformance probe -s python:tools:find --allow find={\\"word\\":\\"a\\"} -f sarif -o out.sarif'
        run_command(command)
        results = json.loads(Path("out.sarif").read_text())["runs"][0]["results"]
        line = next(
            number for number, text in enumerate(Path("tools.json").read_text().splitlines(), 1) if '"tools"' in text
        )
    places = [one["locations"][0]["physicalLocation"] for one in results if "#" in str(one["locations"])]
    assert places
    assert {place["artifactLocation"]["uri"] for place in places} == {"tools.json"}
    assert all(place["region"]["startLine"] > line for place in places)
