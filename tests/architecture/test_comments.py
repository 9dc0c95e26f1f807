"""Where prose is read and written, each pattern, table and limit says why it is there, with examples that hold."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from conformance.lazy_patterns import LazyPattern
from tests.architecture.imports import modules

ROOMS = ("conformance.inventory.prose.", "conformance.contract.")

_QUOTED = r'"[^"]*"(?:, "[^"]*")*'
_EXAMPLES = re.compile(rf"(?P<how>Matches|Next is|Is all of) (?P<yes>{_QUOTED})(?:; not (?P<no>{_QUOTED}))?\.")
_HOW = {"Matches": "search", "Next is": "match", "Is all of": "fullmatch"}
"""A comment says "Matches" of a pattern that is searched for, "Next is" of one that continues a text at a position."""


def _modules() -> dict[str, Path]:
    return {name: path for name, path in modules().items() if f"{name}.".startswith(ROOMS)}


def _names(node: ast.stmt) -> list[str]:
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [one.id for one in targets if isinstance(one, ast.Name)]


def _is_constant(node: ast.stmt) -> bool:
    """Say whether a statement defines a pattern, a table of words, a text or a limit, and not an object."""
    names = _names(node)
    if not names or not all(name.isupper() for name in names):
        return False
    calls = [ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)]
    return all(
        call in {"re.compile", "LazyPattern"} or call.endswith(("frozenset", ".format", ".replace")) for call in calls
    )


def _comment_above(lines: list[str], line: int) -> str:
    found: list[str] = []
    while line > 1 and lines[line - 2].startswith("#"):
        line -= 1
        found.insert(0, lines[line - 1].lstrip("# "))
    return " ".join(found)


def _constants(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the name, the line and the comment or docstring of each constant of a module."""
    source = path.read_text("utf-8")
    body, lines = ast.parse(source).body, source.splitlines()
    for number, node in enumerate(body):
        below = body[number + 1] if number + 1 < len(body) else None
        if _is_constant(node):
            docstring = ast.unparse(below) if isinstance(below, ast.Expr) else ""
            yield _names(node)[0], node.lineno, _comment_above(lines, node.lineno) or docstring


def test_each_pattern_table_and_limit_says_why_it_is_there() -> None:
    silent = [
        f"{name}:{line}: {constant}"
        for name, path in _modules().items()
        for constant, line, why in _constants(path)
        if not why
    ]
    assert silent == []


def _wrong_examples(pattern: re.Pattern[str] | LazyPattern, comment: str) -> Iterator[str]:
    for stated in _EXAMPLES.finditer(comment):
        for wanted in ("yes", "no"):
            for example in re.findall(r'"([^"]*)"', stated[wanted] or ""):
                if bool(getattr(pattern, _HOW[stated["how"]])(example)) != (wanted == "yes"):
                    yield f"{stated['how']} {example!r}"


def test_the_examples_in_comments_hold() -> None:
    wrong: list[str] = []
    examples = 0
    for name, path in _modules().items():
        module: Any = importlib.import_module(name)
        for constant, line, comment in _constants(path):
            value = getattr(module, constant)
            if isinstance(value, re.Pattern | LazyPattern):
                examples += bool(_EXAMPLES.search(comment))
                wrong += [
                    f"{name}:{line}: {constant}: {one}"
                    for one in _wrong_examples(cast("re.Pattern[str] | LazyPattern", value), comment)
                ]
    assert wrong == []
    assert examples > 60


def test_a_wrong_example_is_noticed() -> None:
    comment = 'Matches "at most 5", "up to"; not "at most 6", "none".'
    assert list(_wrong_examples(re.compile(r"at most \d"), comment)) == ["Matches 'up to'", "Matches 'at most 6'"]
