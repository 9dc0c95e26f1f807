"""Edits of JSON documents: as a new value, and as a new text in which nothing else moves.

A new member goes where the order of the others puts it, in their indentation, spacing and newline style. Everything
else keeps its bytes: order, spelling of numbers and escapes, blank lines.
"""

import bisect
import json
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.positions import MemberSpan, Span, member_spans, space_before_plain_element, value_span
from conformance.documents.values import JsonValue, as_array

# For documents of which nothing tells the indentation.
_DEFAULT_INDENT = "  "
# Keywords that hold an array, in which a position says nothing to a reader.
_LISTS = frozenset(("required", "enum", "examples"))


class SetMember(Struct, frozen=True):
    """The member ``key`` of the object at ``holder`` gets a value, and is added without one; or that of an array."""

    holder: str
    key: str
    value: JsonValue

    @property
    def sentence(self) -> str:
        """What the edit does, in a few words."""
        of_array = split(self.holder)[-1:] if self.key.isdecimal() else ()
        if of_array and of_array[0] in _LISTS:
            return f"sets an entry of {json.dumps(of_array[0])} to {json.dumps(self.value)}"
        return f"sets {json.dumps(self.key)}: {json.dumps(self.value)}"


class RenameMember(Struct, frozen=True):
    """The member ``key`` of the object at ``holder`` gets another name and keeps its place and value."""

    holder: str
    key: str
    name: str

    @property
    def sentence(self) -> str:
        """What the edit does, in a few words."""
        return f"renames {json.dumps(self.key)} to {json.dumps(self.name)}"


Edit = SetMember | RenameMember


def edit_below(edit: Edit, base: str) -> Edit:
    """Return the edit of a document that has the edited value at ``base``."""
    return replace(edit, holder=base + edit.holder)


def edit_value(value: JsonValue, edit: Edit) -> JsonValue:
    """Return the value with the edit; raises ``KeyError`` where it does not apply."""
    return _edit_at(value, split(edit.holder), edit)


def _edit_at(value: JsonValue, tokens: Sequence[str], edit: Edit) -> JsonValue:
    if not tokens:
        return _edit_members(value, edit)
    inner = _edit_at(resolve(value, child("", tokens[0])), tokens[1:], edit)
    return _set_member(value, tokens[0], inner)


def _edit_members(value: JsonValue, edit: Edit) -> JsonValue:
    if isinstance(edit, SetMember):
        return _set_member(value, edit.key, edit.value)
    if not isinstance(value, Mapping) or edit.key not in value or edit.name in value:
        raise KeyError(edit.key)
    return {edit.name if key == edit.key else key: member for key, member in value.items()}


def _set_member(value: JsonValue, key: str, member: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return {**value, key: member}
    resolve(value, child("", key))  # an array has the element or is not changed
    return [member if str(index) == key else item for index, item in enumerate(as_array(value))]


def edit_text(text: str, edit: Edit) -> str:
    """Return the text of a JSON document with the edit; raises ``KeyError`` where it does not apply."""
    span = value_span(text, edit.holder)
    spans = member_spans(text, span.start)
    known = {one.token: one for one in spans}
    if isinstance(edit, RenameMember):
        key = known[edit.key].key
        if key is None or edit.name in known:
            raise KeyError(edit.key)
        return _splice(text, key, _dump_scalar(edit.name, text))
    if edit.key in known:
        place = known[edit.key].value
        return _splice(text, place, _layout_of(text, span, spans, edit.holder).dump(edit.value, text))
    if text[span.start] != "{":
        raise KeyError(edit.key)
    return _insert(text, span, spans, edit)


def _splice(text: str, span: Span, new: str) -> str:
    return text[: span.start] + new + text[span.end :]


class _Layout(Struct, frozen=True):
    """How the members of an object are laid out: what is before each but the first, and around a colon."""

    gap: str
    colon: str
    unit: str

    @property
    def is_expanded(self) -> bool:
        """Whether each member has a line of its own."""
        return "\n" in self.gap

    def member(self, key: str, value: JsonValue, text: str) -> str:
        """Return a member as text."""
        return _dump_scalar(key, text) + self.colon + self.dump(value, text)

    def dump(self, value: JsonValue, text: str) -> str:
        """Return a value as text, on several lines where the document does so."""
        if isinstance(value, str | int | float | None) or not value:
            return _dump_scalar(value, text)
        if not self.is_expanded or not _expands_arrays(text):
            comma = ", " if self.colon.endswith(" ") else ","
            return json.dumps(value, separators=(comma, self.colon), ensure_ascii=text.isascii())
        dumped = json.dumps(value, indent=self.unit, separators=(",", self.colon), ensure_ascii=text.isascii())
        newline = "\r\n" if "\r\n" in self.gap else "\n"
        return dumped.replace("\n", newline + self.gap.rpartition("\n")[2])  # a string has no raw newline


def _dump_scalar(value: JsonValue, text: str) -> str:
    """Return a plain value as text, with escapes for other letters where the document has none of these."""
    dumped = json.dumps(value, ensure_ascii=text.isascii())
    try:
        dumped.encode()
    except UnicodeEncodeError:  # half of a surrogate pair can only be escaped
        return json.dumps(value)
    return dumped


def _expands_arrays(text: str) -> bool:
    """Say whether the document writes arrays of plain values on several lines, as its first one does."""
    space = space_before_plain_element(text)
    return space is None or "\n" in space


def _layout_of(text: str, span: Span, spans: Sequence[MemberSpan], holder: str) -> _Layout:
    """Return the layout of an object or array; an empty one is laid out as the container around it would be."""
    unit = _indent_unit(text)
    if not spans:
        return _layout_of_empty(text, holder, unit)
    first = text[span.start + 1 : spans[0].start]
    keyed = next(((one.key, one.value) for one in spans if one.key is not None), None)
    colon = text[keyed[0].end : keyed[1].start] if keyed else ": "
    if len(spans) > 1:
        between = text[spans[0].value.end : spans[1].start]
        return _Layout(_last_line_break(between.partition(",")[2]), colon, unit)
    return _Layout(_last_line_break(first) if "\n" in first else " " * colon.endswith(" "), colon, unit)


def _last_line_break(space: str) -> str:
    """Return white space without the blank lines at its beginning."""
    end = space.rfind("\r\n") if "\r\n" in space else space.rfind("\n")
    return space[max(end, 0) :]


def _layout_of_empty(text: str, holder: str, unit: str) -> _Layout:
    if not holder:
        return _Layout("", ": ", unit)
    span = value_span(text, parent(holder))
    outer = _layout_of(text, span, member_spans(text, span.start), parent(holder))
    return replace(outer, gap=outer.gap + unit)


def _indent_unit(text: str) -> str:
    """Return the indentation of the first member of the document, which is one level deep."""
    start = value_span(text, "").start
    spans = member_spans(text, start)
    before = text[start + 1 : spans[0].start] if spans else ""
    return before.rpartition("\n")[2] if "\n" in before else _DEFAULT_INDENT


def _insert(text: str, span: Span, spans: Sequence[MemberSpan], edit: SetMember) -> str:
    layout = _layout_of(text, span, spans, edit.holder)
    member = layout.member(edit.key, edit.value, text)
    if not spans:
        closing = layout.gap.removesuffix(layout.unit) if layout.is_expanded else ""
        opening = layout.gap if layout.is_expanded else ""
        return _splice(text, span, "{" + opening + member + closing + "}")
    at = _position_of([one.token for one in spans], edit.key)
    if at == 0:
        return _splice(text, Span(spans[0].start, spans[0].start), member + "," + layout.gap)
    end = spans[at - 1].value.end
    return _splice(text, Span(end, end), "," + layout.gap + member)


def _position_of(keys: Sequence[str], key: str) -> int:
    """Return where a new key goes: in its place where the others are sorted, else after them."""
    is_sorted = len(keys) > 1 and list(keys) == sorted(keys)
    return bisect.bisect(keys, key) if is_sorted else len(keys)


def edit_all(value: JsonValue, edits: Sequence[Edit]) -> JsonValue:
    """Return the value with the edits, one after the other; raises ``KeyError`` where one does not apply."""
    for edit in edits:
        value = edit_value(value, edit)
    return value
