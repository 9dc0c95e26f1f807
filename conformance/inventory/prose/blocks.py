"""The parts of a description: paragraphs, entries about one name, rows of tables and code, each with its section.

Descriptions are written in Markdown or as docstrings, and often as a mixture. What an ``Args:`` section, a list or a
table says under a name is one entry with all its sentences, up to the next entry or a line that is less indented. What
is under ``Returns:`` or ``Examples:`` is about something else than the input. A tag, such as ``:param int limit:`` or
``@returns``, is a section of its own, and its entry is read as ``limit (int):``.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern

Section = Literal["", "input", "result", "error", "example"]
"""What a part of a description is about: the tool in general, its input, its result, its errors, or an example."""

# A line that begins a section. Is all of "Args:", "## Parameters", "**Returns:**", "Example usage:"; not "Args: none".
_HEADING = LazyPattern(
    r"(?:#{1,6}\s{0,4}|\*\*)?(?:required |optional |input |tool |all )?(?P<word>arg(?:ument)?s|param(?:eter)?s|inputs?"
    r"|returns?|response|outputs?|results?|raises|yields|errors|examples?|usage(?: examples?)?|sample)"
    r"(?: (?:usage|format|fields?|calls?|inputs?|requests?|queries|prompts))?(?: \([^()]{0,40}\))?\s{0,4}"
    r"(?:\*\*:?|:\*\*|:)?",
    re.IGNORECASE,
)
# How a heading is marked, since a plain word alone is prose. Matches "Args:", "## Args", "**Args**"; not "Args".
_MARKED = LazyPattern(r":(?:\*\*)?\Z|\A#|\*\*\Z")
# What the first letters of such a word mean.
_SECTIONS: tuple[tuple[tuple[str, ...], Section], ...] = (
    (("arg", "param", "input"), "input"),
    (("return", "response", "output", "result", "yield", "rtype"), "result"),
    (("raise", "error", "throws", "except"), "error"),
    (("example", "usage", "sample"), "example"),
)
# The sign before an item of a list. Next is "- ", "* ", "1. "; not "-x", "**x".
_SIGN = LazyPattern(r"(?:[-*\u2022]|\d{1,2}[.)])\s+")
# The name that a line is about. Next is "path (str): where", "`limit` - how many", "**rating** — how good",
# "**`limit`** (int): how many", "**limit:** how many"; not "the limit: 5", "a-b".
_NAME = LazyPattern(
    r"(?P<bold>\*\*(?=[`\w]))?(?P<quote>[`*'\"]{0,3})(?P<name>[A-Za-z_]\w{0,60})(?P=quote)(?(bold)(?:\*\*|(?=:\*\*)))"
    r"\s{0,4}(?:(?:\((?:[^()\n]|\([^()\n]*\)){0,80}\)|\[[^\]\n]{0,80}\])\s{0,4})?"
    r"(?::\*{0,2}(?!\w|//)|=(?!=)|(?<=[`*'\")\] ])[-\u2013\u2014]+\s)"
)
# A fence around code. Next is "```json", "~~~"; not "``x``".
_FENCE = LazyPattern(r"```|~~~")
# A tag around examples. Is all of "<examples>", "</example>"; not "<b>".
_TAG = LazyPattern(r"<(?P<end>/?)examples?>", re.IGNORECASE)
# An argument of a call. Next is "form={", "limit=5"; not "limit = 5", "a==b".
_ARGUMENT = LazyPattern(r"[A-Za-z_]\w*=[^\s=]")
# What tags of Sphinx, Epytext and JSDoc say of a parameter. Is all of ":param limit: how", ":param list[int] limit: x",
# "@param limit: how", "@param {number} [limit=5] - how"; not ":param:", "@parameter_name how", ":paramount limit: how".
_PARAMETER = LazyPattern(
    r"(?:(?P<sign>:)|@)(?P<word>param(?:eter)?|arg(?:ument)?|key(?:word)?|property|attr(?:ibute)?|[ic]?var|type)\s{1,8}"
    r"(?:\{(?P<braces>[^{}]{0,80})\}\s{0,8}|(?(sign)(?P<kind>[^\s:](?:[^:]{0,78}[^\s:])?)\s{1,8}|(?!)))?"
    r"[\\*\[]{0,4}(?P<name>[A-Za-z_][\w.]{0,60})(?:=[^\]]{0,80})?\]?(?(sign)\s{0,4}:|\s{0,4}[:-]?)(?:\s|\Z)(?P<text>.*)"
)
# What they say of something else. Next is ":returns: how", "@return how", ":raises KeyError: when", "@example"; not
# "return:", ":result_count:".
_OTHER = LazyPattern(r"[:@](?P<word>returns?|rtype|raises?|throws|except(?:ion)?|yields?|examples?)\b")
# What a line that is all of such a part begins with. Next is "Returns: how", "Example (short): how"; not "Returns how",
# "returns: how".
_LABEL = LazyPattern(
    r"(?P<word>Returns?|Response|Output|Results?|Raises|Yields|Errors|Examples?)(?: \([^()]{0,40}\))?:\s+\S"
)
# A cell of a table may name a field. Is all of "`limit`", "**limit**"; not "Field name".
_CELL = LazyPattern(r"[`*]{0,3}(?P<name>[A-Za-z_]\w{0,60})[`*]{0,3}")
# An object that a text shows has no more lines.
_LONGEST_VALUE = 12
# Between the head of a table and its rows. Is all of "|---|:-:|"; not "| a |".
_RULE = LazyPattern(r"[|\s:-]+")


class TextPart(Struct, frozen=True):
    """One part of a text, unchanged: the name that an entry is about, and that of the entry around it, if any."""

    text: str
    section: Section
    name: str = ""
    parent: str = ""
    is_code: bool = False


class _Open(Struct):
    """The block that is being read: its lines, what it is about, and the least indentation of a further line."""

    lines: list[str]
    least_indent: int
    section: Section
    name: str = ""
    parent: str = ""


def blocks_of(text: str) -> Iterator[TextPart]:
    """Yield the parts of a text in their order."""
    yield from _Reader(text.split("\n")).blocks()


class _Reader:
    """Reads line after line: the sections that are open, and the entries around the current line."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._sections: list[tuple[int, Section]] = []
        self._entries: list[tuple[int, str]] = []
        self._open: _Open | None = None
        self._after_blank = True

    def blocks(self) -> Iterator[TextPart]:
        """Yield the parts."""
        index = 0
        while index < len(self._lines):
            line = self._lines[index]
            end = self._end_of_code(index)
            if end > index:
                yield from self._close()
                yield TextPart("\n".join(self._lines[index : end + 1]), self._section, is_code=True)
                index = end
            elif not line.strip():
                yield from self._close()
                self._after_blank = True
            else:
                yield from self._read(line, len(line) - len(line.lstrip()))
                self._after_blank = False
            index += 1
        yield from self._close()

    @property
    def _section(self) -> Section:
        return self._sections[-1][1] if self._sections else ""

    def _end_of_code(self, index: int) -> int:
        """The line that closes the code that begins at a line, or the line itself where none does."""
        fence = _FENCE.match(self._lines[index].lstrip())
        if fence is None:
            return index
        rest = range(index + 1, len(self._lines))
        return next((each for each in rest if self._lines[each].lstrip().startswith(fence[0])), index)

    def _read(self, line: str, indent: int) -> Iterator[TextPart]:
        words = line.strip()
        tag, heading = _TAG.fullmatch(words), _HEADING.fullmatch(words)
        if tag is not None or (heading is not None and _MARKED.search(words)):
            yield from self._close()
            self._leave(indent)
            self._sections = [one for one in self._sections if one[0] < indent]
            if tag is None or not tag["end"]:
                self._sections.append((indent, "example" if tag else _section_of(words)))
            return
        parameter, other = _PARAMETER.fullmatch(words), _OTHER.match(words)
        if parameter or other:
            yield from self._close()
            self._sections = [one for one in self._sections if one[0] < indent]
            self._sections.append((indent, _section_of(other["word"]) if other else "input"))
            # A member of a parameter, "options.name", is an entry about no field.
            name = parameter["name"] if parameter and "." not in parameter["name"] else ""
            self._begin(" " * indent + _entry(parameter) if parameter else line, indent, name)
            return
        sign = _SIGN.match(words)
        # A member of an object, or an argument of a call, that is shown over several lines begins no entry.
        is_inside = self._open is not None and sign is None and _goes_on(self._open.lines, words)
        named = None if is_inside else _NAME.match(words, sign.end() if sign else 0)
        label = None if sign else _LABEL.match(words)
        if label is not None:
            self._sections = [one for one in self._sections if one[0] < indent]
        self._leave_sections(indent, is_item=bool(sign or named or words.startswith("|")))
        if words.startswith("|"):
            yield from self._close()
            yield from _row(words, self._section)
        elif sign or named or self._open is None or indent < self._open.least_indent:
            yield from self._close()
            self._begin(line, indent, named["name"] if named else "", has_sign=bool(sign))
            if label is not None and not self._section and self._open is not None:
                self._open.section = _section_of(label["word"])
        else:
            self._open.lines.append(line)

    def _begin(self, line: str, indent: int, name: str, *, has_sign: bool = False) -> None:
        self._leave(indent)
        inside = self._entries[-1][1] if self._entries else ""
        if name or has_sign:
            self._entries.append((indent, name))
            # A line as far indented as the sign of an inner item continues what is around the list.
            self._open = _Open([line], indent + (has_sign and indent > 0), self._section, name, inside)
        else:  # a line behind an inner list continues the entry around it
            self._open = _Open([line], indent, self._section, inside)

    def _leave(self, indent: int) -> None:
        """Leave the entries that are as far or further indented than a line."""
        self._entries = [one for one in self._entries if one[0] < indent]

    def _leave_sections(self, indent: int, *, is_item: bool) -> None:
        """Leave the sections that a line is outside of: less indented, or as far and, after a blank, not an item."""
        ends = indent if self._after_blank and not is_item else indent + 1
        self._sections = [one for one in self._sections if one[0] < ends]

    def _close(self) -> Iterator[TextPart]:
        if self._open is not None:
            yield TextPart("\n".join(self._open.lines), self._open.section, self._open.name, self._open.parent)
        self._open = None


def _goes_on(lines: list[str], further: str) -> bool:
    """Say whether a line goes on with an object, a list, or the arguments of a call; many lines open none that long."""
    text = "".join(lines[-_LONGEST_VALUE:])
    is_open = text.count("{") > text.count("}") or text.count("[") > text.count("]")
    return is_open or (text.endswith(",") and _ARGUMENT.match(further) is not None)


def _entry(tag: re.Match[str]) -> str:
    """The entry that an author of Google's docstrings would have written for a parameter: "limit (int): how many"."""
    says, is_type = tag["text"].strip(), tag["word"] == "type"
    kind = tag["braces"] or tag["kind"] or (says if is_type else "")
    text = "" if is_type else says
    return f"{tag['name']} ({kind.strip()}): {text}" if kind else f"{tag['name']}: {text}"


def _section_of(words: str) -> Section:
    plain = words.lower().lstrip("#* ")
    for prefix in ("required ", "optional ", "input ", "tool ", "all "):
        plain = plain.removeprefix(prefix) if plain != prefix.strip() else plain
    for starts, section in _SECTIONS:
        if plain.startswith(starts):
            return section
    return "input"


def _row(words: str, section: Section) -> Iterator[TextPart]:
    """A row of a table is an entry about the name in its first cell; each other cell is a clause."""
    cells = [cell.strip() for cell in words.strip("|").split("|")]
    named = _CELL.fullmatch(cells[0])
    if _RULE.fullmatch(words) is None:
        text = f"{named['name']}: {'; '.join(cells[1:])}" if named else words
        yield TextPart(text, section, named["name"] if named else "")
