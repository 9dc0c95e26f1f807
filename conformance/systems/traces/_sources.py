"""Where traces are: files, folders, patterns, standard input and URLs, plain or compressed, each opened as a stream."""

import glob
import gzip
import importlib
import io
import re
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.credentials import mask_url, url_secrets
from conformance.display import code_text, escape_text
from conformance.documents.file_patterns import files_below, matching_files
from conformance.documents.reader import require_regular_file, standard_input
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.credentials import mask_printed
from conformance.systems.traces._ranges import ByteRange, count_lines, line_ranges, window

STANDARD_INPUT = "-"
# The files of a folder that are read; a file that is named is read whatever its name is.
_ENDINGS = (".jsonl", ".ndjson", ".json", ".jsonlines", ".log", ".vcr")
_COMPRESSED = (".gz", ".zst")
# What a rotation appends to the name of a log. Matches ".1", "-20261126", ".2026-11-26"; not ".bak".
_ROTATED = re.compile(r"[.-][0-9]+(?:-[0-9]+)*\Z")
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
# Standard input that is larger than this is kept in a temporary file.
_SPOOLED_BYTES = 16 * 1024 * 1024
# What is read at once of a compressed file.
_CHUNK_BYTES = 128 * 1024


class TraceSource(Struct, frozen=True):
    """One stream with a trace: what messages call it, and how it is opened.

    ``is_optional`` says that it was found in a folder, where not every file has to be a trace. ``part`` are the lines
    that are read, by default all. ``is_repeatable`` says that it can be opened again, also by another process.
    """

    name: str
    open: Callable[[], BinaryIO]
    path: Path | None = None
    is_optional: bool = False
    part: ByteRange | None = None
    is_repeatable: bool = True

    @contextmanager
    def stream(self) -> Generator[BinaryIO]:
        """Open the source and decompress it if its first bytes say so; raises ``ConformanceError``."""
        with self.stream_with_position() as (plain, _):
            yield plain

    @contextmanager
    def stream_with_position(self) -> Generator[tuple[BinaryIO, Callable[[], int]]]:
        """Open the source like ``stream``, with what returns how many bytes of the file itself were read so far."""
        with self._read_errors(), self.open() as raw, self._stream_of(raw) as plain:
            start = self.part.start if self.part else 0
            yield plain, lambda: 0 if raw.closed else raw.tell() - start

    def _stream_of(self, raw: BinaryIO) -> BinaryIO:
        return _plain_stream(raw) if self.part is None else window(raw, self.part)

    def size(self) -> int | None:
        """Return the number of bytes of the file, ``None`` if it is not known before it is read."""
        if self.part is not None:
            return self.part.end - self.part.start
        try:
            return self.path.stat().st_size if self.path is not None else None
        except OSError:
            return None

    def split(self, target: int) -> "list[TraceSource]":
        """Return sources of about ``target`` bytes each that are all lines of this one, or this one alone.

        Their first lines are not counted yet. Compressed files and streams cannot be split.
        """
        size = self.size()
        if size is None or size <= target or self.path is None or self.part is not None:
            return [self]
        with self._read_errors(), self.open() as raw:
            head = raw.read(4)
            if head.startswith(_GZIP) or head == _ZSTD:
                return [self]
            return [replace(self, part=one) for one in line_ranges(raw, size, target)]

    def count_lines(self) -> int:
        """Return the number of line ends; raises ``ConformanceError``."""
        with self.stream() as stream:
            return count_lines(stream)

    @contextmanager
    def _read_errors(self) -> Generator[None]:
        try:
            yield
        except (OSError, EOFError) as error:
            reason = mask_printed(getattr(error, "strerror", None) or str(error))
            message = f"cannot read {code_text(self.name, 200)}: {reason}"
            hint = "check the path and the permissions; a compressed file may be incomplete"
            raise ConformanceError(ErrorKind.UNREADABLE, message, hint) from error


def trace_sources(names: Sequence[str], base: Path | None = None) -> list[TraceSource]:
    """Return the sources that names stand for, in their order; paths are relative to ``base``.

    A name is a path, a folder, a pattern, a URL, or ``-``. Raises ``ConformanceError`` for one that stands for nothing.
    """
    return [source for name in names for source in _sources_of(name, base or Path())]


def _sources_of(name: str, base: Path) -> list[TraceSource]:
    if name == STANDARD_INPUT:
        return [TraceSource("standard input", _open_standard_input, is_repeatable=False)]
    if "://" in name:
        return _remote_sources(name)
    if "\0" in name:
        message = f"cannot read {code_text(name, 200)}: no file has a null character in its name"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "pass the path of the log")
    path = base / name
    if path.is_dir():
        return _folder_sources(path)
    if path.exists() or not glob.has_magic(name):
        return [file_source(path)]
    files = matching_files(str(path))
    if not files:
        message = f"no file matches {code_text(name, 200)}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "correct the pattern; it is relative to this folder")
    return [file_source(file) for file in files]


def trace_files(names: Iterable[str]) -> list[Path]:
    """Return the files that the folders and patterns among the names of sources stand for, all of which are read."""
    found: list[Path] = []
    for name in names:
        if "://" not in name and Path(name).is_dir():
            found += _files_below(Path(name))
        elif glob.has_magic(name) and not Path(name).exists():
            found += matching_files(name)
    return found


def _files_below(folder: Path) -> list[Path]:
    return [path for path in files_below(folder) if _is_trace_name(path.name)]


def _folder_sources(folder: Path) -> list[TraceSource]:
    files = _files_below(folder)
    if not files:
        message = f"{code_text(str(folder), 200)} contains no trace"
        hint = f"pass a folder with files that end in {', '.join(_ENDINGS)}, or name the files"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint)
    return [file_source(file, is_optional=True) for file in files]


def _is_trace_name(name: str) -> bool:
    lower = name.lower()
    plain = next((lower.removesuffix(end) for end in _COMPRESSED if lower.endswith(end)), lower)
    return _ROTATED.sub("", plain).endswith(_ENDINGS) and not name.startswith(".")


def file_source(path: Path, name: str | None = None, *, is_optional: bool = False) -> TraceSource:
    """Return a file as a source; ``name`` is what messages call it."""
    return TraceSource(name or escape_text(str(path)), partial(_open_file, path), path, is_optional)


def _open_file(path: Path) -> BinaryIO:
    require_regular_file(path)
    return path.open("rb")


def _open_standard_input() -> BinaryIO:
    import tempfile  # 2 ms, and nearly every trace is a file

    stream = standard_input()
    kept = tempfile.SpooledTemporaryFile(max_size=_SPOOLED_BYTES)  # noqa: SIM115  the caller closes it
    while chunk := stream.read(1024 * 1024):
        kept.write(chunk)
    kept.seek(0)
    return cast("BinaryIO", kept)


def _remote_sources(url: str) -> list[TraceSource]:
    shown = mask_url(url)
    try:
        fsspec: Any = importlib.import_module("fsspec")
    except ImportError:
        message = f"reading {code_text(shown, 200)} needs the package `fsspec`"
        hint = "pip install 'tool-conformance[traces]', or copy the file first"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, hint) from None
    try:
        found = fsspec.open_files(url, "rb")
    except (ImportError, ValueError, OSError) as error:
        message = f"cannot read {code_text(shown, 200)}: {mask_printed(str(error), url_secrets(url))}"
        hint = "install the package that this kind of URL needs, or copy the file first"
        raise ConformanceError(ErrorKind.UNREADABLE, message, hint) from error
    if not found:
        raise ConformanceError(ErrorKind.UNREADABLE, f"no file matches {code_text(shown, 200)}", "correct the URL")
    return [TraceSource(escape_text(shown if len(found) == 1 else mask_url(str(one.path))), one.open) for one in found]


def _plain_stream(raw: BinaryIO) -> BinaryIO:
    head = raw.read(4)
    raw.seek(0)
    if head.startswith(_GZIP):
        return cast("BinaryIO", io.BufferedReader(_Checked(gzip.GzipFile(fileobj=raw, mode="rb"))))
    if head == _ZSTD:
        return cast("BinaryIO", io.BufferedReader(_Checked(_zstd_stream(raw))))
    return raw


class _Checked(io.RawIOBase):
    """A decompressed stream whose faults are those of a file, whatever the library raises."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fill the buffer and return the number of bytes; raises ``OSError`` for data that is not compressed right."""
        try:
            data: bytes = self._inner.read(len(buffer))
        except (OSError, EOFError):
            raise
        except Exception as error:  # the libraries have faults of their own for damaged data
            raise OSError(f"damaged compressed data: {error}") from error
        buffer[: len(data)] = data
        return len(data)


def _zstd_stream(raw: BinaryIO) -> Any:
    try:
        zstandard: Any = importlib.import_module("zstandard")
    except ImportError:
        message = "a file that is compressed with zstd needs the package `zstandard`"
        hint = "pip install 'tool-conformance[traces]', or decompress the file: unzstd FILE"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, hint) from None
    return _ZstdFrames(raw, zstandard.ZstdDecompressor())


class _ZstdFrames:
    """The frames of a file one after the other; the reader of the library ends silently where a frame is cut off."""

    def __init__(self, raw: BinaryIO, library: Any) -> None:
        self._raw = raw
        self._library = library
        self._frame: Any = None
        self._data = b""

    def read(self, size: int) -> bytes:
        """Return up to ``size`` bytes, none at the end; raises ``EOFError`` for a frame that is cut off."""
        while not self._data:
            chunk = (self._frame.unused_data if self._frame and self._frame.eof else b"") or self._raw.read(
                _CHUNK_BYTES
            )
            if self._frame is None or self._frame.eof:
                self._frame = self._library.decompressobj() if chunk else None
            if not chunk and self._frame is not None:
                raise EOFError("the compressed data is cut off")
            if not chunk:
                return b""
            frame: Any = self._frame
            self._data = frame.decompress(chunk)
        data, self._data = self._data[:size], self._data[size:]
        return data
