"""An ignore suppresses what it names, and is itself checked."""

import datetime

from conformance.findings import Finding, Level
from conformance.settings.ignores import STALE_IGNORE, apply_ignores
from conformance.settings.repository import Config, Ignore

DAY = datetime.date(2030, 6, 1)


def _finding(
    rule: str = "id_suffix", tool: str = "ListTasks", pointer: str = "/tools/0/input_schema/properties/id"
) -> Finding:
    return Finding(rule, Level.WARNING, tool, pointer, "message", "hint", "f" * 16)


def _config(**values: object) -> Config:
    return Config(ignore=(Ignore.model_validate({"rule": "id_suffix", "reason": "agreed", **values}),))


def test_an_ignore_suppresses_the_finding_it_names_and_keeps_the_reason() -> None:
    (finding,) = apply_ignores([_finding()], _config(tool="List*", pointer="*/properties/id"), DAY)
    assert finding.suppressed == "agreed"


def test_an_ignore_leaves_other_rules_tools_and_places_alone() -> None:
    others = [_finding(rule="enum_value_case"), _finding(tool="GetTask"), _finding(pointer="/tools/0/name")]
    judged = apply_ignores([_finding(), *others], _config(tool="ListTasks", pointer="*/id"), DAY)
    assert [finding.suppressed for finding in judged] == ["agreed", None, None, None]


def test_an_ignore_that_matches_nothing_is_a_finding() -> None:
    (stale,) = apply_ignores([], _config(tool="Gone"), DAY)
    assert (stale.rule, stale.level) == (STALE_IGNORE, Level.ERROR)
    assert "tool 'Gone'" in stale.message
    assert "matches no finding" in stale.message


def test_an_expired_ignore_suppresses_nothing_and_says_when_it_ended() -> None:
    finding, stale = apply_ignores([_finding()], _config(expires=datetime.date(2030, 5, 31)), DAY)
    assert finding.suppressed is None
    assert "expired on 2030-05-31" in stale.message


def test_an_ignore_still_holds_on_its_last_day() -> None:
    (finding,) = apply_ignores([_finding()], _config(expires=DAY), DAY)
    assert finding.suppressed == "agreed"
