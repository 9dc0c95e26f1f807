"""Whatever keyword a runtime forgets to enforce, one probe objects, and none to a runtime that forgets nothing."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from conformance.commands.conversation import Conversation
from conformance.commands.probe import Plan, probe
from conformance.commands.report import Report
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.inventory import Inventory
from conformance.probes.catalogue import all_probes
from conformance.probes.interview import InconclusiveError, RunLimits
from conformance.probes.interview.rehearsal import Rehearsal
from conformance.rules.examples import from_tool
from conformance.schema.generation.edits import remove
from conformance.settings.checks import AppliedCheck
from conformance.settings.notices import INCONCLUSIVE, NOT_CALLED
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import ParseOutcome
from tests.cases import check_each

PLAN = Plan(
    [AppliedCheck(one, one.level) for one in all_probes().values()],
    load_profile("holon"),
    limits=RunLimits(max_examples=40),
)
TEXT, INTEGER = {"type": "string"}, {"type": "integer"}


class Forgets(Rehearsal):
    """Promises one schema and enforces another."""

    def __init__(self, promised: Inventory, enforced: Inventory) -> None:
        super().__init__(promised)
        self._enforcing = Rehearsal(enforced)

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        return self._enforcing.parse(tool, arguments)


def without(schema: Any, keyword: str) -> Any:
    if isinstance(schema, dict):
        members = cast("dict[str, Any]", schema)
        return {key: without(value, keyword) for key, value in members.items() if key != keyword}
    return [without(item, keyword) for item in cast("list[Any]", schema)] if isinstance(schema, list) else schema


def holding(**schema: Any) -> dict[str, Any]:
    """A tool of one field."""
    return {"type": "object", "additionalProperties": False, "required": ["a"], "properties": {"a": schema}}


def forgetful(schema: Any, keyword: str) -> Forgets:
    promised, enforced = (
        from_tool({"name": "t", "input_schema": one}).inventory for one in (schema, without(schema, keyword))
    )
    return Forgets(promised, enforced)


def report(schema: Any, keyword: str = "") -> Report:
    return probe(forgetful(schema, keyword), "forgets", PLAN)


def bitten(found: Report) -> set[str]:
    return {finding.rule for finding in found.findings} - {NOT_CALLED.id}


PATTERNED: dict[str, Any] = {"type": "object", "patternProperties": {"^x_": INTEGER}, "additionalProperties": False}
MERGED: dict[str, Any] = {
    "type": "object",
    "allOf": [
        {"type": "object", "properties": {"a": INTEGER}, "required": ["a"]},
        {"properties": {"b": {**TEXT, "maxLength": 3}}},
    ],
    "unevaluatedProperties": False,
}
RECURSIVE: dict[str, Any] = {
    **holding(**{"$ref": "#/$defs/node"}),
    "$defs": {"node": holding(type="array", items={"$ref": "#/$defs/node"}, maxItems=2)},
}
BOUNDS = [
    (RECURSIVE, "maxItems"),
    (MERGED, "maxLength"),
    (holding(type="array", prefixItems=[TEXT, INTEGER], items=False, minItems=2), "items"),
    (holding(type="array", prefixItems=[TEXT, INTEGER], items=False, minItems=2), "minItems"),
    (holding(type="string", **{"not": {"enum": ["root"]}}), "not"),
    (holding(type="object", propertyNames={"pattern": "^[a-z]+$"}, additionalProperties=TEXT), "propertyNames"),
    (holding(type="object", propertyNames={"maxLength": 4}, additionalProperties=TEXT), "propertyNames"),
    (holding(type="integer", multipleOf=5, minimum=10, maximum=100), "multipleOf"),
    (holding(type="integer", multipleOf=5, minimum=10, maximum=100), "minimum"),
    (holding(type="number", multipleOf=0.5), "multipleOf"),
    (holding(**PATTERNED, minProperties=1), "minProperties"),
    (holding(**PATTERNED, maxProperties=3), "maxProperties"),
    (holding(type="array", items=INTEGER, contains={"minimum": 10}, maxItems=5), "contains"),
    (holding(type="array", items=INTEGER, contains={"minimum": 10}, maxItems=5), "maxItems"),
    (holding(type="array", items=TEXT, uniqueItems=True, maxItems=3), "maxItems"),
    (holding(type="array", items=TEXT, uniqueItems=True, maxItems=3), "uniqueItems"),
    (holding(type="array", items={"enum": ["a", "b", "c"]}, uniqueItems=True, maxItems=2), "maxItems"),
    (holding(type="array", items={**TEXT, "pattern": "^[a-z]$"}, uniqueItems=True, maxItems=4), "maxItems"),
    (holding(type="array", items=holding(type="string"), uniqueItems=True, maxItems=4), "maxItems"),
]  # fmt: skip


@check_each(("schema", "keyword"), BOUNDS, ids=[keyword for _, keyword in BOUNDS])
def test_a_bound_that_is_forgotten_is_found_by_the_probe_on_bounds_alone(schema: Any, keyword: str) -> None:
    assert bitten(report(schema)) == set()
    found = report(schema, keyword)
    assert bitten(found) == {"bound_enforced"}
    assert f"`{keyword}`" in found.findings[0].message


def fields(*required: str, **members: Any) -> dict[str, Any]:
    """A closed tool of several fields."""
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": members}


CHOICE: dict[str, Any] = fields("k", k={"enum": ["a", "b"]}, v=TEXT, w=INTEGER, n={"enum": ["p", "q", "r"]})
IF_A: dict[str, Any] = {"if": {"properties": {"k": {"const": "a"}}}}
HASH = {"type": "string", "pattern": "^[0-9a-f]{8}$", "minLength": 8, "maxLength": 8}
NAMED = {"type": "object", "propertyNames": {"allOf": [{"pattern": "^[a-z]+$"}, {"maxLength": 3}]}}
SMALL, STEPS = {"maximum": 5}, [{"multipleOf": 4}, {"multipleOf": 6}]
TALL: dict[str, Any] = {
    **fields("n", n={"type": "integer", "maximum": 9}, v=TEXT),
    "if": {"properties": {"n": {"minimum": 5}}},
}
WORDS = {**PATTERNED, "patternProperties": {"^[a-z_]+$": INTEGER}}
BOUND, ENUM, UNKNOWN = "bound_enforced", "enum_enforced", "unknown_field_rejected"
# What violates these bounds easily violates another one too, or what stands next to the value.
HIDDEN: list[tuple[Any, str, str]] = [
    (holding(**HASH), "/properties/a/pattern", BOUND),
    (holding(type="string", pattern="^[a-z]{2}(-[A-Z]{2})?$", minLength=5), "/properties/a/minLength", BOUND),
    (holding(type="string", pattern="^[^/]*$"), "/properties/a/pattern", BOUND),
    (holding(type="string", pattern=r"^(?!.*\.\.)", maxLength=20), "/properties/a/pattern", BOUND),
    (holding(type="string", pattern="[a-z0-9 !]|^$"), "/properties/a/pattern", BOUND),
    (holding(type="string", minLength=2, maxLength=2, **{"not": {"pattern": "^x"}}), "/properties/a/not", BOUND),
    (holding(type="integer", multipleOf=10, maximum=25), "/properties/a/maximum", BOUND),
    (holding(type="integer", allOf=STEPS, maximum=50), "/properties/a/maximum", BOUND),
    (holding(type="integer", allOf=STEPS), "/properties/a/allOf/1", BOUND),
    (holding(**NAMED, additionalProperties=INTEGER), "/properties/a/propertyNames", BOUND),
    (holding(**NAMED, additionalProperties=holding(type="integer")), "/properties/a/propertyNames/allOf/1", BOUND),
    ({**fields(x=TEXT, y=TEXT), "minProperties": 1}, "/minProperties", BOUND),
    ({**fields("x", x=TEXT, y=TEXT, z=TEXT), "minProperties": 2}, "/minProperties", BOUND),
    ({**fields(x=TEXT, y=TEXT), "maxProperties": 1}, "/maxProperties", BOUND),
    ({**TALL, "then": {"required": ["v"]}}, "/properties/n/maximum", BOUND),
    ({**CHOICE, **IF_A, "then": {"properties": {"w": SMALL}}}, "/then", BOUND),
    ({**CHOICE, "dependentSchemas": {"v": {"properties": {"w": SMALL}}}}, "/dependentSchemas", BOUND),
    ({**CHOICE, **IF_A, "then": {"required": ["v"]}, "else": {"required": ["w"]}}, "/properties/k/enum", ENUM),
    ({**CHOICE, **IF_A, "then": {"properties": {"n": {"enum": ["p"]}}}}, "/then", ENUM),
    (holding(type="string", enum=["a", "b"], maxLength=1), "/properties/a/enum", ENUM),
    (holding(**PATTERNED), "/properties/a/additionalProperties", UNKNOWN),
    (holding(**WORDS), "/properties/a/additionalProperties", UNKNOWN),
]  # fmt: skip


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": [*properties], "properties": properties}


MILES: dict[str, Any] = {"enum": ["km", "miles"]}
POUNDS: dict[str, Any] = {"enum": ["kg", "lb"]}
# Unions of objects, each with pointers of lists of values in its branches.
BRANCHES: list[tuple[list[Any], list[str]]] = [
    ([closed(v=MILES, w=INTEGER), closed(u=TEXT)], ["/0/properties/v/enum"]),
    ([closed(u=TEXT), closed(v={"const": "km"})], ["/1/properties/v/const"]),
    ([closed(v=MILES, w=INTEGER), closed(v=POUNDS, u=TEXT)], ["/0/properties/v/enum", "/1/properties/v/enum"]),
    ([closed(k={"const": "a"}, v=MILES), closed(k={"const": "b"}, v=POUNDS)], ["/1/properties/v/enum"]),
    ([closed(k={"const": "a"}, v=TEXT), closed(k={"const": "b"}, w=TEXT), closed(u=TEXT)], ["/1/properties/k/const"]),
]
HIDDEN += [
    (schema, f"{at}/{union}{one}", ENUM)
    for union in ("oneOf", "anyOf")
    for branches, lists in BRANCHES
    for schema, at in ((holding(**{union: branches}), "/properties/a"), ({"type": "object", union: branches}, ""))
    for one in lists
]


@check_each(("schema", "pointer", "asker"), HIDDEN, ids=[pointer for _, pointer, _ in HIDDEN])
def test_what_is_forgotten_beside_another_demand_is_found(schema: Any, pointer: str, asker: str) -> None:
    promised, enforced = (
        from_tool({"name": "t", "input_schema": one}).inventory for one in (schema, remove(schema, pointer))
    )
    assert bitten(probe(Forgets(promised, promised), "keeps", PLAN)) == set()
    found = bitten(probe(Forgets(promised, enforced), "forgets", PLAN))
    assert asker in found
    assert INCONCLUSIVE.id not in found


@pytest.mark.parametrize(
    "asked",
    [
        {"type": "array", "items": TEXT, "minItems": 5_000_000},
        {"type": "string", "minLength": 100_000_000},
        {"type": "array", "items": {"type": "array", "items": TEXT, "minItems": 1500}, "minItems": 1500},
        {"type": "array", "items": {"type": "string", "minLength": 50_000}, "minItems": 100},
    ],
)
def test_what_is_too_large_to_be_sent_is_not_sent(asked: Any) -> None:
    optional: Any = {**holding(**asked), "required": []}
    for schema in (holding(**asked), optional):
        promised = from_tool({"name": "t", "input_schema": schema}).inventory
        runtime = Rehearsal(promised)
        found = probe(runtime, "large", PLAN)
        assert bitten(found) == {INCONCLUSIVE.id}
        sizes = [len(str(arguments)) for _, _, arguments in runtime.questions]
        assert max(sizes) < 2_000_000


def test_a_bound_that_nothing_could_break_is_told_with_its_place_and_keyword() -> None:
    found = report(holding(type="string", maxLength=10_000_000))
    (told,) = [finding for finding in found.findings if finding.rule == INCONCLUSIVE.id]
    assert (
        "no input within the size limit was found that only violates `maxLength` 10000000 of parameter `a`"
        in told.message
    )
    assert as_array(told.evidence["probes"]) == ["bound_enforced"]


def test_an_input_that_has_to_be_too_large_is_told_with_the_keyword_that_asks_for_it() -> None:
    found = report(holding(type="array", items=TEXT, minItems=5_000_000))
    messages = [finding.message for finding in found.findings if finding.rule == INCONCLUSIVE.id]
    assert any(
        "`/properties/a` requires `minItems` 5000000, but generated inputs stop at 2000" in one for one in messages
    )


def test_a_bound_that_can_not_be_told_hides_none_that_is_forgotten() -> None:
    schema = holding(type="string", minLength=2, maxLength=10_000_000)
    assert bitten(report(schema, "minLength")) == {"bound_enforced", INCONCLUSIVE.id}
    (found,) = Conversation(forgetful(schema, "minLength"), PLAN).ask(0, "bound_enforced")
    assert "`minLength`" in found.message
    with pytest.raises(InconclusiveError, match="maxLength"):
        Conversation(forgetful(schema, ""), PLAN).ask(0, "bound_enforced")


def reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def variant(name: str, **fields: Any) -> dict[str, Any]:
    """One object of a union, told by its kind."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *fields],
        "properties": {"kind": {"const": name}, **fields},
    }


def test_a_bound_in_a_union_inside_a_union_is_reached_and_tested() -> None:
    schema: dict[str, Any] = {
        **holding(oneOf=[reference("cat"), reference("fish")]),
        "$defs": {
            "cat": variant("cat"),
            "fish": variant("fish", water={"oneOf": [reference("salt"), reference("fresh")]}),
            "salt": variant("salt", percent={"type": "number", "minimum": 0, "maximum": 100}),
            "fresh": variant("fresh"),
        },
    }
    assert bitten(report(schema)) == set()
    assert bitten(report(schema, "minimum")) == {"bound_enforced"}
    assert bitten(report(schema, "maximum")) == {"bound_enforced"}


def test_an_array_that_is_empty_in_the_shortest_input_is_tested_for_repeated_elements() -> None:
    schema: Any = {**holding(type="array", items=TEXT, default=[], uniqueItems=True), "required": []}
    assert bitten(report(schema)) == set()
    assert bitten(report(schema, "uniqueItems")) == {"bound_enforced"}


class RefusesText(Forgets):
    """Rejects every input whose `code` is the usual text, for a reason that its schema does not state."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        refused = isinstance(arguments, dict) and arguments.get("code") == "text"
        return super().parse(tool, 7 if refused else arguments)


def test_a_member_that_only_rejected_inputs_have_is_tested_inside_an_accepted_one() -> None:
    schema: Any = holding(type="integer", multipleOf=5)
    schema = {**schema, "required": ["code"], "properties": {**schema["properties"], "code": {**TEXT, "minLength": 2}}}
    promised, enforced = (
        from_tool({"name": "t", "input_schema": one}).inventory for one in (schema, without(schema, "multipleOf"))
    )
    assert "bound_enforced" in bitten(probe(RefusesText(promised, enforced), "forgets", PLAN))
    assert INCONCLUSIVE.id not in bitten(probe(RefusesText(promised, promised), "strict", PLAN))


class RefusesPages(Forgets):
    """Rejects every input that has a `page`."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        return super().parse(tool, 7 if isinstance(arguments, dict) and "page" in arguments else arguments)


def test_bounds_of_a_field_that_no_accepted_input_has_are_undetermined_for_that_reason() -> None:
    paged: dict[str, Any] = {"page": {**INTEGER, "minimum": 1}, "word": TEXT}
    schema: Any = {"type": "object", "additionalProperties": False, "required": ["word"], "properties": paged}
    promised = from_tool({"name": "t", "input_schema": schema}).inventory
    found = probe(RefusesPages(promised, promised), "refuses", PLAN)
    (told,) = [one for one in found.findings if one.rule == INCONCLUSIVE.id]
    assert "`page` were not tested, as no valid input that the tool accepts has it" in told.message


class FillsDefaults(Forgets):
    """Drops unknown fields, and returns each input with its defaults filled in."""

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        given = as_object(arguments)
        kept = {name: value for name, value in given.items() if name in ("word", "page_size")}
        parsed = super().parse(tool, kept)
        return replace(parsed, arguments={"page_size": 7, **kept}) if parsed.accepted else parsed


def test_a_dropped_field_whose_default_is_filled_in_is_not_another_name_of_it() -> None:
    paged: dict[str, Any] = {"page_size": {"const": 7, "default": 7}, "word": TEXT}
    schema: Any = {"type": "object", "additionalProperties": False, "required": ["word"], "properties": paged}
    promised = from_tool({"name": "t", "input_schema": schema}).inventory
    found = probe(FillsDefaults(promised, promised), "fills", PLAN)
    assert not [one.message for one in found.findings if "another name" in one.message]
