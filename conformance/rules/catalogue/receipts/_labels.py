"""Labelled values of a receipt: "Priority: next" states the field ``priority``, whatever else the receipt says."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue
from conformance.findings import Problem
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements

# "1,234" or "1234": a rounded or converted number ("12 kB") is no contradiction.
_INTEGER = re.compile(r"-?\d{1,3}(?:,\d{3}){1,6}|-?\d{1,15}")
# Fields that state what became of something; only a known word of another state contradicts one.
_STATES = ("status", "state", "disposition", "retrieval_status")
# One word or two, which a receipt gives as the value of a field.
_WORDS = re.compile(r"[A-Za-z][a-z]*(?:[ _-][a-z]+)?")
# How a receipt states what is true, and what is false.
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def label_problems(record: ReceiptRecord, statements: Statements, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each labelled value that is not the value of the field that the label names."""
    members = _members_by_label(record)
    for label, shown, line in statements.labelled_values:
        fields = list(_fields(record, members.get(label, ())))
        if fields and not any(_agrees(shown, field, profile) for field in fields):
            key = label.replace(" ", "_")
            message = f"receipt states {code_text(line.strip(), 80)}, but `{key}` is {_text_of(fields[0].value)}"
            hint = "print the value of the result that is rendered"
            yield Problem(message, hint, fields[0].pointer, {"text": quotation(line)}, kind="field")


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A field of the result that a label names.

    ``allowed`` are the words that its schema allows there; ``is_input`` says that the tool takes them as input too.
    """

    pointer: str
    value: JsonValue
    allowed: Sequence[JsonValue]
    is_input: bool


_Member = tuple[str, str, JsonValue]
"""The pointer, the key and the value of a member of the result."""


def _members_by_label(record: ReceiptRecord) -> dict[str, list[_Member]]:
    """Return the members at any depth by the label that names them, found once for all labels."""
    found: dict[str, list[_Member]] = {}
    for level in record.record.levels:
        for key, value in level.members.items():
            found.setdefault(normalise_words(key), []).append((child(level.pointer, key), key, value))
    return found


def _fields(record: ReceiptRecord, members: Sequence[_Member]) -> Iterator[_Labelled]:
    """Yield members of one name whose values a label can state; none where one has another kind of value."""
    found: list[_Labelled] = []
    for pointer, key, value in members:
        field = _field(record, pointer, key, value)
        is_word = isinstance(value, str) and (key in _STATES or value in field.allowed)
        if not (is_word or isinstance(value, int | list | tuple)):
            return
        found.append(field)
    yield from found


def _field(record: ReceiptRecord, pointer: str, key: str, value: JsonValue) -> _Labelled:
    if record.tool is None or not isinstance(value, str):
        return _Labelled(pointer, value, (), is_input=False)
    allowed = _closed_set(record.tool.result_subschemas, pointer.removeprefix("/result"))
    accepted = _closed_set(record.tool.input_subschemas, child("", key))
    return _Labelled(pointer, value, allowed, is_input=value in accepted)


def _closed_set(subschemas: Subschemas, location: str) -> Sequence[JsonValue]:
    found = (subschemas.values_of(one) for one in subschemas.pointers_at(location))
    return next((values for values in found if values), ())


def _text_of(value: JsonValue) -> str:
    """Return a value as receipts state it; a list by its length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(len(value)) if isinstance(value, list | tuple) else str(value)


def _number_of(text: str) -> int:
    return int(text.replace(",", ""))


def _agrees(shown: str, field: _Labelled, profile: Profile) -> bool:
    value, words = _text_of(field.value), normalise_words(shown)
    if isinstance(field.value, bool):
        return _BOOLEANS.get(words, field.value) == field.value
    if _INTEGER.fullmatch(value):
        return not _INTEGER.fullmatch(shown) or _number_of(shown) == _number_of(value)
    own, known = normalise_words(value), {normalise_words(str(word)) for word in field.allowed}
    if field.is_input and _WORDS.fullmatch(shown) and words not in known:
        # What the model reads is what it sends next time; a longer or shorter form of the word is still the word.
        return words[:2] == own[:2] or not set(words.split()).isdisjoint(own.split())
    known |= {normalise_words(word) for word in profile.results.state_words}
    return words not in known or words == own
