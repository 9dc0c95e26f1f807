"""Values that logs keep as text: arguments and results as JSON inside a string, results as content blocks."""

from collections.abc import Iterator, Mapping

from conformance.documents.strict_json import parse_text
from conformance.documents.values import JsonValue, as_array, as_object, as_text, equal, type_phrase
from conformance.systems.traces._format import Part

# The blocks that a model reads, of all providers, with the members of which each has one.
_BLOCKS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("text", "input_text", "output_text"), frozenset({"text"})),
    **dict.fromkeys(("image", "audio", "video", "media"), frozenset({"data", "source", "url", "image_url"})),
    **dict.fromkeys(("image_url", "input_image"), frozenset({"image_url", "file_id"})),
    **dict.fromkeys(("file", "input_file"), frozenset({"file", "file_id", "file_data", "file_url"})),
    **dict.fromkeys(("document", "search_result"), frozenset({"source"})),
    "input_audio": frozenset({"input_audio", "data"}),
    "resource": frozenset({"resource"}),
    "resource_link": frozenset({"uri"}),
    "tool_reference": frozenset({"tool_name"}),
}


def arguments_part(value: JsonValue, pointer: str) -> Part:
    """Return the arguments of a call, which may be JSON inside a string; an empty string is a call without any."""
    if not isinstance(value, str):
        return Part({} if value is None else value, pointer)
    return Part(parse_text(value) if value.strip() else {}, pointer, is_exact=False)


def is_grown(value: JsonValue, before: JsonValue) -> bool:
    """Say whether arguments are earlier ones with more to them, as in copies of a message that is being streamed."""
    is_begun = isinstance(before, str) and isinstance(value, Mapping)  # a text that was no JSON yet
    return is_begun or (_continues(value, before) and not equal(value, before))


def _continues(value: JsonValue, before: JsonValue) -> bool:
    if isinstance(value, str) and isinstance(before, str):
        return value.startswith(before)
    if isinstance(value, Mapping) and isinstance(before, Mapping):
        return all(key in value and _continues(value[key], member) for key, member in before.items())
    if isinstance(value, list | tuple) and isinstance(before, list | tuple):
        return len(value) >= len(before) and all(map(_continues, value, before))
    return equal(value, before)


def result_part(value: JsonValue, pointer: str) -> tuple[Part, str]:
    """Return a result that is a value, JSON inside a string, or a list of content blocks, and its text."""
    inner, is_text = (parse_text(value), True) if isinstance(value, str) else (value, False)
    texts = list(_block_texts(inner))
    if _is_content(inner, len(texts)):
        return Part(inner, pointer, is_exact=not is_text, is_content=True), "\n".join(texts)
    if isinstance(value, str):
        return Part(inner, pointer, is_exact=False), value
    if isinstance(value, list | tuple) and len(texts) == len(value):
        text = "\n".join(texts)
        return Part(parse_text(text), pointer, is_exact=False), text
    return Part(value, pointer), "\n".join(texts)


def flag_fault(name: str, flag: JsonValue, *, may_be_null: bool = True) -> str:
    """Return what is wrong with a flag, which every reader takes for false where it is not a boolean."""
    is_flag = isinstance(flag, bool) or (flag is None and may_be_null)
    return "" if is_flag else f"`{name}` of a result is {type_phrase(flag)}, neither `true` nor `false`"


def _is_content(value: JsonValue, texts: int) -> bool:
    """Say whether a value is made of blocks that a model reads, not all of them ``texts``."""
    blocks = as_array(value)
    return len(blocks) > texts and all(
        not _BLOCKS.get(as_text(as_object(block).get("type")) or "", frozenset()).isdisjoint(as_object(block))
        for block in blocks
    )


def _block_texts(value: JsonValue) -> Iterator[str]:
    for block in as_array(value):
        members = as_object(block)
        text = as_text(members.get("text"))
        if text is not None and isinstance(block, Mapping):
            yield text
