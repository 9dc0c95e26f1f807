"""``audit --against``: which recorded calls the inventory accepts and its next version would refuse."""

from collections.abc import Iterator

from msgspec.structs import replace

from conformance.commands.judge import Origin, notice_findings
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue
from conformance.findings import Finding, Problem
from conformance.inventory import Inventory
from conformance.schema.safe_validation import validate_instance
from conformance.settings.notices import ACCEPTED_BY_NEXT
from conformance.settings.profiles import Profile
from conformance.systems.records import INPUT_KEYS, RecordedResult

# Characters of a violation in a message.
_MESSAGE = 200


def refused_calls(
    result: RecordedResult, origin: Origin, old: Inventory, new: Inventory, profile: Profile
) -> Iterator[Finding]:
    """Yield a finding if the input of a recorded call is valid in the old inventory and refused by the new one."""
    tool = old.tool(result.tool or "")
    key = next((key for key in INPUT_KEYS if key in result.record.log_entry), None)
    given = result.record.log_entry[key] if key is not None else None
    if tool is None or key is None or _violation(tool.input_schema, given) != "":
        return
    now = new.tool(tool.name)
    why = "the tool is gone" if now is None else _violation(now.input_schema, given)
    if why:
        message = f"recorded call of {code_text(tool.name)} would be refused: {why}"
        hint = "keep accepting it; `conformance drift --calls` counts such calls for each change"
        problem = Problem(message, hint, child("", key))
        for found in notice_findings(ACCEPTED_BY_NEXT, profile, problem):
            yield from origin.locate([(replace(found, tool=tool.name), "entry")])


def _violation(schema: JsonValue, value: JsonValue) -> str | None:
    """Return the first violation, an empty text without one, ``None`` for a schema that cannot be used."""
    if schema is None:
        return ""
    found = validate_instance(value, schema, 1)
    if isinstance(found, str):
        return None
    return found[0].message[:_MESSAGE] if found else ""
