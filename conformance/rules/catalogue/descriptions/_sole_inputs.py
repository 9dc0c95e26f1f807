"""Inputs that are all that a tool is given to work with, by its name and its first sentence.

"Find contacts by name" needs the `name`, ``search_notes`` the `query`, and "Suggest plants based on the climate" the
`climate`, unless a text says what a call without it does.
"""

import re

from conformance.inventory import Tool
from conformance.inventory.prose.reading import sentences_of
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import (
    MEANS,
    ON_ONE,
    InputLevel,
    omit_all,
    text_of,
)

# Words of names that say how much of the results is returned, in which form, and who asks for them.
_OF_CALL = frozenset(
    (
        *("limit", "max", "min", "num", "count", "offset", "page", "size", "cursor", "start", "skip", "rows", "top"),
        *("sort", "order", "sorting", "direction", "format", "verbose", "verbosity", "debug", "timeout", "language"),
        *("lang", "locale", "auth", "token", "apikey", "api", "email", "mailto", "cwd", "country", "region"),
        "interval",
    )
)
# What tools do that look for something, and how the field with what they look for is called.
_SEARCHING = frozenset(("search", "find", "lookup", "query", "grep"))
_QUERIES = frozenset(("query", "q", "term", "keyword", "keywords", "phrase", "search"))
# What tools do with the one thing that they are given.
_ON_GIVEN = ON_ONE | {"convert", "translate", "validate", "verify", "check", "resolve", "decode", "parse", "geocode"}
# How names end that only say how a thing is called.
_SUFFIXES = frozenset(("id", "name", "slug", "key", "code", "url", "path"))
# Before what a thing is found by; not "with a given ", "sorted by ".
_BY = (
    r"(?<!sorted )(?<!ordered )(?<!grouped )by|(?<!a )(?<!the )given|containing|matching|using|for the given"
    "|for the specified"
)
# What begins something else in a sentence.
_SEPARATE = r"(?:and|or|with|from|to|in|of|for|if)\b"


def sole_inputs(level: InputLevel, tool: Tool) -> list[str]:
    """Return the optional fields without which a tool that requires none can do nothing.

    No text of the tool may say what a call without them does.
    """
    sentence = omit_all(next(iter(sentences_of(tool.description or "")), ""))
    telling = [name for name, field in level.fields.items() if field.types != ["boolean"] and _is_telling(name)]
    # `query: str = ""` says what a call without it means: nothing is looked for
    given = [name for name in telling if all(part.get("default") is None for part in level.fields[name].parts)]
    needed = [name for name in given if _follows("based on|according to", name, sentence)]
    if not needed and len(given) == len(telling) == 1:
        needed = [name for name in given if _is_what_is_sought(name, tool) or _does_by(name, sentence, tool)]
    return [] if any(MEANS.search(text_of(level.fields[name])) for name in needed) else needed


def _is_telling(name: str) -> bool:
    return bool(words_of(name)) and _OF_CALL.isdisjoint(map(singularize, words_of(name)))


def _is_what_is_sought(name: str, tool: Tool) -> bool:
    return words_of(name)[-1] in _QUERIES and not _SEARCHING.isdisjoint(words_of(tool.name)[:3])


def _does_by(name: str, sentence: str, tool: Tool) -> bool:
    """Say whether a tool finds something, or reads one thing, by what a field holds."""
    words = words_of(tool.name)
    is_of_one = not _ON_GIVEN.isdisjoint(words[:2]) and singularize(words[-1]) == words[-1]
    is_sought = is_of_one or not _SEARCHING.isdisjoint(words[:3])
    return is_sought and _follows(_BY, name, sentence)


def _follows(what: str, name: str, sentence: str) -> bool:
    """Say whether a sentence mentions a field by the words of its name behind such words, and nothing beside it."""
    words = words_of(name)
    for stem in (words, words[:-1] if len(words) > 1 and words[-1] in _SUFFIXES else []):
        # to compile a pattern takes longer than all else here
        if not stem or not all(word in sentence.lower() for word in stem):
            continue
        phrase = r"[ _-]".join(map(re.escape, stem))
        behind = rf"\b(?:{what}) (?!{_SEPARATE})(?:(?!{_SEPARATE})\w+ ){{0,3}}?{phrase}s?\b(?! (?:or|and)\b|,|/)"
        if re.search(behind, sentence, re.IGNORECASE):
            return True
    return False
