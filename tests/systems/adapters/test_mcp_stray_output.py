"""Over pipes one broken answer is a fault of its tool, and what answers nothing is counted; the session goes on."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from conformance.errors import ConformanceError
from conformance.systems.adapters.mcp import McpRuntime
from conformance.systems.conduct import Conduct, Stray
from conformance.systems.runtime import InvalidReplyError, Limits, Opening, SlowAnswerError
from conformance.systems.sources import find_source
from tests.cases import check_each
from tests.systems.adapters.programs import mcp_server

pytest.importorskip("mcp", reason="the extra [mcp] is absent: nothing was checked against MCP servers")

_PATIENT = Limits(start_seconds=60.0, request_seconds=60.0)
_SERVE = """
import re

def write(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def answer(asked):
    if "method" not in asked:
        return
    if asked["method"] != "tools/call" or asked["params"]["name"] != "broken":
        usual(asked)
        return
    N = asked["id"]
    SOUND = json.dumps({"jsonrpc": "2.0", "id": N, "result": {"content": [{"type": "text", "text": "found"}]}})
    BODY

serve(answer)
"""


@contextmanager
def answering(folder: Path, body: str) -> Generator[McpRuntime]:
    """Open a server that answers calls of ``broken`` like this, where ``SOUND`` is the right answer to ``N``."""
    source = mcp_server(folder, _SERVE.replace("BODY", body))
    runtime = cast("McpRuntime", find_source(source).open(Opening(limits=_PATIENT, restarts=0)))
    try:
        yield runtime
    finally:
        runtime.close()


@check_each(
    ("body", "says", "fix"),
    [
        ("write(SOUND[:-3])", "sent an unreadable answer (not JSON: the document ", "one line of valid JSON"),
        ("write(SOUND.replace('\"found\"', 'NaN'))", "sent an unreadable answer", "only numbers that JSON has"),
        (
            "write(SOUND.replace('{', '{\"id\": ' + str(N) + ', ', 1))",
            "duplicate key at '/id'",
            "each key of an object once",
        ),
        ("write(SOUND.replace('{', '{\"id\": 1, ', 1))", "duplicate key at '/id'", "each key of an object once"),
        ("write('[' + SOUND + ']')", "which is not one JSON object", "one line of valid JSON"),
        ("write(json.dumps(json.loads(SOUND), indent=1))", "which is not one JSON object", "one line of valid JSON"),
        ("write(SOUND.replace('\"jsonrpc\": \"2.0\", ', ''))", "which is no response", 'send `"jsonrpc": "2.0"`'),
        ("write(SOUND.replace('result', 'results'))", "which is no response", 'send `"jsonrpc": "2.0"`'),
        ("send({'id': str(N), 'result': {}})", 'the unknown id `"', "with the same type"),
        ("send({'id': N + 0.5, 'result': {}})", "which is no response", 'send `"jsonrpc": "2.0"`'),
        ("send({'id': 999, 'result': {}})", "the unknown id `999`", "repeat the `id`"),
        ("send({'id': None, 'error': {'code': 1, 'message': 'x'}})", "the unknown id `null`", "repeat the `id`"),
    ],
)
def test_a_broken_answer_is_a_fault_of_its_call_alone(tmp_path: Path, body: str, says: str, fix: str) -> None:
    with answering(tmp_path, body) as runtime:
        with pytest.raises(InvalidReplyError, match="during `tools/call` of `broken`") as caught:
            runtime.call("broken", {})
        assert says in caught.value.message
        assert fix in (caught.value.recovery_hint or "")
        assert runtime.call("echo", {}).receipt == "{}"
        assert runtime.take_conduct().answers == Stray()


def test_an_answer_after_its_broken_one_was_reported_is_that_of_no_other_call(tmp_path: Path) -> None:
    late = "write(SOUND[:-3]); time.sleep(2.5); write(SOUND)"
    with answering(tmp_path, late) as runtime:
        with pytest.raises(InvalidReplyError):
            runtime.call("broken", {})
        assert runtime.call("echo", {"a": 1}).receipt == '{"a": 1}'
        assert runtime.take_conduct() == Conduct()


@check_each(
    ("body", "lines", "answers"),
    [
        ("write(SOUND)", 0, 0),
        ("print('looking', file=sys.stderr); write(SOUND)", 0, 0),
        ("send({'id': N, 'method': 'ping'}); write(SOUND)", 0, 0),
        ("send({'method': 'notifications/message', 'params': {'data': 1}}); write(SOUND)", 0, 0),
        ("write('looking'); write(SOUND)", 1, 0),
        ('write(\'{"level": 30, "id": 5, "msg": "x"}\'); write(SOUND)', 1, 0),
        ("write(SOUND[:-3]); write(SOUND)", 1, 0),
        ("write('sending ' + SOUND); write(SOUND)", 1, 0),
        ("send({'id': 999, 'result': {}}); write(SOUND)", 0, 1),
        ("send({'id': str(N), 'result': {}}); write(SOUND)", 0, 1),
        ("write(SOUND); write(SOUND); write('sent ' + SOUND)", 1, 1),
    ],
)
def test_what_answers_nothing_is_counted_and_the_answer_is_read(
    tmp_path: Path, body: str, lines: int, answers: int
) -> None:
    with answering(tmp_path, body) as runtime:
        assert runtime.call("broken", {}).receipt == "found"
        assert runtime.call("echo", {}).receipt == "{}"
        seen = runtime.take_conduct()
        assert (seen.lines.count, seen.answers.count) == (lines, answers)
        assert runtime.take_conduct() == Conduct()


def test_a_second_answer_says_to_which_request(tmp_path: Path) -> None:
    with answering(tmp_path, "write(SOUND); write(SOUND)") as runtime:
        runtime.call("broken", {})
        runtime.call("echo", {})
        ((_, what, _),) = runtime.take_conduct().faults("the server")
    assert what.startswith("the server sent an answer to no open request, such as a second one to request ")
    assert "(`tools/call`)" in what


def test_so_many_lines_for_one_request_end_the_session_and_as_many_for_several_do_not(tmp_path: Path) -> None:
    with answering(tmp_path, "[write('looking') for _ in range(700)]; write(SOUND)") as runtime:
        for _ in range(3):
            runtime.call("broken", {})
        assert runtime.take_conduct() == Conduct(lines=Stray(2100, "looking"))
    (tmp_path / "endless").mkdir()
    with (
        answering(tmp_path / "endless", "[write('looking') for _ in range(1500)]; write(SOUND)") as runtime,
        pytest.raises(ConformanceError, match="wrote 1001 lines that are not messages"),
    ):
        runtime.call("broken", {})


@check_each(
    ("body", "says"),
    [
        ("write(SOUND.replace('\"id\": %d' % N, '\"id\": %d.0' % N))", "back as a number with a fraction"),
        ("[send({'id': 7, 'method': 'ping'}) for _ in range(2)]; write(SOUND)", "two requests with the same `id`"),
        ("[send({'id': n, 'method': 'ping'}) for n in (7, '7', N)]; write(SOUND)", ""),
        (
            "send({'id': [1], 'method': 'ping'}); write(SOUND)",
            "a request whose `id` is neither a string nor an integer",
        ),
        (
            "send({'id': None, 'method': 'ping'}); write(SOUND)",
            "a request whose `id` is neither a string nor an integer",
        ),
        ('write(\'{"id": [1], "method": "GET"}\'); write(SOUND)', "wrote a line that is not a message to stdout"),
        ('write(SOUND.replace(\'"result"\', \'"error": null, "result"\'))', "an `error`, if only null, beside"),
    ],
)
def test_an_id_that_some_clients_refuse_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, body: str, says: str
) -> None:
    caplog.clear()
    with answering(tmp_path, body) as runtime:
        assert runtime.call("broken", {}).receipt == "found"
    assert says in caplog.text if says else not caplog.records


def test_a_text_in_place_of_an_answer_is_quoted_once_the_time_is_over_with_what_to_do(tmp_path: Path) -> None:
    limits = Limits(start_seconds=60.0, request_seconds=2.0)
    for body, fix in (
        ("write('hello')", "not with a text; raise --timeout if the text is a log"),
        ("pass", "--timeout"),
    ):
        source = mcp_server(tmp_path, _SERVE.replace("BODY", body))
        runtime = find_source(source).open(Opening(limits=limits, restarts=0))
        with pytest.raises(SlowAnswerError, match="did not answer in time during `tools/call` of `broken`") as caught:
            runtime.call("broken", {})
        assert ("it printed 'hello', which is not a message" in caught.value.message) is (body != "pass")
        assert (caught.value.recovery_hint or "").endswith(fix)
        runtime.close()


def test_a_list_that_nobody_can_read_still_ends_the_run(tmp_path: Path) -> None:
    body = """
serve(lambda asked: print('{"jsonrpc": "2.0", "id": %d, "result": {' % asked["id"], flush=True)
      if asked["method"] == "tools/list" else usual(asked))
"""
    runtime = find_source(mcp_server(tmp_path, body)).open(Opening(limits=_PATIENT, restarts=0))
    with pytest.raises(ConformanceError, match="sent an unreadable answer") as caught:
        runtime.describe()
    assert not isinstance(caught.value, InvalidReplyError)
    runtime.close()
