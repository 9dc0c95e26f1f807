"""A result whose `resultType` is not `complete` asks for more, or names a task: it accepts and rejects nothing."""

import pytest

from conformance.commands.probe import probe
from conformance.commands.report import Report
from conformance.documents.values import JsonObject
from conformance.schema.validation import violations
from tests.probes.test_environment import FETCH, PLAN, Answer, Server, text_result

ASKS_FOR_MORE: JsonObject = {"resultType": "input_required", "requestState": "s"}


def is_good(arguments: JsonObject) -> bool:
    return not any(violations(arguments, FETCH))


def answers(*, good: JsonObject, bad: JsonObject) -> Answer:
    return lambda _tool, arguments: good if is_good(arguments) else bad


def reasons(report: Report) -> list[str]:
    return [one.message for one in report.findings if one.rule == "inconclusive"]


@pytest.mark.parametrize("result_type", ["input_required", "task", "anything"])
def test_a_wrong_input_that_is_answered_with_a_question_is_not_accepted(result_type: str) -> None:
    asks: JsonObject = {"resultType": result_type, "taskId": "t", "content": []}
    report = probe(Server(FETCH, answers(good=text_result("found"), bad=asks)), "server", PLAN)
    assert {one.rule for one in report.findings} == {"inconclusive", "dormant_field"}
    assert any("some changed inputs get no result" in reason for reason in reasons(report))


def test_good_inputs_that_are_answered_with_a_question_prove_nothing() -> None:
    refused = text_result("Invalid arguments: url", failed=True)
    for bad in (refused, ASKS_FOR_MORE):
        report = probe(Server(FETCH, answers(good=ASKS_FOR_MORE, bad=bad)), "server", PLAN)
        assert {one.rule for one in report.findings} <= {"inconclusive", "unknown_field_named"}
        assert any('with `"input_required"` as its `resultType`' in reason for reason in reasons(report))


def test_a_wrong_input_with_a_complete_result_is_accepted_beside_a_question() -> None:
    found: JsonObject = {**text_result("found"), "resultType": "complete"}
    report = probe(Server(FETCH, lambda _tool, _arguments: found), "server", PLAN)
    assert {"unknown_field_rejected", "wrong_type_rejected"} <= {one.rule for one in report.findings}
    mixed = probe(Server(FETCH, answers(good=ASKS_FOR_MORE, bad=found)), "server", PLAN)
    assert "unknown_field_rejected" in {one.rule for one in mixed.findings}
