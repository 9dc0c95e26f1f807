"""A result matches the schema that its tool publishes, and well-known fields have the same type everywhere.

A published result schema is a promise from which readers generate code. If a tool publishes none, the fields that the
contract itself defines (``exit_status``, ``*_preview``, ``task_handle``) still have one meaning.
"""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from conformance.display import code_choice, code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, type_name, type_phrase
from conformance.findings import Level, Problem
from conformance.rules.scopes import OUTCOME, BadExample
from conformance.rules.screens import Screen, Subject, results_only
from conformance.schema.safe_validation import is_sound, validate_instance
from conformance.schema.subschemas import subschemas_of
from conformance.schema.unions import UNIONS
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord, is_success
from conformance.systems.traces import TracedCall

# Violations reported per result, and characters of each: one wrong result must not fill the report.
_MAX_PROBLEMS, _MESSAGE = 20, 200


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each violation of the published schema; without one, for an array and well-known types."""
    schema, call = record.tool.success_result_schema if record.tool else None, record.traced
    if schema is not None and call is not None and call.is_structured is not None and call.is_error is False:
        yield from _structure_problems(call, record.envelope.get("result"), schema, profile)
        return
    result = record.envelope.get("result")
    if not isinstance(result, Mapping | list | tuple) or not record.is_accepted(profile):
        return  # `envelope_fields` reports a scalar result
    if schema is None or not record.is_success(profile):
        if record.is_traced:
            return  # without a schema other systems name their fields as they like
        if not isinstance(result, Mapping):
            yield Problem(f"result is {type_phrase(result)}, not an object", "put the array into a field", "/result")
        yield from _well_known_fields(record, profile)
    else:
        yield from _schema_problems(result, schema)


def _structure_problems(call: TracedCall, result: JsonValue, schema: JsonValue, profile: Profile) -> Iterator[Problem]:
    """Yield what clients of MCP refuse of a success: structured content that is missing, or violates the schema.

    A text that reports a failure lacks the flag of one instead, and another rule says so.
    """
    if call.is_structured:
        yield from _schema_problems(result, schema)
    elif not profile.probing.reports_failure(call.text) and validate_instance(None, schema, most=1):
        yield Problem(
            "result has no `structuredContent`, but its tool has an output schema",
            "return `structuredContent` that matches the schema, flag a failure with `isError`, or drop the schema",
            "/result",
        )


def _schema_problems(result: JsonValue, schema: JsonValue) -> Iterator[Problem]:
    found = validate_instance(result, schema, _MAX_PROBLEMS)
    if isinstance(found, str) and is_sound(schema):
        message, hint = f"result was not validated: {found}", "simplify the result schema in the inventory"
        yield Problem(message, hint, "/result", max_level=Level.WARNING)
        return
    if isinstance(found, str):
        hint = "fix the result schema in the inventory"
        yield Problem(f"result was not checked because its published schema is unusable: {found}", hint, "/result")
        return
    mistyped = {violation.pointer for violation in found if violation.keyword == "type"}
    for violation in found:
        if violation.keyword in UNIONS and violation.pointer in mistyped:
            continue  # a value of the wrong type matches no branch of a union either
        place = subschemas_of(schema).references.place_of(violation.schema_pointer)
        yield Problem(
            f"result violates its published schema: {violation.message[:_MESSAGE]}",
            f"follow {code_text(place, 120)} of the result schema, or refresh the schema",
            "/result" + violation.pointer,
        )


def _well_known_fields(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    for level in record.levels:
        for key, value in level.members.items():
            types = _types_of(key, profile)
            if types and type_name(value) not in types:
                message = f"field {code_text(key)} has type `{type_name(value)}`, not {code_choice(types)}"
                hint = f"return {code_choice(types)}, or rename the field"
                yield Problem(message, hint, child(level.pointer, key))


def _types_of(key: str, profile: Profile) -> tuple[str, ...]:
    table = profile.results.field_types
    return next((types for name, types in table.items() if fnmatchcase(key, name)), ())


_PUBLISHED: JsonValue = {"type": "object", "properties": {"returned": {"type": "integer"}}, "required": ["returned"]}
_UNION: JsonValue = {
    "anyOf": [
        {
            "properties": {"disposition": {"const": "promoted"}, "task_id": {"type": "string"}},
            "required": ["disposition", "task_id"],
        },
        {
            "properties": {"disposition": {"const": "completed"}, "exit_status": {"type": "integer"}},
            "required": ["disposition"],
        },
    ]
}


def _screen(subject: Subject) -> Screen:
    """The result is valid; without a published schema it is an object, and well-known fields have their types."""
    schema = subject.tool.success_result_schema if subject.tool else None
    if schema is not None and is_success(subject.status, subject.profile):
        return Screen(published=schema)
    fields: JsonObject = {
        _regular(name): {"anyOf": [_type_schema(one) for one in types]}
        for name, types in subject.profile.results.field_types.items()
    }
    return Screen({"properties": {"result": {"type": "object"}}}, {"patternProperties": fields})


def _regular(name: str) -> str:
    """Return the pattern of the keys that a name with ``*`` stands for."""
    return f"^{'.*'.join(map(re.escape, name.split('*')))}$"


def _type_schema(name: str) -> JsonObject:
    # A number that is an integer is no `number` in the table, but one in a schema.
    return {"type": "number", "not": {"type": "integer"}} if name == "number" else {"type": name}


RULE = OUTCOME.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#result",
    screen=results_only(_screen),
    good=(
        {
            "tool": {"result_envelope": {"success_result_schema": _PUBLISHED}},
            "envelope": {"result": {"returned": 2, "later": "a new field"}},
        },
        {"result": {"disposition": "completed", "exit_status": 0, "stdout_preview": "ok", "stderr_preview": None}},
    ),
    bad=(
        BadExample(
            {
                "tool": {"result_envelope": {"success_result_schema": _PUBLISHED}},
                "envelope": {"result": {"returned": "2"}},
            },
            says="violates its published schema",
            at="/result/returned",
        ),
        BadExample(
            {
                "tool": {"result_envelope": {"success_result_schema": _UNION}},
                "envelope": {"result": {"disposition": "completed", "exit_status": "0"}},
            },
            says="\"0\" is not of type 'integer'",
            at="/result/exit_status",
        ),
        BadExample({"result": [{"id": "task_1"}]}, says="result is an array, not an object", at="/result"),
        BadExample({"result": {"exit_status": 0.5}}, says="has type `number`, not `integer`", at="/result/exit_status"),
    ),
)
