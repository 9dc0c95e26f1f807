"""Lifecycle, listings, authority, histories, hidden texts and budgets: the cases that are no lesson."""

import itertools
from pathlib import Path

import pytest

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding, Level
from conformance.inventory import read_inventory
from conformance.settings.profiles import apply_revision, load_profile
from conformance.systems.surface import Surface
from conformance.systems.surface.context import Surroundings
from tests.rules.judging import HOLON, found

MCP = load_profile("mcp")
MIRRORED: JsonObject = {"type": "string", "x-mcp-header": "Region"}


def _messages(rule: str, example: JsonValue) -> list[str]:
    return [finding.message for finding in found(rule, example)]


class TestLifecycle:
    def test_tools_that_real_releases_removed_without_notice_are_named(self, corpus: Path) -> None:
        files = sorted((corpus / "inventories").glob("*.json"))
        gone: list[Finding] = []
        for earlier, later in itertools.pairwise(files):
            around = Surroundings(earlier=read_inventory(earlier)[0])
            surface = Surface(later.stem, read_inventory(later)[0], surroundings=around)
            gone += [*check(surface, HOLON, applied_rules(HOLON, ["lifecycle"])).findings]
        assert [one.message.split("`")[1] for one in gone] == ["Sleep", "TaskList", "UseWorkspace"]
        assert gone[1].hint.endswith("name its replacement, which may be `ListTasks`")

    @pytest.mark.parametrize("stability", ["deprecated", "experimental"])
    def test_what_was_announced_or_never_promised_may_go(self, stability: str) -> None:
        earlier: list[JsonValue] = [{"name": "ListTasks"}, {"name": "Sleep", "stability": stability}]
        assert found("lifecycle", {"tools": [{"name": "ListTasks"}], "earlier": earlier}) == []

    def test_a_successor_may_be_named_among_the_related_surfaces(self) -> None:
        tools: list[JsonValue] = [
            {"name": "ListTasks"},
            {"name": "TaskList", "stability": "deprecated", "related_surfaces": ["ListTasks"]},
        ]
        assert found("lifecycle", {"tools": tools}) == []


class TestListings:
    def test_a_page_of_several_tables_is_read_as_one_listing(self) -> None:
        docs = (
            "## Work\n\n| Tool | Purpose |\n|---|---|\n| ListTasks | lists |\n\n"
            "## Families\n\n| Family | Tools |\n|---|---|\n| CoreAgent | `GetTask`, other tools, TaskStop |\n"
        )
        tools: list[JsonValue] = [{"name": name} for name in ("ListTasks", "GetTask", "TaskStop")]
        assert found("listing_complete", {"tools": tools, "docs": docs}) == []

    def test_a_name_that_only_the_page_knows_is_placed_in_the_page(self) -> None:
        docs = "| Tool | Purpose |\n|---|---|\n| ListTasks | lists |\n| TaskListing | old |\n"
        (finding,) = found("listing_complete", {"tools": [{"name": "ListTasks"}], "docs": docs})
        assert (str(finding.location), finding.hint) == ("docs.md:4:1", "remove it, or add it to the inventory")

    def test_a_page_without_a_table_of_tools_is_no_listing(self) -> None:
        assert "has no table" in _messages("listing_complete", {"tools": [{"name": "ListTasks"}], "docs": "Text."})[0]

    def test_a_name_that_no_inventory_promises_is_found_in_the_catalog(self) -> None:
        example: JsonObject = {"tools": [{"name": "ListTasks"}], "catalogs": {"timer": ["ListTasks", "Sleep"]}}
        assert _messages("listing_complete", example) == [
            "tool `Sleep` is in the catalog for turns from `timer` but not in the inventory"
        ]

    def test_a_deprecated_tool_has_to_stay_in_every_turn(self) -> None:
        tools: list[JsonValue] = [
            {"name": "ListTasks"},
            {"name": "TaskList", "stability": "deprecated", "description": "Use ListTasks."},
        ]
        example: JsonObject = {"tools": tools, "catalogs": {"timer": ["ListTasks"]}}
        assert [one.tool for one in found("alias_reachable", example)] == ["TaskList"]
        assert found("alias_reachable", {"tools": tools}) == []

    def test_authority_may_be_stated_in_one_table_and_the_tools_in_another(self) -> None:
        docs = (
            "| Capability | Authority |\n|---|---|\n| `core_agent` | all |\n\n"
            "| Family | Tools |\n|---|---|\n| CoreAgent | `ListTasks` |\n"
        )
        assert found("authority_declared", {"tools": [{"name": "ListTasks"}], "docs": docs}) == []

    def test_a_capability_without_a_row_has_no_authority(self) -> None:
        docs = "| Family | Tools | Authority |\n|---|---|---|\n| Web | `WebFetch` | all |\n"
        example: JsonObject = {"tools": [{"name": "ListTasks"}], "docs": docs}
        assert _messages("authority_declared", example) == [
            "capability `core_agent` has no row in the tables of `docs.md`"
        ]


class TestHistories:
    def _tool(self, schema: JsonObject) -> list[JsonValue]:
        return [{"result_envelope": {"success_result_schema": schema}}]

    def test_a_branch_that_no_result_took_is_not_blamed_for_its_fields(self) -> None:
        branches: list[JsonValue] = [
            {"type": "object", "properties": {"kind": {"const": kind}, kind: {"type": "string"}}, "required": ["kind"]}
            for kind in ("done", "queued")
        ]
        records: list[JsonValue] = [{"result": {"kind": "done"}}] * 125
        example: JsonObject = {"tools": self._tool({"anyOf": branches}), "records": records}
        assert [one.pointer.rpartition("/")[2] for one in found("dormant_result_field", example)] == ["done"]

    def test_items_of_lists_are_counted_one_by_one(self) -> None:
        items: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}, "note": {"type": "string"}}}
        schema: JsonObject = {"type": "object", "properties": {"tasks": {"type": "array", "items": items}}}
        records: list[JsonValue] = [{"result": {"tasks": [{"id": "a"}] * 5}}] * 20
        example: JsonObject = {"tools": self._tool(schema), "records": records}
        assert [one.pointer.rpartition("/")[2] for one in found("dormant_result_field", example)] == ["note"]

    def test_a_required_field_that_is_always_null_weighs_more_than_an_optional_one_that_is_rare(self) -> None:
        fields: JsonObject = {name: {"type": ["string", "null"]} for name in ("always", "rare")}
        schema: JsonObject = {"type": "object", "properties": fields, "required": ["always"]}
        records: list[JsonValue] = [{"result": {"always": None}}] * 100
        findings = found("dormant_result_field", {"tools": self._tool(schema), "records": records})
        assert [(one.pointer.rpartition("/")[2], one.level.value) for one in findings] == [
            ("always", "warning"),
            ("rare", "info"),
        ]

    def test_failures_say_nothing_of_results(self) -> None:
        schema: JsonObject = {"type": "object", "properties": {"never": {"type": "string"}}}
        records: list[JsonValue] = [{"status": "error"}] * 130
        assert found("dormant_result_field", {"tools": self._tool(schema), "records": records}) == []

    @pytest.mark.parametrize("kinds", [("task_not_found", "work_item_not_found"), ("io_error", "rate_limited")])
    def test_failures_of_different_things_are_different(self, kinds: tuple[str, str]) -> None:
        records: list[JsonValue] = [
            {"tool_name": tool, "status": "error", "error": {"kind": kind}}
            for tool, kind in zip(("GetTask", "TaskStop"), kinds, strict=True)
        ]
        tools: list[JsonValue] = [{"name": "GetTask"}, {"name": "TaskStop"}]
        assert found("error_family_consistent", {"tools": tools, "records": records}) == []


class TestHiddenText:
    @pytest.mark.parametrize(
        "text",
        ["one\u202etwo", "a\x1b[8mb", "x\ufeffy", "\u2066a\u2069", "go on\n" * 2 + "\n" * 16 + "then this"],
    )
    def test_what_a_reviewer_does_not_see_is_named(self, text: str) -> None:
        assert len(found("hidden_text", {"description": text})) == 1

    def test_every_text_of_a_tool_is_read_and_every_line_of_guidance(self) -> None:
        properties: JsonObject = {
            "limit": {"type": "integer", "description": "How\u200b many.", "examples": ["\u202e"]}
        }
        tool: JsonObject = {"title": "a\u200b", "input_schema": {"type": "object", "properties": properties}}
        example: JsonObject = {"tools": [tool], "guidance": "First.\nSecond\u200b line.\n"}
        places = [one.pointer or str(one.location) for one in found("hidden_text", example)]
        assert places == [
            "/tools/0/input_schema/properties/limit/description",
            "/tools/0/input_schema/properties/limit/examples/0",
            "/tools/0/title",
            "guidance.md:2:1",
        ]

    @pytest.mark.parametrize("text", ["👩‍👩‍👧 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "سلام دنیا", "क्षत्रिय", "    indented\n    code", "a" * 5000])
    def test_scripts_emoji_and_code_are_left_alone(self, text: str) -> None:
        assert found("hidden_text", {"description": text}) == []


class TestProtocol:
    def test_what_all_tools_share_is_said_once(self) -> None:
        tools: list[JsonValue] = [
            {"name": f"get_{name}", "input_schema": {"type": "object", "properties": {"a": {}}}} for name in "abc"
        ]
        for rule in ("mcp_annotations", "mcp_open_inputs"):
            (finding,) = found(rule, tools, MCP)
            assert "`get_a`, `get_b`, `get_c`" in finding.message

    def test_an_object_that_names_no_field_is_free_on_purpose(self) -> None:
        inner: JsonObject = {"type": "object", "additionalProperties": True}
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"params": inner}}
        assert found("mcp_open_inputs", [{"name": "run", "input_schema": schema}], MCP) == []

    def test_members_are_those_of_the_revision(self) -> None:
        tools: list[JsonValue] = [{"name": "run", "execution": {"taskSupport": "optional"}}]
        (finding,) = found("mcp_tool_keys", tools, MCP)
        assert (finding.level, finding.hint) == (Level.INFO, "remove it, unless your SDK writes it")
        assert found("mcp_tool_keys", tools, load_profile("mcp_2025_11_25")) == []

    @pytest.mark.parametrize("profile", ["mcp_2025_06_18", "mcp_2025_11_25", "mcp"])
    def test_a_wrong_task_support_is_named_in_each_revision(self, profile: str) -> None:
        tools: list[JsonValue] = [{"name": "run", "execution": {"taskSupport": "maybe"}}]
        errors = [one for one in found("mcp_tool_keys", tools, load_profile(profile)) if one.level is Level.ERROR]
        assert [one.pointer for one in errors] == ["/tools/0/execution/taskSupport"]

    def test_a_list_that_clients_read_has_no_error(self) -> None:
        icon: JsonObject = {"src": "data:,", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}
        tool: JsonObject = {"name": "run", "icons": [icon, {"src": "data:,"}], "annotations": {}, "_meta": {"a": 5}}
        assert found("mcp_tool_keys", [tool], MCP) == []

    def test_annotations_that_contradict_each_other_are_named(self) -> None:
        tool: JsonObject = {"name": "run", "annotations": {"readOnlyHint": True, "destructiveHint": True}}
        (finding,) = found("mcp_annotations", [tool], MCP)
        assert "both read-only and destructive" in finding.message

    @pytest.mark.parametrize("schema", [{"type": "array"}, {"oneOf": [{"type": "object"}, {"type": "string"}]}])
    def test_any_schema_is_an_output_schema_since_2026(self, schema: JsonObject) -> None:
        tool: JsonObject = {"name": "run", "result_envelope": {"success_result_schema": schema}}
        assert found("mcp_output_schema", tool, apply_revision(MCP, "2026-07-28")) == []
        for profile, level in ((MCP, Level.WARNING), (load_profile("mcp_2025_06_18"), Level.ERROR)):
            assert [one.level for one in found("mcp_output_schema", tool, profile)] == [level]

    def test_a_broken_output_schema_is_named_at_its_place(self) -> None:
        tool: JsonObject = {"name": "run", "result_envelope": {"success_result_schema": {"type": "strng"}}}
        (finding,) = found("mcp_output_schema", tool, MCP)
        assert finding.pointer == "/tools/0/result_envelope/success_result_schema/type"

    def test_two_fields_may_not_share_a_header(self) -> None:
        mirrored: JsonObject = {"type": "string", "x-mcp-header": "Region"}
        other: JsonObject = {"type": "string", "x-mcp-header": "REGION"}
        schema: JsonObject = {"type": "object", "properties": {"a": mirrored, "b": other}}
        (finding,) = found("mcp_header_fields", {"name": "run", "input_schema": schema}, MCP)
        assert "two fields" in finding.message

    @pytest.mark.parametrize(
        "schema",
        [
            {"properties": {"a": {"additionalProperties": MIRRORED}}},
            {"properties": {"a": {"patternProperties": {"^x": MIRRORED}}}},
            {"properties": {"a": {"items": {"properties": {"b": MIRRORED}}}}},
            {"properties": {"a": {"prefixItems": [{"properties": {"b": MIRRORED}}]}}},
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"properties": {"b": MIRRORED}}}},
            {"definitions": {"Unused": {"properties": {"b": MIRRORED}}}},
            {"anyOf": [{"properties": {"b": MIRRORED}}, {"properties": {"c": {"type": "string"}}}]},
            {"allOf": [{"properties": {"b": MIRRORED}}]},
            {"if": {"required": ["a"]}, "then": {"properties": {"b": MIRRORED}}},
            {"dependentSchemas": {"a": {"properties": {"b": MIRRORED}}}},
            # a list of two, of one, and no type at all
            {"properties": {"a": {**MIRRORED, "type": ["string", "integer"]}}},
            {"properties": {"a": {**MIRRORED, "type": ["string"]}}},
            {"properties": {"a": {"enum": ["x"], "x-mcp-header": "Region"}}},
            # clients do not know that older dialects ignore what is next to a reference
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"a": {"$ref": "#/definitions/A", "items": MIRRORED}},
                "definitions": {"A": {"type": "array"}},
            },
        ],
    )
    def test_a_header_is_only_taken_where_properties_alone_lead_to_one_type(self, schema: JsonObject) -> None:
        tool: JsonObject = {"name": "run", "input_schema": {"type": "object", **schema}}
        (finding,) = found("mcp_header_fields", tool, MCP)
        assert finding.pointer.endswith("/x-mcp-header")

    @pytest.mark.parametrize(
        "properties",
        [
            {"items": {"type": "object", "properties": {"anyOf": MIRRORED}}},
            {"a": {**MIRRORED, "x-mcp-header": "R" * 200}},
            {"a": {"type": "object", "default": {"x-mcp-header": 5}}, "x-mcp-header": {"type": "string"}},
        ],
    )
    def test_a_header_on_a_plain_property_of_any_name_and_length_is_taken(self, properties: JsonObject) -> None:
        tool: JsonObject = {"name": "run", "input_schema": {"type": "object", "properties": properties}}
        assert found("mcp_header_fields", tool, MCP) == []

    def test_every_tool_of_a_clean_server_passes(self) -> None:
        tool: JsonObject = {
            "name": "get_task",
            "title": "Get task",
            "description": "Get one task by its id.",
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"task_id": {"type": "string", "description": "Its id."}},
                "required": ["task_id"],
            },
        }
        for rule in applied_rules(MCP):
            if rule.check.scope.name == "inventory":
                assert found(rule.check.id, [tool], MCP) == [], rule.check.id
