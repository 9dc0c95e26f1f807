"""The only URL of a receipt leads to the item of the only URL of its result."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

URL = "https://x.example/runs/12"


def _messages(receipt: str, url: str = URL) -> list[str]:
    return [one.message for one in found("receipt_values_true", success(receipt, html_url=url, run_id=12, log_id=40))]


@check_each("receipt", ["Created: https://x.example/runs/13", "View it at https://x.example/runs/13.", URL[:-1] + "3"])
def test_a_url_of_another_item_is_found(receipt: str) -> None:
    (message,) = _messages(receipt)
    assert message == "receipt names `https://x.example/runs/13`, but `html_url` is `https://x.example/runs/12`"


@check_each(
    "receipt",
    [
        f"Created: {URL}",
        "Created: https://x.example/runs/40",
        "Replaces https://x.example/runs/11",
        "Created. See also https://x.example/runs/11 and " + URL,
        "See https://x.example/runs/help",
        "See also: https://x.example/runs/11",
        "Created as a copy: https://x.example/runs/11",
        "Posted to the parent https://x.example/runs/11",
        "View the deployment: https://x.example/runs/11",
        "View it at https://x.example/runs/012",
        "View it at https://x.example/runs/twelve1",
        "Created: https://api.x.example/runs/11",
        "Created: https://x.example/runs/12/log",
        "Parent:\nhttps://x.example/runs/11",
        f"[Run]({URL})",
        "[Parent](https://x.example/runs/11)",
        "Parent:\n[Run](https://x.example/runs/11)",
        "![Badge](https://x.example/runs/11)",
    ],
)
def test_a_url_of_something_else_is_believed(receipt: str) -> None:
    assert _messages(receipt) == []


@check_each(
    ("url", "shown"),
    [
        ("https://x.example/c/3f2504e", "https://x.example/c/3f2504e04f8911d3"),
        ("https://x.example/r/1.2.3", "https://x.example/r/v1.2.3"),
        ("https://x.example/u/report2.pdf", "https://x.example/u/report2.png"),
    ],
)
def test_the_same_item_in_another_form_is_believed(url: str, shown: str) -> None:
    assert _messages(f"View it at {shown}", url) == []


@check_each("name", ["next", "image_url", "avatar_url", "docs_url"])
def test_a_member_with_the_url_of_something_else_is_not_compared(name: str) -> None:
    result: JsonObject = {name: "https://x.example/p2"}
    assert found("receipt_values_true", success("View it at https://x.example/p1", **result)) == []


def test_another_page_of_the_same_item_is_believed() -> None:
    assert _messages("View it: https://x.example/d/d_5/view", url="https://x.example/d/d_5/edit") == []


@check_each("text", ["PR", "Pull", "View pull", "link"])
def test_a_link_in_markdown_to_another_item_is_found(text: str) -> None:
    result: JsonObject = {"tool_name": "CreatePull", "result": {"url": URL}}
    example: JsonObject = {"envelope": result, "receipt": f"[{text}](https://x.example/runs/13)"}
    assert len(found("receipt_values_true", example)) == 1
