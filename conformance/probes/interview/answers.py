"""What a runtime said of one input, whichever way it was asked."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.systems.runtime import CallOutcome

MAX_EVIDENCE_CHARS = 2000


class Verdict(StrEnum):
    """What became of an input."""

    ACCEPTED = "accepted"
    NOTICED = "noticed"
    """Accepted, and the caller was told that something is wrong with it."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: how it was asked, what was sent, what came back.

    ``error`` is the ToolError of a refusal, ``text`` all that the answer says in words, ``understood`` the arguments as
    the tool would get them, where the runtime tells. ``called`` is there where the tool was really called.
    """

    verdict: Verdict
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
        """Say whether the input went through, noticed or not."""
        return self.verdict is not Verdict.REFUSED

    @property
    def call(self) -> JsonObject:
        """The exact call, as evidence."""
        return {"op": self.op, "tool": self.tool, "input": self.arguments}

    @property
    def evidence(self) -> JsonObject:
        """The exact call with its reply, bounded."""
        return {"call": self.call, "verdict": self.verdict.value, "reply": truncate(self.reply)}


def truncate(value: JsonValue, most: int = MAX_EVIDENCE_CHARS) -> JsonValue:
    """Return the value, or the beginning of its text when it is long."""
    text = compact_json(value)
    return value if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
