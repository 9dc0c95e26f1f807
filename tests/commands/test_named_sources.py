"""A source of truth that names a file is looked up in the repository of the inventory, and nowhere else."""

import datetime
import json
from pathlib import Path

from conformance.commands.check import check_subject
from conformance.commands.named_sources import missing_sources
from conformance.commands.subject import subject_of
from conformance.documents.packaged import embedded_inventory
from conformance.rules import examples
from conformance.settings.repository import load_config
from tests.cases import check_each


def _repository(folder: Path) -> Path:
    (folder / ".git").mkdir(exist_ok=True)
    (folder / "src" / "tool").mkdir(parents=True, exist_ok=True)
    (folder / "src" / "tool" / "mod.rs").touch()
    (folder / "docs").mkdir(exist_ok=True)
    return folder / "docs" / "tools.json"


def _missing(path: Path, text: str) -> list[str]:
    return list(missing_sources({"tool_definitions": text}, path).get("tool_definitions", ()))


def test_a_path_that_is_not_there_is_found_among_words(tmp_path: Path) -> None:
    path = _repository(tmp_path)
    assert _missing(path, "src/tool/gone.rs builtin_tool_definitions()") == ["src/tool/gone.rs"]
    assert _missing(path, "`src/gone.py`: TOOLS, src/tool/mod.rs and src/*/other.rs") == [
        "src/gone.py",
        "src/*/other.rs",
    ]
    assert _missing(path, "src/tool/mod.rs builtin_tool_definitions() and src/**/*.rs") == []


@check_each(
    "text",
    [
        "typed Rust argument structs deriving schemars::JsonSchema",
        "mcp-stdio:node dist/gone.js --root src/gone.py",
        "https://example.com/src/gone.json and example.com/gone.json",
        "package.module:TOOLS",
        "input and/or output of v1.2/v1.3",
        "/usr/share/gone.json, ~/gone/tools.json and gone.py",
        "application/vnd.api",
        "src/**gone/x.json",
    ],
)
def test_what_is_no_path_of_the_repository_is_left_alone(text: str, tmp_path: Path) -> None:
    assert _missing(_repository(tmp_path), text) == []


def test_a_path_may_be_relative_to_the_inventory_or_to_a_folder_above_it(tmp_path: Path) -> None:
    path = _repository(tmp_path)
    (tmp_path / "docs" / "src").mkdir()
    (tmp_path / "docs" / "src" / "tools.py").touch()
    assert _missing(path, "src/tools.py and src/tool/mod.rs") == []


def test_outside_a_repository_nothing_is_missing(tmp_path: Path) -> None:
    assert _missing(tmp_path / "tools.json", "src/gone.py") == []


def _checked(path: Path) -> list[tuple[str, str]]:
    config = load_config(path.parent)
    report = check_subject(subject_of(path, config), config, datetime.date(2026, 5, 1), ["source_of_truth_exists"])
    return [(one.pointer, one.message) for one in report.findings]


def test_check_reports_the_key_that_names_it(tmp_path: Path) -> None:
    path = _repository(tmp_path)
    value = examples.from_inventory([{}]).inventory.raw
    stated = {"tool_definitions": "src/tool/mod.rs", "input_schemas": "src/tool/gone.rs"}
    path.write_text(json.dumps({**value, "source_of_truth": stated}), "utf-8")
    message = "`input_schemas` names `src/tool/gone.rs`, which is not in the repository"
    assert _checked(path) == [("/source_of_truth/input_schemas", message)]


def test_a_copy_of_the_reference_contract_is_not_looked_up(tmp_path: Path) -> None:
    path = _repository(tmp_path)
    path.write_bytes(embedded_inventory().read_bytes())
    assert _checked(path) == []


def test_a_file_name_alone_may_be_in_any_folder(tmp_path: Path) -> None:
    path = _repository(tmp_path)
    assert _missing(path, "gone.py") == ["gone.py"]
    assert _missing(path, "gone.py::TOOLS") == ["gone.py"]
    assert _missing(path, "mod.rs tool_definitions()") == []
    assert _missing(path, "Node.js") == []
    assert _missing(path, "the inventory that gone.py writes") == []
