"""An artifact index names an artifact of its list.

``stdout_artifact: 2`` beside two artifacts sends the reader to nothing. An index counts from 0 and is an integer: a
boolean, a fraction or a string is read differently by every language.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import JsonValue, compact_json, type_name
from conformance.findings import Level, Problem
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import OUTER_ARTIFACTS, ArtifactList, ResultLevel


def check(level: ResultLevel, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each index of this object that is none, or names nothing in the lists that it can mean."""
    count = max((len(artifacts.items) for artifacts in _candidate_lists(level)), default=0)
    for role in level.roles:
        field, shown = quote_text(f"{role.name}_artifact"), _format_index(role.index)
        pointer = role.pointer.removeprefix(level.pointer)
        if role.position is None:
            yield Problem(f"{field} is {shown}, which is no index", "write an integer that counts from 0", pointer)
        elif role.position >= count:
            hint = "add the artifact, or correct the index" if count else "add `artifacts` beside it"
            yield Problem(f"{field} is {role.position}, but {_describe_range(count)}", hint, pointer)


def _describe_range(count: int) -> str:
    if not count:
        return "there is no artifact"
    return "the only artifact is number 0" if count == 1 else f"the artifacts are numbers 0 to {count - 1}"


def _format_index(index: JsonValue) -> str:
    return f"of type {type_name(index)}" if isinstance(index, list | tuple) else quote_text(compact_json(index), 40)


def _candidate_lists(level: ResultLevel) -> list[ArtifactList]:
    """The nearest list; the one beside ``result`` may be meant too, and that the two differ is another finding."""
    return [
        artifacts
        for place, artifacts in enumerate(level.artifacts)
        if not place or artifacts.pointer == OUTER_ARTIFACTS
    ]


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#artifact-index-mapping",
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
            says="'-1', which is no index",
            at="/result/output_artifact",
        ),
        BadExample({"result": {"output_artifact": True, "artifacts": [{"path": "1.log"}]}}, says="'true'"),
        BadExample(
            {"result": {"task": {"output_artifact": 0}}}, says="there is no artifact", at="/result/task/output_artifact"
        ),
    ),
)
