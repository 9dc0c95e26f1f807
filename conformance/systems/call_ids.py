"""Whether an id of a call stands for it alone, or is counted, so that other conversations have the same one.

``call_0`` and ``functions.add:0`` begin anew in each conversation; ``toolu_01A09q90qw90lq917835lq9`` does not.
"""

import re

from conformance.lazy_patterns import LazyPattern

# A shorter id may be counted anew in each session, so it does not name one call.
_LEAST_CHARS = 16
# Longer ids than those of any provider are not searched.
_MOST_CHARS = 300
# Words, also in camel case, and small numbers behind them or alone: the parts that counted ids are made of.
_WORD = r"(?:[A-Z]{1,15}|[A-Z]?[a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,4})"
_COUNTED = LazyPattern(rf"[\W_]*(?:(?:{_WORD}[0-9]{{0,9}}|0*[0-9]{{1,9}})(?:[\W_]+|\Z))+", re.ASCII)


def is_unique(call_id: str) -> bool:
    """Say whether no other call has this id, in whatever conversation: it is long, and has a part made at random."""
    if len(call_id) < _LEAST_CHARS:
        return False
    return len(call_id) > _MOST_CHARS or _COUNTED.fullmatch(call_id) is None
