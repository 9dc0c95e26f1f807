"""A Surface: all that was observed of one system, whoever observed it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.callback.observed import ObservedCall, ObservedMessage, Reception
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory import Inventory
from conformance.systems.surface.behaviour import Behaviour
from conformance.systems.surface.context import Surroundings
from conformance.systems.surface.history import History


@dataclass(frozen=True, slots=True)
class Record:
    """One observed tool result: the canonical envelope as JSON, and the receipt that the model saw, if any.

    ``rendered_again`` is the receipt of a second rendering of the same envelope, where the system could be asked.
    ``kept`` is the object that a log keeps it in, with what else it keeps of the call.
    """

    name: str
    envelope: JsonValue
    receipt: str | None = None
    second_receipt: str | None = None
    log_entry: JsonObject = field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, slots=True)
class Surface:
    """What is judged: the promise, the results and receipts that were seen, and what was seen of callbacks.

    ``behaviour`` is what the system did with results when it was asked to.
    """

    name: str
    inventory: Inventory
    records: Sequence[Record] = ()
    messages: Sequence[ObservedMessage] = ()
    calls: Sequence[ObservedCall] = ()
    receptions: Sequence[Reception] = ()
    surroundings: Surroundings = field(default_factory=Surroundings)
    behaviour: Behaviour = field(default_factory=Behaviour)
    counted_history: History | None = None
    """What was counted of more results than there are records."""

    @property
    def history(self) -> History:
        """What the results had in common."""
        if self.counted_history is not None:
            return self.counted_history
        counted = History(self.inventory)
        for record in self.records:
            counted.add(record.envelope)
        return counted
