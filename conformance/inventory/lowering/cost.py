"""What a catalog of tools costs: the tokens that every request spends on them, tool by tool.

The count covers what is sent: name, description and the lowered schema as compact JSON. Without a tokenizer it is an
estimate and says so; a tokenizer is used only on request, because it may have to download its vocabulary.
"""

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.values import JsonValue, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.inventory.lowering import lower
from conformance.names import suggest
from conformance.settings.profiles.provider import ProviderDialect

BYTES_PER_TOKEN = 4
ESTIMATE = f"estimated: one token per {BYTES_PER_TOKEN} bytes"

Count = Callable[[str], int]


class ToolCost(Struct, frozen=True):
    """The tokens of one tool: in total, of its description, and of its schema."""

    tool: str
    tokens: int
    description: int
    schema: int


class CatalogCost(Struct, frozen=True):
    """The tokens of all tools, the most expensive first, and how they were counted."""

    tools: Sequence[ToolCost]
    tokens: int
    counted: str


def cost_of(inventory: Inventory, dialect: ProviderDialect | None = None, tokenizer: str | None = None) -> CatalogCost:
    """Return what a catalog costs per request; raises ``ConformanceError`` when the tokenizer can't be used.

    ``dialect`` is that of the provider the catalog is sent to; without one the schemas are sent unchanged.
    """
    count = estimate if tokenizer is None else counter(tokenizer)
    costs = [_cost(tool, dialect, count) for tool in inventory.tools]
    counted = ESTIMATE if tokenizer is None else f"counted with the tokenizer {tokenizer}"
    return CatalogCost(sorted(costs, key=lambda cost: -cost.tokens), sum(cost.tokens for cost in costs), counted)


def estimate(text: str) -> int:
    """Return an estimate of the number of tokens of a text."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)


def require_tokenizer(tokenizer: str) -> None:
    """Raise ``ConformanceError`` when tiktoken is not installed, or has no tokenizer of that name."""
    _load_tiktoken(tokenizer)


def _load_tiktoken(tokenizer: str) -> Any:
    try:
        tiktoken: Any = importlib.import_module(
            "tiktoken"
        )  # an optional dependency, imported by name so that type checkers do not require it
    except ImportError:
        raise ConformanceError(
            ErrorKind.CONFIGURATION,
            f"tokenizer {code_text(tokenizer)} needs tiktoken, which is not installed",
            "run `pip install 'tool-conformance[tokens]'`, or leave the tokenizer out for an estimate",
        ) from None
    known: list[str] = tiktoken.list_encoding_names()
    if tokenizer not in known:
        hint = suggest(tokenizer, known, f"use one of {', '.join(known)}")
        raise ConformanceError(ErrorKind.CONFIGURATION, f"tokenizer {code_text(tokenizer)} does not exist", hint)
    return tiktoken


def counter(tokenizer: str) -> Count:
    """Return the counting function of a tiktoken tokenizer; raises ``ConformanceError`` when it can't be used."""
    tiktoken = _load_tiktoken(tokenizer)
    try:
        encoding: Any = tiktoken.get_encoding(tokenizer)
    except Exception as error:  # the download may raise any kind of error
        raise ConformanceError(
            ErrorKind.UNREACHABLE,
            f"the vocabulary of {code_text(tokenizer)} cannot be downloaded ({type(error).__name__})",
            "set TIKTOKEN_CACHE_DIR to a folder that has it, or leave the tokenizer out for an estimate",
        ) from error
    return lambda text: len(encoding.encode_ordinary(text.encode("utf-8", "replace").decode()))


def _cost(tool: Tool, dialect: ProviderDialect | None, count: Count) -> ToolCost:
    if tool.is_freeform:
        schema, key = tool.freeform_grammar, "format"
    else:
        schema, key = tool.input_schema if dialect is None else lower(tool.input_schema, dialect).schema, "parameters"
    # what a list for Anthropic shows the model beside the schema
    examples = {"input_examples": tool.raw["input_examples"]} if "input_examples" in tool.raw else {}
    sent: JsonValue = {"name": tool.own_name, "description": tool.description, key: schema, **examples}
    return ToolCost(tool.name, count(compact_json(sent)), count(tool.description or ""), count(compact_json(schema)))
