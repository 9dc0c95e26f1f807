"""Two inventories give a stream of changes: equal things are silent, one intention is one change."""

from collections.abc import Iterator
from typing import Any

import pytest

import conformance
from conformance.drift import compare as compare_module
from conformance.drift import schema_changes
from conformance.drift.changes import ChangeSurface
from conformance.drift.compare import compare
from conformance.drift.policy import Policy
from conformance.drift.report import DriftReport, FailOn, rule_changes
from conformance.drift.schema_changes import input_changes
from conformance.schema.containment import budget
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.limits import MAX_SUBSCHEMAS
from tests.cases import check_each
from tests.drift.inventories import CLOSED, closed, drifted, input_drift, inventory, result_drift, told, tool

STRING: dict[str, Any] = {"type": "string"}
SILENT = {
    "nullable wrap": (
        closed({"a": {"type": ["string", "null"], "maxLength": 5}}),
        closed({"a": {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}}),
    ),
    "extracted definition": (
        closed({"a": {"enum": ["x", "y"]}}),
        closed({"a": {"$ref": "#/$defs/Mode"}}, **{"$defs": {"Mode": {"enum": ["x", "y"]}}}),
    ),
    "flattened allOf": (
        closed({"a": {"allOf": [{"type": "integer"}, {"minimum": 1}]}}),
        closed({"a": {"type": "integer", "minimum": 1}}),
    ),
    "enum as anyOf of consts": (
        closed({"a": {"enum": ["x", "y"]}}),
        closed({"a": {"anyOf": [{"const": "y"}, {"const": "x"}]}}),
    ),
    "order of keys": ({"type": "object", "additionalProperties": False}, dict(reversed(CLOSED.items()))),
    "order of required": (closed({"a": {}, "b": {}}, "a", "b"), closed({"a": {}, "b": {}}, "b", "a")),
    "number literal": (closed({"a": {"minimum": 1}}), closed({"a": {"minimum": 1.0}})),
    "added title": (closed({"a": STRING}), closed({"a": {**STRING, "title": "A"}}, title="Arguments")),
    "renamed definition": (
        closed({"a": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}}),
        closed({"a": {"$ref": "#/$defs/B"}}, **{"$defs": {"B": {"type": "array", "items": {"$ref": "#/$defs/B"}}}}),
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_another_spelling_of_the_same_is_silent(name: str) -> None:
    assert told(input_drift(*SILENT[name])) == []


@check_each(
    ("old", "new", "kinds"),
    [
        ({"a": STRING, "value": {"description": "What to set."}}, {"a": STRING}, ["field_removed"]),
        ({"a": STRING}, {"a": STRING, "value": True}, ["field_added"]),
        ({"value": {"description": "What to set."}}, {"val": {"description": "What to set."}}, ["field_renamed"]),
        ({"o": {"properties": {"x": {}}}}, {"o": {"properties": {"y": {}}}}, ["field_added", "field_removed"]),
        ({"a": STRING, "b": False}, {"a": STRING, "b": False, "c": {}}, ["field_added"]),
    ],
)
def test_a_field_of_any_type_that_an_open_object_gains_or_loses_is_a_change(
    old: Any, new: Any, kinds: list[str]
) -> None:
    schemas = ({"type": "object", "properties": old}, {"type": "object", "properties": new})
    for found in (input_drift(*schemas), result_drift(*schemas)):
        assert sorted(ruled.change.kind for ruled in found) == kinds
        assert {ruled.verdict for ruled in found} == {"compatible"}
    reasons = [ruled.message for ruled in input_drift(*schemas) if ruled.change.kind != "field_added"]
    assert all("nothing states any more that the tool reads it" in reason for reason in reasons)


def test_a_moved_tool_is_silent() -> None:
    first, second = tool("ReadNote"), tool("WriteNote")
    assert list(compare(inventory(first, second), inventory(second, first))) == []


EDITS: dict[str, tuple[Any, Any, list[tuple[str, str, str]]]] = {
    "a removed field": (
        closed({"a": STRING, "b": STRING}),
        closed({"a": STRING}),
        [("breaking", "field_removed", "/input_schema/properties/b")],
    ),
    "an optional field": (
        closed({"a": STRING}),
        closed({"a": STRING, "b": STRING}),
        [("compatible", "field_added", "/input_schema/properties/b")],
    ),
    "a required field": (
        closed({"a": STRING}),
        closed({"a": STRING, "b": STRING}, "b"),
        [("breaking", "required_field_added", "/input_schema/properties/b")],
    ),
    "a renamed field": (
        closed({"note_id": STRING}, "note_id"),
        closed({"id_of_note": STRING}, "id_of_note"),
        [("breaking", "field_renamed", "/input_schema/properties/id_of_note")],
    ),
    "a requirement": (
        closed({"a": STRING}),
        closed({"a": STRING}, "a"),
        [("breaking", "field_required", "/input_schema/required")],
    ),
    "a relaxed requirement": (
        closed({"a": STRING}, "a"),
        closed({"a": STRING}),
        [("compatible", "field_optional", "/input_schema/required")],
    ),
    "a narrowed branch of a nullable field that is also spelt otherwise": (
        closed({"a": {"type": ["integer", "null"], "maximum": 9}}),
        closed({"a": {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "null"}]}}),
        [("breaking", "maximum_changed", "/input_schema/properties/a/anyOf/0/maximum")],
    ),
    "null in another spelling": (
        closed({"a": {"type": ["string", "null"]}}),
        closed({"a": STRING}),
        [("breaking", "null_refused", "/input_schema/properties/a/type")],
    ),
    "null added by a union": (
        closed({"a": STRING}),
        closed({"a": {"anyOf": [STRING, {"type": "null"}]}}),
        [("compatible", "null_allowed", "/input_schema/properties/a/anyOf/0/type")],
    ),
    "a closed object": (
        {"type": "object"},
        CLOSED,
        [("breaking", "object_closed", "/input_schema/additionalProperties")],
    ),
    "a value less deep in a definition": (
        closed({"a": {"$ref": "#/$defs/M"}, "b": {"$ref": "#/$defs/M"}}, **{"$defs": {"M": {"enum": ["x", "y"]}}}),
        closed({"a": {"$ref": "#/$defs/M"}, "b": {"$ref": "#/$defs/M"}}, **{"$defs": {"M": {"enum": ["x"]}}}),
        [("breaking", "enum_changed", "/input_schema/$defs/M/enum")],
    ),
    "a field of elements": (
        closed({"a": {"type": "array", "items": closed({"x": STRING, "y": STRING})}}),
        closed({"a": {"type": "array", "items": closed({"x": STRING})}}),
        [("breaking", "field_removed", "/input_schema/properties/a/items/properties/y")],
    ),
    "a list in place of one value": (
        closed({"a": STRING}),
        closed({"a": {"anyOf": [STRING, {"type": "array", "items": STRING}]}}),
        [("compatible", "alternatives_changed", "/input_schema/properties/a")],
    ),
    "a variant less": (
        {"oneOf": [closed({"k": {"const": "a"}}, "k"), closed({"k": {"const": "b"}}, "k")]},
        {"oneOf": [closed({"k": {"const": "a"}}, "k")]},
        [("breaking", "variant_removed", "/input_schema/oneOf/1")],
    ),
    "a field of one variant": (
        {"oneOf": [closed({"k": {"const": "a"}}, "k"), closed({"k": {"const": "b"}, "x": STRING}, "k")]},
        {"oneOf": [closed({"k": {"const": "b"}}, "k"), closed({"k": {"const": "a"}}, "k")]},
        [("breaking", "field_removed", "/input_schema/oneOf/1/properties/x")],
    ),
    "a default": (
        closed({"a": {"default": 1}}),
        closed({"a": {"default": 1.5}}),
        [("compatible", "default_changed", "/input_schema/properties/a/default")],
    ),
    "a default of another type": (
        closed({"a": {"default": 0}}),
        closed({"a": {"default": False}}),
        [("breaking", "default_type_changed", "/input_schema/properties/a/default")],
    ),
    "a format": (
        closed({"a": {"type": "string", "format": "date"}}),
        closed({"a": {"type": "string", "format": "date-time"}}),
        [("cosmetic", "format_changed", "/input_schema/properties/a/format")],
    ),
    "a header that clients have to send": (
        closed({"a": STRING, "b": STRING}),
        closed({"a": {**STRING, "x-mcp-header": "Region"}, "b": STRING, "c": {**STRING, "x-mcp-header": "Zone"}}),
        [
            ("compatible", "field_added", "/input_schema/properties/c"),
            ("breaking", "header_added", "/input_schema/properties/a/x-mcp-header"),
        ],
    ),
    "another header": (
        closed({"a": closed({"b": {**STRING, "x-mcp-header": "Region"}})}),
        closed({"a": closed({"b": {**STRING, "x-mcp-header": "Zone"}})}),
        [("breaking", "header_changed", "/input_schema/properties/a/properties/b/x-mcp-header")],
    ),
    "the same header in other capitals": (
        closed({"a": {**STRING, "x-mcp-header": "Region"}}),
        closed({"a": {**STRING, "x-mcp-header": "region"}}),
        [],
    ),
    "a header that is no longer sent": (
        closed({"a": {**STRING, "x-mcp-header": "Region"}}),
        closed({"a": STRING}),
        [("unknown", "header_removed", "/input_schema/properties/a/x-mcp-header")],
    ),
    "a deprecated field": (
        closed({"a": STRING}),
        closed({"a": {**STRING, "deprecated": True}}),
        [("compatible", "deprecation_added", "/input_schema/properties/a/deprecated")],
    ),
    "two required types at once": (
        closed({"a": STRING, "b": STRING}, "a", "b"),
        closed({"a": {"type": "integer"}, "b": {"type": "integer"}}, "a", "b"),
        [
            ("breaking", "type_changed", "/input_schema/properties/a/type"),
            ("breaking", "type_changed", "/input_schema/properties/b/type"),
        ],
    ),
}


@check_each("name", EDITS)
def test_an_edit_is_one_change_at_its_keyword(name: str) -> None:
    old, new, expected = EDITS[name]
    assert told(input_drift(old, new)) == expected


@check_each("name", EDITS)
def test_the_same_edit_of_a_result_is_attributed_to_the_same_places(name: str) -> None:
    old, new, expected = EDITS[name]
    places = [pointer.removeprefix("/input_schema") for _, _, pointer in expected]
    found = [
        pointer.removeprefix("/result_envelope/success_result_schema") for _, _, pointer in told(result_drift(old, new))
    ]
    assert found == places


def test_an_edit_that_elsewhere_is_not_seen_is_compatible() -> None:
    old = closed({"a": {"allOf": [{"maximum": 5}, {"maximum": 9}]}})
    new = closed({"a": {"allOf": [{"maximum": 5}, {"maximum": 7}]}})
    assert told(input_drift(old, new)) == []


def test_every_break_of_a_schema_has_its_own_witness() -> None:
    old = closed({"a": STRING, "b": {"type": "integer"}}, "a")
    new = closed({"a": {"type": "string", "maxLength": 3}}, "a")
    witnesses = {ruled.change.kind: ruled.witness for ruled in input_drift(old, new)}
    assert witnesses == {"max_length_added": {"a": "aaaa"}, "field_removed": {"a": "a", "b": 0}}


def test_a_removed_tool_comes_with_a_call_that_was_legal() -> None:
    (ruled,) = drifted(inventory(tool("Sleep"), tool("ReadNote")), inventory(tool("ReadNote"))).changes
    assert (ruled.change.kind, ruled.verdict, ruled.witness) == (
        "tool_removed",
        "breaking",
        {"tool": "Sleep", "input": {"text": "a"}},
    )


def test_a_renamed_tool_is_one_change_and_is_compared_under_its_new_name() -> None:
    described = "Lists the notes of the current agent, newest first, as short entries."
    schema = closed({"limit": {"type": "integer"}})
    old = tool("NoteList", description=described, input_schema=schema)
    new = tool("ListNotes", description=described, input_schema=closed({"limit": {"type": "integer"}, "tag": STRING}))
    changes = list(drifted(inventory(old), inventory(new)).changes)
    assert [ruled.change.kind for ruled in changes] == ["tool_renamed", "field_added", "result_type_changed"]
    assert {ruled.change.tool for ruled in changes} == {"ListNotes"}
    assert changes[0].witness == {"tool": "NoteList", "input": {}}


def test_a_removed_tool_whose_schema_nothing_can_judge_comes_without_a_call() -> None:
    for schema in (None, {"$ref": "elsewhere.json"}):
        (ruled,) = drifted(inventory(tool(input_schema=schema)), inventory()).changes
        assert (ruled.change.kind, ruled.verdict, ruled.witness) == ("tool_removed", "breaking", None)


@pytest.mark.parametrize(
    ("grammar", "expected"),
    [
        (None, ("compatible", "input_schema_published")),
        ("start: WORD", ("breaking", "input_became_structured")),
    ],
)
def test_a_first_input_schema_breaks_only_who_sent_text(grammar: str | None, expected: tuple[str, str]) -> None:
    old = tool(input_schema=None, freeform_grammar=grammar)
    new = tool(freeform_grammar=grammar)
    (ruled,) = drifted(inventory(old), inventory(new)).changes
    assert (ruled.verdict, ruled.change.kind) == expected
    assert ruled.change.pointer_in_tool == "/input_schema"
    # where both take text only, the missing schema is no change
    (other,) = compare(inventory(old), inventory({**old, "family": "web"}))
    assert other.kind == "capability_changed"


def test_an_annotation_beside_aspects_that_depend_on_each_other_is_compared() -> None:
    both: list[Any] = [{"properties": {name: {}}, "additionalProperties": False} for name in "ab"]
    old, new = (closed({"p": {"allOf": both, "description": text}}) for text in ("one", "two"))
    assert told(input_drift(old, new)) == [
        ("cosmetic", "description_changed", "/input_schema/properties/p/description")
    ]


def test_an_annotation_is_located_in_the_version_that_has_it() -> None:
    bare, described = closed({"a": {}}), closed({"a": {"description": "One."}})
    for old, new, kind, is_gone in (
        (bare, described, "description_added", False),
        (described, bare, "description_removed", True),
    ):
        # the tool is at another place in each version
        before, after = inventory(tool(input_schema=old)), inventory(tool("Sleep"), tool(input_schema=new))
        (change,) = [one for one in compare(before, after) if one.kind == kind]
        assert change.is_gone is is_gone
        assert change.pointer == f"/tools/{0 if is_gone else 1}/input_schema/properties/a/description"
        assert (change.before, change.after) == (("One.", None) if is_gone else (None, "One."))


def test_an_annotation_of_a_shared_definition_is_reported_once() -> None:
    def twice(text: str, title: str) -> Any:
        uses = {"a": {"$ref": "#/$defs/A"}, "b": {"allOf": [{"$ref": "#/$defs/A"}], "title": title}}
        return closed(uses, **{"$defs": {"A": {"description": text}}})

    assert told(input_drift(twice("one", "x"), twice("two", "y"))) == [
        ("cosmetic", "description_changed", "/input_schema/$defs/A/description")
    ]


_OPEN = {"additionalProperties": True}


@pytest.mark.parametrize(
    "around",
    [
        lambda limit: {"allOf": [{"properties": {"limit": limit}, **_OPEN}, {"properties": {"other": {}}, **_OPEN}]},
        lambda limit: {"properties": {"limit": limit}, "anyOf": [{}, {}], "unevaluatedProperties": False},
        lambda limit: {"if": {"required": ["other"]}, "then": {"properties": {"limit": limit}}},
        lambda limit: {"dependentSchemas": {"other": {"properties": {"limit": limit}}}},
        lambda limit: {"oneOf": [{"properties": {"limit": limit}, "required": ["limit"]}, {"required": ["other"]}]},
        lambda limit: {"properties": {"list": {"prefixItems": [{"properties": {"limit": limit}}]}}},
        lambda limit: {"properties": {"list": {"contains": {"properties": {"limit": limit}}}}},
    ],
)
def test_an_annotation_is_compared_wherever_a_schema_can_hold_it(around: Any) -> None:
    typed = {"type": ["string", "integer"]}
    old, new = (
        {"type": "object", **around({**typed, "default": default, "x-mcp-header": header})}
        for default, header in (("5", "Region"), (5, "Zone"))
    )
    assert sorted(kind for _, kind, _ in told(input_drift(old, new))) == ["default_type_changed", "header_changed"]


@pytest.mark.parametrize("rest", ["additionalProperties", "unevaluatedProperties"])
def test_a_member_of_a_dictionary_that_is_described_on_its_own_follows_the_proof(rest: str) -> None:
    counts: Any = {"type": "object", rest: {"type": "integer"}}
    for described, verdict in (({"type": "string"}, "breaking"), ({"type": "integer", "minimum": 0}, "compatible")):
        new = {**counts, "properties": {"total": described}, "required": ["total"]}
        (change,) = [one for one in result_drift(counts, new) if one.change.kind != "field_required"]
        assert (change.change.kind, change.verdict) == ("field_singled_out", verdict)
    for anything in ({}, False, True):
        new = {"type": "object", rest: anything, "properties": {"total": {"type": "string"}}}
        assert [one.verdict for one in result_drift({"type": "object", rest: anything}, new)] == ["compatible"]


def test_where_the_budget_ends_it_is_unknown_what_annotations_changed_and_breaks_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = closed({"a": {"description": "one"}, "b": {}}), closed({"a": {"description": "two"}})
    assert [ruled.change.kind for ruled in input_drift(old, new)] == ["field_removed", "description_changed"]
    monkeypatch.setattr(schema_changes, "_TIMES_FOR_A_WALK", 0)
    broken, annotations = input_drift(old, new)
    assert (broken.change.kind, broken.verdict) == ("field_removed", "breaking")
    assert (annotations.change.kind, annotations.verdict) == ("schema_changed", "unknown")
    assert annotations.is_undecidable
    assert annotations.message == (
        "the schema changed: defaults and other annotations were not all compared: no answer within 0 steps"
    )


def test_the_annotations_of_the_largest_schemas_are_compared() -> None:
    members = {f"p{index}": {"description": f"Text {index}."} for index in range(MAX_SUBSCHEMAS - 10)}
    old, new = ({**members, "zz": {"default": default}} for default in ("a", 1))
    assert [ruled.change.kind for ruled in input_drift({"properties": old}, {"properties": new})] == [
        "default_type_changed"
    ]


def test_strangers_are_not_taken_for_a_rename() -> None:
    old = tool("Sleep", description="Ends the loop.", input_schema=CLOSED)
    new = tool("ListNotes", description="Lists the notes of the agent.", input_schema=CLOSED)
    kinds = [ruled.change.kind for ruled in drifted(inventory(old), inventory(new)).changes]
    assert kinds == ["tool_added", "tool_removed"]


SURFACES: dict[str, tuple[dict[str, Any], tuple[str, str, str]]] = {
    "capability": ({"family": "web"}, ("breaking", "capability_changed", "/family")),
    "description": ({"description": "Other words."}, ("cosmetic", "description_changed", "/description")),
    "rendering": (
        {"rendering": "custom_text_receipt"},
        ("breaking", "model_rendering_changed", "/result_envelope/model_rendering"),
    ),
    "envelope": (
        {"envelope": {"error_result": "OtherError"}},
        ("breaking", "error_result_changed", "/result_envelope/error_result"),
    ),
    "result type": (
        {"envelope": {"success_result": "Other"}},
        ("unknown", "result_type_changed", "/result_envelope/success_result"),
    ),
    "related surfaces": (
        {"related_surfaces": ["HTTP"]},
        ("cosmetic", "related_surfaces_changed", "/related_surfaces"),
    ),
    "grammar": ({"freeform_grammar": "start: WORD"}, ("unknown", "grammar_changed", "/freeform_grammar")),
    "another key": ({"x-owner": "me"}, ("cosmetic", "other_key_changed", "/x-owner")),
    "hints": ({"annotations": {"readOnlyHint": True}}, ("compatible", "hints_changed", "/annotations")),
    "tasks": ({"execution": {"taskSupport": "optional"}}, ("compatible", "task_support_widened", "/execution")),
    "tasks only": ({"execution": {"taskSupport": "required"}}, ("breaking", "task_support_narrowed", "/execution")),
    "execution": ({"execution": {"other": 1}}, ("cosmetic", "other_key_changed", "/execution")),
    "no schema any more": ({"input_schema": None}, ("breaking", "input_schema_dropped", "/input_schema")),
}


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_is_compared(name: str) -> None:
    changed, expected = SURFACES[name]
    changes = drifted(inventory(tool()), inventory(tool(**changed))).changes
    assert told(list(changes)) == [expected]


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ("optional", "required", "breaking"),
        ("optional", "forbidden", "breaking"),
        ("optional", None, "breaking"),
        ("required", "optional", "compatible"),
    ],
)
def test_a_client_that_calls_as_before_is_served_or_the_change_breaks(
    before: str, after: str | None, verdict: str
) -> None:
    old, new = (
        inventory(tool(**({"execution": {"taskSupport": stated}} if stated else {}))) for stated in (before, after)
    )
    (ruled,) = drifted(old, new).changes
    assert ruled.verdict.value == verdict
    assert f"the support of tasks changed from `{before}` to `{after or 'forbidden'}`" in ruled.message


def test_a_place_for_a_result_schema_that_is_empty_is_no_envelope() -> None:
    silent = {"success_result_schema": None}
    without = {key: value for key, value in tool().items() if key != "result_envelope"}
    for before, after in (
        (without, {**without, "result_envelope": silent}),
        ({**without, "result_envelope": silent}, without),
    ):
        assert list(compare(inventory(before), inventory(after))) == []
    stated = {**without, "result_envelope": {"success_result_schema": {"type": "object"}}}
    assert [one.kind for one in compare(inventory(stated), inventory(without))] == ["result_schema_dropped"]


def test_another_key_that_changed_is_named() -> None:
    (ruled,) = drifted(inventory(tool(strict=False)), inventory(tool(strict=True))).changes
    assert ruled.message == "key `strict` changed from false to true"
    (ruled,) = drifted(inventory(tool(**{"x-{a}": 1})), inventory(tool())).changes
    assert ruled.message == "key `x-{a}` 1 was removed"


def test_reflowed_prose_is_silent() -> None:
    old, new = (inventory(tool(description=text)) for text in ("One line.\nAnother.", "One line. Another."))
    assert list(compare(old, new)) == []


def test_a_number_that_changed_in_prose_is_pointed_out() -> None:
    old = inventory(tool(description="Waits 30 s; the limit defaults to 10_000."))
    new = inventory(tool(description="Waits 60 s; the limit defaults to 10_000."))
    (ruled,) = drifted(old, new).changes
    assert ruled.message == "the description changed: number 30 became 60"


def test_a_published_result_is_compatible_and_a_dropped_one_breaks() -> None:
    schema = closed({"ok": {"type": "boolean"}}, "ok")
    assert told(result_drift(None, schema)) == [
        ("compatible", "result_schema_published", "/result_envelope/success_result_schema")
    ]
    (dropped,) = result_drift(schema, None)
    assert (dropped.verdict, dropped.change.kind) == ("breaking", "result_schema_dropped")
    assert dropped.witness is not None


def test_a_new_member_of_a_result_breaks_only_a_closed_world() -> None:
    old, new = closed({"ok": {}}), closed({"ok": {}, "note": STRING})
    assert [ruled.verdict for ruled in result_drift(old, new)] == ["compatible"]
    assert [ruled.verdict for ruled in result_drift(old, new, closed_world=True)] == ["breaking"]


def test_a_guarantee_that_a_result_loses_breaks() -> None:
    (ruled,) = result_drift({"type": "object", "properties": {"a": STRING}}, {"type": "object"})
    assert (ruled.verdict, ruled.change.kind) == ("breaking", "field_removed")


def test_the_stream_is_lazy() -> None:
    changes = compare(inventory(tool("A"), tool("B")), inventory(tool("C")))
    assert isinstance(changes, Iterator)
    assert next(changes).surface is ChangeSurface.INVENTORY


def test_what_cannot_be_read_is_unknown_and_nothing_else_suffers() -> None:
    bad = closed({"a": {"type": "string", "pattern": "("}}, "a")
    old = inventory(tool("A", input_schema=bad), tool("B"))
    new = inventory(tool("A", input_schema={**bad, "required": ["a", "b"]}), tool("B", family="web"))
    verdicts = {ruled.change.tool: ruled.verdict for ruled in drifted(old, new).changes}
    assert verdicts == {"A": "unknown", "B": "breaking"}


def test_a_shared_graph_is_not_unfolded() -> None:
    def graph(leaf: str) -> dict[str, Any]:
        inner = {
            f"n{i}": {"type": "object", "properties": {side: {"$ref": f"#/$defs/n{i + 1}"} for side in "lr"}}
            for i in range(30)
        }
        return {"$defs": {**inner, "n30": {"type": leaf}}, "$ref": "#/$defs/n0"}

    (ruled,) = input_drift(graph("string"), graph("integer"))
    assert (ruled.change.kind, ruled.change.pointer) == ("type_changed", "/tools/0/input_schema/$defs/n30/type")


def test_after_some_hard_schemas_the_others_get_little_time_each_and_are_still_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "SECONDS_FOR_HARD_ONES", 0.0)
    given: list[float] = []
    monkeypatch.setattr(
        compare_module,
        "input_changes",
        lambda was, now, limits: [given.append(limits.seconds), *input_changes(was, now)][1:],
    )
    old, new = (
        inventory(*(tool(name, input_schema=closed({"a": {"type": kind}})) for name in "AB"))
        for kind in ("string", "integer")
    )
    assert [ruled.verdict for ruled in drifted(old, new).changes] == ["breaking", "breaking"]
    assert given == [0.05, 0.05]


def test_a_schema_of_more_parts_than_can_be_compared_is_not_and_a_new_one_is_no_way_around() -> None:
    many = closed({f"member_{number}": {} for number in range(MAX_SUBSCHEMAS)})
    for old, new, is_new in ((many, closed({}), False), (closed({}), many, True)):
        (ruled,) = input_drift(old, new)
        assert (ruled.verdict.value, ruled.is_undecidable) == ("unknown", is_new)
        assert ruled.change.evidence is not None
        assert ruled.change.evidence.reason.endswith("it has more than 12,000 subschemas")


BOUNDS = [
    *(("string", key, value) for key in ("minLength", "maxLength") for value in ("x", [], None)),
    *(("number", key, value) for key in ("minimum", "exclusiveMaximum", "multipleOf") for value in ("1", {})),
    ("array", "minItems", "x"),
    ("object", "maxProperties", [1]),
]


@pytest.mark.parametrize(("kind", "key", "value"), BOUNDS)
def test_a_bound_that_is_no_number_cannot_be_compared_and_is_no_way_around(kind: str, key: str, value: Any) -> None:
    valid, invalid = closed({"a": {"type": kind}}), closed({"a": {"type": kind, key: value}})
    for old, new in ((valid, invalid), (invalid, valid)):
        (ruled,) = input_drift(old, new)
        assert (ruled.verdict.value, ruled.is_undecidable) == ("unknown", new is invalid)


@pytest.mark.parametrize(
    "invalid", [{"type": "number", "pattern": "("}, {"type": "object", "patternProperties": {"(": {}}}]
)
def test_a_new_schema_that_is_invalid_where_no_instance_meets_it_is_not_called_unchanged(invalid: Any) -> None:
    valid = {"type": invalid["type"]}
    (ruled,) = input_drift(closed({"a": valid}), closed({"a": invalid}))
    assert (ruled.verdict.value, ruled.is_undecidable) == ("unknown", True)
    assert ruled.change.evidence is not None
    assert "'/properties/a' has the invalid pattern '('" in ruled.change.evidence.reason
    beside = input_drift(closed({"a": valid}), closed({"a": invalid, "b": {}}))
    assert sorted(one.change.kind for one in beside) == ["field_added", "schema_changed"]
    assert input_drift(closed({"a": invalid}), closed({"a": valid})) == []


def test_a_field_that_becomes_a_reference_to_itself_is_one_change_for_that_reason() -> None:
    (ruled,) = input_drift(closed({"a": STRING}), closed({"a": {"$ref": "#/properties/a"}}))
    assert (ruled.verdict.value, ruled.change.kind) == ("unknown", "schema_changed")
    assert ruled.change.evidence is not None
    assert "references form a cycle" in ruled.change.evidence.reason


def test_a_break_that_needs_too_much_work_to_be_found_fails_the_run_unless_that_is_allowed() -> None:
    def variants(longest: int) -> dict[str, Any]:
        texts = {f"f{index}": {"type": "string", "maxLength": 30} for index in range(11)}
        kinds = [
            closed({"kind": {"const": kind}, **texts, "f11": {"maxLength": longest}}, "kind") for kind in range(20)
        ]
        return {"type": "object", "oneOf": [*kinds[:-1], closed({**texts, "f11": {"maxLength": 30}}, "f0")]}

    old, new = (inventory(tool(input_schema=variants(longest))) for longest in (30, 29))
    changes = list(compare(old, new, ProofBudget(steps=200, seconds=60)))
    for is_allowed in (False, True):
        report = DriftReport("old", "new", rule_changes(changes, Policy(allow_unknown=is_allowed)))
        assert {one.verdict.value for one in report.changes} == {"unknown"}
        assert report.fails_on(FailOn.BREAKING) is not is_allowed
    (reason,) = {one.change.evidence.reason for one in report.changes if one.change.evidence}
    assert reason == "no answer within 200 steps"


def test_a_member_of_a_list_that_is_named_like_one_of_an_inventory_is_compared_alone() -> None:
    def listed(**more: Any) -> Any:
        schema = {"type": "object", "properties": {"a": more.pop("a", STRING)}}
        return conformance.load_inventory([{"name": "t", "inputSchema": schema, **more}])

    pairs = (listed(stability="beta"), listed(stability="stable")), (listed(family="x"), listed())
    changes = [one for old, new in pairs for one in compare(old, new)]
    assert [(one.kind, one.pointer, one.before, one.after) for one in changes] == [
        ("other_key_changed", "/tools/0/stability", "beta", "stable"),
        ("other_key_changed", "/tools/0/family", "x", None),
    ]
    edited = compare(listed(stability="beta"), listed(stability="beta", a={"type": "integer"}))
    assert [one.kind for one in edited] == ["type_changed"]
