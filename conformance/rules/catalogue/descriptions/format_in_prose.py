"""A format of a text that the description states is in the schema as well.

"Start date (YYYY-MM-DD)" on a plain string accepts "last Monday": nothing rejects the call before it runs, and the
server answers with an error of its parser, or reads another date. A warning needs words that settle which keyword to
write, and one that programs check: "ISO format" without an example, "ISO country code", and base64 are an info.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.clauses import holds_sometimes, is_about_things
from conformance.inventory.prose.reading import once_per_text, own_text, passages, sentences_of, sentences_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._formats import BASE64, FORMATS, ITEM_FORMATS, PATTERN, StatedFormat
from conformance.rules.catalogue.descriptions._formats_of_examples import format_of_examples
from conformance.rules.catalogue.descriptions._formats_of_names import (
    contains_others,
    format_of_name,
    format_of_names,
    names_a_date,
    words_for_value,
)
from conformance.rules.catalogue.descriptions._named_formats import NAMED_FORMATS, NAMED_ITEM_FORMATS
from conformance.rules.catalogue.descriptions._restricted_texts import (
    ANY_TEXT,
    BEGINNINGS,
    DIGITS,
    JSON,
    JSON_OF_SEVERAL,
    NO_JSON,
    SUFFIX,
    packed_list,
)
from conformance.rules.catalogue.descriptions._stated_forms import FORMS, ITEM_FORMS, union_of_forms
from conformance.rules.catalogue.descriptions._values_of_formats import (
    CONDITION,
    DAY_PATTERN,
    DAY_SHOWN,
    EXAMPLE,
    NEAR,
    SEVERAL,
    TIME_SHOWN,
    accepts,
    declare_parts,
    declared_texts,
    is_one,
    is_only_format,
    is_to_be_judged,
    keyword_for,
    offers_null,
    offers_other,
    own_texts,
    problem_of_layouts,
    problem_of_several,
    takes_empty,
)
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile

_ALL, _ALL_OF_ITEMS = (
    (*FORMATS, *DIGITS, *BEGINNINGS, *NAMED_FORMATS, *FORMS),
    (*ITEM_FORMATS, *NAMED_ITEM_FORMATS, *ITEM_FORMS),
)
# Keywords that restrict a text further than its type does.
_RESTRICTING = frozenset(("pattern", "format", "contentMediaType", "contentSchema", "contentEncoding"))
_RESTRICTING_ITEMS = _RESTRICTING | {"enum", "const"}
# What leaves other formats open, wherever a text says it: "natural language", "relative dates".
_OPEN = LazyPattern(
    r"\b(?:relative|natural|flexible|free-?form|any format|various formats|also accepts|date-only|alternatively"
    r"|all-day(?! events? \(YYYY)"
    r"|you can also|can also be|(?<!with )(?<!with an )(?<!UTC )(?<!zone )offsets?(?! from)"
    r"|inequalit\w+|best-effort|phrases?"
    r"|epoch (?:seconds|ms|milli|time)|epoch,? or|or (?:an? )?epoch|unix|formats:|other formats"
    r"|improves?"
    # A word that is accepted as well: "Use 'now' to see what is new".
    r"|\b(?:use|pass|send|give|enter|specify) [`'\"](?!yyyy|dd|mm|hh)[a-z][\w-]{0,20}[`'\"] (?:to|for|as|if|when)\b"
    r"|following formats|several formats|client identifiers?|sip|prefix of|part of a)\b"
    # The format is that of one kind of value: "Phone number or email. Phone numbers are in E.164 format."
    r"|\bnumber,? (?:or|,) |\bor (?:an? )?\[?e-?mail|\[?e-?mail(?: address)?\]?(?:\([^)]*\))? or\b",
    re.IGNORECASE,
)
# The standard of both. Matches "ISO 8601"; not "ISO".
_ISO = LazyPattern(r"\bISO[ -]?8601\b")
# Parts of how a date is written. Matches "YYYY-MM", "RFC3339"; not "year".
_DATED = LazyPattern(r"YYYY|ISO|RFC|HH:", re.IGNORECASE)
# What is about all dates of a tool. Matches "Dates are", "date range (Y", "dates (YYYY"; not "the date is".
_OF_DATES = LazyPattern(r"\b(?:all )?(?:dates|timestamps) (?:are|must be|as|in|use|\()|\bdate range \(", re.IGNORECASE)
# Fields that say where a text is, or how one looks.
_PLACES = frozenset(("path", "file", "filename", "url", "uri", "format", "template", "schema", "prompt", "description"))
# Words that the name of a path ends in or holds.
_FILES = frozenset(("path", "file", "filename", "output", "input", "workbook"))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a plain string whose only format is stated in its description, or by its name."""
    yield from _format_of_items(field)
    is_plain = field.has_only_types("string") and field.values is None and not field.is_undetermined
    if not is_plain or is_to_be_judged(field) or any(not _RESTRICTING.isdisjoint(part) for part in field.parts):
        return
    stated = list(_stated_format(field))
    other = (_layouts, union_of_forms, format_of_name, format_of_examples, _forms_of_date, packed_list)
    yield from stated or next(filter(None, (list(form(field)) for form in other)), ())


def _stated_format(field: Field) -> Iterator[Problem]:
    """Yield a problem for a format that the texts about a plain string state."""
    texts = list(passages(field)) or (_dated_sentences(field) if names_a_date(field.name) else [])
    own = [text for text in sentences_of(own_text(field)) if JSON.search(text)]
    # In a field such as `path` it is the file that holds JSON.
    if own and _PLACES.isdisjoint(words_of(field.name)) and not any(map(NO_JSON.search, texts)):
        found = next(JSON.finditer(own[0]))
        stated = _problem(field, '"contentMediaType": "application/json"', own[0], found.span())
        yield from (declare_parts(one, found[0]) for one in stated)
        return
    for text in texts:
        if (found := JSON_OF_SEVERAL.search(text)) is not None:
            yield problem_of_several(field, text, found.span())
            return
    # an encoding is that of the whole text, whatever it contains
    is_encoded = any(map(BASE64.words.search, texts))
    if not is_encoded and contains_others(field.name):
        yield from list(_restricted_text(field, texts)) or _whole_format(field, texts)
        return
    if any(_OPEN.search(text) for text in texts):
        return
    demanded = _first_format(field, texts, Level.WARNING)
    if all(any(form.search(text) for text in texts) for form in (DAY_SHOWN, TIME_SHOWN)):
        # Both lengths of the standard begin with a day.
        if demanded is not None and _ISO.search(demanded[1]):
            yield from _format_problem(field, texts, *demanded, keyword=DAY_PATTERN)
        return
    restricted = [] if demanded else list(_restricted_text(field, texts))
    stated = demanded or (None if restricted else _first_format(field, texts, Level.INFO))
    yield from restricted
    if stated is not None:
        yield from _format_problem(field, texts, *stated)


def _layouts(field: Field) -> Iterator[Problem]:
    """Yield an info for a date of which the text names several layouts and no other way to write it."""
    if not contains_others(field.name) and not any(map(_OPEN.search, passages(field))):
        yield from problem_of_layouts(field)


def _forms_of_date(field: Field) -> Iterator[Problem]:
    """Yield an info for a date of which a text names forms, where no form is surely that of every value."""
    if any(map(_DATED.search, passages(field))):
        from conformance.rules.catalogue.descriptions._forms_of_dates import forms_of_date  # few dates are left

        yield from forms_of_date(field)


def _dated_sentences(field: Field) -> list[str]:
    """Return what the tool's description says of all its dates: "Dates are YYYY-MM-DD."."""
    return [text for text in sentences_of_tool(field.tool.description or "") if _OF_DATES.search(text)]


def _format_of_items(field: Field) -> Iterator[Problem]:
    """Yield a problem for a list of plain strings of which only the description says how each is written."""
    # a list may be given as one text as well
    is_list = "array" in field.types and field.has_only_types("array", "string")
    items = field.items if is_list and not field.is_undetermined else None
    if items is None or field.subschemas.types_of(items) != ["string"]:
        return
    if any(not _RESTRICTING_ITEMS.isdisjoint(part) for part in field.subschemas.conjunction(items)):
        return
    texts = [] if any(map(_OPEN.search, passages(field))) else list(passages(field))
    stated = ((form, text, next(form.spans(text), None)) for text in texts for form in _ALL_OF_ITEMS)
    for form, text, span in stated:
        if span is None:
            continue
        is_other = not _may_be_of(form, field) or (form.unless and form.unless.search(field.description))
        if not is_other and is_only_format(text, span):
            yield Problem(
                f"items of {field.label} have a format that only its description states",
                f"add {keyword_for(form.keyword, text, texts, field)} to the schema of its items",
                evidence={"quote": excerpt(text, *span, 20)},
                max_level=form.level,
            )
            return
    yield from format_of_names(field)


def _first_format(field: Field, texts: Sequence[str], level: Level) -> tuple[StatedFormat, str] | None:
    """Return the first format of a level that a text states, with that text."""
    stated = ((form, text) for text in texts for form in _formats_in(text))
    return next((one for one in stated if one[0].level is level and _may_be_of(one[0], field)), None)


@once_per_text
def _formats_in(text: str) -> Iterator[StatedFormat]:
    """Yield the formats of one thing that a text states, whatever field it is about."""
    return (form for form in _ALL if any(form.spans(text)))


def _may_be_of(form: StatedFormat, field: Field) -> bool:
    last = words_of(field.name)[-1:]
    return form.other_names.isdisjoint(last) and (not form.names or not form.names.isdisjoint(last))


def _format_problem(
    field: Field, texts: Sequence[str], form: StatedFormat, text: str, keyword: str = ""
) -> Iterator[Problem]:
    # "ISO 3166 codes, such as 'Lisbon' or 'pt'" takes more than codes.
    if (form.unless is not None and form.unless.search(own_texts(field))) or offers_other(field, form.keyword, text):
        return
    spans = list(form.spans(text))
    # Two dates are a range, or two formats.
    if is_one(text, spans) and is_only_format(text, spans[0]):
        stated = keyword or keyword_for(form.keyword, text, texts, field)
        if any(map(SEVERAL.search, texts)):
            yield problem_of_several(field, text, spans[0])
        else:
            # a null that the schema rejects is a contradiction, which another rule reports
            is_refused = offers_null(text, spans[0]) and "null" not in field.subschemas.types_of(field.position)
            yield from _problem(field, stated, text, spans[0], Level.INFO if is_refused else form.level)


def _restricted_text(field: Field, texts: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for the characters, or the beginning, that a text must have whatever it is about."""
    for text in texts:
        found = ANY_TEXT.search(text)
        # text in brackets has only the conditions in there
        begin = found.start("remark" if found["remark"] else 0) if found is not None and "(" in found[0] else 0
        near = "" if found is None else text[begin : found.end() + NEAR]
        if (
            found is not None
            and not CONDITION.search(near)
            and not holds_sometimes(text[begin:], found.start() - begin)
        ):
            yield from _problem(field, PATTERN, text, found.span())
            return


def _whole_format(field: Field, texts: Sequence[str]) -> Iterator[Problem]:
    """Yield an info for the end of a path, and a problem for a format that is always that of the whole value."""
    is_path = not _FILES.isdisjoint(words_of(field.name))
    for text in texts:
        found = SUFFIX.search(text) if is_path else None
        if found is not None and not holds_sometimes(text, found.start()) and not EXAMPLE.search(text[: found.start()]):
            yield from _problem(field, PATTERN, text, found.span(), Level.INFO)
            return
    whole = ((one, text) for text in texts for one in _formats_in(text) if one.is_whole and _may_be_of(one, field))
    if (stated := next(whole, None)) is not None:
        yield from _format_problem(field, texts, *stated)


def _problem(
    field: Field, keyword: str, text: str, span: tuple[int, int], most: Level = Level.WARNING
) -> Iterator[Problem]:
    # A default such as "today" shows that the format is not that of every value; the empty one only means none.
    others = [each for each in declared_texts(field) if not accepts(keyword, each)]
    if any(others) or is_about_things(text, span[1], words_for_value(field)):
        return
    from conformance.rules.catalogue.descriptions._sureness_of_formats import is_settled  # few texts state a format

    either = f'"anyOf" with {{"const": ""}} and {keyword}'
    yield Problem(
        f"{field.label} has a format that only its description states",
        f"add {either if others or takes_empty(field, keyword) else keyword} to its schema",
        evidence={"quote": excerpt(text, *span, 20)},
        max_level=most if is_settled(field, keyword, text, span) else Level.INFO,
    )


# Parameters with a text that states a format, one of each way to do so.
_STATED = (
    ("since", "Begin (ISO string format)"),
    ("sender", "Who writes. Must be a valid email address."),
    ("code", "Own code (lowercase letters and digits only)."),
    ("route", "Where to go. Must start with '/'."),
    ("token", "Key of the call. The format is a UUID."),
    ("spoken", "ISO 639-1 language code, e.g. 'en'."),
    ("region", "Two letter country code of the caller."),
    ("shade", "Colour of it (#RRGGBB or #RRGGBBAA). Omit it for none."),
    ("part", "Part to keep, as x,y,w,h in pixels"),
    ("lookback_period", "ISO 8601 duration, such as P7D"),
    ("land", "ISO country code of the caller (e.g. 'gb')"),
    ("station", "8-digit number of the station"),
    ("keyword_id", "What to read. Always starts with 'KW-'."),
    ("size", "Size as WxH in pixels"),
    ("box", "Bounding box as 'west,south,east,north'"),
    ("delay", "How long, matching /^\\d+ (day|hour)s?$/"),
    ("ticket", "What to read. Format: PROJ-123"),
    ("place_key", 'Place in "country:town" format'),
    ("coin", "Coin symbol in uppercase, e.g. BTC"),
    ("audio_path", "What to play. Only MP3 and WAV formats are supported."),
    ("change", "What differs. Format: <old><position><new>"),
    ("out_path", "Workbook to write (.xlsx)"),
    ("contact_email", "Email where people write"),
    ("match", "Filter in the form 'column = value'"),
    ("spot", "Where it is (`<row>,<column>`)."),
    ("game", "Position in FEN notation"),
)

RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"since": {"type": "string", "format": "date", "description": "First day (YYYY-MM-DD)."}},
        {
            "target": {
                "type": "string",
                "description": "Where to go. For page pass its id. For email pass email address.",
            }
        },
        {"since": {"type": "string", "description": "First day, such as YYYY-MM-DD."}},
        {"subject": {"type": "string", "description": "Email subject"}},
        {"note": {"type": "string", "description": "What to say. Names that start with 'a' go first."}},
        {"zone": {"type": "string", "description": "ISO country code or a city, e.g. 'PT' or 'Lisbon'."}},
        {"size": {"type": "string", "description": "How large, as small, mid or large"}},
        {"span": {"type": "string", "description": "YYYY-MM-DD/YYYY-MM-DD, both days included."}},
        {"query": {"type": "string", "description": "What to find. Days are written YYYY-MM-DD."}},
        {"since": {"type": "string", "description": "First day, as in `created:YYYY-MM-DD`."}},
        {"since": {"type": "string", "description": "RFC3339 (e.g. '2024-05-12T10:00:00Z' or '2024-05-12')."}},
        {"date_format": {"type": "string", "description": "How to write days (YYYY-MM-DD)."}},
        {"steps": {"type": "string", "description": "JSON array of steps, or a comma-separated list."}},
        {"place": {"type": "string", "description": "ISO-3166 country codes. Examples: 'Lisbon', 'PT'."}},
        {"part": {"type": "string", "description": "Id, or in the form 'book:page' for pages."}},
        {"sheet": {"type": "string", "description": "Sheet in human-readable form."}},
    ),
    bad=(
        BadExample(
            {"since": {"type": "string", "description": "First day (YYYY-MM-DD)."}},
            says="parameter `since` has a format that only its description states",
            at="/tools/0/input_schema/properties/since",
        ),
        BadExample(
            {"since": {"type": "string", "description": "When it began. Format: YYYY-MM-DD HH:mm:ss"}},
            says="parameter `since` has a format that only its description states",
        ),
        BadExample(
            {"since": {"type": "string", "description": "ISO 8601 time (e.g. 2024-01-31 or 2024-02-29) of the event."}},
            says="parameter `since` has a format that only its description states",
        ),
        BadExample(
            {"since": {"type": "string", "description": "Begin in ISO format (e.g. '2024-01-31T00:00:00Z')."}},
            says="parameter `since` has a format that only its description states",
        ),
        BadExample(
            {"file_path": {"type": "string", "description": "File to read. Must be an absolute path (e.g. '/a')."}},
            says="parameter `file_path` has a format that only its description states",
        ),
        BadExample(
            {"query": {"type": "string", "description": "What to find; can only contain letters, digits and blanks."}},
            says="parameter `query` has a format that only its description states",
        ),
        BadExample(
            {"since": {"type": "string", "description": "First day as an ISO date string."}},
            says="parameter `since` has a format that only its description states",
        ),
        BadExample(
            {"first_day": {"type": "string", "description": "First day for all-day events (YYYY-MM-DD)."}},
            says="parameter `first_day` has a format that only its description states",
        ),
        BadExample(
            {"place": {"type": "string", "description": 'The place in "lat,lon" format.'}},
            says="parameter `place` has a format that only its description states",
        ),
        BadExample(
            {"image_file": {"type": "string", "description": "Base64 encoded image."}},
            says="parameter `image_file` has a format that only its description states",
        ),
        BadExample(
            {"origin_url": {"type": "string", "description": "URL of the page to read."}},
            says="parameter `origin_url` has a format that only its description states",
        ),
        BadExample(
            {"label": {"type": "string", "description": "What to call it. The characters / and : are not allowed."}},
            says="parameter `label` has a format that only its description states",
        ),
        BadExample(
            {"steps": {"type": "string", "description": "JSON array of the steps to run."}},
            says="parameter `steps` has a format that only its description states",
        ),
        BadExample(
            {"at": {"type": "string", "description": "UUID or URL"}}, says="parameter `at` takes one of several"
        ),
        *(
            BadExample(
                {"since": {"type": "string", "description": text}},
                says="how parameter `since` is written is stated only in its description",
            )
            for text in ("RFC3339 time. Date-only values are whole days.", "ISO 8601 time. Use 'now' to see the news.")
        ),
        BadExample({"email": {"type": "string"}}, says="parameter `email` has a format that only its name states"),
        *(
            BadExample(
                {name: {"type": "string", "description": text}},
                says=f"parameter `{name}` has a format that only its description states",
            )
            for name, text in _STATED
        ),
    ),
)
