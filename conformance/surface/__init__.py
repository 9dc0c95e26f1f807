"""A Surface: all that was observed of one system, whoever observed it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.callback.observed import ObservedCall, ObservedMessage, Reception
from conformance.inventory import Inventory
from conformance.json_values import JsonValue
from conformance.surface.around import Around


@dataclass(frozen=True, slots=True)
class Record:
    """One observed tool result: the canonical envelope as JSON, and the receipt that the model saw, if any.

    ``rendered_again`` is the receipt of a second rendering of the same envelope, where the system could be asked.
    """

    name: str
    envelope: JsonValue
    receipt: str | None = None
    rendered_again: str | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """What is judged: the promise, the results and receipts that were seen, and what was seen of callbacks."""

    name: str
    inventory: Inventory
    records: Sequence[Record] = ()
    messages: Sequence[ObservedMessage] = ()
    calls: Sequence[ObservedCall] = ()
    receptions: Sequence[Reception] = ()
    around: Around = field(default_factory=Around)
