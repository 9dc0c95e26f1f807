"""A secret in an inventory is in no part of the changes that a report keeps, names and pointers included."""

import json
from pathlib import Path

from conformance.commands.drift import DriftSettings, drift_between, history_of
from conformance.documents.values import JsonObject
from tests.documents.test_git import git

# not one that a scanner of this repository would take for a real one
TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def _listed(folder: Path, name: str, properties: JsonObject) -> Path:
    file = folder / name
    schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
    listed = {"name": f"a_{TOKEN}", "inputSchema": schema, f"of_{TOKEN}": 1}
    file.write_text(json.dumps({"tools": [listed]}), "utf-8")
    return file


def test_a_token_that_names_a_tool_and_a_field_is_in_no_part_of_a_change(tmp_path: Path) -> None:
    old = _listed(tmp_path, "old.json", {TOKEN: {"enum": [TOKEN, "b"]}})
    new = _listed(tmp_path, "new.json", {TOKEN: {"enum": ["b"]}, f"x_{TOKEN}": {"type": "string"}})
    report = drift_between(old, new, DriftSettings())
    assert len(report.changes) >= 2
    for ruled in report.changes:
        change = ruled.change
        kept = [ruled.message, ruled.hint, ruled.pointer, ruled.source_pointer, change.pointer, change.field]
        kept += [change.tool, change.before, change.after]
        kept += [one and [one.name, one.description, one.raw] for one in (change.old_tool, change.new_tool)]
        kept += [change.evidence and change.evidence.witness and change.evidence.witness.instance]
        assert TOKEN not in json.dumps(kept, default=str), change.kind
        assert ruled.source_pointer is not None
        assert "***" in ruled.pointer


def test_a_token_in_a_commit_is_not_in_a_history(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    file = _listed(tmp_path, "tools.json", {"a": {}})
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", f"use {TOKEN}")
    (entry,) = history_of(file, None, DriftSettings()).entries
    assert entry.subject == "use ***"
