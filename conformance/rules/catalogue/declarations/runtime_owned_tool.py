"""Tools that belong to the runtime are not offered to the model.

Notifying the operator is policy: who learns what, and when. It stays with the runtime, where no model can be talked
into it, and out of the inventory of the model's tools. A tool whose capability the runtime keeps to itself causes only
a warning: no agent was promised it.
"""

import functools
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name is one of the profile's runtime-owned tools, or states such a purpose."""
    if _is_owned(tool.name, profile):
        kept = tool.capability in profile.runtime_owned_capabilities
        yield Problem(
            f"tool {code_text(tool.name)} belongs to the runtime, not to the model",
            "remove it from the inventory, and leave what it does to the runtime's policy",
            "/name",
            max_level=Level.WARNING if kept else Level.ERROR,
        )


def _is_owned(name: str, profile: Profile) -> bool:
    """Say whether a name is owned in any spelling, or contains all words of a purpose and no word beside them."""
    words = _stems(name)
    if any(words == _stems(owned) for owned in profile.runtime_owned_tools):
        return True
    return any(set(words) == set(_stems(purpose)) for purpose in profile.runtime_owned_purposes)


@functools.lru_cache(maxsize=256)  # those of the profile are compared with the name of each tool
def _stems(name: str) -> Sequence[str]:
    return tuple(_stem(word) for word in words_of(name))


def _stem(word: str) -> str:
    """Return a word without the ending that makes a noun of a verb, or a plural: `notification`, `callbacks`."""
    plain = word.lower()
    for ending, verb in _ENDINGS:
        if plain.endswith(ending) and len(plain) > len(ending) + 2:
            return plain.removesuffix(ending) + verb
    return plain


# The nouns of verbs that name a purpose: notification, rendering, delivery, callbacks.
_ENDINGS = (("ification", "ify"), ("ering", "er"), ("ivery", "iver"), ("s", ""))

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-families-toolcapabilityfamily",
    good=({"name": "AgentGet"}, {"name": "ListCallbacks"}),
    bad=(
        BadExample({"name": "DeliverCallback"}, says="tool `DeliverCallback` belongs to the runtime"),
        BadExample({"name": "RenderUi"}, says="tool `RenderUi` belongs", also=("plane_vocabulary",)),
        BadExample({"name": "PostDeliveryCallback"}, says="tool `PostDeliveryCallback` belongs to the runtime"),
        BadExample({"name": "RenderCard"}, says="tool `RenderCard` belongs", also=("plane_vocabulary",)),
        BadExample({"name": "OperatorNotification"}, says="`OperatorNotification` belongs"),
        BadExample({"name": "NotifyUser"}, says="tool `NotifyUser` belongs", also=("plane_vocabulary",)),
        BadExample({"name": "NotifyOperator"}, says="tool `NotifyOperator` belongs to the runtime", at="/tools/0/name"),
    ),
)
