"""Refuses a field that is like none, and drops one that is nearly right."""

from conformance.adapters.refusals import Complaint
from conformance.json_schema.places import Places
from conformance.json_values import JsonValue
from conformance.miniatures import Miniature
from conformance.miniatures._sound import SCHEMAS, SoundRuntime
from conformance.pointers import parent, split
from conformance.words import nearest


class TakesMisspeltFields(SoundRuntime):
    """Refuses a field that is like none, and drops one that is nearly right."""

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Let near misses pass."""
        return complaint.kind == "unknown" and _is_near(complaint.pointer, Places(SCHEMAS[tool]))


def _is_near(pointer: str, places: Places) -> bool:
    names = places.names_at(parent(pointer))
    return nearest(split(pointer)[-1], names) is not None


MINIATURE = Miniature(TakesMisspeltFields, bites="misspelt_field_rejected")
