"""What the call was to do has happened, if the receipt says so of the thing whose flag says otherwise."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

FILE: JsonObject = {"name": "a.txt", "deleted": False}


def _messages(file: JsonObject, receipt: str, tool: str = "DeleteFile") -> list[str]:
    example: JsonObject = {"envelope": {"tool_name": tool, "result": {"file": file}}, "receipt": receipt}
    return [one.message for one in found("receipt_outcome_true", example)]


@check_each(
    "receipt",
    ["File a.txt deleted", "Deleted a.txt.", "Successfully deleted file a.txt", "The file was deleted successfully"],
)
def test_an_act_that_the_flag_denies_is_found(receipt: str) -> None:
    assert _messages({**FILE, "locked": False}, receipt) == [f"receipt states `{receipt}`, but `deleted` is false"]


@check_each(
    ("file", "receipt", "tool"),
    [
        ({**FILE, "deleted": True}, "File a.txt deleted", "DeleteFile"),
        ({**FILE, "deleted": 0}, "File a.txt deleted", "DeleteFile"),
        ({**FILE, "trashed": True}, "File a.txt deleted", "DeleteFile"),
        (FILE, "File a.txt not deleted", "DeleteFile"),
        (FILE, "File a.txt was already deleted", "DeleteFile"),
        (FILE, "Dry run: file a.txt deleted", "DeleteFile"),
        (FILE, "Lock of file a.txt deleted", "DeleteFile"),
        (FILE, "File a.txt deleted", "ReadFile"),
        ({"name": "", "deleted": False}, "Deleted b.txt", "DeleteFile"),
    ],
)
def test_an_act_on_something_else_or_in_another_way_is_believed(file: JsonObject, receipt: str, tool: str) -> None:
    assert _messages(file, receipt, tool) == []
