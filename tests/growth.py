"""What a run costs, counted in calls of functions instead of in time, for subjects of growing length."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LENGTH = 24


def assert_linear(run: Callable[[int], object]) -> None:
    """Assert that no function is called four times as often for a subject of twice the length.

    From length to length a linear part costs twice as much more, and a quadratic one four times.
    """
    # What is kept of a text, or imported by the first run, would be counted in the first length that has it.
    run(4 * LENGTH)
    run(LENGTH)
    first, second, third = (_calls(lambda size=size: run(size)) for size in (LENGTH, 2 * LENGTH, 4 * LENGTH))
    grown = {one: (second[one] - first[one], third[one] - second[one]) for one in third}
    # A few calls for each item are no growth yet, and a part that only begins at some length is none.
    least = 20 * 4 * LENGTH
    assert {
        one: more for one, more in grown.items() if more[1] > max(3.5 * more[0], least) and more[0] > least / 8
    } == {}


def _calls(run: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Return how often a run calls each function of Python, and a function of C from each of them."""
    counts: Counter[tuple[str, str]] = Counter()

    def add(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            called = "" if event == "call" else getattr(argument, "__qualname__", "")
            counts[f"{frame.f_code.co_filename}:{frame.f_code.co_firstlineno}", called] += 1

    with each_call(add):
        run()
    return counts


@contextmanager
def each_call(add: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    """Give each call that the block makes to a function.

    What other tests left is freed before, or its finalizers would be counted in whichever run the collector comes.
    """
    gc.collect()
    gc.disable()
    sys.setprofile(add)
    try:
        yield
    finally:
        sys.setprofile(None)
        gc.enable()
