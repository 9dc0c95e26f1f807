"""Receipts of different results of one tool: whether one is also that of another, or shows the text of another.

Where a system cannot be asked to render, what its calls returned still shows whether receipts follow results.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import split, walk
from conformance.documents.values import JsonValue, as_object, as_text
from conformance.systems.rerendering import differing_leaves, is_meaningful, leaf_values, priority
from conformance.systems.surface import Record
from conformance.systems.surface.behaviour import ForeignText, ObservedRendering, SharedReceipt
from conformance.systems.surface.receipts import contains_words, normalise_words

# So many other results of a tool are compared with each one.
_MOST_OTHERS = 20
# A shorter text, or one of a single word, may be in a receipt for another reason.
_LEAST_CHARS = 8
# What differs from call to call whatever was asked, so that a receipt may leave it out.
_VOLATILE = re.compile(r"(?:.*_)?(?:ms|seconds|at|time|timestamp|date|duration|elapsed|latency|uptime|nonce)")


class Rendered(Struct, frozen=True):
    """An envelope with its receipt: an observed one, or one in which the leaf at ``pointer`` was changed."""

    name: str
    pointer: str
    envelope: JsonValue
    receipt: str

    @property
    def tool(self) -> str:
        """The tool of the result."""
        return tool_of(self.envelope)


def tool_of(output: JsonValue) -> str:
    """Return the tool of a complete output or envelope, an empty text where it names none."""
    return as_text(as_object(output).get("tool_name")) or ""


def add_shared(renderings: Iterable[ObservedRendering], rendered: Sequence[Rendered]) -> Iterator[ObservedRendering]:
    """Yield each rendering with the earlier, different results that have the same receipt as one of its own."""
    first: dict[tuple[str, str], Rendered] = {}
    shared: dict[str, list[SharedReceipt]] = {}
    for one in rendered:
        other = first.setdefault((one.tool, one.receipt), one)
        # That the change of one leaf leaves the receipt unchanged is known of the rendering itself.
        is_own_change = other.name == one.name and not other.pointer
        pointers = () if is_own_change else differing_leaves(other.envelope, one.envelope)
        if pointers:
            shared.setdefault(one.name, []).append(SharedReceipt(other.name, pointers))
    for rendering in renderings:
        yield replace(rendering, shared=shared.get(rendering.name, ()))


def compare_receipts(records: Iterable[Record], inputs: Mapping[str, JsonValue]) -> Iterator[ObservedRendering]:
    """Yield the successful results that calls returned with a receipt, compared with those of the same tool.

    ``inputs`` are the arguments of the calls by name of the record: a receipt may repeat them.
    """
    rendered = [
        Rendered(one.name, "", one.envelope, one.receipt)
        for one in records
        if one.receipt is not None and isinstance(as_object(one.envelope).get("result"), Mapping)
    ]
    renderings = [ObservedRendering(one.name, one.envelope, one.receipt, ()) for one in rendered]
    for one, source in zip(add_shared(renderings, rendered), rendered, strict=True):
        others = [other for other in rendered if other.tool == source.tool and other is not source][:_MOST_OTHERS]
        foreign = next((found for other in others for found in _foreign_texts(source, other, inputs)), None)
        shared = [alike for alike in map(_drop_volatile, one.shared) if alike.pointers]
        yield replace(one, shared=shared, foreign=foreign)


def unshown_leaves(record: Record, given: JsonValue) -> Mapping[str, str]:
    """Return what a model acts on in a successful result and its receipt does not show, as words by pointer.

    The most telling come first. Left out is what differs from call to call whatever was asked, and what the model
    wrote itself in the input.
    """
    envelope = as_object(record.envelope)
    if record.receipt is None or not isinstance(envelope.get("result"), Mapping):
        return {}
    shown = normalise_words(record.receipt)
    known = normalise_words(" ".join(str(inner) for _, inner in walk(given) if not isinstance(inner, Mapping)))
    words = {
        pointer: normalise_words(str(value))
        for pointer, value in leaf_values(envelope).items()
        if is_meaningful(pointer) and not _is_volatile(pointer)
    }
    return {
        pointer: words[pointer]
        for pointer in sorted(words, key=priority)
        if words[pointer] and not contains_words(known, words[pointer]) and not contains_words(shown, words[pointer])
    }


def _is_volatile(pointer: str) -> bool:
    return _VOLATILE.fullmatch(split(pointer)[-1]) is not None


def _drop_volatile(shared: SharedReceipt) -> SharedReceipt:
    return replace(shared, pointers=[pointer for pointer in shared.pointers if not _is_volatile(pointer)])


def _foreign_texts(one: Rendered, other: Rendered, inputs: Mapping[str, JsonValue]) -> Iterator[ForeignText]:
    """Yield the texts of another result that a receipt shows in place of its own at the same pointer."""
    own, shown = leaf_values(one.envelope), normalise_words(one.receipt)
    known = normalise_words(" ".join(_texts([one.envelope, inputs.get(one.name)])))
    for pointer, value in leaf_values(other.envelope).items():
        line, own_line = _first_line(value), _first_line(own.get(pointer))
        is_telling = len(line) >= _LEAST_CHARS and len(line.split()) > 1 and bool(own_line)
        is_foreign = contains_words(shown, line) and not contains_words(known, line)
        if is_telling and is_foreign and not contains_words(shown, own_line):
            yield ForeignText(other.name, pointer, line)


def _first_line(value: JsonValue) -> str:
    lines = (line.strip() for line in (as_text(value) or "").splitlines())
    return next((line for line in lines if re.search(r"\w", line)), "")


def _texts(value: JsonValue) -> Iterator[str]:
    return (inner for _, inner in walk(value) if isinstance(inner, str))
