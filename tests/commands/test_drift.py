"""The use case drift: two files, or a file and its past in git; accepted breaks; a timeline."""

import datetime
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.drift import DriftSettings, drift_against, drift_between, settings_of, timeline
from conformance.drift.report import FailOn
from conformance.errors import ConformanceError
from conformance.settings.repository import Accept, load_config
from tests.drift.inventories import closed, tool

TODAY = datetime.date(2026, 5, 1)
OLD = closed({"text": {"type": "string"}, "note": {"type": "string"}}, "text")
NEW = closed({"text": {"type": "string"}}, "text")
FILE = "model-tool-schema-inventory.json"


def write(folder: Path, schema: Any, name: str = FILE) -> Path:
    """Write an inventory with one tool of that input schema."""
    value = {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": [tool(input_schema=schema)]}
    path = folder / name
    path.write_text(json.dumps(value), "utf-8")
    return path


def git(folder: Path, *arguments: str) -> None:
    """Run git as somebody who has no configuration."""
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the old inventory on main, and a branch that breaks it."""
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, OLD)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "the first promise")
    git(tmp_path, "switch", "-q", "-c", "edit")
    write(tmp_path, NEW)
    git(tmp_path, "commit", "-q", "-a", "-m", "a field less")
    return tmp_path


def test_two_files_are_compared(tmp_path: Path) -> None:
    old, new = write(tmp_path, OLD, "old.json"), write(tmp_path, NEW, "new.json")
    report = drift_between(old, new, DriftSettings(today=TODAY))
    assert report.fails_on(FailOn.BREAKING)
    assert report.changes[0].witness == {"text": "a", "note": "a"}
    assert (report.old, report.new) == (str(old), str(new))


def test_a_branch_is_compared_with_main_and_with_where_it_began(repository: Path) -> None:
    for reference in ("main", None, f"main:{FILE}"):
        report = drift_against(reference, repository / FILE, DriftSettings(today=TODAY))
        assert [ruled.change.kind for ruled in report.changes] == ["field_removed"]
    assert drift_against("HEAD", repository / FILE, DriftSettings(today=TODAY)).changes == []


def test_what_is_gone_is_located_in_the_old_file_and_everything_else_in_the_new_one(tmp_path: Path) -> None:
    names = ("old.json", "new.json")
    old, new = (write(tmp_path, schema, name) for schema, name in zip((OLD, {**NEW, "title": "T"}), names, strict=True))
    for path in (old, new):
        path.write_text(json.dumps(json.loads(path.read_text()), indent=1), "utf-8")
    new.write_text(new.read_text().replace('"stable"', '"deprecated"'), "utf-8")
    places = {
        ruled.change.kind: ruled.location for ruled in drift_between(old, new, DriftSettings(today=TODAY)).changes
    }
    for kind, path, key in (("field_removed", old, '"note"'), ("stability_changed", new, '"stability"')):
        location = places[kind]
        assert location is not None
        assert location.file == str(path)
        assert path.read_text().splitlines()[location.line - 1][location.column - 1 :].startswith(key)


def test_a_version_in_git_is_named_as_git_names_it(repository: Path) -> None:
    folder = repository / "sub"
    folder.mkdir()
    write(folder, OLD)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "a copy below")
    write(folder, NEW)
    report = drift_against("HEAD", folder / FILE, DriftSettings(today=TODAY))
    assert report.old == f"HEAD:sub/{FILE}"
    assert [str(ruled.location).rsplit(":", 2)[0] for ruled in report.changes] == [f"HEAD:sub/{FILE}"]
    git(repository, "show", report.old)
    since_main = drift_against(None, repository / FILE, DriftSettings(today=TODAY))
    assert len(since_main.old.partition(":")[0]) == 12
    git(repository, "show", since_main.old)


def test_an_accepted_break_passes_and_its_entry_fails_when_the_break_is_gone(repository: Path) -> None:
    file = repository / FILE
    (broken,) = drift_against("main", file, DriftSettings(today=TODAY)).changes
    accepted = DriftSettings(accept=[Accept(fingerprint=broken.fingerprint, reason="nobody used it")], today=TODAY)
    assert not drift_against("main", file, accepted).fails_on(FailOn.UNKNOWN)
    write(repository, OLD)
    reverted = drift_against("main", file, accepted)
    assert reverted.fails_on(FailOn.BREAKING)
    assert [ruled.change.kind for ruled in reverted.changes] == ["stale_accept"]


def test_settings_come_from_the_configuration(tmp_path: Path) -> None:
    text = 'closed_world = true\n[[accept]]\nfingerprint = "0123456789abcdef"\nreason = "agreed"\n'
    (tmp_path / "conformance.toml").write_text(text, "utf-8")
    settings = settings_of(load_config(tmp_path), TODAY)
    assert settings.policy.closed_world
    assert settings.accept == (Accept(fingerprint="0123456789abcdef", reason="agreed"),)


def test_a_misspelt_key_of_an_entry_is_refused_with_the_meant_one(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text('[[accept]]\nreason = "x"\nrulle = "y"\n', "utf-8")
    with pytest.raises(ConformanceError) as raised:
        load_config(tmp_path)
    assert "`rule`" in f"{raised.value.message} {raised.value.recovery_hint}"


def test_the_timeline_names_what_each_commit_changed(repository: Path) -> None:
    file = repository / FILE
    file.write_text("{", "utf-8")
    git(repository, "commit", "-q", "-a", "-m", "half a file")
    write(repository, closed({"text": {"type": "string"}, "more": {}}, "text"))
    git(repository, "commit", "-q", "-a", "-m", "a field more")
    entries = list(timeline(file, None, DriftSettings()))
    assert [entry.subject for entry in entries] == ["the first promise", "a field less", "half a file", "a field more"]
    assert entries[0].report is None
    assert entries[1].report is not None
    assert entries[1].report.summary()["breaking"] == 1
    assert entries[2].problem
    assert entries[3].report is not None
    assert entries[3].report.summary()["compatible"] == 1


def test_a_reference_that_is_not_there_is_no_drift(repository: Path) -> None:
    with pytest.raises(ConformanceError):
        drift_against("nowhere", repository / FILE, DriftSettings(today=TODAY))


def mcp_list(folder: Path, name: str, schema: Any) -> Path:
    """Write a server's answer to ``tools/list`` with one tool of that input schema."""
    listed = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_a", "inputSchema": schema}]}}
    (folder / name).write_text(json.dumps(listed), "utf-8")
    return folder / name


def test_two_lists_of_a_server_are_compared_in_the_terms_of_the_lists(tmp_path: Path) -> None:
    old, new = mcp_list(tmp_path, "old.json", OLD), mcp_list(tmp_path, "new.json", NEW)
    (removed,) = drift_between(old, new, DriftSettings(today=TODAY)).changes
    assert removed.change.kind == "field_removed"
    assert removed.pointer == "/result/tools/0/inputSchema/properties/note"
    entry = Accept(rule="field_removed", tool="get_a", pointer=removed.pointer, reason="agreed")
    accepted = DriftSettings(accept=[entry], today=TODAY)
    assert not drift_between(old, new, accepted).fails_on(FailOn.UNKNOWN)
