"""Prints what an endpoint receives and logs, without keeping it waiting for whoever reads its standard streams."""

import json
import logging
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TextIO

import click

from conformance.callback.ledger import Outcome
from conformance.documents.values import JsonObject

# A line then has less than 4096 bytes, escapes included: a pipe that takes any takes all of it.
_ID_LENGTH = 160
_LINE_LENGTH = 400
# Lines that wait for a reader, a few MB at most; what comes after them is counted.
_MOST_WAITING = 10_000
# How long the end waits for a reader.
_LAST_SECONDS = 1.0
# One for all streams: two may be the same pipe, where the line of one takes the room that the other has found.
_LOCK = threading.Lock()


class PatientStream:
    """A standard stream whose lines wait while nobody reads it, and are counted where too many do."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: deque[str] = deque()
        self._lost = 0
        self._is_closed = False

    def add(self, line: str) -> None:
        """Print a line of at most 4096 bytes, now or when the stream takes it; any thread may call this."""
        with _LOCK:
            if len(self._waiting) < _MOST_WAITING and not self._is_closed:
                self._waiting.append(line)
            else:
                self._lost += 1
            self._print(0)

    def flush(self) -> None:
        """Print those of the waiting lines that the stream takes."""
        with _LOCK:
            self._print(0)

    def finish(self) -> int:
        """Print what still waits, and return how many lines were not printed; called when the endpoint has ended."""
        with _LOCK:
            self._print(_LAST_SECONDS)
            return self._lost + len(self._waiting)

    def _print(self, seconds: float) -> None:
        try:
            while self._waiting and _is_writable(self._stream, seconds):
                click.echo(self._waiting[0], file=self._stream)
                self._waiting.popleft()
        except OSError:
            # the reader is gone, or the disk is full: the message is in the ledger and is answered nonetheless
            self._is_closed = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            self._lost += len(self._waiting)
            self._waiting.clear()


class EndpointStreams:
    """Standard output with a JSON object per message, and standard error with what the endpoint logs."""

    def __init__(self, output: TextIO, errors: TextIO) -> None:
        self._output, self._errors = PatientStream(output), PatientStream(errors)

    def add_outcome(self, message: JsonObject, outcome: Outcome) -> None:
        """Print the line of a message."""
        ids = {key: str(message.get(key))[:_ID_LENGTH] for key in ("group_id", "id")}
        self._output.add(json.dumps({"outcome": outcome.value, **ids}))

    def flush(self) -> None:
        """Print what the streams take; called again and again while the endpoint runs."""
        self._output.flush()
        self._errors.flush()

    def add_error(self, line: str) -> None:
        """Print a line on standard error."""
        self._errors.add(line)

    def finish(self) -> None:
        """Print what still waits, and count what was not printed."""
        if lost := self._output.finish():
            self.add_error(f"not printed, as nobody read the standard output: the outcomes of {lost} messages")
        if lost := self._errors.finish():
            self.add_error(f"not printed, as nobody read the standard error: {lost} lines")


@contextmanager
def patient_streams() -> Generator[EndpointStreams]:
    """Print what any logger warns of within the block, and at its end what still waits."""
    streams, root = EndpointStreams(sys.stdout, sys.stderr), logging.getLogger()
    handler = _LineHandler(streams.add_error)
    root.addHandler(handler)
    try:
        yield streams
    finally:
        root.removeHandler(handler)
        streams.finish()


class _LineHandler(logging.Handler):
    """Adds the lines of a record, which has several where it has a traceback."""

    def __init__(self, add: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._add = add

    def emit(self, record: logging.LogRecord) -> None:
        """Add the lines of a record."""
        for line in self.format(record).splitlines():
            self._add(line[:_LINE_LENGTH])


def _is_writable(stream: TextIO, seconds: float) -> bool:
    try:
        return bool(select.select([], [stream], [], seconds)[1])
    except ValueError:  # a stream of the caller's own, without a file descriptor
        return True
