"""``x-mcp-header`` is set only on string, integer and boolean properties, each with a header of its own.

Clients must drop a tool that mirrors anything else into a header: a number has no single textual form, and two fields
with the same header overwrite each other.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.positions import SubschemaRole
from conformance.settings.profiles import Profile

_KEY = "x-mcp-header"
# A header name is a token of RFC 9110, section 5.6.2.
_NAME = LazyPattern(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
# Types that have a single textual form.
_TYPES = frozenset(("string", "integer", "boolean"))


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each use of the keyword that makes clients drop the tool."""
    if profile.protocol is None or not profile.protocol.header_keyword:
        return
    seen: set[str] = set()
    for position in tool.input_subschemas.positions():
        schema = as_object(position.schema)
        if _KEY not in schema:
            continue
        pointer = child(f"/input_schema{position.pointer}", _KEY)
        name, types = schema[_KEY], set(texts_in(schema.get("type")))
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield Problem(f"value of `{_KEY}` is not a valid header name", "use letters, digits and dashes", pointer)
        elif position.role is not SubschemaRole.PROPERTY or not types or not types <= _TYPES:
            yield Problem(
                f"`{_KEY}` is set on something other than a string, integer or boolean property",
                "set it on a property of type string, integer or boolean, or remove it",
                pointer,
            )
        elif name.casefold() in seen:
            yield Problem(
                f"header {code_text(name)} is used for two fields", "give each field a header of its own", pointer
            )
        seen.add(str(name).casefold())


def _example_tool(kind: str) -> JsonObject:
    properties = {"region": {"type": kind, "description": "Where it runs.", _KEY: "Region"}}
    schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": "list_tasks", "annotations": {"readOnlyHint": True}, "input_schema": schema}


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=(_example_tool("string"),),
    bad=(
        BadExample(
            _example_tool("number"),
            says="other than a string, integer or boolean property",
            at="/tools/0/input_schema/properties/region/x-mcp-header",
        ),
    ),
)
