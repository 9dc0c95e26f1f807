"""What can be said of a receipt whoever rendered it."""

import pytest

from conformance.documents.values import JsonValue
from conformance.rules.examples import from_receipt
from conformance.systems.surface.receipts import ReceiptRecord, leading_keys, normalise_words


def _receipt(text: str, **result: JsonValue) -> ReceiptRecord:
    surface = from_receipt({"envelope": {"result": result}, "receipt": text})
    envelope = surface.records[0].envelope
    assert isinstance(envelope, dict)
    return ReceiptRecord(text, envelope, surface.inventory)


@pytest.mark.parametrize("text", ['{"a": 1}', '```json\n{"a": 1}\n```', '\n```\n{"a": 1}\n```\n', ' {\n "a": 1\n}'])
def test_json_is_seen_with_and_without_a_fence(text: str) -> None:
    assert _receipt(text).json_value == {"a": 1}


@pytest.mark.parametrize("text", ["", "done", "{broken", "[" * 100_000, '"text"', '{"a": 1} and more'])
def test_prose_is_no_json_however_it_begins(text: str) -> None:
    assert _receipt(text).json_value is None


def test_own_words_leave_out_what_is_quoted_from_the_result() -> None:
    output = "tool_name: ListTasks, a long line of output\n"
    assert _receipt(f"exit 0\n{output}", stdout_preview=output).own_words == "exit 0\n"
    assert _receipt("exit 0", disposition="exit").own_words == "exit 0"


def test_a_value_is_found_at_every_place_and_only_as_a_word() -> None:
    assert _receipt("a1 b a1, a12 xa1 a1/b a1.").positions_of("a1") == [0, 5, 22]
    assert _receipt("1a1 _a1 a1.b a1-2 (a1)").positions_of("a1") == [19]


def test_a_text_is_told_by_its_words() -> None:
    receipt = _receipt('Message: "No such\n  task: t1"')
    assert receipt.contains("no such task: t1")
    assert not receipt.contains("no such task: t2")
    assert not receipt.contains("no such tas")


def test_squashing_keeps_words_of_every_script() -> None:
    assert normalise_words("  Wörk_Item: «日本»\n") == "wörk item 日本"


def test_leading_keys_end_with_the_first_large_member() -> None:
    assert list(leading_keys({"ok": False, "kind": "a", "details": {}, "hint": "b"})) == ["ok", "kind", "details"]
    assert list(leading_keys({"text": "x" * 100, "ok": True})) == ["text"]
    assert list(leading_keys(["ok"])) == []
