"""One reply that nobody can read is a fault of its tool; all others are asked as usual."""

import pytest
from msgspec.structs import replace

from conformance.commands.conversation import Conversation
from conformance.commands.probe import probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.probes.interview.limits import InconclusiveError
from conformance.probes.miniatures._sound import Changes, SoundRuntime
from conformance.settings.notices import INCONCLUSIVE, MESSAGE_PORTABLE, REPLY_READABLE, STRAY_OUTPUT
from conformance.systems.conduct import Breach, Conduct, Stray
from conformance.systems.runtime import CallOutcome, InvalidReplyError, ParseOutcome, UnavailableError
from tests.commands.test_probe import plan
from tests.probes.test_environment import OPTIONAL, PLAN, Server, text_result

INVALID = InvalidReplyError(ErrorKind.UNREACHABLE, "answered with 5 during `tools/call` of `look`", "return an object")


class Unreadable(Server):
    """Answers one of its two tools so that nobody can read it."""

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        if tool == "look":
            raise INVALID
        return super().call(tool, arguments)


def unreadable() -> Unreadable:
    return Unreadable(OPTIONAL, lambda _tool, given: text_result(f"saw {given}"), names=("look", "read"))


def test_a_reply_to_a_call_that_nobody_can_read_is_an_error_of_its_tool_alone() -> None:
    report = probe(unreadable(), "s", PLAN)
    assert report.broke_off is None
    found = [one for one in report.findings if one.rule == REPLY_READABLE.id]
    assert [(one.level, one.tool, one.message, one.hint) for one in found] == [
        (Level.ERROR, "look", str(INVALID), "return an object")
    ]
    assert {one.tool: one.state for one in report.coverage if one.tool} == {"look": "undetermined", "read": "tested"}
    assert not report.tested_nothing


def test_a_reply_that_nobody_can_read_is_reported_once_though_no_other_tool_can_be_asked() -> None:
    alone = Unreadable(OPTIONAL, lambda _tool, given: text_result(f"saw {given}"))
    assert [one.tool for one in probe(alone, "s", PLAN).findings if one.rule == REPLY_READABLE.id] == ["look"]


def test_a_tool_whose_reply_nobody_can_read_is_not_called_again() -> None:
    calls = list[str]()

    class Counting(Unreadable):
        def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
            calls.append(tool)
            return super().call(tool, arguments)

    probe(Counting(OPTIONAL, lambda _tool, given: text_result(f"saw {given}"), names=("look", "read")), "s", PLAN)
    assert calls.count("look") == 1
    assert calls.count("read") > 5


@pytest.mark.parametrize("is_first", [True, False])
def test_an_answer_of_a_parser_that_nobody_can_read_is_an_error_of_its_tool_too(is_first: bool) -> None:
    def fail(tool: str, arguments: JsonValue, parsed: ParseOutcome) -> ParseOutcome:
        if tool == "WaitFor" and (is_first or arguments != {}):
            raise INVALID
        return parsed

    report = probe(SoundRuntime(Changes(parse=fail)), "s", plan("null_rejected", "unknown_field_rejected"))
    assert report.broke_off is None
    assert [one.tool for one in report.findings if one.rule == REPLY_READABLE.id] == ["WaitFor"]
    assert [one.tool for one in report.coverage if one.tested and one.tool] == ["ExecCommand", "ExecCommandBatch"]


def test_a_test_fails_on_a_reply_that_nobody_can_read_where_an_open_question_skips_it() -> None:
    conversation = Conversation(unreadable(), replace(PLAN, probes=applied_probes(PLAN.profile, ["null_rejected"])))
    with pytest.raises(ConformanceError, match="answered with 5"):
        conversation.ask(0, "null_rejected")
    closed: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    failing = Server(closed, lambda _tool, _given: text_result("no browser", failed=True))
    with pytest.raises(InconclusiveError):
        Conversation(failing, PLAN).ask(0, "null_rejected")


def test_a_request_that_is_turned_away_is_no_fault_of_its_tool() -> None:
    class Busy(Unreadable):
        def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
            if tool == "look":
                raise UnavailableError(ErrorKind.UNREACHABLE, "answered with HTTP status 429", "send fewer requests")
            return super().call(tool, arguments)

    report = probe(Busy(OPTIONAL, lambda _tool, given: text_result(f"saw {given}"), names=("look", "read")), "s", PLAN)
    found = [(one.rule, one.level, one.hint) for one in report.findings if one.tool == "look"]
    assert found == [(INCONCLUSIVE.id, Level.INFO, "send fewer requests")]
    assert {one.tool: one.state for one in report.coverage if one.tool} == {"look": "undetermined", "read": "tested"}


def test_what_other_clients_refuse_is_a_finding_of_its_own() -> None:
    class Double(Server):
        def take_conduct(self) -> Conduct:
            return Conduct(breaches=(Breach("both", "sent two of them", "send one"),), renewals=1)

    report = probe(Double(OPTIONAL, lambda _tool, given: text_result(f"saw {given}")), "s", PLAN)
    found = [one for one in report.findings if one.rule == MESSAGE_PORTABLE.id]
    assert [(one.level, one.message, one.hint) for one in found] == [
        (Level.WARNING, "the server sent two of them", "send one")
    ]
    assert "1 session ended by the server with HTTP status 404, and opened anew" in report.notes


def test_what_a_server_sends_that_answers_nothing_is_one_finding_of_each_kind() -> None:
    class Chatty(Server):
        def take_conduct(self) -> Conduct:
            return Conduct(lines=Stray(2, "up"), answers=Stray(1, "a second one to request 3"), retries=2)

    report = probe(Chatty(OPTIONAL, lambda _tool, given: text_result(f"saw {given}")), "s", PLAN)
    assert [(one.level, one.tool, one.message) for one in report.findings if one.rule == STRAY_OUTPUT.id] == [
        (Level.WARNING, None, "the server wrote 2 lines that are not messages to stdout, such as 'up'"),
        (Level.WARNING, None, "the server sent an answer to no open request, such as a second one to request 3"),
    ]
    retried = "2 requests were sent again, as the server turned requests away with HTTP status 429 or 503"
    assert retried in report.notes
    silent = probe(Server(OPTIONAL, lambda _tool, given: text_result(f"saw {given}")), "s", PLAN)
    assert not [one for one in silent.findings if one.rule == STRAY_OUTPUT.id]
    assert retried not in silent.notes
