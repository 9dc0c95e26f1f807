"""An error says something that the model can act on.

"Error messages SHOULD include actionable information - such as retry timing, missing permissions, or alternative
approaches - so the LLM can attempt recovery." After "Error: something went wrong" all that a model can do is try again.
"""

from collections.abc import Iterator

from conformance.callback.error_texts import is_informative, looks_like_error
from conformance.callback.observed import ObservedMessage
from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_HINT = "say what was wrong with which value, and what to do: when to retry, what is missing, what to use instead"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the text tells of an error and of nothing else."""
    tables, text = profile.message_tables, message.text or ""
    is_error = message.must_fail or looks_like_error(text, tables.error_prefix, tables.error_openings)
    if not is_error or message.text is None:
        return
    if not is_informative(text, tables.error_prefix, tables.generic_error_words, tables.fewest_error_words):
        yield Problem(f"the error {quote_text(text)} says nothing that can be acted on", _HINT, message.text_pointer)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#error-conventions",
    good=(
        {"text": "Error: rate limit exceeded. Retry after 30 seconds."},
        {"text": "Error: the token lacks the permission to push"},
    ),
    bad=(
        BadExample({"text": "Error: "}, says="nothing that can be acted on", at="/text"),
        BadExample({"text": "Error: something went wrong"}, says="'Error: something went wrong'"),
        BadExample({"text": "Error: KeyError"}, says="'Error: KeyError'"),
        BadExample({"text": "Error: 500"}, says="'Error: 500'"),
    ),
)
