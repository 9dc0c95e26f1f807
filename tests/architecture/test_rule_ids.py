"""No code branches on how the id of a check is spelled: a rule may be renamed, and its findings stay what they are."""

import ast
from collections.abc import Iterator, Sequence

from conformance.commands.registry import registered_names
from conformance.rules.catalogue import all_rules
from conformance.settings.notices import NOTICES
from tests.architecture.imports import modules, nodes_of, unit_of

# where findings are handled; a catalogue declares ids, a miniature names the probe that it is made for
_ROOMS = ("findings", "callback", "settings", "systems", "rules", "commands", "cli", "pytest_plugin")
_DECLARING = ("conformance.rules.catalogue.", "conformance.settings.notices")
_SPELLING = ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "split", "find")
_SCOPES = frozenset(rule.scope.name for rule in all_rules().values())


def _faults(module: str, nodes: Sequence[ast.AST], ids: frozenset[str]) -> Iterator[str]:
    keys = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    for node in nodes:
        where = f"{module}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant) and node.value in ids and id(node) not in keys:
            yield f"{where} spells the id {node.value!r}: ask what the check declares"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SPELLING:
            if _is_id(node.func.value):
                yield f"{where} looks at the spelling of an id: ask what the check declares"
        elif isinstance(node, ast.Compare):
            yield from (f"{where} {fault}" for fault in _comparison_faults([node.left, *node.comparators]))


def _comparison_faults(sides: list[ast.expr]) -> Iterator[str]:
    texts = {node.value for side in sides for node in ast.walk(side) if isinstance(node, ast.Constant)}
    if any(map(_is_id, sides)) and any(isinstance(text, str) for text in texts):
        yield "compares an id with a literal: ask what the check declares"
    if texts & _SCOPES and any(isinstance(side, ast.Attribute) and side.attr == "name" for side in sides):
        yield "compares the name of a scope: ask what the scope needs"


def _is_id(node: ast.expr) -> bool:
    """``finding.rule``, ``rule.id``, ``check.id``: what holds the id of a check."""
    if not isinstance(node, ast.Attribute):
        return isinstance(node, ast.Name) and node.id in ("rule_id", "probe_id", "check_id")
    holder = ast.unparse(node.value).rpartition(".")[2]
    return node.attr == "rule" or (node.attr == "id" and holder in ("rule", "probe", "check", "notice"))


def test_no_code_branches_on_the_spelling_of_an_id() -> None:
    ids = frozenset(name for name in registered_names() if "_" in name)
    found = [
        fault
        for module in modules()
        if unit_of(module) in _ROOMS and not module.startswith(_DECLARING)
        for fault in _faults(module, nodes_of(module), ids)
    ]
    assert found == []


def test_each_way_of_branching_on_an_id_is_refused() -> None:
    ids = frozenset({"one_terminal_result", *NOTICES})
    for line in (
        'base = "" if finding.rule.startswith("record_") else at',
        '_ONE_RESULT = "one_terminal_result"',
        'about = finding.rule == "anything"',
        'known = applied.check.id in ("a", "b")',
        'chosen = rule.scope.name == "receipt"',
    ):
        assert len(list(_faults("m", [*ast.walk(ast.parse(line))], ids))) == 1, line
    for line in ('levels = {"one_terminal_result": 1}', "same = finding.rule == NOTICE.id", 'call.id == "call_41"'):
        assert list(_faults("m", [*ast.walk(ast.parse(line))], ids)) == [], line
