"""In a terminal receipt and canonical result stand side by side where there is room, else one above the other."""

import sys

import pytest

from conformance.cli import receipts


def shown(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], chosen: str = "--tool=Enqueue"
) -> list[str]:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    receipts.COMMAND.main([chosen], standalone_mode=False)
    return capsys.readouterr().out.splitlines()


def test_a_wide_terminal_shows_them_side_by_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(160, monkeypatch, capsys)
    assert "agent/enqueued" in lines[0]
    assert "canonical" in lines[0]
    assert any("Follow-up enqueued" in line and "{" in line for line in lines)


def test_a_narrow_terminal_shows_them_one_above_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(80, monkeypatch, capsys)
    assert "agent/enqueued" in lines[0]
    assert "canonical" not in lines[0]
    assert any("canonical" in line for line in lines[1:])
    assert not any("Follow-up enqueued" in line and "{" in line for line in lines)


def test_a_terminal_gets_long_receipts_and_texts_shortened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(160, monkeypatch, capsys, "--family=command")
    assert len(lines) < 250
    assert any("more lines; --plain shows them" in line for line in lines)
    assert any("(3,979" in line for line in lines)
    assert any("case_0001 ... ok" in line for line in lines)
    assert any("unused variable `v300`" in line for line in lines)


def test_a_pipe_gets_all(capsys: pytest.CaptureFixture[str]) -> None:
    receipts.COMMAND.main(["--family=command"], standalone_mode=False)
    out = capsys.readouterr().out
    assert "more lines" not in out
    assert " characters)" not in out
    assert out.count("unused variable `v300`") == 2


def test_a_failure_is_framed_in_another_colour_than_a_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    receipts.COMMAND.main(["--tool=Enqueue"], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    worked = next(line for line in lines if "agent/enqueued" in line)
    failed = next(line for line in lines if "agent/enqueue_refused" in line)
    assert worked.startswith("\x1b[32m")
    assert failed.startswith("\x1b[31m")
