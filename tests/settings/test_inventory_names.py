"""Every file that may name an inventory is read as the program that it is for reads it."""

from pathlib import Path

import pytest

from conformance.errors import ConformanceError
from conformance.settings.inventory_names import (
    NAMING_FILES,
    PRECEDENCE,
    inventories_named_in,
    inventories_of_pytest,
    require_plain_path,
)
from conformance.settings.repository import Config

TWO = "\n    a.json\n    sub/b.json\n"
LIST = '["a.json", "sub/b.json"]'
OURS, PYTEST = "conformance", "pytest"
NAMED: dict[str, tuple[str, dict[str, list[str]]]] = {
    "conformance.toml": ('inventory = "a.json"\nof_a_later_version = 1', {OURS: ["a.json"]}),
    "ci/any-name.toml": ('profile = "mcp"\ninventory = "a.json"', {OURS: ["a.json"]}),
    "pyproject.toml": (
        '[tool.conformance]\ninventory = "a.json"\n[tool.pytest.ini_options]\nconformance_inventory = "b.json"',
        {OURS: ["a.json"], PYTEST: ["b.json"]},
    ),
    "sub/pyproject.toml": (f"[tool.pytest]\nconformance_inventory = {LIST}", {PYTEST: ["a.json", "sub/b.json"]}),
    "pytest.ini": (f"[pytest]\nconformance_inventory ={TWO}", {PYTEST: ["a.json", "sub/b.json"]}),
    ".pytest.ini": ("[pytest]\naddopts = -q %s\nconformance_inventory = a.json", {PYTEST: ["a.json"]}),
    "tox.ini": ("[tox]\n[pytest]\nconformance_inventory = a.json", {PYTEST: ["a.json"]}),
    "ci/any-name.ini": ("[pytest]\nconformance_inventory = a.json", {PYTEST: ["a.json"]}),
    "setup.cfg": (
        "[pytest]\nconformance_inventory = b.json\n[tool:pytest]\nconformance_inventory = a.json",
        {PYTEST: ["a.json"]},
    ),
    "pytest.toml": (f"[pytest]\nconformance_inventory = {LIST}", {PYTEST: ["a.json", "sub/b.json"]}),
    ".pytest.toml": ('[pytest]\nconformance_inventory = "a.json"', {PYTEST: ["a.json"]}),
    "ci/pytests.toml": ('[tool.pytest.ini_options]\nconformance_inventory = "a.json"', {PYTEST: ["a.json"]}),
    # these configure a reader and name nothing, so they overrule the files behind them
    "of-its-own/conformance.toml": ('profile = "mcp"', {OURS: []}),
    "of-its-own/pytest.ini": ("", {PYTEST: []}),
    "of-its-own/pytest.toml": ("[other]", {PYTEST: []}),
    "of-its-own/pyproject.toml": ("[tool.conformance]\n[tool.pytest.ini_options]", {OURS: [], PYTEST: []}),
    # these configure no reader of ours
    "others/pyproject.toml": ("[tool.ruff]", {}),
    "others/tox.ini": ("[tox]", {}),
    "others/hosts.toml": ('inventory = "hosts.json"\nregion = "north"', {}),
}


@pytest.mark.parametrize("name", NAMED)
def test_an_inventory_is_named_relative_to_its_file_and_to_whom_that_configures(name: str) -> None:
    content, expected = NAMED[name]
    file = Path("/here") / name
    paths = {reader: [file.parent / one for one in names] for reader, names in expected.items()}
    assert inventories_named_in(content.encode(), file) == paths


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize(
    "content", ["", "no section", "inventory = [", "[pytest]\nconformance_inventory", "[tool]\npytest = 1"]
)
def test_a_file_that_names_none_or_cannot_be_read_names_none(name: str, content: str) -> None:
    assert not any(inventories_named_in(content.encode(), Path(name)).values())
    assert inventories_named_in(b"[\xff\xfe", Path(name)) == {}


def test_each_file_that_a_reader_looks_for_is_one_of_those_that_may_name_an_inventory() -> None:
    for names in PRECEDENCE.values():
        assert all(any(Path(name).match(pattern) for pattern in NAMING_FILES) for name in names)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("pytest.toml", "[pytest]\nconformance_inventory = 5", "is `5`, neither a text nor a list of texts"),
        ("pytest.toml", '[pytest]\nconformance_inventory = ["t.json", 5]', "neither a text nor a list of texts"),
        ("pytest.toml", '[pytest]\nconformance_inventory = {a = "t.json"}', "neither a text nor a list of texts"),
        ("pytest.toml", '[pytest\nconformance_inventory = "t.json"', "cannot be read: not valid TOML"),
        ("pytest.ini", "[pytest\nconformance_inventory = t.json", "cannot be read, as the file is not an ini file"),
        ("pytest.ini", "[pytest]\nconformance_inventory", "is `not set to a value`"),
        ("setup.cfg", "[pytest]\nconformance_inventory = t.json", "is set in `[pytest]`, which pytest does not read"),
    ],
)
def test_what_pytest_refuses_is_an_error_that_names_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(content)
    with pytest.raises(ConformanceError, match="`conformance_inventory`") as caught:
        inventories_of_pytest(Config())
    assert name in caught.value.location
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tox.ini", "[tox\nenvlist = py"),
        ("pytest.ini", "[pytest]\nConformance_Inventory = t.json"),
        ("setup.cfg", "[tool:pytest]\n[other]\nconformance_inventory"),
        ("pyproject.toml", "[tool.other]\nconformance_inventory = 5"),
    ],
)
def test_what_says_nothing_to_pytest_names_no_inventory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(content)
    assert inventories_of_pytest(Config()) == []


def test_a_comment_behind_a_name_is_a_part_of_it(tmp_path: Path) -> None:
    for comment in ("# ours", "; ours"):
        with pytest.raises(ConformanceError, match=r"takes `[#;] ours` for a part of it"):
            require_plain_path(tmp_path / f"t.json  {comment}")
    (tmp_path / "t #1.json").write_text("{}")
    require_plain_path(tmp_path / "t #1.json")
    require_plain_path(tmp_path / "t#1.json")
