"""A ledger in a file: a restart loses nothing and accepts nothing twice, and no other file is harmed."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.callback.ledger import LedgerLimits, Outcome, PendingCall
from conformance.callback.server.durable_ledger import DurableLedger
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError


def message(call: str, **members: object) -> JsonObject:
    return {"type": "tool_result", "group_id": "g", "id": call, "text": "done", **members}  # type: ignore[dict-item]


def test_a_restart_loses_nothing_and_accepts_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    first = DurableLedger(path)
    first.expect_all([PendingCall("g", "a"), PendingCall("g", "b"), PendingCall("g", "c", "toolu_1")])
    first.receive(message("a", text="Größe: 3 \u2028 \U0001f600", subscription=True))
    first.close()
    second = DurableLedger(path)
    assert second.pending_count() == 2
    assert second.receive(message("a", text="Größe: 3 \u2028 \U0001f600", subscription=True)) is Outcome.DUPLICATE
    assert second.receive(message("a")) is Outcome.CONFLICT
    assert second.receive(message("b")) is Outcome.ACCEPTED
    assert second.receive(message("c")) is Outcome.UNKNOWN
    assert second.subscriptions("g") == ["a"]
    assert [(sequence, result["id"]) for sequence, result in second.results()] == [(1, "a"), (2, "b")]
    assert next(iter(second.results()))[1]["text"] == "Größe: 3 \u2028 \U0001f600"
    second.close()


def test_results_are_read_from_where_a_consumer_stopped(tmp_path: Path) -> None:
    ledger = DurableLedger(tmp_path / "ledger.sqlite")
    ledger.expect_all([PendingCall("g", str(number)) for number in range(1200)])
    ledger.receive_all([message(str(number)) for number in range(1200)])
    assert [sequence for sequence, _ in ledger.results(after=1)] == list(range(2, 1201))
    ledger.close()


def test_two_processes_may_share_the_file(tmp_path: Path) -> None:
    one, other = DurableLedger(tmp_path / "ledger.sqlite"), DurableLedger(tmp_path / "ledger.sqlite")
    one.expect(PendingCall("g", "a"))
    assert other.receive(message("a")) is Outcome.ACCEPTED
    assert one.receive(message("a")) is Outcome.DUPLICATE
    one.close()
    other.close()


def test_all_calls_are_expected_or_none(tmp_path: Path) -> None:
    ledger = DurableLedger(tmp_path / "ledger.sqlite", LedgerLimits(max_pending=2))
    with pytest.raises(ConformanceError):
        ledger.expect_all([PendingCall("g", str(number)) for number in range(3)])
    assert ledger.pending_count() == 0
    ledger.close()


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes, which nobody may overwrite " * 100)
    with pytest.raises(ConformanceError, match="as a ledger"):
        DurableLedger(text)
    assert text.read_text().startswith("my notes")


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (text TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(ConformanceError, match="another program"):
        DurableLedger(path)
    assert path.read_bytes() == before
    other = sqlite3.connect(path)
    assert [row[0] for row in other.execute("SELECT name FROM sqlite_master")] == ["notes"]
    other.close()


def test_a_folder_that_is_not_there_is_an_error_with_a_cure(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError) as raised:
        DurableLedger(tmp_path / "missing" / "ledger.sqlite")
    assert "writable folder" in raised.value.recovery_hint


def test_only_its_owner_can_read_a_ledger(tmp_path: Path) -> None:
    ledger = DurableLedger(tmp_path / "ledger.sqlite")
    ledger.expect(PendingCall("g", "a"))
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    ledger.close()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize("name", [":memory:", "file:ledger?mode=memory"])
def test_a_name_that_sqlite_reads_as_memory_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    first = DurableLedger(Path(name))
    first.expect(PendingCall("g", "a"))
    first.receive(message("a"))
    first.close()
    second = DurableLedger(Path(name))
    assert second.receive(message("a")) is Outcome.DUPLICATE
    second.close()


def _replace(path: Path) -> None:
    # the old file is kept, so that the new one has another number
    path.rename(path.with_name("old"))
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [Path.unlink, _replace])
def test_a_file_that_is_deleted_or_replaced_accepts_nothing_until_it_is_back(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "ledger.sqlite"
    ledger = DurableLedger(path)
    ledger.expect(PendingCall("g", "a"))
    (tmp_path / "kept").hardlink_to(path)
    harm(path)
    with pytest.raises(ConformanceError, match="it was deleted or replaced meanwhile"):
        ledger.receive(message("a"))
    (tmp_path / "kept").replace(path)
    assert ledger.receive(message("a")) is Outcome.ACCEPTED
    ledger.close()


def test_a_ledger_behind_a_link_is_used_and_a_new_one_is_private(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "ledger.sqlite")
    for outcome in (Outcome.ACCEPTED, Outcome.DUPLICATE):
        ledger = DurableLedger(tmp_path / "link")
        ledger.expect(PendingCall("g", "a"))
        assert ledger.receive(message("a")) is outcome
        ledger.close()
    assert (tmp_path / "ledger.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_device_is_refused() -> None:
    with pytest.raises(ConformanceError, match="`/dev/null` as a ledger: it is not a regular file"):
        DurableLedger(Path("/dev/null"))
