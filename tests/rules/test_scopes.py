"""Scopes find the subjects of what was observed, each with the place that its problems are relative to."""

from conformance.documents.values import JsonValue
from conformance.rules.examples import from_envelope, from_receipt
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, RECEIPT, RECORD, RESULT_LEVEL
from conformance.systems.surface import Record, Surface


def _surface(*envelopes: JsonValue) -> Surface:
    inventory = from_envelope({}).inventory
    return Surface("seen", inventory, [Record(f"r{number}", value) for number, value in enumerate(envelopes)])


def test_every_record_is_a_subject_even_one_that_is_no_object() -> None:
    found = list(RECORD.find(_surface([], None, {"tool_name": "ListTasks"})))
    assert [(one.record, one.tool) for one in found] == [("r0", None), ("r1", None), ("r2", "ListTasks")]


def test_only_objects_are_envelopes() -> None:
    found = list(ENVELOPE.find(_surface([], {"tool_name": "ListTasks"}, "text")))
    assert [one.record for one in found] == ["r1"]


def test_a_result_level_is_located_where_it_stands() -> None:
    found = list(RESULT_LEVEL.find(_surface({"result": {"task": {"id": "t1"}}})))
    assert [one.pointer for one in found] == ["/result", "/result/task"]


def test_a_result_level_knows_the_receipt_of_its_envelope() -> None:
    surface = from_receipt({"envelope": {"result": {}}, "receipt": "done"})
    assert [one.subject.receipt for one in RESULT_LEVEL.find(surface)] == ["done"]


def test_each_list_of_artifacts_is_a_subject() -> None:
    found = list(ARTIFACT_LIST.find(_surface({"artifacts": [], "result": {"task": {"artifacts": []}}})))
    assert [one.subject.pointer for one in found] == ["/artifacts", "/result/task/artifacts"]


def test_only_records_with_a_receipt_have_one_to_judge() -> None:
    inventory = from_envelope({}).inventory
    surface = Surface("seen", inventory, [Record("a", {}, "done", "done"), Record("b", {}), Record("c", None, "x")])
    found = list(RECEIPT.find(surface))
    assert [(one.record, one.subject.second_receipt) for one in found] == [("a", "done"), ("c", None)]
