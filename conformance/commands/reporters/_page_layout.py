"""The page: one HTML file with an overview, a matrix, and each tool with its findings or changes in place.

``html`` says what of a report is on the page; this module lays it out. Styles and script are in ``_page.html``, and
only those run: the content security policy of the page names their hashes.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from conformance import __version__
from conformance.commands.report import ReportedTool
from conformance.commands.reporters._markup import Content, Markup, element, join, prose, to_source
from conformance.commands.reporters._page import ACCEPTED, Page, PageItem, PagePart
from conformance.commands.reporters._page_tools import is_urgent, item_card, name_of, tool_card
from conformance.display import count_of

MAX_OPEN = 8
"""If no more tools than this have something urgent, they are open when the page is."""

_MARKER = re.compile(r"\{\{([A-Z_]+)\}\}")
# What may be an id, and the end of a link, as it is; other names get a number.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_MARKS = {"passes": "✓", "fails": "✗", "open": "?"}


def render_page(page: Page) -> str:
    """Return the page as one HTML document."""
    style, script, template = _template()
    body = join([_skip_link(), _header(page), _main(page), _footer()], "\n")
    inserted = {
        "STYLE_HASH": _hash(style),
        "SCRIPT_HASH": _hash(script),
        "VERSION": __version__,
        "TITLE": to_source(" · ".join([page.verdict, *(part.subject for part in page.parts[:1])])),
        "BODY": body.source,
    }
    # One pass: a text of the report that looks like a marker is not one.
    return _MARKER.sub(lambda found: inserted[found[1]], template)


@cache
def _template() -> tuple[str, str, str]:
    """Return the texts of the style and of the script, and the whole template."""
    template = Path(__file__).with_name("_page.html").read_text("utf-8")
    style, script = (template.partition(f"<{name}>")[2].partition(f"</{name}>")[0] for name in ("style", "script"))
    return style, script, template


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _skip_link() -> Markup:
    return element("a", "Skip to the content", class_="skip", href="#main")


def _header(page: Page) -> Markup:
    mark = element("span", _MARKS[page.outcome], class_="mark", aria_hidden="true")
    tiles = [
        element("li", element("b", f"{number:,}"), " ", element("span", name), class_=None if number else "zero")
        for name, number in page.counts.items()
    ]
    return element(
        "header",
        element("p", "tool-conformance", class_="brand"),
        element("h1", mark, " ", page.verdict, class_=page.outcome),
        *(element("p", line, class_="subject") for line in page.subject),
        element("ul", *tiles, class_="tiles", aria_label="Counts"),
    )


def _footer() -> Markup:
    return element("footer", element("p", f"Written by tool-conformance {__version__}. This file loads nothing."))


def _main(page: Page) -> Markup:
    names, several = _Names(), len(page.parts) > 1
    parts = [_part(part, page, names) for part in page.parts]
    headed = [
        [element("h2", part.subject), *content] if several else content
        for part, content in zip(page.parts, parts, strict=True)
    ]
    body = [one for content in headed for one in content]
    return element("main", *page.sections, _filter(page) if page.parts else None, *body, _rules(page), id="main")


def _filter(page: Page) -> Markup:
    """Return the form that narrows the page; the script shows it, as nothing else could make it work."""
    used = {item.level for part in page.parts for item in part.items}
    boxes = [
        element("label", element("input", type="checkbox", name="level", value=one, checked=True), one)
        for one in page.levels
        if one in used
    ]
    only = element("label", element("input", type="checkbox", name="found"), f"only tools with {page.noun}s")
    tools = sum(len(part.shown_tools()) for part in page.parts)
    count = f"{count_of(tools, 'tool')}, {_count_items(page)}"
    return element(
        "form",
        element("label", "Search", class_="sr", for_="search"),
        element("input", id="search", name="search", type="search", placeholder="Search  ( / )", autocomplete="off"),
        element("fieldset", element("legend", "Show", class_="sr"), *boxes, only),
        element("output", count, id="count", aria_live="polite"),
        id="filter",
        class_="filter",
        role="search",
        data_noun=page.noun,
        hidden=True,
    )


def _count_items(page: Page) -> str:
    """Return how many items there are, and how many accepted: what is found at several places counts once."""
    distinct = {one.first_anchor or one.anchor: one.level == ACCEPTED for part in page.parts for one in part.items}
    accepted = sum(distinct.values())
    items = len(distinct) - accepted
    counted = count_of(items, page.noun)
    return f"{counted}, {accepted:,} accepted" if accepted else counted


def _part(part: PagePart, page: Page, names: "_Names") -> list[Content]:
    shown, tools = part.shown_items(), part.shown_tools()
    by_tool: dict[str, list[PageItem]] = {}
    for item in shown:
        by_tool.setdefault(item.tool or "", []).append(item)
    ids = [names.id_of(tool.name) for tool in tools]
    # of two tools with one name the first has the findings, which do not say which of them they mean
    owned = [by_tool.pop(tool.name, []) for tool in tools]
    whole = [item_card(item, page) for item in by_tool.get("", [])]
    urgent = sum(is_urgent(items, page) for items in owned)
    cards = [
        tool_card(tool, one_id, items, part, page, is_open=urgent <= MAX_OPEN)
        for tool, one_id, items in zip(tools, ids, owned, strict=True)
    ]
    notes = [element("p", prose(note), class_="note") for note in part.notes]
    general = element("section", element("h2", "About no single tool"), *whole, class_="whole") if whole else None
    matrix = _matrix(part, tools, ids, owned, page) if tools and part.columns else None
    listed = element("section", element("h2", "Tools"), *cards) if cards else None
    boxes = [element("div", box, class_="box", role="note") for box in part.boxes]
    return [*boxes, *notes, general, matrix, listed]


def _matrix(
    part: PagePart, tools: Sequence[ReportedTool], ids: Sequence[str], owned: Sequence[Sequence[PageItem]], page: Page
) -> Markup:
    head = [element("th", name, scope="col") for name in ("Tool", *part.columns)]
    rows = [
        element(
            "tr",
            element("th", element("a", name_of(tool), href=f"#{one_id}"), scope="row"),
            *(_cell(tool.name, column, items, part, page) for column in part.columns),
            data_tool=one_id,
        )
        for tool, one_id, items in zip(tools, ids, owned, strict=True)
    ]
    table = element("table", element("thead", element("tr", *head)), element("tbody", *rows), class_="matrix")
    return element(
        "section",
        element("h2", "At a glance"),
        element("p", page.legend, class_="quiet"),
        element("div", table, class_="scroll tall", role="region", aria_label="Matrix of tools", tabindex="0"),
    )


def _cell(tool: str, column: str, items: Sequence[PageItem], part: PagePart, page: Page) -> Markup:
    found = [item for item in items if item.column == column and item.level != ACCEPTED]
    if not found:
        return element("td", "✓", class_="clean") if (tool, column) in part.examined else element("td", "·")
    worst = min(found, key=lambda item: page.levels.index(item.level))
    noun = page.noun if len(found) == 1 else f"{page.noun}s"
    hidden = element("span", f" {noun}, worst {worst.level}", class_="sr")
    return element("td", element("a", str(len(found)), hidden, href=f"#{worst.anchor}"), class_=worst.level)


def _rules(page: Page) -> Markup | None:
    used = sorted({item.rule for part in page.parts for item in part.items} & page.rules.keys())
    if not used:
        return None
    entries: list[Content] = []
    for rule in used:
        summary, why = page.rules[rule]
        entries.append(element("dt", element("code", rule), id=f"rule-{rule}"))
        entries.append(element("dd", prose(" ".join(f"{summary} {why}".split()))))
    return element("section", element("h2", "What they ask for"), element("dl", *entries, class_="rules"))


class _Names:
    """The ids of tools on a page: the name where it can be one, and a number where it cannot or is taken."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def id_of(self, name: str) -> str:
        """Return an id that no other tool of the page has."""
        wanted = f"tool-{name}" if _PLAIN_NAME.fullmatch(name) else "tool"
        number, found = 1, wanted
        while found in self._taken or found == "tool":
            number += 1
            found = f"{wanted}-{number}"
        self._taken.add(found)
        return found
