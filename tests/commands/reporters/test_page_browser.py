"""The page in a browser: the filter narrows it, a link opens what it leads to, and nothing that was checked runs.

Needs playwright (the extra ``browser``) and Chromium, as Debian packages it; else these tests are skipped.
``CONFORMANCE_CHROMIUM`` names a browser elsewhere, ``CONFORMANCE_AXE`` the file ``axe.min.js`` of axe-core.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.reporters import render_drift, render_findings
from tests.commands.reporters.golden_reports import BREAK, DRIFT, FINDING, FOLDER, REPORT, STRANGE, WARNING
from tests.commands.reporters.pages import hostile_tools, many_tools, page_of

CHROMIUM, AXE = "CONFORMANCE_CHROMIUM", "CONFORMANCE_AXE"
_PATIENCE_MS = 10_000
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    program = os.environ.get(CHROMIUM) or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip(f"no Chromium: install the package `chromium`, or name the program in {CHROMIUM}")
    playwright: Any = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install 'tool-conformance[browser]'"
    )
    with playwright.sync_playwright() as driver:
        # A container has no user namespaces for the sandbox; the pages are our own.
        opened = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Return a function that opens a page and fails the test at the end if the browser logged anything."""
    logged: list[str] = []
    requested: list[str] = []
    contexts: list[Any] = []

    def open_page(text: str, anchor: str = "", **settings: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, "utf-8")
        contexts.append(browser.new_context(**{"viewport": DESK, **settings}))
        page = contexts[-1].new_page()
        page.set_default_timeout(_PATIENCE_MS)
        page.on("console", _collector(logged, "text"))
        page.on("pageerror", _collector(logged, "message"))
        page.on("request", _collector(requested, "url"))
        page.goto(file.as_uri() + anchor)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert logged == []
    assert {url.partition("#")[0] for url in requested} == {(tmp_path / "page.html").as_uri()}


def _collector(found: list[str], name: str) -> Any:
    """Return a listener that keeps one attribute of each event."""

    def keep(event: Any) -> None:
        found.append(str(getattr(event, name)))

    return keep


def test_nothing_of_a_hostile_inventory_runs_or_is_loaded(show: Any) -> None:
    page = show(page_of(hostile_tools()))
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("window.ran") is None
    assert page.locator("img, svg, iframe").count() == 0
    assert "<script>window.ran = 1</script>" in page.inner_text("main")


def test_the_filter_finds_by_name_text_and_level_and_says_how_many_are_left(show: Any) -> None:
    page = show(render_findings("html", REPORT, FOLDER))
    names = page.locator(".tool:visible h3")
    assert names.count() == 3
    for text, expected, count in (
        ("TIMEOUT duration", ["Wait"], "1 tool, 1 finding"),
        ("pascalcase", ["list_tasks"], "1 tool, 1 finding, 1 accepted"),
        ("nothing like this", [], "0 tools, 0 findings"),
    ):
        page.fill("#search", text)
        page.locator("#count", has_text=count).wait_for()
        assert names.all_inner_texts() == expected
        assert page.locator(".matrix tbody tr:visible").count() == len(expected)
    page.fill("#search", "")
    page.uncheck("input[value=error]")
    page.locator("#count", has_text="2 findings, 1 accepted").wait_for()
    assert "Wait" in names.all_inner_texts()


def test_a_link_opens_the_tool_of_its_finding_and_moves_there_also_past_the_filter(show: Any) -> None:
    text = render_findings("html", REPORT, FOLDER)
    last = f"finding-{STRANGE.fingerprint}"
    assert show(text).locator(f"#{last}").is_hidden()  # in a closed tool, as it is nothing urgent
    page = show(text, f"#{last}")
    assert page.locator(f"#{last}").is_visible()
    assert page.evaluate("document.activeElement.id") == last
    page.fill("#search", "nothing like this")
    page.locator(f"#{last}").wait_for(state="hidden")
    page.evaluate("location.hash = ''")
    page.evaluate(f"location.hash = '{last}'")
    page.locator(f"#{last}").wait_for(state="visible")


def test_the_values_of_a_change_stand_out_from_it_also_where_a_link_leads_to_it(show: Any) -> None:
    anchor = f"#finding-{BREAK.fingerprint}"
    page = show(render_drift("html", DRIFT, FOLDER), anchor)
    colour = "one => getComputedStyle(one).backgroundColor"
    assert page.locator(anchor).evaluate(colour) != page.locator(f"{anchor} pre").first.evaluate(colour)


def test_the_keyboard_reaches_the_search_and_opens_a_tool(show: Any) -> None:
    page = show(render_findings("html", REPORT, FOLDER))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    card = page.locator("#tool-Wait")
    was_open = card.get_attribute("open") is not None
    card.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert (card.get_attribute("open") is not None) is not was_open


def test_a_page_fits_a_phone(show: Any) -> None:
    for text in (render_findings("html", REPORT, FOLDER), render_drift("html", DRIFT, FOLDER), page_of(many_tools(3))):
        page = show(text, viewport=PHONE)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_page_without_scripts_shows_everything_but_the_filter(show: Any) -> None:
    page = show(render_findings("html", REPORT, FOLDER), f"#finding-{FINDING.fingerprint}", java_script_enabled=False)
    assert page.locator("#filter").is_hidden()
    assert page.locator(f"#finding-{FINDING.fingerprint}").is_visible()
    assert page.locator(f"#finding-{WARNING.fingerprint}").count() == 1


@pytest.mark.skipif(AXE not in os.environ, reason=f"{AXE} names axe.min.js of the npm package axe-core")
def test_axe_finds_nothing(show: Any) -> None:
    script = Path(os.environ[AXE]).read_text("utf-8")
    for text in (render_findings("html", REPORT, FOLDER), render_drift("html", DRIFT, FOLDER), page_of(many_tools(3))):
        for settings in ({"color_scheme": "light"}, {"color_scheme": "dark", "viewport": PHONE}):
            page = show(text, **settings)
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            page.evaluate(script)
            found = page.evaluate("axe.run()")["violations"]
            assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []
