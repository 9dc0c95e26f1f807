"""Names of members that a sentence or brackets list: "each with `a` and `b`", "keys: a, b", "options (a_m, b_m)".

Names are sure where the text calls them keys, or writes them like names in code. Plain words only make them likely:
"settings (colors, fonts)".
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.lazy_patterns import LazyPattern

MEMBERS = r"(?:keys?|fields?|properties|property|attributes?|members|parameters|entry)"
"""What texts call members, as a pattern."""
HOLDS = (
    r"(?:(?:(?:must|should|can|may|has to|needs? to) )?(?:contain|have|include|specify|provide|define|use)"
    r"|contains?|has|have|includ(?:es?|ing)|containing|having|with|requires?|needs|consist(?:s|ing) of|comprising"
    r"|accepts?|supports?|takes?|specifying|defining|described by"
    r"|(?:must |should )?be an? (?:dict(?:ionary)?|object) with)"
)
"""What an object does to its members, as a pattern."""
THE = (
    r"(?:(?:\s(?:at least|any of|the following|following|these|the|its|required|optional|optionally|only|mandatory"
    r"|both|exactly|named|called|standard|two|three|four)(?=[\s:])){0,3})"
)
"""What may be between that and a list, as a pattern."""
ANY_KEY = LazyPattern(
    r"\b(?:mapping|mapp?ed|maps?|key[-/ ]?values?|variables?|headers?|metadata|labels?|tags|keyed|per[- ]\w+|custom"
    r"|arbitrary|any|keys? (?:is|are|being|represent)|by (?:name|id|key|column)|filters?|operators?|properties"
    r"|columns?|rows?|documents?|cookies|substitut\w+|placeholders?|environment|preferences|context|weights|each key"
    r"|JSON schema|json_schema|locales?|languages?|translations?|field[- ](?:\w+[- /])?values?"
    r"|\w+[:-](?:\w+ )?value pairs?|(?:organi[sz]ed|grouped|broken down|indexed) by)\b",
    re.IGNORECASE,
)
"""What says that any key may be given. Matches "mapping", "key-value pairs", "variables", "Headers"; not "options"."""
IN_CODE = LazyPattern(r"[a-z]\w*(?:_\w+|[a-z0-9][A-Z]\w*)")
"""Several words in one, as names in code are. Is all of "a_b", "maxAge"; not "size", "Size"."""
FEWEST = 2
"""Two names or more are a list; one may be an example."""

KNOWN = (
    r"(?:supported|required|available|expected|valid|allowed|optional|recogni[sz]ed|accepted|mandatory|possible|known"
    r"|common|following)"
)
"""What texts say of members before or behind that word, as a pattern."""

# What makes a choice of the names behind it. Matches "either", "exactly one of".
_CHOICE = r"(?:either|(?:exactly |at least )?one of|any of)"
# What may be before a name of a list. Matches "and optionally the ", "or ".
_QUALIFIER = rf"(?:(?:and|or|plus|optional(?:ly)?:?|required:?|also|an?|the|then|{_CHOICE})\s+){{0,4}}"
# What texts call types. Matches "string", "int".
_TYPE = r"(?:str(?:ing)?|int(?:eger)?|float|number|bool(?:ean)?|list|array|dict|object|any|date|datetime|decimal)"
# What may be behind a name: its type or a remark. Matches " (days)", ": int", " [x, y]".
_REMARK = rf"(?P<remark>\s?\((?:[^()]|\([^()]*\)){{0,160}}\)|\s?\[[^\[\]]{{0,80}}\]|:\s?{_TYPE}\b(?:\[[\w, ]*\])?)?"
# One name of a list. Next is "``city`` (e.g. \"x\")", "optional `b`"; not "the name of".
_QUOTED_NAME = LazyPattern(
    rf"(?P<qualifier>{_QUALIFIER})(?P<quote>``|[`'\"]|\\\")(?P<name>[A-Za-z_$][\w$.-]{{0,40}})(?P=quote){_REMARK}",
    re.IGNORECASE,
)
# The same without quotes. Next is "name", "maxAge (days)", "size: int".
_BARE_NAME = LazyPattern(
    rf"(?P<qualifier>{_QUALIFIER})(?P<quote>)(?P<name>[A-Za-z_]\w{{0,40}})(?![-.]\w){_REMARK}", re.IGNORECASE
)
# What separates two names. Matches ", ", " and ", " or "; not ".".
_SIGN = r"(?:\s*[,;]\s*|\s(?:and|plus)\s+|\s/\s+(?=\w+ \()|\s\+\s|\s(?:or|,\s*or)\s+)"
# Between two names in quotes, with words about the first. Next is ", `", " for text, `"; not ", text".
_JOINT_OF_QUOTED = LazyPattern(
    rf"(?:\s+[^\s,.;:`'\"(){{}}][^,.;:`'\"(){{}}]{{0,60}}?)?{_SIGN}(?={_QUALIFIER}[`'\"\\])(?!etc\b)", re.IGNORECASE
)
# Between two names without quotes. Next is ", a", " and a"; not ", etc".
_JOINT_OF_BARE = LazyPattern(rf"{_SIGN}(?=\S)(?!etc\b|or\b)", re.IGNORECASE)
# A choice between single members, in which each may be given. Is the end of "either ", "or one of "; not "either".
_IS_CHOICE = LazyPattern(rf"\b{_CHOICE}\s+\Z", re.IGNORECASE)
# Is all of " or ", ", or ".
_OR = LazyPattern(r"[^`'\"]*?,?\s+or\s+", re.IGNORECASE)
# What leaves a list open. Next is ", etc", "...", " and more", ", 'a|b'"; not ".".
_OPEN = LazyPattern(r"\s*[,(;]?\s*(?:etc\b|(?<=,)\s?[`'\"]|\.\.\.|\u2026|and (?:more|so on|others?)\b)", re.IGNORECASE)
# What makes it a choice. Next is " or 'b'".
_OR_ELSE = LazyPattern(r"\s*,?\s*or\b", re.IGNORECASE)
# Behind the first word of a name of several. Next is " Option", " IDs"; not " and", " (int".
_GOES_ON = LazyPattern(r" [A-Z][A-Za-z]")
# Behind words that are not members. Next is " values", " operators"; not " keys".
_NO_MEMBERS = LazyPattern(
    r"\s(?:values?|operators?|modes?|formats?|types?|status(?:es)?|options|strings?|levels?|states?|events?|tools?)\b",
    re.IGNORECASE,
)
# Behind the last name of a list without quotes. Next is ".", ")", " keys", " arrays"; not " are used".
_ENDS = LazyPattern(rf"\s*(?:[.;)\n]|\Z|,?\s*(?:where|e\.g)\b|(?:{MEMBERS}|arrays?|values|objects)\b)", re.IGNORECASE)
# Words before a list of quoted names. Matches "dicts with keys 'a'", "each with \"a\"", "has `a`, `b`"; not "as 'a'".
_BEFORE_QUOTED = LazyPattern(
    rf"(?:\b{HOLDS}{THE}(?:\s{MEMBERS})?|\b{MEMBERS}(?: are)?(?:\s\([^()]{{1,40}}\))?):?\s+(?={_QUALIFIER}\\?[`'\"])"
    r"|\b(?:settings?|options?|params|config\w*|vector|object|dict)(?: \w+)?:\s+(?=[`'\"])",
    re.IGNORECASE,
)
# The same before names without quotes. Matches "Dict with a and", "Supported keys: a", "options: a (number"; not "as".
_BEFORE_BARE = LazyPattern(
    rf"\b{HOLDS}{THE}(?:\s{MEMBERS}(?:\s\([^()]{{1,40}}\))?)?(?P<colon>:?)\s+(?=\w)"
    rf"|(?:\A|[.;(\u2014-] ?|\b{KNOWN} )"
    rf"(?:json |object )?{MEMBERS}(?: are| is)?(?: {KNOWN})?(?:\s\([^()]{{1,40}}\))?:\s+(?=\w)"
    rf"|(?:\A|[.;(] ?)(?:required|optional|mandatory):\s+(?=\w)|\b(?:each|every) \w+:\s+(?=\w)"
    rf"|\b(?:objects|dicts):\s+(?=\w)|\b(?:keys|fields|properties|members|attributes) are\s+(?=\w)"
    r"|(?:\b(?:structure|format|shape|schema):|,\s(?:keys|fields|properties)|\b(?:dict(?:ionary)?|object) of)\s+"
    r"(?-i:(?=[a-z]+(?:_[a-z]|[A-Z])))"
    rf"|:\s+(?=[A-Za-z_]\w* \({_TYPE}\b)"
    r"|\b(?:settings?|options?|param(?:eter)?s|config\w*)(?: \w+)?:\s+(?=\w)",
    re.IGNORECASE,
)
# What has members. Is the end of "a dict", "list of objects", "JSON object".
_OBJECT = LazyPattern(
    r"\b(?:dict(?:ionar(?:y|ies))?s?|objects?|records?|structs?|each|each \w+)\s+(?:(?:each|that|which)\s+)?\Z"
    r"|\b(?:list|array) of (?:\w+ ){1,3}\Z",
    re.IGNORECASE,
)
# The introduction calls them members. Matches "keys", "fields".
_CALLED = LazyPattern(
    rf"\b{MEMBERS}\b|\b(?:required|optional|mandatory):|\beach \w+:|\b(?:objects|dicts):", re.IGNORECASE
)
# The same for names without quotes. Matches "keys", "field:"; not "property" of "property names".
_CALLED_BARE = LazyPattern(
    rf"\b(?:keys|fields|properties|attributes|members|parameters)\b|\b{MEMBERS}:|\b(?:required|optional|mandatory):"
    r"|\beach \w+:|\b(?:objects|dicts):",
    re.IGNORECASE,
)
# One member that the text calls so. Next is " key", " field"; not " value".
_CALLED_BEHIND = LazyPattern(rf"\s(?:(?:string|numeric|boolean) )?{MEMBERS}\b", re.IGNORECASE)
# What names an operation, not a member. Is the begin of "get_item", "createUser"; not "settings".
_OPERATION = LazyPattern(r"(?:get|set|create|update|delete|list|add|remove|put|query|scan|batch|on)(?:_|[A-Z])")
# Matches "a ", "and the ".
_ARTICLE = LazyPattern(r"\b(?:an?|the)\s\Z", re.IGNORECASE)
# What in plain words is not the name of a member. Is the begin of "IDs", "URL"; not "Id".
_ABBREVIATION = LazyPattern(r"[A-Z]{2}")
REQUIRING = LazyPattern(r"\b(?:must|should|has to|needs?|requires?|required|mandatory)\b", re.IGNORECASE)
"""What states that members have to be given. Matches "must contain", "required"; not "may contain"."""
OPTIONAL = LazyPattern(r"\b(?:optional(?:ly)?|default|either|one of|any of|may|can|if)\b", re.IGNORECASE)
"""What leaves them to the caller. Matches "optional", "optionally", "one of"."""
# A name in code that its sentence explains. Matches ". `step_km` sets", "`seed` (int) for"; not "`a` and", "as `a`".
_EXPLAINED_NAME = LazyPattern(
    r"(?:\A|[.;:]\s+|\n\s*[-*] )(?P<quote>``?)(?P<name>[a-z]\w{0,40})(?P=quote)\s"
    rf"(?:\({_TYPE}\b|\(default\b|(?:is (?:the|an?|one of)|sets?|controls?|defaults? to|specifies|determines"
    r"|enables|limits|selects?|overrides?|caps|changes)\b)"
)
# Words that are not names.
_NO_NAMES = frozenset(
    (
        *("the", "a", "an", "and", "or", "of", "with", "to", "for", "in", "is", "are", "this", "that", "optional"),
        *("required", "default", "etc", "as", "by", "it", "if", "all", "any", "not", "no", "none", "your", "its"),
        *("true", "false", "null", "some", "other", "currently", "see", "both", "string", "object", "array", "each"),
        *("json", "strings", "integer", "number", "numbers", "dict", "list", "only", "value", "values", "key", "keys"),
        *("at", "from", "on", "use", "when", "which", "must", "should", "can", "may", "one", "be", "has", "have"),
        *(
            "multiple",
            "various",
            "different",
            "additional",
            "details",
            "information",
            "data",
            "relevant",
            "e",
            "i",
            "yes",
        ),
    )
)
# What texts call members that they do not name. Is all of "custom", "other"; not "name".
_CUSTOM = LazyPattern(r"custom|other|related|extra|more|further|optional|additional|specific", re.IGNORECASE)
# Such words that are names between others: "subject, from, to".
_SHORT_NAMES = frozenset(
    ("from", "to", "key", "value", "data", "object", "details", "list", "default", "values", "number")
)
# Behind a name between others. Next is ", ", ")", " and"; not " a".
_ENDS_ITEM = LazyPattern(r"\s*(?:[,;.)]|\Z|(?:and|or)\b)")
# What explains one member. Matches "(number of rings, default 40)", "(optional)"; not "(see below)".
_EXPLAINED = LazyPattern(r"\b(?:default|optional|required|int|integer|float|number|str|string|bool|boolean|list)\b")
# A bracket with several words, behind what it describes. Matches "info (city, country)", "geometry (a_m; b_m)"; not
# "(i.e. a, b", "(default a, b".
_BRACKET = LazyPattern(
    r"(?<=[\w`])(?<!events)(?<!actions)(?<!types)(?<!tuples)(?<!tuple)(?<!pairs)(?<!form) "
    r"\((?!i\.e|default|for |see |as |or |and |optional\b|required\b)"
    rf"(?P<open>(?:e\.g\.?|such as|like|for example|examples?:?),? )?"
    rf"(?P<called>{HOLDS}(?:\s(?:the )?{MEMBERS})?:?\s|{MEMBERS}:?\s)?"
    r"(?=[`'\"]{0,2}[a-z_]\w*[`'\"\s,;)])(?P<inside>(?:[^()]|\([^()]*\)){3,400})\)",
    re.IGNORECASE,
)
# An object that a bracket tells the members of. Is the end of "Dict with contact info"; not "How the dict".
_OBJECT_WITH = LazyPattern(
    r"\b(?:dict(?:ionar(?:y|ies))?s?|objects?) (?:with|containing|of) (?:\w+ ){0,3}\w+\Z", re.IGNORECASE
)
# Between the parts of a bracket. Matches ", ", "; ", " and ".
_BETWEEN = LazyPattern(r"[,;]\s*|\s+and\s+")
# What shows values of a name in the same bracket. Matches ", e.g. a, b", " such as c".
_EXAMPLES_INSIDE = LazyPattern(r"[,;]?\s(?:e\.g\b|such as\b|like\b|for example\b).*", re.IGNORECASE)
# A remark in a bracket.
_INNER = LazyPattern(r"\([^()]*\)")
# What may be before a name in a bracket. Is the begin of "optional a", "and a".
_LEADING = LazyPattern(rf"\A{_QUALIFIER}", re.IGNORECASE)
# Before what is only one of many. Is the end of "e.g. ", "Example: [", "such as "; not "Format: ".
EXAMPLE = LazyPattern(r"\b(?:e\.g\.?|examples?|such as|for instance|like|i\.e\.?)(?!\w)[^{.;]{0,60}\Z", re.IGNORECASE)
"""What makes the words behind it an example, at the end of a text."""


class StatedMembers(Struct, frozen=True):
    """The members that a text lists, its words, whether they are surely members, and which have to be given."""

    names: tuple[str, ...]
    quote: str
    is_sure: bool = True
    required: tuple[str, ...] = ()
    of_values: bool = False
    """Whether the object is a map, of which each value has these members."""
    of_lists: bool = False
    """Whether each value of that map is a list, of which each item has them."""


def names_in_sentences(line: str) -> Iterator[StatedMembers]:
    """Yield the names that the sentences of a text on one line list."""
    for introduction, form in ((_BEFORE_QUOTED, _QUOTED_NAME), (_BEFORE_BARE, _BARE_NAME)):
        for found in introduction.finditer(line):
            # in an example it is a key with its value
            is_inside = line.count("{", 0, found.start()) > line.count("}", 0, found.start())
            if not is_inside and not holds_sometimes(line, found.start()):
                yield from _names_behind(line, found, form)


def names_explained(text: str) -> Iterator[StatedMembers]:
    """Yield the names that sentences begin with and explain: "`step` sets the distance. `seed` (int) makes"."""
    names = tuple(dict.fromkeys(found["name"] for found in _EXPLAINED_NAME.finditer(text)))
    if names:
        yield StatedMembers(names, excerpt(text, 0, min(len(text), 80), 20), is_sure=False)


def _names_behind(line: str, introduction: re.Match[str], form: LazyPattern) -> Iterator[StatedMembers]:
    items, end = _list_at(line, introduction.end(), form)
    if form is _BARE_NAME and len(items) > 1 and _GOES_ON.match(line, end):
        # "a_b, c_d, order Number" ends in a thing of several words
        items, end = items[:-1], items[-2].end()
    if not items or _NO_MEMBERS.match(line, end) or all(one["name"].isupper() for one in items):
        return
    if _are_ways(items):
        return
    is_choice = _OR_ELSE.match(line, end) is not None
    if is_choice and (form is _QUOTED_NAME or len(items) < FEWEST):
        return
    is_called = (_CALLED if form is _QUOTED_NAME else _CALLED_BARE).search(introduction[0]) is not None
    is_called_behind = _CALLED_BEHIND.match(line, end) is not None
    if (
        form is _BARE_NAME
        and is_called_behind
        and not is_called
        and len(items) > 1
        and _CUSTOM.fullmatch(items[-1]["name"])
    ):
        # "email, name and custom fields" has no member "custom".
        items, is_called_behind = items[:-1], False
    is_called = is_called or (is_called_behind and REQUIRING.search(introduction[0]) is not None)
    is_object = _OBJECT.search(line, 0, introduction.start()) is not None
    is_sure = (
        _are_quoted_members(items, is_called=is_called or is_called_behind)
        if form is _QUOTED_NAME
        else _are_bare_members(line, items, end, is_called=is_called, is_object=is_object)
    )
    if is_sure is None:
        return
    is_open = (
        is_choice or _OPEN.match(line, end) is not None or EXAMPLE.search(line, 0, introduction.start()) is not None
    )
    names = tuple(dict.fromkeys(one["name"] for one in items))
    quote = excerpt(line, introduction.start(), end, 10)
    yield StatedMembers(names, quote, is_sure and not is_open, _mandatory(introduction[0], items))


def _are_ways(items: Sequence[re.Match[str]]) -> bool:
    """Say whether one of the names stands for the members that it has in brackets: "either flat (a_m, b_m) or deep"."""
    is_choice = any(_IS_CHOICE.search(one["qualifier"] or "") for one in items)
    return is_choice and any(len(IN_CODE.findall(one["remark"] or "")) >= FEWEST for one in items)


def _are_quoted_members(items: Sequence[re.Match[str]], *, is_called: bool) -> bool | None:
    """Say whether quoted names are surely members, ``None`` if they are not."""
    if len(items) >= FEWEST:
        return True
    explained = IN_CODE.fullmatch(items[0]["name"]) and _EXPLAINED.search(items[0]["remark"] or "")
    return False if is_called or explained else None


def _are_bare_members(
    line: str, items: list[re.Match[str]], end: int, *, is_called: bool, is_object: bool
) -> bool | None:
    """Say whether words without quotes are surely members, ``None`` if they are not.

    The text calls them so, explains each, or writes them as code.
    """
    names = [one["name"] for one in items]
    in_code = [name for name in names if IN_CODE.fullmatch(name)]
    ends = _ENDS.match(line, end) is not None
    if any(_ABBREVIATION.match(name) for name in names) or (names[0] in ("names", "values", "types") and not in_code):
        return None
    if len(items) < FEWEST:
        return False if in_code and (_EXPLAINED.search(items[0]["remark"] or "") or (is_called and ends)) else None
    if _OPERATION.match(names[0]) and _OPERATION.match(names[-1]):
        return None
    if len(in_code) == len(names):
        return True
    is_explained = all(one["remark"] for one in items) or (is_object and any(one["remark"] for one in items))
    likely = is_called or bool(in_code) or is_explained or all(len(name) == 1 for name in names)
    if likely and (ends or len(in_code) >= FEWEST):
        return True
    if ends and is_object and len(names) > FEWEST:
        return True
    # "has a title and an owner" is about things, not about names.
    is_prose = all(_ARTICLE.search(one["qualifier"]) for one in items)
    return False if likely or (ends and not is_prose and (is_object or len(names) > FEWEST)) else None


def _mandatory(introduction: str, items: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """Return the names that have to be given: those of "must contain a, optionally b" before such a word."""
    if not REQUIRING.search(introduction) or OPTIONAL.search(introduction):
        return ()
    needed: list[str] = []
    for one in items:
        if OPTIONAL.search(one["qualifier"] or ""):
            break
        if not OPTIONAL.search(one["remark"] or ""):
            needed.append(one["name"])
    return tuple(dict.fromkeys(needed))


def _list_at(text: str, begin: int, form: LazyPattern) -> tuple[list[re.Match[str]], int]:
    """Return the names of a list that begins at a position, and where it ends."""
    joints = _JOINT_OF_QUOTED if form is _QUOTED_NAME else _JOINT_OF_BARE
    items: list[re.Match[str]] = []
    position = end = begin
    is_choice = False
    while (found := form.match(text, position)) is not None:
        if form is _BARE_NAME and not _may_be_name(text, found, is_first=not items):
            break
        items.append(found)
        is_choice = is_choice or _IS_CHOICE.search(found["qualifier"] or "") is not None
        end = found.end()
        joint = joints.match(text, end)
        if joint is None or (_OR.fullmatch(joint[0]) and not is_choice):
            break
        position = joint.end()
    return items, end


def _may_be_name(text: str, found: re.Match[str], *, is_first: bool) -> bool:
    """Say whether a word without quotes may be a name: "from" only between others."""
    if found["name"].lower() not in _NO_NAMES:
        return True
    return not is_first and found["name"] in _SHORT_NAMES and _ENDS_ITEM.match(text, found.end()) is not None


def names_in_brackets(line: str) -> Iterator[StatedMembers]:
    """Yield the names in brackets behind what they are members of: "geometry (diameter_m, pitch_m)"."""
    for found in _BRACKET.finditer(line):
        stated = _names_inside(line, found)
        if stated is not None:
            yield stated


def _names_inside(line: str, found: re.Match[str]) -> StatedMembers | None:
    inside = _EXAMPLES_INSIDE.sub("", _INNER.sub("", found["inside"]))
    parts = [part for part in _BETWEEN.split(inside) if part.strip()]
    is_open = found["open"] is not None or (bool(parts) and parts[-1].strip().rstrip(".").lower() in ("etc", ""))
    if any(part.lower().startswith("or ") for part in parts):
        return None
    plain = [_LEADING.sub("", part).replace("`", "").strip(" '\"") for part in parts]
    plain[:1] = [_last_in_code(part) for part in plain[:1]]
    first = [
        part.split(" ")[0] for part in (plain[:-1] if plain and plain[-1].rstrip(".").lower() in ("etc", "") else plain)
    ]
    names = [name for name in first if name.isidentifier() and name.lower() not in _NO_NAMES]
    in_code = [name for name in names if IN_CODE.fullmatch(name)]
    is_one = len(plain) > 1 and len(in_code) == 1 and _EXPLAINED.search(found["inside"]) is not None
    if (len(set(names)) < FEWEST and not is_one) or any(name[0].isupper() for name in names if len(name) > 1):
        return None
    if all(map(_OPERATION.match, names)):
        return None
    alone = sum(" " not in part for part in plain)
    is_likely = len(in_code) >= FEWEST or alone == len(plain) or is_one
    # The words of an example are as often values or kinds as names.
    if not is_likely or (found["open"] and (2 * len(in_code) < len(names) or ANY_KEY.search(line))):
        return None
    if len(in_code) < FEWEST and ANY_KEY.search(line, 0, found.start()):
        return None
    is_object = len(names) > FEWEST and _OBJECT_WITH.search(line, 0, found.start()) is not None
    is_sure = (len(in_code) >= FEWEST or found["called"] is not None or is_object) and not is_open
    return StatedMembers(tuple(dict.fromkeys(names)), excerpt(line, found.start(), found.end(), 20), is_sure)


def _last_in_code(part: str) -> str:
    """Return the name in code that ends a part of plain words: "a_b" of "word order a_b"; else the part."""
    first, _, last = part.rpartition(" ")
    return last if IN_CODE.fullmatch(last) and first.replace(" ", "").isalpha() and first.islower() else part
