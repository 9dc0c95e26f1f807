"""The inventory that a running system describes: a document without a file, so its findings have no lines."""

from collections.abc import Mapping

from conformance.documents.pointers import move, nearest
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue
from conformance.inventory.provenance import origin_of


class DescribedDocument(Document, frozen=True, kw_only=True):
    """A description; ``spellings`` are pointers into a tool as the system itself writes them, by our own."""

    spellings: Mapping[str, str]

    @property
    def has_lines(self) -> bool:
        """Say no: there is no file."""
        return False

    def source_pointer(self, pointer: str) -> str:
        """Return the pointer to the nearest value that exists, as the system would write it."""
        _, tools, index, *inside = [*nearest(self.value, pointer).split("/"), "", ""]
        tool = "/".join(("", tools, index)).rstrip("/")
        return tool + move("/".join(("", *inside)).rstrip("/"), self.spellings)


def described_document(name: str, text: str, value: JsonValue) -> DescribedDocument:
    """Return a description as a document; ``text`` is its JSON."""
    origin = origin_of(Document(name, text, value))
    translation = origin.translation if origin else None
    return DescribedDocument(name, text, value, spellings=translation.origins if translation else {})
