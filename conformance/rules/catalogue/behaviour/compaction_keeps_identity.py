"""A compacted result keeps its tool, status, summary, error, handles, and artifacts with their roles.

The next call and an auditor need these. A failed status without its error, a task without its id, or a log of unknown
origin is worse than no result at all.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object, equal, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.catalogue.behaviour._identity import ERROR_FIELDS, OUTER_FIELDS
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of these that the compacted envelope has lost or changed."""
    before, after = as_object(compaction.envelope), as_object(compaction.compacted)
    if not isinstance(compaction.compacted, Mapping):
        message = f"compacted result is {type_phrase(compaction.compacted)}, not an envelope"
        yield Problem(message, "return the envelope with its previews shortened or removed")
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
            verb = "drops" if new.get(key) is None else "changes"
            yield Problem(f"compaction {verb} {code_text(key)}", "keep the field unchanged", child(pointer, key))


def _handles(old: EnvelopeRecord, new: EnvelopeRecord) -> Iterator[Problem]:
    kept = {handle.value for handle in new.handles}
    for handle in old.handles:
        if handle.value not in kept:
            in_list = any(token.isdigit() for token in handle.pointer.split("/"))
            yield Problem(
                f"compaction drops the handle {code_text(handle.value)}",
                "keep the handle; the next call needs it",
                handle.pointer,
                max_level=Level.WARNING if in_list else Level.ERROR,
            )


def _artifacts(old: EnvelopeRecord, new: EnvelopeRecord) -> Iterator[Problem]:
    kept = set(_roles(new))
    for role, path in _roles(old):
        if (role, path) not in kept:
            name = "the artifact" if role is None else f"the {code_text(role)} artifact"
            message = f"compaction drops {name} {code_text(path, 200)}"
            yield Problem(message, "keep `artifacts` and the `*_artifact` indices", "/result")


def _roles(record: EnvelopeRecord) -> Iterator[tuple[str | None, str]]:
    """Yield each artifact's path with each of its roles, or once with ``None`` if it has no role."""
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
            {"envelope": {}, "compacted": {"summary_text": None}},
            says="compaction drops `summary_text`",
            at="/summary_text",
        ),
        BadExample(
            {"envelope": {}, "compacted": {"tool_name": "Tool"}}, says="compaction changes `tool_name`", at="/tool_name"
        ),
        BadExample(
            {"envelope": {"status": "error"}, "compacted": {"status": "error", "error": None}},
            says="compaction drops `kind`",
            at="/error/kind",
        ),
        BadExample(
            {"envelope": {"result": {"task_handle": {"task_id": "task_1"}}}, "compacted": {"result": {}}},
            says="drops the handle `task_1`",
            at="/result/task_handle/task_id",
        ),
        BadExample(
            {
                "envelope": {"result": {"stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}},
                "compacted": {"result": {"artifacts": [{"path": "1.log"}]}},
            },
            says="drops the `stdout` artifact `1.log`",
        ),
        BadExample(
            {"envelope": {"result": {"artifacts": [{"path": "1.log"}]}}, "compacted": {"result": {}}},
            says="drops the artifact `1.log`",
        ),
        BadExample({"envelope": {}, "raw": "ListTasks: listed 0 tasks"}, says="a string, not an envelope"),
    ),
)
