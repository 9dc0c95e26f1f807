"""What a runtime does with results is observed as far as it answers, over the protocol as in the same process."""

import sys
from pathlib import Path

import pytest

from conformance.contract.families import all_families
from conformance.contract.transports import all_transports
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.errors import ConformanceError
from conformance.systems.adapters.reference import ReferenceRuntime, reference_behaviour
from conformance.systems.observe import COMPACTION_POLICIES, PROJECTION_POLICIES, Observation, observe, sample_outputs
from conformance.systems.runtime import Opening, SilentRuntime, UnsupportedError
from conformance.systems.sources import find_source
from conformance.systems.surface.behaviour import Behaviour

OUTPUTS = sample_outputs(["ExecCommand"])
PROGRAM = """
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "project":
        result = {"envelope": {**asked["complete_output"], "result": {"seen": True}}}
    elif asked["op"] == "render":
        result = {"receipt": "seen"}
    elif asked["op"] == "transport" and asked["provider"] == "openai_chat":
        result = {"message": {"role": "tool", "content": asked["receipt"]}}
    else:
        print(json.dumps({"id": asked["id"], "ok": False, "unsupported": True}), flush=True)
        continue
    print(json.dumps({"id": asked["id"], "ok": True, "result": result}), flush=True)
"""


class OnlyProjects(SilentRuntime):
    """Projects into nothing, and takes no envelope back."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        if as_object(complete_output).get("result") == {}:
            raise UnsupportedError("project")
        return {**as_object(complete_output), "result": {}, "error": None}


def test_a_runtime_that_answers_nothing_shows_nothing() -> None:
    assert observe(SilentRuntime(), OUTPUTS) == Observation(Behaviour([], [], [], renderings=[]), [], [])


def test_what_a_runtime_lacks_is_not_observed() -> None:
    seen = observe(OnlyProjects(), OUTPUTS).behaviour
    assert len(seen.projections) == len(OUTPUTS) * len(PROJECTION_POLICIES)
    assert all(projection.repeated_envelopes and not projection.reprojections for projection in seen.projections)
    assert not seen.compactions
    assert not seen.transports


def test_what_a_runtime_lacks_is_asked_once() -> None:
    asked: list[str] = []

    class Counts(SilentRuntime):
        """Remembers what it was asked."""

        def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
            asked.append("project")
            raise UnsupportedError("project")

    observe(Counts(), OUTPUTS)
    assert asked == ["project"]


def test_the_reference_answers_everything() -> None:
    seen = reference_behaviour()
    count = sum(len(family.samples) for family in all_families().values())
    assert len(seen.projections) == count * len(PROJECTION_POLICIES)
    assert len(seen.compactions) == count * len(COMPACTION_POLICIES)
    assert len(seen.transports) == count * len(all_transports())
    assert all(projection.repeated_envelopes and projection.reprojections for projection in seen.projections)
    assert {budget.name for budget in seen.budgets} == set(all_families())


def test_names_say_what_was_asked() -> None:
    seen = observe(ReferenceRuntime({}), {"one": OUTPUTS["command/exec_truncated"]}).behaviour
    assert [projection.name for projection in seen.projections] == ["one", "one within preview_chars 400"]
    assert seen.transports[0].name == "one to anthropic"


def test_a_program_is_asked_the_same_over_the_protocol(tmp_path: Path) -> None:
    program = tmp_path / "runtime.py"
    program.write_text(PROGRAM, "utf-8")
    runtime = find_source(f"command:{sys.executable} {program}").open(Opening())
    try:
        seen = observe(runtime, {"one": OUTPUTS["command/exec_completed"]}).behaviour
    finally:
        runtime.close()
    assert len(seen.projections) == len(PROJECTION_POLICIES)
    assert not seen.compactions
    assert {transport.provider for transport in seen.transports} == {"openai_chat"}


def test_the_reference_names_the_field_that_it_can_not_project() -> None:
    with pytest.raises(ConformanceError, match="/result/exit_status"):
        ReferenceRuntime({}).project(
            {**as_object(OUTPUTS["command/exec_completed"]), "result": {"exit_status": "0"}}, {}
        )


def test_an_unknown_provider_is_unsupported() -> None:
    with pytest.raises(UnsupportedError):
        ReferenceRuntime({}).transport({}, "", "carrier_pigeon")
