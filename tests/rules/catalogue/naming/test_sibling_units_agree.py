"""What differs between tools of one name is said with what would make them agree."""

from conformance.documents.values import JsonObject
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found


def _tool(name: str, kind: str) -> JsonObject:
    return {"name": name, "input_schema": {"type": "object", "properties": {"limit": {"type": kind}}}}


@check_each(
    ("usual", "odd", "hint"),
    [
        ("string", "number", "use one type in all of them, or rename it"),
        ("string", "boolean", 'set "type": "string", or rename it'),
    ],
)
def test_most_tools_may_be_wrong_where_they_take_a_number_as_text(usual: str, odd: str, hint: str) -> None:
    tools = [_tool("list_notes", usual), _tool("list_tags", usual), _tool("list_pages", odd)]
    assert [one.hint for one in found("sibling_units_agree", tools, load_profile("mcp"))] == [hint]
