"""Runs one command on every schema bomb, each in a process of its own with limits, and prints how each run ended.

``python -m tests.commands.bomb_runs COMMAND [STEP FIRST]`` runs all bombs, or each STEP-th from the FIRST on; processor
seconds and megabytes of each run are the third and the fourth column.
"""

import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

import pytest

from conformance.cli import main
from conformance.documents.values import JsonObject
from conformance.rules.catalogue import all_rules
from conformance.rules.examples import INVENTORY, TOOL
from tests.commands.schema_bombs import Schema, bombs

COMMANDS = {
    "check": ["check", "bomb.json", "--no-cache"],
    "drift-from": ["drift", "bomb.json", "plain.json"],
    "drift-to": ["drift", "plain.json", "bomb.json"],
    "drift-changed": ["drift", "bomb.json", "changed.json"],
    "probe-dry": ["probe", "-s", "bomb.json", "--dry-run"],
    "probe": ["probe", "-s", "python:bomb_system:SYSTEM"],
    "lower-openai": ["lower", "bomb.json", "--to", "openai_strict"],
    "lower-gemini": ["lower", "bomb.json", "--to", "gemini"],
    "cost": ["cost", "bomb.json"],
    "audit": ["audit", "log.jsonl", "--inventory", "bomb.json"],
    "pytest": [
        "-q",
        "--conformance=bomb.json",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:hypothesispytest",
    ],
}
_SYSTEM = """
import json, pathlib
class System:
    def describe(self): return json.loads(pathlib.Path("bomb.json").read_text())
    def catalog(self, provenance, profile=None): return ["ReadThing"]
    def parse(self, tool, arguments): return {"accepted": True}
SYSTEM = System()
"""
# Several times what any run takes, so that a slow machine fails none: a hang ends here.
_CPU_SECONDS = 20
_ADDRESS_SPACE = 4 << 30


def input_schema(schema: Schema) -> JsonObject:
    """Return the schema of an input with a bomb as its only parameter."""
    properties: JsonObject = {"a": {key: value for key, value in schema.items() if key != "$defs"}}
    closed: JsonObject = {"type": "object", "properties": properties, "required": ["a"], "additionalProperties": False}
    # References start at the root, where the definitions have to be.
    return {**closed, "$defs": schema["$defs"]} if "$defs" in schema else closed


def _inventory(schema: Schema) -> str:
    return json.dumps({**INVENTORY, "tools": [{**TOOL, "name": "ReadThing", "input_schema": input_schema(schema)}]})


def _changed(schema: Schema) -> Schema:
    own = {key: value for key, value in schema.items() if key != "$defs"}
    return {"allOf": [own], "not": {"const": "xyz"}, "$defs": schema.get("$defs", {})}


def _write_files(schema: Schema) -> None:
    envelope: JsonObject = {
        "tool_name": "ReadThing",
        "status": "success",
        "summary_text": "done",
        "result": {},
        "error": None,
    }
    for name, text in {
        "bomb.json": _inventory(schema),
        "plain.json": _inventory({"type": "string"}),
        "changed.json": _inventory(_changed(schema)),
        "log.jsonl": json.dumps({"input": {"a": "x"}, "envelope": envelope}) + "\n",
        "bomb_system.py": _SYSTEM,
    }.items():
        Path(name).write_text(text, "utf-8")


def _run_alone(command: str, schema: Schema) -> None:
    """Run one command in this process and end it; what it prints goes to the file ``output``."""
    code: Any = 99
    try:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
        _write_files(schema)
        output = os.open("output", os.O_WRONLY | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.path.insert(0, os.getcwd())
        code = pytest.main(COMMANDS[command]) if command == "pytest" else main(COMMANDS[command])
    except SystemExit as end:
        code = end.code or 0
    except BaseException:  # noqa: BLE001  whatever ends a command is what this looks for
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _run_each(command: str, step: int, first: int) -> None:
    all_rules()  # read once, for all runs
    for name, schema in list(bombs().items())[first::step]:
        with tempfile.TemporaryDirectory() as folder:
            process = os.fork()
            if not process:
                os.chdir(folder)
                _run_alone(command, schema)
            _, status, used = os.wait4(process, 0)
            output = Path(folder, "output").read_text("utf-8", "replace")
            seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
            line = [name, os.waitstatus_to_exitcode(status), round(seconds, 2), megabytes, output[-2_000:]]
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _run_each(sys.argv[1], *map(int, sys.argv[2:] or ("1", "0")))
