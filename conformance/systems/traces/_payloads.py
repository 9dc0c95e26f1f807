"""Values that logs keep as text: arguments and results as JSON inside a string, results as content blocks."""

from collections.abc import Iterator, Mapping

from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.documents.values import JsonValue, as_array, as_object, as_text, type_phrase
from conformance.systems.traces._format import Part


def parse_text(text: str) -> JsonValue:
    """Return the object or array that a text is as JSON; any other text is returned unchanged."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    parsed = parse_bytes(text.encode("utf-8", "surrogatepass"))
    return text if isinstance(parsed, TextFault) else parsed.value


def arguments_part(value: JsonValue, pointer: str) -> Part:
    """Return the arguments of a call, which may be JSON inside a string; an empty string is a call without any."""
    if not isinstance(value, str):
        return Part({} if value is None else value, pointer)
    return Part(parse_text(value) if value.strip() else {}, pointer, is_exact=False)


def result_part(value: JsonValue, pointer: str) -> tuple[Part, str]:
    """Return a result that is a value, JSON inside a string, or a list of content blocks, and its text."""
    texts = list(_block_texts(value))
    if isinstance(value, str) or (isinstance(value, list | tuple) and len(texts) == len(value)):
        text = value if isinstance(value, str) else "\n".join(texts)
        return Part(parse_text(text), pointer, is_exact=False), text
    return Part(value, pointer), "\n".join(texts)


def flag_fault(name: str, flag: JsonValue) -> str:
    """Return what is wrong with a flag, which every reader takes for false where it is not a boolean."""
    is_flag = flag is None or isinstance(flag, bool)
    return "" if is_flag else f"`{name}` of a result is {type_phrase(flag)}, neither `true` nor `false`"


def _block_texts(value: JsonValue) -> Iterator[str]:
    for block in as_array(value):
        members = as_object(block)
        text = as_text(members.get("text"))
        if text is not None and isinstance(block, Mapping):
            yield text
