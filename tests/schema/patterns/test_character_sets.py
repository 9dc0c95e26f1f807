"""Sets of characters are those that ECMA-262 and Unicode name, and classes of characters are told apart by no set."""

import random
import re
import unicodedata
from itertools import islice

import pytest

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.character_sets import CharacterSet
from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import Characters
from tests.cases import check_each

SOME = [*range(0x300), 0x1C5, 0x1680, 0x2028, 0x2029, 0x202F, 0x2160, 0x3000, 0xD7FF, 0xE000, 0xFEFF, 0x1F600, 0x10FFFF]
"""Code points around all that a class begins or ends with."""


def spans_of(pattern: str) -> CharacterSet:
    tree = parse(pattern)
    assert isinstance(tree, Characters)
    return tree.spans


@check_each(
    ("pattern", "spans"),
    [
        (r"\t", ((9, 9),)),
        (r"\n", ((10, 10),)),
        (r"\v", ((11, 11),)),
        (r"\f", ((12, 12),)),
        (r"\r", ((13, 13),)),
        (r"\0", ((0, 0),)),
        (r"\cA", ((1, 1),)),
        (r"\cz", ((26, 26),)),
        (r"\x41", ((0x41, 0x41),)),
        (r"\u00e9", ((0xE9, 0xE9),)),
        (r"\u{1F600}", ((0x1F600, 0x1F600),)),
        (r"\u{10FFFF}", ((0x10FFFF, 0x10FFFF),)),
        (r"\uD83D\uDE00", ((0x1F600, 0x1F600),)),
        (r"\uDBFF\uDFFF", ((0x10FFFF, 0x10FFFF),)),
        (r"\/", ((0x2F, 0x2F),)),
        (r"[\b]", ((8, 8),)),
        (r"[\0]", ((0, 0),)),
        (r"[a-]", ((0x2D, 0x2D), (0x61, 0x61))),
        (r"[\d-x]", ((0x2D, 0x2D), (0x30, 0x39), (0x78, 0x78))),
        (r"[x-\d]", ((0x2D, 0x2D), (0x30, 0x39), (0x78, 0x78))),
        (r"[a-cb-de]", ((0x61, 0x65),)),
        (r"[^\0-\u{10FFFE}]", ((0x10FFFF, 0x10FFFF),)),
        (r"[\uD7FF-\uE000]", ((0xD7FF, 0xD7FF), (0xE000, 0xE000))),
        ("[]", ()),
        ("[^]", chars.ALL),
        (r"\p{Any}", chars.ALL),
        (r"\P{Any}", ()),
        (r"\p{ASCII}", ((0, 0x7F),)),
        (r"\P{ASCII}", ((0x80, 0xD7FF), (0xE000, 0x10FFFF))),
        (r"\p{Zl}", ((0x2028, 0x2028),)),
        (r"\p{gc=Zp}", ((0x2029, 0x2029),)),
        (r"\p{General_Category=Control}", ((0, 0x1F), (0x7F, 0x9F))),
    ],
)
def test_an_escape_or_a_class_is_the_characters_that_ecma_262_says(pattern: str, spans: CharacterSet) -> None:
    assert spans_of(pattern) == spans


@check_each(
    ("pattern", "python"),
    [
        (r"\d", "[0-9]"),
        (r"\D", "[^0-9]"),
        (r"\w", "[0-9A-Za-z_]"),
        (r"\W", "[^0-9A-Za-z_]"),
        (r"\s", "[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"),
        (r"\S", "[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"),
        (".", "[^\n\r\u2028\u2029]"),
    ],
)
def test_a_class_has_the_characters_that_it_has_for_every_engine(pattern: str, python: str) -> None:
    spans = spans_of(pattern)
    assert [point for point in SOME if chars.contains(spans, point)] == [
        point for point in SOME if re.fullmatch(python, chr(point))
    ]


@check_each("name", ["L", "Lu", "Lt", "M", "N", "Nl", "P", "S", "Z", "C", "Cn"])
def test_a_category_has_the_characters_of_unicode(name: str) -> None:
    spans = spans_of(rf"\p{{{name}}}")
    assert all(chars.contains(spans, point) is unicodedata.category(chr(point)).startswith(name) for point in SOME)


@check_each(
    ("name", "parts"),
    [("LC", {"Lu", "Ll", "Lt"}), ("Cased_Letter", {"Lu", "Ll", "Lt"}), ("Decimal_Number", {"Nd"}), ("Other", {"C"})],
)
def test_a_long_name_is_its_short_ones(name: str, parts: set[str]) -> None:
    assert chars.category(name) == chars.union(spans_of(rf"\p{{{part}}}") for part in parts)


@pytest.mark.parametrize("name", ["Greek", "Xx", "l", "Cs", ""])
def test_a_name_of_no_category_has_none(name: str) -> None:
    assert chars.category(name) is None


def _some_set(chance: random.Random) -> CharacterSet:
    edges = sorted(chance.sample(SOME, 6))
    return chars.union([(edges[0], edges[1])] for edges in (edges[:2], edges[2:4], edges[4:]))


@check_each("seed", range(40))
def test_sets_are_joined_met_and_turned_around_as_their_characters_are(seed: int) -> None:
    chance = random.Random(seed)
    left, right = _some_set(chance), _some_set(chance)
    for point in SOME:
        is_left, is_right = chars.contains(left, point), chars.contains(right, point)
        assert chars.contains(chars.union([left, right]), point) is (is_left or is_right)
        assert chars.contains(chars.intersection(left, right), point) is (is_left and is_right)
        assert chars.contains(chars.complement(left), point) is not is_left
    assert chars.complement(chars.complement(left)) == left
    assert chars.size(left) + chars.size(chars.complement(left)) == chars.size(chars.ALL) == 0x110000 - 0x800


@check_each("seed", range(20))
def test_the_classes_of_some_sets_cover_all_characters_once_and_none_is_divided(seed: int) -> None:
    chance = random.Random(seed)
    sets = [_some_set(chance) for _ in range(3)]
    classes = chars.partition(sets)
    assert sum(map(chars.size, classes)) == chars.size(chars.ALL)
    assert chars.union(classes) == chars.ALL
    for one in classes:
        assert all(chars.intersection(one, spans) in (one, chars.NONE) for spans in sets)
    assert len({tuple(chars.intersection(one, spans) == one for spans in sets) for one in classes}) == len(classes)


def test_surrogates_are_in_no_set() -> None:
    assert chars.union([((0xD000, 0xDFFF),)]) == ((0xD000, 0xD7FF),)
    assert chars.union([((0xD800, 0xE001),)]) == ((0xE000, 0xE001),)
    assert chars.union([((0xD800, 0xDFFF),)]) == ()
    assert chars.union([((0xD7FF, 0xE000),)]) == ((0xD7FF, 0xD7FF), (0xE000, 0xE000))
    assert chars.complement(()) == chars.ALL


def test_the_members_of_a_set_begin_with_the_most_readable_ones() -> None:
    assert "".join(chars.members(((0x20, 0x22), (0x30, 0x32), (0x61, 0x62)))) == 'ab012 !"'
    assert "".join(islice(chars.members(((0x2FF, 0x301),)), 3)) == "\u02ff\u0300\u0301"
    orders = [chars.reading_order(spans) for spans in (((0x61, 0x7A),), ((0x30, 0x61),), ((0x30, 0x39),), ((1, 2),))]
    assert orders == [0, 0, 26, len(chars._PREFERRED)]
