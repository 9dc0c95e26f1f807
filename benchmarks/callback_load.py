"""Measures a callback endpoint with a durable ledger under load and faults: lost and repeated results, time, memory.

    python benchmarks/callback_load.py [--messages 30000] [--connections 16] [--kills 2]

The endpoint is `conformance callback serve --store` in its own process on loopback. Several connections send results,
duplicates, conflicts and unknown ids among them, while others stay half open or trickle single bytes. Midway the
endpoint is killed (SIGKILL) and restarted on the same file; senders repeat what was not answered 200.
"""

import argparse
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from conformance.callback.ledger import PendingCall
from conformance.callback.server.durable_ledger import DurableLedger

PATH = "/callback/load"
TEXT = "The outcome of the work, in as many words as a usual result has. " * 6


@dataclass
class Figures:
    """The measurements; sizes in kB, times in seconds."""

    messages: int
    sent: int = 0
    answered: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    acknowledged: set[str] = field(default_factory=set)
    stored: Counter[str] = field(default_factory=Counter)
    wrong_texts: int = 0
    rss: list[int] = field(default_factory=list)
    kills: int = 0
    half_open: int = 0
    slowest: float = 0.0

    @property
    def lost(self) -> int:
        """Results that were answered 200 but are missing from the ledger."""
        return len(self.acknowledged - set(self.stored))

    @property
    def missing(self) -> int:
        """Calls without a result at the end."""
        return self.messages - len(self.stored)

    @property
    def twice(self) -> int:
        """Calls with more than one result in the ledger."""
        return sum(1 for count in self.stored.values() if count > 1)


class Endpoint:
    """The endpoint's process, which can be killed and restarted on the same port and file."""

    def __init__(self, store: Path) -> None:
        self.store = store
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start the process and wait for its first line."""
        command = [sys.executable, "-m", "conformance", "callback", "serve", "--store", str(self.store), "--quiet"]
        limits = ["--header-seconds", "2", "--body-seconds", "2", "--port", str(self.port), "--token", "load"]
        self.process = subprocess.Popen([*command, *limits], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith(b"listening"), "the endpoint did not start"

    def kill(self) -> None:
        """Kill it, as in a crash."""
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self) -> None:
        """Stop it gracefully."""
        self.process.terminate()
        self._reap()

    def rss(self) -> int:
        """Return the resident memory in kB; 0 where the system does not report it."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0)

    def _reap(self) -> None:
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def message(call: str, text: str = TEXT) -> bytes:
    """Return the request body of a result."""
    return json.dumps({"type": "tool_result", "group_id": "load", "id": call, "text": f"{call}: {text}"}).encode()


class Sender(threading.Thread):
    """Sends results over one connection until each is answered 200; every fifth one twice, some malformed."""

    def __init__(self, port: int, calls: Sequence[str], figures: Figures, lock: threading.Lock) -> None:
        super().__init__(daemon=True)
        self.port, self.calls, self.figures, self.lock = port, calls, figures, lock
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def run(self) -> None:
        for number, call in enumerate(self.calls):
            self._until_taken(call)
            if number % 5 == 0:
                self._post(message(call))
            if number % 50 == 1:
                self._post(message(call, "something else"))
                self._post(message(f"unknown-{call}"))
                self._post(b'{"type": "tool_result", "group_id": "load"')

    def _until_taken(self, call: str) -> None:
        for _ in range(200):
            if self._post(message(call)) == 200:
                with self.lock:
                    self.figures.acknowledged.add(call)
                return
            time.sleep(0.05)
        raise SystemExit(f"{call} was never taken")

    def _post(self, body: bytes) -> int | None:
        began = time.monotonic()
        try:
            self.connection.request("POST", PATH, body, {"Content-Type": "application/json"})
            response = self.connection.getresponse()
            response.read()
            status = response.status
        except (OSError, http.client.HTTPException):
            self.connection.close()
            status = 0
        with self.lock:
            self.figures.sent += 1
            self.figures.answered[status] += 1
            if status:
                self.figures.slowest = max(self.figures.slowest, time.monotonic() - began)
        return status or None


class Nuisance(threading.Thread):
    """Opens connections and leaves them half open, or trickles single bytes, until it is stopped."""

    HEAD = b"POST /callback/load HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    OPENINGS = (b"", b"POST ", HEAD, HEAD + b'Content-Length: 1000\r\n\r\n{"type"')

    def __init__(self, port: int, width: int = 20) -> None:
        super().__init__(daemon=True)
        self.port, self.width, self.stopped, self.opened = port, width, threading.Event(), 0

    def run(self) -> None:
        held: list[socket.socket] = []
        while not self.stopped.wait(0.05):
            try:
                if len(held) >= self.width:
                    held.pop(0).close()
                connection = socket.create_connection(("127.0.0.1", self.port), timeout=1)
                connection.sendall(self.OPENINGS[self.opened % len(self.OPENINGS)])
                held.append(connection)
                self.opened += 1
            except OSError:
                continue
            for slow in held:
                with contextlib.suppress(OSError):
                    slow.send(b"x")
        for connection in held:
            connection.close()


def measure(folder: Path, messages: int, connections: int, kills: int) -> Figures:
    """Run the load once and return the measurements."""
    figures, lock, store = Figures(messages), threading.Lock(), folder / "ledger.sqlite"
    calls = [f"call-{number}" for number in range(messages)]
    ledger = DurableLedger(store)
    ledger.expect_all([PendingCall("load", call) for call in calls])
    ledger.close()
    endpoint = Endpoint(store)
    nuisance = Nuisance(endpoint.port)
    senders = [Sender(endpoint.port, calls[start::connections], figures, lock) for start in range(connections)]
    began = time.monotonic()
    for thread in (nuisance, *senders):
        thread.start()
    _watch(endpoint, senders, figures, kills)
    figures.seconds = time.monotonic() - began
    nuisance.stopped.set()
    nuisance.join()
    figures.half_open = nuisance.opened
    for sender in senders:
        sender.connection.close()
    endpoint.stop()
    _read_back(store, figures)
    return figures


def _watch(endpoint: Endpoint, senders: Sequence[Sender], figures: Figures, kills: int) -> None:
    """Sample the memory, and kill the endpoint after equal shares of the work."""
    shares = [figures.messages * (number + 1) // (kills + 1) for number in range(kills)]
    while any(sender.is_alive() for sender in senders):
        time.sleep(0.1)
        if shares and len(figures.acknowledged) >= shares[0]:
            shares.pop(0)
            endpoint.kill()
            endpoint.start()
            figures.kills += 1
            figures.rss.clear()
        figures.rss.append(endpoint.rss())


def _read_back(store: Path, figures: Figures) -> None:
    ledger = DurableLedger(store)
    for _, result in ledger.results():
        call = str(result["id"])
        figures.stored[call] += 1
        figures.wrong_texts += result["text"] != f"{call}: {TEXT}"
    ledger.close()


def main() -> None:
    """Measure and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=30_000)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--kills", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options.messages, options.connections, options.kills)
    third = max(1, len(figures.rss) // 3)
    rows = {
        "calls": figures.messages,
        "messages sent": figures.sent,
        "connections": options.connections,
        "half-open and slow connections": figures.half_open,
        "seconds": f"{figures.seconds:.1f}",
        "messages a second": f"{figures.sent / figures.seconds:.0f}",
        "slowest answer, s": f"{figures.slowest:.2f}",
        "answers": ", ".join(f"{count} x {status or 'none'}" for status, count in sorted(figures.answered.items())),
        "killed and started again": figures.kills,
        "answered 200 and lost": figures.lost,
        "without a result in the end": figures.missing,
        "accepted twice": figures.twice,
        "another text than the first": figures.wrong_texts,
        "memory since the last start, MB": f"{max(figures.rss[:third]) / 1024:.0f} in the first third, "
        f"{max(figures.rss[-third:]) / 1024:.0f} in the last",
    }
    for name, value in rows.items():
        print(f"{name:32} {value}")
    sys.exit(bool(figures.lost or figures.missing or figures.twice or figures.wrong_texts))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
