"""An ignore suppresses what it names, and is itself checked."""

import datetime
from fnmatch import fnmatchcase

from conformance.findings import Finding, Level
from conformance.settings.ignores import Coverage, Ignores
from conformance.settings.notices import STALE_IGNORE
from conformance.settings.repository import Config, Ignore
from conformance.settings.table_reader import read_table

DAY = datetime.date(2030, 6, 1)
EXPIRED = datetime.date(2030, 5, 31)


def _finding(
    rule: str = "id_suffix", tool: str = "ListTasks", pointer: str = "/tools/0/input_schema/properties/id"
) -> Finding:
    return Finding(rule, Level.WARNING, tool, pointer, "message", "hint", "f" * 16)


def _config(**values: object) -> Config:
    return Config(ignore=(read_table({"rule": "id_suffix", "reason": "agreed", **values}, Ignore, None),))


def _ignores(config: Config, examined: tuple[str, ...] = ("id_suffix",), off: tuple[str, ...] = ()) -> Ignores:
    known = {"id_suffix", "id_order", "receipt_bounded", *examined, *off}

    def keys_of(pattern: str) -> set[str]:
        return {one for one in known if fnmatchcase(one, pattern)}

    return Ignores(config, Coverage(keys_of, {"id_suffix", "id_order"}, set(examined), set(off)), DAY)


def _pass(findings: list[Finding], config: Config, examined: tuple[str, ...] = ("id_suffix",)) -> list[Finding]:
    ignores = _ignores(config, examined)
    return [*[ignores.suppress(finding) for finding in findings], *ignores.stale_findings()]


def test_an_ignore_suppresses_the_finding_it_names_and_keeps_the_reason() -> None:
    (finding,) = _pass([_finding()], _config(tool="List*", pointer="*/properties/id"))
    assert finding.suppressed == "agreed"


def test_an_ignore_leaves_other_rules_tools_and_places_alone() -> None:
    others = [_finding(rule="enum_value_case"), _finding(tool="GetTask"), _finding(pointer="/tools/0/name")]
    judged = _pass([_finding(), *others], _config(tool="ListTasks", pointer="*/id"))
    assert [finding.suppressed for finding in judged] == ["agreed", None, None, None]


def test_an_ignore_of_a_tool_itself_leaves_what_is_in_the_tool_alone() -> None:
    inside = "/tools/0/annotations/destructiveHint"
    for pointer, accepted in (("/tools/*", [True, False]), ("/tools/*/*", [False, True]), ("*", [True, True])):
        judged = _pass([_finding(pointer="/tools/0"), _finding(pointer=inside)], _config(pointer=pointer))
        assert [finding.suppressed is not None for finding in judged] == accepted


def test_an_ignore_that_matches_nothing_is_a_finding() -> None:
    (stale,) = _pass([], _config(tool="Gone"))
    assert (stale.rule, stale.level) == (STALE_IGNORE.id, Level.ERROR)
    assert "tool `Gone`" in stale.message
    assert "matches no finding" in stale.message


def test_an_expired_ignore_suppresses_nothing_and_says_when_it_ended() -> None:
    finding, stale = _pass([_finding()], _config(expires=EXPIRED))
    assert finding.suppressed is None
    assert "expired on 2030-05-31" in stale.message


def test_an_ignore_still_holds_on_its_last_day() -> None:
    (finding,) = _pass([_finding()], _config(expires=DAY))
    assert finding.suppressed == "agreed"


def test_an_ignore_of_what_a_run_does_not_look_at_is_not_stale() -> None:
    assert _pass([], _config(rule="receipt_bounded"), examined=("id_suffix",)) == []
    assert _pass([], _config(rule="id_order", expires=EXPIRED), examined=()) != []
    assert _pass([], _config(rule="receipt_bounded", expires=EXPIRED)) == []


def test_a_glob_is_stale_only_where_everything_that_it_names_was_examined() -> None:
    assert _pass([], _config(rule="id_*"), examined=("id_suffix",)) == []
    assert len(_pass([], _config(rule="id_*"), examined=("id_suffix", "id_order"))) == 1


def test_an_ignore_is_not_stale_where_the_rule_was_judged_on_other_data_than_it_names() -> None:
    assert [one.rule for one in _pass([_finding()], _config(tool="Gone"), examined=())] == ["id_suffix"]


def test_an_ignore_of_what_levels_turn_off_names_that_as_the_cause() -> None:
    (stale,) = _ignores(_config(), examined=(), off=("id_suffix",)).stale_findings()
    assert stale.message.endswith("has no effect, because `levels` turns `id_suffix` off")
    assert not list(_ignores(_config(rule="id_*"), examined=(), off=("id_suffix",)).stale_findings())


def test_an_ignore_for_a_question_without_an_answer_is_not_stale() -> None:
    for check, tool, count in (
        ("id_suffix", "ListTasks", 0),
        ("id_suffix", None, 0),
        ("id_suffix", "GetTask", 1),
        ("id_order", "ListTasks", 1),
    ):
        ignores = _ignores(_config(tool="List*"))
        ignores.leave_open([(check, tool)])
        assert len(list(ignores.stale_findings())) == count, (check, tool)


def test_a_run_on_some_tools_proves_nothing_about_others() -> None:
    for tool, count in (("ListTasks", 1), ("List*", 0), ("*", 0), ("Gone", 0)):
        ignores = _ignores(_config(tool=tool))
        ignores.narrow_to(["ListTasks", "GetTask"])
        assert len(list(ignores.stale_findings())) == count, tool
