"""A small tool that answers by callback: `python examples/callback_tool.py` prints the URL that takes invocations.

It has one operation, count_words. The invocation is answered 200 at once; the work is done in a thread of its own, and
its outcome, good or bad, is POSTed to the callback URL as one tool_result.
"""

import argparse
import json
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MOST_BYTES = 1024 * 1024
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)


class CallFailedError(Exception):
    """The call can't be done; the text says what the model can do about it."""


class Tool:
    """What the tool does with an invocation, step by step."""

    def accept(self, invocation: dict[str, Any]) -> int:
        """Return the status to answer to an invocation; whatever is wrong with it is told by the result."""
        return 200

    def begin(self, invocation: dict[str, Any]) -> None:
        """Do the work in the background; called once the invocation is answered."""
        threading.Thread(target=self.work, args=(invocation,), daemon=True).start()

    def work(self, invocation: dict[str, Any]) -> None:
        """Do the work and send its outcome."""
        try:
            text = self.run(invocation["operation"], invocation.get("arguments", {}))
        except CallFailedError as failure:
            text = f"Error: {failure}"
        self.send(invocation["callback_url"], self.result(invocation, text))

    def run(self, operation: str, arguments: dict[str, Any]) -> str:
        """Return the outcome as text for the model."""
        if operation != "count_words":
            raise CallFailedError(f"there is no operation {operation!r}. Use count_words.")
        if not isinstance(arguments.get("text"), str):
            raise CallFailedError("the argument 'text' is missing. Give the text whose words are to be counted.")
        return f"The text has {len(arguments['text'].split())} words."

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        """Return the message: the ids of the invocation, unchanged, and the outcome."""
        message = {"type": "tool_result", "group_id": invocation["group_id"], "id": invocation["id"], "text": text}
        if invocation.get("call_id") is not None:
            message["call_id"] = invocation["call_id"]
        return message

    def send(self, url: str, message: dict[str, Any]) -> None:
        """POST the message until it is taken or refused: a 5xx answer and silence are worth another try."""
        for pause in (*PAUSES, None):
            status = self.post(url, message)
            if status is not None and status < 500:
                return
            if pause is not None:
                time.sleep(pause)

    def post(self, url: str, message: dict[str, Any]) -> int | None:
        """POST once and return the status, None when nobody answered."""
        body, headers = json.dumps(message).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(url, data=body, headers=headers, method="POST")  # noqa: S310
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as response:
                return response.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        except OSError:
            return None


def handler(tool: Tool) -> type[BaseHTTPRequestHandler]:
    """Return the request handler that hands invocations to a tool."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            if length > MOST_BYTES:
                self.close_connection = True
                return self.answer(413)
            try:
                invocation = json.loads(self.rfile.read(length))
                invocation["callback_url"], invocation["group_id"], invocation["id"], invocation["operation"]
            except (ValueError, KeyError, TypeError):
                return self.answer(400)
            self.answer(tool.accept(invocation))
            return tool.begin(invocation)

        def answer(self, status: int) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_request(self, *_: Any) -> None:
            """Log nothing for each request."""

    return Handler


def serve(tool: Tool, port: int = 0) -> None:
    """Serve a tool on loopback until the process is ended."""
    server = ThreadingHTTPServer(("127.0.0.1", port), handler(tool))
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/invoke\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A tool that counts words and answers by callback.")
    parser.add_argument("--port", type=int, default=0)
    serve(Tool(), parser.parse_args().port)
