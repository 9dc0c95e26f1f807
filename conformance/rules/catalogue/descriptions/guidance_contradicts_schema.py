"""A field that the description calls required, optional or nullable is so in the schema.

A model that trusts the word "optional" omits the field and gets an error. One that trusts "required" makes up a value
that nobody needs, and one that reads "or null" sends a null that the schema rejects.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from conformance.display import code_text, excerpt, list_codes
from conformance.documents.pointers import parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, compact_json
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.defaults import stated_defaults
from conformance.inventory.prose.field_cases import begins_with_value, is_only_of_value
from conformance.inventory.prose.necessity import Necessity, absences, necessity
from conformance.inventory.prose.partial_updates import changed_one_by_one
from conformance.inventory.prose.reading import examined_part, own_text, passages, sentences_of
from conformance.inventory.prose.required_fields import RequiredField, required_fields
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import COMPOSITION
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.schema.vocabulary import SCALAR_TYPES
from conformance.settings.profiles import Profile

# Matches "must contain a `views` list", "must include string `type`"; not "must contain views", "must contain `a` or".
_CONTAINS = LazyPattern(
    r"\bmust (?:contain|include|have) (?:an? |the )?(?:[a-z]{2,12} )?[`'\"](?P<name>[A-Za-z_]\w{0,60})[`'\"]"
    r"(?! or\b|,|/)(?![^.;]{0,60}\b(?:if|when|unless|for)\b)"
    r"|\b[Mm]ust (?:contain|include|have) (?:an? |the )?(?P<plain>[a-z]\w*_\w{1,40})"
    r"(?= (?:if|when) (?:it is )?(?:used|given|provided|set|specified|present)\s*(?:[.;)]|\Z)|\s*(?:[.;)]|\Z))",
)
# A case that a sentence begins with. Matches "For 'update', ", "When editing, "; not "Form, ", "For all, ".
_CASE = LazyPattern(r"\W{0,3}(?:for (?!all\b|every\b|each\b)|when |if )[^.;]*,", re.IGNORECASE)
# Where a text offers null as a value. Matches "date or null", "or `null` for none", "Set to null to", "; null to free
# it", "omit/null = keep"; not "null or empty", "nullable", "set, null, and logical operators".
_NULL_OFFERED = LazyPattern(
    r"(?:\bor|,|/|\|) ?`?null`?(?!, (?:and|or) [a-z])"
    r"(?= (?:for|to|if there is|means|removes|clears)\b|\s*(?:[.;,)]|\Z))"
    r"|\b(?:set (?:it |this )?to|use|pass|send|give) `?null`? (?:to|for)\b"
    r"|(?:\A\W{0,3}|[;.,\u2014] |\()`?null`?"
    r" (?:for(?! (?:all |any )?others?\b)|to|means|=|leaves|clears|removes|disables|keeps) "
    r"|\bomit(?:ted)?/null\b",
    re.IGNORECASE,
)
# The same as an order, which is about the field itself and not about what is in it. Matches "Set to null to ignore",
# "pass `null` for all", "Send null if there is none"; not "string or null".
_NULL_ORDERED = LazyPattern(
    r"(?:\A\W{0,3}|[.;,(] ?|\bor )(?:can be |may be )?(?:set (?:it |this |this (?:field|parameter|filter) )?to|use|pass"
    r"|send|give|provide|specify|leave (?:it |this )?(?:as )?) ?`?null`? (?:to|for|if|when)\b"
    r"|\A\W{0,3}`?null`? (?:to|means|=) |\b(?:can|may) (?:also )?be (?:set to )?`?null`?(?=\s*(?:[.;,)]|\Z| to\b))",
    re.IGNORECASE,
)
# Before it, what makes null a state and no value to send. Matches "if it is empty ", "Returns a date ", "not ",
# "(column,is,", which is a part of the value.
_NULL_IS_STATE = LazyPattern(
    r"\b(?:if|when|whether|returns?|returned|not|never|cannot|empty|undefined|missing|blank|unset|omit\w*|none)\b"
    r"[^.;]{0,60}\Z|\(\w+,[^\s()]*\Z",
    re.IGNORECASE,
)
# A line of a description about a member of what it describes. Matches "- title (required): its name", "* 'id': a"; not
# "- first a", "title: its name".
_MEMBER_LINE = LazyPattern(
    r"[-*\u2022] [`'\"*]{0,2}(?P<name>[A-Za-z_]\w{0,40})[`'\"*]{0,2}\s?(?:\([^()]{1,80}\)\s?)?(?::|[-\u2013\u2014] )"
)
# Matches "(optional)", "(required, default 3)"; not "optional".
_REMARK = LazyPattern(r"\((?:[^()]{0,40}, )?(?:optional|required|mandatory)\b", re.IGNORECASE)
# Matches "{\"a\": 1", "'a':", "[waypoint"; not "a: 1".
_NOTATION = LazyPattern(r"[{\[]|[`'\"]\w+[`'\"]\s?:")
# Before a list of members. Matches "with keys: ", "Must include: "; not "with keys".
_MEMBERS_LISTED = LazyPattern(
    r"\b(?:keys|fields|members|properties|attributes|include|includes|contain|contains|have|has):\s", re.IGNORECASE
)
# A label of members that may be left out. Matches "Optional: sprite, glyphs"; not "Optional: the sprite", "Optional.".
_OPTIONAL_MEMBERS = LazyPattern(
    r"\W{0,3}(?:optional|required): ?[`'\"]?\w+[`'\"]?(?: \([^()]{1,40}\))?, ?[`'\"]?\w+", re.IGNORECASE
)
# Keywords that may require members in a way of their own.
_DECLARING = frozenset(("patternProperties", "required", "allOf", "oneOf", "if"))
# Inside these keywords a field may be required in some cases only, which a plain "required" does not contradict.


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text unconditionally calls the field required or optional and the schema disagrees."""
    holder = as_object(resolve(field.tool.raw, parent(parent(field.pointer))))
    yield from _uncontained_members(field)
    yield from _refused_null(field)
    yield from _required_change(field, as_array(holder.get("required")))
    yield from _has_to_be_true(field)
    # A default of null, false or an empty text says only that the field may be left out.
    default = as_object(field.schema).get("default")
    if COMPOSITION & {*holder, *split(field.pointer)} or default not in (None, False, ""):
        return
    listed = list(_claims_of_list(field))
    claims = [*_claims(field), *listed]
    if not claims:
        return
    required = field.name in as_array(holder.get("required"))
    # What has a default may be left out, whatever `required` says.
    if required and default is not None:
        return
    if any(claim.required == required for claim in claims):
        return
    claimed = "required" if claims[0].required else "optional"
    written = "required" if required else "optional"
    yield Problem(
        f"{field.label} is {written} in the schema, but the {field.source} calls it {claimed}",
        f"{'add' if claims[0].required else 'remove'} {code_text(field.name)} "
        f"{'to' if claims[0].required else 'from'} `required`, or describe it as {written}",
        evidence={"quote": claims[0].quote},
        # What the text of a tool requires is as often what one of its modes does.
        max_level=Level.INFO if claims[0] in listed else Level.WARNING,
    )


def _uncontained_members(field: Field) -> Iterator[Problem]:
    """Yield a problem for members that the text says an object must contain and its schema does not require."""
    if not field.has_only_types("object") or any(not _DECLARING.isdisjoint(part) for part in field.parts):
        return
    members = {name for part in field.parts for name in as_object(part.get("properties"))}
    for passage in passages(field):
        found = _CONTAINS.search(passage)
        name = found["name"] or found["plain"] if found is not None else ""
        # Where members are declared, any other name is about something else.
        if found is not None and (not members or name in members):
            yield Problem(
                f"{field.label} must contain {code_text(name)}, but only the description says so",
                f'add "required": {compact_json([name])} to its schema',
                evidence={"quote": excerpt(passage, *found.span(), 20)},
            )
            return


def _refused_null(field: Field) -> Iterator[Problem]:
    """Yield a problem for a null that the text offers and the schema rejects."""
    accepted = field.subschemas.types_of(field.position)
    if field.is_undetermined or not field.types or "null" in accepted or field.source != "description":
        return
    # in a list or an object it may be the values in it that are null
    offered = (_NULL_OFFERED, _NULL_ORDERED) if field.has_only_types(*SCALAR_TYPES) else (_NULL_ORDERED,)
    for passage in sentences_of(field.description):
        found = next(filter(None, (pattern.search(passage) for pattern in offered)), None)
        if found is None or _NULL_IS_STATE.search(passage[: found.start()]):
            continue
        if any("default" in part for part in field.parts):
            return  # what is wrong with the default is reported of the default
        yield Problem(
            f"{field.label} may be `null` according to its description, but its schema rejects it",
            'add "null" to its `type`, or describe what to send instead',
            evidence={"quote": excerpt(passage, *found.span(), 30)},
        )
        return


def _required_change(field: Field, required: Sequence[JsonValue]) -> Iterator[Problem]:
    """Yield a problem for a field that has to be given to change any other that the tool offers to change alone."""
    if field.holder or field.is_result or field.name not in required or field.source != "description":
        return
    for sentence in islice(sentences_of(field.tool.description or ""), 1):
        offered = changed_one_by_one(sentence, field.siblings)
        free = [name for name in offered if name not in required]
        if field.name in offered and free:
            yield Problem(
                f"{field.label} is required, but the description offers to change {list_codes(free, most=2)} alone",
                f"remove {code_text(field.name)} from `required`, or say that it has to be repeated",
                evidence={"quote": excerpt(sentence, 0, min(len(sentence), 120))},
                max_level=Level.INFO,
            )


def _claims(field: Field) -> Iterator[Necessity]:
    """Yield the claims of the field's description; of the tool's, which covers several fields, only "(required)".

    A default is what holds without a value, so that stating one calls a field optional.
    """
    previous = ""  # "For 'update', the field to change. Required." holds for that case only
    about = [singularize(word) for word in words_of(field.name)]
    for passage in sentences_of(own_text(field)):
        member = _MEMBER_LINE.match(passage)
        if member is not None and member["name"] != field.name:
            continue
        is_other = (
            _CASE.match(previous)
            or begins_with_value(previous, field)
            or (field.has_only_types("object", "array") and _OPTIONAL_MEMBERS.match(passage))
        )
        claims = () if is_other else necessity(passage, about)
        # "Optional filters." of an object are its members
        claims = (one for one in claims if one.required or one.in_brackets or not field.has_only_types("object"))
        yield from (claim for claim in claims if not (claim.in_brackets and _is_of_member(passage, field)))
        # the default of a member is not that of the object, or of the list, that holds it
        for stated in () if field.has_only_types("object", "array") else stated_defaults(passage):
            # nor is a number that of a text: "SELECT 1. Add LIMIT N (default: 10)."
            is_amount = stated.amount is not None and not field.has_only_types("string")
            if is_amount or stated.text or stated.literal() in (*field.text_values, True, False):
                yield Necessity(False, stated.quote, in_brackets=False)
        previous = passage
    for passage in () if is_only_of_value(field) else passages(field):
        member = _MEMBER_LINE.match(passage)
        if member is None or member["name"] == field.name:
            stated = (claim for claim in necessity(passage, about) if not _is_of_member(passage, field))
            is_own = passage.lstrip("-*\u2022 `'\"").startswith(field.name)
            yield from (claim for claim in stated if claim.in_brackets or (is_own and claim.is_remark))
    yield from absences(field.tool.description or "", "" if field.holder or field.is_result else field.name)


def _is_of_member(passage: str, field: Field) -> bool:
    """Say whether a remark is about a member: ``{"a": 1 (optional), ...}``, or "dicts with keys: a, b (optional)"."""
    found = _REMARK.search(passage)
    return (
        field.has_only_types("object", "array")
        and found is not None
        and any(form.search(passage, 0, found.start()) is not None for form in (_NOTATION, _MEMBERS_LISTED))
    )


def _claims_of_list(field: Field) -> Iterator[Necessity]:
    """Yield the claims of a tool's description that requires fields, if all that it lists are fields."""
    for stated in field.tool.once(_required_fields):
        if stated.name == field.name and not (stated.has_to_be_true or field.is_result):
            yield Necessity(True, stated.quote, True)


def _required_fields(tool: Tool) -> Sequence[RequiredField]:
    names = frozenset(field.name for field in fields_of(tool))
    return required_fields(examined_part(tool.description or ""), names)


def _has_to_be_true(field: Field) -> Iterator[Problem]:
    """Yield a problem for a flag that has to be true in each call, where the schema accepts calls without it."""
    if field.types != ["boolean"] or field.is_result or any(True in as_array(part.get("enum")) for part in field.parts):
        return
    for stated in field.tool.once(_required_fields):
        if stated.name == field.name and stated.has_to_be_true and not any("const" in part for part in field.parts):
            yield Problem(
                f"{field.label} has to be `true` in each call, but only the description says so",
                f'add {code_text(field.name)} to `required`, with "const": true',
                evidence={"quote": stated.quote},
                # a server may mean it to be forgotten, and do less then
                max_level=Level.INFO,
            )
            return


_NUMBERS: JsonObject = {"type": "object", "additionalProperties": {"type": "number"}}
_LIMIT: JsonObject = {"properties": {"limit": {"type": "integer"}}}


def _tool(description: str, properties: JsonObject) -> JsonObject:
    return {"description": description, **tool_with(**properties)}


RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    good=(
        {
            "place": {
                **_NUMBERS,
                "description": "Where it is.\n- street (required): its name\n- number (required): of the house",
            }
        },
        [
            {
                "name": "ListTasks",
                "input_schema": closed_object(
                    "start",
                    "point",
                    start={**_NUMBERS, "description": "Where to begin (angle, default 90)"},
                    point={**_NUMBERS, "description": 'One point: {"at": 1, "mass": 2 (optional)}.'},
                ),
            }
        ],
        {"part": {"type": "string", "description": "For 'update', the part to change. Required. One word."}},
        {"rest": {**_NUMBERS, "description": "More of it; must contain `a` or `b`."}},
        [
            _tool(
                "List tasks.\n\n- open: Shows open ones. Requires: label\n- all: Shows all.",
                {"label": {"type": "string"}},
            )
        ],
        {"label": {"type": "string", "description": "Optional. What to call it."}},
        {"label": {"type": "string", "description": "What to call it; required when it is new."}},
        {"required": {"type": "boolean", "description": "Whether the column is required."}},
        {"deadline": {"type": ["string", "null"], "description": "When it has to be done, or null for never."}},
        {"deadline": {"type": "string", "description": "When it has to be done. If it is empty or null, never."}},
    ),
    bad=(
        BadExample(
            [_tool("List tasks.\n\nArgs:\n    label: What it is called. Required.", {"label": {"type": "string"}})],
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            [_tool("List tasks.\n\nRequired parameter:\n- label: what they are called", {"label": {"type": "string"}})],
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            [_tool("Drop all tasks. Requires confirm=true.", {"confirm": {"type": "boolean"}})],
            says="parameter `confirm` has to be `true` in each call, but only the description says so",
        ),
        BadExample(
            {"label": {"type": "string", "description": "Its label. This parameter is required and shown."}},
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            {
                "tools": [{"input_schema": {"type": "object", "additionalProperties": False, **_LIMIT}}],
                "guidance": "## ListTasks\n\n- `limit` (required): how many.",
            },
            says="parameter `limit` is optional in the schema, but the guidance calls it required",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {
                "tools": [{"input_schema": {"type": "object", "additionalProperties": False, **_LIMIT}}],
                "guidance": "## ListTasks\n\n| Field | Required |\n|---|---|\n| `limit` | yes |\n",
            },
            says="but the guidance calls it required",
        ),
        BadExample(
            [
                _tool(
                    "List tasks. Required parameters: label, owner.",
                    {"label": {"type": "string"}, "owner": {"type": "string"}},
                )
            ],
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            {
                "view": {
                    "type": "object",
                    "additionalProperties": {"type": "array"},
                    "description": "What to show (must contain a `cards` list).",
                }
            },
            says="parameter `view` must contain `cards`, but only the description says so",
        ),
        BadExample(
            [
                _tool(
                    "List tasks.\n\nArgs:\n    label: What to call it (required)\n",
                    {"label": {"type": ["string", "null"], "default": None}},
                )
            ],
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        "limit", limit={"type": "integer", "description": "How many; 20 by default."}
                    ),
                }
            ],
            says="parameter `limit` is required in the schema, but the description calls it optional",
            also=("default_in_prose_agrees",),
        ),
        BadExample(
            {"parent_id": {"type": "string", "description": "The task to put it under, or null for none."}},
            says="parameter `parent_id` may be `null` according to its description, but its schema rejects it",
            at="/tools/0/input_schema/properties/parent_id",
        ),
        BadExample(
            {"label": {"type": "string", "description": "(required) What to call it."}},
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        "limit", limit={"type": "integer", "description": "Optional limit of the list."}
                    ),
                }
            ],
            says="parameter `limit` is required in the schema, but the description calls it optional",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "description": "List tasks. Without a limit, lists all.",
                    "input_schema": {"type": "object", "additionalProperties": False, **_LIMIT, "required": ["limit"]},
                }
            ],
            says="parameter `limit` is required in the schema, but the description calls it optional",
        ),
    ),
)
