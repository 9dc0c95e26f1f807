"""How an open object is closed, where one keyword does it and refuses nothing but fields that nothing describes.

An object that several subschemas describe together, or that a union or condition adds fields to, is left to a person:
closed in one of them, it would refuse the fields of the others. So is one whose text lets in more fields.
"""

from conformance.documents.edits import SetMember
from conformance.documents.pointers import parent
from conformance.documents.values import as_array, as_object, texts_in
from conformance.inventory.input_schema import ObjectLevel
from conformance.inventory.model import INPUT_SCHEMA
from conformance.schema.subschemas import Subschemas
from conformance.schema.vocabulary import NOT_ASSERTING

# What a schema that only passes an object on may have beside annotations: one way to another subschema, and the type.
_WAYS = ("$ref", "anyOf", "oneOf", "allOf")


def closing_edits(level: ObjectLevel) -> list[SetMember]:
    """Return what closes the object, relative to the tool; nothing where it is open on purpose or described elsewhere.

    ``"additionalProperties": true`` is a statement. So is an object without fields, unless it is the whole input.
    """
    is_stated = level.opening_pointer != level.pointer
    has_fields = bool(as_object(level.schema.get("properties"))) or level.pointer == INPUT_SCHEMA
    position = level.pointer.removeprefix(INPUT_SCHEMA)
    if level.is_closed or is_stated or not has_fields or not describes_alone(level.tool.input_subschemas, position):
        return []
    if is_open_by_text(level):
        return []
    # Closed, it could never hold a field that it requires and does not declare, nor one that its own names exclude,
    # nor more fields than it declares.
    least = level.schema.get("minProperties")
    is_short = isinstance(least, int | float) and least > len(as_object(level.schema.get("properties")))
    if undeclared_names(level) or "propertyNames" in level.schema or is_short:
        return []
    return [SetMember(level.pointer, "additionalProperties", False)]


def is_open_by_text(level: ObjectLevel) -> bool:
    """Say whether the description of an object, or of the tool for the whole input, lets in other fields."""
    from conformance.inventory.prose.open_objects import allows_undescribed, is_of_dictionary  # few objects are open

    own = level.schema.get("description")
    if isinstance(own, str) and (allows_undescribed(own) or is_of_dictionary(own)):
        return True
    # what a tool says of dictionaries is about its fields
    return level.pointer == INPUT_SCHEMA and allows_undescribed(level.tool.description or "")


def undeclared_names(level: ObjectLevel) -> list[str]:
    """Return the fields that an object does not declare, and requires always or beside one that it declares."""
    declared = as_object(level.schema.get("properties"))
    dependent = (as_object(level.schema.get(keyword)) for keyword in ("dependentRequired", "dependencies"))
    needs = [needed for each in dependent for name, needed in each.items() if name in declared]
    wanted = dict.fromkeys(name for names in (level.schema.get("required"), *needs) for name in texts_in(names))
    return [name for name in wanted if name not in declared]


def describes_alone(subschemas: Subschemas, pointer: str) -> bool:
    """Say whether nothing but this subschema describes the objects that it applies to."""
    return not subschemas.inplace_of(pointer) and _is_only_passed(subschemas, pointer, set())


def _is_only_passed(subschemas: Subschemas, pointer: str, seen: set[str]) -> bool:
    """Say whether references and unions lead to the subschema, and the objects around it are described alone."""
    if not pointer or pointer in seen:
        return True
    seen.add(pointer)
    appliers = subschemas.appliers_of(pointer)
    if appliers:
        return all(_passes_on(subschemas, one) and _is_only_passed(subschemas, one, seen) for one in appliers)
    holder = _holder_of(subschemas, pointer)
    return not subschemas.inplace_of(holder) and _is_only_passed(subschemas, holder, seen)


def _passes_on(subschemas: Subschemas, pointer: str) -> bool:
    keywords = subschemas.keywords_of(pointer)
    ways = keywords.keys() - NOT_ASSERTING - {"type", "nullable"}
    return len(ways) == 1 and ways <= set(_WAYS) and len(as_array(keywords.get("allOf"))) <= 1


def _holder_of(subschemas: Subschemas, pointer: str) -> str:
    """Return the subschema whose member or element another one describes."""
    pointer = parent(pointer)
    while pointer and pointer not in subschemas.references.pointers:
        pointer = parent(pointer)
    return pointer
