"""An audit comes to the same however its log is divided, wherever the parts are audited, and after it was killed."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.commands.audit import AuditRun, audit_traces
from conformance.commands.audit_checkpoint import Checkpoint
from conformance.commands.audit_criteria import Audit, Selection
from conformance.commands.audit_engines import process_engine
from conformance.commands.registry import applied_rules, ignores_of
from conformance.commands.report import Report
from conformance.commands.reporters.json import render_findings
from conformance.commands.screening import LineScreen
from conformance.errors import ConformanceError, ErrorKind
from conformance.rules.examples import from_tool
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.traces import trace_sources

PROFILE = load_profile("holon")
RESULT_SCHEMA = {
    "type": "object",
    "properties": {"total_count": {"type": "integer"}, "never": {"type": ["string", "null"]}},
}
TOOL = {"name": "ListTasks", "result_envelope": {"success_result_schema": RESULT_SCHEMA}}
CALL_ID = "call_0123456789abcdef"


def _envelope(number: int, **members: Any) -> dict[str, Any]:
    result = {"total_count": number, "never": None}
    return {"tool_name": "ListTasks", "status": "success", "summary_text": "tasks", "result": result} | members


def _record(number: int, receipt: str, **members: Any) -> dict[str, Any]:
    return {"canonical_result": _envelope(number), "rendered_receipt": receipt, **members}


def _lines() -> list[str]:
    """A log with faults of one line, many alike, and faults that only several lines far from each other show."""
    lines: list[Any] = [_envelope(number) for number in range(300)]
    for at in range(0, 300, 7):
        lines[at] = _envelope(at, status=f"done_{at % 3}")
    lines[40] = lines[240] = '{"tool_name": '
    lines[50] = ""
    lines[20] = _record(1, "1 task")
    lines[120] = _record(1, "one task")
    lines[250] = _record(1, "1 task in all")
    lines[30] = _record(2, "2 tasks", call_id=CALL_ID, input={})
    lines[200] = _record(3, "3 tasks", call_id=CALL_ID, input={})
    lines[201] = _record(3, "3 tasks", call_id="call_1", input={})
    lines[299] = _record(4, "4 tasks", call_id="call_1", input={})
    lines[60], lines[260] = _record(5, "All is well"), _record(6, "All is well")
    return [line if isinstance(line, str) else json.dumps(line) for line in lines]


def test_the_fast_path_comes_to_the_same_report(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[object] = []
    look = LineScreen.look

    def count(self: LineScreen, line: bytes) -> Any:
        found = look(self, line)
        passed.extend([found] if found is not None else [])
        return found

    monkeypatch.setattr(LineScreen, "look", count)
    slow, fast = _audit(log), _audit(log, by=_by(has_coverage=False))
    assert len(passed) > 200
    assert _text(replace(slow, contract=())) == _text(fast)
    assert slow.examined == fast.examined
    assert _text(_audit(log, by=_by(has_coverage=False), part_bytes=4_000)) == _text(fast)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log as a file."""
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(_lines()) + "\n", "utf-8")
    return file


def _audit(*logs: Path, by: Audit | None = None, ignores: Sequence[Ignore] = (), **how: Any) -> Report:
    options: dict[str, Any] = {"part_bytes": 1 << 30, "has_census": True, **how}
    run = AuditRun(**options)
    judged = by or _by()
    kept = ignores_of(Config(ignore=tuple(ignores)), PROFILE, [], date(2026, 1, 1)) if ignores else None
    return audit_traces(trace_sources([str(one) for one in logs]), judged, kept, run)


def _by(**members: Any) -> Audit:
    stated: dict[str, Any] = {"has_coverage": True, **members}
    return Audit(from_tool(TOOL).inventory, PROFILE, applied_rules(PROFILE), **stated)


def _text(report: Report) -> str:
    return render_findings(report, Path())


def _rules(report: Report, rule: str) -> list[int]:
    return [one.location.line for one in report.findings if one.rule == rule and one.location]


def test_what_only_several_lines_show_is_found(log: Path) -> None:
    report = _audit(log)
    assert _rules(report, "receipt_deterministic") == [121, 251]
    assert _rules(report, "one_result_per_call") == [201]
    assert _rules(report, "rendering_follows_result") == [261]
    assert len(_rules(report, "dormant_result_field")) == 0
    assert [one.rule for one in report.findings if one.location is None] == ["dormant_result_field"]
    assert {one.location.column for one in report.findings if one.rule == "receipt_deterministic" and one.location} == {
        _lines()[120].index('"rendered_receipt"') + 1
    }


DIVISIONS = ((1, 200), (4_000, 3), (20_000, 200))
"""Bytes of a part, and findings that are kept: with three of them an ignore accepts some besides."""


def test_the_report_does_not_depend_on_how_the_log_is_divided(log: Path) -> None:
    for part_bytes, most in DIVISIONS:
        ignores = [Ignore(rule="status_known", pointer="/status", reason="agreed")] if most == 3 else []
        whole = _audit(log, most=most, ignores=ignores)
        assert _text(_audit(log, most=most, ignores=ignores, part_bytes=part_bytes)) == _text(whole)
        assert whole.checked_count == 297


def test_one_two_and_three_processes_come_to_the_same(log: Path) -> None:
    packed = log.with_name("packed.jsonl.gz")
    packed.write_bytes(gzip.compress(log.read_bytes()))
    texts = [
        _text(_audit(log, packed, part_bytes=8_000, open_engine=partial(process_engine, jobs))) for jobs in (1, 2, 3)
    ]
    assert texts[1:] == texts[:1] * 2
    assert '"records": 594' in texts[0]


def _call(number: int) -> list[dict[str, Any]]:
    call: dict[str, Any] = {"type": "tool_use", "id": f"toolu_{number:020}", "name": "ListTasks", "input": {}}
    answer: dict[str, Any] = {"type": "tool_result", "tool_use_id": call["id"], "content": "none"}
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]


def test_calls_whose_results_are_in_another_part_are_paired(tmp_path: Path) -> None:
    calls = [_call(number) for number in range(30)]
    asked, answered = zip(*calls, strict=True)
    records = [_envelope(number) for number in range(250)]
    files = {"messages": [*asked, *answered], "mixed": [*records, *asked, *records, *answered]}
    for name, lines in files.items():
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        whole, divided = _audit(file), _audit(file, part_bytes=2_000)
        assert whole.notes == divided.notes
        assert not any("has no" in note or "have no" in note for note in whole.notes)
        assert _text(divided) == _text(whole)
        assert divided.checked_count == len(lines) - 30


def test_an_interrupted_audit_reports_what_it_found_and_goes_on_from_its_checkpoint(log: Path) -> None:
    file, whole = log.with_name("state.json"), _audit(log, part_bytes=2_000)
    broken = _audit(log, part_bytes=2_000, checkpoint=file, advance=_interrupt_late())
    assert broken.broke_off is not None
    assert broken.broke_off.kind is ErrorKind.INTERRUPTED
    assert 0 < broken.checked_count < whole.checked_count
    assert 0 < len(broken.findings) < len(whole.findings)
    assert file.exists()
    left = file.with_name(f".{file.name}.{'0' * 16}.tmp")  # by one that was killed while it wrote its state
    left.write_bytes(b"half")
    read: list[int] = []
    resumed = _audit(log, part_bytes=2_000, checkpoint=file, advance=_collect(read))
    assert _text(resumed) == _text(whole)
    assert 0 < sum(read) < whole.checked_count
    assert not file.exists()
    assert not left.exists()


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.commands import test_audit_scale as scale
seen = [0]
def advance(_bytes, records):
    seen[0] += 1
    if seen[0] > 20:
        print("half", flush=True)
        sys.stdin.read()
scale._audit(Path(sys.argv[2]), part_bytes=2_000, checkpoint=Path(sys.argv[3]), checkpoint_seconds=0, advance=advance)
"""


def test_an_audit_that_is_killed_goes_on_to_the_same_report(log: Path) -> None:
    file, root = log.with_name("state.json"), Path(__file__).parents[2]
    command = [sys.executable, "-c", KILLED, str(root), str(log), str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "half\n"
        child.kill()
    read: list[int] = []
    resumed = _audit(log, part_bytes=2_000, checkpoint=file, advance=_collect(read))
    whole = _audit(log)
    assert _text(resumed) == _text(whole)
    assert 0 < sum(read) < whole.checked_count


def test_a_checkpoint_of_another_audit_or_of_something_else_is_refused_and_left_alone(log: Path) -> None:
    file = log.with_name("state.json")
    _audit(log, part_bytes=2_000, checkpoint=file, advance=_interrupt_late())
    kept = file.read_bytes()
    with pytest.raises(ConformanceError, match="of another audit"):
        _audit(log, part_bytes=2_000, checkpoint=file, most=5)
    log.write_text(log.read_text("utf-8") + json.dumps(_envelope(1)) + "\n", "utf-8")
    with pytest.raises(ConformanceError, match="have changed since"):
        _audit(log, part_bytes=2_000, checkpoint=file)
    assert file.read_bytes() == kept
    for content in ("", "{}", "[1]", "nonsense", '{"version": 1, "identity": "x", "at": [0]}'):
        file.write_text(content, "utf-8")
        with pytest.raises(ConformanceError, match=r"not a checkpoint|of another audit"):
            _audit(log, checkpoint=file)
        assert file.read_text("utf-8") == content


def test_a_checkpoint_that_cannot_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_arguments: object, **_options: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "unlink", denied)
    with pytest.raises(ConformanceError, match=r"cannot write .*state\.json"):
        Checkpoint(tmp_path / "state.json", "").remove()


def _collect(read: list[int]) -> Callable[[int, int], None]:
    """Return progress that notes the numbers of records."""

    def advance(_bytes: int, records: int) -> None:
        read.append(records)

    return advance


def _interrupt_late() -> Callable[[int, int], None]:
    left = [12]

    def advance(_bytes: int, _records: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return advance


def test_records_outside_the_span_are_left_out_and_those_without_a_time_are_counted(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    times: list[dict[str, Any]] = [{"timestamp": f"2026-01-0{day}T00:00:00Z"} for day in (1, 2, 3, 4)]
    lines = [_record(at, f"{at} tasks", **stated) for at, stated in enumerate([*times, {}])]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    since, until = (datetime(2026, 1, day, tzinfo=UTC).timestamp() for day in (2, 4))
    report = _audit(log, by=_by(selection=Selection(since=since, until=until)))
    assert report.checked_count == 2
    assert report.notes == ["3 records are left out by the options", "1 of them has no time"]
    nothing = _audit(log, by=_by(selection=Selection(since=until * 2)))
    assert nothing.unexamined is not None
    assert "leave out every record" in nothing.unexamined.message


def test_a_sample_is_the_same_however_the_log_is_divided_and_parses_no_other_line(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from conformance.documents import lines as read_lines

    by = _by(selection=Selection(share=0.1))
    whole = _audit(log, by=by)
    assert 10 < whole.checked_count < 60
    assert whole.notes[0].endswith("records are left out by the options")
    assert _text(_audit(log, by=by, part_bytes=4_000)) == _text(whole)
    parsed: list[bytes] = []
    parse = read_lines.parse_bytes

    def count(data: bytes) -> Any:
        parsed.append(data)
        return parse(data)

    monkeypatch.setattr(read_lines, "parse_bytes", count)
    log.write_text(log.read_text("utf-8") * 10, "utf-8")
    report = _audit(log, by=by)
    # The first 200 lines say what the file is, and are read again to find the column of what differs from earlier ones.
    reads = 1 + sum(one.rule == "rendering_follows_result" for one in report.findings)
    assert report.checked_count + 250 * reads > len(parsed)


def test_the_census_counts_statuses_kinds_and_sizes(tmp_path: Path) -> None:
    failed = _envelope(1, status="error", result=None, error={"kind": "task_not_found", "message": "no"})
    cut = _envelope(2, result={"total_count": 1, "never": None, "truncated": True})
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in (failed, failed, cut)), "utf-8")
    (row,) = _audit(log).census
    assert (row.tool, row.calls, row.statuses, row.kinds, row.truncated) == (
        "ListTasks",
        3,
        {"error": 2, "success": 1},
        {"task_not_found": 2},
        1,
    )
    sizes = [len(json.dumps(failed)) + 1, len(json.dumps(cut)) + 1]
    assert (row.largest, row.size) == (max(sizes), 2 * sizes[0] + sizes[1])


def test_a_line_of_a_hundred_megabytes_is_refused_and_not_kept(tmp_path: Path) -> None:
    import tracemalloc

    log = tmp_path / "log.jsonl"
    with log.open("wb") as stream:
        for at in range(5):
            stream.write(json.dumps(_envelope(at)).encode() + b"\n")
            if at == 2:
                stream.write(b'{"tool_name": "')
                for _ in range(100):
                    stream.write(b"x" * 1_000_000)
                stream.write(b'"}\n')
    tracemalloc.start()
    try:
        report = _audit(log, part_bytes=1_000_000)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [(one.rule, one.location and one.location.line) for one in report.findings] == [("record_readable", 4)]
    assert report.checked_count == 5
    assert most < 60_000_000


def test_a_source_that_cannot_be_read_again_is_audited_here(log: Path) -> None:
    once = replace(trace_sources([str(log)])[0], path=None, is_repeatable=False)
    engine = partial(process_engine, 2)
    report = audit_traces([once], _by(), None, AuditRun(open_engine=engine))
    assert report.checked_count == 297
    with pytest.raises(ConformanceError, match="standard input"):
        audit_traces([once], _by(), None, AuditRun(checkpoint=log.with_name("state.json")))


_SLEEPING = """
import os, signal, time
from conformance.commands.audit_engines import process_engine

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes what it runs beside itself ignore it
    with process_engine(2) as engine:
        begun = [engine.submit(os.getpid) for _ in range(8)]
        print(*{one.result() for one in begun}, flush=True)
        asleep = [engine.submit(time.sleep, 600) for _ in range(2)]
        asleep[0].result()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_the_processes_of_an_audit_end_with_it_however_it_ends(tmp_path: Path, sent: str) -> None:
    (tmp_path / "sleeping.py").write_text(_SLEEPING)
    command = [sys.executable, "sleeping.py"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as audit:
        assert audit.stdout is not None
        workers = [int(word) for word in audit.stdout.readline().split()]
        assert workers
        audit.send_signal(getattr(signal, sent))
        audit.wait(60)
    deadline = time.monotonic() + 60
    while any(_lives(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_lives(worker) for worker in workers)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "zombie" not in Path(f"/proc/{process}/status").read_text() if Path("/proc").exists() else True
