"""A child process that exchanges lines with the harness, bounded in time, size, memory and number of processes.

Whatever it does (hang, die, flood a stream, exhaust memory, leave children behind) ends in one clear error within
bounded time, and no process that it started survives.
"""

import array
import contextlib
import errno
import fcntl
import functools
import logging
import os
import queue
import selectors
import tempfile
import termios
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from conformance.display import code_text, escape_text, list_codes
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import launcher_of
from conformance.lazy_patterns import LazyPattern
from conformance.systems.adapters._keeper import memory_of
from conformance.systems.adapters._program import Program, Start
from conformance.systems.adapters._protocol import WireFault
from conformance.systems.credentials import known_secrets, mask_command, mask_printed
from conformance.systems.environment import SCRATCH_PREFIX, child_environment, resolve_paths
from conformance.systems.runtime import Opening, SlowAnswerError

LOG = logging.getLogger("conformance.systems")
_CHUNK = 65536
# Stderr is kept only as a tail: enough for a last traceback line, whatever was logged before.
_TAIL_BYTES = 16_384
_STDERR_CHARS = 600
# The line that names an exception; stacks and lists follow it. Matches "Error: no bindings. Tried:", "Fatal error: no
# key", "panic: no api", "Cannot start: TypeError: fetch failed"; not "0 errors".
_NAMED_ERROR = LazyPattern(
    r"[ \t]*(?:[\w.]*(?:Error|Exception)|error|fatal|panic|FATAL|Fatal|ERROR)\b|.{0,200}\b[\w.]*(?:Error|Exception): \S"
)
_NEW_LINE = " ⏎ "
# How often a blocked read or write looks for a fault that another thread has found.
_TICK = 0.1
# How often memory and number of processes are measured: a scan of /proc is not free.
_WATCH_SECONDS = 0.5
# How long a program may take to exit by itself once its stdin is closed.
_GRACE_SECONDS = 1.0
# On a busy machine the exit status arrives this long after the streams have closed.
_EXIT_SECONDS = 2.0
# A pipe holds at most 1 MB unless the administrator allows more; a child that goes on writing does not hold us up.
_MAX_PIPE_CHUNKS = 2**20 // _CHUNK
# A surviving child may hold stderr open, so waiting for the rest of it is bounded too.
_DRAIN_SECONDS = 2.0
# A flooding program blocks on a full queue instead of filling our memory; one line of any allowed length always fits.
_MAX_QUEUED_LINES = 1000
_MAX_QUEUED_BYTES = 2**24
SLOW_FIX = "raise --timeout"
_EXIT_FIX = "fix what stderr reports; a variable it needs is passed with --env NAME, its folder with --cwd FOLDER"
_SILENT_EXIT_FIX = "run the command by hand to see why it exits"
_UNNAMED_INTERPRETER_FIX = "name what runs it, as in `node server.js`: a script without a `#!` line cannot be executed"
_KILLED_FIX = "run the command by hand to see what kills it"
_LEFT_FIX = "pass a command that runs as long as it serves, and does not hand its pipes to another process"


def _start_fix(argv: Sequence[str], opening: Opening) -> str:
    """Return what to do about a command that cannot be started; a program may be named instead of what runs it."""
    launcher = launcher_of(Path(argv[0]))
    if launcher is None or not (opening.base / argv[0]).is_file():
        return "check that the command exists and is executable"
    return f'name what runs it, as in "{launcher} {escape_text(argv[0])}"'


def _end_with_error(lines: Sequence[str]) -> str:
    """Return the end of what a program wrote; the last line that names an error is in it, also if much follows that."""
    end = _NEW_LINE.join(lines)[-_STDERR_CHARS:]
    named = [line for line in lines if _NAMED_ERROR.match(line)]
    if not named or named[-1] in end:
        return end
    begin = f"{named[-1][: _STDERR_CHARS // 2]}{_NEW_LINE}...{_NEW_LINE}"
    return begin + end[len(begin) :]


def _ending_of(status: int) -> str:
    return f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"


class LineProcess:
    """One program under test; raises ``ConformanceError`` (unreachable) for anything that goes wrong with it."""

    def __init__(self, argv: Sequence[str], opening: Opening) -> None:
        self.command_line = code_text(mask_command(argv), 160)
        self.secrets = known_secrets(argv, opening.environment)
        self._limits = opening.limits
        if opening.folder is not None and not opening.folder.is_dir():
            message = f"working folder {code_text(str(opening.folder), 200)} does not exist"
            raise ConformanceError(
                ErrorKind.USAGE, message, "pass an existing folder to --cwd, or omit it to run in an empty one"
            )
        self._scratch = None if opening.folder else tempfile.TemporaryDirectory(prefix=SCRATCH_PREFIX)
        self._folder = opening.folder or Path(self._scratch.name if self._scratch else ".")
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MAX_QUEUED_LINES)
        self._taken = threading.Condition()
        self._queued_bytes = 0
        self._tail: deque[bytes] = deque(maxlen=64)
        self._tail_lock = threading.Lock()
        self._stderr_ended = threading.Event()
        self._fault: WireFault | None = None
        self._closing = False
        self._sent = 0
        self._program = self._start(argv, opening)
        self._stdin, self._stdout, self._stderr = self._program.pipes
        os.set_blocking(self._stderr.fileno(), False)  # two threads may read it
        self._readers = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._readers:
            thread.start()

    def _start(self, argv: Sequence[str], opening: Opening) -> Program:
        words, environment = resolve_paths(argv, opening.base), child_environment(opening.environment)
        scratch = self._scratch.name if self._scratch else ""
        try:
            return Program(Start(words, environment, str(self._folder), scratch))
        except (OSError, ValueError) as error:
            self._release()
            reason = getattr(error, "strerror", None) or str(error)
            # the process that starts it hands on the words alone
            is_script = reason == os.strerror(errno.ENOEXEC)
            fix = _UNNAMED_INTERPRETER_FIX if is_script else _start_fix(argv, opening)
            message = f"cannot start {self.command_line}: {reason}"
            raise ConformanceError(ErrorKind.UNREACHABLE, message, fix) from None

    def send(self, line: bytes, deadline: float, doing: str) -> None:
        """Write one line before ``deadline``; ``doing`` says in messages what for: ``during `parse` of 'AddNote'``."""
        pipe = self._stdin
        os.set_blocking(pipe.fileno(), False)
        data = memoryview(line + b"\n")
        self._sent = 0
        while data:
            try:
                written = os.write(pipe.fileno(), data)
                self._sent += written
                data = data[written:]
            except BlockingIOError:
                self._wait_to_write(pipe, deadline, doing)
            except (OSError, ValueError):
                self.raise_fault(doing)
                raise self._end_error("stopped reading its input", doing) from None

    def has_ended_unasked(self) -> bool:
        """Whether the program ended, and not because of what was sent last: all of that is still in the pipe.

        A program that is about to exit still takes input: only the pipe says what it has read.
        """
        if not self.has_ended:
            return False
        unread = array.array("i", [0])
        try:
            fcntl.ioctl(self._stdin.fileno(), termios.FIONREAD, unread)
        except (OSError, ValueError):  # closed, or a platform that does not count at this end of a pipe
            return False
        return unread[0] >= self._sent

    def _wait_to_write(self, pipe: IO[bytes], deadline: float, doing: str) -> None:
        self.raise_fault(doing)
        if time.monotonic() > deadline:
            fix = "read stdin line by line while running"
            raise self.error(WireFault("did not read its input in time", fix, is_silence=True), doing)
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_WRITE)
            selector.select(_TICK)

    def receive(self, deadline: float, doing: str) -> bytes:
        """Return the next line of stdout without its newline; raises ``SlowAnswerError`` at ``deadline``."""
        while True:
            line = self.next_line(max(0.0, min(_TICK, deadline - time.monotonic())), doing)
            if line is not None:
                return line
            self.check_deadline(deadline, doing)

    def check_deadline(self, deadline: float, doing: str) -> None:
        """Raise ``SlowAnswerError`` once the deadline has passed, also while lines arrive that are no answer."""
        if time.monotonic() >= deadline:
            error = self.error(WireFault("did not answer in time", SLOW_FIX, is_silence=True), doing)
            if self.has_ended:
                raise error
            raise SlowAnswerError(error.kind, error.message, error.recovery_hint)

    def next_line(self, seconds: float, doing: str) -> bytes | None:
        """Return the next line if one arrives within ``seconds``, else ``None``."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self.raise_fault(doing)
            return None
        if line is not None:
            with self._taken:
                self._queued_bytes -= len(line)
                self._taken.notify()
            return line
        self.raise_fault(doing)
        raise self._end_error("closed its output", doing)

    def _end_error(self, if_alive: str, doing: str) -> ConformanceError:
        """The error that says how the program ended, or ``if_alive`` when it is still running."""
        status = self._program.wait(_EXIT_SECONDS)
        if status is not None:
            what = _ending_of(status)
            fix = _KILLED_FIX if status < 0 else _EXIT_FIX if self._last_stderr() else _SILENT_EXIT_FIX
            return self.error(WireFault(what, fix), doing)
        return self.error(WireFault(if_alive, "keep stdin and stdout open until stdin ends"), doing)

    def raise_fault(self, doing: str) -> None:
        """Raise the error of a program that was killed for exceeding a limit."""
        if self._fault is not None:
            raise self.error(self._fault, doing)

    def error(self, fault: WireFault, doing: str = "") -> ConformanceError:
        """Return the error that says what the program did, with the end of its stderr."""
        status = self._program.poll()
        if fault.is_silence and status is not None:  # a process that it started has its pipes, else they had ended too
            fault = WireFault(f"{_ending_of(status)}, and a process that it left behind {fault.what}", _LEFT_FIX)
        last = self._last_stderr()
        stderr = f"stderr: '{last}'" if last else "stderr is empty"
        happened = mask_printed(f"{fault.what} {doing}" if doing else fault.what, self.secrets)
        return ConformanceError(ErrorKind.UNREACHABLE, f"{self.command_line} {happened}; {stderr}", fault.fix)

    def _last_stderr(self) -> str:
        if self.has_ended:
            self._stderr_ended.wait(_DRAIN_SECONDS)  # a child may add the words that matter
            # What the program itself wrote is in the pipe by now, also where the reading thread got no time to read it.
            for _ in range(_MAX_PIPE_CHUNKS):
                if not self._take_errors():
                    break
        tail = b"".join(self._tail)[-_TAIL_BYTES:].decode("utf-8", "replace").strip()
        masked = mask_printed(tail, self.secrets)  # before it is cut: half a secret no longer looks like one
        return _end_with_error([escape_text(line) for line in masked.splitlines()])

    @property
    def has_ended(self) -> bool:
        """Whether the program itself has exited; its children may live on."""
        return self._program.poll() is not None

    def close(self, *, patiently: bool = True) -> None:
        """Stop the program and everything it started; log a warning about processes that it would have left behind.

        A program that misbehaved is killed at once, others get a moment to exit by themselves.
        """
        if self._closing:
            return
        self._closing = True
        grace = _GRACE_SECONDS / 2 if patiently and self._fault is None else 0.0
        with contextlib.suppress(OSError):
            self._stdin.close()
        self._program.wait(grace)
        self._program.end(grace)
        for thread in self._readers:
            thread.join(_GRACE_SECONDS)
        self._program.close_pipes()
        self._release()
        self._warn(has_had_time=bool(grace))

    def _warn(self, *, has_had_time: bool) -> None:
        if self._program.may_survive:
            LOG.warning("%s may have left processes running that could not be stopped", self.command_line)
        elif has_had_time and self._program.left:
            left = list_codes(self._program.left)
            LOG.warning("%s left processes outside its process group, which were stopped: %s", self.command_line, left)
        if not self._program.adopts_orphans:
            _warn_of_platform()

    def _release(self) -> None:
        """Delete the folder that was made for the program, which its keeper has done unless something prevented it."""
        if self._scratch:
            # folders that are nested deeply end in a `RecursionError`
            with contextlib.suppress(OSError, RecursionError):
                self._scratch.cleanup()
            if os.path.lexists(self._folder):
                LOG.warning("the working folder of %s cannot be deleted: %s", self.command_line, self._folder)

    def _read_answers(self) -> None:
        pending = bytearray()
        for chunk in self._chunks(self._stdout):
            pending += chunk
            if len(pending) > self._limits.answer_bytes and b"\n" not in pending[: self._limits.answer_bytes + 1]:
                most = f"{self._limits.answer_bytes // 2**20} MB"
                self._stop(f"wrote a line longer than {most}", f"send at most {most} in one line")
                break
            if b"\n" in chunk:
                *lines, rest = pending.split(b"\n")
                pending = bytearray(rest)
                for line in lines:
                    self._enqueue(bytes(line))
        self._enqueue(None)

    def _enqueue(self, line: bytes | None) -> None:
        size = len(line or b"")
        with self._taken:
            while self._queued_bytes and self._queued_bytes + size > _MAX_QUEUED_BYTES and not self._closing:
                self._taken.wait(_TICK)
            self._queued_bytes += size
        while not self._closing:
            try:
                self._lines.put(line, timeout=_TICK)
            except queue.Full:
                continue
            return

    def _read_errors(self) -> None:
        watched = 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(self._stderr, selectors.EVENT_READ)
            while not self._closing and self._fault is None:
                if selector.select(_TICK) and self._take_errors() == b"":
                    break
                if time.monotonic() - watched > _WATCH_SECONDS:
                    watched = time.monotonic()
                    self._check_limits()
        self._stderr_ended.set()
        while not self._closing and not self.has_ended:
            time.sleep(_WATCH_SECONDS)
            self._check_limits()

    def _take_errors(self) -> bytes | None:
        """Read a part of stderr that has arrived; empty at its end, ``None`` where nothing is there yet."""
        with self._tail_lock, contextlib.suppress(OSError, ValueError):
            chunk = os.read(self._stderr.fileno(), _CHUNK)
            self._tail.append(chunk[-_TAIL_BYTES:])
            return chunk
        return None

    def _chunks(self, pipe: IO[bytes]) -> Iterator[bytes]:
        """Yield what arrives, and ``b""`` on every idle tick, until the stream ends or the process is stopped."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while not self._closing and self._fault is None:
                if not selector.select(_TICK):
                    yield b""
                    continue
                chunk = os.read(pipe.fileno(), _CHUNK)
                if not chunk:
                    return
                yield chunk

    def _check_limits(self) -> None:
        processes = self._program.processes()
        memory = sum(memory_of(pid) for pid in processes)
        if memory > self._limits.memory_bytes:
            most = f"{self._limits.memory_bytes // 2**20} MB"
            self._stop(f"used {memory // 2**20} MB of memory; the limit is {most}", f"keep the program below {most}")
        elif len(processes) > self._limits.processes:
            most = self._limits.processes
            fix = f"end child processes that are done, and keep at most {most}"
            self._stop(f"started {len(processes)} processes; the limit is {most}", fix)

    def _stop(self, what: str, fix: str) -> None:
        self._fault = self._fault or WireFault(what, fix)
        self._program.end(0)


@functools.cache
def _warn_of_platform() -> None:
    """Say once that this platform hides some processes."""
    LOG.warning("on this platform, processes that a program starts in a session of their own can outlive the run")
