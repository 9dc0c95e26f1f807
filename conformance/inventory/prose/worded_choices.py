"""Choices between fields that a text names in words: "provide either a task ID or a name" for ``task_id``, ``name``."""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.selectors import Selector
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# A few plain words that may be the name of a field.
_WORDS = r"(?:an? |the |its )?(?P<{0}>[a-z][a-z ]{{0,30}}?)"
# Matches "Provide either a task ID or a name.", "requires either the path or the URL"; not "use either one".
_EITHER = LazyPattern(
    r"(?<!can )(?<!may )(?<!could )\b(?:provide|specify|pass|supply|give|requires?|needs) either "
    rf"{_WORDS.format('first')},? or {_WORDS.format('second')}(?=\s*(?:[.;)]|\Z))",
    re.IGNORECASE,
)


def worded_choices(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Yield the choices that one sentence states between two fields, if its words are exactly those of their names."""
    stated = list(_EITHER.finditer(passage))
    # Most passages state none, and a list of all names for each passage would make many fields slow.
    by_words = {tuple(words_of(name)): name for name in names} if stated else {}
    for found in stated:
        chosen = [by_words.get(tuple(found[part].lower().split())) for part in ("first", "second")]
        pair = tuple(name for name in chosen if name is not None)
        if len(set(pair)) == 2 and not holds_sometimes(passage, found.start()):
            yield Selector(pair, needs_one=True, refuses_two=False, quote=excerpt(passage, *found.span(), 10))
