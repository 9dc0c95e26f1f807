"""A trend on a page: one bar for each earlier report or version, and a table with the numbers."""

from collections.abc import Iterator, Sequence

from conformance.commands.report import TrendPoint
from conformance.commands.reporters._markup import Content, Markup, element

_WIDTH, _GAP, _HEIGHT = 10, 2, 60
"""Of a bar, between two bars, and of the highest bar; the picture is stretched to the width of the page."""
_MAX_BARS = 60
"""More points than this are left out at the beginning."""


def trend_section(points: Sequence[TrendPoint], levels: Sequence[str], noun: str) -> Iterator[Content]:
    """Yield the section on a trend, the oldest point first; nothing where there is nothing to compare."""
    if len(points) < 2:
        return
    latest = points[-_MAX_BARS:]
    used = [level for level in levels if any(one.counts.get(level) for one in latest)]
    rows = [_row(one, used) for one in latest]
    # the names of the levels have the colours of the bars
    names = [*(element("span", level, class_=f"level {level}") for level in used), "new", "gone"]
    head = element("tr", element("td"), *(element("th", name, scope="col") for name in names))
    table = element("table", element("thead", head), element("tbody", *rows))
    left_out = len(points) - len(latest)
    yield element(
        "section",
        element("h2", "Trend"),
        _bars(latest, used, noun),
        element("p", f"{left_out:,} earlier ones are left out.", class_="note") if left_out else None,
        element("div", table, class_="scroll", role="region", aria_label="Numbers of the trend", tabindex="0"),
    )


def _row(point: TrendPoint, levels: Sequence[str]) -> Markup:
    cells = [f"{point.counts.get(level, 0):,}" for level in levels] if point.counts else ["-"] * len(levels)
    moved = ["-" if number is None else f"{number:,}" for number in (point.added, point.gone)]
    label = [point.label, element("span", point.note, class_="limits") if point.note else None]
    return element("tr", element("th", *label, scope="row"), *(element("td", text) for text in (*cells, *moved)))


def _bars(points: Sequence[TrendPoint], levels: Sequence[str], noun: str) -> Markup:
    most = max(1, *(sum(one.counts.get(level, 0) for level in levels) for one in points))
    bars = [
        bar for place, one in enumerate(points) for bar in _bar(one, levels, place * (_WIDTH + _GAP), _HEIGHT / most)
    ]
    width = len(points) * (_WIDTH + _GAP) - _GAP
    label = f"Bars: {noun}s of the last {len(points)}, oldest first; the table below has the numbers"
    box = f"0 0 {width} {_HEIGHT}"
    return element("svg", *bars, class_="trend", viewBox=box, preserveAspectRatio="none", role="img", aria_label=label)


def _bar(point: TrendPoint, levels: Sequence[str], left: int, scale: float) -> Iterator[Markup]:
    """Yield the parts of one bar, the most severe at the bottom."""
    top = float(_HEIGHT)
    for level in levels:
        height = point.counts.get(level, 0) * scale
        if height:
            top -= height
            size = {"x": str(left), "y": f"{top:.2f}", "width": str(_WIDTH), "height": f"{height:.2f}"}
            yield element("rect", class_=level, **size)
