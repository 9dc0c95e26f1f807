"""Finds and resolves the references inside one schema, without ever opening a file or a connection."""

from collections.abc import Iterator, Mapping
from enum import Enum
from urllib.parse import unquote, urldefrag, urljoin

from msgspec import Struct

from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.positions import KEYWORDS, positions

# The base URI of a schema without an identifier.
_BASE = "urn:conformance:schema"

# Keywords that name a subschema, and the first draft with each (19 is 2019-09); before, an identifier does.
_ANCHORS = {"$anchor": 19, "$dynamicAnchor": 20}

REFERENCE_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")


class Reach(Enum):
    """Where a reference leads."""

    LOCAL = "local"
    """To a subschema of this schema."""
    DANGLING = "dangling"
    """Into this schema, but there is no schema at the target."""
    FOREIGN = "foreign"
    """Out of this schema, to a file or URL."""


class Reference(Struct, frozen=True):
    """One reference: the pointer of its keyword, its text, its reach, and the pointer of its target if local."""

    pointer: str
    text: JsonValue
    reach: Reach
    target: str | None = None


class References:
    """All references of one schema, resolved; embedded ``$id`` and ``$anchor`` count as local."""

    def __init__(self, root: JsonValue) -> None:
        self._root = root
        self._dialect = dialect_of(root) or DEFAULT
        self._pointers: dict[str, JsonValue] = {}
        self._bases: dict[str, str] = {}
        self._resources: dict[str, str] = {"": ""}
        self._anchors: dict[str, str] = {}
        self._known: dict[str, Reference] = {}
        self._targets: dict[str, list[str]] = {}
        self._index("", root)
        self._resolve()

    def __iter__(self) -> Iterator[Reference]:
        yield from self._known.values()

    def follow(self, pointer: str, schema: JsonObject) -> tuple[str, JsonValue] | None:
        """Return pointer and schema of the target of the reference in the schema at ``pointer``, or ``None``."""
        for keyword in REFERENCE_KEYWORDS:
            if keyword in schema:
                target = self._target_of(pointer, keyword)
                return None if target is None else (target, self._pointers[target])
        return None

    def place_of(self, path: str) -> str:
        """Return where a keyword is written, given the path on which a validator reached it through references.

        Such a path has no token for a `$ref`, and the keyword for any other reference.
        """
        pointer = ""
        for token in split(path):
            holder = self._holder_of(token, pointer)
            target = self._target_of(holder, token) if token in REFERENCE_KEYWORDS else None
            pointer = child(holder, token) if target is None else target
        return pointer

    def _holder_of(self, keyword: str, pointer: str) -> str:
        """Return the schema with a keyword: that at the pointer, or the one that its `$ref` leads to."""
        passed: set[str] = set()
        while pointer not in passed and keyword not in as_object(self._pointers.get(pointer)):
            passed.add(pointer)
            pointer = self._target_of(pointer, "$ref") or pointer
        return pointer

    def _target_of(self, pointer: str, keyword: str) -> str | None:
        reference = self._known.get(child(pointer, keyword))
        return reference.target if reference else None

    def schema_at(self, pointer: str) -> JsonValue:
        """Return the subschema at a position or reference target; raises ``KeyError`` for any other pointer."""
        return self._pointers[pointer]

    def targets_of(self, pointer: str) -> list[str]:
        """Return the pointers that the references at one position lead to."""
        return self._targets.get(pointer, [])

    @property
    def pointers(self) -> Mapping[str, JsonValue]:
        """Every subschema by pointer: all positions, and targets of references outside of them."""
        return self._pointers

    def _index(self, start: str, schema: JsonValue) -> None:
        """Record base URI, anchors and ``$id`` of a schema and of its subschemas."""
        for position in positions(schema):
            pointer, members = start + position.pointer, as_object(position.schema)
            self._pointers[pointer] = position.schema
            base = self._enclosing_base(pointer)
            identifier = None if self._is_hidden_by_ref(members) else members.get(self._dialect.id_keyword)
            if isinstance(identifier, str):
                base = self._register_identifier(pointer, base, identifier)
            self._bases[pointer] = base
            for keyword, first in _ANCHORS.items():
                if self._dialect.draft >= first and isinstance(name := members.get(keyword), str):
                    self._anchors.setdefault(f"{base}#{name}", pointer)

    def _register_identifier(self, pointer: str, base: str, identifier: str) -> str:
        # Up to draft-07 an identifier such as "#name" is an anchor and leaves the base URI unchanged.
        if identifier.startswith("#"):
            self._anchors.setdefault(base + identifier, pointer)
            return base
        absolute = _resolve_uri(base, identifier)
        if absolute is None:
            return base
        self._resources.setdefault(absolute[0], pointer)
        return absolute[0]

    def _is_hidden_by_ref(self, members: JsonObject) -> bool:
        return self._dialect.ref_hides_siblings and "$ref" in members

    def _enclosing_base(self, pointer: str) -> str:
        while pointer:
            pointer = parent(pointer)
            if pointer in self._bases:
                return self._bases[pointer]
        return ""

    def _resolve(self) -> None:
        """Resolve every reference; a target outside of the known positions adds new references to resolve."""
        pending = list(self._pointers)
        for pointer in pending:
            members = as_object(self._pointers[pointer])
            for keyword in REFERENCE_KEYWORDS:
                if keyword in members:
                    count = len(self._pointers)
                    reference = self._reference(pointer, keyword, members[keyword])
                    self._known[reference.pointer] = reference
                    if reference.target is not None:
                        self._targets.setdefault(pointer, []).append(reference.target)
                    if len(self._pointers) > count:
                        pending.extend(list(self._pointers)[count:])

    def _reference(self, pointer: str, keyword: str, text: JsonValue) -> Reference:
        place = child(pointer, keyword)
        if not isinstance(text, str):
            return Reference(place, text, Reach.DANGLING)
        absolute = _resolve_uri(self._bases[pointer], text)
        if absolute is None or absolute[0] not in self._resources:
            return Reference(place, text, Reach.FOREIGN)
        target = self._target(*absolute)
        return Reference(place, text, Reach.DANGLING if target is None else Reach.LOCAL, target)

    def _target(self, resource: str, fragment: str) -> str | None:
        if fragment and not fragment.startswith("/"):
            return self._anchors.get(f"{resource}#{fragment}")
        target = self._resources[resource] + unquote(fragment)
        return target if target in self._pointers or self._try_index_target(target) else None

    def _try_index_target(self, target: str) -> bool:
        """Index a target below an unknown keyword, such as ``#/x-shared/Name``, and say whether it is a schema."""
        try:
            found = resolve(self._root, target)
        except KeyError:
            return False
        if not isinstance(found, Mapping | bool) or self._is_data(target):
            return False
        self._index(target, found)
        return True

    def _is_data(self, target: str) -> bool:
        """Say whether a pointer is inside the value of a known keyword, such as ``default``: data, not a schema."""
        holder = parent(target)
        while holder not in self._pointers:
            holder = parent(holder)
        return split(target)[len(split(holder))] in KEYWORDS


def base_uri(root: JsonValue) -> str:
    """Return the base URI of a schema: its own identifier, or a placeholder if it has none."""
    dialect, members = dialect_of(root) or DEFAULT, as_object(root)
    named = members.get(dialect.id_keyword)
    is_effective = not (dialect.ref_hides_siblings and "$ref" in members)
    return named if is_effective and isinstance(named, str) and named and "#" not in named else _BASE


def _resolve_uri(base: str, text: str) -> tuple[str, str] | None:
    """Return the absolute URI without its fragment, and the fragment; ``None`` if the text is not a URI reference."""
    if text.startswith("#"):
        return base, text[1:]
    try:
        absolute, fragment = urldefrag(urljoin(base, text))
    except ValueError:
        return None
    return absolute, fragment
