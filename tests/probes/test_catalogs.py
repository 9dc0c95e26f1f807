"""What agent profiles are offered is compared with the families of tools that they have the authority for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import pytest

from conformance.cli._sources import parse_profiles
from conformance.commands.probe import Plan, probe
from conformance.commands.probe_plan import plan_of
from conformance.commands.registry import applied_probes
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.settings.probing import Probing
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config
from conformance.systems.runtime import PROVENANCES, DeclinedError, SilentRuntime, UnsupportedError
from conformance.systems.sources import find_source

HOLON = load_profile("holon")
FAMILIES = {"WaitFor": "core_agent", "ExecCommand": "local_environment", "WebFetch": "web"}


@dataclass
class Offers(SilentRuntime):
    """Has a tool of each of three families, and offers each agent profile what it is told to offer."""

    offered: Mapping[str | None, Sequence[str]]
    asked: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])

    def describe(self) -> JsonObject:
        """Return the inventory."""
        tools = [
            {"name": name, "family": family, "input_schema": {"type": "object"}} for name, family in FAMILIES.items()
        ]
        return {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": tools}

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names; raises ``DeclinedError`` for a profile that it does not have."""
        self.asked.append((provenance, profile))
        if profile not in self.offered:
            raise DeclinedError(ErrorKind.UNREACHABLE, f"there is no profile {profile}", "name another one")
        return self.offered[profile]


def _messages(offered: Mapping[str | None, Sequence[str]], **authority: Sequence[str]) -> dict[str, Level]:
    plan = Plan(applied_probes(HOLON, ["catalog_stable"]), HOLON, authority=authority)
    report = probe(Offers(offered), "offers", plan)
    return {one.message: one.level for one in report.findings if one.rule in ("catalog_stable", "inconclusive")}


def test_a_profile_that_is_offered_just_its_families_is_right() -> None:
    offered = {None: [*FAMILIES], "observer": ["WaitFor"], "operator": [*FAMILIES]}
    assert _messages(offered, observer=["core_agent"], operator=["*"]) == {}
    assert _messages({**offered, None: ["WaitFor"]}, observer=["core_agent"], operator=["*"]) == {}


def test_a_tool_of_another_family_and_a_family_without_a_tool_are_findings() -> None:
    offered = {None: [*FAMILIES], "observer": ["ExecCommand"]}
    assert _messages(offered, observer=["core_agent"]) == {
        "tool `ExecCommand` is offered to profile `observer`, which has no authority for it": Level.ERROR,
        "no tool of the family `core_agent` is offered to profile `observer`": Level.WARNING,
    }


def test_tools_that_only_a_profile_is_offered_are_compared_with_the_inventory() -> None:
    offered = {None: ["WaitFor"], "observer": ["WaitFor", "NotifyOperator", "ReadMail"]}
    assert _messages(offered, observer=["*"]) == {
        "tool `NotifyOperator` is offered to the model but belongs to the runtime": Level.ERROR,
        "tool `ReadMail` is offered to the model but is not in the inventory": Level.ERROR,
        "tool `ExecCommand` is in the inventory but in no catalog": Level.WARNING,
        "tool `WebFetch` is in the inventory but in no catalog": Level.WARNING,
    }


def test_a_profile_that_the_runtime_does_not_have_is_undetermined_and_hides_no_finding() -> None:
    found = _messages({None: ["WaitFor", "ExecCommand"]}, nobody=["core_agent"])
    assert found == {
        "tool `WebFetch` is in the inventory but in no catalog": Level.WARNING,
        "undetermined: there is no profile nobody": Level.INFO,
    }


def test_each_profile_is_asked_about_each_provenance() -> None:
    runtime = Offers({None: [*FAMILIES], "observer": ["WaitFor"]})
    probe(runtime, "offers", Plan(applied_probes(HOLON, ["catalog_stable"]), HOLON, authority={"observer": ["*"]}))
    assert sorted(runtime.asked, key=str) == sorted(
        [(one, profile) for one in PROVENANCES for profile in (None, "observer")], key=str
    )


def test_a_system_without_catalogs_is_not_asked_about_profiles() -> None:
    class Silent(Offers):
        def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
            raise UnsupportedError("catalog")

    plan = Plan(applied_probes(HOLON, ["catalog_stable"]), HOLON, authority={"observer": ["core_agent"]})
    assert [one for one in probe(Silent({}), "silent", plan).findings if one.rule == "catalog_stable"] == []


def test_profiles_come_from_the_configuration_and_from_the_option() -> None:
    config = Config(probe=Probing(profiles={"observer": ("core_agent",)}))
    assert plan_of(config, find_source("reference"), today=date(2026, 1, 1)).authority == {"observer": ("core_agent",)}
    assert parse_profiles(["observer=core_agent, web", "nobody="]) == {"observer": ("core_agent", "web"), "nobody": ()}
    with pytest.raises(ConformanceError, match="`--agent-profile observer` does not name a profile"):
        parse_profiles(["observer"])
