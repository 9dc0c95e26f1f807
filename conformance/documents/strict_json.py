"""Parses strict JSON text, or says what is wrong with it and at which line and column.

Two parsers read duplicate keys, ``NaN`` and long numbers differently, so each is a fault; so is unbounded nesting.
"""

import json
import math
import re
from decimal import Decimal
from typing import NoReturn, cast

import msgspec
from msgspec import Struct

from conformance.display import quote_text
from conformance.documents.foreign_files import kind_of_bytes
from conformance.documents.positions import first_excess_depth, first_fault
from conformance.documents.slices import is_surely_shallow
from conformance.documents.values import JsonValue, as_array
from conformance.errors import ConformanceError, ErrorKind

# Python's parser and ours recurse; 128 levels are far above any tool schema and far below the recursion limit.
MAX_DEPTH = 128
# A double needs at most 17 significant digits, the largest finite one 309; int() is quadratic in the digits.
MAX_DIGITS = 400

# Lexemes that need no second look: strings, literals, and numbers without an exponent.
_PLAIN = re.compile(r"[\"tfn]|-?[0-9]+(?:\.[0-9]+)?\Z")
# Lexemes other than a number with a fraction or an exponent: strings, literals and integers, which stay whole.
_PLAIN_INTEGER = re.compile(r"[\"tfn]|-?[0-9]+\Z")
# Shorter numbers have at most the digits that each double keeps.
_LONG = 17
# Below it a double holds every integer.
_EVERY_INTEGER = 2**53
# What the parser makes of objects and arrays.
_CONTAINERS = frozenset((dict, list))
_CUT_OFF = "the document is cut off"
# What JSON allows around a document; `str.strip` would take other spaces, and call a line of them empty.
_WHITESPACE = " \t\r\n"
FIX_THERE = "fix the JSON at this position"
"""The hint where nothing better is known."""
# The three markers that git writes at the start of a line.
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)


class TextFault(Struct, frozen=True):
    """Why a text is not strict JSON, in words that do not contain the position.

    ``line`` is 0 where the file as a whole is wrong; ``is_cut_off`` says that the text only ends too early.
    """

    reason: str
    hint: str
    line: int = 0
    column: int = 1
    kind: ErrorKind = ErrorKind.UNREADABLE
    is_cut_off: bool = False

    def to_error(self, name: str) -> ConformanceError:
        """Return the error that names the file and the position."""
        place = f"{name}:{self.line}:{self.column}" if self.line else name
        return ConformanceError(self.kind, self.reason, self.hint, place)


class ParsedText(Struct, frozen=True):
    """A text and the JSON value that it says."""

    text: str
    value: JsonValue


def parse_bytes(data: bytes, *, is_exact: bool = False, levels: int = MAX_DEPTH) -> ParsedText | TextFault:
    """Return the strict JSON value of UTF-8 bytes (a byte order mark is dropped), or what is wrong with them.

    ``is_exact`` refuses a number whose integral part a double would change. Nearly every fraction is rounded, which
    everybody expects; a bound of 9007199254740993.0 would be another integer. A part of a document may have fewer
    ``levels``.
    """
    text = decode(data)
    if isinstance(text, TextFault):
        return text
    if not text.strip(_WHITESPACE):
        return TextFault("the file is empty", "pass a file with a JSON document; its writer may have failed")
    try:
        value = _parse(text, _EXACT_NUMBERS if is_exact else _NUMBERS)
        is_deep = not is_surely_shallow(data, levels) and _is_deep(value, levels)
        return (is_deep and _depth_fault(text, levels)) or ParsedText(text, value)
    except json.JSONDecodeError as error:
        return _depth_fault(text) or _syntax_fault(error, text)
    except _NotStrictError:
        return _depth_fault(text) or _strictness_fault(text) or _rounding_fault(text)
    except RecursionError:  # a text of a megabyte may be one of brackets alone
        fault = _depth_fault(text)
        if fault is None:
            raise
        return fault


def _is_deep(value: JsonValue, levels: int) -> bool:
    """Say whether a value has more than so many levels, by looking at its objects and arrays alone."""
    level = [value] if type(value) in _CONTAINERS else []
    for _ in range(levels):
        inside = (one.values() if isinstance(one, dict) else as_array(one) for one in level)
        level = [part for parts in inside for part in parts if type(part) in _CONTAINERS]
        if not level:
            return False
    return True


def _depth_fault(text: str, levels: int = MAX_DEPTH) -> TextFault | None:
    """Return the fault of a text that is nested too deeply, at the first bracket that is."""
    excess = first_excess_depth(text, levels)
    if excess is None:
        return None
    reason = f"nested deeper than {levels} levels"
    return _fault_at(
        text, excess, reason, "flatten the document; no tool schema needs such depth", kind=ErrorKind.TOO_LARGE
    )


def first_document(text: str) -> tuple[JsonValue, int] | None:
    """Return the JSON document that a text begins with and the offset of its end, ``None`` without one."""
    start = len(text) - len(text.lstrip())
    if first_excess_depth(text, MAX_DEPTH) is not None:
        return None
    try:
        return _DECODER.raw_decode(text, start)
    except ValueError:
        return None


def encoding_fault(head: bytes) -> TextFault | None:
    """Return what is wrong with a file whose first four bytes are not those of UTF-8 text."""
    kind = kind_of_bytes(head)
    hint = "save it as UTF-8" if kind and "text" in kind else "pass a JSON file"
    return TextFault(f"this looks like {kind}, not like UTF-8 JSON", hint) if kind else None


def decode(data: bytes) -> str | TextFault:
    """Return UTF-8 bytes as text without a byte order mark, or what is wrong with them."""
    fault = encoding_fault(data[:4])
    if fault is not None:
        return fault
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        return TextFault(f"byte 0x{data[error.start]:02x} is not UTF-8", "save the file as UTF-8", line, column)


class _NotStrictError(ValueError):
    """Internal signal that the text is not strict JSON; a second pass finds the position."""


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotStrictError
    return members


def _reject_constant(_constant: str) -> NoReturn:
    raise _NotStrictError


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _NotStrictError
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number) or len(digits) > MAX_DIGITS:
        raise _NotStrictError
    return number


def _exact_float(digits: str) -> float:
    number = _float(digits)
    if not _is_exact(digits):
        raise _NotStrictError
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_reject_constant, parse_int=_integer, parse_float=_float
)
# Without a hook for each object, which takes a third of the time: whether a name is repeated is seen from the whole.
_NUMBERS = json.JSONDecoder(parse_constant=_reject_constant, parse_int=_integer, parse_float=_float)
_EXACT_NUMBERS = json.JSONDecoder(parse_constant=_reject_constant, parse_int=_integer, parse_float=_exact_float)


def parse_text(text: str) -> JsonValue:
    """Return the object or array that a text is as JSON; any other text is returned unchanged."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    parsed = parse_bytes(text.encode("utf-8", "surrogatepass"))
    return text if isinstance(parsed, TextFault) else parsed.value


def _parse(text: str, decoder: json.JSONDecoder) -> JsonValue:
    value = cast("JsonValue", decoder.decode(text))
    if not _is_whole(text, value):
        _DECODER.decode(text)  # which stops at a repeated name
    return value


def _is_whole(text: str, value: JsonValue) -> bool:
    """Say whether a value surely has every member of its text: of two with one name, the parser keeps only the last.

    Then the text has more quotation marks than the value, unless one is written as an escape.
    """
    if "\\u0022" in text:
        return False
    try:
        return msgspec.json.encode(value).count(b'"') == text.count('"')
    except (ValueError, OverflowError, RecursionError):  # half surrogates, integers of more than 64 bits, great depth
        return False


def _fault_at(
    text: str,
    offset: int,
    reason: str,
    hint: str,
    *,
    kind: ErrorKind = ErrorKind.UNREADABLE,
    is_cut_off: bool = False,
) -> TextFault:
    before = text[:offset]
    return TextFault(reason, hint, before.count("\n") + 1, offset - before.rfind("\n"), kind, is_cut_off)


def _syntax_fault(error: json.JSONDecodeError, text: str) -> TextFault:
    conflict = _CONFLICT.search(text)
    if conflict:
        reason = "not JSON: there are merge-conflict markers in the file"
        return _fault_at(text, conflict.start(), reason, "resolve the merge conflict")
    comma = _trailing_comma(error, text)
    if comma is not None:
        return _fault_at(text, comma, "not JSON: trailing comma before a closing bracket", "remove the trailing comma")
    found, reason = text[error.pos : error.pos + 1], _reason(error, text)
    is_cut_off = reason.startswith(_CUT_OFF)
    got = f", found {quote_text(found)}" if found and not is_cut_off else ""
    hint = "write the file again; its end is missing" if is_cut_off else _recovery_hint(error, text)
    return _fault_at(text, error.pos, f"not JSON: {reason}{got}", hint, is_cut_off=is_cut_off)


def _trailing_comma(error: json.JSONDecodeError, text: str) -> int | None:
    """Return the offset of the comma before a closing bracket, if the parser stopped for it."""
    # Python 3.13 stops at the comma, and earlier versions at the bracket, each with words of its own.
    bracket = error.pos + error.msg.startswith("Illegal trailing comma")
    before = text[:bracket].rstrip(_WHITESPACE)
    is_trailing = before.endswith(",") and text[bracket:].lstrip(_WHITESPACE)[:1] in ("]", "}")
    return len(before) - 1 if is_trailing else None


def _reason(error: json.JSONDecodeError, text: str) -> str:
    if error.msg == "Extra data":
        return "expected the end of the file after the document"
    if error.msg.startswith("Unterminated string"):
        return f"{_CUT_OFF} inside the string that begins here"
    if error.pos >= len(text.rstrip(_WHITESPACE)):
        return _CUT_OFF
    return error.msg[0].lower() + error.msg[1:].removesuffix(" at")  # a few of its messages expect a position to follow


def _recovery_hint(error: json.JSONDecodeError, text: str) -> str:
    rest = text[error.pos :]
    before = text[: error.pos].rstrip()
    if error.msg == "Extra data":
        is_log = rest[0] in "{[" and "\n" in text[len(before) : error.pos]
        return _SEVERAL_DOCUMENTS if is_log else "keep one JSON document in the file"
    if rest[:2] in ("//", "/*") or rest[:1] == "#":
        return "remove the comment; JSON does not allow comments"
    return FIX_THERE


_SEVERAL_DOCUMENTS = (
    "pass a file with one JSON document; a log with one on each line is for `conformance audit` or "
    "`conformance callback check`"
)


def _strictness_fault(text: str) -> TextFault | None:
    fault = first_fault(text, _is_strict)
    if fault is None:
        return None
    where = quote_text(fault.pointer, 200)
    if fault.first_offset is not None:
        # On one line the column tells enough, and equal faults on many lines of a log have equal reasons.
        is_far = "\n" in text[fault.first_offset : fault.offset]
        first = f" (first on line {text[: fault.first_offset].count(chr(10)) + 1})" if is_far else ""
        hint = "keep one of the two; parsers disagree on which one wins"
        return _fault_at(text, fault.offset, f"duplicate key at {where}{first}", hint)
    reason = f"{quote_text(fault.lexeme, 40)} at {where} is not a number that every JSON parser preserves"
    return _fault_at(text, fault.offset, reason, "write a finite number of reasonable length, or null")


def _rounding_fault(text: str) -> TextFault:
    fault = first_fault(text, _is_exact)
    if fault is None:  # pragma: no cover  the parser refused what the scans allow
        return TextFault("not strict JSON", "fix the file")
    reason = f"{quote_text(fault.lexeme, 40)} at {quote_text(fault.pointer, 200)} would be rounded by JSON parsers"
    return _fault_at(text, fault.offset, reason, "write it with at most 15 digits")


def _is_exact(lexeme: str) -> bool:
    if len(lexeme) < _LONG or _PLAIN_INTEGER.match(lexeme):
        return True
    written = Decimal(lexeme)
    digits = len(written.as_tuple().digits)
    return abs(written) < _EVERY_INTEGER or Decimal(format(float(lexeme), f".{digits}g")) == written


def _is_strict(lexeme: str) -> bool:
    if _PLAIN.match(lexeme) and len(lexeme) <= MAX_DIGITS:
        return True
    try:
        _parse(lexeme, _NUMBERS)
    except ValueError:
        return False
    return True
