"""Rendering: from the canonical envelope to the receipt that the model sees.

A renderer reads only the canonical result; it never parses another receipt. The errors of all tools share one receipt
form, and an unknown tool gets a plain one: its summary, then its members by name.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from conformance.contract.budgets import ERROR_DETAILS_CHARS, RenderPolicy
from conformance.contract.envelope import Envelope, Failure, Success, ToolError
from conformance.contract.escaping import single_line
from conformance.contract.families import family_of
from conformance.contract.free_texts import SHARED_FLAG
from conformance.contract.previews import preview
from conformance.contract.readable_json import format_json_value
from conformance.contract.receipt import Forms, OutputBlock, Part, ReceiptLine, View, artifact_lines, compose, forms_of
from conformance.contract.receipt_forms import TRUNCATION_NOTICE, forms_of_tool
from conformance.documents.values import JsonValue, as_array, as_object

# A longer message or value is a block under its label instead of a line.
_SHORT_MESSAGE = 300
# More identifiers than these are counted: a next call needs a few of them.
_MAX_HANDLES = 50
# A line that mentions a cut. Matches "Truncated", "a b…"; not "complete".
_CUT = re.compile(r"truncated|…", re.IGNORECASE)


def render(envelope: Envelope, policy: RenderPolicy | None = None) -> str:
    """Return the receipt: outcome first, every handle and artifact path, previews in the remaining room."""
    parts = parts_of(envelope)
    forms = (_error_forms if isinstance(envelope, Failure) else forms_of_tool)(envelope.tool_name)
    return compose(parts, (policy or RenderPolicy()).receipt_chars, forms)


def parts_of(envelope: Envelope) -> Iterator[Part]:
    """Yield the parts of the receipt: its own lines, outcome first, and the blocks of outside text."""
    return _error_parts(envelope) if isinstance(envelope, Failure) else _success_parts(envelope)


def _success_parts(envelope: Success) -> Iterator[Part]:
    family = family_of(envelope.tool_name)
    if family is None:
        return _generic_parts(envelope)
    view = View(envelope.result)
    return _all_parts(list(family.render(envelope.tool_name, view)), view)


def _all_parts(parts: list[Part], view: View) -> Iterator[Part]:
    """Return the parts with what the family does not print added below the outcome: a truncation note, artifacts."""
    yield from parts[:1]
    if _is_truncated(view.members) and not any(_CUT.search(part.value) for part in parts):
        yield TRUNCATION_NOTICE
    yield from (line for line in artifact_lines(view) if line not in parts)
    yield from _unknown_handles(parts, view)
    yield from parts[1:]


def _unknown_handles(parts: list[Part], view: View) -> Iterator[ReceiptLine]:
    """Yield a line for each identifier that the family does not print, since a next call may need it."""
    lines = "\n".join(part.text for part in parts if isinstance(part, ReceiptLine))
    missing = {
        value: key
        for key, value in _handles(view.members)
        # As a word of its own: "task_12" and "task_1.log" do not show "task_1".
        if not re.search(rf"(?<!\w){re.escape(single_line(value))}(?![./-]?\w)", lines)
    }
    for value, key in islice(missing.items(), _MAX_HANDLES):
        yield ReceiptLine(value, key.replace("_", " "))
    if len(missing) > _MAX_HANDLES:
        yield ReceiptLine(f"(and {len(missing) - _MAX_HANDLES} more identifiers)")


def _handles(value: JsonValue) -> Iterator[tuple[str, str]]:
    """Return every ``id`` and ``*_id`` with its value, outer ones first."""
    members = as_object(value)
    for key, member in members.items():
        names_one = (key == "id" or key.endswith("_id")) and not isinstance(member, bool)
        if names_one and isinstance(member, str | int) and str(member).strip():
            yield key, str(member)
    for inner in (*members.values(), *as_array(value)):
        yield from _handles(inner)


def _is_truncated(value: JsonValue) -> bool:
    members = as_object(value)
    return any(member is True and key.endswith(SHARED_FLAG) for key, member in members.items()) or any(
        _is_truncated(inner)
        for inner in (*members.values(), *as_array(value))
        if isinstance(inner, Mapping | list | tuple)
    )


def _error_parts(envelope: Failure) -> Iterator[Part]:
    error = envelope.error
    is_short = len(error.message) <= _SHORT_MESSAGE and "\n" not in error.message
    yield (
        ReceiptLine(error.message, f"{envelope.tool_name} failed")
        if is_short
        else ReceiptLine(f"{envelope.tool_name} failed")
    )
    yield ReceiptLine(error.kind, "Kind")
    yield ReceiptLine("yes" if error.retryable else "no", "Retryable")
    if error.recovery_hint:
        yield ReceiptLine(error.recovery_hint, "Hint")
    if not is_short:
        yield OutputBlock("Message", error.message)
    if error.details not in (None, {}, []):
        shown = format_json_value(error.details, ERROR_DETAILS_CHARS)
        yield OutputBlock("Details", preview(shown, ERROR_DETAILS_CHARS).text)


@functools.cache
def _error_forms(tool_name: str) -> Forms:
    """Return the lines of the tool's errors, with a short message and with a long one."""
    errors = [
        ToolError(kind="k", message=text, details="d", recovery_hint="h", retryable=False) for text in ("m", "m\nm")
    ]
    failures = [Failure(tool_name=tool_name, summary_text="s", error=error) for error in errors]
    return forms_of(part for failure in failures for part in _error_parts(failure))


def _generic_parts(envelope: Success) -> Iterator[Part]:
    """Yield the members one by one, the best that is possible for a tool without a family."""
    yield ReceiptLine(envelope.summary_text)
    yield ReceiptLine(envelope.tool_name, "Tool")
    yield from artifact_lines(View(envelope.result))
    for key, value in sorted(as_object(envelope.result).items()):
        if key != "artifacts" and value is not None and not key.endswith("_artifact"):
            shown = format_json_value(value, _SHORT_MESSAGE)
            yield OutputBlock(key, shown) if "\n" in shown or len(shown) > _SHORT_MESSAGE else ReceiptLine(shown, key)
