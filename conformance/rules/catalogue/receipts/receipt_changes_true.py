"""The changes that a receipt states are those of its result: as many, of the same kind, of all files and items.

A model that reads "3 files changed" for one looks for two that are not there; one that reads the name of another file,
or of one file of two, believes that its own is unchanged; one that reads "A" for a deleted file opens it; and one that
does not see an item of a batch does not know that it was skipped.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.findings import Level, Problem
from conformance.inventory.prose.quantities import NUMBER_WORDS
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._batch_items import (
    hidden_error_problems,
    item_line_problems,
    left_out_problems,
)
from conformance.rules.catalogue.receipts._file_marks import mark_problems, move_problems
from conformance.rules.catalogue.receipts._listed_paths import (
    PATH_LINE,
    changed_paths,
    is_known,
    lists_in,
    only_paths,
    paths_in,
)
from conformance.rules.catalogue.receipts._written_path import written_path_problems
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.stated_counts import count_mismatch, has_complete_lists
from conformance.systems.surface.statements import statements_of

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
    marked = (*mark_problems(own, result), *move_problems(own, result))
    miscounted += _rest_problems(statements.own_lines, record, result)
    foreign = (*_path_problems(own, record, result), *_added_path_problems(statements.own_lines, record, result))
    yield from (*miscounted, *missing, *foreign, *marked)
    if not foreign:
        yield from written_path_problems(own, record, result)
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
    lists = [(key, len(paths)) for key, paths in changed_paths(result)]
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
    for key, paths in changed_paths(result) if has_complete_lists(result) else ():
        missing = sum(not record.contains(path) for path in paths)
        for before, line in pairwise(own):
            named, left = PATH_LINE.fullmatch(before), _LEFT.fullmatch(line)
            if named and left and named["path"] in paths and int(left["count"]) != missing:
                message = f"receipt states {code_text(line.strip())}, but leaves out {missing} of {code_text(key)}"
                hint = "derive the number from the result that is rendered"
                yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="count")


def _path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that only the receipt names, if it names none of those that the result lists."""
    for key, paths in changed_paths(result):
        if any(record.contains(path) for path in paths):
            continue
        other = next((path for path in paths_in(own) if not is_known(path, record)), None)
        if other is not None:
            message = f"receipt names {code_text(other)}, but none of the files in {code_text(key)}"
            hint = "print the paths of the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(other)}, kind="path")


def _added_path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that a list of the files in the result has beside them."""
    # "a.py:3" is where something was found.
    places = [_POSITION.sub("", line) for line in own]
    for key, paths in (*changed_paths(result), *only_paths(result)) if has_complete_lists(result) else ():
        lists = [one for one in lists_in(places) if not set(paths).isdisjoint(one)]
        other = next((path for one in lists for path in one if not is_known(path, record)), None)
        if other is not None:
            message = f"receipt lists {code_text(other)}, which is not one of the files in {code_text(key)}"
            hint = "print the paths of the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(other)}, kind="path")


def _missing_path_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that is left out of a list of the others, where nothing says that there are more."""
    for key, paths in changed_paths(result):
        listed = set(paths_in(own))
        # In a tree a file stands below its folder.
        missing = [path for path in paths if not record.contains(path) and path.rpartition("/")[2] not in listed]
        is_list = not listed.isdisjoint(paths)
        if missing and is_list and not _REST.search(record.own_words):
            message = f"receipt leaves out {code_text(missing[0])}, one of the {len(paths)} files in {code_text(key)}"
            hint = "print all of them, or how many more there are"
            yield Problem(message, hint, child("/result", key), kind="path")


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
