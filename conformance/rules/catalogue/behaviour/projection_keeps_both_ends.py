"""A truncated output shows its beginning and its end.

"Holon should prefer a head-and-tail preview rather than only keeping the prefix": the first lines show what was run,
the last ones why it failed.
"""

from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.outputs import output_texts

# Characters that identify each end of an output.
_ENDS = 30


def check(projection: ObservedProjection, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each output of which the envelope shows only one end."""
    texts = [text for _, text in texts_of(projection.envelope)]
    for name, text in output_texts(as_object(projection.complete).get("result"), profile.results.log_names):
        if any(text in one for one in texts):
            continue
        ends = {"first": text[:_ENDS], "last": text[-_ENDS:]}
        present = {which: any(end in one for one in texts) for which, end in ends.items()}
        if any(present.values()) and not all(present.values()):
            missing = next(which for which, is_present in present.items() if not is_present)
            message = f"preview of {code_text(name)} does not contain its {missing} characters"
            hint = "keep head and tail, with a truncation marker between them"
            yield Problem(message, hint, "/result", {"text": quotation(ends[missing])})


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
            says="preview of `stdout` does not contain its last characters",
            at="/result",
        ),
    ),
)
