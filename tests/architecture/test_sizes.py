"""Things stay small and carry names that say what they are."""

import ast
import statistics
from pathlib import Path

from tests.architecture.imports import modules, nodes_of, tree_of
from tests.cases import check_each

FUNCTION_LINES, MODULE_LINES, MEDIAN_LINES = 40, 400, 9
NAMELESS = {"utils", "helpers", "common", "base", "manager", "misc", "util", "helper"}


def _functions() -> list[tuple[str, int]]:
    return [
        (f"{module}.{node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for module in modules()
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_function_is_longer_than_a_screen() -> None:
    assert [(name, lines) for name, lines in _functions() if lines > FUNCTION_LINES] == []


def test_the_usual_function_is_short() -> None:
    assert statistics.median(lines for _, lines in _functions()) <= MEDIAN_LINES


@check_each("module", modules())
def test_a_module_has_one_subject_and_says_which(module: str) -> None:
    source = modules()[module].read_text("utf-8")
    assert len(source.splitlines()) <= MODULE_LINES
    assert ast.get_docstring(tree_of(module)), f"{module} has no docstring"
    assert not NAMELESS & set(module.split("."))


def test_public_functions_say_what_they_do() -> None:
    silent = [
        f"{module}.{node.name}"
        for module in modules()
        for node in tree_of(module).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def test_no_file_names_a_place_of_one_machine() -> None:
    root = Path(__file__).parents[2]
    suffixes = {".py", ".md", ".toml", ".json", ".txt", ".yml"}
    files = [
        p for folder in ("conformance", "docs", "schemas") for p in (root / folder).rglob("*") if p.suffix in suffixes
    ]
    marks = [f"/{name}/" for name in ("work", "root", "farm", "home")]
    found = [f"{p.name}: {mark}" for p in files for mark in marks if mark in p.read_text("utf-8")]
    assert found == []
