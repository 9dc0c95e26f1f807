"""Reports that are kept: an unchanged list gets that of before, and whatever it depends on makes it another one."""

import datetime
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.commands import cache_folder, judging_stamp, kept_reports
from conformance.commands.report import Report
from conformance.commands.targets import Checking
from conformance.errors import ConformanceError
from conformance.settings.repository import load_config
from tests.scenarios.scenario import run_command, working_in

_FIELDS = [{"at": {"type": "string"}}, {"taskId": {"type": "integer", "default": "ten"}}, {"path": {}}]
_TEXTS = ["Read a page. See `list_notes`.", "", "Delete all notes; use read_page first."]
_TOOLS = st.builds(
    lambda name, text, fields: {"name": name, "description": text, "inputSchema": {"properties": fields}},
    st.sampled_from(["read_page", "list_notes", "ReadPage"]),
    st.sampled_from(_TEXTS),
    st.sampled_from(_FIELDS),
)
_TOOL = {"name": "read_page", "description": _TEXTS[0], "inputSchema": {"properties": _FIELDS[1]}}
_TODAY = datetime.date(2030, 1, 1)


def _write(folder: Path, tools: list[dict[str, Any]]) -> str:
    (folder / "tools.json").write_text(json.dumps({"tools": tools}), "utf-8")
    return "tools.json"


def _report(folder: Path, cache: Path | None, today: datetime.date = _TODAY) -> tuple[Report, list[str], bool]:
    """Return the report on the list, what is announced with it, and whether any rule was asked."""
    lines, asked = list[str](), list[bool]()
    with working_in(folder), pytest.MonkeyPatch.context() as patch:
        checking = Checking(load_config(folder), today, announce=lines.append, cache=cache)
        check = Checking.check
        patch.setattr(Checking, "check", lambda *given: asked.append(True) or check(*given))
        return checking.report("tools.json"), lines, bool(asked)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a configuration, an inventory and its cache; whatever is kept is kept there."""
    monkeypatch.setattr(cache_folder, "MIN_KEPT_TOOLS", 1)
    (tmp_path / ".git").mkdir()
    (tmp_path / "conformance.toml").write_text('[levels]\nsummary_present = "off"\n', "utf-8")
    _write(tmp_path, [_TOOL])
    return tmp_path


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=st.lists(st.lists(_TOOLS, min_size=1, max_size=3), min_size=2, max_size=3))
def test_each_version_of_a_list_gets_the_report_of_a_run_without_a_cache(
    folder: Path, versions: list[list[dict[str, Any]]]
) -> None:
    for tools in [*versions, versions[0]]:
        _write(folder, tools)
        cold = _report(folder, None)
        assert _report(folder, folder / "cache")[:2] == cold[:2]
        assert _report(folder, folder / "cache") == (*cold[:2], False)


def _change_list(folder: Path) -> None:
    _write(folder, [{**_TOOL, "description": "Else."}])


def _change_config(folder: Path) -> None:
    (folder / "conformance.toml").write_text("token_budget = 77\n", "utf-8")


def _move_setting(folder: Path) -> None:
    """Move a setting to another line, which findings about it name."""
    (folder / "conformance.toml").write_text('\n[levels]\nsummary_present = "off"\n', "utf-8")


@pytest.mark.parametrize("change", [_change_list, _change_config, _move_setting])
def test_a_change_of_the_list_or_the_configuration_is_judged(folder: Path, change: Callable[[Path], None]) -> None:
    _report(folder, folder / "cache")
    change(folder)
    assert _report(folder, folder / "cache") == _report(folder, None)
    assert not _report(folder, folder / "cache")[2]


@pytest.mark.parametrize("key", ["guidance", "docs", "baseline", "profile"])
def test_a_change_of_a_file_that_the_configuration_names_is_judged(folder: Path, key: str) -> None:
    file = folder / {"baseline": "known.jsonl", "profile": "own.toml"}.get(key, "page.md")
    profile = 'extends = "mcp"\nname = "own"\nsummary = "Ours."\ndated = "2030-01-01"\n'
    file.write_text(profile if key == "profile" else "" if key == "baseline" else "Use `read_page`.\n", "utf-8")
    (folder / "conformance.toml").write_text(f'inventory = "tools.json"\n{key} = "{file.name}"\n', "utf-8")
    _report(folder, folder / "cache")
    assert not _report(folder, folder / "cache")[2]
    with file.open("a", encoding="utf-8") as stream:
        stream.write('[levels]\nid_suffix = "off"\n' if key == "profile" else "\n")
    assert _report(folder, folder / "cache")[2]
    assert not _report(folder, folder / "cache")[2]


def test_another_limit_on_files_applies_though_the_report_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _report(folder, folder / "cache")
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "many")
    with pytest.raises(ConformanceError, match="which is not a number of megabytes"):
        _report(folder, folder / "cache")


def test_an_ignore_that_expires_makes_the_report_another_one_from_that_day_on(folder: Path) -> None:
    ignore = '[[ignore]]\nrule = "id_suffix"\nreason = "agreed"\nexpires = 2030-01-01\n'
    (folder / "conformance.toml").write_text(ignore, "utf-8")
    first = _report(folder, folder / "cache")
    later = _report(folder, folder / "cache", datetime.date(2030, 1, 2))
    assert later == _report(folder, None, datetime.date(2030, 1, 2))
    assert later[0] != first[0]


def test_a_source_that_is_gone_is_missed_though_the_inventory_is_unchanged(folder: Path) -> None:
    value = {"version": 2, "source_of_truth": {"tool_definitions": "src/tools.py"}, "tools": []}
    (folder / "tools.json").write_text(json.dumps(value), "utf-8")
    (folder / "src").mkdir()
    (folder / "src" / "tools.py").write_text("", "utf-8")
    first = _report(folder, folder / "cache")
    assert not _report(folder, folder / "cache")[2]
    (folder / "src" / "tools.py").unlink()
    assert _report(folder, folder / "cache") == _report(folder, None)
    assert _report(folder, None)[0] != first[0]


def test_a_report_of_other_code_is_not_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _report(folder, folder / "cache")
    status = os.stat(folder)
    monkeypatch.setattr(judging_stamp, "package_files", lambda: [("new.py", status)])
    assert _report(folder, folder / "cache")[2]


def test_a_list_that_changes_while_it_is_judged_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = Checking.check

    def change(*given: Any) -> Report:
        report = check(*given)
        _change_list(folder)
        return report

    monkeypatch.setattr(Checking, "check", change)
    _report(folder, folder / "cache")
    monkeypatch.setattr(Checking, "check", check)
    _write(folder, [_TOOL])
    assert _report(folder, folder / "cache")[2]


def test_nothing_is_kept_where_a_plugin_judges(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reports, "has_plugins", lambda: True)
    _report(folder, folder / "cache")
    assert _report(folder, folder / "cache")[2]


@pytest.mark.parametrize("form", ["text", "json", "junit", "html", "sarif"])
def test_a_report_in_any_format_is_the_same_from_the_cache(folder: Path, form: str) -> None:
    (folder / "conformance.toml").write_text('inventory = "tools.json"\n', "utf-8")
    with working_in(folder):
        cold = run_command(f"conformance check --format {form} --no-cache")
        for _ in range(2):
            assert run_command(f"conformance check --format {form}") == cold


def test_standard_input_and_a_list_that_cannot_be_read_are_asked_each_time(folder: Path) -> None:
    with working_in(folder):
        for name in ("missing.json", "."):
            assert run_command(f"conformance check {name}") == run_command(f"conformance check {name} --no-cache")
