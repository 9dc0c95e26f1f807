"""Requirements that a text states for some inputs only: "required for 'create'", "only valid when `kind` is 'x'".

A condition counts only if it names values of a sibling field: an enum or a flag. Conditions on the state of the world
("if the file exists") cannot be expressed in a schema.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.cases import ALL_EXCEPT, Cases, Kind, Values, cases_in, value_text
from conformance.inventory.prose.clauses import clauses_of, holds_sometimes, is_hedged, is_history, narrower_cases
from conformance.inventory.prose.field_relations import GIVE, PRESENT, VALID
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# The word that begins a condition, and the clause up to the end of the sentence.
_LINK = r"(?:,? in (?:the )?cases? (?:of|where|that)|(?:for|when|if|with|by|in|on))\b(?P<clause>[^.;\n]{1,160})"
# The same, or "unless", whose clause is negated.
_LINK_UNLESS = rf"(?:{_LINK}|(?P<unless>unless)\b(?P<otherwise>[^.;\n]{{1,160}}))"
# How a text calls the field that it describes.
_THIS = r"(?: (?:it|this)(?: (?:field|parameter|argument|option|value))?)?"


def _kind(pattern: str) -> LazyPattern:
    return LazyPattern(pattern, re.IGNORECASE)


# What is stated before the condition: "required when", "only valid for", "ignored if"; not "required when" states
# nothing.
_KINDS: tuple[tuple[Kind, LazyPattern], ...] = (
    (
        "required",
        _kind(
            r"(?<!not )(?<!n't )(?:\brequired|\bmandatory|(?<!only )(?<!if )(?<!when )(?<!as )\b(?:needed|necessary)"
            rf"|\b(?:must (?:always |also )?|(?:has|have|needs?) to )be (?:{PRESENT}|(?:set to |explicitly )?"
            r"(?:[`'\"][\w-]{1,40}[`'\"]|true|yes))(?= (?:only )?(?:for|when|if|unless)\b)"
            rf"|(?:\A\W{{0,3}}|[.;(] ?|\byou )(?:must|have to|need to) (?:always |also )?(?:{GIVE}|use){_THIS}"
            rf"(?= (?:only )?(?:for|when|if|unless|with)\b))(?:,? only)?,? {_LINK_UNLESS}"
        ),
    ),
    # "Filename for upload (required) or download (optional)".
    (
        "required",
        _kind(r"\b(?:for|in|on|with|when) (?P<clause>[^.;,()\n]{1,60}) \((?:required|mandatory)[);,]"),
    ),
    # "Required parameter of `create` command, with its text".
    (
        "required",
        _kind(
            r"(?<!not a )(?<!not )\brequired (?:parameter|argument|field|option|property|input) (?:of|for|by|in) "
            r"(?P<clause>(?:the )?[`'\"]?[\w-]{1,40}[`'\"]?(?: [a-z]{2,20})?)"
            r"(?=\W*\Z|[.;,(]| (?:with|containing|that|which|to)\b)"
        ),
    ),
    # "(create: required, update: optional)".
    (
        "required",
        _kind(r"(?:\A\W{0,3}|[(;,] ?)(?P<clause>[\w'\"`/, ]{1,60}?) ?(?::|=|\u2192|->) ?(?:required|mandatory)\b"),
    ),
    (
        "only",
        _kind(
            rf"(?<!not )\b(?:only (?:{VALID}|works|has (?:an )?[ae]ffect|takes effect)|{VALID} only)(?: together)?"
            rf" {_LINK}"
        ),
    ),
    # "only for 'fast'", "\u2014 only with a=b", "applies only to", "(fast mode only)", "for mode 'fast' only".
    (
        "only",
        _kind(
            r"(?:(?:\A\W{0,3}|[.;,(\u2013\u2014] ?)only (?:for|in|if|when|with)|\b(?:applies only|only applies) to)"
            r" (?P<clause>[^.;\n)]{1,160})"
        ),
    ),
    (
        "only",
        _kind(
            r"(?:\((?:for )?|\A(?:for )|\bapplies to )(?P<clause>[^()., ;]{1,40}(?: [^()., ;]{1,40}){0,3})"
            r" only(?=[).]|\Z)"
        ),
    ),
    # "(for create and update operations)", "(for path types)", where all are values of another field.
    (
        "only",
        _kind(
            r"\(for (?P<clause>[^().;]{1,60}? (?:operations?|actions?|modes?|methods?|templates?|commands?"
            r"|types?|kinds?))\)"
        ),
    ),
    # "New name (action=rename)", at the end of what a field is.
    (
        "only",
        LazyPattern(
            r"(?<=\w )\((?:for |if |when )?(?P<clause>[`'\"]?[A-Za-z_]\w*[`'\"]? ?==? ?[^().;,=]{1,60})\)(?=\W*\Z)"
        ),
    ),
    # "Mention object if type is 'mention'": the whole sentence is what it is, and when.
    (
        "only",
        _kind(
            r"\A\W{0,3}(?!(?:only|optional|optionally|required|set|use|pass|ignored?)\b)(?:[a-z][\w-]* ){0,3}"
            r"(?:object|array|list|text|string|content|data|details|settings|options|configuration|properties|payload)"
            r" (?:if|when) (?P<clause>[^.,;()\n]{1,80})(?=\.?\Z)"
        ),
    ),
    # "When creating, this is required", "If kind is a, you must provide it".
    (
        "required",
        _kind(
            r"(?:\A\W{0,3}|[.;(] ?)(?:if|when|for|on|in|while) (?P<clause>[^.,;:\n]{1,80})[,:] (?:then )?"
            rf"(?:(?:(?:this|it|the (?P<own>\w+))(?: field| parameter)? )?(?:(?:is )?(?:also )?(?:required|mandatory"
            rf"|needed)|must (?:also )?be {PRESENT})|you must (?:also )?(?:{GIVE}|use) (?:it|this))"
            r"(?! (?:if|when|for|unless|by)\b)"
        ),
    ),
    (
        "refused",
        _kind(
            r"\b(?:(?<!being )ignored|forbidden|prohibited|disallowed|unused"
            r"|not (?:allowed|used|supported|valid|accepted|applicable|available|relevant|permitted)"
            rf"|(?:must not|should not|cannot|can't) be (?:{PRESENT}|used|combined)"
            r"|must be (?:omitted|empty|left out|absent|unset)"
            rf"|(?:do not|don't|never) (?:{GIVE}|use){_THIS}|has no effect) {_LINK_UNLESS}"
        ),
    ),
)
# The same where the text only suggests it: what is not needed in a case, or may be meant for one only.
_LIKELY_KINDS: tuple[tuple[Kind, LazyPattern], ...] = (
    # "Only needed for create", "needed only when kind is a".
    ("only", _kind(rf"(?<!not )\b(?:only (?:needed|necessary|set|read)|(?:needed|necessary) only) {_LINK}")),
    # "Provide this when action is create", as a whole sentence.
    (
        "only",
        _kind(rf"\A\W{{0,3}}(?:{GIVE}|use){_THIS} (?:when|if|for|with|in) (?P<clause>[^.;,()\n]{{1,80}})(?=[.;)]|\Z)"),
    ),
    # "Not needed for list", "omit for list".
    (
        "refused",
        _kind(
            rf"(?:\A\W{{0,3}}|[.;(] ?)(?:not needed|omit{_THIS}|leave{_THIS} (?:empty|blank|unset|out|null)"
            r"|not (?:applicable|relevant|available) (?=to\b)) ?(?:for|when|if|in|with|to)\b(?P<clause>[^.;\n]{1,160})"
        ),
    ),
)
# A quoted word just before a condition. Is the end of "; 'auto' ", "or `b` "; not "don't ".
_QUOTED_BEFORE = LazyPattern(r"(?<!\w)[`'\"](?P<value>[^`'\"]{1,40})[`'\"]\s?\Z")
# A field that is optional in some cases is required in the others, if the text is silent on these.
# Matches "Optional when kind is 'a'", "Not needed if kind is 'a'"; not "Optional", "Optional for 'a'".
_OPTIONAL_WHEN = LazyPattern(
    r"\b(?:optional|not (?:needed|required|necessary)|(?:can|may) be omitted) (?:when|if) "
    r"(?P<clause>[^.;,\n]{1,80})(?=[.)]|\Z)",
    re.IGNORECASE,
)
# What a text states of the others. Matches "required for 'b'", "otherwise ignored"; not "optional".
_OF_OTHERS = LazyPattern(r"(?<!not )\b(?:required|mandatory|ignored|otherwise|unused|only|default\w*)\b", re.IGNORECASE)
# What another field must be for this one to count. Matches "The model must be 'a'."; not "It must be 'a' or 'b'".
_OTHER_MUST_BE = LazyPattern(
    r"\b[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]? must be (?:set to )?[`'\"](?P<value>[\w.\-]{1,60})[`'\"](?=[.;)]|\Z)"
)
# The same as a need. Matches "(requires public to be false)", "Requires riding activityType."; not "Requires care".
_REQUIRES_VALUE = LazyPattern(
    r"(?:\A\W{0,3}|[.;,(] ?)requires (?:the )?(?:[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]? (?:to be|=|==|set to) "
    r"[`'\"]?(?P<value>[\w.\-]{0,59}\w)[`'\"]?"
    r"|[`'\"]?(?P<value2>[\w.\-]{1,60})[`'\"]? [`'\"]?(?P<name2>[A-Za-z_]\w*)[`'\"]?)"
    r"(?=[.;,)]|\Z)",
    re.IGNORECASE,
)
# Where the condition ends and another statement begins. Matches "x, otherwise y", "x - y", "x, not y"; not "is not
# y".
_ENDS_CLAUSE = LazyPattern(
    r",?\s+(?:(?:and )?optional|otherwise|but|ignored)\b|(?<!\bis),?\s+not\b|\s[\u2014\u2013-]\s|\((?!['\"`])",
    re.IGNORECASE,
)

# What happens to a value that is given, without quotes around the case, is a remark. Matches "ignored for mp3"; not
# "ignored for 'mp3'", "ignored when kind is x".
_IGNORED_FOR = LazyPattern(r"(?:ignored|unused|not used|has no effect) for (?![^.;]*[`'\"=])", re.IGNORECASE)
# A word for "required" or "only" in the other languages that need no letter of their own.
_ELSEWHERE = LazyPattern(
    r"\b(?:obligat|obrigat|obbligat|requerid|necess?ari|richiest|requise?\b|erforderlich|notwendig|pflicht|nur\b"
    r"|solo\b|solamente|somente|apenas|soltanto|uniquement|seulement)",
    re.IGNORECASE,
)
# What is done, with a case of it. Is the begin of "registering as a lead with kind=b"; not "calling with kind=b".
_DOING_WITH = LazyPattern(r"\W*\w{3,}ing (?:\w+ ){2,8}with [`'\"]?\w+[`'\"]?\s?=", re.IGNORECASE)
# Matches "dry-run", "kind"; not "=".
_WORD = LazyPattern(r"[\w-]+")
# What narrows a case further. Matches "a=b before it executes"; not "a=b".
_PURPOSE = LazyPattern(r"\bbefore \w+(?: \w+)? \w+s\b", re.IGNORECASE)


class Conditional(Struct, frozen=True):
    """What a text says of a field in some cases; each case is a set of values that other fields have together."""

    kind: Kind
    field: str
    cases: Cases
    quote: str
    is_likely: bool = False
    """Whether the text only suggests it."""


def conditionals(passage: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield what one sentence about a field states for some inputs only."""
    deciding = {name: known for name, known in values.items() if name != field}
    if not deciding or is_history(passage):
        return
    for kind, pattern in _KINDS:
        for found in pattern.finditer(passage):
            yield from _conditional(kind, found, field, deciding, is_likely=False)
    for kind, pattern in _LIKELY_KINDS:
        for found in pattern.finditer(passage):
            yield from _conditional(kind, found, field, deciding, is_likely=True)
    yield from _stated_elsewhere(passage, field, deciding)
    yield from _needs_elsewhere(passage, field, deciding)
    for pattern in (_OTHER_MUST_BE, _REQUIRES_VALUE):
        for found in pattern.finditer(passage):
            named = found.groupdict()
            name, written = named["name"] or named.get("name2", ""), named["value"] or named.get("value2")
            meant = [value for value in deciding.get(name or "", ()) if value_text(value) == written]
            if meant and not holds_sometimes(passage, found.start()):
                yield Conditional("only", field, ({name: meant[0]},), excerpt(passage, *found.span(), 10))


def _conditional(
    kind: Kind, found: re.Match[str], field: str, deciding: Values, *, is_likely: bool
) -> Iterator[Conditional]:
    """Yield what a statement says of a field, if its condition names cases."""
    named = found.groupdict()
    is_of_value = found[0].startswith("(") and _is_of_value(found.string, found, field)
    if is_of_value or (named.get("own") and named["own"].lower() not in words_of(field)):
        return
    part = "otherwise" if named.get("unless") else "clause"
    clause = _clause_of(found[part])
    # "Required with `dry_run`=false before a step is executed": other calls with false execute nothing.
    cases = () if _PURPOSE.search(clause) else cases_in(clause, deciding)
    cases = () if _is_in_some(kind, found, cases, deciding) else cases
    is_remark = kind == "refused" and _IGNORED_FOR.match(found[0]) is not None
    quote = excerpt(found.string, found.start(), found.start(part) + len(clause), 10)
    meant, cases = (kind, cases) if part == "clause" else _resolve_unless(kind, cases, deciding)
    if cases:
        yield Conditional(meant, field, cases, quote, is_likely or is_remark)


def _stated_elsewhere(passage: str, field: str, deciding: Values) -> Iterator[Conditional]:
    """Yield what a sentence in another language states, if its condition holds nothing but cases."""
    if passage.isascii() and not _ELSEWHERE.search(passage):
        return
    from conformance.inventory.prose.notations import statements_elsewhere  # few texts are in another language

    for stated in statements_elsewhere(passage):
        cases = cases_in(stated.clause, deciding)
        known = {word for case in cases for name, value in case.items() for word in (name, value_text(value))}
        if cases and set(_WORD.findall(stated.clause)) <= known | {"or"}:
            quote = excerpt(passage, stated.begin, stated.end, 10)
            yield Conditional(stated.kind, field, cases, quote, stated.is_likely)


def _clause_of(text: str) -> str:
    """Return what a condition says, without the statement behind it; "all actions but one" says who is excepted."""
    excepted = ALL_EXCEPT.match(text)
    begin = excepted.end() if excepted else 0
    return text[:begin] + _ENDS_CLAUSE.split(text[begin:])[0]


def _is_in_some(kind: Kind, found: re.Match[str], cases: Cases, values: Values) -> bool:
    """Say whether a statement does not hold in all of its cases: it is hedged, or a case has another condition.

    "For 'create' when the project is private" has one that no field decides. What has an effect in one case only still
    has none in the others if that case is narrower.
    """
    if kind == "only":
        return False
    named = {value_text(value) for case in cases for value in case.values()}
    clause = found["clause"] or ""
    # "When registering as a lead with kind=b" needs both, as does "if `a` is given and kind is b".
    if _DOING_WITH.match(clause):
        return True
    parts = (*narrower_cases(clause, named), *clauses_of(clause))
    return is_hedged(found.string, found.start()) or any(not cases_in(part, values) for part in parts)


def _is_of_value(passage: str, found: re.Match[str], field: str) -> bool:
    """Say whether a condition in brackets is that of a value, and not of the field.

    "A pattern (for regex mode) or words (for text mode)" is what the field holds in each of them, and "'auto'
    (mode='fast' only) picks one" is about one of its values.
    """
    before = _QUOTED_BEFORE.search(passage, 0, found.start())
    is_value = before is not None and before["value"] != field
    return is_value or (found[0].startswith("(for ") and passage.count("(for ") > 1)


def _needs_elsewhere(passage: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield that a field is required in all cases but those that a sentence calls it optional in."""
    found = _OPTIONAL_WHEN.search(passage)
    if found is not None and not _OF_OTHERS.search(passage):
        _, cases = _resolve_unless("required", cases_in(found["clause"], values), values)
        if cases:
            yield Conditional("required", field, cases, excerpt(passage, *found.span(), 10))


def _resolve_unless(kind: Kind, cases: Cases, values: Values) -> tuple[Kind, Cases]:
    """Negate "unless": ignored unless a case holds means only in that case, required unless it means in all others."""
    if kind == "refused":
        return "only", cases
    # "Unless" over two fields negates to an alternative, which no list of cases states.
    if len({name for case in cases for name in case}) != 1:
        return kind, ()
    (name,) = cases[0]
    named = [case[name] for case in cases]
    return kind, tuple({name: value} for value in values[name] if value not in named)
