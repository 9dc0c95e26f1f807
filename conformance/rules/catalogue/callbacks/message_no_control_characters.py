"""The texts of a message contain no control or hidden characters.

"Runtimes SHOULD also validate the text content before passing it to the LLM", and a display segment goes to
"user-facing interfaces (CLIs, web UIs, dashboards)": an escape sequence there rewrites what a person has read, and a
hidden character (a warning) lets a model read what no person sees.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import code_text, unsafe_marks
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_READ = ("text", "content", "display_as")
_MAX_REPORTED = 5
# ESC, and its one-byte forms CSI, OSC and DCS.
_SEQUENCE_STARTS = ("\x1b", "\x9b", "\x9d", "\x90")


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text with such a character that a model or a person reads."""
    read: JsonValue = {key: message.members[key] for key in _READ if key in message.members}
    reported = 0
    for pointer, value in walk(read):
        text = value if isinstance(value, str) else ""
        mark = next(unsafe_marks(text), None)
        # Lone surrogates are left to `message_readable`.
        if mark is None or "\ud800" <= mark[0][0] <= "\udfff":
            continue
        reported += 1
        if reported > _MAX_REPORTED:
            return
        # A terminal obeys a sequence that an escape begins; other characters at most hide something.
        at_most = Level.ERROR if any(start in text for start in _SEQUENCE_STARTS) else Level.WARNING
        what = f"text contains the control or hidden character {code_text(mark[0][:1])} (character {mark.start() + 1})"
        yield Problem(what, r"remove it, or write it as a visible escape, as in `\x1b`", pointer, max_level=at_most)


_PATCH = "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+\x1b[2Jnew\n"

RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    good=({"text": "line 1\n\tline 2\r\n\U0001f468\u200d\U0001f4bb written"},),
    bad=(
        BadExample(
            {"text": "done \x1b[2J\x1b[31mred"},
            says="contains the control or hidden character `\\x1b` (character 6)",
            at="/text",
        ),
        BadExample(
            {
                "display_as": [
                    {"type": "diff", "content": {"path": "a.txt", "patch": _PATCH}},
                    {"type": "text", "content": "edited a.txt"},
                ]
            },
            says="contains the control or hidden character `\\x1b`",
            at="/display_as/0/content/patch",
        ),
        BadExample({"display_as": [{"type": "text", "content": "copied \u202egpj.exe"}]}, says="\\u202e"),
    ),
)
