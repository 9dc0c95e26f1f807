"""What the description of a tool says of the members of an object that it names: in a sentence, a call or a path.

"`place` must contain: a, b", "e.g. place={'a': 1, 'b': 2}", "set place.a": what is about a parameter is often written
at the tool and not at the parameter.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from conformance.display import excerpt
from conformance.inventory.prose.blocks import blocks_of
from conformance.inventory.prose.member_names import ANY_KEY, FEWEST, IN_CODE, StatedMembers
from conformance.inventory.prose.member_shapes import keys_at
from conformance.inventory.prose.members import stated_members
from conformance.inventory.prose.mentions import places_of
from conformance.inventory.prose.reading import keep_answers
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# What a sentence says of the object that it names. Next is " must be a dict", " parameter should contain", " is {";
# not " in".
_SAYS = LazyPattern(
    r"[`'\"]?(?: (?:parameter|field|argument|object|dict|array|list))?"
    r" (?:must|should|needs?|is|are|has|have|contains?|takes?|accepts?|includes?|requires?|consists?|expects?)\b",
    re.IGNORECASE,
)
# The end of its first sentence. Matches ". Next"; not "e.g. this".
_SENTENCE_END = LazyPattern(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[A-Z`*-])")
# More lines than a list or a shape has.
_LONGEST = 2_500
# An item of what a tool is given. Matches "Each input should be a dictionary with", "Each item must have", "Each point
# has", "Each task dict must have"; not "each item has".
_EACH = LazyPattern(
    r"\bEach (?P<noun>[a-z]+) (?:(?:dict|dictionary|object|entry|item) )?"
    r"(?:(?P<demand>(?:should|must|has to|needs to|requires|needs)\b)|(?:is an?|has|with)\b)"
)
# Before it, what makes it an item of what comes back. Matches "Returns a list. ", "The output is"; not "Add points. ".
_OF_RESULT = LazyPattern(r"\b(?:returns?|returned|outputs?|results?|responses?)\b", re.IGNORECASE)
# What an item may be called, whatever the list is.
_ANY_ITEMS = frozenset(("input", "item", "element", "entry", "object", "dict", "dictionary"))
# What a call gives the object. Next is "={", "\": [{", "': {"; not ": a".
_GIVEN = LazyPattern(r"\\?[`'\"]?\s?[:=]\s?\[?\s*(?=\{)")
# A member behind the name of its object. Next is ".street", "[].street", "[0].number"; not ".street(".
_MEMBER = LazyPattern(r"(?:\[\w?\])?\.(?P<name>[A-Za-z_]\w{1,40})(?![\w(]|\.\w)")
# What holds whatever is to be passed on, with keys that the caller knows.
_HOLDERS = frozenset(
    ("data", "payload", "body", "params", "parameters", "args", "arguments", "kwargs", "values", "variables", "fields")
)
# Before a name that is a part of a longer one.
_JOINED = frozenset((".", "-", "/", "$"))
# What a name may be quoted with.
_QUOTES = "`'\""
# What is a file, and no member. Is all of "json", "py".
_FILE = frozenset(
    ("json", "yaml", "yml", "toml", "txt", "csv", "md", "py", "js", "ts", "xml", "html", "com", "org", "io")
)


@keep_answers
def members_in_statements(text: str, name: str) -> StatedMembers | None:
    """Return the members that a sentence lists whose subject is the named object: "`place` must contain: a, b"."""
    for part in _statements(text, name):
        listed = stated_members(f"object{part[len(name) :].lstrip(_QUOTES)}")
        if listed is not None and listed.is_sure:
            shown = " ".join(part.split())
            return replace(listed, quote=excerpt(shown, 0, min(len(shown), 120), 0))
    return None


def _statements(text: str, name: str) -> Iterator[str]:
    """Yield the parts of a text that begin with a name and say what it is: the sentence, and the list that ends it."""
    for begin in _mentions(text, name):
        states = _SAYS.match(text, begin + len(name))
        if states is None:
            continue
        part = text[begin : begin + _LONGEST]
        sentence = _SENTENCE_END.split(part)[0]
        paragraph = part.split("\n\n")[0]
        first = min(sentence, paragraph, key=len)
        is_open = first.count("{") > first.count("}") or first.rstrip().endswith(":")
        # "It must contain:" goes on below, and a shape to its end.
        yield part if is_open else first


@keep_answers
def members_of_each(text: str, name: str) -> StatedMembers | None:
    """Return the members that a text lists for each item of the only list, by any word for one: "Each input has: a"."""
    nouns = {*_ANY_ITEMS, *map(singularize, words_of(name))}
    for block in blocks_of(text):
        found = None if block.section in ("result", "error", "example") else _EACH.search(block.text)
        if found is None or found["noun"] not in (nouns if found["demand"] else nouns - _ANY_ITEMS):
            continue
        if _OF_RESULT.search(block.text, 0, found.start()):
            continue
        behind = text[max(text.find(block.text), 0) :][found.start() :][:_LONGEST]
        listed = stated_members(behind.split("\n\n")[0])
        if listed is not None and listed.is_sure:
            return listed
    return None


@keep_answers
def members_in_calls(text: str, name: str) -> StatedMembers | None:
    """Return the keys of the object that a text gives the named field in a call; they only make members likely."""
    passes_on = not _HOLDERS.isdisjoint(words_of(name)[-1:]) or ANY_KEY.search(name.replace("_", " "))
    for block in blocks_of(text) if not passes_on else ():
        if block.section in ("result", "error") or name not in block.text:
            continue
        for begin in _mentions(block.text, name):
            given = _GIVEN.match(block.text, begin + len(name))
            names = () if given is None else keys_at(block.text, given.end() + 1)
            if given is not None and len(names) >= FEWEST:
                shown = " ".join(block.text[begin : given.end() + 80].split())
                return StatedMembers(names, excerpt(shown, 0, len(shown), 0), is_sure=False)
    return None


@keep_answers
def members_in_paths(text: str, name: str) -> StatedMembers | None:
    """Return the members that a text reaches through the named field: "needs `place.street`"."""
    found = [each for begin in _mentions(text, name) if (each := _MEMBER.match(text, begin + len(name)))]
    members = tuple(dict.fromkeys(each["name"] for each in found if each["name"] not in _FILE))
    is_code = len(members) > 1 or any(map(IN_CODE.fullmatch, members)) or any(map(_is_quoted, found))
    if not members or not is_code:
        return None
    quote = " ".join(excerpt(text, found[0].start() - len(name), found[0].end(), 20).split())
    return StatedMembers(members, quote, is_sure=False)


def _is_quoted(found: re.Match[str]) -> bool:
    return found.string[found.end() : found.end() + 1] in ("`", "'", '"')


def _mentions(text: str, name: str) -> Iterator[int]:
    """Yield where a name begins in a text as a word of its own, and not as a part of a path."""
    for at in places_of(name, text):
        if text[max(at - 1, 0) : at] not in _JOINED:
            yield at
