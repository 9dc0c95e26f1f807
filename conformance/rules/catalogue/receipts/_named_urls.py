"""The only URL of a receipt, which says where the thing is that the result has the only URL of."""

import re
from collections.abc import Iterator
from itertools import pairwise

from conformance.display import code_text
from conformance.documents.pointers import child, split
from conformance.documents.values import as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.labels import OF_ANOTHER
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

_URL = LazyPattern(r"https?://[^\s<>()\[\]\"'`*|]{3,300}(?<![.,;:!?])")
# A line that says with it where the thing is: "Created: https:...", "View it at https:..."; it may be the URL alone.
# Other words may name another thing: "Created as a copy: https:...".
_WHERE = LazyPattern(
    r"\W*(?:(?:creat|open|sav|upload|deploy|publish|post|stor|writ|sent|live|available|ready|done|view|see|url|link)"
    r"\w{0,5}\b(?:\W{1,3}(?:it|is|now|at|to|under|in|on|see|here|available|live))*\W{0,4})?(?P<url>https?://\S+?)\W*",
    re.IGNORECASE,
)
# A link of Markdown alone in its line: "[PR](https:...)".
_LINK = LazyPattern(r"\W{0,4}\[(?P<text>[A-Za-z][A-Za-z ]{0,40})\]\(https?://[^\s()]{3,300}\)\W{0,4}")
# The words of members that have the URL of the thing itself, and not of a picture or of the next page.
_OWN = frozenset(("url", "uri", "html", "web", "view", "link", "href", "permalink", "public", "share"))
# The last part of a URL where that is the number or the id of an item.
_ITEM = LazyPattern(r"[\w.-]{0,80}\d[\w.-]{0,80}")
_HEX = LazyPattern(r"[0-9a-f-]{7,80}", re.IGNORECASE)
_MOST_LINES, _MOST_CHARS, _MOST_LEVELS = 500, 400, 50


def url_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for such a URL of another item at the same place: a number or an id that the result lacks."""
    lines = [one for one in statements.stated_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS]
    found = [(one, line[: one.start()], line) for line in lines for one in _URL.finditer(line)]
    above = dict(pairwise(reversed(lines)))
    shown = [
        one[0]
        for one, before, line in found
        if _says_where(line, above.get(line, ""), record) and not OF_ANOTHER.search(before)
    ]
    levels = record.record.levels[:_MOST_LEVELS] if len(shown) == len(found) == 1 else ()
    members = ((child(level.pointer, key), as_text(one)) for level in levels for key, one in level.members.items())
    named = {text: pointer for pointer, text in members if text and _URL.fullmatch(text)}
    if len(named) != 1 or not _OWN.issuperset(words_of(split(next(iter(named.values())))[-1])):
        return
    (url,), ((text, pointer),) = shown, named.items()
    (place, _, item), (own_place, _, own_item) = url.rpartition("/"), text.rpartition("/")
    # "edit" in place of "view" is another page of the same item.
    are_items = place == own_place and all(map(_ITEM.fullmatch, (item, own_item)))
    if are_items and form_of(item) == form_of(own_item) and not is_known(item, record):
        message = f"receipt names {code_text(url, 80)}, but {code_text(split(pointer)[-1])} is {code_text(text, 80)}"
        yield Problem(message, "print the URL of the result that is rendered", pointer, kind="text")


def _says_where(line: str, above: str, record: ReceiptRecord) -> bool:
    """Say whether a line says with a URL where the thing is; below a heading that names another thing, it does not."""
    link = _LINK.fullmatch(line)
    heading = above.strip() if above.rstrip().endswith(":") else ""
    if link is None:
        return _WHERE.fullmatch(f"{heading} {line}" if heading else line) is not None
    own = words_of(as_text(record.envelope.get("tool_name")) or "")
    # "PR" is a pull request.
    initials = {word[:1] for word in own[1:]}
    words = link["text"].lower().split()
    is_abbreviation = link["text"].isupper() and words[0][:1] in initials
    return not heading and (is_abbreviation or _OWN.union(own).issuperset(words))


def form_of(item: str) -> str:
    """Return an item of a URL with its digits, or those of a hexadecimal number, left open.

    Another form is not of another item: "0012" may be 12, and the beginning of a hexadecimal number may be that number.
    """
    if item.isdecimal() and not item.startswith("0"):
        return "0"
    digits = "[0-9a-f]" if _HEX.fullmatch(item) else "[0-9]"
    return re.sub(digits, "0", item.casefold())


def is_known(item: str, record: ReceiptRecord) -> bool:
    """Say whether result or input have an item, also as a part of a value."""
    values = (*scalars_of(record.envelope), *scalars_of(record.input))
    return any(item.casefold() in str(one).casefold() for one in values)
