"""Which way a number went: "Usage went up" where it is lower than the one that the result had before."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.sentences import sentences_in
from conformance.systems.surface.statements import Statements

# "is up" and "dropped" may be about a server and a table.
_UP = r"\b(?:went|gone|goes) up\b|\b(?:rose|risen|grew|grown)\b|\b(?:up|increased) (?:from|by) (?=[\d$€£])"
_DOWN = r"\b(?:went|gone|goes) down\b|\b(?:fell|fallen|shrank|shrunk)\b|\b(?:down|decreased) (?:from|by) (?=[\d$€£])"
_WAY = LazyPattern(rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?! (?:and|for|in|on|at|again)\b)", re.IGNORECASE)
_DENIAL = LazyPattern(r"\b(?:not|never|no|neither|if|unless|will|would|may|might|could|should)\b|n't\b|\?", re.I)
# What a name says of the number that there was before.
_BEFORE = ("previous", "prev", "before", "old", "last", "prior", "earlier")
_PERIODS = ("month", "week", "day", "year", "period", "quarter")
_MOST_LINES, _MOST_LEVELS, _MOST_CHARS = 500, 50, 30


def trend_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each line that says the contrary of the only two numbers of which one was before."""
    stated = [one for line in statements.stated_lines[:_MOST_LINES] for one in sentences_in(line)]
    lines = [line for line in stated if not _DENIAL.search(line)]
    found = [(one, line) for line in lines for one in _WAY.finditer(line)]
    pairs = list(islice(_pairs(statements), 2)) if found else []
    # A line that says both is about two things.
    ways = {one["up"] is not None for one, _ in found}
    if len(pairs) != 1 or len(ways) != 1:
        return
    pointer, now, before = pairs[0]
    one, line = found[0]
    if not _is_about(line[: one.start()], pointer, (now, before), statements):
        return
    if (one["up"] is not None and now < before) or (one["down"] is not None and now > before):
        message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(pointer.rpartition('/')[2])} is lower"
        message = message if now < before else message.removesuffix("lower") + "higher"
        hint = "compare both numbers of the result that is rendered"
        yield Problem(f"{message} than before", hint, pointer, {"text": quotation(line)}, kind="field")


def _is_about(subject: str, pointer: str, numbers: Sequence[float], statements: Statements) -> bool:
    """Say whether a sentence is about a number: it has that, its name, or what the tool or the result is about."""
    words = normalise_words(subject).split()
    tool = words_of(as_text(statements.record.envelope.get("tool_name")) or "")
    texts = [one for one in statements.record.record.levels[0].members.values() if isinstance(one, str)]
    known = {"it", *tool, *words_of(pointer.rpartition("/")[2]), *(normalise_words(text) for text in texts)}
    return not known.isdisjoint(words) or any(_number(one) in numbers for one in re.findall(r"\d[\d.]*", subject))


def _pairs(statements: Statements) -> Iterator[tuple[str, float, float]]:
    """Yield the numbers that the result has beside the same ones of an earlier time, with these."""
    for level in islice(statements.record.record.levels, _MOST_LEVELS):
        names = {tuple(words_of(key)): key for key in level.members}
        for words, key in names.items():
            rest = tuple(one for one in words if one not in (*_BEFORE, *_PERIODS))
            now, before = _number(level.members.get(names.get(rest, ""))), _number(level.members[key])
            is_before = not set(words).isdisjoint(_BEFORE)
            if is_before and rest in names and now is not None and before is not None:
                yield child(level.pointer, names[rest]), now, before


def _number(value: JsonValue) -> float | None:
    """Return a number, also one that is written as a text: ``"8.00"``."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or len(str(value)) > _MOST_CHARS:
        return None
    try:
        return float(value)
    except ValueError:
        return None
