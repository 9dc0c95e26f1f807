"""A link of Markdown that is called by the number of another item than it leads to: "[#12](.../pull/13)"."""

import re
from collections.abc import Iterator, Mapping

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import as_array, as_object, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.receipts._known_values import Numbers, numbers_of
from conformance.rules.catalogue.receipts._named_urls import form_of, is_known
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

_LINK = LazyPattern(
    r"\[(?P<text>[^\[\]\n]{1,80})\]\((?P<place>https?://[^\s()]{1,280}/)(?P<item>[\w.-]{0,40}\d[\w.-]{0,40})/?\)"
)
# What a link is called: "#12", "shop#12", "!12", "Pull request 12", "ISS-12", "f_12"; a year or a footnote is no item.
_CALLED = LazyPattern(
    r"(?:[\w./ -]{0,60}?[#!]|(?P<noun>[A-Za-z]{2,20}) )(?P<number>\d{1,9})|(?P<id>[A-Za-z]{1,10}[_-]\d{1,9})"
)
# So many lines, characters of one, other links and objects of the result are read.
_MOST_LINES, _MOST_CHARS, _MOST_OTHER, _MOST_LEVELS = 500, 1_000, 50, 50


def link_label_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each link of which either the number or the item is in the result, and the other nowhere."""
    lines = [one for one in statements.own_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS and "](http" in one]
    links = [(line, found) for line in lines for found in _LINK.finditer(line)]
    named = ((line, link, _CALLED.fullmatch(link["text"].strip("`* "))) for line, link in links)
    other = [(line, link, called) for line, link, called in named if called and _is_other(called, link["item"])]
    if not other:
        return
    known = numbers_of(record)
    for line, link, called in other[:_MOST_OTHER]:
        # "[#2](...)" may be the second of several.
        is_place = called["id"] is None and (
            int(called["number"]) <= len(links) or _is_nth(int(called["number"]), link["item"], record)
        )
        pointer = _pointer_of(link["place"], record)
        is_alike = called["noun"] is None or _is_of(called["noun"], link["place"], record)
        name, item = _name_of(called), link["item"]
        # "Backport of #7" is another item.
        is_alone = called["noun"] is not None or " " not in link["text"]
        is_wrong = _is_wrong(name, item, known, record) or (is_alone and _is_of_another(name, item, link, record))
        if pointer and is_alike and not is_place and is_wrong:
            message = f"receipt calls the link to {code_text(link['item'])} {code_text(link['text'], 80)}"
            hint = "print the number and the URL of the same item"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="text")


def _is_nth(number: int, item: str, record: ReceiptRecord) -> bool:
    """Say whether an item is at a place, counted from 1, of a list of the result."""
    lists = (as_array(one) for level in record.record.levels[:_MOST_LEVELS] for one in level.members.values())
    found = (as_object(one[number - 1]) for one in lists if 0 < number <= len(one))
    return any(item in map(str, one.values()) for one in found)


def _name_of(called: re.Match[str]) -> str:
    return called["number"] or called["id"]


def _is_other(called: re.Match[str], item: str) -> bool:
    """Say whether a link is called by another number or id than that of its item, in the same form."""
    name = _name_of(called)
    return name != item and form_of(name) == form_of(item)


def _is_wrong(name: str, item: str, known: Numbers, record: ReceiptRecord) -> bool:
    """Say whether only one of both is in the result: the item as a value of its own, as a URL may have an inner id."""
    has_name = int(name) in known if name.isdecimal() else is_known(name, record)
    return not is_known(item, record) if has_name else item in map(str, scalars_of(record.envelope))


def _is_of_another(name: str, item: str, link: re.Match[str], record: ReceiptRecord) -> bool:
    """Say whether the object with the URL of a link is the item, and another one has the stated number as its own."""
    levels = record.record.levels[:_MOST_LEVELS]
    url = f"{link['place']}{item}"
    own = [one.members for one in levels if url in one.members.values()]
    keys = [key for one in own for key, value in one.items() if str(value) == item]
    values = [one for one in own[0].values() if not isinstance(one, Mapping)] if own else ()
    return (
        len(own) == 1
        and not any(re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", str(one)) for one in values)
        and any(str(one.members.get(key)) == name for one in levels for key in keys)
    )


def _is_of(noun: str, place: str, record: ReceiptRecord) -> bool:
    """Say whether a noun is what items are called in a URL, or in the name of the tool."""
    parts = re.findall(r"[a-z]+", place.lower())
    words = words_of(as_text(record.envelope.get("tool_name")) or "")
    return singularize(noun.lower()) in {*map(singularize, parts), *map(singularize, words)}


def _pointer_of(place: str, record: ReceiptRecord) -> str | None:
    """Return the pointer of the first member with a URL at some place; ``None`` without one."""
    levels = record.record.levels[:_MOST_LEVELS]
    members = ((child(one.pointer, key), as_text(value)) for one in levels for key, value in one.members.items())
    return next((pointer for pointer, text in members if text and text.startswith(place)), None)
