"""What a format declares: how a list of tools in it is recognised, and how its entries become tools of an inventory."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from msgspec import Struct, field

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object


class Claim(IntEnum):
    """How certain it is that a document has a format; the most certain format reads it."""

    NONE = 0
    FALLBACK = 1
    """The fallback, where no other format claims the document."""
    POSSIBLE = 2
    """Nothing in it contradicts the format."""
    LIKELY = 3
    """It has a member that the format shares with few others."""
    CERTAIN = 4
    """It has a member that only the format has."""
    DECLARED = 5
    """The document itself says what it is."""


class Listing(Struct, frozen=True):
    """A JSON value seen as a list of tools, before it is known in which format it is written."""

    members: JsonObject
    """The members of the document, none where it is an array."""
    entries: Sequence[tuple[str, JsonValue]]
    """Each entry with its pointer in the document."""
    is_list: bool = True
    """Whether the entries are those of an array; else the document itself is the only entry that it can be."""

    @property
    def first(self) -> JsonObject:
        """The first entry that is an object, by which formats are recognised; empty without one."""
        return as_object(next((entry for _, entry in self.entries if isinstance(entry, Mapping)), None))


def listing_of(value: JsonValue) -> Listing:
    """Return the entries of an array, of the member ``tools``, or of ``result.tools`` in a whole JSON-RPC answer.

    A document without any of these may itself be one tool.
    """
    if isinstance(value, list | tuple):
        return Listing({}, _entries("", value))
    members = as_object(value)
    for pointer, holder in (("", members), ("/result", as_object(members.get("result")))):
        if "tools" in holder:
            tools = holder["tools"]
            return Listing(members, _entries(child(pointer, "tools"), tools), is_list=isinstance(tools, list | tuple))
    return Listing(members, [("", members)] if members else [], is_list=False)


def _entries(pointer: str, tools: JsonValue) -> list[tuple[str, JsonValue]]:
    return [(child(pointer, index), entry) for index, entry in enumerate(as_array(tools))]


def _states_nothing(_source_of_truth: JsonObject) -> bool:
    return False


def _is_itself(_entry: JsonObject) -> str:
    return ""


def _no_origins(_entry: JsonObject) -> Mapping[str, str]:
    return {}


def _same_listing(listing: Listing) -> Listing:
    return listing


class Translation(Struct, frozen=True):
    """How the entries of a list become tools of an inventory, and where in an entry each of their members was."""

    tool: Callable[[JsonObject], JsonObject | None]
    """Make a tool of an entry; ``None`` for a hosted tool, which has no schema of the caller's."""
    input_schemas: str
    """What ``source_of_truth`` says of where the schemas come from."""
    origins: Mapping[str, str] = field(default_factory=dict[str, str])
    """Pointers into an entry by those into the tool made of it; a member that is not named keeps its name."""
    body: Callable[[JsonObject], str] = _is_itself
    """Return the pointer, inside an entry, to the object that describes the tool."""
    statements: Mapping[str, str] = field(default_factory=dict[str, str])
    """Members of the document that are kept, by their names in ``source_of_truth``."""
    entry_origins: Callable[[JsonObject], Mapping[str, str]] = _no_origins
    """Return the origins that depend on the entry, where a member has several possible names."""
    expand: Callable[[Listing], Listing] = _same_listing
    """Return the listing whose entries are single tools, where an entry may hold several."""


class Format(Struct, frozen=True):
    """One way to write a list of tools; the name of its file, with hyphens, is the scheme of its sources."""

    claim: Callable[[Listing], Claim]
    translation: Translation | None
    """``None`` for the inventory itself, which is read as it is."""
    profile: str | None = None
    """The profile that fits such lists, ``None`` for the default one."""
    strict_profile: str | None = None
    """The profile where every tool of the list states ``"strict": true``."""
    members: frozenset[str] = frozenset()
    """The members that its owner knows of a tool; empty where another rule says that."""
    holders: frozenset[str] = frozenset()
    """The members of an entry that hold tools, or what a tool states."""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The values that such a member may have, where these are few."""
    label: str = "list of tools"
    """What such a list is called, without an article."""
    origin: str = ""
    """What an inventory made of such a list comes from, with an article; by default a list with this label."""
    is_origin: Callable[[JsonObject], bool] = _states_nothing
    """Say by ``source_of_truth`` whether an inventory was made of what such lists come from, beside their own text."""
    owner: str = ""
    """Who reads such lists, for messages."""

    def is_named(self, input_schemas: JsonValue) -> bool:
        """Say whether a source of truth says by this text that its schemas come from such a list."""
        return self.translation is not None and self.translation.input_schemas == input_schemas
