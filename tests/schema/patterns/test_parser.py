"""Patterns are read as ECMA-262 writes them; what other dialects add is named as such."""

import pytest

from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import ExcessivePattern, MalformedPattern, UnreadPattern
from tests.cases import check_each


@check_each(
    "pattern",
    [
        "^[a-z]+$", "(?<=a+)b", "(?<!a)b", "(?=a)b", r"(?<name>a)\k<name>", r"(a)\1", r"[\w-]", r"[\w-.]", r"\-\_\@",
        r"\cA\x41A\u{1F600}", r"😀", r"\p{L}\P{Lu}\p{gc=Nd}\p{Letter}\p{Any}", "[]", "[^]", "a{", "{", "a}", "]",
        r"[\b]", r"\b\B", "(?:a|b)*?", "a{2}{", "é{1,2}", r"\/", r"[\d\-x]", "", "|", r"\0", "(?:^)*", r"[^\s\S]",
    ],
)  # fmt: skip
def test_what_ecma_262_allows_is_read(pattern: str) -> None:
    assert parse(pattern) is not None


@check_each(
    ("pattern", "reason"),
    [
        ("(?P<x>a)", r"name a group with \(\?<name>"),
        ("(?i)a", "inline flags are not supported"),
        ("(?#c)", "comments are not supported"),
        ("(?>a)", "unknown group"),
        ("(a)(?(1)b|c)", "unknown group"),
        ("a++", "repeated quantifier"),
        ("a**", "repeated quantifier"),
        ("*a", "nothing to repeat"),
        ("{2}", "nothing to repeat"),
        ("a|+", "nothing to repeat"),
        ("a{,3}", "is not a quantifier"),
        ("a{1, 3}", "is not a quantifier"),
        ("a{3,1}", "out of order"),
        ("[z-a]", "range out of order"),
        ("[a-z", "unexpected end"),
        ("(a", "^unclosed group$"),
        ("a)", "unmatched"),
        ("\\", "unexpected end"),
        (r"\A", r"escape '\\A'"),
        (r"\Z", "escape"),
        (r"\h", "escape"),
        (r"\c1", "escape"),
        (r"\00", "escape"),
        (r"\1", "reference to the missing group 1"),
        (r"\k<x>", "reference to the missing group x"),
        (r"(?<1>a)", "without a name"),
        (r"\u12", "4 hexadecimal digits"),
        (r"\x4", "2 hexadecimal digits"),
        (r"\u{110000}", "code point"),
        (r"\pL", "name in braces"),
        ("^*", "repeated assertion"),
        (r"\b+", "repeated assertion"),
        ("(?<=a)*", "repeated assertion"),
    ],
)
def test_what_only_other_dialects_allow_is_refused_with_the_reason(pattern: str, reason: str) -> None:
    with pytest.raises(MalformedPattern, match=reason):
        parse(pattern)


@pytest.mark.parametrize("pattern", ["(" * 5000 + ")" * 5000, "a" * 20_001, "a{1,99999999999}"])
def test_what_no_engine_should_read_is_refused(pattern: str) -> None:
    with pytest.raises(ExcessivePattern):
        parse(pattern)


@pytest.mark.parametrize("pattern", [r"\p{Script=Greek}", "(?i:a)", "(?=a)*b"])
def test_what_is_well_formed_and_not_modelled_is_neither(pattern: str) -> None:
    with pytest.raises(UnreadPattern) as caught:
        parse(pattern)
    assert type(caught.value) is UnreadPattern
