"""Every file that may name an inventory is read as the program that it is for reads it."""

from pathlib import Path

import pytest

from conformance.settings.inventory_names import NAMING_FILES, inventories_named_in

TWO = "\n    a.json\n    sub/b.json\n"
NAMED: dict[str, tuple[str, list[str]]] = {
    "conformance.toml": ('inventory = "a.json"', ["a.json"]),
    "pyproject.toml": (
        '[tool.conformance]\ninventory = "a.json"\n[tool.pytest.ini_options]\nconformance_inventory = "b.json"',
        ["a.json", "b.json"],
    ),
    "pytest.ini": (f"[pytest]\nconformance_inventory ={TWO}", ["a.json", "sub/b.json"]),
    ".pytest.ini": ("[pytest]\naddopts = -q %s\nconformance_inventory = a.json", ["a.json"]),
    "tox.ini": ("[tox]\n[pytest]\nconformance_inventory = a.json", ["a.json"]),
    "setup.cfg": (
        "[pytest]\nconformance_inventory = b.json\n[tool:pytest]\nconformance_inventory = a.json",
        ["a.json"],
    ),
    "pytest.toml": ('[pytest]\nconformance_inventory = "a.json"', ["a.json"]),
    ".pytest.toml": ('[pytest]\nconformance_inventory = "a.json"', ["a.json"]),
}


@pytest.mark.parametrize("name", NAMING_FILES)
def test_an_inventory_is_named_relative_to_its_file(name: str) -> None:
    content, expected = NAMED[name]
    assert inventories_named_in(content.encode(), Path("/here") / name) == [Path("/here", one) for one in expected]


@pytest.mark.parametrize("name", NAMING_FILES)
@pytest.mark.parametrize(
    "content", ["", "no section", "inventory = [", "[pytest]\nconformance_inventory", "[tool]\npytest = 1"]
)
def test_a_file_that_names_none_or_cannot_be_read_names_none(name: str, content: str) -> None:
    assert inventories_named_in(content.encode(), Path(name)) == []
    assert inventories_named_in(b"\xff\xfe", Path(name)) == []
