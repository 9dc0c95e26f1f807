"""Keeps what is computed of patterns beside the compiled modules, so that an installation compiles each pattern once.

To compile the 435 patterns of a check of 33 tools takes 85 ms, a fifth of the check, and to find their literals 40; to
read both again takes 3. As ``py_compile`` keeps the code of modules, the code of ``re`` is kept in ``__pycache__``,
for one version of Python and of this package, and where nothing can be read or written, patterns are compiled.
"""

import atexit
import binascii
import functools
import importlib
import os
import re
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from importlib.util import cache_from_source
from typing import Any

from msgspec import MsgspecError, msgpack

from conformance import __version__

# The patterns of all rules, profiles and commands are 2,000; others come from the profiles of a repository.
_MOST = 8_000
# Bytes of code; the largest of ours has 20,000.
_LARGEST = 100_000
_CHECKSUM_BYTES = 4
# What a file that another program wrote, or another implementation of Python, may lead to.
_UNUSABLE = (
    ImportError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    RuntimeError,
    MsgspecError,
)


class PatternStore:
    """Answers by question, read from a file when the first one is asked, and written where one was added."""

    def __init__(self, path: str, stamp: str) -> None:
        self._path = path
        self.stamp = stamp
        self._added: dict[str, Any] = {}

    def answer(self, question: str, compute: Callable[[], Any]) -> Any:
        """Return the answer to a question, which is computed if it is not kept; it has to be plain data."""
        known = self._content.get(question, self._added)
        if known is self._added:  # no answer is this
            known = self._added.get(question, self._added)
        if known is self._added:
            known = compute()
            with suppress(UnicodeEncodeError):  # half of a surrogate pair can't be written
                question.encode()
                self._added[question] = known
        return known

    @functools.cached_property
    def _content(self) -> dict[str, Any]:
        if not sys.dont_write_bytecode:
            atexit.register(self.write)
        try:
            with open(self._path, "rb") as stream:
                content = stream.read()
            body = memoryview(content)[_CHECKSUM_BYTES:]
            if binascii.crc32(body).to_bytes(_CHECKSUM_BYTES) != content[:_CHECKSUM_BYTES]:
                return {}
            stamp, kept = msgpack.decode(body)
        except (OSError, *_UNUSABLE):
            return {}
        return kept if stamp == self.stamp else {}

    def write(self) -> None:
        """Write what was added, beside what was kept before; of two processes the last one wins."""
        if not self._added:
            return
        # what is asked no more, as the patterns of other repositories, is not kept for ever
        kept = self._content if len(self._content) + len(self._added) <= _MOST else {}
        body = msgpack.encode((self.stamp, {**kept, **self._added}))
        temporary = f"{self._path}.{os.getpid()}"
        with suppress(OSError):  # a folder that may not be written to, as where another user installed the package
            with open(temporary, "wb") as stream:
                stream.write(binascii.crc32(body).to_bytes(_CHECKSUM_BYTES) + body)
            os.replace(temporary, self._path)
        with suppress(OSError):  # it is there only if it could not be written or renamed
            os.unlink(temporary)


def _stamp() -> str:
    """Return what the answers depend on: Python, its code of patterns, our version, and how literals are found."""
    engine: Any = importlib.import_module("_sre")
    source = os.stat(os.path.join(os.path.dirname(__file__), "pattern_literals.py"))
    return f"{sys.version} {engine.MAGIC} {engine.CODESIZE} {__version__} {source.st_size} {source.st_mtime_ns}"


@functools.cache
def _store() -> PatternStore | None:
    try:
        return PatternStore(f"{cache_from_source(__file__).removesuffix('.pyc')}.patterns", _stamp())
    except (OSError, NotImplementedError, *_UNUSABLE):  # an archive has no such files, and not every Python keeps any
        return None


def kept_answer(question: str, compute: Callable[[], Any]) -> Any:
    """Return the answer to a question about a pattern, which names what is asked first."""
    store = _store()
    return compute() if store is None else store.answer(question, compute)


def compile_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what ``re.compile`` returns; raises ``re.error``."""
    try:
        stated = kept_answer(f"code {int(flags)} {source}", lambda: _code_of(source, flags))
        return _pattern_of(source, *stated) if stated else re.compile(source, flags)
    except re.error:
        raise
    except _UNUSABLE:
        return re.compile(source, flags)


def _code_of(source: str, flags: int) -> tuple[int, bytes, int, dict[str, int]] | None:
    """Return the flags, code and groups of a pattern; nothing for one that is too large to be kept."""
    parser: Any = importlib.import_module("re._parser")
    compiler: Any = importlib.import_module("re._compiler")
    parsed = parser.parse(source, flags)
    code = array("I", compiler._code(parsed, flags)).tobytes()
    if len(code) > _LARGEST:
        return None
    state = parsed.state
    return int(flags | state.flags), code, state.groups - 1, dict(state.groupdict)


def _pattern_of(source: str, flags: int, code: bytes, groups: int, group_index: dict[str, int]) -> re.Pattern[str]:
    engine: Any = importlib.import_module("_sre")
    names: list[str | None] = [None] * (groups + 1)
    for name, index in group_index.items():
        names[index] = name
    return engine.compile(source, flags, memoryview(code).cast("I").tolist(), groups, group_index, tuple(names))
