"""The program outputs inside a complete output."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import LONE_SURROGATE
from conformance.documents.values import JsonValue, as_array
from conformance.names import words_of


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
