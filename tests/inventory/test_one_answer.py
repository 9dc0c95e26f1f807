"""Whoever asks which fields an object has gets one answer: subschemas, openness, fields, prose and drift."""

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject
from conformance.drift.attribution.aspects import Aspects, InterdependentAspectsError, aspects_of
from conformance.drift.attribution.layers import Node, Reading
from conformance.inventory.declarations import Declarations
from conformance.inventory.fields import fields_of
from conformance.inventory.openness import Openness
from conformance.inventory.prose.sample_values import sample
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.subschemas import Subschemas
from tests.inventory.tools import tool_of

URIS = {
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}
NAMES = ("a", "b", "c", "d")
LISTS = st.sampled_from(["allOf", "anyOf", "oneOf"])
REFERENCES = st.sampled_from([{"$ref": "#/definitions/D"}, {"$ref": "#/definitions/E"}, {}, {}])


def _object(inner: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
    """A schema that may name fields, join others in every way, and refer to a definition beside all that."""
    properties = st.dictionaries(st.sampled_from(NAMES), st.just({"type": "string"}), max_size=2)
    joined = st.dictionaries(LISTS, st.lists(inner, min_size=1, max_size=2), max_size=1)
    condition = st.one_of(st.just({}), inner.map(lambda then: {"if": {"required": ["a"]}, "then": then}))
    dependent = st.one_of(
        st.just({}),
        st.builds(lambda key, part: {key: {"a": part}}, st.sampled_from(["dependentSchemas", "dependencies"]), inner),
    )
    return st.builds(
        lambda named, *parts: {"properties": named, **{key: value for part in parts for key, value in part.items()}},
        properties,
        joined,
        condition,
        dependent,
        REFERENCES,
    )


OBJECTS = st.recursive(_object(st.just({"properties": {"d": {"type": "string"}}})), _object, max_leaves=4)


@st.composite
def _roots(draw: st.DrawFn) -> JsonObject:
    uri = URIS[draw(st.sampled_from(sorted(URIS)))]
    plain: JsonObject = {"properties": {draw(st.sampled_from(NAMES)): {"type": "string"}}}
    definitions: JsonObject = {"D": draw(OBJECTS), "E": plain}
    return {"$schema": uri, "type": "object", **draw(OBJECTS), "definitions": definitions}


def _openness_names(openness: Openness, heads: list[str], *, unions: bool, conditions: bool) -> set[str]:
    """The names that the walk over object levels steps to."""
    seen: set[str] = set()
    names: set[str] = set()
    pending = list(heads)
    while pending:
        head = pending.pop()
        if head in seen:
            continue
        seen.add(head)
        together = openness.joined_pointers([head])
        names.update(name for keyword, name in openness.steps_of(together) if keyword == "properties")
        if unions:
            pending.extend(branch for union in openness.subschemas.unions_of(together) for branch in union)
        if conditions:
            pending.extend(openness.subschemas.conditions_of(together))
    return names


def _aspect_names(reading: Reading, nodes: list[Node]) -> Iterator[str]:
    """The names that drift compares, branch by branch."""
    found: Aspects = aspects_of(reading, nodes)
    for key, aspect in found.items():
        if key[0] == "properties":
            yield key[1]
        for branch in aspect.branches:
            yield from _aspect_names(reading, [branch.node])


def _field_names(root: JsonObject, subschemas: Subschemas) -> set[str]:
    """The names of the fields that rules judge and prose speaks of, where the root applies them."""
    reached = {position.pointer for position in subschemas.reachable_positions()}
    return {field.name for field in fields_of(tool_of(root)) if field.position.rpartition("/properties/")[0] in reached}


def _properties(subschemas: Subschemas, pointer: str) -> set[str]:
    properties = subschemas.keywords_of(pointer).get("properties", {})
    return set(properties) if isinstance(properties, dict) else set()


@settings(max_examples=120, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(_roots())
def test_all_that_ask_which_fields_an_object_has_see_the_same(root: JsonObject) -> None:
    subschemas = Subschemas(root)
    openness = Openness(subschemas)
    names = set(subschemas.names_at(""))
    assert _openness_names(openness, [""], unions=True, conditions=True) == names
    assert _field_names(root, subschemas) == names
    assert Declarations(subschemas).names("") == names
    for field in fields_of(tool_of(root)):
        assert field.types == ["string"]
        assert sample(field.subschemas, field.position) == "x"
        assert Declarations(subschemas).declares(field.position.rpartition("/properties/")[0], field.name)
    try:
        reading = Reading(Algebra(Meter(ProofBudget()).spend), "any", root)
        compared = set(_aspect_names(reading, [("", root)]))
    except (InterdependentAspectsError, UndecidableError, RecursionError):
        return
    certain = subschemas.closure([""], conditions=False)
    assert compared == {name for one in certain for name in _properties(subschemas, one)}


def test_a_member_is_named_by_its_location_and_by_its_pointer() -> None:
    root: JsonObject = {"properties": {"a": {"items": {"properties": {"b": {}}}}}}
    subschemas = Subschemas(root)
    assert subschemas.properties_at(child("", "a", 0)) == {"b": "/properties/a/items/properties/b"}
