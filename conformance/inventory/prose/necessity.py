"""Whether a text calls a field required or optional, without a condition: "(required)", "Optional.", "must be
provided".
"""

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.reading import once_per_text, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# Matches "(required)", "[required]", "Required.", "it is required.", "must be provided", "the ID, required"; not
# "required fields", "is required when".
_REQUIRED = LazyPattern(
    r"[(\[<](?:[\w\[\]| ]{1,30}, )?(?:required|mandatory)(?: (?:field|parameter|argument))?[,;)\]>]"
    r"|\A\W{0,6}(?:\w+ ?[:\-\u2013\u2014] ?)?(?:required|mandatory)(?: (?:field|parameter|argument))?"
    r"\s*(?:[.:;,!)\]*]|\Z)"
    r"|(?:[,;] | [-\u2013\u2014] |\*)(?:required|mandatory)\s*(?:[.;!)]|\Z)"
    r"|\bis (?:always )?(?:required|mandatory)\s*(?:[.;!)]|\Z|and\b)"
    r"|\brequired for (?:all|every|each) (?:methods?|operations?|actions?|calls?|modes?)\s*(?:[.;,!)]|\Z)"
    r"|\bmust (?:always )?be (?:provided|given|set|specified)\s*(?:[.;!)]|\Z)"
    r"|\A\W{0,3}always required\s*(?:[.;!)]|\Z)|\b(?:cannot|can't|must not|must never) be omitted\s*(?:[.;!)]|\Z)"
    r"|\b(?:you must (?:always )?|\A\W{0,3}always )(?:provide|specify|pass|supply) (?:it|this)"
    r"(?: (?:parameter|field|argument|value))?\s*(?:[.;!)]|\Z)"
    # What command lines call a positional argument, which one in brackets is not: "Usage: <id>".
    r"|\busage(?: pattern)?: ?(?:[a-z][\w-]* ){0,3}<[a-z][\w-]*>(?: <[a-z][\w-]*>)*\.?\s*\Z",
    re.IGNORECASE,
)
# Matches "(optional)", "Optional.", "it is optional"; not "optionally null", "optional fields are".
_OPTIONAL = LazyPattern(
    r"\((?:[\w\[\]| ]{1,30}, )?optional[,;)]"
    r"|\A\W{0,6}(?:\w+ ?[:\-\u2013\u2014] ?)?"
    r"optional(?:ly(?!, (?:you|we|it)\b| (?:include|contain|have|with|\w+ing|null|nullable|an?|\w+ed)\b))?\b"
    r"(?! \w+ (?:is|are|must)|(?: \w+)? \w+s (?:which|that|to|will|of)\b)"
    r"|\bis (?:always )?optional\s*(?:[.;,!)]|\Z)|[,;] optional\s*(?:[.;,!)]|\Z)"
    r"|\A\W{0,3}(?:(?:it|this) )?(?:can|may) be omitted\s*(?:[.;,!)]|\Z)|\A\W{0,3}not required\s*(?:[.;!)]|\Z)",
    re.IGNORECASE,
)
# What happens without it, which says that it may be left out. Matches "If omitted, all are read", "Omit to read all";
# not "fails if omitted".
_ABSENT = LazyPattern(
    r"\A\W{0,3}(?:(?:if|when) (?:(?:it|this) is )?(?:omitted|left out|not (?:provided|specified|given|supplied))"
    # what a user leaves out, or a part of the value, is not the field
    r"(?! (?:by|from|in) ),? "
    r"(?!(?:\w+ ){0,6}?(?:errors?|fails?|rejected|required|raises?|must|mandatory)\b)\w"
    r"|omit (?:it |this )?(?:to|for)\b)",
    re.IGNORECASE,
)
# The same about a field that a sentence names. Matches "Without a URL, returns all", "If no page name is given, lists
# all"; not "Without a key, it fails".
_WITHOUT = LazyPattern(
    r"\A\W{0,3}(?:without (?:an? |the |any )?(?:specific )?(?P<first>[\w ]{2,40}?)(?: (?:name|parameter|argument))?,? "
    r"|(?:if|when) no (?:specific )?(?P<second>[\w ]{2,40}?) (?:is )?(?:provided|given|specified|passed|supplied),? )"
    r"(?:it )?(?:(?:will )?(?:returns?|lists?|shows?|gets?|reads?|fetch(?:es)?|searches|gives|displays?)"
    r"|(?:all|the default|every)) ",
    re.IGNORECASE,
)
# What makes a field required in some cases only, or is what a flag means.
# Matches "unless it is", "for files", "whether it is"; not "for all files".
_CONDITION = LazyPattern(
    r"\b(?:when|if|whether|unless|for (?!all|every|each)|except|only|otherwise|else|either|or)\b", re.IGNORECASE
)
# A predicate, whose subject is before it. Is the begin of "is required", "must be set"; not "(required)".
_PREDICATE = LazyPattern(r"(?:is|must)\b", re.IGNORECASE)
# Before a subject. Matches ". ", "; ", ": ", " - "; not "this value".
_CLAUSE_END = LazyPattern(r"[.;:(,]\s*|\s[-\u2013\u2014]\s|\A[\s\-*\u2022]+")
# Matches "this"; not "10".
_WORD = LazyPattern(r"[A-Za-z]+")
# A subject that is one of several fields, or all of what a list holds. Next is "At least one field", "All line items";
# not "this field".
_ONE_OF_SEVERAL = LazyPattern(r"\W*(?:at least|at most|one|either|any|exactly|all)\b", re.IGNORECASE)
# Words for the field itself.
_FIELD = frozenset(("it", "this", "value", "parameter", "field", "argument", "option", "property", "input", "and"))
# The most words of a subject: "this repository name".
_LONGEST_SUBJECT = 4
# Before what a value means. Matches "`always`: ", "'none' - "; not "value: ".
_EXPLAINED_VALUE = LazyPattern(r"[`'\"](?P<value>[\w.\-]{1,40})[`'\"]\s?(?::|=|[-\u2013\u2014])\s*\Z")
# What a sentence of several words is about. Matches "Inherited deposits: the date"; not "Path: the", "see: a b".
_CASE_LABEL = LazyPattern(r"\W{0,3}(?P<label>[A-Z][\w/-]*(?: [\w/&-]+){1,5}): ")
# The last thing of a list, of one word. Matches "a title, owner ", "name, size and `kind` "; not "the owner ", "if
# set, it ".
_LAST_OF_LIST = LazyPattern(r"\w(?:, (?:and )?| and )[`'\"]?(?!it\b|this\b)(?P<item>[A-Za-z]\w*)[`'\"]? \Z")
# What is done in a case, before what it needs. Matches "To create: pass ", "- To find one, give "; not "to be given".
_PURPOSE = LazyPattern(r"\W{0,3}To [a-z]+(?: [\w-]+){0,4}[:,] ")
# What a label calls the remark itself, and no case.
_REMARKS = frozenset(("note", "important", "required", "optional", "warning", "type", "format"))
# What sets a remark at the end of a sentence apart.
_APART = ",; *"
# Next is "):"; not ") if".
_ENTRY_ENDS = LazyPattern(r"\)\s?[:\u2013\u2014-]")


class Necessity(Struct, frozen=True):
    """A statement of necessity: whether the field is required, the words that say so, whether they are in brackets."""

    required: bool
    quote: str
    in_brackets: bool
    is_remark: bool = False
    """Whether it is apart from what else the sentence says: in brackets, or at its begin or end."""


def necessity(passage: str, about: Collection[str] = ()) -> Iterator[Necessity]:
    """Yield the unconditional statements of necessity in one sentence; ``about`` are the words for the field."""
    for required, pattern in ((True, _REQUIRED), (False, _OPTIONAL)):
        found = pattern.search(passage)
        # A condition may come first, as in "for files it is required"; further away it is about something else.
        # In the brackets of an entry, "name (str, optional): what for", it is a statement of its own.
        reach = 0 if found is not None and _ENTRY_ENDS.match(passage, found.end() - 1) else 40
        if found is None or _has_other_subject(passage, found, about) or _is_of_case(passage, found, about):
            continue
        if not _CONDITION.search(passage[0 if reach else max(found.start() - 40, 0) : found.end() + reach]):
            in_brackets = found[0].startswith(("(", "[", "<"))
            quote = excerpt(passage, *found.span(), 25)
            yield Necessity(required, quote, in_brackets, in_brackets or found.start() == 0 or found[0][0] in _APART)
    absent = _ABSENT.search(passage)
    if absent is not None:
        yield Necessity(False, excerpt(passage, *absent.span(), 25), in_brackets=False)


def absences(text: str, name: str) -> Iterator[Necessity]:
    """Yield what a text about a tool says of a call without a field: "Without a URL, returns all pages"."""
    called = words_of(name)
    yield from (claim for words, claim in _absent_things(text) if words == called)


@once_per_text
def _absent_things(text: str) -> Iterator[tuple[list[str], Necessity]]:
    for sentence in sentences_of(text):
        found = _WITHOUT.match(sentence)
        if found is not None:
            words = words_of((found["first"] or found["second"]).replace(" ", "_"))
            yield words, Necessity(False, excerpt(sentence, *found.span(), 25), in_brackets=False)


def _is_of_case(passage: str, found: re.Match[str], about: Collection[str]) -> bool:
    """Say whether a remark in brackets is about a case, or about the last of several things that a text lists.

    "Inherited deposits: the date (required)"; "To add: pass x (required)"; "each with a title, owner (optional)".
    """
    if _PURPOSE.match(passage, 0, found.start()):
        return True
    label = _CASE_LABEL.match(passage, 0, found.start())
    if not found[0].startswith("("):
        return False
    item = _LAST_OF_LIST.search(passage, 0, found.start())
    return (item is not None and words_of(item["item"])[-1] not in about) or (
        label is not None and set(words_of(label["label"])).isdisjoint({*about, *_REMARKS})
    )


def _has_other_subject(passage: str, found: re.Match[str], about: Collection[str]) -> bool:
    """Say whether something else than the field is called required: "authentication is required"."""
    if not _PREDICATE.match(found[0]):
        return False
    clause = _CLAUSE_END.split(passage[: found.start()])[-1]
    # "`strict`: approval is required" explains the value `strict` of "approval", and requires nothing.
    explained = _EXPLAINED_VALUE.search(passage[: found.start() - len(clause)])
    if _ONE_OF_SEVERAL.match(clause) or (explained and not set(words_of(explained["value"])) <= set(about)):
        return True
    words = [singularize(word.lower()) for word in _WORD.findall(clause)]
    # Without a subject, a sentence or a remark is about the field that it describes.
    before = passage[: found.start()]
    if not words and (not before.strip(" -*\u2022") or before.endswith("(")):
        return False
    # A subject of many words is not the field alone.
    return not (words and len(words) <= _LONGEST_SUBJECT and (words[-1] in _FIELD or words[-1] in about))
