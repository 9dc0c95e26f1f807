"""Starts one program under test and adopts every process that it leaves behind, so that all of them can be ended.

Run as a script between harness and program, with its end of the control socket as the only argument, so it imports
only the standard library, and little of that. On Linux it is a subreaper: a process whose parent exits becomes its
child, whatever session, folder or environment that process has chosen. Elsewhere only the process group is known.

It reads the command and the environment of the program (``encode_start``), reports ``started PID ADOPTS`` or ``failed
REASON``, then ``exited STATUS`` once the program itself has exited. When the harness closes its end, or dies, it ends
everything, reports ``left NAMES`` of what had left the process group, and exits with 0 if nothing survived.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence

_PROC = "/proc"
# From <linux/prctl.h>: orphaned descendants become children of the calling process instead of init.
_PR_SET_CHILD_SUBREAPER = 36
_LENGTH_BYTES = 8
# How long everything may take to exit after SIGTERM when the harness has died and so states no grace period.
_GRACE_SECONDS = 0.5
# How long processes that keep forking, or have much memory to free, are killed again and again.
KILL_SECONDS = 5.0
_POLL_SECONDS = 0.01
SURVIVORS = 1
"""The exit status of a keeper that could not end all descendants of its program."""


def encode_start(argv: Sequence[str], environment: Mapping[str, str], folder: str) -> bytes:
    """Return a command, an environment and a folder to delete at the end as one message.

    Raises ``ValueError`` for a text with NUL, which none of them can have.
    """
    texts = [folder, str(len(argv)), *argv, *(f"{name}={value}" for name, value in environment.items())]
    if any("\0" in text for text in texts):
        raise ValueError("embedded null byte")
    data = b"\0".join(os.fsencode(text) for text in texts)
    return len(data).to_bytes(_LENGTH_BYTES, "big") + data


def _read_start(control: int) -> tuple[list[str], dict[str, str], str]:
    length = int.from_bytes(_read(control, _LENGTH_BYTES), "big")
    folder, count, *texts = (os.fsdecode(text) for text in _read(control, length).split(b"\0"))
    argv, variables = texts[: int(count)], texts[int(count) :]
    pairs = (variable.partition("=") for variable in variables)
    return argv, {name: value for name, _, value in pairs}, folder


def _read(descriptor: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        chunk = os.read(descriptor, count - len(data))
        if not chunk:
            raise EOFError  # the harness has died
        data += chunk
    return data


def descendants(pid: int) -> list[int]:
    """Return the live descendants of a process, by their parents in ``/proc``; none where there is no such folder."""
    children: dict[int, list[int]] = {}
    zombies: set[int] = set()
    for process, parent, state in _processes():
        children.setdefault(parent, []).append(process)
        if state in "ZX":
            zombies.add(process)
    found, todo = list[int](), [pid]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return [process for process in found if process not in zombies]


def _processes() -> Iterator[tuple[int, int, str]]:
    """Yield id, parent and state of every process."""
    for name in os.listdir(_PROC) if os.path.isdir(_PROC) else ():
        if name.isdigit():
            stat = _contents(name, "stat")
            # The name of the program is in parentheses, and may have parentheses and spaces itself.
            state, _, rest = stat.rpartition(")")[2].strip().partition(" ")
            if rest:
                yield int(name), int(rest.split()[0]), state


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes, 0 for one that has exited."""
    pages = _contents(str(pid), "statm").split()
    return int(pages[1]) * os.sysconf("SC_PAGE_SIZE") if pages else 0


def _contents(process: str, file: str) -> str:
    try:
        with open(f"{_PROC}/{process}/{file}", "rb") as stream:
            return stream.read().decode("utf-8", "replace")
    except OSError:
        return ""  # it exited meanwhile


def kill_all(keeper: int, group: int) -> None:
    """Kill the process group and all descendants of a keeper, once."""
    send_signal(group, signal.SIGKILL, is_group=True)
    for process in descendants(keeper):
        send_signal(process, signal.SIGKILL)


def send_signal(pid: int, number: int, *, is_group: bool = False) -> None:
    """Send a signal to a process or a process group, which may have ended already."""
    try:
        (os.killpg if is_group else os.kill)(pid, number)
    except OSError:
        return


class _Keeper:
    """The process between harness and program; ``control`` is the socket to the harness."""

    def __init__(self, control: int) -> None:
        self._control = control
        self._adopts = _adopt_orphans()
        self._program = 0
        self._folder = ""

    def run(self) -> int:
        """Start the program, wait until the harness closes its end, end everything; return the exit status."""
        try:
            argv, environment, self._folder = _read_start(self._control)
        except EOFError:
            return 0
        reason = self._start(argv, environment)
        self._report(f"failed {reason}" if reason else f"started {self._program} {int(self._adopts)}")
        grace = _GRACE_SECONDS if reason else self._wait()
        left = [] if reason else self._left_group()
        ended = self._end(grace)
        self._report("left " + " ".join(left))
        self._delete_folder()
        return 0 if ended else SURVIVORS

    def _start(self, argv: list[str], environment: dict[str, str]) -> str:
        """Start the program in a session of its own; return why it cannot be started, empty if it was."""
        # The write end is closed by a successful exec, so whatever can be read is the reason of a failure.
        reading, writing = os.pipe()
        self._program = os.fork()
        if self._program == 0:
            _execute(argv, environment, writing)
        os.close(writing)
        _let_go()
        with os.fdopen(reading, "rb") as stream:
            return stream.read().decode("utf-8", "replace")

    def _wait(self) -> float:
        """Reap children, and report the exit of the program, until the harness closes its end; return the grace."""
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        stated = b""
        while True:
            self._reap()
            ready, _, _ = select.select([self._control, reading], [], [])
            if reading in ready:
                os.read(reading, 4096)
            if self._control in ready:
                chunk = _read_some(self._control)
                stated += chunk
                if not chunk:
                    return float(stated) if stated else _GRACE_SECONDS

    def _reap(self) -> bool:
        """Reap children that have exited; return whether any child is left, which all descendants become in the end."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self._program:
                self._report(f"exited {os.waitstatus_to_exitcode(status)}")

    def _left_group(self) -> list[str]:
        escaped = [pid for pid in descendants(os.getpid()) if _group_of(pid) != self._program]
        return ["_".join(_contents(str(pid), "comm").split()) for pid in escaped]

    def _end(self, grace: float) -> bool:
        """Stop everything after ``grace`` seconds; return whether nothing is left."""
        send_signal(self._program, signal.SIGTERM, is_group=True)
        deadline = time.monotonic() + grace
        while self._reap() and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
        deadline = time.monotonic() + KILL_SECONDS
        # A process may fork between scan and kill, so this ends only when no child is left.
        while self._reap() and time.monotonic() < deadline:
            kill_all(os.getpid(), self._program)
            time.sleep(_POLL_SECONDS)
        return not self._reap()

    def _report(self, line: str) -> None:
        try:
            os.write(self._control, line.encode("utf-8", "replace") + b"\n")
        except OSError:
            return  # the harness has died

    def _delete_folder(self) -> None:
        """Delete the folder that was made for the program; it may take long, so whoever waits for reports does not."""
        os.close(self._control)
        if self._folder:
            # A program can nest folders deeper than the functions of Python that delete them can follow.
            command = ["rm", "-rf", "--", self._folder]
            try:
                os.waitpid(os.posix_spawnp(command[0], command, os.environ), 0)
            except OSError:
                return  # the harness, if it lives, deletes what is left


def _adopt_orphans() -> bool:
    """Become the parent of all orphaned descendants; return whether this platform can do that."""
    try:
        import ctypes

        return ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


def _execute(argv: list[str], environment: dict[str, str], failed: int) -> None:
    """Become the program; if that fails, write why and exit."""
    try:
        os.setsid()
        # Python ignores these two, and what is ignored stays so after exec.
        for name in ("SIGPIPE", "SIGXFSZ"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
        os.execvpe(argv[0], argv, environment)  # noqa: S606  the command is the user's own
    except BaseException as error:  # noqa: BLE001  nothing may run on in this copy of the keeper
        os.write(failed, (getattr(error, "strerror", None) or str(error) or type(error).__name__).encode())
    finally:
        os._exit(127)


def _let_go() -> None:
    """Close the pipes and leave the folder of the program, and ignore signals that are meant for others."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    os.chdir("/")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 64)
    except OSError:
        return b""  # the harness died with a message unread


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return pid


if __name__ == "__main__":
    os.set_inheritable(int(sys.argv[1]), False)
    sys.exit(_Keeper(int(sys.argv[1])).run())
