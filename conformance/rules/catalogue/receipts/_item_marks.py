"""The ticks and crosses beside the names of items: "✔ lint ✔ e2e" where the state of e2e is in progress."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.words import meaning_of

_TICKS, _CROSSES = "✔✓✅☑", "✗✘✖❌"
_MARK = LazyPattern(rf"[{_TICKS}{_CROSSES}]")
# What says that a mark means something else: "✔ = required".
_LEGEND = LazyPattern(rf"[{_TICKS}{_CROSSES}]\ufe0f? ?[=:]")
# A mark before the name of an item, up to the next mark, and one behind it at the end of its line.
_BEFORE = LazyPattern(rf"(?P<mark>[{_TICKS}{_CROSSES}])\ufe0f?\s{{1,3}}(?P<name>[^\s{_TICKS}{_CROSSES}].{{0,80}})")
_BEHIND = LazyPattern(
    rf"\W{{0,6}}(?P<name>\w[^{_TICKS}{_CROSSES}]{{0,80}}?):?\s{{1,20}}(?P<mark>[{_TICKS}{_CROSSES}])\ufe0f?\s*"
)
_NAMES = ("name", "title", "id", "key", "path", "text", "label", "cmd", "command")
_STATES = ("conclusion", "status", "state", "result", "outcome")
# What the states of those items mean that may have such a mark.
_FAIR = {"tick": ("good", "over", "approved", "arrived", "paid"), "cross": ("bad", "stopped", "rejected")}
_MOST_LINES, _MOST_LISTS, _MOST_ITEMS, _MOST_WORDS = 500, 20, 200, 6


def item_mark_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each item with a tick or a cross that the state of the item denies.

    The other items have to show what the marks mean: all with a tick are good, and all that are good have one.
    """
    lines = statements.own_lines[:_MOST_LINES]
    if not any(map(_MARK.search, lines)) or any(map(_LEGEND.search, lines)):
        return
    for pointer, items in islice(_lists(statements), _MOST_LISTS):
        marks = _marks_of(lines, items)
        states = {name: _meanings(item) for name, (_, item) in items.items()}
        for kind, fair in _FAIR.items():
            marked = {name: line for name, (mark, line) in marks.items() if mark == kind}
            right = {name for name in items if not states[name].isdisjoint(fair)}
            wrong = [name for name in marked if states[name] and name not in right]
            # A tick of what has no known state may say something else.
            is_sure = all(states[name] for name in marked) and right <= marked.keys()
            # Where all have a tick it may say that they were chosen.
            is_sure = is_sure and (len(marked) < len(items) or len(right) > 2)
            if len(wrong) == 1 and right and is_sure:
                at, item = items[wrong[0]]
                state = next(as_text(item.get(key)) for key in _STATES if meaning_of(as_text(item.get(key)) or ""))
                line = marked[wrong[0]]
                message = (
                    f"receipt states {code_text(line.strip(), 80)}, but the item's state is {code_text(state or '')}"
                )
                hint = "choose the mark by the state of the item"
                yield Problem(message, hint, child(pointer, at), {"text": quotation(line)}, kind="field")


def _lists(statements: Statements) -> Iterator[tuple[str, Mapping[str, tuple[int, JsonObject]]]]:
    """Yield the items of each list of a result by their names, with their places."""
    for level in statements.record.record.levels[:_MOST_LISTS]:
        for key, value in level.members.items():
            if isinstance(value, list | tuple) and 1 < len(value) <= _MOST_ITEMS:
                found: dict[str, tuple[int, JsonObject]] = {}
                for at, item in enumerate(map(as_object, value)):
                    names = (normalise_words(as_text(item.get(one)) or "") for one in _NAMES)
                    found.setdefault(next(filter(None, names), ""), (at, item))
                texts = (as_text(one) or "" for item in map(as_object, value) for one in item.values())
                is_marked = any(map(_MARK.search, texts))
                if not is_marked and "" not in found and len(found) == len(value):
                    yield child(level.pointer, key), found


def _meanings(item: JsonObject) -> frozenset[str]:
    """Return what the states of an item mean; none where it has one of another kind, which may be its outcome."""
    texts = [text for key in _STATES if (text := as_text(item.get(key)))]
    found = [meaning_of(text) for text in texts]
    return frozenset(one for one in found if one) if all(found) else frozenset()


def _marks_of(lines: Sequence[str], items: Mapping[str, tuple[int, JsonObject]]) -> Mapping[str, tuple[str, str]]:
    """Return the kind of mark and the line of each item that has one mark."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        behind = _BEHIND.fullmatch(line)
        for one in (behind,) if behind else _parts_before(line):
            name = _name_in(one["name"], items)
            if name:
                found.setdefault(name, []).append(("tick" if one["mark"] in _TICKS else "cross", line))
    return {name: marks[0] for name, marks in found.items() if len(marks) == 1}


def _parts_before(line: str) -> Iterator[re.Match[str]]:
    for mark in _MARK.finditer(line):
        if found := _BEFORE.match(line, mark.start()):
            yield found


def _name_in(text: str, items: Mapping[str, tuple[int, JsonObject]]) -> str | None:
    """Return the longest name of an item that a text begins with."""
    cut = _MARK.split(text)[0]
    words = normalise_words(cut).split()[:_MOST_WORDS]
    names = (" ".join(words[:end]) for end in range(len(words), 0, -1))
    return next((name for name in names if name in items), None)
