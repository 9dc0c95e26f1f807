"""An act of the call that a receipt states as done, where a flag of the result says that it was not."""

import re
from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import as_text, is_integer
from conformance.findings import Problem
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements

_MOST_LINES, _MOST_LEVELS, _MOST_CHARS = 500, 20, 80


def undone_act_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the first line that says nothing but that the thing of the call was acted on."""
    verb, *nouns = words_of(as_text(record.envelope.get("tool_name")) or "") or [""]
    for level in record.record.levels[:_MOST_LEVELS]:
        flags = [key for key, value in level.members.items() if isinstance(value, bool)]
        key = next((one for one in flags if one != verb and are_forms_of_one_verb(verb, one)), None)
        # Another flag that is true may be what was done instead.
        is_done = any(level.members[one] for one in flags)
        if key is None or is_done or any(map(str.isdigit, split(level.pointer))):
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


def _pattern_of(word: str) -> re.Pattern[str]:
    """Return the pattern of "File a.txt was deleted." and "Successfully deleted file a.txt"."""
    thing = rf"\S.{{0,{_MOST_CHARS}}}?"
    before = rf"(?:successfully )?{word}:? (?:the )?(?P<object>{thing})"
    behind = rf"(?:the )?(?P<subject>{thing})(?: (?:was|is|has been))?(?: successfully)? {word}(?: successfully)?"
    return re.compile(rf"\W*(?:{before}|{behind})[.!]?\s*", re.IGNORECASE)


def _names_of(level: ResultLevel, noun: str) -> Iterator[str]:
    """Yield what the thing of an object is called: its noun, an id or a name, or both."""
    nouns = [normalise_words(one) for one in (noun, singularize(split(level.pointer)[-1]))]
    values = [one for one in level.members.values() if isinstance(one, str) or is_integer(one)]
    texts = [normalise_words(str(one)) for one in values if len(str(one)) <= _MOST_CHARS]
    yield from filter(None, nouns)
    yield from filter(None, texts)
    yield from (f"{one} {text}" for one in nouns for text in texts)
