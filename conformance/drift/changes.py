"""One difference between two inventories as a plain fact: location, before, after and evidence.

A change does not state whether it is allowed; the policy does.
"""

from enum import StrEnum

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.drift.attribution.judgement import Direction, Refusal
from conformance.inventory import Tool
from conformance.schema.containment.prover import Answer, Verdict


class ChangeSurface(StrEnum):
    """The part of an inventory that changed; each part has its own readers."""

    INPUT = "input"
    RESULT = "result"
    ENVELOPE = "envelope"
    RENDERING = "rendering"
    DESCRIPTION = "description"
    STABILITY = "stability"
    CAPABILITY = "capability"
    INVENTORY = "inventory"


class Change(Struct, frozen=True):
    """One difference; ``pointer`` points into the new inventory, or into the old one if ``is_gone``.

    ``evidence`` is the verdict of the prover, shortened for a report, if there is one: for inputs on whether old ones
    stay accepted, for results on whether new ones were allowed before. ``field`` is the member that the change
    concerns, or an empty text.
    """

    kind: str
    surface: ChangeSurface
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
    is_undecidable: bool = False
    """Whether nothing can judge the new schema, or only with too much work, so that every break in it stays hidden."""
    was_deprecated: bool = False
    """Whether the old inventory marks the field as one that will leave."""
    refuses: Refusal | None = None
    """What says whether the change alone refuses an instance that was accepted, ``None`` where nothing does."""

    @property
    def may_refuse(self) -> bool:
        """Whether there may be instances that the change refuses."""
        return self.evidence is None or self.evidence.answer is not Answer.COMPATIBLE

    @property
    def pointer_in_tool(self) -> str:
        """The pointer relative to the tool, which survives a reordering of the inventory."""
        # The first three tokens are "", "tools" and the index.
        tokens = self.pointer.split("/")
        return "/" + "/".join(tokens[3:]) if self.tool is not None else self.pointer
