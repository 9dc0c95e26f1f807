"""A small runtime that waits for results: `python examples/callback_runtime.py group:id ...` prints its callback URL.

What it would give to its model is at the same URL with /transcript. It knows nothing of the library that judges it.
"""

import argparse
import hmac
import json
import logging
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LOG = logging.getLogger("callback_runtime")
MOST_BYTES = 4 * 1024 * 1024


class RefusedError(Exception):
    """A message is none; ``status`` is the answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Runtime:
    """Pending calls, and what the model was given for those that have ended."""

    def __init__(self, pending: list[tuple[str, str]]) -> None:
        self.pending = list(pending)
        self.transcript: list[dict[str, str]] = []
        self.lock = threading.Lock()

    def receive(self, body: bytes) -> int:
        """Take one message and return the status to answer; raises RefusedError for what is no message."""
        message = self.read(body)
        with self.lock:
            call = self.match(message["group_id"], message["id"])
            if call is None:
                LOG.warning("discarded a message of no pending call")
            else:
                self.settle(call, message)
        return 200

    def read(self, body: bytes) -> dict[str, Any]:
        """Return the message; display_as is not looked at, so that nothing in it can cost the result."""
        try:
            message = json.loads(body.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise RefusedError(400, "not JSON") from error
        if not isinstance(message, dict) or message.get("type") != "tool_result":
            raise RefusedError(400, "not a tool_result")
        if not all(isinstance(message.get(key), str) for key in ("group_id", "id", "text")):
            raise RefusedError(400, "group_id, id and text must be strings")
        return message

    def match(self, group: str, call: str) -> tuple[str, str] | None:
        """Return the pending call of exactly these ids; every comparison takes the same time."""
        wanted = json.dumps([group, call]).encode()
        found = [known for known in self.pending if hmac.compare_digest(json.dumps(known).encode(), wanted)]
        return found[0] if found else None

    def settle(self, call: tuple[str, str], message: dict[str, Any]) -> None:
        """End the call with its first result; the next one finds it pending no more."""
        self.pending.remove(call)
        self.tell(call[0], message)

    def tell(self, group: str, message: dict[str, Any]) -> None:
        """Give the model the whole text."""
        self.transcript.append({"group_id": group, "text": message["text"]})


def handler(runtime: Runtime) -> type[BaseHTTPRequestHandler]:
    """Return the request handler that hands messages to a runtime."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not length.isascii() or not length.isdigit() or int(length) > MOST_BYTES:
                self.close_connection = True
                return self.answer(413 if length.isdigit() or not length else 400)
            body = self.rfile.read(int(length))
            try:
                return self.answer(runtime.receive(body))
            except RefusedError as refusal:
                return self.answer(refusal.status)

        def do_GET(self) -> None:
            if self.path == "/callback/transcript":
                with runtime.lock:
                    return self.answer(200, json.dumps(runtime.transcript).encode())
            return self.answer(405)

        def answer(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def log_request(self, *_: Any) -> None:
            """Log nothing for each request."""

    return Handler


def serve(runtime: Runtime, port: int = 0) -> None:
    """Serve a runtime on loopback until the process is ended."""
    server = ThreadingHTTPServer(("127.0.0.1", port), handler(runtime))
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/callback\n")
    sys.stdout.flush()
    server.serve_forever()


def calls(named: list[str]) -> list[tuple[str, str]]:
    """Return the pending calls that are named as group:id."""
    return [(group, call) for group, _, call in (name.partition(":") for name in named)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A runtime that waits for the results of some calls.")
    parser.add_argument("pending", nargs="+", metavar="GROUP:ID")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    serve(Runtime(calls(options.pending)), options.port)
