"""A run that ends while a question is open ends the question too, blames nobody, and says which limit to raise."""

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.commands.observe import judge_results
from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.errors import ConformanceError, ErrorKind
from conformance.probes.miniatures import all_miniatures
from conformance.settings.notices import OUT_OF_TIME
from conformance.settings.profiles import load_profile
from conformance.systems.adapters._loading import attribute
from conformance.systems.adapters.python_object import runtime_of
from conformance.systems.runtime import Limits, Opening, RunEndedError, Runtime, SlowAnswerError
from conformance.systems.sources import find_source, inventory_of
from tests.systems.adapters.programs import mcp_server, program

END = 1000.0
# Far beyond what a test may take: only the end of the run can end a request.
ENDLESS = Limits(start_seconds=120.0, request_seconds=600.0, end=END)
HOLON = load_profile("holon")
SILENT_PROGRAM = """
for asked in requests():
    if asked["op"] == "describe":
        described(asked)
"""
SILENT_SERVER = """
def silent(asked):
    if asked["method"] != "tools/call":
        usual(asked)

serve(silent)
"""


class Clock:
    """The clock by which limits tell whether the run is over; processes and threads keep the real one."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    own = Clock()
    monkeypatch.setattr("conformance.systems.runtime.time", SimpleNamespace(monotonic=own.monotonic))
    return own


class Silent:
    """Describes itself and answers nothing else."""

    def __init__(self) -> None:
        self.gate = threading.Event()

    def describe(self) -> Any:
        return {"version": 2, "tools": []}

    def call(self, tool: str, arguments: Any) -> Any:
        self.gate.wait(60)


def _program(folder: Path) -> Runtime:
    return find_source(program(folder, SILENT_PROGRAM)).open(Opening(limits=ENDLESS, restarts=0))


def _server(folder: Path) -> Runtime:
    return find_source(mcp_server(folder, SILENT_SERVER)).open(Opening(limits=ENDLESS, restarts=0))


def _object(_folder: Path) -> Runtime:
    return runtime_of(Silent(), "here", ENDLESS)


@pytest.mark.parametrize("opened", [_program, _server, _object])
def test_the_request_in_flight_ends_with_the_run(
    tmp_path: Path, clock: Clock, opened: Callable[[Path], Runtime]
) -> None:
    runtime = opened(tmp_path)
    runtime.describe()
    clock.now = END
    with pytest.raises(RunEndedError) as caught:
        runtime.call("echo", {})
    assert caught.value.recovery_hint == "raise --max-time"
    runtime.close()


def test_a_slow_answer_within_the_run_names_the_limit_of_requests() -> None:
    class SlowForOne(Silent):
        def call(self, tool: str, arguments: Any) -> Any:
            return super().call(tool, arguments) if tool == "echo" else {"envelope": {}}

    with pytest.raises(SlowAnswerError) as caught:
        runtime_of(SlowForOne(), "here", Limits(request_seconds=0.2)).call("echo", {})
    assert not isinstance(caught.value, RunEndedError)
    assert caught.value.recovery_hint == "raise --timeout"


def test_a_start_cut_by_the_run_does_not_ask_for_a_longer_start(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "never_imported.py").write_text("import threading\nthreading.Event().wait(60)\n", "utf-8")
    silent = "for line in sys.stdin:\n    pass\n"
    starts: list[Callable[[Opening], object]] = [
        lambda opening: attribute("never_imported:TOOLS", opening),
        lambda opening: find_source(program(tmp_path, silent)).open(opening).describe(),
        lambda opening: find_source(mcp_server(tmp_path, silent)).open(opening),
    ]
    for number, start in enumerate(starts):
        for now, option in ((0.0, "--start-timeout"), (END, "--max-time")):
            clock.now = now
            limits = Limits(start_seconds=0.3, end=END)
            with pytest.raises(ConformanceError) as caught:
                start(Opening(limits=limits, base=tmp_path, restarts=0))
            # a server that never answers may be waited for, or may be one of another transport
            assert (caught.value.recovery_hint or "").split(",")[0] == f"raise {option}", (number, now)


class _EndedRun:
    """A sound runtime whose run ends at a given operation."""

    def __init__(self, operation: str) -> None:
        self._operation = operation
        self._runtime = all_miniatures()["sound"].runtime()

    def __getattr__(self, operation: str) -> Any:
        if operation != self._operation:
            return getattr(self._runtime, operation)

        def end(*_arguments: Any) -> Any:
            raise RunEndedError(ErrorKind.UNREACHABLE, "did not answer in time", "raise --max-time")

        return end


def ended_run(operation: str) -> Any:
    return _EndedRun(operation)


@pytest.mark.parametrize("operation", ["parse", "catalog", "call"])
def test_a_probe_cut_by_the_run_is_reported_as_such_and_not_as_a_failure(operation: str) -> None:
    report = probe(ended_run(operation), "s", Plan(probes=applied_probes(HOLON), profile=HOLON))
    assert report.broke_off is None
    late = [one for one in report.findings if one.rule == OUT_OF_TIME.id]
    assert bool(late) == (operation != "call")  # what parses is never called
    assert {one.hint for one in late} <= {"raise --max-time"}
    assert all("was answered" in one.message for one in late)


@pytest.mark.parametrize("operation", ["samples", "project", "render"])
def test_results_cut_by_the_run_are_no_failure_of_the_system(operation: str) -> None:
    sound = all_miniatures()["sound"].runtime()
    found = judge_results(ended_run(operation), inventory_of(sound), HOLON)
    assert found.broke_off is None


def test_a_run_that_ends_while_the_system_is_asked_whether_it_is_alive_does_not_blame_it(clock: Clock) -> None:
    class Late(Silent):
        def call(self, tool: str, arguments: Any) -> Any:
            if tool != "echo":
                clock.now = END
            raise SlowAnswerError(ErrorKind.UNREACHABLE, "did not answer in time", "raise --timeout")

    with pytest.raises(RunEndedError):
        runtime_of(Late(), "here", ENDLESS).call("echo", {})
