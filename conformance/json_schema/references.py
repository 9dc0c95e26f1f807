"""``$ref`` inside one schema: found, classed and resolved without ever opening a file or a connection."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote, urldefrag, urljoin

from conformance.json_schema.positions import positions
from conformance.json_values import JsonObject, JsonValue, as_object
from conformance.pointers import child, resolve

REFERENCE_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")


class Reach(Enum):
    """Where a reference leads."""

    LOCAL = "local"
    """To a place inside this schema."""
    DANGLING = "dangling"
    """Into this schema, but nothing (or no schema) is there."""
    FOREIGN = "foreign"
    """Out of this schema: a file, a URL."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: the pointer of its keyword, its text, where it leads, and the pointer of its target if local."""

    pointer: str
    text: JsonValue
    reach: Reach
    target: str | None = None


class References:
    """All references of one schema, resolved; embedded ``$id`` and ``$anchor`` count as local."""

    def __init__(self, root: JsonValue) -> None:
        self._root = root
        self._pointers = {position.pointer: position.schema for position in positions(root)}
        self._bases: dict[str, str] = {}
        self._resources: dict[str, str] = {"": ""}
        self._anchors: dict[str, str] = {}
        self._index()

    def __iter__(self) -> Iterator[Reference]:
        for pointer, schema in self._pointers.items():
            for keyword in REFERENCE_KEYWORDS:
                if keyword in as_object(schema):
                    yield self._reference(pointer, keyword, as_object(schema)[keyword])

    def follow(self, pointer: str, schema: JsonObject) -> tuple[str, JsonValue] | None:
        """Return pointer and schema that the ``$ref`` at ``pointer`` leads to, or ``None``."""
        for keyword in REFERENCE_KEYWORDS:
            if keyword in schema:
                target = self._reference(pointer, keyword, schema[keyword]).target
                return None if target is None else (target, self._pointers[target])
        return None

    def _index(self) -> None:
        for pointer, schema in self._pointers.items():
            members = as_object(schema)
            base = self._base_above(pointer)
            identifier = members.get("$id", members.get("id"))
            if isinstance(identifier, str) and not identifier.startswith("#"):
                base = urldefrag(urljoin(base, identifier)).url
                self._resources[base] = pointer
            self._bases[pointer] = base
            for keyword in ("$anchor", "$dynamicAnchor"):
                if isinstance(name := members.get(keyword), str):
                    self._anchors[f"{base}#{name}"] = pointer

    def _base_above(self, pointer: str) -> str:
        while pointer:
            pointer = pointer.rpartition("/")[0]
            if pointer in self._bases:
                return self._bases[pointer]
        return ""

    def _reference(self, pointer: str, keyword: str, text: JsonValue) -> Reference:
        place = child(pointer, keyword)
        if not isinstance(text, str):
            return Reference(place, text, Reach.DANGLING)
        absolute = urljoin(self._bases[pointer], text) if not text.startswith("#") else self._bases[pointer] + text
        resource, fragment = urldefrag(absolute)
        if resource not in self._resources:
            return Reference(place, text, Reach.FOREIGN)
        target = self._target(resource, fragment)
        return Reference(place, text, Reach.DANGLING if target is None else Reach.LOCAL, target)

    def _target(self, resource: str, fragment: str) -> str | None:
        if fragment and not fragment.startswith("/"):
            return self._anchors.get(f"{resource}#{fragment}")
        target = self._resources[resource] + unquote(fragment)
        if target not in self._pointers:
            return self._odd_position(target)
        return target

    def _odd_position(self, target: str) -> str | None:
        """A reference may lead to a schema outside the known positions, such as ``#/x-shared/Name``."""
        try:
            found = resolve(self._root, target)
        except KeyError:
            return None
        if not isinstance(found, Mapping | bool):
            return None
        self._pointers[target] = found
        self._bases.setdefault(target, self._base_above(target))
        return target
