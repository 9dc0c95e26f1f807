"""A hunt for wrong verdicts: random schemas and edits, judged by the reference validator on instances.

``CONFORMANCE_HUNT`` says how many pairs; the default is small enough for every run.
"""

import os
import random
from itertools import islice
from typing import Any

import pytest

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import Comparison
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.validation import is_valid, schema_violations
from tests.cases import check_each
from tests.schema.containment.edited_schemas import DIALECTS, Maker, instance

PAIRS = int(os.environ.get("CONFORMANCE_HUNT", "300"))
MOST_UNKNOWN = 0.01
CHUNK = 50


def pair(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two schemas: mostly one and its edit, sometimes two strangers, sometimes of two dialects."""
    rng = random.Random(seed)
    maker = Maker(rng, rng.choice(DIALECTS))
    old = maker.document(rng.choice((1, 2, 3)))
    return old, maker.edited(old) if rng.random() < 0.9 else Maker(rng, rng.choice(DIALECTS)).document(2)


def instances(schema: Any, seed: int) -> list[Any]:
    """Random instances, and some that the schema was built to accept."""
    rng = random.Random(seed)
    found = [instance(rng) for _ in range(40)]
    try:
        algebra = Algebra(Meter(ProofBudget(steps=20_000)).spend)
        formula = SchemaTranslation(algebra, "any", schema, dialect_of(schema) or DEFAULT).root()
        found.extend(islice(Search(algebra).instances(formula, 4), 25))
    except UndecidableError:
        pass
    return found


@pytest.mark.parametrize("first", range(0, PAIRS, CHUNK))
def test_no_verdict_is_wrong(first: int) -> None:
    unknown = 0
    for seed in range(first, first + CHUNK):
        old, new = pair(seed)
        if any(schema_violations(old)) or any(schema_violations(new)):
            continue
        comparison = Comparison(old, new)
        for accepted, accepting, verdict in (
            (old, new, comparison.forward_verdict()),
            (new, old, comparison.backward_verdict()),
        ):
            unknown += verdict.answer is Answer.UNKNOWN
            if verdict.answer is Answer.COMPATIBLE:
                refuted = [x for x in instances(accepted, seed) if is_valid(x, accepted) and not is_valid(x, accepting)]
                assert refuted == [], f"seed {seed}"
            if verdict.witness is not None:
                assert is_valid(verdict.witness.instance, accepted), f"seed {seed}"
                assert not is_valid(verdict.witness.instance, accepting), f"seed {seed}"
    assert unknown <= max(2, MOST_UNKNOWN * 2 * CHUNK)


@check_each("seed", range(0, PAIRS, 10))
def test_every_schema_contains_itself_and_its_rewriting(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng)
    old = maker.document(2)
    new = {"$defs": old.get("$defs", {}), "allOf": [{"not": {"not": {k: v for k, v in old.items() if k != "$defs"}}}]}
    if not {"unevaluatedProperties", "unevaluatedItems"} & set(old):
        assert contained_both_ways(old, new)


def contained_both_ways(old: Any, new: Any) -> bool:
    """Say whether both schemas are proved to accept the same."""
    comparison = Comparison(old, new)
    return comparison.forward_verdict().answer is comparison.backward_verdict().answer is Answer.COMPATIBLE
