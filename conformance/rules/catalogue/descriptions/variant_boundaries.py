"""A field that is required or rejected only in some variants is so in the schema.

"Required for 'create'" is folklore until the schema enforces it: validation accepts the call, and the model learns the
rule from an error. Each finding shows an input that the schema accepts and the description forbids. One or two options
that are only idle in other cases, and a field that is ignored beside another, break no call and are left alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field
from conformance.inventory.prose.cases import value_text
from conformance.inventory.prose.conditions import Conditional, conditionals
from conformance.inventory.prose.field_cases import stated_cases
from conformance.inventory.prose.field_relations import written_names
from conformance.inventory.prose.method_inputs import inputs_of_values, suggested_cases
from conformance.inventory.prose.passages import entries_of
from conformance.inventory.prose.reading import examined_part, passages, sentences_of, sentences_of_tool, single_line
from conformance.inventory.prose.tool_requirements import remarked_needs, stated_needs, tool_conditionals
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._choices import (
    choice_problems,
    optional_wrapper,
    unnamed_choice,
)
from conformance.rules.catalogue.descriptions._input_levels import (
    INPUT,
    InputLevel,
    deciding_fields,
    input_levels,
    text_of,
    witness_against,
)
from conformance.rules.catalogue.descriptions._needed_inputs import empty_items, incomplete_comparison, unnamed_thing
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# Matches "ignored when", "has no effect if"; not "must be omitted when".
_IGNORED = LazyPattern(r"\b(?:ignored|no effect|not used|unused)\b", re.IGNORECASE)
# What only tells where an option counts. Matches "(fast mode only)", "ignored unless"; not "only valid for".
_NOTE = LazyPattern(
    r"(?<!valid )(?<!allowed )(?<!accepted )(?<!needed )\bonly\b(?! (?:be )?(?:valid|allowed|accepted|permitted|needed"
    r"|necessary)\b)|\b(?:ignored|no effect|not used|unused)\b",
    re.IGNORECASE,
)
# What makes an order of it. Matches "must be used only", "rejected otherwise"; not "only used".
_DEMANDED = LazyPattern(
    r"\b(?:must|required?|never|invalid|reject\w*|error|fails?|forbidden|not allowed)\b", re.IGNORECASE
)
# Before a case in which a field is needed. Matches "required if", "optional only when"; not "required with".
_IN_CASE = LazyPattern(r"\b(?:required|mandatory|optional|omitted) (?:only )?(?:if|when)\b", re.IGNORECASE)
# Matches "For 'add' operation, size is optional", "when `add`: `size` is optional"; not "For 'add', all is optional".
_OPTIONAL_IN = LazyPattern(
    r"\b(?:for|when|in|with) [`'\"]?(?P<case>[\w.-]+)[`'\"]?(?: [a-z]+)?[,:] "
    r"[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]? is optional\b",
    re.IGNORECASE,
)
_COORDINATES = frozenset(("latitude", "lat", "x"))
# So many fields of single cases make variants of an input, which one option with a case of its own does not.
_MANY = 3


class _Breach(Struct, frozen=True):
    """A claim that the schema does not enforce, and an input that proves it."""

    claim: Conditional
    witness: JsonObject
    is_likely: bool
    is_idle: bool

    @property
    def field(self) -> str:
        return self.claim.field

    @property
    def deciding(self) -> frozenset[str]:
        return frozenset(self.claim.cases[0])


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each deciding field, and each choice between fields, that only the text mentions."""
    for level in input_levels(tool):
        # What a text only suggests of a field may be stated by another one.
        claims = sorted(_claims(level, tool), key=lambda one: one.is_likely)
        if _OPTIONAL_IN.search(tool.description or ""):
            claims = [claim for claim in claims if not _is_denied(claim, tool.description or "")]
        yield from _deciding_field_problems(level, claims)
        if deciding_fields(level):
            from conformance.rules.catalogue.descriptions import _cases_of_names  # few inputs have such a field

            known = {name for one in claims for name in (one.field, *one.cases[0])}
            yield from _cases_of_names.cases_of_names(level, known)
        yield from choice_problems(level, tool)
        if any(_IN_CASE.search(text_of(field)) for field in level.fields.values()):
            from conformance.rules.catalogue.descriptions._open_cases import open_cases  # few texts name a case

            yield from open_cases(level)
        yield from unnamed_choice(level, tool)
        if not _COORDINATES.isdisjoint(level.fields):
            from conformance.rules.catalogue.descriptions._coordinates import halves  # few inputs have any

            yield from halves(level)
        yield from unnamed_thing(level, tool)
        yield from empty_items(level)
        yield from incomplete_comparison(level)
        yield from optional_wrapper(level)


def _claims(level: InputLevel, tool: Tool) -> Iterator[Conditional]:
    names, required = frozenset(level.fields), texts_in(as_object(level.schema).get("required"))
    for name, field in level.fields.items():
        for passage in passages(field):
            yield from conditionals(passage, name, level.values)
            yield from suggested_cases(passage, name, level.values)
        # What is required is given for each value, and each has a meaning of its own.
        for text in () if name in required else (field.description, " ".join(entries_of(field))):
            yield from stated_cases(single_line(text), name, level.values)
        if name in level.values:
            yield from _listed_inputs(level, field.description, {name: level.values[name]})
            for sentence in sentences_of(field.description):
                yield from remarked_needs(sentence, {name: level.values[name]}, names)
    text = single_line(tool.description or "")
    yield from tool_conditionals(text, level.values, names)
    if level.pointer == INPUT:  # a plain name in the tool's description means a field of the input itself
        yield from _listed_inputs(level, tool.description or "", level.values)
        for sentence in sentences_of_tool(tool.description or ""):
            yield from stated_needs(written_names(sentence, names), level.values, names)
            yield from remarked_needs(sentence, level.values, names)
    for sentence in sentences_of(level.description):
        yield from stated_needs(written_names(sentence, names), level.values, names)


def _listed_inputs(level: InputLevel, text: str, values: Mapping[str, Sequence[JsonValue]]) -> Iterator[Conditional]:
    """Yield the fields that a text lists for single values; a default is given to whoever leaves such a field out."""
    for claim in inputs_of_values(examined_part(text), values, frozenset(level.fields)):
        if all(part.get("default") is None for part in level.fields[claim.field].parts):
            yield claim


def _deciding_field_problems(level: InputLevel, claims: Sequence[Conditional]) -> Iterator[Problem]:
    breaches: dict[str, dict[str, _Breach]] = {}
    for claim in claims:
        deciding = next(iter(claim.cases[0]), "")
        witness = None if _is_lenient(claim) else witness_against(claim, level)
        if witness is not None:
            breaches.setdefault(deciding, {}).setdefault(
                claim.field,
                _Breach(
                    claim,
                    witness,
                    claim.is_likely,
                    claim.kind == "only" and not _DEMANDED.search(claim.quote),
                ),
            )
    for deciding, found in breaches.items():
        if not _are_notes([*found.values()], level.fields[deciding]):
            yield _problem(level, deciding, list(found.values()))


def _is_denied(claim: Conditional, text: str) -> bool:
    """Say whether a tool's description calls optional, in the same case, what another text requires."""
    cases = {value_text(value) for case in claim.cases for value in case.values()}
    return claim.kind == "required" and any(
        found["name"] == claim.field and found["case"] in cases for found in _OPTIONAL_IN.finditer(text)
    )


def _is_lenient(claim: Conditional) -> bool:
    """Say whether a field is only ignored in a case: the text then tells what a legal call does."""
    return claim.kind == "refused" and _IGNORED.search(claim.quote) is not None


def _problem(level: InputLevel, deciding: str, breaches: Sequence[_Breach]) -> Problem:
    together = frozenset[str].intersection(*(one.deciding for one in breaches))
    names = (deciding, *sorted(together - {deciding}))
    return Problem(
        f"{level.fields[deciding].label} selects which fields apply, but only the description says so",
        _remedy(level, names),
        child(level.pointer, "properties", deciding),
        {
            "quote": {one.field: one.claim.quote for one in breaches},
            "witness": breaches[0].witness,
            "fields": [one.field for one in breaches],
        },
        max_level=Level.INFO if _are_soft(breaches, level.fields[deciding]) else Level.WARNING,
    )


def _remedy(level: InputLevel, deciding: Sequence[str]) -> str:
    """Return what enforces that fields apply for some values of the deciding fields only."""
    names = " and ".join(map(code_text, deciding))
    if level.pointer != INPUT:
        return f'give their object an "anyOf" with a branch per value of {names}'
    return (
        f'add "if" and "then" for each value, split the tool by {names}, or move it with the differing fields into one '
        'object, an "anyOf" with a branch per value'
    )


def _are_few(breaches: Sequence[_Breach], deciding: Field) -> bool:
    return len(breaches) < _MANY or deciding.types == ["boolean"]


def _are_notes(breaches: Sequence[_Breach], deciding: Field) -> bool:
    """Say whether a few options, or those of a flag, are only idle in other cases: a call with them is legal."""
    return _are_few(breaches, deciding) and all(one.is_idle and _NOTE.search(one.claim.quote) for one in breaches)


def _are_soft(breaches: Sequence[_Breach], deciding: Field) -> bool:
    """Say whether no call goes wrong: it is only suggested, or few fields, or those of a flag, are idle elsewhere."""
    is_likely = all(one.is_likely for one in breaches)
    return is_likely or (_are_few(breaches, deciding) and all(one.is_likely or one.is_idle for one in breaches))


_ANY: JsonObject = {"type": "string"}
_ACTION: JsonObject = {"enum": ["create", "remove"]}

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    good=(
        {
            "description": "Find a task. Provide either label or owner.",
            "input_schema": closed_object(label={"type": "string"}, owner={"type": "string", "default": "me"}),
        },
        tool_with(sha={"type": "string", "description": "Required if the file exists already."}),
        tool_with(kind={"enum": ["all", "own"]}, label={"type": "string", "description": "Label for all tasks."}),
        tool_with(action=_ACTION, color={"type": "string", "description": "Hex (for create) or name (for remove)."}),
        {
            "name": "DeleteTask",
            "description": "Delete a task; the current one without an id.",
            "input_schema": closed_object(task_id={"type": "string"}),
        },
        tool_with(file=closed_object("id", id={"type": "string"})),
        tool_with(window=closed_object("width", width={"type": "integer"})),
        {
            "description": "Change a task.\n\n- create: requires color\n- remove: drops it",
            "input_schema": closed_object("action", action=_ACTION, color={"type": "string", "default": "red"}),
        },
        tool_with(
            mode={"enum": ["until_count", "for_time"]},
            count={
                "type": "integer",
                "description": "When it stops being ignored when mode is 'until_count'.",
            },
        ),
    ),
    bad=(
        BadExample(
            {
                "description": "Change a task. Every action except remove requires color.",
                "input_schema": closed_object("action", action=_ACTION, color={"type": "string"}),
            },
            says="parameter `action` selects which fields apply, but only the description says so",
        ),
        BadExample(
            {
                "description": "Find tasks.\n\nProvide at least one of:\n- owner: whose they are\n- label: their label",
                "input_schema": closed_object(owner={"type": "string"}, label={"type": "string"}),
            },
            says="choice between `owner`, `label` is stated only in the description",
        ),
        BadExample(
            {
                "name": "DeleteTask",
                "description": "Delete a task.",
                "input_schema": closed_object(task_id={"type": "string"}),
            },
            says="no input says which thing is meant: neither the schema nor a text requires `task_id`",
        ),
        BadExample(
            {
                "name": "ListTasks",
                "description": "List tasks of a board.",
                "input_schema": closed_object(board=closed_object("id", id={"type": "string"})),
            },
            says="neither the schema nor a text requires `board`",
        ),
        BadExample(
            tool_with(parts={"type": "array", "maxItems": 9, "items": closed_object(name=_ANY)}),
            says="items of `parts` may be empty: none of `name` is required",
            at="/tools/0/input_schema/properties/parts/items",
        ),
        BadExample(
            tool_with("column", "operator", column=_ANY, operator={"enum": ["eq", "gt"]}, value=_ANY),
            says="`value` may be left out with each `operator`, which then compares with nothing",
        ),
        BadExample(
            {
                "description": "Find rows. At least one filter must be provided.",
                "input_schema": closed_object(**{each: {"type": "string"} for each in ("owner", "label", "fields")}),
            },
            says="one of `owner`, `label` is needed, but only the description says so",
        ),
        BadExample(
            tool_with(
                path={"type": "string", "description": "Where. Cannot be used with url or label."},
                url={"type": "string", "format": "uri"},
                label={"type": "string"},
            ),
            says="`path` excludes `url`, `label`, but only the description says so",
        ),
        BadExample(
            {
                "description": "Create a task. A sleep_job needs duration_ms; a child_agent_task needs prompt.",
                "input_schema": closed_object(
                    "kind",
                    kind={"enum": ["sleep_job", "child_agent_task"]},
                    duration_ms={"type": "integer"},
                    prompt={"type": "string"},
                ),
            },
            says="parameter `kind` selects which fields apply",
            at="/tools/0/input_schema/properties/kind",
        ),
        BadExample(
            tool_with(
                "action", action=_ACTION, color={"type": "string", "description": "A hex code. Required for 'create'."}
            ),
            says="parameter `action` selects which fields apply, but only the description says so",
            at="/tools/0/input_schema/properties/action",
        ),
        BadExample(
            tool_with(
                "action", action=_ACTION, color={"type": "string", "description": "For create: its color in hex."}
            ),
            says="parameter `action` selects which fields apply, but only the description says so",
        ),
        BadExample(
            tool_with("action", action=_ACTION, color={"type": "string", "description": "Hex code for create."}),
            says="parameter `action` selects which fields apply, but only the description says so",
        ),
        BadExample(
            {
                "description": "Change a task.\n\n- create: requires color\n- remove: drops it",
                "input_schema": closed_object("action", action=_ACTION, color={"type": "string"}),
            },
            says="parameter `action` selects which fields apply",
        ),
        BadExample(
            {
                "description": "Change a task. `color` is required when `action` is `create`.",
                "input_schema": closed_object("action", action=_ACTION, color={"type": "string"}),
            },
            says="parameter `action` selects which fields apply",
            at="/tools/0/input_schema/properties/action",
        ),
        BadExample(
            {
                "description": "Read a task by label OR task number (provide exactly one).",
                "input_schema": closed_object(task_id={"type": "string"}, label={"type": "string"}),
            },
            says="choice between `label`, `task_id` is stated only in the description",
        ),
        BadExample(
            {
                "description": "Read a task. Provide exactly one of `task_id` or `label`.",
                "input_schema": closed_object(task_id={"type": "string"}, label={"type": "string"}),
            },
            says="choice between `task_id`, `label` is stated only in the description",
        ),
        BadExample(
            {
                "description": "Read a task. Only one of task_id or label can be provided.",
                "input_schema": closed_object(task_id={"type": "string"}, label={"type": "string"}),
            },
            says="choice between `task_id`, `label` is stated only in the description",
        ),
        BadExample(
            tool_with(
                sort={"type": "string", "description": "Required if `group` is specified."}, group={"type": "string"}
            ),
            says="`sort` is required with `group`, but only the description says so",
        ),
        BadExample(
            tool_with(task=closed_object("label", label={"type": "string"})),
            says="parameter `task` holds all fields of the input and requires some of them, but is itself optional",
        ),
        BadExample(
            tool_with(
                count={"type": "integer", "description": "How many. Only used with `label`."}, label={"type": "string"}
            ),
            says="`count` has an effect only with `label`, but only the description says so",
        ),
        BadExample(
            tool_with(latitude={"type": "number"}, longitude={"type": "number"}),
            says="`latitude` is accepted without `longitude`, but means nothing alone",
        ),
    ),
)
