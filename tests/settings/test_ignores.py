"""An ignore suppresses what it names, and is itself checked."""

import datetime
from fnmatch import fnmatchcase

from conformance.findings import Finding, Level
from conformance.settings.ignores import Ignores
from conformance.settings.notices import STALE_IGNORE
from conformance.settings.repository import Config, Ignore

DAY = datetime.date(2030, 6, 1)


def _finding(
    rule: str = "id_suffix", tool: str = "ListTasks", pointer: str = "/tools/0/input_schema/properties/id"
) -> Finding:
    return Finding(rule, Level.WARNING, tool, pointer, "message", "hint", "f" * 16)


def _config(**values: object) -> Config:
    return Config(ignore=(Ignore.model_validate({"rule": "id_suffix", "reason": "agreed", **values}),))


def _pass(findings: list[Finding], config: Config, judged: tuple[str, ...] = ("id_suffix",)) -> list[Finding]:
    ignores = Ignores(config, lambda name: any(fnmatchcase(one, name) for one in judged), DAY)
    return [*[ignores.suppress(finding) for finding in findings], *ignores.stale_findings()]


def test_an_ignore_suppresses_the_finding_it_names_and_keeps_the_reason() -> None:
    (finding,) = _pass([_finding()], _config(tool="List*", pointer="*/properties/id"))
    assert finding.suppressed == "agreed"


def test_an_ignore_leaves_other_rules_tools_and_places_alone() -> None:
    others = [_finding(rule="enum_value_case"), _finding(tool="GetTask"), _finding(pointer="/tools/0/name")]
    judged = _pass([_finding(), *others], _config(tool="ListTasks", pointer="*/id"))
    assert [finding.suppressed for finding in judged] == ["agreed", None, None, None]


def test_an_ignore_that_matches_nothing_is_a_finding() -> None:
    (stale,) = _pass([], _config(tool="Gone"))
    assert (stale.rule, stale.level) == (STALE_IGNORE.id, Level.ERROR)
    assert "tool 'Gone'" in stale.message
    assert "matches no finding" in stale.message


def test_an_expired_ignore_suppresses_nothing_and_says_when_it_ended() -> None:
    finding, stale = _pass([_finding()], _config(expires=datetime.date(2030, 5, 31)))
    assert finding.suppressed is None
    assert "expired on 2030-05-31" in stale.message


def test_an_ignore_still_holds_on_its_last_day() -> None:
    (finding,) = _pass([_finding()], _config(expires=DAY))
    assert finding.suppressed == "agreed"


def test_an_ignore_of_what_a_run_does_not_look_at_is_not_stale() -> None:
    assert _pass([], _config(), judged=("receipt_bounded",)) == []
    assert len(_pass([], _config(rule="id_*"), judged=("receipt_bounded", "id_suffix"))) == 1


def test_an_ignore_of_a_rule_that_found_something_elsewhere_is_stale() -> None:
    assert [one.rule for one in _pass([_finding()], _config(tool="Gone"), judged=())] == ["id_suffix", STALE_IGNORE.id]
