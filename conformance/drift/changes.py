"""One difference between two inventories, as a fact: where, from what to what, and what is proved of it.

A change does not say whether it may be made; that is the policy's to say.
"""

from dataclasses import dataclass
from enum import StrEnum

from conformance.documents.values import JsonValue
from conformance.drift.attribution.judgement import Direction
from conformance.inventory import Tool
from conformance.schema.containment.prover import Verdict


class Surface(StrEnum):
    """What of an inventory changed: each is read by somebody else."""

    INPUT = "input"
    RESULT = "result"
    ENVELOPE = "envelope"
    RENDERING = "rendering"
    DESCRIPTION = "description"
    STABILITY = "stability"
    CAPABILITY = "capability"
    INVENTORY = "inventory"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference; ``pointer`` is into the new inventory, into the old one for what ``is_gone``.

    ``evidence`` is what was proved, where something can be: of inputs that old ones stay accepted, of results that new
    ones were promised before. ``field`` is the name of the member that the change is about, if it is about one.
    """

    kind: str
    surface: Surface
    pointer: str
    before: JsonValue
    after: JsonValue
    tool: str | None = None
    old_tool: Tool | None = None
    new_tool: Tool | None = None
    direction: Direction | None = None
    evidence: Verdict | None = None
    field: str = ""
    is_gone: bool = False

    @property
    def pointer_in_tool(self) -> str:
        """The pointer without the place of the tool in its inventory; it survives reordering."""
        tokens = self.pointer.split("/")
        return "/" + "/".join(tokens[3:]) if self.tool is not None else self.pointer
