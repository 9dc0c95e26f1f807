"""The root of an input schema is a plain object without unions, intersections or negations.

Some providers reject a request in which any tool has ``allOf``, ``anyOf`` or ``oneOf`` at the root. Others drop the
keyword: what it required is lost, and the model may make calls that the runtime rejects.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each keyword at the root that the profile lists as not portable."""
    for keyword in profile.root_keywords_not_portable:
        if keyword in as_object(tool.input_schema):
            yield Problem(
                f"input schema has {code_text(keyword)} at its root, which some providers reject and others drop",
                "make one tool per variant, or move the variants into one nested object with a `kind`",
                child("/input_schema", keyword),
            )


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    good=(tool_with(limit={"anyOf": [{"type": "integer"}, {"type": "null"}]}),),
    bad=(
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"path": {"type": "string"}, "workspace_id": {"type": "string"}},
                    "oneOf": [{"required": ["path"]}, {"required": ["workspace_id"]}],
                }
            },
            says="`oneOf` at its root",
            at="/tools/0/input_schema/oneOf",
        ),
    ),
)
