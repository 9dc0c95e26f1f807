"""Closed sets of values that a text states: ``one of 'a', 'b' or 'c'``, ``must be "x"``, ``accept | reject``.

Hedged wording ("such as", "or any other") does not make a closed set, nor does a statement about some cases only.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.choices import (
    ACCEPTED,
    CATCH_ALL,
    announced_lists,
    are_of_one_case,
    ends_sentence,
)
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.inventory.prose.quoted_values import NOTHING_ELSE
from conformance.inventory.prose.reading import keep_answers, once_per_text
from conformance.lazy_patterns import LazyPattern

# Matches "one of 'a'", "Allowed values: ", "must be 'x'", "either 'a'"; not "some of 'a'".
_INTRODUCTION = LazyPattern(
    r"\b(?:exactly )?one of(?: the following)?(?: values)?\s*:?\s*(?=[`'\"\u201c\u2018\w])"
    rf"|\b{ACCEPTED} (?:values|options|choices)"
    r"(?: for [\w ]{1,30})?(?: are|:| is)\s*:?\s*"
    r"|(?:\A\W{0,3}|\()(?:options|choices|values)(?: are)?:\s*"
    # The same in Chinese: "\u53ef\u4ee5\u662f 'a' \u6216 'b'".
    r"|\u53ef(?:\u4ee5\u662f|\u4ee5\u4e3a|\u9009\u503c|\u9009)[\u4e3a\u662f]?[:\uff1a]?\s*(?=[`'\"\u201c\u2018])"
    r"|\b(?:value )?(?:can|must|may|should) (?:only )?be(?: either)?\s+(?=[`'\"\u201c\u2018])"
    r"|(?:\A\W{0,3}|[.;:,(] ?)always (?:use|pass|be|set (?:it )?to)\s+(?=[`'\"\u201c\u2018])"
    r"|(?:\A|\b(?:is|be|as|use|pass|set to|takes?|accepts?)\s+)either\s+(?=[`'\"\u201c\u2018])"
    r"|\A\W{0,6}(?!(?:good|bad|wrong|right|correct|incorrect|invalid|examples?|notes?|tips?|warning)\b)"
    r"[\w`]{1,40}\s*(?:\([^()]{0,60}\))?\s*:\s*(?=[`'\"\u201c\u2018\w])"
    r"|\A\W{0,3}(?=[`'\"\u201c\u2018])",
    re.IGNORECASE,
)
# Values as they are written in code. Matches "Values range [8, 16]", "values: ['a']", "allowed values are ['a']"; not
# "values [8]", "Default values: [8]".
_LITERALS = LazyPattern(
    r"(?<!default )(?<!example )(?<!sample )(?<!initial )(?<!typical )(?<!common )"
    r"\bvalues?(?:(?: range| can be| must be| are)(?::\s*|\s)|:\s*)\[\s*"
    r"(?P<items>(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}'|\d{1,9})"
    r"(?:\s?,\s?(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}'|\d{1,9})){0,60})\s*,?\s?\]",
    re.IGNORECASE,
)
# One of them. Matches "'a,b'", "16000"; not "a".
_LITERAL = LazyPattern(r"\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<number>\d+)")
# The only text that a call is made with, of any words. Matches "Type \"DELETE\" to confirm", "Must be 'yes, all' to
# proceed"; not "Type 'a' to search".
_CONFIRMED = LazyPattern(
    r"\b(?:type|enter|pass|send|write|must be|must equal|set (?:it |this )?to) (?:exactly )?"
    r"(?:\"(?P<double>[^\"\n]{1,60})\"|'(?P<single>[^'\n]{1,60})'|`(?P<code>[^`\n]{1,60})`) (?:here )?"
    r"(?:to|as) (?:confirm|proceed|acknowledge|consent|(?:the |a )?confirmation)",
    re.IGNORECASE,
)
# Numbers that are the only ones. Matches "Values can be 6 and 10", "must be 6, 8 or 10"; not "can be 6".
_FEW_NUMBERS = LazyPattern(
    r"\b(?:(?:values? (?:can|may)|must) be(?: either)?|(?:allowed|valid|possible|accepted|supported) values(?: are|:)) "
    r"(?P<numbers>\d{1,9}(?:, \d{1,9}){0,20},? (?:and|or) \d{1,9})(?=\.(?!\d)|[;)]|\Z)"
    # Matches "one of 10, 25, 50", "(0, 1, or 2)"; not "one of 10 rows", "(0 or 1 based)".
    r"|(?:\bone of(?: the following)?:? |(?<=[a-z] )\((?=\d{1,4}(?:, \d{1,4}){0,20},? or \d{1,4}\)))"
    r"(?P<others>\d{1,9}(?:, \d{1,9}){1,20}(?:,? (?:and|or) \d{1,9})?|\d{1,4} or \d{1,4})(?=\.(?!\d)|[;)]|\Z)",
    re.IGNORECASE,
)
# The same behind a label of one or two words. Matches "Pile number: 1 or 2", "Either 1 or 2"; not "Examples: 1 or 2",
# "1 or 2 days".
_LABELLED_NUMBERS = LazyPattern(
    r"\A\W{0,3}(?:(?!(?:examples?|defaults?|typical\w*|common\w*|e|usual\w*|recommended|suggested|see|try)\b)"
    r"(?:[a-z]\w* ){0,3}[a-z]\w*: (?:either )?|either )"
    r"(?P<numbers>\d{1,4}(?:, \d{1,4}){0,20},? or \d{1,4})(?=\s*(?:[.;,)](?!\d)|\Z|\())",
    re.IGNORECASE,
)
# Before quoted words in brackets, behind a comma or a dash: "format ('", "order, '".
_ASIDE = LazyPattern(r"(?<=[a-z])(?: ?\(|, | [-\u2013\u2014] )(?=[`'\"])")
# Quoted values that are explained one by one. Matches "'a' for one, 'b' for two"; not "'a' for one".
_EXPLAINED = LazyPattern(
    r"(?<!\bto )[`'\"](?P<first>[\w.\-]{1,40})[`'\"] (?:for|to|means"
    r"|=) [^,;'`\"()]{2,50}(?:\([^()`'\"]{1,40}\))?[,;] (?:(?:and|or) )?"
    r"(?:[`'\"][\w.\-]{1,40}[`'\"] (?:for|to|means|=) [^,;'`\"()]{2,50}(?:\([^()`'\"]{1,40}\))?(?:[,;] (?:(?:and"
    r"|or) )?|(?=[.)]|\Z))){1,20}"
    r"(?=[.)\s]|\Z)"
)
# The values in it. Matches "'a' for one"; not "a for one".
_EXPLAINED_VALUE = LazyPattern(r"[`'\"](?P<item>[\w.\-]{1,40})[`'\"] (?:for|to|means|=) ")
# A value with an explanation of its own. Matches "'a' for one", ". 'b' (default): another", "use 'a' to do one"; not
# "the 'a' of".
_EXPLAINED_ONE = LazyPattern(
    r"(?:\A\W{0,3}|[.,;:(\u2014-] ?(?:(?:or|and) )?|\b(?:or|and|use|pass) |\bset (?:it )?to )"
    r"[`'\"](?P<item>[\w.\-]{1,40})[`'\"](?: ?\((?:the )?default\))?"
    r"(?: (?:for|to|means|=|[-\u2013\u2014]|returns|gives|shows|uses|includes|adds|keeps) |: )",
    re.IGNORECASE,
)
# Matches "'a'", "`b-c`"; not "don't".
_QUOTED_WORD = LazyPattern(r"(?<![\w`'\"])[`'\"]([^`'\"]{1,60})[`'\"](?!\w)")
# Words that leave a list open, wherever they are. Matches "e.g.", "such as"; not "like".
_HEDGED = LazyPattern(
    r"\b(?:e\.g|i\.e|such as|for example|for instance|etc|examples?|typical\w*|usual\w*|common\w*|custom|other|others"
    r"|otherwise|any|arbitrary|if|when|unless)\b|[,;] (?:or (?:an?|your|the|some) |(?:an?|your) \w+ (?:or|for) )",
    re.IGNORECASE,
)
# Matches "accept | reject", "a|b|c"; not "a || b", "<a|b>", "=a|b".
_BARS = LazyPattern(
    r"(?<![\w|{<\[./$=:,\\^(])[\w.\-]{1,40}(?: ?\| ?[\w.\-]{1,40}){1,30}(?![\w|}>\]/(=]|,\S| [a-z]+ \||\)[?*+])"
    r"|(?<=\()[\w.\-]{1,40}(?: ?\| ?[\w.\-]{1,40}){1,30}(?=\)(?![\w?*+|$]))"
)
# Matches "('local')"; not "(local)".
_IN_BRACKETS = LazyPattern(r"\([`'\"](?P<item>[\w.\-]{1,40})[`'\"]\)")
# Words for kinds of one value, each shown by a sample. Is the end of "alpha-2 ", "short form "; not "local ".
_KIND_BEFORE = LazyPattern(r"\b(?:[a-z]+-?\d|form|format|name|code|notation) \Z", re.IGNORECASE)
# Before a list that only gives examples. Matches "such as ", "e.g. "; not "either ".
_OPEN_BEFORE = LazyPattern(
    r"(?:e\.g|i\.e|such as|for example|for instance|like|including|includes?|etc|\bexamples?)\W*\Z", re.IGNORECASE
)
# Before a list of the best known values. Matches "Common kinds of it: ", "typical values are "; not "common. Kind: ".
_SOME_BEFORE = LazyPattern(
    r"\b(?:common(?:ly)?|typical(?:ly)?|usual(?:ly)?|popular|frequent(?:ly)?|most used|known|built-in"
    r"|notable)\b"
    r"(?! name\b)[^.;()]*\Z",
    re.IGNORECASE,
)
# Behind a list that is not complete. Next is ", etc", " or any other", "), or 'none'", "...", "), and custom a"; not
# ". Other".
OPEN_AFTER = LazyPattern(
    r"\s*\)?, (?:[^.;:]|e\.g\.){0,60}\b(?:and|or) (?:custom|other)\b|"
    r"\s*\)?,?\s*or [`'\"]"
    r"|\s*\|\s*(?:string|str|text|number|int(?:eger)?|any)\b"
    r"|,?\s*(?:optionally )?(?:followed|prefixed|preceded|suffixed)\b"
    r"|\s*\)?\s*(?:,|\(|;|\u2014|-)?\s*(?:etc|\.\.\.|\u2026|and (?:so on|more|others?)|(?:or|and) (?:an?|any"
    r"|another|other|others|some|your|their|its|specific|single|multiple|several|all|"
    r"the|custom|similar|string|more|one of|whatever|what|anything|something|free)\b)",
    re.IGNORECASE,
)
# A last item that is not a value, but leaves the list open: "pod, node and others".
OPEN_ITEMS = frozenset(("etc", "others", "other", "more", "any", "whatever", "custom", "similar", "anything", "so"))
HEDGES = frozenset(("e.g", "i.e", "etc", ""))
"""What begins an example, or goes on, where a value would be: "all | e.g. 1-3"."""
# A member of an object that a text shows: values behind it are those of the member. Matches "{\"pool\": \"RED\"}",
# "{kind: "; not "{kind}".
_JSON_KEY = LazyPattern(r"[{,]\s?\\?[`'\"]?\w{1,40}\\?[`'\"]?\s?:")
# Behind a list that applies in one case only. Next is " for files", ", if set"; not ".".
_ONLY_SOMETIMES = LazyPattern(r"\s*[,;(]?\s*(?:for|when|if|unless|in case|to)\b", re.IGNORECASE)
# The same as an aside that belongs to the list. Ends "a/b (for query)"; not "a/b (default)".
_OF_A_CASE = LazyPattern(r"\((?:for|when|if|in|with|only) [^()]{1,60}\)\Z", re.IGNORECASE)
# Behind values that are explained. Next is " creates a bar", " will return"; not " is used", " (default)".
_VERB_BEHIND = LazyPattern(r"\s+(?:(?!is\b|as\b)[a-z]+s|will|can|may|are|mean|to|if|when|for)\b")
# Between a subject and its only values. Matches " must be '"; not " be '".
_MODAL = LazyPattern(r"\b(?:can|must|may|should) (?:only )?be(?: either)?\W*\Z", re.IGNORECASE)
# Before "must be" where the value itself must. Matches "", "It ", "The value ", "- "; not "Separators ".
_OF_VALUE = LazyPattern(
    r"(?:\A|[.;:(,] ?)\W{0,4}(?:currently |always )?"
    r"(?:(?:the |this )?(?:\w+ )?(?:value|parameter|field|argument|it|this) (?:currently |always )?)?\Z",
    re.IGNORECASE,
)
# Before values that are a part of a template or of an expression. Matches "<name> ", "done = "; not "name ".
_PLACEHOLDER = LazyPattern(r"[>}=<~]\s\Z")
# Behind a name that a sign compares or explains, so that bars join expressions or entries. Next is " = ", " [b] = ",
# " in ("; not " (default".
_COMPARES = LazyPattern(r"(?: \[[^\[\]]{1,20}\])?\s?(?:[=<>~!]|(?:not )?in \(|like ['\"])", re.IGNORECASE)
# Behind a list whose last item goes on, or that is one of several expressions. Next is ":score", " | <name>",
# "', 'list[a]'"; not ": the", "'.".
_IN_EXPRESSION = LazyPattern(r":\w|\s?\||(?P<quote>['\"`]),? (?:or |and )?(?P=quote)\w+[\[({]")
# Behind a program that is called with an argument, to which bars pass results. Next is " 'a'", " -n"; not " - ".
_ARGUMENT = LazyPattern(r" (?:['\"]|--?\w)")
# Matches "must be true", "must always be set to `true`", "must be true to confirm"; not "must be true or false", "must
# be true to see it".
_MUST_BE_TRUE = LazyPattern(
    r"\bmust (?:always |explicitly )?be (?:explicitly )?(?:set to )?[`'\"]?true\b"
    r"(?![`'\"]? (?:or|if|when|for|to(?! (?:confirm|proceed|acknowledge|execute)\b))\b)",
    re.IGNORECASE,
)
# Matches "if it is", "unless", "whether it must"; not "always".
_IN_SOME_CASES = LazyPattern(r"\b(?:if|when|unless|for|after|once|to enable)\b|\bwhether [^.;(]* must\b", re.IGNORECASE)
# Matches "(for choices of a pile)"; not "(if it is)".
_FOR_REMARK = LazyPattern(r"\(for [^()]*\)")
# Before values that are called so. Matches "one of ", "Allowed values: ", "must be ", "either "; not "Name (".
_CALLED_VALUES = LazyPattern(
    r"\b(?:one of|values?|options|choices|choose|must be|either|allowed|valid|possible|accepted|permitted|supported"
    r"|available|legal|accepts?|supports)\b",
    re.IGNORECASE,
)
# A question whose last word is a part of it. Ends "mode: How to match the value: "; not "Value: ".
_QUESTION = LazyPattern(r"(?:\A|[:.;] )(?:how|what|which|where) [^:.;]{3,50}: ?\(?\Z", re.IGNORECASE)
# A word that a list may be about. Matches "position"; not "(".
_HEAD = LazyPattern(r"[A-Za-z_]\w*")
# A value has no blanks. Is all of "a/b", "v1.2+", "*", "a,b", "FRONT WALL"; not "a b", "YYYY-MM-DD".
_PLAIN = LazyPattern(r"(?!.*(?:[Yy]{4}|HH:|hh:))(?:[\w.:/+\-*#,]{1,60}|[A-Z][A-Z0-9]+(?: [A-Z0-9]+){1,2})")
# Before values of which there may be several. Matches "(comma-separated: A", "comma-separated list of: a",
# "any combination of: a"; not "comma-separated ids".
_SEPARATED = LazyPattern(
    r"\bcomma[- ](?:separated|delimited)(?: (?:list|string|values?))?(?: of)?:\s*(?=[\w`'\"])"
    # one value stands for all of them
    r"|(?:[`'\"](?P<all>\w{1,20})[`'\"](?: \([^()]{1,20}\))?,? or )?\b(?:any |a )?combinations? of:?\s*(?=[\w`'\"])",
    re.IGNORECASE,
)
# Letters, as values that stand for something. Is all of "P"; not "p", "PQ".
_LETTER = LazyPattern(r"[A-Z]")


class ClosedSet(Struct, frozen=True):
    """The only values that a text allows, in its order, the words that say so, and the word before the list.

    ``is_announced`` says that the text calls them values or a choice: "one of", "allowed values", "must be".
    """

    values: tuple[str, ...]
    quote: str
    head: str = ""
    is_announced: bool = True


@once_per_text
def closed_sets(passage: str) -> Iterator[ClosedSet]:
    """Yield the closed sets that one sentence states, each once."""
    seen: set[tuple[str, ...]] = set()
    for listed, begin in (
        *_introduced_lists(passage),
        *announced_lists(passage),
        *_asides(passage),
        *_explained_lists(passage),
        *_literal_lists(passage),
        *_bar_separated_lists(passage),
        *_bracketed_lists(passage),
    ):
        values = tuple(dict.fromkeys(listed.items))
        is_plain = listed.joint == "=" or all(map(_PLAIN.fullmatch, values))
        if values not in seen and is_plain and _is_closed(passage, listed, begin):
            seen.add(values)
            before = passage[max(listed.begin - 60, 0) : listed.begin]
            heads = [] if _QUESTION.search(before) else _HEAD.findall(_MODAL.sub(" ", before))
            announced = _CALLED_VALUES.search(before + passage[listed.begin : listed.begin + 16]) is not None
            yield ClosedSet(values, excerpt(passage, begin, listed.end, 10), heads[-1] if heads else "", announced)


@keep_answers
def separated_values(passage: str) -> ClosedSet | None:
    """Return the values of which a text may hold several: ``(comma-separated: A, B, C)``."""
    for found in _SEPARATED.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        if listed is None or len(listed.items) < 2 or not ends_sentence(passage, listed.end):
            continue
        is_list = are_of_one_case(listed.items) or (len(listed.items) > 2 and all(map(_LETTER.fullmatch, listed.items)))
        if is_list and _is_closed(passage, listed, found.start()):
            values = (found["all"], *listed.items) if found["all"] else listed.items
            return ClosedSet(values, excerpt(passage, found.start(), listed.end, 10))
    return None


@keep_answers
def explained_values(text: str) -> ClosedSet | None:
    """Return the values that a text explains, each with words of its own, if it quotes nothing else.

    ``'a' for one, 'b' for another``; ``"a": one. "b": another``
    """
    # That nothing else is allowed opens no list.
    line = NOTHING_ELSE.sub(" ", " ".join(text.split()))
    values = tuple(dict.fromkeys(found["item"] for found in _EXPLAINED_ONE.finditer(line)))
    quoted = set(_QUOTED_WORD.findall(line))
    if len(values) < 2 or not are_of_one_case(values) or quoted != set(values) or _HEDGED.search(line):
        return None
    first = _EXPLAINED_ONE.search(line)
    begin = first.start() if first else 0
    return None if holds_sometimes(line, begin) else ClosedSet(values, excerpt(line, begin, begin + 60, 0), "", False)


@keep_answers
def only_numbers(passage: str) -> tuple[list[int], str] | None:
    """Return the only numbers that a sentence allows, with its words: ``values: [16000, 24000, 32000]``."""
    for found in _LITERALS.finditer(passage):
        numbers = [int(each["number"]) for each in _LITERAL.finditer(found["items"]) if each["number"]]
        # Two numbers in brackets are the ends of a range.
        if len(numbers) > 2 and numbers == sorted(set(numbers)) and "'" not in found[0] and '"' not in found[0]:
            return numbers, excerpt(passage, *found.span(), 10)
    few = _FEW_NUMBERS.search(passage) or _LABELLED_NUMBERS.match(passage)
    # A remark says what the field is for: "1 or 2 (for choices of a pile)".
    if few is None or _IN_SOME_CASES.search(_FOR_REMARK.sub(" ", passage)):
        return None
    numbers = few.groupdict().get("others") or few["numbers"]
    return [int(each) for each in re.findall(r"\d+", numbers)], excerpt(passage, *few.span(), 10)


@keep_answers
def only_true(passage: str) -> str | None:
    """Return the words with which a sentence allows a flag no other value than true, ``None`` without any."""
    found = _MUST_BE_TRUE.search(passage)
    return None if found is None or _IN_SOME_CASES.search(passage) else excerpt(passage, *found.span(), 20)


def _introduced_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    for found in _INTRODUCTION.finditer(passage):
        listed = list_at(passage, found.end())
        if listed is None:
            continue
        # "`1Day` or `1D` creates a bar": the list is the subject of an explanation.
        is_bare = not found[0].strip(" -*\u2022")
        # A word or a number, "Sheet1" or "0", shows two ways to write one.
        is_mixed = len({item.isdigit() for item in listed.items}) > 1
        if is_bare and (is_mixed or _VERB_BEHIND.match(passage, listed.end)):
            continue
        announced = re.search(r"values|one of|options|choices", found[0], re.IGNORECASE)
        is_label = found[0].strip().endswith(":") and found.start() == 0 and not announced
        if is_label and not are_of_one_case(listed.items):
            continue  # an example after the field's name looks the same
        # One value is a closed set only where nothing else is allowed: "must be 'x'", but not "can be 'x'".
        single = (
            len(listed.items) == 1
            and re.search(r"\b(?:must (?:only )?be|always [a-z ]+)\s*\Z", found[0], re.IGNORECASE)
            and _OF_VALUE.search(passage[: found.start()])
        )
        if listed.is_choice or single or (announced and len(listed.items) > 1):
            yield listed, found.start()


def _asides(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Quoted words behind what they are values of: ``format ("json" or "csv")``."""
    for found in _ASIDE.finditer(passage):
        listed = list_at(passage, found.end())
        if listed is None or not ends_sentence(passage, listed.end) or not are_of_one_case(listed.items):
            continue
        # Behind a dash nothing else may follow: "Bucket size - `hour`, `day`, `week`". In brackets a value that stands
        # for all or none of the others is not an example: "('all', 'own', 'none')".
        is_last = found[0].strip() in ("-", "\u2013", "\u2014") or not CATCH_ALL.isdisjoint(listed.items)
        if listed.is_choice or (is_last and len(listed.items) > 2 and listed.joint != "and"):
            yield listed, found.start()


def _explained_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    for found in _EXPLAINED.finditer(passage):
        # "'a' for one, 'b' for two, or an id" takes more.
        if found[0].endswith((", or ", "; or ")):
            continue
        items = tuple(one["item"] for one in _EXPLAINED_VALUE.finditer(found[0]))
        yield ItemList(items, found.start(), found.end(), "or", quoted=True), found.start()


def _literal_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    for found in _LITERALS.finditer(passage):
        items = tuple(each["double"] or each["single"] or "" for each in _LITERAL.finditer(found["items"]))
        if all(items):
            yield ItemList(items, found.start(), found.end(), "|", quoted=True), found.start()
    for found in _CONFIRMED.finditer(passage):
        words = found["double"] or found["single"] or found["code"]
        yield ItemList((words,), found.start(), found.end(), "=", quoted=True), found.start()


def _bar_separated_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    for found in _BARS.finditer(passage):
        is_template = _PLACEHOLDER.search(passage[max(found.start() - 2, 0) : found.start()])
        # In "{{ words | join }}" the bar applies a filter.
        in_template = passage.rfind("{{", 0, found.start()) > passage.rfind("}}", 0, found.start())
        is_command = _ARGUMENT.match(passage, found.end())
        is_other = is_template or in_template or is_command or _COMPARES.match(passage, found.end())
        if is_other or _IN_EXPRESSION.match(passage, found.end()):
            continue
        # The stop of a sentence belongs to no value: "sort_by relevance|date."
        items = tuple(item.strip().rstrip(".") for item in found[0].split("|"))
        if HEDGES.isdisjoint(map(str.lower, items)):
            yield ItemList(items, found.start(), found.end(), "|", quoted=False), found.start()


def _bracketed_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Values in brackets behind their meaning: ``local branches ('local') or all branches ('all')``."""
    found = list(_IN_BRACKETS.finditer(passage))
    # Without "or" the brackets hold abbreviations or examples.
    if len(found) > 1 and " or " in passage[found[-2].end() : found[-1].start()]:
        items = tuple(match["item"] for match in found)
        # "short form ('US') or long form ('USA')" shows a sample of each kind
        if not all(_KIND_BEFORE.search(passage, 0, match.start()) for match in found):
            yield ItemList(items, found[0].start(), found[-1].end(), "or", quoted=True), found[0].start()


def is_of_all_cases(text: str, listed: ItemList) -> bool:
    """Say whether nothing behind a list says that it is not complete, or holds in one case only."""
    is_of_a_case = _ONLY_SOMETIMES.match(text, listed.end) or _OF_A_CASE.search(text[listed.begin : listed.end])
    return not (is_of_a_case or OPEN_AFTER.match(text, listed.end))


def _is_closed(passage: str, listed: ItemList, begin: int) -> bool:
    # Hedges are next to the list; further away they are about something else.
    if _JSON_KEY.search(passage, 0, begin):
        return False
    introduced, after = passage[max(begin - 30, 0) : begin], passage[listed.end : listed.end + 80]
    # In a notation such as "a | b | other" the last one is a value as well.
    last = listed.items[-1].lower()
    # "a, b or any" leaves it open, while the last of "a, b, any" is a value that stands for all of them.
    is_open = (
        last in OPEN_ITEMS
        and listed.joint != "|"
        and not (listed.quoted and last == "any")
        and (last, listed.joint) != ("any", "")
    )
    if is_open or holds_sometimes(passage, begin):
        return False
    if _SOME_BEFORE.search(passage[max(listed.begin - 80, 0) : listed.begin]):
        return False
    opened = _OPEN_BEFORE.search(introduced) or _OPEN_BEFORE.search(passage[max(begin - 30, 0) : listed.begin])
    return not (opened or OPEN_AFTER.match(after) or _ONLY_SOMETIMES.match(after))
