"""The kinds of changes, by which the configuration accepts them.

The kinds of an envelope's members are open, as an envelope may have members that no version of the format knows.
"""

import functools
from fnmatch import fnmatchcase

from conformance.drift.attribution.annotations import COMPARED
from conformance.drift.attribution.aspects import GROUPS, REST, UNEVALUATED
from conformance.drift.sentences import SENTENCES
from conformance.names import snake_case

# Members of an inventory, a tool or an envelope that are compared as one value, without a sentence of their own.
_MEMBERS = ("canonical", "description", "envelope", "error_result", "other_key")
# Aspects of a schema that are not keywords of one value; a required name and null have kinds of their own.
_ASPECTS = ("items", "patternProperties", "properties", REST[0], UNEVALUATED[0])
_OPEN = "*_changed"


@functools.cache
def change_kinds() -> frozenset[str]:
    """Return the kinds of all changes that can be named in advance."""
    nouns = [*map(snake_case, (*GROUPS, *_ASPECTS)), *COMPARED.values()]
    verbs = [f"{noun}_{verb}" for noun in nouns for verb in ("added", "removed", "changed")]
    types = [f"{noun}_type_changed" for noun in COMPARED.values()]
    return frozenset({*SENTENCES, *verbs, *types, *(f"{name}_changed" for name in _MEMBERS)})


def is_known_kind(pattern: str) -> bool:
    """Say whether a change may have a kind that matches the glob."""
    return fnmatchcase(pattern, _OPEN) or any(fnmatchcase(kind, pattern) for kind in change_kinds())
