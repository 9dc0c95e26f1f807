"""The judging pipeline: what is found is located, masked, passed by the ignores and counted, in this order."""

import datetime
import json

from msgspec.structs import replace

from conformance.commands.check import check
from conformance.commands.finding_tally import MAX_KEPT_ALIKE, FindingTally
from conformance.commands.judge import RecordOrigin, judge_surface, mask_by_form, notice_findings
from conformance.commands.registry import applied_rules
from conformance.commands.report import ExaminedTools
from conformance.documents import reader
from conformance.documents.location import Location
from conformance.findings import Finding, Level, Problem, distinguish
from conformance.inventory import load_inventory
from conformance.rules.examples import from_envelope, from_tool
from conformance.rules.scopes import RECEIPT, RECORD
from conformance.settings.ignores import Coverage, Ignores
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.surface import Surface

HOLON = load_profile("holon")
DAY = datetime.date(2030, 6, 1)
TOKEN = "ghp_" + "0" * 36


def _finding(rule: str = "status_known", pointer: str = "/status", level: Level = Level.ERROR) -> Finding:
    return Finding(rule, level, "ListTasks", pointer, "message", "hint", "f" * 16, evidence={"record": "1"})


def test_a_finding_of_an_inventory_is_located_and_quotes_no_secret() -> None:
    text = json.dumps(from_tool({"name": TOKEN}).inventory.raw, indent=1)
    document = reader.parse(text.encode(), "inv.json")
    report = check(
        Surface("inv.json", load_inventory(document)), HOLON, applied_rules(HOLON, ["tool_name_case"]), document
    )
    (finding,) = report.findings
    assert TOKEN[:8] not in repr(finding)
    assert finding.location is not None
    assert TOKEN in text.splitlines()[finding.location.line - 1]


def test_the_tools_that_were_examined_are_pairs_however_they_are_kept() -> None:
    pairs = {("id_order", "a"), ("id_order", "b"), ("tool_name_case", "a"), ("tool_name_case", "b"), ("budget", None)}
    kept = ExaminedTools([(["id_order", "tool_name_case"], ["a", "b"]), (["budget"], [None]), (["unit_suffix"], [])])
    assert (kept, len(kept), {*kept}) == (pairs, 5, pairs)
    assert ("unit_suffix", "a") not in kept


def test_a_finding_of_a_running_system_quotes_no_part_of_a_secret_in_its_evidence() -> None:
    found = Finding("p", Level.ERROR, None, "", f"replies {TOKEN[:14]}", "", "0", evidence={"reply": [{"is": TOKEN}]})
    (masked,) = mask_by_form([found], HOLON)
    assert TOKEN[:8] not in repr(masked)
    assert masked.message.startswith("replies ***")


def test_findings_come_in_the_order_of_their_records_and_name_them() -> None:
    first, second = (from_envelope({"status": status}).records[0] for status in ("good", "done"))
    records = [second, first]
    surface = Surface(
        "log", from_envelope({}).inventory, [replace(one, name=str(at)) for at, one in enumerate(records)]
    )
    origins = {str(at): RecordOrigin("log", at + 1, None, at + 1) for at in range(2)}
    found = judge_surface(surface, HOLON, applied_rules(HOLON, ["status_known"]), origins=origins).findings
    assert [(one.evidence["record"], str(one.location)) for one in found] == [(1, "log:1:1"), (2, "log:2:1")]
    assert "`done`" in found[0].message


def test_what_is_wrong_with_a_receipt_points_at_it_and_what_it_says_of_the_envelope_at_the_envelope() -> None:
    origin = RecordOrigin("log", 3, None, 3, parts={"envelope": "/canonical_result", "receipt": "/receipt"})
    whole, member = (_finding(pointer=""), RECEIPT.part), (_finding(pointer="/error/kind"), RECEIPT.part)
    assert [one.pointer for one in origin.locate([whole, member, (_finding(), RECORD.part)])] == [
        "/receipt",
        "/canonical_result/error/kind",
        "/canonical_result/status",
    ]


def test_an_accepted_finding_displaces_no_other_and_every_finding_is_counted() -> None:
    config = Config(ignore=(Ignore(rule="id_suffix", reason="agreed"),))
    tally = FindingTally(Ignores(config, Coverage(lambda name: {name}), DAY), most=1)
    accepted = [_finding(rule="id_suffix") for _ in range(3)]
    tally.add([*accepted, _finding(), _finding(level=Level.WARNING)])
    report = tally.report("log", tool_count=1, rule_count=1, checked_count=1)
    assert [one.rule for one in report.findings] == ["id_suffix", "status_known"]
    assert report.summary() == {"error": 1, "warning": 1, "info": 0, "suppressed": 3}


def test_of_findings_that_differ_only_in_location_a_limited_tally_keeps_a_few_and_counts_the_rest() -> None:
    tally = FindingTally(most=MAX_KEPT_ALIKE + 2)
    tally.add([_finding() for _ in range(500)])
    tally.add([_finding(rule="id_suffix"), _finding(rule="tool_known"), _finding(rule="summary_present")])
    report = tally.report("log", tool_count=1, rule_count=1, checked_count=1)
    assert [one.rule for one in report.findings] == ["status_known"] * MAX_KEPT_ALIKE + ["id_suffix", "tool_known"]
    assert [one.repeats for one in report.findings] == [480] + [0] * (MAX_KEPT_ALIKE + 1)
    assert report.summary()["error"] == 503


def test_findings_at_one_location_are_told_apart_by_what_they_are_about_and_not_by_their_words() -> None:
    def fingerprints(*problems: Problem) -> list[str]:
        return [one.fingerprint for one in distinguish(notice_findings(INCONCLUSIVE, HOLON, *problems))]

    place = Location("AGENTS.md", 7, 1)
    first = Problem("'OldTool' is not a tool", "remove it", location=place, detail="OldTool")
    reworded = replace(first, message="there is no tool 'OldTool'", hint="name another one")
    other = replace(first, detail="ListTask")
    assert fingerprints(first) == fingerprints(reworded)
    assert len(set(fingerprints(first, other, replace(first, location=Location("CLAUDE.md", 7, 1))))) == 3
    assert len(set(fingerprints(first, first, other))) == 3
    assert fingerprints(replace(first, location=Location("AGENTS.md", 9, 1))) == fingerprints(first)


def test_a_notice_is_reported_by_every_profile_unless_a_level_names_it() -> None:
    problem = Problem("can't be told", "give it more time")
    for name in ("holon", "openai"):
        assert [one.level for one in notice_findings(INCONCLUSIVE, load_profile(name), problem)] == [Level.INFO]
    for level, levels in (("off", []), (Level.ERROR, [Level.ERROR])):
        profile = replace(HOLON, levels={"inconclusive": level})
        assert [one.level for one in notice_findings(INCONCLUSIVE, profile, problem)] == levels
