"""An ``id`` or a ``name`` of what another tool calls ``task_id``; the thing is in the name of the tool, or its text."""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.inventory.siblings import InputField, Usage, identified_thing
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# What identifies a thing.
_KEYS = ("id", "uid", "uuid", "slug")
# What may be called after its thing as well; a tool that makes a thing often asks for its `name` alone.
_ATTRIBUTES = ("url", "gid", "name")
_MAKING = frozenset(("create", "add", "new", "make", "register"))
# Whose key a text describes. Matches "Test case ID", "slug of the page", "id of a task"; not "the ID".
_OWNER = LazyPattern(r"\b(?P<thing>[A-Za-z]{2,30})(?:'s)?[ -](?:id|uid|uuid|slug|identifier|key)\b", re.IGNORECASE)
# Words between the things of a name, of which `toUid` is one of two roles.
_JOINTS = frozenset(("to", "from", "by", "of", "in", "on", "for", "with", "and", "or", "as"))


def bare_names(
    by_words: Mapping[tuple[str, ...], Sequence[InputField]], verbs: frozenset[str]
) -> Iterator[tuple[Usage, InputField]]:
    """Yield the fields called ``id``, ``uid`` or ``slug`` that another tool calls after the thing that it identifies.

    A tool may call its own thing `id` on purpose, and that of others by its name: so the other tool is one for the same
    thing alone, or the text on the bare name says what it is of.
    """
    for suffix in (*_KEYS, *_ATTRIBUTES):
        bare = by_words.get((suffix,), [])
        bare_tools = {field.tool.name for field in bare}
        # A tool that has both gives them different meanings.
        full = {
            words[0]: others
            for words, others in by_words.items()
            if len(words) == 2 and words[1] == suffix and bare_tools.isdisjoint(one.tool.name for one in others)
        }
        for thing, others in full.items():
            alike = next((one for one in others if _nouns(one, verbs) == {thing}), None)
            named = [field for field in bare if _may_be_of(field, thing, verbs)]
            named = named if alike is not None else [one for one in named if thing in _stated_owners(one)]
            if named:
                usual = alike or next((one for one in others if thing in _nouns(one, verbs)), others[0])
                yield Usage(named), usual


def _may_be_of(field: InputField, thing: str, verbs: frozenset[str]) -> bool:
    """Say whether a bare name may be that of a thing; what a thing shall be called does not refer to one."""
    is_new = field.name == "name" and not _MAKING.isdisjoint(words_of(field.tool.name))
    return not is_new and thing in _owners(field, verbs)


def _nouns(field: InputField, verbs: frozenset[str]) -> set[str]:
    """The words of a tool's name that may be things; the check of `check_status` is no thing that has an id."""
    return {singularize(word) for word in words_of(field.tool.name)} - verbs - _JOINTS


def _owners(field: InputField, verbs: frozenset[str]) -> set[str]:
    """The things that a bare id may be of; "Test case ID" in `get_test_case_steps` is that of a case, not of a step."""
    nouns = _nouns(field, verbs)
    named = _stated_owners(field) & nouns
    if named or identified_thing(field):
        return named
    # Of `get_task_steps` it is the task that has one id, and many steps.
    words = [word for word in words_of(field.tool.name) if singularize(word) in nouns]
    many = {singularize(word) for word in words[1:] if singularize(word) != word}
    return nouns - many


def _stated_owners(field: InputField) -> set[str]:
    """The things that a text says that a bare name is of."""
    if thing := identified_thing(field):
        return {thing}
    return {singularize(found["thing"].lower()) for found in _OWNER.finditer(field.description)}
