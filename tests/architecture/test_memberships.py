"""A value of JSON may be a list, which no set can look up: its type is known before it is asked for in a set."""

import ast
from collections.abc import Iterator, Sequence

from tests.architecture.imports import modules, nodes_of


def _is_set(value: ast.expr | None) -> bool:
    is_made = isinstance(value, ast.Call) and ast.unparse(value.func) in ("frozenset", "set", "dict")
    return is_made or isinstance(value, ast.Set | ast.SetComp | ast.Dict | ast.DictComp)


def _faults(module: str, nodes: Sequence[ast.AST]) -> Iterator[str]:
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and _is_set(node.value)]
    sets = {ast.unparse(target) for node in assigned for target in node.targets}
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            is_got = isinstance(node.left, ast.Call) and ast.unparse(node.left.func).endswith(".get")
            if is_got and (ast.unparse(node.comparators[0]) in sets or _is_set(node.comparators[0])):
                yield f"{module}:{node.lineno} {ast.unparse(node)}: read the value with `as_text` first"


def test_no_value_of_json_is_looked_up_in_a_set_before_its_type_is_known() -> None:
    found = [fault for module in modules() for fault in _faults(module, nodes_of(module))]
    assert found == []


def test_a_lookup_of_a_raw_value_is_refused() -> None:
    known = "KNOWN = frozenset(('a', 'b'))\n"
    raw = ast.parse(f"{known}part.get('type') in KNOWN\npart.get('type') not in {{'a'}}")
    assert len([*_faults("m", [*ast.walk(raw)])]) == 2
    read = ast.parse(f"{known}as_text(part.get('type')) in KNOWN\npart.get('type') in ('a', 'b')")
    assert [*_faults("m", [*ast.walk(read)])] == []
