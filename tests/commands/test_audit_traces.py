"""Calls of a trace are judged by the rules that apply without an envelope, each where it is in the file."""

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import conformance
from conformance.commands.audit import audit_traces
from conformance.commands.audit_criteria import Audit, Selection, audited_ids
from conformance.commands.recorded_calls import CallLog
from conformance.commands.registry import applied_rules, ignores_of
from conformance.commands.report import Report
from conformance.commands.reporters.json import report_value
from conformance.commands.reporters.text import render_findings
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level
from conformance.inventory import Inventory
from conformance.rules.examples import from_tool
from conformance.settings.profiles import Profile, load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.traces import _pairing, _reading, trace_sources

PROFILE = load_profile("mcp")
TOOL: dict[str, Any] = {
    "name": "add",
    "input_schema": {
        "type": "object",
        "additionalProperties": False,
        "properties": {"a": {"type": "integer"}},
        "required": ["a"],
    },
    "result_envelope": {
        "success_result_schema": {
            "type": "object",
            "properties": {"sum": {"type": "integer"}},
            "required": ["sum"],
        }
    },
}


def _audit(
    folder: Path, *lines: Any, is_declared: bool = True, profile: Profile = PROFILE, against: Inventory | None = None
) -> Report:
    log = folder / "trace.jsonl"
    log.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    by = Audit(from_tool(TOOL).inventory if is_declared else None, profile, applied_rules(profile), against=against)
    return audit_traces(trace_sources([str(log)]), by)


def _found(report: Report) -> list[tuple[str, str, str]]:
    return [(one.rule, str(one.location).rpartition("trace.jsonl:")[2], one.pointer) for one in report.findings]


def _use(given: Any, id_: str = "t1", name: str = "add") -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id_, "name": name, "input": given}]}


def _result(content: Any, id_: str = "t1", **members: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id_, "content": content, **members}]}


GOOD = '{"sum": 1}'


def test_a_good_call_is_clean(tmp_path: Path) -> None:
    report = _audit(tmp_path, _use({"a": 1}), _result(GOOD))
    assert (report.findings, report.checked_count, report.tool_count) == ([], 1, 1)
    assert report.notes == []


_FAULTS: dict[str, tuple[tuple[Any, ...], tuple[str, str, str]]] = {
    "an input that the schema forbids was accepted": (
        (_use({"a": "1"}), _result(GOOD)),
        ("recorded_input_valid", "1:93", "/content/0/input/a"),
    ),
    "a tool that nobody declares": (
        (_use({}, name="ad"), _result("1")),
        ("tool_known", "1:35", "/content/0"),
    ),
    "a result that breaks its schema": (
        (_use({"a": 1}), _result('{"sum": "1"}')),
        ("result_matches_schema", "2:75", "/content/0/content"),
    ),
    "a failure flagged as a success": (
        (_use({"a": 1}), _result("Error: no such table")),
        ("failure_flagged", "2:75", "/content/0/content"),
    ),
    "two results": (
        (_use({"a": 1}), _result(GOOD), _result('{"sum": 22}')),
        ("one_result_per_call", "3:75", "/content/0/content"),
    ),
    "a secret": (
        (_use({"a": 1}), _result(json.dumps({"sum": 1, "token": "ghp_" + "0" * 36}))),
        ("no_secrets", "2:75", "/content/0/content"),
    ),
    "a terminal sequence": (
        (_use({"a": 1}), _result("\x1b]52;c;cm0gLXJm\x07 done")),
        ("output_no_control_characters", "2:75", "/content/0/content"),
    ),
}


@pytest.mark.parametrize("name", _FAULTS)
def test_a_fault_is_found_where_it_is_under_every_profile(tmp_path: Path, name: str) -> None:
    lines, wanted = _FAULTS[name]
    for profile in ("mcp", "holon", "openai", "anthropic", "gemini", "portable"):
        found = set(_found(_audit(tmp_path, *lines, profile=load_profile(profile))))
        assert wanted in found
        assert {rule for rule, _, _ in found} == {wanted[0]}


def test_a_call_that_was_refused_or_may_have_been_is_no_fault_of_the_runtime(tmp_path: Path) -> None:
    refused = (_use({"a": "1"}), _result("a must be an integer", is_error=True))
    unknown = (_use({}, "t2", "sub"), _result("there is no tool sub", "t2", is_error=True))
    unanswered = (_use({"a": "1"}, "t3"),)
    assert _audit(tmp_path, *refused, *unknown, *unanswered).findings == []
    call = {"id": "c", "function": {"name": "add", "arguments": '{"a": "1"}'}}
    asked = {"role": "assistant", "tool_calls": [call]}
    for answer in ("Invalid input: a must be an integer", '{"error": "a must be an integer"}'):
        assert _audit(tmp_path, asked, {"role": "tool", "tool_call_id": "c", "content": answer}).findings == []
    accepted = _audit(tmp_path, asked, {"role": "tool", "tool_call_id": "c", "content": "1"})
    assert [one.rule for one in accepted.findings] == ["recorded_input_valid"]


def _unflagged(form: str, result: Any, given: Any, name: str = "add", id_: str = "c") -> list[dict[str, Any]]:
    """Return a call and its result in a format that has no flag for a failure."""
    text = json.dumps(result) if not isinstance(result, str) else result
    if form == "gemini":
        response = result if isinstance(result, dict) else {"result": result}
        parts = [
            {"functionCall": {"name": name, "args": given}},
            {"functionResponse": {"name": name, "response": response}},
        ]
        return [{"parts": [part]} for part in parts]
    if form == "responses":
        call = {"type": "function_call", "call_id": id_, "name": name, "arguments": json.dumps(given)}
        return [call, {"type": "function_call_output", "call_id": id_, "output": text}]
    function = {"name": name, "arguments": json.dumps(given)}
    asked = {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}
    return [asked, {"role": "tool", "tool_call_id": id_, "content": text}]


@pytest.mark.parametrize("form", ["chat", "responses", "gemini"])
@pytest.mark.parametrize("result", [{"error": None, "sum": 1}, {"errors": [], "sum": 1}, {"required": True, "sum": 1}])
def test_a_member_that_only_is_named_like_a_failure_hides_no_fault(tmp_path: Path, form: str, result: Any) -> None:
    faults = {
        "recorded_input_valid": _unflagged(form, result, {"a": "1"}),
        "tool_known": _unflagged(form, result, {"a": 1}, "sub"),
        "result_matches_schema": _unflagged(form, {**result, "sum": "1"}, {"a": 1}),
    }
    for rule, lines in faults.items():
        report = _audit(tmp_path, *lines)
        assert ({one.rule for one in report.findings}, report.notes) == ({rule}, [])
    assert _audit(tmp_path, *_unflagged(form, result, {"a": 1})).findings == []


@pytest.mark.parametrize("form", ["chat", "responses", "gemini"])
def test_a_call_whose_result_may_be_a_failure_is_counted_and_a_log_of_nothing_else_was_not_judged(
    tmp_path: Path, form: str
) -> None:
    unclear = _unflagged(form, {"sum": 1, "message": "a is required"}, {"a": "1"})
    for lines in (unclear, [*unclear, *_unflagged(form, {"sum": 1, "errors": ["b"]}, {"a": "1"}, id_="d")]):
        report = _audit(tmp_path, *lines)
        assert report.unexamined is not None
        assert "each result in" in report.unexamined.message
        assert any("checked against the schemas of the inventory: the result may" in note for note in report.notes)
    clear = _audit(tmp_path, *unclear, *_unflagged(form, {"sum": 1}, {"a": 1}, id_="d"))
    assert (clear.unexamined, len(clear.notes)) == (None, 1)
    assert _audit(tmp_path, *unclear, is_declared=False).unexamined is None


def test_a_flag_decides_unless_the_text_contradicts_it(tmp_path: Path) -> None:
    for text in ("the value is required", '{"sum": 1, "error": "b"}'):
        report = _audit(tmp_path, _use({"a": "1"}), _result(text))
        assert [one.rule for one in report.findings] == ["recorded_input_valid"]
    report = _audit(tmp_path, _use({"a": "1"}), _result("Error: no such table"))
    assert [one.rule for one in report.findings] == ["failure_flagged"]


_UNUSABLE: tuple[Any, ...] = (
    {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string", "pattern": "(?i)^y$"}}},
    {"type": "object", "properties": {"a": {"type": "strng"}}},
    {"type": "object", "properties": {"a": {"minLength": "x"}}},
    {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}},
    None,
)


@pytest.mark.parametrize("schema", _UNUSABLE)
def test_an_input_that_no_schema_can_judge_is_never_called_right(tmp_path: Path, schema: Any) -> None:
    log = tmp_path / "trace.jsonl"
    record = {"input": {"a": 1}, "envelope": {"tool_name": "add", "status": "success"}}
    lines = [[_use({"a": 1}), _result(GOOD)], [record]]
    rules = applied_rules(PROFILE)
    broken = from_tool({**TOOL, "input_schema": schema}).inventory
    for some in lines:
        log.write_text("".join(json.dumps(line) + "\n" for line in some))
        (found,) = _of_rule(
            "recorded_input_valid", audit_traces(trace_sources([str(log)]), Audit(broken, PROFILE, rules))
        )
        assert ("was not validated: " in found.message, found.level) == (True, Level.ERROR)
        if schema is None:
            continue
        sound = Audit(from_tool(TOOL).inventory, PROFILE, rules, against=broken)
        (found,) = _of_rule("accepted_by_next", audit_traces(trace_sources([str(log)]), sound))
        assert "was not compared: its next input schema cannot be used" in found.message


def _of_rule(rule: str, report: Report) -> list[Finding]:
    return [one for one in report.findings if one.rule == rule]


def test_a_tool_that_takes_text_is_judged_by_whether_it_got_one(tmp_path: Path) -> None:
    log, rules = tmp_path / "trace.jsonl", applied_rules(PROFILE)
    text = from_tool({"name": "add", "input_schema": None, "freeform_grammar": "start: /.+/"}).inventory
    custom = [
        {"type": "custom_tool_call", "call_id": "c", "name": "add", "input": "*** Begin"},
        {"type": "custom_tool_call_output", "call_id": "c", "output": "ok"},
    ]
    for wrong, lines in ((False, custom), (True, _unflagged("responses", "ok", {"a": 1}))):
        log.write_text("".join(json.dumps(line) + "\n" for line in lines))
        report = audit_traces(trace_sources([str(log)]), Audit(text, PROFILE, rules))
        assert bool(_of_rule("recorded_input_valid", report)) is wrong
    for given in ("*** Begin", {"a": 1}):
        log.write_text(json.dumps({"input": given, "envelope": {"tool_name": "add", "status": "success"}}))
        report = audit_traces(trace_sources([str(log)]), Audit(text, PROFILE, rules))
        assert bool(_of_rule("recorded_input_valid", report)) is isinstance(given, dict)
        newer = Audit(text, PROFILE, rules, against=from_tool(TOOL).inventory)
        is_refused = bool(_of_rule("accepted_by_next", audit_traces(trace_sources([str(log)]), newer)))
        assert is_refused is isinstance(given, str)
    log.write_text(json.dumps({"input": {"a": 1}, "envelope": {"tool_name": "add", "status": "success"}}))
    newer = Audit(from_tool(TOOL).inventory, PROFILE, rules, against=text)
    assert _of_rule("accepted_by_next", audit_traces(trace_sources([str(log)]), newer))


def test_without_an_inventory_schemas_are_not_checked_and_the_rest_is(tmp_path: Path) -> None:
    report = _audit(tmp_path, _use({"a": "1"}), _result(f"ghp_{'0' * 36}"), is_declared=False)
    assert [one.rule for one in report.findings] == ["no_secrets"]
    assert "pass that of these tools" in report.notes[-1]


def test_a_call_without_a_result_is_counted_and_is_no_result(tmp_path: Path) -> None:
    answered = (_use({"a": 1}), _result("1"))
    for lines in (answered, (*answered, _use({"a": 1}, "t2"))):
        report = _audit(tmp_path, *lines)
        assert (report.checked_count, report.tool_count, report.unexamined) == (1, 1, None)


def test_a_log_in_which_no_call_has_its_result_was_not_judged(tmp_path: Path) -> None:
    alone = (_use({"a": "1"}), _use({"a": "1"}, "t2"))
    for lines, number in ((alone[:1], "the only call in"), (alone, "none of the 2 calls in")):
        for others in ((), (_result("1", "t9"),)):
            report = _audit(tmp_path, *lines, *others)
            assert report.unexamined is not None
            assert f"no call was judged: {number} " in report.unexamined.message
    assert _audit(tmp_path, *alone, against=from_tool(TOOL).inventory).unexamined is None


def test_a_log_in_which_no_result_has_its_call_was_compared_with_no_inventory(tmp_path: Path) -> None:
    strays = (_result("1"), _result("2", "t2"))
    for lines, number in ((strays[:1], "the only result in"), (strays, "none of the 2 results in")):
        report = _audit(tmp_path, *lines)
        assert report.unexamined is not None
        assert f"no result was compared with the inventory: {number} " in report.unexamined.message
        assert _audit(tmp_path, *lines, _use({"a": 1}, "t9"), _result("3", "t9")).unexamined is None
        assert _audit(tmp_path, *lines, is_declared=False).unexamined is None


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1}}}
CONTENT = {"content": [{"type": "text", "text": "1"}]}


def _answer(*blocks: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "result": {"content": [*blocks], **members}}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


IMAGE = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
LACKS_STRUCTURE = "result has no `structuredContent`, but its tool has an output schema"


@pytest.mark.parametrize(
    "answer",
    [
        _answer(_text("no structured")),
        _answer(_text("5")),
        _answer(_text("0 failed, 3 errors")),
        _answer(_text("[1]")),
        _answer(_text(GOOD)),
        _answer(IMAGE),
        _answer(_text(GOOD), IMAGE),
        _answer(),
        _answer(_text("1"), structuredContent=None),
        _answer(_text("1"), isError=False, resultType="complete"),
    ],
)
def test_a_success_of_mcp_without_structured_content_is_refused_by_every_client(
    tmp_path: Path, answer: dict[str, Any]
) -> None:
    for lines in ([CALL, answer], [{"entry": {"message": CALL}}, {"entry": {"message": answer}}]):
        (found,) = _audit(tmp_path, *lines).findings
        assert (found.rule, found.message) == ("result_matches_schema", LACKS_STRUCTURE)


def test_the_result_of_a_task_needs_structured_content_too(tmp_path: Path) -> None:
    created = {"jsonrpc": "2.0", "id": 1, "result": {"task": {"taskId": "t", "status": "working"}}}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tasks/result", "params": {"taskId": "t"}}
    assert _audit(tmp_path, CALL, created).findings == []
    found = _audit(tmp_path, CALL, created, asked, {**_answer(_text("1")), "id": 2}).findings
    assert [one.message for one in found] == [LACKS_STRUCTURE]


@pytest.mark.parametrize("structured", [5, "x", True, [], {"sum": "1"}])
@pytest.mark.parametrize("text", ["1", "0 failed"])
def test_structured_content_is_judged_whatever_it_is(tmp_path: Path, structured: Any, text: str) -> None:
    found = _audit(tmp_path, CALL, _answer(_text(text), structuredContent=structured)).findings
    assert {one.rule for one in found} == {"result_matches_schema"}
    assert all("violates its published schema" in one.message for one in found)


@pytest.mark.parametrize(
    "answer",
    [
        _answer(_text("no such row"), isError=True),
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}},
        {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "requestState": "s"}},
        _answer(_text(GOOD), structuredContent={"sum": 1}),
        _answer(_text("0 failed"), structuredContent={"sum": 1}),
    ],
)
def test_a_failure_or_an_interim_result_needs_no_structured_content(tmp_path: Path, answer: dict[str, Any]) -> None:
    assert _audit(tmp_path, CALL, answer).findings == []


def test_a_connection_of_a_revision_without_structured_content_needs_none(tmp_path: Path) -> None:
    def agreed(revision: str) -> list[dict[str, Any]]:
        return [
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}},
            {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": revision, "capabilities": {}}},
        ]

    calls = [CALL, _answer(_text(GOOD))]
    assert _audit(tmp_path, *agreed("2025-03-26"), *calls).findings == []
    for lines in ([*agreed("2025-06-18"), *calls], [*agreed("2025-03-26"), *agreed("2025-11-25"), *calls]):
        assert [one.message for one in _audit(tmp_path, *lines).findings] == [LACKS_STRUCTURE]
    both = {"old": [*agreed("2025-03-26"), *calls], "new": [*agreed("2025-06-18"), *calls]}
    lines = [{"session_id": name, "message": one} for name, some in both.items() for one in some]
    (found,) = _audit(tmp_path, *lines).findings
    assert (found.message, found.location and found.location.line) == (LACKS_STRUCTURE, 8)


def _content_logs(*blocks: Any) -> list[list[Any]]:
    call = {"type": "function_call", "call_id": "c", "name": "add", "arguments": '{"a": 1}'}
    chat = {"id": "c", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
    span = {"gen_ai.tool.name": "add", "gen_ai.tool.call.arguments": '{"a": 1}'}
    return [
        [_use({"a": 1}), _result([*blocks])],
        [call, {"type": "function_call_output", "call_id": "c", "output": [*blocks]}],
        [{"role": "assistant", "tool_calls": [chat]}, {"role": "tool", "tool_call_id": "c", "content": [*blocks]}],
        [{"spanId": "s", "attributes": {**span, "gen_ai.tool.call.result": json.dumps(blocks)}}],
    ]


_IMAGES: list[Any] = [
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
    {"type": "input_image", "image_url": "data:..."},
    {"type": "image_url", "image_url": {"url": "data:..."}},
    {"type": "image", "data": "AAAA", "mimeType": "image/png"},
]


@pytest.mark.parametrize("form", range(4))
def test_blocks_for_a_model_are_not_the_result_and_the_json_of_their_text_may_be(tmp_path: Path, form: int) -> None:
    image, kind = _IMAGES[form], "input_text" if form == 1 else "text"
    note = "1 result is not checked against a result schema: neither an object nor an array"
    for texts, rules, notes in (
        ([], [], [note]),
        (["the sum"], [], [note]),
        ([GOOD], [], []),
        (['{"sum": "x"}'], ["result_matches_schema"], []),
    ):
        report = _audit(tmp_path, *_content_logs(*({"type": kind, "text": one} for one in texts), image)[form])
        found = [one.rule for one in report.findings]
        assert (found, [one for one in report.notes if "schema" in one]) == (rules, notes), texts
        uses = CallLog(trace_sources([str(tmp_path / "trace.jsonl")])).uses()
        assert [one.has_result for one in uses] == [not notes], texts


def test_a_secret_beside_an_image_is_found_where_it_is(tmp_path: Path) -> None:
    token = {"type": "text", "text": "ghp_" + "a1B2c3D4e5F6" * 3}
    report = _audit(tmp_path, _use({"a": 1}), _result([_IMAGES[0], token]))
    assert [(one.rule, one.pointer) for one in report.findings] == [("no_secrets", "/content/0/content/1/text")]


def test_a_list_of_blocks_is_the_result_where_the_schema_describes_it(tmp_path: Path) -> None:
    listed = {**TOOL, "result_envelope": {"success_result_schema": {"type": "array", "items": {"required": ["type"]}}}}
    log = tmp_path / "trace.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in (_use({"a": 1}), _result([_IMAGES[0]]))))
    by = Audit(from_tool(listed).inventory, PROFILE, applied_rules(PROFILE))
    report = audit_traces(trace_sources([str(log)]), by)
    assert (report.findings, report.notes) == ([], [])


def _gemini(response: Any, given: Any = None) -> dict[str, Any]:
    call = {"functionCall": {"name": "add", "args": {"a": 1} if given is None else given}}
    parts = [call, {"functionResponse": {"name": "add", "response": response}}]
    return {"contents": [{"parts": [part]} for part in parts]}


@pytest.mark.parametrize(
    ("member", "inner", "found"),
    [
        ("result", ["a"], []),
        ("result", {"result": ["a"]}, []),
        ("result", [1], [("result_matches_schema", "/contents/1/parts/0/functionResponse/response/result/0")]),
        ("output", {"result": ["a"]}, []),
        ("output", [1], [("result_matches_schema", "/contents/1/parts/0/functionResponse/response/output")]),
    ],
)
def test_the_only_member_of_a_response_of_gemini_wraps_the_result_or_is_in_it_as_the_schema_says(
    tmp_path: Path, member: str, inner: Any, found: list[Any]
) -> None:
    of_list = {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "string"}}}}
    tool = {**TOOL, "result_envelope": {"success_result_schema": {**of_list, "required": ["result"]}}}
    log = tmp_path / "trace.jsonl"
    log.write_text(json.dumps(_gemini({member: inner})))
    by = Audit(from_tool(tool).inventory, PROFILE, applied_rules(PROFILE))
    report = audit_traces(trace_sources([str(log)]), by)
    assert [(one.rule, one.pointer) for one in report.findings] == found


@pytest.mark.parametrize("nothing", [None, "", False, 0, {}])
def test_an_error_that_states_nothing_is_no_failure(tmp_path: Path, nothing: Any) -> None:
    remote = {"type": "mcp_call", "id": "m", "name": "add", "arguments": "{}", "output": GOOD, "error": nothing}
    named = {"gen_ai.tool.name": "add", "gen_ai.tool.call.arguments": "{}", "gen_ai.tool.call.result": GOOD}
    span = {"spanId": "s", "attributes": {**named, "error.type": nothing}}
    for line in (_gemini({"error": nothing}, {}), remote, span):
        assert "recorded_input_valid" in {one.rule for one in _audit(tmp_path, line).findings}, line


_NAMES = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "add"}
_ARGUMENTS, _OUTCOME = "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"
_LOST_INPUT = "1 input is not judged: missing, hidden or cut off in the log"
_LOST_RESULT = "1 result is not judged: missing in the log"


def _span(*, id_: str = "s", **content: Any) -> dict[str, Any]:
    names = {"given": _ARGUMENTS, "back": _OUTCOME, "type_": "error.type"}
    stated = {names[key]: value for key, value in content.items() if key in names}
    others = {key: value for key, value in content.items() if key not in names}
    return {"spanId": id_, "attributes": {**_NAMES, **stated}, **others}


def test_spans_without_the_content_of_calls_were_not_judged(tmp_path: Path) -> None:
    for lines in ([_span()], [_span(), _span(id_="t", type_="ToolError")]):
        for is_declared in (True, False):
            report = _audit(tmp_path, *lines, is_declared=is_declared)
            assert report.unexamined is not None
            assert "neither inputs nor results of calls" in report.unexamined.message
    whole = _span(id_="t", given='{"a": 1}', back=GOOD)
    report = _audit(tmp_path, _span(), whole)
    assert (report.unexamined, report.notes) == (None, [_LOST_INPUT, _LOST_RESULT])
    assert _audit(tmp_path, whole).notes == []


@pytest.mark.parametrize("given", ["", "[REDACTED]", "<elided>", '{"a": "1', None])
def test_an_input_that_is_hidden_or_cut_off_is_stated_and_not_judged(tmp_path: Path, given: str | None) -> None:
    report = _audit(tmp_path, _span(back=GOOD, **({} if given is None else {"given": given})))
    assert (report.findings, report.notes, report.unexamined) == ([], [_LOST_INPUT], None)
    assert _audit(tmp_path, _span(back="x", type_="ToolError")).notes == []


def test_what_a_span_says_of_its_failure_is_searched_for_secrets(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    event = {"name": "exception", "attributes": [{"key": "exception.message", "value": {"stringValue": token}}]}
    failures: list[dict[str, Any]] = [
        {"status": {"code": 2, "message": token}},
        {"status": {"status_code": "ERROR", "description": token}},
        {"status": {"code": 2, "message": token}, "events": [event]},
        {"type_": "ToolError", "events": [event]},
    ]
    for status in failures:
        report = _audit(tmp_path, _span(given='{"a": "1"}', **status))
        assert [one.rule for one in report.findings] == ["no_secrets"], status
    # Two spans of one call may describe its failure differently.
    both = [_span(given="{}", status={"code": 2, "message": text}) for text in ("no such file", "ToolError")]
    assert _audit(tmp_path, *both).findings == []


_BLOCK = {"type": "text", "text": GOOD, "annotations": None}
_OF_MCP: dict[str, Any] = {
    "a block": _BLOCK,
    "blocks": [_BLOCK],
    "a result": {"content": [{"type": "text", "text": GOOD}]},
    "a result with all members": {"meta": None, "content": [_BLOCK], "structuredContent": {"sum": 1}, "isError": False},
    "a result as the SDK for Python names it": {"content": [], "structured_content": {"sum": 1}, "is_error": False},
}


def _handed_on(back: Any, given: Any) -> list[list[Any]]:
    """Return logs in which hosts hand on what a server of MCP returned, as text and as it is."""
    text = json.dumps(back)
    return [
        _unflagged("responses", text, given),
        _unflagged("chat", text, given),
        [_use(given), _result(text)],
        [_span(given=json.dumps(given), back=text)],
        [_span(given=json.dumps(given), back=back)],
        [_gemini({"result": back}, given)],
        [_gemini({"result": text}, given)],
    ]


@pytest.mark.parametrize("name", _OF_MCP)
def test_a_result_of_mcp_that_a_host_hands_on_is_what_the_tool_returned(tmp_path: Path, name: str) -> None:
    wrong = json.loads(json.dumps(_OF_MCP[name]).replace("1", "true"))
    for right, bad in zip(_handed_on(_OF_MCP[name], {"a": 1}), _handed_on(wrong, {"a": 1}), strict=True):
        report = _audit(tmp_path, *right)
        assert (report.findings, report.notes) == ([], []), right
        assert [one.rule for one in _audit(tmp_path, *bad).findings] == ["result_matches_schema"], bad


def test_a_failure_of_mcp_that_a_host_hands_on_is_one(tmp_path: Path) -> None:
    refused = {"content": [{"type": "text", "text": "a is not a number"}], "isError": True}
    for lines in _handed_on(refused, {"a": "1"}):
        report = _audit(tmp_path, *lines)
        assert (report.findings, report.unexamined) == ([], None), lines


def test_what_looks_like_a_result_of_mcp_is_the_result_where_the_schema_describes_it(tmp_path: Path) -> None:
    declared = {
        "properties": {"content": {"type": "array"}, "text": {"type": "integer"}},
        "additionalProperties": False,
    }
    tool = {**TOOL, "result_envelope": {"success_result_schema": {"type": "object", **declared}}}
    by = Audit(from_tool(tool).inventory, PROFILE, applied_rules(PROFILE))
    log = tmp_path / "trace.jsonl"
    for back, is_right in (({"content": [_BLOCK]}, True), (_BLOCK, False)):
        for lines in _handed_on(back, {"a": 1}):
            log.write_text("".join(json.dumps(line) + "\n" for line in lines))
            assert (audit_traces(trace_sources([str(log)]), by).findings == []) is is_right, lines


def test_a_text_beside_the_protocol_is_not_judged_by_a_schema_and_counted(tmp_path: Path) -> None:
    note = "is not checked against a result schema: neither an object nor an array"
    for text in ("three", "5", "may have failed"):
        report = _audit(tmp_path, _use({"a": 1}), _result(text))
        assert (report.findings, report.notes) == ([], [f"1 result {note}"])
    assert _audit(tmp_path, _use({"a": 1}), _result(GOOD)).notes == []
    assert _audit(tmp_path, _use({"a": 1}), _result("no", is_error=True)).notes == []
    several = [*(_use({"a": 1}, f"t{n}") for n in (1, 2)), *(_result("x", f"t{n}") for n in (1, 2))]
    assert _audit(tmp_path, *several).notes == [f"2 results {note.replace('is', 'are', 1)}"]


_WRONG_NOTES = "with `annotations` of another form than `audience`, an array, and `priority`, 0 to 1"
_LACKS = "with a resource"
BLOCK = "block 0 of the `content` of a result"


@pytest.mark.parametrize(
    ("lines", "fault", "pointer"),
    [
        (
            [CALL, {"jsonrpc": "2.0", "id": 1, "result": CONTENT, "error": {"code": 1, "message": "no"}}],
            "a response has both `result` and `error`",
            "/result/content",
        ),
        ([CALL, {"jsonrpc": "2.0", "id": 1, "result": None}], "`result` of a call is null, not an object", ""),
        ([CALL, {"jsonrpc": "2.0", "id": 1, "result": {"_meta": {}}}], "`result` of a call has no `content`", ""),
        (
            [CALL, {"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": {"sum": 1}}}],
            "`result` of a call has no `content`",
            "/result/structuredContent",
        ),
        *(
            ([CALL, {"jsonrpc": "2.0", "id": 1, "error": error}], fault, "/error/message")
            for error, fault in [
                ({"message": "no"}, "`error` of a response has no `code` that is an integer"),
                ({"code": "E1", "message": "no"}, "`error` of a response has no `code` that is an integer"),
                ({"code": 1.5, "message": "no"}, "`error` of a response has no `code` that is an integer"),
                ({"code": -32602}, "`error` of a response has no `message` that is a string"),
            ]
        ),
        *(
            ([CALL, {"jsonrpc": "2.0", "id": 1, "result": {"content": content}}], fault, "/result/content")
            for content, fault in [
                (None, "`content` of a result is null, not an array"),
                ("x", "`content` of a result is a string, not an array"),
                ({"type": "text", "text": "1"}, "`content` of a result is an object, not an array"),
                (["x"], "block 0 of the `content` of a result has no `type`"),
                ([{"type": "text"}], "block 0 of the `content` of a result is of type `text` without `text`"),
                ([{"type": "text", "text": 5}], f"{BLOCK} is of type `text` without `text`"),
                ([{"type": "image", "data": "eA=="}], f"{BLOCK} is of type `image` without `mimeType`"),
                (
                    [{"type": "resource", "resource": {"text": "x"}}],
                    f"{BLOCK} is of type `resource` {_LACKS} without `uri`",
                ),
                (
                    [{"type": "resource", "resource": {"uri": "x:y"}}],
                    f"{BLOCK} is of type `resource` {_LACKS} that has neither `text` nor `blob`",
                ),
                ([{**_BLOCK, "annotations": {"priority": "high"}}], f"{BLOCK} is of type `text` {_WRONG_NOTES}"),
                ([{**_BLOCK, "annotations": {"audience": "user"}}], f"{BLOCK} is of type `text` {_WRONG_NOTES}"),
                ([{"type": "video", "data": "x"}], f"{BLOCK} has the type `video`, which no revision of MCP has"),
            ]
        ),
        (
            [CALL, {"jsonrpc": "2.0", "id": 1, "error": "no"}],
            "`error` of a response is a string, not an object",
            "/error/message",
        ),
        (
            [CALL, {"jsonrpc": "2.0", "id": 1, "result": {**CONTENT, "isError": None}}],
            "`isError` of a result is null, neither `true` nor `false`",
            "/result/content",
        ),
        (
            [CALL, {"jsonrpc": "2.0", "id": 1, "result": {**CONTENT, "isError": "no"}}],
            "`isError` of a result is a string, neither `true` nor `false`",
            "/result/content",
        ),
        (
            [_use({"a": 1}), _result("1", is_error=1)],
            "`is_error` of a result is an integer, neither `true` nor `false`",
            "/content/0/content",
        ),
        (
            [_use({"a": 1}), _result([{"type": "image", "source": {}}])],
            "a block of a result is of type `image` with a `source` without `type`",
            "/content/0/content",
        ),
        (
            [{"type": "mcp_call", "id": "m", "name": "add", "arguments": '{"a": 1}', "output": "1", "error": "no"}],
            "a call has both `output` and `error`",
            "/error",
        ),
    ],
)
def test_a_response_that_no_client_can_read_is_a_finding(
    tmp_path: Path, lines: list[dict[str, Any]], fault: str, pointer: str
) -> None:
    found = [one for one in _audit(tmp_path, *lines).findings if one.rule == "record_readable"]
    assert [(one.message, one.tool, one.pointer) for one in found] == [(fault, "add", pointer)]


def test_arguments_of_mcp_are_an_object_and_no_text_that_holds_one(tmp_path: Path) -> None:
    call = {**CALL, "params": {"name": "add", "arguments": '{"a": 1}'}}
    (found,) = _audit(tmp_path, call, _answer(structuredContent={"sum": 1})).findings
    assert found.message == "recorded input of `add` is a string, not an object"


@pytest.mark.parametrize(
    "answer",
    [
        {"result": CONTENT, "error": None},
        {"error": {"code": 1, "message": "no"}},
        {"error": {"code": 1, "message": "no"}, "result": None},
        {"result": {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}},
        {"result": {"resultType": "input_required", "requestState": "s"}},
        {"result": {"task": {"taskId": "t", "status": "working"}}},
        {"result": {"content": [], "isError": False}},
        {"result": {"content": [{**_BLOCK, "annotations": {"audience": ["user"], "priority": 0.5}}], "isError": False}},
        {"result": {"content": [{"type": "resource", "resource": {"uri": "x:y", "blob": ""}}]}},
    ],
)
def test_a_response_of_the_protocol_is_none(tmp_path: Path, answer: dict[str, Any]) -> None:
    report = _audit(tmp_path, CALL, {"jsonrpc": "2.0", "id": 1, **answer})
    assert [one.message for one in report.findings if one.rule == "record_readable"] == []


def test_what_has_no_pair_is_stated(tmp_path: Path) -> None:
    lines = (_use({"a": 1}), _use({"a": 1}, "t2"), _result(GOOD, "t3"), {"role": "user", "content": "hello"})
    report = _audit(tmp_path, *lines)
    unread = "1 line has no call of a tool that could be read, as pieces of a stream and other formats cannot"
    assert report.notes == ["2 calls have no result", "1 result has no call", unread]
    assert "note: 2 calls have no result" in render_findings(report, tmp_path)


def test_a_result_that_is_an_envelope_is_judged_as_one(tmp_path: Path) -> None:
    envelope = {"tool_name": "add", "status": "done", "summary_text": "1", "result": {"sum": 1}, "error": None}
    message: Any = {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": envelope}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1}}}
    found = _found(_audit(tmp_path, call, message, profile=load_profile("holon")))
    assert ("status_known", "2:97", "/result/structuredContent/status") in found


@pytest.mark.parametrize(
    ("text", "rule"),
    [(f"ghp_{'0' * 36}", "no_secrets"), ("\x1b]52;c;aGk=\x07", "output_no_control_characters")],
)
def test_the_text_beside_a_structured_result_is_judged_too(tmp_path: Path, text: str, rule: str) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1}}}
    result: Any = {"content": [{"type": "text", "text": text}], "structuredContent": {"sum": 1}}
    found = _found(_audit(tmp_path, call, {"jsonrpc": "2.0", "id": 1, "result": result}))
    assert (rule, "2", "/result") in {(one, place.partition(":")[0], pointer) for one, place, pointer in found}
    listed = {**result, "structuredContent": [text.upper()]}
    found = _found(_audit(tmp_path, call, {"jsonrpc": "2.0", "id": 1, "result": listed}))
    assert (rule, "/result") in {(one, pointer) for one, _, pointer in found}
    result["content"][0]["text"] = '{"sum": 1}'
    assert _audit(tmp_path, call, {"jsonrpc": "2.0", "id": 1, "result": result}).findings == []


def test_a_log_of_which_nothing_can_be_read_is_never_clean(tmp_path: Path) -> None:
    logs: list[list[Any]] = [["one", "two"], [{"jsonrpc": "2.0", "method": "x"}, {"role": "user", "content": []}]]
    for lines in logs:
        report = _audit(tmp_path, *lines)
        assert report.unexamined is not None
        assert "nothing was audited: none of the 2 lines" in report.unexamined.message
        assert "clean" not in render_findings(report, tmp_path)


def test_a_log_of_damaged_lines_alone_fails_by_their_findings(tmp_path: Path) -> None:
    for lines in (['{"a": ', '{"b": '], ["no JSON", '{"a": 1e999}'], ['{"a": 1}{"a": 2}']):
        report = _audit(tmp_path, *lines)
        assert report.unexamined is None, lines
        assert {(one.rule, one.level) for one in report.findings} == {("record_readable", Level.ERROR)}
        assert report.fails_on(Level.ERROR)


def test_a_log_whose_damage_was_accepted_is_still_not_audited(tmp_path: Path) -> None:
    ignores = ignores_of(
        Config(ignore=(Ignore(rule="record_readable", reason="known"),)),
        PROFILE,
        audited_ids(),
        datetime.date(2026, 5, 1),
    )
    (tmp_path / "log.jsonl").write_text('{"a": \n', "utf-8")
    report = audit_traces(
        trace_sources([str(tmp_path / "log.jsonl")]), Audit(None, PROFILE, applied_rules(PROFILE)), ignores
    )
    assert report.unexamined is not None
    assert not report.active_findings


def test_an_empty_trace_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="contains no record"):
        _audit(tmp_path)


def test_several_traces_are_one_log(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(_use({"a": 1})) + "\n" + json.dumps(_result(GOOD)) + "\n")
    (tmp_path / "b.jsonl").write_text(json.dumps({"jsonrpc": "2.0", "method": "ping"}) + "\n")
    by = Audit(from_tool(TOOL).inventory, PROFILE, applied_rules(PROFILE))
    report = audit_traces(trace_sources([str(tmp_path)]), by)
    assert (report.subject, report.checked_count, report.unexamined) == ("2 traces", 1, None)


def test_many_artifacts_are_judged_in_one_pass_over_their_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from conformance.documents import reader

    passes: list[int] = []
    locate = reader.offsets

    def count(text: str, wanted: set[str]) -> dict[str, int]:
        passes.append(len(wanted))
        return locate(text, wanted)

    monkeypatch.setattr(reader, "offsets", count)
    artifacts = [{"path": f"out/{number}.txt"} for number in range(300)]
    result = {"disposition": "completed", "artifacts": artifacts}
    envelope = {"tool_name": "add", "status": "success", "summary_text": "done", "result": result, "error": None}
    report = _audit(tmp_path, envelope, profile=load_profile("holon"))
    assert any("275 more problems" in one.message for one in report.findings)
    assert len(passes) < 5


def test_the_text_of_a_report_names_file_line_and_column(tmp_path: Path) -> None:
    text = render_findings(_audit(tmp_path, _use({"a": "1"}), _result(GOOD)), tmp_path)
    assert re.search(r"--> trace\.jsonl:1:93  /content/0/input/a", text)


def test_calls_that_the_next_version_would_refuse_are_named(tmp_path: Path) -> None:
    newer = {**TOOL, "input_schema": {**TOOL["input_schema"], "required": ["a", "b"]}}
    log = tmp_path / "trace.jsonl"
    lines = [
        _use({"a": 1}),
        _result(GOOD),
        _use({"a": "x"}, "t2"),
        _result("a must be an integer", "t2", is_error=True),
    ]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    rules = applied_rules(PROFILE)
    by = Audit(from_tool(TOOL).inventory, PROFILE, rules, against=from_tool(newer).inventory)
    assert _found(audit_traces(trace_sources([str(log)]), by)) == [("accepted_by_next", "1:83", "/content/0/input")]
    gone = Audit(from_tool(TOOL).inventory, PROFILE, rules, against=from_tool({"name": "sub"}).inventory)
    (finding,) = audit_traces(trace_sources([str(log)]), gone).findings
    assert finding.message == "recorded call of `add` would be refused: the tool is gone"


def test_a_call_whose_input_is_not_recorded_is_not_compared_unless_its_tool_is_gone(tmp_path: Path) -> None:
    envelope = {"tool_name": "add", "status": "success", "summary_text": "done", "result": {"sum": 1}, "error": None}
    gone = from_tool({**TOOL, "name": "sum"}).inventory
    for lines in ([envelope], [_span(back=GOOD)]):
        report = _audit(tmp_path, *lines, against=from_tool(TOOL).inventory)
        assert report.unexamined is not None
        assert "no call was compared with the next version" in report.unexamined.message
        report = _audit(tmp_path, *lines, against=gone)
        assert [one.rule for one in report.findings if "gone" in one.message] == ["accepted_by_next"], lines
        assert report.unexamined is None
    some = [{"input": {"a": 1}, "envelope": envelope}, {"envelope": envelope}]
    report = _audit(tmp_path, *some, against=from_tool(TOOL).inventory)
    wanted = ["1 call is not compared with the next version: no input is recorded"]
    assert ([one for one in report.notes if "compared with" in one], report.unexamined) == (wanted, None)
    failed = {**envelope, "status": "error", "result": None, "error": {"kind": "lost", "message": "lost"}}
    assert _of_rule("accepted_by_next", _audit(tmp_path, failed, against=gone)) == []


def test_coverage_says_what_was_never_recorded(tmp_path: Path) -> None:
    log = tmp_path / "trace.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in (_use({}), _result(GOOD))))
    by = Audit(from_tool(TOOL).inventory, PROFILE, applied_rules(PROFILE, ["tool_known"]), has_coverage=True)
    report = audit_traces(trace_sources([str(log)]), by)
    text = render_findings(report, tmp_path)
    assert "contract: 1 of 2 parts (50 %) recorded" in text
    assert "  `add`: 1 call, 1 of 2 parts (50 %); never: `/input_schema/properties/a`" in text
    value: Any = report_value(report)
    (one,) = value["contract"]
    assert (one["seen"], one["never"]) == (1, ["/input_schema/properties/a"])


def test_what_is_neither_a_call_nor_an_envelope_is_never_clean(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('1\n"x"\nnull\n{"foo": 1}\n{"status": "success", "result": {}}\n', "utf-8")
    report = conformance.audit(log, profile="mcp")
    assert [(one.rule, str(one.location).rpartition("log.jsonl:")[2]) for one in report.findings] == [
        ("envelope_fields", f"{line}:1") for line in (1, 2, 3, 4)
    ]


def test_what_is_left_out_changes_no_finding(tmp_path: Path) -> None:
    blocks = [_use({"a": "x"}, str(number))["content"][0] for number in range(3)]
    answers = [_result(GOOD, str(number))["content"][0] for number in range(3)]
    lines: list[Any] = []
    for day, ids in (("01", [0]), ("20", [1, 2])):
        time = f"2026-01-{day}T00:00:00Z"
        lines += [{"timestamp": time, "role": "assistant", "content": [blocks[number] for number in ids]}]
        lines += [{"timestamp": time, "role": "user", "content": [answers[number] for number in ids]}]
    whole = {one.fingerprint for one in _audit(tmp_path, *lines).findings}
    trace, rules = trace_sources([str(tmp_path / "trace.jsonl")]), applied_rules(PROFILE)
    some = Audit(from_tool(TOOL).inventory, PROFILE, rules, selection=Selection(since=1_768_400_000))
    late = {one.fingerprint for one in audit_traces(trace, some).findings}
    assert (len(whole), len(late)) == (3, 2)
    assert late < whole


def test_calls_that_were_given_up_are_told_apart_from_those_without_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pairing, "MAX_OPEN_CALLS", 2)
    lines = [*(_use({"a": 1}, str(number)) for number in range(3)), *(_result(GOOD, str(n)) for n in range(3))]
    notes = _audit(tmp_path, *lines).notes
    assert [note.partition(":")[0] for note in notes] == ["1 call is not judged", "1 result has no call"]


def test_findings_are_the_same_in_groups_of_any_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [{"type": "tool_use", "id": f"t{at}", "name": "add", "input": {"a": f"{at}"}} for at in range(6)]
    answers = [{"type": "tool_result", "tool_use_id": f"t{at}", "content": GOOD} for at in range(6)]
    lines = [{"role": "assistant", "content": texts}, {"role": "user", "content": answers[:4]}]
    before = _audit(tmp_path, *lines, against=from_tool(TOOL).inventory).findings
    monkeypatch.setattr(_reading, "_BATCH", 1)
    monkeypatch.setattr(_reading, "_GROUP_BYTES", 1)
    after = _audit(tmp_path, *lines, against=from_tool(TOOL).inventory).findings
    assert [(one.fingerprint, one.location) for one in after] == [(one.fingerprint, one.location) for one in before]
    assert len({one.fingerprint for one in after}) == 4


def test_the_profile_says_which_statuses_are_those_of_a_success(tmp_path: Path) -> None:
    statuses: dict[str, Any] = {"statuses": ("ok", "deferred", "failed"), "statuses_with_result": ("ok", "deferred")}
    profile, rules = replace(load_profile("holon"), **statuses), {"recorded_input_valid", "result_matches_schema"}
    envelope = {"tool_name": "add", "summary_text": "sum: x", "result": {"sum": "x"}, "error": None}

    def broken(*lines: Any) -> set[str]:
        return {one.rule for one in _audit(tmp_path, *lines, profile=profile).findings} & rules

    def record(status: str, **members: Any) -> dict[str, Any]:
        return {"envelope": {**envelope, "status": status, **members}, "input": {"a": "x"}}

    assert broken(record("ok")) == broken(_use({"a": "x"}), _result('{"sum": "x"}')) == rules
    assert broken(record("deferred")) == {"recorded_input_valid"}
    assert broken(record("failed", result=None, error={"kind": "x"})) == set()
    for status in ("ok", "deferred"):
        (tmp_path / "trace.jsonl").write_text(json.dumps(record(status)) + "\n")
        log = CallLog(trace_sources([str(tmp_path / "trace.jsonl")]), profile=profile)
        assert [use.has_result for use in log.uses()] == [status == "ok"]


def test_a_secret_in_the_data_of_an_error_is_found(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3" * 6
    for data in ({"token": token}, [token], token):
        error = {"code": -32000, "message": "bad", "data": data}
        found = _audit(tmp_path, CALL, {"jsonrpc": "2.0", "id": 1, "error": error}).findings
        assert [one.rule.partition(".")[0] for one in found if "secret" in one.rule or "GitHub" in one.message]
    clean = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "bad", "data": {"token": None}}}
    assert not _audit(tmp_path, CALL, clean).findings


def test_the_kind_of_an_error_is_masked_in_the_coverage(tmp_path: Path) -> None:
    secret = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    failed = {"tool_name": "add", "status": "error", "summary_text": "x", "result": None}
    (tmp_path / "log.jsonl").write_text(json.dumps({**failed, "error": {"kind": secret, "message": "m"}}) + "\n")
    by = Audit(from_tool(TOOL).inventory, PROFILE, applied_rules(PROFILE), has_coverage=True)
    (row,) = audit_traces(trace_sources([str(tmp_path / "log.jsonl")]), by).contract
    assert [*row.error_kinds.values()] == [1]
    assert secret not in str(row)


@pytest.mark.parametrize("asked", [{"against": from_tool(TOOL).inventory}, {"has_coverage": True}])
def test_what_compares_with_an_inventory_needs_one(tmp_path: Path, asked: dict[str, Any]) -> None:
    (tmp_path / "log.jsonl").write_text(json.dumps(_use({"a": 1})) + "\n")
    by = Audit(None, PROFILE, applied_rules(PROFILE), **asked)
    with pytest.raises(ConformanceError, match="by the inventory of the recorded calls, and none was given"):
        audit_traces(trace_sources([str(tmp_path / "log.jsonl")]), by)


@pytest.mark.parametrize(
    "lines",
    [
        [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}],
        [{"messages": [{"role": "user", "content": "hi"}]}],
        [{"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}],
        [{"type": "message", "role": "assistant", "content": []}],
        [{"type": "user", "message": {"role": "user", "content": "hi"}}, {"type": "summary", "summary": "Greeting"}],
    ],
)
def test_a_conversation_without_a_call_is_not_taken_for_broken_envelopes(tmp_path: Path, lines: list[Any]) -> None:
    report = _audit(tmp_path, *lines)
    assert report.findings == []
    assert report.unexamined is not None
    assert "nothing was audited: " in report.unexamined.message
    envelope = {"tool_name": "add", "status": "success", "summary_text": "done", "result": {"sum": 1}, "error": None}
    assert _of_rule("envelope_fields", _audit(tmp_path, envelope, *lines))


def test_a_role_of_any_type_is_read(tmp_path: Path) -> None:
    for role in ([], {}, 1, None):
        assert _audit(tmp_path, {"role": role, "content": "hi"}).findings
