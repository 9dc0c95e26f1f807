"""JSON Pointers (RFC 6901), the locations of all findings."""

import re
from collections.abc import Iterator, Mapping

from conformance.documents.values import JsonValue, as_array

_INDEX = re.compile("0|[1-9][0-9]{0,17}")


def escape(token: str) -> str:
    """Return a reference token with ``~`` and ``/`` escaped."""
    # nearly no token has either, and this is asked more often than anything else
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def unescape(token: str) -> str:
    """Return the key that a reference token stands for."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def child(pointer: str, *tokens: str | int) -> str:
    """Return the pointer to a member, at any depth, of the value at ``pointer``."""
    for token in tokens:
        pointer = f"{pointer}/{escape(str(token))}"
    return pointer


def split(pointer: str) -> list[str]:
    """Return the unescaped tokens of a pointer; the empty pointer has none."""
    return [unescape(token) for token in pointer.split("/")[1:]]


def parent(pointer: str) -> str:
    """Return the pointer without its last token."""
    return pointer.rpartition("/")[0]


def lineage(pointer: str) -> list[str]:
    """Return the pointer and its ancestors, innermost first, down to the empty pointer."""
    chain = [pointer]
    while chain[-1]:
        chain.append(parent(chain[-1]))
    return chain


def resolve(value: JsonValue, pointer: str) -> JsonValue:
    """Return the value at the pointer; raises ``KeyError`` if there is none."""
    for token in split(pointer):
        value = _step(value, token)
    return value


def _step(value: JsonValue, token: str) -> JsonValue:
    if isinstance(value, Mapping):
        return value[token]
    items = as_array(value)
    if is_index(token) and int(token) < len(items):
        return items[int(token)]
    raise KeyError(token)


def is_index(token: str) -> bool:
    """Say whether a reference token can stand for an element of an array."""
    return bool(_INDEX.fullmatch(token))


def walk(value: JsonValue, pointer: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Yield each nested value with its pointer, parents before children."""
    # a stack instead of recursion: each level of nested generators would hand on every value below it
    pending = [(pointer, value)]
    while pending:
        pointer, value = found = pending.pop()
        yield found
        if isinstance(value, dict | Mapping):  # the abstract class is only asked about what no parser returns
            pending += reversed([(f"{pointer}/{escape(key)}", member) for key, member in value.items()])
        elif not isinstance(value, str):
            pending += reversed([(f"{pointer}/{index}", item) for index, item in enumerate(as_array(value))])


def nearest(value: JsonValue, pointer: str) -> str:
    """Return the pointer without the trailing steps that do not exist in the value."""
    reached = ""
    for token in split(pointer):
        try:
            value = _step(value, token)
        except KeyError:
            break
        reached = child(reached, token)
    return reached


def move(pointer: str, moves: Mapping[str, str]) -> str:
    """Return the pointer with its beginning replaced, where that is one of ``moves``: new pointers by old ones."""
    found = (new + pointer[len(old) :] for old, new in moves.items() if pointer == old or pointer.startswith(f"{old}/"))
    return next(found, pointer)
