"""Results of MCP: as its messages have them, and as a host hands them on to a model, whole or block by block."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, type_phrase
from conformance.systems.traces._format import Part, ResultEvent
from conformance.systems.traces._payloads import result_part

# What each kind of block needs; a client refuses the whole result for any other.
_MEMBERS_OF_BLOCKS: Mapping[str, Mapping[str, type]] = {
    "text": {"text": str},
    "image": {"data": str, "mimeType": str},
    "audio": {"data": str, "mimeType": str},
    "resource": {"resource": Mapping},
    "resource_link": {"uri": str, "name": str},
}
# The members of a result; the SDK for Python names some of them in its own way, and one that is dumped has all.
_STRUCTURED, _FLAGS = ("structuredContent", "structured_content"), ("isError", "is_error")
_MEMBERS = frozenset({"content", *_STRUCTURED, *_FLAGS, "_meta", "meta", "resultType"})


def content_fault(content: JsonValue) -> str:
    """Return what is wrong with the content of a result: every client refuses anything but an array of typed blocks."""
    if not isinstance(content, list | tuple):
        return f"`content` of a result is {type_phrase(content)}, not an array"
    for place, block in enumerate(content):
        members = as_object(block)
        kind = as_text(members.get("type"))
        if kind is None:
            return f"block {place} of the `content` of a result has no `type`"
        needed = _MEMBERS_OF_BLOCKS.get(kind)
        if needed is None:
            named = code_text(kind, 40)
            return f"block {place} of the `content` of a result has the type {named}, which no revision of MCP has"
        if fault := _block_fault(members, needed):
            return f"block {place} of the `content` of a result is of type `{kind}` {fault}"
    return ""


def _block_fault(members: JsonObject, needed: Mapping[str, type]) -> str:
    """Return what clients refuse of a block, as what stands behind its type."""
    for name, type_ in needed.items():
        if not isinstance(members.get(name), type_):
            return f"without `{name}`"
    resource = as_object(members.get("resource"))
    if "resource" in needed and not isinstance(resource.get("uri"), str):
        return "with a resource without `uri`"
    if "resource" in needed and not any(isinstance(resource.get(name), str) for name in ("text", "blob")):
        return "with a resource that has neither `text` nor `blob`"
    notes = members.get("annotations")
    stated = as_object(notes)
    audience, priority = stated.get("audience"), stated.get("priority")
    is_sound = (
        (notes is None or isinstance(notes, Mapping))
        and (audience is None or isinstance(audience, list | tuple))
        and (priority is None or (isinstance(priority, int | float) and 0 <= priority <= 1))
    )
    return "" if is_sound else "with `annotations` of another form than `audience`, an array, and `priority`, 0 to 1"


def outcome_part(outcome: JsonObject, pointer: str, structured: Sequence[str] = _STRUCTURED[:1]) -> tuple[Part, str]:
    """Return the structured content of a result, else its content, and the text in the content."""
    part, text = result_part(outcome.get("content", []), child(pointer, "content"))
    name = next((name for name in structured if outcome.get(name) is not None), None)
    return (part if name is None else Part(outcome[name], child(pointer, name))), text


def unwrap(event: ResultEvent) -> ResultEvent:
    """Return what a tool returned, where a host logged a result of MCP, or blocks of it, as what it returned."""
    part = event.result
    if part is None or part.is_content or event.is_structured is not None:
        return event
    if isinstance(part.value, list | tuple):
        return _unwrap_blocks(event, part, part.value)
    members = as_object(part.value)
    if _is_outcome(members):
        inner, text = outcome_part(members, part.pointer, _STRUCTURED)
        flag = next((flag for name in _FLAGS if isinstance(flag := members.get(name), bool)), None)
        event = replace(event, is_error=event.is_error or flag)
    elif "type" in members and not content_fault([members]):
        inner, text = result_part([members], part.pointer)
        inner = replace(inner, is_exact=False)
    else:
        return event
    if not part.is_exact:
        inner = replace(inner, pointer=part.pointer, is_exact=False)
    return replace(event, result=replace(inner, whole=part), text=text)


def _unwrap_blocks(event: ResultEvent, part: Part, blocks: Sequence[JsonValue]) -> ResultEvent:
    if not blocks or content_fault(blocks):
        return event
    _, text = result_part(blocks, part.pointer)
    return replace(event, result=replace(part, is_content=True), text=text)


def _is_outcome(members: JsonObject) -> bool:
    """Say whether an object is a result of MCP, and nothing else that has a `content`."""
    content = members.get("content")
    is_more = len(members) > 1 or bool(as_array(content))
    return is_more and "content" in members and _MEMBERS.issuperset(members) and not content_fault(content)
