"""What a provider rejects in a schema as it is, position by position.

An inventory and its lowered form are checked alike, so whatever lowering could not fix is found again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import escape_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, compact_json, texts_in
from conformance.inventory.lowering.work import DEFINITIONS
from conformance.schema.positions import Position, SubschemaRole, positions
from conformance.schema.references import Reach, References
from conformance.settings.profiles.provider import Provider, ProviderDialect

OPEN_KEYWORDS = frozenset(("additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems"))
"""Keywords whose ``true`` and ``false`` allow or forbid additional members; elsewhere the two are schemas."""
_TYPING_KEYWORDS = frozenset(("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"))


_VALUES = frozenset(("enum", "const"))


class ProviderObjection(Struct, frozen=True):
    """One thing that a provider rejects: the topic under which it is cited, its pointer, and a short noun.

    ``is_missing`` marks something that is required but absent.
    """

    topic: str
    pointer: str
    what: str
    is_missing: bool = False

    def message_for(self, label: str) -> str:
        """Return the message for the provider of that name."""
        return f"{label} {'requires' if self.is_missing else 'rejects'} {escape_text(self.what)}"


def root_objections(schema: JsonValue, dialect: ProviderDialect) -> Iterator[ProviderObjection]:
    """Yield what is rejected, or missing, at the root of an input schema."""
    members = as_object(schema)
    for keyword in dialect.needed_at_root:
        if keyword not in members:
            yield ProviderObjection("root", "", f"`{keyword}` at the root", is_missing=True)
    # a missing `properties` that the root requires was reported above
    is_reported = "properties" in dialect.needed_at_root and "properties" not in members
    if dialect.needs_properties and not is_reported and not members.get("properties"):
        yield ProviderObjection("properties", "", _object_without_properties(members))
    if members.get("type", "object") != "object":
        yield ProviderObjection("root", "/type", f'`"type": {compact_json(members["type"])}` at the root')
    for keyword in dialect.refused_at_root:
        if keyword in members:
            yield ProviderObjection("root_union", child("", keyword), f"`{keyword}` at the root")


def _object_without_properties(schema: JsonObject) -> str:
    return "an object whose `properties` are empty" if "properties" in schema else "an object without `properties`"


def keyword_objections(schema: JsonValue, dialect: ProviderDialect) -> Iterator[ProviderObjection]:
    """Yield every keyword, and every form of a keyword, that the dialect rejects."""
    for position in positions(schema):
        if isinstance(position.schema, Mapping):
            for judge in _POSITION_CHECKS:
                yield from judge(position, position.schema, dialect)
        elif _is_boolean_schema(position) and not dialect.boolean_schemas:
            yield ProviderObjection("schemas", position.pointer, f"`{compact_json(position.schema)}` as a schema")
    if not dialect.recursion:
        yield from _recursion_objections(schema)


def _is_boolean_schema(position: Position) -> bool:
    """Say whether a part is ``true`` or ``false`` in the position of a schema."""
    is_part = position.role is not SubschemaRole.ROOT and position.keyword not in OPEN_KEYWORDS
    return is_part and isinstance(position.schema, bool)


def reference_objections(schema: JsonValue) -> Iterator[ProviderObjection]:
    """Yield every reference that leads out of the schema, where no provider follows it, or nowhere."""
    for reference in References(schema):
        if reference.reach is not Reach.LOCAL:
            where = "out of the schema" if reference.reach is Reach.FOREIGN else "nowhere"
            yield ProviderObjection("references", reference.pointer, f"a reference that leads {where}")


def strictness_objections(schema: JsonValue, dialect: ProviderDialect) -> Iterator[ProviderObjection]:
    """Yield every object that is not closed and every property that is not required, if the dialect demands both."""
    for position in positions(schema):
        members = as_object(position.schema)
        repeats = position.role.is_inplace and "type" not in members
        if repeats or not ("object" in texts_in(members.get("type")) or "properties" in members):
            continue  # a branch of a union or condition that merely narrows the enclosing object
        if dialect.closed == "required" and members.get("additionalProperties") is not False:
            yield ProviderObjection("strictness", position.pointer, "an object that is not closed")
        required = set(texts_in(members.get("required")))
        for name in as_object(members.get("properties")) if dialect.all_required else ():
            if name not in required:
                yield ProviderObjection(
                    "strictness", child(position.pointer, "properties", name), f"the optional `{name}`"
                )


def property_name_objections(schema: JsonValue, provider: Provider) -> Iterator[ProviderObjection]:
    """Yield every property name that the provider rejects."""
    for position in positions(schema):
        if position.pointer and provider.property_names_at == "root":
            continue
        for name in as_object(as_object(position.schema).get("properties")):
            fits = provider.property_pattern is None or provider.property_pattern.fullmatch(name)
            if not fits or len(name) > (provider.property_longest or len(name)):
                yield ProviderObjection("property", child(position.pointer, "properties", name), name)


def _unsupported_keywords(
    position: Position, schema: JsonObject, dialect: ProviderDialect
) -> Iterator[ProviderObjection]:
    taken = {*dialect.keywords, *dialect.ignored, *(("additionalProperties",) if dialect.closed != "kept" else ())}
    for keyword in schema:
        at_root = not position.pointer and keyword in dialect.refused_at_root
        known = not dialect.keywords or keyword in taken
        if (not known or keyword in dialect.refused) and not at_root:
            yield ProviderObjection("keywords", child(position.pointer, keyword), f"`{keyword}`")
    extra = schema.get("additionalProperties", False)
    if dialect.closed == "dropped" and extra is not False:
        yield ProviderObjection(
            "keywords", child(position.pointer, "additionalProperties"), "an open `additionalProperties`"
        )


def _unsupported_forms(position: Position, schema: JsonObject, dialect: ProviderDialect) -> Iterator[ProviderObjection]:
    if dialect.formats and "format" in schema and schema["format"] not in dialect.formats:
        yield ProviderObjection(
            "formats", child(position.pointer, "format"), f'`"format": {compact_json(schema["format"])[:40]}`'
        )
    if dialect.least_items and "minItems" in schema and schema["minItems"] not in dialect.least_items:
        yield ProviderObjection(
            "keywords", child(position.pointer, "minItems"), f'`"minItems": {compact_json(schema["minItems"])[:20]}`'
        )
    # A list of this provider says null by a keyword of its own, which was read as JSON Schema says it.
    says_null = dialect.nullable_keyword and schema.get("nullable") is True
    types = [name for name in as_array(schema.get("type")) if not (says_null and name == "null")]
    if dialect.one_type and isinstance(schema.get("type"), list | tuple) and not (says_null and len(types) == 1):
        yield ProviderObjection("type", child(position.pointer, "type"), "a list of types")
    values = [value for value in as_array(schema.get("enum")) if not (says_null and value is None)]
    if dialect.text_enums and any(not isinstance(value, str) for value in values):
        yield ProviderObjection("enums", child(position.pointer, "enum"), "an enum with values that are not strings")
    if dialect.text_enums and "" in values:
        yield ProviderObjection("empty_enums", child(position.pointer, "enum"), "an enum with an empty string")


def value_objection(keyword: str, value: JsonValue, dialect: ProviderDialect) -> str | None:
    """Return what the dialect rejects of the value of a keyword that it knows; ``None`` for a value that it takes."""
    # Providers read all schemas as draft 2020-12, whatever `$schema` says.
    if keyword == "items" and isinstance(value, list | tuple):
        return "a list as `items`"
    if keyword in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool):
        return f"a boolean as `{keyword}`"
    if dialect.plain_enums and keyword == "enum" and any(isinstance(one, Mapping | list) for one in as_array(value)):
        return "an enum with objects or arrays"
    if dialect.plain_patterns and keyword == "pattern" and isinstance(value, str):
        from conformance.schema.patterns.matching import is_plain_pattern

        return None if is_plain_pattern(value) else "a pattern with a lookaround, a backreference or a word boundary"
    return None


def _unsupported_values(
    position: Position, schema: JsonObject, dialect: ProviderDialect
) -> Iterator[ProviderObjection]:
    for keyword, value in schema.items():
        if (what := value_objection(keyword, value, dialect)) is not None:
            yield ProviderObjection("keywords", child(position.pointer, keyword), what)
    for index, part in enumerate(as_array(schema.get("allOf"))):
        if not dialect.references_in_all_of and "$ref" in as_object(part):
            yield ProviderObjection("keywords", child(position.pointer, "allOf", index), "a reference in `allOf`")


def _unsupported_parts(position: Position, schema: JsonObject, dialect: ProviderDialect) -> Iterator[ProviderObjection]:
    types = texts_in(schema.get("type"))
    if dialect.needs_items and "array" in types and "items" not in schema:
        yield ProviderObjection("items", position.pointer, "an array without `items`")
    if dialect.needs_properties and position.pointer and "object" in types and not schema.get("properties"):
        yield ProviderObjection("properties", position.pointer, _object_without_properties(schema))
    if dialect.keywords_of_type and "properties" in schema and types and "object" not in types:
        what = f'`properties` next to `"type": {compact_json(schema["type"])}`'
        yield ProviderObjection("keywords_of_type", child(position.pointer, "properties"), what)
    beside = [keyword for keyword in schema if keyword not in ("$ref", *DEFINITIONS)]
    if dialect.bare_references and "$ref" in schema and beside:
        what = f"{list_codes(beside, 3)} beside `$ref`"
        yield ProviderObjection("bare_references", child(position.pointer, "$ref"), what)
    asserts = position.role not in (SubschemaRole.CONDITION, SubschemaRole.NAME)
    if dialect.needs_type and asserts and not _TYPING_KEYWORDS & schema.keys():
        yield ProviderObjection("keywords", position.pointer, "a schema without a type")
    elif dialect.typed_values and asserts and _TYPING_KEYWORDS & schema.keys() <= _VALUES and _VALUES & schema.keys():
        yield ProviderObjection("typed_values", position.pointer, "an enum or constant without a `type`")


_POSITION_CHECKS: Sequence[Callable[[Position, JsonObject, ProviderDialect], Iterator[ProviderObjection]]] = (
    _unsupported_keywords,
    _unsupported_forms,
    _unsupported_values,
    _unsupported_parts,
)


def _recursion_objections(schema: JsonValue) -> Iterator[ProviderObjection]:
    references = References(schema)
    for reference in references:
        target = reference.target
        if target is not None and (reference.pointer == target or _is_recursive(references, target)):
            yield ProviderObjection("keywords", reference.pointer, "a recursive reference")
            return


def _is_recursive(references: References, start: str) -> bool:
    """Say whether a subschema can be reached from itself."""
    seen: set[str] = set()
    pending = [start]
    while pending:
        pointer = pending.pop()
        for reference in references:
            inside = reference.pointer.startswith(f"{pointer}/")
            if inside and reference.target is not None and reference.target not in seen:
                if reference.target == start or start.startswith(f"{reference.target}/"):
                    return True
                seen.add(reference.target)
                pending.append(reference.target)
    return False
