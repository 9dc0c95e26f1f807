"""What the description of a tool lists for an argument are its values, unless something leaves them open."""

import json

from conformance.commands.subject import subject_of_text
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.tool_values import tool_values
from tests.cases import check_each


@check_each(
    ("name", "said", "values"),
    [
        ("kind", "Draw it. kind=round|square, size in cm.", ("round", "square")),
        ("kind", "Draw it. kind: round| square.", ("round", "square")),
        ("action", 'Keep files: action = "add" | "drop" | "list". name is a name.', ("add", "drop", "list")),
        ("kind", "Draw it. kind: round|square or a text.", None),
        ("kind", "Draw it. kind: string|null.", None),
        ("kind", "Draw it. kind=round|square. A line has kind=thin|thick.", None),
        ("look", "Draw it. look=part | [x, y].", None),
        ("mode", 'mode "fast": no care. "deep": with care. "all": both.', ("fast", "deep", "all")),
        ("mode", 'mode="fast": no care. mode="slow": with care.', ("fast", "slow")),
        ("mode", 'mode="deep": with care. mode="deeper": more.', None),
        ("mode", 'With mode="fast" and mode="slow" it is drawn.', None),
        ("category_id", "Draw it. Available category IDs: 1 (Film), 2 (Music), 10 (Art).", ("1", "2", "10")),
        ("colours", "Draw it. Supported colours: red, green, blue.", ("red", "green", "blue")),
        ("state", "List jobs, by state (open/done/stale) and age.", ("open", "done", "stale")),
        ("state", "List jobs, by state (open | done).", ("open", "done")),
        ("action", "Keep files.\n\nActions:\n- fast: now\n- list: read them", ("fast", "list")),
        ("action", "Keep files.\n\nActions:\n- add: now\n- list: read them", None),
        ("action", "Keep files.\n\nStages:\n- fast: now\n- list: read them", None),
        ("host", "Read from a host (http/https).", None),
        ("id", "Read by id (uuid/name/slug).", None),
        ("colours", "Draw it. Supported shapes: red, green, blue.", None),
        ("colours", "Draw it. Supported colours: any that CSS has.", None),
    ],
)
def test_values_are_read_from_the_description_of_the_tool(name: str, said: str, values: tuple[str, ...] | None) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string", "default": "fast"}}}
    text = json.dumps([{"name": "draw", "description": said, "inputSchema": schema}]).encode()
    field = next(fields_of(subject_of_text(text).surface.inventory.tools[0]))
    found = tool_values(field, "fast")
    assert (found and found.values) == values
