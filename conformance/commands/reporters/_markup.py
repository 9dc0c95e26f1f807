"""HTML from parts: whatever is not ``Markup`` by its type is text, and every text is escaped."""

import html
import re
from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from conformance.display import escape_text

# Messages mark names and values with backticks; nothing between two of them is markup. A name that has backticks of its
# own is in single quotes (`code_text`), where they are a part of it. An apostrophe follows a letter, or a letter it.
_CODE = re.compile(r"((?<!\w)'(?:[^']|'(?=\w))*'(?!\w))|`([^`]+)`")
# Elements that have no content and no end tag.
_VOID = frozenset(("br", "input", "meta"))


class Markup(Struct, frozen=True):
    """A piece of HTML that is inserted as it is."""

    source: str


Content: TypeAlias = Markup | str | None


def element(name: str, /, *content: Content, **attributes: str | bool | None) -> Markup:
    """Return an element; an attribute that is ``None`` or false is left out.

    ``_`` in the name of an attribute stands for ``-``, and one at its end is dropped: ``class_``, ``aria_label``.
    """
    stated = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{stated}>")
    return Markup(f"<{name}{stated}>{''.join(map(to_source, content))}</{name}>")


def to_source(content: Content) -> str:
    """Return markup as it is and text escaped, hidden characters and line feeds included."""
    match content:
        case Markup(source):
            return source
        case None:
            return ""
        case _:
            return html.escape(escape_text(content))


def join(parts: Iterable[Content], between: str = "") -> Markup:
    """Return parts one after the other."""
    return Markup(between.join(map(to_source, parts)))


def lines(text: str) -> Markup:
    """Return a text of several lines, which `pre` and the like show as they are."""
    return Markup(html.escape(escape_text(text, keep="\n\t")))


def prose(text: str) -> Markup:
    """Return a message in which what is between backticks is code."""
    # each match leaves two parts after the text before it: what is quoted, and what is code, one of them without a text
    parts = enumerate(_CODE.split(text))
    return join(element("code", part) if number % 3 == 2 and part else part for number, part in parts)


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(escape_text(value))}"'
