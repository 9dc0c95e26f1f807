"""What a receipt shows under ``stdout`` and ``stderr`` while the text of one of them changes."""

import re
from collections.abc import Sequence

from conformance.documents.pointers import parent, resolve, split
from conformance.documents.values import JsonValue, as_object, as_text
from conformance.inventory import Inventory
from conformance.systems.rerendering import stream_of
from conformance.systems.surface.behaviour import ChangedRendering, ObservedRendering
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements, is_about_output

_NO_TOOLS = Inventory(2, {}, {}, (), (), {})
# "The program wrote nothing here": a sentence that denies says of an empty stream that it is empty.
_DENIAL = re.compile(r"\b(?:no|none|nothing|not|never|empty|blank|silent|without)\b", re.IGNORECASE)
_OTHER = {"stdout": "stderr", "stderr": "stdout"}


def statements_of(rendering: ObservedRendering, receipt: str | None = None) -> Statements:
    """Return what a receipt of the envelope states; without ``receipt`` its own one."""
    shown = rendering.receipt if receipt is None else receipt
    return Statements(ReceiptRecord(shown, as_object(rendering.envelope), _NO_TOOLS))


def swapped_stream(rendering: ObservedRendering, change: ChangedRendering) -> str | None:
    """Return the stream under which the receipt shows a change of the other one, ``None`` if it is under its own."""
    own = stream_of(change.pointer)
    if own is None:
        return None
    other = _OTHER[own]
    first, second = statements_of(rendering), statements_of(rendering, change.receipt)
    (own_before, own_after), (other_before, other_after) = (
        (first.section_lines(name), second.section_lines(name)) for name in (own, other)
    )
    # Without a heading of its own, a stream may follow the other one; not where that one has no text.
    is_apart = own_before is not None or not _other_text(rendering.envelope, change.pointer, other)
    return other if is_apart and own_before == own_after and other_before != other_after else None


def invented_lines(rendering: ObservedRendering, change: ChangedRendering) -> Sequence[str]:
    """Return the lines under a stream that are there only while the stream is empty, and say nothing about it."""
    stream = stream_of(change.pointer)
    if stream is None or bool(change.before) == bool(change.after):
        return []
    emptied, filled = (rendering.receipt, change.receipt) if change.after else (change.receipt, rendering.receipt)
    statements, known = statements_of(rendering, emptied), {line.strip() for line in filled.splitlines()}
    return [
        line
        for line in statements.section_lines(stream) or ()
        if line not in known and not _is_about_emptiness(line) and not statements.is_in_envelope(line)
    ]


def _is_about_emptiness(line: str) -> bool:
    return is_about_output(line) or _DENIAL.search(line) is not None


def _other_text(envelope: JsonValue, pointer: str, other: str) -> str | None:
    """Return the text of the other stream next to a stream."""
    name = split(pointer)[-1]
    level = as_object(resolve(envelope, parent(pointer)))
    return as_text(level.get(name.replace(_OTHER[other], other)))
