"""Choices between fields that a text names in words: "provide either a task ID or a name" for ``task_id``, ``name``."""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_relations import Selector
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# A few plain words that may be the name of a field.
_WORDS = r"(?:an? |the |its )?(?P<{0}>[a-z][a-z ]{{0,30}}?)"
# Matches "Provide either a task ID or a name.", "requires either the path or the URL"; not "use either one".
_EITHER = LazyPattern(
    r"(?<!can )(?<!may )(?<!could )\b(?:provide|specify|pass|supply|give|requires?|needs) either "
    rf"{_WORDS.format('first')},? or {_WORDS.format('second')}(?=\s*(?:[.;)]|\Z))",
    re.IGNORECASE,
)
# Two names of fields that are given together. Matches "start_date/end_date", "first and last".
_TWO_NAMES = r"[`'\"]?(?P<{0}>\w+)[`'\"]?(?: ?/ ?| and | \+ )[`'\"]?\w+[`'\"]?"
# Matches "Either provide start_date/end_date OR start_day/end_day", "use either a and b or c and d"; not "a/b or c/d".
_PAIRS = LazyPattern(
    r"(?P<free>\b(?:can|may|could) )?(?:\b(?:provide|specify|pass|use|give|set|requires?) )?\beither "
    r"(?:(?:provide|specify|pass|use|give|set) )?(?:both )?"
    rf"{_TWO_NAMES.format('first')},? or (?:both )?{_TWO_NAMES.format('second')}(?=\s*(?:[.;,)]|\Z))",
    re.IGNORECASE,
)
# Words for several things, or for whichever comes first: what there is by some words of it may also be had without.
_OF_SEVERAL = r"(?!(?:all|any|by|latest|recent|newest|top|past|random|optional)\b)"
# What one thing is identified by. Matches "Get a page by ID or title.", "Read an order by its number or by name, with";
# not "Find pages by title or text", "Get the latest pages by title or text".
_BY = LazyPattern(
    r"\A\W{0,3}(?:gets?|read|fetch|retrieve|returns?|show|look up|delete|remove|update|describe|resolve|open)\b"
    rf"(?: {_OF_SEVERAL}[\w'-]+){{1,12}}? by (?:its |either )?{_WORDS.format('first')} or "
    rf"(?:by )?{_WORDS.format('second')}(?=\s*(?:[.;,)]|\Z))",
    re.IGNORECASE,
)
# The same where one of both has to be given. Matches "by height OR block hash (provide exactly one)"; not "by a or b".
_BY_ONE = LazyPattern(
    rf"\bby (?:its |either )?{_WORDS.format('first')} or (?:by )?{_WORDS.format('second')},? "
    r"\((?:(?:provide|specify|pass|give|supply|use|set) )?(?:exactly|only) one(?: of (?:them|the two|both|these))?\)",
    re.IGNORECASE,
)
# What a tool does with one thing, which the call names; not what is done with the help of something: "split", "send".
_ON_ONE_THING = (
    r"(?:gets?|read|fetch|retrieve|returns?|show|look up|delete|remove|update|describe|resolve|open|select|query|check"
    r"|identify|locate|find an?|search for an?|switch"
    # other acts on "a", "the" or "one" thing
    r"|(?:find|load|unload|close|set|edit|choose|pick|view|inspect|download|capture|click|tap|press|hover|focus|activate"
    r"|archive|restore|cancel|stop|start|pause|resume|enable|disable|install|uninstall|run|execute|play|lock|unlock|copy"
    r"|duplicate|clone|revoke|approve|reject)(?:e?s)?(?= (?:an?|the|one|this|specific|existing)\b))"
)
# The same of a few things, whichever is known. Matches "Select a tab by index, URL, or title.", "Query by ID, code, or
# set b=true", "Loads a scene by path or name."; not "Find tabs by title", "Split a text by pattern or index".
_BY_LIST = LazyPattern(
    rf"\A\W{{0,3}}{_ON_ONE_THING}\b(?: (?!list\b){_OF_SEVERAL}[\w'-]+){{0,12}} by (?:its |either )?"
    r"(?P<items>[a-z][a-z ]{0,30}(?:, [a-z][a-z ]{0,30}){0,4}?,? or (?:by |set |pass )?[a-z][\w ]{0,30}?)"
    r"(?=\s*(?:[.;,)=]|\Z| within\b| in\b| from\b| and\b))",
    re.IGNORECASE,
)
# How names end of what a thing is known by.
_IDENTIFYING = frozenset(
    (
        *(
            "id",
            "uuid",
            "guid",
            "slug",
            "name",
            "title",
            "url",
            "uri",
            "path",
            "key",
            "code",
            "hash",
            "symbol",
            "index",
        ),
        *("number", "address", "email", "mobile", "phone", "selector", "text", "handle", "username", "pattern", "ref"),
        *("identifier", "ip", "sku", "isbn", "doi", "ticker", "domain", "keyword", "keywords", "term"),
    )
)
# Between two of them. Matches ", ", ", or set ", " or by ".
_JOINT = LazyPattern(r",? or (?:by |set |pass )?|, ", re.IGNORECASE)
# What a tool does with either of two fields. Matches "Search the docs with a, or read one with b", "Search by a, or
# retrieve one by b", "Call with a to get one, or with b for all"; not "Search with a or b".
_EACH_BY = LazyPattern(
    r"\A\W{0,3}(?!you\b|optional)\w+ (?:[^.;,]{1,60} )?(?P<link>by|with|using) [`'\"]?(?P<first>[a-z_]\w*)[`'\"]?"
    r"(?P<end>(?: \([^()]{1,60}\)| (?:to|for|when|if) [^.;,]{1,60}?))?,? or (?P<act>[^.;,]{1,60} )?(?P=link) "
    r"[`'\"]?(?P<second>[a-z_]\w*)[`'\"]?"
    r"(?=\s*(?:[.;,(]|\Z)| (?:to|for|when|if)\b)",
    re.IGNORECASE,
)
# A remark between the parts of such a sentence.
_REMARK = LazyPattern(r" \([^()]*\)")
# The same as an order. Matches "Pass a (up to 10) or b=true for", "Give `a` for one, or `b` (in cents) for all", "Use a
# to get one or b to get all"; not "Use a for one, b for all", and not the advice "Use a or b to narrow".
_EACH_FOR = LazyPattern(
    r"(?:\A\W{0,3}|[.;] )(?:pass|provide|specify|use|give|set) [`'\"]?(?P<first>[a-z_]\w*)[`'\"]?"
    r"(?P<end> \([^()]{1,60}\)| (?:for|to|when|if) [^.;,]{1,60}?)?,? or"
    r" (?:(?:use|give|pass|set|supply|provide|specify) )?"
    r"[`'\"]?(?P<second>[a-z_]\w*)[`'\"]?(?:=\w+)?(?: \([^()]{1,60}\))?"
    r"(?P<purpose> (?:(?:for|when|if)|(?(end)to|(?!)))\b)?"
    r"(?(purpose)|(?=\s*(?:[.;,]|\Z)))",
    re.IGNORECASE,
)
# What a call may do all the same. Matches ", or omit both to list all", "If neither is given, the home page is shown",
# "(all optional)", "Without arguments, opens the last one"; not "omit it", "If neither is given, it fails".
_NEITHER = LazyPattern(
    r"(?:\b(?:omit|leave out|without) (?:both|them|either|all of them|all (?:two|three|four|five))\b"
    r"|\bleave (?:both|all|them) out\b"
    r"|\b(?:without(?: any)?|with no) (?:arguments|parameters)\b|\bor neither\b"
    r"|\b(?:if|when) (?:neither|none)\b(?: (?:of|nor|[`'\"]?\w+[`'\"]?)){0,5}? (?:is|are) "
    r"(?:given|provided|specified|set|passed|supplied|present)\b"
    r"|\b(?:both|all)(?: (?:of them|fields|parameters|arguments|filters))?(?: are| can be| may be)? "
    r"(?:optional|omitted|left out)\b)"
    r"(?![^.;]{0,80}\b(?:errors?|fails?|refuse[sd]?|reject(?:s|ed)?|invalid|must|required|raises?|throws?)\b)",
    re.IGNORECASE,
)
# The same with what such a call does. Matches "exactly one of a, b, c \u2014 omit all three to list everything".
_OMIT_TO = LazyPattern(
    r"\b(?:omit|leave out) (?:both|them|either|all of them|all (?:two|three|four|five))(?: of them)? to \w",
    re.IGNORECASE,
)
# What needs one of them all the same. Matches "At least one is required", "exactly one of"; not "one is enough".
_ONE_AT_LEAST = LazyPattern(r"\b(?:at least|exactly) one\b", re.IGNORECASE)
# Two things of which a tool changes one or both. Matches "Update the title and/or description", "Change a name and/or a
# colour of it"; not "Find by title and/or text".
_AND_OR = LazyPattern(
    r"\A\W{0,3}(?:updates?|edits?|changes?|modif(?:y|ies)|renames?|sets?|replaces?|adjusts?)\b"
    r"(?P<before>(?: [\w'-]+){1,8}) and/or (?:an? |the |its )?(?P<second>[a-z][a-z ]{0,30}?)"
    r"(?=\s*(?:[.;,)]|\Z)|(?: of| for| on| in)\b)",
    re.IGNORECASE,
)
# What texts write out of a short word of a name.
_SHORT_WORDS = {
    "tx": "transaction",
    "txn": "transaction",
    "repo": "repository",
    "org": "organization",
    "msg": "message",
    "idx": "index",
}


def worded_choices(passage: str, names: frozenset[str], *, of_tool: bool = False) -> Iterator[Selector]:
    """Yield the choices that one sentence states between two fields, if its words are exactly those of their names.

    ``of_tool`` says that it is a sentence about the tool, which may say what the tool identifies its thing by.
    """
    for found in _EITHER.finditer(passage):
        yield from _choice(passage, found, {tuple(words_of(name)): name for name in names})
    for found in _PAIRS.finditer(passage):
        pair = (found["first"], found["second"])
        is_claim = not found["free"] and not holds_sometimes(passage, found.start())
        if is_claim and len(set(pair)) == 2 and names.issuperset(pair):
            yield Selector(pair, needs_one=True, refuses_two=False, quote=excerpt(passage, *found.span(), 10))
    if of_tool:
        yield from _choices_of_tool(passage, names)


def none_is_needed(text: str) -> bool:
    """Say whether a text allows a call that makes no choice: "If neither is given, the home page is shown"."""
    is_free = _NEITHER.search(text) is not None and not _ONE_AT_LEAST.search(text)
    return is_free or _OMIT_TO.search(text) is not None


def _choices_of_tool(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    found = _BY.match(passage)
    exactly = [] if found is None else [*_choice(passage, found, _spoken_names(names))]
    yield from exactly
    exact = _BY_ONE.search(passage)
    if exact is not None:
        pair = tuple(_field_field_of_words(exact[part], names) for part in ("first", "second"))
        if all(pair) and len(set(pair)) == 2:
            yield Selector(pair, needs_one=True, refuses_two=True, quote=excerpt(passage, *exact.span(), 10))
    yield from _changes(passage, names)
    yield from (choice for choice in _either_of(passage, names) if not exactly or choice.names != exactly[0].names)


def _either_of(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Yield the fields that a tool works by, one as well as the other, where a sentence only says what each does."""
    is_free = none_is_needed(passage)
    plain = _REMARK.sub("", passage) if "(" in passage else passage
    listed = _BY_LIST.match(plain)
    if listed is not None and not is_free:
        spoken = _spoken_names(names)
        items = [item.lower() for item in _JOINT.split(listed["items"])]
        chosen = tuple(_plain_name(item, names) or _field_of_words(item.split(), spoken) for item in items)
        is_known = any(item.split()[-1] in _IDENTIFYING for item in items)
        if all(chosen) and len(set(chosen)) == len(chosen) and is_known:
            quote = excerpt(plain, *listed.span(), 10)
            yield Selector(chosen, needs_one=True, refuses_two=False, quote=quote, is_likely=True)
    by, order = _EACH_BY.match(plain), _EACH_FOR.search(passage)
    # "Search with a or with b" may go without both.
    is_each = by is not None and (by["end"] or by["act"])
    for each in (by if is_each else None, order):
        if each is not None and names.issuperset(pair := (each["first"], each["second"])) and len({*pair}) == 2:
            quote = excerpt(each.string, *each.span(), 10)
            yield Selector(pair, needs_one=not is_free, refuses_two=is_free, quote=quote, is_likely=True)


def _field_of_words(words: list[str], spoken: dict[tuple[str, ...], str]) -> str:
    """Return the field that a few words call, perhaps with a word of what it is of: "client code", "title pattern"."""
    parts = (words, words[-1:], words[:-1], words[:2]) if len(words) < 4 else (words,)
    return next((name for part in parts if part and (name := spoken.get(tuple(part), ""))), "")


def _plain_name(words: str, names: frozenset[str]) -> str:
    return words if words in names else ""


def _changes(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Yield the things of which a tool changes one or both; without either it does nothing, which is no error."""
    found = _AND_OR.match(passage)
    if found is None:
        return
    spoken = _spoken_names(names)
    before = found["before"].lower().replace("'s", "").split()
    first = next((name for n in range(1, 4) if (name := spoken.get(tuple(before[-n:])))), "")
    second = spoken.get(tuple(found["second"].lower().split()), "")
    if first and second and first != second:
        quote = excerpt(passage, *found.span(), 10)
        yield Selector((first, second), needs_one=True, refuses_two=False, quote=quote, is_likely=True)


def _field_field_of_words(words: str, names: frozenset[str]) -> str:
    """Return the field that a few words are the name of, or that alone shares a word with them."""
    called = tuple(words.lower().split())
    shared = [name for name in sorted(names) if not set(called).isdisjoint(words_of(name))]
    return _spoken_names(names).get(called, "") or (shared[0] if len(shared) == 1 else "")


def _choice(passage: str, found: re.Match[str], by_words: dict[tuple[str, ...], str]) -> Iterator[Selector]:
    chosen = [by_words.get(tuple(found[part].lower().split())) for part in ("first", "second")]
    pair = tuple(name for name in chosen if name)
    if len(set(pair)) == 2 and not holds_sometimes(passage, found.start()):
        yield Selector(pair, needs_one=True, refuses_two=False, quote=excerpt(passage, *found.span(), 10))


def _spoken_names(names: frozenset[str]) -> dict[tuple[str, ...], str]:
    """Return the fields by the words that a text calls them: all of the name, or its last word if no other has it."""
    spoken, whole = dict[tuple[str, ...], str](), dict[tuple[str, ...], str]()
    for name in sorted(names):
        words = tuple(_SHORT_WORDS.get(word, word) for word in _split_words(name))
        whole[words] = name
        if len(words) > 1:
            # What two names end in is neither.
            spoken[words[-1:]] = "" if words[-1:] in spoken else name
    return spoken | whole


def _split_words(name: str) -> list[str]:
    """Return the words of a name, also of one that begins with a short word and no sign: ``txhash``."""
    words = words_of(name)
    for short in _SHORT_WORDS if len(words) == 1 else ():
        if words[0].startswith(short) and len(words[0]) > len(short) + 3:
            return [short, words[0][len(short) :]]
    return words
