"""The labelled pairs of the corpus: no verdict is wrong, and next to none is unknown."""

import json
from pathlib import Path

from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import Comparison

MOST_UNKNOWN = 0.005


def test_no_verdict_on_the_labelled_pairs_is_wrong(corpus: Path) -> None:
    wrong: list[str] = []
    unknown: list[str] = []
    pairs = [json.loads(line) for line in (corpus / "drift-pairs.jsonl").read_text("utf-8").splitlines()]
    for each in pairs:
        comparison = Comparison(each["old"], each["new"])
        for question, verdict in (("input", comparison.forward_verdict()), ("output", comparison.backward_verdict())):
            expected = Answer.BREAKING if each[f"breaks_{question}"] else Answer.COMPATIBLE
            if verdict.answer is Answer.UNKNOWN:
                unknown.append(f"{each['id']} {question}: {verdict.reason}")
            elif verdict.answer is not expected:
                wrong.append(f"{each['id']} {question}")
    assert wrong == []
    assert len(unknown) <= MOST_UNKNOWN * 2 * len(pairs), unknown
