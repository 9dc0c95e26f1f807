"""What is installed is read as ``importlib.metadata`` reads it, which is asked where it may be elsewhere."""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from conformance import installed


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    cached: Any = vars(installed)["_metadata_folders"]
    cached.cache_clear()
    yield
    cached.cache_clear()


def _install(folder: Path, name: str, entry_points: str = "") -> None:
    (folder / name).mkdir(parents=True)
    version = name.removesuffix(".dist-info").removesuffix(".egg-info").split("-")[1]
    for file in ("METADATA", "PKG-INFO"):
        (folder / name / file).write_text(f"Metadata-Version: 2.1\nName: {name.split('-')[0]}\nVersion: {version}\n")
    if entry_points:
        (folder / name / "entry_points.txt").write_text(entry_points)


def test_each_installed_package_has_the_version_that_its_metadata_states() -> None:
    for one in metadata.distributions():
        assert installed.version_of(one.name) == metadata.version(one.name)
    assert installed.version_of("no-such-package") is None


def test_the_first_package_on_the_path_counts_whatever_separates_the_words_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path / "one", "Some_Rules-1.5.dist-info")
    _install(tmp_path / "two", "some.rules-0.9.dist-info")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "gone"), str(tmp_path / "one"), str(tmp_path / "two")])
    assert installed.version_of("some-rules") == metadata.version("some-rules") == "1.5"


@pytest.mark.parametrize("text", ["[conformance.rules]\na = b\n", "[x]\ny = z\n\n[ conformance.profiles ]\na = b\n"])
def test_entry_points_of_ours_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    _install(tmp_path, "rules-1.dist-info", text)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert installed.may_have_entry_points("conformance.")
    assert not installed.may_have_entry_points("another.")


def test_a_package_that_is_no_folder_is_left_to_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "rules.zip"
    with ZipFile(archive, "w") as written:
        written.writestr("packed-3.dist-info/METADATA", "Metadata-Version: 2.1\nName: packed\nVersion: 3\n")
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert installed.version_of("packed") == "3"
    assert installed.version_of("no-such-package") is None
    assert installed.may_have_entry_points("conformance.")


def test_a_finder_that_knows_other_packages_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        @staticmethod
        def find_spec(*_: object) -> None: ...

        @staticmethod
        def find_distributions(_context: object) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert installed.version_of("pytest") == metadata.version("pytest")
    assert installed.may_have_entry_points("conformance.")
