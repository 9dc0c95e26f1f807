"""The input of a tool is an object, and its schema says so.

Arguments are parsed into a struct of named fields. A tool without arguments takes an empty object; a tool that takes
only free text declares its grammar instead of a schema.
"""

from collections.abc import Iterator

from conformance.display import list_codes
from conformance.documents.values import texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.openness import Openness
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_HINT = 'set "type": "object" at the root, and list the arguments under "properties"'


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the schema accepts anything but an object, or is missing.

    A tool of a protocol has no grammar; its missing schema is reported by ``mcp_tool_keys`` in the protocol's terms.
    """
    schema = tool.input_schema
    if schema is None and (tool.freeform_grammar is not None or (profile.protocol and "inputSchema" in tool.raw)):
        return
    if (fault := tool.schema_fault) is not None:
        yield Problem(fault, _HINT, "/input_schema")
        return
    types = texts_in(tool.input_subschemas.keywords_of("").get("type"))
    if types and types != ["object"]:
        yield Problem(f"input has type {list_codes(types)}, not `object`", _HINT, "/input_schema/type")
    elif not types and not Openness(tool.input_subschemas).accepts_only_objects():
        yield Problem("input schema does not require an object at its root", _HINT, "/input_schema")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        {"input_schema": {"type": "object", "additionalProperties": False}},
        {"input_schema": None, "freeform_grammar": {"syntax": "lark", "definition": "start: /.+/"}},
    ),
    bad=(
        BadExample(
            {"input_schema": {}}, says="input schema does not require an object at its root", at="/tools/0/input_schema"
        ),
        BadExample(
            {"input_schema": {"type": "array", "items": {"type": "string"}}},
            says="input has type `array`, not `object`",
            at="/tools/0/input_schema/type",
        ),
        BadExample({"input_schema": None}, says="tool has no input schema"),
    ),
)
