"""How far an audit is: a bar on a terminal, a line every few seconds in a log."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from conformance.cli._output import announce, console_for

Progress = tuple[Callable[[int | None], None], Callable[[int, int], None]]
"""Takes the bytes of all files, ``None`` if not known, and then how many more bytes and records were read."""

# Seconds between two lines in a log: often enough to see that a run is alive, rarely enough to read.
_LOG_SECONDS = 5.0
_MEGABYTE = 1_000_000


def logged_progress(
    write: Callable[[str], None], clock: Callable[[], float] = time.monotonic, seconds: float = _LOG_SECONDS
) -> Progress:
    """Return progress as lines, at most one every ``seconds``."""
    total: int | None = None
    size, records, started, last = 0, 0, clock(), clock()

    def begin(number: int | None) -> None:
        nonlocal total
        total = number

    def advance(more_bytes: int, more_records: int) -> None:
        nonlocal size, records, last
        size, records, now = size + more_bytes, records + more_records, clock()
        if now - last >= seconds and size != total:  # at the end the report says it
            last = now
            write(_line(size, total, records, now - started))

    return begin, advance


def _line(size: int, total: int | None, records: int, seconds: float) -> str:
    whole = f" of {total / _MEGABYTE:,.1f}" if total else ""
    left = f", {_duration(seconds * (total - size) / size)} left" if total and size else ""
    return f"{size / _MEGABYTE:,.1f}{whole} MB, {records:,} records, {records / seconds:,.0f} per second{left}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def progress_display(*, is_shown: bool) -> Generator[Progress]:
    """Open a progress bar on a terminal, a line every few seconds elsewhere, or nothing."""
    if not is_shown:
        yield lambda _total: None, lambda _bytes, _records: None
        return
    if not sys.stderr.isatty():
        yield logged_progress(announce)
        return
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    rate = TextColumn("{task.fields[rate]} records/s")
    with Bar(
        BarColumn(), DownloadColumn(), rate, TimeRemainingColumn(), console=console_for("stderr"), transient=True
    ) as bar:
        task, started, records = bar.add_task("auditing", total=None, rate="0"), time.monotonic(), 0

        def advance(more_bytes: int, more_records: int) -> None:
            nonlocal records
            records += more_records
            seconds = max(time.monotonic() - started, 0.1)
            bar.update(task, advance=more_bytes, rate=f"{records / seconds:,.0f}")

        yield lambda total: bar.update(task, total=total), advance
