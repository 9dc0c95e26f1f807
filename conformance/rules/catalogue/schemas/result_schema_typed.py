"""The published result schema describes a typed payload: an object with fields of its own.

The shared envelope carries name, status, summary and error, so a payload that repeats them has two truths. A reference
to an artifact is its path alone. A payload that is one text, or one blob of output, leaves nothing to chain: readers
have to parse prose.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, result_fields_of
from conformance.inventory.model import RESULT_SCHEMA
from conformance.rules.examples import closed_object
from conformance.rules.scopes import TOOL, BadExample, Kind
from conformance.schema.safe_validation import is_sound
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a root that is not an object, for envelope fields, members of artifacts, and one blob."""
    if not isinstance(tool.success_result_schema, Mapping) or not is_sound(tool.success_result_schema):
        return
    yield from _untyped_root(tool.result_subschemas)
    yield from _envelope_fields(tool.result_subschemas, profile)
    for field in result_fields_of(tool):
        if field.name == "artifacts":
            yield from _artifact_members(field)
    yield from _blobs(tool, profile)


def _untyped_root(subschemas: Subschemas) -> Iterator[Problem]:
    types = subschemas.types_of("")
    if types and "object" not in types:
        message = f"result schema describes a value of type {list_codes(types)}, not an object"
        # a list is a typed payload as well, although nothing can be added to it
        level = Level.WARNING if "array" in types else Level.ERROR
        hint = "describe an object whose fields are the parts of the result"
        yield Problem(message, hint, RESULT_SCHEMA, max_level=level, kind="root")


def _envelope_fields(subschemas: Subschemas, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the root has the name of the tool, or a result or status with an error, as the envelope has.

    A ``status`` or ``summary_text`` alone is customary: that of a task, or of one part of the work.
    """
    declared = subschemas.properties_at("")
    names = [name for name in profile.results.envelope_fields if name in declared and name != "artifacts"]
    is_outcome = "status" in names and _is_outcome(subschemas, declared["status"], profile)
    others = [name for name in names if name != "status"]
    if "tool_name" in names or len(names) > 2 or {"result", "error"} <= set(names) or (is_outcome and others):
        yield Problem(
            f"result schema repeats {list_codes(names)} of the envelope",
            "publish only the payload, which the envelope carries as `result`",
            RESULT_SCHEMA + declared[names[0]],
            kind="envelope_fields",
        )


def _is_outcome(subschemas: Subschemas, pointer: str, profile: Profile) -> bool:
    """Say whether a field has the values of the envelope's status and no others."""
    values = subschemas.values_of(pointer)
    return bool(values) and all(value in profile.statuses for value in values or ())


def _artifact_members(field: Field) -> Iterator[Problem]:
    subschemas = field.subschemas
    for part in subschemas.closure([field.position]):
        if "items" not in subschemas.keywords_of(part):
            continue
        for pointer in subschemas.closure([child(part, "items")]):
            for name in as_object(subschemas.keywords_of(pointer).get("properties")):
                if name != "path":
                    yield Problem(
                        f"artifact reference has an unexpected member {code_text(name)}",
                        "remove it; a reference is `path` alone, and roles are set by an index in the result",
                        RESULT_SCHEMA + child(pointer, "properties", name),
                        kind="artifact_members",
                    )


def _blobs(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each raw output of a tool that runs commands, if no flag says whether it is cut."""
    inputs, declared = tool.input_subschemas.names_at(""), tool.result_subschemas.properties_at("")
    if set(inputs).isdisjoint(profile.paths.command_fields) or any("truncated" in name for name in declared):
        return
    for name, pointer in declared.items():
        is_output = name in profile.results.log_names or len(declared) == 1
        if is_output and tool.result_subschemas.types_of(pointer) in (["string"], ["string", "null"]):
            yield Problem(
                f"output of the command is one blob, {code_text(name)}",
                "return bounded `stdout_preview` and `stderr_preview` with a flag `truncated`",
                RESULT_SCHEMA + pointer,
                kind="blob",
            )


def _tool(schema: JsonObject, **members: JsonValue) -> JsonObject:
    return {"result_envelope": {"success_result_schema": schema}, **members}


def _object(properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


_TEXT: JsonObject = {"type": "string"}
_ARTIFACTS: JsonObject = {"type": "array", "items": _object({"path": _TEXT})}
_COMMAND: JsonObject = closed_object(cmd=_TEXT)

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#prefer-structured-canonical-previews-over-raw-blobs",
    kinds=(
        Kind("root", Level.ERROR),
        Kind("envelope_fields"),
        Kind("artifact_members", Level.ERROR),
        Kind("blob"),
    ),
    good=(
        _tool(_object({"status": {"enum": ["running", "done"]}, "summary_text": _TEXT, "artifacts": _ARTIFACTS})),
        _tool(_object({"stdout_preview": _TEXT, "truncated": {"type": "boolean"}}), input_schema=_COMMAND),
    ),
    bad=(
        BadExample(
            _tool({"type": "string"}),
            says="result schema describes a value of type `string`, not an object",
            at="/tools/0/result_envelope/success_result_schema",
        ),
        BadExample(_tool({"type": "array", "items": _object({})}), says="a value of type `array`, not an object"),
        BadExample(
            _tool(_object({"tool_name": _TEXT, "returned": {"type": "integer"}})),
            says="result schema repeats `tool_name` of the envelope",
            at="/tools/0/result_envelope/success_result_schema/properties/tool_name",
        ),
        BadExample(
            _tool(_object({"status": {"enum": ["success", "error"]}, "summary_text": _TEXT})),
            says="repeats `status`, `summary_text` of the envelope",
        ),
        BadExample(
            _tool(
                _object({"artifacts": {"type": "array", "items": _object({"path": _TEXT, "description": _TEXT})}}),
            ),
            says="artifact reference has an unexpected member `description`",
            at="/tools/0/result_envelope/success_result_schema/properties/artifacts/items/properties/description",
        ),
        BadExample(
            _tool(_object({"output": _TEXT}), input_schema=_COMMAND),
            says="output of the command is one blob, `output`",
            at="/tools/0/result_envelope/success_result_schema/properties/output",
        ),
    ),
)
