"""A link of Markdown that is called by the number of another item than it leads to: "[#12](.../pull/13)"."""

import re
from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.receipts._known_values import numbers_of
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
_MOST_LINES, _MOST_CHARS, _MOST_LEVELS = 500, 1_000, 50


def link_label_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each link of which either the number or the item is in the result, and the other nowhere."""
    lines = [one for one in statements.own_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS and "](http" in one]
    links = [(line, found) for line in lines for found in _LINK.finditer(line)]
    for line, link in links:
        called = _CALLED.fullmatch(link["text"].strip("`* "))
        name = (called["number"] or called["id"]) if called else None
        if called is None or name is None or name == link["item"] or form_of(name) != form_of(link["item"]):
            continue
        # "[#2](...)" may be the second of several.
        is_place = called["id"] is None and int(name) <= len(links)
        pointer = _pointer_of(link["place"], record)
        is_alike = called["noun"] is None or _is_of(called["noun"], link["place"], record)
        if pointer and is_alike and not is_place and _is_other(name, link["item"], record):
            message = f"receipt calls the link to {code_text(link['item'])} {code_text(link['text'], 80)}"
            hint = "print the number and the URL of the same item"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="text")


def _is_other(name: str, item: str, record: ReceiptRecord) -> bool:
    """Say whether only one of both is in the result: the item as a value of its own, as a URL may have an inner id."""
    has_name = int(name) in numbers_of(record) if name.isdecimal() else is_known(name, record)
    values = {str(one) for one in scalars_of(record.envelope)}
    return not is_known(item, record) if has_name else item in values


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
