"""A result is POSTed as ``application/json``, uncompressed.

"The tool MUST send a tool result as an HTTP POST with Content-Type: application/json." A runtime that guesses the type
eventually guesses wrong; one that decompresses bodies can be exhausted by a few kilobytes.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.callback.recording import is_json_type, is_plain_encoding
from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import BODY, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the request is known to have another method, type or encoding."""
    if message.method != "POST":
        yield Problem(f"result was sent with the method {code_text(message.method)}", "send it with `POST`")
    if not is_json_type(message.media_type):
        header = (
            f"with {code_text(f'Content-Type: {message.media_type}')}"
            if message.media_type
            else "without `Content-Type`"
        )
        yield Problem(f"result was sent {header}", "send `Content-Type: application/json`")
    if not is_plain_encoding(message.encoding):
        header = code_text(f"Content-Encoding: {message.encoding}")
        yield Problem(f"result was sent with {header}", "send the body uncompressed, without `Content-Encoding`")


RULE = BODY.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#request",
    good=({"message": {}, "content_type": "application/json; charset=utf-8"},),
    bad=(
        BadExample({"message": {}, "content_type": "text/plain"}, says="`Content-Type: text/plain`"),
        BadExample({"message": {}, "content_type": ""}, says="without `Content-Type`"),
        BadExample({"message": {}, "method": "PUT"}, says="with the method `PUT`"),
        BadExample({"message": {}, "encoding": "gzip"}, says="`Content-Encoding: gzip`"),
    ),
)
