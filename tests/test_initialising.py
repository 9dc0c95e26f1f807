"""``init`` makes the smallest edit, and none twice."""

import tomllib
from pathlib import Path

import pytest

from conformance.config import load_config
from conformance.errors import ConformanceError
from conformance.initialising import initialise


def test_an_empty_folder_gets_a_configuration_and_a_pytest_ini(tmp_path: Path) -> None:
    lines = list(initialise(tmp_path, "tools.json", "holon"))
    assert lines[:2] == ["wrote: conformance.toml", "wrote: pytest.ini"]
    assert "next: put the inventory at tools.json" in lines[2]
    assert load_config(tmp_path).inventory == tmp_path / "tools.json"
    assert (tmp_path / "pytest.ini").read_text() == "[pytest]\nconformance_inventory = tools.json\n"


def test_a_pyproject_is_extended_and_keeps_every_line_and_comment(tmp_path: Path) -> None:
    before = '# mine\n[project]\nname = "x"  # kept\n\n[tool.pytest.ini_options]  # options\ntestpaths = ["t"]\n'
    (tmp_path / "pyproject.toml").write_text(before)
    list(initialise(tmp_path, "tools.json", "holon"))
    after = (tmp_path / "pyproject.toml").read_text()
    assert set(before.splitlines()) <= set(after.splitlines())
    options = tomllib.loads(after)["tool"]
    assert options["pytest"]["ini_options"] == {"testpaths": ["t"], "conformance_inventory": "tools.json"}
    assert options["conformance"] == {"inventory": "tools.json", "profile": "holon"}
    assert not (tmp_path / "pytest.ini").exists()


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "tox.ini").write_text("[tox]\nenvlist = py\n\n[pytest]\naddopts = -q\n")
    list(initialise(tmp_path, "tools.json", "holon"))
    first = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert [line.split(":")[0] for line in initialise(tmp_path, "tools.json", "holon")][:2] == ["kept", "kept"]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == first


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", "[tool\n"),
        ("pyproject.toml", 'tool = {pytest = {ini_options = {addopts = "-q"}}}\n'),
        ("pytest.ini", "addopts = -q\n"),
    ],
)
def test_a_file_that_cannot_be_extended_safely_is_refused_and_kept(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ConformanceError):
        list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / name).read_text() == content


def test_an_unknown_profile_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="no profile 'holo'"):
        list(initialise(tmp_path, "tools.json", "holo"))
    assert list(tmp_path.iterdir()) == []
