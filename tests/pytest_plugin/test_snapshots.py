"""Receipts as snapshots: one file each, bytes as they are, and syrupy's own ways of updating and reporting."""

import json
import os
from pathlib import Path

import pytest

from conformance.pytest_plugin.node_names import digest
from tests.pytest_plugin.conftest import RULES_OFF, Project, failed_ids, outcomes
from tests.scenarios.scenario import run_command

TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
ODD = "Done: 3 files\r\n  trailing  \n\n\x1b[31mred\x1b[0m\ttab\u2028é no newline"


def _write(project: Project, **receipts: str) -> None:
    lines = [json.dumps({"name": f"x/{name}", "envelope": {}, "receipt": text}) for name, text in receipts.items()]
    project.write("receipts.jsonl", "\n".join(lines))


@pytest.fixture
def recorded(project: Project) -> Project:
    """A project with snapshots of three receipts, to which no rule applies."""
    project.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\n")
    project.write("conformance.toml", RULES_OFF)
    project.write("test_r.py", TEST)
    _write(project, plain="Done.\n", odd=ODD, empty="")
    assert outcomes(project.run_with_snapshots("-q", "--snapshot-update")) == {"passed": 3}
    return project


def _snapshots(project: Project) -> dict[str, Path]:
    folder = project.path / "__snapshots__" / "test_r"
    return {path.name.split("[x-")[1].split("]")[0]: path for path in folder.iterdir()}


def test_each_receipt_is_one_readable_file_named_after_its_sample(recorded: Project) -> None:
    files = _snapshots(recorded)
    assert set(files) == {"plain", "odd", "empty"}
    assert files["plain"].suffix == ".txt"
    assert files["plain"].read_text() == "Done.\n"


def test_no_byte_changes_on_the_way(recorded: Project) -> None:
    files = _snapshots(recorded)
    assert files["odd"].read_bytes() == ODD.encode()
    assert files["empty"].read_bytes() == b""
    before = {path: path.stat().st_mtime_ns for path in files.values()}
    result = recorded.run_with_snapshots("-q", "--snapshot-update")
    assert {path: path.stat().st_mtime_ns for path in _snapshots(recorded).values()} == before
    result.stdout.fnmatch_lines(["3 snapshots passed."])


@pytest.mark.parametrize("changed", [ODD.replace("\r\n", "\n"), ODD.replace("trailing  ", "trailing"), f"{ODD}\n"])
def test_the_smallest_difference_fails_exactly_its_receipt(recorded: Project, changed: str) -> None:
    _write(recorded, plain="Done.\n", odd=changed, empty="")
    result = recorded.run_with_snapshots("-q")
    assert failed_ids(result) == {"test_r.py::test_receipts[x-odd]"}
    assert outcomes(result) == {"passed": 2, "failed": 1}


def test_a_changed_word_gives_a_readable_difference(recorded: Project) -> None:
    _write(recorded, plain="Dane.\n", odd=ODD.replace("3 files", "4 files"), empty="")
    result = recorded.run_with_snapshots("-q")
    result.stdout.fnmatch_lines(["E *- Done.", "E *+ Dane."])
    result.stdout.fnmatch_lines(["E *- Done: 3 files*", "E *+ Done: 4 files*"])
    assert "\x1b[31m" not in result.stdout.str()


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=["alone", "workers"])
def test_a_snapshot_that_no_receipt_uses_is_reported_and_removed_on_update(
    recorded: Project, workers: tuple[str, ...]
) -> None:
    _write(recorded, plain="Done.\n", empty="")
    run = recorded.run_apart if workers else recorded.run_with_snapshots
    result = run("-q", *workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*1 snapshot unused*"])
    run("-q", "--snapshot-update", *workers)
    assert set(_snapshots(recorded)) == {"plain", "empty"}


def test_selecting_some_receipts_leaves_the_others_alone(recorded: Project) -> None:
    for args in (["test_r.py::test_receipts[x-plain]"], ["-k", "plain"]):
        result = recorded.run_with_snapshots("-q", "--snapshot-update", *args)
        assert outcomes(result).items() >= {"passed": 1}.items()
        assert set(_snapshots(recorded)) == {"plain", "odd", "empty"}


def test_a_new_receipt_fails_until_it_is_written(recorded: Project) -> None:
    _write(recorded, plain="Done.\n", odd=ODD, empty="", fresh="New.")
    result = recorded.run_with_snapshots("-q")
    assert failed_ids(result) == {"test_r.py::test_receipts[x-fresh]"}
    result.stdout.fnmatch_lines(["*does not exist*", "*+ New."])


def test_a_run_without_syrupy_says_that_it_is_needed(recorded: Project) -> None:
    result = recorded.run("-p", "no:syrupy", "test_r.py")
    result.stdout.fnmatch_lines(["*the fixture `receipt_snapshot` needs the plugin syrupy*"])
    result.stdout.no_fnmatch_line("*KeyError*")


def test_writing_snapshots_warns_of_nothing(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\nfilterwarnings = error\n")
    project.write("conformance.toml", RULES_OFF)
    project.write(
        "test_r.py",
        "import pytest\n"
        "class TestAll:\n"
        "    def test_receipts(self, receipt, receipt_snapshot):\n"
        "        assert receipt == receipt_snapshot\n"
        "        assert receipt + '!' == receipt_snapshot\n"
        "        assert receipt == receipt_snapshot(name='by name')\n",
    )
    _write(project, **{"a b/c": "1", "A b/c": "2", "工具": "3", "x" * 400: "4"})
    for args in (["--snapshot-update"], []):
        result = project.run_with_snapshots("-q", *args)
        assert outcomes(result) == {"passed": 4}
        result.stdout.fnmatch_lines([f"12 snapshots {'generated' if args else 'passed'}."])


def test_writing_a_snapshot_of_a_test_without_parameters_warns_of_nothing(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nfilterwarnings = error\n")
    project.write("conformance.toml", RULES_OFF)
    names = [f"test_{number}" for number in range(20)]
    assert {digest(name)[0].isalpha() for name in names} == {True, False}
    project.write(
        "test_r.py", "".join(f"def {name}(receipt_snapshot):\n    assert 'x' == receipt_snapshot\n" for name in names)
    )
    for args in (["--snapshot-update"], []):
        assert outcomes(project.run_with_snapshots("-q", "test_r.py", *args)) == {"passed": 20}
    assert len(list((project.path / "__snapshots__" / "test_r").iterdir())) == 20


def test_a_pipe_or_a_device_in_the_place_of_a_receipt_is_refused_and_not_waited_for(recorded: Project) -> None:
    first, second, _ = _snapshots(recorded).values()
    first.unlink()
    os.mkfifo(first)
    second.unlink()
    second.symlink_to("/dev/zero")
    for options in ((), ("--snapshot-update",)):
        result = recorded.run_with_snapshots(*options)
        assert outcomes(result)["failed"] == 2
        result.stdout.fnmatch_lines(["*is not a regular file*"])


def test_what_is_no_text_is_refused(recorded: Project) -> None:
    recorded.write("test_r.py", "def test_receipts(receipt_snapshot):\n    assert 3 == receipt_snapshot\n")
    recorded.run_with_snapshots("-q").stdout.fnmatch_lines(["*a receipt is text, not int*"])


GOOD = {"tool_name": "ListTasks", "status": "success", "summary_text": "no tasks", "result": {}, "error": None}
BOTH = {**GOOD, "error": {"kind": "x", "message": "x"}}


def _write_results(project: Project) -> None:
    project.inventory("ListTasks")
    project.write("conformance.toml", 'inventory = "inv.json"\n')
    project.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\n")
    project.write("test_r.py", TEST)
    records = {
        "x/right": (GOOD, "No active tasks"),
        "x/both": (BOTH, "No active tasks."),
        "x/raw": ({**GOOD, "summary_text": "none"}, json.dumps({**GOOD, "summary_text": "none"})),
    }
    lines = [{"name": name, "envelope": envelope, "receipt": text} for name, (envelope, text) in records.items()]
    project.write("receipts.jsonl", "\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_a_receipt_that_a_rule_rejects_is_neither_written_nor_matched(
    project: Project, workers: tuple[str, ...]
) -> None:
    _write_results(project)
    run = project.run_apart if workers else project.run_with_snapshots
    result = run("-q", "--snapshot-update", "test_r.py", *workers)
    assert failed_ids(result) == {"test_r.py::test_receipts[x-both]", "test_r.py::test_receipts[x-raw]"}
    assert set(_snapshots(project)) == {"right"}
    result.stdout.fnmatch_lines(["error?envelope_exclusivity?: status is `success`, but `error` is set"])
    result.stdout.fnmatch_lines(["error?receipt_not_raw_envelope?: receipt is the raw envelope"])
    project.write("conformance.toml", f'inventory = "inv.json"\n{RULES_OFF}')
    run("-q", "--snapshot-update", "test_r.py", *workers)
    assert set(_snapshots(project)) == {"right", "both", "raw"}
    project.write("conformance.toml", 'inventory = "inv.json"\n')
    assert len(failed_ids(run("-q", "test_r.py", *workers))) == 2


def test_a_refused_receipt_is_shown_where_it_is_recorded(project: Project) -> None:
    _write_results(project)
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    result.stdout.fnmatch_lines(["*--> receipts.jsonl:2:*/envelope/error", "*--> receipts.jsonl:3:*/receipt"])


def test_an_accepted_finding_refuses_no_snapshot(project: Project) -> None:
    _write_results(project)
    ignored = '[[ignore]]\nrule = "receipt_not_raw_envelope"\nreason = "until May"\n'
    project.write("conformance.toml", f'inventory = "inv.json"\n{ignored}')
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    assert failed_ids(result) == {"test_r.py::test_receipts[x-both]"}


def test_a_finding_that_the_baseline_of_an_audit_accepts_refuses_no_snapshot(project: Project) -> None:
    _write_results(project)
    assert run_command("conformance audit receipts.jsonl --baseline b.jsonl --write-baseline")[0] == 0
    project.write("conformance.toml", 'inventory = "inv.json"\nbaseline = "b.jsonl"\n')
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    assert outcomes(result) == {"passed": 3}


def test_a_receipt_that_another_one_of_its_file_makes_wrong_is_refused(project: Project) -> None:
    _write_results(project)
    lines = [{"name": f"x/{name}", "envelope": GOOD, "receipt": f"No {name} tasks"} for name in ("active", "open")]
    project.write("receipts.jsonl", json.dumps(lines[0]))
    project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    project.write("receipts.jsonl", "\n".join(map(json.dumps, lines)))
    for _ in range(2):
        result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
        assert failed_ids(result) == {"test_r.py::test_receipts[x-open]"}
        result.stdout.fnmatch_lines(["error?receipt_deterministic?: *"])


def test_a_receipt_whose_output_is_lost_is_refused_as_soon_as_its_artifact_is_another_one(project: Project) -> None:
    _write_results(project)
    ini = "[pytest]\nconformance_records = receipts.jsonl\nconformance_artifacts = stored\n"
    project.write("pytest.ini", ini)
    cut = {"stdout_preview": "first\n[truncated 1 lines]\nlast\n", "truncated": True, "stdout_artifact": 0}
    envelope = {**GOOD, "result": {**cut, "artifacts": [{"path": "1.log"}]}}
    receipt = "no tasks\nfirst\n[truncated 1 lines]\nlast\nArtifacts: 1.log"
    project.write("receipts.jsonl", json.dumps({"name": "x/cut", "envelope": envelope, "receipt": receipt}))
    project.write("stored/1.log", "first\nsecond\nlast\n")
    rules = '[levels]\nreceipts = "off"\n'
    project.write("conformance.toml", f'inventory = "inv.json"\n{rules}')
    assert outcomes(project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")) == {"passed": 1}
    project.write("stored/1.log", "another\n")
    assert failed_ids(project.run_with_snapshots("-q", "test_r.py")) == {"test_r.py::test_receipts[x-cut]"}


def test_a_text_alone_is_judged_as_far_as_it_goes(project: Project) -> None:
    _write_results(project)
    texts = ["Done.", "", json.dumps(GOOD), "red \x1b[31m", "x" * 20_000, "{not json", '{"a": 1}']
    project.write(
        "test_r.py",
        "import pytest\n"
        f"@pytest.mark.parametrize('number, text', list(enumerate({texts!r})), ids=range({len(texts)}))\n"
        "def test_r(number, text, receipt_snapshot):\n    assert text == receipt_snapshot\n",
    )
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    assert failed_ids(result) == {f"test_r.py::test_r[{number}]" for number in (1, 2, 3, 4)}


def test_without_an_inventory_records_of_any_tool_become_snapshots_and_wrong_ones_do_not(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nconformance_records = receipts.jsonl\n")
    project.write("test_r.py", TEST)
    read = {"tool_name": "ReadNote", "status": "success", "summary_text": "read", "result": {"text": "hello"}}
    records = [
        {"name": "read/right", "envelope": {**read, "error": None}, "receipt": "Read the note: hello"},
        {"name": "read/raw", "envelope": {**read, "error": None}, "receipt": json.dumps({**read, "error": None})},
    ]
    project.write("receipts.jsonl", "\n".join(map(json.dumps, records)))
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    assert failed_ids(result) == {"test_r.py::test_receipts[read-raw]"}
    assert "tool_known" not in result.stdout.str()
    written = list((project.path / "__snapshots__" / "test_r").iterdir())
    assert [path.read_text("utf-8") for path in written] == ["Read the note: hello"]


def test_every_receipt_of_the_reference_contract_may_become_a_snapshot(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\n")
    project.write(
        "test_r.py", f"{TEST}\ndef test_t(receipt, receipt_snapshot): assert str(receipt) == receipt_snapshot\n"
    )
    result = project.run_with_snapshots("-q", "--snapshot-update", "test_r.py")
    assert set(outcomes(result)) == {"passed"}


def test_a_snapshot_that_cannot_be_written_stays_as_it_was(recorded: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path: path.read_bytes() for path in _snapshots(recorded).values()}
    _write(recorded, plain="Done again.\n", odd=ODD, empty="")

    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("conformance.documents.files.os.replace", full)
    # older versions of syrupy write at the end of the run, and not in the test
    assert recorded.run_with_snapshots("-q", "--snapshot-update").ret != pytest.ExitCode.OK
    assert {path: path.read_bytes() for path in _snapshots(recorded).values()} == before
