"""A refusal names the place of the input that is wrong, whatever the library calls the branches of its unions."""

import pytest

from conformance.documents.values import JsonValue, as_object
from conformance.systems.adapters.reference import ReferenceRuntime


@pytest.mark.parametrize(
    ("agent", "field", "hint"),
    [
        ({"preset": "public_named", "agent_id": "a", "x": 1}, "/agent/x", "'agent_id'"),
        ({"preset": "public_named"}, "/agent/agent_id", "'agent_id'"),
        ({"preset": "public_named", "agent_id": 5}, "/agent/agent_id", "'agent_id'"),
    ],
)
def test_a_fault_in_a_branch_is_told_at_its_place_in_the_input(agent: JsonValue, field: str, hint: str) -> None:
    error = as_object(ReferenceRuntime({}).parse("SpawnAgent", {"agent": agent}).error)
    assert as_object(error["details"])["field"] == field
    assert hint in str(error["recovery_hint"])
