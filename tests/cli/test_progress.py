"""Progress in a log: a line every few seconds, and none on request."""

from pathlib import Path

from conformance.cli import _audit_progress as audit_progress
from conformance.cli.probe import logged_progress
from tests.scenarios.scenario import run_command, working_in


def test_a_log_gets_a_line_every_few_seconds() -> None:
    now, lines = 0.0, list[str]()
    progress = logged_progress(lines.append, lambda: now, seconds=5)
    progress.begin(2)
    for tool in ("a", "b"):
        for _ in range(6):
            progress.ask(tool)
            now += 1
        progress.advance(tool)
    assert lines == [
        "0 of 2 tools done, 5 questions asked; asking `a`",
        "1 of 2 tools done, 10 questions asked; asking `b`",
    ]


def test_no_progress_is_shown_on_request(tmp_path: Path) -> None:
    with working_in(tmp_path):
        status, output = run_command("conformance probe --tool WaitFor --max-examples 5 --no-progress")
    assert status == 0
    assert "questions asked" not in output


def test_an_audit_says_how_far_it_is_and_how_long_it_takes() -> None:
    now, lines = 0.0, list[str]()
    begin, advance = audit_progress.logged_progress(lines.append, lambda: now, seconds=5)
    begin(100_000_000)
    for _ in range(10):
        now += 1
        advance(1_000_000, 2_000)
    begin(None)
    now += 100
    advance(0, 0)
    assert lines == [
        "5.0 of 100.0 MB, 10,000 records, 2,000 per second, 1:35 left",
        "10.0 of 100.0 MB, 20,000 records, 2,000 per second, 1:30 left",
        "10.0 MB, 20,000 records, 182 per second",
    ]
