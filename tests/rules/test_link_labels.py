"""The number by which a receipt calls a link is that of the item to which the link leads."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

PULL: JsonObject = {"number": 13, "url": "https://git.example.org/a/pull/13"}
BUILD: JsonObject = {"url": "https://ci.example.org/build/991827"}
TICKET: JsonObject = {"id": "ISS-77", "url": "https://track.example.org/ISS-77"}

PULLS: JsonObject = {
    "pulls": [
        {"number": 21, "title": "Add cache", "url": "https://git.example.org/a/pull/21"},
        {"number": 22, "title": "Drop it", "url": "https://git.example.org/a/pull/22"},
        {"number": 23, "title": "Revert 22", "url": "https://git.example.org/a/pull/23"},
    ]
}


def _messages(result: JsonObject, receipt: str, tool: str = "GetPull") -> list[str]:
    example: JsonObject = {"envelope": {"tool_name": tool, "result": result}, "receipt": receipt}
    return [one.message for one in found("receipt_values_true", example)]


@check_each(
    ("result", "receipt", "says"),
    [
        (PULL, "Opened [#12](https://git.example.org/a/pull/13)", "calls the link to `13` `#12`"),
        (PULL, "- PR: [a/b#12](https://git.example.org/a/pull/13)", "calls the link to `13` `a/b#12`"),
        (PULL, "[Pull 12](https://git.example.org/a/pull/13) is open", "calls the link to `13` `Pull 12`"),
        (PULL, "Opened [#13](https://git.example.org/a/pull/31)", "calls the link to `31` `#13`"),
        (PULLS, "- [#22](https://git.example.org/a/pull/21) Add cache", "calls the link to `21` `#22`"),
        (
            {**PULL, "backport": {"number": 14, "url": "https://git.example.org/a/pull/14"}},
            "[Pull 14](https://git.example.org/a/pull/13)",
            "calls the link to `13` `Pull 14`",
        ),
        (TICKET, "Updated [ISS-71](https://track.example.org/ISS-77)", "calls the link to `ISS-77` `ISS-71`"),
    ],
)
def test_the_number_of_another_item_is_found(result: JsonObject, receipt: str, says: str) -> None:
    (message,) = _messages(result, receipt)
    assert says in message


@check_each(
    ("result", "receipt"),
    [
        (PULL, "Opened [#13](https://git.example.org/a/pull/13)"),
        (PULL, "[#1](https://git.example.org/a/pull/13)"),
        (PULL, "[12](https://git.example.org/a/pull/13)"),
        (PULL, "[Chapter 2](https://git.example.org/a/pull/13)"),
        (PULL, "[v1.2](https://git.example.org/a/pull/13)"),
        (PULL, "[#7](https://other.example.org/13)"),
        ({**PULL, "body": "fixes #7"}, "[#7](https://git.example.org/a/pull/13) is fixed"),
        (BUILD, "[#7](https://ci.example.org/build/991827)"),
        (PULLS, "[taken back by #23](https://git.example.org/a/pull/22)"),
        (PULLS, "Best: [#3](https://git.example.org/a/pull/23)"),
        (PULLS, "[#22](https://git.example.org/a/pull/23) is taken back"),
        (PULLS, "[#22](https://git.example.org/a/pull/22) and [#23](https://git.example.org/a/pull/23)"),
        ({**BUILD, "build": 7}, "[#7](https://ci.example.org/build/991827)"),
    ],
)
def test_the_place_of_a_link_a_title_and_an_inner_id_are_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
