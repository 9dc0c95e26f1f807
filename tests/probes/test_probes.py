"""The probes: each explains itself, none objects to a system that keeps its promise, whatever it promises."""

import ast
import json
from pathlib import Path

import pytest

from conformance.commands.probe import Plan, probe
from conformance.inventory import Inventory, read_inventory
from conformance.probes.catalogue import all_probes, probe_ids
from conformance.probes.interview import Probe, RunLimits
from conformance.probes.interview.permission import Permissions
from conformance.probes.interview.rehearsal import Rehearsal
from conformance.probes.miniatures import all_miniatures
from conformance.settings.checks import AppliedCheck
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source, inventory_of
from tests.architecture.imports import modules
from tests.cases import check_each

PROBES = all_probes()
PLAN = Plan(
    [AppliedCheck(one, one.level) for one in PROBES.values()],
    load_profile("holon"),
    Permissions(harmless=True),
    limits=RunLimits(max_examples=30),
)
OPENNESS = {"unknown_field_rejected", "open_inputs_noticed"}
"""An open schema promises that strange fields are taken; a probe may hold that against it."""


@check_each("one", PROBES.values(), ids=PROBES.keys())
def test_every_probe_is_a_question_with_a_reason(one: Probe) -> None:
    assert one.summary.endswith("?")
    assert one.why
    assert "#" in one.source


def test_no_fingerprint_is_made_of_the_words_of_a_message() -> None:
    found: list[str] = []
    for module, path in modules().items():
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            details = [ast.dump(one.value) for one in call.keywords if one.arg == "detail"]
            words = [ast.dump(one) for one in call.args] + [
                ast.dump(one.value) for one in call.keywords if one.arg in ("message", "hint")
            ]
            found += [f"{module}:{call.lineno}" for detail in details if detail in words]
    assert found == []


def test_the_ids_are_known_without_importing_a_probe() -> None:
    assert probe_ids() == sorted(PROBES)


def test_the_reference_contract_passes_every_probe() -> None:
    report = probe(find_source("reference").open(Opening()), "reference", PLAN)
    assert [(finding.rule, finding.tool, finding.message) for finding in report.findings] == []
    assert report.tool_count > 20
    assert report.checked_count > 1000


@pytest.mark.parametrize("only_calls", [False, True])
def test_a_system_that_does_what_it_promises_passes_every_probe(only_calls: bool) -> None:
    inventory = inventory_of(all_miniatures()["sound"].runtime())
    report = probe(Rehearsal(inventory, only_calls=only_calls), "rehearsal", PLAN)
    assert [(finding.rule, finding.message) for finding in report.findings] == []


@pytest.mark.long
def test_whatever_the_corpus_promises_keeping_it_passes_every_probe(corpus: Path) -> None:
    for inventory in _inventories(corpus):
        report = probe(Rehearsal(inventory), "rehearsal", PLAN)
        # the probe of defaults tries a bounded number of values, and says so where more are left
        open_ends = [one for one in report.findings if "more other values of parameter" in one.message]
        assert {one.rule for one in open_ends} <= {"inconclusive"}
        assert {one.rule for one in report.findings if one not in open_ends} <= OPENNESS


def _inventories(corpus: Path) -> list[Inventory]:
    named = ("mcp-server-git", "modelcontextprotocol__server-filesystem")
    listed = [inventory_of(find_source(str(corpus / f"mcp/{name}.json")).open(Opening())) for name in named]
    newest = sorted(corpus.glob("inventories/*.json"))[-1]
    assert json.loads(newest.read_text("utf-8"))["tools"]
    return [read_inventory(newest)[0], *listed]
