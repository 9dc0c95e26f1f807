"""An artifact index points at an existing artifact.

``stdout_artifact: 2`` with two artifacts sends the reader nowhere. An index is a zero-based integer: every language
interprets a boolean, a fraction or a string differently.
"""

from collections.abc import Iterator

from conformance.display import code_text, escape_text
from conformance.documents.values import JsonValue, compact_json, type_name
from conformance.findings import Level, Problem
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.rules.screens import OTHER_THAN, Screen, Subject, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import OUTER_ARTIFACTS, ArtifactList, ResultLevel


def check(level: ResultLevel, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each index of this object that is invalid, or out of range in every list that it may mean."""
    count = max((len(artifacts.items) for artifacts in _candidate_lists(level)), default=0)
    for role in level.roles:
        field = code_text(f"{role.name}_artifact")
        pointer = role.pointer.removeprefix(level.pointer)
        if role.position is None:
            message = f"index {field} is {_format_index(role.index)}, not a zero-based integer"
            yield Problem(message, "write the position of the artifact, counted from 0, or null", pointer)
        elif role.position >= count:
            hint = "correct the index, or add the artifact" if count else 'add `"artifacts": [{"path": "..."}]`'
            yield Problem(f"index {field} is {role.position}, but {_describe_range(count)}", hint, pointer)


def _describe_range(count: int) -> str:
    if not count:
        return "there is no artifact"
    return "the only artifact is number 0" if count == 1 else f"the artifacts are numbers 0 to {count - 1}"


def _format_index(index: JsonValue) -> str:
    if isinstance(index, list | tuple):
        return f"of type {type_name(index)}"
    return escape_text(compact_json(index)[:40])


def _candidate_lists(level: ResultLevel) -> list[ArtifactList]:
    """Return the nearest list and the one next to ``result``; another rule reports that the two differ."""
    return [
        artifacts
        for index, artifacts in enumerate(level.artifacts)
        if not index or artifacts.pointer == OUTER_ARTIFACTS
    ]


def _screen(_subject: Subject) -> Screen:
    """No object refers to an artifact."""
    return Screen(pattern="_artifacts?" + OTHER_THAN.format("n"))


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#artifact-index-mapping",
    screen=results_only(_screen),
    good=(
        {"result": {"output_preview": "ok", "output_artifact": 0}, "artifacts": [{"path": "1.log"}]},
        {"result": {"task": {"output_artifact": 0, "artifacts": [{"path": "1.log"}]}}},
        {"result": {"output_artifact": None, "failure_artifact": {"kind": "transport", "summary": "lost"}}},
    ),
    bad=(
        BadExample(
            {"result": {"output_artifact": 1, "artifacts": [{"path": "1.log"}]}},
            says="is 1, but the only artifact is number 0",
            at="/result/output_artifact",
        ),
        BadExample(
            {"result": {"output_artifact": -1, "artifacts": [{"path": "1.log"}]}},
            says="is -1, not a zero-based integer",
            at="/result/output_artifact",
        ),
        BadExample(
            {"result": {"output_artifact": True, "artifacts": [{"path": "1.log"}]}},
            says="is true, not a zero-based integer",
        ),
        BadExample(
            {"result": {"task": {"output_artifact": 0}}}, says="there is no artifact", at="/result/task/output_artifact"
        ),
    ),
)
