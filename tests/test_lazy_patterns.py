"""An expression is compiled when it is used, behaves like what ``re`` compiles, and none of ours is faulty."""

import gc
import importlib
import pkgutil
import re

import pytest

import conformance
from conformance.lazy_patterns import LazyPattern


def test_an_expression_is_compiled_only_when_it_is_used() -> None:
    faulty = LazyPattern("(")
    assert faulty.pattern == "("
    with pytest.raises(re.error):
        faulty.search("")


def test_an_expression_finds_what_the_pattern_finds() -> None:
    expression, pattern = LazyPattern(r"(?m)(B)(\d)", re.IGNORECASE), re.compile(r"(?m)(B)(\d)", re.IGNORECASE)
    text = "b1 x B2"
    assert expression.flags == pattern.flags
    for name in ("search", "match", "fullmatch"):
        found = [getattr(one, name)(given) for one in (expression, pattern) for given in (text, "b1", "x")]
        assert [one and one.span() for one in found[:3]] == [one and one.span() for one in found[3:]]
    assert [one.groups() for one in expression.finditer(text)] == expression.findall(text) == pattern.findall(text)
    assert expression.sub("-", text) == pattern.sub("-", text)
    assert expression.split(text, maxsplit=1) == pattern.split(text, maxsplit=1)


def test_a_text_without_a_literal_of_the_pattern_is_not_searched() -> None:
    expression = LazyPattern(r"\bDefault(?:s to|:) (\d+)", re.IGNORECASE)
    assert expression.search("it has none") is None
    assert list(expression.finditer("nor does this")) == []
    assert "matcher" not in vars(expression)  # it was not even compiled
    found = expression.search("one, DEFAULT: 5", 3)
    assert found is not None
    assert found[1] == "5"
    assert expression.search("one, DEFAULT: 5", 6) is None
    assert [each[1] for each in expression.finditer("default: 1, defaults to 2, default: 3", 2, 30)] == ["2"]


def test_no_expression_of_ours_is_faulty() -> None:
    for module in pkgutil.walk_packages(conformance.__path__, "conformance."):
        if module.name.startswith(("conformance.rules.", "conformance.inventory.", "conformance.systems.")):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:  # needs an extra that this environment does not have
                if str(error.name).startswith("conformance"):
                    raise
    ours = [one for one in gc.get_objects() if type(one) is LazyPattern and one.pattern != "("]
    assert len(ours) > 300
    for one in ours:
        assert one.matcher.pattern == one.pattern
