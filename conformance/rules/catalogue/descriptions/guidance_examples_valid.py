"""An input that a text shows as right is accepted by the schema, and one that it shows as wrong is refused.

Models copy examples before they read rules. An example that the schema refuses is a failed call with every copy; one
that is shown as wrong and accepted is a rule that only the text knows. What is wrong by meaning alone is marked
"semantic only".
"""

from collections.abc import Iterator

from conformance.display import escape_text, excerpt, quote_text
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.rules.scopes import SHOWN_INPUT, BadExample
from conformance.schema.safe_validation import validate_instance
from conformance.settings.profiles import Profile
from conformance.systems.surface.input_examples import ExampleInput


def check(shown: ExampleInput, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when schema and text disagree about an input."""
    if shown.tool.input_schema is None:
        return
    found = validate_instance(shown.value, shown.tool.input_schema, 1)
    text = compact_json(shown.value)
    example = f"the input {excerpt(text, 0, min(len(text), 90))} of {quote_text(shown.tool.name)}"
    if shown.syntax_fault:
        yield Problem(f"{example} is no JSON: {shown.syntax_fault}", "remove the comma", location=shown.location)
    elif shown.is_valid and found and not isinstance(found, str):
        yield Problem(
            f"{example} is shown as right, and the schema refuses it: {escape_text(found[0].message)[:160]}",
            "mend the example, or the schema",
            location=shown.location,
        )
    elif not shown.is_valid and not found:
        yield Problem(
            f"{example} is shown as wrong, and the schema accepts it",
            "make the schema refuse it, or mark the example 'semantic only'",
            location=shown.location,
        )


RULE = SHOWN_INPUT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "description": 'Read one task. Call it with {"task_id": "task_7"}.',
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"task_id": {"type": "string"}},
                "required": ["task_id"],
            },
        },
        {
            "tools": [{"name": "ListTasks"}],
            "guidance": "Use ListTasks, which returns:\n\n```json\n" + '{"tasks": [], "total": 0}\n```\n',
        },
        {
            "tools": [{"name": "ListTasks"}],
            "guidance": "Use ListTasks (no invalid status is taken):\n\n```json\n"
            '{"method": "tools/call", "params": {"name": "ListTasks", "arguments": {}}}\n```\n',
        },
        {
            "tools": [{"name": "ListTasks"}],
            "guidance": '# ListTasks\n\nSemantic only, wrong:\n\n```json\n{"tool": "ListTasks", "input": {}}\n```\n',
        },
    ),
    bad=(
        BadExample(
            {
                "description": 'Read one task. Call it with {"task_id": 7}.',
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"task_id": {"type": "string"}},
                },
            },
            says="is shown as right",
            at="/tools/0/description",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '# ListTasks\n\nInvalid:\n\n```json\n{"tool": "ListTasks", "input": {}}\n```\n',
            },
            says="is shown as wrong",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '```json\n{"tool": "ListTasks", "input": {},}\n```\n',
            },
            says="a comma stands before a closing bracket",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '`{"method": "tools/call", "params": {"name": "ListTasks", "arguments": {"limit": 3}}}`\n',
            },
            says="is shown as right",
        ),
    ),
)
