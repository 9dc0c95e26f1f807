"""Hostile bytes of the corpus are answered as it says, and the endpoint takes the next good message."""

import json
import resource
import socket
import struct
from pathlib import Path
from typing import Any

import pytest

from conformance.callback.server.arrival import EndpointLimits
from tests.callback.http import RESULT, Target, endpoint, responses, status

httpx = pytest.importorskip("httpx", reason="the extra `callback` is not installed: the endpoint can't run")
pytest.importorskip("h11", reason="the extra `callback` is not installed: the endpoint can't run")

QUICK = EndpointLimits(idle_seconds=1)


def _cases(corpus: Path) -> list[dict[str, Any]]:
    index = json.loads((corpus / "adversarial" / "index.json").read_text("utf-8"))
    return [case for case in index["cases"] if case["kind"] == "callback_wire"]


def _play(target: Target, steps: list[dict[str, Any]]) -> list[int]:
    path = "/callback" if any("omit_path_token" in step for step in steps) else target.path
    with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        for step in steps:
            if "send" in step:
                connection.sendall(step["send"].replace("/callback", path, 1).encode())
            elif "send_chunks" in step:
                _send_chunks(connection, step["send_chunks"], step["count"])
            elif "rst" in step:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return []
            elif "close_without_reading" in step:
                return []
        connection.settimeout(3)
        return [status(answer) for answer in responses(connection)]


def _send_chunks(connection: socket.socket, size: int, count: int) -> None:
    piece = f"{size:x}\r\n".encode() + b"x" * size + b"\r\n"
    try:
        for _ in range(count):
            connection.sendall(piece)
    except OSError:
        return


@pytest.mark.long
def test_every_hostile_request_is_answered_as_expected(corpus: Path) -> None:
    wrong: list[str] = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for case in _cases(corpus):
        steps = json.loads((corpus / "adversarial" / case["file"]).read_text("utf-8"))["steps"]
        with endpoint(QUICK) as target:
            answers = _play(target, steps)
            expected = case["http_status_in"]
            if expected and (not answers or answers[0] not in expected or (len(answers) > 1 and answers[1] < 400)):
                wrong.append(f"{case['id']}: {answers}, expected {expected}")
            alive = httpx.post(target.url, content=RESULT, headers={"Content-Type": "application/json"}).status_code
            if alive != 200 or len(target.accepted) != 1:
                wrong.append(f"{case['id']}: afterwards {alive}, accepted {len(target.accepted)}")
    assert wrong == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024
