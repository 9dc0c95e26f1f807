"""Items, ids and artifacts that a receipt names, and that its result does not have."""

import re
from collections.abc import Iterator
from itertools import pairwise

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.stated_counts import has_complete_lists
from conformance.systems.surface.statements import Statements

# "artifact", "stdout artifact", "artifact path": what is behind such a label is the path of one.
_ARTIFACT = LazyPattern(r"(?:(?:full )?(?:stdout|stderr|output|log) )?artifact(?: path)?")
_PATH = LazyPattern(r"[^\s,;]*[/.][^\s,;]*\w")
# "The full text is in the artifact", "see the artifact for the rest".
_ALL = r"(?:(?:full|complete|whole|entire|remaining) (?:\w+ )?(?:text|output|log|content|lines)|rest)"
_IN_ARTIFACT = LazyPattern(
    rf"\b{_ALL}\b.{{0,40}}\b(?:in|to|as)\b.{{0,20}}\bartifacts?\b|\b(?:in|see)\b.{{0,20}}\bartifacts?\b.{{0,40}}\b{_ALL}\b",
    re.IGNORECASE,
)
# What makes a line no statement about a thing that the result has.
_DENIED = LazyPattern(
    r"\b(?:not|no|none|never|without|if|unless|when|missing|unknown|skipped|deleted|removed|instead|was|were|next|later)\b",
    re.IGNORECASE,
)
# An id that is one word with a letter and a digit, and what is equal in ids of one kind.
_ID = LazyPattern(r"(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w.:-]{2,80}")
_UUID = LazyPattern(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}", re.IGNORECASE)
# A line about one item: its mark, and the id that it begins with.
_ITEM_LINE = LazyPattern(r"(?P<mark>[^\w\n]{0,8})(?P<id>[A-Za-z0-9][\w.:-]{1,79}?)(?=[\s,;)\]]|[:.]\s|$).*")
# A receipt does not list more.
_MOST_ITEMS = 200


def invented_problems(record: ReceiptRecord, statements: Statements, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each artifact, id and item that only the receipt has."""
    yield from _artifact_problems(record, statements)
    yield from _id_problems(record, statements)
    if has_complete_lists(result):
        yield from _item_problems(statements, result)


def _artifact_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the path of an artifact that is in no list, and for one that is meant where there is none."""
    lists = record.record.artifact_lists
    if not lists or not all(isinstance(one.value, list | tuple) for one in lists):
        return
    paths = [path for one in lists for path in one.paths if path]
    pointer = lists[0].pointer
    for label, value, line in ((one.label, one.value, one.statement) for one in statements.labelled_values):
        is_known = any(value.endswith(path) or path.endswith(value) for path in paths)
        is_path = _ARTIFACT.fullmatch(label) and _PATH.fullmatch(value) and "..." not in value
        if is_path and not is_known and not statements.is_in_envelope(value):
            message = f"receipt names the artifact {code_text(value, 80)}, which the result does not have"
            hint = "print the paths in `artifacts` of the result that is rendered"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="invented")
    for line in () if any(one.items for one in lists) else statements.own_lines:
        if _IN_ARTIFACT.search(line) and not _DENIED.search(line) and not statements.is_in_envelope(line):
            message = f"receipt states {code_text(line.strip(), 80)}, but the result has no artifact"
            hint = "write the text that is cut to an artifact, or do not refer to one"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="invented")


def _id_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a labelled id that differs from each id of that name, and is nowhere in the envelope."""
    known: dict[str, list[tuple[str, str]]] = {}
    for level in record.record.levels:
        for key, value in level.members.items():
            if key.endswith("_id") and (text := as_text(value)) and _ID.fullmatch(text):
                name = normalise_words(" ".join(words_of(key)))
                known.setdefault(name, []).append((child(level.pointer, key), text))
    labelled = [(one.label, one.value, one.statement) for one in statements.labelled_values] if known else []
    for label, value, line in labelled:
        ids = known.get(label) or known.get(f"{label} id") or []
        shapes = {_shape(text) for _, text in ids}
        # What the call was about may be named as well, beside the id of the result: "Task: task_1", "New task: task_2".
        is_stated = any(other == text for _, text in ids for _, other, _ in labelled)
        is_id = _ID.fullmatch(value) is not None and _shape(value) in shapes
        if is_id and not is_stated and not statements.is_in_envelope(value):
            pointer, text = ids[0]
            key = pointer.rpartition("/")[2]
            message = f"receipt states {code_text(line.strip(), 80)}, but `{key}` is {code_text(text)}"
            hint = "print the id of the result that is rendered"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="invented")


def _shape(text: str) -> str:
    """Return what ids of one kind have in common: ``job_0`` of ``job_83``."""
    return "uuid" if _UUID.fullmatch(text) else re.sub(r"\d+", "0", text)


def _item_problems(statements: Statements, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for the first line like those of the items of a list, with the id of none."""
    lines = [(line, found) for line in statements.own_lines if (found := _ITEM_LINE.fullmatch(line))]
    asked = {text for _, text in texts_of(statements.record.input)}
    for key, value in result.items():
        ids = [one for item in as_array(value)[:_MOST_ITEMS] if (one := _id_of(item)) is not None]
        marks = {found["mark"] for _, found in lines if found["id"] in ids}
        if len(ids) != len(as_array(value)) or not marks:
            continue
        shapes = set(map(_shape, ids))
        are_texts = any(isinstance(item, str) for item in as_array(value))
        below = {after for before, after in pairwise(statements.own_lines) if _bare(before) in ids}
        for line, found in lines:
            # A sentence may begin with what is like a text of a list, or a list below another heading: "v1.4 is due".
            if are_texts and (_bare(line) != found["id"] or line not in below):
                continue
            is_alike = found["mark"] in marks and _shape(found["id"]) in shapes and _ID.fullmatch(found["id"])
            # The call may have been about another one, which is in a heading where the input is not known.
            if found["id"] in asked or line.rstrip().endswith(":"):
                continue
            if is_alike and not _DENIED.search(line) and not statements.is_in_envelope(found["id"]):
                message = (
                    f"receipt lists {code_text(found['id'])}, which is not one of the {len(ids)} in {code_text(key)}"
                )
                hint = "print the items of the result that is rendered"
                yield Problem(message, hint, child("/result", key), {"text": quotation(line)}, kind="invented")
                break


def _bare(line: str) -> str:
    return line.strip(" \t-*+\u2022")


def _id_of(item: JsonValue) -> str | None:
    if (own := as_text(item)) is not None:
        return own if _ID.fullmatch(own) else None
    members = as_object(item)
    keys = [key for key in members if key in ("id", "key") or key.endswith("_id")]
    ids = [text for key in keys[:1] if (text := as_text(members[key])) and _ID.fullmatch(text)]
    return next(iter(ids), None)
