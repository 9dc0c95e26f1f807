"""What descriptions claim is checked against the schema: the cases that the rules' own examples leave out."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from conformance.rules.catalogue import all_rules
from conformance.rules.catalogue.descriptions import default_in_prose_agrees
from tests.cases import check_each
from tests.inventory.tools import field_named, tool_with
from tests.rules.judging import HOLON, found, places


def _tool(properties: JsonObject, description: str = "List tasks.", **schema: JsonValue) -> JsonObject:
    closed: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties, **schema}
    return {"description": description, "input_schema": closed}


def _said(rule: str, example: JsonValue) -> str:
    return " ".join(finding.message for finding in found(rule, example))


class TestDefaults:
    @check_each(
        ("schema", "said"),
        [
            ({"type": "integer", "default": 8000}, "Defaults to 8 seconds, counted in milliseconds."),
            ({"type": ["integer", "null"], "default": 20}, "How many (default 20)."),
            ({"enum": ["auto", "raw"], "default": "auto"}, "auto (default) or raw."),
            ({"type": "boolean", "default": False}, "Default is false."),
            ({"type": "integer", "default": 2}, "Default 1 for files. Defaults to 2."),
            ({"$ref": "#/$defs/limit"}, "Defaults to 2."),
            ({"type": "number", "default": 0.5}, "Defaults to 50%."),
            ({"type": "integer", "default": 30_000}, "Defaults to 30 seconds."),
            ({"type": "integer", "default": 10_240}, "default 10KB"),
            ({"type": "string", "default": "asc"}, "Defaults to ascending."),
            ({"type": "string", "default": "en"}, "Defaults to English."),
            ({"type": ["string", "null"], "default": None}, "Unset means the server's; 'text' (default)."),
        ],
    )
    def test_agreement_in_any_unit_and_form_is_silent(self, schema: JsonObject, said: str) -> None:
        assert found("default_in_prose_agrees", {"timeout": {**schema, "description": said}}) == []

    @pytest.mark.parametrize(
        ("schema", "said"),
        [
            ({"type": "integer", "default": 20}, "10 by default"),
            ({"type": "integer", "default": 20}, "By default 10"),
            ({"type": "integer", "default": 20}, "If omitted, 10 is used."),
            ({"type": "boolean", "default": False}, "Enabled by default."),
            ({"type": "string", "default": "dev"}, "Defaults to main."),
            ({"type": "integer", "default": 20}, "default 10KB"),
            ({"type": "integer", "default": 20}, "Defaults to 30 seconds."),
            ({"type": "number", "default": 0.7}, "Defaults to 50%."),
        ],
    )
    def test_another_default_in_any_form_is_told(self, schema: JsonObject, said: str) -> None:
        (finding,) = found("default_in_prose_agrees", {"amount": {**schema, "description": said}})
        assert finding.message.startswith("parameter `amount` defaults to ")
        assert str(finding.evidence["quote"]) in said

    def test_what_is_on_by_default_may_be_what_the_field_turns_off(self) -> None:
        schema: JsonObject = {"type": "boolean", "default": False, "description": "Enabled by default."}
        assert found("default_in_prose_agrees", {"disable_cache": schema}) == []

    def test_a_default_that_the_type_refuses_is_not_proposed(self) -> None:
        assert found("default_in_prose_agrees", {"limit": {"type": "boolean", "description": "Default: 5."}}) == []

    def test_the_tools_description_counts_too(self) -> None:
        example = _tool({"max_items": {"type": "integer", "default": 5}}, "List tasks. `max_items` defaults to 20.")
        assert places("default_in_prose_agrees", [example]) == ["/tools/0/input_schema/properties/max_items/default"]


class TestBounds:
    @check_each(
        ("schema", "said"),
        [
            ({"type": "integer", "exclusiveMinimum": 0}, "Must be greater than 0."),
            ({"type": "integer", "minimum": 1}, "Must be greater than 0."),
            ({"type": "number", "minimum": 0.1}, "Must be greater than 0."),
            ({"type": "integer", "exclusiveMinimum": 0}, "At least 1."),
            ({"type": "integer", "maximum": 19}, "Less than 20."),
            ({"type": "integer", "maximum": 10_000}, "At most 10k."),
            ({"type": "number", "maximum": 0.5}, "At most 50%."),
            ({"type": "integer", "maximum": 10 * 1024**2}, "At most 10MB."),
            ({"type": "integer"}, "At most 10 MB."),
            ({"type": "integer"}, "At most 1.000."),
            ({"type": "integer", "maximum": 1000}, "At most 1.000."),
            ({"type": "integer"}, "Range: 1.000-5.000."),
            ({"type": "integer"}, "At most 1 000."),
            ({"type": "integer"}, "At most 1'000."),
            ({"type": "number"}, "At most 0,5."),
            ({"type": "integer"}, "At most 20 per second."),
            ({"type": ["integer", "null"], "anyOf": [{"maximum": 10}]}, "At most 10."),
            ({"type": "integer", "enum": [1, 2, 3]}, "At most 3."),
            ({"type": "string"}, "At most 3 of them are shown."),
            ({"type": "array", "items": {"type": "string"}}, "Names of at most 50 characters."),
            ({"type": "integer"}, "At most 5 seconds."),
            ({"type": "integer"}, "Set 0 for unlimited. Set any positive integer to override the cap."),
            ({"type": "integer"}, "How many, at least 10; 0 disables it."),
            ({"type": "integer"}, "-1 = no limit, otherwise it must be greater than 0."),
            ({"type": "integer", "default": 0}, "Page number, 1-based."),
            ({"type": "string", "default": ""}, "Must not be empty."),
            ({"type": "integer", "examples": [200]}, "At most 100."),
        ],
    )
    def test_what_agrees_or_speaks_of_something_else_is_silent(self, schema: JsonObject, said: str) -> None:
        assert found("bounds_in_prose_agree", {"amount": {**schema, "description": said}}) == []

    @pytest.mark.parametrize("said", ["At most 10 minutes after start_ms.", "Up to 5 more than `start_ms`."])
    def test_a_distance_to_the_field_beside_bounds_no_value(self, said: str) -> None:
        fields: JsonObject = {"start_ms": {"type": "integer"}, "end_ms": {"type": "integer", "description": said}}
        assert found("bounds_in_prose_agree", fields) == []

    def test_a_wrong_bound_is_reported_once_with_both_numbers(self) -> None:
        text = _said(
            "bounds_in_prose_agree",
            {"limit": {"type": "integer", "minimum": 1, "maximum": 50, "description": "Between 1 and 100."}},
        )
        assert text == "parameter `limit` is bounded by 50 in its schema, but by 100 in its description"

    @pytest.mark.parametrize(
        ("schema", "said"),
        [
            ({"type": "integer", "maximum": 20}, "less than 20"),
            ({"type": "integer", "minimum": 0}, "greater than 0"),
            ({"type": "number", "minimum": 0}, "must be positive"),
        ],
    )
    def test_a_bound_that_excludes_itself_is_taken_exactly(self, schema: JsonObject, said: str) -> None:
        text = _said("bounds_in_prose_agree", {"amount": {**schema, "description": said}})
        assert " (exclusive) in its description" in text

    def test_bounds_that_say_what_a_number_can_hold_are_none(self) -> None:
        schema: JsonObject = {"type": "integer", "maximum": 2**53 - 1, "description": "At most 30."}
        assert "only in its description" in _said("bounds_in_prose_agree", {"limit": schema})

    def test_bounds_of_any_size_are_compared(self) -> None:
        for bound, reported in ((10**399, True), (-(10**399), True), (1e308, True), (5e-324, True), (100, False)):
            for kind, keyword in (("integer", "maximum"), ("number", "maximum"), ("array", "maxItems")):
                schema: JsonObject = {"type": kind, keyword: bound, "description": "At most 100 items."}
                said = "but by 100 in" in _said("bounds_in_prose_agree", {"amounts": schema})
                assert said == (reported and abs(bound) < 2**53), (kind, bound)

    def test_a_number_of_any_length_in_a_text_is_read_completely_or_not_at_all(self) -> None:
        for number in ("9" * 399, "9" * 5000, "1e400", "0." + "0" * 399 + "1", "9" + ",999" * 1500):
            for said in (
                f"At most {number}.",
                f"{number} or fewer",
                f"Values can be 1 and {number}.",
                f"max {number} k",
            ):
                field: JsonObject = {"type": "integer", "description": f"{said} Defaults to {number}."}
                for rule in ("bounds_in_prose_agree", "default_in_prose_agrees"):
                    assert found(rule, {"amount": field}) == [], said[:20]
                assert found("closed_value_set_in_prose", _tool({"amount": field})) == [], said[:20]

    def test_a_length_in_characters_is_a_bound_of_a_text(self) -> None:
        (finding,) = found(
            "bounds_in_prose_agree", {"title": {"type": "string", "description": "At most 16 characters."}}
        )
        assert finding.hint == 'add "maxLength": 16 to its schema'


class TestValues:
    def test_a_nullable_field_is_offered_null_too(self) -> None:
        schema: JsonObject = {"type": ["string", "null"], "description": "One of 'a' or 'b'."}
        (finding,) = found("closed_value_set_in_prose", _tool({"kind": schema}))
        assert finding.hint == 'add "enum": ["a","b",null] to its schema'

    @pytest.mark.parametrize(
        "schema",
        [{"type": "string", "pattern": "^(a|b)$"}, {"type": "integer"}, {"enum": ["a", "b"]}, {"$ref": "#/$defs/k"}],
    )
    def test_a_restricted_field_is_left_alone(self, schema: JsonObject) -> None:
        described: JsonObject = {"description": "One of 'a' or 'b'."}
        assert found("closed_value_set_in_prose", _tool({"kind": {**schema, **described}})) == []
        assert found("closed_value_set_in_prose", _tool({"kind": {"type": "string", **described}})) != []

    def test_a_choice_of_fields_is_no_set_of_values(self) -> None:
        example = _tool(
            {"path": {"type": "string", "description": "One of 'path' or 'url'."}, "url": {"type": "string"}}
        )
        assert found("closed_value_set_in_prose", example) == []

    def test_an_enum_of_which_two_are_explained_and_many_are_not_is_left_alone(self) -> None:
        schema: JsonObject = {"enum": ["a", "b", "c", "d", "e"], "description": "`a` is fast, `b` is slow."}
        assert found("enum_values_documented", {"mode": schema}) == []

    @pytest.mark.parametrize(
        ("said", "found_as"),
        [
            ("One of `alpha`, `beta`, `gamma`, `delta`.", "offers `delta`"),
            ("alpha | beta", "does not describe `gamma`"),
            ("alpha: first; beta: second", "does not describe `gamma`"),
        ],
    )
    def test_values_are_explained_in_several_manners(self, said: str, found_as: str) -> None:
        schema: JsonObject = {"enum": ["alpha", "beta", "gamma"], "description": said}
        assert found_as in _said("enum_values_documented", {"mode": schema})

    @pytest.mark.parametrize(
        "said",
        [
            "How to run, e.g. `alpha` or `beta`.",
            "Prefer 'alpha' over 'beta' when short.",
            "Everything but `alpha` and `beta` needs a path.",
            "Modes like `alpha` or `beta`.",
            "alpha | beta | gamma",
        ],
    )
    def test_examples_and_advice_explain_no_values(self, said: str) -> None:
        schema: JsonObject = {"enum": ["alpha", "beta", "gamma"], "description": said}
        assert found("enum_values_documented", {"mode": schema}) == []

    @pytest.mark.parametrize("said", ["A format, e.g. `png` or `jpeg`.", "A format such as one of `png` or `jpeg`."])
    def test_examples_are_no_closed_set(self, said: str) -> None:
        noted = found("closed_value_set_in_prose", _tool({"format": {"type": "string", "description": said}}))
        assert [one.message for one in noted if one.level is not Level.INFO] == []

    def test_a_value_that_is_spoken_of_without_quotes_counts_as_explained(self) -> None:
        schema: JsonObject = {"enum": ["auto", "text", "raw"], "description": "`auto` or `text`; raw keeps everything."}
        assert found("enum_values_documented", {"mode": schema}) == []


class TestVariants:
    def test_a_condition_that_the_schema_holds_is_silent(self) -> None:
        example = _tool(
            {"kind": {"enum": ["a", "b"]}, "note": {"type": "string", "description": "Required for 'a'."}},
            required=["kind"],
            **{"if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["note"]}},
        )
        assert found("variant_boundaries", example) == []

    def test_what_the_tools_description_requires_for_a_value_is_told_unless_the_schema_holds_it(self) -> None:
        properties: JsonObject = {"action": {"enum": ["create", "delete"]}, "body": {"type": "string"}}
        said = "Change a task. For action 'create', body is required."
        held: list[JsonObject] = [
            {"if": {"properties": {"action": {"const": "create"}}}, "then": {"required": ["body"]}},
            {"oneOf": [
                {"properties": {"action": {"const": "create"}}, "required": ["body"]},
                {"properties": {"action": {"const": "delete"}}},
            ]},
        ]  # fmt: skip
        (finding,) = found("variant_boundaries", _tool(properties, said, required=["action"]))
        assert finding.evidence["witness"] == {"action": "create"}
        for schema in held:
            assert found("variant_boundaries", _tool(properties, said, required=["action"], **schema)) == []

    def test_what_the_tools_description_requires_is_no_matter_of_its_items(self) -> None:
        items: JsonObject = {"type": "object", "properties": {"kind": {"enum": ["a", "b"]}, "note": {"type": "string"}}}
        example = _tool({"parts": {"type": "array", "items": items}}, "Change it. note is required when kind is 'a'.")
        assert found("variant_boundaries", example) == []

    def test_a_field_that_is_always_required_is_required_there_too(self) -> None:
        properties: JsonObject = {
            "kind": {"enum": ["a", "b"]},
            "note": {"type": "string", "description": "Required for 'a'."},
        }
        assert found("variant_boundaries", _tool(properties, required=["kind", "note"])) == []

    def test_the_finding_shows_an_input_that_the_schema_accepts(self) -> None:
        example = _tool(
            {"kind": {"enum": ["a", "b"]}, "note": {"type": "string", "description": "Only valid when kind is 'a'."}},
            required=["kind"],
        )
        (finding,) = found("variant_boundaries", example)
        assert finding.evidence["witness"] == {"kind": "b", "note": "x"}
        assert finding.pointer == "/tools/0/input_schema/properties/kind"

    def test_a_default_is_no_value_that_somebody_chose(self) -> None:
        field: JsonObject = {"type": "integer", "default": 15, "description": "Cannot be used if `since` is provided."}
        example = _tool({"minutes": field, "since": {"type": "string"}})
        (finding,) = found("variant_boundaries", example)
        assert finding.evidence["witness"] == {"minutes": 16, "since": "x"}
        fixed: JsonObject = {**field, "minimum": 15, "maximum": 15}
        assert found("variant_boundaries", _tool({"minutes": fixed, "since": {"type": "string"}})) == []

    def test_values_that_only_the_text_lists_decide_as_well(self) -> None:
        properties: JsonObject = {
            "action": {"type": "string", "description": "Valid values: add, change, drop."},
            "body": {"type": "object", "description": "Required for add and change operations."},
            "name": {"type": "string", "description": "Required for all operations except add (where it is inside)."},
        }
        (finding,) = found("variant_boundaries", _tool(properties, required=["action"]))
        assert finding.evidence["fields"] == ["body", "name"]

    def test_all_fields_that_one_value_decides_are_one_finding(self) -> None:
        note: JsonObject = {"type": "string", "description": "Required for 'a'."}
        example = _tool({"kind": {"enum": ["a", "b"]}, **{f"n{i}": note for i in range(6)}}, required=["kind"])
        (finding,) = found("variant_boundaries", example)
        assert finding.evidence["fields"] == [f"n{i}" for i in range(6)]
        assert finding.evidence["quote"] == {f"n{i}": "Required for 'a'." for i in range(6)}

    def test_items_of_a_list_have_their_own_variants(self) -> None:
        items: JsonObject = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "text": {"type": "string"},
                "url": {"type": "string", "description": "Provide either text or url, not both."},
            },
        }
        assert places("variant_boundaries", _tool({"parts": {"type": "array", "items": items}})) == [
            "/tools/0/input_schema/properties/parts/items/properties/text"
        ]

    def test_an_impossible_schema_shows_nothing_and_is_not_reported(self) -> None:
        example = _tool(
            {"kind": {"enum": ["a", "b"]}, "note": {"type": "string", "description": "Required for 'a'."}, "x": False},
            required=["x"],
        )
        assert found("variant_boundaries", example) == []

    def test_kinds_behind_references_are_compared(self) -> None:
        defs: JsonObject = {
            name: {"type": "object", "properties": {"type": {"type": "string"}, name: {"type": "string"}}}
            for name in ("page", "block")
        }
        union: JsonObject = {"oneOf": [{"$ref": "#/$defs/page"}, {"$ref": "#/$defs/block"}]}
        assert places("discriminator_declared", _tool({"parent": union}, **{"$defs": defs})) == [
            "/tools/0/input_schema/properties/parent/oneOf"
        ]

    def test_a_definition_that_nothing_uses_is_not_judged(self) -> None:
        kind: JsonObject = {"type": "object", "properties": {"type": {"type": "string"}}}
        assert found("discriminator_declared", _tool({}, **{"$defs": {"unused": {"anyOf": [kind, kind]}}})) == []

    def test_closed_kinds_with_a_required_field_of_their_own_are_told_apart(self) -> None:
        kinds: list[JsonValue] = [
            {"type": "object", "additionalProperties": False, "properties": {name: {}}, "required": [name]}
            for name in ("node_id", "item_id")
        ]
        assert found("discriminator_declared", _tool({"item": {"oneOf": kinds}})) == []

    @check_each(
        "said", ["Cannot be combined with page or pages.", "Mutually exclusive with `page`/`pages` in one call."]
    )
    def test_one_sentence_about_several_fields_is_reported_once(self, said: str) -> None:
        text: JsonObject = {"type": "string", "description": "What."}
        example = _tool({"queries": {"type": "string", "description": said}, "page": text, "pages": text})
        assert _said("variant_boundaries", example) == (
            "`queries` excludes `page`, `pages`, but only the description says so"
        )


class TestGuidance:
    def test_a_retired_tool_is_named_with_what_it_is_now(self) -> None:
        example: JsonObject = {
            "tools": [{"name": "ListTasks"}],
            "earlier": [{"name": "TaskList"}],
            "guidance": "# Work\n\nFirst line.\n\nCall TaskList often.",
        }
        (finding,) = found("description_names_known_tools", example)
        assert (finding.message, finding.hint) == ("`TaskList` is a retired tool", "write `ListTasks`")
        assert finding.location is not None
        assert (finding.location.file, finding.location.line) == ("guidance.md", 5)

    @pytest.mark.parametrize(
        "text",
        [
            "Use GitHub and OpenShift with JavaScript.",
            "Prefer ListFiles when available.",
            "The WorkItem is left alone; ListTasks answers.",
        ],
    )
    def test_other_names_in_prose_are_no_tools(self, text: str) -> None:
        tools: list[JsonValue] = [{"name": "ListTasks"}, {"name": "CreateWorkItem", "description": text}]
        assert found("description_names_known_tools", {"tools": tools}) == []

    @pytest.mark.parametrize(
        "text",
        [
            "Use HaltTask instead.",
            "Prefer `HaltTask`.",
            "It is replaced by UpdateTask.",
            "Do not call DeleteTask.",
            "Use readFile.",
            "See `list_tasks`.",
        ],
    )
    def test_a_tool_that_a_text_orders_to_call_or_to_use_instead_exists(self, text: str) -> None:
        tools: list[JsonValue] = [{"name": "ListTasks"}, {"name": "read_file"}]
        assert len(found("description_names_known_tools", {"tools": tools, "guidance": text})) == 1

    @pytest.mark.parametrize("text", ["Use `task_id` instead.", "Returns a TaskResult.", "As PowerShell's GetTask."])
    def test_a_name_that_is_not_called_may_be_anything(self, text: str) -> None:
        tools: list[JsonValue] = [{"name": "ListTasks"}, {"name": "get_id"}]
        assert found("description_names_known_tools", {"tools": tools, "guidance": text}) == []

    def test_code_in_guidance_is_no_prose(self) -> None:
        example: JsonObject = {"tools": [{"name": "ListTasks"}], "guidance": "```python\nUse TaskList here\n```"}
        assert found("description_names_known_tools", example) == []

    def test_an_argument_that_a_text_sets_is_a_field(self) -> None:
        example = _tool({"include_all": {"type": "boolean"}}, "List tasks. Set show_hidden=true to see all.")
        assert "`show_hidden` is not a field" in _said("description_names_known_fields", example)

    @pytest.mark.parametrize(
        "text",
        [
            'Set `fill="red"` on a shape to color it.',
            "Use `rounded=1;whiteSpace=wrap;` to keep boxes readable.",
            "Add `page=2` to the query string for the next one.",
            "Images are returned as ready-to-use `shape=image` styles.",
        ],
    )
    def test_what_is_set_in_a_style_or_in_markup_is_no_field(self, text: str) -> None:
        assert found("description_names_known_fields", _tool({"limit": {"type": "integer"}}, f"Draw. {text}")) == []

    def test_what_a_query_may_hold_is_only_noted(self) -> None:
        (one,) = found(
            "description_names_known_fields", _tool({"query": {"type": "string"}}, "Use `first=10` to page.")
        )
        assert one.level == "info"

    @pytest.mark.parametrize(
        "text",
        [
            "The `state` parameter filters.",
            "Set `state` to open.",
            'First ListTasks(state="open", limit=3).',
        ],
    )
    def test_a_parameter_that_a_text_names_or_gives_is_a_field(self, text: str) -> None:
        example = {**_tool({"limit": {"type": "integer"}}, text), "name": "ListTasks"}
        assert "`state` is not a field" in _said("description_names_known_fields", example)

    @pytest.mark.parametrize(
        "text",
        [
            "Uses the `q` parameter of the search API.",
            "Set `strict` to true in your settings.",
            "First ListWork(state=1), then ListTasks(limit='a, b=c').",
            "`state` filters",
        ],
    )
    def test_a_parameter_of_something_else_may_be_named(self, text: str) -> None:
        example = {**_tool({"limit": {"type": "string"}}, text), "name": "ListTasks"}
        assert found("description_names_known_fields", example) == []

    def test_a_field_of_another_tool_or_of_a_result_may_be_named(self) -> None:
        tools: list[JsonValue] = [
            {**_tool({"maxItems": {"type": "integer"}}, "Pass `max_items` of ListWork on."), "name": "ListTasks"},
            {**_tool({"max_items": {"type": "integer"}}), "name": "ListWorkItems"},
        ]
        assert found("description_names_known_fields", {"tools": tools}) == []

    def test_an_example_under_a_heading_belongs_to_the_tool_that_the_heading_names(self) -> None:
        text = '## ListTasks\n\nRight:\n\n```json\n{"limit": "ten"}\n```\n\nWrong:\n\n```json\n{"limit": 3}\n```\n'
        tool = {**_tool({"limit": {"type": "integer"}}), "name": "ListTasks"}
        findings = found("guidance_examples_valid", {"tools": [tool], "guidance": text})
        assert [(f.location.line if f.location else 0, f.tool) for f in findings] == [
            (6, "ListTasks"),
            (12, "ListTasks"),
        ]
        assert "shown as valid" in findings[0].message
        assert "shown as invalid" in findings[1].message

    @pytest.mark.parametrize(
        ("before", "shown", "said"),
        [
            ("Use ListTasks, which returns:", '{"tasks": [], "total": 0}', ""),
            ("Use ListTasks. To get results, call it with:", '{"tasks": []}', "shown as valid"),
            ("Use ListTasks (invalid statuses are refused):", '{"limit": 3}', ""),
            ("Use ListTasks (invalid):", '{"limit": 3}', "shown as invalid"),
            ("Use ListTasks:", '{"limit": 3,}', "not valid JSON"),
            ("Use ListTasks:", '{"limit": 3} {"limit": ", ]"}', "shown as valid"),
            ("Call:", '{"method": "tools/call", "params": {"name": "ListTasks", "arguments": {"max": 3}}}', "as valid"),
        ],
    )
    def test_an_example_is_judged_as_what_it_is_shown_for(self, before: str, shown: str, said: str) -> None:
        tool = {**_tool({"limit": {"type": "integer"}}), "name": "ListTasks"}
        text = _said("guidance_examples_valid", {"tools": [tool], "guidance": f"{before}\n\n```json\n{shown}\n```\n"})
        assert said in text
        assert bool(said) == bool(text)

    def test_an_example_that_may_be_of_two_tools_is_left_alone(self) -> None:
        text = 'ListTasks and ListWork take the same: `{"limit": "ten"}`.'
        tools: list[JsonValue] = [{"name": "ListTasks"}, {"name": "ListWork"}]
        assert found("guidance_examples_valid", {"tools": tools, "guidance": text}) == []


@pytest.mark.long
def test_hostile_descriptions_cost_no_more_than_honest_ones() -> None:
    hostile = [
        "one of " + "'a', " * 20_000,
        "required for " * 5_000,
        "(" * 20_000,
        "defaults to " * 5_000,
        "do not use a, " * 5_000,
        "a," * 20_000,
        "between 1 and " * 5_000,
        "exactly one of x or " * 5_000,
        "{" * 20_000,
        '{"a":' * 5_000,
        "x_y" * 10_000,
        "`" * 20_000,
        "| a " * 10_000,
    ]
    rules = [
        "default_in_prose_agrees", "bounds_in_prose_agree", "closed_value_set_in_prose", "enum_values_documented",
        "field_forbidden_by_prose", "variant_boundaries", "guidance_contradicts_schema", "guidance_examples_valid",
        "description_names_known_tools", "description_names_known_fields",
    ]  # fmt: skip
    properties: JsonObject = {
        "kind": {"enum": ["a", "b"], "description": hostile[0]},
        **{f"x_{index}": {"type": "string", "description": text} for index, text in enumerate(hostile)},
        "count": {"type": "integer", "description": hostile[6]},
    }
    for rule in rules:
        for text in hostile:
            tool = _tool(properties, text)
            found(rule, [tool] if all_rules()[rule].scope.name == "field" else tool)


class _Siblings(dict[str, JsonValue]):
    def __iter__(self) -> Iterator[str]:
        raise AssertionError("the names of a large schema were copied")


def test_the_names_of_all_fields_are_not_copied_for_each_default_that_is_looked_for() -> None:
    text = {"type": "string", "description": "Sheet to read. Defaults to sheet_name."}
    field = field_named(tool_with({"sheet": text}), "sheet")
    siblings = _Siblings(sheet_name={})
    assert list(default_in_prose_agrees.check(replace(field, siblings=siblings), HOLON)) == []
