"""Requirements that a text states for some inputs only: "required for 'create'", "only valid when `kind` is 'x'".

A condition counts only if it names values of a sibling field: an enum or a flag. Conditions on the state of the world
("if the file exists") cannot be expressed in a schema.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal

from msgspec import Struct

from conformance.display import excerpt
from conformance.documents.values import JsonValue
from conformance.inventory.prose.clauses import clauses_of, holds_sometimes, is_hedged, is_history, narrower_cases
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize

Kind = Literal["required", "only", "refused"]
Values = Mapping[str, Sequence[JsonValue]]
"""The fields that may decide something, each with the values that it may have: texts, or true and false."""
Cases = tuple[Mapping[str, JsonValue], ...]

# The word that begins a condition, and the clause up to the end of the sentence.
_LINK = r"(?:,? in (?:the )?cases? (?:of|where|that)|(?:for|when|if|with|by|in))\b(?P<clause>[^.;\n]{1,160})"
# The same, or "unless", whose clause is negated.
_LINK_UNLESS = rf"(?:{_LINK}|(?P<unless>unless)\b(?P<otherwise>[^.;\n]{{1,160}}))"
# What is stated before the condition: "required when", "only valid for", "ignored if"; "not required when" states
# nothing.
_KINDS: tuple[tuple[Kind, LazyPattern], ...] = (
    (
        "required",
        LazyPattern(
            r"(?<!not )(?<!n't )(?:\brequired|\bmandatory"
            r"|\bmust (?:always )?be (?:provided|given|set|specified|supplied|present|(?:set to |explicitly )?"
            r"(?:[`'\"][\w-]{1,40}[`'\"]|true|yes))(?= (?:for|when|if|unless)\b))"
            rf",? {_LINK_UNLESS}",
            re.IGNORECASE,
        ),
    ),
    (
        "required",
        # "Filename for upload (required) or download (optional)".
        LazyPattern(
            r"\b(?:for|in|on|with|when) (?P<clause>[^.;,()\n]{1,60}) \((?:required|mandatory)[);,]", re.IGNORECASE
        ),
    ),
    (
        "only",
        LazyPattern(
            r"(?<!not )\b(?:"
            r"only (?:valid|used|allowed|accepted|applicable|available|supported|applies|meaningful|works"
            r"|has (?:an )?[ae]ffect|takes effect)|"
            rf"(?:valid|used|allowed|accepted|applicable|available|supported|applies|meaningful) only) {_LINK}",
            re.IGNORECASE,
        ),
    ),
    (
        "only",
        # "only for 'fast'", "applies only to", "(fast mode only)", "for mode 'fast' only".
        LazyPattern(
            r"(?:(?:\A\W{0,3}|[.;,(] ?)only (?:for|in|if|when|with)|\b(?:applies only|only applies) to)"
            r" (?P<clause>[^.;\n)]{1,160})",
            re.IGNORECASE,
        ),
    ),
    (
        "only",
        LazyPattern(
            r"(?:\((?:for )?|\A(?:for ))(?P<clause>[^()., ;]{1,40}(?: [^()., ;]{1,40}){0,3}) only(?=[).]|\Z)",
            re.IGNORECASE,
        ),
    ),
    (
        "only",
        # "(for create and update operations)", "(for path types)", where all are values of another field.
        LazyPattern(
            r"\(for (?P<clause>[^().;]{1,60}? (?:operations?|actions?|modes?|methods?|templates?|commands?"
            r"|types?|kinds?))\)",
            re.IGNORECASE,
        ),
    ),
    (
        "only",
        # "New name (action=rename)", at the end of what a field is.
        LazyPattern(
            r"(?<=\w )\((?:for |if |when )?(?P<clause>[`'\"]?[A-Za-z_]\w*[`'\"]? ?==? ?[^().;,=]{1,60})\)(?=\W*\Z)"
        ),
    ),
    (
        "only",
        # "Mention object if type is 'mention'": the whole sentence is what it is, and when.
        LazyPattern(
            r"\A\W{0,3}(?!(?:only|optional|optionally|required|set|use|pass|ignored?)\b)(?:[a-z][\w-]* ){0,3}"
            r"(?:object|array|list|text|string|content|data|details|settings|options|configuration|properties|payload)"
            r" (?:if|when) (?P<clause>[^.,;()\n]{1,80})(?=\.?\Z)",
            re.IGNORECASE,
        ),
    ),
    (
        "required",
        LazyPattern(
            r"(?:\A\W{0,3}|[.;(] ?)(?:if|when) (?P<clause>[^.,;\n]{1,80}), (?:this|it)(?: field| parameter)?"
            r" (?:is (?:required|mandatory)|must be (?:provided|given|set|specified))",
            re.IGNORECASE,
        ),
    ),
    (
        "refused",
        LazyPattern(
            r"\b(?:(?<!being )ignored|forbidden|prohibited|disallowed"
            r"|not (?:allowed|used|supported|valid|accepted|applicable)"
            r"|must not be (?:set|used|given|provided)|must be omitted|"
            rf"cannot be (?:set|used|given|provided|combined)|has no effect) {_LINK_UNLESS}",
            re.IGNORECASE,
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
# Matches "mode is 'fast'", "kind=task", "`type` is not x"; not "mode", "is fast".
_PAIR = LazyPattern(
    r"[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?\s?(?:(?P<negated>is not|isn't|!=|does not equal)|is(?: set to)?|=|==|:"
    r"|equals)\s?[`'\"]?(?P<value>(?<=[`'\"])[\w./-]+(?=[`'\"])|[A-Za-z_][\w\-]*)[`'\"]?"
)
# A flag that is on or off. Matches "votes is enabled", "`dry_run` are disabled"; not "votes enabled".
_SWITCHED = LazyPattern(
    r"[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]? (?:is|are) (?:(?P<on>enabled|turned on|on)|disabled|turned off|off)\b",
    re.IGNORECASE,
)
# A word that may be a value, quoted or not. Matches "'create'", "in_progress"; not "- ", "42".
_TOKEN = LazyPattern(
    r"[`'\"\u201c\u2018](?P<quoted>[\w./\-]{1,60})[`'\"\u201d\u2019]|(?<![\w\-])(?P<bare>[A-Za-z][\w\-]{0,60})"
)
NOUNS = frozenset(
    (
        "method",
        "methods",
        "mode",
        "modes",
        "preset",
        "presets",
        "operation",
        "operations",
        "template",
        "templates",
        "command",
        "commands",
        "action",
        "actions",
        "type",
        "types",
        "kind",
        "kinds",
    )
)
"""What may follow a value without quotes: "for create operations", "in fast mode"."""
# Matches "all methods except 'get'", "modes other than x"; not "except x".
_ALL_EXCEPT = LazyPattern(
    r"\A\s*(?:(?:all|any|every)\b[^.;]{0,40}?\b(?:except|but|other than)\b|(?:\w+ ){0,2}other than\b)", re.IGNORECASE
)
# Where the condition ends and another statement begins. Matches "x, otherwise y", "x - y", "x, not y"; not "is not
# y".
_ENDS_CLAUSE = LazyPattern(
    r",?\s+(?:(?:and )?optional|otherwise|but|ignored)\b|(?<!\bis),?\s+not\b|\s[\u2014\u2013-]\s|\((?!['\"`])",
    re.IGNORECASE,
)

# What happens to a value that is given, without quotes around the case. Matches "ignored for mp3"; not "ignored for
# 'mp3'", "ignored when kind is x".
_IGNORED_FOR = LazyPattern(r"(?:ignored|not used|has no effect) for (?![^.;]*[`'\"=])", re.IGNORECASE)
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
            if found[0].startswith("(") and _is_of_value(passage, found, field):
                continue
            part = "otherwise" if found.groupdict().get("unless") else "clause"
            clause = _ENDS_CLAUSE.split(found[part])[0]
            # "Required with `dry_run`=false before a step is executed": other calls with false execute nothing.
            is_remark = kind == "refused" and _IGNORED_FOR.match(found[0])
            cases = () if _PURPOSE.search(clause) or is_remark else cases_in(clause, deciding)
            cases = () if _is_in_some(kind, found, cases, deciding) else cases
            quote = excerpt(passage, found.start(), found.start(part) + len(clause), 10)
            if part == "clause":
                meant = kind
            else:
                meant, cases = _resolve_unless(kind, cases, deciding)
            if cases:
                yield Conditional(meant, field, cases, quote)
    yield from _needs_elsewhere(passage, field, deciding)
    for pattern in (_OTHER_MUST_BE, _REQUIRES_VALUE):
        for found in pattern.finditer(passage):
            named = found.groupdict()
            name, written = named["name"] or named.get("name2", ""), named["value"] or named.get("value2")
            meant = [value for value in deciding.get(name or "", ()) if value_text(value) == written]
            if meant and not holds_sometimes(passage, found.start()):
                yield Conditional("only", field, ({name: meant[0]},), excerpt(passage, *found.span(), 10))


def _is_in_some(kind: Kind, found: re.Match[str], cases: Cases, values: Values) -> bool:
    """Say whether a statement does not hold in all of its cases: it is hedged, or a case has another condition.

    "For 'create' when the project is private" has one that no field decides. What has an effect in one case only still
    has none in the others if that case is narrower.
    """
    if kind == "only":
        return False
    named = {value_text(value) for case in cases for value in case.values()}
    clause = found["clause"] or ""
    # "If `a` is given and kind is b" needs both.
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


def cases_in(clause: str, values: Values) -> Cases:
    """Return the cases that a clause names; none where it names a condition that no field decides."""
    pairs = dict(_pairs(clause, values))
    rest = _PAIR.sub(lambda found: " " if found["name"] in pairs else found[0], clause)
    excepted = _ALL_EXCEPT.match(clause)
    listed = clause[excepted.end() :] if excepted and not pairs else rest
    named = {name: chosen for name, chosen in _named_values(listed, values).items() if name not in pairs}
    if excepted:
        named = {name: [value for value in values[name] if value not in chosen] for name, chosen in named.items()}
    if not pairs and not named:
        return ()
    choices = [[(name, value) for value in chosen] for name, chosen in (*pairs.items(), *named.items())]
    # Combinations multiply; a claim about more cases than these is checked in the first ones.
    return tuple(dict(case) for case in product(*choices))[:20]


def _pairs(clause: str, values: Values) -> Iterator[tuple[str, list[JsonValue]]]:
    """Yield the fields that a clause gives a value, each with that value, or with all others where it says "not"."""
    for found in _SWITCHED.finditer(clause):
        if list(values.get(found["name"], ())) == [True, False]:
            yield found["name"], [found["on"] is not None]
    for found in _PAIR.finditer(clause):
        known = values.get(found["name"], ())
        for value in known:
            # JSON writes true, and texts also write True.
            written = found["value"].lower() if isinstance(value, bool) else found["value"]
            if value_text(value) == written:
                yield found["name"], [other for other in known if other != value] if found["negated"] else [value]


def _named_values(clause: str, values: Values) -> dict[str, list[JsonValue]]:
    """The values that a clause names, by the one field that has them; a plain word counts only where it must be one."""
    found: dict[str, list[JsonValue]] = {}
    tokens = list(_TOKEN.finditer(clause))
    for index, token in enumerate(tokens):
        for text in _values_of(token, values):
            owners = [name for name, known in values.items() if text in known]
            if len(owners) == 1 and (
                token["quoted"] or "_" in text or _is_plain_value(tokens, index, clause, values[owners[0]])
            ):
                found.setdefault(owners[0], []).append(text)
    return found


def _values_of(token: re.Match[str], values: Values) -> Sequence[str]:
    """Return what one word or quote may name: a value with a slash, or those that slashes join in quotes."""
    text = token["quoted"] or token["bare"]
    return [text] if any(text in known for known in values.values()) else text.split("/")


def _is_plain_value(tokens: Sequence[re.Match[str]], index: int, clause: str, values: Sequence[JsonValue]) -> bool:
    """Say whether an unquoted word is a value: only values before it, and at most a noun for such values after it."""
    others = {str(value).lower() for value in values}
    before = [token[0].lower() for token in tokens[:index]]
    after = tokens[index + 1][0].lower() if index + 1 < len(tokens) else ""
    ends = not clause[tokens[index].end() :].strip() or clause[tokens[index].end() :].lstrip()[0] in ",;.)"
    goes_on = after in ("and", "or") and index + 2 < len(tokens) and tokens[index + 2][0].lower() in others
    is_begin = set(before) <= {"the", "default", "a", "an", "and", "or", *others}
    # "Create when kind is a" has two cases that hold together.
    goes_on = goes_on or after in ("when", "if")
    # "For limit orders": things of one kind, and nothing else behind them.
    is_kind = index + 2 == len(tokens) and after != singularize(after)
    return is_begin and (after in NOUNS or ends or goes_on or is_kind)


def value_text(value: JsonValue) -> str:
    """Return a value as texts write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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
# Before a condition. Matches "computed if ", "(when "; not "if it is ".
_IF = LazyPattern(r"\b(?:if|when|whenever|unless|where|while|once|because|since)\s\Z", re.IGNORECASE)


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
            pairs = {name: chosen[0] for name, chosen in _pairs(found[0], values) if name == found["name"]}
            optional = "optional" in found[0].lower()
            # "For a quick look: use a=b with c=d" is a tip, and both are the case of "computed if a=b and c=0".
            is_case = holds_sometimes(text, found.start()) or _IF.search(text, 0, found.start())
            if pairs and found["field"] in names and not optional and not is_case:
                yield Conditional("required", found["field"], (pairs,), excerpt(text, *found.span(), 10))
