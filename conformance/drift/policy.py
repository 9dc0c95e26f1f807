"""What a change means for those who rely on the inventory: a table, read from top to bottom.

The first row that fits a change rules. A row either says the verdict, or leaves it to the proof that came with the
change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

from conformance.documents.values import as_object
from conformance.drift.changes import Change, Surface
from conformance.findings import Level
from conformance.schema.containment.prover import Answer


class Ruling(StrEnum):
    """What a change is to the readers of its surface."""

    BREAKING = "breaking"
    COMPATIBLE = "compatible"
    UNKNOWN = "unknown"
    COSMETIC = "cosmetic"


@dataclass(frozen=True, slots=True)
class Policy:
    """What a repo decides itself: a closed world counts a new member of a result as a break."""

    closed_world: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row: surfaces, globs over kinds, the ruling (``None`` follows the proof), and why."""

    surfaces: tuple[Surface, ...]
    kinds: tuple[str, ...]
    ruling: Ruling | None
    reason: str = ""
    world: str = "any"
    """``open`` only where readers of results ignore what they do not know, ``closed`` only where they refuse it."""


_TABLE = (
    Row((Surface.DESCRIPTION,), ("*",), Ruling.COSMETIC),
    Row((Surface.CAPABILITY,), ("*",), Ruling.BREAKING, "who grants by capability grants something else now"),
    Row((Surface.RENDERING,), ("*",), Ruling.BREAKING, "who reads receipts reads another form now"),
    Row((Surface.INVENTORY,), ("tool_added",), Ruling.COMPATIBLE),
    Row((Surface.INVENTORY,), ("tool_removed", "tool_renamed"), Ruling.BREAKING, "calls of the old name fail"),
    Row((Surface.INVENTORY,), ("*",), Ruling.COSMETIC),
    Row((Surface.INPUT,), ("default_type_changed",), Ruling.BREAKING, "a field left out is of another type now"),
    Row((Surface.INPUT,), ("default_changed",), Ruling.COMPATIBLE, "a field left out means something else now"),
    Row((Surface.INPUT, Surface.RESULT), ("default_*", "deprecation_*"), Ruling.COMPATIBLE),
    Row((Surface.INPUT, Surface.RESULT), ("format_*",), Ruling.COSMETIC, "a format is an annotation"),
    Row((Surface.INPUT,), ("grammar_changed",), Ruling.UNKNOWN, "whether one grammar contains another is not decided"),
    Row((Surface.INPUT,), ("input_became_structured",), Ruling.BREAKING, "a text is no longer an input"),
    Row(
        (Surface.RESULT,),
        ("field_added", "required_field_added", "object_opened"),
        Ruling.COMPATIBLE,
        "results are open objects: readers ignore members that they do not know",
        world="open",
    ),
    Row(
        (Surface.RESULT,),
        ("field_added", "required_field_added", "object_opened"),
        Ruling.BREAKING,
        "the world is closed: readers refuse members that they do not know",
        world="closed",
    ),
    Row((Surface.ENVELOPE,), ("result_type_renamed",), Ruling.COSMETIC, "its schema is published and compared"),
    Row((Surface.ENVELOPE,), ("result_type_changed",), Ruling.UNKNOWN, "no schema says what the result is"),
    Row((Surface.ENVELOPE,), ("*",), Ruling.BREAKING, "who reads results reads another shape now"),
)
_STABILITY: Mapping[tuple[str | None, str | None], Ruling] = {
    ("stable", "deprecated"): Ruling.COMPATIBLE,
    ("experimental", "stable"): Ruling.COMPATIBLE,
    ("experimental", "deprecated"): Ruling.COMPATIBLE,
    ("deprecated", "stable"): Ruling.COMPATIBLE,
    ("deprecated", "experimental"): Ruling.COMPATIBLE,
}
"""Which moves are allowed; every other one promises less without saying so first."""
_BY_PROOF: Mapping[Answer, Ruling] = {
    Answer.COMPATIBLE: Ruling.COMPATIBLE,
    Answer.BREAKING: Ruling.BREAKING,
    Answer.UNKNOWN: Ruling.UNKNOWN,
}


def rule_on(change: Change, policy: Policy) -> tuple[Ruling, str]:
    """Return the ruling on a change, and why where that is not said by the change itself."""
    if change.surface is Surface.STABILITY:
        move = (_text(change.before), _text(change.after))
        return _STABILITY.get(move, Ruling.BREAKING), ""
    row = next((row for row in _TABLE if _matches_row(row, change, policy)), None)
    if row is not None:
        return row.ruling or _proof_ruling(change), row.reason
    return _proof_ruling(change), change.evidence.reason if change.evidence else ""


def _matches_row(row: Row, change: Change, policy: Policy) -> bool:
    if row.world not in ("any", "closed" if policy.closed_world else "open"):
        return False
    return change.surface in row.surfaces and any(fnmatchcase(change.kind, kind) for kind in row.kinds)


def allowance(change: Change, ruling: Ruling) -> str | None:
    """Return why a break is allowed to pass without being accepted one by one, or ``None``."""
    if ruling not in (Ruling.BREAKING, Ruling.UNKNOWN) or change.old_tool is None:
        return None
    if change.old_tool.stability == "experimental":
        return "the tool was experimental: it may change"
    if change.kind == "tool_removed" and change.old_tool.stability == "deprecated":
        return "the tool was deprecated before it was removed"
    if change.kind == "field_removed" and as_object(change.before).get("deprecated") is True:
        return "the field was deprecated before it was removed"
    return None


def level_of(ruling: Ruling, suppressed: str | None) -> Level:
    """Return how much a ruling weighs."""
    if ruling is Ruling.BREAKING:
        return Level.WARNING if suppressed else Level.ERROR
    return Level.WARNING if ruling is Ruling.UNKNOWN else Level.INFO


def _proof_ruling(change: Change) -> Ruling:
    return _BY_PROOF[change.evidence.answer] if change.evidence else Ruling.UNKNOWN


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
