"""The workers of a probe run, each of which asks its own group of tools, and what ends them all early."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from conformance.errors import ConformanceError, ErrorKind

Group = TypeVar("Group")
Answer = TypeVar("Answer")


def ask_groups(
    ask: Callable[[Group], Answer], groups: Sequence[Group], stop: Callable[[], None]
) -> tuple[list[Answer], ConformanceError | None]:
    """Return what each group answered, and the interruption that ended it early, if there was one."""
    # hypothesis prepares each new thread with a full garbage collection, which the calling thread already paid for
    if len(groups) == 1:
        return [ask(groups[0])], None
    interrupted = None
    with ThreadPoolExecutor(len(groups)) as pool:
        asked = [pool.submit(ask, group) for group in groups]
        try:
            wait(asked)
        except KeyboardInterrupt:  # reaches only this thread; the others end with the tool that they are asking
            stop()
            interrupted = interruption()
        return [one.result() for one in asked], interrupted


def interruption() -> ConformanceError:
    """Return the error for a run that somebody ended with Ctrl-C."""
    return ConformanceError(
        ErrorKind.INTERRUPTED, "interrupted", "the findings are those so far; run it again for the others"
    )
