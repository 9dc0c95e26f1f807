"""Tools that belong to the runtime are not offered to the model.

Notifying the operator is policy: who learns what, and when. It stays with the runtime, where no model can be talked
into it, and out of the inventory of the model's tools. A tool whose capability the runtime keeps to itself causes only
a warning: no agent was promised it.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the tool is one of the profile's runtime-owned tools, in any spelling of its name."""
    owned = next((name for name in profile.runtime_owned_tools if words_of(name) == words_of(tool.name)), None)
    if owned is not None:
        kept = tool.capability in profile.runtime_owned_capabilities
        yield Problem(
            f"tool {code_text(tool.name)} belongs to the runtime, not to the model",
            "remove it from the inventory, and leave what it does to the runtime's policy",
            "/name",
            max_level=Level.WARNING if kept else Level.ERROR,
        )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-families-toolcapabilityfamily",
    good=({"name": "AgentGet"},),
    bad=(
        BadExample({"name": "NotifyOperator"}, says="tool `NotifyOperator` belongs to the runtime", at="/tools/0/name"),
    ),
)
