"""An edit changes the value that it names, and in the text nothing but the characters of that value."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents.edits import Edit, RenameMember, SetMember, edit_all, edit_below, edit_text, edit_value
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue, equal

KEYS = st.sampled_from(["", "a", "b", "k", "z/~", "é"])
SCALARS = (
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "x", 'a"]', "[1,2]", "é\u2028", "\ud800"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=10,
)
STYLES = st.fixed_dictionaries(
    {"indent": st.sampled_from([None, 1, 2, "\t"]), "ensure_ascii": st.booleans(), "sort_keys": st.booleans()}
)


def _containers(value: JsonValue) -> list[tuple[str, JsonValue]]:
    return [(pointer, one) for pointer, one in walk(value) if isinstance(one, dict | list)]


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=3), STYLES, st.data())
def test_the_text_of_an_edit_says_the_value_of_the_edit(value: JsonValue, style: Any, data: st.DataObject) -> None:
    text = json.dumps(value, **style)
    holder, inside = data.draw(st.sampled_from(_containers(value)))
    names = list(inside) if isinstance(inside, dict) else [str(index) for index, _ in enumerate(inside)]  # type: ignore[arg-type]
    new = SetMember(holder, data.draw(KEYS), data.draw(VALUES))
    edits: list[Edit] = [new] if isinstance(inside, dict) else []
    for name in names:
        edits.append(SetMember(holder, name, data.draw(VALUES)))
        if isinstance(inside, dict) and "renamed" not in inside:
            edits.append(RenameMember(holder, name, "renamed"))
    for edit in edits:
        changed = edit_text(text, edit)
        assert equal(json.loads(changed), edit_value(value, edit))


@given(st.dictionaries(KEYS, VALUES, min_size=2, max_size=4), st.sampled_from([1, 2, 4]), st.data())
def test_a_document_of_a_printer_stays_as_that_printer_writes_it(
    value: JsonValue, indent: int, data: st.DataObject
) -> None:
    def dump(one: JsonValue) -> str:
        return json.dumps(one, indent=indent, sort_keys=True)

    # of an object with one member nothing tells whether it is sorted
    objects = [pointer for pointer, one in walk(value) if isinstance(one, dict) and len(one) != 1]
    edit = SetMember(data.draw(st.sampled_from(objects)), data.draw(KEYS), json.loads(dump(data.draw(VALUES))))
    assert edit_text(dump(value), edit) == dump(edit_value(value, edit))


def test_what_an_edit_does_not_name_keeps_its_bytes() -> None:
    odd = '{\r\n\t"b" : 1.0e2,\r\n\r\n\t"a" : "\\u0041\\/",\r\n\t"deep" : { "x":[1 ,2], "y":{} }\r\n}\r\n'
    added = ' },\r\n\t"c" : ["v", null]\r\n}'
    assert edit_text(odd, SetMember("", "c", ["v", None])) == odd.replace(" }\r\n}", added)
    assert edit_text(odd, SetMember("/deep/y", "z", False)) == odd.replace('"y":{}', '"y":{"z":false}')
    assert edit_text(odd, SetMember("/deep/x", "1", 7)) == odd.replace("1 ,2", "1 ,7")
    assert edit_text(odd, RenameMember("/deep", "x", "w")) == odd.replace('"x"', '"w"')


@pytest.mark.parametrize(
    "edit",
    [
        SetMember("/missing", "a", 1),
        SetMember("/list", "2", 1),  # an element that the array lacks
        SetMember("/text", "a", 1),
        RenameMember("", "missing", "new"),
        RenameMember("", "text", "list"),
        RenameMember("/list", "0", "new"),
    ],
)
def test_an_edit_of_something_that_is_not_there_is_refused_by_value_and_text_alike(edit: Edit) -> None:
    value: JsonValue = {"list": [1, 2], "text": "x"}
    with pytest.raises(KeyError):
        edit_value(value, edit)
    with pytest.raises(KeyError):
        edit_text(json.dumps(value), edit)


def test_an_edit_says_in_words_what_it_does() -> None:
    assert SetMember("", "limit", [1]).sentence == 'sets "limit": [1]'
    assert SetMember("/x/required", "0", "b").sentence == 'sets an entry of "required" to "b"'
    assert SetMember("/x/properties", "0", True).sentence == 'sets "0": true'
    assert RenameMember("/x", 'a"', 'b"').sentence == r'renames "a\"" to "b\""'


def test_edits_are_made_one_after_the_other_so_that_a_later_one_sees_the_earlier() -> None:
    edits = [SetMember("", "a", {}), SetMember("/a", "b", 1), RenameMember("/a", "b", "c")]
    assert edit_all({}, edits) == {"a": {"c": 1}}
    with pytest.raises(KeyError):
        edit_all({}, edits[1:])


@pytest.mark.parametrize("edit", [SetMember("/a", "b", 2), SetMember("", "a", 2), RenameMember("/a", "b", "c")])
def test_an_edit_of_a_part_does_the_same_to_the_document_around_it(edit: Edit) -> None:
    part: JsonValue = {"a": {"b": 1}}
    assert edit_value({"tools": [{}, part]}, edit_below(edit, "/tools/1")) == {"tools": [{}, edit_value(part, edit)]}


def test_a_name_that_cannot_be_written_in_utf_8_is_escaped_where_others_are_not() -> None:
    assert edit_text('{"é": 1}', RenameMember("", "é", "\ud800ü")) == r'{"\ud800\u00fc": 1}'


def test_a_member_of_an_empty_root_is_set_in_the_layout_of_its_text() -> None:
    assert edit_text("{}", SetMember("", "a", 1)) == '{"a": 1}'


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        # other letters are escaped where all that is there is ASCII, and only there
        ('{"é": 1}', SetMember("", "ü", "ä"), '{"é": 1, "ü": "ä"}'),
        ('{"e": 1}', SetMember("", "ü", ["ä"]), r'{"e": 1, "\u00fc": ["\u00e4"]}'),
        ('{"é": 1}', SetMember("", "é", ["ä"]), '{"é": ["ä"]}'),
        # spaces as the document has them
        ('{"a":1}', SetMember("", "b", {"c": [1, 2]}), '{"a":1,"b":{"c":[1,2]}}'),
        ('{"a": 1}', SetMember("", "b", {"c": [1, 2]}), '{"a": 1, "b": {"c": [1, 2]}}'),
        ('{\n "a" : 1\n}', SetMember("", "a", {"b": [1]}), '{\n "a" : {\n  "b" : [\n   1\n  ]\n }\n}'),
        # the layout of the object itself, where that around it has another one
        ('{\n  "a": {"x":[0]}\n}', SetMember("/a", "x", [1, 2]), '{\n  "a": {"x":[1,2]}\n}'),
        ('{ "a": {\n"b": 1\n} }', SetMember("/a", "b", {"c": 2}), '{ "a": {\n"b": {\n  "c": 2\n}\n} }'),
        # blank lines stay where they are, and no new one is added
        ('{\n "a": 1,\n\n\n "b": 2\n}', SetMember("", "c", 3), '{\n "a": 1,\n\n\n "b": 2,\n "c": 3\n}'),
        ('{"a": {}}', SetMember("/a", "b", 1), '{"a": {"b": 1}}'),
        ("{\r\n}", SetMember("", "a", 1), '{"a": 1}'),
    ],
)
def test_what_is_new_is_written_as_what_is_there(text: str, edit: Edit, expected: str) -> None:
    assert edit_text(text, edit) == expected
