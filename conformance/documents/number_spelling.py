"""How numbers are spelt: JSON has several texts for one value, such as ``0.10``, and a rewritten file keeps its own.

A number that is read is its value alone, so the spellings are read anew from the text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.documents.values import JsonValue, as_array, as_object, equal, is_number

# Strings are matched to pass over what looks like a number in them.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?\d[\d.eE+-]*+')


def spelt_value(text: str) -> Any:
    """Return the value of a valid JSON text with the text of each number in its place."""
    return json.loads(text.removeprefix("\ufeff"), parse_int=_Spelling, parse_float=_Spelling)


def respell(text: str, value: JsonValue, spelt: Any) -> str:
    """Return the JSON ``text`` of a value, with sorted keys, and each number as it is spelt in the same place.

    ``spelt`` comes from ``spelt_value``; where it has no equal number, the text stays as it is.
    """
    spellings = _spellings(value, spelt)
    return _TOKEN.sub(lambda token: token[0] if token[0][0] == '"' else next(spellings) or token[0], text)


class _Spelling(str):
    """The text of a number, which no string of the document is mistaken for."""

    __slots__ = ()


def _spellings(value: JsonValue, spelt: Any) -> Iterator[str]:
    """Yield the spelling of each number of a value in the order of sorted keys, empty for one that was not there."""
    if is_number(value):
        yield spelt if isinstance(spelt, _Spelling) and equal(value, json.loads(spelt)) else ""
    elif isinstance(value, Mapping):
        members = as_object(spelt)
        for name in sorted(value):
            yield from _spellings(value[name], members.get(name))
    else:
        items = as_array(spelt)
        for at, item in enumerate(as_array(value)):
            yield from _spellings(item, items[at] if at < len(items) else None)
