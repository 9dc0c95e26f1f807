"""A field that is required or rejected only in some variants is so in the schema.

"Required for 'create'" is folklore until the schema enforces it: validation accepts the call, and the model learns the
rule from an error. Each finding shows an input that the schema accepts and the description forbids.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_object, equal, is_number, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.conditions import Conditional, conditionals, tool_conditionals
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.passages import entries_of
from conformance.inventory.prose.reading import passages, sentences_of, single_line
from conformance.inventory.prose.sample_values import accepted_instance, sample
from conformance.inventory.prose.selectors import Selector, selectors
from conformance.inventory.prose.tool_requirements import stated_needs
from conformance.inventory.prose.worded_choices import worded_choices
from conformance.names import words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_INPUT = "/input_schema"
# Objects inside these keywords are already variants, or are counted where they are referenced.
_COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "then", "else", "$defs", "definitions", "dependentSchemas"))
# Fields that say which of several things a tool does, each with inputs of its own.
_METHODS = frozenset(("method", "action", "operation", "command", "mode", "op"))
# Final words of names that identify a thing.
_IDENTIFIERS = frozenset(("id", "ids", "uid", "uuid", "slug", "key"))
# Two fields that are one value.
_PAIRS = (("latitude", "longitude"), ("lat", "lng"), ("lat", "lon"), ("lat", "long"))


class _Level(Struct, frozen=True):
    """One object of the input: its schema, pointer and fields, and the values of fields that may select a variant."""

    schema: JsonValue
    pointer: str
    fields: Mapping[str, Field]
    values: Mapping[str, Sequence[JsonValue]]


class _Breach(Struct, frozen=True):
    """A claim that the schema does not enforce, and an input that proves it."""

    field: str
    quote: str
    witness: JsonObject
    is_likely: bool


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each deciding field, and each choice between fields, that only the text mentions."""
    for level in _levels(tool):
        yield from _deciding_field_problems(level, list(_claims(level, tool)))
        yield from _choice_problems(level, tool)
        yield from _halves(level)
        yield from _optional_wrapper(level)


def _optional_wrapper(level: _Level) -> Iterator[Problem]:
    """Yield a problem for an optional object that holds all fields of an input, some of which it requires."""
    if level.pointer != _INPUT or len(level.fields) != 1:
        return
    (field,) = level.fields.values()
    required = [name for part in field.parts for name in texts_in(part.get("required"))]
    if (
        required
        and all(_COMPOSITION.isdisjoint(part) for part in field.parts)
        and field.types == ["object"]
        and not _is_reference(field)
        and not any(part.get("default") for part in field.parts)
    ):
        witness = accepted_instance(level.schema, {}, frozenset({field.name}))
        if witness is not None:
            yield Problem(
                f"{field.label} holds all fields of the input and requires some of them, but is itself optional",
                f"add {code_text(field.name)} to `required`, or move its fields out of it",
                field.pointer,
                {"witness": witness},
            )


def _is_reference(field: Field) -> bool:
    """Say whether an object only identifies a thing: without it, whatever is current may be meant."""
    inner = [name for part in field.parts for name in as_object(part.get("properties"))]
    return all(words_of(name)[-1:] and words_of(name)[-1] in _IDENTIFIERS for name in inner)


def _levels(tool: Tool) -> Iterator[_Level]:
    by_holder: dict[str, dict[str, Field]] = {}
    for field in fields_of(tool):
        by_holder.setdefault(parent(parent(field.pointer)), {})[field.name] = field
    for pointer, fields in by_holder.items():
        if not _COMPOSITION & set(split(pointer)):
            schema = resolve(tool.raw, pointer)
            values = {name: _values(field) for name, field in fields.items()}
            yield _Level(schema, pointer, fields, {name: known for name, known in values.items() if len(known) > 1})


def _values(field: Field) -> Sequence[JsonValue]:
    if field.types == ["boolean"]:
        return True, False
    listed = None if field.text_values else field.once(listed_values)
    return field.text_values if listed is None else listed.values


def _claims(level: _Level, tool: Tool) -> Iterator[Conditional]:
    for name, field in level.fields.items():
        for passage in passages(field):
            yield from conditionals(passage, name, level.values)
    text = single_line(tool.description or "")
    yield from tool_conditionals(text, level.values, frozenset(level.fields))
    if level.pointer == _INPUT:  # a plain name in the tool's description means a field of the input itself
        for sentence in sentences_of(tool.description or ""):
            yield from stated_needs(sentence, level.values, frozenset(level.fields))


def _deciding_field_problems(level: _Level, claims: Sequence[Conditional]) -> Iterator[Problem]:
    breaches: dict[str, dict[str, _Breach]] = {}
    for claim in claims:
        deciding = next(iter(claim.cases[0]), "")
        witness = _witness_against(claim, level)
        if witness is not None:
            breaches.setdefault(deciding, {}).setdefault(
                claim.field, _Breach(claim.field, claim.quote, witness, claim.is_likely)
            )
    for deciding, found in breaches.items():
        yield _problem(level, deciding, list(found.values()))


def _problem(level: _Level, deciding: str, breaches: Sequence[_Breach]) -> Problem:
    return Problem(
        f"{level.fields[deciding].label} selects which fields apply, but only the description says so",
        f"split the tool by {code_text(deciding)}, or move the differing fields into one nested object per value",
        child(level.pointer, "properties", deciding),
        {
            "quote": {one.field: one.quote for one in breaches},
            "witness": breaches[0].witness,
            "fields": [one.field for one in breaches],
        },
        max_level=Level.INFO if all(one.is_likely for one in breaches) else Level.WARNING,
    )


def _witness_against(claim: Conditional, level: _Level) -> JsonObject | None:
    """Return an object that the schema accepts although the text forbids it, if one was found."""
    present = {claim.field: _sample(level.fields[claim.field])}
    for case in claim.cases:
        if claim.kind == "required":
            found = accepted_instance(level.schema, case, frozenset({claim.field}))
        elif claim.kind == "refused":
            found = accepted_instance(level.schema, {**present, **case}, frozenset())
        else:
            found = _witness_elsewhere(claim, level, present)
        if found is not None:
            return found
    return None


def _sample(field: Field) -> JsonValue:
    """Return a value of a field that is not its default: clients send defaults unasked, and nothing is wrong then."""
    value = sample(field.subschemas, field.position)
    defaults = [part["default"] for part in field.parts if "default" in part]
    if not any(equal(value, default) for default in defaults):
        return value
    if isinstance(value, bool):
        return not value
    if is_number(value) and isinstance(value, int | float):
        return value - 1 if any(part.get("maximum") == value for part in field.parts) else value + 1
    if isinstance(value, list):
        return [*value, sample(field.subschemas, child(field.position, "items"))]
    if isinstance(value, str):
        return next((other for other in field.text_values if other not in defaults), f"{value} x")
    return value


def _witness_elsewhere(claim: Conditional, level: _Level, present: JsonObject) -> JsonObject | None:
    """Return an object with the field under a value of the deciding field that the text does not allow it for."""
    deciding = next(iter(claim.cases[0]))
    named = [case[deciding] for case in claim.cases]
    other = next((value for value in level.values[deciding] if value not in named), None)
    return None if other is None else accepted_instance(level.schema, {**present, deciding: other}, frozenset())


def _choice_problems(level: _Level, tool: Tool) -> Iterator[Problem]:
    names = frozenset(level.fields)
    texts: list[tuple[str, str | None]] = [
        (text, name)
        for name, field in level.fields.items()
        for text in (*sentences_of(field.description), *entries_of(field))
    ]
    texts += [(text, None) for text in sentences_of(tool.description or "")]
    seen: set[tuple[frozenset[str], bool]] = set()
    for text, field in texts:
        for choice in (*selectors(text, names, field), *worded_choices(text, names, of_tool=field is None)):
            witness = _witness_of_choice(choice, level)
            key = (frozenset(choice.names), choice.kind != "choice")
            if key not in seen and witness is not None:
                seen.add(key)
                yield _choice_problem(level, choice, witness)


def _halves(level: _Level) -> Iterator[Problem]:
    """Yield a problem for a latitude without a longitude: one of them alone means nothing."""
    for first, second in _PAIRS:
        if first in level.fields and second in level.fields:
            given: JsonObject = {first: _sample(level.fields[first])}
            witness = accepted_instance(level.schema, given, frozenset({second}))
            if witness is not None:
                yield Problem(
                    f"{code_text(first)} is accepted without {code_text(second)}, but means nothing alone",
                    "put both into one object that requires them",
                    child(level.pointer, "properties", first),
                    {"witness": witness},
                )


def _witness_of_choice(choice: Selector, level: _Level) -> JsonObject | None:
    if choice.kind != "choice":
        # Of the two, the first is needed with the second, or has no effect without it.
        missing, given = choice.names if choice.kind == "needed" else choice.names[::-1]
        return accepted_instance(level.schema, {given: _sample(level.fields[given])}, frozenset({missing}))
    found = None
    # One method of several may need a choice that the others do not.
    if choice.needs_one and not choice.refuses_two and not _METHODS.isdisjoint(level.fields):
        return None
    # A default is the choice for whoever makes none.
    if choice.needs_one and not any(_has_default(level.fields[name]) for name in choice.names):
        found = accepted_instance(level.schema, {}, frozenset(choice.names))
    if found is None and choice.refuses_two:
        both = {name: _sample(level.fields[name]) for name in choice.names}
        found = accepted_instance(level.schema, both, frozenset())
    return found


def _has_default(field: Field) -> bool:
    return any(part.get("default") is not None for part in field.parts)


def _choice_problem(level: _Level, choice: Selector, witness: JsonObject) -> Problem:
    place = child(level.pointer, "properties", choice.names[0])
    evidence: JsonObject = {"quote": choice.quote, "witness": witness}
    if choice.kind == "choice":
        return Problem(
            f"choice between {list_codes(choice.names)} is stated only in the description",
            "make one tool for each, or use one required field that holds one of several tagged objects",
            place,
            evidence,
        )
    first, second = map(code_text, choice.names)
    how = f"is required with {second}" if choice.kind == "needed" else f"has an effect only with {second}"
    always = f", or require {first} always" if choice.kind == "needed" else ""
    return Problem(
        f"{first} {how}, but only the description says so",
        f"put both into one object that requires them{always}",
        place,
        evidence,
    )


def _object(properties: JsonObject, required: Sequence[JsonValue] = ()) -> JsonObject:
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": [*required]}


_ACTION: JsonObject = {"enum": ["create", "remove"]}

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    good=(
        {
            "description": "Find a task. Provide either label or owner.",
            "input_schema": _object({"label": {"type": "string"}, "owner": {"type": "string", "default": "me"}}),
        },
        {"input_schema": _object({"sha": {"type": "string", "description": "Required if the file exists already."}})},
        {
            "input_schema": _object(
                {"kind": {"enum": ["all", "own"]}, "label": {"type": "string", "description": "Label for all tasks."}}
            )
        },
        {"input_schema": _object({"file": _object({"id": {"type": "string"}}, ["id"])})},
        {
            "input_schema": _object(
                {
                    "mode": {"enum": ["until_count", "for_time"]},
                    "count": {
                        "type": "integer",
                        "description": "When it stops being ignored when mode is 'until_count'.",
                    },
                }
            )
        },
    ),
    bad=(
        BadExample(
            {
                "description": "Create a task. A sleep_job needs duration_ms; a child_agent_task needs prompt.",
                "input_schema": _object(
                    {
                        "kind": {"enum": ["sleep_job", "child_agent_task"]},
                        "duration_ms": {"type": "integer"},
                        "prompt": {"type": "string"},
                    },
                    ["kind"],
                ),
            },
            says="parameter `kind` selects which fields apply",
            at="/tools/0/input_schema/properties/kind",
        ),
        BadExample(
            {
                "input_schema": _object(
                    {
                        "action": _ACTION,
                        "color": {"type": "string", "description": "A hex code. Required for 'create'."},
                    },
                    ["action"],
                )
            },
            says="parameter `action` selects which fields apply, but only the description says so",
            at="/tools/0/input_schema/properties/action",
        ),
        BadExample(
            {
                "input_schema": _object(
                    {
                        "action": _ACTION,
                        "color": {"type": "string", "description": "Hex code for create."},
                    },
                    ["action"],
                )
            },
            says="parameter `action` selects which fields apply, but only the description says so",
        ),
        BadExample(
            {
                "description": "Change a task. `color` is required when `action` is `create`.",
                "input_schema": _object({"action": _ACTION, "color": {"type": "string"}}, ["action"]),
            },
            says="parameter `action` selects which fields apply",
            at="/tools/0/input_schema/properties/action",
        ),
        BadExample(
            {
                "description": "Read a task. Provide exactly one of `task_id` or `label`.",
                "input_schema": _object({"task_id": {"type": "string"}, "label": {"type": "string"}}),
            },
            says="choice between `task_id`, `label` is stated only in the description",
        ),
        BadExample(
            {
                "description": "Read a task. Only one of task_id or label can be provided.",
                "input_schema": _object({"task_id": {"type": "string"}, "label": {"type": "string"}}),
            },
            says="choice between `task_id`, `label` is stated only in the description",
        ),
        BadExample(
            {
                "input_schema": _object(
                    {
                        "sort": {"type": "string", "description": "Required if `order` is specified."},
                        "order": {"type": "string"},
                    }
                )
            },
            says="`sort` is required with `order`, but only the description says so",
        ),
        BadExample(
            {"input_schema": _object({"task": _object({"label": {"type": "string"}}, ["label"])})},
            says="parameter `task` holds all fields of the input and requires some of them, but is itself optional",
        ),
        BadExample(
            {
                "input_schema": _object(
                    {
                        "count": {"type": "integer", "description": "How many. Only used with `label`."},
                        "label": {"type": "string"},
                    }
                )
            },
            says="`count` has an effect only with `label`, but only the description says so",
        ),
        BadExample(
            {"input_schema": _object({"latitude": {"type": "number"}, "longitude": {"type": "number"}})},
            says="`latitude` is accepted without `longitude`, but means nothing alone",
        ),
    ),
)
