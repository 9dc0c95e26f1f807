"""A catalog of tools costs no more than the repo has decided that it may.

Every request pays for every tool, used or not. A catalog grows by one good reason at a time; a budget is where
somebody asks what could go.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.lowering.cost import cost_of, require_tokenizer
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_SHOWN_TOOLS = 3


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when all tools together, or one of them, cost more tokens than the budget.

    Raises ``ConformanceError`` for a tokenizer that can't be used.
    """
    budget = profile.budget
    if budget.request_tokens is None and budget.tool_tokens is None:
        if budget.tokenizer is not None:
            require_tokenizer(budget.tokenizer)  # a misspelt one is not kept for the day that a budget is set
        return
    cost = cost_of(inventory, profile.provider.dialect if profile.provider else None, budget.tokenizer)
    if budget.request_tokens is not None and cost.tokens > budget.request_tokens:
        dearest = list_names((tool.tool for tool in cost.tools), _SHOWN_TOOLS)
        yield Problem(
            f"the tools cost {cost.tokens:,} tokens in every request, more than {budget.request_tokens:,} "
            f"({cost.counted}); the dearest are {dearest}",
            "shorten descriptions, drop what is repeated, or offer fewer tools; `conformance cost` lists them",
            "/tools",
        )
    for tool in cost.tools:
        if budget.tool_tokens is not None and tool.tokens > budget.tool_tokens:
            yield Problem(
                f"tool {quote_text(tool.tool)} costs {tool.tokens:,} tokens in every request, more than "
                f"{budget.tool_tokens:,} ({cost.counted})",
                "shorten its description, or move what is needed once into its result",
                next(known.pointer for known in inventory.tools if known.name == tool.tool),
            )


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
            says="'list_tasks' costs",
            at="/tools/0",
        ),
    ),
)
