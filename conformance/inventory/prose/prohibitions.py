"""Fields that a text withdraws: "do not use `tty`", "`legacy` is ignored", "Reserved."

A conditional prohibition ("do not set it with `path`") does not withdraw a field; that is a matter of variants. Neither
does a name that is merely part of a phrase ("path traversal", "unknown cmd").
"""

import re
from collections.abc import Iterator, Mapping

from conformance.display import excerpt
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.inventory.prose.reading import keep_answers, sentences_of
from conformance.lazy_patterns import LazyPattern

# What must not be done with a withdrawn field: "must not be set".
_DONE = r"(?:use|used|set|given|passed|provided|specified|supplied|sent|included|filled in)"
# What negates it: "is not used", "is no longer used".
_NOT = r"(?:not|never|no longer)"
# What is done with a field that is taken and not used: "accepted for compatibility but ".
_TAKEN = (
    r"(?:optional|accepted|allowed|stored|stores|kept|parsed|taken)(?: for [\w -]{2,30}?)?,? (?:and|but) (?:is |are )?"
)
# The predicate of a withdrawn field: "is ignored", "has no effect", "must not be used", "is accepted but ignored".
_STATE = (
    rf"(?:(?:is|are|was|were|will be|has been) (?:{_TAKEN})?"
    r"(?:(?:currently|silently|always|simply|now|just) )?(?:ignored|unused"
    r"|unsupported|rejected|refused|a no-op|not yet (?:accepted|supported|used|implemented|honou?red)|"
    rf"{_NOT} (?:accepted|supported|used|allowed|honou?red|implemented|read|evaluated))"
    r"|(?:has|have|had) no effect|do(?:es)? nothing"
    rf"|(?:must|should|shall|may|can) ?not (?:ever )?be {_DONE}|(?:must|should|shall) (?:always )?be omitted)"
)
# What a field is called: "the `x` parameter".
_NOUN = r"(?:parameters?|fields?|arguments?|options?|propert(?:y|ies)|flags?|settings?)"
# The order not to use a field: "do not use", "never pass"; "if you do not use" is a case.
_ORDERS = (
    r"(?:(?<!you )(?<!they )(?<!we )(?<!users )(?:do not|don't)|never|must not|should not|shall not|cannot"
    r"|may not) (?:ever )?(?P<verb>use|set|pass|provide"
    r"|include|supply|send|specify|fill in)"
)
# Where the name of a field may begin.
_WORD = LazyPattern(r"[`'\"]?(?<!\w)[A-Za-z_]\w*")
# Matches "do not use the ", "Never set any fields "; not "do not forget ".
_ORDER = LazyPattern(rf"\b{_ORDERS}\s+(?:the\s+|any\s+|(?P<noun>{_NOUN})\s+)*", re.IGNORECASE)
# Behind the names. Next is " is ignored", " parameter has no effect"; not " is used".
_OF_NAMES = LazyPattern(rf"(?: {_NOUN})? {_STATE}\b", re.IGNORECASE)
# Before the subject of a statement, which is not part of a longer name. Matches "Note: ", "the ", "the option "; not
# "path ".
_SUBJECT_BEFORE = LazyPattern(
    r"(?:\A\W*|[.;:,(\u2014]\s*|\b(?:the|that|then|and|but|so|because|since|now|as|named|called|currently)\s+"
    rf"|\b{_NOUN}\s+)\Z",
    re.IGNORECASE,
)
# Behind a name that only begins a longer one. Next is " globs", " traversal"; not " parameter", " here".
_NOUN_BEHIND = LazyPattern(
    rf"\s+(?!(?:{_NOUN}|inside|in|here|at|any\s?more|any longer|by|and|manually|directly|yourself|yet|for|on)\b)\w",
    re.IGNORECASE,
)
# Who ignores it: whoever it is, the field is withdrawn.
_BY_SOMEBODY = (
    r"(?: by (?:the |this )?(?:server|back-?end|api|tool|runtime|client|service|system|implementation|model))?"
)
# For how long: as long as the text says so, the field is withdrawn.
_LATER = r"(?: (?:yet|any\s?more|any longer|at all|for now|at the moment|at present|currently|in this version))?"
# Why the field is still there: ", kept for compatibility".
_KEPT = (
    r"(?:[,(\u2014 -]+(?:and )?(?:is |it is )?(?:only )?(?:kept|retained|present|here|exists)[^.;]{0,60}compatib\w+)?"
)
# What introduces a withdrawn field: "Deprecated,", "legacy:".
_FORMERLY = r"(?:deprecated|legacy|(?:accepted|kept) for (?:backwards? )?compatibility)"
# Is all of "Ignored.", "Reserved for future use.", "This parameter is not used."; not "Ignored if empty.".
_WHOLE = LazyPattern(
    rf"\W*(?:{_FORMERLY}(?:,|:| and| but)? )?(?:(?:this|it|the)(?: {_NOUN})? )?(?:{_STATE}"
    rf"|(?:currently |always |silently |now )?(?:ignored|unused|unsupported"
    rf"|(?:{_NOT}|not yet) (?:used|supported|implemented|honou?red|accepted)"
    rf"|reserved(?: for (?:future|internal) use)?|no effect|no-op|must {_NOT} be {_DONE}|must (?:always )?be omitted)"
    rf"|{_ORDERS.replace('?P<verb>', '?:')} (?:this|it)(?: {_NOUN})?(?: manually| directly| yourself)?"
    rf"|(?:do not|don't|never) use|(?:for )?internal use(?: only)?){_LATER}{_BY_SOMEBODY}{_LATER}{_KEPT}\W*",
    re.IGNORECASE,
)
# The beginning of a sentence about a field that is there for nothing. Matches "Dummy parameter for", "Not used, just
# to"; not "Placeholder text", "Not used for".
_FILLER = LazyPattern(
    r"\W*(?:(?:an?|the|optional|required|this is an?) )*(?:placeholder|dummy|filler|no-op|unused)"
    r" (?:parameter|field|argument|option|property|input)\b"
    r"(?=\s*(?:[.,;:()\u2013\u2014-]|\Z|(?:for|to|so|because|since|as|that|which|with|needed|required)\b))"
    r"|\W*(?:not (?:actually )?used|unused|ignored)[,;:\u2014-]+ ?(?:it is |this is )?(?:just|only|kept|exists|here"
    r"|present|purely|merely)\b",
    re.IGNORECASE,
)
# The end of a remark in brackets that takes a field back. Matches "(currently unused)", "(for later; not used yet)",
# "(not used yet: it is not modelled)", "(accepted but ignored)", "(not yet supported in v1)"; not "(ignored for
# files)", "(not used by `a`)", nor a remark on the last of several values, "a, b (unused)".
_TAKEN_BACK = LazyPattern(
    rf"\A(?:(?! or | and )[^,:|(])*\((?:[^()]{{1,120}}[;,] ?)?(?:(?:v?[\d.]+ )?{_TAKEN})?"
    r"(?:(?:is|are|it is) )?(?:currently |always |silently )?"
    rf"(?:unused|ignored|(?:{_NOT}|not yet|doesn't|does not) used?"
    r"|(?:not yet|not currently|currently not) (?:supported|implemented|available|honou?red)"
    r"|reserved for (?:future|internal|later) [\w -]{2,40}"
    rf"|(?:has )?no effect){_LATER}(?: in v?\d[\d.]*)?(?:(?:[:;]| [\u2013\u2014-]) [^()]{{2,200}})?\)\W*\Z",
    re.IGNORECASE,
)
# Behind a statement without a condition. Next is ".", " here", " yet"; not " if empty".
_UNCONDITIONAL = LazyPattern(
    r"\A\s*(?:[.;!)\]\u2013\u2014]|\Z|,? (?:inside|in|here|at all|any\s?more|any longer|by|and will|yet)\b)",
    re.IGNORECASE,
)
# What restricts an order to some cases. Matches " when it is", " with path", " in tests"; not " globs", " in here".
_CONDITION = LazyPattern(
    r"\b(?:when|if|unless|except|with|without|together|for|while|until|once|to|as|but|during|outside"
    r"|in (?!here\b|this\b|the\b|any\b|your\b))\b",
    re.IGNORECASE,
)
# A case at the beginning of a sentence, for which alone it holds. Matches "For files, ", "If `x` is set, ", "When a, ";
# not "For now, ", "With care".
_CASE_BEFORE = LazyPattern(
    r"\W*(?:for (?!now\b|the (?:moment|time)|(?:backwards? )?compat|historic)|if |when |unless |where |with |without )"
    r"[^.;]*,\s",
    re.IGNORECASE,
)
# A purpose directly before an order, which holds for it alone. Is the end of "(to get all, "; not "to the server, ".
_PURPOSE_BEFORE = LazyPattern(
    r"(?:\A\W{0,3}|[(;:.] ?)(?:in order )?to (?!the\b|an?\b)[^.;,()]{2,60}, \Z", re.IGNORECASE
)
# What is done with the field, and alone ruled out. Is the end of "changing the ", "renaming `"; not "setting the ".
_DEED_BEFORE = LazyPattern(
    r"\b(?!(?:us|pass|sett|provid|send|specify|supply|giv|includ|someth|anyth|noth)ing\b)[a-z]{3,}ing "
    r"(?:the |an? |this |its )?[`'\"]?\Z",
    re.IGNORECASE,
)
# One of several numbered shapes, for which alone it holds. Matches "(2) counts: ", "2) ", "Mode B: ", "; shape 2 - ";
# not "(2 of them)", "2 files".
_SHAPE_BEFORE = LazyPattern(
    r"(?:\A|[\s(])(?:\d|[ivx]{1,3}|[a-d])\) |(?:\A|[.;:] )\d\. "
    r"|(?i:\b(?:shape|mode|variant|form|option|case|step|style)) (?:\d|[A-D]|one|two|three)\b"
)
# A value of the field, which alone is ruled out. Next is "=0", " = 'proxy'"; not " is".
_VALUE_BEHIND = LazyPattern(r"[`'\"]?\s?={1,2}\s?\S")
# Their object is a field even if it is an ordinary word: "do not set path", but not "do not send email".
_PLAIN_VERBS = ("use", "set", "pass", "specify")


@keep_answers
def prohibitions(text: str) -> Mapping[str, str]:
    """Return the names that a text withdraws unconditionally, each with the words that do so; not all are fields."""
    found: dict[str, str] = {}
    for passage in sentences_of(text):
        for name, quote in (*_imperative_prohibitions(passage), *_declarative_prohibitions(passage)):
            found.setdefault(name, quote)
    return found


@keep_answers
def is_prohibition(sentence: str) -> bool:
    """Say whether a sentence of a field's own description withdraws the field."""
    # The end of a remark in brackets is about what is before these: "`like` (By pattern. Not supported yet)".
    if sentence.count(")") > sentence.count("("):
        return False
    return any((_WHOLE.fullmatch(sentence), _FILLER.match(sentence), _TAKEN_BACK.search(sentence)))


def _imperative_prohibitions(passage: str) -> Iterator[tuple[str, str]]:
    for found in _ORDER.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        # A condition further away restricts something else.
        is_conditional = listed is not None and _CONDITION.search(passage[listed.end : listed.end + 80])
        if listed is None or is_conditional or _CASE_BEFORE.match(passage, 0, found.start()):
            continue
        if _VALUE_BEHIND.match(passage, listed.end):
            continue
        if _SHAPE_BEFORE.search(passage, 0, found.start()) or _PURPOSE_BEFORE.search(passage[: found.start()]):
            continue
        quote = excerpt(passage, found.start(), listed.end, 20)
        plain = found["verb"].lower() in _PLAIN_VERBS or found["noun"] is not None
        yield from (
            (item, quote) for item in _complete_names(passage, listed) if plain or _is_marked(item, passage, listed)
        )


def _complete_names(passage: str, listed: ItemList) -> tuple[str, ...]:
    """The items without a last one that only begins the name of something else: ``path globs``."""
    last = listed.items[-1]
    begins = _NOUN_BEHIND.match(passage, listed.end) and not _is_marked(last, passage, listed)
    return listed.items[:-1] if begins else listed.items


def _is_marked(item: str, passage: str, listed: ItemList) -> bool:
    """Say whether an item is meant as a name: it is quoted, or not an ordinary word."""
    # The items of a list have lost their quotes, so these are looked for in the text.
    quoted = re.search(rf"[`'\"]{re.escape(item)}[`'\"]", passage[listed.begin : listed.end])
    return quoted is not None or "_" in item or item != item.lower()


def _declarative_prohibitions(passage: str) -> Iterator[tuple[str, str]]:
    if not _OF_NAMES.search(passage):
        return  # like most sentences, each of whose words might begin a list
    end = 0
    for start in (match.start() for match in _WORD.finditer(passage)):
        listed = list_at(passage, start, quoted=False) if start >= end else None
        if listed is None:
            continue
        state = _OF_NAMES.match(passage, listed.end)
        if state is None:
            continue
        end = listed.end
        # A subject begins the statement: 40 characters hold whatever introduces it.
        before = passage[max(start - 40, 0) : start]
        is_subject = _SUBJECT_BEFORE.search(before) and not _DEED_BEFORE.search(before)
        if is_subject and _UNCONDITIONAL.match(passage[state.end() :]) and not _CASE_BEFORE.match(passage, 0, start):
            quote = excerpt(passage, start, state.end(), 20)
            yield from ((item, quote) for item in listed.items)
