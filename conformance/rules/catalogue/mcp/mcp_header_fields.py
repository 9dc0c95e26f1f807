"""``x-mcp-header`` is set only on string, integer and boolean properties, each with a header of its own.

Clients must drop a tool that mirrors anything else into a header: a number has no single textual form, two fields with
the same header overwrite each other, and where an element, a value of a map or a field of a branch is in the arguments
is not known before the call.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.lazy_patterns import LazyPattern
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_KEY = "x-mcp-header"
# A header name is a token of RFC 9110, section 5.6.2, which may have any length.
_NAME = LazyPattern(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# A property that no reference, condition, map or array is on the way to: "/properties/a/properties/items"; not
# "/properties/a/items/properties/b".
_PROPERTY = LazyPattern(r"(?:/properties/[^/]*)+")
# Types that have a single textual form; a list of types has no such form, whatever it holds.
_TYPES = ("string", "integer", "boolean")


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each use of the keyword that makes clients drop the tool."""
    if profile.protocol is None or not profile.protocol.header_keyword:
        return
    seen: set[str] = set()
    # Everything that is written, and not what the dialect reads: clients look for the keyword without knowing dialects.
    for position, value in tool.input_subschemas.references.pointers.items():
        schema = as_object(value)
        if _KEY not in schema:
            continue
        pointer = child(f"/input_schema{position}", _KEY)
        name = schema[_KEY]
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield Problem(f"value of `{_KEY}` is not a valid header name", "use letters, digits and dashes", pointer)
        elif not _PROPERTY.fullmatch(position):
            yield Problem(
                f"`{_KEY}` is not set on a property that `properties` alone lead to",
                "set it on a property of the root or of plain objects nested in it, or remove it",
                pointer,
            )
        elif schema.get("type") not in _TYPES:
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


def _example_tool(mirrored: JsonObject) -> JsonObject:
    described = tool_with(region={"description": "Where it runs.", **mirrored})
    return {"name": "list_tasks", "annotations": {"readOnlyHint": True}, **described}


_TEXT: JsonObject = {"type": "string", "description": "Name of a region.", _KEY: "Region"}

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=(
        _example_tool(_TEXT),
        _example_tool(closed_object(items=_TEXT)),
    ),
    bad=(
        BadExample(
            _example_tool({"type": "number", _KEY: "Region"}),
            says="other than a string, integer or boolean property",
            at="/tools/0/input_schema/properties/region/x-mcp-header",
        ),
        BadExample(
            _example_tool({"type": ["string", "integer"], _KEY: "Region"}),
            says="other than a string, integer or boolean property",
        ),
        BadExample(
            _example_tool({"type": "array", "items": _TEXT}),
            says="not set on a property that `properties` alone lead to",
            at="/tools/0/input_schema/properties/region/items/x-mcp-header",
        ),
    ),
)
