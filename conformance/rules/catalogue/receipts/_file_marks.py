"""What a receipt says became of a file, by a mark or a direction, and what its result says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._listed_paths import PATH_LINE, changed_paths, path_of

# What the marks of the usual lists of files say became of a file, as the stems of the words for it.
_MARKS = {
    **dict.fromkeys(("a", "+", "created", "added"), ("add", "creat", "new", "writ")),
    **dict.fromkeys(
        ("m", "~", "modified", "changed", "updated", "edited"), ("modif", "chang", "updat", "edit", "patch", "writ")
    ),
    **dict.fromkeys(("d", "deleted", "removed"), ("delet", "remov")),
}
# Members in which an item of a list of files says what became of it.
_ACTIONS = ("action", "status", "change_type", "change", "operation", "type", "kind")
# Where a result keeps the path that a moved file had, and the one that it has, and what a receipt puts between them.
_OLD_PATHS = ("from_path", "old_path", "previous_path", "source_path", "source", "src", "from")
_NEW_PATHS = ("path", "to_path", "new_path", "destination_path", "destination", "dest", "target", "to")
_ARROW = r"(?:->|=>|→|⇒|\bto\b)"
# What was done with the file of a result that is not in a list; a link is shown before what it leads to.
_MOVED = LazyPattern(r"\b(?:moved|renamed|copied)\b", re.IGNORECASE)
_MOST_LISTS, _MOST_FILES = 50, 200
# The words for what became of a file, how to say so, and the list that has the file.
_Action = tuple[str, str, str]


def mark_problems(own: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a mark that says something else of a file than its item or list: "A" of a deleted one."""
    found = ((line, one) for line in own if (one := PATH_LINE.fullmatch(line)))
    marked = [(line, one["path"], (one["mark"] or "").lower()) for line, one in found]
    if not marked:
        return
    actions = _actions_of(result)
    for line, path, mark in marked:
        known, meant = actions.get(path), _MARKS.get(mark)
        if known and meant and not any(stem in action for action, _, _ in known for stem in meant):
            _, truth, key = known[0]
            message = f"receipt states {code_text(line.strip(), 80)}, but the file{truth}"
            hint = "derive the mark from the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="action")


def _actions_of(result: JsonObject) -> Mapping[str, Sequence[_Action]]:
    """Return what became of each file.

    The name of a list says it of files whose items do not: `created_files`.
    """
    actions: dict[str, list[_Action]] = {}
    lists = ((key, items) for key, value in result.items() if (items := as_array(value)))
    for key, items in islice(lists, _MOST_LISTS):
        named = " ".join(word for word in words_of(key) if _stems_in(word))
        for item in items[:_MOST_FILES]:
            members, path = as_object(item), path_of(item)
            stated = ((name, (as_text(members.get(name)) or "").lower()) for name in _ACTIONS)
            name, action = next(((name, text) for name, text in stated if _stems_in(text)), ("", ""))
            if path and action:
                actions.setdefault(path, []).append((action, f"'s `{name}` is {code_text(action)}", key))
            elif path and _stems_in(named):
                actions.setdefault(path, []).append((named, f" is in {code_text(key)}", key))
    return actions


def _stems_in(action: str) -> bool:
    return any(stem in action for stems in _MARKS.values() for stem in stems)


def move_problems(own: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a moved file whose new path the receipt shows before the arrow, and the old one after it."""
    for key, _ in changed_paths(result):
        moves = list(map(_move_of, as_array(result[key])))
        for old, new in moves:
            # Two files may also change places.
            if (new, old) not in moves:
                yield from _reversed_move(own, old, new, child("/result", key))
    old, new = _move_of(result)
    yield from _reversed_move([line for line in own if _MOVED.search(line)], old, new, "/result")


def _reversed_move(own: Sequence[str], old: str, new: str, pointer: str) -> Iterator[Problem]:
    if not old or not new or old == new:
        return
    reverse = re.compile(rf"(?<![\w./-]){re.escape(new)}\W*{_ARROW}\W*{re.escape(old)}(?![\w/-])")
    line = next((line for line in own if reverse.search(line)), None)
    if line is not None:
        message = f"receipt states {code_text(line.strip(), 80)}, but the file was moved to {code_text(new)}"
        hint = "print the old path before the new one"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="action")


def _move_of(item: JsonValue) -> tuple[str, str]:
    """Return the old and the new path of a moved file; an empty text for a path that it does not have."""
    members = as_object(item)
    old, new = ((as_text(members.get(key)) for key in keys) for keys in (_OLD_PATHS, _NEW_PATHS))
    return next(filter(None, old), ""), next(filter(None, new), "")
