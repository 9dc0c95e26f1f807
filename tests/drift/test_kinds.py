"""Every kind of change that drift finds is one that an entry of the configuration may name."""

import json
import string
from pathlib import Path

import pytest

from conformance.drift.kinds import change_kinds, describe_kind, is_known_kind
from conformance.drift.policy import _TABLE  # pyright: ignore[reportPrivateUsage]
from tests.drift.inventories import input_drift


def test_the_kinds_that_the_policy_names_are_known() -> None:
    named = {kind for row in _TABLE for kind in row.kinds}
    assert [kind for kind in sorted(named) if not is_known_kind(kind)] == []


def test_every_kind_of_the_labelled_pairs_is_known(corpus: Path) -> None:
    pairs = [json.loads(line) for line in (corpus / "drift-pairs.jsonl").read_text("utf-8").splitlines()]
    kinds = {ruled.change.kind for pair in pairs[::5] for ruled in input_drift(pair["old"], pair["new"])}
    assert len(kinds) > 10
    assert kinds <= change_kinds()


def test_a_glob_is_known_where_it_matches_a_kind() -> None:
    for pattern, is_known in (
        ("field_*", True),
        ("*", True),
        ("tool_removd", False),
        ("stale_accept", False),
        ("max_length_changed", True),
        ("a_member_of_tomorrow_changed", True),
    ):
        assert is_known_kind(pattern) is is_known, pattern


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("field_removed", "Field `...` was removed."),
        ("tool_renamed", "Tool `...` was renamed to `...`."),
        ("max_length_changed", "The keyword `maxLength` of a schema was changed."),
        ("additional_properties_added", "The keyword `additionalProperties` of a schema was added."),
        ("enum_removed", "The keyword `enum` of a schema was removed."),
        ("description_changed", "The description was changed."),
        ("description_type_changed", "The type of the description was changed."),
        ("error_result_changed", "The error result was changed."),
    ],
)
def test_a_kind_is_described_without_what_differs_from_case_to_case(kind: str, says: str) -> None:
    assert describe_kind(kind) == says


def test_every_kind_is_described_in_one_sentence() -> None:
    for kind in change_kinds():
        said = describe_kind(kind)
        assert said[0] in string.ascii_uppercase + "`", kind
        assert said.endswith("."), kind
        assert "{" not in said, kind
        assert "_" not in said, kind
