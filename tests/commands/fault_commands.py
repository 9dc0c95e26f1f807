"""The commands whose system calls are failed: what each finds in its folder, how it is called, what it may leave."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from conformance.callback.server.durable_ledger import DurableLedger
from conformance.documents.values import JsonObject

MODULE = (sys.executable, "-P", "-m", "conformance")
"""Starts the command as a user does; with `-P` the interpreter itself looks for nothing in the folder."""
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class FaultCommand:
    """A writing command: ``arguments`` in a folder that ``prepare`` fills.

    ``appends`` are the files that it only adds to: they may end anywhere in what a whole run adds. ``faults`` says what
    is wrong with the files ``own``, whose bytes differ in each run, given the folder and what a run in it printed.
    """

    arguments: tuple[str, ...]
    prepare: Callable[[Path], None]
    program: tuple[str, ...] = MODULE
    appends: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    faults: Callable[[Path, str], Iterator[str]] = lambda _folder, _output: iter(())
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    looks: bool = True
    """Whether what only looks at files, or prints, is failed too: under pytest the answer is that of pytest."""


_TOOL: JsonObject = {
    "name": "find_notes",
    "description": "Find notes.",
    "inputSchema": {"type": "object", "properties": {"w": {"type": "string"}}},
}
_ENVELOPE: JsonObject = {
    "tool_name": "find_notes",
    "status": "success",
    "summary_text": "done",
    "result": {},
    "error": None,
}
_RESULTS = "receipts.jsonl"
_RULES_OFF = '[levels]\nenvelopes = "off"\nreceipts = "off"\ncallbacks = "off"\nbehaviour = "off"\n'
_TEST = "def test_receipts(receipt, receipt_snapshot):\n    assert receipt == receipt_snapshot\n"
# A server over stdio that answers as a list of tools asks for: enough for a probe to fail and to write what it saw.
_SYSTEM = """
import json, pathlib
class System:
    def describe(self): return json.loads(pathlib.Path("model-tool-schema-inventory.json").read_text())
    def catalog(self, provenance, profile=None): return ["find_notes"]
    def parse(self, tool, arguments): return {"accepted": True}
SYSTEM = System()
"""
# Prints a line for each result once the ledger has acknowledged it.
_LEDGER = """
import os, pathlib, sys
from conformance.callback.ledger import PendingCall
from conformance.callback.server.durable_ledger import DurableLedger
from conformance.errors import ConformanceError
def run():
    ledger = DurableLedger(pathlib.Path("ledger.db"))
    ledger.expect_all([PendingCall("g", str(n)) for n in range(4)])
    for n in range(4):
        message = {"type": "tool_result", "group_id": "g", "id": str(n), "text": "x" * 3000 * n}
        print(n, ledger.receive(message).value, flush=True)
    ledger.close()
try:
    run()
except (ConformanceError, OSError) as error:
    print("error:", error, file=sys.stderr)
    os._exit(2)
"""


def run_quietly(*command: str, folder: Path, environment: Mapping[str, str] | None = None) -> int:
    """Run a command as it is, and return its exit status."""
    settings = {**os.environ, **(environment or {})}
    return subprocess.run(command, cwd=folder, capture_output=True, env=settings).returncode


def _lost_results(folder: Path, output: str) -> Iterator[str]:
    """Yield what a ledger acknowledged and does not hold, or holds twice."""
    ledger = DurableLedger(folder / "ledger.db")
    held = [str(message["id"]) for _, message in ledger.results()]
    ledger.close()
    acknowledged = {line.split()[0] for line in output.splitlines() if line.endswith("accepted")}
    if lost := acknowledged - set(held):
        yield f"acknowledged {sorted(lost)}, and lost them"
    if len(held) > len(set(held)):
        yield f"holds a result twice: {held}"


def _write_tools(folder: Path, **changes: str) -> None:
    folder.joinpath("tools.json").write_text(json.dumps({"tools": [{**_TOOL, **changes}]}))


def _initialise(folder: Path) -> None:
    _write_tools(folder)
    run_quietly(*MODULE, "init", "--source", "tools.json", folder=folder)


def _change_tools(folder: Path) -> None:
    _initialise(folder)
    _write_tools(folder, description="Find notes by their words.")


def _add_system(folder: Path) -> None:
    _initialise(folder)
    folder.joinpath("notes_system.py").write_text(_SYSTEM)


def _add_log(folder: Path) -> None:
    _initialise(folder)
    folder.joinpath("log.jsonl").write_text(f"{json.dumps({**_ENVELOPE, 'status': 'done'})}\n" * 3)


def _add_snapshots(folder: Path) -> None:
    folder.joinpath("pytest.ini").write_text(f"[pytest]\nconformance_records = {_RESULTS}\n")
    folder.joinpath("test_receipts.py").write_text(_TEST)
    for text in ("before", "after"):
        lines = [json.dumps({"name": f"x/{n}", "envelope": {}, "receipt": f"{text} {n}\n"}) for n in range(2)]
        folder.joinpath(_RESULTS).write_text("\n".join(lines))
        folder.joinpath("conformance.toml").write_text(_RULES_OFF)
        if text == "before":
            run_quietly(*PYTEST, "--snapshot-update", folder=folder)


PYTEST = (sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:randomly")
COMMANDS: Mapping[str, FaultCommand] = {
    "init": FaultCommand(("init", "--source", "tools.json"), _write_tools),
    "refresh": FaultCommand(("refresh",), _change_tools),
    "check-output": FaultCommand(
        ("check", "-f", "json", "-o", "r.json", "-f", "html", "-o", "r.html", "-f", "sarif", "-o", "r.sarif"),
        _initialise,
    ),
    "check-fix": FaultCommand(("check", "--fix"), _initialise),
    "check-ignore": FaultCommand(("check", "--add-ignore", "FINGERPRINT", "--reason", "known"), _initialise),
    "check-github": FaultCommand(
        ("check", "-f", "github"),
        _initialise,
        appends=("summary.md",),
        environment={"GITHUB_STEP_SUMMARY": "summary.md"},
    ),
    "baseline": FaultCommand(("baseline", "--write"), _initialise),
    "rules": FaultCommand(("rules", "--write", "pages"), _initialise),
    "schemas": FaultCommand(("schemas", "--write", "out"), lambda folder: folder.joinpath("out").mkdir()),
    "lower": FaultCommand(("lower", "--to", "openai_strict"), _initialise),
    "audit-output": FaultCommand(("audit", "log.jsonl", "-f", "json", "-o", "r.json"), _add_log),
    "audit-checkpoint": FaultCommand(("audit", "log.jsonl", "--checkpoint", "state.json"), _add_log),
    "audit-baseline": FaultCommand(("audit", "log.jsonl", "--write-baseline"), _add_log),
    "probe-baseline": FaultCommand(
        ("probe", "-s", "python:notes_system:SYSTEM", "--write-baseline", "--allow", 'find_notes={"w": "a"}'),
        _add_system,
    ),
    "probe-save": FaultCommand(
        ("probe", "-s", "python:notes_system:SYSTEM", "--save", "failures", "--record", "calls.jsonl"), _add_system
    ),
    "snapshots": FaultCommand(("--snapshot-update",), _add_snapshots, program=PYTEST, looks=False),
    "ledger": FaultCommand(
        (_LEDGER,),
        lambda _folder: None,
        program=(sys.executable, "-P", "-c"),
        own=("ledger.db", "ledger.db-journal", "ledger.db-wal", "ledger.db-shm"),
        faults=_lost_results,
    ),
}
