"""One place says which format a file has, by its content; a new format is one new file."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of
from conformance.inventory import formats
from conformance.inventory.formats import all_formats, format_schemes, recognise
from conformance.plugins import submodules
from conformance.settings.repository import Config

TODAY = datetime.date(2026, 5, 1)
OWN: dict[str, Any] = {"source_of_truth": {}}
MCP, ANTHROPIC, RESPONSES = {"inputSchema": {}}, {"input_schema": {}}, {"type": "function", "name": "a"}
DECLARED = {"name": "a", "parameters": {"type": "OBJECT"}}
HOSTED = {"type": "web_search"}
RECOGNISED: dict[str, list[Any]] = {
    "inventory": [
        {"version": 2, "tools": [ANTHROPIC]},
        {"version": 2, "tools": []},
        {**OWN, "tools": [MCP]},
        {**OWN, "tools": [RESPONSES]},
        {**OWN, "tools": []},
        *({"tools": None}, {"tools": {"tools": [MCP]}}, {"foo": 1}, {}, [], ["a", 5], 5, None),
    ],
    "mcp-tools": [
        *([MCP], MCP, {"tools": [MCP]}, {"result": {"tools": [MCP]}}, {"tools": []}, {"result": {"tools": []}}),
        {"server": "s", "version": "1.2", "protocolVersion": "2025-11-25", "tools": [MCP]},
        *([{**MCP, "parameters": {}}], [{**MCP, **RESPONSES}]),
    ],
    "gemini": [
        *(
            [{"functionDeclarations": [DECLARED]}],
            {"functionDeclarations": []},
            {"tools": [{"function_declarations": []}]},
        ),
        *({"tools": [{"googleSearch": {}}, {"functionDeclarations": [DECLARED]}]}, [DECLARED], DECLARED),
        [{"name": "a", "parametersJsonSchema": {"type": "object"}}],
    ],
    "openai": [
        *([{"type": "namespace", "name": "a", "tools": [RESPONSES]}], [{"type": "custom", "name": "a"}]),
        [{**ANTHROPIC, "type": "custom"}, {"type": "custom", "name": "a", "format": {"type": "text"}}],
        [RESPONSES],
        RESPONSES,
        [{"function": {"name": "a"}}],
        {"parameters": {}},
        [{"name": "a", "parameters": {"type": ["object"]}}],
        [{**RESPONSES, "parameters": {}, **MCP}],
        [HOSTED, RESPONSES],
    ],
    "anthropic": [
        [{"type": "custom", "name": "a"}, ANTHROPIC],
        [{**ANTHROPIC, "type": "custom"}],
        [ANTHROPIC],
        ANTHROPIC,
        {"tools": [ANTHROPIC]},
        [{"type": "bash_1", "name": "bash"}],
        [5, {}],
    ],
}


def test_each_format_is_recognised_by_what_a_document_holds() -> None:
    for scheme, values in RECOGNISED.items():
        assert [value for value in values if recognise(value) != scheme] == []


def test_every_format_is_among_the_examples() -> None:
    assert sorted(RECOGNISED) == list(all_formats()) == list(format_schemes())


BEDROCK = '''"""Tool specifications of Bedrock."""
from conformance.inventory.external import tool_value
from conformance.inventory.formats import Claim, Format, Translation

def claim(listing):
    return Claim.CERTAIN if "toolSpec" in listing.first else Claim.NONE

def tool(entry):
    return tool_value(entry["toolSpec"]["name"], "", entry["toolSpec"]["schema"])

FORMAT = Format(claim, Translation(tool, "each", {"/input_schema": "/toolSpec/schema"}), profile="gemini")
'''


@pytest.fixture
def one_more_file(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A format in a file of its own, beside those that are there."""
    folder = tmp_path_factory.mktemp("formats")
    (folder / "bedrock.py").write_text(BEDROCK, "utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    _forget_formats()
    yield
    _forget_formats()


def _forget_formats() -> None:
    submodules.cache_clear()
    all_formats.cache_clear()


@pytest.mark.usefixtures("one_more_file")
def test_a_new_format_is_one_new_file(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a b": {"type": "string"}}}
    (tmp_path / "list.json").write_text(json.dumps([{"toolSpec": {"name": "get_a", "schema": schema}}]), "utf-8")
    subject = subject_of(tmp_path / "list.json", Config())
    report = check_subject(subject, Config(profile="gemini"), TODAY, ["provider_property_names"])
    assert [one.pointer for one in report.findings] == ["/0/toolSpec/schema/properties/a b"]
