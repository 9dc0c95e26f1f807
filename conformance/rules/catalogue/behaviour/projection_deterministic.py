"""The same complete output under the same policy always yields the same envelope.

What is stored, audited, compacted and cached must be identical. A time, a counter or the order of a set in a result
makes two runs of one conversation differ. Only artifact paths may differ, because the first run has already taken a
name.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text
from conformance.documents.values import JsonValue, as_array
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.catalogue.behaviour._differences import first_difference
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection


def check(projection: ObservedProjection, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the first difference between two projections of the same output."""
    for again in projection.repeated_envelopes:
        found = first_difference(_blank_artifact_paths(projection.envelope), _blank_artifact_paths(again))
        if found:
            yield Problem(
                f"{code_text(found.pointer) if found.pointer else 'envelope'} differs between two projections",
                "derive the envelope from output and policy only, without clock, counter or random order",
                found.pointer,
                found.evidence("first_rendering", "second_rendering"),
            )
            return


def _blank_artifact_paths(value: JsonValue) -> JsonValue:
    """Return the value with the path of each artifact blanked."""
    if isinstance(value, Mapping):
        return {
            key: [{"path": ""} for _ in as_array(member)] if key == "artifacts" else _blank_artifact_paths(member)
            for key, member in value.items()
        }
    return [_blank_artifact_paths(item) for item in as_array(value)] if isinstance(value, list | tuple) else value


RULE = PROJECTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#projection-algorithm",
    good=(
        {"envelope": {"result": {"exit_status": 0}}, "again": {"result": {"exit_status": 0}}},
        {
            "envelope": {"result": {"output_artifact": 0, "artifacts": [{"path": "1.log"}]}},
            "again": {"result": {"output_artifact": 0, "artifacts": [{"path": "2.log"}]}},
        },
    ),
    bad=(
        BadExample(
            {"envelope": {"result": {"at": "12:00"}}, "again": {"result": {"at": "12:01"}}},
            says="`/result/at` differs between two projections",
            at="/result/at",
        ),
        BadExample(
            {"envelope": {"result": {"files": ["a", "b"]}}, "again": {"result": {"files": ["a", "c"]}}},
            says="`/result/files/1` differs",
        ),
        BadExample(
            {"envelope": {"result": {"count": 1}}, "again": {"result": {}}},
            says="`/result/count` differs",
        ),
    ),
)
