"""Regular expressions that are compiled when they are first used, since a run uses only some of those that it imports.

Compiling the patterns of all rules took a sixth of the time of a check of 33 tools, and more than half had no use.
"""

import functools
import re


class LazyPattern:
    """A regular expression for text with the methods of ``re.Pattern``, compiled by the first call of one of them.

    A faulty pattern therefore raises ``re.error`` only when it is used; ``tests/test_expressions.py`` compiles each.
    """

    def __init__(self, pattern: str, flags: int | re.RegexFlag = 0) -> None:
        self.pattern = pattern
        self._given = flags

    @functools.cached_property
    def matcher(self) -> re.Pattern[str]:
        """The compiled pattern, for what takes no other."""
        return re.compile(self.pattern, self._given)

    @property
    def flags(self) -> int:
        """The flags of the compiled pattern, those that it states in its own text included."""
        return self.matcher.flags

    # Each method is the one of the compiled pattern, kept on first use: later calls cost nothing more.
    # What they return is inferred, since no annotation can name the overloads.

    @functools.cached_property
    def search(self):
        """``re.Pattern.search``."""
        return self.matcher.search

    @functools.cached_property
    def match(self):
        """``re.Pattern.match``."""
        return self.matcher.match

    @functools.cached_property
    def fullmatch(self):
        """``re.Pattern.fullmatch``."""
        return self.matcher.fullmatch

    @functools.cached_property
    def finditer(self):
        """``re.Pattern.finditer``."""
        return self.matcher.finditer

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
