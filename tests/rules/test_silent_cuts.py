"""A receipt that lists items says so where a flag of the result says that there are more."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

ITEMS: JsonObject = {"items": [{"name": "ada"}, {"name": "bob"}], "truncated": True}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    return [one.message for one in found("receipt_outcome_true", success(receipt, **result))]


@check_each(
    ("result", "receipt"),
    [
        (ITEMS, "Names:\n- ada\n- bob"),
        (ITEMS | {"list_id": "l_1"}, "## Names (2)\n\n1. ada\n2. bob"),
        ({"rows": [{"id": "r_1", "n": 4}], "has_more": True}, "| id | n |\n|---|---|\n| r_1 | 4 |"),
        ({"items": ["ada", "bob"], "has_more": True}, "ada, bob"),
        ({"items": ["ada", "bob"], "hasMore": True}, "2 items: ada, bob"),
        ({"found": {"names": ["ada"], "is_truncated": True}}, "\u2022 ada"),
    ],
)
def test_a_list_that_goes_on_is_not_shown_as_if_it_were_all(result: JsonObject, receipt: str) -> None:
    (message,) = _messages(result, receipt)
    assert "as if they were all" in message


@check_each(
    ("result", "receipt"),
    [
        (ITEMS, "Names:\n- ada\n- bob\n(more exist; use an offset)"),
        (ITEMS, "2+ names: ada, bob"),
        (ITEMS, "ada\nbob\nNextToken: t"),
        (ITEMS, "Names (the listing stops at 2):\nada\nbob"),
        (ITEMS, "ada\nbob\n..."),
        (ITEMS, "Names:\n- ada\n- bob\nOthers exist."),
        (ITEMS, "Names:\n- ada\n- bob\nWeitere Treffer vorhanden"),
        (ITEMS, "Names:\n- ada\n- bob\nCall again with start=2."),
        (ITEMS, "Names:\n- ada\n- bob\nComplete: no"),
        (ITEMS, "Items 1-2: ada, bob"),
        (ITEMS, "2/5 names: ada, bob"),
        (ITEMS, "1. ada\n2. bob\n+ others"),
        (ITEMS | {"title": "List"}, "ada, bob"),
        ({"body": "Hello the", "to": ["ada"], "truncated": True}, "ada"),
        (ITEMS, "Latest names: ada, bob"),
        (ITEMS, "ada, bob und weitere Einträge"),
        (ITEMS | {"total": 90}, "90 names, as ada and bob"),
        (ITEMS, "Found ada"),
        (ITEMS | {"truncated": False}, "ada, bob"),
        (ITEMS | {"note": "the list was cut"}, "ada, bob\nthe list was cut"),
        ({"names": ["ada"], "output": "one\ntwo", "truncated": True}, "ada"),
        ({"failed": ["ada"], "partial": True}, "Sent to everybody else, except ada"),
        ({"names": ["ada"], "files": ["a.py"], "truncated": True}, "ada a.py"),
        ({"artifacts": [{"path": "a.log"}], "truncated": True}, "a.log"),
        ({"items": [{"name": "ada", "truncated": True}]}, "ada"),
    ],
)
def test_a_sign_of_more_is_enough(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
