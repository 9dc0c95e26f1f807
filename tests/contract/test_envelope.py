"""A result is a success xor a failure, in the code and in the file form."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from conformance.contract.audit_record import AuditRecord
from conformance.contract.envelope import Failure, Success, ToolError, from_json, nest_artifacts, to_json
from conformance.contract.shapes import schema_of
from conformance.documents import reader
from conformance.documents.values import JsonObject, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.validation import is_valid
from tests.cases import check_each

ERROR: JsonObject = {"kind": "io_error", "message": "disk full", "retryable": True}
SUCCESS: JsonObject = {"tool_name": "Enqueue", "status": "success", "summary_text": "done", "result": {}}
FAILURE: JsonObject = {"tool_name": "Enqueue", "status": "error", "summary_text": "disk full", "error": ERROR}


def test_a_success_is_written_with_all_five_keys_in_their_order() -> None:
    envelope = Success(tool_name="Enqueue", summary_text="done", result={"enqueued": True})
    assert list(to_json(envelope).items()) == [
        ("tool_name", "Enqueue"),
        ("status", "success"),
        ("summary_text", "done"),
        ("result", {"enqueued": True}),
        ("error", None),
    ]


def test_a_failure_is_written_with_a_null_result_and_a_whole_error() -> None:
    written = to_json(from_json(FAILURE))
    assert written["result"] is None
    assert written["error"] == {
        "kind": "io_error",
        "message": "disk full",
        "details": None,
        "recovery_hint": None,
        "retryable": True,
    }


DONE: dict[str, Any] = {"tool_name": "T", "summary_text": "s", "result": {}}
FAILED: dict[str, Any] = {"tool_name": "T", "summary_text": "s", "error": ERROR}


@check_each(
    ("construct", "says"),
    [
        (lambda: Success(**DONE, error=ToolError(**as_object(ERROR))), "Success field '/error' "),  # type: ignore[arg-type]
        (lambda: Success(**{**DONE, "result": None}), "Success field '/result' must be an object, not null"),
        (lambda: Success(tool_name="T", summary_text="s"), "Success field '/result' is missing"),  # type: ignore[call-arg]
        (lambda: Success(**DONE, status="error"), "Success field '/status' "),  # type: ignore[arg-type]
        (lambda: Failure(**FAILED, result={}), "Failure field '/result' "),  # type: ignore[arg-type]
        (lambda: Failure(tool_name="T", summary_text="s"), "Failure field '/error' is missing"),  # type: ignore[call-arg]
        (lambda: Failure(**{**FAILED, "error": {**ERROR, "kind": "Not A Word"}}), "Failure field '/error/kind' "),
        (lambda: Success(**{**DONE, "summary_text": ""}), "Success field '/summary_text' must be a non-blank string"),
        (lambda: Success(**{**DONE, "tool_name": 7}), "Success field '/tool_name' must be a non-blank string"),
        (lambda: ToolError(**as_object({**ERROR, "recovery_hint": 7})), "field '/recovery_hint' must be a string"),
        (lambda: Success(**{**DONE, "result": {"n": float("nan")}}), "field '/result' must be a JSON value, not float"),
        (lambda: Success(**{**DONE, "result": {"b": b"bytes"}}), "field '/result' must be a JSON value, not bytes"),
        (lambda: ToolError(kind="Not A Word", message="m", retryable=False), "ToolError field '/kind' must be a snake"),
    ],
)
def test_a_wrong_combination_cannot_be_constructed(construct: Any, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        construct()
    assert says in refused.value.message


ONE = [{"path": "o.log"}]


@check_each(
    ("result", "pointer", "says"),
    [
        ({"stdout_artifact": -1, "artifacts": ONE}, "/stdout_artifact", "is not the index of an artifact"),
        ({"stdout_artifact": 1, "artifacts": ONE}, "/stdout_artifact", "is not the index of an artifact"),
        ({"stdout_artifact": True, "artifacts": ONE * 2}, "/stdout_artifact", "is not the index of an artifact"),
        ({"stdout_artifact": 0.0, "artifacts": ONE}, "/stdout_artifact", "is not the index of an artifact"),
        ({"items": [{"stdout_artifact": 0}]}, "/items/0/stdout_artifact", "is not the index of an artifact"),
        ({"artifacts": [{"path": "../../etc"}]}, "/artifacts/0/path", "does not climb out"),
        ({"artifacts": [{"path": "https://x/a"}]}, "/artifacts/0/path", "must be a path, not a URL"),
        ({"task": {"artifacts": [{"path": 5}]}}, "/task/artifacts/0/path", "must be a path: a non-blank string"),
        ({"artifacts": [*ONE, {"path": "e.log", "content": "x"}]}, "/artifacts/1", "and nothing else"),
        ({"artifacts": ["o.log"]}, "/artifacts/0", "and nothing else"),
        ({"artifacts": {"path": "o.log"}}, "/artifacts", "must be a list of"),
    ],
)
def test_a_reference_that_leads_astray_is_refused_at_its_pointer(result: Any, pointer: str, says: str) -> None:
    for construct in (lambda: from_json({**SUCCESS, "result": result}), lambda: Success(**{**DONE, "result": result})):
        with pytest.raises(ConformanceError) as refused:
            construct()
        assert f"field '/result{pointer}' " in refused.value.message
        assert says in refused.value.message


def nested(levels: int) -> Any:
    value: Any = "end"
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


CIRCLE: dict[str, Any] = {}
CIRCLE["again"] = [CIRCLE]


@pytest.mark.parametrize(
    "deep", [nested(126), nested(400), nested(10_000), CIRCLE], ids=["126", "400", "10000", "circle"]
)
def test_what_nests_deeper_than_a_file_may_is_refused_by_the_name_of_its_field(deep: Any) -> None:
    attempts: list[tuple[Any, str]] = [
        (lambda: from_json({**SUCCESS, "result": deep}), "'/result' must"),
        (lambda: from_json({**SUCCESS, "result": {"x": deep}}), "'/result' must not nest deeper than 125 levels"),
        (
            lambda: from_json({**SUCCESS, "result": {"artifacts": deep}, "artifacts": deep}),
            "'/artifacts' must not nest",
        ),
        (lambda: from_json({**FAILURE, "error": {**ERROR, "details": deep}}), "'/error/details' must not nest deeper"),
        (lambda: Success(**{**DONE, "result": {"x": deep}}), "'/result' must not nest deeper"),
        (lambda: ToolError(kind="k", message="m", retryable=True, details=deep), "'/details' must not nest deeper"),
    ]
    for attempt, says in attempts:
        with pytest.raises(ConformanceError) as refused:
            attempt()
        assert says in refused.value.message


def test_what_nests_as_deep_as_a_file_may_is_kept_and_can_be_read_again(tmp_path: Path) -> None:
    error = ToolError(kind="k", message="m", retryable=True, details=nested(125))
    record = AuditRecord(
        canonical_result=Failure(tool_name="T", summary_text="s", error=error), rendered_receipt="T failed"
    )
    (tmp_path / "log.json").write_text(record.to_line(), "utf-8")
    assert reader.read(tmp_path / "log.json").value == record.to_json()


def test_an_envelope_cannot_be_changed() -> None:
    envelope = from_json(SUCCESS)
    with pytest.raises(ValidationError):
        envelope.summary_text = "other"


def test_a_later_change_of_the_given_result_does_not_reach_the_envelope() -> None:
    result: dict[str, Any] = {"items": [1]}
    envelope = Success(tool_name="T", summary_text="s", result=result)
    result["items"].append(2)
    assert envelope.result == {"items": [1]}


@pytest.mark.parametrize("absent", ["error", "result"])
def test_absent_and_null_are_the_same(absent: str) -> None:
    value = SUCCESS if absent == "error" else FAILURE
    assert from_json(value) == from_json({**value, absent: None})


@pytest.mark.parametrize("value", [SUCCESS, FAILURE])
def test_what_is_written_can_be_read(value: JsonObject) -> None:
    assert from_json(to_json(from_json(value))) == from_json(value)


@check_each(
    ("value", "says"),
    [
        (None, "the value must be an envelope object; found null"),
        ([SUCCESS], "found array"),
        ({**SUCCESS, "status": "deferred"}, "'/status' must be 'success' or 'error'; found 'deferred'"),
        ({**SUCCESS, "status": True}, "'/status' must be 'success' or 'error'; found boolean"),
        ({**SUCCESS, "result": None}, "'/result' must be an object because status is 'success'; found nothing"),
        ({**SUCCESS, "result": "text"}, "'/result' must be an object, not string"),
        ({**SUCCESS, "error": ERROR}, "'/error' must be null because status is 'success'"),
        ({**FAILURE, "result": False}, "'/result' must be null because status is 'error'"),
        ({**FAILURE, "error": None}, "'/error' must be an object because status is 'error'"),
        ({**FAILURE, "error": "disk full"}, "'/error' must be an object because status is 'error'; found 'disk full'"),
        ({**FAILURE, "error": {**ERROR, "kind": "Disk Full"}}, "'/error/kind' must be a snake_case word"),
        ({**FAILURE, "error": {**ERROR, "retryable": None}}, "'/error/retryable' must be true or false"),
        ({**FAILURE, "error": {**ERROR, "stack": []}}, "'/error/stack' is not a known field; fields: 'kind'"),
        ({**FAILURE, "error": {"kind": "io_error"}}, "'/error/message' is missing"),
        ({**SUCCESS, "is_error": False}, "'/is_error' is not a known field; fields: 'tool_name'"),
        ({**SUCCESS, "summary_text": ""}, "'/summary_text' must be a non-blank string"),
        ({**SUCCESS, "summary_text": " \n"}, "'/summary_text' must be a non-blank string"),
        ({**SUCCESS, "tool_name": None}, "'/tool_name' must be a non-blank string"),
        ({**SUCCESS, "artifacts": [], "result": {"artifacts": [1]}}, "'/artifacts' differs from '/result/artifacts'"),
        ({**FAILURE, "artifacts": []}, "'/artifacts' must be inside a result"),
    ],
)
def test_what_is_no_envelope_is_refused_by_the_name_of_the_field(value: Any, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        from_json(value)
    assert says in refused.value.message
    assert refused.value.kind is ErrorKind.INVALID_VALUE
    assert refused.value.recovery_hint == "`conformance schemas envelope` prints the schema to follow"


def test_an_unknown_field_is_told_those_that_there_are() -> None:
    for value, known in (
        ({**SUCCESS, "is_error": False}, "'tool_name', 'status', 'summary_text', 'result', 'error'"),
        ({**FAILURE, "error": {**ERROR, "x": 1}}, "'kind', 'message', 'details', 'recovery_hint', 'retryable'"),
    ):
        with pytest.raises(ConformanceError) as refused:
            from_json(value)
        assert refused.value.message.endswith(f" is not a known field; fields: {known}")


def test_a_field_is_named_with_its_whole_pointer_up_to_two_hundred_characters() -> None:
    def said(length: int) -> str:
        name = "x" * (length - len("/result//stdout_artifact"))
        with pytest.raises(ConformanceError) as refused:
            from_json({**SUCCESS, "result": {name: {"stdout_artifact": 0}}})
        return refused.value.message.partition("' ")[0].removeprefix("envelope field '")

    assert said(200).endswith("x/stdout_artifact")
    assert len(said(200)) == 200
    assert said(201).endswith("/stdout_artifa…")
    assert len(said(201)) == 200


def test_artifacts_beside_the_result_are_moved_inside() -> None:
    artifacts: list[JsonObject] = [{"path": "o.log"}]
    envelope = from_json({**SUCCESS, "artifacts": artifacts})
    assert to_json(envelope)["result"] == {"artifacts": artifacts}


def test_artifacts_beside_the_result_may_repeat_those_inside_and_not_differ_from_them() -> None:
    artifacts: list[JsonObject] = [{"path": "o.log"}]
    assert nest_artifacts({**SUCCESS, "result": {"artifacts": artifacts}, "artifacts": artifacts}) == {
        **SUCCESS,
        "result": {"artifacts": artifacts},
    }
    for other in (None, [], [{"path": "e.log"}]):
        with pytest.raises(ConformanceError, match=r"field '/artifacts' differs from '/result/artifacts'"):
            nest_artifacts({**SUCCESS, "result": {"artifacts": artifacts}, "artifacts": other})


def test_half_a_surrogate_becomes_the_mark_for_what_cannot_be_decoded() -> None:
    envelope = from_json({**SUCCESS, "summary_text": "a\udc80", "result": {"stdout_preview": "\ud800", "\udfff": []}})
    assert to_json(envelope)["result"] == {"stdout_preview": "\ufffd", "\ufffd": []}
    assert envelope.summary_text == "a\ufffd"
    error = {**ERROR, "message": "\udc80", "recovery_hint": "\udc80", "details": "\udc80"}
    shown = to_json(from_json({**FAILURE, "error": error}))["error"]
    assert [as_object(shown)[key] for key in ("message", "recovery_hint", "details")] == ["\ufffd"] * 3


@pytest.mark.parametrize("value", [SUCCESS, FAILURE, {**SUCCESS, "error": None}, {**FAILURE, "result": None}])
def test_the_schema_accepts_what_can_be_read(value: JsonObject) -> None:
    assert is_valid(value, schema_of(Success, Failure))


@pytest.mark.parametrize(
    "value",
    [
        {**SUCCESS, "error": ERROR},
        {**FAILURE, "result": {}},
        {**SUCCESS, "status": "deferred"},
        {**SUCCESS, "is_error": False},
        {key: value for key, value in SUCCESS.items() if key != "status"},
    ],
)
def test_the_schema_refuses_what_cannot_be_read(value: JsonObject) -> None:
    assert not is_valid(value, schema_of(Success, Failure))
