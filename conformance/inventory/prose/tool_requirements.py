"""Fields that a tool's description requires for one value: "`body` is required when `action` is `create`".

The sentence must say this and nothing more. With a second condition, an "or", an "unless" or a name that is not a field
of the tool it is a different claim, and is skipped.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.conditions import Cases, Conditional, Values, cases_in
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern

# A name, quoted or not.
_NAME = r"[`'\"]?[A-Za-z_]\w{0,60}[`'\"]?"
# One name, or "`a`, `b` and `c`", with what they are called: "the `a` and `b` parameters".
_NAMES = rf"(?P<fields>{_NAME}(?:(?:, and |, | and ){_NAME}){{0,8}})(?: (?:field|parameter|argument|property)s?)?"
# "`body` is required", "you must provide `body`"; a "should" requires nothing.
_NEED = (
    rf"(?:(?:the |an? )?{_NAMES} (?:(?:is|are) (?:always |only |also )?(?:required|mandatory)"
    r"|must (?:always |also )?be (?:provided|given|set|specified|supplied|present|included))"
    r"|you (?:must|have to|need to) (?:always |also )?(?:provide|specify|pass|supply|give|set|include) (?:the |an? )?"
    rf"{_NAMES.replace('fields', 'to_give')})"
)
# What begins the condition; "unless" would negate it.
_LINK = r"(?:if|when|for|with)"
# The sentence begins with the statement: words before it could restrict it.
_BEGINS = r"\A(?:[-*\u2022] )?(?:note(?: that|:) )?"
# Up to a comma: what follows it could be a second condition.
_CLAUSE = r"(?P<clause>[^.;,()\n]{1,160})"
# Nothing follows but what happens otherwise.
_ENDS = r"(?=[.;]|\Z|, (?:otherwise|else)\b)"
# The condition behind the statement, and before it.
_FORMS = (
    LazyPattern(rf"{_BEGINS}{_NEED} (?:only )?{_LINK} {_CLAUSE}{_ENDS}", re.IGNORECASE),
    LazyPattern(rf"{_BEGINS}{_LINK} {_CLAUSE}, (?:then )?{_NEED}{_ENDS}", re.IGNORECASE),
)
# "A sleep_job needs duration_ms": the variant itself needs its fields.
_VARIANT_NEEDS = LazyPattern(
    rf"\A(?:[-*\u2022] )?(?:an? |the )?[`'\"]?(?P<value>[A-Za-z]\w{{0,60}})[`'\"]? (?:needs|requires) (?:the |an? )?"
    rf"{_NAMES}[.;]?\Z",
    re.IGNORECASE,
)
# What one of several values needs, in brackets behind it or what it means. Matches "'a' for one way (requires b",
# "x_sum (needs c"; not "a (b (requires".
_OF_VALUE = LazyPattern(
    r"(?:[`'\"](?P<quoted>[A-Za-z][\w./-]{0,60})[`'\"](?: [^.;,()\n`'\"]{1,80})?"
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
# Matches "dry-run", "kind"; not "=".
_WORD = LazyPattern(r"[\w-]+")
# Matches "'create'"; not "create".
_QUOTE = LazyPattern(r"[`'\"]")
# Words that a condition may hold besides the field and its values; any other is a second condition.
_FILLERS = frozenset(("the", "is", "set", "to", "equals", "either", "or", "field", "parameter", "argument"))


def stated_needs(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that one sentence of a tool's description requires for one value of another field."""
    yield from _variant_needs(sentence, values, names)
    for form in _FORMS:
        found = form.match(sentence)
        if found is not None:
            words = _WORD.findall(found["fields"] or found["to_give"])
            fields = [_declared_name(name, names) for name in words if name != "and"]
            cases = cases_in(found["clause"], values)
            if _is_exact_condition(found["clause"], cases, values) and names.issuperset(fields):
                for name in (field for field in fields if field not in cases[0]):
                    yield Conditional("required", name, cases, excerpt(sentence, *found.span(), 10))


def _variant_needs(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that a sentence requires for its subject, if that is a value of a single field."""
    found = _VARIANT_NEEDS.match(sentence)
    owners = [name for name, known in values.items() if found is not None and found["value"] in known]
    if found is None or len(owners) != 1:
        return
    fields = [name for name in _WORD.findall(found["fields"]) if name != "and"]
    if names.issuperset(fields):
        for name in fields:
            yield Conditional("required", name, ({owners[0]: found["value"]},), excerpt(sentence, *found.span(), 10))


def remarked_needs(sentence: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that a sentence says one value, or one value of a named field, requires."""
    text = _PLUS.sub(", ", sentence)
    for found in _OF_VALUE.finditer(text):
        value = found["quoted"] or found["bare"]
        owners = [name for name, known in values.items() if value in known]
        if len(owners) == 1:
            yield from _needs_behind(text, found, ({owners[0]: value},), names)
    for found in _OF_PAIR.finditer(text):
        cases = cases_in(found["pair"], values)
        if len(cases) == 1 and found["field"] in names - cases[0].keys():
            yield Conditional("required", found["field"], cases, excerpt(text, *found.span(), 10))
        elif len(cases) == 1 and not found["field"]:
            yield from _needs_behind(text, found, cases, names)


def _needs_behind(text: str, found: re.Match[str], cases: Cases, names: frozenset[str]) -> Iterator[Conditional]:
    listed = list_at(text, found.end(), quoted=False)
    if listed is None or listed.is_choice or not _NEEDS_END.match(text, listed.end):
        return
    for name in listed.items if names.issuperset(listed.items) else ():
        if name not in cases[0]:
            yield Conditional("required", name, cases, excerpt(text, found.start(), listed.end, 10))


def _declared_name(name: str, names: frozenset[str]) -> str:
    """The field that a word names; the first word of a sentence has a capital letter of its own."""
    return name if name in names else name[:1].lower() + name[1:]


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
