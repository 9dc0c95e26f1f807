"""Names that several tools give one thing, which differ in more than how their words are joined."""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.inventory.siblings import InputField, Usage, minority_usages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

WHOLE_WORDS: Mapping[str, str] = {
    "repo": "repository",
    "org": "organization",
    "dir": "directory",
    "env": "environment",
    "config": "configuration",
    "desc": "description",
    "msg": "message",
    "cmd": "command",
    "lang": "language",
    "num": "number",
    "src": "source",
    "dest": "destination",
    "dst": "destination",
    "pwd": "password",
    "addr": "address",
    "img": "image",
    "btn": "button",
    "pos": "position",
    "idx": "index",
    "qty": "quantity",
    "doc": "document",
    "tz": "timezone",
}
"""Abbreviations that stand for exactly one word."""
SYNONYMS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("limit",), ("max", "results"), ("num", "results"), ("n", "results"), ("max", "items"), ("top", "k")),
    (("query",), ("search", "query"), ("q",), ("search", "term"), ("search", "text")),
    (("offset",), ("skip",)),
    (("page", "size"), ("per", "page"), ("items", "per", "page")),
    (("start", "date"), ("date", "from"), ("from", "date"), ("begin", "date")),
    (("end", "date"), ("date", "to"), ("to", "date")),
    (("start", "time"), ("from", "time"), ("time", "from")),
    (("end", "time"), ("to", "time"), ("time", "to")),
    (("output", "format"), ("output",), ("format",), ("response", "format")),
    (("language",), ("language", "code")),
    (("lang",), ("language", "code")),
    (("file", "path"), ("filepath",), ("path", "to", "file"), ("filename",)),
)
"""Names that mean the same in tools that have one of them, by their words."""
# A name of several words, as the beginning of a text with nothing but remarks behind. Matches "The page size (1 to 9)",
# "Dataset ID."; not "Page size of the list", "Page".
_ALL_OF_TEXT = LazyPattern(
    r"\W{0,3}(?:(?:the|an?|optional|unique|required)\W{1,3})*(?P<name>[A-Za-z]+(?:[ _-][A-Za-z]+){1,3})"
    r"\s*(?:[.(,;]|\Z)",
    re.IGNORECASE,
)


def joined_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[tuple[Usage, Usage]]:
    """Yield each name that other tools write as other words, with the usual one: ``sortby`` and ``sort_by``."""
    groups: dict[str, dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        groups.setdefault("".join(words), {})[words] = fields
    for forms in groups.values():
        yield from ((odd, usual) for _, odd, _, usual in minority_usages(forms))


def names_in_texts(
    by_words: Mapping[tuple[str, ...], list[InputField]],
) -> Iterator[tuple[InputField, Sequence[InputField]]]:
    """Yield each field of which the text says, and nothing else, how other tools call it, with their fields.

    ``ps`` is the "Page size (1 to 500)", which is `page_size` elsewhere.
    """
    for words, fields in by_words.items():
        own = {field.tool.name for field in fields}
        for field in fields:
            found = _ALL_OF_TEXT.match(field.description)
            meant = tuple(words_of(found["name"].replace(" ", "_"))) if found else ()
            others = by_words.get(meant, []) if "".join(meant) != "".join(words) else []
            # a tool that has both gives them different meanings
            if others and own.isdisjoint(other.tool.name for other in others) and field.types == others[0].types:
                yield field, others
