"""An example input shown as valid is accepted by the schema, and one shown as invalid is rejected.

Models copy examples before they read rules. An example that the schema rejects fails with every copy; one that is shown
as invalid but accepted is a rule that only the text knows. Mark an example that is wrong only in meaning with "semantic
only".
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text
from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.findings import Level, Problem
from conformance.rules.examples import closed_object
from conformance.rules.scopes import SHOWN_INPUT, BadExample
from conformance.schema.safe_validation import surely_rejects, validate_instance
from conformance.settings.profiles import Profile
from conformance.systems.surface.input_examples import ExampleInput


def check(example: ExampleInput, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the schema and the text disagree about an example input."""
    if example.tool.input_schema is None or _is_rightly_invalid(example):
        return
    found = validate_instance(example.value, example.tool.input_schema, 1)
    text = compact_json(example.value)
    subject = f"example input of {code_text(example.tool.name)}"
    shown: JsonObject = {"example": example.value}
    if example.syntax_fault:
        yield Problem(
            f"{subject} is not valid JSON because {example.syntax_fault}",
            "remove the trailing comma",
            evidence=shown,
            location=example.location,
            detail=text,
        )
    elif example.is_valid and found and not isinstance(found, str) and not _is_shortened(example.value):
        yield Problem(
            f"{subject} is shown as valid, but the schema rejects it",
            "correct the example, or the schema that rejects it",
            evidence={**shown, "rejection": found[0].message[:160]},
            location=example.location,
            detail=text,
        )
    elif not example.is_valid and not found:
        yield Problem(
            f"{subject} is shown as invalid, but the schema accepts it",
            "make the schema reject it, or write 'semantic only' next to the example",
            evidence=shown,
            location=example.location,
            detail=text,
        )


def _is_rightly_invalid(example: ExampleInput) -> bool:
    # Most such examples lack a field or have one of another type, and the reference validator takes long to start.
    is_shown_so = not example.is_valid and not example.syntax_fault
    return is_shown_so and surely_rejects(example.value, example.tool.input_schema)


def _is_shortened(value: JsonValue) -> bool:
    """Say whether a text in an example is cut off, as in ``0x1234...``, so that whoever copies it fills it in."""
    if isinstance(value, str):
        return value.rstrip().endswith(("...", "\u2026")) and len(value) > len("...")
    members = value.values() if isinstance(value, Mapping) else value if isinstance(value, Sequence) else ()
    return any(map(_is_shortened, members))


_NOTE: JsonObject = closed_object("text", text={"type": "string"}, to={"type": "string"})

RULE = SHOWN_INPUT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "description": 'Find a note. Call it with {"text": "now", "to": "0x12..."}.',
            "input_schema": closed_object("text", text={"type": "string"}, to={"type": "string", "minLength": 40}),
        },
        {
            "description": 'Read one task. Call it with {"task_id": "task_7"}.',
            "input_schema": closed_object("task_id", task_id={"type": "string"}),
        },
        {
            "description": 'Find a note. Call it with {"text": "now"} or add {"to": "all"}.',
            "input_schema": _NOTE,
        },
        {
            "description": 'Read one task.\n\n```json\n{"name": "ListTasks", "arguments": {"name": "t"}}\n```',
            "input_schema": closed_object(name={"type": "string"}),
        },
        {
            "description": 'Add notes, each with a `text`, e.g. {"text": "now"} or [{"text": "later", "to": "all"}].',
            "input_schema": closed_object("notes", notes={"type": "array", "items": _NOTE, "maxItems": 9}),
        },
        {
            "description": 'Add one. Its look is the \'style_json\' parameter. Example: {"text": "b", "size": 3}.',
            "input_schema": closed_object(
                "name", name={"type": "string"}, text={"type": "string"}, style_json={"type": "string"}
            ),
        },
        {
            "description": 'Add notes. Each entry: {"text": "now", "to": "all"}.',
            "input_schema": closed_object(
                "from",
                **{
                    "notes": {"type": "array", "items": {"type": "string"}, "maxItems": 9},
                    "text": {"type": "string"},
                    "from": {"type": "string"},
                },
            ),
        },
        {
            "description": 'Read a note.\n\nReturns:\n    If it is not found:\n    {"error": "none", "text": "now"}',
            "input_schema": closed_object("text", text={"type": "string"}),
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
                "tools": [
                    {"name": "ListTasks", "input_schema": _NOTE, "input_examples": [{"text": "Call."}, {"to": "Ann"}]}
                ]
            },
            says="example input of `ListTasks` is shown as valid, but the schema rejects it",
            at="/tools/0/input_examples/1",
            also=("inventory_keys_known",),
        ),
        BadExample(
            {
                "description": 'Read one task. Call it with {"task_id": 7}.',
                "input_schema": closed_object(task_id={"type": "string"}),
            },
            says="example input of `ListTasks` is shown as valid, but the schema rejects it",
            at="/tools/0/description",
        ),
        BadExample(
            {
                "name": "ListTasks",
                "description": 'List tasks: {"name": "ListTasks", "arguments": {"limit": 7}}.',
                "input_schema": closed_object(query={"type": "string"}),
            },
            says="example input of `ListTasks` is shown as valid, but the schema rejects it",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '# ListTasks\n\nInvalid:\n\n```json\n{"tool": "ListTasks", "input": {}}\n```\n',
            },
            says="example input of `ListTasks` is shown as invalid, but the schema accepts it",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '```json\n{"tool": "ListTasks", "input": {},}\n```\n',
            },
            says="is not valid JSON because it has a trailing comma",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "guidance": '`{"method": "tools/call", "params": {"name": "ListTasks", "arguments": {"limit": 3}}}`\n',
            },
            says="example input of `ListTasks` is shown as valid, but the schema rejects it",
        ),
    ),
)
