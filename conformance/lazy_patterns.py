"""Regular expressions that are compiled when they are first needed, since a run needs only some of those it imports.

Most texts contain none of the literals that a match needs, which is known in a tenth of the time of a search. Compiling
the patterns of all rules took a sixth of the time of a check of 33 tools.
"""

import functools
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Protocol

from conformance.pattern_literals import fold, literals_of
from conformance.pattern_store import compile_pattern

# One iterator for all: it has nothing that could be consumed.
_NONE: Iterator[re.Match[str]] = iter(())
# The patterns of one rule are asked about one text after another.
_folded = functools.lru_cache(maxsize=8)(fold)


class _Search(Protocol):
    def __call__(self, string: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None: ...


class _Finditer(Protocol):
    def __call__(self, string: str, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[str]]: ...


def _contains(text: str, literals: Sequence[str]) -> bool:
    return any(map(_folded(text).__contains__, literals))


class LazyPattern:
    """A regular expression for text with the methods of ``re.Pattern``, compiled by the first call that needs it.

    A faulty pattern therefore raises ``re.error`` only when it is used; ``tests/test_lazy_patterns.py`` compiles each.
    """

    def __init__(self, pattern: str, flags: int | re.RegexFlag = 0) -> None:
        self.pattern = pattern
        self._given = flags

    @functools.cached_property
    def matcher(self) -> re.Pattern[str]:
        """The compiled pattern, for what takes no other."""
        return compile_pattern(self.pattern, self._given)

    @property
    def flags(self) -> int:
        """The flags of the compiled pattern, those that it states in its own text included."""
        return self.matcher.flags

    # Each method is kept on first use; all but the two that look for literals are those of the compiled pattern, of
    # which the type is inferred, since no annotation can name the overloads.

    @functools.cached_property
    def search(self) -> _Search:
        """``re.Pattern.search``; it is not called for a text without a literal that each match contains."""
        literals = self._literals
        if literals is None:
            return self.matcher.search

        def search(string: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
            return self.matcher.search(string, pos, endpos) if _contains(string, literals) else None

        return search

    @functools.cached_property
    def match(self):
        """``re.Pattern.match``."""
        return self.matcher.match

    @functools.cached_property
    def fullmatch(self):
        """``re.Pattern.fullmatch``."""
        return self.matcher.fullmatch

    @functools.cached_property
    def finditer(self) -> _Finditer:
        """``re.Pattern.finditer``; it is not called for a text without a literal that each match contains."""
        literals = self._literals
        if literals is None:
            return self.matcher.finditer

        def finditer(string: str, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[str]]:
            return self.matcher.finditer(string, pos, endpos) if _contains(string, literals) else _NONE

        return finditer

    @functools.cached_property
    def _literals(self) -> Sequence[str] | None:
        literals = None if self._given & re.VERBOSE else literals_of(self.pattern)
        # A blank is in nearly every text.
        return None if literals is None or " " in literals else sorted(literals)

    @functools.cached_property
    def findall(self):
        """``re.Pattern.findall``."""
        return self.matcher.findall

    @functools.cached_property
    def sub(self):
        """``re.Pattern.sub``."""
        return self.matcher.sub

    @functools.cached_property
    def split(self):
        """``re.Pattern.split``."""
        return self.matcher.split
