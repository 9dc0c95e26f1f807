"""What tools cost is estimated and said to be, or counted by a tokenizer that was asked for."""

import sys

import pytest
from msgspec.structs import replace

import conformance
from conformance.documents.packaged import embedded_inventory
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import read_inventory
from conformance.inventory.lowering import cost as costing
from conformance.inventory.lowering.cost import cost_of, counter, estimate
from conformance.rules import examples
from conformance.settings.profiles import load_profile
from tests.rules.judging import found

OWN = read_inventory(embedded_inventory())[0]


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abc", 1), ("abcd", 1), ("abcde", 2), ("é" * 4, 2), ("\ud800", 1)]
)
def test_an_estimate_is_one_token_for_four_bytes(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


def test_the_dearest_tool_comes_first_and_all_are_added_up() -> None:
    cost = cost_of(OWN)
    assert [tool.tokens for tool in cost.tools] == sorted((tool.tokens for tool in cost.tools), reverse=True)
    assert cost.tokens == sum(tool.tokens for tool in cost.tools)
    assert {tool.tool for tool in cost.tools} == {tool.name for tool in OWN.tools}
    assert "estimated" in cost.counted


def test_examples_of_inputs_are_counted_as_they_are_sent() -> None:
    listed = {"name": "a", "description": "A.", "input_schema": {"type": "object", "properties": {}}}
    plain, shown = (
        cost_of(conformance.load_inventory([one])) for one in (listed, {**listed, "input_examples": [{"a": "x" * 400}]})
    )
    assert shown.tokens > plain.tokens + 100


def test_what_is_counted_is_the_form_that_is_sent() -> None:
    provider = load_profile("gemini").provider
    assert provider is not None
    assert cost_of(OWN, provider.dialect).tokens < cost_of(OWN).tokens


def test_without_the_library_a_tokenizer_is_refused_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(ConformanceError, match="not installed") as refused:
        counter("o200k_base")
    assert "tool-conformance[tokens]" in refused.value.recovery_hint


class _Library:
    """A tokenizer library with one vocabulary, which may be out of reach."""

    def __init__(self, reachable: bool) -> None:
        self.reachable = reachable

    def list_encoding_names(self) -> list[str]:
        return ["words"]

    def get_encoding(self, name: str) -> "_Library":
        if not self.reachable:
            raise ConnectionError(name)
        return self

    def encode_ordinary(self, text: str) -> list[str]:
        return text.split()


def test_a_tokenizer_that_is_asked_for_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", _Library(reachable=True))
    assert counter("words")("one two three") == 3
    assert cost_of(OWN, tokenizer="words").counted == "counted with the tokenizer words"


@pytest.mark.parametrize(
    ("name", "reachable", "says", "kind"),
    [
        ("wrds", True, "tokenizer `wrds` does not exist", ErrorKind.CONFIGURATION),
        ("words", False, "the vocabulary of `words` cannot be downloaded", ErrorKind.UNREACHABLE),
    ],
)
def test_a_tokenizer_that_cannot_be_used_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, reachable: bool, says: str, kind: ErrorKind
) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", _Library(reachable))
    with pytest.raises(ConformanceError, match=says) as refused:
        counter(name)
    assert refused.value.kind is kind


def test_nothing_is_fetched_where_no_tokenizer_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costing, "counter", lambda _name: pytest.fail("a tokenizer was asked for"))
    assert cost_of(OWN).tokens > 0
    assert (
        found("surface_budget", [{"name": "list_tasks", "annotations": {"readOnlyHint": True}}], load_profile("mcp"))
        == []
    )


def test_a_catalog_above_its_budget_names_the_dearest_tools() -> None:
    profile = load_profile("mcp")
    profile = replace(profile, budget=replace(profile.budget, request_tokens=50))
    tools = [{"name": f"tool_{letter}", "description": letter * 300} for letter in "abc"]
    (finding,) = found("surface_budget", tools, profile)
    assert "but the budget is 50" in finding.message
    assert examples.from_inventory(tools).inventory.tools[0].name in finding.hint


def test_a_tool_above_its_budget_is_told_which_of_its_parts_costs_the_most() -> None:
    profile = load_profile("mcp")
    profile = replace(profile, budget=replace(profile.budget, tool_tokens=50))
    fields = {f"field_{number}": {"type": "string", "maxLength": number} for number in range(20)}
    for own, says in (
        ({"description": "word " * 300}, "shorten its description"),
        ({"description": "word", "input_schema": {"type": "object", "properties": fields}}, "shorten its schemas"),
    ):
        (finding,) = found("surface_budget", [{"name": "list_tasks"} | own], profile)
        assert (finding.hint or "").startswith(says), own


def test_a_tokenizer_that_does_not_exist_is_refused_without_a_budget_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", _Library(True))  # type: ignore[arg-type]
    holon = load_profile("holon")
    named = replace(holon, budget=replace(holon.budget, tokenizer="nope"))
    with pytest.raises(ConformanceError, match="tokenizer `nope` does not exist"):
        found("surface_budget", [{}], named)
