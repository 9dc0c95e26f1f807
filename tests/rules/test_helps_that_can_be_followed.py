"""Who follows the help of a finding has no other one afterwards: it says where, and keeps what else is valid."""

import datetime
import json

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.findings import Finding
from conformance.settings.repository import Config
from tests.cases import check_each

_TODAY = datetime.date(2026, 5, 1)
NUMBERS: JsonObject = {"type": "array", "items": {"type": "number"}, "description": "Ids of the pages."}
PAGE: JsonObject = {"anyOf": [{"type": "string", "const": "last"}, {"type": "number"}], "description": "Page number."}
MEMBERS = "List of {type, key} objects"
OWN = "Object with {type, key}"
OBJECTS: JsonObject = {"type": "array", "items": {"type": "object"}, "description": MEMBERS}
OF_NULL: JsonObject = {"anyOf": [{"type": "object"}, {"type": "null"}], "description": OWN}


def _finding(rule: str, tool: JsonObject) -> Finding:
    listed = [{"name": "do_it", "description": "Do it.", "inputSchema": {"type": "object"}, **tool}]
    config = Config(profile="mcp_2025_11_25")
    return check_subject(subject_of_text(json.dumps(listed).encode()), config, _TODAY, [rule]).findings[0]


@check_each(
    ("rule", "name", "schema", "place", "says"),
    [
        ("count_is_integer", "page_ids", NUMBERS, "/items", 'set "type": "integer"'),
        ("count_is_integer", "page", PAGE, "/anyOf/1", 'set "type": "integer"'),
        ("field_typed", "fill", {"default": None, "description": "Value of gaps"}, "", '"type": ["string","null"]'),
        ("field_typed", "fill", {"description": "Value of gaps"}, "", '"type": "string"'),
        ("field_typed", "left", {"type": "array", "description": "Lists of fields of the object"}, "", '"string"'),
        ("field_typed", "nodes", {"type": "array", "description": "Array of node objects"}, "", '{"type": "object"}'),
        ("listed_members_declared", "events", OBJECTS, "", '}}` as "items", each'),
        ("listed_members_declared", "event", OF_NULL, "", "}}` in its branch that is an object, each"),
        ("listed_members_declared", "event", {"type": "object", "description": OWN}, "", '{"type": "object", '),
        (
            "listed_members_declared",
            "event",
            {"type": ["object", "null"], "description": OWN},
            "",
            '{"type": ["object", "null"]',
        ),
    ],
)
def test_the_help_on_a_field_says_what_to_change_where(
    rule: str, name: str, schema: JsonObject, place: str, says: str
) -> None:
    found = _finding(rule, {"inputSchema": {"type": "object", "properties": {name: schema}}})
    assert found.pointer.endswith(f"/properties/{name}{place}")
    assert says in found.hint


@check_each(
    ("schema", "hint"),
    [
        ({"type": "array"}, "wrap it in an object with one property, `result`"),
        (
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"a": {}}, "type": "array"},
            "wrap it in an object with one property, `result`; `$schema` and `$defs` stay at the root",
        ),
        ({"properties": {"a": {}}}, 'add "type": "object" at its root'),
        ({"oneOf": [{"type": "object"}, {"type": "object"}]}, 'add "type": "object" at its root'),
        ({"oneOf": [{"type": "object"}, {"type": "array"}]}, "wrap it in an object with one property, `result`"),
    ],
)
def test_the_help_on_an_output_schema_keeps_what_belongs_to_the_root(schema: JsonObject, hint: str) -> None:
    assert _finding("mcp_output_schema", {"outputSchema": schema}).hint == hint
