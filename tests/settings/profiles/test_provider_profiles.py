"""The profiles of providers and protocols: dated, cited, each a statement of its own, and portable their
intersection.
"""

import datetime
import re

import pytest

from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.settings.profiles import Profile, load_profile, profile_names
from conformance.settings.profiles.provider import Provider
from conformance.settings.table_reader import read_table
from tests.cases import check_each
from tests.rules.judging import found

PROVIDERS = [name for name in profile_names() if load_profile(name).provider is not None]
PLAIN = ["openai", "anthropic", "gemini", "mcp"]


def _provider(name: str) -> Provider:
    provider = load_profile(name).provider
    assert provider is not None
    return provider


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_profile_is_dated_and_says_where_its_statements_were_read(name: str) -> None:
    profile = load_profile(name)
    assert datetime.date.fromisoformat(profile.dated) >= datetime.date(2025, 6, 18)
    assert _provider(name).cited


def test_what_all_providers_share_is_stated_once_and_is_no_profile_that_a_user_could_name() -> None:
    names = ["openai", "anthropic", "gemini", "portable", "openai_strict", "anthropic_strict"]
    assert {load_profile(name).levels["schemas"] for name in names} == {"default"}
    assert not any(name.startswith("_") for name in profile_names())
    with pytest.raises(ConformanceError, match="there is no profile `_providers`"):
        load_profile("_providers")


@pytest.mark.parametrize("name", [name for name in PROVIDERS if not name.startswith("mcp")])
def test_whatever_a_provider_rejects_is_reported_with_a_page_to_open(name: str) -> None:
    schemas: list[JsonValue] = [
        {},
        {"type": "object", "oneOf": [{}], "not": {}, "additionalProperties": True},
        {"type": "object", "properties": {"a[]": {"enum": [1]}, "b": True, "c": {"type": "array"}}},
        {
            "type": "object",
            "properties": {"a": {"type": ["string", "null"]}, "b": {"type": "string", "properties": {}}},
        },
    ]
    examples: list[JsonValue] = [{"name": "a.b" * 50}, {"description": "d" * 2000}]
    examples += [{"input_schema": schema} for schema in schemas]
    findings = [one for example in examples for one in found("provider_accepts", example, load_profile(name))]
    assert len(findings) >= 4
    assert [one.message for one in findings if not re.search(r" \(see https://[^\s()]+\)$", one.message)] == []


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_tool_without_an_input_schema_is_reported_where_the_provider_requires_one(name: str) -> None:
    requires = {"anthropic", "anthropic_strict", "portable"}
    profile = load_profile(name)
    findings = found("provider_accepts", {"input_schema": None}, profile)
    assert [one.message.partition(",")[0] for one in findings] == ["tool has no input schema"] * (name in requires)
    listed: JsonValue = {"input_schema": None, "as_listed": {"name": "a", "parameters": 7}}
    wrong = [one.message.partition(",")[0] for one in found("provider_accepts", listed, profile)]
    assert wrong == ["input schema is an integer"] * (not name.startswith("mcp"))


def test_a_revision_of_mcp_that_restricts_names_is_cited_by_its_own_page() -> None:
    for name, revision in (("mcp", "2026-07-28"), ("mcp_2025_11_25", "2025-11-25")):
        (finding,) = found("provider_accepts", {"name": "list tasks"}, load_profile(name))
        assert f"MCP {revision} recommends" in finding.message
        assert f"/specification/{revision}/server/tools)" in finding.message


def test_a_citation_that_nobody_can_open_is_rejected() -> None:
    with pytest.raises(ConformanceError, match="must match the pattern"):
        read_table({"label": "X", "cited": {"name": "an error text, issue 88"}}, Provider, None)


@pytest.mark.parametrize("name", [name for name in PROVIDERS if not name.startswith("mcp")])
def test_a_providers_profile_applies_its_own_rules_and_no_convention(name: str) -> None:
    applied = {one.check.id for one in applied_rules(load_profile(name))}
    assert {"provider_accepts", "lowering_keeps_contract", "hidden_text"} <= applied
    assert not {"tool_name_case", "deny_unknown_fields", "envelope_declared", "receipt_bounded"} & applied


@check_each(
    ("rule", "field"),
    [
        ("satisfiable", {"type": "integer", "minimum": 10, "maximum": 5}),
        ("satisfiable", {"type": "string", "enum": []}),
        ("schema_parts_effective", {"type": "string", "enum": ["a", 5]}),
        ("default_valid", {"type": "integer", "default": "five"}),
        ("closed_value_set_in_prose", {"type": "string", "description": "One of `asc` or `desc`."}),
    ],
)
def test_what_no_system_could_mean_is_a_finding_whoever_the_tool_is_sent_to(rule: str, field: JsonValue) -> None:
    tool: JsonValue = {"input_schema": {"type": "object", "properties": {"a": field}, "required": ["a"]}}
    for name in PROVIDERS:
        assert found(rule, tool, load_profile(name)), name


@pytest.mark.parametrize("base", ["openai", "anthropic"])
def test_a_text_may_state_what_a_strict_schema_cannot(base: str) -> None:
    number: JsonValue = {"type": ["integer", "null"], "description": "Most results (default: 5, max: 10)."}
    tool: JsonValue = {
        "input_schema": {
            "type": "object",
            "properties": {"a": number},
            "required": ["a"],
            "additionalProperties": False,
        }
    }
    for rule in ("bounds_in_prose_agree", "default_in_prose_agrees", "guidance_contradicts_schema"):
        assert found(rule, tool, load_profile(f"{base}_strict")) == [], rule
        assert found(rule, tool, load_profile(base)), rule


def test_a_default_that_no_call_uses_is_a_finding_but_where_every_field_is_required() -> None:
    tool: JsonValue = {
        "input_schema": {"type": "object", "properties": {"a": {"type": "string", "default": "b"}}, "required": ["a"]}
    }
    assert not found("default_valid", tool, load_profile("openai_strict"))
    for name in ("openai", "anthropic_strict", "mcp"):
        assert found("default_valid", tool, load_profile(name)), name


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_a_tool_that_asks_for_strict_mode_is_judged_by_it_whatever_the_others_do(name: str) -> None:
    schema: JsonValue = {"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}}
    strict, plain = (
        found("provider_accepts", {"input_schema": schema, "strict": value}, load_profile(name))
        for value in (True, False)
    )
    assert plain == []
    assert any("not closed" in one.message and "in strict mode" in one.message for one in strict)


def test_the_limits_of_strict_mode_hold_for_the_strict_tools_of_a_mixed_list() -> None:
    def tools(strict: int, plain: int) -> list[JsonValue]:
        return [{"name": f"get_{index}", "strict": index < strict} for index in range(strict + plain)]

    def excesses(listed: JsonValue, name: str) -> list[str]:
        return [one.message for one in found("provider_limits", listed, load_profile(name))]

    (message,) = excesses(tools(21, 4), "anthropic")
    assert "request has 21 tools, but Anthropic in strict mode allows 20" in message
    assert excesses(tools(20, 40), "anthropic") == []
    assert len(excesses(tools(100, 29), "openai")) == 1
    assert excesses(tools(100, 28), "openai") == []


def test_the_default_profile_asks_nothing_that_only_one_provider_asks() -> None:
    applied = {one.check.id for one in applied_rules(load_profile("holon"))}
    assert [rule for rule in applied if rule.startswith(("provider_", "mcp_"))] == []


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_that_is_portable_is_taken_by_each(name: str) -> None:
    portable, other = _provider("portable"), _provider(name)
    assert portable.name_longest is not None
    assert portable.name_longest <= (other.name_longest or 64)
    for tool in ("a", "List_tasks-2", "_x" * 32):
        assert portable.name_pattern is not None
        assert portable.name_pattern.fullmatch(tool)
        assert other.name_pattern is None or other.name_pattern.fullmatch(tool)


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_portable_is_no_more_than_each_takes(name: str) -> None:
    portable, other = _provider("portable").dialect, _provider(name).dialect
    assert set(portable.refused_at_root) >= set(other.refused_at_root)
    assert set(portable.needed_at_root) >= set(other.needed_at_root)
    assert not other.keywords or set(portable.keywords) <= set(other.keywords)
    for demand in ("one_type", "text_enums", "typed_values", "needs_items", "needs_properties", "keywords_of_type"):
        assert getattr(portable, demand) >= getattr(other, demand), demand
    assert portable.recursion <= other.recursion
    assert portable.boolean_schemas <= other.boolean_schemas


@pytest.mark.parametrize("base", ["openai", "anthropic"])
def test_strict_mode_takes_no_more_than_plain_mode(base: str) -> None:
    plain, strict = _provider(base), _provider(f"{base}_strict")
    assert strict.dialect.refused_at_root == plain.dialect.refused_at_root
    assert strict.dialect.closed == "required"
    assert (strict.name_pattern, strict.name_longest) == (plain.name_pattern, plain.name_longest)


@check_each(
    ("profile", "name", "is_taken"),
    [
        ("openai", "admin.tools.list", False),
        ("anthropic", "a" * 128, True),
        ("anthropic", "a" * 129, False),
        ("openai", "a" * 65, False),
        ("gemini", "admin.tools:list", True),
        ("gemini", "2fast", False),
        ("mcp", "admin.tools.list", True),
        ("mcp", "bad name!", False),
        ("mcp_2025_06_18", "bad name!", True),
        ("portable", "admin.tools.list", False),
    ],
)
def test_names_are_taken_as_the_facts_say(profile: str, name: str, is_taken: bool) -> None:
    loaded = load_profile(profile)
    objections = [one for one in found("provider_accepts", {"name": name}, loaded) if one.evidence["kind"] == "name"]
    assert bool(objections) == (not is_taken)


def test_a_protocol_allows_what_a_convention_does_not() -> None:
    applied = {one.check.id for one in applied_rules(load_profile("mcp"))}
    assert "tool_name_namespace" not in applied
    assert found("tool_name_namespace", {"name": "task.list"})


def test_every_revision_of_the_protocol_has_a_profile_of_its_own() -> None:
    newest: Profile = load_profile("mcp")
    assert newest.protocol is not None
    for revision, name in newest.revisions.items():
        protocol = load_profile(name).protocol
        assert protocol is not None
        assert protocol.revision == revision
        assert re.fullmatch(r"mcp(_\d{4}_\d\d_\d\d)?", name)


def test_a_profile_may_stand_on_one_that_stands_on_another() -> None:
    assert load_profile("openai_strict").provider is not None
    strict = _provider("openai_strict")
    assert strict.name_longest == _provider("openai").name_longest
    assert strict.label != _provider("openai").label


def test_empty_properties_are_not_called_missing_and_the_help_can_be_followed() -> None:
    empty: JsonValue = {"type": "object", "properties": {}}
    without: JsonValue = {"type": "object"}
    for name, schema, what, start in (
        ("portable", empty, "an object whose `properties` are empty", "send each"),
        ("gemini", empty, "an object whose `properties` are empty", "omit the"),
        ("gemini", without, "an object without `properties`", "omit the"),
    ):
        (finding,) = found("provider_accepts", {"input_schema": schema}, load_profile(name))
        assert f" rejects {what} (see " in finding.message
        assert finding.hint.startswith(start)


_JSON_SCHEMA: JsonValue = {
    "type": "object",
    "properties": {"my-x": {"type": ["string", "null"]}, "n": {"$ref": "#/$defs/n"}},
    "$defs": {"n": {"type": "object", "additionalProperties": {"type": "integer"}}},
    "oneOf": [{"required": ["n"]}, {"required": ["my-x"]}],
}


def test_what_gemini_takes_by_json_schema_is_not_judged_by_its_subset_of_openapi() -> None:
    gemini = load_profile("gemini")
    tool: JsonValue = {"input_schema": _JSON_SCHEMA}
    assert found("provider_accepts", tool, gemini)
    assert found("lowering_keeps_contract", tool, gemini)
    by_json_schema: JsonValue = {"input_schema": _JSON_SCHEMA, "schema_key": "parametersJsonSchema"}
    assert found("provider_accepts", by_json_schema, gemini) == []
    assert found("lowering_keeps_contract", by_json_schema, gemini) == []
    array: JsonValue = {"input_schema": {"type": "array"}, "schema_key": "parametersJsonSchema"}
    assert [one.message.partition(" (")[0] for one in found("provider_accepts", array, gemini)] == [
        'Gemini rejects `"type": "array"` at the root'
    ]
    # to the others it is a schema like any other
    assert found("provider_accepts", by_json_schema, load_profile("openai"))


def test_an_example_is_no_fault_where_the_provider_lists_its_keywords() -> None:
    text: JsonValue = {"type": "string", "example": "north"}
    tool: JsonValue = {"input_schema": {"type": "object", "properties": {"a": text}, "required": ["a"]}}
    said = {name: bool(found("schema_parts_effective", tool, load_profile(name))) for name in PROVIDERS}
    assert [name for name in ("gemini", "portable", "openai_strict", "anthropic_strict") if said[name]] == []
    assert [name for name in ("mcp", "openai") if not said[name]] == []
