"""A runtime accepts a result whose text is not JSON.

"Runtimes MAY parse the text field as JSON if the tool's schema indicates structured output, but MUST be prepared to
handle plain text." Every error is plain text.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if plain text, or text that only begins like JSON, was rejected."""
    refused = reception.status is not None and 300 <= reception.status < 500
    if reception.sent is MessageKind.PLAIN_TEXT and refused:
        message = f"plain-text result was answered with {reception.status}"
        yield Problem(message, "accept any text, and fall back to plain text if it does not parse as JSON")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#structured-results",
    good=({"sent": "plain_text", "status": 200},),
    bad=(BadExample({"sent": "plain_text", "status": 422, "shown": 0}, says="answered with 422"),),
)
