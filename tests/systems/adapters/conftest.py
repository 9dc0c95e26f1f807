"""An address behind which something answers as a test says."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator

import pytest

from conformance.documents.values import JsonObject

Answer = Callable[[http.server.BaseHTTPRequestHandler, JsonObject], None]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers as the server's ``behave`` says."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            self.server.behave(self, asked)  # type: ignore[attr-defined]
        except OSError:
            return  # the harness has had enough

    def log_message(self, *_arguments: object) -> None:
        """Be quiet."""


@pytest.fixture
def address() -> Iterator[Callable[[Answer], str]]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()

    def behaving(answer: Answer) -> str:
        server.behave = answer  # type: ignore[attr-defined]
        return f"http://127.0.0.1:{server.server_port}/conformance"

    yield behaving
    server.shutdown()
    server.server_close()
