"""What keeps a text from being strict JSON is said with its place, and with what to do about it."""

import json

import pytest

from conformance.documents import strict_json
from conformance.documents.strict_json import ParsedText, TextFault, first_document, parse_bytes, parse_text
from conformance.errors import ErrorKind
from tests.cases import check_each

EXACT = "write it with at most 15 digits"
FINITE = "write a finite number of reasonable length, or null"
ONE = "keep one of the two; parsers disagree on which one wins"
COMMENT = "remove the comment; JSON does not allow comments"
LOG = (
    "pass a file with one JSON document; a log with one on each line is for `conformance audit` or "
    "`conformance callback check`"
)
CUT = "write the file again; its end is missing"
LONG = "1234567890" * 41
COMMA = ("not JSON: trailing comma before a closing bracket", "remove the trailing comma")

FAULTS: list[tuple[bytes, TextFault]] = [
    (b" \n", TextFault("the file is empty", "pass a file with a JSON document; its writer may have failed")),
    (b"\xff\xfe", TextFault("this looks like UTF-16 or UTF-32 text, not like UTF-8 JSON", "save it as UTF-8")),
    (b"PK\x03\x04", TextFault("this looks like a zip archive, not like UTF-8 JSON", "pass a JSON file")),
    (b'\n\n "\xff"\n', TextFault("byte 0xff is not UTF-8", "save the file as UTF-8", 3, 3)),
    (b'"    \xff"', TextFault("byte 0xff is not UTF-8", "save the file as UTF-8", 1, 6)),
    (b"\n[1,]", TextFault(*COMMA, 2, 3)),
    (b"[1,\n]", TextFault(*COMMA, 1, 3)),
    (b"[1,x]", TextFault("not JSON: expecting value, found 'x'", "fix the JSON at this position", 1, 4)),
    (
        b"[\n=======\n]",
        TextFault("not JSON: there are merge-conflict markers in the file", "resolve the merge conflict", 2, 1),
    ),
    (b"[", TextFault("not JSON: the document is cut off", CUT, 1, 2, is_cut_off=True)),
    (
        b'["a',
        TextFault("not JSON: the document is cut off inside the string that begins here", CUT, 1, 2, is_cut_off=True),
    ),
    (b"[1] \n {", TextFault("not JSON: expected the end of the file after the document, found '{'", LOG, 2, 2)),
    (
        b"[1] {",
        TextFault(
            "not JSON: expected the end of the file after the document, found '{'",
            "keep one JSON document in the file",
            1,
            5,
        ),
    ),
    *(
        (b"[1, " + mark, TextFault(f"not JSON: expecting value, found '{chr(mark[0])}'", COMMENT, 1, 5))
        for mark in (b"// no", b"/* no */", b"# no")
    ),
    (
        b'{"a": 1, // no',
        TextFault("not JSON: expecting property name enclosed in double quotes, found '/'", COMMENT, 1, 10),
    ),
    (b'\n{"a": 1, "a": 2}', TextFault("duplicate key at '/a'", ONE, 2, 10)),
    (b'\n{"a": 1,\n"a": 2}', TextFault("duplicate key at '/a' (first on line 2)", ONE, 3, 1)),
    (
        b"[" + LONG.encode() + b"]",
        TextFault(f"'{LONG[:39]}…' at '/0' is not a number that every JSON parser preserves", FINITE, 1, 2),
    ),
    (
        b'["a text of more than 17 characters", 9007199254740993.0]',
        TextFault("'9007199254740993.0' at '/1' would be rounded by JSON parsers", EXACT, 1, 39),
    ),
    (
        b'{"' + b"k" * 300 + b'": 9007199254740993.0}',
        TextFault(f"'9007199254740993.0' at '/{'k' * 198}…' would be rounded by JSON parsers", EXACT, 1, 306),
    ),
    (
        b"[" * 129,
        TextFault(
            "nested deeper than 128 levels",
            "flatten the document; no tool schema needs such depth",
            1,
            129,
            ErrorKind.TOO_LARGE,
        ),
    ),
]


@check_each(("data", "fault"), FAULTS)
def test_all_that_is_said_of_a_text_that_is_not_strict_json(data: bytes, fault: TextFault) -> None:
    assert parse_bytes(data, is_exact=True) == fault


def test_a_later_python_stops_at_the_trailing_comma_and_the_same_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops_at_the_comma(text: str, _decoder: object) -> None:
        raise json.JSONDecodeError("Illegal trailing comma before end of array", text, text.index(","))

    expected = parse_bytes(b"[1 , ]")
    monkeypatch.setattr(strict_json, "_parse", stops_at_the_comma)
    assert parse_bytes(b"[1 , ]") == expected == TextFault(*COMMA, 1, 4)


def test_a_text_without_repeated_names_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "_DECODER", None)
    text = '{"a": ["b", {"c": 1.5}]}'
    assert parse_bytes(text.encode()) == ParsedText(text, json.loads(text))
    with pytest.raises(AttributeError):
        parse_bytes(rb'{"a": "\u0022"}')


def test_a_text_begins_with_a_document_that_ends_where_the_rest_begins() -> None:
    assert first_document(' \n{"a": 1} x') == ({"a": 1}, 10)
    assert first_document("x {}") is None
    assert first_document('{"a": 1, "a": 2}') is None
    assert first_document("[" * 128 + "]" * 128) is not None
    assert first_document("[" * 129 + "]" * 129) is None


@check_each("levels", [0, 1, 2, 5])
def test_a_part_of_a_document_has_as_many_levels_as_it_is_given(levels: int) -> None:
    # texts with brackets in them, so that their number tells nothing
    fitting = b'["[[[[[[",' * levels + b'"[[[[["' + b"]" * levels
    assert isinstance(parse_bytes(fitting, levels=levels), ParsedText)
    fault = parse_bytes(b'["[[[[[[",' + fitting + b"]", levels=levels)
    assert isinstance(fault, TextFault)
    assert (fault.reason, fault.column) == (f"nested deeper than {levels} levels", 1 + 10 * levels)


def test_a_text_is_the_object_or_array_that_it_holds_and_any_other_stays_a_text() -> None:
    assert parse_text(' {"a": [1]}\n') == {"a": [1]}
    assert parse_text("[]") == []
    for text in ("7", '"a"', "{", "[1,]", '{"a": 1, "a": 2}', "", "[\ud800]"):
        assert parse_text(text) == text
