"""A document to an inventory: what has another shape is refused with its pointer, what is merely wrong is kept."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from conformance import documents
from conformance.documents import Document
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.model import FORMAT_VERSIONS, Inventory, ResultEnvelope, Tool
from conformance.json_schema.complexity import MAX_CHAIN, MAX_EXPANSION, Expansion, longest_chain
from conformance.json_schema.references import Reach, References
from conformance.json_values import JsonObject, JsonValue, as_object, as_text, texts_in, type_name
from conformance.pointers import child
from conformance.words import quoted

_TOP_KEYS = ("version", "source_of_truth", "stability_policy", "tools")
_TOOL_KEYS = (
    "name",
    "family",
    "stability",
    "description",
    "input_schema",
    "freeform_grammar",
    "related_surfaces",
    "result_envelope",
)
_ENVELOPE_KEYS = tuple(field.name for field in fields(ResultEnvelope) if field.name != "raw")


def read_inventory(path: Path | str) -> tuple[Inventory, Document]:
    """Read an inventory file; raises ``ConformanceError`` when it is unreadable or no inventory."""
    document = documents.read(path)
    return load_inventory(document), document


def load_inventory(document: Document) -> Inventory:
    """Return the inventory that a document holds; raises ``ConformanceError`` with the pointer where it is none."""
    top = _expect_object(document, "", document.value, "an inventory")
    version = _version(document, top)
    tools = top.get("tools")
    if not isinstance(tools, list):
        raise _misshapen(document, "/tools", "an array of tools", tools, missing="tools" not in top)
    return Inventory(
        version=version,
        source_of_truth=as_object(top.get("source_of_truth")),
        stability_policy=as_object(top.get("stability_policy")),
        tools=tuple(_tool(document, index, raw) for index, raw in enumerate(tools)),
        unknown_keys=tuple(key for key in top if key not in _TOP_KEYS),
        raw=top,
    )


def known_keys(pointer: str) -> tuple[str, ...]:
    """Return the keys that the format defines for the top level (``""``), a tool, or a ``result_envelope``."""
    return {"": _TOP_KEYS, "result_envelope": _ENVELOPE_KEYS}.get(pointer, _TOOL_KEYS)


def _version(document: Document, top: JsonObject) -> int:
    version = top.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise _misshapen(document, "/version", "the format version, an integer", version, missing="version" not in top)
    if version not in FORMAT_VERSIONS:
        newer = version > max(FORMAT_VERSIONS)
        relation = "newer than" if newer else "not one"
        known = " and ".join(map(str, FORMAT_VERSIONS))
        place = document.locate(["/version"])["/version"]
        raise ConformanceError(
            ErrorKind.UNSUPPORTED,
            f"{place}: inventory format version {version} at '/version' is {relation} this tool knows ({known})",
            "upgrade tool-conformance" if newer else f"write version {max(FORMAT_VERSIONS)}",
        )
    return version


def _tool(document: Document, index: int, raw: JsonValue) -> Tool:
    pointer = child("", "tools", index)
    members = _expect_object(document, pointer, raw, "a tool")
    name = members.get("name")
    if not isinstance(name, str):
        raise _misshapen(document, f"{pointer}/name", "the tool's name, a string", name, missing="name" not in members)
    return Tool(
        index=index,
        name=name,
        capability=as_text(members.get("family")),
        stability=as_text(members.get("stability")),
        description=as_text(members.get("description")),
        input_schema=_schema(document, f"{pointer}/input_schema", members, "input_schema", required=True),
        freeform_grammar=members.get("freeform_grammar"),
        related_surfaces=tuple(texts_in(members.get("related_surfaces"))),
        result_envelope=_result_envelope(document, f"{pointer}/result_envelope", members.get("result_envelope")),
        unknown_keys=tuple(key for key in members if key not in _TOOL_KEYS),
        raw=members,
    )


def _result_envelope(document: Document, pointer: str, raw: JsonValue) -> ResultEnvelope | None:
    if not isinstance(raw, Mapping):
        return None
    schema = _schema(document, f"{pointer}/success_result_schema", raw, "success_result_schema", required=False)
    return ResultEnvelope(
        canonical=as_text(raw.get("canonical")),
        success_result=as_text(raw.get("success_result")),
        success_result_schema=schema,
        error_result=as_text(raw.get("error_result")),
        model_rendering=as_text(raw.get("model_rendering")),
        raw=raw,
    )


def _schema(document: Document, pointer: str, members: JsonObject, key: str, *, required: bool) -> JsonValue:
    schema = members.get(key)
    missing = key not in members
    if (missing and required) or not isinstance(schema, Mapping | bool | None):
        raise _misshapen(document, pointer, "a JSON Schema (an object, a boolean or null)", schema, missing=missing)
    references = References(schema)
    _refuse_foreign(document, pointer, references)
    if longest_chain(references) > MAX_CHAIN:
        reason = f"leads through more than {MAX_CHAIN} subschemas, one below the other"
        raise _too_costly(document, pointer, reason, "its references form a long chain: shorten it")
    if Expansion(schema, references).largest() > MAX_EXPANSION:
        cure = (
            "its references or alternatives multiply: use each definition once, or replace the anyOf pairs by an enum"
        )
        raise _too_costly(document, pointer, f"needs more than {MAX_EXPANSION:,} evaluations for one instance", cure)
    return schema


def _refuse_foreign(document: Document, pointer: str, references: References) -> None:
    for reference in references:
        if reference.reach is Reach.FOREIGN:
            at = pointer + reference.pointer
            raise ConformanceError(
                ErrorKind.UNSUPPORTED,
                f"{document.locate([at])[at]}: {quoted(at, 200)} refers to {quoted(as_text(reference.text) or '')}, "
                "which is not in this schema: references to files and to the network are refused, nothing was opened",
                "copy the schema that it names into '$defs' and refer to '#/$defs/...'",
            )


def _too_costly(document: Document, pointer: str, reason: str, cure: str) -> ConformanceError:
    place = document.locate([pointer])[pointer]
    return ConformanceError(ErrorKind.TOO_LARGE, f"{place}: the schema at '{pointer}' {reason}", cure)


def _expect_object(document: Document, pointer: str, value: JsonValue, what: str) -> JsonObject:
    if isinstance(value, Mapping):
        return value
    raise _misshapen(document, pointer, f"{what}, an object", value, missing=False)


def _misshapen(document: Document, pointer: str, wanted: str, found: JsonValue, *, missing: bool) -> ConformanceError:
    place = document.locate([pointer])[pointer]
    got = "it is missing" if missing else f"found {type_name(found)}"
    return ConformanceError(
        ErrorKind.UNREADABLE,
        f"{place}: {quoted(pointer) if pointer else 'the document'} must be {wanted}; {got}",
        "write the inventory with `conformance refresh`",
    )
