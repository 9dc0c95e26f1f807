"""A program under test may do anything: each fault ends in one clear error in bounded time, and leaves no process."""

import resource
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters import _line_process
from conformance.systems.adapters._line_process import LineProcess
from conformance.systems.adapters.command import split_command
from conformance.systems.environment import (
    INSTALLER_SECONDS,
    START_SECONDS,
    child_environment,
    named_variables,
    resolve_paths,
    start_seconds,
)
from conformance.systems.runtime import InvalidReplyError, Limits, Opening, Runtime, SlowAnswerError, UnsupportedError
from conformance.systems.sources import find_source
from tests.scenarios.scenario import working_in
from tests.systems.adapters.programs import processes_with, program

# What answers has all the time that a busy machine needs; only a test that waits for the end of it is in a hurry.
PATIENT = Limits(start_seconds=60.0, request_seconds=60.0)
IMPATIENT = Limits(start_seconds=1.0, request_seconds=1.0)


RUN = uuid.uuid4().hex
"""Marks the processes of this module, in whichever worker it runs."""


def opened(source: str, **options: Any) -> Runtime:
    environment = {"TEST_RUN": RUN, **options.pop("environment", {})}
    return find_source(source).open(Opening(environment=environment, **{"limits": PATIENT, "restarts": 0, **options}))


def described(source: str, **options: Any) -> JsonObject:
    runtime = opened(source, **options)
    try:
        return runtime.describe()
    finally:
        runtime.close()


def failure(source: str, **options: Any) -> ConformanceError:
    """Open a system, ask it to describe itself, and return the error that this ends in."""
    with pytest.raises(ConformanceError) as caught:
        described(source, **options)
    assert caught.value.kind is ErrorKind.UNREACHABLE
    assert caught.value.recovery_hint
    assert _orphans() == []
    return caught.value


def _orphans() -> list[str]:
    """Processes of this module that are still alive."""
    _comes_true(lambda: not processes_with("environ", f"TEST_RUN={RUN}"))
    return processes_with("environ", f"TEST_RUN={RUN}")


def _comes_true(holds: Callable[[], bool]) -> bool:
    """Wait for another process; one that takes no notice is given up after 1,200 looks."""
    for _ in range(1_200):
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def test_a_program_that_answers_is_heard(tmp_path: Path) -> None:
    runtime = opened(program(tmp_path, "for asked in requests(): described(asked)"))
    assert runtime.describe()["tools"] == []
    runtime.close()
    assert _orphans() == []


def test_banners_before_and_between_answers_are_passed_over(tmp_path: Path) -> None:
    body = """
print("Welcome to the runtime!", flush=True)
print('{"level": "info", "message": "a log line in JSON"}', flush=True)
for asked in requests():
    print("[debug] asked", asked["op"], flush=True)
    described(asked)
"""
    runtime = opened(program(tmp_path, body))
    assert runtime.describe()["version"] == 2
    assert runtime.describe()["version"] == 2
    runtime.close()


def test_what_the_runtime_lacks_is_unsupported_and_no_error(tmp_path: Path) -> None:
    body = (
        'for asked in requests(): print(json.dumps({"id": asked["id"], "ok": False, "unsupported": True}), flush=True)'
    )
    runtime = opened(program(tmp_path, body))
    with pytest.raises(UnsupportedError):
        runtime.parse("Any", {})
    runtime.close()


def test_a_command_that_does_not_exist_is_named() -> None:
    assert (
        "cannot start `no-such-command-anywhere --flag`" in failure('command:"no-such-command-anywhere --flag"').message
    )


def test_a_program_that_is_named_without_what_runs_it_is_told_that(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text("import os")
    with working_in(tmp_path):
        assert failure("command:server.py").recovery_hint == 'name what runs it, as in "python server.py"'
        assert "exists and is executable" in failure("command:other.py").recovery_hint


def test_a_program_that_ends_at_once_is_told_with_its_status_and_last_words(tmp_path: Path) -> None:
    error = failure(program(tmp_path, 'sys.stderr.write("no licence found\\n"); sys.exit(3)'))
    assert "exited with status 3 during `describe`" in error.message
    assert "no licence found" in error.message


def test_a_program_whose_child_keeps_its_pipes_is_told_with_its_status(tmp_path: Path) -> None:
    body = 'sys.stderr.write("no licence found\\n"); sys.stderr.flush(); os.fork() or time.sleep(1000); sys.exit(3)'
    error = failure(program(tmp_path, body), limits=IMPATIENT)
    assert "exited with status 3, and a process that it left behind did not answer in time" in error.message
    assert "no licence found" in error.message
    assert error.recovery_hint.startswith("pass a command that runs as long as it serves")


def test_a_program_that_ended_before_it_was_asked_is_told_with_its_status_and_last_words(tmp_path: Path) -> None:
    argv = split_command(program(tmp_path, 'sys.stderr.write("no licence found\\n"); sys.exit(3)').partition(":")[2])
    process = LineProcess(argv, Opening(limits=PATIENT, environment={"TEST_RUN": RUN}))
    while not process.has_ended:
        time.sleep(0.01)
    with pytest.raises(ConformanceError, match=r"exited with status 3 during the test; stderr: .*no licence found"):
        process.send(b"{}", time.monotonic() + 60, "during the test")
    process.close()


def test_what_reaches_standard_error_after_the_exit_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_line_process, "_DRAIN_SECONDS", 60.0)
    body = """
parent = os.getpid()
if os.fork() == 0:
    os.close(1)
    while os.getppid() == parent:
        time.sleep(0.01)
    time.sleep(0.5)  # longer than anyone needs to notice the exit who does not wait for more
    os.write(2, b"no licence found")
    os._exit(0)
os._exit(3)
"""
    error = failure(program(tmp_path, body))
    assert "exited with status 3" in error.message
    assert "no licence found" in error.message


def test_what_a_program_wrote_before_its_exit_is_told_though_nobody_had_time_to_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LineProcess, "_read_errors", print)
    monkeypatch.setattr(_line_process, "_DRAIN_SECONDS", 0.0)
    body = 'sys.stderr.write("starting\\n" * 5000 + "no licence found"); sys.exit(3)'
    assert "no licence found'" in failure(program(tmp_path, body)).message


def test_of_many_last_words_the_end_is_told(tmp_path: Path) -> None:
    error = failure(
        program(tmp_path, 'sys.stderr.write("\\n".join(["at x"] * 300) + "\\nTypeError: no len"); sys.exit(3)')
    )
    assert "⏎ TypeError: no len'" in error.message


def test_the_line_that_names_an_error_is_told_whatever_follows_it(tmp_path: Path) -> None:
    body = 'sys.stderr.write("noise\\n" * 200 + "Error: no bindings. Tried:\\n" + "  a/b/c.node\\n" * 200); exit(1)'
    error = failure(program(tmp_path, body))
    assert "stderr: 'Error: no bindings. Tried: ⏎ ... ⏎ " in error.message
    assert error.message.endswith("a/b/c.node'")
    assert len(error.message) < 800


@pytest.mark.parametrize(
    "named",
    [
        "Fatal error: set THE_KEY",
        "panic: no api available",
        "Cannot start the server: TypeError: fetch failed",
        "FATAL no configuration",
    ],
)
def test_the_line_before_a_long_stack_is_told(tmp_path: Path, named: str) -> None:
    error = failure(program(tmp_path, f'sys.stderr.write({named!r} + "\\n    at main (x.js:1:2)" * 200); exit(1)'))
    assert f"stderr: '{named} ⏎ ... ⏎ " in error.message


def test_a_script_that_does_not_name_its_interpreter_is_answered_with_what_to_write(tmp_path: Path) -> None:
    script = tmp_path / "server.js"
    script.write_text("console.log(1)")
    script.chmod(0o755)
    error = failure(f"command:{script}")
    assert "Exec format error" in error.message
    assert "name what runs it, as in `node server.js`" in error.recovery_hint


def test_a_program_that_is_killed_is_told_by_its_signal(tmp_path: Path) -> None:
    body = "for asked in requests(): os.kill(os.getpid(), signal.SIGKILL)"
    assert "was killed by signal 9" in failure(program(tmp_path, body)).message


def test_a_program_that_never_answers_is_ended_in_time(tmp_path: Path) -> None:
    body = 'sys.stderr.write("thinking\\n"); sys.stderr.flush(); time.sleep(1000)'
    error = failure(program(tmp_path, body), limits=Limits(start_seconds=5.0))
    assert "did not answer in time" in error.message
    assert "thinking" in error.message


def test_a_program_that_ignores_the_end_is_killed(tmp_path: Path) -> None:
    body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)"
    assert "did not answer in time" in failure(program(tmp_path, body), limits=IMPATIENT).message


def test_an_answer_to_another_request_is_a_clear_error(tmp_path: Path) -> None:
    body = 'for asked in requests(): described({"id": 99})'
    assert "sent an answer with id `99`, expected `1`," in failure(program(tmp_path, body)).message


def test_an_id_of_another_type_is_another_id(tmp_path: Path) -> None:
    body = 'for asked in requests(): described({"id": str(asked["id"])})'
    assert ", expected `1`," in failure(program(tmp_path, body)).message


def test_an_answer_without_an_id_is_refused(tmp_path: Path) -> None:
    body = 'for asked in requests(): print(json.dumps({"ok": True, "result": {}}), flush=True)'
    assert "an answer without an id, expected `1`," in failure(program(tmp_path, body)).message


def test_answers_out_of_order_are_a_clear_error(tmp_path: Path) -> None:
    body = "for asked in requests(): described({'id': asked['id'] + 1}); described(asked)"
    assert ", expected `1`," in failure(program(tmp_path, body)).message


def test_an_answer_of_twenty_megabytes_is_not_read_to_the_end(tmp_path: Path) -> None:
    body = 'for asked in requests(): sys.stdout.write("x" * 20_000_000); sys.stdout.flush(); time.sleep(1000)'
    assert "wrote a line longer than 8 MB" in failure(program(tmp_path, body)).message


def test_a_flood_of_lines_that_are_no_answers_comes_to_an_end(tmp_path: Path) -> None:
    body = 'while True: print("noise", flush=True)'
    assert "lines that are not answers" in failure(program(tmp_path, body)).message


def test_large_lines_that_are_no_answers_end_at_the_deadline_and_are_not_hoarded(tmp_path: Path) -> None:
    body = 'line = json.dumps({"noise": "x" * 7_000_000})\nwhile True: print(line, flush=True)'
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limits = Limits(start_seconds=1.0, request_seconds=1.0)
    assert "did not answer in time" in failure(program(tmp_path, body), limits=limits).message
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kB"


def test_a_program_that_nobody_reads_from_is_held_up_after_16_megabytes(tmp_path: Path) -> None:
    written = tmp_path / "written"
    script = """
import pathlib, sys
for number in range(100):
    print("x" * 1_000_000, flush=True)
    pathlib.Path(sys.argv[1]).write_text("." * number)
"""
    process = LineProcess([sys.executable, "-c", script, str(written)], Opening(limits=PATIENT))
    assert _comes_true(lambda: written.exists() and written.stat().st_size >= 10)
    # as long as it would need for the others several times; a machine that is slower proves nothing, and fails nothing
    time.sleep(1)
    assert written.stat().st_size < 30
    process.close()


def test_a_flood_of_errors_blocks_nobody(tmp_path: Path) -> None:
    body = """
import threading
threading.Thread(target=lambda: [sys.stderr.write("e" * 1000) for _ in range(5000)], daemon=True).start()
for asked in requests(): described(asked)
"""
    runtime = opened(program(tmp_path, body))
    assert runtime.describe()["tools"] == []
    runtime.close()


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ('{"id": asked["id"], "ok": True, "result": {"inventory": []}}', "`inventory`"),
        ('{"id": asked["id"], "ok": True, "accepted": True}', "result"),
        ('{"id": asked["id"], "ok": "yes"}', "ok"),
        ('{"id": asked["id"], "ok": False, "error": {"message": "no database"}}', "no database"),
    ],
)
def test_an_answer_of_another_shape_is_told_by_its_place(tmp_path: Path, says: str, reason: str) -> None:
    body = f"for asked in requests(): print(json.dumps({says}), flush=True)"
    assert reason in failure(program(tmp_path, body)).message


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (rb'{"id": 1, "ok": "\xff\xfe"}', "byte 0xff is not UTF-8"),
        (rb'\xff\xfe{"id": 1}', "like UTF-16"),
        (rb'{"id": 1, "ok": true, "result": NaN}', "'NaN' at '/result' is not a number"),
        (rb'{"id": 1, "id": 1, "ok": true}', "duplicate key at '/id'"),
        (rb'{"id": 1, "ok": tr', "not JSON"),
        (b"[" * 100_000, "nested deeper than 128 levels"),
    ],
)
def test_an_answer_that_can_not_be_read_is_told_at_once(tmp_path: Path, written: bytes, says: str) -> None:
    body = f"""
sys.stdout.buffer.write({written!r}.decode("unicode_escape").encode("latin-1") + b"\\n")
sys.stdout.flush()
time.sleep(1000)
"""
    error = failure(program(tmp_path, body), limits=Limits(start_seconds=600.0))
    assert isinstance(error, InvalidReplyError)
    assert "sent an unreadable answer" in error.message
    assert says in error.message


@pytest.mark.parametrize("written", ["caf\xe9", '{"id" 1', "{ id: 1 }", "[1, 2", "DEBUG {'id': 1}"])
def test_what_only_looks_a_little_like_an_answer_is_passed_over(tmp_path: Path, written: str) -> None:
    body = f"""
for asked in requests():
    sys.stdout.buffer.write({written!r}.encode("latin-1") + b"\\n")
    described(asked)
"""
    assert described(program(tmp_path, body))["tools"] == []


def test_a_program_that_closes_its_input_is_told(tmp_path: Path) -> None:
    message = failure(program(tmp_path, "os.close(0); time.sleep(1000)"), limits=IMPATIENT).message
    assert "did not answer in time" in message or "stopped reading its input" in message


def test_a_program_that_closes_its_output_is_told(tmp_path: Path) -> None:
    assert "closed its output" in failure(program(tmp_path, "os.close(1); time.sleep(1000)")).message


def test_children_are_ended_with_their_parent_also_those_in_a_session_of_their_own(tmp_path: Path) -> None:
    body = """
for new_session in (False, True):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=new_session)
for asked in requests(): described(asked)
"""
    runtime = opened(program(tmp_path, body))
    assert runtime.describe()["tools"] == []
    runtime.close()
    assert _orphans() == []


def test_children_that_outlive_a_dead_parent_and_hold_its_pipes_are_ended(tmp_path: Path) -> None:
    body = """
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
sys.exit(0)
"""
    # they may still answer, so they are waited for
    failure(program(tmp_path, body), limits=Limits(start_seconds=5.0))


ESCAPE = """
def escape(seconds, *, quietly=True):
    started, starting = os.pipe()  # closed by execve: what follows sees a child that is another program by then
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.chdir("/")
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2) if quietly else ():
                os.dup2(nothing, stream)
            os.execve("/bin/sleep", ["sleep", seconds], {})
        os._exit(0)
    os.close(starting)
    os.read(started, 1)
    os.wait()
"""
"""The start of a child in a session and a folder of its own, without a parent and without an environment."""


@pytest.mark.parametrize("quietly", [True, False])
def test_a_child_that_leaves_everything_behind_is_ended_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, quietly: bool
) -> None:
    seconds = f"98.7654{int(quietly)}"
    body = f"escape({seconds!r}, quietly={quietly})\nfor asked in requests(): described(asked)"
    described(program(tmp_path, ESCAPE + body))
    assert processes_with("cmdline", seconds) == []
    assert "left processes outside its process group, which were stopped: `sleep`" in caplog.text


def test_the_exit_of_a_program_is_told_at_once_though_its_child_lives_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = f"escape({'98.7651'!r})\nfor asked in requests(): sys.exit(3)"
    assert "exited with status 3" in failure(program(tmp_path, ESCAPE + body)).message
    assert processes_with("cmdline", "98.7651") == []


def _line_process_of(source: str) -> LineProcess:
    argv = split_command(source.partition(":")[2])
    return LineProcess(argv, Opening(limits=PATIENT, environment={"TEST_RUN": RUN}))


@pytest.mark.parametrize(("number", "may_survive"), [("SIGSTOP", False), ("SIGTERM", False), ("SIGKILL", True)])
def test_a_program_that_attacks_its_parent_is_ended_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, number: str, may_survive: bool
) -> None:
    """Whoever kills the process that adopts its orphans may leave some, and that is told."""
    body = f"os.kill(os.getppid(), signal.{number})\nprint('done', flush=True)\ntime.sleep(1000)"
    process = _line_process_of(program(tmp_path, body))
    assert process.receive(time.monotonic() + 60, "during the test") == b"done"
    process.close()
    assert _orphans() == []
    assert ("may have left processes running that could not be stopped" in caplog.text) == may_survive


def test_a_program_starts_as_if_its_parent_were_no_python(tmp_path: Path) -> None:
    """Nothing is added to its environment, no more signals are ignored, and it leads a session of its own."""
    script = "tr '\\0' '~' < /proc/$$/environ; echo; grep SigIgn /proc/$$/status; cut -d ' ' -f 1,6 /proc/$$/stat"
    process = LineProcess(["sh", "-c", script], Opening(limits=PATIENT))
    lines = [process.receive(time.monotonic() + 60, "during the test").decode() for _ in range(3)]
    process.close()
    assert lines[0].strip("~").split("~") == [f"{name}={value}" for name, value in child_environment({}).items()]
    # what runs in the background of a shell without job control ignores signals from its start on
    plain = subprocess.run(["sh", "-c", "grep SigIgn /proc/$$/status"], capture_output=True, text=True, check=True)
    assert int(lines[1].split()[1], 16) & ~int(plain.stdout.split()[1], 16) == 0
    assert len(set(lines[2].split())) == 1, "its process id is that of its session"


@pytest.mark.parametrize(("number", "status"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGKILL", -signal.SIGKILL)])
def test_whatever_ends_the_harness_ends_the_program_and_removes_its_folder(
    tmp_path: Path, number: str, status: int
) -> None:
    body = f"""
import pathlib
escape("98.7652")
pathlib.Path("litter").touch()
pathlib.Path({str(tmp_path / "started")!r}).write_text(os.getcwd())
time.sleep(1000)
"""
    source = program(tmp_path, ESCAPE + body)
    place = tmp_path / "started"
    command = [sys.executable, "-m", "conformance", "probe", "--start-timeout", "600", "--source", source]
    # Under `nohup` the tests ignore SIGHUP, and so would what they start.
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    ) as harness:
        try:
            assert _comes_true(lambda: place.is_file() and bool(place.read_text("utf-8")))
            harness.send_signal(getattr(signal, number))
            assert harness.wait(60) == status
        finally:
            harness.kill()
    assert _comes_true(lambda: not processes_with("cmdline", str(tmp_path / "program.py")))
    assert _comes_true(lambda: not processes_with("cmdline", "98.7652"))
    assert _comes_true(lambda: not Path(place.read_text("utf-8")).exists())


def test_what_is_open_at_the_end_of_the_harness_is_ended_before_it_ends(tmp_path: Path) -> None:
    source = program(tmp_path, "for asked in requests(): described(asked)")
    body = f"""
from conformance.systems.sources import find_source
from conformance.systems.runtime import Opening
print(find_source({source!r}).open(Opening()).describe()["version"])
"""
    said = subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, timeout=300)
    assert (said.stdout, said.stderr) == ("2\n", "")
    assert processes_with("cmdline", str(tmp_path / "program.py")) == []


def test_too_many_processes_are_ended(tmp_path: Path) -> None:
    body = """
started = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]) for _ in range(12)]
time.sleep(1000)
"""
    limits = Limits(start_seconds=60.0, processes=6)
    assert "processes; the limit is 6" in failure(program(tmp_path, body), limits=limits).message


def test_of_a_program_with_one_process_one_is_counted(tmp_path: Path) -> None:
    limits = Limits(start_seconds=60.0, processes=1)
    assert described(program(tmp_path, "for asked in requests(): time.sleep(1); described(asked)"), limits=limits)


def test_too_much_memory_is_the_end(tmp_path: Path) -> None:
    body = "kept = []\nwhile True: kept.append(bytearray(os.urandom(1) * 20_000_000)); time.sleep(0.05)"
    limits = Limits(start_seconds=60.0, memory_bytes=200 * 2**20)
    assert "MB of memory; the limit is 200 MB" in failure(program(tmp_path, body), limits=limits).message


def test_a_program_that_is_too_large_from_the_start_is_ended_at_once(tmp_path: Path) -> None:
    runtime = opened(
        program(tmp_path, "for asked in requests(): described(asked)"), limits=Limits(memory_bytes=2**20), restarts=1
    )
    assert _orphans() == []
    with pytest.raises(ConformanceError, match="MB of memory; the limit is 1 MB"):
        runtime.describe()
    runtime.close()


def test_a_program_that_dies_is_started_again_once(tmp_path: Path) -> None:
    body = """
for asked in requests():
    described(asked)
    sys.exit(1)
"""
    runtime = opened(program(tmp_path, body), restarts=1)
    assert runtime.describe()["tools"] == []
    assert _orphans() == [], "the first process is gone"
    assert runtime.describe()["tools"] == []
    assert _orphans() == [], "the second is gone"
    with pytest.raises(ConformanceError, match=r"exited with status 1|stopped reading"):
        runtime.describe()
    runtime.close()


def test_a_program_that_ends_after_its_answer_while_the_next_request_is_under_way_is_started_again(
    tmp_path: Path,
) -> None:
    """The exit takes so long that the request is written to a program that will not read it."""
    body = """
for asked in requests():
    described(asked)
    time.sleep(0.3)
    sys.exit(1)
"""
    runtime = opened(program(tmp_path, body), restarts=1)
    assert runtime.describe()["tools"] == []
    assert runtime.describe()["tools"] == []
    runtime.close()


def test_a_program_that_ends_because_of_a_request_is_not_asked_the_same_again(tmp_path: Path) -> None:
    body = """
for asked in requests():
    if asked["op"] == "catalog": sys.exit(3)
    described(asked)
"""
    runtime = opened(program(tmp_path, body), restarts=1)
    assert runtime.describe()["tools"] == []
    with pytest.raises(ConformanceError, match="exited with status 3 during `catalog`"):
        runtime.catalog("operator")
    assert runtime.describe()["tools"] == []
    runtime.close()


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    late = tmp_path / "late"
    body = f"""
import pathlib
for asked in requests():
    while asked["op"] == "catalog" and not pathlib.Path({str(late)!r}).exists():
        time.sleep(0.05)
    described(asked)
"""
    runtime = opened(program(tmp_path, body), restarts=1, limits=Limits(start_seconds=60.0, request_seconds=4.0))
    assert runtime.describe()["tools"] == []
    with pytest.raises(SlowAnswerError, match="did not answer in time during `catalog`"):
        runtime.catalog("operator")
    late.touch()
    assert runtime.describe()["tools"] == []
    runtime.close()


def test_a_program_that_is_silent_again_after_it_was_started_again_is_not_waited_for_a_third_time(
    tmp_path: Path,
) -> None:
    starts = tmp_path / "starts"
    body = f"""
open({str(starts)!r}, "a").write("started\\n")
for asked in requests():
    open({str(starts)!r}, "a").write("asked\\n")
"""
    runtime = opened(program(tmp_path, body), restarts=1, limits=Limits(4.0, 4.0))
    with pytest.raises(ConformanceError, match="the system hangs"):
        runtime.call("Any", {})
    seen = starts.read_text("utf-8")
    for ask in (lambda: runtime.call("Any", {}), lambda: runtime.parse("Any", {}), runtime.describe):
        with pytest.raises(ConformanceError) as caught:
            ask()
        assert not isinstance(caught.value, SlowAnswerError)
    assert starts.read_text("utf-8") == seen, "it was neither started nor asked again"
    runtime.close()


def test_secrets_in_the_environment_stay_here_unless_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    body = """
for asked in requests():
    seen = os.environ.get("SECRET_TOKEN", "gnihton")[::-1]
    answer(asked, {"inventory": {"seen": seen, "path": "PATH" in os.environ}})
"""
    source = program(tmp_path, body)
    for environment, seen in (({}, "nothing"), (named_variables(["SECRET_TOKEN"]), "terc3s")):
        runtime = opened(source, environment=environment)
        assert runtime.describe() == {"seen": seen, "path": True}
        runtime.close()


def test_a_variable_that_is_not_set_is_refused() -> None:
    with pytest.raises(ConformanceError, match="NOT_SET_ANYWHERE"):
        named_variables(["NOT_SET_ANYWHERE"])
    assert named_variables(["A=b=c"]) == {"A": "b=c"}


def test_a_program_runs_in_an_empty_folder_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = """
open("written.txt", "w").close()
for asked in requests(): answer(asked, {"inventory": {"folder": os.getcwd(), "files": os.listdir()}})
"""
    monkeypatch.chdir(tmp_path)
    runtime = opened(program(tmp_path, body))
    seen = runtime.describe()
    runtime.close()
    assert seen["files"] == ["written.txt"]
    assert not Path(str(seen["folder"])).exists()
    assert not (tmp_path / "written.txt").exists()


NEST = """
print(os.getcwd(), flush=True)
for _ in range(1_000): os.mkdir("nested"), os.chdir("nested")
"""
"""The start of a program that nests folders deeper than Python's recursion, and a path of the system, can follow."""


def test_a_folder_with_deeply_nested_ones_goes_away_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    process = _line_process_of(program(tmp_path, f"{NEST}print('done', flush=True)\ntime.sleep(1000)"))
    folder, done = (process.receive(time.monotonic() + 60, "during the test").decode() for _ in range(2))
    process.close()
    assert (done, Path(folder).exists(), caplog.text) == ("done", False, "")


def test_a_folder_that_cannot_be_deleted_is_told_and_ends_no_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program has killed the process that deletes it, and nested more folders than Python can follow."""

    def follow(*_: object, **__: object) -> None:
        raise RecursionError

    body = "print(os.getcwd())\nos.kill(os.getppid(), signal.SIGKILL)\nprint('done', flush=True)\ntime.sleep(1000)"
    process = _line_process_of(program(tmp_path, body))
    folder, done = (process.receive(time.monotonic() + 60, "during the test").decode() for _ in range(2))
    monkeypatch.setattr(shutil, "rmtree", follow)
    process.close()
    Path(folder).rmdir()
    assert done == "done"
    assert f"cannot be deleted: {folder}" in caplog.text


def test_a_named_folder_is_where_it_runs(tmp_path: Path) -> None:
    body = "for asked in requests(): answer(asked, {'inventory': {'folder': os.getcwd()}})"
    runtime = opened(program(tmp_path, body), folder=tmp_path)
    assert runtime.describe()["folder"] == str(tmp_path.resolve())
    runtime.close()


def test_paths_on_a_command_line_are_found_from_where_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "adapter.mjs").touch()
    words = ["node", "adapter.mjs", "--dir=./sub", "sub", "./sub", ".", "@scope/name", "--flag"]
    assert resolve_paths(words, tmp_path) == [
        "node",
        str(tmp_path / "adapter.mjs"),
        f"--dir={tmp_path / 'sub'}",
        "sub",
        str(tmp_path / "sub"),
        str(tmp_path),
        "@scope/name",
        "--flag",
    ]


@pytest.mark.parametrize("text", ['"node adapter.mjs"', "node adapter.mjs", "  'node adapter.mjs' "])
def test_a_command_may_be_quoted_as_a_whole(text: str) -> None:
    assert split_command(text) == ["node", "adapter.mjs"]


@pytest.mark.parametrize("text", ["", '"', "'unclosed"])
def test_a_command_that_can_not_be_read_is_refused(text: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        split_command(text)
    assert caught.value.kind is ErrorKind.USAGE


def test_a_command_that_installs_first_has_more_time() -> None:
    assert start_seconds(["/usr/bin/npx", "-y", "x"]) == INSTALLER_SECONDS
    assert start_seconds(["node", "x"]) == START_SECONDS
