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
        # a file of any name, as `--config` and `pytest -c` take it
        ({"ci/one.toml": OURS.format("../a.json")}, {"ci/one.toml": OURS.format("../b.json")}),
        ({"ci/one.toml": OURS.format("../a.json")}, {"ci/one.toml": None, "two.toml": OURS.format("b.json")}),
        ({"ci/one.ini": PYTEST.format("../a.json")}, {"ci/one.ini": PYTEST.format("../b.json")}),
        # of several files of a folder its reader takes the first one
        ({"pyproject.toml": PROJECT.format("a.json")}, {"conformance.toml": OURS.format("b.json")}),
        ({"tox.ini": PYTEST.format("a.json")}, {"pytest.ini": PYTEST.format("b.json")}),
        (
            {"conformance.toml": OURS.format("a.json"), "pyproject.toml": PROJECT.format("b.json")},
            {"conformance.toml": None},
        ),
        # another reader, or a configuration of another folder, names the earlier one still
        (
            {"conformance.toml": OURS.format("a.json"), "pytest.ini": PYTEST.format("a.json")},
            {"conformance.toml": OURS.format("b.json")},
        ),
        (
            {"conformance.toml": OURS.format("a.json"), "sub/conformance.toml": OURS.format("../a.json")},
            {"conformance.toml": OURS.format("b.json")},
        ),
        # of two that change in one folder the one that the same file named
        (
            {"ci/one.toml": OURS.format("../c.json"), "ci/two.toml": OURS.format("../a.json")},
            {"ci/one.toml": OURS.format("../d.json"), "ci/two.toml": OURS.format("../b.json")},
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


def test_a_configuration_that_names_none_overrules_one_that_does(repository: Path) -> None:
    before = {INVENTORY_FILE: "", "a.json": "", "pyproject.toml": PROJECT.format("a.json")}
    assert _earlier(repository, before, {"conformance.toml": 'profile = "mcp"\n'}, INVENTORY_FILE) == "a.json"


@pytest.mark.parametrize(
    ("renamed", "expected"), [("y.json", "y.json"), ("t/one.json", "t"), ("other.json", "x/x.json")]
)
def test_of_several_inventories_that_no_configuration_names_the_one_that_git_recognizes_counts(
    repository: Path, renamed: str, expected: str
) -> None:
    named = {"x/ci.toml": "x.json", "y/ci.toml": "../y.json", "t/ci.toml": "../t"}
    configs = {config: OURS.format(name) for config, name in named.items()}
    _write(repository, {"x/x.json": "", "y.json": "", "t/one.json": "", "other.json": "", **configs})
    git(repository, "add", "--all")
    git(repository, "commit", "-q", "-m", "before")
    _write(repository, {**dict.fromkeys(configs), "x/b.json": "", "ci.toml": OURS.format("x/b.json")})
    found = earlier_inventory("HEAD", repository / "x/b.json", is_new=True, renamed_from=repository.resolve() / renamed)
    assert found == repository.resolve() / expected


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
