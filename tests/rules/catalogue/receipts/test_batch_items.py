"""Each thing that a line says of an item of a batch is compared with that item."""

from conformance.documents.values import JsonValue
from tests.cases import check_each
from tests.rules.judging import found, success

ITEMS: list[JsonValue] = [
    {"cmd": "make", "exit_status": 0, "state": "completed"},
    {"cmd": "lint", "exit_status": 1, "state": "failed"},
    {"cmd": "test", "state": "running"},
]


@check_each(
    ("line", "said"),
    [
        ("make: exit code 0 [completed]", ""),
        ("make: exit code 1 [completed]", "exit status is `0`"),
        ("make: exit code 0 [failed]", "state is `completed`"),
        ("lint: exit code 1 [failed]", ""),
        # an item that states no exit code may have had one
        ("test: exit code 1", ""),
    ],
)
def test_a_line_is_wrong_where_one_of_its_claims_is(line: str, said: str) -> None:
    example = success(f"3 commands\n{line}", items=ITEMS)
    messages = [one.message for one in found("receipt_changes_true", example)]
    assert [said in message for message in messages] == [True] * bool(said)
