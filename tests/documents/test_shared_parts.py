"""Versions that are read together are what they are when read alone, to the last fault, and share what is equal."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents import strict_json
from conformance.documents.reader import parse
from conformance.documents.shared_parts import SharedParts
from conformance.documents.slices import is_surely_shallow, slices_of
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.errors import ConformanceError

TEXTS = [
    '{"tools": [{"a": 1}, {"a": 1}, {"b": [1.0, true, null, "x"]}], "version": 2}',
    ' \n\ufeff{"tools": []}',
    '\ufeff{"tools": [{"a": 1}]}',
    '{"result": {"tools": [{"a": "\\u0022"}]}}',
    '{"tools": [{"a": 1, "a": 2}]}',
    '{"tools": [], "tools": [1]}',
    '{"\\u0022": 1, "x": {"y": 1, "y": "\\"\\""}}',
    '{"x": 1, "x": "\\u0022\\u0022\\u0022\\u0022"}',
    '{"x\\"": 1, "y": "\\""}',
    '{"tools": [9007199254740993.0, 1e400]}',
    '{"tools": [9007199254740993.0]}',
    '{"tools": [1e400]}',
    '{"tools": [NaN]}',
    '{"tools": [01]}',
    '{"tools": [1,]}',
    '{"tools": [1] "x": 2}',
    '{"tools": [1]} x',
    '{"tools": ["\\ud800"]}',
    '{"\\ud800": ["x"]}',
    '{"tab\t": [1]}',
    '{"tools": ["tab\t"]}',
    '{"tools": [tru]}',
    '{"tools": {"a": {"b": {"c": {"d": {"c": 1, "c": 1}}}}}}',
    "",
    " ",
    "[1, [2], {}]",
    "{}",
    "3",
    '"x"',
    "{",
    "\x00{}",
    "[" * 128 + "]" * 128,
    "[" * 129 + "]" * 129,
    '{"tools": [' + "[" * 127 + "]" * 127 + "]}",
    '{"tools": [' + "[" * 126 + "]" * 126 + "]}",
    '{"tools": ["' + "[{" * 200 + '"]}',
]


def _outcome(read: object, data: bytes) -> object:
    """Return the text with the value, as JSON that tells 1 from 1.0, or everything that an error says."""
    try:
        found = read(data, "given.json")  # type: ignore[operator]
    except ConformanceError as error:
        return (error.kind, error.message, error.recovery_hint, error.location)
    return found.text, found.name, json.dumps(found.value)


@pytest.mark.parametrize("before", ["", TEXTS[0]], ids=["alone", "after another"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_version_is_read_as_it_is_read_alone(text: str, before: str) -> None:
    parts, data = SharedParts(), text.encode("utf-8", "surrogatepass")
    if before:
        parts.parse(before.encode(), "before.json")
    for _ in range(2):
        assert _outcome(parts.parse, data) == _outcome(parse, data)


_PIECES = (
    '{"a"',
    ":",
    "[",
    "]",
    "{",
    "}",
    ",",
    '"tools"',
    '"a"',
    '"',
    "\\",
    "\\u0022",
    "1",
    "1.0",
    " ",
    "\n",
    "é",
    "-",
    "x",
)


@given(st.lists(st.lists(st.sampled_from(_PIECES), max_size=14), min_size=1, max_size=3))
def test_any_texts_are_read_as_they_are_read_alone(texts: list[list[str]]) -> None:
    parts = SharedParts()
    for pieces in texts:
        data = "".join(pieces).encode()
        assert _outcome(parts.parse, data) == _outcome(parse, data)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=20,
)


@given(st.lists(_VALUES, max_size=4), st.lists(_VALUES, max_size=4), st.sampled_from([None, 1]), st.booleans())
def test_any_lists_are_read_as_they_are_read_alone(
    old: list[JsonValue], new: list[JsonValue], indent: int | None, is_plain: bool
) -> None:
    parts = SharedParts()
    for tools in (old, [*new, *old]):
        data = json.dumps({"tools": tools, "version": 2}, indent=indent, ensure_ascii=is_plain).encode(
            "utf-8", "surrogatepass"
        )
        assert _outcome(parts.parse, data) == _outcome(parse, data)


def _tools(*tools: JsonValue) -> bytes:
    return json.dumps({"version": 2, "tools": tools}).encode()


def _read(parts: SharedParts, *tools: JsonValue) -> Sequence[JsonValue]:
    return as_array(as_object(parts.parse(_tools(*tools), "given.json").value)["tools"])


def test_a_tool_that_is_written_in_the_same_way_is_one_object_in_both_versions() -> None:
    parts = SharedParts()
    one, other = {"name": "A", "bound": 1}, {"name": "B"}
    old = _read(parts, one, other)
    new = _read(parts, other, {"name": "A", "bound": 1.0}, one)
    assert new[0] is old[1]
    assert new[2] is old[0]
    assert new[1] is not old[0]


def test_the_tools_of_a_result_are_shared_whatever_is_beside_them() -> None:
    parts = SharedParts()
    text = b'{"id": 1, "result": {"tools": [{"name": "A"}], "next": "x"}, "more": {"a": "b"}}'
    first, second = (as_object(parts.parse(text, "given.json").value) for _ in range(2))
    assert first is not second
    assert as_array(as_object(first["result"])["tools"])[0] is as_array(as_object(second["result"])["tools"])[0]


def test_equal_tools_of_one_version_are_objects_of_their_own() -> None:
    parts, tool = SharedParts(), {"name": "A"}
    for _ in range(2):
        first, second = _read(parts, tool, tool)
        assert first is not second


def test_only_the_parts_of_the_last_version_are_kept() -> None:
    parts, tool = SharedParts(), {"name": "A"}
    (first,) = _read(parts, tool)
    _read(parts, {"name": "B"})
    assert _read(parts, tool)[0] is not first


def test_a_file_is_read_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_bytes(_tools({"name": "A"}))
    assert SharedParts().read(path).path == path
    assert SharedParts().read(path, "shown").name == "shown"


def test_real_inventories_are_read_as_they_are_read_alone(corpus: Path) -> None:
    parts = SharedParts()
    for path in sorted((corpus / "inventories").glob("*.json"))[:60]:
        data = path.read_bytes()
        assert _outcome(parts.parse, data) == _outcome(parse, data)


@given(_VALUES)
def test_a_text_that_is_surely_shallow_is(value: JsonValue) -> None:
    text = json.dumps(value).encode()
    depth = next(levels for levels in range(1, 99) if not strict_json._is_deep(value, levels))
    for levels in range(1, 6):
        assert not is_surely_shallow(text, levels) or depth <= levels


def test_slices_are_the_texts_of_members_and_items() -> None:
    assert slices_of(b'{"a": [1, 2.0] , "b":"x"}') == {"a": b"[1, 2.0]", "b": b'"x"'}
    assert slices_of(b'[ {"a": 1}, null ]') == [b'{"a": 1}', b"null"]
    assert [slices_of(text) for text in (b"3", b"", b"[1", b"[1] x", b" [1]")] == [None] * 5


@pytest.mark.parametrize(
    ("text", "levels", "is_shallow"),
    [
        (b"3", 0, True),
        (b"[3]", 0, False),
        (b"[3]", 1, True),
        (b'{"a": [3]}', 1, False),
        (b'{"a": [3]}', 2, True),
        (b"[[3], [3]]", 2, True),  # more brackets than levels
        (b"[[" + b"3," * 6_000 + b"3]]", 2, True),  # too long to count
        (b"[[" + b"3," * 6_000 + b"[]]]", 2, False),
        (b"[1,]" + b" " * 10_000, 9, False),
    ],
)
def test_a_text_is_surely_shallow_if_its_brackets_are_few_or_its_parts_are(
    text: bytes, levels: int, is_shallow: bool
) -> None:
    assert is_surely_shallow(text, levels) is is_shallow
