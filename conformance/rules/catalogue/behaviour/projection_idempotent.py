"""Projecting an envelope that was projected before changes nothing.

An envelope is stored, read and projected again when a prompt is built anew. A preview that is cut a second time loses
its true counts; one that grows back from storage displaces what the model was meant to see.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.catalogue.behaviour._differences import repetition_problems
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection


def check(projection: ObservedProjection, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the first place at which the projection of the envelope differs from it."""
    hint = "leave alone what is within its budget already, and read nothing back from storage"
    yield from repetition_problems(projection.envelope, projection.reprojections, "projected", hint)


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
            says="projected a second time, /result/stdout_preview is no longer",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": {"result": {"stdout_preview": _CUT, "truncated": True}},
                "reprojected": {"result": {"stdout_preview": _CUT, "truncated": False}},
            },
            says="/result/truncated is no longer true but false",
        ),
    ),
)
