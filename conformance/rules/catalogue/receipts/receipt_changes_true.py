"""The changes that a receipt states are those of its result: as many of them, and in the same files.

A model that reads "3 files changed" for one looks for two that are not there, and one that reads the name of another
file believes that its own is unchanged.
"""

import re
from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.stated_counts import count_mismatch
from conformance.systems.surface.statements import Statements

# A line with nothing but a path and what became of it: "M src/parser.py", "- created a/b.rs". A file that a sentence
# names may be one of the input.
_PATH = re.compile(
    r"\s*(?:[-*•]\s+)?(?:(?:[AMDRCU+~]|modified|changed|created|added|updated|edited|deleted|removed|renamed|wrote):?\s+)?"
    r"`?(?P<path>(?:\.{0,2}/)?[\w-][\w.-]*(?:/[\w-][\w.-]*)*\.[A-Za-z]\w{0,9})`?\s*",
    re.IGNORECASE,
)
# The names of lists of what a call changed; the paths in other lists may be of anything.
_CHANGES = re.compile(r"chang|creat|modif|delet|updat|add|remov|edit|renam|writ")
# A receipt need not name each of many files.
_MOST_PATHS = 50


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a count that differs from the result's, or for a file that the result does not name."""
    if record.is_failure(profile) or record.json_value is not None:
        return
    statements, result = Statements(record), as_object(record.envelope.get("result"))
    own = [line for line in statements.own_lines if not statements.is_in_envelope(line)]
    yield from _count_problems(own, result)
    yield from _path_problems(own, record, result)


def _count_problems(own: list[str], result: JsonObject) -> Iterator[Problem]:
    # All own lines together: any of their numbers may be the right one, as in "10 of 25 tasks".
    mismatch = count_mismatch("\n".join(own), result)
    if mismatch is not None:
        message = f"receipt states {code_text(mismatch.stated)}, but {mismatch.actual}"
        hint = "derive the number from the result that is rendered"
        pointer = f"/result{mismatch.pointer}"
        yield Problem(message, hint, pointer, {"text": quotation(mismatch.stated)}, kind="count")


def _path_problems(own: list[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for a file that only the receipt names, if it names none of those that the result lists."""
    named = [found["path"] for line in own if (found := _PATH.fullmatch(line))]
    for key, value in result.items():
        paths = [path for path in map(_path_of, as_array(value)) if path] if _CHANGES.search(key) else []
        if not paths or len(paths) > _MOST_PATHS or any(record.contains(path) for path in paths):
            continue
        other = next((path for path in named if not any(path in text for _, text in record.record.texts)), None)
        if other is not None:
            message = f"receipt names {code_text(other)}, but none of the files in {code_text(key)}"
            hint = "print the paths of the result that is rendered"
            yield Problem(message, hint, child("/result", key), {"text": quotation(other)}, kind="path")


def _path_of(item: JsonValue) -> str | None:
    return as_text(item) or as_text(as_object(item).get("path"))


_ONE: JsonObject = {"changed_file_count": 1, "changed_files": [{"action": "modify", "path": "src/parser.py"}]}

RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-concise-receipts-for-small-confirmation-tools",
    kinds=(Kind("count"), Kind("path")),
    good=(
        {"envelope": {"result": _ONE}, "receipt": "Patch applied: 1 file changed\nM src/parser.py"},
        {"envelope": {"result": _ONE}, "receipt": "Patch applied"},
        {
            "envelope": {"result": _ONE},
            "receipt": "2 of 3 hunks moved, 1 file changed\nBackup of src/parser.py: /tmp/p.py",
        },
    ),
    bad=(
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
