"""A value of JSON may be a list, which no set can look up: its type is known before it is asked for in a set."""

import ast
from collections.abc import Iterator

from tests.architecture.imports import modules


def _is_set(value: ast.expr | None) -> bool:
    is_made = isinstance(value, ast.Call) and ast.unparse(value.func) in ("frozenset", "set", "dict")
    return is_made or isinstance(value, ast.Set | ast.SetComp | ast.Dict | ast.DictComp)


def _faults(module: str, source: str) -> Iterator[str]:
    tree = ast.parse(source)
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and _is_set(node.value)]
    sets = {ast.unparse(target) for node in assigned for target in node.targets}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            is_got = isinstance(node.left, ast.Call) and ast.unparse(node.left.func).endswith(".get")
            if is_got and (ast.unparse(node.comparators[0]) in sets or _is_set(node.comparators[0])):
                yield f"{module}:{node.lineno} {ast.unparse(node)}: read the value with `as_text` first"


def test_no_value_of_json_is_looked_up_in_a_set_before_its_type_is_known() -> None:
    found = [fault for module, path in modules().items() for fault in _faults(module, path.read_text("utf-8"))]
    assert found == []


def test_a_lookup_of_a_raw_value_is_refused() -> None:
    known = "KNOWN = frozenset(('a', 'b'))\n"
    assert len([*_faults("m", f"{known}part.get('type') in KNOWN\npart.get('type') not in {{'a'}}")]) == 2
    assert [*_faults("m", f"{known}as_text(part.get('type')) in KNOWN\npart.get('type') in ('a', 'b')")] == []
