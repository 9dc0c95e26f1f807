"""What a receipt states, for any renderer's wording: its own lines, exit codes, labelled values, sections of output.

A line that also occurs in an output of the envelope is output, not a statement of the renderer.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import dropwhile, takewhile

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.labels import LabelledValue, labelled_values_in
from conformance.systems.surface.previews import previews
from conformance.systems.surface.receipts import ReceiptRecord, contains_words, normalise_words, spellings
from conformance.systems.surface.sections import Section, is_output_heading, json_sections, text_sections

# Lines of a receipt that are read; the receipt of any tool is shorter.
_MAX_LINES = 2_000
# "exit code: 3", "exitCode: 3", "exited with status 3", "rc=3"; not "exited 5 seconds ago".
_EXIT = LazyPattern(
    r"\b(?:exit(?:ed|s|code|status)?|(?<!\d )rc|return(?:code| (?:code|status|value)))(?![a-z0-9])"
    r"(?:[ _](?:with|by|status|code|value|the|an?|of|was|is|exit)){0,8}"
    r"[ '\"`*]{0,8}[:=(]?[ '\"`*]{0,8}(?P<code>-?\d{1,10})(?=[ '\"`*]{0,8}(?:$|[.,;:)\]}]|[(\[](?!of\b)|in\b|after\b))",
    re.IGNORECASE,
)
# "Command failed with status 3", "ended (code 3)"; not "completed with status 200", which is one of HTTP.
_ENDED = LazyPattern(
    r"\b(?:ended|finished|terminated|completed|failed|succeeded)\b.{0,40}?\b(?:code|status)\b[ :=]*"
    r"(?P<code>-?(?![2-5]\d\d\b)\d{1,10})"
    r"(?=\W*$|[.,;:)])",
    re.IGNORECASE,
)
# Where a label, or the number of an item, may end.
_LABEL_END = LazyPattern(r"[:=\])]\s+|[:=] ?|[-\u2013\u2014] ")
# What may stand before each line of an output that is set off: a bar, a quotation mark, or an indentation.
_MARK = LazyPattern(r"[ \t]*[|│┃>] ?|[ \t]{2,}")
# The time at which a line was printed: "[10:00:01] ", "2026-05-27T10:00:01Z ".
_TIME = LazyPattern(r"\W{0,2}(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\W{1,4}(?=\w)")
# Colours and cursor movements, which a renderer may leave out.
_ANSI = LazyPattern(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
# Statements of a renderer about an output: "(none)", "[output truncated]", "no output", "3 lines"; the beginning of a
# code block, and the number of a blank line.
_ABOUT_OUTPUT = LazyPattern(
    r"[(\[<].*[)\]>]|```[\w+-]{0,20}|\d{1,6} ?[|│:]|\W*(?:none|empty|no (?:std\w+|output|text)|nothing|null|n/a"
    r"|\d[\d,.]{0,12} ?(?:lines?|bytes?|[kmg]i?b|char(?:acter)?s?))\W*",
    re.IGNORECASE,
)

# A receipt with such a sign may lack one end of an output, but not all of it.
CUT = LazyPattern(r"truncat|omitted|trimmed|shortened|redacted|masked|\*\*\*|\bcut\b|…|\.\.\.", re.IGNORECASE)
# So many lines of a section or a preview are compared one by one.
MOST_LINES = 500
# What is counted by the number before it: "2 attempts", "2 lines", "1 test", "2 s".
_COUNTED = (
    r" (?:of \d|(?!is\b|was\b|as\b|has\b|this\b|means\b|says\b)[a-z]{2,}s\b|(?:ms|s|sec|min|h|attempt|try|retry|line"
    r"|file|test|error|warning|second|minute|hour|item|result|match|problem|change|step)\b)"
)
# Signs that a line is shown in another form: shortened, escaped, or joined with a remark.
_OTHER_FORM = LazyPattern(r"…|\.\.\.|\\[nrtux]|&#?\w+;|[^\x20-\x7e\t]")
# What a renderer itself says after the last output: a label, a number, or a remark about output and call.
_REMARK = LazyPattern(
    r":(?:\s|$)|\d|[/\\`]|\b(?:output|log|file|artifact|lines?|use|call|see|read|hint|note|took|exit\w*|command|process"
    r"|task|retr\w*|truncated|shown|omitted|saved|elapsed|duration|tool|result|warning|end|background|run\w*)\b",
    re.IGNORECASE,
)
# The place of an item of a list in a pointer.
_ITEM = LazyPattern(r"/\d+(?=/|$)")
# A line of fewer words may be a remark of the renderer, or what is left of another form.
_FEW_WORDS = 3


class Statements(Struct, frozen=True, dict=True):
    """What one receipt states."""

    record: ReceiptRecord

    @cached_property
    def own_lines(self) -> Sequence[str]:
        """The lines that occur in no output of the envelope; they may occur in its summary or in its other fields."""
        return [line for line in self._lines if line not in self._outputs]

    @cached_property
    def stated_lines(self) -> Sequence[str]:
        """The lines that occur in no text of the envelope: what others are about, a file or a mail may be, too."""
        return [line for line in self.own_lines if line not in self._texts]

    @cached_property
    def unquoted_lines(self) -> Sequence[str]:
        """The lines that are not quoted: in a list of texts, one of several of a text, or a paragraph on their own.

        A renderer prints a summary as its own.
        """
        everything = (*self.record.record.texts, *texts_of(self.record.input))
        texts = [one for one in everything if one[0] != "/summary_text"]
        lists = NormalisedTexts([text for pointer, text in texts if _ITEM.search(pointer)])
        blocks = NormalisedTexts([text for _, text in texts if "\n" in text.strip()])
        lines = [line for line in self._lines if re.search(r"\w", line)]
        found = [line in blocks for line in lines]
        pairs = zip(lines, found, [False, *found], [*found[1:], False], strict=False)
        quoted = {line for line, is_found, before, after in pairs if is_found and (before or after)}
        known = NormalisedTexts([text for _, text in texts])
        _, *paragraphs = "\n".join(self._lines).rstrip().split("\n\n")
        quoted.update(line for line in paragraphs if "\n" not in line and line in known)
        return [line for line in self.own_lines if line not in quoted and line not in lists]

    @property
    def exit_codes(self) -> Iterator[tuple[int, str]]:
        """The exit codes that the renderer states itself, each with its line."""
        for line in self.stated_lines:
            for found in (*_EXIT.finditer(line), *_ENDED.finditer(line)):
                if not self._is_quoted(line, found.start("code")):
                    yield int(found["code"]), line

    def _is_quoted(self, line: str, start: int) -> bool:
        """Whether what begins in a line is in a text of the envelope, shown behind a label or a number.

        A number alone may be the value of the label itself.
        """
        tails = (line[found.end() :] for found in _LABEL_END.finditer(line) if found.end() <= start)
        return any(re.search(r"[^\W\d_]", tail) and normalise_words(tail) in self._values for tail in tails)

    @cached_property
    def labelled_values(self) -> Sequence[LabelledValue]:
        """The labels with their values of the renderer's own lines that are nothing else."""
        return list(labelled_values_in(self.own_lines))

    def states_number(self, number: int) -> bool:
        """Whether the renderer states a number anywhere outside of output, other than one that counts something."""
        alone = rf"(?<![\w.-]){re.escape(str(number))}(?![\w-]|\.\d)"
        pattern = re.compile(
            rf"\b(?:exit\w*|code|status|rc|returned)\W{{1,4}}(?:with |by |is |was )?{alone}|{alone}(?!{_COUNTED})", re.I
        )
        return any(pattern.search(line.replace("=", " ").replace("_", " ")) for line in self.own_lines)

    @cached_property
    def sections(self) -> Sequence[Section]:
        """What stands under headings of streams; none where an output has such a heading itself."""
        if self.record.json_value is not None:
            return list(json_sections(self.record.json_value))
        own = [line for _, text in self.record.record.texts for line in text.splitlines()]
        return list(text_sections(self._lines, own))

    @cached_property
    def output_lines(self) -> Sequence[str]:
        """The lines under the last heading of output, where no heading names a stream; none without such a heading."""
        if self.sections or self.record.json_value is not None:
            return []
        at = next((at for at in reversed(range(len(self._lines))) if is_output_heading(self._lines[at])), None)
        is_own = at is not None and self._lines[at] not in self._texts
        return self._lines[at + 1 :] if at is not None and is_own else []

    def set_off_lines(self, text: str) -> Sequence[str]:
        """The lines behind the same bar or indentation as an output, from its first line on, without that mark.

        None where the output has fewer than two lines, or is not shown behind a mark from its first line to its last.
        """
        known = [line for line in text.splitlines() if re.search(r"\w", line)]
        if len(known) < 2 or self.record.json_value is not None:
            return []
        for number, line in enumerate(self._lines):
            mark = line.removesuffix(known[0])
            if mark != line and _MARK.fullmatch(mark):
                block = takewhile(lambda one: one.startswith(mark), self._lines[number:])  # noqa: B023
                shown = [one.removeprefix(mark) for one in block]
                return shown if known[-1] in shown else []
        return []

    def section_lines(self, stream: str) -> Sequence[str] | None:
        """The lines under all headings of a stream without blank ones, ``None`` where there is no such heading."""
        found = [section.lines for section in self.sections if section.stream == stream]
        return [line.strip() for lines in found for line in lines if line.strip()] if found else None

    def shows(self, line: str) -> bool:
        """Whether the receipt shows a line, also where it writes a newline as ``\\n``."""
        return self.record.contains(line) or contains_words(self._unescaped_words, line)

    def is_in_envelope(self, line: str) -> bool:
        """Whether a line occurs in any text of envelope or input, in any spelling, also behind a number or a mark."""
        return line in self._texts

    def is_in(self, texts: Sequence[str], line: str) -> bool:
        """Whether a line occurs in one of these texts."""
        return line in NormalisedTexts(texts)

    def unknown_lines(self, section: Section, own: Sequence[str]) -> Iterator[str]:
        """Yield the lines that are surely no line of a stream in another form, and no remark of the renderer."""
        if any(CUT.search(text) for text in own):
            return  # the renderer may show more of it
        known = {normalise_words(line) for text in own for line in text.splitlines()} - {""}
        for line in list(dropwhile(lambda line: not line.strip(), section.lines))[:MOST_LINES]:
            if not line.strip() and not section.is_closed:
                return  # what follows a blank line at the end may be the renderer's
            words = normalise_words(line)
            if not words or is_about_output(line) or _OTHER_FORM.search(line) or self.is_in(own, line):
                continue
            # With a time or a mark before it, or joined with the next, a line is still one of the stream.
            if any(f" {one} " in f" {words} " for one in known):
                continue
            if section.is_closed or (len(words.split()) >= _FEW_WORDS and not _REMARK.search(line)):
                yield line

    @cached_property
    def _unescaped_words(self) -> str:
        return normalise_words(self.record.receipt.replace("\\n", "\n"))

    @property
    def _lines(self) -> Sequence[str]:
        text = self.record.receipt
        return (text if "\n" in text.strip() else text.replace("\\n", "\n")).split("\n", _MAX_LINES)[:_MAX_LINES]

    @cached_property
    def _outputs(self) -> "NormalisedTexts":
        return NormalisedTexts([text for level in self.record.record.levels for text in previews(level).values()])

    @cached_property
    def _values(self) -> frozenset[str]:
        """The lines of the texts of the envelope that are no output, normalised."""
        outputs = {text for level in self.record.record.levels for text in previews(level).values()}
        texts = (text for _, text in self.record.record.texts if text not in outputs)
        return frozenset(normalise_words(line) for text in texts for line in text.splitlines()) - {""}

    @cached_property
    def _texts(self) -> "NormalisedTexts":
        texts = (*self.record.record.texts, *texts_of(self.record.input))
        return NormalisedTexts([text for _, text in texts])


class _SameRecord(Struct, frozen=True, eq=False):
    """A record compared by identity; it keeps the record alive, so its id is not reused."""

    record: ReceiptRecord

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameRecord) and other.record is self.record

    def __hash__(self) -> int:
        return id(self.record)


def statements_of(record: ReceiptRecord) -> Statements:
    """Return what a receipt states; who asks soon after another gets the same."""
    return _statements_of(_SameRecord(record))


@lru_cache(maxsize=1)
def _statements_of(same: _SameRecord) -> Statements:
    return Statements(same.record)


class NormalisedTexts:
    """Texts in which lines are looked for, whatever their spelling, wrapping and punctuation."""

    def __init__(self, texts: Sequence[str]) -> None:
        forms = {form for text in texts for form in (*spellings(text), _ANSI.sub("", text))}
        # A normalised line has no line feed, so none is found across the end of a text.
        self._text = "\n".join(f" {normalise_words(form)} " for form in forms)

    def __contains__(self, line: str) -> bool:
        """Whether a line occurs in one of the texts, also behind its number or the time at which it was printed."""
        words, time = normalise_words(line), _TIME.match(line)
        number, _, rest = words.partition(" ")
        if self._has(words) or (number.isdigit() and self._has(rest)):
            return True
        return time is not None and self._has(normalise_words(line[time.end() :]))

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        return frozenset(self._text.split())

    def _has(self, words: str) -> bool:
        # Most lines that are not there have a word that is nowhere, and need no search through all texts.
        return bool(words) and self._vocabulary.issuperset(words.split()) and f" {words} " in self._text


def is_about_output(line: str) -> bool:
    """Whether a line under a heading is a statement of the renderer about the output, such as ``(none)``."""
    return not re.search(r"\w", line) or _ABOUT_OUTPUT.fullmatch(line.strip()) is not None
