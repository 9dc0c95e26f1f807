"""Builds the ToolError for an input that does not fit its tool: what is wrong, where, and which fields are valid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from conformance.display import list_names, quote_text
from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import Violation, violations

INVALID_INPUT = "invalid_tool_input"
UNKNOWN_TOOL = "unknown_tool"
RESULT_NOT_JSON = "result_not_json"
"""The kind of the error for a call that worked, and returned what no message can carry."""
Kind: TypeAlias = Literal["unknown", "missing", "invalid"]
_KINDS: Mapping[str, Kind] = {
    "extra_forbidden": "unknown",
    "unexpected_keyword_argument": "unknown",
    "missing": "missing",
    "missing_argument": "missing",
}


class Complaint(Struct, frozen=True):
    """One fault of an input; ``pointer`` leads to the field, present or missing."""

    kind: Kind
    pointer: str
    text: str = ""

    @property
    def sentence(self) -> str:
        """The complaint as a phrase, such as ``unknown field 'titel'``."""
        name = split(self.pointer)[-1] if self.pointer else ""
        if self.kind == "invalid":
            return f"field {quote_text(self.pointer)}: {self.text}" if self.pointer else self.text
        return f"{self.kind} field {quote_text(name)}" + (
            f" in {quote_text(parent(self.pointer))}" if parent(self.pointer) else ""
        )


def invalid_input(tool: str, schema: JsonValue, complaints: Sequence[Complaint]) -> JsonObject:
    """Return the ToolError ``invalid_tool_input``; its hint lists the fields valid where the first complaint is."""
    first = complaints[0]
    return {
        "kind": INVALID_INPUT,
        "message": f"input for {tool} does not match the tool schema: {first.sentence}",
        "details": {
            "tool_name": tool,
            "field": first.pointer,
            "parse_error": "; ".join(complaint.sentence for complaint in complaints[:5]),
        },
        "recovery_hint": _hint(schema, first),
        "retryable": False,
    }


def unknown_tool(tool: str, known: Sequence[str]) -> JsonObject:
    """Return the ToolError for a tool that does not exist."""
    return {
        "kind": UNKNOWN_TOOL,
        "message": f"there is no tool {quote_text(tool)}",
        "details": {"tool_name": tool},
        "recovery_hint": f"use one of: {list_names(known, most=40)}",
        "retryable": False,
    }


def _hint(schema: JsonValue, complaint: Complaint) -> str:
    pointer = parent(complaint.pointer) if complaint.pointer else ""
    names = Subschemas(schema).names_at(pointer)
    where = f" of {quote_text(pointer)}" if pointer else ""
    fields = f"valid fields{where}: {list_names(names, most=60)}" if names else f"there are no fields{where}"
    return {"unknown": "remove the field", "missing": "add the field", "invalid": "fix the value"}[complaint.kind] + (
        f"; {fields}"
    )


def schema_complaints(schema: JsonValue, arguments: JsonValue) -> list[Complaint]:
    """Return the complaints of the reference validator about an input, unknown fields first."""
    subschemas = Subschemas(schema)
    found = [
        complaint
        for violation in violations(arguments, schema)
        for complaint in _complaints(violation, subschemas, arguments)
    ]
    return sorted(found, key=lambda complaint: complaint.kind != "unknown")


def _complaints(violation: Violation, subschemas: Subschemas, arguments: JsonValue) -> Iterator[Complaint]:
    holder = as_object(resolve(arguments, violation.pointer))
    if violation.keyword in ("additionalProperties", "unevaluatedProperties"):
        known = subschemas.names_at(violation.pointer)
        unknown = [Complaint("unknown", child(violation.pointer, name)) for name in holder if name not in known]
        # one branch of a union forbids what another one declares
        yield from unknown or [Complaint("invalid", violation.pointer, violation.message)]
    elif violation.keyword == "required":
        wanted = (
            name for schema in subschemas.schemas_at(violation.pointer) for name in texts_in(schema.get("required"))
        )
        missing = next((name for name in wanted if name not in holder), "")
        yield Complaint("missing", child(violation.pointer, missing))
    else:
        yield Complaint("invalid", violation.pointer, violation.message)


def pydantic_complaints(errors: Sequence[Mapping[str, Any]], arguments: JsonValue) -> list[Complaint]:
    """Return the complaints of pydantic about an input, in the order of its errors."""
    return [
        Complaint(kind, _field_pointer(error["loc"], kind, arguments), str(error["msg"]))
        for error in errors
        for kind in (_KINDS.get(str(error["type"]), "invalid"),)
    ]


def _field_pointer(path: Sequence[str | int], kind: Kind, value: JsonValue) -> str:
    """The pointer of a pydantic location, without the union branches in it: tokens that the input lacks are dropped."""
    pointer = ""
    for left, token in zip(range(len(path) - 1, -1, -1), path, strict=True):
        try:
            value = resolve(value, child("", token))
        except KeyError:
            if left or kind != "missing":
                continue
        pointer = child(pointer, token)
    return pointer
