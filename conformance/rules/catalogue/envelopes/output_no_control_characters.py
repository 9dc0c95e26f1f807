"""Recorded output without a receipt contains no terminal commands and no hidden characters.

The envelope keeps output byte for byte, so colours and progress bars are harmless by themselves: each view of it
(receipt, transcript, terminal) must escape them visibly. A string that writes the clipboard, makes the terminal type an
answer or ring for minutes, conceals text that the model reads, overwrites a failure with something else, or shows one
address and opens another attacks whoever views the log. If a receipt is recorded, `receipt_no_control_characters`
checks that instead.
"""

import re
from collections.abc import Iterator
from itertools import islice, zip_longest
from urllib.parse import urlsplit

from conformance.display import LONE_SURROGATE, UNSAFE_CHARACTERS, code_text, quotation, unsafe_marks
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import OUTCOME, BadExample, Kind
from conformance.rules.screens import Screen, Subject, alternatives
from conformance.settings.profiles import Profile
from conformance.systems.records import TEXT_KEY
from conformance.systems.surface.envelopes import EnvelopeRecord

# Introducers and terminator of control sequences (ECMA-48), each in its 7-bit and 8-bit form.
_CSI, _OSC, _END = r"(?:\x1b\[|\x9b)", r"(?:\x1b\]|\x9d)", r"(?:\x07|\x1b\\|\x9c)"
# Sequences that make a terminal act: device queries (DA, DSR, DECREQTPARM, title reports), strings (DCS, SOS, PM, APC),
# and the OSC numbers of font (50), clipboard (52), iTerm2 files (1337) and kitty clipboard (5522).
_COMMANDS = {
    "asks the terminal to type an answer": LazyPattern(
        rf"{_CSI}(?:[>=?]?\d{{0,3}}c|\??[56]n|\d{{0,3}}x|1[89]t|2[01]t)|\x1b[Z\x05]"
    ),
    "sends the terminal a program or a macro": LazyPattern(r"\x1b[PX^_]|[\x90\x98\x9e\x9f]"),
    "reads or writes the clipboard, a file or a font": LazyPattern(rf"{_OSC}(?:50|52|1337|5522)[;\x07\x1b]"),
}
# Select Graphic Rendition. Parameter 8 conceals text, but an 8 that follows 38, 48 or 58 is part of a colour:
# ``38;5;N`` takes two arguments, ``38;2;R;G;B`` four.
_STYLE = LazyPattern(rf"{_CSI}([\d;:]{{0,60}})m")
_CONCEALED = "8"
_COLOUR, _COLOUR_ARGUMENTS = ("38", "48", "58"), {"5": 2, "2": 4}
# OSC 8 hyperlink: its target, and the text that is shown for it.
_WORDS = r"([^\x07\x1b\x9d]{1,2000})"
_LINK = LazyPattern(rf"{_OSC}8;[^;\x07\x1b]{{0,200}};{_WORDS}{_END}{_WORDS}{_OSC}8;")
# Characters of an alphabet that nothing draws (Unicode tags): a flag has at most six, more of them spell a message.
_TAGS = LazyPattern("[\U000e0020-\U000e007e]{8,}")
# A bell takes a console an eighth of a second: more of them hold up whoever views the text for over ten seconds.
_MAX_BELLS = 100
_BELL = LazyPattern(rf"{_OSC}[^\x07\x1b\x9d]{{0,2000}}\x07|(?P<bell>\x07)")
# What moves back to the beginning of a line or to an earlier column, so that the next characters overwrite others.
_BACK = LazyPattern(r"(\r+(?![\r\n])|\x08+)")
_LINE_END = LazyPattern(r"\r*\n")
# A failure; `_AGAIN` excludes those that were tried again: progress is overwritten all the time, an outcome is not.
_FAILURE = LazyPattern(
    r"(?<!\b0 )(?<!\bno )\b(?:fail(?:ed|ures?|s)?|errors?|fatal|panic(?:ked)?|denied|exception|traceback|aborted)\b",
    re.IGNORECASE,
)
_AGAIN = LazyPattern(r"\bretr(?:y|ies|ied|ying)\b|\bagain\b", re.IGNORECASE)


# Texts that somebody is shown: of the result, of the error, the summary, and the text beside a structured result.
_SHOWN = ("/result", "/error", "/summary_text", f"/{TEXT_KEY}")


def check(record: EnvelopeRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text that is shown with such characters, and for each terminal command."""
    for pointer, text in record.texts if record.receipt is None else ():
        if pointer.startswith(_SHOWN):
            yield from _character_problems(pointer, text)
            yield from _command_problems(pointer, text)


def _character_problems(pointer: str, text: str) -> Iterator[Problem]:
    marks = unsafe_marks(text)
    first = next(marks, None)
    if first is not None and not LONE_SURROGATE.search(text):
        start, count = first.start(), 1 + sum(1 for _ in marks)
        message = f"text contains {count:,} control or hidden {'character' if count == 1 else 'characters'}"
        evidence: JsonObject = {"text": text[max(start - 10, 0) : start + 20], "character": start + 1}
        yield Problem(
            message, "show them in the receipt as visible escapes", pointer, evidence, kind="control_characters"
        )


def _command_problems(pointer: str, text: str) -> Iterator[Problem]:
    for does, found in _commands(text):
        if found is not None:
            near = quotation(text[found.start() : found.start() + 30])
            yield _command_problem(f"text {does}", pointer, {"text": near, "character": found.start() + 1})
    if failure := next(_overwritten_failures(text), None):
        yield _command_problem(f"text overwrites {code_text(failure)} with something else", pointer)
    for link in _LINK.finditer(text):
        if _is_deceptive_link(*link.groups()):
            message = f"text shows the address {code_text(link[2])} but links to {code_text(link[1])}"
            yield _command_problem(message, pointer)


def _commands(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    for does, pattern in _COMMANDS.items():
        yield does, pattern.search(text)
    yield (
        "conceals a part of itself",
        next((style for style in _STYLE.finditer(text) if _conceals_text(style[1])), None) or _TAGS.search(text),
    )
    bells = (found for found in _BELL.finditer(text) if found["bell"])
    yield f"rings the terminal more than {_MAX_BELLS} times", next(islice(bells, _MAX_BELLS, None), None)


def _overwritten_failures(text: str) -> Iterator[str]:
    """Yield the part of each line that states a failure which a terminal has overwritten when the line ends."""
    for line in _LINE_END.split(text) if _BACK.search(text) else ():
        parts = _BACK.split(line)
        failures = (part.strip() for part in parts if _FAILURE.search(part) and not _AGAIN.search(part))
        failure = next(failures, None)
        if failure is not None and not _FAILURE.search(_final_line(parts)):
            yield failure


def _final_line(parts: list[str]) -> str:
    """Return what a terminal shows of a line at its end, given its texts and the moves between them."""
    shown: list[str] = []
    column = 0
    for part, back in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        shown[column : column + len(part)] = part
        column += len(part)
        column = max(column - len(back), 0) if back.startswith("\b") else 0
    return "".join(shown)


def _conceals_text(style: str) -> bool:
    """Say whether the parameters of a style include "concealed", as opposed to the 8 of a colour."""
    waiting = [parameter.lstrip("0") for parameter in reversed(style.split(";"))]
    while waiting:
        parameter = waiting.pop()
        if parameter in _COLOUR and waiting:
            del waiting[-_COLOUR_ARGUMENTS.get(waiting[-1], 1) :]
        elif parameter == _CONCEALED:
            return True
    return False


def _command_problem(message: str, pointer: str, evidence: JsonObject | None = None) -> Problem:
    hint = r"escape terminal sequences wherever the result is shown, as in `\x1b[`"
    return Problem(message, hint, pointer, evidence or {}, kind="terminal_commands")


def _is_deceptive_link(target: str, label: str) -> bool:
    """Say whether a link shows the address of one host and opens another."""
    try:
        promised, opened = urlsplit(label.strip()), urlsplit(target)
        return promised.scheme in ("http", "https") and promised.hostname != opened.hostname
    except ValueError:
        return False


# How JSON writes a backspace, a form feed, and the characters of the class that `strict_json.UNSURE` leaves over.
_ESCAPED = r"\\[bf]|\\u(?i:03|048|061|180|1a|1d|20[026d-f]|f[ef])"
# A carriage return that no line feed follows.
_RETURN = r"\\r(?:[^\\]|\\[^n])"


def _screen(_subject: Subject) -> Screen:
    """The line has no character with which an unsafe mark begins, written as it is or as an escape."""
    return Screen(unusual=alternatives([f"[{UNSAFE_CHARACTERS}]", _ESCAPED, _RETURN]))


RULE = OUTCOME.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#dual-surface-contract",
    kinds=(
        Kind("control_characters", Level.INFO, aliases=("output_control_characters",)),
        Kind("terminal_commands", aliases=("output_no_terminal_commands",)),
    ),
    screen=_screen,
    good=(
        {"result": {"stdout_preview": "ok\n38 of 8m"}},
        {"result": {"stdout_preview": "a\tb\r\n日本語 \U0001f389"}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": "\u001b[31mFAIL\u001b[0m"}},
            says="2 control or hidden characters",
            at="/result/stdout_preview",
        ),
        BadExample(
            {"result": {"stdout_preview": "ok\u001b[8mhidden\u001b[28m"}},
            says="conceals a part of itself",
            at="/result/stdout_preview",
        ),
        BadExample({"result": {"stdout_preview": "\u001b]52;c;cm0gLXJm\u0007"}}, says="the clipboard"),
        BadExample({"result": {"stdout_preview": "\u001b[6n"}}, says="type an answer"),
        BadExample(
            {"result": {"stdout_preview": "2 tests FAILED\rAll tests PASSED"}}, says="overwrites `2 tests FAILED`"
        ),
        BadExample({"summary_text": "done \u001b[6n"}, says="type an answer", at="/summary_text"),
        BadExample({"result": {"stdout_preview": "\u001bP0;1|17/6c73\u001b\\"}}, says="a program or a macro"),
        BadExample(
            {"result": {"stdout_preview": "\u001b]8;;http://a.example\u001b\\https://b.example\u001b]8;;\u001b\\"}},
            says="the address `https://b.example` but links to `http://a.example`",
        ),
    ),
)
