"""Names that have no word of ASCII letters are names like any other: every rule reads them, and none fails."""

import pytest

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory.formats import load_any, to_inventory
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface

NAMES = ("_", "名前", "имя", "$", "__", "é", "-")
TEXTS = (
    "",
    "Number of items to return, from 1 to 10 (default 5).",
    "The `id` of `_`, required if `名前` is not given; one of `a`, `b` or `c`.",
    "Either `$` or `имя`. Width in pixels, as YYYY-MM-DD, in seconds, such as `x/y`.",
)
TYPES: tuple[JsonObject, ...] = (
    {"type": "string"},
    {"type": "number"},
    {"type": ["integer", "null"]},
    {"type": "array", "items": {"type": "string"}},
    {"type": "array", "items": {"type": "object", "properties": {"_": {"type": "string"}, "id": {"type": "number"}}}},
    {"type": "object", "properties": {"名前": {"type": "integer"}, "$_id": {"type": "string"}}},
    {"type": "string", "enum": ["_", "名前", ""]},
    {},
)


def _tool(name: str, text: str) -> JsonObject:
    described: JsonObject = {"description": text} if text else {}
    fields: JsonObject = {one: {**TYPES[index % len(TYPES)], **described} for index, one in enumerate((*NAMES, "id"))}
    turned: JsonObject = {one: TYPES[(index + len(name) + len(text)) % len(TYPES)] for index, one in enumerate(NAMES)}
    schema: JsonObject = {"type": "object", "properties": {**fields, "a": {"type": "object", "properties": turned}}}
    return {"name": name, "description": text, "inputSchema": {**schema, "required": list(NAMES[:2])}}


@pytest.mark.parametrize("profile", ["mcp", "holon", "gemini"])
def test_a_list_of_nothing_but_odd_names_is_judged_by_every_rule(profile: str) -> None:
    tools: JsonValue = [_tool(name, text) for name in (*NAMES, "get_note") for text in TEXTS]
    document = to_inventory(Document("tools.json", "null", {"tools": tools}))
    chosen = load_profile(profile)
    report = check(Surface("odd", load_any(document)), chosen, applied_rules(chosen))
    assert any(one.tool == "名前" for one in report.findings)
