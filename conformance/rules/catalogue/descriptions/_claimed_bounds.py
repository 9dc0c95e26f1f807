"""The bounds that the texts about a field state for its value, each in the units in which the field may count.

A bound of something else does not count: that of what is returned, of a duration beside an amount of money, or of one
item of a list.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import ge, gt, le, lt

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.values import as_object, as_text
from conformance.inventory.fields import Field
from conformance.inventory.prose.bounds import (
    StatedBound,
    counts_from_end,
    sides_of_cases,
    stated_bounds,
    stated_fill,
)
from conformance.inventory.prose.item_counts import stated_counts
from conformance.inventory.prose.numbered_values import special_numbers
from conformance.inventory.prose.passages import OPERATOR, prose_of
from conformance.inventory.prose.quantities import Amount, unit_of_time
from conformance.inventory.prose.reading import examined_part, keep_answers, once_per_text, passages, sentences_of_tool
from conformance.inventory.prose.worded_bounds import stated_ends, worded_bounds
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.pattern_literals import fold

# "keep `limit` below 20", "should be at most 5".
_ADVICE = LazyPattern(
    r"\b(?:keep|prefer|use|set|pass|choose|pick|request|ask|avoid|never|should|please|try|recommend\w*|usually|typically)\b",
    re.IGNORECASE,
)
# Units that ``maxLength`` counts; a claim about words, lines or bytes is about something else.
_LETTERS = frozenset(
    (
        *("character", "characters", "chars", "char", "letter", "letters", "caracteres", "caractères", "zeichen"),
        *("символов", "字符", "个字符", "字", "个字", "文字", "位", "자"),
    )
)
# Units of a text: "each no more than 20 words" is about an item, not about their number.
_PARTS_OF_TEXT = frozenset(("word", "words", "line", "lines", "token", "tokens", "sentence", "sentences", "bytes"))
# What is counted is the length: "max length 255".
_LENGTH = LazyPattern(r"\blength\b|长度|長さ|\b(?:longueur|longitud|comprimento|länge)\b", re.IGNORECASE)
# A number of these bounds a page, not the position in a list: "offset: ... at most 100 results are returned".
_ENTRIES = frozenset(("results", "items", "entries", "records", "rows"))
_NO_COUNTS = frozenset(("offset", "cursor", "skip", "start", "index", "id", "timeout", "page"))
# How many come at once. Matches "max 50 per page"; not "50 pages".
_OF_PAGE = LazyPattern(r"\bper (?:page|request|call|query|batch)\b", re.IGNORECASE)
# What may be selected by the values of a list.
_SELECTED = frozenset(("file", "message", "document", "image", "page", "attachment", "event", "post", "record", "row"))
# What is counted in times.
_TRIES = frozenset(("retries", "retry", "attempts", "times", "count", "repeat", "repeats", "iterations", "tries"))
# Words before a sign that name nothing. Of "must be >= 1", "an integer >= 1", "seconds >= 1".
_NO_SUBJECT = frozenset(
    (
        *("be", "is", "are", "and", "or", "to", "of", "with", "must", "range", "a", "an", "the", "it", "this", "from"),
        *("integer", "int", "number", "float", "double", "decimal", "value", "min", "max", "minimum", "maximum"),
        *("positive", "optional", "required", "inclusive", "default", "limit", "ms", "s", "second", "millisecond"),
        *("minute", "hour", "day", "byte", "pixel", "px", "char", "character", "string", "array", "list", "item"),
    )
)
# Measures of something: "bucket count" is a number of buckets.
_MEASURES = frozenset(("count", "number", "size", "length", "total", "sum", "amount"))
# Numbers of a list, one by one. Matches "0-255 each", "RGB values", "components from 0 to 1"; not "up to 10".
_EACH = LazyPattern(r"\beach\b|\bvalues\b|\b(?:components?|channels?)\b|\bRGBA?\b", re.IGNORECASE)
# What a number of a list is measured in, and never the list itself.
_MEASURED_IN = frozenset(
    (
        *("m", "km", "cm", "mm", "ft", "meters", "metres", "feet", "deg", "degrees", "rad", "radians", "percent", "%"),
        *("hz", "Hz", "kHz", "kg", "g", "px", "pixels", "dB", "mph", "kmh", "knots", "V", "volts"),
    )
)
# A number as a text. Is all of "0", "-1.5"; not "1d".
_NUMERAL = LazyPattern(r"-?\d{1,9}(?:\.\d{1,9})?")
# What may be given instead of a word. Matches "or a non-negative number", "or number"; not "number or".
_OR_NUMBER = LazyPattern(r"\bor (?:an? )?(?:[\w-]+ )?(?:number|integer)\b", re.IGNORECASE)
# What a text is described as that holds a number. Matches "Page size", "The number of", "Percentage"; not "Name".
_OF_NUMBERS = LazyPattern(
    r"\W{0,3}(?:the |an? |maximum |minimum |max |min |virtual )*(?:number of|page (?:size|number)|percentage"
    r"|decimals\b|offset\b|how many|amount of|count of|limit\b|integer\b|[\w ]{0,20}decimals offset\b)",
    re.IGNORECASE,
)
# A number of results does not bound the input. Matches "returns up to", "are returned"; not "return address".
_RETURNED = LazyPattern(r"\breturns\b|\b(?:is|are|be) returned\b", re.IGNORECASE)
# What is done with a number beyond a bound instead of refusing it. Matches "larger values are clamped", "silently
# capped"; not "larger values are rejected".
_LOWERED = LazyPattern(
    r"\b(?:(?:\w{3,}er|excess(?:ive)?) (?:values?|numbers?|requests?|ones)"
    r"|(?:values?|anything|numbers?) (?:above|over|beyond|outside|greater|larger|higher|exceeding)[^.;]{0,30}"
    r"|silently|automatically|it|this|which) (?:(?:is|are|will be|get|gets) )?(?:\w+ )?"
    r"(?:clamped|capped|reduced|lowered|truncated|cut|treated as|taken as|set to|rounded|adjusted|replaced|raised)\b",
    re.IGNORECASE,
)
# A flag that lifts a bound. Matches "Bypasses the limit of 50", "without the 50-row limit"; not "limit of 50".
_LIFTED = LazyPattern(
    r"\b(?:bypass\w*|lifts?|lifting|ignor\w+|overrid\w+|removes?|disables?|without)\b[^.;]{0,20}?"
    r"(?P<number>\b\d+\b)?[^.;\d]{0,20}\b(?:limit|cap|maximum|bound)\b(?: of (?P<behind>\d+))?",
    re.IGNORECASE,
)
# Behind a number, what makes it one of what comes back. Next is " results returned", " are returned".
_COMES_BACK = r"[^.;,()]{0,40}?\b(?:(?:is|are|be) )?(?:returned|shown|fetched)\b"
# Two numbers that are the ends of a range. Next is "0-15", "0 to 127,"; not "0-15-3", "1-3 of them".
_PLAIN_RANGE = r"\d{1,5}\s?(?:-|\u2013|to)\s?\d{1,5}(?=\s*(?:[.,;)]|\Z))"
# A sentence about something else than the input. Matches "Returns", "e.g.", "see"; not "Sets".
_NO_INPUT = LazyPattern(
    r"\b(?:returns?|returned|yields|results?|examples?|e\.g|such as|see|like|for instance|if|when|lines?|chapters?)\b",
    re.IGNORECASE,
)
# What a description begins with: "The prompt to send", which its sentences may refer to.
_FIRST_WORDS = LazyPattern(r"[^.;:,(]{1,60}")
# Matches "Duration must be between", "Speed is at most"; not "It must be", "The duration of".
_SUBJECT = LazyPattern(
    r"\W{0,3}(?:the )?(?P<noun>[A-Za-z]{3,20}) (?:must be|has to be|is limited to|cannot exceed)\b", re.IGNORECASE
)
# One of several cases with a number of its own. Matches "Small (1-10 pages): 5", "- Large: 50"; not "Max: 5".
_LABELLED_CASE = LazyPattern(
    r"\W{0,4}(?![^:]{0,40}\b(?:min|max|minimum|maximum|range|limit|default|between|least|most|bounds?)\b)"
    r"[A-Za-z][\w /-]{1,40}(?: \([^()]{1,40}\))?: ?~?\d",
    re.IGNORECASE,
)
# What some number of another thing needs. Matches "A skew of -1.5 therefore needs a"; not "needs at least 4".
_NEEDED = LazyPattern(r"\b(?:of|is|=|at) -?\d+(?:\.\d+)? (?:\w+ )?(?:needs?|requires?|calls? for)\b", re.IGNORECASE)

# What is computed of two names. Matches "last_page - first_page", "offset + (`limit`"; not "width/height", "1-based".
_COMPUTED = LazyPattern(rf"(?<!\w)(?P<one>[A-Za-z]\w*){OPERATOR}(?=(?P<other>[A-Za-z]\w*))")


# How a number relates to a bound that allows it.
_WITHIN = {("lower", False): ge, ("lower", True): gt, ("upper", False): le, ("upper", True): lt}


class SchemaBound(Struct, frozen=True):
    """A bound of the schema, and whether the number itself is excluded."""

    number: float
    excluded: bool


class ClaimedBound(Struct, frozen=True):
    """A stated bound in each unit that the field may use; ``whole`` if the field holds integers only."""

    claim: StatedBound
    bounds: tuple[float, ...]
    whole: bool

    def agrees_with(self, written: SchemaBound) -> bool:
        """Say whether both allow the same numbers; the ends of a range of fractions may be excluded ones."""
        return any(self._is_same_bound(bound, written) for bound in self.bounds)

    def allows_all(self, numbers: Iterable[float]) -> bool:
        """Say whether numbers lie within the bound, in one of the units that the field may use."""
        # Compared as they are: a number of 400 digits does not fit in a float.
        within = _WITHIN[self.claim.side, self.claim.exclusive]
        return any(all(within(number, bound) for number in numbers) for bound in self.bounds)

    def _is_same_bound(self, bound: float, written: SchemaBound) -> bool:
        # How far the schema's bound lies inside the claimed one: negative if the schema allows more.
        inside = (written.number - bound) * (1 if self.claim.side == "lower" else -1)
        if self.claim.exclusive == written.excluded:
            return inside == 0
        if self.claim.exclusive:
            return inside == 1 if self.whole else 0 < inside <= 1
        return inside == -1 if self.whole else inside == 0


def claimed_bounds(field: Field) -> Sequence[ClaimedBound]:
    """Return the bounds that the texts state for the value of a field, in its unit."""
    return field.once(_read_bounds)


def _read_bounds(field: Field) -> Sequence[ClaimedBound]:
    return tuple(_claimed_bounds(field))


def _claimed_bounds(field: Field) -> Iterator[ClaimedBound]:
    whole = field.types == ["integer"] or not field.is_numeric
    texts = (*passages(field), *_sentences_about(field), *_ranges_of(field))
    is_signed = any(map(counts_from_end, texts))
    about = _names_of_value(field)
    # "At most 10 for images" leaves open what holds for the rest.
    in_cases = {side for passage in texts for side in _sides_of_cases(passage)}
    cases = [passage for passage in texts if _LABELLED_CASE.match(passage)]
    is_lowered = any(map(_LOWERED.search, texts))
    for passage in (_text_ahead_of_formula(text, field) for text in texts):
        # a list of cases, each with a size of its own, bounds none of them; nor does what another number needs
        if (len(cases) > 1 and passage in cases) or _NEEDED.search(passage):
            continue
        is_of_result = field.has_only_types("array") and not field.is_result and _RETURNED.search(passage)
        if is_of_result or _is_advice(passage, field):
            continue
        for claim in _bounds_in(passage, about):
            # What may be negative has no base.
            if claim.side in in_cases or (is_signed and claim.side == "lower" and claim.amount.number in (0, 1)):
                continue
            if _is_of_page(claim, field, passage) or _is_of_other_things(claim, field, about):
                continue
            if (bounds := _bounds_in_field_unit(field, claim)) and not _compares_other(claim, field, about):
                is_soft = claim.is_soft or is_lowered or _comes_back(claim, passage) or _is_lifted(claim, field)
                yield ClaimedBound(replace(claim, is_soft=is_soft), bounds, whole)
        if field.types == ["number"]:
            yield from (ClaimedBound(claim, (claim.amount.number,), whole) for claim in stated_ends(passage))
        fill = stated_fill(passage)
        if fill is not None and field.has_only_types("string", "array"):
            yield ClaimedBound(StatedBound("lower", Amount(1.0, ""), False, fill), (1,), whole)
    yield from (ClaimedBound(claim, (claim.amount.number,), whole) for claim in stated_counts(field))


def _is_of_other_things(claim: StatedBound, field: Field, about: frozenset[str]) -> bool:
    """Say whether a number that the tool's text states is one of what a list only selects: 300 files of some types."""
    things = singularize(claim.amount.unit.lower())
    is_own = claim.quote.strip("\u2026 ") in examined_part(field.description)
    return field.has_only_types("array") and things in _SELECTED and things not in about and not is_own


def _is_lifted(claim: StatedBound, field: Field) -> bool:
    """Say whether another input is stated to lift the same bound: "When true, bypasses the limit of 50"."""
    others = (
        as_text(as_object(schema).get("description")) for name, schema in field.siblings.items() if name != field.name
    )
    found = (each for text in others if text for each in _LIFTED.finditer(text))
    return any(claim.amount.number == float(number) for each in found if (number := each["number"] or each["behind"]))


def _text_ahead_of_formula(passage: str, field: Field) -> str:
    """Return a text up to a formula of two fields: "last - first (at most 10)" bounds neither of them."""
    formulas = (found for found in _COMPUTED.finditer(passage) if {*found.groups()} <= {*field.siblings})
    first = next(formulas, None)
    return passage if first is None else passage[: first.start()]


_sides_of_cases = keep_answers(sides_of_cases)


@once_per_text
def _bounds_in(passage: str, about: frozenset[str]) -> Iterator[StatedBound]:
    yield from stated_bounds(passage, about)
    yield from worded_bounds(passage, about)


def _comes_back(claim: StatedBound, passage: str) -> bool:
    """Say whether a largest number is that of what comes back, whatever is asked for: "max 50 results returned"."""
    number = rf"\b{claim.amount.number:.15g}\b{_COMES_BACK}"
    return claim.side == "upper" and re.search(number, passage, re.IGNORECASE) is not None


def bounds_of_numeric_text(field: Field) -> Iterator[StatedBound]:
    """Yield the bounds that the texts state for the number that a field of any text holds: "Page size (max: 500)"."""
    default = next((part["default"] for part in field.parts if part.get("default") is not None), None)
    holds_number = isinstance(default, str) and _NUMERAL.fullmatch(default) is not None
    if not field.has_only_types("string") or not (holds_number or _OF_NUMBERS.match(field.description)):
        return
    # "'unlimited', or a number" is more than a number.
    if _OR_NUMBER.search(examined_part(field.description)):
        return
    for passage in passages(field):
        for claim in stated_bounds(passage, _names_of_value(field)):
            if claim.amount.unit == "" and not _LENGTH.search(claim.quote):
                yield claim


def _compares_other(claim: StatedBound, field: Field, about: frozenset[str]) -> bool:
    """Say whether a sign compares something else than the value: "bucket count <= 9" on the width of a bucket."""
    if "_" in claim.subject and claim.subject.split()[-1] != field.name.lower():
        return True  # "wait_ms >= 16" is about another field
    words = [singularize(word) for word in words_of(claim.subject)]
    if not words or words[-1] in _NO_SUBJECT:
        return False
    # "1 <= n <= 100" calls the value by a letter.
    if len(words) == 1 and len(words[0]) == 1:
        return False
    if words[-1] in _MEASURES:
        name = {singularize(word) for word in words_of(field.name)}
        return len(words) > 1 and name.isdisjoint(words)
    return words[-1] not in about


def _names_of_value(field: Field) -> frozenset[str]:
    """Return the words that a text may call the value by: those of the name, and of the first words about it."""
    first = _FIRST_WORDS.match(field.description)
    words = (*words_of(field.name), *re.findall(r"[A-Za-z]{4,}", first[0] if first else ""))
    return frozenset(singularize(word.lower()) for word in words)


def _sentences_about(field: Field) -> Iterator[str]:
    """Yield the sentences of the tool's description whose subject is the quantity of the field: "Duration must be".

    ``duration_seconds`` is what it is about, if no other field of the tool has that word.
    """
    words = words_of(field.name)
    if field.holder or field.source != "description" or not field.is_numeric or len(words) > 3:
        return
    for sentence in sentences_of_tool(field.tool.description or ""):
        found = _SUBJECT.match(sentence)
        if found is not None and found["noun"].lower() == words[0]:
            others = [name for name in field.siblings if name != field.name and words[0] in words_of(name)]
            if not others:
                yield sentence


def _ranges_of(field: Field) -> Iterator[str]:
    """Yield the ranges that sentences of the tool's description give behind the name: "MIDI channel 0-15"."""
    words = words_of(field.name)
    if field.holder or field.source != "description" or not field.is_numeric or len(words) > 3:
        return
    description = field.tool.description or ""
    if not words or " ".join(words) not in fold(description):
        return
    others = [name for name in field.siblings if name != field.name and words[-1] in words_of(name)]
    behind = re.compile(rf"\b{' '.join(map(re.escape, words))} \(?(?={_PLAIN_RANGE})", re.IGNORECASE)
    for sentence in sentences_of_tool(description) if not others else ():
        found = behind.search(sentence)
        if found is not None and not (_NO_INPUT.search(sentence) or _ADVICE.search(sentence, 0, found.start())):
            yield sentence[found.end() :]


def _is_advice(passage: str, field: Field) -> bool:
    """Say whether guidance asks for a value instead of describing the tool."""
    return field.source == "guidance" and _ADVICE.search(passage) is not None


def bounds_of_items(field: Field) -> Iterator[StatedBound]:
    """Yield the bounds that the texts state for each number of a list: "RGB values (0-255 each)", "rows (1-based)"."""
    for passage in passages(field):
        for claim in stated_bounds(passage, _names_of_value(field)):
            is_each = claim.amount.unit in ("", "each") and not claim.counts and _EACH.search(passage)
            if is_each or claim.amount.unit in _MEASURED_IN or claim.is_base:
                yield claim


def special_numbers_of(field: Field) -> set[float]:
    """Return the numbers that the texts give a meaning of their own: "0 for unlimited"."""
    return {number for text in passages(field) for number in special_numbers(text)}


def _bounds_in_field_unit(field: Field, claim: StatedBound) -> tuple[float, ...]:
    """Return the bound in each unit that the field may use, nothing if the claim is about something else."""
    from conformance.rules.catalogue.descriptions import _claimed_units as units  # few lists state bounds

    unit = claim.amount.unit.lower()
    if field.is_numeric:
        if unit == "times" and _TRIES.isdisjoint(words_of(field.name)):
            return ()
        if unit in _ENTRIES and not _NO_COUNTS.isdisjoint(words_of(field.name)):
            return ()
        if units.is_other_duration(unit, field) or units.is_other_length(unit, field):
            return ()
        own = unit_of_time(words_of(field.name), prose_of(field))
        if not claim.amount.is_time:
            return claim.amount.readings()
        number = claim.amount.to_unit(own) if own else None
        return () if number is None else (number,)
    if field.has_only_types("string"):
        if unit in units.BYTES:
            return units.lengths_in_bytes(field, claim)
        counted = unit in _LETTERS or (not unit and _LENGTH.search(claim.quote) is not None)
    else:
        counted = _counts_items(claim, unit, field)
    return (claim.amount.number,) if counted else ()


def _is_of_page(claim: StatedBound, field: Field, passage: str) -> bool:
    """Say whether a bound is that of a page, and the field where one begins: "offset (max 50 per page)"."""
    is_size = _OF_PAGE.search(claim.quote) is not None or _comes_back(claim, passage)
    return is_size and not _NO_COUNTS.isdisjoint(words_of(field.name)[-1:])


def _words_for_items(field: Field) -> set[str]:
    """Return the words that the items may be called by: those of the name, and of the text before a number of them."""
    before = re.split(r"\b(?:at least|minimum|min)\b", field.description, maxsplit=1)[0]
    return {singularize(word.lower()) for word in (*words_of(field.name), *re.findall(r"[A-Za-z]{2,}", before))}


def _counts_items(claim: StatedBound, unit: str, field: Field) -> bool:
    text = field.description
    if (
        unit == "each"
        or unit in _LETTERS | _PARTS_OF_TEXT | _MEASURED_IN
        or claim.amount.is_time
        or claim.amount.is_size
        or claim.exclusive
    ):
        return False
    if unit:
        # "Page ranges. Max 20 pages." bounds what the items cover.
        if re.search(rf"\b{re.escape(singularize(unit))} (?:ranges?|spans?|intervals?|groups?)\b", text, re.IGNORECASE):
            return False
        # "at least one sign change" is about something in the items, of which it takes more than one
        called = singularize(unit)
        is_counted = unit in _ENTRIES or called in ("item", "element", "value") or called in _words_for_items(field)
        return claim.side == "upper" or (claim.amount.number >= 1 and is_counted)
    # "(max 10)" bounds the number of texts or objects, but the value of numbers.
    numbers = {"integer", "number"} & set(field.subschemas.types_of(field.items or child(field.position, "items")))
    return claim.counts and not numbers
