"""Projecting a projected envelope again changes nothing.

An envelope is stored, read and projected again when a prompt is rebuilt. A preview that is cut twice loses its true
counts; one that grows back from storage displaces what the model was meant to see.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.catalogue.behaviour._differences import repetition_problems
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection


def check(projection: ObservedProjection, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the first difference between the envelope and its projection."""
    hint = "leave unchanged what is within its budget, and do not read text back from storage"
    yield from repetition_problems(projection.envelope, projection.reprojections, "projection", hint)


_CUT = "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz"

RULE = PROJECTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#truncation-should-be-stable-across-re-serialization",
    good=(
        {
            "envelope": {"result": {"stdout_preview": _CUT, "truncated": True}},
            "reprojected": {"result": {"stdout_preview": _CUT, "truncated": True}},
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"stdout_preview": _CUT, "truncated": True}},
                "reprojected": {"result": {"stdout_preview": "a\n[truncated]", "truncated": True}},
            },
            says="second projection changes `/result/stdout_preview`",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": {"result": {"stdout_preview": _CUT, "truncated": True}},
                "reprojected": {"result": {"stdout_preview": _CUT, "truncated": False}},
            },
            says="second projection changes `/result/truncated`",
        ),
    ),
)
