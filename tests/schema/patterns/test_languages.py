"""The language of a pattern is what the pattern accepts, and questions about languages are decided."""

import random
from itertools import islice, product

import pytest

from conformance.schema.patterns.automata import Languages
from conformance.schema.patterns.languages import language_of
from conformance.schema.patterns.matching import matches
from tests.cases import check_each

PATTERNS = (
    "",
    ".",
    "^a",
    "b$",
    "^(a|b)*abb$",
    "^(?!ab)",
    "(?=ab)a.$",
    "^a{2,3}b?$",
    "a?^b",
    "x$|^y",
    "(?:a$)?b",
    "^(?:(?!ab).){0,3}$",
    r"^\w+\s\d$",
    "[^ab]",
    "^(?:a|^b)y$",
    r"\ba",
    r"\ba\b|\by$",
    r"^(?:x\b ?)?a\B",
    "(?<=x)y",
    "^(a|b)+(?<!ba)y",
    r"(?=a)(?:ab|ax)\b",
    r"(?=a)(a)\b.",
    r"(?=a)a{2}\b",
    r"(?=a)(?:ab)\b",
    "a{2}^b",
    "x|a+(?:^|b)",
    "(?:(?=a).){2}b",
    "(?:(?=a).){1,2}b",
    "[]{2}",
    "[]*a",
    "^(?:a*)*$",
    "^(?:a?){2,3}$",
    "^(?:(?:ab)*){2}$",
    "^(?:)*a$",
    "^(?!(a)$)",
    "^(?:a|(?:)){2}b$",
)


def languages() -> Languages:
    """Languages that never run out of steps."""
    return Languages(lambda: None)


@check_each("pattern", PATTERNS)
def test_the_language_has_exactly_the_texts_that_match(pattern: str) -> None:
    pool = languages()
    found = language_of(pattern, pool)
    assert found.exact
    texts = ["".join(letters) for length in range(5) for letters in product("abxy", repeat=length)]
    rng = random.Random(pattern)
    texts += ["".join(rng.choice("ab1 y\n") for _ in range(rng.randrange(9))) for _ in range(300)]
    assert [t for t in texts if pool.matches(found.term, t) is not matches(pattern, t)] == []


@pytest.mark.parametrize("pattern", [
        r"^(a+)b\1$", r"(?:\ba|x)*$", r"(?:(a)|b)\1c", r"(?=ab)a\bx", r"(?=a.)\ba", "(?=ab)(?<=x)a", r"(?:a$|x)\bb",
        r"(?=a)^\ba", r"(?:(?=ab)|x)\Bb", r"((?=ab)a)\Bb", r"(?:(?=ab)a)?\Bb", r"(a\1)", r"(^a|b{2})\1",
        r"((?=a)a|(b)x)\1", r"(?=a)(?:)\ba", r"(?=a)a*\bx", r"(?:(?=a)\b)?a\Bx",
    ])  # fmt: skip
def test_a_language_that_is_not_exact_loses_no_text(pattern: str) -> None:
    pool = languages()
    found = language_of(pattern, pool)
    assert not found.exact
    texts = ["".join(letters) for length in range(6) for letters in product("abxc", repeat=length)]
    assert [t for t in texts if matches(pattern, t) and not pool.matches(found.term, t)] == []


@pytest.mark.parametrize("pattern", ["(", "a**", "(?i)a", r"(?!(a)\1)b", "(?:a(?=b))*", "(?<=^a)b", r"(?:\ba|\bx)" * 8])
def test_what_cannot_be_modelled_may_be_any_text(pattern: str) -> None:
    pool = languages()
    found = language_of(pattern, pool)
    assert (found.term, found.exact) == (pool.anything, False)


def test_words_come_short_first_and_all_of_a_small_language() -> None:
    pool = languages()
    assert list(pool.words(language_of("^[ab]{1,2}$", pool).term, 5)) == ["a", "b", "aa", "ab", "ba", "bb"]


def test_a_difference_of_languages_has_words_only_where_they_differ() -> None:
    pool = languages()
    wide, narrow = (language_of(pattern, pool).term for pattern in ("^a+$", "^a{1,3}$"))
    assert list(pool.words(pool.intersection([narrow, pool.complement(wide)]), 1)) == []
    assert next(pool.words(pool.intersection([wide, pool.complement(narrow)]), 1)) == "aaaa"


def test_every_word_of_a_language_matches_its_pattern() -> None:
    pool = languages()
    for pattern in PATTERNS:
        for word in islice(pool.words(language_of(pattern, pool).term, 2), 40):
            assert matches(pattern, word)


def test_a_walk_stops_when_its_steps_are_spent() -> None:
    steps = iter(range(500))

    def spend() -> None:
        if next(steps, None) is None:
            raise TimeoutError

    pool = Languages(spend)
    with pytest.raises(TimeoutError):
        list(
            pool.words(pool.intersection([language_of(p, pool).term for p in ("(a|b)*a(a|b){30}$", "b(a|b){31}$")]), 1)
        )


def test_the_opposite_of_everything_is_nothing() -> None:
    pool = languages()
    assert pool.complement(pool.anything) is pool.nothing
    assert pool.complement(pool.nothing) is pool.anything
    word = pool.repeat(pool.characters(((97, 97),)), 2, 2)
    assert pool.complement(pool.complement(word)) is word
    assert pool.intersection([word, pool.complement(word)]) is pool.nothing
    assert pool.union([word, pool.complement(word)]) is pool.anything


def test_a_pattern_looks_behind_at_so_many_places_and_not_at_one_more() -> None:
    for behind in ("(?<=a)", "(?<!a)"):
        assert language_of(behind * 64, Languages(lambda: None)).exact
        assert not language_of(behind * 65, Languages(lambda: None)).exact


def test_the_words_of_a_language_begin_with_the_most_readable_ones() -> None:
    for pattern, words in (
        ("^[ -~]$", ["a", "b"]),
        ("^[!0-9b]{1,2}$", ["b", "0"]),
        (r"^(?:[\0-\x1f]|[0-9]|x)$", ["x", "0"]),
    ):
        pool = Languages(lambda: None)
        found = list(islice(pool.words(language_of(pattern, pool).term, 2), 40))
        assert [word for word in found if word in words][:2] == words, pattern
        assert found[0] == words[0], pattern
