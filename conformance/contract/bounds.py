"""The tools with which a family's projector bounds its large fields: previews, listed items, artifacts, indices.

A projector states which texts are large. The cut, the destination of the full text and its index follow from the
budget, the policy and the sink in the same way for every family.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar, cast

from msgspec import Struct, field

from conformance.contract.artifacts import ArtifactSink
from conformance.contract.budgets import Budget, shares
from conformance.contract.graphemes import boundary_before
from conformance.contract.previews import preview
from conformance.contract.references import ArtifactRef
from conformance.errors import ConformanceError, ErrorKind

Item = TypeVar("Item")


class BoundedText(Struct, frozen=True):
    """One large text after bounding; ``text`` is ``None`` if it was empty, ``artifact`` its index if it was cut."""

    text: str | None
    truncated: bool
    artifact: int | None


class BoundedItems(Struct, Generic[Item], frozen=True):
    """The kept items of a long list, and the index of the artifact that lists all of them."""

    items: tuple[Item, ...]
    truncated: bool
    artifact: int | None


class Bounds(Struct, frozen=True):
    """The bounds of one projection, and the artifacts collected for it."""

    tool_name: str
    budget: Budget
    sink: ArtifactSink | None
    _artifacts: list[ArtifactRef] = field(default_factory=list[ArtifactRef])

    @property
    def artifacts(self) -> tuple[ArtifactRef, ...] | None:
        """The references collected so far, in index order; ``None`` if there are none."""
        return tuple(self._artifacts) or None

    def text(self, role: str, full: str) -> BoundedText:
        """Bound the single large text of a result."""
        return self.texts({role: full})[role]

    def texts(self, full: Mapping[str, str]) -> dict[str, BoundedText]:
        """Bound the large texts of a result, keyed by role; they share one budget."""
        granted = shares([len(text) for text in full.values()], self.budget.preview_chars)
        return {
            role: self._bound_text(role, text, size) for (role, text), size in zip(full.items(), granted, strict=True)
        }

    def kept_text(self, full: str) -> BoundedText:
        """Bound a large text that already has a file; the family itself refers to that file."""
        shown = preview(full, self.budget.preview_chars, self.budget.preview_lines)
        return BoundedText(shown.text or None, shown.truncated, None)

    def items(self, role: str, full: Sequence[Item], names: Sequence[str]) -> BoundedItems[Item]:
        """Bound a list; if items are left out, an artifact holds the ``names`` of all items, one per line."""
        kept = tuple(full[: self.budget.listed_items])
        if len(kept) == len(full):
            return BoundedItems(kept, truncated=False, artifact=None)
        return BoundedItems(kept, truncated=True, artifact=self.keep(role, "\n".join(names) + "\n"))

    def refer(self, path: str) -> int:
        """Return the artifact index for a file that already exists."""
        self._artifacts.append(ArtifactRef(path=path))
        return len(self._artifacts) - 1

    def keep(self, role: str, full: str) -> int | None:
        """Store a full text and return the index of its artifact, or ``None`` without a sink.

        Raises ``ConformanceError`` if the sink does not return a reference.
        """
        if self.sink is None:
            return None
        kept = cast("object", self.sink.write(self.tool_name, role, full))
        if not isinstance(kept, ArtifactRef):
            message = f"the sink {type(self.sink).__name__} returned {type(kept).__name__} instead of a reference"
            raise ConformanceError(ErrorKind.INVALID_VALUE, message, "return an ArtifactRef with the path of the text")
        return self.refer(kept.path)

    def _bound_text(self, role: str, full: str, size: int) -> BoundedText:
        shown = preview(full, size, self.budget.preview_lines)
        artifact = self.keep(role, full) if shown.truncated else None
        return BoundedText(shown.text or None, shown.truncated, artifact)


def clip(text: str, size: int) -> str:
    """Return the text as one line of at most ``size`` characters; ``…`` marks a cut."""
    line = " ".join(text.split()) if len(text.splitlines()) > 1 else text
    return line if len(line) <= size else f"{line[: boundary_before(line, size - 1)]}…"
