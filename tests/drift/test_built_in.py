"""What a list asks of its provider is compared, as far as the list states it."""

import json
from typing import Any

from conformance.documents import reader
from conformance.drift.report import DriftReport, RuledChange
from conformance.inventory.formats import load_to_compare, to_inventory
from tests.drift.inventories import drifted, told

FUNCTION = {"type": "function", "name": "find", "parameters": {"type": "object", "properties": {}}}


def _drift(old: list[Any], new: list[Any]) -> DriftReport:
    before, after = (
        load_to_compare(to_inventory(reader.parse(json.dumps([FUNCTION, *tools]).encode(), "tools.json")))
        for tools in (old, new)
    )
    return drifted(before, after)


def _changes(old: list[Any], new: list[Any]) -> list[RuledChange]:
    return list(_drift(old, new).changes)


def test_the_same_tools_in_another_order_are_no_change() -> None:
    first: list[Any] = [
        {"type": "web_search"},
        {"type": "mcp", "server_label": "a"},
        {"type": "mcp", "server_label": "b"},
    ]
    assert _changes(first, first[::-1]) == []


def test_a_tool_that_is_asked_for_no_more_breaks_and_a_further_one_does_not() -> None:
    (removed,) = _changes([{"type": "web_search"}], [])
    assert told([removed]) == [("breaking", "built_in_removed", "/")]
    assert removed.message == "the provider's tool `web_search` was removed: the model can no longer call it"
    assert told(_changes([], [{"type": "web_search"}])) == [("compatible", "built_in_added", "/")]
    servers = [{"type": "mcp", "server_label": label} for label in "ab"]
    assert [one.change.tool for one in _changes(servers, servers[1:])] == ["mcp a"]


def test_another_version_of_a_tool_is_the_same_tool_of_which_nothing_is_known() -> None:
    for old, new in (("bash_20250124", "bash_20251124"), ("web_search", "web_search_2025_08_26")):
        (change,) = _changes([{"type": old, "name": "a"}], [{"type": new, "name": "a"}])
        assert told([change]) == [("unknown", "built_in_version_changed", "/type")]
        assert (change.change.before, change.change.after) == (old, new)


def test_a_setting_that_changed_is_unknown_and_its_value_is_not_shown() -> None:
    old, new = ({"type": "mcp", "server_label": "a", "authorization": value} for value in ("secret-1", "secret-2"))
    (change,) = _changes([old], [new])
    assert told([change]) == [("unknown", "built_in_changed", "/authorization")]
    assert change.message.startswith("`authorization` of the provider's tool changed")
    assert "secret" not in repr(change)


def test_fewer_allowed_tools_of_a_server_break_and_more_do_not() -> None:
    def ruling(old: Any, new: Any) -> str:
        before, after = ({"type": "mcp", "server_label": "a", "allowed_tools": value} for value in (old, new))
        changes = told(_changes([before], [after]))
        return changes[0][0] if changes else ""

    assert ruling(["a", "b"], ["a"]) == "breaking"
    assert ruling(["a"], ["c"]) == "breaking"
    assert ruling(["a"], ["a", "b"]) == "compatible"
    assert ruling(["a"], None) == "compatible"
    assert ruling(None, ["a"]) == "breaking"
    assert ruling({"tool_names": ["a", "b"]}, {"tool_names": ["a"]}) == "breaking"
    assert ruling(["a", "b"], {"tool_names": ["a"]}) == "breaking"
    assert ruling({"read_only": True}, {"read_only": True, "tool_names": ["a"]}) == "breaking"
    assert ruling({"tool_names": ["a"]}, {}) == "compatible"
    assert ruling(["a", "b"], {"tool_names": ["b", "a"]}) == ""
    # what only reads is known to the server alone
    assert ruling(["a"], {"read_only": True}) == "unknown"
    assert ruling(["a"], {"read_only": True, "tool_names": ["a"]}) == "unknown"
    assert ruling(["a"], "a") == "unknown"


def test_a_tool_of_gemini_is_known_in_both_spellings() -> None:
    old, new = ([{"functionDeclarations": []}, {name: {"a": 1}}] for name in ("googleSearch", "google_search"))
    lists = [load_to_compare(to_inventory(reader.parse(json.dumps(one).encode(), "tools.json"))) for one in (old, new)]
    assert drifted(lists[0], lists[1]).changes == []


def test_null_that_a_declaration_of_gemini_no_longer_takes_is_a_break() -> None:
    def listed(nullable: bool) -> Any:
        parameters = {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": nullable}}}
        value = [{"functionDeclarations": [{"name": "find", "parameters": parameters}]}]
        return load_to_compare(to_inventory(reader.parse(json.dumps(value).encode(), "tools.json")))

    assert told(list(drifted(listed(True), listed(False)).changes))[0][:2] == ("breaking", "null_refused")
    assert told(list(drifted(listed(False), listed(True)).changes))[0][:2] == ("compatible", "null_allowed")


def test_the_tools_of_a_namespace_are_compared_each() -> None:
    def held(name: str, type_: str) -> list[Any]:
        schema = {"type": "object", "properties": {"a": {"type": type_}}}
        return [{"type": "namespace", "name": name, "tools": [{**FUNCTION, "parameters": schema}]}]

    (change,) = _changes(held("crm", "string"), held("crm", "integer"))
    assert (change.change.tool, change.verdict.value) == ("crm.find", "breaking")
    assert _changes(held("crm", "string"), held("crm", "string")) == []


def test_a_tool_that_takes_text_instead_of_an_object_breaks_and_a_grammar_is_unknown() -> None:
    text: Any = {"type": "custom", "name": "ask"}
    grammar = {**text, "format": {"type": "grammar", "syntax": "regex", "definition": "a|b"}}
    assert told(_changes([text], [{**FUNCTION, "name": "ask"}])) == [
        ("breaking", "input_became_structured", "/input_schema")
    ]
    assert told(_changes([{**FUNCTION, "name": "ask"}], [text])) == [
        ("breaking", "input_schema_dropped", "/input_schema")
    ]
    assert told(_changes([text], [grammar])) == [("unknown", "grammar_changed", "/freeform_grammar")]
    assert told(_changes([text], [{**text, "format": {"type": "text"}}])) == []
