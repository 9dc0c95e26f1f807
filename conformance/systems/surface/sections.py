"""The parts of a receipt that stand under the name of a stream, in whatever words and signs a renderer names it.

A heading is made of the name of one stream and of words that say nothing else: "Program output:", "=== Captured stderr
===", "[err]". What may also mean something else, such as "Output:" or "Err:", names a stream only beside the other one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.values import JsonValue, as_array
from conformance.lazy_patterns import LazyPattern

_STREAMS = ("stdout", "stderr")
# Names that can only be those of the two streams, as words without their separators: "std_err", "Standard output".
_SURE = {
    first + second: stream
    for first in ("std", "standard")
    for stream, seconds in (("stdout", ("out", "output")), ("stderr", ("err", "error", "errors")))
    for second in seconds
}
# Names that may also be those of both streams together, or of what a renderer says about the call.
_PLAIN = {
    **dict.fromkeys(("out", "output", "messages"), "stdout"),
    **dict.fromkeys(
        ("err", "errs", "error", "errors", "erroroutput", "diagnostics", "problems", "failures", "issues"), "stderr"
    ),
}
# Words of a heading that do not change which stream it names: "Captured stdout of the command".
_FILLERS = frozenset(
    {"the", "of", "from", "by", "in", "command", "program", "process", "script", "build", "test", "call", "console"}
    | {"log", "stream", "text", "content", "contents", "preview", "captured", "printed", "regular", "normal"}
)
# No heading is longer.
_MOST_HEADING_CHARS = 80
# A line that may be a heading: marks around words without punctuation, and a remark: "## STDERR", "stdout (3 lines):";
# not the row of a table ("| stdout | } |").
_MAYBE_HEADING = LazyPattern(
    r"(?!\|.*\|.*\|)(?P<before>[\W_]*)(?P<words>[A-Za-z]+(?:[ _-][A-Za-z]+){0,5})(?: ?\([^)\n]{0,40}\))?"
    r"(?P<after>[\W_]*)(?P<rest>)"
)
# A sure name before the first line of its text: "stdout: built".
_HEADING_WITH_TEXT = LazyPattern(
    r"(?P<before>[\W_]*)(?P<words>std(?:out|err)|standard[ _](?:output|error))(?:[ _]preview)?(?: ?\([^)\n]{0,40}\))?"
    r"(?P<after>\s*:)\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
# The name of a stream before each of its lines: "stdout> built", "[err] 1 warning", "E: 1 warning".
_PREFIX = LazyPattern(
    r"[ \t]*(?:(?P<sure>std(?:out|err)) ?[>|]|[\[(<](?P<in_brackets>std(?:out|err)|out|err)[\])>](?=[ \t]+\S)"
    r"|(?P<plain>out|err|[oe]) ?[>|:](?=[ \t]+\S)) ?(?P<rest>.*)",
    re.IGNORECASE,
)
_INITIALS = {"o": "stdout", "e": "stderr", **_PLAIN}
# The end of a section that is a tag, or says so: "</stdout>", "--- end of stdout ---".
_CLOSING = LazyPattern(r"\s*</\w+>\s*|\W*end(?: of)?(?: the)? (?:std)?(?:out|err|output|errors?)\W*", re.IGNORECASE)
# Labels that end a section: another stream, an artifact, an item of a batch.
_SECTION_END = LazyPattern(r"\W*(?:stdout|stderr|artifacts?|output|\w+ artifact)\b[^:]{0,30}:|\[\d+\] ", re.IGNORECASE)


class Section(Struct, frozen=True):
    """The lines that a receipt shows under ``stdout`` or ``stderr``."""

    stream: str
    lines: Sequence[str]
    is_closed: bool
    """Whether another heading follows, so that nothing of the renderer's own stands at its end."""
    is_sure: bool = True
    """Whether its heading can only be the name of the stream."""


class _Heading(Struct, frozen=True):
    """A line that names a stream, or names it before one of its lines."""

    stream: str
    rest: str
    is_sure: bool
    is_prefix: bool = False


def text_sections(lines: Sequence[str], outputs: Sequence[str]) -> Iterator[Section]:
    """Yield the sections of a receipt; none where a line of ``outputs`` looks like a heading itself."""
    known = [found for line in outputs if (found := _heading_of(line))]
    if any(found.is_sure for found in known):
        return
    plain = {found.stream for line in lines if (found := _heading_of(line)) and not found.is_sure}
    yield from _sections(lines, has_plain=not known and plain == set(_STREAMS))


def is_output_heading(line: str) -> bool:
    """Whether a line is a heading of an output that need not be that of one stream, such as ``Output:``."""
    found = _heading_of(line)
    return found is not None and found.stream == "stdout" and not (found.is_sure or found.is_prefix)


def _heading_of(line: str) -> _Heading | None:
    """Return what a line names, ``None`` if it is no heading."""
    if prefix := _PREFIX.fullmatch(line):
        name = (prefix["sure"] or prefix["in_brackets"] or prefix["plain"]).lower()
        return _Heading(_SURE.get(name) or _INITIALS[name], prefix["rest"], name in _SURE, is_prefix=True)
    text = line.strip()
    found = _MAYBE_HEADING.fullmatch(text) if len(text) <= _MOST_HEADING_CHARS else None
    found = found or _HEADING_WITH_TEXT.fullmatch(text)
    if not found:
        return None
    words = re.findall(r"[a-z]+", found["words"].lower())
    is_alone, name = _FILLERS.isdisjoint(words), "".join(word for word in words if word not in _FILLERS)
    # A sentence of such words has neither of these signs; a name by itself needs none.
    is_marked = ":" in found["after"] or bool(found["before"].strip()) or text.isupper()
    if name in _SURE:
        return _Heading(_SURE[name], found["rest"], is_sure=True) if is_alone or is_marked else None
    return _Heading(_PLAIN[name], "", is_sure=False) if name in _PLAIN and is_marked else None


def _sections(lines: Sequence[str], *, has_plain: bool) -> Iterator[Section]:
    """Yield the sections; headings that are not sure count if the receipt ``has_plain`` ones of both streams."""
    current: _Heading | None = None
    kept, in_fence = list[str](), False
    for line in lines:
        found = _heading_of(line)
        heading = found if found and (found.is_sure or has_plain) else None
        is_prefixed = current is not None and current.is_prefix
        if heading and current and is_prefixed and heading.is_prefix and heading.stream == current.stream:
            kept.append(heading.rest)
            continue
        is_closing = _CLOSING.fullmatch(line) is not None
        is_fence = current is not None and line.strip().startswith("```")
        if heading or is_closing or is_prefixed or (is_fence and in_fence) or _SECTION_END.match(line):
            if current:
                yield Section(current.stream, kept, is_closed=True, is_sure=current.is_sure)
            current = None if is_closing else heading
            kept, in_fence = list[str](), False
            if current:
                kept.append(current.rest)
        elif current:
            in_fence = in_fence or is_fence
            kept.append(line)
    if current:
        yield Section(current.stream, kept, current.is_prefix, current.is_sure)


def json_sections(value: JsonValue) -> Iterator[Section]:
    """Yield the texts of a JSON value whose names are those of a stream, at any depth."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            for key, member in inner.items():
                stream = key.lower().removesuffix("_preview")
                if stream in _STREAMS and isinstance(member, str):
                    yield Section(stream, member.splitlines(), is_closed=True)
            waiting.extend(inner.values())
        else:
            waiting.extend(as_array(inner))
