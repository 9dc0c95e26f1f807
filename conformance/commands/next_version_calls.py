"""``audit --against``: which recorded calls the inventory accepts and its next version would refuse."""

from collections.abc import Iterator

from msgspec.structs import replace

from conformance.commands.judge import Origin, notice_findings
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object, type_name
from conformance.findings import Finding, Problem
from conformance.inventory import Inventory, Tool
from conformance.schema.safe_validation import validate_instance
from conformance.settings.notices import ACCEPTED_BY_NEXT
from conformance.settings.profiles import Profile
from conformance.systems.records import INPUT_KEYS, RecordedResult
from conformance.systems.surface.envelopes import is_accepted

# Characters of a violation in a message.
_MESSAGE = 200


def refused_calls(
    result: RecordedResult, origin: Origin, old: Inventory, new: Inventory, profile: Profile
) -> Iterator[Finding]:
    """Yield a finding if the input of a recorded call is valid in the old inventory and refused by the new one."""
    tool, key = old.tool(result.tool or ""), _input_key(result)
    given = result.record.log_entry[key] if key is not None else None
    if tool is None or not is_comparable(result, new, profile) or (key is not None and _violation(tool, given) != ""):
        return
    now, pointer = new.tool(tool.name), "" if key is None else child("", key)
    why = "the tool is gone" if now is None else _violation(now, given)
    if why is None:
        message = f"recorded call of {code_text(tool.name)} was not compared: its next input schema cannot be used"
        problem = Problem(message, "fix the schema in the next version; `conformance check` says where", pointer)
    else:
        message = f"recorded call of {code_text(tool.name)} would be refused: {why}"
        hint = "keep accepting it; `conformance drift --calls` counts such calls for each change"
        problem = Problem(message, hint, pointer)
    for found in notice_findings(ACCEPTED_BY_NEXT, profile, problem) if why != "" else ():
        yield from origin.locate([(replace(found, tool=tool.name), "entry")])


def is_comparable(result: RecordedResult, new: Inventory, profile: Profile) -> bool:
    """Say whether a call has an input to try on the next version, or was accepted and its tool is gone."""
    if _input_key(result) is not None:
        return True
    return new.tool(result.tool or "") is None and is_accepted(as_object(result.record.envelope).get("status"), profile)


def _input_key(result: RecordedResult) -> str | None:
    return next((key for key in INPUT_KEYS if result.record.log_entry.get(key) is not None), None)


def _violation(tool: Tool, value: JsonValue) -> str | None:
    """Return the first violation, an empty text without one, ``None`` for a schema that cannot be used."""
    if tool.is_freeform:
        return "" if isinstance(value, str) else f"it takes a text, and no {type_name(value)}"
    if tool.input_schema is None:
        return ""
    found = validate_instance(value, tool.input_schema, 1)
    if isinstance(found, str):
        return None
    return found[0].message[:_MESSAGE] if found else ""
