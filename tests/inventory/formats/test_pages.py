"""A saved list that is one page of several, or whose cursor is none, is never clean or unchanged without a word."""

import json
from pathlib import Path

import conformance
from conformance.commands.drift import DriftSettings, drift_between
from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each

_TOOLS: JsonObject = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}
_MORE = "the list has another page, as `nextCursor` says, whose tools were not checked"
_WRONG = "`nextCursor` of the list is not a string: clients refuse the list, and a next page was not checked"


@check_each(
    ("cursor", "expected"),
    [("more", [_MORE]), (3, [_WRONG]), (0, [_WRONG]), (False, [_WRONG]), ({}, [_WRONG]), ("", []), (None, [])],
)
def test_a_page_of_a_list_that_goes_on_says_so(cursor: JsonValue, expected: list[str]) -> None:
    answer = {**_TOOLS, "nextCursor": cursor}
    for value in (answer, {"jsonrpc": "2.0", "id": 1, "result": answer}):
        assert conformance.check(value).notes == expected
    assert conformance.check(_TOOLS).notes == []


def test_a_folder_with_the_last_page_has_all_of_them_unless_a_cursor_is_none(tmp_path: Path) -> None:
    for first, last, expected in (("more", None, []), ("more", "more", [_MORE]), (3, None, [_WRONG])):
        pages = ({**_TOOLS, "nextCursor": first}, {"tools": [{"name": "b", "inputSchema": {"type": "object"}}]})
        for number, page in enumerate(pages):
            cursor = {} if number == 0 or last is None else {"nextCursor": last}
            (tmp_path / f"{number}.json").write_text(json.dumps({**page, **cursor}), "utf-8")
        assert conformance.check(tmp_path).notes == expected


@check_each(
    ("old", "new", "expected"),
    [
        ({}, {}, []),
        ({"nextCursor": None}, {"nextCursor": ""}, []),
        ({}, {"nextCursor": "more"}, [f"`new.json`: {_MORE}"]),
        ({"nextCursor": 3}, {"nextCursor": "more"}, [f"`old.json`: {_WRONG}", f"`new.json`: {_MORE}"]),
    ],
)
def test_drift_names_the_list_of_which_a_page_is_missing(
    tmp_path: Path, old: JsonObject, new: JsonObject, expected: list[str]
) -> None:
    files = [tmp_path / "old.json", tmp_path / "new.json"]
    for file, members in zip(files, (old, new), strict=True):
        file.write_text(json.dumps({**_TOOLS, **members}), "utf-8")
    notes = [note.replace(f"{tmp_path}/", "") for note in drift_between(files[0], files[1], DriftSettings()).notes]
    assert notes == [one.replace("checked", "compared") for one in expected]
