"""The kinds of changes, by which the configuration accepts them.

The kinds of an envelope's members are open, as an envelope may have members that no version of the format knows.
"""

import functools
import re
from fnmatch import fnmatchcase

from conformance.drift.attribution.annotations import COMPARED
from conformance.drift.attribution.aspects import GROUPS, REST, UNEVALUATED
from conformance.drift.sentences import SENTENCES
from conformance.names import pascal_case, snake_case

# Members of an inventory, a tool or an envelope that are compared as one value, without a sentence of their own.
_MEMBERS = ("canonical", "description", "envelope", "error_result", "other_key")
# Aspects of a schema that are not keywords of one value; a required name and null have kinds of their own.
_ASPECTS = ("items", "patternProperties", "properties", REST[0], UNEVALUATED[0])
_OPEN = "*_changed"
# What a sentence says of one change, such as the name of a field.
_PLACEHOLDER = re.compile(r"\{\w+\}")


@functools.cache
def change_kinds() -> frozenset[str]:
    """Return the kinds of all changes that can be named in advance."""
    nouns = [*map(snake_case, (*GROUPS, *_ASPECTS)), *COMPARED.values()]
    verbs = [f"{noun}_{verb}" for noun in nouns for verb in ("added", "removed", "changed")]
    types = [f"{noun}_type_changed" for noun in COMPARED.values()]
    return frozenset({*SENTENCES, *verbs, *types, *(f"{name}_changed" for name in _MEMBERS)})


def describe_kind(kind: str) -> str:
    """Return what a kind of change is, in one sentence with `...` for what differs from case to case."""
    if kind in SENTENCES:
        sentence = _PLACEHOLDER.sub("`...`", SENTENCES[kind].replace("{location}", ""))
        return f"{sentence[:1].upper()}{sentence[1:]}."
    noun, _, verb = kind.rpartition("_")
    is_keyword = f"{noun}_added" in change_kinds() and noun not in COMPARED.values()
    name = noun[:1] + pascal_case(noun)[1:] if is_keyword else noun.replace("_", " ")
    if is_keyword:
        return f"The keyword `{name}` of a schema was {verb}."
    part = f"type of the {name.removesuffix(' type')}" if name.endswith(" type") else name
    return f"The {part} was {verb}."


def is_known_kind(pattern: str) -> bool:
    """Say whether a change may have a kind that matches the glob."""
    return fnmatchcase(pattern, _OPEN) or any(fnmatchcase(kind, pattern) for kind in change_kinds())
