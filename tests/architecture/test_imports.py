"""The arrows of the design hold: nothing imports upwards, and each library has its doors."""

import ast
from pathlib import Path

from tests.architecture.imports import (
    MAY_IMPORT,
    PACKAGE,
    Import,
    drawn_map,
    imports_of,
    modules,
    nodes_of,
    objections,
    unit_of,
)


def test_every_unit_of_the_package_has_its_row_in_the_table() -> None:
    units = {unit_of(module) for module in modules()} - {""}
    assert sorted(units - set(MAY_IMPORT)) == []


def test_each_room_of_the_table_may_import_only_rooms_above_it_in_the_table() -> None:
    seen: set[str] = set()
    for unit, below in MAY_IMPORT.items():
        assert set(below) <= seen, f"{unit} may import a room that comes later"
        seen.add(unit)


def test_the_page_on_architecture_shows_the_map_of_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "architecture.md"
    assert f"\n\n{drawn_map()}\n\n" in page.read_text("utf-8"), "run python -m tests.architecture.imports"


def test_no_module_imports_against_the_arrows() -> None:
    found = [
        objection
        for module in modules()
        for statement in imports_of(module, nodes_of(module))
        for objection in objections(statement)
    ]
    assert found == []


def test_an_import_against_the_arrows_is_refused_with_the_reason() -> None:
    upwards = list(objections(Import("conformance.names", 3, "conformance.rules.all_rules")))
    assert upwards == ["conformance.names:3 imports rules: 'names' may import only the rooms in its row"]
    stranger = list(objections(Import("conformance.contract.envelope", 1, "conformance.inventory")))
    assert "imports inventory" in stranger[0]
    library = list(objections(Import("conformance.rules.catalogue.schemas.default_valid", 1, "jsonschema.validators")))
    assert "one door to the reference validator" in library[0]


def test_an_import_inside_a_function_is_seen_too() -> None:
    source = "def f():\n    from conformance.cli import main\n    import hypothesis.strategies\n"
    nodes = ast.walk(ast.parse(source))
    found = [objection for i in imports_of("conformance.names", nodes) for objection in objections(i)]
    assert len(found) == 2


def test_no_two_modules_import_each_other() -> None:
    graph = {module: {i.name for i in imports_of(module, nodes_of(module))} for module in modules()}
    names = set(graph) - {PACKAGE}
    del graph[PACKAGE]  # its names are imported when they are first used
    direct = {module: {_module(name, names) for name in found} - {None, module} for module, found in graph.items()}
    assert _cycle(direct) is None


def _module(name: str, names: set[str]) -> str | None:
    return name if name in names else name.rpartition(".")[0] if name.rpartition(".")[0] in names else None


def _cycle(graph: dict[str, set[str | None]]) -> list[str] | None:
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str] | None:
        if module in path:
            return path[path.index(module) :]
        if module in done:
            return None
        for target in sorted(t for t in graph[module] if t):
            if found := visit(target, [*path, module]):
                return found
        done.add(module)
        return None

    return next((found for module in graph if (found := visit(module, []))), None)
