"""Circles are found without recursion, and everything else comes after what it leads to."""

from conformance.schema.graph import components, cycle_in, is_circular

GRAPH = {"a": ["b"], "b": ["c", "d"], "c": ["b"], "d": ["d", "e"], "e": []}


def edges(node: str) -> list[str]:
    return GRAPH[node]


def test_each_component_comes_after_all_that_it_leads_to() -> None:
    assert [sorted(component) for component in components("a", edges)] == [["e"], ["d"], ["b", "c"], ["a"]]


def test_a_component_is_circular_when_it_leads_back_to_itself() -> None:
    verdicts = {"".join(sorted(one)): is_circular(one, edges) for one in components("a", edges)}
    assert verdicts == {"a": False, "bc": True, "d": True, "e": False}


def test_a_circle_is_named_from_its_first_node_on() -> None:
    assert cycle_in(["c", "b"], edges) == ["b", "c"]
    assert cycle_in(["d"], edges) == ["d"]


def test_a_chain_of_twenty_thousand_nodes_exhausts_no_stack() -> None:
    chain = {str(number): [str(number + 1)] for number in range(20_000)} | {"20000": []}
    assert sum(1 for _ in components(["0"], chain.__getitem__)) == 20_001


def test_a_component_that_leads_nowhere_is_named_by_itself() -> None:
    assert cycle_in(["e"], edges) == ["e"]


def test_a_circle_is_a_shortest_one() -> None:
    long = {"a": ["b", "d"], "b": ["c"], "c": ["d"], "d": ["a", "x"], "x": ["a"]}
    assert cycle_in(list(long), long.__getitem__) == ["a", "d"]
