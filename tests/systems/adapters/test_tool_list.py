"""The scheme of a list says its format, and what it names is a JSON file or a name in a module."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.errors import ConformanceError
from conformance.systems.adapters.tool_list import open_list
from conformance.systems.runtime import Opening

FUNCTION = {"type": "function", "function": {"name": "get_note", "parameters": {"type": "object"}}}


def _refusal(source: str, base: Path) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        open_list(source, Opening(base=base))
    return caught.value


@pytest.mark.parametrize("scheme", ["anthropic", "gemini"])
def test_a_list_of_another_format_than_the_scheme_says_is_not_an_empty_list(tmp_path: Path, scheme: str) -> None:
    (tmp_path / "list.json").write_text(json.dumps([FUNCTION]))
    refusal = _refusal(f"{scheme}:list.json", tmp_path)
    assert "`list.json` is a list of OpenAI functions, not a list of" in refusal.message
    assert refusal.recovery_hint == "write `openai:list.json`"


@pytest.mark.parametrize(
    ("scheme", "value"),
    [
        ("anthropic", [{"type": "bash_20250124", "name": "bash"}]),
        ("openai", [{"type": "web_search"}]),
        ("gemini", {"tools": [{"googleSearch": {}}]}),
        ("openai", {"tools": []}),
        ("anthropic", []),
    ],
)
def test_a_list_that_only_has_tools_of_the_provider_may_be_of_its_format(
    tmp_path: Path, scheme: str, value: Any
) -> None:
    (tmp_path / "list.json").write_text(json.dumps(value))
    assert open_list(f"{scheme}:list.json", Opening(base=tmp_path)).describe()["tools"] == []


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("./notes.py:TOOLS", "`notes:TOOLS`"),
        ("notes.py:TOOLS", "`notes:TOOLS`"),
        ("notes.py", "`notes:NAME`"),
        ("lists/notes.py:TOOLS", "`lists.notes:TOOLS`"),
        ("../other/notes.py:TOOLS", "`notes:TOOLS`, started in `../other`"),
    ],
)
def test_the_file_of_a_module_is_answered_with_its_name(tmp_path: Path, name: str, meant: str) -> None:
    (tmp_path / "notes.py").write_text("TOOLS = []")
    refusal = _refusal(f"openai:{name}", tmp_path)
    assert "is a file, not a module" in refusal.message
    assert refusal.recovery_hint == f"name it as in an import: {meant}"
