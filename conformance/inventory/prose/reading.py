"""How much of a text is searched for claims, and which sentences are about a field; shared by all rules on prose.

What was read in a text is kept for whoever asks soon after another: rules read the same sentences, and tools repeat
them, as the ``limit`` of thirty tools that has one description.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ParamSpec, TypeVar, cast

from conformance.inventory.fields import Field
from conformance.inventory.prose.passages import (
    MAX_PROSE_CHARS,
    entries_of,
    passages_of_tool,
    sentences,
    sentences_on_inputs,
)
from conformance.lazy_patterns import LazyPattern

Given = ParamSpec("Given")
Read = TypeVar("Read")

MOST_KEPT = 2048
"""Answers of one function: the texts of a few hundred tools, which are judged one after another."""

# A full stop that ends no sentence. Matches "use e.g.", "approx."; not "etc.".
_ABBREVIATED = LazyPattern(
    r"\b(?:e\.g|i\.e|vs|approx|incl|max|min|\u043c\u0430\u043a\u0441|\u043c\u0438\u043d|m\u00e1x|m\u00edn)\.\Z",
    re.IGNORECASE,
)


# The name that an entry begins with. Is the begin of "- `limit` (int): how many", "limit: 5"; not "limit 5".
_LABEL = LazyPattern(
    r"[-*\u2022]?\s*[`*'\"]{0,3}(?P<name>[A-Za-z_]\w*)[`*'\"]{0,3}\s?(?:(?:\([^()]{0,80}\)|\[[^\[\]]{0,80}\])\s?)?"
    r"(?::\*{0,2}|\s[-\u2013\u2014])\s+(?=\S)"
)

# How reStructuredText marks code, which other texts mark with one sign. Matches the marks of "``open``"; not "```json".
_CODE_MARKS = LazyPattern(r"(?<!`)``(?!`)")
# Quoted words that are marked as code as well. Matches "`\"open\"`"; not "`open`", "`a=\"b\"`".
_QUOTED_CODE = LazyPattern(r"`(\"[\w .+/-]{1,60}\"|'[\w .+/-]{1,60}')`")
# Bold words of Markdown. Matches "**Max 100**", "**`fast`**"; not "**/*.py", "2**3", "**kwargs".
_BOLD = LazyPattern(r"(?<![\w*/`])\*\*(?=[\w`'\"(])([^*\n]{1,200}?)(?<=[\w`'\").:;,!?])\*\*(?![\w*/])")
# What an item of a list begins with.
_BULLETS = ("- ", "* ", "\u2022 ")

# The type below a name in a NumPy docstring, whose line was joined with what follows. Next is "str, optional Kind",
# "list[float] or None How"; not "string of words", "float".
_NUMPY_TYPE = LazyPattern(
    r"(?:(?:str|int|float|bool|list|dict|tuple|set|array|string|integer|number|boolean)\b(?:\[[^\n]{0,60}?\](?=[ ,]))?"
    r"(?: ?(?:\||or) ?None)?)(?:, ?optional)?(?:, ?default(?:s to|[=:])? ?[^\s,]{1,30})? (?=[A-Z(\[`'\"])"
)


def once_per_text(read: Callable[Given, Iterable[Read]]) -> Callable[Given, Sequence[Read]]:
    """Return a function of texts that yields what it finds as one that keeps it; its arguments have to be hashable."""

    def collect(*given: Given.args, **named: Given.kwargs) -> Sequence[Read]:
        return tuple(read(*given, **named))

    return keep_answers(functools.wraps(read)(collect))


def keep_answers(read: Callable[Given, Read]) -> Callable[Given, Read]:
    """Return a function of texts whose answers, which nobody changes, are kept."""
    return cast("Callable[Given, Read]", functools.lru_cache(maxsize=MOST_KEPT)(read))


def examined_part(text: str) -> str:
    """Return the part of a text that is read."""
    return text[:MAX_PROSE_CHARS]


def single_line(text: str) -> str:
    """Return the part of a text that is read, with single blanks between its words."""
    return _plain_marks(" ".join(examined_part(text).split()))


def _plain_marks(text: str) -> str:
    """Return a text without marks of bold words, where code has one sign on each side, or its own quotation marks."""
    text = _BOLD.sub(r"\1", text) if "**" in text else text
    return _QUOTED_CODE.sub(r"\1", _CODE_MARKS.sub("`", text)) if "`" in text else text


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text, each on one line; the stop of an abbreviation ends none."""
    yield from _joined_sentences(text)


def sentences_of_tool(description: str) -> Iterator[str]:
    """Yield the sentences of a tool's description, each on one line, but for those on its result and in examples."""
    yield from _join_on_inputs(description)


@functools.lru_cache(maxsize=MOST_KEPT)
def _joined_sentences(text: str) -> Sequence[str]:
    return tuple(_join(sentences(text)))


@functools.lru_cache(maxsize=MOST_KEPT)
def _join_on_inputs(description: str) -> Sequence[str]:
    return tuple(_join(sentences_on_inputs(description)))


def _join(parts: Iterable[str]) -> Iterator[str]:
    begun: list[str] = []
    for part in parts:
        begun.append(single_line(part))
        if not _ABBREVIATED.search(begun[-1]):
            yield " ".join(begun)
            begun = []
    if begun:
        yield " ".join(begun)


def name_of_entry(text: str) -> str:
    """Return the name that an entry begins with, "limit" of "- `limit` (int): how many"; empty for any other text."""
    label = _LABEL.match(text)
    return label["name"] if label else ""


def own_text(field: Field) -> str:
    """Return the description of a field, or, where it has none, what the entry of its tool's text says behind its name.

    Of several entries none counts: each may be about one case.
    """
    return field.description or field.once(_text_of_entry)


def _text_of_entry(field: Field) -> str:
    parts = [_plain_marks(text) for text in entries_of(field)]
    label = _LABEL.match(parts[0]) if parts else None
    if label is None or any(name_of_entry(text) == field.name for text in parts[1:]):
        return ""
    return " ".join((parts[0][label.end() :], *parts[1:]))


def passages(field: Field) -> Sequence[str]:
    """Return the texts about a field, each on one line: its own sentences, then the parts of its tool's description."""
    return field.once(_passages_of)


def _passages_of(field: Field) -> Sequence[str]:
    return tuple(_read_passages(field))


def _read_passages(field: Field) -> Iterator[str]:
    yield from sentences_of(field.description)
    texts = [_plain_marks(text) for text in _join(passages_of_tool(field))]
    # What has an item of a list for each of several cases, such as the `voice` of one provider and of the next, says in
    # none of them what holds for all.
    items = {text for text in texts if text.startswith(_BULLETS) and name_of_entry(text) == field.name}
    is_of_cases = len(items) > 1 and not any("default" in text.lower() for text in items)
    for text in texts:
        if is_of_cases and text in items:
            continue
        yield text
        # What an entry says behind the name reads like a description of the field's own.
        label = _LABEL.match(text)
        if label is not None and label["name"] == field.name and " " in text[label.end() :]:
            is_numpy = text[: label.end()].endswith(" : ")
            kind = _NUMPY_TYPE.match(text, label.end()) if is_numpy else None
            yield text[kind.end() if kind else label.end() :]
