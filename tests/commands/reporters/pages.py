"""Pages for tests: one with hostile texts wherever a text can be, one of many tools, and a parser that reads them."""

import datetime
import json
from dataclasses import dataclass, field
from html.parser import HTMLParser

from conformance.commands.check import check_subject
from conformance.commands.report import Report
from conformance.commands.reporters import render_findings
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.settings.repository import Config
from tests.commands.reporters.golden_reports import FOLDER

HOSTILE_TEXTS = (
    "<script>window.ran = 1</script>",
    "</script><script>window.ran = 1</script>",
    '"><img src=x onerror="window.ran = 1">',
    "<svg/onload=window.ran=1>",
    "{{BODY}} {{SCRIPT_HASH}} </style><style>body{display:none}</style>",
    "javascript:window.ran=1",
    "<!-- <!doctype html> --> &lt;b&gt; \u202e ]]>",
)


def hostile_tools() -> list[JsonObject]:
    """Return tools in which every text is hostile, in names, descriptions, enums, defaults and patterns."""
    return [
        {
            "name": text,
            "description": f"{text}\nReads `{text}` and more.",
            "inputSchema": {
                "type": "object",
                "properties": {text: {"type": "string", "description": text, "enum": [text], "default": text}},
                "required": [text],
            },
        }
        for text in HOSTILE_TEXTS
    ]


def many_tools(number: int) -> list[JsonObject]:
    """Return tools with six parameters each, of which every tenth has something to find."""
    names = ("query", "cursor", "owner", "limit", "order", "timeout")
    properties: JsonObject = {
        name: {"type": "string", "description": f"The {name} of the request, as the service documents it."}
        for name in names
    }
    return [
        {
            "name": f"list_things_{index}" if index % 10 else f"listThings{index}",
            "description": f"List the things of collection {index}, newest first. Returns at most a hundred of them.",
            "inputSchema": {"type": "object", "properties": properties, "required": ["query"]},
        }
        for index in range(number)
    ]


def report_on(tools: list[JsonObject]) -> Report:
    """Return what `check` reports of a list of tools."""
    return check_subject(subject_of_text(json.dumps({"tools": tools}).encode()), Config(), datetime.date(2026, 5, 1))


def page_of(tools: list[JsonObject]) -> str:
    """Return the page of a list of tools."""
    return render_findings("html", report_on(tools), FOLDER)


@dataclass(slots=True)
class Element:
    """One element of a page: its name, its attributes and the text directly in it."""

    name: str
    attributes: dict[str, str]
    text: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = Element(tag, {key: value or "" for key, value in attrs})
        self.elements.append(one)
        if tag not in ("meta", "input", "br"):
            self.open.append(one)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.open[-1].text += data


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The elements of a page in order; reading one asserts that each is closed where it should be."""

    elements: list[Element] = field(default_factory=list[Element])

    def named(self, name: str) -> list[Element]:
        """Return the elements of one name."""
        return [one for one in self.elements if one.name == name]

    @property
    def ids(self) -> list[str]:
        """The ids of all elements."""
        return [one.attributes["id"] for one in self.elements if "id" in one.attributes]


def read_page(text: str) -> ReadPage:
    """Return the elements of a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return ReadPage(reader.elements)
