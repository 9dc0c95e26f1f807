"""Lists that a sentence announces as all values: ``one of a, b or c``, ``either "a" or "b"``, ``Options: a, b``.

What announces a list is a verb or a noun of choice, and a list is complete only if its sentence ends behind it. Words
without quotes are values only where they are of one case, and not words for kinds of values, such as a name or an id.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from conformance.inventory.prose.lists import ANNOUNCED_ELSEWHERE, ItemList, list_at
from conformance.inventory.prose.reading import keep_answers
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

ACCEPTED = (
    r"(?:allowed|valid|possible|accepted|permitted|supported|available|legal|acceptable|recogni[sz]ed|selectable)"
)
"""What a text says of values that it accepts, as a pattern."""
PLURALS = (
    r"(?:values|options|choices|formats|types|modes|states|statuses|levels|periods|intervals|methods|operators|kinds"
    r"|categories|strategies|styles|actions|operations|commands|directions|orders|units|settings)"
)
"""What a text calls the values that it announces, as a pattern: "valid values", "supported formats"."""
ALL_VALUES = rf"(?:{ACCEPTED} {PLURALS}(?: are)?|one of(?: the following)?(?: values)?)"
"""The words that announce all values, behind which a list may follow, as a pattern."""

# Where the value itself is about to be described: at the beginning, behind a label, a comma, a bracket or its verb.
_ITSELF = (
    r"(?:(?:\A\W{0,3}|[.;:,(\[\u2013\u2014-]\s?)"
    r"(?:(?:(?:it|this|(?:the |its )?values?|and) )?(?:can|must|may|should|has to|needs to) (?:only )?be )?"
    r"|\A\W{0,3}(?:the )?\w+ (?:must|should) be |\bis )"
)
# Unquoted words are values only where they are announced, and only if nothing else follows.
# Matches "allowed values: a", "one of: a", "Options are a", "choose from a", "(one of a", "must be one of a",
# "Enum: a", "the following values are supported: a"; not "mode: a", "see one of a".
ANNOUNCED = LazyPattern(
    rf"\b(?:one of(?: the following)?(?: values)?|{ACCEPTED} (?:{PLURALS}|\w{{3,20}}s)(?: are)?):\s*[\[({{]?(?=\w)"
    rf"|{_ITSELF}(?:exactly |any )?one of(?: the following)?(?: values)?:?\s+[\[({{]?(?=\w)"
    rf"|\b{ACCEPTED} {PLURALS} are\s+(?=\w)"
    r"|\b(?:can|may|must) (?:take|have|hold|contain) (?:one of )?the following values?:\s*(?=\w)"
    r"|\b(?:any|some|one or more|a subset) of:\s+(?=\w)"
    rf"|\b(?:the )?following(?: {PLURALS})? (?:are|can be) (?:\w+ ){{0,2}}?(?:{ACCEPTED}|used|given|set):\s*(?=\w)"
    rf"|{_ITSELF}(?:options|choices|values|enum|accepts|(?:currently )?{ACCEPTED})(?: (?:are|is))?:\s*[\[({{]?(?=\w)"
    r"|\A\W{0,3}(?:options|choices|allowed|values) are (?=\w)"
    rf"|\b(?:choose|pick|select)(?: one)? (?:of|from|among|between) the following (?:\w+ ){{0,3}}?{PLURALS}:\s*(?=\w)"
    r"|\b(?:choose|pick|select)(?: one)?(?: (?:of|from|between|among))?(?: the following)?:?\s+(?=\w)"
    r"|\b(?:choose|pick|select) one:\s+(?=\w)"
    rf"|{_ITSELF}supports:\s*(?=\w)|{ANNOUNCED_ELSEWHERE}(?=[\w`'\"\u201c])",
    re.IGNORECASE,
)
"""What announces values without quotes, as a pattern, up to where the first one begins: "one of: "."""

# The same before two words that exclude each other. Matches "Either a", "must be either a"; not "neither a".
_EITHER = LazyPattern(rf"{_ITSELF}either\s+(?=\w)", re.IGNORECASE)
# What a text calls something of which there are a few kinds.
_CHOICES = (
    r"(?:direction|order|format|mode|type|kind|(?<!css )class|level|style|units?|state|status|theme|position|alignment"
    r"|appearance|orientation|priority|severity|visibility|operator|role|interval|period|function|method|operation|action|strategy|privacy"
    r"|(?:error|reason|status|result) code|reason|outcome|phase|stage|verdict|decision"
    r"|granularity|resolution|scope|category|algorithm|layout|transport|encoding|detail|variant|side|axis|shape"
    r"|frequency|recurrence|tone|gender|setting|option|waveform|easing|protocol|network|backend|engine|browser|framework"
    r"|platform|environment|chain|provider|tier|weekday|day of week|timeframe|aggregation|dialect|urgency|difficulty)"
)
# What a choice is of or for: "operation to perform", "type of resource to read".
_OF = r"(?: (?:of|to|for)(?: the)? \w{1,20}(?: \w{1,20}){0,4}?)?"
CHOICE_LABEL = rf"(?:(?:\w{{1,20}} ){{0,3}}{_CHOICES}s?{_OF}|(?:sort|order)(?:ed)? (?:\w{{1,20}} )?by)"
"""What is about something of which there are a few kinds, as a pattern: "sort order of the rows"."""

# A name that ends in such a word. Is all of "track type", "sort order"; not "type name".
_ENDS_IN_CHOICE = LazyPattern(rf"(?:.*[_\s-])?{_CHOICES}s?", re.IGNORECASE)
# The name that an entry of a list of arguments begins with: "mode: ", "`mode` (str): ".
_ENTRY = r"\A\W{0,3}(?:[\w`]{1,40} ?(?:\([^()]{0,40}\))?: )?"
# A label whose meaning is a choice. Matches "Sort direction: asc", "Mode: 'fast", "Order - asc"; not "Name: fast".
_LABELLED = LazyPattern(rf"{_ENTRY}{CHOICE_LABEL}(?: filter)?(?::| [-\u2013\u2014])\s*(?=[\w`'\"])", re.IGNORECASE)
# A question before names of several words. Matches "Why it stopped: end_of_turn", "How to answer: a_b"; not "Note:
# a_b".
_QUESTION = LazyPattern(
    r"\A\W{0,3}(?:how|why|which|what)\b[^.:;()`'\"\n]{2,60}(?::| [-\u2013\u2014])\s+(?=\w)", re.IGNORECASE
)
# Words that a sentence of its own lists. Matches "It can be fast", "The value may be a", "Can be: a"; not "which can
# be a".
_CAN_BE = LazyPattern(
    r"\A\W{0,3}(?:(?:it|this|(?:the )?values?) )?(?:can|may|should|must)(?: only)? be(?: either)?:? (?=\w)",
    re.IGNORECASE,
)
# The same with the values in brackets. Matches "Sort order (asc", "Type of task (bug", "Action to do ('a"; not "Name
# (a".
_BRACKETED = LazyPattern(
    rf"{_ENTRY}(?:(?:the )?(?:[A-Z]+ )?{_CHOICES}{_OF}|(?:\w{{1,20}} ){{0,4}}{_CHOICES}(?: filter)?) ?[(\[{{]"
    r"(?=[\w`'\"])",
    re.IGNORECASE,
)
# A label of what a value is one of, so that even two words behind it are values. Is the end of "Temperature unit - ",
# "filter by status ("; not "Position: ".
_ONE_OF_TWO = LazyPattern(
    r"\b(?:units?|status|state|kind|mode|direction|role|gender|severity|visibility|sort order)(?: filter)?\s*"
    r"[:(\[{\u2013\u2014-]\s*\Z",
    re.IGNORECASE,
)
# What decides the order. Matches "Order by a_b", "Sort results by name"; not "In sorted order".
_ORDERED_BY = LazyPattern(rf"{_ENTRY}(?:order|sort)(?:ed)? (?:\w{{1,20}} )?by:? (?=\w)", re.IGNORECASE)
# What is written at such a value. Matches "append :desc to reverse", "prefix with -"; not "descending by default".
_DIRECTION = LazyPattern(
    r"\b(?:append|prepend|prefix|suffix|precede|follow|add)(?:ed|ing)?\b|[:+-](?:asc|desc)\b", re.IGNORECASE
)
# Values in brackets behind any few words, the last of which stands for all or none. Matches "Who reads it (anna,";
# not "Who (anna) reads it".
_ASIDE = LazyPattern(rf"{_ENTRY}(?:[\w'/-]+ ){{1,5}}\((?=\w+[,/|])", re.IGNORECASE)
# Quoted values behind a verb. Matches "Supports 'a'", "Accepts \"a\"", "needs to be `a`", "choose between 'a'",
# "Whether to use 'a'"; not "supports a".
_VERB = LazyPattern(
    r"(?:\A\W{0,3}|[.;:,(] ?)(?:(?:it|this|this parameter|currently|only) ){0,2}(?:supports|accepts|takes|allows)"
    r"(?: only| either)?:?\s+(?=[`'\"\u201c\u2018])"
    r"|\b(?:needs|has) to be(?: either)?\s+(?=[`'\"\u201c\u2018])|(?:\A\W{0,3}|[.;:,(] ?)any of:?\s+(?=[`'\"])"
    r"|\b(?:choose|pick|select)(?: (?:one of|from|between|among|either))?:?\s+(?=[`'\"\u201c\u2018])"
    r"|\A\W{0,3}[Ww]hether to (?:\w+ ){1,4}?(?=[`'\"\u201c\u2018])"
    rf"|\b(?:the )?following(?: {PLURALS})? (?:are|can be) (?:\w+ ){{0,2}}?(?:{ACCEPTED}|used|given|set):\s*"
    r"(?=[`'\"\u201c\u2018])"
    rf"|{_ITSELF}(?:enum|literal|options|choices|values|accepts|{ACCEPTED}):?\s*[\[({{]?(?=[`'\"\u201c\u2018])"
    rf"|{_ITSELF}either\s+(?=[`'\"\u201c\u2018])",
    re.IGNORECASE,
)
# Quoted values between "only" and what it says of them. Begins with "only 'a'"; what it says is `_ARE_ALL`.
_ONLY = LazyPattern(r"(?:\A\W{0,3}|[.;,(] ?|\bcurrently )only\s+(?=[`'\"\u201c\u2018])", re.IGNORECASE)
# Next is " are supported", " allowed", " is now valid"; not " are read".
_ARE_ALL = LazyPattern(
    rf"(?: (?:is|are))?(?: currently| now)? (?:{ACCEPTED})\b(?! (?:for|if|when|in|with)\b)", re.IGNORECASE
)
# A label of several words before quoted values. Matches "How to run: \"a\"", "What to draw - 'a'"; not "Note: \"a\"".
_LABEL = LazyPattern(
    r"\A\W{0,3}(?!(?:good|bad|wrong|right|correct|incorrect|invalid|examples?|notes?|tips?|warning|e\.g)\b)"
    r"(?:how|what|which|where|whether|when)\b[^.:;()`'\"\n]{2,60}(?::| [-\u2013\u2014])\s+(?=[`'\"\u201c\u2018])",
    re.IGNORECASE,
)
# The same behind what is described. Matches "Coordinate space: \"a\"", "Side of the page: 'a'"; not "Example name:
# 'a'".
_NOUN_LABEL = LazyPattern(
    r"\A\W{0,3}(?![^:]{0,60}\b(?:examples?|notes?|tips?|warnings?|e\.g|good|bad|wrong|right|correct|incorrect|invalid"
    r"|typical\w*|common\w*|usual\w*|like|contains?|containing|includ\w+|starts?|ends?|not|never|if|when|names?|ids?)\b)"
    r"[A-Za-z][\w-]*(?: [\w-]+){1,5}:\s+(?=[`'\"\u201c\u2018])",
    re.IGNORECASE,
)
# Behind any words, where the values are in upper case. Matches "kept: A1,", "level - ERROR,"; not "level - e,".
_UPPER_CASE_LIST = LazyPattern(r"(?<=[a-z])(?:: | [-\u2013\u2014] )(?=[A-Z][A-Z0-9_]+,)")
# Words before the values of a field that is called a choice. Matches "Filter for some types: ga", "Flow for each, UP";
# not "Types for example: ga", "If it is set: ga".
_ANY_LABEL = LazyPattern(
    r"\A\W{0,3}(?![^:,]{0,80}\b(?:examples?|notes?|tips?|warnings?|like|such|contain\w*|includ\w*|starts?|ends?|not|never"
    r"|if|when|default\w*|typical\w*|common\w*|usual\w*|known|built-in|joins?|separat\w*|fields?|columns?|names?|ids?|e\.g|i\.e)\b)"
    r"[A-Za-z][\w/-]*(?: [\w/-]+){1,9}[:,]\s+(?=\w)",
    re.IGNORECASE,
)
# The same as words in upper case, or as all of a sentence but one or two words. Matches "at: FRONT WALL, BACK WALL or
# FLOOR", "Optional AMEX, NYSE or OTC"; not "at: Front, Back or Top".
_UPPER_CASE_WORDS = LazyPattern(
    r"(?:(?<=[a-z])(?:: | [-\u2013\u2014] )|\A\W{0,3}(?:[A-Z]?[a-z]+ ){1,2})"
    r"(?P<items>[A-Z][A-Z0-9_]+(?: [A-Z0-9_]+){0,2}(?:, [A-Z][A-Z0-9_]+(?: [A-Z0-9_]+){0,2}){1,40},? or "
    r"[A-Z][A-Z0-9_]+(?: [A-Z0-9_]+){0,2})(?=\s*(?:[.;)]|\Z|\())"
)
# Between them.
_UPPER_CASE_JOINT = LazyPattern(r",? or |, ")
# A code that is no word. Is all of "1Min", "AMEX", "mp3_128"; not "Name", "name".
_CODE = LazyPattern(r"\d{1,3}[A-Za-z]{1,8}|[A-Z][A-Z0-9_]+|[a-z]+\d[\w-]*|[a-z0-9]+(?:_[a-z0-9]+)+")
# Values that stand for the others, or for none of them.
CATCH_ALL = frozenset(("all", "none", "any", "auto", "both", "off"))
# Values that are the opposite of each other, so that they are no kinds of values; "list" beside other acts is one.
_OPPOSITES = (
    *(frozenset(("left", "right")), frozenset(("long", "short"))),
    *(
        frozenset(("list", act))
        for act in ("get", "create", "add", "read", "search", "show", "delete", "remove", "run")
    ),
    *(frozenset(("set", act)) for act in ("get", "clear", "delete", "list", "unset", "reset")),
)
# Values that are explained in brackets. Next is "asc (from the lowest) or"; not "asc or".
_IN_BRACKETS_EACH = LazyPattern(r"\A\W{0,3}(?=\w[\w.-]{0,40} \([^()]{2,60}\)(?:,| or\b))")
# Begins with a word, and quotes another one. Matches "only `a` is"; not "`a` is".
_QUOTED_BEFORE = LazyPattern(r"\W{0,4}\w[^`'\"]*\s[`'\"][^`'\"]+[`'\"]")
# Behind a list that ends its sentence. Next is ".", ")", " (default", ", default"; not " mode".
_ENDS = LazyPattern(r"\s*(?:[.;)\]}\n]|\Z|[(,] ?(?:the )?default|\u2014|- )", re.IGNORECASE)
# Behind it, where a break between lines was lost. Next is " Default is"; not " Mode", " mode is".
_NEXT_LINE = LazyPattern(r" [A-Z][a-z]+ [A-Za-z]")
# Is all of "in_progress", "a-b", "startTime", "sdk-useChat", "1d", "1080p", "gpt-4.1-mini", "fr-FR"; not "Done",
# "a.py".
_LOWER_CASE = LazyPattern(
    r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*(?:[_-][a-z0-9]+(?:[A-Z][a-z0-9]+)*|\.\d+[a-z]{0,8})*"
    r"|\d{1,4}[a-z]{1,8}|[a-z]{2}-[A-Z]{2}"
)
# Is all of "DEBUG", "NOT_FOUND", "ISO-NE"; not "Done", "A".
_UPPER_CASE = LazyPattern(r"[A-Z][A-Z0-9]+(?:[_-][A-Z0-9]+)*")
# Is all of "Select", "SelectionBox", "Int8"; not "select", "SELECT".
_CAPITALIZED = LazyPattern(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)*")
# Is all of "SelectionBox", "playMode"; not "Select".
_HUMPED = LazyPattern(r"[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+")
# Is all of "mp3_44100_128", "in_progress"; not "done".
_SEVERAL_WORDS = LazyPattern(r"[a-z0-9]+(?:_[a-z0-9]+)+")
# Words for what a value may be, which do not list values: "either a name or id", "accepts url, path".
_KINDS_OF_VALUES = frozenset(
    (
        *("name", "names", "id", "ids", "url", "urls", "uri", "path", "paths", "slug", "key", "keys", "email"),
        *("emails", "number", "numbers", "username", "title", "handle", "address", "symbol", "string"),
        *("strings", "integer", "list", "array", "object", "null", "none", "true", "false", "yes", "no"),
        *("empty", "blank", "omitted", "file", "folder", "directory", "relative", "absolute", "optional"),
        *("required", "uuid", "hash", "sha", "date", "timestamp", "city", "state", "zip", "country", "phone"),
        *("index", "alias", "code", "positive", "negative", "zero", "one", "a", "an", "the", "it", "this"),
        *("any", "all", "some", "both", "exact", "partial", "regex", "wildcards", "wildcard", "single"),
        *("multiple", "several", "used", "set", "left", "provided", "given", "specified", "short", "long"),
        *("plain", "alphanumeric"),
    )
)

_INTRODUCTIONS = (
    *(ANNOUNCED, _EITHER, _LABELLED, _BRACKETED, _CAN_BE, _IN_BRACKETS_EACH, _QUESTION, _UPPER_CASE_LIST, _ASIDE),
    _ORDERED_BY,
)
"""What may be before values without quotes."""
# Behind these a text may also name kinds of values.
_UNSURE = (_EITHER, _CAN_BE, _IN_BRACKETS_EACH)


def announced_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Yield the lists of values that a sentence announces, each with where the announcement begins."""
    yield from _unquoted_lists(passage)
    yield from _quoted_lists(passage)
    yield from _listed_lines(passage)
    yield from _listed_codes(passage)


@keep_answers
def is_called_choice(name: str) -> bool:
    """Say whether a field is called by a word for something of which there are a few kinds: ``sort_order``."""
    words = " ".join(words_of(name))
    return words in ("sort by", "order by", "sort") or _ENDS_IN_CHOICE.fullmatch(words) is not None


def whole_list(text: str, name: str) -> ItemList | None:
    """Return the values that are all of a text about a field that is called a choice: ``kind: audio, midi, folder``."""
    if not is_called_choice(name):
        return None
    listed = list_at(text, 0, quoted=False)
    if listed is None or len(listed.items) < 2 or not _ENDS.match(text, listed.end):
        return None
    is_list = len(listed.items) > 2 or listed.joint in ("or", "|", "/")
    # "audio, midi, folder" lists kinds; "name or id" says what identifies one.
    is_key = names_kinds(listed.items, is_announced=True)
    return listed if is_list and are_of_one_case(listed.items) and not is_key else None


def labelled_list(text: str, name: str) -> ItemList | None:
    """Return the values behind any label of a field that is called a choice: ``Filter by the bank type: ga, gb``."""
    label = _ANY_LABEL.match(text) if is_called_choice(name) else None
    listed = list_at(text, label.end(), quoted=False) if label is not None else None
    if label is None or listed is None or len(listed.items) < 2 or not _ENDS.match(text, listed.end):
        return None
    is_upper = all(map(_UPPER_CASE.fullmatch, listed.items))
    # Behind a comma words go on with a sentence, unless they are written as constants.
    is_list = (is_upper and listed.joint == "or") if label[0].rstrip().endswith(",") else len(listed.items) > 2
    is_list = is_list or (is_upper and listed.joint in ("or", "|", "/"))
    is_key = names_kinds(listed.items, is_announced=False)
    return listed if is_list and are_of_one_case(listed.items) and not is_key else None


# Kinds of values that are written in capitals in prose as well.
_ACRONYMS = frozenset(
    ("ID", "IDS", "URL", "URLS", "URI", "UUID", "GUID", "IP", "SKU", "DOI", "ISBN", "JSON", "XML", "CSV")
)


def names_kinds(items: Sequence[str], *, is_announced: bool) -> bool:
    """Say whether words tell what a value may be, as a name or an id; of an announced list half of them have to.

    In capitals only those do that are always written so: "ID", and not "NAME".
    """
    lower = {item.lower() for item in items if not item.isupper() or item in _ACRONYMS}
    named = len(_KINDS_OF_VALUES & lower - opposites_of(lower))
    return 2 * named >= len(items) if is_announced else named > 0


def opposites_of(words: AbstractSet[str]) -> frozenset[str]:
    """Return the words that are values beside others of them, whatever else they may mean: "left" and "right"."""
    return frozenset[str]().union(*(pair for pair in _OPPOSITES if pair <= words))


def are_of_one_case(items: tuple[str, ...]) -> bool:
    """Say whether all words, and the parts of "text/plain", are alike: all in lower case, or all in upper case."""
    parts = [part for item in items for part in item.split("/")]
    return any(all(map(case.fullmatch, parts)) for case in (_LOWER_CASE, _UPPER_CASE))


def _are_names(items: tuple[str, ...]) -> bool:
    """Say whether all words are names as code has them, of one or of several words: "Select", "SelectBox"."""
    return all(map(_CAPITALIZED.fullmatch, items))


def _has_underscore(item: str) -> bool:
    return "_" in item


def ends_sentence(passage: str, end: int) -> bool:
    """Say whether nothing but a default follows in a sentence."""
    return _ENDS.match(passage, end) is not None


def _unquoted_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Values without quotes: words of one case, all of one announced list that ends its sentence."""
    for introduction in _INTRODUCTIONS:
        for found in introduction.finditer(passage):
            listed = list_at(passage, found.end(), quoted=False)
            if listed is None or len(listed.items) == 1:
                continue
            is_long = introduction is ANNOUNCED and len(listed.items) > 2
            if not ends_sentence(passage, listed.end) and not (is_long and _NEXT_LINE.match(passage, listed.end)):
                continue
            if introduction in (_UPPER_CASE_LIST, _ORDERED_BY) and not _are_three(passage, listed):
                continue
            if introduction is _IN_BRACKETS_EACH and passage.count("(", 0, listed.end) < len(listed.items):
                continue
            if introduction is _QUESTION and sum(map(_has_underscore, listed.items)) < max(len(listed.items) / 2, 2):
                continue
            if introduction in _UNSURE and names_kinds(listed.items, is_announced=found[0].endswith(": ")):
                continue
            # Two words behind a label may as well be parts of a value: "Position: left, top".
            is_list = listed.joint in ("or", "|", "/") or len(listed.items) > 2 or introduction is ANNOUNCED
            is_list = is_list or (
                _ONE_OF_TWO.search(found[0]) is not None and not names_kinds(listed.items, is_announced=False)
            )
            is_catching = introduction is not _ASIDE or not CATCH_ALL.isdisjoint(listed.items[-1:])
            is_part = introduction is _BRACKETED and _are_parts(listed.items)
            is_each = len(listed.items) > 2 or found[0].rstrip().lower().endswith("one of:")
            is_named = (introduction is ANNOUNCED and is_each) or any(map(_HUMPED.fullmatch, listed.items))
            is_alike = are_of_one_case(listed.items) or (is_named and _are_names(listed.items))
            if is_list and is_catching and not is_part and is_alike:
                yield listed, found.start()


def _are_three(passage: str, listed: ItemList) -> bool:
    """Say whether at least three values are listed of which one is to be chosen as it stands."""
    # "Sort by name, asc or desc" has two parts
    is_one = {"asc", "desc", "ascending", "descending"}.isdisjoint(listed.items)
    return is_one and len(listed.items) > 2 and listed.joint == "or" and not _DIRECTION.search(passage, listed.end)


def _are_parts(items: tuple[str, ...]) -> bool:
    """Say whether words tell of what a value consists, or what it is: "Position (x, y, z)", "Type (name or id)"."""
    return all(len(item) == 1 for item in items) or names_kinds(items, is_announced=True)


def _quoted_lists(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Values in quotes, all of one list that ends its sentence, or of which alone a verb tells something."""
    for introduction in (_VERB, _LABEL, _NOUN_LABEL, _ONLY):
        for found in introduction.finditer(passage):
            listed = list_at(passage, found.end())
            # "Only `a` is allowed, which selects the kind (either `b` or `c`)" is about another value.
            if found[0].startswith(("(", "[")) and _QUOTED_BEFORE.match(passage, 0, found.start()):
                continue
            if listed is None or len(listed.items) == 1 or not are_of_one_case(listed.items):
                continue
            is_all = (
                _ARE_ALL.match(passage, listed.end) if introduction is _ONLY else ends_sentence(passage, listed.end)
            )
            if is_all and (introduction not in (_LABEL, _NOUN_LABEL) or listed.is_choice):
                yield listed, found.start()


def _listed_codes(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Values that are no words of prose, in upper case or as all of a sentence: ``1Min, 5Min or 1D.``"""
    for found in _UPPER_CASE_WORDS.finditer(passage):
        items = tuple(_UPPER_CASE_JOINT.split(found["items"]))
        if len(items) > 2:
            yield ItemList(items, found.start("items"), found.end(), "or", quoted=False), found.start()
    listed = list_at(passage, 0, quoted=False)
    if listed is None or len(listed.items) < 2 or listed.joint != "or" or not _ENDS.match(passage, listed.end):
        return
    are_codes = len(listed.items) > 2 and all(map(_CODE.fullmatch, listed.items))
    if are_codes or (are_of_one_case(listed.items) and not CATCH_ALL.isdisjoint(listed.items)):
        yield listed, 0


def _listed_lines(passage: str) -> Iterator[tuple[ItemList, int]]:
    """Values on a line each, without any mark: names of several words, so that no sentence is taken for a list."""
    for found in ANNOUNCED.finditer(passage):
        items = tuple(passage[found.end() :].split())
        if len(items) > 2 and all(map(_SEVERAL_WORDS.fullmatch, items)):
            yield ItemList(items, found.end(), len(passage), "|", quoted=False), found.start()
