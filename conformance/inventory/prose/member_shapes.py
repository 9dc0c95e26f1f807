"""Members in the shape of an object that a text shows: ``{name, value}``, ``[{"name": "...", "size": 1}]``.

The keys of an example only make members likely. A single key that stands for any key has members in its value:
``{"<url>": {name, size}}``.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.member_names import ANY_KEY, EXAMPLE, FEWEST, StatedMembers
from conformance.lazy_patterns import LazyPattern

# The beginning of an object. Next is "{\"a\": 1", "{a, b", "{ 'a': b", "{ a: string;"; not "{a}", "{}", "b ({a, c})".
_BRACE = LazyPattern(r"(?<!\w \()(?<![\w$%{])\{(?=\s*\\?[`'\"]?[A-Za-z_]\w*\\?[`'\"]?\??\s*[:,;])")
# A key in it, where one may begin. Next is "\"a\":", "a,", "'b' }"; not "<a>:", "plus a".
_KEY = LazyPattern(r"\s*\\?(?P<quote>[`'\"]?)(?P<name>[A-Za-z_][\w-]{0,40})\\?(?P=quote)\??\s*(?=[:,;}]|(?:[#(/]))")
# A map around the object. Is the end of "{ '<url-path>': [", "{\"...\": "; not "{\"a\": {".
_MAP_KEY = LazyPattern(
    r"\{\s*(?:<[^<>]{1,40}>|(?P<quote>[`'\"])(?!\w+(?P=quote))[^`'\"]{1,40}(?P=quote))\s*:\s*\[?\s*\Z"
)
# A map in words. Is the end of "mapping of names to ", "dict from column to an object "; not "list of".
_MAP_TO = LazyPattern(
    r"\b(?:mapp?(?:ing|ed|s)?|dict(?:ionary)?|keyed|record)\b[^.;{]{0,60}(?:\b(?:to|of|by \w+,?)|->|=>|\u2192)"
    r"\s*(?:an? )?(?:list of |array of )?(?:objects?|dicts?)?\s*(?:like |with )?\[?\Z",
    re.IGNORECASE,
)
# A dictionary of one thing by another. Matches "dict of names to", "Map of task ids to"; not "object with options to".
_OF_NAMES = LazyPattern(
    r"\b(?:map|mapping|dict(?:ionary)?|object|record)\b(?: of| from)\b[^.;{]{0,40}\b(?:names?|keys?|ids?) (?:to|->)",
    re.IGNORECASE,
)
# Behind a shape, another one that may be given instead. Next is " - {\"", " or {", " Or with all of it: {"; not ", {".
_OTHER_SHAPE = LazyPattern(r"[`'\"]?[\s.]*(?:[-*] (?:or )?|or\b[^{}.;]{0,30})`?\{", re.IGNORECASE)
# A text about a map, whatever it says of its values further on. Is the beginning of "Map of name to patch.", "A mapping
# from key -> value"; not "Map layer".
_IS_MAP = LazyPattern(
    r"\W{0,3}(?:an? |the )?(?:map|mapping|dict(?:ionary)?|object|record)\b(?: of| from| keyed by)\b[^.;{]{0,60}"
    r"(?:\bto\b|->|=>|\u2192)",
    re.IGNORECASE,
)
# Before the shape of each of them. Is the end of "Each value can have ", "every one is "; not "e.g. ".
_OF_EACH = LazyPattern(r"\b(?:each|every)\b(?: \w+){0,4}\s*[\[`]?\Z", re.IGNORECASE)
# Behind the shape of one kind of several. Next is " for money, {", " for places, text for links", ", Sizes: {"; not
# " for it".
_OF_KIND = LazyPattern(
    r"[`'\"]? (?:for|if|when) (?!each\b|every\b|all\b|example\b)[^.;,{}]{1,40}[,;] [^.;]{0,40}?(?:\{| for )"
    r"|[,;] [A-Z]\w+(?: \w+){0,2}(?:: ?| as )\{"
)
# What announces the shape of all values. Is the end of "Format: [", "each item is ", "array of ", "as "; not "use ".
_FORM = LazyPattern(
    r"(?:\b(?:formats?|formatted as|shapes?|shaped like|structures?|schema|syntax|each(?: \w+){0,3}|(?:list|array) of"
    r"|in the form(?: of)?|must be|should be)\b[^{}.]{0,30}|\b(?:as|is|of)\b[\s:=\[(`]*)\Z",
    re.IGNORECASE,
)
# What stands for a value in a shape. Matches "<name>", "...", "'a'|'b'", ": string", ": [", "?:"; not ": \"x\"".
_STANDS_FOR = LazyPattern(
    r"<[^<>]+>|\.\.|\u2026|['\"\w]\s*\|\s*['\"\w]|\?\s*:|:\s*\\?[`'\"]?[A-Za-z_]+\\?[`'\"]?\[?\]?\s*[,;}|]"
)
# A key that differs from others only by its number. Is all of "field1", "col_2"; not "x", "a_m".
_NUMBERED = LazyPattern(r"[A-Za-z_]{2,}\d+")
# The only key of an object, with a value that stands for others. Is the begin of "\"text\": \"...\"", "'rows': [";
# not "name: type", "\"key\": \"value\"".
_ONE_KEY = LazyPattern(r"\s*(?P<quote>\\?[`'\"])\w+(?P=quote)\s*:\s*(?:[\[{<]|\\?['\"](?:\.\.|\u2026|<))")
# The only key of an object, with a choice of texts as its value. Is the begin of "mode: 'a' | 'b'".
_ONE_CHOICE = LazyPattern(r"\s*\\?(?P<quote>[`'\"]?)\w+\\?(?P=quote)\??\s*:\s*\\?['\"][^'\"{}]{1,40}\\?['\"]\s*\|")
# The same of any key, with an object as its value. Is the begin of "param: {", not "\"param\": {", "a: 1".
_ANY_NAME = LazyPattern(r"\s*[A-Za-z_]\w*\s*:\s*\{")
# A remark of a program between its lines: " # required, or".
_COMMENT = LazyPattern(r"\s(?:#|//) [^\n]*")
# A shape of more characters is a document of its own.
_LONGEST = 2_500
# As much as may announce a shape.
_BEFORE = 100


def members_of_shapes(text: str) -> Iterator[StatedMembers]:
    """Yield the keys of the first object that a text shows."""
    if "{" not in text:
        return
    line = " ".join(_COMMENT.sub(" ", text).split())
    found = _BRACE.search(line)
    # "type \u2208 { a, b }" are values of one
    if found is None or holds_sometimes(line, found.start()) or line[: found.start()].rstrip().endswith("\u2208"):
        return
    before = line[max(found.start() - _BEFORE, 0) : found.start()]
    shape, names = _object_at(line, found.end())
    behind = found.end() + len(shape)
    if _OF_KIND.match(line, behind) or _OTHER_SHAPE.match(line, behind):
        return
    map_key = _MAP_KEY.search(before)
    if map_key is None and "{" in line[: found.start()]:
        return
    outer = before[: map_key.start()] if map_key else before
    quote = excerpt(line, found.start() - (len(before) - len(outer)), found.start() + min(len(shape), 80), 20)
    if map_key is not None or _MAP_TO.search(outer) or (_OF_EACH.search(outer) and _IS_MAP.match(line)):
        if len(names) >= FEWEST:
            is_sure = EXAMPLE.search(outer) is None and _is_form(shape, outer)
            is_list = map_key is not None and map_key[0].rstrip().endswith("[")
            yield StatedMembers(names, quote, is_sure, of_values=True, of_lists=is_list)
        return
    if len(names) == 1 and _ANY_NAME.match(shape):
        _, inner = _object_at(shape, shape.index("{") + 1)
        if len(inner) >= FEWEST:
            yield StatedMembers(inner, quote, is_sure=False, of_values=True)
        return
    yield from _own_members(line[: found.start()], shape, names, quote)


def _own_members(before: str, shape: str, names: tuple[str, ...], quote: str) -> Iterator[StatedMembers]:
    is_example = EXAMPLE.search(before[-_BEFORE:]) is not None
    # "{column: type}" is any column.
    is_one = _ONE_CHOICE.match(shape) or (_ONE_KEY.match(shape) and not is_example)
    may_be_map = len(names) < FEWEST and not is_one
    is_data = any(map(_NUMBERED.fullmatch, names)) or all(name.isupper() and len(name) > 1 for name in names)
    is_data = is_data or (is_example and _OF_NAMES.search(before) is not None)
    if not names or may_be_map or is_data or (not _is_form(shape, before) and ANY_KEY.search(before)):
        return
    yield StatedMembers(names, quote, not is_example and len(names) >= FEWEST and _is_form(shape, before))


def _is_form(shape: str, before: str) -> bool:
    """Say whether a shape stands for all values: it is announced so, or its values are no data."""
    if EXAMPLE.search(before[-_BEFORE:]):
        return False
    return _FORM.search(before[-_BEFORE:]) is not None or ":" not in shape or _STANDS_FOR.search(shape) is not None


def keys_at(text: str, begin: int) -> tuple[str, ...]:
    """Return the keys of the object that a text shows behind a brace, none if it does not end or may have any keys."""
    shape, names = _object_at(" ".join(_COMMENT.sub(" ", text[begin : begin + _LONGEST]).split()), 0)
    is_data = any(map(_NUMBERED.fullmatch, names)) or all(name.isupper() and len(name) > 1 for name in names)
    return () if is_data or not shape else names


def _object_at(text: str, begin: int) -> tuple[str, tuple[str, ...]]:
    """Return the text and the keys of the object that begins before a position, none if it does not end."""
    names: list[str] = []
    depth, position, may_begin = 1, begin, True
    end = min(len(text), begin + _LONGEST)
    while position < end:
        found = _KEY.match(text, position) if may_begin and depth == 1 else None
        if found is not None:
            names.append(found["name"])
            position = found.end()
        sign = text[position]
        depth += (sign in "{[(") - (sign in "}])")
        if depth == 0:
            return text[begin : position + 1], tuple(dict.fromkeys(names))
        may_begin = sign in ",;" or (may_begin and sign == " ")
        position += 1
    return "", ()
