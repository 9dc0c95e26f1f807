"""One tool on a page: its description, fields with what was found in them, receipts and definition."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from conformance.commands.report import ReportedField, ReportedTool
from conformance.commands.reporters._markup import Markup, element, join, lines, prose
from conformance.commands.reporters._page import Page, PageItem, PagePart
from conformance.display import cut_middle, first_sentence
from conformance.documents.values import JsonValue

_GIST_CHARS = 160
_MAX_NAME_CHARS = 200


def name_of(tool: ReportedTool) -> str:
    """Return the name of a tool, cut in the middle where it is too long for a heading."""
    return cut_middle(tool.name, _MAX_NAME_CHARS) or "(no name)"


def tool_card(
    tool: ReportedTool, one_id: str, items: Sequence[PageItem], part: PagePart, page: Page, *, is_open: bool
) -> Markup:
    """Return a tool that opens to all that is known of it; ``is_open`` opens it where an item is urgent."""
    placed = _place_items(items, tool.fields)
    own = [item_card(item, page) for item in placed.pop("", [])]
    head = element(
        "summary",
        element("h3", name_of(tool)),
        element("span", first_sentence(tool.description)[:_GIST_CHARS], class_="gist"),
        _counts(items, page),
    )
    body = element(
        "div",
        element("p", lines(tool.description), class_="description") if tool.description else None,
        _facts(tool.facts),
        *(element("p", line, class_="note") for line in part.measures.get(tool.name, ())),
        *own,
        *_fields(tool, placed, page),
        *_receipts(tool),
        _json(tool.definition, "Definition as JSON") if tool.definition is not None else None,
        class_="body",
    )
    return element("details", head, body, class_="tool", id=one_id, open=is_open and is_urgent(items, page))


def is_urgent(items: Iterable[PageItem], page: Page) -> bool:
    """Say whether one of the items is what a reader of the page comes for."""
    return any(item.level in page.urgent for item in items)


def _place_items(items: Iterable[PageItem], fields: Sequence[ReportedField]) -> dict[str, list[PageItem]]:
    """Group items by the pointer of the innermost field that they are about, empty for the tool itself."""
    pointers = {one.pointer for one in fields}
    placed: dict[str, list[PageItem]] = {}
    for item in items:
        at = item.pointer
        while at and at not in pointers:
            at = at.rpartition("/")[0]
        placed.setdefault(at, []).append(item)
    return placed


def _counts(items: Iterable[PageItem], page: Page) -> Markup:
    counted = Counter(item.level for item in items)
    shown = [_count(one, counted[one]) for one in page.levels if counted[one]]
    return element("span", join(shown, " "), class_="counts")


def _count(level: str, number: int) -> Markup:
    # the other levels are adjectives, or have no plural
    is_plural = number != 1 and level in ("error", "warning")
    return element("span", f"{number} {level}{'s' if is_plural else ''}", class_=f"level {level}")


def _facts(facts: Mapping[str, str]) -> Markup | None:
    stated = [element("div", element("dt", name), element("dd", value)) for name, value in facts.items()]
    return element("dl", *stated, class_="facts") if stated else None


def _fields(tool: ReportedTool, placed: Mapping[str, Sequence[PageItem]], page: Page) -> Iterator[Markup]:
    for title, is_result in (("Parameters", False), ("Fields of the result", True)):
        rows = [row for one in tool.fields if one.is_result is is_result for row in _field(one, placed, page)]
        if rows:
            head = element("tr", *(element("th", name, scope="col") for name in ("Name", "Type", "Description")))
            table = element("table", element("thead", head), element("tbody", *rows), class_="fields")
            yield element("h4", title)
            label = f"{title} of {name_of(tool)}"
            yield element("div", table, class_="scroll", role="region", aria_label=label, tabindex="0")


def _field(one: ReportedField, placed: Mapping[str, Sequence[PageItem]], page: Page) -> Iterator[Markup]:
    need = "required" if one.is_required else "optional"
    limits = element("span", ", ".join(one.limits), class_="limits") if one.limits else None
    yield element(
        "tr",
        element("th", element("code", one.name), scope="row"),
        element("td", one.type, element("span", need, class_="limits")),
        element("td", lines(one.description), limits, class_="what"),
    )
    if items := placed.get(one.pointer):
        yield element("tr", element("td", *(item_card(item, page) for item in items), colspan="3"), class_="found")


def _receipts(tool: ReportedTool) -> Iterator[Markup]:
    if not tool.receipts:
        return
    yield element("h4", "Receipts")
    if tool.note:
        yield element("p", f"Samples: {tool.note}.", class_="note")
    for one in tool.receipts:
        yield element("p", one.name, class_="quiet")
        yield _pair(
            [("What the model sees", element("pre", lines(one.text))), ("Canonical", _json_text(one.canonical))]
        )


def _pair(columns: Iterable[tuple[str, Markup]]) -> Markup:
    shown = [element("div", element("p", label), content) for label, content in columns]
    return element("div", *shown, class_="pair")


def _json(value: JsonValue, title: str) -> Markup:
    return element("details", element("summary", title), _json_text(value), class_="json")


def _json_text(value: JsonValue) -> Markup:
    return element("pre", lines(json.dumps(value, indent=2, ensure_ascii=False)))


def item_card(item: PageItem, page: Page) -> Markup:
    """Return one finding or change, which a link reaches by its id."""
    more = f" (and {item.repeats:,} more)" if item.repeats else ""
    head = element(
        "p",
        element("span", item.level, class_="level"),
        element("a", item.rule, href=f"#rule-{item.rule}") if item.rule in page.rules else item.rule,
        element("a", "link", element("span", f" to this {item.level}", class_="sr"), href=f"#{item.anchor}"),
        class_="head",
    )
    return element(
        "div",
        head,
        element("p", prose(item.message), more, class_="says"),
        element("p", "Also about: ", join((element("code", one) for one in item.also), ", "), class_="note")
        if item.also
        else None,
        element("p", element("code", item.where), class_="where") if item.where else None,
        *(element("p", element("code", note), class_="note") for note in item.notes),
        *(_pair((label, _json_text(value)) for label, value in row) for row in item.values if row),
        element("p", prose(item.reason), class_="note") if item.reason else None,
        element("p", prose(item.help), class_="help") if item.help else None,
        element("p", "Accept: ", element("code", item.accept), class_="note") if item.accept else None,
        class_=f"finding {item.level}",
        id=item.anchor,
        data_level=item.level,
        data_first=item.first_anchor or None,
    )
