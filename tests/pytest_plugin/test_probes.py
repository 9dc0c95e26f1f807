"""One ini line asks a running system in the test run: one test per tool and probe, under runtime::Tool::probe."""

import json
import sys

import jsonschema
import jsonschema_rs
import pydantic
import pytest

import conformance.commands.probe_plan
import conformance.pytest_plugin.probes
import conformance.schema.generation.random_inputs
import conformance.schema.generation.search
import conformance.systems.adapters.command
import conformance.systems.adapters.python_object
from conformance.probes.catalogue import all_probes
from conformance.probes.miniatures import all_miniatures
from tests.pytest_plugin.conftest import Project, failed_ids, node_ids, outcomes
from tests.systems.adapters.programs import NOTES, mcp_server, program

# pytester forgets what a run inside this process imported; what is imported here is imported once.
PRELOADED = (jsonschema, jsonschema_rs, pydantic, conformance, all_probes(), all_miniatures())
SOURCE = "python:conformance.probes.miniatures:{}"
BAD_WITH_RESULTS = {
    "describes_its_artifacts": "artifact_path_only",
    "drops_the_error_flag": "transport_keeps_error",
    "fails_without_details": "receipt_error_fields",
    "forgets_the_task": "compaction_keeps_identity",
    "loses_the_output": "projection_keeps_output",
    "previews_more_than_a_receipt": "budget_nesting",
    "shows_the_envelope": "receipt_not_raw_envelope",
    "succeeds_and_fails": "envelope_exclusivity",
}
OF_TOOLS = {one.id for one in all_probes().values() if one.subject == "tool"}
OF_WHOLE = {
    *(f"runtime::inventory::{one.id}" for one in all_probes().values() if one.subject == "runtime"),
    "runtime::inventory::results",
}


def asking(project: Project, name: str, configuration: str = "") -> None:
    project.write("pytest.ini", f"[pytest]\nconformance_source = {SOURCE.format(name)}\n")
    project.write("conformance.toml", f"[probe]\nmax_examples = 3\n{configuration}")


def test_a_bare_run_asks_every_tool_every_question(project: Project) -> None:
    asking(project, "sound")
    ids = set(node_ids(project.run("--collect-only", "-q")))
    tools = {
        f"runtime::{tool}::{probe}"
        for tool in ("ExecCommand", "ExecCommandBatch", "WaitFor")
        for probe in (*OF_TOOLS, "results")
    }
    assert ids == tools | OF_WHOLE


def test_what_may_change_later_answers_is_asked_last(project: Project) -> None:
    asking(project, "sound")
    ids = [one for one in node_ids(project.run("--collect-only", "-q")) if "::WaitFor::" in one]
    assert ids[-2:] == ["runtime::WaitFor::misspelt_field_rejected", "runtime::WaitFor::results"]


def test_a_question_that_does_not_apply_to_a_tool_is_skipped(project: Project) -> None:
    asking(project, "sound")
    result = project.run("-rs", "-k", "WaitFor and batch_field_refused")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*the question does not apply to the tool*"])


def test_a_system_that_treats_results_wrongly_fails_at_the_tool(project: Project) -> None:
    for name, rule in BAD_WITH_RESULTS.items():
        asking(project, name, "[probe.tools.ExecCommand]\ninput = {cmd = 'ls'}\n")
        result = project.run("-k", "ExecCommand and results and not Batch")
        assert failed_ids(result) == {"runtime::ExecCommand::results"}, name
        result.stdout.fnmatch_lines([f"error?{rule}?: *"])


def test_nonsense_in_one_operation_of_a_tool_that_no_reference_knows_fails_at_the_tool(project: Project) -> None:
    program(project.path, NOTES)
    sample = {"tool_name": "ReadNote", "status": "success", "summary_text": "read", "result": {"text": "a"}}
    project.write("outputs.jsonl", json.dumps({**sample, "error": None}) + "\n")
    for lacked in ("", " project", " samples project render"):
        for wrong in ("nothing", *(op for op in ("project", "compact", "transport") if op not in lacked)):
            ini = f"[pytest]\nconformance_source = command:{sys.executable} program.py {wrong}{lacked}\n"
            project.write("pytest.ini", ini + ("conformance_outputs = outputs.jsonl\n" if "samples" in lacked else ""))
            result = project.run("-k", "results")
            assert len(failed_ids(result)) == (wrong != "nothing"), (wrong, lacked)
            assert failed_ids(result) <= {"runtime::ReadNote::results"}


def test_outputs_without_a_system_are_a_usage_error(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_outputs = outputs.jsonl\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*`conformance_outputs` names complete outputs, but no `conformance_source`*"])


def test_a_file_of_outputs_that_is_not_there_is_a_collection_error(project: Project) -> None:
    project.write("pytest.ini", f"[pytest]\nconformance_source = {SOURCE.format('sound')}\n")
    result = project.run("--conformance-outputs", "gone.jsonl")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*cannot read *gone.jsonl*"])


ODD_REPLIES = """
TOOL = {"name": "ReadNote", "input_schema": {"type": "object"}}


class Notes:
    def describe(self):
        return {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": [TOOL]}

    def call(self, tool, arguments):
        error = {"kind": "unknown_tool", "message": f"there is no tool {tool}", "retryable": False}
        envelope = {"tool_name": tool, "status": "error", "summary_text": "unknown", "result": {}, "error": error}
        return {"envelope": envelope, "receipt": f"{tool} failed"}
"""


@pytest.mark.parametrize("selected", [(), ("-k", "inventory and results")])
def test_the_reply_to_a_call_of_an_unknown_tool_is_judged(project: Project, selected: tuple[str, ...]) -> None:
    project.write("notes.py", ODD_REPLIES)
    project.write("pytest.ini", "[pytest]\nconformance_source = python:notes:Notes\n")
    result = project.run(*selected)
    assert "runtime::inventory::results" in failed_ids(result)
    result.stdout.fnmatch_lines(["error?envelope_exclusivity?: *", "error?receipt_error_fields?: *"])


def test_a_fault_fails_exactly_its_own_tests_and_shows_the_call(project: Project) -> None:
    asking(project, "forgets_the_enum")
    result = project.run()
    assert failed_ids(result) == {"runtime::WaitFor::enum_enforced"}
    result.stdout.fnmatch_lines(
        [
            'error?enum_enforced?: parameter `wake` accepts `"conformance_not_a_member"`, which its `enum` *',
            '  note: call: {"input":{"wake":"conformance_not_a_member"},"op":"parse","tool":"WaitFor"}',
            '  note: reply: {"accepted":true}',
            "  help: *",
            "why: An enum tells the model which values exist. *",
            "more: `conformance explain enum_enforced`",
            "runtime: 3 tools, *: 1 error",
        ]
    )


def test_the_short_summary_and_junit_say_what_is_wrong(project: Project) -> None:
    asking(project, "forgets_the_enum")
    result = project.run("-k", "WaitFor and enum_enforced", "--junit-xml=junit.xml")
    result.stdout.fnmatch_lines(["FAILED runtime::WaitFor::enum_enforced - parameter `wake` accepts *"])
    assert 'message="parameter `wake` accepts' in (project.path / "junit.xml").read_text("utf-8")


def test_a_question_that_may_not_be_asked_is_skipped_with_its_reason(project: Project) -> None:
    asking(project, "sound")
    result = project.run("-rs")
    assert outcomes(result).keys() == {"passed", "skipped"}
    # the location is the file that names the system, not one of the plugin
    result.stdout.fnmatch_lines(["SKIPPED * pytest.ini:1: undetermined: the tool was not called, as it is neither *"])


def test_selection_works_as_everywhere(project: Project) -> None:
    asking(project, "takes_null")
    assert outcomes(project.run("-k", "WaitFor and null_rejected")) == {"failed": 1, "deselected": 66}


def test_an_ignore_of_the_configuration_is_an_expected_failure(project: Project) -> None:
    asking(project, "forgets_the_enum", "[[ignore]]\nrule = 'enum_enforced'\nreason = 'mended next week'\n")
    result = project.run("-rx")
    assert outcomes(result)["xfailed"] == 1
    result.stdout.fnmatch_lines(["*accepted: mended next week*"])


def test_the_configuration_says_what_may_be_called(project: Project) -> None:
    asking(project, "lies_by_its_flag", "[probe.tools.WaitFor]\ninput = {wake = 'operator'}\n")
    assert failed_ids(project.run()) == {"runtime::WaitFor::error_flag_honest"}


def test_the_option_comes_before_the_ini_line(project: Project) -> None:
    asking(project, "forgets_the_enum")
    assert outcomes(project.run(f"--conformance-source={SOURCE.format('sound')}")).keys() == {"passed", "skipped"}


def test_tests_that_are_named_are_run_alone(project: Project) -> None:
    asking(project, "forgets_the_enum")
    project.write("test_mine.py", "def test_mine(): pass\n")
    assert outcomes(project.run("test_mine.py")) == {"passed": 1}


def test_a_system_that_can_not_be_reached_is_one_collection_error(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_source = command:no-such-command-anywhere\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*cannot start `no-such-command-anywhere`: No such file or directory*"])
    assert "Traceback" not in result.stdout.str()


def test_a_source_that_names_nothing_is_a_usage_error(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_source = mcp-stdoi:x\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*did you mean `mcp-stdio:`?*"])


def test_an_option_that_names_nothing_is_no_choice_of_anything(project: Project) -> None:
    asking(project, "sound")
    result = project.run("--conformance-source", "")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*`--conformance-source` is empty*"])


def test_paths_in_the_ini_file_are_relative_to_it_and_the_program_is_ended(project: Project) -> None:
    program(project.path, 'for asked in requests(): described(asked, {"name": "A", "input_schema": {}})')
    project.write("pytest.ini", f"[pytest]\nconformance_source = command:{sys.executable} program.py\n")
    ids = node_ids(project.run("--collect-only", "-q"))
    assert {one for one in ids if "::inventory::" in one} == OF_WHOLE
    assert len(ids) > len(OF_WHOLE)


@pytest.mark.long
def test_workers_share_the_questions(project: Project) -> None:
    asking(project, "forgets_the_enum")
    result = project.run_apart("-n", "2")
    assert failed_ids(result) == {"runtime::WaitFor::enum_enforced"}


def test_the_profile_that_fits_a_python_source_is_named(project: Project) -> None:
    project.write("order_tools.py", "from pydantic import BaseModel\nclass CreateOrder(BaseModel):\n    name: str\n")
    project.write("pytest.ini", "[pytest]\nconformance_source = python:order_tools:CreateOrder\n")
    project.write("conformance.toml", "[probe]\nmax_examples = 3\n")
    result = project.run("-k", "null_rejected")
    line = "python:order_tools:CreateOrder: inventory from Python models and functions: profile python; "
    result.stdout.fnmatch_lines([f"{line}`conformance_profile` to change"])


_REFUSES_ALL = """
class System:
    def describe(self):
        schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
        return {"version": 2, "tools": [{"name": "Get", "description": "Gets.", "input_schema": schema}]}
    def parse(self, tool, arguments):
        if ACCEPTED(arguments):
            return {"accepted": True, "arguments": arguments}
        return {"accepted": False, "error": {"kind": "invalid_tool_input", "message": "no", "retryable": False}}
SYSTEM = System()
"""


def test_a_run_in_which_no_tool_accepts_an_input_fails_as_nothing_was_tested(project: Project) -> None:
    ini = "[pytest]\nconformance_source = python:{}:SYSTEM\n"
    project.write("refusing_system.py", f"{_REFUSES_ALL}\nACCEPTED = lambda _arguments: False\n")
    project.write("pytest.ini", ini.format("refusing_system"))
    result = project.run("-k", "bound_enforced or null_rejected")
    assert (outcomes(result).keys() & {"failed", "skipped"}, result.ret) == ({"skipped"}, 1)
    result.stdout.fnmatch_lines(["*: nothing was tested; `-rs` prints the reasons"])
    project.write("picky_system.py", f"{_REFUSES_ALL}\nACCEPTED = lambda arguments: arguments == {{}}\n")
    project.write("pytest.ini", ini.format("picky_system"))
    assert project.run("-k", "null_rejected").ret == 0


_CHATTY = """
def answer(asked):
    if asked.get("method") == "tools/call":
        if LOGGED:
            print(LOGGED, flush=True)
        text = json.dumps(asked["params"].get("arguments", {}))
        send({"id": asked["id"], "result": {"content": [{"type": "text", "text": text}]}, **BESIDE})
    else:
        usual(asked)

serve(answer)
"""


def test_what_a_server_sends_besides_its_answers_is_found_by_the_last_tests(project: Project) -> None:
    for logged, beside, fail_on, failed in (
        ("looking", "{}", "error", set[str]()),
        ("looking", "{}", "warning", {"runtime::inventory::stray_output"}),
        ("", '{"error": None}', "warning", {"runtime::inventory::message_portable"}),
        ("", "{}", "warning", set[str]()),
    ):
        source = mcp_server(project.path, f"LOGGED, BESIDE = {logged!r}, {beside}\n{_CHATTY}")
        project.write("pytest.ini", f"[pytest]\nconformance_source = {source}\n")
        allowed = "[probe.tools.echo]\ninput = {text = 'a'}\n"
        project.write("conformance.toml", f'fail_on = "{fail_on}"\n[probe]\nmax_examples = 1\n{allowed}')
        result = project.run("-k", "stray_output or message_portable or valid_input_accepted")
        assert failed_ids(result) == failed, (logged, beside)
        assert ("wrote" in result.stdout.str()) is bool(logged), result.stdout.str()
        assert node_ids(result := project.run("--collect-only", "-q"))[-2:] == [
            "runtime::inventory::stray_output",
            "runtime::inventory::message_portable",
        ]
