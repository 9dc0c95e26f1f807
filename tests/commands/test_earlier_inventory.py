"""Whatever names the inventory: what it named before is what another one is compared with."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from conformance.commands.earlier_inventory import earlier_inventory
from conformance.documents.packaged import INVENTORY_FILE
from tests.documents.test_git import git

OURS = 'inventory = "{}"\n'
PYTEST = "[pytest]\nconformance_inventory = {}\n"
PROJECT = '[tool.conformance]\ninventory = "{}"\n'


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    return tmp_path


def _write(folder: Path, files: Mapping[str, str | None]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_text(text, "utf-8")


def _earlier(folder: Path, before: Mapping[str, str | None], now: Mapping[str, str | None], file: str) -> str | None:
    """Return what ``file`` is compared with after a commit and a change that is not committed yet."""
    _write(folder, {"README.md": "", **before})
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", "before")
    _write(folder, now)
    found = earlier_inventory("HEAD", folder / file, is_new=file not in before)
    return None if found is None else found.relative_to(folder.resolve()).as_posix()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"conformance.toml": OURS.format("a.json")}, {"conformance.toml": OURS.format("b.json")}),
        ({"pytest.ini": PYTEST.format("a.json")}, {"pytest.ini": PYTEST.format("b.json")}),
        (
            {"conformance.toml": OURS.format("a.json")},
            {"conformance.toml": None, "pyproject.toml": PROJECT.format("b.json")},
        ),
        (
            {"conformance.toml": OURS.format("a.json")},
            {"conformance.toml": None, "sub/conformance.toml": OURS.format("../b.json")},
        ),
        (
            {"sub/conformance.toml": OURS.format("../a.json")},
            {"sub/conformance.toml": None, "pytest.ini": PYTEST.format("b.json")},
        ),
        (
            {"pytest.ini": PYTEST.format("a.json c.json".replace(" ", "\n "))},
            {"pytest.ini": PYTEST.format("b.json\n c.json")},
        ),
    ],
)
def test_a_configuration_that_names_another_file_is_followed_wherever_it_is(
    repository: Path, before: dict[str, str | None], now: dict[str, str | None]
) -> None:
    assert _earlier(repository, {"a.json": "", "c.json": "", **before}, {"b.json": "", **now}, "b.json") == "a.json"


def test_a_file_that_was_there_but_not_named_is_compared_with_the_one_that_was_named(repository: Path) -> None:
    before = {"a.json": "", "b.json": "", "conformance.toml": OURS.format("a.json")}
    assert _earlier(repository, before, {"conformance.toml": OURS.format("b.json")}, "b.json") == "a.json"


def test_the_inventory_of_the_customary_name_is_the_configured_one_where_none_is_named(repository: Path) -> None:
    before = {INVENTORY_FILE: ""}
    assert (
        _earlier(repository, before, {"conformance.toml": OURS.format("b.json"), "b.json": ""}, "b.json")
        == INVENTORY_FILE
    )


def test_a_configuration_that_names_none_any_more_leaves_the_customary_name(repository: Path) -> None:
    before = {INVENTORY_FILE: "", "a.json": "", "conformance.toml": OURS.format("a.json")}
    assert _earlier(repository, before, {"conformance.toml": 'profile = "mcp"\n'}, INVENTORY_FILE) == "a.json"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        # what was named is named still: the new file is a further inventory
        ({"pytest.ini": PYTEST.format("a.json")}, {"pytest.ini": PYTEST.format("a.json\n b.json")}),
        (
            {"one/conformance.toml": OURS.format("../a.json")},
            {
                "one/conformance.toml": OURS.format("../a.json") + "# kept",
                "two/conformance.toml": OURS.format("../b.json"),
            },
        ),
        # nothing names the file
        ({"conformance.toml": OURS.format("a.json")}, {"conformance.toml": OURS.format("c.json")}),
        # what was named was not there
        ({"conformance.toml": OURS.format("missing.json")}, {"conformance.toml": OURS.format("b.json")}),
        ({}, {}),
    ],
)
def test_a_further_inventory_has_no_earlier_version(
    repository: Path, before: dict[str, str | None], now: dict[str, str | None]
) -> None:
    assert _earlier(repository, {"a.json": "", **before}, {"b.json": "", "c.json": "", **now}, "b.json") is None


def test_the_inventory_of_another_system_of_the_repository_is_compared_with_itself(repository: Path) -> None:
    before = {"a.json": "", "b.json": "", "one/conformance.toml": OURS.format("../a.json")}
    now = {"one/conformance.toml": None, "two/conformance.toml": OURS.format("../b.json")}
    assert _earlier(repository, before, now, "b.json") is None
