"""Prints what an endpoint receives, without keeping the endpoint waiting for whoever reads its standard output."""

import asyncio
import json
import os
import select
import sys
from collections import deque

import click

from conformance.callback.ledger import Outcome
from conformance.documents.values import JsonObject

# A line then has less than 4096 bytes, escapes included: a pipe that takes any takes all of it.
_ID_LENGTH = 160
# Lines that wait for a reader, about 1 MB; what comes after them is counted.
_MOST_WAITING = 10_000
# How long a reader that paused waits for more, and how long the end waits for a reader.
_RETRY_SECONDS = 0.1
_LAST_SECONDS = 1.0


class OutcomeLines:
    """Prints a JSON object per message; lines that nobody reads wait, and are counted where too many do."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._lost = 0
        self._is_retrying = self._is_closed = False

    def add(self, message: JsonObject, outcome: Outcome) -> None:
        """Print the line of a message, now or when the output takes it; called by the endpoint's event loop."""
        ids = {key: str(message.get(key))[:_ID_LENGTH] for key in ("group_id", "id")}
        if len(self._waiting) < _MOST_WAITING and not self._is_closed:
            self._waiting.append(json.dumps({"outcome": outcome.value, **ids}))
        else:
            self._lost += 1
        self._print(0)
        if self._waiting and not self._is_retrying:
            self._is_retrying = True
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._retry)

    def finish(self) -> None:
        """Print what still waits, and say how much was not printed; called when the endpoint has ended."""
        self._print(_LAST_SECONDS)
        lost = self._lost + len(self._waiting)
        if lost:
            click.echo(f"not printed, as nobody read the standard output: the outcomes of {lost} messages", err=True)

    def _retry(self) -> None:
        self._print(0)
        self._is_retrying = bool(self._waiting)
        if self._is_retrying:
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._retry)

    def _print(self, seconds: float) -> None:
        try:
            while self._waiting and _is_writable(seconds):
                click.echo(self._waiting[0])
                sys.stdout.flush()
                self._waiting.popleft()
        except OSError:
            # the reader is gone, or the disk is full: the message is in the ledger and is answered nonetheless
            self._is_closed = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._lost += len(self._waiting)
            self._waiting.clear()


def _is_writable(seconds: float) -> bool:
    try:
        return bool(select.select([], [sys.stdout], [], seconds)[1])
    except ValueError:  # a stream of the caller's own, without a file descriptor
        return True
