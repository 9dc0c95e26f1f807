"""Strongly connected components of a graph, computed without recursion: its cycles and the order of the rest."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field

Edges = Callable[[str], Sequence[str]]


def components(roots: Iterable[str], edges: Edges) -> Iterator[list[str]]:
    """Yield the components that the roots reach, each after all components that it leads to (Tarjan's algorithm)."""
    search = _Search(edges)
    for root in roots:
        if root not in search.order:
            yield from search.components(root)


def is_circular(component: Sequence[str], edges: Edges) -> bool:
    """Say whether a component leads back to itself: it has several nodes, or one with an edge to itself."""
    return len(component) > 1 or component[0] in edges(component[0])


def cycle_in(component: Sequence[str], edges: Edges) -> list[str]:
    """Return a shortest cycle through the component's first node in sorted order, without repeating it at the end."""
    inside = set(component)
    start = min(component)
    came_from: dict[str, str] = {}
    queue = [start]
    for node in queue:
        for target in edges(node):
            if target == start:
                return _path_to(node, start, came_from)
            if target in inside and target not in came_from:
                came_from[target] = node
                queue.append(target)
    return [start]


def _path_to(node: str, start: str, came_from: dict[str, str]) -> list[str]:
    way = [node]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


class _Search(Struct):
    edges: Edges
    order: dict[str, int] = field(default_factory=dict[str, int])
    low: dict[str, int] = field(default_factory=dict[str, int])
    stack: list[str] = field(default_factory=list[str])
    on_stack: set[str] = field(default_factory=set[str])

    def components(self, root: str) -> Iterator[list[str]]:
        # An explicit stack: a chain of references may be longer than Python's recursion limit.
        work = [(root, iter(self._enter(root)))]
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    self._lower(work[-1][0], self.low[node])
                # Nothing on the stack below the node can be reached from it: it is the root of its component.
                if self.low[node] == self.order[node]:
                    yield self._component(node)
            elif target not in self.order:
                work.append((target, iter(self._enter(target))))
            elif target in self.on_stack:
                self._lower(node, self.order[target])

    def _enter(self, node: str) -> Sequence[str]:
        self.order[node] = self.low[node] = len(self.order)
        self.stack.append(node)
        self.on_stack.add(node)
        return self.edges(node)

    def _lower(self, node: str, value: int) -> None:
        self.low[node] = min(self.low[node], value)

    def _component(self, node: str) -> list[str]:
        found: list[str] = []
        while not found or found[-1] != node:
            found.append(self.stack.pop())
        self.on_stack.difference_update(found)
        return found
