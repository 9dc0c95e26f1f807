"""A name counts as that of a tool unless the text says that it is something else."""

from conformance.documents.values import JsonValue
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("said", "is_reported"),
    [
        ("Returns a dict with the list_task field.", False),
        ("Returns a dict with the `list_task` header.", False),
        ("Sorted by the column list_task.", False),
        ("Call list_task for more.", True),
        ("See the `list_task` tool for more.", True),
        ("See the list_task parameter `rows` for more.", True),
        ("Pass the key list_task returns.", True),
        ("Has a list_task field. Call list_task for more.", True),
    ],
)
def test_the_name_of_a_field_is_none_of_a_tool(said: str, is_reported: bool) -> None:
    inventory: JsonValue = {"tools": [{"name": "list_tasks"}], "guidance": said}
    assert bool(found("description_names_known_tools", inventory)) == is_reported
