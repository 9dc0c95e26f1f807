"""Reads TOML files, within bounds, and states a fault of their syntax in words that need no knowledge of parsers."""

import re
import stat
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conformance.display import code_text, escape_text
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.settings.toml_positions import Reached  # only a fault needs a position

# A configuration is written by hand; this is a hundred times a long one.
MAX_BYTES = 2**20
# `tomllib` takes quadratic time and memory for the parts of a key; no key of ours has more than four.
_MOST_PARTS = 100
# A key begins a line, a table header, an inline table or an element of one. Possessive, so that the match is linear.
_KEY_PART = rb"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = rb"""[ \t]*+\.[ \t]*+"""
_LONG_KEY = re.compile(rb"(?:^|[\n\[{,])[ \t\[]*+(%b(?:%b%b){%d})" % (_KEY_PART, _DOTTED, _KEY_PART, _MOST_PARTS))

_SYNTAX_ERROR = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)
# A decimal integer of more digits than Python converts.
_LONG_INTEGER = re.compile(r"\d(?:_?\d){4300,}+")
_TOO_LONG = "the number has more than 4,300 digits"
_FIX_SYNTAX = "fix the syntax error"
_PAIRS = {"[": ("array", "]"), "{": ("inline table", "}")}
"""What a bracket opens, and what closes it."""
_ASSIGNMENT = re.compile(r"[\w.-]++[ \t]*=")
# What somebody writes who forgot the quotes: a name, a path, an address or words.
_BARE_WORD = re.compile(r"[A-Za-z./~](?:[^,\]}#\r\n\"=]*[^,\]}#\r\n\"= \t])?")


def read_toml(path: Path, shown: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises ``OSError`` if it cannot be read, ``ConformanceError`` if it could block, is too large or is not TOML.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        message = f"{code_text(shown, 200)} is not a regular file"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "pass a TOML file")
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        message = f"{code_text(shown, 200)} is larger than {MAX_BYTES / 2**20:g} MB"
        raise ConformanceError(ErrorKind.TOO_LARGE, message, "pass the configuration itself, or split it")
    return parse_toml(data, shown)


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """Return the tables of a TOML file; raises ``ConformanceError`` with the position of a fault."""
    if long_key := _LONG_KEY.search(data):
        line = data.count(b"\n", 0, long_key.start(1)) + 1
        message = f"a key of more than {_MOST_PARTS} parts"
        hint = "write the key that was meant"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint, f"{escape_text(file)}:{line}")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        place, message, hint = _syntax_fault(data, error)
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint, f"{escape_text(file)}{place}") from None


def _syntax_fault(data: bytes, error: Exception) -> tuple[str, str, str]:
    """Return the position of a syntax error, as far as it is known, the message and the help."""
    if isinstance(error, UnicodeDecodeError):
        what = f"not valid TOML: byte 0x{data[error.start]:02x} is not UTF-8"
        return _position_after(data[: error.start].decode()), what, "save the file as UTF-8"
    if isinstance(error, RecursionError):
        return "", "not valid TOML: it is nested too deeply", _FIX_SYNTAX
    stated = _SYNTAX_ERROR.fullmatch(str(error))
    what = stated["what"] if stated else str(error)
    text = data.decode("utf-8-sig")
    offset = len(text.rstrip())
    if stated and stated["line"]:
        # the parser counts a line break of two characters as one
        text = text.replace("\r\n", "\n")
        offset = sum(map(len, text.split("\n")[: int(stated["line"]) - 1])) + int(stated["line"]) - 2
        offset += int(stated["column"])
    elif long_integer := _LONG_INTEGER.search(text):
        offset, what = long_integer.start(), _TOO_LONG
    from conformance.settings.toml_positions import read_prefix

    known = read_prefix(text[:offset])
    key = f" in {code_text(known.key, 100)}" if known.key else ""
    message, hint = _syntax_sentence(what, known, text, offset)
    return _position_after(text[:offset]), f"not valid TOML{key}: {message}", hint


def _syntax_sentence(what: str, known: "Reached", text: str, offset: int) -> tuple[str, str]:
    """Return what the parser objects to in words that need no knowledge of parsers, and how to fix it."""
    is_cut = offset == len(text.rstrip()) or what.startswith(("Unclosed", "Unterminated", "Illegal"))
    begins_line = text[:offset].rstrip(" \t").endswith("\n")
    # a line with the next key is where whoever wrote it took the array to be closed
    if known.opening and (is_cut or (begins_line and _ASSIGNMENT.match(text, offset))):
        noun, closing = _PAIRS.get(known.opening, ("string", known.opening))
        at = _position_after(text[: known.offset])[1:]
        return f"the {noun} opened at {at} is not closed", f"close it with `{closing}`"
    if what.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate")):
        return "it is set twice", "keep one of the two"
    if what.startswith("Invalid value") and (word := _BARE_WORD.match(text, offset)):
        return f"the value {code_text(word[0], 100)} is not quoted", f"write {code_text(_toml_value(word[0]), 100)}"
    if what.startswith("Expected newline"):
        return "something follows the value on its line", 'write one key per line, and a quote in a string as `\\"`'
    if what.startswith(("Unescaped", "Invalid hex")):
        return "the string has a single backslash", "put the string in single quotes, or double each backslash"
    if what == _TOO_LONG:
        return what, "write a shorter number"
    # the parser's sentences begin with a capital letter, which would look like a name after a colon
    return f"{what[:1].lower()}{escape_text(what[1:])[:200]}", _FIX_SYNTAX


def _toml_value(word: str) -> str:
    """Return an unquoted word as the value that it was meant to be."""
    if word.lower() in ("true", "false"):
        return word.lower()
    return f"'{word}'" if "\\" in word else f'"{word}"'


def _position_after(text: str) -> str:
    """Return line and column of what follows a text."""
    return f":{text.count(chr(10)) + 1}:{len(text) - text.rfind(chr(10))}"
