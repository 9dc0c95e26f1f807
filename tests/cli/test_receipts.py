"""In a terminal receipt and canonical result stand side by side where there is room, else one above the other."""

import sys

import pytest

from conformance.cli import receipts


def shown(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    receipts.COMMAND.main(["--tool", "Enqueue"], standalone_mode=False)
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
