"""Twins of every kind are found at the later one, with the place of the earlier one as evidence."""

import pytest

from tests.rules.judging import found, places


@pytest.mark.parametrize(
    ("earlier", "later", "says"),
    [
        ("ExecCommand", "ExecCommand", "is already used"),
        ("ExecCommand", "EXECCOMMAND", "only in case"),
        ("Strasse", "Stra\u00dfe", "only in case"),
        ("LIST", "l\u0131st", "looks like"),
        ("ExecCommand", "Ex\u0435cCommand", "CYRILLIC SMALL LETTER IE"),
        ("\u0391pplyPatch", "ApplyPatch", "GREEK CAPITAL LETTER ALPHA"),
        ("ExecCommand", "\uff25xecCommand", "FULLWIDTH"),
        ("ExecCommand", "Exec\u200bCommand", "`Exec\\u200bCommand`"),
        ("TaskInfo", "Tasklnfo", "looks like"),
    ],
)
def test_a_twin_is_found_at_the_later_name_and_names_both_places(earlier: str, later: str, says: str) -> None:
    (finding,) = found("tool_name_unique", [{"name": earlier}, {"name": "TaskStop"}, {"name": later}])
    assert finding.pointer == "/tools/2/name"
    assert says in finding.message
    assert finding.evidence == {"twin": "/tools/0/name"}


def test_every_further_twin_points_to_the_first() -> None:
    findings = found("tool_name_unique", [{"name": "TaskList"}] * 3)
    assert [finding.pointer for finding in findings] == ["/tools/1/name", "/tools/2/name"]
    assert [finding.evidence for finding in findings] == [{"twin": "/tools/0/name"}] * 2


def test_names_that_only_resemble_each_other_are_different() -> None:
    names = ["TaskList", "ListTasks", "TaskLists", "TaskStatus", "GetWorkItem", "GetWorkItems", "T1", "T11", "Task1"]
    assert places("tool_name_unique", [{"name": name} for name in names]) == []
