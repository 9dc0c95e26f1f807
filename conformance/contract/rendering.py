"""From the canonical envelope to the receipt that the model sees.

A renderer reads the canonical result only; it never parses another receipt. All errors of all tools share one receipt,
and a tool of a stranger gets a plain one: its summary, then its members by name.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.contract.budgets import ERROR_DETAILS_CHARS, RenderPolicy
from conformance.contract.envelope import Envelope, Failure, Success
from conformance.contract.families import family_of
from conformance.contract.free_texts import SHARED_FLAG
from conformance.contract.previews import preview
from conformance.contract.readable import readable_value
from conformance.contract.receipt import Block, Line, Part, View, artifact_lines, compose
from conformance.json_values import JsonValue, as_array, as_object

_SHORT_MESSAGE = 300
_CUT = re.compile(r"truncated|…", re.IGNORECASE)


def render(envelope: Envelope, policy: RenderPolicy | None = None) -> str:
    """Return the receipt: the outcome first, every handle and artifact path, previews in the room that is left."""
    parts = _error(envelope) if isinstance(envelope, Failure) else _success(envelope)
    return compose(parts, (policy or RenderPolicy()).receipt_chars)


def _success(envelope: Success) -> Iterator[Part]:
    family = family_of(envelope.tool_name)
    if family is None:
        return _plain(envelope)
    view = View(envelope.result)
    return _whole(list(family.render(envelope.tool_name, view)), view)


def _whole(parts: list[Part], view: View) -> Iterator[Part]:
    """What the family does not know of stands below the outcome: that something was shortened, and artifacts."""
    yield from parts[:1]
    if _is_cut(view.members) and not any(_CUT.search(part.value) for part in parts):
        yield Line("some of it is left out here", "Truncated")
    yield from (line for line in artifact_lines(view) if line not in parts)
    yield from parts[1:]


def _is_cut(value: JsonValue) -> bool:
    members = as_object(value)
    return any(member is True and key.endswith(SHARED_FLAG) for key, member in members.items()) or any(
        _is_cut(inner) for inner in (*members.values(), *as_array(value)) if isinstance(inner, Mapping | list | tuple)
    )


def _error(envelope: Failure) -> Iterator[Part]:
    error = envelope.error
    is_short = len(error.message) <= _SHORT_MESSAGE and "\n" not in error.message
    yield Line(error.message, f"{envelope.tool_name} failed") if is_short else Line(f"{envelope.tool_name} failed")
    yield Line(error.kind, "Kind")
    yield Line("yes" if error.retryable else "no", "Retryable")
    if error.recovery_hint:
        yield Line(error.recovery_hint, "Hint")
    if not is_short:
        yield Block("Message", error.message)
    if error.details not in (None, {}, []):
        shown = readable_value(error.details, ERROR_DETAILS_CHARS)
        yield Block("Details", preview(shown, ERROR_DETAILS_CHARS).text)


def _plain(envelope: Success) -> Iterator[Part]:
    """No family knows the tool, so nothing better than its members one by one can be shown."""
    yield Line(envelope.summary_text)
    yield Line(envelope.tool_name, "Tool")
    yield from artifact_lines(View(envelope.result))
    for key, value in sorted(as_object(envelope.result).items()):
        if key != "artifacts" and value is not None and not key.endswith("_artifact"):
            shown = readable_value(value, _SHORT_MESSAGE)
            yield Block(key, shown) if "\n" in shown or len(shown) > _SHORT_MESSAGE else Line(shown, key)
