"""Every normative sentence of a page is held by a rule, a probe or a test, or says why by none; and nothing is
invented.

One table of ``requirements.toml`` stands for one page: ``spec`` is its file name, ``words`` are what makes a sentence
normative; each ``requirement`` has a ``sentence`` with ``held_by`` (``rule:ID``, ``probe:ID``, ``test:PATH::NAME``) or
a ``reason``. A page whose sentences run over several lines, or are lists, names its ``sections`` instead (and its
``headings``, where they carry no mark): every line below them stands in some listed sentence. Rules over the listed
``scopes`` are named by a sentence, or by ``rules_without_a_sentence`` with a reason.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.rules.catalogue import all_rules

ROOT = Path(__file__).parents[1]
PAGES: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "requirements.toml").read_text("utf-8"))
_END_OF_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z\"`*])|(?<=:)\s+(?=[A-Z])")


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What is required by one page."""
    return PAGES[request.param]


def test_every_page_of_the_specification_is_listed(corpus: Path) -> None:
    pages = {path.name for path in (corpus.parent / "spec").glob("*.md")}
    assert {page["spec"] for page in PAGES.values()} == pages


def sentences(text: str, words: list[str]) -> Iterator[str]:
    """Yield the sentences that hold one of the words; in a flattened table a word may touch the cell before."""
    normative = re.compile(rf"(?:{'|'.join(words)})\b")
    for line in text.splitlines():
        for sentence in _END_OF_SENTENCE.split(line.strip()):
            if normative.search(sentence):
                yield sentence


def lines_below(text: str, sections: list[str], headings: list[str]) -> Iterator[str]:
    """Yield the lines below the named sections, each with its blanks as one."""
    covered = False
    for line in text.splitlines():
        plain = " ".join(line.split())
        if plain.startswith("#") or plain in headings:
            covered = plain.lstrip("# ") in sections
        elif covered and plain:
            yield plain


def test_every_normative_sentence_is_listed_and_every_listed_one_is_in_the_page(
    page: dict[str, Any], corpus: Path
) -> None:
    text = (corpus.parent / "spec" / page["spec"]).read_text("utf-8")
    listed = [" ".join(requirement["sentence"].split()) for requirement in page["requirement"]]
    plain = " ".join(text.split())
    if "sections" in page:
        lines = lines_below(text, page["sections"], page.get("headings", []))
        assert [line for line in lines if not any(line in sentence for sentence in listed)] == []
    else:
        found = set(sentences(text, page.get("words", ["MUST", "SHOULD", "MAY"])))
        assert sorted(found - set(listed)) == []
    assert [sentence for sentence in listed if sentence not in plain] == []


def test_every_sentence_is_held_or_says_why_it_can_not_be(page: dict[str, Any]) -> None:
    empty = [one["sentence"] for one in page["requirement"] if not one.get("held_by") and not one.get("reason")]
    assert empty == []
    keys = {key for one in page["requirement"] for key in one}
    assert keys <= {"sentence", "held_by", "reason"}


def test_no_sentence_is_listed_twice(page: dict[str, Any]) -> None:
    listed = [requirement["sentence"] for requirement in page["requirement"]]
    assert len(listed) == len(set(listed))


def test_whatever_holds_a_sentence_exists(page: dict[str, Any]) -> None:
    holders = {holder for one in page["requirement"] for holder in one.get("held_by", [])}
    assert [holder for holder in sorted(holders) if not _exists(holder)] == []


def test_every_rule_of_the_page_stands_on_a_sentence_or_says_why_not(page: dict[str, Any]) -> None:
    holders = {holder for one in page["requirement"] for holder in one.get("held_by", [])}
    named = {holder.removeprefix("rule:") for holder in holders}
    excused = page.get("rules_without_a_sentence", {})
    rules = {rule.id for rule in all_rules().values() if rule.scope.name in page.get("scopes", [])}
    assert sorted(rules - named - set(excused)) == []
    assert sorted(set(excused) & named) == []
    assert sorted(set(excused) - set(all_rules())) == []
    assert all(excused.values())


def _exists(holder: str) -> bool:
    kind, _, name = holder.partition(":")
    if kind == "rule":
        return name in all_rules()
    if kind == "probe":
        return (ROOT / "conformance" / "probes" / "catalogue" / f"{name}.py").is_file()
    path, _, test = name.partition("::")
    return kind == "test" and (ROOT / path).is_file() and test.rpartition("::")[2] in _functions(ROOT / path)


def _functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_a_holder_that_is_not_there_is_noticed() -> None:
    assert not _exists("rule:no_such_rule")
    assert not _exists("test:tests/test_requirements.py::test_no_such_test")
    assert not _exists("wish:anything")
    assert _exists("test:tests/test_requirements.py::test_a_holder_that_is_not_there_is_noticed")


def test_a_word_is_found_behind_a_cell_of_a_flattened_table() -> None:
    assert list(sentences("typestringYesMUST be it. It may be. It MAY.", ["MUST", "MAY"])) == [
        "typestringYesMUST be it.",
        "It MAY.",
    ]


def test_lines_below_a_section_end_at_the_next_heading_marked_or_named() -> None:
    text = "# One\na  b\n## Two\nc\nThree\nd\n"
    assert list(lines_below(text, ["One", "Three"], ["Three"])) == ["a b", "d"]
