"""The input schemas of the corpus, each once."""

import json
from collections.abc import Iterator
from pathlib import Path

from conformance.documents.values import JsonValue


def corpus_schemas(corpus: Path) -> Iterator[tuple[str, JsonValue]]:
    """Yield file and tool with its input schema; a schema that several files share comes once."""
    seen: set[str] = set()
    for name, schema in _all(corpus):
        text = json.dumps(schema, sort_keys=True)
        if text not in seen:
            seen.add(text)
            yield name, schema


def _all(corpus: Path) -> Iterator[tuple[str, JsonValue]]:
    for file in sorted(corpus.glob("inventories/*.json")):
        for tool in json.loads(file.read_text("utf-8"))["tools"]:
            yield f"{file.stem}:{tool['name']}", tool["input_schema"]
    for file in sorted(corpus.glob("mcp/*.json")):
        for tool in json.loads(file.read_text("utf-8"))["tools"]:
            yield f"{file.stem}:{tool['name']}", tool["inputSchema"]
