"""A run that is ended from outside ends as one that is interrupted."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.cli._signals import EndRequest, ends_as_interrupts, request_handler
from tests.scenarios.scenario import run_command
from tests.systems.adapters.programs import processes_with


@pytest.fixture(autouse=True)
def usual_signals() -> Iterator[None]:
    """As in a run of its own: other tests, and `nohup`, change what the process of the tests does with signals."""
    before = [(number, signal.signal(number, signal.SIG_DFL)) for number in (signal.SIGTERM, signal.SIGHUP)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_asks_for_the_end_interrupts_and_its_handling_is_restored(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), ends_as_interrupts():
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_signal_that_comes_twice_at_once_is_one_request_and_a_later_one_is_another() -> None:
    clock = iter([10.0, 10.2, 12.0])
    ask = request_handler(lambda: next(clock))
    with pytest.raises(EndRequest):
        ask(signal.SIGTERM, None)
    ask(signal.SIGTERM, None)
    with pytest.raises(EndRequest):
        ask(signal.SIGTERM, None)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ends_as_interrupts():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("command", "replaced"),
    [
        ("conformance probe", "conformance.commands.probe.probe_source"),
        ("conformance check tools.json", "conformance.commands.targets.check_targets"),
        ("conformance refresh - --check --source python:tools:TOOLS", "conformance.systems.sources.describe_twice"),
    ],
)
@pytest.mark.parametrize(("number", "expected"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_command_that_is_asked_to_end_while_it_waits_says_so_itself(
    monkeypatch: pytest.MonkeyPatch, command: str, replaced: str, number: signal.Signals, expected: int
) -> None:
    def asked_to_end(*_: object) -> None:
        os.kill(os.getpid(), number)

    monkeypatch.setattr(replaced, asked_to_end)
    status, output = run_command(command)
    said = f"error: ended by {number.name} before anything was reported\n  help: run it again"
    assert (status, output.endswith(said)) == (expected, True), output


def test_a_program_that_hangs_while_it_is_started_ends_with_the_command(tmp_path: Path) -> None:
    program = tmp_path / "hang.py"
    program.write_text(f"import pathlib, time\npathlib.Path({str(tmp_path / 'up')!r}).touch()\ntime.sleep(1000)\n")
    source = f'command:"{sys.executable} {program}"'
    command = [sys.executable, "-m", "conformance", "probe", "--start-timeout", "500", "--source", source]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as probe:
        while not (tmp_path / "up").exists() and probe.poll() is None:
            time.sleep(0.05)
        probe.send_signal(signal.SIGTERM)
        _, printed = probe.communicate(timeout=120)
    assert probe.returncode == 143
    assert "error: ended by SIGTERM before anything was reported" in printed
    assert not processes_with("cmdline", str(program))


@pytest.mark.parametrize("when", ["while it is loaded", "while it ends"])
def test_an_interrupt_at_any_time_prints_no_traceback(when: str) -> None:
    """One more Ctrl-C than the command line expects, or one before it is there."""
    fails = "raise KeyboardInterrupt" if when == "while it is loaded" else "def main(): raise KeyboardInterrupt"
    body = f"""
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

class Interrupted(MetaPathFinder, Loader):
    def find_spec(self, name, path, target=None):
        return ModuleSpec(name, self) if name == "conformance.cli" else None
    def exec_module(self, module):
        exec({fails!r}, module.__dict__)

sys.meta_path.insert(0, Interrupted())
from conformance.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: interrupted\n")
