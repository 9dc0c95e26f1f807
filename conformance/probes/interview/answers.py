"""A runtime's answer to one input, whether it was parsed or called."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field

from conformance.display import cut_middle
from conformance.documents.values import JsonObject, JsonValue, readable_json
from conformance.systems.runtime import CallOutcome

# Longer replies are cut, to keep reports readable.
MAX_EVIDENCE_CHARS = 2000


class Treatment(StrEnum):
    """How the runtime treated an input."""

    ACCEPTED = "accepted"
    NOTICED = "noticed"
    """Accepted, with a notice to the caller that something is wrong with it."""
    REFUSED = "refused"
    UNDETERMINED = "undetermined"
    """Failed like the good input that it was made from, or in another way that does not blame the input."""


class LiveCall(Struct, frozen=True):
    """One call that was made, and what came back."""

    tool: str
    arguments: JsonValue
    outcome: CallOutcome

    @property
    def evidence(self) -> JsonObject:
        """The exact call with its reply, cut to ``MAX_EVIDENCE_CHARS``."""
        return {
            "call": {"op": "call", "tool": self.tool, "input": self.arguments},
            "reply": truncate(self.outcome.raw if self.outcome.raw is not None else self.outcome.envelope),
        }


class Reply(Struct, frozen=True):
    """One answer: how it was asked, what was sent, what came back.

    ``error`` is the ToolError of a rejection, ``text`` all text of the answer, and ``understood`` the parsed arguments,
    where the runtime returns them. ``called`` is the outcome of a real call, ``None`` for a parser's answer.
    """

    verdict: Treatment
    op: Literal["parse", "call"]
    tool: str
    arguments: JsonValue
    error: JsonObject = field(default_factory=dict[str, JsonValue])
    text: str = ""
    understood: JsonObject | None = None
    called: CallOutcome | None = None
    reply: JsonValue = None

    @property
    def is_accepted(self) -> bool:
        """Say whether the input was accepted, with or without a notice."""
        return self.verdict in (Treatment.ACCEPTED, Treatment.NOTICED)

    @property
    def is_refused(self) -> bool:
        """Say whether the input was rejected; neither this nor ``is_accepted`` holds for an undetermined answer."""
        return self.verdict is Treatment.REFUSED

    @property
    def call(self) -> JsonObject:
        """The exact call, as evidence."""
        return {"op": self.op, "tool": self.tool, "input": self.arguments}

    @property
    def evidence(self) -> JsonObject:
        """The exact call with its verdict and its reply, cut to ``MAX_EVIDENCE_CHARS``."""
        return {"call": self.call, "verdict": self.verdict.value, "reply": truncate(self.reply)}


def truncate(value: JsonValue, most: int = MAX_EVIDENCE_CHARS) -> JsonValue:
    """Return the value, or its JSON text cut in the middle to ``most`` characters when that is longer."""
    text = readable_json(value)
    return value if len(text) <= most else cut_middle(text, most)
