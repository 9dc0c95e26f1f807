"""Members of an object that a text lists: on lines, in sentences, in brackets, or as the keys of a shape or an example.

A list is sure where the text calls its items keys, or writes them like names in code. Plain words in brackets and the
keys of an example only make it likely: "settings (colors, fonts)", ``e.g. {"x": 1, "y": 2}``.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.lazy_patterns import LazyPattern

MEMBERS = r"(?:keys?|fields?|properties|attributes|members|parameters)"
"""What texts call members, as a pattern."""

# What holds them. Matches "each task", "every dict", "objects", "dictionary", "JSON object".
_HOLDER = (
    r"(?:each (?:\w+ )?\w+|every \w+|(?:list of |array of )?(?:dict(?:ionar(?:y|ies))?|objects?|maps?)s?|items?"
    r"|entries|each)"
)
# What a holder does to them.
_HOLDS = (
    r"(?:(?:(?:must|should|can|may|has to|needs to) )?(?:contain|have|include|specify|provide)|contains?|has|have"
    r"|includ(?:es?|ing)|containing|having|with|(?:must |should )?be an? (?:dict(?:ionary)?|object) with)"
)
# What may be between that and a list.
_THE = r"(?:(?: (?:at least|any of|the|(?:the )?following|these|its|required|optional(?:ly)?|only|mandatory)){0,3})"
# The end of a line that announces a list of members. Is the end of "Each task must contain:", "settings with keys:",
# "Each dict must have:", "Object with:", "each with:", "Supported fields:"; not "Examples:", "formats:".
_ANNOUNCED = LazyPattern(
    rf"\b{_HOLDS}{_THE} {MEMBERS}:{{1,2}}\s*\Z"
    rf"|\b{_HOLDER} {_HOLDS}{_THE}(?: {MEMBERS})?:{{1,2}}\s*\Z"
    rf"|(?:\A|[.;(] ?)(?:(?:required|supported|available|expected|valid|allowed|optional) )?{MEMBERS}(?: are)?:\s*\Z"
    r"|(?:\A|[.;] ?)(?:contains|includes|object with|may contain|must contain):\s*\Z",
    re.IGNORECASE,
)
# A line about one of them. Matches "- 'path' (str): where", "* `title`: its name", "- name (required)", "- owner";
# not "- first do this", "- Airline codes: x".
_LINE = LazyPattern(
    r"[ \t]*[-*\u2022] (?P<quote>[`'\"*]{0,2})(?P<name>[A-Za-z_]\w{0,40})(?P=quote)\s?"
    r"(?:\((?:[^()\n]|\([^()\n]*\)){1,80}\)(?=\s*(?::|[-\u2013\u2014]|\Z))|(?=:\s|\s[-\u2013\u2014]\s|\s*\Z))"
)
# Words before a list of quoted names. Matches "dicts with keys 'a'", "each with \"a\"", "has `a`, `b`"; not "as 'a'".
_IN_SENTENCE = LazyPattern(
    rf"\b(?:{_HOLDS}{_THE}(?: {MEMBERS})?|{MEMBERS}(?: are)?):?\s+(?=[`'\"])"
    r"|\b(?:settings?|options?|parameters|params|config\w*|vector|object|dict)(?: \w+)?:\s+(?=[`'\"]|\w+ \()",
    re.IGNORECASE,
)
# The same before names without quotes. Matches "Dict with a and", "objects with a, b", "Supported keys: a", "options:
# a (number"; not "a list with b".
_UNQUOTED = LazyPattern(
    rf"\b(?:dict(?:ionar(?:y|ies))?s?|objects?) (?:with|containing|having){_THE}(?: {MEMBERS})?:?\s+(?=\w)"
    rf"|(?:\A|[.;(] ?|\bwith |\b(?:supported|required|available|expected|valid|allowed) ){MEMBERS}(?: are)?:\s+(?=\w)"
    r"|\b(?:settings?|options?|parameters|params|config\w*)(?: \w+)?:\s+(?=\w)",
    re.IGNORECASE,
)
# A bracket with several words, behind what it describes. Matches "info (city, country)", "geometry (a_m; b_m)"; not
# "info (e.g. a, b)", "info (default a, b)".
_BRACKET = LazyPattern(
    r"(?<=[\w`])(?<!events)(?<!actions)(?<!types) \((?!e\.g|i\.e|such|like|default|for |see |as |or |and |optional\b"
    r"|required\b)(?=[`'\"]{0,2}[a-z_]\w*[`'\"\s,;)])"
    r"(?P<inside>(?:[^()]|\([^()]*\)){3,300})\)",
    re.IGNORECASE,
)
# The beginning of an object. Next is "{\"a\": 1", "{a, b", "{ 'a': b"; not "{a}", "{}", "b ({a, c})".
_BRACE = LazyPattern(r"(?<!\w \()\{(?=\s*\\?[`'\"]?[A-Za-z_]\w*\\?[`'\"]?\??\s*[:,])")
# A key in it, where one may begin. Next is "\"a\":", "a,", "'b' }"; not "<a>:", "plus a".
_KEY = LazyPattern(r"\s*\\?(?P<quote>[`'\"]?)(?P<name>[A-Za-z_]\w{0,40})\\?(?P=quote)\??\s*(?=[:,}]|(?:[#(/]))")
# What may be before a name in a list. Next is "and optionally "; not "name".
_QUALIFIER = r"(?:(?:and|or|optional(?:ly)?|required|also|an?|then)\s+){0,3}"
# A quoted name with a remark on it. Next is "``city`` (e.g. \"x\")", "optional `b`"; not "city".
_QUOTED_NAME = LazyPattern(
    rf"{_QUALIFIER}(?P<quote>``|[`'\"])(?P<name>[A-Za-z_]\w{{0,40}})(?P=quote)"
    r"(?P<remark>\s?\((?:[^()]|\([^()]*\)){0,160}\))?"
)
# The same without quotes. Next is "city (text)", "optional b"; not "`b`".
_BARE_NAME = LazyPattern(
    rf"{_QUALIFIER}(?P<quote>)(?P<name>[A-Za-z_]\w{{0,40}})(?P<remark>\s?\((?:[^()]|\([^()]*\)){{0,160}}\))?"
)
# Between two of them. Next is ", a", "; a", " and a"; not " or a".
_JOINT = LazyPattern(r"\s*(?:[,;]\s*(?=\S)|\sand\s+|\s/\s+(?=\w+ \())(?!etc\b|or\b)")
# What leaves it open, or makes it a choice. Next is ", etc", " or 'b'", "..."; not ".".
_OPEN = LazyPattern(r"\s*[,(;]?\s*(?:etc\b|\.\.\.|\u2026|or\b|and (?:more|so on|others?)\b)", re.IGNORECASE)
# Behind the last name of a list without quotes. Next is ".", ")", " keys", " arrays"; not " are used".
_ENDS = LazyPattern(rf"\s*(?:[.;)\n]|\Z|(?:{MEMBERS}|arrays?|values|objects|numbers|strings)\b)", re.IGNORECASE)
# Before what is only one of many. Is the end of "e.g. ", "Example: [", "such as "; not "Format: ".
_EXAMPLE = LazyPattern(
    r"(?:\b(?:e\.g|i\.e)\b\.?|\b(?:examples?|such as|for instance|like)\b)[^{.;]{0,40}\Z", re.IGNORECASE
)
# What says that any key may be given. Matches "mapping", "key-value pairs", "variables", "Headers"; not "options".
_ANY_KEY = LazyPattern(
    r"\b(?:mapping|mapp?ed|maps?|key[-/ ]?values?|variables?|headers?|metadata|labels?|tags|keyed|per[- ]\w+|custom"
    r"|arbitrary|any|keys? (?:is|are|being)|by (?:name|id|key|column)|filters?|operators?|properties|columns?|rows?"
    r"|documents?|cookies|substitut\w+|placeholders?|environment|preferences|context|weights|each key|JSON schema)\b",
    re.IGNORECASE,
)
# Several words in one, as names in code are. Is all of "a_b", "maxAge"; not "size", "Size".
_IN_CODE = LazyPattern(r"[a-z]\w*(?:_\w+|[a-z0-9][A-Z]\w*)")
# Words that never name a member.
_NO_NAMES = frozenset(
    (
        *("the", "a", "an", "and", "or", "of", "with", "to", "for", "in", "is", "are", "this", "that", "optional"),
        *("required", "default", "etc", "as", "by", "it", "if", "all", "any", "not", "no", "none", "your", "its"),
        *("default", "true", "false", "null", "some", "other", "currently", "see", "both", "string", "object", "array"),
        *("json", "strings", "integer", "number", "numbers", "dict", "list", "only"),
    )
)
# What explains one member. Matches "(number of rings, default 40)", "(optional)"; not "(see below)".
_EXPLAINED = LazyPattern(r"\b(?:default|optional|required|int|integer|float|number|str|string|bool|boolean|list)\b")
# A remark of a program between its lines: " # required, or".
_COMMENT = LazyPattern(r"\s(?:#|//) [^\n]*")
# Two names or more are a list; one may be an example.
_FEWEST = 2
# A shape of more characters is a document of its own.
_LONGEST_SHAPE = 2_000


class StatedMembers(Struct, frozen=True):
    """The members that a text lists, its words, and whether it surely lists members of the value."""

    names: tuple[str, ...]
    quote: str
    is_sure: bool = True


def stated_members(text: str) -> StatedMembers | None:
    """Return the members of the object that a text describes, or of each item of a list; what is sure goes first."""
    line = " ".join(text.split())
    shown = " ".join(_COMMENT.sub(" ", text).split())
    found = [*_listed_lines(text), *_shapes(shown), *_names_in_sentence(line), *_names_in_brackets(line)]
    return next((one for one in found if one.is_sure), found[0] if found else None)


def announces_members(line: str) -> bool:
    """Say whether a line announces the members that are listed below it."""
    return _ANNOUNCED.search(line) is not None


def _listed_lines(text: str) -> Iterator[StatedMembers]:
    """Yield the names of the lines behind each line that announces members."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if _ANNOUNCED.search(line.strip()):
            names = [found["name"] for each in _lines_behind(lines, index + 1) if (found := _LINE.match(each))]
            if len(set(names)) >= _FEWEST:
                yield StatedMembers(tuple(dict.fromkeys(names)), line.strip()[-120:])


def _lines_behind(lines: Sequence[str], begin: int) -> Iterator[str]:
    """Yield the lines of a list up to a blank line behind it."""
    for index in range(begin, len(lines)):
        if not lines[index].strip() and index > begin:
            return
        yield lines[index]


def _shapes(line: str) -> Iterator[StatedMembers]:
    """Yield the keys of the first object that a text shows: ``{name, value}``, ``[{"name": "...", ...}]``."""
    found = _BRACE.search(line)
    if found is None or "{" in line[: found.start()]:
        return
    names = _keys_at(line, found.end())
    before = line[max(found.start() - 80, 0) : found.start()]
    is_example = _EXAMPLE.search(before) is not None
    if not names or (is_example and (len(names) < _FEWEST or _ANY_KEY.search(line[: found.start()]))):
        return
    if not holds_sometimes(line, found.start()):
        is_sure = not is_example and len(names) >= _FEWEST
        yield StatedMembers(names, excerpt(line, found.start(), found.start() + 60, 20), is_sure)


def _keys_at(text: str, begin: int) -> tuple[str, ...]:
    """Return the keys of the object that begins before a position, none if it does not end."""
    names: list[str] = []
    depth, position, may_begin = 1, begin, True
    end = min(len(text), begin + _LONGEST_SHAPE)
    while position < end:
        found = _KEY.match(text, position) if may_begin and depth == 1 else None
        if found is not None:
            names.append(found["name"])
            position = found.end()
        sign = text[position]
        depth += (sign in "{[(") - (sign in "}])")
        if depth == 0:
            return tuple(dict.fromkeys(names))
        may_begin = sign == "," or (may_begin and sign == " ")
        position += 1
    return ()


def _names_in_sentence(line: str) -> Iterator[StatedMembers]:
    """Yield the names that one sentence lists: "objects with `name` and `value`", "keys: name, value"."""
    for introduction, form in ((_IN_SENTENCE, _QUOTED_NAME), (_UNQUOTED, _BARE_NAME)):
        for found in introduction.finditer(line):
            items, end = _list_at(line, found.end(), form)
            names = tuple(dict.fromkeys(one["name"] for one in items))
            if not items or _OPEN.match(line, end) or holds_sometimes(line, found.start()):
                continue
            if len(names) < _FEWEST:  # one of a name as in code, explained like a member, is likely one
                if _IN_CODE.fullmatch(names[0]) and _EXPLAINED.search(items[0]["remark"] or ""):
                    yield StatedMembers(names, excerpt(line, found.start(), end, 10), False)
            elif form is _QUOTED_NAME:
                yield StatedMembers(names, excerpt(line, found.start(), end, 10))
            elif _are_members(items, is_called=re.search(MEMBERS, found[0], re.IGNORECASE) is not None):
                is_sure = all(map(_IN_CODE.fullmatch, names)) or _ENDS.match(line, end) is not None
                yield StatedMembers(names, excerpt(line, found.start(), end, 10), is_sure)


def _list_at(text: str, begin: int, form: LazyPattern) -> tuple[list[re.Match[str]], int]:
    """Return the names of a list that begins at a position, and where it ends."""
    items: list[re.Match[str]] = []
    position = end = begin
    while (found := form.match(text, position)) is not None and found["name"].lower() not in _NO_NAMES:
        items.append(found)
        end = found.end()
        joint = _JOINT.match(text, end)
        if joint is None:
            break
        position = joint.end()
    return items, end


def _are_members(items: Sequence[re.Match[str]], *, is_called: bool) -> bool:
    """Say whether words without quotes are names: the text calls them so, explains each, or writes them as code."""
    names = [one["name"] for one in items]
    explained = all(one["remark"] for one in items)
    return is_called or explained or any(map(_IN_CODE.fullmatch, names)) or all(len(name) == 1 for name in names)


def _names_in_brackets(line: str) -> Iterator[StatedMembers]:
    """Yield the names in brackets behind what they are members of: "geometry (diameter_m, pitch_m)"."""
    for found in _BRACKET.finditer(line):
        parts = re.split(r"[,;]\s*|\s+and\s+", re.sub(r"\([^()]*\)", "", found["inside"]))
        parts = [re.sub(rf"\A{_QUALIFIER}", "", part).replace("`", "").strip(" '\"") for part in parts if part.strip()]
        is_open = bool(parts) and parts[-1].rstrip(".").lower() in ("etc", "")
        first = [part.split(" ")[0] for part in (parts[:-1] if is_open else parts)]
        names = [name for name in first if name.isidentifier() and name.lower() not in _NO_NAMES]
        in_code = [name for name in names if _IN_CODE.fullmatch(name)]
        is_one = len(parts) > 1 and len(in_code) == 1 and _EXPLAINED.search(found["inside"]) is not None
        if (len(set(names)) < _FEWEST and not is_one) or any(name[0].isupper() for name in names):
            continue
        alone = sum(" " not in part for part in parts)
        if len(in_code) < _FEWEST and alone < len(parts) and not is_one:
            continue
        quote = excerpt(line, found.start(), found.end(), 20)
        yield StatedMembers(tuple(dict.fromkeys(names)), quote, len(in_code) >= _FEWEST and not is_open)
