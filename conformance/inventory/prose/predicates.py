"""What a sentence says of one field and others: "required with `url`", "only used if `id` is given", "requires `a`"."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt
from conformance.inventory.prose.field_relations import (
    END,
    GIVEN,
    IS,
    NOUN,
    UNSET,
    Kind,
    Selector,
    known_names,
    name_of,
)
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern

# Matches "mutually exclusive with `path`"; not "mutually exclusive".
_EXCLUSIVE = LazyPattern(r"\b(?:mutually )?exclusive with\s+(?:the\s+)?", re.IGNORECASE)
# What a field says of itself and another one, from the first word of its predicate; the other one is `name`.
_OTHER = name_of("name")
# What the other one does in its place. Matches "supplies it", "has one"; not "supplies the name".
_SUPPLIES = r"(?:supplies|provides|has|contains|includes|sets|defines|specifies) (?:it|this|one|them)\b"
# Matches "required unless `id` is given", "required unless a plan supplies it", "required if id is not provided",
# "mandatory without id"; not "not required if id is set", "required unless it works".
_REQUIRED_WITHOUT = LazyPattern(
    rf"(?<!not )(?<!n't be )\b(?:required|mandatory|needed|must be (?:provided|given|set|specified)) "
    rf"(?:(?:if|when) (?:not using {name_of('using')}|{name_of('absent')} {IS}{UNSET}"
    rf"|no {name_of('none')} {IS}{GIVEN})"
    # one of several is no choice between two
    rf"|unless (?:using )?{name_of('unless')}(?: {IS}{GIVEN}| {_SUPPLIES})?|without {_OTHER}){END}(?!,[^.;()]* or )",
    re.IGNORECASE,
)
# Matches "optional if `id` is given", "optional when using id"; not "optional if it is short".
_OPTIONAL_WITH = LazyPattern(
    rf"(?<!not )\boptional (?:if|when) (?:(?:re)?using {name_of('using')}|(?:either )?{name_of('given')}"
    rf"(?:,? or {name_of('other')})? (?:{IS}{GIVEN}|{_SUPPLIES})){END}",
    re.IGNORECASE,
)
# Matches "required when using `id`", "must be provided with id"; not "required with care".
_REQUIRED_WITH = LazyPattern(
    rf"(?<!not )\b(?:required|mandatory|needed|must (?:also )?be (?:provided|given|set|specified))"
    rf"(?: together| along| only)? (?:(?:if|when) (?:(?:re)?using {name_of('using')}|{name_of('given')} {IS}{GIVEN})"
    rf"|with {_OTHER}){END}",
    re.IGNORECASE,
)
# Matches "only used with `id`", "only applies when using id", "must be used with id", "use together with id".
_ONLY_WITH = LazyPattern(
    r"(?<!not )(?<!not be )(?<!n't be )(?<!never be )(?<!usually )(?<!mostly )(?<!often )(?<!normally )(?<!typically )"
    r"\b(?:only (?:be )?(?:used|valid|allowed|accepted|applicable|available|supported|applies|meaningful|effective"
    r"|works?|relevant|considered|has (?:an )?effect|takes effect)|(?:used|valid|applies|applicable|allowed|available"
    r"|supported|works|relevant|meaningful) only|use only|only use|must be used"
    r"|(?<!can )(?<!may )(?<!can be )(?<!may be )(?<!often )use(?:d)? (?:together|in (?:combination|conjunction))) "
    rf"(?:(?:together |in combination |in conjunction |along )?with {_OTHER}(?: {IS}{GIVEN})?"
    rf"|(?:if|when) (?:(?:re)?using {name_of('using')}|{name_of('given')} {IS}{GIVEN})){END}",
    re.IGNORECASE,
)
# The same as a negation. Matches "ignored unless `id` is set", "has no effect without id"; not "ignored unless true".
_NOTHING_WITHOUT = LazyPattern(
    r"(?<!not )(?<!never )\b(?:ignored|not used|unused|not applicable|(?:has|have) no effect|does nothing) "
    rf"(?:unless (?:(?:re)?using {name_of('using')}|{name_of('given')} {IS}{GIVEN})|without {_OTHER}"
    rf"|(?:if|when) (?:no {name_of('none')} {IS}{GIVEN}|{name_of('absent')} {IS}{UNSET})){END}",
    re.IGNORECASE,
)
# Matches "If omitted, `id` is required", "When not set, id must be given"; not "Fails if omitted, id is required".
_OTHERWISE = LazyPattern(
    rf"\A\W{{0,3}}(?:if|when) (?:(?:it|this) is )?{UNSET},? (?:then )?{_OTHER} "
    rf"(?:(?:is|are|becomes) (?:required|mandatory)|must (?:also )?be {GIVEN}){END}",
    re.IGNORECASE,
)
# Before the fields that one needs. Matches "Requires a", "it needs the a", "depends on `a`", "must be accompanied by
# a"; not "Whoever requires a".
_ITSELF_NEEDS = LazyPattern(
    r"(?:\A\W{0,3}|[.;,(] ?|\b(?:this|it|also) )(?:requires? (?:that )?|needs? |depends on "
    r"|(?:must|has to) be (?:accompanied|complemented) by )(?:the |an? |both )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# The same behind the name of another field. Next is "requires a", "needs the a"; not "is required".
_NEEDS = LazyPattern(r"(?:requires? (?:that )?|needs? |depends on )(?:the |an? |both )?(?=[`'\"\w])", re.IGNORECASE)
# Behind them. Next is ".", " to also be set", " is given", " as well"; not " and care".
_NEEDS_END = LazyPattern(
    rf"{NOUN}(?:(?: to (?:also )?be| is| are) {GIVEN}(?: (?:too|as well))?| as well| too)?{END}", re.I
)
# Between two fields that are needed together.
_PLUS = LazyPattern(r" ?\+ ?")
# A remark on one of several values. Matches "'fast' for a quick one (", "'fast' (costs more, ", "SetColor sets it (";
# not "(costs more, ", "Color of it (".
_OF_VALUE = LazyPattern(
    r"(?:[`'\"][\w/.-]{1,40}[`'\"][^.;,()]{0,60}"
    r"|\A\W{0,3}(?:[A-Z]?[a-z]+[A-Z]\w*|[a-z]+(?:[_-][a-z0-9]+)+) [a-z]+s [^.;()]{1,80})\([^()]*\Z"
)
# Matches "cannot be used if `id` is provided", "incompatible with id"; not "cannot be used here", "ignored if `id` is
# provided".
_REFUSED = LazyPattern(
    r"\b(?:(?:cannot|can't|can not|must not|may not|should not|do not|don't|never) (?:be )?"
    r"(?:used?|set|given|provided?|specify|specified|combined?|passed|pass)(?: this| it)?(?: together)?"
    r"|not compatible|incompatible|(?<!may )(?<!might )(?<!can )(?<!could )conflicts?"
    r"|not (?:allowed|permitted|supported|applicable))"
    rf" (?:(?:if|when) (?:(?:re)?using {name_of('using')}|{name_of('given')} {IS}{GIVEN})"
    rf"|(?:in combination |in conjunction |together |along )?with {_OTHER}){END}",
    re.IGNORECASE,
)
# A field that a statement in the description of its tool is about. Matches "`sort` is ", "- name "; not "12 is".
_SUBJECT = LazyPattern(
    rf"(?:\A\W{{0,4}}|[;:(] ?|, (?:and |but |then )?|\b(?:and|but) |\bthe )[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?{NOUN}"
    r" (?:is |are |can |may )?",
    re.IGNORECASE,
)
# Matches "If a is given, b is required", "When using a, you must also provide b", "If a is set, b cannot be given".
_CONDITION_FIRST = LazyPattern(
    rf"\b(?:if|when) (?:(?:using|specifying|providing|setting) {name_of('using')}|{name_of('given')} {IS}"
    rf"(?:(?P<unset>{UNSET})|{GIVEN})), (?:then )?"
    r"(?:you must (?:also )?(?P<include>provide|specify|set|include|pass|supply|use|give)\b|)[^.;,]{0,40}?"
    rf"(?<![\w`'\"])[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?{NOUN}"
    r"(?P<needed> (?:is|are) (?:also )?(?:required|mandatory)| (?:must|has to|have to) (?:also )?be "
    rf"{GIVEN}(?: as well| too)?)?"
    rf"(?P<refused> (?:must not|cannot|can't) be {GIVEN})?{END}",
    re.IGNORECASE,
)
# What holds where the field that a text describes is given. Matches "If set, a", "When this is provided, you must also
# give a"; not "If a is set, b".
_IF_SET = LazyPattern(
    rf"\A\W{{0,3}}(?:if|when|whenever) (?:(?:this|it) (?:is )?)?{GIVEN}, (?:then )?(?:you must (?:also )?"
    r"(?P<order>provide|specify|set|include|pass|supply|use|give) )?(?:the |both )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# What is stated of the fields behind it. Next is " is required", " must also be given too".
_ARE_NEEDED = LazyPattern(
    rf"{NOUN} (?:(?:is|are) (?:also |both )?(?:required|mandatory)|(?:must|has to|have to) (?:also )?be {GIVEN}"
    rf"(?: too| as well)?){END}",
    re.IGNORECASE,
)
# Behind another field. Next is "required when this is set"; not "required when it is empty".
_OF_THIS = LazyPattern(
    rf"(?:(?:also |only )?(?:required|mandatory)|must (?:also )?be {GIVEN}) (?:if|when) (?:this|it)"
    rf"(?: (?:parameter|field|argument))? {IS}{GIVEN}{END}",
    re.IGNORECASE,
)
# How a text calls the field that it describes.
_THIS = ("this", "it")


def conditions(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Sentences that begin with the case: "if `a` is given, `b` is required"."""
    for found in _CONDITION_FIRST.finditer(passage):
        given, other = found["using"] or found["given"], found["name"]
        other = field if field is not None and other.lower() in _THIS else other
        quote = excerpt(passage, *found.span(), 10)
        if given == other or not names.issuperset((given, other)):
            continue
        if found["unset"] and found["needed"]:
            yield Selector((other, given), needs_one=True, refuses_two=False, quote=quote)
        elif found["refused"] and not found["unset"]:
            yield Selector((given, other), needs_one=False, refuses_two=True, quote=quote)
        elif (found["needed"] or found["include"]) and not found["unset"]:
            yield Selector((other, given), needs_one=False, refuses_two=False, quote=quote, kind="needed")
    if field is not None:
        yield from _where_given(passage, names, field)


def _where_given(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    """Yield what is needed where the described field is given: "If set, `a` is required"."""
    found = _IF_SET.match(passage)
    listed = list_at(passage, found.end(), quoted=False) if found is not None else None
    if found is None or listed is None or listed.is_choice or not (names - {field}).issuperset(listed.items):
        return
    if (_NEEDS_END if found["order"] else _ARE_NEEDED).match(passage, listed.end):
        yield from _needs_of(field, listed.items, excerpt(passage, found.start(), listed.end, 20))


def predicates(passage: str, names: frozenset[str], field: str, at: int | None = None) -> Iterator[Selector]:
    """Yield what a sentence says of a field and another one; ``at`` is where the predicate of its subject begins."""
    yield from _needs(passage, names, field, at)
    alternatives = (_REQUIRED_WITHOUT, _OPTIONAL_WITH, _OTHERWISE)
    for pattern in (*alternatives, _REQUIRED_WITH, _ONLY_WITH, _NOTHING_WITHOUT, _REFUSED):
        for found in pattern.finditer(passage) if at is None else filter(None, [pattern.match(passage, at)]):
            # "Optional if a or b is given" is a choice of three.
            other, *more = (value for value in found.groupdict().values() if value)
            quote = excerpt(passage, *found.span(), 10)
            if not (names - {field}).issuperset((other, *more)):
                continue
            if pattern in (*alternatives, _REFUSED):
                needs_one = pattern is not _REFUSED
                yield Selector((field, other, *more), needs_one, refuses_two=not needs_one, quote=quote)
            else:
                kind: Kind = "only" if pattern in (_ONLY_WITH, _NOTHING_WITHOUT) else "needed"
                yield Selector((field, other), needs_one=False, refuses_two=False, quote=quote, kind=kind)


def _needs(passage: str, names: frozenset[str], field: str, at: int | None) -> Iterator[Selector]:
    """Yield the other fields that a sentence says one needs: "requires `a`", "depends on a and b"."""
    text = _PLUS.sub(lambda found: ",".ljust(len(found[0])), passage)
    for found in _ITSELF_NEEDS.finditer(text) if at is None else filter(None, [_NEEDS.match(text, at)]):
        listed = list_at(text, found.end(), quoted=False)
        is_of_value = _OF_VALUE.search(text, 0, found.start() + 1)
        if listed is None or is_of_value or listed.is_choice or not (names - {field}).issuperset(listed.items):
            continue
        # "requires `a` (or a key in the environment)" may do without it
        if _NEEDS_END.match(text, listed.end) and "(or " not in text[found.end() : listed.end + len(" (or ")]:
            yield from _needs_of(field, listed.items, excerpt(passage, found.start(), listed.end, 10))


def _needs_of(field: str, others: Sequence[str], quote: str) -> Iterator[Selector]:
    for other in others:
        yield Selector((other, field), needs_one=False, refuses_two=False, quote=quote, kind="needed")


def field_selectors(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield what a sentence says of the fields that are its subjects, or, without one, of the described field."""
    subjects = [found for found in _SUBJECT.finditer(passage) if found["name"] in names]
    of_subjects = [each for found in subjects for each in predicates(passage, names, found["name"], found.end())]
    yield from of_subjects
    if field is None:
        return
    for found in subjects:
        # "`a` is required when this is set" is about the field that is described.
        meant = _OF_THIS.match(passage, found.end())
        if meant is not None and found["name"] != field:
            quote = excerpt(passage, found.start(), meant.end(), 10)
            yield Selector((found["name"], field), needs_one=False, refuses_two=False, quote=quote, kind="needed")
    # A sentence with a subject of its own says nothing of the field that it describes.
    if not of_subjects:
        yield from _relations_of_field(passage, names, field)


def _relations_of_field(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for found in _EXCLUSIVE.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for name in known_names(listed.items if listed else (), names - {field}, None):
            quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
            yield Selector((field, name), needs_one=False, refuses_two=True, quote=quote)
    yield from predicates(passage, names, field)
