"""Systems that accept an invalid input: each overlooks one kind of violation of its own schema."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from conformance.documents.pointers import parent, resolve, split
from conformance.documents.values import JsonValue, as_object, type_name
from conformance.names import closest_match
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SCHEMAS, Changes, SoundRuntime, lack_parser
from conformance.schema.subschemas import Subschemas
from conformance.systems.refusals import Complaint, schema_complaints
from conformance.systems.runtime import ParseOutcome

Oversight = Callable[[str, Complaint, JsonValue], bool]


def _overlooking(name: str, summary: str, *, bites: str, overlooks: Oversight) -> Miniature:
    return Miniature(name, summary, lambda: SoundRuntime(Changes(overlooks=overlooks)), bites)


def _is_unknown(_tool: str, complaint: Complaint, _arguments: JsonValue) -> bool:
    return complaint.kind == "unknown"


def _is_container(_tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
    if complaint.kind != "invalid" or complaint.pointer.endswith("items"):
        return False
    return type_name(resolve(arguments, complaint.pointer)) in ("object", "array")


def _is_near_miss(tool: str, complaint: Complaint, _arguments: JsonValue) -> bool:
    if complaint.kind != "unknown":
        return False
    known = Subschemas(SCHEMAS[tool]).names_at(parent(complaint.pointer))
    return closest_match(split(complaint.pointer)[-1], known) is not None


def _is_other_word(_tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
    is_wake = (complaint.kind, complaint.pointer) == ("invalid", "/wake")
    return is_wake and isinstance(resolve(arguments, "/wake"), str)


def _add_notice(tool: str, arguments: JsonValue, parsed: ParseOutcome) -> ParseOutcome:
    unknown = [one.pointer for one in schema_complaints(SCHEMAS[tool], arguments)] if parsed.accepted else []
    return replace(parsed, notice=f"these fields were ignored: {unknown}") if unknown else parsed


def _leave_open(value: JsonValue) -> JsonValue:
    """Return a schema without ``additionalProperties``, at any depth."""
    if isinstance(value, list):
        return [_leave_open(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {key: _leave_open(member) for key, member in value.items() if key != "additionalProperties"}


MINIATURES = (
    Miniature(
        "publishes_open_schemas",
        "Leaves its schemas open, and silently drops what they do not list.",
        lambda: SoundRuntime(Changes(tool=lambda entry: as_object(_leave_open(entry)), overlooks=_is_unknown)),
        bites="open_inputs_noticed",
    ),
    Miniature(
        "echoes_unknown_fields",
        "Accepts an unknown field and only echoes it with the rest of the input, without a notice; only answers calls.",
        lambda: SoundRuntime(Changes(overlooks=_is_unknown, parse=lack_parser)),
        bites="unknown_field_rejected",
    ),
    _overlooking(
        "forgets_a_bound",
        "Accepts more items than its schema allows.",
        bites="bound_enforced",
        overlooks=lambda _tool, one, _arguments: one.pointer == "/items" and "is too long" in one.text,
    ),
    _overlooking(
        "forgets_a_required_field",
        "Accepts an input without a field that its schema requires.",
        bites="missing_required_rejected",
        overlooks=lambda tool, one, _: (tool, one.pointer, one.kind) == ("ExecCommand", "/cmd", "missing"),
    ),
    _overlooking(
        "forgets_the_condition",
        "Waits for a task result without knowing which task.",
        bites="conditional_requirement_enforced",
        overlooks=lambda tool, one, _: tool == "WaitFor" and one.kind == "missing" and one.pointer != "/wake",
    ),
    _overlooking(
        "forgets_the_enum",
        "Accepts any word where its schema allows two.",
        bites="enum_enforced",
        overlooks=_is_other_word,
    ),
    _overlooking(
        "ignores_unknown_fields",
        "Silently drops every unknown field, at any depth.",
        bites="unknown_field_rejected",
        overlooks=_is_unknown,
    ),
    _overlooking(
        "ignores_unknown_nested_fields",
        "Rejects an unknown field at the root, but drops one inside an item.",
        bites="unknown_field_rejected",
        overlooks=lambda _tool, one, _arguments: one.kind == "unknown" and one.pointer.count("/") > 1,
    ),
    _overlooking(
        "takes_any_type",
        "Accepts an object or a list where its schema expects something else.",
        bites="wrong_type_rejected",
        overlooks=_is_container,
    ),
    _overlooking(
        "takes_batch_fields",
        "Accepts the fields of the batch form in a single call.",
        bites="batch_field_refused",
        overlooks=lambda tool, one, _: tool == "ExecCommand" and one.pointer in ("/items", "/stop_on_error"),
    ),
    _overlooking(
        "takes_misspelt_fields",
        "Rejects an unknown field that resembles none of its own, but drops a misspelt one.",
        bites="misspelt_field_rejected",
        overlooks=_is_near_miss,
    ),
    _overlooking(
        "takes_null",
        "Accepts null for any optional field.",
        bites="null_rejected",
        overlooks=lambda _tool, one, arguments: one.kind == "invalid" and resolve(arguments, one.pointer) is None,
    ),
    _overlooking(
        "takes_result_fields",
        "Accepts the fields of a result as input, as if a command could be started with its exit status.",
        bites="result_field_rejected",
        overlooks=lambda _tool, one, _: split(one.pointer)[-1] in ("status", "task_handle", "exit_status"),
    ),
    _overlooking(
        "takes_single_fields_in_a_batch",
        "Accepts in an item of the batch a field that only the single call has.",
        bites="batch_field_refused",
        overlooks=lambda tool, one, _: (
            tool == "ExecCommandBatch" and one.pointer.endswith(("/login", "/yield_time_ms"))
        ),
    ),
    Miniature(
        "tells_of_unknown_fields",
        "Accepts an unknown field and notifies the caller that it was ignored.",
        lambda: SoundRuntime(Changes(overlooks=_is_unknown, parse=_add_notice)),
        bites="unknown_field_rejected",
    ),
)
