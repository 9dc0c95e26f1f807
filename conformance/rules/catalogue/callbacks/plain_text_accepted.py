"""A text that is no JSON is as good as one that is.

"Runtimes MAY parse the text field as JSON if the tool's schema indicates structured output, but MUST be prepared to
handle plain text." Every error is plain text.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when a plain text, or one that only begins like JSON, was refused."""
    refused = reception.status is not None and 300 <= reception.status < 500
    if reception.sent is MessageKind.PLAIN_TEXT and refused:
        told = f"a result whose text is no JSON was answered {reception.status}"
        yield Problem(told, "take the text as it is; parse it as JSON only where that succeeds")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#structured-results",
    good=({"sent": "plain_text", "status": 200},),
    bad=(BadExample({"sent": "plain_text", "status": 422, "shown": 0}, says="answered 422"),),
)
