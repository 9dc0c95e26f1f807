"""The changes that a receipt states are those of its result: as many, of the same kind, of all files and items.

A model that reads "3 files changed" for one looks for two that are not there; one that reads the name of another file,
or of one file of two, believes that its own is unchanged; one that reads "A" for a deleted file opens it; and one that
does not see an item of a batch does not know that it was skipped.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from unicodedata import normalize

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.findings import Level, Problem
from conformance.inventory.prose.quantities import NUMBER_WORDS
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._batch_items import (
    hidden_error_problems,
    item_line_problems,
    left_out_problems,
)
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.stated_counts import count_mismatch, has_complete_lists
from conformance.systems.surface.statements import statements_of

# A line with nothing but a path and what became of it: "M src/parser.py", "- created a/b.rs". A file that a sentence
# names may be one of the input.
_PATH = LazyPattern(
    r"\s*(?:[-*•]\s+)?"
    r"(?:(?P<mark>[AMDRCU+~]|modified|changed|created|added|updated|edited|patched|deleted|removed|renamed|wrote):?\s+)?"
    r"`?(?P<path>(?:\.{0,2}/)?[\w-][\w.-]*(?:/[\w-][\w.-]*)*\.[A-Za-z]\w{0,9})`?\s*",
    re.IGNORECASE,
)
# "Changed files: a.py, b.py and c.py": what is before the paths of one line, and between them.
_HEADING = LazyPattern(r"^\W*[\w ]{1,40}:\s+")
_SEPARATOR = LazyPattern(r"\s{0,4},\s{0,4}(?:and\s{1,4})?|\s{1,4}and\s{1,4}")
# The names of lists of what a call changed; the paths in other lists may be of anything.
_CHANGES = LazyPattern(r"(?<!un)chang|creat|modif|delet|updat|add|remov|edit|renam|writ")
# How many files a call changed, in a sentence of its own: "Edited 5 files", "3 files were patched". The list may have
# another verb in its name, so these are read as one; "created" and "deleted" are not, as they may be some of all.
_VERB = r"(?:changed|edited|modified|updated|patched|wrote|written)"
_NUMBER = rf"\d{{1,9}}|\b(?:{'|'.join(NUMBER_WORDS[1:])})\b"
_EDITED = LazyPattern(
    rf"\b{_VERB} (?P<before>{_NUMBER}) (?:files?|paths?)\b"
    rf"|(?<![\w.,:/#-])(?P<after>{_NUMBER}) (?:files?|paths?) (?:(?:was|were|has been|have been) )?{_VERB}\b",
    re.IGNORECASE,
)
_EDITED_LIST = LazyPattern(r"(?:^|_)(?:changed|edited|modified|updated|patched|written)_(?:files?|paths?)$")
_POSITION = LazyPattern(r"(?<=\w)(?::\d{1,7}){1,2}\s*$")
# A receipt need not name each of many files, and no result has more lists of them.
_MOST_PATHS, _MOST_LISTS = 50, 50
# What the marks of the usual lists of files say became of a file, as the stems of the words for it.
_MARKS = {
    **dict.fromkeys(("a", "+", "created", "added"), ("add", "creat", "new", "writ")),
    **dict.fromkeys(
        ("m", "~", "modified", "changed", "updated", "edited"), ("modif", "chang", "updat", "edit", "patch", "writ")
    ),
    **dict.fromkeys(("d", "deleted", "removed"), ("delet", "remov")),
}
# Where a result keeps the path that a moved file had, and what a receipt puts between old and new.
_OLD_PATHS = ("from_path", "old_path", "previous_path")
_ARROW = r"(?:->|=>|→|⇒|\bto\b)"
# "... and 3 more", "- and 3 more files".
_LEFT = LazyPattern(r"\W*(?:and |plus )?(?P<count>\d{1,9}) (?:more|others?)(?: (?:files?|paths?))?\W*", re.IGNORECASE)
# A renderer that names the first files only says so: "... and 3 more".
_REST = LazyPattern(
    r"\.\.\.|…|\b(?:more|others?|omitted|truncated|remaining|further|rest|first|including)\b", re.IGNORECASE
)


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a count that differs from the result's, or for a file that the result does not name."""
    if record.is_failure(profile) or record.json_value is not None:
        return
    statements, result = statements_of(record), as_object(record.envelope.get("result"))
    own = statements.stated_lines
    miscounted = list(_count_problems(own, result))
    # A receipt with another number of files lists other files too: one problem.
    missing = [] if miscounted else list(_missing_path_problems(statements.own_lines, record, result))
    marked = (*_mark_problems(own, result), *_move_problems(own, result))
    miscounted += _rest_problems(statements.own_lines, record, result)
    foreign = (*_path_problems(own, record, result), *_added_path_problems(statements.own_lines, record, result))
    yield from (*miscounted, *missing, *foreign, *marked)
    if not _REST.search(record.own_words):
        yield from left_out_problems(statements.own_lines, record, result)
        yield from hidden_error_problems(record, result)
    yield from item_line_problems(statements, record, result, profile.results.state_words)


def _count_problems(own: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    # All own lines together: any of their numbers may be the right one, as in "10 of 25 tasks".
    mismatch = count_mismatch("\n".join(own), result)
    if mismatch is not None:
        message = f"receipt states {code_text(mismatch.stated)}, but {mismatch.actual}"
        hint = "derive the number from the result that is rendered"
        pointer = f"/result{mismatch.pointer}"
        yield Problem(message, hint, pointer, {"text": quotation(mismatch.stated)}, kind="count")
    else:
        yield from _edited_count_problems("\n".join(own), result)


def _edited_count_problems(own: str, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a number of edited files that is not that of the one list of them."""
    lists = [(key, len(paths)) for key, paths in _changed_paths(result)]
    stated = _EDITED.search(own)
    if stated is None or len(lists) != 1 or not has_complete_lists(result):
        return
    key, length = lists[0]
    # any number of the receipt may be the right one: "edited 5 files, 2 of them changed"
    numbers = {NUMBER_WORDS.index(one) if one in NUMBER_WORDS else int(one) for one in re.findall(_NUMBER, own.lower())}
    if _EDITED_LIST.search(key) and length not in numbers:
        message = f"receipt states {code_text(stated[0])}, but {code_text(key)} has {length}"
        hint = "derive the number from the result that is rendered"
        yield Problem(message, hint, child("/result", key), {"text": quotation(stated[0])}, kind="count")


def _rest_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a number of further files, behind some, that is not that of those which are left out."""
    for key, paths in _changed_paths(result) if has_complete_lists(result) else ():
        missing = sum(not record.contains(path) for path in paths)
        for before, line in pairwise(own):
            named, left = _PATH.fullmatch(before), _LEFT.fullmatch(line)
            if named and left and named["path"] in paths and int(left["count"]) != missing:
                message = f"receipt states {code_text(line.strip())}, but leaves out {missing} of {code_text(key)}"
                hint = "derive the number from the result that is rendered"
                yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="count")


def _path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that only the receipt names, if it names none of those that the result lists."""
    for key, paths in _changed_paths(result):
        if any(record.contains(path) for path in paths):
            continue
        other = next((path for path in _paths_in(own) if not _is_known(path, record)), None)
        if other is not None:
            message = f"receipt names {code_text(other)}, but none of the files in {code_text(key)}"
            hint = "print the paths of the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(other)}, kind="path")


def _added_path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that a list of the files in the result has beside them."""
    # "a.py:3" is where something was found.
    places = [_POSITION.sub("", line) for line in own]
    for key, paths in (*_changed_paths(result), *_only_paths(result)) if has_complete_lists(result) else ():
        lists = [one for one in _lists_in(places) if not set(paths).isdisjoint(one)]
        other = next((path for one in lists for path in one if not _is_known(path, record)), None)
        if other is not None:
            message = f"receipt lists {code_text(other)}, which is not one of the files in {code_text(key)}"
            hint = "print the paths of the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(other)}, kind="path")


def _is_known(path: str, record: ReceiptRecord) -> bool:
    """Say whether any text of the envelope or the input has a path, or its end."""
    path = _plain_path(path.removeprefix("./"))
    texts = (_plain_path(text) for _, text in (*record.record.texts, *texts_of(record.input)) if text)
    return any(path in text or path.endswith(f"/{text}") for text in texts)


def _plain_path(path: str) -> str:
    return normalize("NFC", path.replace("\\", "/"))


def _missing_path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that is left out of a list of the others, where nothing says that there are more."""
    for key, paths in _changed_paths(result):
        listed = set(_paths_in(own))
        # In a tree a file stands below its folder.
        missing = [path for path in paths if not record.contains(path) and path.rpartition("/")[2] not in listed]
        is_list = not listed.isdisjoint(paths)
        if missing and is_list and not _REST.search(record.own_words):
            message = f"receipt leaves out {code_text(missing[0])}, one of the {len(paths)} files in {code_text(key)}"
            hint = "print all of them, or how many more there are"
            yield Problem(message, hint, child("/result", key), kind="path")


def _mark_problems(own: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a mark that says something else of a file than its ``action`` does: "A" of a deleted one."""
    for key, _ in _changed_paths(result):
        items = [as_object(item) for item in as_array(result[key])]
        actions = {as_text(item.get("path")): (as_text(item.get("action")) or "").lower() for item in items}
        for line in own:
            found = _PATH.fullmatch(line)
            action = actions.get(found["path"], "") if found else ""
            meant = _MARKS.get((found["mark"] or "").lower()) if found else None
            is_known = any(stem in action for stems in _MARKS.values() for stem in stems)
            if meant and is_known and not any(stem in action for stem in meant):
                message = (
                    f"receipt states {code_text(line.strip(), 80)}, but the file's `action` is {code_text(action)}"
                )
                hint = "derive the mark from the result that is rendered"
                yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="action")


def _move_problems(own: Sequence[str], result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a moved file whose new path the receipt shows before the arrow, and the old one after it."""
    for key, _ in _changed_paths(result):
        moves = list(map(_move_of, as_array(result[key])))
        for old, new in moves:
            # Two files may also change places.
            if not old or not new or (new, old) in moves:
                continue
            reverse = re.compile(rf"(?<![\w./-]){re.escape(new)}\W*{_ARROW}\W*{re.escape(old)}(?![\w/-])")
            line = next((line for line in own if reverse.search(line)), None)
            if line is not None:
                message = f"receipt states {code_text(line.strip(), 80)}, but the file was moved to {code_text(new)}"
                hint = "print the old path before the new one"
                yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="action")


def _move_of(item: JsonValue) -> tuple[str, str]:
    """Return the old and the new path of a moved file; an empty text for a path that it does not have."""
    members = as_object(item)
    old = (as_text(members.get(key)) for key in _OLD_PATHS)
    return next(filter(None, old), ""), as_text(members.get("path")) or ""


def _paths_in(own: Sequence[str]) -> list[str]:
    return [path for one in _lists_in(own) for path in one]


def _lists_in(own: Sequence[str]) -> Iterator[list[str]]:
    """Yield the paths of lines that follow each other with one each, and those of a line that lists several."""
    listed: list[str] = []
    for line in own:
        if found := _PATH.fullmatch(line):
            listed.append(found["path"])
            continue
        if listed:
            yield listed
            listed = []
        parts = [_PATH.fullmatch(part) for part in _SEPARATOR.split(_HEADING.sub("", line))]
        if len(parts) > 1 and all(parts):
            yield [found["path"] for found in parts if found]
    if listed:
        yield listed


def _changed_paths(result: JsonObject) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths of each list of what a call changed, with its key."""
    for key, value in islice(((key, value) for key, value in result.items() if _CHANGES.search(key)), _MOST_LISTS):
        paths = [path for path in map(_path_of, as_array(value)) if path]
        if 0 < len(paths) <= _MOST_PATHS:
            yield key, paths


def _only_paths(result: JsonObject) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths of the only list of a result, whatever it lists, with its key."""
    lists = [(key, as_array(value)) for key, value in result.items() if isinstance(value, list | tuple)]
    for key, items in lists if len(lists) == 1 else ():
        paths = [path for path in map(_path_of, items) if path and _PATH.fullmatch(path)]
        if 0 < len(paths) == len(items) <= _MOST_PATHS and not _CHANGES.search(key):
            yield key, paths


def _path_of(item: JsonValue) -> str | None:
    return as_text(item) or as_text(as_object(item).get("path"))


_ONE: JsonObject = {"changed_file_count": 1, "changed_files": [{"action": "modify", "path": "src/parser.py"}]}

_TWO: JsonObject = {
    "changed_files": [{"action": "modify", "path": "src/parser.py"}, {"action": "delete", "path": "src/lexer.py"}]
}
_MOVED: JsonObject = {"changed_files": [{"action": "move", "path": "b/new.py", "from_path": "a/old.py"}]}
_PATHS: JsonObject = {"changed_paths": ["src/parser.py", "src/lexer.py"]}
_BATCH: JsonObject = {"completed_count": 1, "failed_count": 1, "skipped_count": 1}
_ITEMS: JsonObject = {
    **_BATCH,
    "items": [
        {"index": 1, "cmd": "make lint", "status": "completed", "result": {"exit_status": 0}},
        {"index": 2, "cmd": "make unit", "status": "failed", "result": {"exit_status": 4}},
        {"index": 3, "cmd": "make dist", "status": "skipped"},
    ],
}

RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-concise-receipts-for-small-confirmation-tools",
    kinds=(Kind("count"), Kind("path"), Kind("action"), Kind("item")),
    good=(
        {"envelope": {"result": _TWO}, "receipt": "Patch applied\nM src/parser.py\nD src/lexer.py"},
        {"envelope": {"result": _TWO}, "receipt": "Patch applied\nM src/parser.py\n... and 1 more"},
        {"envelope": {"result": _BATCH}, "receipt": "Batch ended: 1 completed, 1 failed, 1 skipped"},
        {"envelope": {"result": _ITEMS}, "receipt": "[1] make lint: exit code 0\n[2] exit code 4\n[3] skipped"},
        {"envelope": {"result": _ITEMS}, "receipt": "1 of 3 failed: make unit (exit code 4)"},
        {
            "envelope": {"result": _ITEMS},
            "receipt": "make lint: exit code 0\nmake unit: exit code 4\nThe batch stopped here.",
        },
        {"envelope": {"result": _ONE}, "receipt": "Patch applied: 1 file changed\nM src/parser.py"},
        {"envelope": {"result": _ONE}, "receipt": "Patch applied"},
        {"envelope": {"result": _MOVED}, "receipt": "Moved a/old.py -> b/new.py\n(b/new.py was a/old.py)"},
        {"envelope": {"result": _PATHS}, "receipt": "Edited 5 files, 2 of them changed"},
        {"envelope": {"result": {**_PATHS, "created_paths": ["b.py"]}}, "receipt": "Updated 3 files"},
        {"envelope": {"result": {"unchanged_files": ["src/a.py", "src/b.py"]}}, "receipt": "Edited 1 file\nsrc/a.py"},
        {
            "envelope": {"result": _ONE},
            "receipt": "2 of 3 hunks moved, 1 file changed\nBackup of src/parser.py: /tmp/p.py",
        },
    ),
    bad=(
        BadExample(
            {"envelope": {"result": _PATHS}, "receipt": "Changed: src/parser.py, src/lexer.py and src/tree.py"},
            says="lists `src/tree.py`, which is not one of the files in `changed_paths`",
            at="/result/changed_paths",
        ),
        BadExample(
            {
                "envelope": {"result": _ITEMS},
                "receipt": "1 completed, 1 failed, 1 skipped\n[1] make lint: exit code 0\n[2] make unit: exit code 4",
            },
            says="leaves out `make dist`, one of the 3 in `items`",
            at="/result/items/2",
        ),
        *(
            BadExample({"envelope": {"result": _ITEMS}, "receipt": receipt}, says=says, at=at)
            for receipt, says, at in (
                ("make lint: exit code 0\nmake unit: exit code 0\nmake dist", "exit status is `4`", "/result/items/1"),
                ("make lint (failed)\nmake unit: exit code 4\nmake dist", "state is `completed`", "/result/items/0"),
            )
        ),
        BadExample(
            {
                "envelope": {"result": {"items": [{"cmd": "sleep 60", "status": "failed", "error_kind": "timed_out"}]}},
                "receipt": "[1] failed: sleep 60",
            },
            says="does not show the error of `sleep 60`, one of `items`",
            at="/result/items/0",
        ),
        BadExample(
            {"envelope": {"result": _TWO}, "receipt": "2 files changed\nM src/parser.py"},
            says="leaves out `src/lexer.py`, one of the 2 files in `changed_files`",
            at="/result/changed_files",
        ),
        BadExample(
            {"envelope": {"result": _PATHS}, "receipt": "Edited 5 files\n- src/parser.py\n- src/lexer.py"},
            says="states `Edited 5 files`, but `changed_paths` has 2",
            at="/result/changed_paths",
        ),
        BadExample(
            {"envelope": {"result": _PATHS}, "receipt": "Changed 2 files:\n- src/parser.py"},
            says="leaves out `src/lexer.py`, one of the 2 files in `changed_paths`",
            at="/result/changed_paths",
        ),
        BadExample(
            {"envelope": {"result": _PATHS}, "receipt": "Patched: src/parser.py"},
            says="leaves out `src/lexer.py`, one of the 2 files in `changed_paths`",
            at="/result/changed_paths",
        ),
        BadExample(
            {"envelope": {"result": _TWO}, "receipt": "2 files changed\nM src/parser.py\nA src/lexer.py"},
            says="but the file's `action` is `delete`",
            at="/result/changed_files",
        ),
        BadExample(
            {"envelope": {"result": _MOVED}, "receipt": "Patch applied\nR b/new.py -> a/old.py"},
            says="but the file was moved to `b/new.py`",
            at="/result/changed_files",
        ),
        BadExample(
            {"envelope": {"result": _BATCH}, "receipt": "Batch ended: 2 completed, 0 failed, 1 skipped"},
            says="states `2 completed`, but `completed_count` is 1",
            at="/result/completed_count",
        ),
        BadExample(
            {"envelope": {"result": _ONE}, "receipt": "Patch applied: 3 files changed\nM src/parser.py"},
            says="states `3 files changed`, but `changed_file_count` is 1",
            at="/result/changed_file_count",
        ),
        BadExample(
            {"envelope": {"result": _ONE}, "receipt": "Patch applied: 1 file changed\nM src/lexer.py"},
            says="names `src/lexer.py`, but none of the files in `changed_files`",
            at="/result/changed_files",
        ),
    ),
)
