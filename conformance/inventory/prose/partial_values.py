"""Values in the text about a field that are not all of its own.

Those in "Team, required if mode is 'a' or 'b'" are of another field, and those in "A user id, an address, 'me' or
'all'" are listed next to other forms; those of "Filter by: kind, owner. Example: 'kind:a'" are parts of one, those of
"uppercase or lowercase" ways to write one, and those of "(e.g., 'a', 'b')" some of them.
"""

import re
from collections.abc import Sequence

from conformance.documents.values import as_array, as_object
from conformance.inventory.fields import Field
from conformance.inventory.prose.defaults import stated_defaults
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import passages, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of


def are_partial(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether values are surely not all that a field accepts, or not its own."""
    is_of_other = _are_special(field, values, texts) or _are_of_sibling(field, values, texts)
    is_of_other = is_of_other or _are_cases_or_keys(field, values, texts)
    is_of_other = is_of_other or any(_are_other_things(field, values, text) for text in texts)
    return is_of_other or _go_on(field, values) or _are_ways_to_write(field, values) or _are_beside_forms(values, texts)


# A quoted value that is only an example. Matches "(e.g., \"a\"", "such as 'a'"; not "'a'".
_ONE_SHOWN = LazyPattern(
    r"\b(?:e\.g\.?|such as|for example|for instance)[,:]?\s*[`'\"](?P<item>[\w.-]{1,40})[`'\"]", re.IGNORECASE
)
# A list of one value. Matches "['all']"; not "['a', 'b']".
_LIST_SHOWN = LazyPattern(r"\[[`'\"](?P<item>[\w.-]{1,40})[`'\"]\]")


def _are_special(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether values are what a text accepts beside the ordinary ones, of which it shows another as an example."""
    shown = {
        found["item"] for text in texts for found in _ONE_SHOWN.finditer(text) if _is_own(field, text, found.start())
    }
    lists = {found["item"] for text in texts for found in _LIST_SHOWN.finditer(text)}
    return (bool(shown) and shown.isdisjoint(values)) or not lists <= set(values)


def _is_own(field: Field, text: str, position: int) -> bool:
    """Say whether an example is not one of another field, whose name is directly before it."""
    before = text[:position].rstrip(" (").rpartition(" ")[2].strip("`'\"(,")
    return before == field.name or before not in field.siblings


# A form of dates instead of a value. Matches "YYYY-QN", "YYYYMM"; not "year".
_TEMPLATE = LazyPattern(r"YYYY|yyyy|HH:MM")
# Before values next to those that a text has named already. Is the end of "Other options: '"; not "Options: '".
_FURTHER = LazyPattern(
    r"\b(?:other|further|additional|alternative|more) (?:\w+ )?(?:options?|values?|choices|\w+s)(?: are|:) ?[`'\"]?\Z",
    re.IGNORECASE,
)
# Before names of which an expression is composed. Is the end of "Functions: "; not "Function: ".
_PARTS = LazyPattern(
    r"(?P<kind>\b(?:function|operator|placeholder|variable|macro|keyword|clause))s:? [`'\"]?\Z", re.IGNORECASE
)
# Before samples of how a value is written. Is the end of "(format: \"", "(in the form '"; not "Format: '".
_WRITTEN_AS = LazyPattern(r"\((?:in )?(?:the )?form(?:at)?(?: is|:)? ?[`'\"]?\Z", re.IGNORECASE)
# Before what a row of the result is called. Is the end of "each row marked "; not "rows that are open".
_MARKED = LazyPattern(
    r"\b(?:each|every|all|rows?|results?|items?)\b[^.;:]{0,40}\b(?:marked|flagged|label?led|tagged|classified|rated|graded)"
    r"(?: as)? [`'\"]?\Z",
    re.IGNORECASE,
)


def _are_other_things(field: Field, values: Sequence[str], text: str) -> bool:
    """Say whether values are forms, or samples of one, marks of results, parts of an expression, or next to others."""
    if any(map(_TEMPLATE.search, values)):
        return True
    before = text[: max(text.find(values[0]), 0)]
    parts = _PARTS.search(before)
    if _WRITTEN_AS.search(before) and all(map(_DIGITS.search, values)):
        return True
    is_part = parts is not None and parts["kind"].lower() not in {singularize(word) for word in words_of(field.name)}
    is_mark = text not in sentences_of(field.description) and _MARKED.search(before)
    return is_part or bool(is_mark or (_FURTHER.search(before) and not _has_one_default(field)))


def _has_one_default(field: Field) -> bool:
    """Say whether the schema or a text has a default, next to which "other values" are all: it is listed with them."""
    stated = (one for text in passages(field) for one in stated_defaults(text))
    return any(part.get("default") for part in field.parts) or any(one.text or one.word for one in stated)


# A name up to its value, with the word of a condition before it. Is "if mode is '" of "if mode is 'a'", "cloud must be
# one of: " of "cloud must be one of: aws".
_NAMED = LazyPattern(
    r"(?:\b(?P<condition>if|when|unless|while|where|once) (?:the )?)?[`'\"\u201c]?\b(?P<name>[A-Za-z_]\w*)[`'\"\u201d]?"
    r"(?P<link>(?: (?:is|are|equals?|(?:must|has to|should) be|set to|one of|either|any of|in)\b){0,3} ?(?:=+|:)?)"
    r" ?[`'\"\u201c(\[]{0,2}",
    re.IGNORECASE,
)


def _are_of_sibling(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether a text gives the values to another field: in a condition, or as those that its schema lists."""
    others = {name: as_array(as_object(schema).get("enum")) for name, schema in field.siblings.items()}
    others.pop(field.name, None)
    return any(
        (found["condition"] and found["link"].strip()) or set(values) <= set(map(str, others[found["name"]]))
        for text in texts
        for found in _NAMED.finditer(text)
        if found["name"] in others and text.startswith(values[0], found.end())
    )


# What a field is needed for, up to the first case. Is the end of "Required for: ", "Only used with "; not "for ".
_NEEDED_FOR = LazyPattern(
    r"\b(?:required|needed|necessary|used|valid|applies|relevant|ignored)(?: only)? (?:for|with|in|to|by):?\s*[`'\"]?",
    re.IGNORECASE,
)
# A text that is shown as an example. Matches "Example: 'kind:a'", "e.g. `x=1`"; not "e.g. x".
_QUOTED_EXAMPLE = LazyPattern(
    r"\b(?:examples?|e\.g\.?|for instance|such as)[:,]?\s*[`'\"](?P<text>[^`'\"\n]{1,300})", re.IGNORECASE
)


def _are_cases_or_keys(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether values are cases that the field is needed for, or names of parts of which an example is composed."""
    if any(text.startswith(values[0], found.end()) for text in texts for found in _NEEDED_FOR.finditer(text)):
        return True
    shown = " ".join(found["text"] for found in _QUOTED_EXAMPLE.finditer(field.description))
    return any(re.search(rf"(?<![\w-]){re.escape(value)}[:=]\w", shown) for value in values if shown)


# What a sentence says up to a quoted value. Is "a user id, an address, '" of "Takes a user id, an address, 'me' or";
# not "Order: 'asc'".
_BEFORE_QUOTED = LazyPattern(
    r"(?:\A|[.;:] )\W{0,3}(?:(?:accepts|takes|use|pass|either|(?:can|may|must) be|give)\b:? )?"
    r"(?P<forms>[^.;:]{1,300}), ?[`'\"\u201c]\Z",
    re.IGNORECASE,
)
# What the field is, or when it counts, instead of a form. Matches "The order", "If set", "Filter by"; not "A name".
_NO_FORM = LazyPattern(r"(?:if|when|for|by|optional\w*|required|the|which|what|how|filter|sort)\b", re.IGNORECASE)
# The last of several parts of a sentence that is a remark. Is all of " as shown", " sorted"; not " an address".
_REMARK = LazyPattern(r"\s*(?:(?:as|in|by|of|with|for|this|that) [^,]*|\w+ed)", re.IGNORECASE)
# Before the last item of a list of three or more. Matches ", or "; not " or ".
_SERIAL_COMMA = LazyPattern(r",\s*(?:and|or)\s", re.IGNORECASE)


def _are_beside_forms(values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether quoted values go on with a list that begins with forms in words: "A number, 'auto', or 'none'".

    One part before them is what the field is, as in "Order, 'up' or 'down'", unless the comma before the last of two
    says that there are more.
    """
    quoted = tuple(f"{quote}{values[0]}" for quote in "`'\"\u201c")
    begins = ((text, at) for text in texts for each in quoted if (at := text.find(each)) > 0)
    for text, at in begins:
        found = _BEFORE_QUOTED.search(text, 0, at + 1)
        if found is None or _NO_FORM.match(found["forms"]):
            continue
        _, comma, last = found["forms"].rpartition(",")
        is_of_more = len(values) == 2 and _SERIAL_COMMA.search(text, at, max(text.find(values[1], at), at))
        if is_of_more or (comma and not _REMARK.fullmatch(last)):
            return True
    return False


# How a text may be written, and never what it says.
_CASES = frozenset(("uppercase", "lowercase", "upper", "lower", "mixed", "capitalized", "titlecase"))
# What holds a program, of which a text lists names that it may use.
_PROGRAMS = frozenset(("code", "script", "source_code", "program"))
# Matches "Javascript code", "a Python script"; not "code of the country".
_OF_PROGRAM = LazyPattern(r"\b(?:(?:Java|Type)script|Python|Lua|SQL|shell|bash)\b", re.IGNORECASE)
# How a standard calls the forms of its codes.
_FORMS_OF_CODES = frozenset(("alpha2", "alpha3", "numeric"))
# A value that names a year, so that the next year has another one. Matches "CY2023", "2024-Q1", "1831-06"; not "v2",
# "20240", "1536x1024".
_YEAR = LazyPattern(r"(?<![\dx])(?:1[5-9]|20)\d\d(?![\dx])")
# What stands for all values, as the default: "(default: all)", which may be given as well.
_OF_ALL = frozenset(("all", "any", "both", "every"))
# Matches "(default: all)", "defaults to any"; not "default: all rows", "all".
_ALL_STATED = LazyPattern(r"\bdefaults?(?:\s*[:=]| is| to)? ?[`'\"]?(?:all|any|both|every)\b(?! \w)", re.IGNORECASE)
# What announces all values. Matches "one of", "must be either"; not "a".
_ANNOUNCED = LazyPattern(r"\b(?:one of|must be|(?:allowed|valid|accepted) (?:values|options))\b", re.IGNORECASE)
# Values that a sentence shows as examples. Matches "(e.g., 'a', 'b')", "such as a"; not "'a', 'b'".
_SHOWN = LazyPattern(r"\b(?:e\.g\.?|such as|for example|for instance)[,:]?\s*(?P<items>[^.;()]{1,200})", re.IGNORECASE)


def _are_ways_to_write(field: Field, values: Sequence[str]) -> bool:
    """Say whether a list is of ways to write a text, or of years, to which the next one adds another."""
    words = {value.lower().replace("-", "").replace(" ", "") for value in values}
    if field.name.lower() in _PROGRAMS and _OF_PROGRAM.search(field.description):
        return True
    if any(map(_ANNOUNCED.search, passages(field))):
        return False
    if (words <= _CASES and "case" not in words_of(field.name)) or words <= _FORMS_OF_CODES:
        return True
    return _are_of_years(values)


def _are_of_years(values: Sequence[str]) -> bool:
    return 2 * sum(_YEAR.search(value) is not None for value in values) >= len(values)


def may_be_more(field: Field, values: Sequence[str]) -> bool:
    """Say whether a list is one of years, lacks the default that the text names, or is shown as examples."""
    if _are_of_years(values) or _are_written_otherwise(field, values):
        return True
    texts = passages(field)
    quoted = {stated.text for text in texts for stated in stated_defaults(text) if stated.text}
    if not quoted <= {*values} or (_OF_ALL.isdisjoint(map(str.lower, values)) and any(map(_ALL_STATED.search, texts))):
        return True
    shown = " ".join(found["items"] for found in _SHOWN.finditer(field.description))
    return bool(shown) and all(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", shown) for value in values)


# A value that a text tells to use. Matches "Use 'desc' to see", "'asc' for all"; not "Use desc to see".
_TO_USE = LazyPattern(r"(?:\buse )?[`'\"](?P<value>\w{2,20})[`'\"] (?:to|for) ", re.IGNORECASE)


def _are_written_otherwise(field: Field, values: Sequence[str]) -> bool:
    """Say whether a text lists words, and then tells to use their beginnings: "(descending). Use 'desc' to see"."""
    used = {found["value"].lower() for found in _TO_USE.finditer(field.description)}
    known = {value.lower() for value in values}
    return bool(used) and used.isdisjoint(known) and all(any(one.startswith(short) for one in known) for short in used)


# A sentence that begins with values and says what becomes of them. Behind them is " may return", " are also accepted";
# not " of it", " (default)".
_GOES_ON = LazyPattern(
    r" (?:(?:is|are|was|were|may|might|can|could|will|should|must) \w|(?:also |only |still )?(?:works?|returns?|needs?"
    r"|requires?|exists?|appl(?:y|ies)|do(?:es)?)\b)"
)
# What may be before them. Is all of "Also ", "And ", "- "; not "The ".
_ALSO = LazyPattern(r"[-*\u2022\s]{0,3}(?:(?:also|and|additionally|older|legacy)\b:? )?", re.IGNORECASE)
# Parts of a value by which it is like others: digits, small letters, capitals.
_DIGITS, _SMALL, _CAPITALS = (LazyPattern(each) for each in (r"\d+", "[a-z]+", "[A-Z]+"))


def _go_on(field: Field, values: Sequence[str]) -> bool:
    """Say whether a later sentence names more of them: ``Interval: 5m, 15m (best). 1h, 4h may return nothing.``"""
    known, forms = {value.lower() for value in values}, {_form(value) for value in values}
    for text in passages(field):
        begin = _ALSO.match(text)
        listed = list_at(text, begin.end() if begin else 0, quoted=False)
        if listed is None or not _GOES_ON.match(text, listed.end):
            continue
        # One word alone may be the subject of any sentence, unless nothing but a value is written so.
        first = listed.items[0]
        is_sure = listed.quoted or len(listed.items) > 1 or not first.isalpha() or first.isupper()
        others = [item for item in listed.items if item.lower() not in known]
        if is_sure and others and all(_form(item) in forms and item not in field.siblings for item in others):
            return True
    return False


def _form(value: str) -> str:
    """Return how a value is written: that of "5m" is "9a", that of "START_AT" is "A_A"."""
    return _CAPITALS.sub("A", _SMALL.sub("a", _DIGITS.sub("9", value)))
