"""``init`` makes the smallest edit, and none twice."""

import json
import tomllib
from pathlib import Path

import pytest

from conformance.commands.candidates import candidates
from conformance.commands.init import plan_setup
from conformance.errors import ConformanceError
from conformance.pytest_plugin.ini_keys import ini_lines
from conformance.schema.validation import is_valid
from conformance.settings.probing import Probing
from conformance.settings.repository import load_config


def initialise(folder: Path, inventory: str, profile: str) -> list[str]:
    """Write the settings of a folder, without a source, and return the lines."""
    return list(plan_setup(folder, inventory, profile).write())


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_an_empty_folder_gets_a_configuration_and_a_pytest_ini(tmp_path: Path) -> None:
    lines = initialise(tmp_path, "tools.json", "holon")
    assert lines == ["wrote: conformance.toml", "wrote: conformance.schema.json, for editors", "wrote: pytest.ini"]
    assert load_config(tmp_path).inventory == tmp_path / "tools.json"
    written = (tmp_path / "conformance.toml").read_text()
    assert written == '#:schema ./conformance.schema.json\n\ninventory = "tools.json"\nprofile = "holon"\n'
    schema = json.loads((tmp_path / "conformance.schema.json").read_text())
    assert is_valid(tomllib.loads(written), schema)
    assert not is_valid({"inventry": "tools.json"}, schema)
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


def test_a_schema_that_the_configuration_names_is_written_by_the_next_run_if_the_first_was_killed(
    tmp_path: Path,
) -> None:
    initialise(tmp_path, "tools.json", "holon")
    schema = tmp_path / "conformance.schema.json"
    whole = schema.read_bytes()
    schema.unlink()
    assert "wrote: conformance.schema.json, for editors" in initialise(tmp_path, "tools.json", "holon")
    assert schema.read_bytes() == whole
    schema.unlink()
    (tmp_path / "conformance.toml").write_text('inventory = "tools.json"\n')
    assert "wrote: conformance.schema.json, for editors" not in initialise(tmp_path, "tools.json", "holon")


_NATIVE = pytest.mark.skipif(pytest.version_tuple < (9,), reason="pytest reads native TOML since version 9")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("pytest.toml", '[pytest]\ntestpaths = ["t"]\n', marks=_NATIVE),
        pytest.param(".pytest.toml", '[pytest]\ntestpaths = ["t"]\n', marks=_NATIVE),
        ("pytest.ini", "[pytest]\ntestpaths = t\n"),
        (".pytest.ini", "[pytest]\ntestpaths = t\n"),
        pytest.param("pyproject.toml", '[tool.pytest]\ntestpaths = ["t"]\n', marks=_NATIVE),
        ("pyproject.toml", '[tool.pytest.ini_options]\ntestpaths = ["t"]\n'),
        ("tox.ini", "[tox]\n\n[pytest]  # as in [x]\ntestpaths = t\n"),
        ("setup.cfg", "[tool:pytest]\ntestpaths = t\n"),
    ],
)
def test_pytest_reads_the_inventory_and_what_it_read_before(pytester: pytest.Pytester, name: str, content: str) -> None:
    (pytester.path / name).write_text(content)
    list(initialise(pytester.path, "tools.json", "holon"))
    config = pytester.parseconfig()
    assert ini_lines(config, "conformance_inventory") == ["tools.json"]
    assert config.getini("testpaths") == ["t"]


_IN_ORDER = {
    "pytest.toml": "",
    ".pytest.toml": "",
    "pytest.ini": "",
    ".pytest.ini": "",
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "tox.ini": "[pytest]\n",
    "setup.cfg": "[tool:pytest]\n",
}


@pytest.mark.parametrize("first", range(len(_IN_ORDER)))
def test_of_several_files_the_one_that_pytest_prefers_gets_the_line(tmp_path: Path, first: int) -> None:
    for name in list(_IN_ORDER)[first:]:
        (tmp_path / name).write_text(_IN_ORDER[name])
    list(initialise(tmp_path, "tools.json", "holon"))
    named = [name for name, content in _contents(tmp_path).items() if b"conformance_inventory" in content]
    assert named == [list(_IN_ORDER)[first]]


def test_an_empty_table_in_a_pyproject_does_not_hide_a_tox_ini(pytester: pytest.Pytester) -> None:
    (pytester.path / "pyproject.toml").write_text("[tool.pytest]\n")
    (pytester.path / "tox.ini").write_text("[pytest]\ntestpaths = t\n")
    list(initialise(pytester.path, "tools.json", "holon"))
    config = pytester.parseconfig()
    assert [ini_lines(config, key) for key in ("conformance_inventory", "testpaths")] == [["tools.json"], ["t"]]


def test_a_tox_ini_that_speaks_of_pytest_in_a_comment_alone_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tox.ini").write_text("# no [pytest] here\n[tox]\n")
    assert "wrote: pytest.ini" in list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / "tox.ini").read_text() == "# no [pytest] here\n[tox]\n"


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_stay_and_one_line_is_added(tmp_path: Path, bom: bytes) -> None:
    (tmp_path / "pytest.ini").write_bytes(bom + b"[pytest]\r\naddopts = -q\r\n\r\n\r\n")
    list(initialise(tmp_path, "tools.json", "holon"))
    added = b"[pytest]\r\nconformance_inventory = tools.json\r\naddopts = -q\r\n\r\n\r\n"
    assert (tmp_path / "pytest.ini").read_bytes() == bom + added


def test_a_pyproject_of_another_system_keeps_its_line_ends(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.pytest.ini_options]\r\ntestpaths = []\r\n\r\n")
    list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / "pyproject.toml").read_bytes() == (
        b'[tool.pytest.ini_options]\r\nconformance_inventory = "tools.json"\r\ntestpaths = []\r\n\r\n'
        b'\r\n[tool.conformance]\r\ninventory = "tools.json"\r\nprofile = "holon"\r\n'
    )


def test_a_last_line_without_an_end_gets_one(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_bytes(b"; mine\r\n[pytest]")
    list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / "pytest.ini").read_bytes() == b"; mine\r\n[pytest]\r\nconformance_inventory = tools.json\r\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pytest.ini", "[pytest]\nconformance_inventory = other.json\n"),
        ("tox.ini", "[pytest]\nconformance_inventory =\n    other.json\n    another.json\n"),
        ("pyproject.toml", '[tool.pytest.ini_options]\nconformance_inventory = ["other.json"]\n'),
    ],
)
def test_the_configuration_names_the_inventory_that_pytest_names_already(
    tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    lines = list(initialise(tmp_path, "tools.json", "holon"))
    assert load_config(tmp_path).inventory == tmp_path / "other.json"
    assert lines[-1].startswith(f"kept: {name} already has `conformance_inventory = other.json")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("conformance.toml", 'inventory = "other.json"\n'),
        ("pyproject.toml", '[tool.conformance]\ninventory = "other.json"\n'),
    ],
)
def test_pytest_is_told_the_inventory_that_the_configuration_names_already(
    tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / "pytest.ini").read_text() == "[pytest]\nconformance_inventory = other.json\n"
    assert (tmp_path / name).read_text() == content


@pytest.mark.parametrize("inventory", ["a\nb.json", " a.json", "\udce9.json"])
def test_a_name_that_would_be_read_otherwise_is_refused(tmp_path: Path, inventory: str) -> None:
    with pytest.raises(ConformanceError):
        list(initialise(tmp_path, inventory, "holon"))
    assert _contents(tmp_path) == {}


def test_a_name_beyond_the_first_plane_reaches_the_configuration_whole(tmp_path: Path) -> None:
    list(initialise(tmp_path, "\N{HAMMER AND WRENCH}\N{WRENCH}.json", "holon"))
    assert load_config(tmp_path).inventory == tmp_path / "\N{HAMMER AND WRENCH}\N{WRENCH}.json"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\nname = "x"\n\n[tool.conformance]\nfail_on = "info"\n\n[tool.other]\na = 1\n'),
        ("conformance.toml", 'fail_on = "info"\n\n[levels]\nid_suffix = "off"\n'),
        ("conformance.toml", '[levels]\nid_suffix = "off"\n'),
    ],
)
def test_a_configuration_without_an_inventory_gets_one(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    lines = list(plan_setup(tmp_path, "ours.json", "mcp", None, Probing(source="mcp-stdio:server")).write())
    assert f"added: `inventory` to {name}" in lines
    config = load_config(tmp_path)
    assert config.inventory == tmp_path / "ours.json"
    assert config.probe.source == "mcp-stdio:server"
    assert all(line in (tmp_path / name).read_text() for line in text.splitlines())
    before = (tmp_path / name).read_bytes()
    assert f"kept: {name} already has a configuration" in [*plan_setup(tmp_path, "other.json", "mcp").write()]
    assert (tmp_path / name).read_bytes() == before


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
        ("pyproject.toml", "tool = 1\n"),
        ("pyproject.toml", 'tool = {pytest = {ini_options = {addopts = "-q"}}}\n'),
        ("pyproject.toml", '[tool]\npytest = {ini_options = {addopts = "-q"}}\n'),
        ("pyproject.toml", '[tool]\npytest.addopts = ["-q"]\n'),
        ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '''\n[tool.pytest.ini_options\n"),
        ("pytest.toml", 'pytest = {addopts = ["-q"]}\n'),
        ("pytest.ini", "addopts = -q\n"),
        ("pytest.ini", "[pytest]\n  addopts = -q\n"),
    ],
)
def test_a_file_that_cannot_be_extended_safely_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ConformanceError):
        list(initialise(tmp_path, "tools.json", "holon"))
    assert _contents(tmp_path) == {name: content.encode()}


def test_a_refusal_says_the_line_to_add_by_hand(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool]\npytest.addopts = ["-q"]\n')
    with pytest.raises(ConformanceError) as refused:
        list(initialise(tmp_path, "tools.json", "holon"))
    assert (
        refused.value.recovery_hint == 'add `conformance_inventory = "tools.json"` to its table `tool.pytest` by hand'
    )


def test_when_the_second_file_cannot_be_written_the_first_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").mkdir()
    (tmp_path / "pyproject.toml").write_text("# mine\n")
    with pytest.raises(ConformanceError, match=r"pytest\.ini"):
        list(initialise(tmp_path, "tools.json", "holon"))
    assert (tmp_path / "pyproject.toml").read_text() == "# mine\n"
    (tmp_path / "pyproject.toml").unlink()
    with pytest.raises(ConformanceError, match=r"pytest\.ini"):
        list(initialise(tmp_path, "tools.json", "holon"))
    assert [path.name for path in tmp_path.iterdir()] == ["pytest.ini"]


def test_an_unknown_profile_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="no profile `holo`"):
        list(initialise(tmp_path, "tools.json", "holo"))
    assert list(tmp_path.iterdir()) == []


def test_a_list_is_offered_whatever_the_case_of_the_ending_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "tools.JSON").write_text('{"tools": [{"name": "read", "inputSchema": {}}]}')
    assert [one.command for one in candidates(tmp_path)] == ["conformance init --source tools.JSON"]
