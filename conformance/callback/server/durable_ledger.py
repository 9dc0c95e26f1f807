"""A ledger in one SQLite file: an accepted result survives a crash, and is accepted exactly once.

The result is stored in the transaction that settles its call, before anyone is notified. Consumers read ``results``
after the last sequence number that they have seen, and drop what they no longer need.
"""

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from conformance.callback.ledger import (
    DEFAULT_LIMITS,
    LedgerLimits,
    Outcome,
    PendingCall,
    call_key,
    classify_message,
    content_digest,
    ids_of,
    log_outcome,
    pending_limit_error,
)
from conformance.display import code_text
from conformance.documents.reader import parse
from conformance.documents.values import JsonObject, as_object, compact_json
from conformance.errors import ConformanceError, ErrorKind

# Marks the file as a ledger, to avoid writing into another program's database.
_APPLICATION = 0x7C0A11BC
# Results read per transaction: a slow consumer must not hold the lock.
_PAGE = 500
_TABLES = f"""
PRAGMA application_id = {_APPLICATION};
CREATE TABLE state (secret BLOB NOT NULL, pending INTEGER NOT NULL);
CREATE TABLE calls (
    key BLOB PRIMARY KEY, group_id TEXT NOT NULL, id TEXT NOT NULL, call_id TEXT,
    expires REAL NOT NULL, digest BLOB, subscribed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE results (sequence INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT NOT NULL);
CREATE INDEX calls_by_expiry ON calls (expires);
CREATE INDEX calls_subscribed ON calls (group_id) WHERE subscribed = 1;
"""


class DurableLedger:
    """A ledger in a file, which several processes may share.

    ``clock`` returns seconds since the epoch. Every method raises ``ConformanceError`` when the file is not a ledger or
    cannot be written; nothing has changed then.
    """

    def __init__(
        self,
        path: Path,
        limits: LedgerLimits = DEFAULT_LIMITS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        # a later change of the working folder does not concern the file
        self._path = path.absolute()
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        with self._translate_errors():
            _create_private_file(self._path)
            # SQLite reads `:memory:` and what begins with `file:` as no file
            self._database = sqlite3.connect(self._path, timeout=10, isolation_level=None, check_same_thread=False)
            try:
                self._secret = self._open()
                self._identity = _identity(self._path)
            except BaseException:
                self._database.close()
                raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def expect(self, call: PendingCall) -> None:
        """Await the result of a call; a call that is already known is unchanged."""
        self.expect_all([call])

    def expect_all(self, calls: Sequence[PendingCall]) -> None:
        """Await the results of many calls, all or none."""
        with self._transaction() as database:
            pending: int = database.execute("SELECT pending FROM state").fetchone()[0]
            expires = self._clock() + self._limits.pending_seconds
            for call in calls:
                row = (call_key(self._secret, call.group_id, call.id), call.group_id, call.id, call.call_id, expires)
                statement = "INSERT OR IGNORE INTO calls (key, group_id, id, call_id, expires) VALUES (?, ?, ?, ?, ?)"
                pending += database.execute(statement, row).rowcount
            if pending > self._limits.max_pending:
                raise pending_limit_error(self._limits)
            database.execute("UPDATE state SET pending = ?", (pending,))

    def receive(self, message: JsonObject) -> Outcome:
        """Settle the call that the message answers; an accepted result is on disk when this returns."""
        return self.receive_all([message])[0]

    def receive_all(self, messages: Sequence[JsonObject]) -> list[Outcome]:
        """Settle several messages in one transaction, in order."""
        with self._transaction() as database:
            return [self._receive(database, message) for message in messages]

    def pending_count(self) -> int:
        """Return how many calls are still pending."""
        with self._transaction() as database:
            return database.execute("SELECT pending FROM state").fetchone()[0]

    def pending_calls(self) -> list[PendingCall]:
        """Return the calls that are still pending, the oldest first."""
        query = "SELECT group_id, id, call_id FROM calls WHERE digest IS NULL ORDER BY expires, group_id, id"
        with self._transaction() as database:
            return [PendingCall(*row) for row in database.execute(query)]

    def results(self, after: int = 0) -> Iterator[tuple[int, JsonObject]]:
        """Yield the sequence number and message of each accepted result after ``after``, in order."""
        while rows := self._page(after):
            for sequence, text in rows:
                yield sequence, as_object(parse(text.encode(), f"result {sequence}").value)
                after = sequence

    def subscriptions(self, group_id: str) -> list[str]:
        """Return the ids of the calls in a thread that started a subscription which has not been cancelled."""
        query = "SELECT id FROM calls WHERE subscribed = 1 AND group_id = ? ORDER BY id"
        with self._transaction() as database:
            return [row[0] for row in database.execute(query, (group_id,))]

    def cancel_subscription(self, group_id: str, call: str) -> bool:
        """Cancel a subscription; return whether there was one."""
        key = call_key(self._secret, group_id, call)
        with self._transaction() as database:
            statement = "UPDATE calls SET subscribed = 0 WHERE key = ? AND subscribed = 1"
            return database.execute(statement, (key,)).rowcount == 1

    def _receive(self, database: sqlite3.Connection, message: JsonObject) -> Outcome:
        ids = ids_of(message)
        if ids is None:
            return log_outcome(Outcome.UNKNOWN, message, "it has no group_id or id; discarded")
        key = call_key(self._secret, *ids)
        row = database.execute("SELECT group_id, id, call_id, digest FROM calls WHERE key = ?", (key,)).fetchone()
        if row is None:
            return log_outcome(Outcome.UNKNOWN, message, "no call with these ids is pending; discarded")
        digest = content_digest(message)
        outcome = classify_message(message, PendingCall(*row[:3]), row[3], digest)
        if outcome is Outcome.ACCEPTED:
            self._store(database, key, digest, message)
        return outcome

    def _store(self, database: sqlite3.Connection, key: bytes, digest: bytes, message: JsonObject) -> None:
        expires = self._clock() + self._limits.settled_seconds
        settled = (digest, expires, message.get("subscription") is True, key)
        database.execute("UPDATE calls SET digest = ?, expires = ?, subscribed = ? WHERE key = ?", settled)
        database.execute("UPDATE state SET pending = pending - 1")
        database.execute("INSERT INTO results (message) VALUES (?)", (compact_json(message),))

    def _page(self, after: int) -> list[tuple[int, str]]:
        query = "SELECT sequence, message FROM results WHERE sequence > ? ORDER BY sequence LIMIT ?"
        with self._transaction() as database:
            return database.execute(query, (after, _PAGE)).fetchall()

    def _open(self) -> bytes:
        # A file that is refused is left as it is, and the journal's mode is written into it.
        self._is_own()
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._create_tables()
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        return self._database.execute("SELECT secret FROM state").fetchone()[0]

    def _is_own(self) -> bool:
        """Whether the tables are there; raises ``sqlite3.DatabaseError`` for the file of another program."""
        application: int = self._database.execute("PRAGMA application_id").fetchone()[0]
        if application == _APPLICATION:
            return True
        if self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise sqlite3.DatabaseError("it is the database of another program")
        return False

    def _create_tables(self) -> None:
        if self._is_own():
            return
        for statement in _TABLES.strip().split(";\n"):
            self._database.execute(statement)
        self._database.execute("INSERT INTO state VALUES (?, 0)", (secrets.token_bytes(32),))

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        with self._lock, self._translate_errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._require_file()
                self._forget()
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def _require_file(self) -> None:
        """Raise an error if the file is not the one that was opened: SQLite goes on in a file that nobody can find."""
        if _identity(self._path) != self._identity:
            message = f"cannot use {code_text(str(self._path), 200)} as a ledger: it was deleted or replaced meanwhile"
            raise ConformanceError(ErrorKind.UNWRITABLE, message, "put it back, or start again")

    def _forget(self) -> None:
        now = (self._clock(),)
        gone: Any = self._database.execute("DELETE FROM calls WHERE expires <= ? RETURNING digest", now).fetchall()
        pending = sum(1 for (digest,) in gone if digest is None)
        if pending:
            self._database.execute("UPDATE state SET pending = pending - ?", (pending,))

    @contextmanager
    def _translate_errors(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            message = f"cannot use {code_text(str(self._path), 200)} as a ledger: {error}"
            hint = "name a new file in a writable folder, or an existing ledger"
            raise ConformanceError(ErrorKind.UNWRITABLE, message, hint) from error


def _create_private_file(path: Path) -> None:
    """Create a missing file readable only by its owner, as results are private; SQLite's journals inherit its mode."""
    with suppress(FileExistsError):
        # a link to a missing file would make SQLite create it
        os.close(os.open(os.path.realpath(path), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if not path.is_file():
        raise sqlite3.DatabaseError("it is not a regular file")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from each other one, ``None`` for a missing one."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
