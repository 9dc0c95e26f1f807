"""Refuses a field that is like none, and drops one that is nearly right."""

from conformance.documents.pointers import parent, split
from conformance.documents.values import JsonValue
from conformance.names import closest_match
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import SCHEMAS, SoundRuntime
from conformance.schema.subschemas import Subschemas
from conformance.systems.refusals import Complaint


class TakesMisspeltFields(SoundRuntime):
    """Refuses a field that is like none, and drops one that is nearly right."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let near misses pass."""
        return complaint.kind == "unknown" and _is_near(complaint.pointer, Subschemas(SCHEMAS[tool]))


def _is_near(pointer: str, subschemas: Subschemas) -> bool:
    names = subschemas.names_at(parent(pointer))
    return closest_match(split(pointer)[-1], names) is not None


MINIATURE = Miniature(TakesMisspeltFields, expected_probe="misspelt_field_rejected")
