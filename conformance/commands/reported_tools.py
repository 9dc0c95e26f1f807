"""What a page shows of the tools that were checked: definitions, fields and receipts, with secrets masked."""

from collections.abc import Iterable, Mapping, Sequence

from conformance.callback.masking import texts_and_names
from conformance.commands.masking import Mask, mask_for, mask_struct, mask_value
from conformance.commands.report import ReportedField, ReportedReceipt, ReportedTool
from conformance.documents.pointers import parent, split
from conformance.documents.reader import Document
from conformance.documents.values import as_object, as_text, texts_in
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.plugins import cache_members
from conformance.schema.messages import format_value
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, Surface

MAX_RECEIPTS = 6
"""A tool shows so many of its results: the first ones of each kind teach what the others are like."""
SAMPLED = "how the reference contract renders results of this type"
"""Where receipts come from when none of the system itself were observed."""

# Keywords that a caller has to know, in the order of reading; all others are in the definition.
_LIMITS = (
    "enum", "const", "format", "pattern", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "default",
)  # fmt: skip


def report_tools(surface: Surface, profile: Profile, document: Document | None = None) -> list[ReportedTool]:
    """Return every tool of a Surface as a page shows it; pointers lead into the document."""
    mask = mask_for(texts_and_names(surface.inventory.raw), profile)
    observed = _receipts_by_tool(surface.records, profile)
    return [_report_tool(tool, mask, observed, document) for tool in surface.inventory.tools]


def _report_tool(
    tool: Tool, mask: Mask, observed: Mapping[str, Sequence[ReportedReceipt]], document: Document | None
) -> ReportedTool:
    receipts, note = observed.get(tool.name, ()), ""
    if not receipts and (samples := _samples_of(tool)):
        receipts, note = samples, SAMPLED
    facts = {"stability": tool.stability, "family": tool.capability}
    shown = ReportedTool(
        tool.name,
        _source(document, tool.pointer),
        tool.entry,
        tool.description or "",
        {name: value for name, value in facts.items() if value},
        [_report_field(one, mask, document) for one in (*fields_of(tool), *result_fields_of(tool))],
        receipts,
        note,
    )
    return mask_struct(shown, mask)


def _report_field(field: Field, mask: Mask, document: Document | None) -> ReportedField:
    stated = as_object(mask_value(as_object(field.schema), mask))  # half of a secret does not look like one
    holder = field.subschemas.keywords_of(parent(parent(field.position)))
    return ReportedField(
        _path(field.position),
        _source(document, field.tool.pointer + field.pointer),
        " or ".join(field.types) or "any",
        field.name in texts_in(holder.get("required") or ()),
        field.description,
        [f"{key}: {format_value(stated[key])}" for key in _LIMITS if key in stated],
        field.is_result,
    )


def _path(position: str) -> str:
    """Return the names on the way to a property; ``[]`` is an item of a list, ``{}`` any member of a map."""
    path, tokens = "", iter(split(position))
    for token in tokens:
        match token:
            case "properties":
                path += f".{next(tokens, '')}"
            case "$defs" | "definitions":
                path += f"<{next(tokens, '')}>"
            case "items" | "prefixItems":
                path += "[]"
            case "additionalProperties":
                path += "{}"
            case _:
                pass
    return path.removeprefix(".")


def _source(document: Document | None, pointer: str) -> str:
    return pointer if document is None else document.source_pointer(pointer)


def _receipts_by_tool(records: Iterable[Record], profile: Profile) -> Mapping[str, Sequence[ReportedReceipt]]:
    found: dict[str, list[ReportedReceipt]] = {}
    for record in records:
        name = record.tool_name
        if name is None or record.receipt is None or len(found.get(name, ())) >= MAX_RECEIPTS:
            continue
        mask = mask_for(texts_and_names([record.envelope, record.receipt]), profile)
        receipt = ReportedReceipt(record.name, mask(record.receipt), mask_value(record.envelope, mask))
        found.setdefault(name, []).append(receipt)
    return found


def _samples_of(tool: Tool) -> Sequence[ReportedReceipt]:
    """Return samples of the reference contract for a tool whose inventory promises a result of it, by its name."""
    promised = tool.result_envelope.success_result if tool.result_envelope else None
    if promised is None:
        return ()
    from conformance.contract.families import all_tools

    names = {one.name: one.result_name for one in all_tools()}
    return _samples().get(tool.name, ())[:MAX_RECEIPTS] if promised == names.get(tool.name) else ()


@cache_members
def _samples() -> Mapping[str, Sequence[ReportedReceipt]]:
    from conformance.systems.adapters.reference import reference_records

    found: dict[str, list[ReportedReceipt]] = {}
    for one in reference_records():
        name = as_text(as_object(one.envelope).get("tool_name")) or ""
        found.setdefault(name, []).append(ReportedReceipt(one.name, one.receipt or "", one.envelope))
    return found
