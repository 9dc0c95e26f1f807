"""The model receives the complete text of an accepted result, and nothing of its display segments.

"When display_as is present, the runtime MUST still pass the full text value to the LLM as the tool's response." A
runtime that passes on a summary or a part lets the model decide by what was meant for people.
"""

from collections.abc import Iterator

from conformance.callback.observed import Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the transcript lacks the text of an accepted message, or contains its display segments."""
    accepted = reception.status is not None and 200 <= reception.status < 300
    if reception.sent.must_reach_the_model and accepted and reception.shown == 0:
        how = "only in part" if reception.glimpsed else "not at all"
        message = f"result was answered with {reception.status}, but its text reached the model {how}"
        yield Problem(message, "pass `text` on unchanged, including leading and trailing blanks")
    elif reception.sent.must_reach_the_model and accepted and reception.displayed:
        yield Problem(
            "content of a display segment reached the model", "pass on `text` only; `display_as` is for people"
        )


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#display-segments",
    good=({"sent": "valid", "shown": 1},),
    bad=(
        BadExample({"sent": "valid", "shown": 0, "glimpsed": 0}, says="not at all"),
        BadExample({"sent": "plain_text", "shown": 0, "glimpsed": 1}, says="only in part"),
    ),
)
