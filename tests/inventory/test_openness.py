"""What is judged closed is what the reference validator keeps closed, whatever describes the place."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory.input_schema import object_levels_of
from conformance.inventory.openness import Conjunction, Disjunction, Openness, remove_implied
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import is_valid
from tests.inventory.tools import tool_of

UNKNOWN = "zz_unknown"
NAMES = ("a", "b")
REST = st.sampled_from([None, True, False])


def _with_rest(schema: dict[str, JsonValue], keyword: str, rest: bool | None) -> JsonObject:
    return schema if rest is None else {**schema, keyword: rest}


@st.composite
def plain(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    """One schema that names fields itself."""
    properties = draw(st.dictionaries(st.sampled_from(NAMES), inner, max_size=2))
    return _with_rest({"type": "object", "properties": properties}, "additionalProperties", draw(REST))


@st.composite
def joined(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    """A schema beside the parts of an ``allOf``; each part may speak of the same fields."""
    parts = draw(st.lists(plain(inner), min_size=1, max_size=2))
    schema: dict[str, JsonValue] = {"type": "object", "allOf": [_open(part, draw(REST)) for part in parts]}
    return _with_rest(schema, "unevaluatedProperties", draw(REST))


def _open(part: JsonObject, rest: bool | None) -> JsonObject:
    """A part that stays closed would reject the fields of its sibling, so that nothing were valid."""
    kept = {key: value for key, value in part.items() if key != "additionalProperties"}
    return {**kept, "additionalProperties": True} if rest else kept


@st.composite
def chosen(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    """A union with a discriminator, inside a base that may name fields too."""
    keyword = draw(st.sampled_from(["anyOf", "oneOf"]))
    branches: list[JsonValue] = []
    for index in range(2):
        branch = draw(plain(inner))
        kind: JsonObject = {"const": f"k{index}"}
        branches.append({**branch, "properties": {**branch["properties"], "kind": kind}, "required": ["kind"]})  # type: ignore[dict-item]
    base = draw(st.sampled_from([{}, {"type": "object"}, {"type": "object", "properties": {}}]))
    schema: dict[str, JsonValue] = {**base, keyword: branches}
    return _with_rest(schema, "unevaluatedProperties", draw(REST))


def _objects(with_unions: bool) -> st.SearchStrategy[JsonObject]:
    def extended(inner: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
        listed = inner.map(lambda item: {"type": "array", "items": item})
        referred = st.just({"$ref": "#/$defs/D"})
        below = st.one_of(inner, listed, referred, st.just({"type": "string"}))
        kinds = [plain(below), joined(below), *([chosen(below)] if with_unions else [])]
        return st.one_of(kinds)

    return st.recursive(plain(st.just({"type": "string"})), extended, max_leaves=6)


def _roots(with_unions: bool) -> st.SearchStrategy[JsonObject]:
    return st.builds(
        lambda root, shared: {**root, "$defs": {"D": shared}},
        _objects(with_unions),
        plain(st.just({"type": "string"})),
    )


def _instances(schema: JsonObject, root: JsonObject) -> Iterator[JsonValue]:
    """Every full value, one for each branch of a union."""
    if "$ref" in schema:
        yield from _instances(root["$defs"]["D"], root)  # type: ignore[index,call-overload]
        return
    if schema.get("type") == "string":
        yield "x"
        return
    if schema.get("type") == "array":
        yield from ([item] for item in _instances(schema["items"], root))  # type: ignore[arg-type]
        return
    if "const" in schema:
        yield schema["const"]
        return
    for branch in schema.get("anyOf", schema.get("oneOf", [{}])):  # type: ignore[union-attr]
        whole: dict[str, JsonValue] = {}
        for part in (schema, *schema.get("allOf", ()), branch):  # type: ignore[misc]
            for name, member in part.get("properties", {}).items():  # type: ignore[union-attr]
                whole.setdefault(name, next(_instances(member, root)))
        yield whole


def _objects_in(value: JsonValue, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        yield path
        for name, member in value.items():
            yield from _objects_in(member, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _objects_in(item, (*path, index))


def _with_unknown(value: JsonValue, path: tuple[str | int, ...]) -> JsonValue:
    if not path:
        return {**value, UNKNOWN: 1}  # type: ignore[dict-item]
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[arg-type]
    copy[path[0]] = _with_unknown(copy[path[0]], path[1:])  # type: ignore[index]
    return copy


def _place(openness: Openness, path: tuple[str | int, ...]) -> Conjunction:
    place: Conjunction = frozenset([""])
    for token in path:
        place = openness.derive_member(place, ("properties", token) if isinstance(token, str) else ("items", ""))
    return place


@settings(max_examples=200, deadline=None)
@given(_roots(with_unions=True))
def test_a_place_that_is_judged_closed_rejects_an_unknown_name(root: JsonObject) -> None:
    openness = Openness(Subschemas(root))
    for instance in _instances(root, root):
        if is_valid(instance, root):
            for path in _objects_in(instance):
                if openness.rejects_unknown(_place(openness, path)):
                    assert not is_valid(_with_unknown(instance, path), root)


@settings(max_examples=200, deadline=None)
@given(_roots(with_unions=False))
def test_a_place_without_alternatives_is_judged_open_exactly_when_it_accepts_one(root: JsonObject) -> None:
    openness = Openness(Subschemas(root))
    instance = next(_instances(root, root))
    if not is_valid(instance, root):
        return
    accepting = {path for path in _objects_in(instance) if is_valid(_with_unknown(instance, path), root)}
    assert accepting == {path for path in _objects_in(instance) if not openness.rejects_unknown(_place(openness, path))}
    levels = list(object_levels_of(tool_of(root)))
    assert bool(accepting) == any(not level.is_closed for level in levels)
    assert len(levels) >= 1


@settings(max_examples=200, deadline=None)
@given(_roots(with_unions=True))
def test_where_no_level_is_open_no_valid_input_takes_an_unknown_name(root: JsonObject) -> None:
    if any(not level.is_closed for level in object_levels_of(tool_of(root))):
        return
    for instance in _instances(root, root):
        if is_valid(instance, root):
            assert [path for path in _objects_in(instance) if is_valid(_with_unknown(instance, path), root)] == []


def test_a_schema_takes_only_objects_also_through_what_it_joins() -> None:
    object_schema: JsonObject = {"type": "object"}
    assert Openness(Subschemas({"$ref": "#/$defs/A", "$defs": {"A": object_schema}})).accepts_only_objects()
    assert Openness(Subschemas({"allOf": [{}, object_schema]})).accepts_only_objects()
    assert Openness(Subschemas({"oneOf": [object_schema, {"allOf": [object_schema]}]})).accepts_only_objects()
    assert not Openness(Subschemas({"anyOf": [object_schema, {}]})).accepts_only_objects()
    assert not Openness(Subschemas({"type": ["object", "null"]})).accepts_only_objects()
    assert not Openness(Subschemas({"$ref": "#"})).accepts_only_objects()


def test_a_choice_that_a_schema_fulfils_says_nothing_more() -> None:
    fulfilled = Disjunction(frozenset([frozenset("a"), frozenset("b")]))
    other = Disjunction(frozenset([frozenset("c"), frozenset("d")]))
    assert remove_implied(frozenset(["a", "e", fulfilled, other]), ["a"]) == frozenset(["e", other])


def test_a_choice_with_one_possible_way_is_that_way() -> None:
    branches: JsonValue = [{"type": "array", "items": {}}, {"type": "object", "properties": {"x": {}}}]
    openness = Openness(Subschemas({"anyOf": branches}))
    assert openness.derive_member(frozenset([""]), ("properties", "x")) == frozenset(["/anyOf/1/properties/x"])
