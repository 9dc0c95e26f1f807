"""Every normative sentence of a page is held by a rule, a probe or a test, or says why by none; and nothing is
invented.

One file of ``tests/requirements`` stands for one page: ``spec`` is its file name, ``words`` are what makes a sentence
normative; each ``requirement`` has a ``sentence`` with

- ``violation`` tables: what is wrong in the way that the sentence forbids, and the rule or probe that reports it
  (``tests/requirements/violations.py``); ``held_by`` adds tests (``test:PATH::NAME``),
- or ``reference_only``: why no other system can be asked, with the tests of our own in ``held_by``,
- or ``cannot_be_violated``: why no system that can be observed violates it. What it permits is shown by ``allowed``
  tables, to which no rule objects.

``reason`` says which part of a sentence nothing can hold. A page whose sentences run over several lines, or are lists,
names its ``sections`` instead (and its ``headings``, where they carry no mark): every line below them stands in some
listed sentence. Rules over the listed ``scopes`` are named by a sentence, or by ``rules_without_a_sentence`` with a
reason.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.rules.catalogue import all_rules
from tests.requirements.violations import KINDS, Violation, objections, read_violation

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests" / "requirements").glob("*.toml"))
PAGES: dict[str, dict[str, Any]] = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in FILES}
ANSWERS = ("violation", "reference_only", "cannot_be_violated")
KEYS = {*ANSWERS, "sentence", "held_by", "allowed", "reason"}
# Fewer words say that something is so, not why.
FEWEST_WORDS = 5
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


def test_every_sentence_has_a_violation_or_says_why_it_has_none(page: dict[str, Any]) -> None:
    entries = page["requirement"]
    assert {key for one in entries for key in one} <= KEYS
    assert [one["sentence"] for one in entries if len({*ANSWERS} & set(one)) != 1] == []
    counts = {key: sum(key in one for one in entries) for key in ANSWERS}
    assert counts == {key: page[key] for key in counts}


def test_what_has_no_violation_has_a_reason_and_our_own_reference_a_test(page: dict[str, Any]) -> None:
    entries = page["requirement"]
    reasons = [one[key] for one in entries for key in (*ANSWERS[1:], "reason") if key in one]
    assert [reason for reason in reasons if len(str(reason).split()) < FEWEST_WORDS] == []
    assert [one for one in entries if "reference_only" in one and not one.get("held_by")] == []


def test_rules_and_probes_are_named_by_the_violation_that_they_report(page: dict[str, Any]) -> None:
    named = [(one["sentence"], holder) for one in page["requirement"] for holder in one.get("held_by", [])]
    assert [(sentence, holder) for sentence, holder in named if not holder.startswith("test:")] == []


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in PAGES for kind in KINDS])
def test_what_holds_a_sentence_reports_its_violation_and_not_the_good_form(
    name: str, kind: str, tmp_path: Path
) -> None:
    faults = [
        f"{one['sentence'][:100]!r}: {fault}"
        for one in PAGES[name]["requirement"]
        for violation in _violations(one)
        if violation.kind == kind
        for fault in violation.faults(tmp_path)
    ]
    assert not faults, "\n".join(faults)


def test_no_rule_objects_to_what_a_sentence_permits(page: dict[str, Any], tmp_path: Path) -> None:
    permitted = [(one["sentence"][:100], table) for one in page["requirement"] for table in one.get("allowed", [])]
    objected = [(sentence, objections(table, tmp_path)) for sentence, table in permitted]
    assert [one for one in objected if one[1]] == []


def _violations(entry: dict[str, Any]) -> list[Violation]:
    return [read_violation(table) for table in entry.get("violation", [])]


def _holders(page: dict[str, Any]) -> set[str]:
    """Return what holds the sentences of a page: tests by their name, and rules and probes that report violations."""
    entries = page["requirement"]
    named = {holder for one in entries for holder in one.get("held_by", [])}
    return named | {violation.by for one in entries for violation in _violations(one)}


def test_no_sentence_is_listed_twice(page: dict[str, Any]) -> None:
    listed = [requirement["sentence"] for requirement in page["requirement"]]
    assert len(listed) == len(set(listed))


def test_whatever_holds_a_sentence_exists(page: dict[str, Any]) -> None:
    holders = _holders(page)
    assert [holder for holder in sorted(holders) if not _exists(holder)] == []


def test_every_rule_of_the_page_stands_on_a_sentence_or_says_why_not(page: dict[str, Any]) -> None:
    named = {holder.removeprefix("rule:") for holder in _holders(page)}
    excused = page.get("rules_without_a_sentence", {})
    rules = {rule.id for rule in all_rules().values() if rule.scope.name in page.get("scopes", [])}
    assert sorted(rules - named - set(excused)) == []
    assert sorted(set(excused) & named) == []
    assert sorted(set(excused) - set(all_rules())) == []
    assert all(excused.values())


def test_every_rule_and_every_probe_stands_on_a_sentence_of_some_page_or_says_why_not() -> None:
    named = {holder.partition(":")[2] for page in PAGES.values() for holder in _holders(page)}
    excused = {rule for page in PAGES.values() for rule in page.get("rules_without_a_sentence", {})}
    probes = {file.stem for file in (ROOT / "conformance" / "probes" / "catalogue").glob("[a-z]*.py")}
    assert sorted({*all_rules(), *probes} - named - excused) == []


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


def test_a_violation_that_is_not_reported_is_noticed_and_so_is_a_good_form_that_is(tmp_path: Path) -> None:
    silent = {"by": "rule:status_known", "envelope": "{}", "set": '{"/summary_text": "failed"}'}
    assert len(list(read_violation(silent).faults(tmp_path))) == 1
    other = {
        "by": "rule:status_known",
        "log": "command/exec_completed",
        "set": '{"/envelope/status": "x"}',
        "says": "y",
    }
    assert len(list(read_violation(other).faults(tmp_path))) == 1
    reported = {"by": "rule:status_known", "envelope": '{"status": "x"}', "bad": '{"status": "y"}'}
    assert len(list(read_violation(reported).faults(tmp_path))) == 1
    sound = {"by": "rule:transport_same_receipt", "miniature": "sound"}
    assert len(list(read_violation(sound).faults(tmp_path))) == 1
    assert len(objections({"envelope": '{"status": "x"}'}, tmp_path)) > 0


@pytest.mark.parametrize(
    "table",
    [
        {"by": "rule:status_known", "envelope": "{}", "bad": "{}"},
        {"by": "rule:status_known", "envelope": "{}", "set": "{}", "whim": 1},
        {"by": "rule:status_known", "whim": "{}", "set": "{}"},
        {"by": "rule:status_known", "log": "command/no_such_sample", "set": "{}"},
        {"by": "rule:status_known", "log": "command/exec_completed", "drop": ["/envelope/nothing"]},
        {"example": "no_such_rule", "says": "status"},
        {"example": "status_known", "says": "no such words"},
    ],
)
def test_what_is_no_violation_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, KeyError, ValueError)):
        read_violation(table)
