"""A result is POSTed as ``application/json``, uncompressed.

"The tool MUST send a tool result as an HTTP POST with Content-Type: application/json." A runtime that guesses the type
guesses wrong one day; one that inflates what it is sent can be filled up by a few kilobytes.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.callback.recording import is_json_type
from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import BODY, BadExample
from conformance.settings.profiles import Profile

_HINT = "send the header 'Content-Type: application/json' and the JSON as it is"


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the request is known to have said something else."""
    if not is_json_type(message.media_type):
        said = f"Content-Type {quote_text(message.media_type)}" if message.media_type else "no Content-Type"
        yield Problem(f"the result was POSTed with {said}", _HINT)
    if message.encoding.lower() not in ("", "identity"):
        yield Problem(f"the result was POSTed with Content-Encoding {quote_text(message.encoding)}", _HINT)


RULE = BODY.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#request",
    good=({"message": {}, "content_type": "application/json; charset=utf-8"},),
    bad=(
        BadExample({"message": {}, "content_type": "text/plain"}, says="'text/plain'"),
        BadExample({"message": {}, "content_type": ""}, says="no Content-Type"),
        BadExample({"message": {}, "encoding": "gzip"}, says="'gzip'"),
    ),
)
