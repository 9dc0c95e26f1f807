"""An error message tells the model what to do.

"Error messages SHOULD include actionable information - such as retry timing, missing permissions, or alternative
approaches - so the LLM can attempt recovery." After "Error: something went wrong" a model can only try again.
"""

from collections.abc import Iterator

from conformance.callback.error_texts import is_informative, looks_like_error
from conformance.callback.observed import ObservedMessage
from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_HINT = "name the wrong value and what to do: when to retry, what is missing, or what to use instead"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text reports an error without details."""
    tables, text = profile.message_tables, message.text or ""
    is_error = message.must_fail or looks_like_error(text, tables.error_prefix, tables.error_openings)
    if not is_error or message.text is None:
        return
    if not is_informative(text, tables.error_prefix, tables.generic_error_words, tables.fewest_error_words):
        yield Problem("error contains nothing to act on", _HINT, message.text_pointer, {"text": quotation(text)})


RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#error-conventions",
    good=(
        {"text": "Error: rate limit exceeded. Retry after 30 seconds."},
        {"text": "Error: the token lacks the permission to push"},
    ),
    bad=(
        BadExample({"text": "Error: "}, says="contains nothing to act on", at="/text"),
        BadExample({"text": "Error: something went wrong"}, says="nothing to act on"),
        BadExample({"text": "Error: KeyError"}, says="nothing to act on"),
        BadExample({"text": "Error: 500"}, says="nothing to act on"),
    ),
)
