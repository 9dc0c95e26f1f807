"""Fields that a tool's description requires or allows for some values: "`body` is required when `action` is `create`".

The sentence must say this and nothing more, in one of the orders "fields, what is stated of them, case", "case, fields,
what is stated of them", "case, what it needs, fields". With a second condition, an "or", an "unless" or a name that is
not a field of the tool it is a different claim, and is skipped.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.cases import Cases, Kind, Values, case_list, cases_in, pairs_in
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.conditions import Conditional
from conformance.inventory.prose.field_relations import GIVE, PRESENT, VALID
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern

# The sentence begins with the statement: words before it could restrict it, but for a label of an error, as in
# "- Missing slug: the slug is required when".
_BEGINS = LazyPattern(
    r"(?:[-*\u2022] )?(?:note(?: that|:) )?(?:(?:missing|no|without|invalid|absent|lacking|error|errors)"
    r"(?: [\w'-]+){0,6}: )?",
    re.IGNORECASE,
)
# Before the names of fields. Next is "the a", "a non-empty b", "both `a`"; not "(a".
_BEFORE_NAMES = LazyPattern(
    r"(?:(?:the|an?|both|its|also|at least)\s+){0,2}(?:(?:valid|non-?empty|new|unique|explicit)\s+)?(?=[`'\"\w])",
    re.IGNORECASE,
)
# What fields are called behind their names. Next is " parameter", " array"; not " of the file".
_BEHIND_NAMES = LazyPattern(
    r"(?: (?:field|parameter|argument|property|param|array|list|object|string|value|option|flag|input)s?)?(?! of\b)",
    re.IGNORECASE,
)
# The link between a statement and its case.
_LINK = r"(?:if|when|for|with|in|on|by|to)"
# What is stated of fields, before their case. Next is " is required when ", " must be set for ", ": required for ".
_NEEDED = LazyPattern(
    r"(?:,? (?:is|are) (?:always |only |also |both )?(?:required|mandatory|needed|necessary)"
    rf"|:? (?:required|mandatory)| must (?:always |also |both )?be {PRESENT})(?: only)? {_LINK} ",
    re.IGNORECASE,
)
# Next is " is only used for ", " only applies to ", " are used only when "; not " is used for ".
_ONLY = LazyPattern(
    rf"(?: (?:is|are) (?:only {VALID}|{VALID} only)| only (?:appl(?:y|ies)|works?|takes? effect|has (?:an )?effect)"
    rf"| (?:appl(?:y|ies)|works?|takes? effect) only) {_LINK} ",
    re.IGNORECASE,
)
# Next is " is ignored for ", " are not used when "; not " is not required for".
_UNUSED = LazyPattern(
    rf" (?:is|are) (?:ignored|unused|not (?:used|supported|applicable|allowed|valid)) {_LINK} ", re.IGNORECASE
)
# Before a case that comes first. Next is "For ", "When "; not "before ".
_FIRST_LINK = LazyPattern(rf"{_LINK} ", re.IGNORECASE)
# Behind it, before an order. Next is ", you must provide ", ": provide ", ", then pass ".
_ORDER = LazyPattern(rf"[,:] (?:then )?(?P<must>you (?:must|have to|need to) (?:also )?)?{GIVE} ", re.IGNORECASE)
# Behind it, before fields. Next is ", ", ": then "; not " and ".
_COMMA = LazyPattern(r"[,:] (?:then )?")
# What is stated of the fields behind their case. Next is " is required", " must be given".
_ARE_NEEDED = LazyPattern(
    r" (?:(?:is|are) (?:also |both )?(?:required|mandatory|needed|necessary)"
    rf"|must (?:also |both )?be {PRESENT})",
    re.IGNORECASE,
)
# An order before its fields and their case. Next is "You must provide ".
_YOU_MUST = LazyPattern(rf"(?:you )?(?:must|have to|need to) (?:always |also )?{GIVE} ", re.IGNORECASE)
# Between fields and a case. Next is " when ", " only for ".
_BEFORE_CASE = LazyPattern(rf" (?:only )?{_LINK} ", re.IGNORECASE)
# What a case needs. Next is " requires ", " also need "; not " returns ".
_NEEDS = LazyPattern(
    r"(?: only)?(?:,? (?:also|always|additionally))? (?:needs?|requires?|must (?:have|include))(?: also)? ",
    re.IGNORECASE,
)
# What a case does without. Next is " ignores ", " does not use "; not " ignored ".
_IGNORES = LazyPattern(
    r" (?:ignores?|(?:does not|do not|doesn't|don't) (?:use|take|accept|need|require)) ", re.IGNORECASE
)
# What a case needs, as a heading. Next is "Required for ", "Required fields when ".
_HEADING = LazyPattern(
    r"(?:required|mandatory)(?: (?:param(?:eter)?s?|fields?|arg(?:ument)?s?|inputs?))? (?:for|when|if|by|in) ",
    re.IGNORECASE,
)
# Nothing follows but what happens otherwise. Next is ".", ", otherwise", " but ignored for"; not " and", " or".
_ENDS = LazyPattern(
    r"\s*(?:[.;)]|\Z|, (?:otherwise|else)\b|,? (?:but|and) (?:(?:is|are) )?(?:ignored|optional|unused"
    r"|not (?:used|needed|required))\b)",
    re.IGNORECASE,
)
# The end of a clause, as what follows a comma could be a second condition.
_CLAUSE = LazyPattern(r"[^.;,()\n]{1,160}")
# A longer condition, or one of more parts, is not a list of values.
_LONGEST_CASE, _MOST_COMMAS = 100, 4
# Words that a condition may hold besides the field and its values; any other is a second condition.
_FILLERS = frozenset(
    ("the", "is", "set", "to", "equals", "either", "or", "field", "parameter", "argument", "one", "of")
)
# Matches "dry-run", "kind"; not "=".
_WORD = LazyPattern(r"[\w-]+")
# Matches "'create'"; not "create".
_QUOTE = LazyPattern(r"[`'\"]")
# A sentence without any of these words says nothing of the kind.
_TRIGGER = LazyPattern(
    r"\b(?:requir\w*|mandatory|need\w*|necessary|must|have to|only|ignor\w*|unused|not|don't|doesn't|provide|specify"
    r"|pass|supply|give|include|set)\b",
    re.IGNORECASE,
)
# What one of several values needs, in brackets behind it or what it means. Matches "'a' for one way (requires b",
# "x_sum (needs c"; not "a (b (requires".
_OF_VALUE = LazyPattern(
    r"(?:[`'\"](?P<quoted>[A-Za-z][\w./-]{0,60})[`'\"](?: [^.;,()\n`'\"]{1,80})?"
    r"|\A\W{0,3}(?P<subject>[A-Za-z][\w/-]{1,60}) [a-z]+s [^.;,()\n`'\"]{1,80}"
    r"|(?<![\w-])(?P<bare>[A-Za-z][\w./-]{0,60})) ?\((?:also )?(?:requires|needs) (?:the |an? |both )?(?=[`'\"\w])"
)
# A case, and what it needs. Matches "k=False requires a", "With k=true, rows are added (a required)"; not "k requires
# a".
_OF_PAIR = LazyPattern(
    r"(?P<pair>[`'\"]?[A-Za-z_]\w*[`'\"]? ?==? ?[`'\"]?[\w-]+[`'\"]?)"
    r"(?:,? (?:also )?(?:requires|needs) (?:the |an? |both )?(?=[`'\"\w])"
    r"|[^.;()\n]{0,120} \([`'\"]?(?P<field>[A-Za-z_]\w*)[`'\"]? (?:is )?(?:required|mandatory)\))"
)
# Behind the names that are needed. Next is ")", ".", " parameters,"; not " rows".
_NEEDS_END = LazyPattern(r"(?: (?:parameter|field|argument)s?)?(?:\s*(?:[.;,)]|\Z)|\s\+\s)", re.IGNORECASE)
# Between two names that are needed together.
_PLUS = LazyPattern(r" ?\+ ?")
# Matches "'create' requires `body`", "add_comment also requires a body"; not "it requires care".
_VALUE_REQUIRES = LazyPattern(
    r"(?:[`'\"](?P<quoted>[\w.\-]{1,60})[`'\"]|(?<![\w\-])(?P<bare>[a-z]+(?:_[a-z0-9]+)+))"
    r"(?: \w+){0,2} requires (?:only |a |an |the )?(?=[`'\"\w])"
)
# Matches "kind=a with `b`", "mode=x plus limit="; not "kind=a with care".
_EQUALS_WITH = LazyPattern(
    r"(?<![\w.])(?P<name>[A-Za-z_]\w*)=[`'\"]?(?P<value>[A-Za-z_][\w\-]*)[`'\"]? (?:with|and"
    r"|plus) (?:(?:an? )?optional )?"
    r"[`'\"]?(?P<field>[A-Za-z_]\w*)(?==|[`'\"])"
)
# Matches "wake=true; include `until`", "x=y moves it, and provide a z"; not "x=y. Include z".
_EQUALS_INCLUDES = LazyPattern(
    r"(?<![\w.])(?P<name>[A-Za-z_]\w*)=[`'\"]?(?P<value>[A-Za-z_][\w\-]*)[`'\"]?(?=\W)[^.\n]{0,140}?[;,] (?:and )?"
    r"(?:include|provide|give) (?:an? |the )?(?:non-empty )?[`'\"]?(?P<field>[A-Za-z_]\w*)"
)
# Before a recipe. Is the end of "Use "; not "used ".
_USE = LazyPattern(r"\b(?:use|try|set|pass|combine)\s+\Z", re.IGNORECASE)
# Behind the name of a field, the value that a recipe gives it. Next is "='desc'", "=5"; not "=", "`".
_GIVEN = LazyPattern(r"[`'\"]?\s?=\s?[`'\"]?\w")
# Before a condition. Matches "computed if ", "(when "; not "if it is ".
_IF = LazyPattern(r"\b(?:if|when|whenever|unless|where|while|once|because|since)\s\Z", re.IGNORECASE)


class _Names(Struct, frozen=True):
    fields: Sequence[str]
    end: int


def stated_needs(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield what one sentence of a tool's description says of fields for some values of another field."""
    if not values or not _TRIGGER.search(sentence):
        return
    begin = _BEGINS.match(sentence)
    start = begin.end() if begin else 0
    for read in (_names_first, _case_first, _order_first, _needs_of_case, _heading):
        yield from read(sentence, start, values, names)


def _names_first(text: str, start: int, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    listed = _names_at(text, start, names)
    kinds: tuple[tuple[Kind, LazyPattern], ...] = (("required", _NEEDED), ("only", _ONLY), ("refused", _UNUSED))
    for kind, pattern in kinds if listed is not None else ():
        found = pattern.match(text, listed.end) if listed is not None else None
        case = _case_at(text, found.end(), values) if found is not None else None
        if listed is not None and case is not None and _ENDS.match(text, case[1]):
            yield from _claims(kind, listed, case[0], excerpt(text, start, case[1], 10), is_likely=kind == "refused")


def _case_first(text: str, start: int, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    link = _FIRST_LINK.match(text, start)
    case = _case_before_comma(text, link.end(), values) if link is not None else None
    if case is None:
        return
    order = _ORDER.match(text, case[1])
    comma = order or _COMMA.match(text, case[1])
    listed = _names_at(text, comma.end(), names) if comma is not None else None
    if listed is None:
        return
    needed = None if order is not None else _ARE_NEEDED.match(text, listed.end)
    end = needed.end() if needed is not None else listed.end
    if (order is not None or needed is not None) and _ENDS.match(text, end):
        is_likely = order is not None and order["must"] is None
        yield from _claims("required", listed, case[0], excerpt(text, start, end, 10), is_likely=is_likely)


def _order_first(text: str, start: int, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    order = _YOU_MUST.match(text, start)
    listed = _names_at(text, order.end(), names) if order is not None else None
    link = _BEFORE_CASE.match(text, listed.end) if listed is not None else None
    case = _case_at(text, link.end(), values) if link is not None else None
    if listed is not None and case is not None and _ENDS.match(text, case[1]):
        yield from _claims("required", listed, case[0], excerpt(text, start, case[1], 10))


def _needs_of_case(text: str, start: int, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield what is stated of a value as the subject: "A sleep_job needs duration_ms", "all but a require b"."""
    case = case_list(text, start, values)
    kinds: tuple[tuple[Kind, LazyPattern], ...] = (("required", _NEEDS), ("refused", _IGNORES))
    for kind, pattern in kinds if case is not None else ():
        found = pattern.match(text, case[1]) if case is not None else None
        listed = _names_at(text, found.end(), names) if found is not None else None
        if case is not None and listed is not None and _ENDS.match(text, listed.end):
            quote = excerpt(text, start, listed.end, 10)
            yield from _claims(kind, listed, case[0], quote, is_likely=kind == "refused")


def _heading(text: str, start: int, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    head = _HEADING.match(text, start)
    case = _case_at(text, head.end(), values) if head is not None else None
    listed = _names_at(text, case[1] + 2, names) if case is not None and text.startswith(": ", case[1]) else None
    if case is not None and listed is not None and _ENDS.match(text, listed.end):
        yield from _claims("required", listed, case[0], excerpt(text, start, listed.end, 10))


def _claims(kind: Kind, listed: _Names, cases: Cases, quote: str, *, is_likely: bool = False) -> Iterator[Conditional]:
    for name in (field for field in listed.fields if field not in cases[0]):
        yield Conditional(kind, name, cases, quote, is_likely)


def _names_at(text: str, start: int, names: frozenset[str]) -> _Names | None:
    """Return the fields that are listed at a position, if all that is listed there are fields and none is chosen."""
    before = _BEFORE_NAMES.match(text, start)
    listed = list_at(text, before.end(), quoted=False) if before is not None else None
    if listed is None or listed.is_choice:
        return None
    fields = [item if item in names else item[:1].lower() + item[1:] for item in listed.items]
    behind = _BEHIND_NAMES.match(text, listed.end)
    return _Names(fields, behind.end()) if behind is not None and names.issuperset(fields) else None


def _case_at(text: str, start: int, values: Values) -> tuple[Cases, int] | None:
    """Return the cases that begin at a position and where they end: a list of values, or the values of a field."""
    listed = case_list(text, start, values)
    if listed is not None and listed[0]:
        return listed
    clause = _CLAUSE.match(text, start)
    cases = cases_in(clause[0], values) if clause is not None else ()
    if clause is None or not cases or not _is_exact_condition(clause[0], cases, values):
        return None
    return cases, start + len(clause[0].rstrip())


def _case_before_comma(text: str, start: int, values: Values) -> tuple[Cases, int] | None:
    """Return the cases between a position and one of the next commas, "create, update, " as well as "create, "."""
    for comma in islice(_COMMA.finditer(text, start, start + _LONGEST_CASE), _MOST_COMMAS):
        found = _case_at(text[: comma.start()], start, values)
        if found is not None and found[1] == comma.start():
            return found
    return None


def _is_exact_condition(clause: str, cases: Cases, values: Values) -> bool:
    """Say whether a clause names one deciding field, or quotes its values, and holds no other word of weight."""
    deciding = {name for case in cases for name in case}
    if len(deciding) != 1:
        return False
    (name,) = deciding
    words = set(_WORD.findall(clause))
    known = {str(value).lower() if isinstance(value, bool) else str(value) for value in values[name]}
    # A bare word that equals a value may mean something else: "for all users", where `all` is a value.
    return (name in words or _QUOTE.search(clause) is not None) and words <= known | _FILLERS | {name}


def remarked_needs(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that a sentence says one value, or one value of a named field, requires."""
    text = _PLUS.sub(", ", sentence)
    for found in _OF_VALUE.finditer(text):
        value = found["quoted"] or found["subject"] or found["bare"]
        owners = [name for name, known in values.items() if value in known]
        if len(owners) == 1:
            yield from _needs_behind(text, found, ({owners[0]: value},), names)
    for found in _OF_PAIR.finditer(text):
        cases = cases_in(found["pair"], values)
        if len(cases) == 1 and found["field"] in names - cases[0].keys():
            yield Conditional("required", found["field"], cases, excerpt(text, *found.span(), 10))
        elif len(cases) == 1 and not found["field"]:
            yield from _needs_behind(text, found, cases, names)
    if not sentence.isascii():
        yield from _needs_elsewhere(sentence, values, names)


def _needs_elsewhere(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that a Chinese sentence says some values require, if all of its clause are values."""
    from conformance.inventory.prose.notations import needs_elsewhere  # most texts are in English

    for clause, name, quote in needs_elsewhere(sentence, names):
        cases = cases_in(clause, values)
        known = {word for case in cases for owner, value in case.items() for word in (owner, str(value))}
        if cases and name not in cases[0] and set(_WORD.findall(clause)) <= known | {"or"}:
            yield Conditional("required", name, cases, quote)


def _needs_behind(text: str, found: re.Match[str], cases: Cases, names: frozenset[str]) -> Iterator[Conditional]:
    listed = list_at(text, found.end(), quoted=False)
    if listed is None or listed.is_choice or not _NEEDS_END.match(text, listed.end):
        return
    for name in listed.items if names.issuperset(listed.items) else ():
        if name not in cases[0]:
            yield Conditional("required", name, cases, excerpt(text, found.start(), listed.end, 10))


def tool_conditionals(text: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield what a tool's description states: ``'a' requires `b` ``, ``kind=a with b=...``, ``x=true; include y``."""
    for found in _VALUE_REQUIRES.finditer(text):
        value = found["quoted"] or found["bare"]
        owners = [name for name, known in values.items() if value in known]
        listed = list_at(text, found.end(), quoted=False)
        if len(owners) == 1 and listed is not None:
            quote = excerpt(text, found.start(), listed.end, 10)
            for name in (item for item in listed.items if item in names):
                yield Conditional("required", name, ({owners[0]: value},), quote)
    for pattern in (_EQUALS_WITH, _EQUALS_INCLUDES):
        for found in pattern.finditer(text):
            pairs = {name: chosen[0] for name, chosen in pairs_in(found[0], values) if name == found["name"]}
            optional = "optional" in found[0].lower()
            # "For a quick look: use a=b with c=d" is a tip, and both are the case of "computed if a=b and c=0".
            is_case = holds_sometimes(text, found.start()) or _IF.search(text, 0, found.start())
            is_case = is_case or (_USE.search(text, 0, found.start()) and _GIVEN.match(text, found.end()))
            if pairs and found["field"] in names and not optional and not is_case:
                yield Conditional("required", found["field"], (pairs,), excerpt(text, *found.span(), 10))
