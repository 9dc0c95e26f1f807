"""The words with which texts state relations of fields: names, also as a text speaks them, "is given", "is omitted".

Only a name of several words is taken for one that a text speaks, "the chain ID" for ``chain_id``: what it calls "name"
or "limit" may be anything.
"""

import functools
import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

Kind = Literal["choice", "needed", "only", "excludes"]
"""A choice between the fields; the first is needed with the second; it has an effect only with the second; it excludes
all others."""

# What texts call a field behind its name: "the `device` parameter", "device preset".
NOUN = r"(?: (?:parameter|field|argument|option|preset|flag|property|param|arg|input|filter)s?)?"
# What is done with a field that is there.
PRESENT = r"(?:provided|given|set|specified|supplied|present|included|passed)"
# The same where a text may also say that it is used, and not for what.
GIVEN = rf"(?:also )?(?:{PRESENT}|used)\b(?! (?:to|as(?! well)|for|by|in)\b)"
# The orders to give one.
GIVE = r"(?:provide|specify|pass|supply|give|set|include)"
# What fields are where they count.
VALID = (
    r"(?:valid|used|allowed|accepted|applicable|available|supported|applies|meaningful|relevant|considered|honou?red"
    r"|respected|effective|permitted|evaluated|enforced)"
)
# A verb that a remark leaves out: "(required if url not provided)".
IS = r"(?:(?:is|are|was) )?"
# How texts call a field that is not there.
UNSET = r"(?:not " + GIVEN + r"|omitted\b|absent\b|missing\b|unset\b|null\b|left out\b)"
# The end of a statement.
END = r"(?=\s*(?:[.;,)]|\Z|\u2014|- ))"
# Words that a text joins without meaning the field: "up to", "is in".
_PLAIN = frozenset(("to", "in", "is", "of", "or", "and", "by", "on", "at", "a", "the", "it"))
# A field as a command line has it. Matches "--dry-run", "`--all`"; not "a--b", "--".
_FLAG = LazyPattern(r"(?<![\w-])--(?P<name>[A-Za-z][\w-]*)")
# What may be the name of a field, and is one word. Matches "dry_run", "3d"; not "-".
_WHOLE_WORD = LazyPattern(r"\w+")


def name_of(group: str) -> str:
    """The pattern of one name, perhaps in quotes, with an article and a noun."""
    return rf"(?:the |an? )?[`'\"]?(?P<{group}>[A-Za-z_]\w*)[`'\"]?{NOUN}"


class Selector(Struct, frozen=True):
    """A choice between fields: whether one is needed, whether two are too many, and the words that say so.

    Where ``kind`` is no choice, it is about two fields, in the order that the kind says.
    """

    names: tuple[str, ...]
    needs_one: bool
    refuses_two: bool
    quote: str
    kind: Kind = "choice"
    is_likely: bool = False
    """Whether the text only suggests it."""


def known_names(items: tuple[str, ...], names: frozenset[str], field: str | None) -> tuple[str, ...]:
    """Return the items of a list that are fields, each once; "this" and "it" are the described field."""
    meant = [field if item.lower() in ("this", "it") and field is not None else item for item in items]
    return tuple(dict.fromkeys(item for item in meant if item in names))


def mentions_several(text: str, names: frozenset[str], field: str | None) -> bool:
    """Say whether a text may be about several of the named fields, of which ``field`` is the one that it describes."""
    if not _are_words(names):
        return True
    others = names.intersection(_WHOLE_WORD.findall(text)) - {field}
    return len(others) + (field is not None) > 1


@functools.lru_cache(maxsize=8)
def _are_words(names: frozenset[str]) -> bool:
    return all(map(_WHOLE_WORD.fullmatch, names))


def written_names(text: str, names: frozenset[str]) -> str:
    """Return a text with the names that it speaks as the schema writes them; the same text where there are none.

    A command line writes `dry_run` as ``--dry-run``.
    """
    if "--" in text:
        flags = {name.replace("_", "-"): name for name in names}
        text = _FLAG.sub(lambda found: flags.get(found["name"].replace("_", "-"), found[0]), text)
    spoken = _spoken_names(names)
    lowered = text.lower() if spoken else ""
    for phrase, name in spoken:
        if phrase in lowered:
            # "The chain ID or the page size" lists two names.
            text = re.sub(rf"(?<![\w-])(?:(?:the|an?|its) )?{phrase}(?![\w-]|'s)", name, text, flags=re.IGNORECASE)
    return text


# A tool's fields are asked about for each of its sentences.
@functools.lru_cache(maxsize=64)
def _spoken_names(names: frozenset[str]) -> Sequence[tuple[str, str]]:
    """Return the words of each name of several with the name, the longest first, since one may begin another."""
    spoken = [(" ".join(words), name) for name in names if len(words := words_of(name)) > 1 and _is_thing(words)]
    return sorted(spoken, key=lambda pair: (-len(pair[0]), pair))


def _is_thing(words: Sequence[str]) -> bool:
    return all(word.isalnum() for word in words) and _PLAIN.isdisjoint((words[0], words[-1]))
