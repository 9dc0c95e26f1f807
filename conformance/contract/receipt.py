"""The parts of a receipt and how they become one text.

A family's renderer yields lines (outcome, handles, artifact paths) and blocks (previews). Lines are kept whole, blocks
share the room that is left. All text of the outside world is made safe here: hidden characters are shown as escapes,
and a block that imitates a line of the receipt is set off by a bar.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from conformance.contract.bounding import clipped
from conformance.contract.budgets import shares
from conformance.contract.harmless import harmless, on_one_line
from conformance.contract.previews import preview
from conformance.contract.readable import readable
from conformance.contract.references import artifact_paths, roles_in
from conformance.json_values import JsonObject, JsonValue, as_array, as_object, as_text, compact, is_number, texts_in

LINE_CHARS = 1_000
_LOOKED_AT = 10_000
"""What is made safe of a value for one line; more of it would not be shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the receipt's own: ``Task: task_123``, or the outcome where there is no label."""

    value: str
    label: str = ""

    @property
    def text(self) -> str:
        """The line as it is shown."""
        value = self.value if len(self.value) <= _LOOKED_AT else f"{self.value[:_LOOKED_AT]}…"
        return clipped(on_one_line(f"{self.label}: {value}" if self.label else value), LINE_CHARS)


@dataclass(frozen=True, slots=True)
class Block:
    """A text of the outside world under a label."""

    label: str
    value: str


Part: TypeAlias = Line | Block


class View:
    """A result as a renderer reads it: what is absent, dropped or of another type reads as ``None`` or as nothing."""

    def __init__(self, value: JsonValue) -> None:
        self.members: JsonObject = as_object(value)

    def text(self, key: str) -> str | None:
        """Return a string that is not blank."""
        found = as_text(self.members.get(key))
        return found if found and found.strip() else None

    def shown(self, key: str) -> str | None:
        """Return a scalar as text."""
        found = self.members.get(key)
        return self.text(key) if isinstance(found, str) or found is None else compact(found)

    def number(self, key: str) -> int | float | None:
        """Return a number."""
        found = self.members.get(key)
        return found if is_number(found) and isinstance(found, int | float) else None

    def flag(self, key: str) -> bool:
        """Say whether a member is true."""
        return self.members.get(key) is True

    def view(self, key: str) -> "View":
        """Return a member object."""
        return View(self.members.get(key))

    def views(self, key: str) -> "list[View]":
        """Return the objects of a member array."""
        return [View(item) for item in as_array(self.members.get(key))]

    def texts(self, key: str) -> list[str]:
        """Return the strings of a member array."""
        return texts_in(self.members.get(key))

    def __bool__(self) -> bool:
        return bool(self.members)


def lines_of(view: View, labels: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Yield a line for each pair of label and member, where the member is there."""
    for label, key in labels:
        found = view.shown(key)
        if found is not None:
            yield Line(found, label)


def blocks_of(view: View, labels: Iterable[tuple[str, str]]) -> Iterator[Block]:
    """Yield a block for each pair of label and member, where the member is a text that is not blank."""
    for label, key in labels:
        found = view.text(key)
        if found is not None:
            yield Block(label, found)


def artifact_lines(view: View) -> Iterator[Line]:
    """Yield a line for each artifact with its role; one that no role names is shown without."""
    yield from role_lines(view, "")
    yield from roleless_lines(view)


def role_lines(view: View, under: str) -> Iterator[Line]:
    """Yield a line for each role in the part of the result that the JSON Pointer ``under`` names."""
    for role in roles_in(view.members):
        if role.pointer.startswith(f"{under}/"):
            yield Line(role.path or "(missing)", f"{role.name} artifact")


def roleless_lines(view: View) -> Iterator[Line]:
    """Yield a line for each artifact that no role names."""
    named = {role.path for role in roles_in(view.members)}
    for path in artifact_paths(view.members.get("artifacts")):
        if path is not None and path not in named:
            yield Line(path, "artifact")


def compose(parts: Iterable[Part], room: int) -> str:
    """Return the receipt in at most ``room`` characters, without a final newline."""
    all_parts = list(parts)
    own = tuple(f"{part.label}:" for part in all_parts if part.label)
    fixed = sum(len(_heading(part)) + 1 for part in all_parts)
    blocks = [part for part in all_parts if isinstance(part, Block)]
    texts = [_safe(block.value, room, own) for block in blocks]
    granted = iter(shares([len(text) for text in texts], max(room - fixed - len(texts), 0)))
    bodies = {id(block): preview(text, next(granted)).text for block, text in zip(blocks, texts, strict=True)}
    chunks = [text for part in all_parts for text in (_heading(part), bodies.get(id(part))) if text]
    return preview("\n".join(chunks), room).text


def _heading(part: Part) -> str:
    return part.text if isinstance(part, Line) else f"{part.label}:"


def _safe(text: str, room: int, own: tuple[str, ...]) -> str:
    shown = harmless(_ends(readable(text, room), 2 * room)).rstrip("\n")
    lines = shown.split("\n")
    if any(line.startswith(own) or " artifact: " in line[:80] for line in lines):
        return "\n".join(f"| {line}" for line in lines)
    return shown


def _ends(text: str, size: int) -> str:
    """Both ends of a text of which the middle is going to be cut out anyway."""
    return text if len(text) <= 2 * size else text[:size] + text[-size:]
