"""A notebook as a system under test: the adapter protocol in Python, with nothing but the standard library.

    conformance probe --source 'command:"python adapter.py"'

One JSON object a line comes in, one goes out. What the system lacks is answered with ``unsupported``.
"""

import json
import sys

TOOLS = {
    "AddNote": {
        "description": "Add a note to the notebook.",
        "reads_only": False,
        "input_schema": {
            "type": "object",
            "additionalProperties": False,
            "required": ["title"],
            "properties": {
                "title": {"type": "string", "minLength": 1, "maxLength": 80, "description": "What it is about."},
                "body": {"type": "string", "description": "The text."},
                "labels": {
                    "type": "array",
                    "maxItems": 3,
                    "items": {"type": "string", "minLength": 1},
                    "description": "Words to find it by.",
                },
                "reminder": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["delay_ms"],
                    "properties": {"delay_ms": {"type": "integer", "minimum": 0, "description": "When to remind."}},
                    "description": "Whether and when to come back to it.",
                },
            },
        },
    },
    "ListNotes": {
        "description": "List the notes, newest first or by title.",
        "reads_only": True,
        "input_schema": {
            "type": "object",
            "additionalProperties": False,
            "required": [],
            "properties": {
                "limit": {"type": "integer", "minimum": 1, "maximum": 50, "description": "How many at most."},
                "order": {"type": "string", "enum": ["newest", "title"], "description": "How they are sorted."},
            },
        },
    },
}
RESULT_SCHEMA = {
    "type": "object",
    "required": ["titles", "returned"],
    "properties": {"titles": {"type": "array", "items": {"type": "string"}}, "returned": {"type": "integer"}},
}
NOTES = ["Milk", "Bread", "Salt"]


class RefusedError(Exception):
    """An input does not fit its schema; carries what is wrong and the names that there are."""


def is_a(value, name):
    if name == "integer":
        return not isinstance(value, bool) and isinstance(value, int | float) and value == int(value)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool}[name])


def check(value, schema, place):
    """Judge a value by the part of JSON Schema that the tools use."""
    if not is_a(value, schema["type"]):
        raise RefusedError(f"{place or 'the input'} must be of type {schema['type']}", [])
    if "enum" in schema and value not in schema["enum"]:
        raise RefusedError(f"{place} must be one of {schema['enum']}", schema["enum"])
    size = len(value) if schema["type"] in ("string", "array") else value
    for low in ("minimum", "minLength", "minItems"):
        if low in schema and size < schema[low]:
            raise RefusedError(f"{place} breaks {low} {schema[low]}", [])
    for high in ("maximum", "maxLength", "maxItems"):
        if high in schema and size > schema[high]:
            raise RefusedError(f"{place} breaks {high} {schema[high]}", [])
    if schema["type"] == "object":
        check_members(value, schema, place)
    if schema["type"] == "array":
        for index, item in enumerate(value):
            check(item, schema["items"], f"{place}/{index}")


def check_members(value, schema, place):
    names = list(schema["properties"])
    for name in value:
        if name not in names:
            raise RefusedError(f"unknown field '{name}' in {place or 'the input'}", names)
    for name in schema["required"]:
        if name not in value:
            raise RefusedError(f"missing field '{name}' in {place or 'the input'}", names)
    for name, member in value.items():
        check(member, schema["properties"][name], f"{place}/{name}")


def tool_error(kind, message, hint):
    return {"kind": kind, "message": message, "details": None, "recovery_hint": hint, "retryable": False}


def error_of(tool, arguments):
    """Return the ToolError that an input deserves, or None."""
    if tool not in TOOLS:
        return tool_error("unknown_tool", f"there is no tool '{tool}'", f"use one of {', '.join(TOOLS)}")
    try:
        check(arguments, TOOLS[tool]["input_schema"], "")
    except RefusedError as refused:
        message, known = refused.args
        hint = f"valid: {', '.join(known)}" if known else "send a value that the published schema allows"
        return tool_error("invalid_tool_input", f"input for {tool} does not match the tool schema: {message}", hint)
    return None


def describe(_request):
    return {"inventory": {
        "version": 2,
        "source_of_truth": {"tool_definitions": "adapter.py: TOOLS", "input_schemas": "adapter.py: TOOLS"},
        "stability_policy": {"stable": "kept", "experimental": "may change", "deprecated": "goes"},
        "tools": [described(name, tool) for name, tool in TOOLS.items()],
    }}  # fmt: skip


def described(name, tool):
    return {
        "name": name,
        "family": "core_agent",
        "stability": "stable",
        "description": tool["description"],
        "input_schema": tool["input_schema"],
        "freeform_grammar": None,
        "related_surfaces": [],
        "annotations": {"readOnlyHint": tool["reads_only"]},
        "result_envelope": {
            "canonical": "ToolResultEnvelope",
            "success_result": "NotesResult",
            "success_result_schema": RESULT_SCHEMA,
            "error_result": "ToolError",
            "model_rendering": "custom_text_receipt",
        },
    }


def catalog(_request):
    return {"tools": list(TOOLS)}


def parse(request):
    error = error_of(request["tool"], request["input"])
    return {"accepted": False, "error": error} if error else {"accepted": True, "arguments": request["input"]}


def call(request):
    tool, arguments = request["tool"], request["input"]
    error = error_of(tool, arguments)
    outcome = {"summary_text": error["message"], "result": None} if error else worked(tool, arguments)
    envelope = {"tool_name": tool, "status": "error" if error else "success", **outcome, "error": error}
    return {"envelope": envelope, "receipt": receipt_of(envelope)}


def worked(tool, arguments):
    if tool == "AddNote":
        NOTES.append(arguments["title"])
    titles = sorted(NOTES) if arguments.get("order") == "title" else NOTES[::-1]
    shown = titles[: int(arguments.get("limit", 50))]
    return {"summary_text": f"{len(shown)} notes", "result": {"titles": shown, "returned": len(shown)}}


def receipt_of(envelope):
    error = envelope["error"]
    if error:
        retry = f"retryable: {'yes' if error['retryable'] else 'no'}"
        return (
            f"{envelope['tool_name']} failed ({error['kind']}): {error['message']}\n{error['recovery_hint']}\n{retry}"
        )
    result = envelope["result"] or {}
    titles = [f"- {title}" for title in result.get("titles", [])]
    return "\n".join([envelope["summary_text"], *titles, f"Returned: {result.get('returned')}"])


def render(request):
    return {"receipt": receipt_of(request["envelope"])}


OPERATIONS = {"describe": describe, "catalog": catalog, "parse": parse, "call": call, "render": render}

for line in sys.stdin:
    asked = json.loads(line)
    operation = OPERATIONS.get(asked["op"])
    if operation is None:
        answer = {"id": asked["id"], "ok": False, "unsupported": True}
    else:
        answer = {"id": asked["id"], "ok": True, "result": operation(asked)}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
