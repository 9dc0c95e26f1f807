"""What a runtime was seen to do with results: projected, compacted, handed to a provider; and what it may show.

Each value holds what was put in and all that came out, so that a rule can compare without asking again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.documents.values import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class ObservedProjection:
    """One complete output, and the envelopes that were made of it under one policy.

    ``again`` are those of further projections of the same output; ``reprojected`` is what became of the envelope when
    it was projected itself, as a list of one, empty where that was not tried.
    """

    name: str
    complete: JsonValue
    envelope: JsonValue
    policy: JsonObject = field(default_factory=dict[str, JsonValue])
    repeated_envelopes: Sequence[JsonValue] = ()
    reprojections: Sequence[JsonValue] = ()


@dataclass(frozen=True, slots=True)
class ObservedCompaction:
    """One envelope, what it was compacted to, and what that was compacted to by the same policy."""

    name: str
    envelope: JsonValue
    compacted: JsonValue
    policy: JsonObject = field(default_factory=dict[str, JsonValue])
    recompactions: Sequence[JsonValue] = ()


@dataclass(frozen=True, slots=True)
class ObservedTransport:
    """One result and its receipt, and the message that a provider got; ``provider`` is the name of a transport."""

    name: str
    provider: str
    envelope: JsonValue
    receipt: str
    message: JsonValue


@dataclass(frozen=True, slots=True)
class ObservedBudget:
    """How many characters of previews one result may show, or what each of its previews has, as ``is_limit`` says."""

    name: str
    preview_chars: Sequence[int]
    is_limit: bool


@dataclass(frozen=True, slots=True)
class Behaviour:
    """All of it."""

    projections: Sequence[ObservedProjection] = ()
    compactions: Sequence[ObservedCompaction] = ()
    transports: Sequence[ObservedTransport] = ()
    budgets: Sequence[ObservedBudget] = ()
