"""What is said of a field is its description, and what its tool's description says of it and of no other field."""

import pytest

from conformance.inventory.prose.passages import prose_of, sentences, whole_entries
from tests.inventory.tools import field_named, tool_with


def _said(name: str, description: str, *others: str) -> str:
    properties = {each: {"type": "integer"} for each in (name, *others)}
    return prose_of(field_named(tool_with(properties, description), name))


def test_the_own_description_comes_first_and_on_one_line() -> None:
    tool = tool_with({"recheck_after": {"description": "A\n deadline."}}, "Set recheck_after in ms.")
    assert prose_of(field_named(tool, "recheck_after")) == "A deadline. Set recheck_after in ms."


def test_only_the_sentences_that_name_the_field_count() -> None:
    said = _said("recheck_after", "Waits in seconds. Use recheck_after for a deadline. It takes hours.")
    assert said == "Use recheck_after for a deadline."


def test_a_sentence_about_two_fields_is_cut_between_them() -> None:
    description = "Use `first_row` as an offset in rows, `max_wait` in seconds and `last_row` as the end."
    assert "seconds" in _said("max_wait", description, "first_row", "last_row")
    assert "seconds" not in _said("first_row", description, "max_wait", "last_row")
    assert "seconds" not in _said("last_row", description, "max_wait", "first_row")


def test_what_stands_before_the_only_field_belongs_to_it() -> None:
    assert "milliseconds" in _said("max_wait", "Give the milliseconds as `max_wait`.")


@pytest.mark.parametrize(
    "description",
    [
        "The `wait` in ms",
        "wait: time in ms",
        "Args:\n    wait (int): time in ms\n",
        "- wait: in ms",
        "Pass wait=5 for ms",
    ],
)
def test_an_ordinary_word_is_a_field_where_it_is_written_as_one(description: str) -> None:
    assert "ms" in _said("wait", description)


def test_an_ordinary_word_in_a_sentence_names_no_field() -> None:
    assert _said("limit", "There is a limit of 5 seconds.") == ""


def test_a_longer_name_is_not_mistaken_for_a_shorter_one() -> None:
    assert _said("max_wait", "Set max_wait_rows and result.max_wait in seconds.") == ""


@pytest.mark.parametrize("sign", ["<{}>", "{{{}}}"])
def test_a_place_in_a_template_names_no_field(sign: str) -> None:
    address = f"https://host.example/{sign.format('file_path')}"
    assert _said("file_path", f"Uploads a file to an address ({address}).") == ""
    assert "relative" in _said("file_path", f"Uploads it to {address}. The file_path is relative.")


def test_no_more_than_a_bounded_part_is_read() -> None:
    assert len(_said("max_wait", "max_wait " * 100_000)) <= 20_000


def test_a_whole_entry_has_all_that_is_indented_below_it() -> None:
    description = "Args:\n    rows: What to add.\n\n        - a (int): one\n        - b: two\n    limit: how many\n"
    tool = tool_with({"rows": {}, "limit": {"type": "integer"}}, description)
    (entry,) = whole_entries(field_named(tool, "rows"))
    assert entry.split() == ["rows:", "What", "to", "add.", "-", "a", "(int):", "one", "-", "b:", "two"]


def test_an_entry_about_another_field_is_no_part_of_a_whole_entry() -> None:
    tool = tool_with({"rows": {}, "limit": {}}, "- rows: What to add.\n  - limit: how many\n")
    assert [entry.strip() for entry in whole_entries(field_named(tool, "rows"))] == ["- rows: What to add."]


def test_a_semicolon_inside_brackets_ends_no_sentence() -> None:
    description = "mode: One of 'a' (slow; needs an extra), or 'b'; see limit. Else (odd; it goes on."
    said = list(sentences(description))
    assert said == ["mode: One of 'a' (slow; needs an extra), or 'b';", "see limit.", "Else (odd; it goes on."]


def test_a_line_of_prose_behind_an_entry_is_about_the_field_that_it_begins_with() -> None:
    description = "kind: a|b.\nlimit is at most 9.\nOthers use limit too."
    assert _said("limit", description, "kind") == "limit is at most 9."
