"""What was tested, skipped and undetermined: testing nothing is no success, and an interrupt loses nothing."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import structs

from conformance.commands import reporters
from conformance.commands.conversation import Conversation
from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import Report
from conformance.commands.reporters.text import render_findings
from conformance.documents.values import JsonObject
from conformance.errors import ErrorKind
from conformance.inventory import Tool
from conformance.probes.interview import InconclusiveError
from conformance.probes.interview.limits import Pace, RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings, written_files
from conformance.rules.examples import from_tool
from conformance.settings.profiles import load_profile
from tests.probes.test_environment import OPTIONAL, PLAN, Server, text_result
from tests.scenarios.scenario import run_command, working_in

MINIATURE = "python:conformance.probes.miniatures:{}"


def tool_of(schema: JsonObject, **annotations: bool) -> Tool:
    return from_tool({"name": "t", "input_schema": schema, "annotations": annotations}).inventory.tools[0]


def test_each_tool_says_how_many_questions_were_tested_skipped_and_undetermined() -> None:
    failing = probe(Server(OPTIONAL, lambda _tool, _arguments: text_result("no browser", failed=True)), "s", PLAN)
    (tool,) = [one for one in failing.coverage if one.tool is not None]
    assert (tool.tool, tool.state, tool.tested) == ("look", "undetermined", 0)
    assert tool.undetermined > 5
    assert failing.tested_nothing
    text = render_findings(failing, Path())
    assert f"coverage: 1 tool: 1 undetermined; questions: {tool.undetermined} undetermined" in text
    forbidden = structs.replace(PLAN, permissions=Permissions({"look": ToolSettings(call=False)}))
    skipped = probe(Server(OPTIONAL, lambda _tool, _arguments: text_result("fine")), "s", forbidden)
    assert [(one.state, one.undetermined) for one in skipped.coverage if one.tool] == [("skipped", 0)]
    assert skipped.tested_nothing
    working = probe(Server(OPTIONAL, lambda _tool, arguments: text_result(f"saw {arguments}")), "s", PLAN)
    assert not working.tested_nothing


def test_a_tool_that_accepts_no_input_is_undetermined_however_many_questions_it_answered() -> None:
    """A server without its database: each reply is an error of its own, so that no other reply proves anything."""

    def fail(_tool: str, arguments: JsonObject) -> JsonObject:
        return text_result(f"not connected, cannot look for {sorted(arguments)}", failed=True)

    report = probe(Server(OPTIONAL, fail), "s", PLAN)
    (tool,) = [one for one in report.coverage if one.tool is not None]
    assert (tool.state, tool.tested) == ("undetermined", 0)
    assert report.tested_nothing


def test_a_question_that_changes_no_input_of_the_tool_is_not_tested() -> None:
    for name, tested in (("enum_enforced", 0), ("wrong_type_rejected", 1)):
        plan = structs.replace(PLAN, probes=applied_probes(PLAN.profile, [name]))
        report = probe(Server(OPTIONAL, lambda _tool, arguments: text_result(f"saw {arguments}")), "s", plan)
        assert [one.tested for one in report.coverage if one.tool] == [tested], name
        assert report.tested_nothing is (tested == 0)


def test_junit_and_json_count_the_same_and_what_was_not_tested_is_skipped() -> None:
    settings = {"forbidden": ToolSettings(call=False), "called": ToolSettings()}
    for name, setting in settings.items():
        plan = structs.replace(PLAN, permissions=Permissions({"look": setting}))
        report = probe(Server(OPTIONAL, lambda _tool, arguments: text_result(f"saw {arguments}")), "s", plan)
        (coverage,) = [one for one in report.coverage if one.tool]
        inapplicable = [one for one, why in coverage.untested.items() if not why]
        (suite,) = ElementTree.fromstring(reporters.render_findings("junit", report, Path()))
        probes = {one.check.id for one in plan.probes if one.check.subject == "tool"}
        cases = [one for one in suite if one.get("classname") == "look" and one.get("name") in probes]
        skipped = [one for one in cases if one.find("skipped") is not None]
        assert len(cases) == len(probes), name
        assert len(skipped) == coverage.skipped + coverage.undetermined + len(inapplicable), name
        assert len(cases) - len(skipped) == coverage.tested, name
        assert "enum_enforced" in inapplicable or name == "forbidden"


@pytest.mark.parametrize(
    ("setting", "failed", "why"),
    [
        (ToolSettings(call=False), False, "skipped, as no tool was called"),
        (ToolSettings(), True, "undetermined, as no tool could be asked, the first of them as the baseline call fails"),
    ],
)
def test_a_question_to_the_system_that_no_tool_could_be_asked_does_not_pass(
    setting: ToolSettings, failed: bool, why: str
) -> None:
    asked = {"probes": applied_probes(PLAN.profile, ["open_inputs_noticed"])}
    plan = structs.replace(PLAN, **asked, permissions=Permissions({"look": setting}))
    server = Server(OPTIONAL, lambda _tool, _arguments: text_result("no browser", failed=failed))
    report = probe(server, "s", plan)
    (suite,) = ElementTree.fromstring(reporters.render_findings("junit", report, Path()))
    cases = [one.find("skipped") for one in suite if one.get("name") == "open_inputs_noticed"]
    assert [case is not None and str(case.get("message")).startswith(why) for case in cases] == [True]
    with pytest.raises(InconclusiveError):
        Conversation(server, plan).ask(None, "open_inputs_noticed")


def test_the_report_of_a_run_that_tested_nothing_is_not_clean() -> None:
    asked = structs.replace(PLAN, probes=applied_probes(PLAN.profile, ["null_rejected"]))
    cases: list[tuple[JsonObject, str]] = [({"type": "object"}, "nothing was tested"), (OPTIONAL, "all clean")]
    for schema, verdict in cases:
        report = probe(
            Server(schema, lambda _tool, given: text_result(f"saw {given}", failed=None in given.values())), "s", asked
        )
        for name in ("text", "markdown"):
            assert verdict in reporters.render_findings(name, report, Path()), name


def test_a_run_that_tested_nothing_exits_with_2_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('[{"type": "function", "function": {"name": "a", "parameters": {}}}]', "utf-8")
    with working_in(tmp_path):
        status, output = run_command("conformance probe --source openai:tools.json")
    assert status == 2
    assert "nothing was tested: the tool was not called" in output
    assert "help: probe the system that runs the tools" in output.splitlines()[-1]


def test_undetermined_questions_fail_the_run_on_request(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(
        """
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
DEMANDING = {"type": "object", "required": ["a"], "properties": {"a": False}}

class Half:
    def describe(self):
        schemas = {"works": SCHEMA, "never": DEMANDING}
        return {"version": 2, "tools": [{"name": name, "input_schema": schemas[name]} for name in schemas]}

    def parse(self, tool, arguments):
        wrong = set(arguments) - {"a"} or not isinstance(arguments.get("a", ""), str)
        return {"accepted": not wrong, "error": {"kind": "invalid_tool_input"} if wrong else {}}
""",
        "utf-8",
    )
    command = "conformance probe -s python:half:Half -p unknown_field_rejected"
    with working_in(tmp_path):
        assert run_command(command)[0] == 0
        status, output = run_command(f"{command} --fail-on-undetermined")
    assert status == 1
    assert "coverage: 2 tools: 1 tested, 1 undetermined; questions: 1 tested, 1 undetermined" in output
    assert "  tested: `works` (1)" in output
    assert "  undetermined, as no valid input could be generated from the input schema: `never` (1)" in output


def interrupting(number: int) -> Callable[[str, JsonObject], JsonObject]:
    """Answer so many calls, accepting everything, then act as if Ctrl-C was pressed."""
    calls = 0

    def answer(_tool: str, arguments: JsonObject) -> JsonObject:
        nonlocal calls
        calls += 1
        if calls == number:
            raise KeyboardInterrupt
        return text_result(f"saw {arguments}")

    return answer


def asked_until(number: int) -> Report:
    return probe(Server(OPTIONAL, interrupting(number), names=("look", "see")), "s", PLAN)


def test_what_was_found_before_an_interrupt_is_reported() -> None:
    report = asked_until(60)
    assert report.broke_off is not None
    assert report.broke_off.kind is ErrorKind.INTERRUPTED
    assert "unknown_field_rejected" in {one.rule for one in report.findings}
    assert asked_until(1).broke_off is not None


def test_a_tool_that_reaches_out_is_called_with_generated_inputs_only_by_consent() -> None:
    tool = tool_of(OPTIONAL, readOnlyHint=True, openWorldHint=True)
    assert not Permissions().permission_for(tool).allowed
    assert "--open-world" in Permissions().permission_for(tool).cure
    assert not Permissions(open_world=True).permission_for(tool).exactly
    given = Permissions({"t": ToolSettings(({"text": "a"},))}).permission_for(tool)
    assert (given.allowed, given.exactly) == (True, True)
    assert Permissions().permission_for(tool_of(OPTIONAL, readOnlyHint=True, openWorldHint=False)).allowed


def test_a_read_only_tool_that_writes_a_file_is_noted() -> None:
    saving: JsonObject = {"type": "string", "description": "Filename to save the snapshot to."}
    schema: JsonObject = {"type": "object", "properties": {"filename": saving, "outputPath": {"type": "string"}}}
    assert written_files(tool_of(schema)) == ["filename", "outputPath"]
    reading: JsonObject = {"type": "string", "description": "File to read."}
    assert written_files(tool_of({"type": "object", "properties": {"path": reading, "output": reading}})) == []
    report = probe(Server(schema, lambda _tool, _arguments: text_result("saved")), "s", PLAN)
    (note,) = report.notes
    assert note.startswith("tool annotated read-only writes to a file that a parameter names: `look`")


def test_a_rate_spaces_requests_and_never_waits_beyond_the_end_of_the_run() -> None:
    slept: list[float] = []
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    pace = Pace(2, clock=lambda: now, sleep=sleep)
    for _ in range(3):
        pace.wait()
    pace.wait(most=0.25)
    assert slept == [0.5, 0.5, 0.25]
    plan = Plan(applied_probes(PLAN.profile, ["null_rejected"]), load_profile("mcp"), limits=RunLimits(pace=pace))
    server = Server(OPTIONAL, lambda _tool, _arguments: text_result("fine"))
    slept.clear()
    probe(server, "s", plan)
    assert len(server.seen) - 1 <= len(slept) <= len(server.seen)


@pytest.mark.parametrize("rate", [1e-300, 5e-324])
def test_a_rate_below_any_waits_no_longer_than_a_run_may_last(rate: float) -> None:
    slept: list[float] = []
    pace = Pace(rate, clock=lambda: 0.0, sleep=slept.append)
    for _ in range(3):
        pace.wait()
    assert slept == [1_000_000.0] * 2


@pytest.mark.parametrize("rate", ["0", "nan", "-1"])
def test_a_rate_is_a_positive_number(tmp_path: Path, rate: str) -> None:
    with working_in(tmp_path):
        assert run_command(f"conformance probe --rate {rate}")[0] == 2
