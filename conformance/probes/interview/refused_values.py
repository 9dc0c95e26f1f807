"""Errors that a reply flagged as a success reports about a value of its input, as batches do for each item.

``{"ok": [], "err": [{"path": {}, "error": "..."}]}`` says that the call was made and its only item refused: whether the
value was rejected or failed later remains open, and nobody may say that it was accepted. The same holds for a reply in
words, such as "limit: must be at most 20", where the good input gets none of that kind.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from conformance.documents.pointers import parent, resolve, split, walk
from conformance.documents.values import JsonValue, as_array, as_object, compact_json, equal
from conformance.probes.interview import verdicts
from conformance.probes.interview.answers import Reply, Treatment
from conformance.probes.interview.limits import InconclusiveError
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.value_blame import refuses_field
from conformance.schema.generation import Mutation
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome

# Members whose content reports what went wrong, in any letter case.
_ERROR_MEMBERS = frozenset(("err", "errs", "error", "errors", "failed", "failures", "rejected", "invalid"))
# Numbers differ between two replies that otherwise report the same.
_NUMBER = re.compile(r"\d+")
# A shorter text is part of many words.
_SHORTEST_QUOTED = 3


class RefusedValues(Struct):
    """Where changed values got a successful reply that reports an error about them: in all, and in this question."""

    tables: ProbeTables
    _first: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """The first such input at each position, which is quoted, so that all questions have one reason."""
    _current: list[str] = field(default_factory=list[str])

    def add(self, mutation: Mutation, answer: Reply, call: Callable[[JsonValue], CallOutcome]) -> bool:
        """Say whether a changed input was accepted by a reply that reports an error about it, and keep where if so."""
        if answer.verdict is not Treatment.ACCEPTED or answer.called is None:
            return False
        base = call(mutation.base)
        if not is_reported_as_error(mutation, answer.called, base) and not self._is_refused_in_words(
            mutation, answer, base
        ):
            return False
        self._first.setdefault(mutation.general_pointer, mutation.input)
        self._current.append(mutation.general_pointer)
        return True

    def _is_refused_in_words(self, mutation: Mutation, answer: Reply, base: CallOutcome) -> bool:
        """Say whether a reply has words of a refusal that the reply to the good input, also a part of it, has not."""
        before = verdicts.text_of(base)
        if answer.called is None or before in answer.text or verdicts.seems_failed(base, self.tables):
            return False
        place, value = mutation.pointer, mutation.after
        return verdicts.seems_failed(answer.called, self.tables) or (
            refuses_field(answer.text, place, value) and not refuses_field(before, place, mutation.before)
        )

    def forget(self) -> None:
        """Begin another question."""
        self._current.clear()

    def require_none(self, quote_reply: Callable[[JsonValue], str]) -> None:
        """Raise ``InconclusiveError`` if the current question has one; ``quote_reply`` quotes the reply to an input."""
        for place in self._current:
            reply = quote_reply(self._first[place])
            raise InconclusiveError(
                f"an error about {name_position(place)} is reported inside a successful reply, {reply}",
                "reject such an input with a reply that is flagged as an error (`isError: true` in MCP)",
            )


def is_reported_as_error(mutation: Mutation, called: CallOutcome, base: CallOutcome) -> bool:
    """Say whether a reply reports an error about the changed value that the reply to the good input does not report.

    An error is about the value if it repeats it, names its field or index, or if each item of its list has one.
    """
    before = {_NUMBER.sub("0", compact_json(entry)) for entry in _reported_errors(base)}
    entries = [entry for entry in _reported_errors(called) if _NUMBER.sub("0", compact_json(entry)) not in before]
    count = _item_count(mutation)
    return (0 < count <= len(entries)) or any(_is_about(mutation, entry) for entry in entries)


def _reported_errors(called: CallOutcome) -> Iterator[JsonValue]:
    """Yield what the JSON of a reply reports as errors: each entry of a list, or the object that has an error text."""
    for content in _contents(called):
        for pointer, value in walk(content):
            if not pointer or not value or split(pointer)[-1].lower() not in _ERROR_MEMBERS:
                continue
            if isinstance(value, str):
                yield resolve(content, parent(pointer))
            elif isinstance(value, Mapping):
                yield value
            else:
                yield from as_array(value)


def _contents(called: CallOutcome) -> Iterator[JsonValue]:
    if called.structured:
        yield from called.structured
        return
    yield as_object(called.envelope).get("result")
    try:
        yield json.loads(called.receipt or "")
    except (ValueError, RecursionError):
        return


def _item_count(mutation: Mutation) -> int:
    """Return how many items the innermost list has that holds the changed value, 0 outside of all lists."""
    place = mutation.pointer
    while place:
        place = parent(place)
        holder = resolve(mutation.input, place)
        if isinstance(holder, Sequence) and not isinstance(holder, str):
            return len(holder)
    return 0


def _is_about(mutation: Mutation, entry: JsonValue) -> bool:
    tokens = split(mutation.pointer)
    named = next((token for token in reversed(tokens) if not token.isdigit()), "")
    texts = [entry] if isinstance(entry, str) else []
    for pointer, value in walk(entry):
        if not pointer:
            continue
        key = split(pointer)[-1]
        if equal(value, mutation.after) or (key in ("index", "position", "item") and str(value) in tokens):
            return True
        texts.extend([key, *([value] if isinstance(value, str) else [])])
    quoted = mutation.after if isinstance(mutation.after, str) else compact_json(mutation.after)
    # the input itself has no name, which any text would have
    by_name = re.compile(rf"(?<!\w){re.escape(named)}(?!\w)") if named else None
    return any(
        (by_name and by_name.search(text)) or (len(quoted) >= _SHORTEST_QUOTED and quoted in text) for text in texts
    )
