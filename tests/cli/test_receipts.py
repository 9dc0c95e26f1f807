"""In a terminal receipt and canonical result stand side by side where there is room, else one above the other."""

import sys

import pytest

from conformance.cli import receipts


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    assert capsys  # it replaces the stream that is patched here
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    return monkeypatch


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    receipts.COMMAND.main(["--tool", "Enqueue"], standalone_mode=False)
    return capsys.readouterr().out.splitlines()


def test_a_wide_terminal_shows_them_side_by_side(
    terminal: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.setenv("COLUMNS", "160")
    lines = shown(capsys)
    assert "agent/enqueued" in lines[0]
    assert "canonical" in lines[0]
    assert any("Follow-up enqueued" in line and "{" in line for line in lines)


def test_a_narrow_terminal_shows_them_one_above_the_other(
    terminal: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.setenv("COLUMNS", "80")
    lines = shown(capsys)
    assert "agent/enqueued" in lines[0]
    assert lines[0].startswith("╭")
    assert "canonical" not in lines[0]
    assert any("canonical" in line for line in lines)
    assert max(map(len, lines)) <= 80
