"""Counts that a summary or a receipt states of its result: "3 files changed", "listed 3 tasks", "2 done, 1 failed"."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, compact_json, is_integer, is_number
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# "3 files changed", "updated 3 files", "would update 3 files"; at most 9 digits, as no result has more.
_COUNT = LazyPattern(
    r"(?:\b(?:(?P<would>would) )?(?P<before>[A-Za-z]+) )?(?<![\w.,:/#-])(?P<count>\d{1,9}) (?P<noun>[A-Za-z]+)\b"
    r"(?: (?:(?:was|were|have been|(?P<would_be>would be)) )?(?P<after>[A-Za-z]+ed)\b)?",
    re.IGNORECASE,
)
# Words of members that say that nothing was done yet: `dry_run`, `would_change`.
_REHEARSED = frozenset(("dry", "would", "simulated"))
# One part of a tally: "2 completed, 1 failed"; together they count everything, so that each number has its own field.
_TALLY = LazyPattern(r"(?<![\w.,:/#-])(?<!\bof )(?P<count>\d{1,9}) (?P<word>[a-z]+)\b", re.IGNORECASE)
# What such a verb counts is the list of that name itself: "listed 3 tasks" counts `tasks`.
_LISTING = frozenset(("listed", "found", "returned", "shown"))
# A line that counts the one list of a result, or says that it is empty: "Work items (open): 3", "No memories found".
_LISTED = LazyPattern(r"(?P<words>[A-Za-z][A-Za-z ]{2,40}?)(?: ?\([^()\d]{1,40}\))? ?[:=] ?(?P<count>\d{1,9})")
_NONE_LISTED = LazyPattern(r"No (?P<words>[A-Za-z][A-Za-z ]{2,40}?)(?: ?\([^()\d]{1,40}\))?\.?", re.IGNORECASE)
# The same as a sentence: "Found 3 tickets matching 'tax'", "3 tickets found"; another number may say how many of them.
_COUNTED = LazyPattern(
    r"(?:(?P<verb>found|listed|returned|showing|retrieved|got) |there (?:is|are) )?"
    r"(?P<count>\d{1,9}) (?P<words>[A-Za-z][A-Za-z ]{2,40}?)"
    r"(?: (?:matching|for|in|with|from|that) [^\d]{1,80})?[.:]?",
    re.IGNORECASE,
)
# Words about a count, of which some alone don't say what is counted.
_VAGUE = frozenset(("the", "in", "of", "all", "list", "read", "get", "found", "search", "query", "web"))
_COUNTING = _VAGUE | {"result", "match", "hit", "item", "entry", "returned", "listed", "shown"}
_TOTAL = LazyPattern(r"total|count")
# So many counts of a text are compared with every field of the result; no sentence has more.
_MOST_COUNTS = 50
_MOST_NOUN = 40
# Fields that say that the lists beside them may be incomplete.
_INCOMPLETE = LazyPattern(r"truncated|more|omitted|next|cursor|remaining|total|partial")


class CountMismatch(Struct, frozen=True):
    """A number that a summary states, and the field of the result that has another one, or as many elements."""

    stated: str
    pointer: str
    actual: str


def count_mismatch(summary: str, result: JsonObject) -> CountMismatch | None:
    """Return the first count that differs from each field of its name; ``None`` if any number of the summary fits.

    "10 of 25 tasks" states two numbers, of which one is the length of the list.
    """
    wrong = _tally_mismatch(summary, result)
    if wrong is not None:
        return wrong
    stated = {int(number) for number in re.findall(r"\d{1,9}", summary)}
    for found in islice(_COUNT.finditer(summary), _MOST_COUNTS):
        counted = list(_counts(found, result))
        if counted and not stated & {number for _, number, _ in counted}:
            pointer, number, is_list = counted[0]
            name = pointer.removeprefix("/")
            actual = f"`{name}` has {number}" if is_list else f"`{name}` is {number}"
            return CountMismatch(found[0], pointer, actual)
    return None


def has_complete_lists(result: JsonObject) -> bool:
    """Whether nothing, such as a total that is not their length, says that lists of an object may be incomplete."""
    lengths = {len(value) for value in result.values() if isinstance(value, list | tuple)}
    others = (
        (key, value)
        for key, value in result.items()
        if not (_TOTAL.search(key) and is_integer(value) and value in lengths)
    )
    return not any(_INCOMPLETE.search(key) and value for key, value in others)


def _tally_mismatch(summary: str, result: JsonObject) -> CountMismatch | None:
    """Return the first wrong number of a line with at least two counts that the result has under the same words."""
    for line in summary.splitlines():
        found_ones = islice(_TALLY.finditer(line), _MOST_COUNTS)
        tallied = (found for found in found_ones if not _is_numbered(line, found, result))
        parts = [(found, _count_name(found["word"].lower(), result)) for found in tallied]
        known = [(found, key, value) for found, key in parts if is_integer(value := result.get(key))]
        # "1 completed after 2 failed, 2 completed in all" says one word twice: which of them is the count is open.
        if len(known) < 2 or len({key for _, key, _ in known}) < len(known):
            continue
        for found, key, value in known:
            if int(found["count"]) != value and not _is_stated(value, found["word"], summary):
                return CountMismatch(found[0], child("", key), f"`{key}` is {value}")
    return None


def _is_stated(value: int, word: str, text: str) -> bool:
    """Say whether a text has a number beside a word elsewhere: "2 warnings, of which 1 warning can be fixed"."""
    return re.search(rf"(?<![\w.,-]){value} {singularize(word.lower())}", text, re.IGNORECASE) is not None


def _count_name(word: str, result: JsonObject) -> str:
    """Return the name of the count of a word: `passed_count` of "passed", `match_count` of "matches"."""
    name = f"{word}_count"
    return name if name in result else f"{singularize(word)}_count"


def _is_numbered(line: str, found: re.Match[str], result: JsonObject) -> bool:
    """Say whether a number belongs to the word before it, as in "Batch 7 completed" of batch 7."""
    *_, noun = ["", *line[max(found.start() - _MOST_NOUN, 0) : found.start()].lower().split()]
    names = (noun, f"{noun}_id", f"{noun}_number", f"{noun}_index")
    return bool(noun) and any(str(result.get(name)) == found["count"] for name in names)


def _counts(found: re.Match[str], result: JsonObject) -> Iterator[tuple[str, int, bool]]:
    """Yield pointer and number of the fields that count the same: ``changed_file_count``, ``changed_files``."""
    noun = singularize(found["noun"].lower())
    verbs = [verb.lower() for verb in (found["after"], found["before"]) if verb]
    if found["would"] or found["would_be"]:
        # What would be done is counted where the result is that of a rehearsal.
        is_rehearsed = any(value and not _REHEARSED.isdisjoint(words_of(key)) for key, value in result.items())
        verbs = [_participle(verb) for verb in verbs] if is_rehearsed else []
    names = [{noun, verb} for verb in verbs if verb.endswith("ed")]
    if not found["after"] and verbs and verbs[0] in _LISTING:
        names.append({noun})
    are_complete = has_complete_lists(result)
    for key, value in result.items():
        *words, last = [singularize(word) for word in words_of(key)] or [""]
        if is_number(value) and isinstance(value, int) and last == "count" and set(words) in names:
            yield child("", key), value, False
        elif isinstance(value, list | tuple) and {*words, last} in names and are_complete:
            yield from ((child("", key), number, True) for number in (len(value), *_sums(value)))


def _participle(verb: str) -> str:
    """Return what was done, as "changed" for "change"; a verb that is one stays as it is."""
    if verb.endswith("ed"):
        return verb
    return f"{verb}d" if verb.endswith("e") else f"{verb[:-1]}ied" if verb.endswith("fy") else f"{verb}ed"


def listed_count_mismatch(lines: Sequence[str], tool: str, result: JsonObject) -> CountMismatch | None:
    """Return the first count of the one list of a result that is neither a number of the result nor a tally of it.

    "Memories found: 3", "Found 3 memories" and "No memories found" count the list, if their words are those of the tool
    or of the list.
    """
    lists = [(key, value) for key, value in result.items() if isinstance(value, list | tuple)]
    # Of a list that is only a part, the result has to state how much of it there is.
    has_total = any(_TOTAL.search(key) and is_integer(value) for key, value in result.items())
    if len(lists) != 1 or not (has_total or has_complete_lists(result)):
        return None
    key, items = lists[0]
    own, general = {*map(singularize, words_of(key))}, {*_COUNTING, *map(singularize, words_of(tool))}
    known, of_items = own | general, {singularize(name) for name, _ in _members(items)}
    for line in islice(lines, _MOST_COUNTS):
        sentence = _COUNTED.fullmatch(line.strip())
        found = sentence or _LISTED.fullmatch(line.strip()) or _NONE_LISTED.fullmatch(line.strip())
        words = re.findall(r"[a-z]+", found["words"].lower()) if found else []
        nouns = {singularize(word) for word in words}
        is_plural = "found" in words or nouns != {*words} or bool(sentence and sentence["verb"])
        is_listed = is_plural and nouns <= known and not nouns.isdisjoint(known - _VAGUE)
        # "Results: 3" states the field of that name, or of each item, which is judged as every label is.
        is_own = nouns == own or nouns <= of_items
        is_label = not sentence and ":" in line and "(" not in line and is_own
        stated = int(found.groupdict().get("count") or 0) if found else 0
        # "Found 2 tasks" counts all that is listed; "Tasks listed: 2" may be a line of an overview by states.
        counted = _sums(items) if sentence and sentence["verb"] else _tallies(items)
        if nouns.isdisjoint(own):
            # Days hold any number of events; matches may be those of two files.
            is_listed = is_listed and own <= general
            counted = (*counted, *_distinct(items))
        if is_listed and not is_label and stated not in {*_numbers(result), *counted}:
            return CountMismatch(line.strip(), child("", key), f"`{key}` has {len(items)}")
    return None


def _numbers(value: JsonValue) -> Iterator[int]:
    """Yield the numbers of an object, and how many elements its lists have."""
    for member in value.values() if isinstance(value, Mapping) else ():
        if isinstance(member, list | tuple):
            yield len(member)
        elif is_integer(member):
            yield member


def _tallies(items: Sequence[JsonValue]) -> Iterator[int]:
    """Yield what may be counted of a list: items with one value, values of one member, and sums of numbers."""
    equal_ones = Counter((key, compact_json(member)) for key, member in _members(items))
    yield from equal_ones.values()
    yield from Counter(key for key, _ in equal_ones).values()
    yield from _sums(items)


def _distinct(items: Sequence[JsonValue]) -> Iterator[int]:
    """Yield how many values each member has, and how many beginnings there are: "a.py:3: x" is a match in a file."""
    values = {(key, compact_json(member)) for key, member in _members(items)}
    yield from Counter(key for key, _ in values).values()
    yield len({item.partition(":")[0] for item in items if isinstance(item, str)})


def _sums(items: Sequence[JsonValue]) -> Iterator[int]:
    """Yield the sums of the numbers of each member, and of the elements of its lists: matches in all files."""
    members = list(_members(items))
    for key in {key for key, _ in members}:
        numbers = [number for name, member in members if name == key for number in _numbers({key: member})]
        yield from (sum(numbers),) if numbers else ()


def _members(items: Sequence[JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    return ((key, member) for item in items if isinstance(item, Mapping) for key, member in item.items())
