"""The published test suite of JSON Schema, through our own doors: judging, containment, and generation.

It is no part of the project. `JSON_SCHEMA_TEST_SUITE` names a checkout of it, or the folder `json` in the source
distribution of `jsonschema`; without the variable these tests are skipped, and `pytest -m long` runs them.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance.documents.values import JsonValue, equal
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.questions import contains
from conformance.schema.generation.valid import Inputs
from conformance.schema.safe_validation import validate_instance

_VARIABLE = "JSON_SCHEMA_TEST_SUITE"
_SUITE = os.environ.get(_VARIABLE)
_DIALECTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
# The suite counts on servers at these addresses, which are never asked; the meta-schemas of the dialects are at hand.
_OUTSIDE = ("points outside this schema", "names the unknown dialect `http://localhost:1234/")
_META = "//json-schema.org/"
# Deterministic: steps alone decide, however slow the machine is.
_BUDGET = ProofBudget(steps=5_000, seconds=60.0)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(_SUITE is None, reason=f"{_VARIABLE} does not name the suite"),
    pytest.mark.parametrize("dialect", _DIALECTS),
]


@dataclass(frozen=True, slots=True)
class _Group:
    """One schema of the suite, and its instances, each with whether it is valid."""

    name: str
    schema: JsonValue
    cases: tuple[tuple[str, JsonValue, bool], ...]

    @property
    def is_usable(self) -> bool:
        """Whether the schema can be judged without opening anything."""
        return not isinstance(validate_instance(None, self.schema, 1), str)


def _groups(dialect: str) -> Iterator[_Group]:
    folder = Path(_SUITE or "") / "tests" / dialect
    files = sorted(folder.glob("*.json"))
    assert files, f"{folder} has no tests"
    for file in (*files, folder / "optional/ecmascript-regex.json"):
        for group in json.loads(file.read_text("utf-8")):
            stated: JsonValue = group["schema"]
            schema = {"$schema": _DIALECTS[dialect], **stated} if isinstance(stated, dict) else stated
            cases = tuple((one["description"], one["data"], one["valid"]) for one in group["tests"])
            yield _Group(f"{file.name}: {group['description']}", schema, cases)


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    return type(one) is type(other) and equal(one, other)  # in draft-04, 3.0 is not an integer


def test_each_instance_is_judged_right_or_its_schema_refused_for_a_reference_to_elsewhere(dialect: str) -> None:
    wrong: list[str] = []
    judged = 0
    for group in _groups(dialect):
        for name, instance, is_right in group.cases:
            found = validate_instance(instance, group.schema, 1)
            judged += not isinstance(found, str)
            refused = isinstance(found, str) and any(reason in found for reason in _OUTSIDE) and _META not in found
            if not refused and (isinstance(found, str) or (found == []) != is_right):
                wrong.append(f"{group.name}: {name}: {found}")
    assert wrong == []
    assert judged > 600


def test_a_schema_contains_its_valid_instances_and_no_other(dialect: str) -> None:
    wrong: list[str] = []
    decided = 0
    for group in _groups(dialect):
        for name, instance, is_right in group.cases if group.is_usable else ():
            one: JsonValue = {"$schema": _DIALECTS[dialect], "enum": [instance]}
            holds = contains(one, group.schema, budget=_BUDGET).holds
            decided += holds is not None
            if holds is (not is_right):
                wrong.append(f"{group.name}: {name}")
    assert wrong == []
    assert decided > 400


def test_each_generated_input_is_valid_for_the_suite_and_for_its_schema(dialect: str) -> None:
    wrong: list[str] = []
    made = 0
    for group in _groups(dialect):
        known = [(instance, is_right) for _, instance, is_right in group.cases]
        for one in Inputs(group.schema).pool if group.is_usable else ():
            made += 1
            said = [is_right for instance, is_right in known if _is_same(instance, one.value)]
            if validate_instance(one.value, group.schema, 1) != [] or False in said:
                wrong.append(f"{group.name}: {one.value!r}")
    assert wrong == []
    assert made > 400
