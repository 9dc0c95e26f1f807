"""A bound stated in the description matches the schema.

"At most 30" without a ``maximum`` is invisible to validators and generated clients, so the model learns the limit
from a failed call. Where both state a bound and differ, one of them is wrong. Guidance on a named tool is read like its
description, except where it asks for less than the tool allows.
"""

from collections.abc import Collection, Iterator

from msgspec import Struct

from conformance.display import cut_middle
from conformance.documents.edits import SetMember
from conformance.documents.values import JsonObject, JsonValue, as_array, is_number
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.catalogue.descriptions._claimed_bounds import (
    ClaimedBound,
    SchemaBound,
    bounds_of_items,
    bounds_of_numeric_text,
    claimed_bounds,
    special_numbers_of,
)
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# Generators write this bound to say "any integer that a double holds exactly"; it limits nothing.
_EXACT_INTEGERS = 2**53 - 1


class _Keywords(Struct, frozen=True):
    """The keywords that bound one kind of value, by side: inclusive ones, exclusive ones."""

    lower: tuple[str, str]
    upper: tuple[str, str]


# The keyword of each side of a range, and all that bound a number.
_SIDES = {"lower": "minimum", "upper": "maximum"}
_SIZES = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_NUMBER_KEYWORDS = _Keywords(("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
_ARRAY_KEYWORDS = _Keywords(("minItems", ""), ("maxItems", ""))
_TEXT_KEYWORDS = _Keywords(("minLength", ""), ("maxLength", ""))
# What the values beyond a bound are.
_BEYOND = {
    **dict.fromkeys(("minimum", "exclusiveMinimum"), "smaller"),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), "larger"),
    "minItems": "fewer",
    "maxItems": "more",
    "minLength": "shorter",
    "maxLength": "longer",
}


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all bounds that the schema lacks, and one for each that it states differently."""
    keywords = _keywords_for(field)
    if keywords is None or field.is_undetermined or field.values is not None:
        return
    special = special_numbers_of(field)
    fitting = [
        found for found in claimed_bounds(field) if found.allows_all(special) and not _means_no_limit(found, special)
    ]
    missing: dict[str, ClaimedBound] = {}
    for inclusive, exclusive, side in ((*keywords.lower, "lower"), (*keywords.upper, "upper")):
        stated = [found for found in fitting if found.claim.side == side]
        written = [*_schema_bounds(field, inclusive, False), *_schema_bounds(field, exclusive, True)]
        stated = [] if not written and any(_is_in_pattern(field, inclusive, found) for found in stated) else stated
        if stated and not written:
            # Two bounds hold in different cases; "10 MB" leaves open whether the field counts bytes or megabytes, and
            # "1.000" whether it is one or a thousand.
            if len({found.bounds for found in stated}) > 1 or stated[0].claim.amount.is_unclear:
                continue
            if beyond := [one for one in _defaults(field) if not stated[0].allows_all([one])]:
                yield from _default_problem(field, stated[0], beyond[0])
            elif stated[0].allows_all(_sizes(field, "examples")):
                missing[_keyword_of(stated[0], inclusive, exclusive)] = stated[0]
        # The schema may refuse what the runtime would lower.
        elif (
            stated
            and not stated[0].claim.is_soft
            and not any(found.agrees_with(number) for number in written for found in stated)
        ):
            keyword = _keyword_of(stated[0], inclusive, exclusive)
            yield _mismatch_problem(field, stated[0], keyword, written[0])
    # Guidance may ask for less than a tool allows, so it only contradicts bounds that the schema has.
    if missing and field.source == "description":
        yield _undeclared_bounds_problem(field, missing)
    yield from _unbounded_items(field)
    yield from _bounded_text(field)


def _means_no_limit(found: ClaimedBound, special: Collection[float]) -> bool:
    """Say whether what is stated as the most is the number for no limit: "max: 0 = unlimited"."""
    number = found.claim.amount.number
    return found.claim.side == "upper" and number <= 0 and number in special


def _bounded_text(field: Field) -> Iterator[Problem]:
    """Yield an info for a number that is sent as a text, of which only the description says how large it is."""
    if any("pattern" in part for part in field.parts) or field.source != "description":
        return
    claims = {claim.side: claim for claim in bounds_of_numeric_text(field)}
    if claims:
        bounds = ", ".join(f'"{_SIDES[side]}": {claim.amount.number:.15g}' for side, claim in sorted(claims.items()))
        yield Problem(
            f"{field.label} is a number sent as text, bounded only in its description",
            f"make it a number with {bounds}, or add a pattern",
            evidence={"quote": next(iter(claims.values())).quote},
            max_level=Level.INFO,
        )


def _unbounded_items(field: Field) -> Iterator[Problem]:
    """Yield a problem for numbers of a list of which only the description says how large each is."""
    items = field.items if field.has_only_types("array") and field.source == "description" else None
    if items is None:
        return
    is_numeric = bool(types := field.subschemas.types_of(items)) and {"integer", "number"}.issuperset(types)
    written = {key for part in field.subschemas.conjunction(items) for key in part}
    if not is_numeric or not written.isdisjoint((*_SIZES, "enum", "const")):
        return
    claims = {claim.side: claim for claim in bounds_of_items(field)}
    if len(claims) == len(_SIDES) or ("lower" in claims and claims["lower"].is_base):
        bounds = ", ".join(f'"{_SIDES[side]}": {claim.amount.number:.15g}' for side, claim in sorted(claims.items()))
        yield Problem(
            f"items of {field.label} are bounded only in its description",
            f"add {bounds} to the schema of its items",
            evidence={"quote": claims["lower"].quote},
        )


def _is_in_pattern(field: Field, keyword: str, found: ClaimedBound) -> bool:
    """Say whether a pattern of the schema bounds a text as stated: "max 16 characters" beside ``^[a-z]{1,16}$``."""
    patterns = [part["pattern"] for part in field.parts if isinstance(part.get("pattern"), str)]
    stated: JsonObject = {"type": "string", keyword: int(found.bounds[0])}
    from conformance.schema.containment.questions import contains  # few texts state a pattern

    return any(contains({"type": "string", "pattern": one}, stated).holds is True for one in patterns)


def _sizes(field: Field, keyword: str) -> list[float]:
    """Return the numbers, or the lengths, of the default or the examples that the schema states."""
    own = [part[keyword] for part in field.parts if keyword in part]
    values = [one for value in own for one in as_array(value)] if keyword == "examples" else own
    sizes = [len(value) if isinstance(value, str | list) else value for value in values]
    return [size for size in sizes if is_number(size)]


def _defaults(field: Field) -> list[float]:
    """Return the sizes of the default: the one that the schema states, or those that the description does."""
    from conformance.inventory.prose.allowances import default_numbers  # few lists have such bounds

    return _sizes(field, "default") or (default_numbers(field) if field.is_numeric else [])


def _keyword_of(stated: ClaimedBound, inclusive: str, exclusive: str) -> str:
    """Return the keyword that states the bound; not every inclusive one has an exclusive counterpart."""
    return exclusive if stated.claim.exclusive and exclusive else inclusive


def _keywords_for(field: Field) -> _Keywords | None:
    if field.is_numeric:
        return _NUMBER_KEYWORDS
    if field.has_only_types("array"):
        return _ARRAY_KEYWORDS
    return _TEXT_KEYWORDS if field.has_only_types("string") else None


def _schema_bounds(field: Field, keyword: str, excluded: bool) -> list[SchemaBound]:
    """Return the bounds of the schema, without those that only mark the largest exact integer."""
    written = [part.get(keyword) for part in field.parts]
    numbers = [number for number in written if is_number(number)]
    # Compared as they are: a number of 400 digits does not fit in a float.
    return [SchemaBound(number, excluded) for number in numbers if abs(number) < _EXACT_INTEGERS]


def _default_problem(field: Field, found: ClaimedBound, default: float) -> Iterator[Problem]:
    """Yield a problem for a default beyond the bound; 0, -1 and nothing stand for an input that is not given."""
    if default > 0 and field.source == "description":
        # a number of 400 digits has no other form than its own
        shown = f"{default:.15g}" if default < _EXACT_INTEGERS else cut_middle(str(default), 20)
        yield Problem(
            f"{field.label} defaults to {shown}, but its description bounds it by {found.bounds[0]:.15g}",
            "change the default, or correct the description; then state the bound in the schema",
            evidence={"quote": found.claim.quote},
        )


def _undeclared_bounds_problem(field: Field, missing: dict[str, ClaimedBound]) -> Problem:
    quotes = list(dict.fromkeys(found.claim.quote for found in missing.values()))
    keywords = ", ".join(f'"{keyword}": {found.bounds[0]:.15g}' for keyword, found in missing.items())
    may_be_more = _may_be_more(field, missing.values())
    beyond = " or ".join(_BEYOND[keyword] for keyword in missing)
    return Problem(
        f"{field.label} is bounded only in its description",
        f"add {keywords} to its schema{f', unless it accepts {beyond} values' if may_be_more else ''}",
        evidence={"quote": quotes[0] if len(quotes) == 1 else quotes},
        edits=[] if may_be_more else _bound_edits(field, missing),
        max_level=Level.INFO if may_be_more else Level.WARNING,
    )


def _may_be_more(field: Field, stated: Collection[ClaimedBound]) -> bool:
    """Say whether the text may allow more than the bounds: it names a number or says what happens beyond them."""
    from conformance.inventory.prose.allowances import goes_beyond, numbers_named  # few lists have such bounds

    own = {found.bounds[0] for found in stated}
    named = [number for number in numbers_named(field) if number not in own]
    return goes_beyond(field) or any(one.claim.is_soft or not one.allows_all(named) for one in stated)


def _bound_edits(field: Field, missing: dict[str, ClaimedBound]) -> list[SetMember]:
    """Return what states the bounds; nothing where one may mean several numbers, or words may make it softer."""
    from conformance.inventory.prose.allowances import softens  # few lists have such bounds

    if softens(field) or any(len(one.bounds) > 1 for one in missing.values()):
        return []
    numbers = {keyword: found.bounds[0] for keyword, found in missing.items()}
    return [
        SetMember(field.pointer, keyword, int(number) if float(number).is_integer() else number)
        for keyword, number in numbers.items()
    ]


def _mismatch_problem(field: Field, found: ClaimedBound, keyword: str, written: SchemaBound) -> Problem:
    stated, own = (" (exclusive)" if one else "" for one in (found.claim.exclusive, written.excluded))
    # an exclusive bound that stays beside the inclusive one would still be the stricter one
    instead = f' in place of "exclusive{keyword.capitalize()}"' if own and not stated else ""
    return Problem(
        f"{field.label} is bounded by {written.number:.15g}{own} in its schema, "
        f"but by {found.bounds[0]:.15g}{stated} in its {field.source}",
        f'set "{keyword}": {found.bounds[0]:.15g}{instead}, or correct the {field.source}',
        evidence={"quote": found.claim.quote},
        # What a text on a list counts is as often something else than its items.
        max_level=Level.INFO if field.has_only_types("array") else Level.WARNING,
    )


_LIMITED: JsonValue = tool_with(limit={"type": "integer", "maximum": 100})
_TEXTS: JsonObject = {"type": "array", "items": {"type": "string"}}
_OBJECTS: JsonObject = {"type": "array", "items": {"type": "object", "additionalProperties": False}}

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"tools": [_LIMITED], "guidance": "## ListTasks\n\nKeep `limit` at most 5."},
        {"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many, between 1 and 100."}},
        {"timeout_ms": {"type": "integer", "maximum": 30000, "description": "How long to wait, at most 30 seconds."}},
        {"price": {"type": "number", "description": "What it costs, with up to 9 decimal places."}},
        {"note": {"type": "string", "description": "Keep it short; up to 3 sentences are recommended."}},
        {"size": {"type": "integer", "description": "How many, at most 100, at most 10 for images."}},
        {"line": {"type": "integer", "description": "Zero-based; a negative one counts from the end."}},
        {"at": {"type": "integer", "minimum": 0, "description": "Where to begin; cannot be less than 0."}},
        {"tree": {**_TEXTS, "description": "Nodes. The maximum depth is 3."}},
        {"names": {**_TEXTS, "description": "Each name must be non-empty."}},
        {"offset": {"type": "integer", "description": "Where to begin. At most 100 results are returned."}},
        {"limit": {"type": "integer", "description": "How many. Use lower values (10-50) for speed."}},
        {"limit": {"type": "integer", "description": "How many. 0 means no limit. Any positive integer caps it."}},
        {"spans": {**_OBJECTS, "description": "Page ranges to read. Max 20 pages."}},
        {"page": {"type": "integer", "default": 0, "description": "Page (1-based)."}},
        {"codes": {"type": "array", "items": {"type": "integer"}, "description": "Codes (max 600)."}},
        {"label": {"type": "string", "description": "Label.- The public label must be at least 3 characters."}},
        {"guests": {**_TEXTS, "description": "Guests. The number of guests after the call cannot exceed 15."}},
        {"skip": {"type": "integer", "description": "The sum of it and `rows` must not be greater than 9."}},
        {"batch": {"type": "integer", "maximum": 300, "description": "Its size. Small files (<5MB) need 30."}},
        {"delay_ms": {"type": "integer", "description": "How long to wait. Retries up to 3 times."}},
        {"rows": {"type": "integer", "exclusiveMinimum": 0, "description": "Rows, at least 1."}},
        {
            "share": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": 1,
                "description": "Its share, between 0 and 1.",
            }
        },
        {"rows": {"type": "integer", "maximum": 90, "description": "Rows, capped at 100."}},
        {"rows": {"type": "integer", "description": "Rows, at most 100, unless overridden by the administrator."}},
    ),
    bad=(
        BadExample(
            {"tools": [_LIMITED], "guidance": "`limit` of ListTasks is at most 5."},
            says="parameter `limit` is bounded by 100 in its schema, but by 5 in its guidance",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {"limit": {"type": "integer", "maximum": 50, "description": "How many results to return (max 100)."}},
            says="parameter `limit` is bounded by 50 in its schema, but by 100 in its description",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {"size": {"type": "integer", "exclusiveMaximum": 10, "description": "How large, at most 10."}},
            says="parameter `size` is bounded by 10 (exclusive) in its schema, but by 10 in its description",
        ),
        BadExample(
            {"places": {"type": "array", "items": {"type": "integer"}, "description": "Places to keep (1-based)."}},
            says="items of parameter `places` are bounded only in its description",
        ),
        BadExample(
            {"guests": {**_TEXTS, "description": "Guests; up to 30 guests can be invited at once."}},
            says="parameter `guests` is bounded only in its description",
        ),
        BadExample(
            {"wait_ms": {"type": "integer", "default": 50, "description": "How long to wait, at most 45."}},
            says="parameter `wait_ms` defaults to 50, but its description bounds it by 45",
        ),
        BadExample(
            {"share": {"type": "number", "description": "How much. Value range is [0,50]."}},
            says="parameter `share` is bounded only in its description",
        ),
        BadExample(
            {"page": {"type": "integer", "description": "\u9875\u7801\uff08\u4ece1\u5f00\u59cb\uff09"}},
            says="parameter `page` is bounded only in its description",
        ),
        BadExample(
            {"depth": {"type": "integer", "description": "How deep to look, at most 8."}},
            says="parameter `depth` is bounded only in its description",
        ),
        BadExample(
            {"limit": {"type": "integer", "default": 10, "description": "How many (default 10, max 50)."}},
            says="parameter `limit` is bounded only in its description",
        ),
        BadExample(
            {"line": {"type": "integer", "description": "Line to read (1-based)."}},
            says="parameter `line` is bounded only in its description",
        ),
        BadExample(
            {"tags": {**_TEXTS, "description": "What to add (max 10)."}},
            says="parameter `tags` is bounded only in its description",
        ),
        BadExample(
            {"lyrics": {"type": "string", "description": "What to sing. Character range: [10, 600]"}},
            says="parameter `lyrics` is bounded only in its description",
        ),
        BadExample(
            {"label": {"type": "string", "description": "What to call it. Must not be empty."}},
            says="parameter `label` is bounded only in its description",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "description": "List tasks. Speed must be between 0.5 and 2.",
                    "input_schema": closed_object(speed_factor={"type": "number"}),
                }
            ],
            says="parameter `speed_factor` is bounded only in its description",
        ),
        BadExample(
            {"rows": {"type": "integer", "description": "How many rows to read; capped at 500."}},
            says="parameter `rows` is bounded only in its description",
        ),
        BadExample(
            {"speed": {"type": "number", "description": "Mach number (< 0.9)"}},
            says="parameter `speed` is bounded only in its description",
        ),
        BadExample(
            {"heights": {"type": "array", "items": {"type": "number"}, "description": "Heights in metres (0-800 m)"}},
            says="items of parameter `heights` are bounded only in its description",
        ),
        BadExample(
            {"digits": {"type": "string", "default": "2", "description": "How exact. Must be between 0 and 10."}},
            says="parameter `digits` is a number sent as text, bounded only in its description",
        ),
        BadExample(
            {"edits": {**_OBJECTS, "description": "Up to 20 edits."}},
            says="parameter `edits` is bounded only in its description",
        ),
    ),
)
