"""A cut output shows how it began and how it ended.

"Holon should prefer a head-and-tail preview rather than only keeping the prefix": the first lines tell what was run,
the last ones why it failed.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.outputs import output_texts

_ENDS, _SHOWN = 30, 60


def check(projection: ObservedProjection, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each output of which the envelope shows one end and not the other."""
    held = [text for _, text in texts_of(projection.envelope)]
    for name, text in output_texts(as_object(projection.complete).get("result"), profile.results.log_names):
        if any(text in one for one in held):
            continue
        ends = {"first": text[:_ENDS], "last": text[-_ENDS:]}
        shown = {which: any(end in one for one in held) for which, end in ends.items()}
        if any(shown.values()) and not all(shown.values()):
            missing = next(which for which, there in shown.items() if not there)
            told = (
                f"the preview of {quote_text(name)} does not show its {missing} "
                f"characters: {quote_text(ends[missing], _SHOWN)}"
            )
            yield Problem(told, "keep head and tail, and say between them what is left out", "/result")


_COMPLETE = "begin 1\n" + "compiling a crate\n" * 400 + "error: no such file a.o"

RULE = PROJECTION.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#prefer-head-and-tail-for-logs",
    good=(
        {
            "complete": {"result": {"stdout": _COMPLETE}},
            "envelope": {
                "result": {
                    "truncated": True,
                    "stdout_preview": f"{_COMPLETE[:40]}\n...\n[output truncated]\n...\n{_COMPLETE[-40:]}",
                }
            },
        },
        {
            "complete": {"result": {"stdout": _COMPLETE}},
            "envelope": {"result": {"truncated": True, "stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}},
        },
    ),
    bad=(
        BadExample(
            {
                "complete": {"result": {"stdout": _COMPLETE}},
                "envelope": {"result": {"truncated": True, "stdout_preview": f"{_COMPLETE[:200]}\n[output truncated]"}},
            },
            says="the preview of 'stdout' does not show its last characters",
            at="/result",
        ),
    ),
)
