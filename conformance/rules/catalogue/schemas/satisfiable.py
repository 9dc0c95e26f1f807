"""Each schema of a tool accepts some value, and so does each part of it.

A field that accepts no value can never be sent, and a tool whose root contradicts itself can never be called: the
model learns this only by failing. A result schema that accepts nothing makes every result wrong. An input that needs
more than 20,000 characters is just as impossible: no model writes it in one call. Only proven contradictions are
reported; ``false`` and ``{"not": {}}`` forbid on purpose.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child, resolve
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import INPUT_SCHEMA, RESULT_SCHEMA
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.contradictions import Contradiction, contradictions
from conformance.schema.minimum_size import MAX_LEAST_TEXT, excesses
from conformance.schema.safe_validation import is_sound
from conformance.schema.subschemas import member_pointers, subschemas_of
from conformance.settings.profiles import Profile

# Enough to start fixing; a schema that is wrong throughout must not bury the rest of the report.
_MAX_PROBLEMS = 50
# Keywords by which more than `properties` decides which members an object may have.
_JOINING = frozenset(("$ref", "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependentRequired"))
# Keywords that declare members of an object without `properties`.
_DECLARING = frozenset(("patternProperties", "allOf", "anyOf", "oneOf", "$ref"))


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each innermost contradiction and each value too large for one call, at most fifty of each."""
    for base, schema in ((INPUT_SCHEMA, tool.input_schema), (RESULT_SCHEMA, tool.success_result_schema)):
        if isinstance(schema, Mapping) and is_sound(schema):
            for found in contradictions(schema)[:_MAX_PROBLEMS]:
                at_fault = as_object(resolve(schema, found.pointer))
                if not _is_undeclared(found, at_fault):
                    yield _contradiction(found, base, at_fault)
            yield from islice(_refused_members(schema, base), _MAX_PROBLEMS)
    yield from _large_inputs(tool)
    yield from _empty_objects(tool)


def _refused_members(schema: JsonObject, base: str) -> Iterator[Problem]:
    """Yield a problem for each optional field that is declared where a closed part of the same object refuses it.

    ``additionalProperties`` knows the properties beside it alone, and not those of ``allOf``, a union or a reference.
    """
    subschemas, seen = subschemas_of(schema), set[str]()
    for position in subschemas.positions():
        # most objects are described alone, and need no look at what else describes them
        if position.role.is_inplace or position.keyword == "$ref" or _describes_alone(position.schema):
            continue
        holders = subschemas.closure([position.pointer], unions=False, conditions=False)
        closed = next(
            (one for one in holders if subschemas.keywords_of(one).get("additionalProperties") is False), None
        )
        if closed is None:
            continue
        known = subschemas.keywords_of(closed)
        required = {name for one in holders for name in texts_in(subschemas.keywords_of(one).get("required"))}
        for one in subschemas.closure([position.pointer]):
            for name, declared in as_object(subschemas.keywords_of(one).get("properties")).items():
                place = child(one, "properties", name)
                if declared is False or name in required or place in seen:
                    continue
                needs = [name, *(need for each in holders for need in _needs(subschemas.keywords_of(each), name))]
                refused = next((need for need in needs if not any(member_pointers(known, closed, need))), None)
                if refused is not None:
                    seen.add(place)
                    yield _refused_member(name, refused, base + place, base + child(closed, "additionalProperties"))


def _describes_alone(schema: JsonValue) -> bool:
    return not isinstance(schema, Mapping) or _JOINING.isdisjoint(schema)


def _needs(keywords: JsonObject, name: str) -> Sequence[str]:
    return texts_in(as_object(keywords.get("dependentRequired")).get(name))


def _refused_member(name: str, refused: str, place: str, closing: str) -> Problem:
    what = "it" if refused == name else f"{code_text(refused)}, which it needs"
    return Problem(
        f"{code_text(name)} can never be sent: the `additionalProperties` of the same object refuses {what}",
        f"declare {code_text(refused)} beside that keyword, or close the object by `unevaluatedProperties`",
        place,
        {"closed_by": closing},
    )


def _empty_objects(tool: Tool) -> Iterator[Problem]:
    """Yield a problem for each described field of the input that is a closed object without any property.

    Without a description it may be a wrapper that all operations share, of which this one needs nothing.
    """
    for field in fields_of(tool):
        schema = as_object(field.schema)
        is_empty = schema.get("properties") == {} and not _DECLARING.intersection(schema)
        if is_empty and schema.get("additionalProperties") is False and _holds_something(field):
            message = f"{field.label} accepts nothing but an empty object"
            yield Problem(message, "declare its properties, or remove it", field.pointer, max_level=Level.WARNING)


def _holds_something(field: Field) -> bool:
    """Say whether a text is about what is in it, and it is no mark: ``{"type": "divider", "divider": {}}``."""
    kind = as_object(field.siblings.get("type")).get("const")
    return bool(field.description.strip()) and "empty" not in field.description.lower() and kind != field.name


def _large_inputs(tool: Tool) -> Iterator[Problem]:
    if not isinstance(tool.input_schema, Mapping) or not is_sound(tool.input_schema):
        return
    for excess in islice(excesses(tool.input_schema), _MAX_PROBLEMS):
        yield Problem(
            f"smallest valid value has {excess.least:,} characters, but no model writes more than {MAX_LEAST_TEXT:,} "
            "in one call",
            "lower the bound, or take a reference to the content instead",
            INPUT_SCHEMA + excess.pointer,
        )


def _contradiction(found: Contradiction, base: str, schema: JsonObject) -> Problem:
    at = base + found.pointer
    if found.is_endless:
        message = "schema matches no finite value because each must contain another of the same kind"
        return Problem(message, "make the recursive field optional, nullable, or possibly empty", at)
    if len(found.keywords) == 1:
        message = f"no value satisfies {code_text(found.keywords[0])}"
        return Problem(message, f"loosen {code_text(found.keywords[0])}", child(at, *found.keywords))
    others = [keyword for keyword in found.keywords if keyword != "type"]
    keywords = others if len(others) > 1 else found.keywords
    if not others:  # the keywords of the first contradictions only are known
        return Problem("no value matches the schema", "loosen the keywords that contradict each other", at)
    if others == ["allOf"]:
        patterns = [as_text(as_object(part).get("pattern")) for part in as_array(schema["allOf"])]
        names = list_codes(text for text in patterns if text is not None)
        message = (
            f"no text matches all of the patterns {names}"
            if len(patterns) > 1 and all(patterns)
            else ("the parts of `allOf` contradict each other, so no value matches")
        )
        return Problem(message, "loosen or remove a part of `allOf`", child(at, "allOf"))
    names = list_codes(keywords)
    return Problem(f"keywords {names} contradict each other, so no value matches", f"loosen one of {names}", at)


def _is_undeclared(found: Contradiction, schema: JsonObject) -> bool:
    """Say whether a closed object requires a name that it does not declare, which ``required_declared`` reports."""
    closed = {"additionalProperties", "unevaluatedProperties"}
    declared = as_object(schema.get("properties"))
    missing = any(name not in declared for name in texts_in(schema.get("required")))
    return missing and "required" in found.keywords and not closed.isdisjoint(found.keywords)


_CLOSED: JsonObject = closed_object(label={"type": "string"})

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        tool_with(count={"type": "integer", "minimum": 1, "maximum": 100}),
        tool_with(count={"type": "integer", "oneOf": [{"minimum": 1}, {"maximum": -1}]}),
        tool_with(count=closed_object()),
        tool_with(count={**_CLOSED, "allOf": [{"properties": {"label": {"minLength": 1}}}]}),
    ),
    bad=(
        BadExample(
            tool_with(count={"type": "integer", "minimum": 100, "maximum": 1}),
            says="keywords `maximum`, `minimum` contradict each other",
            at="/tools/0/input_schema/properties/count",
        ),
        BadExample(
            tool_with(count={"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "^b"}]}),
            says="no text matches all of the patterns `^a`, `^b`",
            at="/tools/0/input_schema/properties/count/allOf",
        ),
        BadExample(
            tool_with(count={**_CLOSED, "allOf": [{"properties": {"size": {"type": "integer"}}}]}),
            says="`size` can never be sent: the `additionalProperties` of the same object refuses it",
            at="/tools/0/input_schema/properties/count/allOf/0/properties/size",
        ),
        BadExample(
            tool_with(count={**_CLOSED, "dependentRequired": {"label": ["size"]}}),
            says="`label` can never be sent: the `additionalProperties` of the same object refuses `size`",
            at="/tools/0/input_schema/properties/count/properties/label",
        ),
        BadExample(
            tool_with(count={"type": "integer", "allOf": [{"minimum": 7}, {"maximum": 2}]}),
            says="the parts of `allOf` contradict each other",
        ),
        BadExample(
            tool_with(
                count={
                    "type": "object",
                    "properties": {},
                    "additionalProperties": False,
                    "description": "Counts by name.",
                }
            ),
            says="parameter `count` accepts nothing but an empty object",
        ),
        BadExample(
            tool_with(count={"oneOf": [{"type": "integer"}, {"type": "integer"}]}),
            says="no value satisfies `oneOf`",
            at="/tools/0/input_schema/properties/count/oneOf",
        ),
        BadExample(
            tool_with(count={"type": "array", "items": {"type": "integer"}, "minItems": 100_000_000}),
            says="no model writes more than 20,000",
            at="/tools/0/input_schema/properties/count/minItems",
        ),
        BadExample(
            {
                "result_envelope": {
                    "success_result_schema": {
                        "type": "object",
                        "properties": {"returned": {"type": "integer", "minimum": 2, "maximum": 1}},
                    }
                }
            },
            says="keywords `maximum`, `minimum` contradict each other",
            at="/tools/0/result_envelope/success_result_schema/properties/returned",
        ),
    ),
)
