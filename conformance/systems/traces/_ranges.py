"""Byte ranges of a file that begin and end with whole lines, so that several processes can read one log."""

import io
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

from msgspec import Struct

# What is read at once where a line end is searched or counted; lines may be longer and are never kept.
_CHUNK_BYTES = 1024 * 1024


class ByteRange(Struct, frozen=True):
    """Whole lines of a file from byte ``start`` to before ``end``; ``first_line`` is the number of the first."""

    start: int
    end: int
    first_line: int = 1


def line_ranges(stream: BinaryIO, size: int, target: int) -> Iterator[ByteRange]:
    """Yield ranges of about ``target`` bytes that cover ``size`` bytes; their first lines have yet to be counted."""
    start = 0
    while start < size:
        end = _line_end_after(stream, start + target, size)
        yield ByteRange(start, end)
        start = end


def _line_end_after(stream: BinaryIO, offset: int, size: int) -> int:
    """Return the end of the line that the byte before ``offset`` belongs to."""
    offset = max(offset - 1, 0)
    stream.seek(offset)
    while offset < size and (chunk := stream.read(_CHUNK_BYTES)):
        found = chunk.find(b"\n")
        if found >= 0:
            return min(offset + found + 1, size)
        offset += len(chunk)
    return size


def count_lines(stream: BinaryIO) -> int:
    """Return the number of line ends in a stream."""
    number = 0
    while chunk := stream.read(_CHUNK_BYTES):
        number += chunk.count(b"\n")
    return number


def window(stream: BinaryIO, part: ByteRange) -> BinaryIO:
    """Return a stream of these bytes alone."""
    stream.seek(part.start)
    return cast("BinaryIO", io.BufferedReader(_Window(stream, part.end - part.start), _CHUNK_BYTES))


class _Window(io.RawIOBase):
    """The next ``size`` bytes of a stream."""

    def __init__(self, inner: BinaryIO, size: int) -> None:
        self._inner = inner
        self._left = size

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fill the buffer and return the number of bytes."""
        data = self._inner.read(min(len(buffer), self._left))
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)
