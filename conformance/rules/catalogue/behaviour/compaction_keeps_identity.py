"""A compacted result keeps what identifies it: tool, status, summary, error, handles, and artifacts with their roles.

These are what a next call and an auditor need. A status of error without its error, a task without its id, or a log of
which nobody knows what it logs are worse than no result at all.
"""

from collections.abc import Iterator, Mapping

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object, equal, type_name
from conformance.findings import Level, Problem
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.catalogue.behaviour._identity import ERROR_FIELDS, OUTER_FIELDS
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of these that the envelope has and the compacted one has not."""
    before, after = as_object(compaction.envelope), as_object(compaction.compacted)
    if not isinstance(compaction.compacted, Mapping):
        message = f"the compacted result is of type {type_name(compaction.compacted)}, not an envelope"
        yield Problem(message, "return an envelope, with its previews shortened or left out")
        return
    yield from _members("", OUTER_FIELDS, before, after)
    if isinstance(before.get("error"), Mapping):
        yield from _members("/error", ERROR_FIELDS, before.get("error"), after.get("error"))
    old, new = EnvelopeRecord(before, EMPTY_INVENTORY), EnvelopeRecord(after, EMPTY_INVENTORY)
    yield from _handles(old, new)
    yield from _artifacts(old, new)


def _members(pointer: str, keys: tuple[str, ...], before: JsonValue, after: JsonValue) -> Iterator[Problem]:
    old, new = as_object(before), as_object(after)
    for key in keys:
        if not equal(old.get(key), new.get(key)):
            lost = "is lost" if new.get(key) is None else "is another one"
            yield Problem(f"{quote_text(key)} {lost} after compaction", "keep it as it is", child(pointer, key))


def _handles(old: EnvelopeRecord, new: EnvelopeRecord) -> Iterator[Problem]:
    kept = {handle.value for handle in new.handles}
    for handle in old.handles:
        if handle.value not in kept:
            in_list = any(token.isdigit() for token in handle.pointer.split("/"))
            yield Problem(
                f"the handle {quote_text(handle.value)} is lost after compaction",
                "keep identifiers; they are short, and the next call needs them",
                handle.pointer,
                max_level=Level.WARNING if in_list else Level.ERROR,
            )


def _artifacts(old: EnvelopeRecord, new: EnvelopeRecord) -> Iterator[Problem]:
    kept = set(_roles(new))
    for role, path in _roles(old):
        if (role, path) not in kept:
            what = "there" if role is None else f"the {quote_text(role)} artifact"
            message = f"after compaction {quote_text(path, 200)} is no longer {what}"
            yield Problem(message, "keep `artifacts` and the indices that name them", "/result")


def _roles(record: EnvelopeRecord) -> Iterator[tuple[str | None, str]]:
    """Each artifact with each of its roles; ``None`` for the one that every artifact has: to be there."""
    for artifacts in record.artifact_lists:
        for index, path in enumerate(artifacts.paths):
            if path is not None:
                roles = [role.name for role in artifacts.roles if role.position == index]
                yield from ((role, path) for role in roles or (None,))


RULE = COMPACTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#compaction-contract",
    good=(
        {
            "envelope": {
                "result": {
                    "task_handle": {"task_id": "task_1"},
                    "stdout_preview": "compiling\n" * 20,
                    "stdout_artifact": 0,
                    "artifacts": [{"path": "1.log"}],
                }
            },
            "compacted": {"result": {"task_id": "task_1", "stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}},
        },
        {
            "envelope": {"status": "error", "error": {"details": {"parse_error": "missing field `cmd`"}}},
            "compacted": {"status": "error", "error": {"details": None}},
        },
    ),
    bad=(
        BadExample(
            {"envelope": {}, "compacted": {"summary_text": None}}, says="'summary_text' is lost", at="/summary_text"
        ),
        BadExample(
            {"envelope": {}, "compacted": {"tool_name": "Tool"}}, says="'tool_name' is another one", at="/tool_name"
        ),
        BadExample(
            {"envelope": {"status": "error"}, "compacted": {"status": "error", "error": None}},
            says="'kind' is lost",
            at="/error/kind",
        ),
        BadExample(
            {"envelope": {"result": {"task_handle": {"task_id": "task_1"}}}, "compacted": {"result": {}}},
            says="the handle 'task_1' is lost",
            at="/result/task_handle/task_id",
        ),
        BadExample(
            {
                "envelope": {"result": {"stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}},
                "compacted": {"result": {"artifacts": [{"path": "1.log"}]}},
            },
            says="'1.log' is no longer the 'stdout' artifact",
        ),
        BadExample(
            {"envelope": {"result": {"artifacts": [{"path": "1.log"}]}}, "compacted": {"result": {}}},
            says="'1.log' is no longer there",
        ),
        BadExample({"envelope": {}, "raw": "ListTasks: listed 0 tasks"}, says="of type string, not an envelope"),
    ),
)
