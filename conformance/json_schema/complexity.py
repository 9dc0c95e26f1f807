"""How much work a schema can cause, computed before anything evaluates it.

Thirty definitions that each use the next one twice are one page of text and a billion evaluations. The size is computed
on the shared graph, each subschema once, so that the answer itself is cheap.
"""

from collections.abc import Mapping

from conformance.json_schema.positions import Position, Role, children
from conformance.json_schema.references import References
from conformance.json_values import JsonValue

MAX_EXPANSION = 1_000_000
"""More evaluations than this for one instance and we refuse the schema."""


class Expansion:
    """Counts evaluations and alternatives of one schema at one place of an instance."""

    def __init__(self, root: JsonValue) -> None:
        self._references = References(root)
        self._known: dict[str, tuple[int, int]] = {}
        self._open: set[str] = set()

    def size(self, pointer: str, schema: JsonValue) -> int:
        """Return the larger of evaluations and alternatives, capped a little above ``MAX_EXPANSION``."""
        return max(self._measure(pointer, schema))

    def _measure(self, pointer: str, schema: JsonValue) -> tuple[int, int]:
        if pointer in self._known:
            return self._known[pointer]
        if not isinstance(schema, Mapping) or pointer in self._open:
            return (1, 1)
        self._open.add(pointer)
        work, cases, sums = 1, 1, dict[str, int]()
        for position in self._same_place(pointer, schema):
            inner_work, inner_cases = self._measure(position.pointer, position.schema)
            work = min(work + inner_work, 2 * MAX_EXPANSION)
            if position.keyword in ("anyOf", "oneOf", "then", "else"):
                group = "if" if position.keyword in ("then", "else") else position.keyword
                sums[group] = sums.get(group, 0) + inner_cases
            else:
                cases = min(cases * inner_cases, 2 * MAX_EXPANSION)
        for alternatives in sums.values():
            cases = min(cases * alternatives, 2 * MAX_EXPANSION)
        self._open.discard(pointer)
        self._known[pointer] = (work, cases)
        return self._known[pointer]

    def _same_place(self, pointer: str, schema: Mapping[str, JsonValue]) -> list[Position]:
        inside = [p for p in children(schema, pointer) if p.role in (Role.SAME_PLACE, Role.CONDITION)]
        target = self._references.follow(pointer, schema)
        return inside if target is None else [*inside, Position(*target, Role.SAME_PLACE, "$ref")]
