"""What an inventory or tool list was made of, and the profile that fits it: the one place that decides.

An inventory that was written from a list or a server says so in ``source_of_truth``, so it is judged like the original.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from conformance.documents.pointers import child, split
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.inventory.formats import Format, ListDocument, all_formats
from conformance.inventory.model import REVISION_KEY
from conformance.lazy_patterns import LazyPattern

PYDANTIC = "pydantic"
"""What ``source_of_truth`` says of schemas that pydantic derived from Python models and functions."""


# Revisions of a protocol are dates, and drafts have a short name.
_REVISION = LazyPattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|DRAFT-[0-9A-Za-z.-]{1,12}")


class Provenance(Struct, frozen=True):
    """What a document is, as a noun without its article, and the profile that fits it; ``None`` is the default one."""

    what: str = "inventory"
    profile: str | None = None
    revision: str | None = None
    """The revision of its protocol that the document states."""


PYTHON_PROVENANCE = Provenance("inventory from Python models and functions", "python")


def provenance_of(document: Document) -> Provenance:
    """Return what an inventory, or a list that was read as one, was made of."""
    sources, tools = _sources(document), as_array(as_object(document.value).get("tools"))
    revision, origin = as_text(sources.get(REVISION_KEY)), origin_of(document)
    if origin is not None:
        is_list = isinstance(document, ListDocument)
        what = origin.label if is_list else f"inventory from {origin.origin or f'a {origin.label}'}"
        return Provenance(_phrase(what, revision), _profile_for(origin, tools), revision)
    if sources.get("input_schemas") == PYDANTIC:
        return PYTHON_PROVENANCE
    return Provenance(revision=revision)


def origin_of(document: Document) -> Format | None:
    """Return the format of the lists that a document was made of, ``None`` for an inventory of its own."""
    if isinstance(document, ListDocument):
        return all_formats()[document.scheme]
    return next((one for one in all_formats().values() if _is_origin(one, _sources(document))), None)


def _sources(document: Document) -> JsonObject:
    return as_object(as_object(document.value).get("source_of_truth"))


def _phrase(what: str, revision: str | None) -> str:
    if revision is None:
        return what
    # Anything else may be a secret that somebody put there, and this line is printed before anything is masked.
    return f"{what}, revision {revision}" if _REVISION.fullmatch(revision) else f"{what}, unknown revision"


def _is_origin(format_: Format, sources: JsonObject) -> bool:
    if format_.translation is None:
        return False
    return format_.is_named(sources.get("input_schemas")) or format_.is_origin(sources)


def _profile_for(listed: Format, tools: Iterable[JsonValue]) -> str | None:
    """Return the profile of strict mode only if every tool asks for it: it would accuse the others of nothing true.

    A tool that takes text has no schema that could be strict.
    """
    members = map(as_object, tools)
    stated = [tool.get("strict") is True for tool in members if tool.get("freeform_grammar") is None]
    return listed.strict_profile if listed.strict_profile and stated and all(stated) else listed.profile


# What only an inventory declares of a tool: a list of another system has no such member, so none can be missing in it.
_OWN_MEMBERS = frozenset(("family", "stability", "freeform_grammar", "related_surfaces", "result_envelope"))
# Lists have this member under a name of their own.
_LISTED_MEMBER = ("result_envelope", "success_result_schema")


def undeclarable_pointers(document: Document) -> Callable[[str], bool]:
    """Return what says of a pointer into a document that it is to a member which its origin cannot declare.

    What somebody declared all the same, by hand in an inventory that was made of a list, is judged like any other.
    """
    if provenance_of(document).profile is None:
        return lambda _pointer: False

    def is_undeclarable(pointer: str) -> bool:
        _, *inside = split(pointer)[1:] or [""]
        if not inside or inside[0] not in _OWN_MEMBERS or tuple(inside[:2]) == _LISTED_MEMBER:
            return False
        member = child("", *split(pointer)[:3])
        return split(document.source_pointer(member))[-1:] != inside[:1]

    return is_undeclarable
