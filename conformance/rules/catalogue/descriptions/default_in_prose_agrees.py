"""A default stated in the description matches the schema.

A model reads both. Where the text says "defaults to 10 seconds" and the schema ``"default": 5000``, one of the two is
out of date, and callers cannot know which. A default that only the description states is lost on programs that read
schemas. Guidance on a named tool is read like its description.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, escape_text
from conformance.documents.edits import SetMember
from conformance.documents.pointers import child, parent
from conformance.documents.values import JsonValue, as_object, compact_json, equal, texts_in
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.defaults import StatedDefault, default_among, marked_value, stated_defaults
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.passages import prose_of
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.prose.reading import examined_part, name_of_entry, passages, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._claimed_bounds import claimed_bounds
from conformance.rules.catalogue.descriptions._values_of_formats import takes_empty
from conformance.rules.examples import tool_with
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.schema.safe_validation import validate_instance
from conformance.settings.profiles import Profile

# What a text says of a call that leaves a field out. Matches "If not specified, searches all accounts", "returns all if
# omitted"; not "if not specified, the first of all", "all if empty".
_ALL_IF_OMITTED = LazyPattern(
    r"\b(?:if|when) (?:it is |this is )?(?:not (?:specified|provided|given|set|passed|supplied)|omitted|unspecified"
    r"|left out|absent),? (?:then )?(?:[a-z]+ )?(?:(?:from|in|for|to|across|on|over|with) )?(?:all|every)\b [^.;]{0,60}"
    r"|\b(?:all|every) (?:[a-z]+ ){1,3}(?:are [a-z]+ |is [a-z]+ )?(?:if|when) (?:it is |this is )?"
    r"(?:not (?:specified|provided|given|set|passed|supplied)|omitted|unspecified|left out)\b",
    re.IGNORECASE,
)
# Values that mean all.
_ALL_VALUES = frozenset(("all", "any", "every", "everything", "both", "full", "global", "none", "auto", "default"))
# One lowercase word, possibly hyphenated: what an enum-like string value looks like.
_PLAIN_WORD = LazyPattern(r"[a-z]{2,}(?:[_-][a-z0-9]+)*")
# "Defaults to 5" and "default value: 5", unlike "'x' (default)", say what happens where the field is null.
_STATED_OUTRIGHT = LazyPattern(r"\bdefault(?:s to\b|(?:s| value)?(?::| is\b)| (?-i:[A-Z]{3}))", re.IGNORECASE)
# "Defaults to none" describes what happens; it does not name a value to send.
_DESCRIPTIVE_WORDS = frozenset(
    ("none", "nothing", "everything", "empty", "unlimited", "now", "today", "unset", "automatic")
)
# A whole or decimal number, and nothing else.
_NUMBER = LazyPattern(r"-?\d{1,15}(?:\.\d{1,9})?")
# A number with its unit, written as one. Matches "24h", "2m", "1.5s"; not "24 h", "3rd", "v2m".
_MEASURE = LazyPattern(r"(?<![\w.-])(?P<value>\d{1,6}(?:\.\d{1,3})?(?!st\b|nd\b|rd\b|th\b)[A-Za-z]{1,3})(?![\w%]|\.\w)")
# What items of a list begin with.
_BULLETS = ("- ", "* ", "\u2022 ")
# "on by default" says nothing certain about `disable_cache`: the feature may be on, or the flag.
_NEGATING_WORDS = frozenset(
    ("no", "not", "disable", "disabled", "skip", "exclude", "without", "ignore", "suppress", "hide")
)


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if every default in the text differs from the schema's, or if the schema has none."""
    claims = [
        claim for passage in passages(field) if not _is_of_member(passage, field) for claim in stated_defaults(passage)
    ]
    stated = [(claim, value) for claim in claims for value in _claimed_values(claim, field)]
    if field.is_undetermined:
        return
    if not stated:
        yield from _missing_word(field, claims)
        yield from _default_beside_all(field)
        return
    if (rivals := list(_rivals(field))) != []:
        yield from rivals
        return
    claim, value = stated[0]
    defaults = [part["default"] for part in field.parts if "default" in part]
    written = defaults[0] if defaults else None
    # Null says only that the field may be left out, and then "defaults to" says what happens.
    if not defaults or (written is None and _STATED_OUTRIGHT.search(claim.quote)):
        # what the schema says with null is for its author to replace
        is_certain = not defaults and _is_certain(field, stated)
        yield from _missing_default(field, claim, value, is_certain=is_certain)
    elif written == "" and takes_empty(field, ""):
        return  # "Leave it empty to use a by default."
    elif written is not None and not any(equal(value, written) for _, value in stated):
        yield Problem(
            f"{field.label} defaults to {_format_value(written)} in its schema, "
            f"but to {_format_value(value)} in its {field.source}",
            f'set "default": {_json_text(value)}, or correct the {field.source}',
            "/default" if "default" in as_object(field.schema) else "",
            {"quote": claim.quote},
        )


def _rivals(field: Field) -> Iterator[Problem]:
    """Yield a problem if the field's own description states one default and that of its tool another one."""
    own_texts = set(sentences_of(field.description)) if field.source == "description" else set[str]()
    claims = [(text in own_texts, claim) for text in passages(field) for claim in stated_defaults(text)]
    values = [(is_own, claim, list(_claimed_values(claim, field))) for is_own, claim in claims]
    own, others = ([one for one in values if one[0] is side and one[2]] for side in (True, False))
    is_same = any(equal(a, b) for one in own for other in others for a in one[2] for b in other[2])
    if own_texts and own and others and not is_same:
        (_, _, first), (_, claim, second) = own[0], others[0]
        yield Problem(
            f"{field.label} defaults to {_format_value(first[0])} in its own description, "
            f"but to {_format_value(second[0])} in that of its tool",
            "state the same default in both",
            evidence={"quote": claim.quote},
        )


def _is_of_member(passage: str, field: Field) -> bool:
    """Say whether an item of a list is about a member of the field: "- span: "one" (default)" of each of its items."""
    name = name_of_entry(passage) if passage.startswith(_BULLETS) else ""
    return name[:1].islower() and name not in (field.name, "default", *field.text_values)


def _default_beside_all(field: Field) -> Iterator[Problem]:
    """Yield a problem for one thing as the default where a text says that all are meant if nothing is given."""
    default = next((part["default"] for part in field.parts if part.get("default") is not None), None)
    is_one = isinstance(default, str) and default and _ALL_VALUES.isdisjoint(words_of(default)) and default != "*"
    is_some = isinstance(default, list) and default and _ALL_VALUES.isdisjoint(texts_in(default))
    found = next(filter(None, map(_ALL_IF_OMITTED.search, passages(field))), None) if is_one or is_some else None
    if found is not None:
        yield Problem(
            f"{field.label} defaults to {_format_value(default)} in its schema, but to all by its {field.source}",
            f"remove the default, or correct the {field.source}",
            "/default" if "default" in as_object(field.schema) else "",
            {"quote": found[0].strip()},
        )


def _is_certain(field: Field, stated: Sequence[tuple[StatedDefault, JsonValue]]) -> bool:
    """Say whether the description, and not guidance, states one default, which the call does not have to state.

    One beyond a bound that a text states, or outside of the values that it lists, contradicts it.
    """
    _, first = stated[0]
    is_required = field.name in texts_in(field.subschemas.keywords_of(parent(parent(field.position))).get("required"))
    is_one = field.source == "description" and not is_required and all(equal(value, first) for _, value in stated)
    return is_one and not _contradicts(field, first)


def _contradicts(field: Field, value: JsonValue) -> bool:
    if isinstance(value, int | float) and field.is_numeric:
        return not all(bound.allows_all([value]) for bound in claimed_bounds(field))
    listed = field.once(listed_values)
    return listed is not None and listed.is_announced and value not in listed.values


def _missing_word(field: Field, claims: Sequence[StatedDefault]) -> Iterator[Problem]:
    """Yield an info for a default of a field that has none, where words may also describe what happens.

    Such are a bare word, a number that is a text, and the value that is marked among others.
    """
    # "Defaults to sheet_name" means the value of another field.
    known = (_DESCRIPTIVE_WORDS, field.siblings)
    words = [one for one in claims if one.word is not None and not any(one.word.lower() in names for names in known)]
    if any(part.get("default") is not None for part in field.parts) or not (
        "string" in field.types or field.text_values
    ):
        return
    marked = _default_of_enum(field) if field.text_values else None
    numbers = [claim for claim in claims if claim.amount is not None and not claim.amount.unit]
    may_be_null = any("default" in part for part in field.parts)
    if marked is not None:
        yield from _missing_default(field, marked, marked.text, is_certain=False)
    elif words and isinstance(words[0].literal(), str) and (not may_be_null or _is_constant(words[0].word or "")):
        yield from _missing_default(field, words[0], words[0].literal(), is_certain=False)
    elif numbers and numbers[0].amount is not None and not may_be_null:
        yield from _missing_default(field, numbers[0], f"{numbers[0].amount.number:.15g}", is_certain=False)
    elif not may_be_null:
        yield from _missing_measure(field, claims)


def _missing_measure(field: Field, claims: Sequence[StatedDefault]) -> Iterator[Problem]:
    """Yield an info for a number with its unit that is one text, where other values are written like it: "2m"."""
    shown = {one["value"] for one in _MEASURE.finditer(examined_part(field.description))}
    for amount in (claim.amount for claim in claims if claim.amount is not None and len(shown) > 1):
        written = [one for one in shown if one == f"{amount.number:.15g}{amount.unit}"]
        yield from _missing_default(field, claims[0], next(iter(written), None), is_certain=False)
        return


def _default_of_enum(field: Field) -> StatedDefault | None:
    """Return the value of an enum that a text marks as the default, or names as it."""
    marked = marked_value(examined_part(field.description), field.text_values)
    named = [one for text in passages(field) if (one := default_among(text, field.text_values)) is not None]
    # two of them are those of two cases
    is_one = len({one.text for one in named}) == 1 and named[0].text is not None
    return marked or (named[0] if is_one else None)


def _is_constant(word: str) -> bool:
    """Say whether a word is written like a value, and not like a word that describes one."""
    return "_" in word or (word.isupper() and len(word) > 1)


def _missing_default(field: Field, claim: StatedDefault, value: JsonValue, *, is_certain: bool) -> Iterator[Problem]:
    sure = claim.amount is None or not claim.amount.is_unclear
    if sure and value is not None and validate_instance(value, field.schema, 1) == []:
        yield Problem(
            f"{field.label} has a default only in its {field.source}",
            f'add "default": {_json_text(value)} to its schema',
            evidence={"quote": claim.quote},
            max_level=Level.INFO,
            edits=[SetMember(field.pointer, "default", value)] if is_certain else [],
        )


def _claimed_values(claim: StatedDefault, field: Field) -> Iterator[JsonValue]:
    """Yield the JSON values that the text may mean for this field."""
    if claim.text is not None and (claim.text == field.name or claim.text in field.siblings):
        return  # "`old` + `new` (the default)" names what is given, not a value of it
    if claim.amount is not None:
        if {"integer", "number"} & set(field.types):
            unit = unit_of_time(words_of(field.name), prose_of(field))
            known = claim.amount.to_unit(unit) if unit else None
            for number in (known,) if known is not None else claim.amount.readings():
                yield int(number) if number.is_integer() else number
    elif claim.items:
        yield from _lists_of(claim.items, field)
    elif claim.text is not None and field.is_numeric and _NUMBER.fullmatch(claim.text):
        yield float(claim.text) if "." in claim.text else int(claim.text)
    elif claim.text is not None and "string" in field.types:
        yield claim.text
    elif not (claim.is_switch and words_of(field.name)[:1] and words_of(field.name)[0] in _NEGATING_WORDS):
        literal = claim.literal() if claim.word is not None else claim.text
        known_text = isinstance(literal, str) and (literal in field.text_values or _is_rival(literal, claim, field))
        if known_text or (isinstance(literal, bool) and "boolean" in field.types) or claim.word == "null":
            yield literal


def _lists_of(items: Sequence[str], field: Field) -> Iterator[JsonValue]:
    """Yield a list as the items of the field may hold it: as texts, or as numbers."""
    if field.has_only_types("array"):
        types = field.subschemas.types_of(field.items or child(field.position, "items"))
        if "string" in types:
            yield [*items]
        elif all(map(_NUMBER.fullmatch, items)):
            yield [float(item) if "." in item else int(item) for item in items]


def _is_rival(word: str, claim: StatedDefault, field: Field) -> bool:
    """Say whether a bare word competes with the schema's default: both plain words, neither short for the other."""
    # "'usage' is where it is used (default)" marks one of the values, which a word that is not among them only explains
    if field.text_values and not _STATED_OUTRIGHT.search(claim.quote):
        return False
    written = as_object(field.schema).get("default")
    if not isinstance(written, str) or not (_PLAIN_WORD.fullmatch(word) and _PLAIN_WORD.fullmatch(written)):
        return False
    return not (word.startswith(written[:3]) or word in _DESCRIPTIVE_WORDS)


def _format_value(value: JsonValue) -> str:
    return code_text(compact_json(value), 60)


def _json_text(value: JsonValue) -> str:
    return escape_text(compact_json(value))[:60]


_LIMITED: JsonValue = tool_with(limit={"type": "integer", "default": 20})

_TABLE = "## ListTasks\n\n| Field | Default |\n|---|---|\n"

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"sheet": {"type": "string"}, "target": {"type": "string", "description": "Its name. Defaults to sheet."}},
        {"tools": [_LIMITED], "guidance": f"{_TABLE}| `limit` | `20` |\n"},
        {"tools": [_LIMITED], "guidance": _TABLE.replace("Field", "Result field") + "| `limit` | 50 |\n"},
        {"yield_time_ms": {"type": "integer", "default": 10000, "description": "Defaults to 10 seconds."}},
        {"notes": {"type": "string", "default": "inline", "description": '"inline": at the text location (default).'}},
        {"cwd": {"type": "string", "description": "Default: the root of the workspace."}},
        {
            "flow": {
                "enum": ["auto", "warn"],
                "default": "auto",
                "description": "'auto' = normal (default), 'warn' = loud",
            }
        },
        {"kind": {"type": "string", "default": "a/b", "description": "What to accept (default ``a/b``; or another)."}},
        {"order": {"type": "string", "description": "How to sort; runs default to -started_at."}},
        {"rows": {"type": "integer", "default": 0, "description": "How many (0 for the default of 50)."}},
        {
            "extract_mode": {
                "enum": ["auto", "raw"],
                "default": "auto",
                "description": "How to read it: `auto` (default) or `raw`.",
            }
        },
    ),
    bad=(
        BadExample(
            {
                "parts": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Which parts to read (default: title, body).",
                }
            },
            says="parameter `parts` has a default only in its description",
        ),
        BadExample(
            {"mode": {"enum": ["brief", "raw"], "description": "Mode: 'brief' for people (default), or 'raw'."}},
            says="parameter `mode` has a default only in its description",
        ),
        BadExample(
            {"decimals": {"type": "string", "description": "How exact it is. Defaults to 18."}},
            says="parameter `decimals` has a default only in its description",
        ),
        BadExample(
            {"tools": [_LIMITED], "guidance": "## ListTasks\n\n`limit` defaults to 50."},
            says="parameter `limit` defaults to `20` in its schema, but to `50` in its guidance",
            at="/tools/0/input_schema/properties/limit/default",
        ),
        BadExample(
            {"tools": [_LIMITED], "guidance": f"{_TABLE}| `limit` | 50 |\n"},
            says="but to `50` in its guidance",
        ),
        BadExample(
            {"timeout_ms": {"type": "integer", "default": 5000, "description": "Defaults to 10 seconds."}},
            says="parameter `timeout_ms` defaults to `5000` in its schema, but to `10000` in its description",
            at="/tools/0/input_schema/properties/timeout_ms/default",
        ),
        BadExample(
            {"activate": {"type": "boolean", "default": False, "description": "Switch to it at once (default: true)."}},
            says="parameter `activate` defaults to `false` in its schema",
        ),
        BadExample(
            {"context": {"type": "string", "default": "", "description": "Where to look (defaults to null)."}},
            says='parameter `context` defaults to `""` in its schema, but to `null` in its description',
        ),
        BadExample(
            {"state": {"enum": ["new_draft", "done"], "description": "What it becomes, new_draft by default."}},
            says="parameter `state` has a default only in its description",
        ),
        BadExample(
            {"order": {"type": "string", "description": "How to sort. Default: -started_at"}},
            says="parameter `order` has a default only in its description",
        ),
        BadExample(
            {"max_depth": {"type": "integer", "description": "How deep to look, default 3."}},
            says="parameter `max_depth` has a default only in its description",
        ),
        BadExample(
            {"target": {"type": "string", "description": "What to write (default: page.pdf)"}},
            says="parameter `target` has a default only in its description",
        ),
    ),
)
