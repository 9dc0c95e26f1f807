"""Things whose values the text of one tool lists, and that of another tool with the same field does not."""

import re
from collections.abc import Iterable, Iterator, Sequence

from conformance.display import code_text, escape_text
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.choices import is_called_choice
from conformance.inventory.prose.field_values import holds_open_text, likely_values_of, listed_values
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._named_choices import names_choice

# A text that says more than what is meant. Matches "e.g. tea", "'tea'", "(tea", "tea, milk", "name or id"; not
# "Commodity to compare".
_TELLING = LazyPattern(
    r"[`'\"\d,:;()|=_]|\b(?:e\.g|such|like|or|any|ids?|uuid|slug|see|from|free|custom|search|new|partial|match\w*|list\w*)\b",
    re.IGNORECASE,
)
# Names of what each tool has others of.
_OF_EACH_TOOL = frozenset(("model", "voice", "engine", "provider", "name", "value", "key", "query", "text", "path"))
# Longer texts say something.
_LONGEST = 60


class NamedThing(NamedField, frozen=True):
    """A field that is any text."""

    values: tuple[str, ...]
    """The values that a text lists; none where it says nothing of any."""


def values_elsewhere(things: Iterable[Sequence[NamedThing]]) -> Iterator[Problem]:
    """Yield an info for each name of which some tools list the values, all the same, and others say nothing."""
    by_name: dict[str, list[NamedThing]] = {}
    for found in things:
        for one in found:
            by_name.setdefault(one.name, []).append(one)
    for name, alike in by_name.items():
        listed = {one.values for one in alike if one.values}
        silent = [one for one in alike if not one.values]
        if len(listed) == 1 and silent:
            first = next(one for one in alike if one.values)
            yield Problem(
                f"which values {code_text(name)} takes is stated only in {code_text(first.tool.name)}",
                f'add "enum": {escape_text(compact_json([*first.values]))[:400]} to its schema, or list them as well',
                silent[0].place,
                {"places": places_of(silent)},
                max_level=Level.INFO,
                tools=tool_names_of(silent),
            )


def named_things(tool: Tool) -> Sequence[NamedThing]:
    """Return the fields of a tool that are any text and whose values its text lists, or says nothing of."""
    found: list[NamedThing] = []
    for field in fields_of(tool):
        words = words_of(field.name)
        is_thing = bool(words) and not (names_choice(words) or is_called_choice(field.name))
        if not is_thing or not _OF_EACH_TOOL.isdisjoint(words[-1:]) or not field.has_only_types("string"):
            continue
        texts = passages(field)
        if field.holder or not texts or field.values is not None or not holds_open_text(field):
            continue
        listed = field.once(listed_values) or field.once(likely_values_of)
        if listed is not None:
            found.append(NamedThing(tool, field.name, field.pointer, tuple(listed.values)))
        elif not any(part.get("default") for part in field.parts) and all(_says_nothing(text, words) for text in texts):
            found.append(NamedThing(tool, field.name, field.pointer, ()))
    return found


def _says_nothing(text: str, words: Sequence[str]) -> bool:
    """Say whether a text has only what the field is, with a word of its name."""
    own = {singularize(word) for word in words_of(text.replace(" ", "_"))}
    return len(text) <= _LONGEST and not _TELLING.search(text) and not own.isdisjoint(map(singularize, words))
