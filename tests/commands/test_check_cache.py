"""The cache of ``check``: whatever changed in a list, a run with it reports what a run without it reports."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.commands import cache_folder, check_cache, examination, judging_stamp
from conformance.commands import check as check_module
from conformance.commands.check import check_subject
from conformance.commands.check_cache import CheckCache
from conformance.commands.examination import Course
from conformance.commands.subject import subject_of
from conformance.inventory import Inventory, Tool
from conformance.settings.repository import Config
from tests.scenarios.scenario import run_command, working_in

_AT = {"type": "string", "description": "When, as an ISO 8601 date."}
_LIMIT = {"type": "integer", "description": "At most 50 lines (default 10).", "default": "ten"}
_MODE = {"type": "string", "description": "Either `fast` or `slow`. With `fast`, `limit` is ignored."}
_FIELDS = [{"at": _AT}, {"limit": _LIMIT, "mode": _MODE}, {"path": {"description": "The file."}}, {"Page": _LIMIT}]
_TEXTS = ["Read a page. See `list_notes`.", "", "Delete all notes; use read_page first.", "Reads."]
_NAMES = ["read_page", "list_notes", "ReadPage", "delete_all", "read_page_2"]


def _tool(name: str, text: str, fields: dict[str, Any], required: bool) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields, "required": [*fields] if required else ["missing"]}
    return {"name": name, "description": text, "inputSchema": schema}


_TOOLS = st.builds(_tool, st.sampled_from(_NAMES), st.sampled_from(_TEXTS), st.sampled_from(_FIELDS), st.booleans())
_CONFIG = Config(profile="mcp")
_TODAY = check_module.datetime.date(2030, 1, 1)


def _write(folder: Path, tools: list[dict[str, Any]]) -> Path:
    path = folder / "tools.json"
    path.write_text(json.dumps({"tools": tools}), "utf-8")
    return path


def _report(path: Path, cache: Path | None, config: Config = _CONFIG) -> Any:
    return check_subject(subject_of(path, config), config, _TODAY, cache=cache)


@pytest.fixture
def short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is known of lists of any length."""
    monkeypatch.setattr(cache_folder, "MIN_KEPT_TOOLS", 1)


def _counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of tools each time that rules are asked."""
    asked: list[int] = []
    original = Course.examine_tools

    def examine_tools(course: Course, tools: Sequence[Tool]) -> None:
        asked.append(len(tools))
        original(course, tools)

    monkeypatch.setattr(Course, "examine_tools", examine_tools)
    return asked


@pytest.mark.usefixtures("short_lists")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=st.lists(st.lists(_TOOLS, min_size=1, max_size=4), min_size=2, max_size=3))
def test_each_version_of_a_list_is_reported_as_without_a_cache(
    tmp_path: Path, versions: list[list[dict[str, Any]]]
) -> None:
    for tools in [*versions, versions[0]]:
        path = _write(tmp_path, tools)
        assert _report(path, tmp_path / "cache") == _report(path, None)


@pytest.mark.usefixtures("short_lists")
def test_an_unchanged_list_is_not_judged_again_and_a_changed_tool_costs_that_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = [_tool(name, _TEXTS[0], _FIELDS[1], required=True) for name in _NAMES]
    asked, path = _counting(monkeypatch), _write(tmp_path, tools)
    first = _report(path, tmp_path / "cache")
    assert sorted(asked) == [1, 1, 1, 1, 1, 5]
    asked.clear()
    assert _report(path, tmp_path / "cache") == first
    assert asked == []
    path = _write(tmp_path, [*tools[:4], {**tools[4], "description": "Else."}])
    changed = _report(path, tmp_path / "cache")
    assert asked == [1, 5]
    assert changed == _report(path, None)
    assert changed != first


def test_of_a_long_list_a_few_tools_are_kept_in_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "_AT_ONCE", 2)
    monkeypatch.setattr(examination, "_MOST_IN_MIND", 2)
    monkeypatch.setattr(cache_folder, "MIN_KEPT_TOOLS", 1)
    known: list[int] = []
    original = check_cache.batched_tools

    def batched_tools(inventory: Inventory) -> Iterator[Sequence[Tool]]:
        for tools in original(inventory):
            known.append(sum("input_subschemas" in vars(tool) for tool in inventory.tools[: 2 * len(known)]))
            yield tools

    monkeypatch.setattr(check_cache, "batched_tools", batched_tools)
    path = _write(tmp_path, [_tool(f"read_page_{at}", _TEXTS[3], _FIELDS[1], required=True) for at in range(5)])
    assert _report(path, tmp_path / "cache") == _report(path, None)
    assert known == [0, 0, 0]


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("change", ["profile", "version", "ours"])
def test_whatever_judges_differently_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    path = _write(tmp_path, [_tool("read_page", _TEXTS[0], _FIELDS[1], required=True)])
    _report(path, tmp_path / "cache")
    asked, config = _counting(monkeypatch), _CONFIG
    if change == "profile":
        config = Config(profile="mcp", token_budget=77)
    elif change == "version":
        monkeypatch.setattr(judging_stamp, "version_of", lambda _name: "0")
    else:
        monkeypatch.setattr(judging_stamp, "package_files", lambda: [("new.py", os.stat(path))])
    again = _report(path, tmp_path / "cache", config)
    assert asked == [1, 1]
    assert again == _report(path, None, config)


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff" * 99, None])
def test_a_damaged_cache_is_as_good_as_none_and_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    path = _write(tmp_path, [_tool("read_page", _TEXTS[0], _FIELDS[1], required=True)])
    first = _report(path, tmp_path / "cache")
    (kept,) = (tmp_path / "cache").glob("*.json")
    whole = kept.read_bytes()
    kept.write_bytes(whole.replace(b"warning", b"error") if damage is None else damage)
    assert _report(path, tmp_path / "cache") == first
    assert kept.read_bytes() == whole
    asked = _counting(monkeypatch)
    assert _report(path, tmp_path / "cache") == first
    assert asked == []


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "huge"])
def test_what_somebody_put_in_the_place_of_an_answer_is_neither_waited_for_nor_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = _write(tmp_path, [_tool("read_page", _TEXTS[0], _FIELDS[1], required=True)])
    first = _report(path, tmp_path / "cache")
    (kept,) = (tmp_path / "cache").glob("*.json")
    kept.unlink()
    if kind == "pipe":
        os.mkfifo(kept)
    elif kind == "device":
        kept.symlink_to("/dev/zero")
    elif kind == "folder":
        kept.mkdir()
    else:
        monkeypatch.setattr(cache_folder, "MAX_KEPT_BYTES", 1_000)
        kept.write_bytes(bytes(2_000))
    assert _report(path, tmp_path / "cache") == first


@pytest.mark.usefixtures("short_lists")
def test_a_folder_that_cannot_be_written_or_is_a_link_keeps_nothing(tmp_path: Path) -> None:
    path = _write(tmp_path, [_tool("read_page", _TEXTS[0], _FIELDS[1], required=True)])
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("file", "link"):
        assert _report(path, tmp_path / name) == _report(path, None)
    assert [*(tmp_path / "elsewhere").iterdir()] == []


@pytest.mark.usefixtures("short_lists")
def test_the_oldest_files_are_deleted_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "MAX_FILES", 2)
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "notes.json").write_text("mine", "utf-8")
    left = cache / f".{'0' * 32}.json.{'0' * 16}.tmp"  # by a run that was killed
    left.write_bytes(b"half")
    for number in range(4):
        old = cache / f"{hashlib.sha256(str(number).encode()).hexdigest()[:32]}.json"
        old.write_bytes(b"")
        os.utime(old, (number, number))
    _report(_write(tmp_path, [_tool("read_page", "", {}, required=True)]), cache)
    assert len([*cache.glob("*.json")]) == 3  # two, and the notes
    assert (cache / "notes.json").read_text("utf-8") == "mine"
    assert not left.exists()


def test_rules_of_a_plugin_are_always_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_cache, "has_plugins", lambda: True)
    path = _write(tmp_path, [_tool("read_page", _TEXTS[0], _FIELDS[1], required=True)])
    subject = subject_of(path, _CONFIG)
    cache = CheckCache(tmp_path / "cache", str(path))
    check_module.check(subject.surface, check_module.profile_of(_CONFIG), [], subject.document, examiner=cache.examine)
    assert not (tmp_path / "cache").exists()


def test_the_command_keeps_what_it_knows_of_a_long_list_unless_it_shall_not(tmp_path: Path) -> None:
    tools = [_tool(f"read_page_{number}", _TEXTS[0], {}, required=True) for number in range(50)]
    _write(tmp_path, tools)
    with working_in(tmp_path):
        run_command("conformance check tools.json --rule required_declared --no-cache")
        assert not (tmp_path / ".conformance_cache").exists()
        cold = run_command("conformance check tools.json --rule required_declared")
        assert (tmp_path / ".conformance_cache" / ".gitignore").read_text("utf-8").endswith("\n*\n")
        assert run_command("conformance check tools.json --rule required_declared") == cold


def test_a_short_list_is_kept_where_there_is_a_configuration(tmp_path: Path) -> None:
    _write(tmp_path, [_tool("read_page", _TEXTS[0], {}, required=True)])
    with working_in(tmp_path):
        run_command("conformance check tools.json")
        assert not (tmp_path / ".conformance_cache").exists()
        (tmp_path / "conformance.toml").write_text('profile = "mcp"\n', "utf-8")
        cold = run_command("conformance check tools.json")
        assert (tmp_path / ".conformance_cache").is_dir()
        assert run_command("conformance check tools.json") == cold


def test_a_cache_that_comes_with_a_commit_hides_nothing_where_ci_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, [_tool(f"read_page_{number}", _TEXTS[0], {}, required=False) for number in range(50)])
    command = "conformance check tools.json --rule required_declared"
    with working_in(tmp_path):
        honest = run_command(command)
        for kept in (tmp_path / ".conformance_cache").glob("*.json"):
            value = json.loads(kept.read_bytes().partition(b"\n")[2])
            # the answers on single tools are emptied, and the report on the list is deleted
            data = json.dumps({key: [{}, {}] for key in value} if isinstance(value, dict) else None).encode()
            kept.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
        assert run_command(command) != honest
        monkeypatch.setenv("CI", "true")
        assert run_command(command) == honest


def test_patterns_that_differ_behind_their_beginning_have_digests_that_differ() -> None:
    first, second = (re.compile("a" * 300 + end) for end in "bc")
    assert judging_stamp.content_digest([first]) != judging_stamp.content_digest([second])
    assert judging_stamp.content_digest([first]) != judging_stamp.content_digest([re.compile(first.pattern, re.I)])
