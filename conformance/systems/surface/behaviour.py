"""What a runtime did with results (projected, compacted, sent to a provider), and its budgets for previews.

Each value holds the input and every output, so a rule can compare them without asking again.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from conformance.documents.values import JsonObject, JsonValue


class ObservedProjection(Struct, frozen=True):
    """One complete output, and the envelopes projected from it under one policy.

    ``repeated_envelopes`` come from projecting the same output again; ``reprojections`` is the result of projecting the
    envelope itself, as a list of one, empty where that was not tried. ``is_canonical`` if the complete result already
    matches the published schema of its tool.
    """

    name: str
    complete: JsonValue
    envelope: JsonValue
    policy: JsonObject = field(default_factory=dict[str, JsonValue])
    repeated_envelopes: Sequence[JsonValue] = ()
    reprojections: Sequence[JsonValue] = ()
    is_canonical: bool = False


class ObservedCompaction(Struct, frozen=True):
    """One envelope, its compacted form, and what the same policy made of that form."""

    name: str
    envelope: JsonValue
    compacted: JsonValue
    policy: JsonObject = field(default_factory=dict[str, JsonValue])
    recompactions: Sequence[JsonValue] = ()


class ObservedTransport(Struct, frozen=True):
    """One result with its receipt, and the message for a provider; ``provider`` is the name of a transport.

    ``result_schema`` is the published schema of its tool, where the result itself matches it.
    """

    name: str
    provider: str
    envelope: JsonValue
    receipt: str
    message: JsonValue
    result_schema: JsonValue = None


class ChangedRendering(Struct, frozen=True):
    """The receipt of an envelope in which one leaf has another value; ``is_meaningful`` if a model acts on the leaf."""

    pointer: str
    before: JsonValue
    after: JsonValue
    receipt: str
    is_meaningful: bool = True


class SharedReceipt(Struct, frozen=True):
    """Another result of the same tool with the same receipt: its name, and the leaves in which the two differ."""

    name: str
    pointers: Sequence[str]


class ForeignText(Struct, frozen=True):
    """A text of another result of the same tool, at a pointer, that a receipt shows in place of its own."""

    name: str
    pointer: str
    text: str


class ObservedRendering(Struct, frozen=True):
    """One envelope with its receipt, the receipts of changed ones, and then that of the unchanged one again.

    ``outcome_lines`` are the lines with which receipts of the same tool state an exit status: they go with it.
    ``shared`` are other results with the same receipt as this one, or as this one with a changed leaf.
    """

    name: str
    envelope: JsonValue
    receipt: str
    changes: Sequence[ChangedRendering]
    restored_receipt: str | None = None
    outcome_lines: Sequence[str] = ()
    shared: Sequence[SharedReceipt] = ()
    foreign: ForeignText | None = None


class ObservedBudget(Struct, frozen=True):
    """Characters of previews per result: the limit of a budget if ``is_limit``, else the length of each preview."""

    name: str
    preview_chars: Sequence[int]
    is_limit: bool


class Behaviour(Struct, frozen=True):
    """Everything that a runtime did with results on request."""

    projections: Sequence[ObservedProjection] = ()
    compactions: Sequence[ObservedCompaction] = ()
    transports: Sequence[ObservedTransport] = ()
    budgets: Sequence[ObservedBudget] = ()
    renderings: Sequence[ObservedRendering] = ()
