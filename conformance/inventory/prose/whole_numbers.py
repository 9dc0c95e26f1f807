"""Numbers of which there is none between two others: what is counted, a place among several, the key of one thing."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from conformance.documents.values import is_integer
from conformance.inventory.fields import Field
from conformance.inventory.prose.measures import FRACTIONS, MEASURED_IN, is_one_of_several
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.whole_times import is_in_milliseconds, is_moment, is_whole_wait
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# Words that a count ends in: a limit, or that which each of several has a number of, as a nonce or the round of a race.
_COUNTS = frozenset(
    (
        *("limit", "count", "page", "skip", "port", "replicas", "retries", "attempts", "iterations", "steps"),
        "workers",
        *("threads", "tokens", "rows", "pages", "results", "seed", "lines", "bytes", "characters", "chars", "rank"),
        *("iteration", "round", "attempt", "chapter", "verse", "episode", "season", "nonce", "quarter", "revision"),
        # the least units that there are of a currency
        *("concurrency", "wei", "lamports", "satoshis", "satoshi", "sats", "octas"),
        "keycode",
    )
)
# Pairs of words where one alone may be a measure.
_PAIRS = frozenset(
    (
        *(("page", "size"), ("per", "page"), ("max", "items"), ("top", "k"), ("batch", "size"), ("status", "code")),
        *(("heading", "level"), ("max", "length"), ("min", "length"), ("text", "length"), ("max", "columns")),
        *(("block", "height"), ("lock", "version"), ("insert", "line"), ("days", "back"), ("days", "ahead")),
        *(("context", "length"), ("chunk", "size"), ("chunk", "overlap"), ("sample", "size"), ("party", "size")),
        *(("team", "size"), ("group", "size"), ("queue", "size"), ("pool", "size"), ("header", "row")),
        *(("sort", "order"), ("display", "order"), ("page", "no"), ("max", "num"), ("min", "num")),
        *(("key", "code"), ("exit", "code"), ("return", "code")),
    )
)
# People and things of which there is no half: the name of a number that is their plural is a count of them.
_THINGS = frozenset(
    (
        *("adults", "children", "infants", "kids", "guests", "passengers", "people", "players", "participants"),
        *("attendees", "users", "followers", "likes", "votes", "comments", "messages", "posts", "images", "videos"),
        *("bedrooms", "beds", "nights", "stops", "copies", "columns", "epochs", "layers", "frames"),
        *("samples", "digits", "decimals", "paragraphs", "sentences", "words", "items", "records", "rounds", "bins"),
        *("sections", "questions", "repetitions", "reps", "clusters", "neighbors", "branches", "dimensions"),
        *("confirmations", "blocks", "nodes", "instances", "clicks", "hops", "matches", "files", "issues"),
        *("requests", "successes", "failures", "errors", "subscribers", "contributors", "forks"),
    )
)
# What a plural counts after such a word: "max_hypotheses", "totalThoughts", "numResults".
_QUANTIFIERS = frozenset(("max", "maximum", "min", "minimum", "total", "num", "n", "expected"))
# Singulars of plurals that are measured or paid, and words that only look like a plural.
_MEASURES = frozenset(
    (
        *("msec", "milli", "microsecond", "nanosecond", "millisecond", "second", "sec", "minute", "min", "hour", "hr"),
        *("day", "week", "month", "year", "meter", "metre", "kilometer", "kilometre", "mile", "inch", "yard", "cm"),
        *("mm", "km", "degree", "radian", "gram", "kilogram", "kg", "lb", "pound", "ounce", "liter", "litre", "gallon"),
        *("volt", "amp", "watt", "kilowatt", "joule", "calorie", "carb", "fat", "protein", "dollar", "euro", "fee"),
        *("cost", "price", "tax", "loss", "gain", "return", "earning", "sale", "revenue", "saving", "fund", "asset"),
        *("holding", "liability", "unit", "pip", "percent", "ratio", "odd", "point", "credit", "value", "distance"),
        *("bound", "score", "rating", "weight", "threshold", "coord", "coordinate", "emission", "bia", "canva", "len"),
        *("sery", "amount", "share", "contract", "coin", "lot", "width", "height", "length", "size", "angle", "rate"),
        *("level", "time", "duration", "part", "dose", "margin", "padding", "em", "rem", "parameter", "param", "limit"),
        *("serving", "core", "cpu", "vcpu", "star", "bath", "bathroom", "debt", "expense", "deposit", "dividend"),
        *("payment", "contribution", "sugar", "knot", "bid", "tip", "discount", "reserve", "token", "reward"),
        *("ax", "kb", "mb", "gb", "gbp", "mbp", "kbp", "bp", "up"),
    )
)
# Endings of words that are no plural: "radius", "basis", "loss".
_NO_PLURAL = ("us", "is", "ss")
# What is before a number that is no place among others: an operand of a sum, or one that physics calls so.
_OPERANDS = frozenset(
    (
        *("first", "second", "third", "random", "real", "decimal", "complex", "input", "float", "rational", "given"),
        *("target", "large", "small", "reynolds", "mach", "prandtl", "froude", "nusselt", "wave", "f", "a", "the"),
        *("current", "new", "other", "next", "base", "max", "min", "starting", "ending", "start", "end", "lower"),
        *("upper", "any"),
    )
)
# Words that a name of one thing of many ends in: its key, or its place among the others.
_KEYS = frozenset(
    (
        *("id", "ids", "uid", "uids", "pid", "year", "month", "milestone", "index", "idx", "flags", "bitmask"),
        *("priority", "annee", "ano", "jahr"),
    )
)
# Those of the items of a list. Ends "issue_ids", "rowIndexes"; "years" may be a measure.
_ITEM_KEYS = frozenset(
    ("id", "ids", "uid", "uids", "pid", "pids", "indexes", "indices", "port", "ports", "pages", "weekdays")
)
# The same in several words: "page_numbers", "daysOfWeek"; "numbers" alone may be any.
_ITEM_PAIRS = frozenset(
    (
        *((thing, "numbers") for thing in ("page", "line", "row", "column", "issue", "pr", "chapter", "port", "slide")),
        ("of", "week"),
    )
)
# Names in one word of a key. Is all of "reqid", "msgid"; not "grid", "valid".
_KEY_IN_ONE_WORD = LazyPattern(
    r"(?:req|msg|user|chat|post|app|task|thread|tab|node|item|order|group|page|file|video|message)id"
)
# A description of a key of one thing. Matches "Comment ID to attach", "Optional parent ID"; not "Task ID or name".
_ITS_ID = LazyPattern(r"\W{0,3}(?:[Tt]he |[Oo]ptional )?(?:[A-Za-z]+ ){1,2}(?:ID|Id)\b(?! (?:or|and)\b)")
# The same by its number. Matches "Issue number", "Source project number, e.g. 5"; not "Issue number or URL".
_ITS_NUMBER = LazyPattern(
    r"\W{0,3}(?:[a-z]+ |[a-z]+ or )?(?:issue|pr|pull request|merge request|project|ticket|milestone|discussion)"
    r" number\b(?! or\b)",
    re.IGNORECASE,
)
# Things that are counted through, so that the first and the last of several are whole: "start_line", "yearTo".
_COUNTED_THROUGH = frozenset(("annee", "line", "row", "column", "col", "page", "year", "block", "chapter", "verse"))
# What says that it is the first or the last.
_EDGES = frozenset(("start", "end", "from", "to", "first", "last", "min", "max"))
# Places in a text or a table, which are whole next to each other or to a file.
PLACES = frozenset(("line", "row", "column", "col", "character"))
# Where such a place is.
_FILES = frozenset(("file", "path", "uri", "filename", "document"))
# Days that are worked or off, of which there are halves. Matches "days of leave", "effort"; not "days to look back".
_HALF_DAYS = LazyPattern(
    r"\b(?:leave|vacation|holidays?|pto|effort|estimat\w*|work\w*|sick|half|man|person|until|since|age|old)\b",
    re.IGNORECASE,
)
# What a time in milliseconds is in seconds. Matches "(0.1 second", "(0.5s"; not "0.5", "0.5 ms".
_OTHER_UNIT = LazyPattern(r"(?<=\()\d\.\d+ ?(?:s|sec|seconds?|minutes?)\b")
# Between a measure and what it is taken of: "hours_per_year", "days_in_month".
_OF_EACH = frozenset(("per", "in", "of", "each", "a"))
# An index that is measured. Matches "UV index", "refractive index"; not "tab index".
MEASURED = frozenset(("uv", "refractive", "heat", "price", "quality", "mass", "body", "risk", "light", "consumer"))
# Levels below each other. Matches "Traversal depth", "how deep to recurse", "nesting"; not "depth in metres".
_LEVELS = LazyPattern(
    r"\b(?:travers\w*|recurs\w*|nest\w*|levels?|crawl\w*|hops|tree|graph|nodes?|search|director(?:y|ies)|folders?"
    r"|hierarch\w*|links?|pages?|exploration|dependenc\w+|relationships?|transitive|repl(?:y|ies)|clone)\b",
    re.IGNORECASE,
)
# A length. Matches "in metres", "(km)", "ocean"; not "maximum depth".
_LENGTH = LazyPattern(r"\b(?:met(?:er|re)s?|[kcm]?m|feet|ft|inch\w*|ocean|water|pool|sensor)\b", re.IGNORECASE)
# A time, which an offset may be in. Matches "in seconds", "(ms)"; not "results".
_IN_TIME = LazyPattern(r"\b(?:(?:milli)?seconds|secs?|ms|minutes|hours|time)\b", re.IGNORECASE)
# Names beside which a depth or an offset is a length.
_GEOMETRY = frozenset(
    (
        *("x", "y", "z", "width", "height", "thickness", "rotation", "angle", "radius", "latitude", "lat"),
        *("magnitude", "duration"),
    )
)
# Before an offset that is a distance or a time: "utc_offset", "base_offset".
_SHIFTED = frozenset(("time", "utc", "gmt", "tz", "timezone", "zone", "base", "x", "y", "z", "phase", "voltage"))
# A description of a count. Matches "Maximum number of logs", "How many lines", "Page number", "Filter by the minimum
# number of plays"; not "Number of seconds", "The number".
_COUNTED = LazyPattern(
    r"\W{0,3}(?:the |an? )?(?:(?:max(?:imum)?|min(?:imum)?|total|optional|desired|estimated|current)\.? )*"
    r"(?:number of (?!the\b|units\b|(?:milli|micro)?seconds|minutes|hours|days|weeks|months|years)"
    r"|(?:line|row|page|record|result|pagination|starting) offset\b|(?:[a-z]+ |filter by )?(?:http )?status code\b"
    r"|offset (?:for|of|from|in) (?:the )?(?:results?|pagination|paging|list|query|records?|file|items?|rows?)\b"
    r"|(?:lines|rows|pages|items|results|characters|tokens)\b(?! per)|[\w ]{1,40}\bin bytes\b|show n [a-z]+\b"
    r"|how many (?!(?:milli)?seconds|minutes|hours|days)|(?:line|page|port|row|column) number\b"
    r"|(?:[a-z]+ ){1,3}count(?=\W*\Z)"
    r"|(?:zero|one|0|1)-based\b|[\w ]{0,30}\(\d{1,4}(?: ?= ?|: ?)\w+, ?\d"
    r"|(?:iteration|round|attempt|step|phase) (?:number )?(?:of|in|if|within)\b"
    r"|(?:[a-z]+ )?(?:phase|draft|thought|step) number\b|(?:limit|cap) on the number of\b|which [a-z]+ number\b"
    r"|(?:insert(?:ion)? )?(?:index|position) (?:in|within|into) [\w' ]{1,40}(?:array|list|children|nodes)\b"
    r"|order in the\b|page size\b|size of the page\b|index of (?:the|an?)\b|block (?:height|number)\b"
    r"|(?:[a-z]+ ){1,4}(?:max|min)imum number of (?!seconds|minutes|hours|days)|(?:[a-z]+ ){0,3}count threshold\b)",
    re.IGNORECASE,
)
# Days of which each has its own data, and the first or last of several. Matches "Number of days to look back", "the
# last N days", "the first N lines"; not "Number of days until it expires".
_DAYS = LazyPattern(
    r"\bdays (?:to look|back\b|of (?:[a-z]+ )?(?:data|history|forecast)|to (?:retrieve|fetch|analy[sz]e|include|search"
    r"|forecast|filter|show)\b|for (?:the )?forecast|ahead\b)|\bhours to forecast\b"
    r"|\b(?:first|last|past|next) n (?:days|lines|rows|items|entries|results|messages|characters)\b",
    re.IGNORECASE,
)
# The most, the least or all of several. Matches "Maximum hypotheses per dimension", "Total expected thoughts in".
_MOST_THINGS = LazyPattern(
    r"\W{0,3}(?:the )?(?:max(?:imum)?|min(?:imum)?|total)\.? (?:expected |allowed )?(?P<thing>[a-z]{3,})"
    r"(?=\Z|[.,;(]| (?:to|per|in|for|that|returned)\b)",
    re.IGNORECASE,
)
# What counts pixels, places from the first on, bytes of a colour, or the least units of a currency. Matches "Width in
# pixels", "(0-based index)", "Red (0-255)", "Fee in satoshis", and "pixels", "characters", "page" in Chinese and
# Japanese; not "points".
_WHOLE = LazyPattern(
    r"\bin (?:pixels|px|satoshis|sats|wei|lamports)\b|\(px\)|\bpixels to\b|\b(?:zero|one|0|1)-(?:based|indexed)\b"
    r"|\b0 ?(?:-|to) ?255\b|\b(?:results|items|records|entries|resultados|itens|quantidade) (?:per|por) p[a\xe1]g"
    r"|\bn[\xfau]mero de? ?(?:la |a )?(?:linha|l[i\xed]nea|p[\xe1a]gina)\b|\bnum[\xe9e]ro de (?:la )?(?:ligne|page)\b"
    r"|\bpage number\b|(?<!non-)\b(?:integer|whole number)\b(?! or\b)|\u504f\u79fb\u91cf.{0,4}\u7528\u4e8e\u5206\u9875"
    r"|\b(?:amount|price|cost|fee|total|charge)\b[\w ,]{0,30} in cents\b"
    r"|\u50cf\u7d20|\u5b57\u7b26\u6570|\u6761\u6570|\u9875\u7801|\u30d4\u30af\u30bb\u30eb",
    re.IGNORECASE,
)
# What shows pixels. Matches "Width of the browser window", "of the generated image"; not "of the window in the wall".
_SCREEN = LazyPattern(r"\b(?:browser|viewport|screenshot|screen|(?:generated|output) image)\b", re.IGNORECASE)
# What each number stands for. Matches "1: all, 2: important, 3: critical", "0(closed)", "1 = low; 2 = high".
_CODE = LazyPattern(
    r"(?<![\d.,-])(\d{1,3}) ?(?:[:=(\uff1a\uff08\u3001-]|\u8868\u793a)? ?[^\W\d_]{2,}[^\d;,\uff0c\uff1b]{0,40}"
)
# A quantity of which the ends have a name. Matches "opacity", "score from 0 to 1".
_SCALE = LazyPattern(
    r"scor|\bscale|rating|intensity|opacity|strength|confiden|probab|weight|temperature|factor|between|\bfrom\b",
    re.IGNORECASE,
)
# Fields whose number is one of a few kinds.
_KINDS = frozenset(
    (
        *("type", "gender", "sex", "strategy", "mode", "order", "by", "kind", "level", "status", "method", "category"),
        "sort",
    )
)
# What is limited that is measured and not counted: "credit_limit", "speed_limit".
_LIMITED = frozenset(
    (
        *("credit", "speed", "rate", "price", "cost", "budget", "spend", "spending", "loss", "risk", "memory", "mem"),
        *("cpu", "power", "voltage", "current", "temperature", "temp", "weight", "time", "score", "age", "height"),
        *("width", "length", "distance", "depth", "value", "amount", "trade", "order", "stop", "leverage", "slippage"),
        *("force", "torque", "pressure", "angle", "joint", "position", "withdrawal", "transfer", "debt", "margin"),
        *("confidence", "probability", "loudness", "gain", "frequency", "bandwidth", "y", "x", "z", "axis", "fee"),
        *("overdraft", "storage", "quota", "duration", "timeout", "size", "ratio", "percent", "velocity", "upper"),
        "lower",
    )
)


def whole(field: Field) -> Literal["count", "key"] | None:
    """Return what a number is of which there are no fractions; ``None`` where it may have some."""
    words, text = words_of(field.name), field.description or _entry(field)
    if not words or FRACTIONS.search(_OTHER_UNIT.sub("", text)) or any(map(_is_fraction, _numbers_of(field))):
        return None
    if _is_named_count(words, text, field) or _is_described_count(words, text):
        return "count"
    return "key" if _is_key(words, text, field) or _is_time(words, text, field) else None


def counts_things(field: Field) -> bool:
    """Say whether a number is how many there are of something, and no code and no place among several."""
    words, text = words_of(field.name), field.description or _entry(field)
    return bool(words) and (_is_named_count(words, text, field) or _describes_count(text))


def is_number_of(field: Field) -> bool:
    """Say whether a number is how many there are, by a text or by a name that says so: "num_results", "numOfRows"."""
    words, text = words_of(field.name), field.description or _entry(field)
    return _describes_count(text) or (words[:1] in (["num"], ["number"]) and len(words) > 1 and counts_things(field))


def _entry(field: Field) -> str:
    """Return what the text of the tool says of a field, without the name that it begins with."""
    return " ".join(text for text in passages(field) if not text.startswith(field.name))


def may_be_finer(field: Field) -> bool:
    """Say whether a number is a moment that some write with fractions: "Unix timestamp in seconds"."""
    text = field.description or _entry(field)
    return is_moment(text) and not is_in_milliseconds(text)


def has_whole_items(field: Field) -> bool:
    """Say whether the items of a list of numbers are keys of things, or their places."""
    words = words_of(field.name)
    is_key = bool(words) and (words[-1] in _ITEM_KEYS or tuple(words[-2:]) in _ITEM_PAIRS)
    return is_key and MEASURED.isdisjoint(words)


def _numbers_of(field: Field) -> Iterator[float]:
    """Yield the numbers that the schema itself states."""
    for part in field.parts:
        for keyword in ("default", "minimum", "maximum", "examples"):
            value = part.get(keyword)
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, float))


def _is_fraction(number: float) -> bool:
    return not number.is_integer()


def _is_named_count(words: Sequence[str], text: str, field: Field) -> bool:
    *before, last = words
    if last in ("limit", "offset", "count", "length", "height", "level") and MEASURED_IN.search(text):
        return False
    if last == "limit" and not _LIMITED.isdisjoint(before[-1:]):
        return False
    if last in _COUNTS or tuple(words[-2:]) in _PAIRS:
        return True
    if last == "offset":
        # a place where something begins among others, not a distance or a time
        return _SHIFTED.isdisjoint(before) and not _IN_TIME.search(text) and not _has_geometry(field)
    if last in ("number", "num"):
        return before[-1] not in _OPERANDS if before else any(one > 0 for one in _wholes_of(field))
    if last == "depth":
        return "max" in before and not _is_length(text, field)
    if last == "days":
        return _HALF_DAYS.search(f"{' '.join(before)} {text}") is None and _OF_EACH.isdisjoint(before)
    if last == "levels":
        return "max" in before and _LEVELS.search(text.replace("levels", "")) is not None
    is_counted = last in _THINGS or (not _QUANTIFIERS.isdisjoint(before) and _is_countable(last))
    return is_counted and _OF_EACH.isdisjoint(before)


def _is_described_count(words: Sequence[str], text: str) -> bool:
    if _describes_count(text) or _WHOLE.search(text) is not None:
        return True
    if words[-1] in ("width", "height") and _SCREEN.search(text) is not None:
        return True
    return is_one_of_several(words, text) or _lists_codes(words, text)


def _describes_count(text: str) -> bool:
    if _COUNTED.match(text) is not None or _DAYS.search(text) is not None:
        return True
    most = _MOST_THINGS.match(text)
    return most is not None and _is_countable(most["thing"].lower())


def _is_time(words: Sequence[str], text: str, field: Field) -> bool:
    return is_moment(text) or is_whole_wait(words, text, [*_wholes_of(field)])


def _wholes_of(field: Field) -> Iterator[int]:
    """Yield the whole numbers that the schema itself states."""
    for part in field.parts:
        for value in (part.get("default"), part.get("minimum"), part.get("maximum")):
            if is_integer(value):
                yield value


def _is_countable(word: str) -> bool:
    """Say whether a word is the plural of a thing, not of a measure."""
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURAL)
    return is_plural and word[:-1] not in _MEASURES and singularize(word) not in _MEASURES


def _has_geometry(field: Field) -> bool:
    return not _GEOMETRY.isdisjoint(word for name in field.siblings for word in words_of(name))


def _is_length(text: str, field: Field) -> bool:
    return _LENGTH.search(text) is not None or _has_geometry(field)


def _lists_codes(words: Sequence[str], text: str) -> bool:
    """Say whether a text says of numbers in a row what each of them stands for: of three, or of two for a kind."""
    if _SCALE.search(text):
        return False
    numbers = [int(found[1]) for found in _CODE.finditer(text)]
    in_row = sum(second - first == 1 for first, second in pairwise(numbers))
    return in_row > 1 or (len(set(numbers)) > 1 and words[-1] in _KINDS)


def _is_key(words: Sequence[str], text: str, field: Field) -> bool:
    """Say whether a number stands for one thing of many, of which there is none between two others."""
    *before, last = words
    if not MEASURED.isdisjoint((*before, *words_of(text[:40]))):
        return False
    # The years that something takes are measured: "hours_per_year".
    if last in _KEYS and _OF_EACH.isdisjoint(words):
        return True
    if _ITS_ID.match(text) or _ITS_NUMBER.match(text) or _KEY_IN_ONE_WORD.fullmatch(last):
        return True
    if last == "depth":
        is_of_levels = _LEVELS.search(text) is not None or any(_wholes_of(field))
        return is_of_levels and not _is_length(text, field)
    if words[0] in PLACES and len(words) == 1:
        beside = {word for name in field.siblings if name != field.name for word in words_of(name)}
        return not (PLACES | _FILES).isdisjoint(beside)
    pair = frozenset(words[-2:])
    return not (_COUNTED_THROUGH.isdisjoint(pair) or _EDGES.isdisjoint(pair))
