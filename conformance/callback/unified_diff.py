"""Parses unified diffs, and distinguishes a wrong line count from a text that is not a diff.

Libraries for this reject a hunk whose header miscounts its lines, but diffs written by models often miscount, and a
client can still draw them. This parser counts lines itself. It never allocates memory or time by a stated count, and
reads each line at most twice.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from conformance.lazy_patterns import LazyPattern

MAX_LINES = 1_000_000_000
"""A greater line number or count is nonsense: no file has so many lines."""

# "@@ -start[,count] +start[,count] @@ [heading]".
_HUNK = LazyPattern(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(?: .*)?\r?")
# The line before the signature of a mailed patch, which is not a removed line "- ".
_SIGNATURE = LazyPattern(r"-- ?\r?")
# Lines that end a hunk whose header miscounts.
_BETWEEN_FILES = ("diff ", "Index: ", "index ", "--- ", "@@ ")


class Miscount(Struct, frozen=True):
    """A hunk whose header states wrong line counts (old, new); ``line`` is its line in the patch, counted from 1."""

    line: int
    stated: tuple[int, int]
    counted: tuple[int, int]


class Patch(Struct, frozen=True):
    """A parsed unified diff: the files named in its headers (old, new), and the hunks that miscount."""

    files: Sequence[tuple[str, str]]
    hunk_count: int
    miscounts: Sequence[Miscount]


class NotADiffError(ValueError):
    """The text is not a unified diff; ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def parse_patch(patch: str) -> Patch:
    """Parse a unified diff; raises ``NotADiffError`` at the first line that cannot be part of one."""
    reader = _Reader(patch.split("\n"))
    while reader.at < len(reader.lines):
        reader.step()
    reader.finish()
    return Patch(tuple(reader.files), reader.hunk_count, tuple(reader.miscounts))


class _Reader(Struct):
    lines: list[str]
    at: int = 0
    files: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    hunk_count: int = 0
    miscounts: list[Miscount] = field(default_factory=list[Miscount])
    _header_line: int = 1
    _old_end: int = 0
    _hunks_in_file: int = 0

    def step(self) -> None:
        line = self.lines[self.at]
        if line.startswith("--- ") and self._next().startswith("+++ "):
            self._read_file_header(line)
        elif line.startswith("@@"):
            self._read_hunk(line)
        elif self._hunks_in_file and line[:1] in (" ", "+", "-") and line and not _SIGNATURE.fullmatch(line):
            raise self._fault("the line is outside of every hunk")
        else:
            self._skip_line(line)

    def finish(self) -> None:
        if not self.files:
            raise NotADiffError(1, "there is no file header (`--- old`, `+++ new`)")
        self._close_file()

    def _next(self) -> str:
        return self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""

    def _fault(self, reason: str) -> NotADiffError:
        return NotADiffError(self.at + 1, reason)

    def _skip_line(self, line: str) -> None:
        if line.startswith("--- "):
            raise self._fault("`---` is not followed by a line that begins with `+++ `")
        if line.startswith(("*** ", "+++ ")):
            raise self._fault("the line is not a header of a unified diff")
        self.at += 1

    def _read_file_header(self, line: str) -> None:
        self._close_file()
        self.files.append((_file_name(line), _file_name(self._next())))
        self._header_line = self.at + 1
        self.at += 2
        self._old_end = self._hunks_in_file = 0

    def _close_file(self) -> None:
        if self.files and not self._hunks_in_file:
            reason = "the file header is not followed by a hunk (`@@ -start,count +start,count @@`)"
            raise NotADiffError(self._header_line, reason)

    def _read_hunk(self, line: str) -> None:
        header = _HUNK.fullmatch(line)
        if header is None:
            raise self._fault("the line is not a hunk header (`@@ -start,count +start,count @@`)")
        if not self.files:
            raise self._fault("the hunk precedes the file header (`--- old`, `+++ new`)")
        if any(len(number or "") > 10 or int(number or 0) > MAX_LINES for number in header.groups()):
            raise self._fault("the hunk header states more lines than a file can have")
        start, old, _, new = (int(number) if number else 1 for number in header.groups())
        self._start_hunk(start if old else start + 1)
        self._read_body((old, new))

    def _start_hunk(self, start: int) -> None:
        if start < self._old_end:
            raise self._fault(f"the hunk starts at line {start}, before the end of the previous hunk")
        self._old_end = start

    def _read_body(self, stated: tuple[int, int]) -> None:
        header = self.at
        counted = self._consume_stated(stated) or self._scan_hunk(header)
        if counted != stated:
            self.miscounts.append(Miscount(header + 1, stated, counted))
        self._old_end += counted[0]
        self._hunks_in_file += 1
        self.hunk_count += 1

    def _consume_stated(self, stated: tuple[int, int]) -> tuple[int, int] | None:
        """Consume exactly the lines that the header states; ``None`` if there are fewer or more."""
        at, (old, new) = self.at + 1, stated
        while at < len(self.lines) and (old > 0 or new > 0):
            mark = self.lines[at][:1]
            if mark not in ("", " ", "+", "-", "\\", "\r"):
                return None
            old -= mark not in ("+", "\\")
            new -= mark not in ("-", "\\")
            at += 1
        at += at < len(self.lines) and self.lines[at].startswith("\\")
        if old or new or not self._is_hunk_end(at):
            return None
        self.at = at
        return stated

    def _scan_hunk(self, header: int) -> tuple[int, int]:
        """Consume and count lines while they look like a hunk; a last empty line is the end of the text."""
        self.at, old, new = header + 1, 0, 0
        while self.at < len(self.lines) and not self._is_next_start():
            mark = self.lines[self.at][:1]
            last = self.at == len(self.lines) - 1 and not mark
            if mark not in ("", " ", "+", "-", "\\", "\r"):
                raise self._fault("a line of a hunk must begin with a space, `+`, `-` or `\\`")
            old += mark not in ("+", "\\") and not last
            new += mark not in ("-", "\\") and not last
            self.at += 1
        return old, new

    def _is_hunk_end(self, at: int) -> bool:
        line, below = ([*self.lines[at : at + 2], "", ""])[:2]
        if line.startswith("--- "):
            return below.startswith("+++ ")
        return line[:1] not in (" ", "+", "-") or bool(_SIGNATURE.fullmatch(line))

    def _is_next_start(self) -> bool:
        line = self.lines[self.at]
        if line.startswith("--- "):
            return self._next().startswith("+++ ")
        return line.startswith(_BETWEEN_FILES)


def _file_name(header: str) -> str:
    return header[4:].split("\t", 1)[0].rstrip("\r ")
