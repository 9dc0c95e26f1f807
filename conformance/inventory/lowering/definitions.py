"""References written as each provider follows them: to the root, or to a definition of the root by its name.

A reference may also lead to an anchor, by a URI, or into any part of a schema. Lowering drops anchors and identifiers
and rewrites parts, so that such a reference would lead nowhere, or to something else.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from conformance.documents.pointers import child, parent, resolve
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory.lowering.work import DEFINITIONS, GatheredSchema
from conformance.inventory.normalise import definition_name, reference_to
from conformance.schema.references import Reference, References
from conformance.schema.rewriting import map_children
from conformance.settings.profiles.provider import ProviderDialect

# What only references need, and no reference needs any more.
_NAMING = ("$anchor", "$id", "id")


def gather_references(root: JsonValue, dialect: ProviderDialect) -> GatheredSchema:
    """Return the schema with each target of a reference as a definition, where the dialect drops or rewrites parts."""
    references = References(root)
    local = [one for one in references if one.target is not None and one.pointer.endswith("/$ref")]
    known = [key for key in DEFINITIONS if dialect.inlines_references or key in dialect.keywords]
    if not known or all(_is_plain(one, known) for one in local):
        return GatheredSchema(root)
    gathering = _Gathering(root, {one.pointer: one.target or "" for one in local}, known)
    schema = gathering.gathered_root()
    origins = {child("", "$defs", name): target for target, name in gathering.names.items()}
    return GatheredSchema(schema, {head: origin for head, origin in origins.items() if head != origin})


def _is_plain(reference: Reference, known: list[str]) -> bool:
    target = reference.target or ""
    return reference.text == reference_to(target) and (not target or _is_definition(target, known))


def _is_definition(target: str, known: list[str]) -> bool:
    return parent(target) in [f"/{key}" for key in known]


class _Gathering(Struct):
    """One schema being rewritten: where its references lead, and the names of the definitions that are added."""

    root: JsonValue
    targets: Mapping[str, str]
    known: list[str]
    names: dict[str, str] = field(default_factory=dict[str, str])

    def gathered_root(self) -> JsonValue:
        dropped = [key for key in DEFINITIONS if key not in self.known]
        top = {key: value for key, value in as_object(self.root).items() if key not in dropped}
        result = as_object(self._rewrite("", top))
        definitions = dict(as_object(result.get("$defs")))
        pending = list(self.names)
        for target in pending:
            definitions[self.names[target]] = self._rewrite(target, resolve(self.root, target))
            pending.extend(list(self.names)[len(pending) :])
        return {**result, "$defs": definitions}

    def _rewrite(self, pointer: str, schema: JsonValue) -> JsonValue:
        if not isinstance(schema, Mapping):
            return schema
        kept: JsonObject = {key: value for key, value in schema.items() if key not in _NAMING}
        part = map_children(kept, lambda at, inner: self._rewrite(pointer + at, inner))
        target = self.targets.get(child(pointer, "$ref"))
        return part if target is None else {**part, "$ref": self._address_of(target)}

    def _address_of(self, target: str) -> str:
        if not target or _is_definition(target, self.known):
            return reference_to(target)
        if target not in self.names:
            taken = {*self.names.values(), *as_object(as_object(self.root).get("$defs"))}
            self.names[target] = definition_name(target, taken)
        return reference_to(child("", "$defs", self.names[target]))
