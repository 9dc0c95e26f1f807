"""Free texts are found, and shortened together with the flag that speaks of them."""

import pytest

from conformance.contract.free_texts import FreeText, free_texts, replace_texts, shorten
from conformance.documents.values import JsonValue

RESULT: dict[str, JsonValue] = {
    "disposition": "promoted_to_task",
    "task_handle": {"task_id": "task with spaces", "kind": "command_task"},
    "stdout_preview": "ok",
    "stderr_preview": "two words",
    "truncated": False,
    "warnings": ["one word-like-thing", "plain"],
    "report_path": "my reports/today.md",
    "artifacts": [{"path": "a b.log", "note": "not a text of the result"}],
}


def test_identifiers_paths_states_and_words_are_no_free_texts() -> None:
    assert [text.pointer for text in free_texts(RESULT)] == ["/stdout_preview", "/stderr_preview", "/warnings/0"]


def test_a_preview_is_one_by_its_name_whatever_it_holds() -> None:
    found = {text.pointer: text.is_preview for text in free_texts(RESULT)}
    assert found == {"/stdout_preview": True, "/stderr_preview": True, "/warnings/0": False}


def test_what_is_too_long_for_an_identifier_is_a_text() -> None:
    assert [text.pointer for text in free_texts({"path": "x" * 4_097, "task_id": "x" * 4_096})] == ["/path"]


def test_a_text_alone_is_found_too() -> None:
    assert free_texts("two words") == [FreeText("", "two words", is_preview=False)]
    assert replace_texts("two words", {"": "two…"}) == "two…"


def test_a_flag_that_is_added_stands_last_where_a_reader_of_the_envelope_has_it_too() -> None:
    assert list(replace_texts({"title": "a b", "state": "open"}, {"/title": "a…"})) == [
        "title",
        "state",
        "title_truncated",
    ]


def test_the_shared_flag_of_previews_becomes_true_in_its_place() -> None:
    shorter = replace_texts(RESULT, {"/stderr_preview": "two…"})
    assert isinstance(shorter, dict)
    assert list(shorter) == list(RESULT)
    assert shorter["truncated"] is True
    assert shorter["stderr_preview"] == "two…"


def test_its_own_flag_is_preferred_and_one_that_is_missing_is_added() -> None:
    value: JsonValue = {"truncated": False, "output_preview": "a b", "output_truncated": False, "title": "a b"}
    shorter = replace_texts(value, {"/output_preview": "a…", "/title": "a…"})
    assert shorter == {
        "truncated": False,
        "output_preview": "a…",
        "output_truncated": True,
        "title": "a…",
        "title_truncated": True,
    }


def test_what_is_no_flag_is_not_overwritten() -> None:
    taken: JsonValue = {"log_artifact": 0}
    value: JsonValue = {"output_preview": "a b", "output_truncated": taken, "title": "a b", "title_truncated": "no"}
    shorter = {"/output_preview": "a…", "/title": "a…"}
    said = {**value, "output_preview": "a…", "title": "a…"}
    assert replace_texts(value, shorter) == {**said, "truncated": True}
    assert replace_texts({**value, "truncated": [1]}, shorter) == {**said, "truncated": [1]}


def test_an_item_of_a_list_raises_the_flag_of_the_list() -> None:
    assert replace_texts({"warnings": ["a b", "c d"]}, {"/warnings/1": "c…"}) == {
        "warnings": ["a b", "c…"],
        "warnings_truncated": True,
    }


@pytest.mark.parametrize(("size", "shown"), [(9, "the tests…"), (4, "the …"), (1, "…"), (0, "…")])
def test_another_text_keeps_its_beginning(size: int, shown: str) -> None:
    cut = shorten(FreeText("/title", "the tests pass", is_preview=False), size)
    assert len(cut) <= max(size, 1)
    assert shown.startswith(cut.removesuffix("…"))
    assert cut.endswith("…")


def test_a_preview_keeps_head_and_tail() -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    cut = shorten(FreeText("/stdout_preview", text, is_preview=True), 200)
    assert cut.startswith("line 0\n")
    assert cut.endswith("line 99\n")
    assert len(cut) <= 200
