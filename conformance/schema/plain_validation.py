"""The unmodified reference validator, with Python's ``re`` and floats, used only where it is sure to answer quickly.

Users may check our instances with it. An instance on which it disagrees with ECMA-262 and exact numbers would convince
nobody, so such instances are avoided.
"""

import functools
import re
import warnings
from typing import Any, cast

from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue, as_object
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.patterns.backtracking import is_exponential
from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import (
    Choice,
    Concatenation,
    Expression,
    Group,
    Lookaround,
    Repeat,
    UnreadPattern,
)
from conformance.schema.positions import positions

# Backtracking steps for one text and pattern, a bound on the time of `re`, which cannot be interrupted.
_MAX_WAYS = 2_000_000
# Characters of a pattern after its counted repetitions are expanded.
_MAX_COPIES = 1_000
# A repetition that may take more rounds than this counts as a loop.
_OPEN_LOOP = 50


class PlainValidation:
    """The plain reference validator for one schema."""

    def __init__(self, schema: JsonValue) -> None:
        self._schema = schema

    def accepts(self, instance: JsonValue) -> bool | None:
        """Say whether the unmodified validator accepts the instance.

        ``None`` if the schema has nothing that Python reads differently, or if the validator could hang or fails.
        """
        if not self._patterns and not self._has_fractions:
            return None
        if not all(_is_quick(pattern, text) for text in _texts(instance) for pattern in self._patterns):
            return None
        try:
            return bool(self._validator.is_valid(cast("Any", instance)))
        except Exception:  # noqa: BLE001  the library raises whatever re, referencing or recursion raise
            return None

    @functools.cached_property
    def _patterns(self) -> list[str]:
        return [pattern for position in positions(self._schema) for pattern in _patterns(position.schema)]

    @functools.cached_property
    def _has_fractions(self) -> bool:
        return any(isinstance(as_object(p.schema).get("multipleOf"), float) for p in positions(self._schema))

    @functools.cached_property
    def _validator(self) -> Any:
        import jsonschema
        from jsonschema_specifications import REGISTRY

        dialect = dialect_of(self._schema) or DEFAULT
        cls: Any = {
            4: jsonschema.Draft4Validator,
            6: jsonschema.Draft6Validator,
            7: jsonschema.Draft7Validator,
            19: jsonschema.Draft201909Validator,
            20: jsonschema.Draft202012Validator,
        }[dialect.draft]
        return cls(self._schema, registry=REGISTRY)


def _patterns(schema: JsonValue) -> list[str]:
    members = as_object(schema)
    pattern = members.get("pattern")
    return [*([pattern] if isinstance(pattern, str) else []), *as_object(members.get("patternProperties"))]


def _texts(instance: JsonValue) -> set[str]:
    found: set[str] = set()
    for _, value in walk(instance):
        found.update([value] if isinstance(value, str) else as_object(value))
    return found


def _is_quick(pattern: str, text: str) -> bool:
    """Say whether ``re`` is sure to answer quickly; a pattern that it cannot read counts as slow."""
    shape = _shape(pattern)
    if shape is None:
        return False
    # Every loop may stop at every character, and so may the start of the search: a polynomial of degree loops + 1.
    loops, copies = shape
    return (len(text) + 1) ** (loops + 1) * copies <= _MAX_WAYS


@functools.lru_cache(maxsize=512)
def _shape(pattern: str) -> tuple[int, int] | None:
    """Return the number of loops of a pattern and its expanded size, or ``None`` for an unsafe pattern."""
    try:
        tree = parse(pattern)
        copies = _copy_count(tree)
        if copies > _MAX_COPIES or is_exponential(tree):
            return None
        with warnings.catch_warnings():
            # where `re` warns, another version of it may read the pattern in another way
            warnings.simplefilter("error")
            re.compile(pattern)
    except (UnreadPattern, Warning, re.error, OverflowError, RecursionError):
        return None
    return _loop_count(tree), copies


def _subexpressions(tree: Expression) -> tuple[Expression, ...]:
    if isinstance(tree, Concatenation | Choice):
        return tree.parts
    return (tree.body,) if isinstance(tree, Group | Repeat | Lookaround) else ()


def _loop_count(tree: Expression) -> int:
    is_loop = isinstance(tree, Repeat) and (tree.most is None or tree.most > _OPEN_LOOP)
    return is_loop + sum(_loop_count(part) for part in _subexpressions(tree))


def _copy_count(tree: Expression) -> int:
    inside = max(1, sum(_copy_count(part) for part in _subexpressions(tree)))
    return inside * max(tree.least, tree.most or 0, 1) if isinstance(tree, Repeat) else inside
