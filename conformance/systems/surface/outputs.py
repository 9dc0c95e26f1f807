"""Complete outputs as they are read: whether one is canonical already, and the program outputs inside."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import LONE_SURROGATE
from conformance.documents.values import JsonValue, as_array, as_object, as_text
from conformance.inventory import Inventory
from conformance.names import words_of
from conformance.schema.safe_validation import validate_instance


def is_canonical(output: JsonValue, inventory: Inventory) -> bool:
    """Say whether a complete result matches the schema that its tool publishes for canonical ones."""
    tool = inventory.tool(as_text(as_object(output).get("tool_name")) or "")
    if tool is None or not isinstance(tool.success_result_schema, Mapping):
        return False
    return validate_instance(as_object(output).get("result"), tool.success_result_schema, 1) == []


def output_texts(value: JsonValue, log_names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the key and text of every output at any depth: a string whose key ends in a log name and is not blank."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        waiting.extend(as_array(inner))
        for key, member in inner.items() if isinstance(inner, Mapping) else ():
            if not isinstance(member, str):
                waiting.append(member)
            elif set(words_of(key)[-1:]) & set(log_names) and member.strip() and not LONE_SURROGATE.search(member):
                yield key, member.strip()
