"""``conformance callback serve`` is a runtime that its own judge finds nothing to say against."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.scenarios.scenario import run_command

httpx = pytest.importorskip("httpx", reason="the extra `callback` is not installed: nothing can be served")

RESULT = {"type": "tool_result", "group_id": "g", "id": "a", "text": "done"}
LONG = {**RESULT, "id": "x" * 1000}


@contextmanager
def served(*options: str, before: str = "") -> Generator[tuple[subprocess.Popen[str], str]]:
    """Serve in a process that first runs the statements ``before``; yield it and its callback URL."""
    program = f"{before}from conformance.cli import main; main()"
    command = [sys.executable, "-c", program, "callback", "serve", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening on http://127.0.0.1:"), line or process.communicate()[1]
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("stored", [False, True])
def test_the_endpoint_passes_the_trial_of_runtimes(tmp_path: Path, stored: bool) -> None:
    calls = ["thread_1:call_a", "thread_1:call_b:toolu_7", "thread_2:call_a", "thread_2:call_c"]
    pending = [part for call in calls for part in ("--pending", call)]
    store = ["--store", str(tmp_path / "ledger.sqlite")] if stored else []
    with served(*pending, *store, "--transcript") as (_, url):
        options = f"{' '.join(pending)} --transcript {url}/transcript --oversized-bytes 20000000 --fail-on info"
        status, output = run_command(f"conformance callback runtime --url {url} {options}")
    assert status == 0, output
    assert "all clean" in output


def test_each_message_is_told_on_one_line_and_the_end_comes_when_all_is_settled() -> None:
    with served("--pending", "g:a", "--until-settled") as (process, url):
        hostile = {**RESULT, "id": "x\n\x1b[2J{}"}
        for message in (hostile, RESULT):
            assert httpx.post(url, json=message).status_code == 200
        output, _ = process.communicate(timeout=120)
    told = [json.loads(line) for line in output.splitlines()]
    assert [(line["outcome"], line["id"]) for line in told] == [("unknown", "x\n\x1b[2J{}"), ("accepted", "a")]
    assert process.returncode == 0


@pytest.mark.parametrize("stored", [False, True])
def test_an_end_before_all_is_settled_names_the_calls_without_a_result(tmp_path: Path, stored: bool) -> None:
    store = ["--store", str(tmp_path / "ledger.sqlite")] if stored else []
    with served("--pending", "g:a", "--pending", "g:b", "--until-settled", *store) as (process, url):
        httpx.post(url, json=RESULT)
        process.terminate()
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (1, "error: no result came for `g:b`\n")
    status, output = run_command("conformance callback serve --pending g:a --until-settled --seconds 0.1")
    assert (status, output.splitlines()[-1]) == (1, "error: no result came for `g:a`")
    assert run_command("conformance callback serve --pending g:a --seconds 0.1")[0] == 0


def test_to_wait_for_no_call_is_refused() -> None:
    status, output = run_command("conformance callback serve --until-settled")
    assert (status, "waits for nothing" in output) == (2, True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_good_order(number: signal.Signals) -> None:
    with served("--quiet") as (process, _):
        process.send_signal(number)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "Traceback" not in errors


def test_a_restart_on_the_same_store_remembers(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "ledger.sqlite"))
    with served(*store, "--pending", "g:a") as (process, url):
        httpx.post(url, json=RESULT)
        process.kill()
    with served(*store) as (process, url):
        for message in (RESULT, {**RESULT, "text": "else"}):
            httpx.post(url, json=message)
        process.terminate()
        output, _ = process.communicate(timeout=120)
    assert [json.loads(line)["outcome"] for line in output.splitlines()] == ["duplicate", "conflict"]


def test_a_store_that_is_deleted_meanwhile_is_answered_503_and_ends_2(tmp_path: Path) -> None:
    store = tmp_path / "ledger.sqlite"
    with served("--store", str(store), "--pending", "g:a") as (process, url):
        store.unlink()
        assert httpx.post(url, json=RESULT, timeout=60).status_code == 503
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.startswith("a message could not be stored: ")
    assert errors.count("it was deleted or replaced meanwhile") == 2


def test_a_port_that_is_taken_and_a_store_that_is_none_end_2(tmp_path: Path) -> None:
    with served() as (_, url):
        port = url.split(":")[2].split("/")[0]
        status, output = run_command(f"conformance callback serve --port {port} --seconds 1")
        assert status == 2
        assert (
            f"cannot listen on `127.0.0.1`, port {port}: address already in use\n  help: pass another --port" in output
        )
        status, output = run_command("conformance callback serve --host 192.0.2.1 --seconds 1")
        assert status == 2
        assert "help: pass an address of this machine as --host" in output
    (tmp_path / "notes").write_text("not a ledger " * 100)
    status, output = run_command(f"conformance callback serve --store {tmp_path / 'notes'} --seconds 1")
    assert status == 2
    assert "as a ledger" in output


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--host ''", "`--host` of `conformance callback serve` is empty"),
        ("--allow-host hooks.example.org:443", "is not the name of a host"),
        ("--allow-host https://hooks.example.org", "is not the name of a host"),
        ("--allow-host '*'", "is not the name of a host"),
        ("--allow-host ''", "is not the name of a host"),
        ("""--pending '{"group_id": "\\ud800", "id": "a"}'""", "does not name a call"),
        ("--pending g:c --pending g:c:d", "states different call ids for `g:c`"),
    ],
)
def test_what_could_never_match_a_request_is_refused(options: str, reason: str) -> None:
    status, output = run_command(f"conformance callback serve --seconds 1 {options}")
    assert status == 2
    assert reason in output


def test_the_same_call_may_be_named_twice() -> None:
    assert run_command("conformance callback serve --pending g:c:d --pending g:c:d --seconds 0.1")[0] == 0


def test_an_address_of_ipv6_is_allowed_with_brackets_or_without() -> None:
    with served("--allow-host", "[2001:db8::1]", "--allow-host", "2001:db8::2", "--allow-host", "a.example") as (
        _,
        url,
    ):
        for host in ("[2001:db8::1]:80", "[2001:db8::2]", "A.example:443"):
            assert httpx.post(url, json=RESULT, headers={"Host": host}).status_code == 200, host
        assert httpx.post(url, json=RESULT, headers={"Host": "[2001:db8::3]"}).status_code == 421


@pytest.mark.parametrize("sent", [b"", b"POST "])
def test_more_idle_connections_than_open_files_keep_no_message_waiting(tmp_path: Path, sent: bytes) -> None:
    limited = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
    store = ("--store", str(tmp_path / "ledger.sqlite"))
    with served("--header-seconds", "6000", *store, before=limited) as (process, url), ExitStack() as idle:
        for _ in range(200):
            idle.enter_context(socket.create_connection(("127.0.0.1", httpx.URL(url).port))).sendall(sent)
        assert httpx.post(url, json=RESULT, timeout=600).status_code == 200
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors
    assert errors.count("too many connections") == 1


def test_connections_that_are_not_too_many_stay_open() -> None:
    limited = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
    with served("--header-seconds", "6000", "--quiet", before=limited) as (process, url), ExitStack() as idle:
        address = ("127.0.0.1", httpx.URL(url).port)
        silent = [idle.enter_context(socket.create_connection(address)) for _ in range(20)]
        assert httpx.post(url, json=RESULT, timeout=600).status_code == 200
        for connection in silent:
            connection.sendall(b"garbage\r\n\r\n")
            assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")
        process.terminate()
        assert "too many connections" not in process.communicate(timeout=60)[1]


def test_an_output_that_nobody_reads_keeps_no_message_waiting() -> None:
    with served("--pending", f"g:{LONG['id']}") as (process, url):
        with httpx.Client() as client:
            # a pipe of 64 KB is full after some 300 lines
            assert {client.post(url, json=LONG).status_code for _ in range(600)} == {200}
        assert process.stdout is not None
        assert len([process.stdout.readline() for _ in range(600)]) == 600
        process.terminate()
        assert process.communicate(timeout=60)[0] == ""
    assert process.returncode == 0


def test_a_log_that_nobody_reads_keeps_no_message_waiting() -> None:
    with served("--quiet") as (process, url):
        with httpx.Client(timeout=600) as client:
            # each is unknown, and logged in more than 100 bytes
            assert {client.post(url, json=LONG).status_code for _ in range(1000)} == {200}
        assert process.stderr is not None
        assert len([process.stderr.readline() for _ in range(1000)]) == 1000
        process.terminate()
        assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 0


def test_a_log_that_nobody_ever_reads_keeps_nobody_from_the_end() -> None:
    with served("--quiet", "--pending", "g:a", "--until-settled") as (process, url):
        with httpx.Client(timeout=600) as client:
            assert {client.post(url, json=LONG).status_code for _ in range(1000)} == {200}
        process.terminate()
        assert process.wait(timeout=600) == 1


def test_what_was_not_printed_is_counted_at_the_end() -> None:
    with served("--pending", f"g:{LONG['id']}") as (process, url):
        with httpx.Client() as client:
            assert {client.post(url, json=LONG).status_code for _ in range(600)} == {200}
        process.terminate()
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        assert "nobody read the standard output" in process.stderr.read()


def test_an_output_that_is_closed_loses_no_message(tmp_path: Path) -> None:
    with served("--pending", "g:a", "--store", str(tmp_path / "ledger.sqlite")) as (process, url):
        assert process.stdout is not None
        process.stdout.close()
        assert [httpx.post(url, json=RESULT).status_code for _ in range(3)] == [200] * 3
        process.terminate()
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        errors = process.stderr.read()
    assert "Traceback" not in errors
    assert "the outcomes of 3 messages" in errors
