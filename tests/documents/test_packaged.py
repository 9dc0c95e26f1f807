"""The published files are found in a checkout and inside an installed package."""

import os
from pathlib import Path

import pytest

from conformance.documents import packaged
from conformance.documents.packaged import INVENTORY_FILE, embedded_inventory, embedded_schemas, package_files
from conformance.errors import ErrorKind
from tests.refusals import Refusal, refusal_of


def test_a_checkout_has_them_at_its_root() -> None:
    assert embedded_inventory().name == INVENTORY_FILE
    assert (embedded_schemas() / "envelope.schema.json").is_file()


def test_an_installed_package_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "conformance"
    (package / "_embedded").mkdir(parents=True)
    (package / "_embedded" / INVENTORY_FILE).write_text("{}")
    (package.parent / INVENTORY_FILE).write_text("of somebody else")
    monkeypatch.setattr(packaged, "_PACKAGE", package)
    assert embedded_inventory() == package / "_embedded" / INVENTORY_FILE


def test_an_installation_without_them_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "_PACKAGE", tmp_path / "conformance")
    assert refusal_of(embedded_schemas) == Refusal(
        ErrorKind.UNREADABLE,
        "this installation of tool-conformance lacks 'schemas'",
        "reinstall it: pip install --force-reinstall tool-conformance",
    )


def test_the_files_of_the_package_are_listed_in_order_without_what_python_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.py", "a/c.py", "a/__pycache__/c.pyc", "__pycache__/b.pyc", "a/d/e.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(packaged, "_PACKAGE", tmp_path)
    found = [(name.replace(os.sep, "/"), status.st_size) for name, status in package_files()]
    assert found == [("b.py", 4), ("a/c.py", 6), ("a/d/e.json", 10)]
