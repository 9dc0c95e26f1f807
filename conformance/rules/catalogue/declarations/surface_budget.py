"""The tools cost no more tokens than the project's budget allows.

Every request pays for every tool, used or not. A catalog grows by one good reason at a time; a budget makes somebody
ask what could go.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.lowering.cost import cost_of, require_tokenizer
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Tools named in a message; `conformance cost` lists all of them.
_SHOWN_TOOLS = 3


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when all tools together, or one of them, cost more tokens than the budget.

    Raises ``ConformanceError`` for a tokenizer that is unknown or not installed.
    """
    budget = profile.budget
    if budget.request_tokens is None and budget.tool_tokens is None:
        if budget.tokenizer is not None:
            require_tokenizer(budget.tokenizer)  # report a misspelled one now, not on the day that a budget is set
        return
    cost = cost_of(inventory, profile.provider.dialect if profile.provider else None, budget.tokenizer)
    if budget.request_tokens is not None and cost.tokens > budget.request_tokens:
        most_expensive = list_codes((tool.tool for tool in cost.tools), _SHOWN_TOOLS)
        yield Problem(
            f"tools cost {cost.tokens:,} tokens per request, "
            f"but the budget is {budget.request_tokens:,} ({cost.counted})",
            f"shorten {most_expensive}, which cost the most; see `conformance cost`",
            "/tools",
        )
    for tool in cost.tools:
        if budget.tool_tokens is not None and tool.tokens > budget.tool_tokens:
            known = next(known for known in inventory.tools if known.name == tool.tool)
            yield Problem(
                f"tool {code_text(tool.tool)} costs {tool.tokens:,} tokens per request, "
                f"but the budget is {budget.tool_tokens:,} ({cost.counted})",
                _advice(known),
                known.pointer,
            )


def _advice(tool: Tool) -> str:
    """Say what to shorten: the description of the tool, unless its schemas are longer."""
    schemas = (tool.input_schema, tool.success_result_schema)
    if sum(len(compact_json(schema)) for schema in schemas if schema is not None) > len(tool.description or ""):
        return "shorten its schemas, which cost more than its description, or split it"
    return "shorten its description, or return guidance that is needed only once in its result"


RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#goals",
    profile="mcp",
    good=([{"name": "list_tasks", "annotations": {"readOnlyHint": True}}],),
    bad=(
        BadExample(
            [
                {
                    "name": "list_tasks",
                    "annotations": {"readOnlyHint": True},
                    "description": "List active tasks with bounded output. " * 250,
                }
            ],
            says="tool `list_tasks` costs",
            at="/tools/0",
        ),
    ),
)
