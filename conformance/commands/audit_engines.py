"""Where the parts of a log are audited: in this process, in several of this machine, or on the workers of a cluster.

Each engine runs the same function on each part and returns the summaries in the order of the parts.
"""

import importlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind

Item = TypeVar("Item")
Result = TypeVar("Result", covariant=True)
# Parts that wait or are audited per process, so that none is idle and few summaries are kept.
_PARTS_AHEAD = 3
# A worker of a cluster that is lost loses what it audited; such a part is audited again elsewhere.
_RETRIES = 3


class Pending(Protocol[Result]):
    """A result that may not be there yet."""

    def result(self) -> Result:
        """Wait for it; raises what went wrong."""
        ...


class Engine(Struct, frozen=True):
    """Runs functions: ``submit`` begins one, and up to ``ahead`` are begun before the first result is taken.

    ``is_remote`` says that they run in other processes, which get copies of their arguments.
    """

    submit: Callable[..., Pending[Any]]
    ahead: int
    is_remote: bool

    def results(self, work: Callable[[Item], Pending[Result]], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """Yield each item with the result of the work on it, in the order of the items."""
        begun: deque[tuple[Item, Pending[Result]]] = deque()
        for item in items:
            begun.append((item, work(item)))
            if len(begun) >= self.ahead:
                first, pending = begun.popleft()
                yield first, pending.result()
        while begun:
            first, pending = begun.popleft()
            yield first, pending.result()


class _Call(Struct, frozen=True):
    """Work in this process, done when its result is asked for."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def result(self) -> Any:
        return self.function(*self.arguments)


def _call_later(function: Callable[..., Any], *arguments: Any) -> Pending[Any]:
    return _Call(function, arguments)


LOCAL = Engine(_call_later, ahead=1, is_remote=False)
"""Everything in this process."""


@contextmanager
def process_engine(jobs: int) -> Generator[Engine]:
    """Open an engine of so many processes of this machine; one job is this process."""
    if jobs == 1:
        yield LOCAL
        return
    # A new interpreter: a copy of this one would copy its threads' locks too.
    context = multiprocessing.get_context("spawn")
    listened, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin_worker, initargs=(listened,))
    try:
        yield Engine(pool.submit, jobs * _PARTS_AHEAD, is_remote=True)
        pool.shutdown()
    except BrokenProcessPool as error:
        message = "a process that audited a part of the log was ended from outside"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "use fewer `--jobs` if memory is short") from error
    finally:
        # whoever interrupts an audit waits for no part of it: without this end of the pipe the workers end at once
        held.close()
        pool.shutdown(wait=False, cancel_futures=True)
        listened.close()


def _begin_worker(listened: Connection) -> None:
    """Leave an interrupt to the process that reports, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(listened,), daemon=True).start()


def _end_with_parent(listened: Connection) -> None:
    parent = multiprocessing.parent_process()
    wait([listened, *([parent.sentinel] if parent is not None else [])])
    os._exit(1)


@contextmanager
def dask_engine(scheduler: str) -> Generator[Engine]:
    """Open an engine of the workers of a Dask cluster; raises ``ConformanceError`` if it cannot be reached."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        hint = "pip install 'tool-conformance[dask]'"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "`--engine dask` needs `dask.distributed`", hint) from None
    try:
        client: Any = distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        message = f"cannot reach the Dask scheduler {code_text(scheduler)}: {error}"
        hint = "start it with `dask scheduler`, and pass its address, such as tcp://127.0.0.1:8786"
        raise ConformanceError(ErrorKind.UNREACHABLE, message, hint) from error
    try:
        workers = max(len(client.scheduler_info()["workers"]), 1)

        def submit(function: Callable[..., Any], *arguments: Any) -> Pending[Any]:
            # Not pure: two parts with equal arguments would be one task.
            return client.submit(function, *arguments, pure=False, retries=_RETRIES)

        yield Engine(submit, workers * _PARTS_AHEAD, is_remote=True)
    finally:
        client.close()
