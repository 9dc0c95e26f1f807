"""An act of the call that a receipt states as done, where a flag of the result says that it was not."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_object, as_text, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements

# What the members are called that have an id or a name of a thing, beside one that is called like the thing.
_NAMES = frozenset(("id", "key", "slug", "handle", "number", "name", "title", "path", "file", "filename", "url"))
# What is only tried, or is to be done later: as a member that is set, or in the first line or a heading of the receipt.
_TRIED = r"dry[ _-]?run|simulat\w*"
_REHEARSED = LazyPattern(rf"\b(?:{_TRIED}|would|will|plan(?:s|ned)?|preview|schedul\w*)\b", re.IGNORECASE)
_IS_TRIED = LazyPattern(rf"\b(?:{_TRIED})\b", re.IGNORECASE)
_MOST_LINES, _MOST_LEVELS, _MOST_CHARS = 500, 20, 80


def undone_act_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the first line that says nothing but that the thing of the call was acted on."""
    verb, *nouns = words_of(as_text(record.envelope.get("tool_name")) or "") or [""]
    levels = record.record.levels[:_MOST_LEVELS]
    members = [one for level in levels for one in level.members.items()]
    # What another object says to be done may be what the line is about.
    is_done = any(value is True and are_forms_of_one_verb(verb, key) for key, value in members)
    if is_done or _is_rehearsed(record, statements, members):
        return
    for level in levels:
        flags = [key for key, value in level.members.items() if isinstance(value, bool)]
        key = next((one for one in flags if one != verb and are_forms_of_one_verb(verb, one)), None)
        # Another flag that is true may be what was done instead.
        if key is None or any(level.members[one] for one in flags) or any(map(str.isdigit, split(level.pointer))):
            continue
        done = _pattern_of(re.escape(key))
        names = frozenset(_names_of(level, " ".join(nouns)))
        for line in statements.stated_lines[:_MOST_LINES]:
            found = done.fullmatch(line) if len(line) <= 2 * _MOST_CHARS else None
            if found and normalise_words(found["object"] or found["subject"]) in names:
                message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(key)} is false"
                hint = "derive the line from the flag of the result that is rendered"
                place, evidence = child(level.pointer, key), {"text": quotation(line)}
                yield Problem(message, hint, place, evidence, kind="field")
                return


def _is_rehearsed(record: ReceiptRecord, statements: Statements, members: Sequence[tuple[str, JsonValue]]) -> bool:
    """Say whether receipt, result or input say that the act is planned or only tried."""
    given = [*members, *as_object(record.input).items()]
    is_set = any(value and _REHEARSED.search(normalise_words(key)) for key, value in given)
    lines = statements.own_lines[:_MOST_LINES]
    headings = (line for at, line in enumerate(lines) if at == 0 or line.rstrip(" *_").endswith(":"))
    return is_set or any(map(_REHEARSED.search, headings)) or any(map(_IS_TRIED.search, lines))


def _pattern_of(word: str) -> re.Pattern[str]:
    """Return the pattern of "File a.txt was deleted." and "Successfully deleted file a.txt"."""
    thing = rf"\S.{{0,{_MOST_CHARS}}}?"
    before = rf"(?:successfully )?{word}:? (?:the )?(?P<object>{thing})"
    behind = rf"(?:the )?(?P<subject>{thing})(?: (?:was|is|has been))?(?: successfully)? {word}(?: successfully)?"
    return re.compile(rf"\W*(?:{before}|{behind})[.!]?\s*", re.IGNORECASE)


def _names_of(level: ResultLevel, noun: str) -> Iterator[str]:
    """Yield what the thing of an object is called: a noun, an id or a name, or both.

    The noun of the tool names the whole result or the object of that name: another object may be what the thing is in.
    """
    own = normalise_words(singularize(split(level.pointer)[-1]))
    nouns = [one for one in dict.fromkeys((noun, own)) if one and (one == own or level.pointer == "/result")]
    values = [value for key, value in level.members.items() if _is_name(key, nouns)]
    texts = [str(one) for one in values if isinstance(one, str) or (is_integer(one) and one)]
    names = [normalise_words(one) for one in texts if len(one) <= _MOST_CHARS]
    yield from filter(None, (*nouns, *names))
    yield from (f"{one} {name}" for one in nouns for name in names)


def _is_name(key: str, nouns: Sequence[str]) -> bool:
    words = words_of(key)
    return not _NAMES.isdisjoint(words[-1:]) or " ".join(words) in nouns
