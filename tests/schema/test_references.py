"""References are classed and resolved inside one schema, whatever is written in them."""

import pytest

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.references import Reach, References
from conformance.schema.validation import violations
from tests.cases import check_each

DRAFT = "http://json-schema.org/draft-0{}/schema#"


def reach(text: JsonValue, **root: JsonValue) -> tuple[Reach, str | None]:
    """Where a reference in the property ``p`` leads."""
    schema: JsonObject = {"properties": {"p": {"$ref": text}}, **root}
    (found,) = (one for one in References(schema) if one.pointer == "/properties/p/$ref")
    return found.reach, found.target


@check_each(
    ("text", "target"),
    [
        ("#", ""),
        ("", ""),
        ("#/$defs/A", "/$defs/A"),
        ("#/$defs/a~1b", "/$defs/a~1b"),
        ("#/%24defs/A", "/$defs/A"),
        ("#name", "/$defs/A"),
        ("https://example.com/inner", "/$defs/B"),
        ("https://example.com/inner#/items", "/$defs/B/items"),
        ("#/x-shared/C", "/x-shared/C"),
        ("#/properties/p", "/properties/p"),
    ],
)
def test_a_local_reference_is_resolved(text: str, target: str) -> None:
    definitions: JsonValue = {
        "A": {"$anchor": "name"},
        "a/b": True,
        "B": {"$id": "https://example.com/inner", "items": {}},
    }
    assert reach(text, **{"$defs": definitions, "x-shared": {"C": {"type": "string"}}}) == (Reach.LOCAL, target)


@pytest.mark.parametrize(
    "text",
    [
        "#/$defs/none",
        "#none",
        "#/required/0",
        "#/properties",
        "#/default",
        "#/properties/q/enum/0",
        7,
        None,
        "#/a%ZZ/~9",
    ],
)
def test_what_leads_to_no_schema_dangles(text: JsonValue) -> None:
    more: JsonValue = {"q": {"enum": [{}]}, "p": {"$ref": text}}
    assert reach(text, properties=more, required=["q"], default={})[0] is Reach.DANGLING


@pytest.mark.parametrize(
    "text", ["file:///x", "a.json", "../a", "https://example.com", "data:,{}", "http://[::1", "//h/p"]
)
def test_what_leads_out_is_foreign(text: str) -> None:
    assert reach(text) == (Reach.FOREIGN, None)


def test_a_schema_below_somebody_elses_keyword_brings_its_own_references() -> None:
    shared: JsonValue = {"C": {"items": {"$ref": "#/x-shared/D"}}, "D": {"$ref": "#/nowhere"}}
    found = {one.pointer: one.reach for one in References({"$ref": "#/x-shared/C", "x-shared": shared})}
    assert found == {
        "/$ref": Reach.LOCAL,
        "/x-shared/C/items/$ref": Reach.LOCAL,
        "/x-shared/D/$ref": Reach.DANGLING,
    }


def test_an_id_in_the_older_drafts_may_be_an_anchor() -> None:
    definitions: JsonValue = {"A": {"$id": "#name", "type": "string"}}
    assert reach("#name", **{"$schema": DRAFT.format(7), "definitions": definitions})[1] == "/definitions/A"
    older: JsonValue = {"A": {"id": "#name"}}
    assert reach("#name", **{"$schema": DRAFT.format(4), "definitions": older})[1] == "/definitions/A"


@pytest.mark.parametrize(
    ("draft", "keyword", "found"),
    [
        (DRAFT.format(4), "$anchor", Reach.DANGLING),
        (DRAFT.format(7), "$anchor", Reach.DANGLING),
        (DRAFT.format(7), "$dynamicAnchor", Reach.DANGLING),
        ("https://json-schema.org/draft/2019-09/schema", "$anchor", Reach.LOCAL),
        ("https://json-schema.org/draft/2019-09/schema", "$dynamicAnchor", Reach.DANGLING),
        ("https://json-schema.org/draft/2020-12/schema", "$dynamicAnchor", Reach.LOCAL),
    ],
)
def test_an_anchor_names_a_schema_only_in_drafts_that_have_its_keyword(draft: str, keyword: str, found: Reach) -> None:
    assert reach("#name", **{"$schema": draft, "$defs": {"A": {keyword: "name"}}})[0] is found


def test_an_id_beside_a_reference_names_nothing_in_draft_07() -> None:
    definitions: JsonValue = {"A": {"$id": "https://example.com/a", "$ref": "#/definitions/B"}, "B": {}}
    schema = {"$schema": DRAFT.format(7), "definitions": definitions}
    assert reach("https://example.com/a", **schema)[0] is Reach.FOREIGN


def test_an_identifier_that_is_no_uri_names_nothing_and_moves_no_base() -> None:
    part: JsonObject = {"$id": "https://[", "$anchor": "x"}
    [found] = References({"$id": "https://example.com/", "$defs": {"a": part, "b": {"$ref": "#x"}}})
    assert (found.reach, found.target) == (Reach.LOCAL, "/$defs/a")
    assert reach("https://[", **{"$id": "https://example.com/"}) == (Reach.FOREIGN, None)


PLACES: JsonObject = {
    "properties": {
        "a": {"$ref": "#/$defs/A"},
        "b": {"allOf": [{"$ref": "#/$defs/twice"}]},
        "own": {"$ref": "#/$defs/A", "maximum": 9},
        "d": {"$dynamicRef": "#dynamic"},
        "$ref": {"type": "string"},
        "gone": {"$ref": "#/nowhere"},
        "loop": {"$ref": "#/$defs/loop"},
    },
    "$defs": {
        "A": {"type": "integer", "minimum": 5},
        "twice": {"$ref": "#/$defs/A"},
        "D": {"$dynamicAnchor": "dynamic", "items": {"$ref": "#/$defs/A"}},
        "loop": {"$ref": "#/$defs/loop"},
    },
}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("", ""),
        ("/properties/a/minimum", "/$defs/A/minimum"),
        ("/properties/b/allOf/0/minimum", "/$defs/A/minimum"),
        ("/properties/own/minimum", "/$defs/A/minimum"),
        ("/properties/own/maximum", "/properties/own/maximum"),
        ("/properties/d/$dynamicRef/items/minimum", "/$defs/A/minimum"),
        # a member may have the name of a keyword, and a reference may lead nowhere
        ("/properties/$ref/type", "/properties/$ref/type"),
        ("/properties/gone/type", "/properties/gone/type"),
        ("/properties/loop/type", "/$defs/loop/type"),
    ],
)
def test_a_keyword_is_found_where_it_is_written_behind_the_references_that_lead_to_it(path: str, place: str) -> None:
    assert References(PLACES).place_of(path) == place


def test_each_violation_of_the_reference_validator_leads_to_a_keyword_that_is_there() -> None:
    for instance in ({"a": 1}, {"a": "x"}, {"b": 1}, {"own": 10}, {"own": 1}, {"d": [1]}, {"$ref": 1}):
        [violation] = violations(instance, PLACES)
        holder, _, keyword = References(PLACES).place_of(violation.schema_pointer).rpartition("/")
        assert keyword == violation.keyword
        assert keyword in as_object(resolve(PLACES, holder))
