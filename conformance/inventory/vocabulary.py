"""All names that an inventory uses: its tools, their fields, the values of their enums; computed once for all rules."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from conformance.documents.values import as_object, texts_in
from conformance.inventory.fields import fields_of, result_fields_of
from conformance.inventory.model import Inventory, Tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A name in backticks.
_QUOTED = LazyPattern(r"`[^`\s]{1,128}`")
# That a list has more tools. Matches "tools that are hidden by default", "stay hidden until", "tools/list_changed";
# not "hidden files".
_HIDDEN_TOOLS = LazyPattern(
    r"\btools?\b[^.;]{0,60}\b(?:hidden|inactive|unlisted|not (?:listed|loaded)|loaded on demand)\b"
    r"|tools/list_changed",
    re.IGNORECASE,
)
# Fewer names than these share their first word by chance.
_FEWEST_PREFIXED = 3


class Vocabulary:
    """The names of one inventory, and those of the tools that an earlier one had."""

    def __init__(self, inventory: Inventory, earlier: Inventory | None = None) -> None:
        self._inventory = inventory
        self._earlier = earlier
        self._names_by_tool: dict[int, frozenset[str]] = {}

    @property
    def tools(self) -> Sequence[Tool]:
        """The tools of the inventory."""
        return self._inventory.tools

    def names_of(self, tool: Tool) -> frozenset[str]:
        """Return every name that the schemas of a tool use: fields of input and result, and values of enums."""
        if tool.index not in self._names_by_tool:
            self._names_by_tool[tool.index] = (
                inputs_of(tool) | _values_of(tool) | {f.name for f in result_fields_of(tool)}
            )
        return self._names_by_tool[tool.index]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that the inventory uses."""
        tools = frozenset(tool.name for tool in self._inventory.tools)
        return tools.union(*(self.names_of(tool) for tool in self._inventory.tools))

    @cached_property
    def retired_names(self) -> frozenset[str]:
        """The names of tools that the earlier inventory had and this one has not."""
        earlier = self._earlier.tools if self._earlier else ()
        return frozenset(tool.name for tool in earlier if self._inventory.tool(tool.name) is None)

    @cached_property
    def tools_by_words(self) -> Mapping[tuple[str, ...], str]:
        """The tools by the words of their names."""
        return {unordered_words(tool.name): tool.name for tool in reversed(self._inventory.tools)}

    @cached_property
    def tools_by_ordered_words(self) -> Mapping[tuple[str, ...], str]:
        """The tools by the words of their names in their order."""
        return {ordered_words(tool.name): tool.name for tool in reversed(self._inventory.tools)}

    @cached_property
    def prefix(self) -> str:
        """The first word of most names of tools, which may be that of a server; empty where there is none."""
        first = Counter(next(iter(ordered_words(tool.name)), "") for tool in self._inventory.tools)
        word, number = first.most_common(1)[0] if first else ("", 0)
        return word if number >= _FEWEST_PREFIXED and 2 * number >= len(self._inventory.tools) else ""

    @cached_property
    def has_hidden_tools(self) -> bool:
        """Whether a text says that there are tools which are listed only once they are asked for."""
        return any(_HIDDEN_TOOLS.search(tool.description or "") for tool in self._inventory.tools)

    def tools_named_in(self, text: str) -> list[Tool]:
        """Return the tools that a text names: in backticks, alone, or by a name that is not an ordinary word."""
        found = {name for name in self._tool_name.findall(text) if not name.islower() or "_" in name}
        found.update(quoted.strip("`") for quoted in _QUOTED.findall(text))
        found.add(text.strip())
        named = (tool for name in found for tool in self._tools_by_name.get(name, ()))
        return sorted(named, key=lambda tool: tool.index)

    @cached_property
    def _tools_by_name(self) -> Mapping[str, Sequence[Tool]]:
        tools: dict[str, list[Tool]] = {}
        for tool in self._inventory.tools:
            tools.setdefault(tool.name, []).append(tool)
        return tools

    @cached_property
    def _tool_name(self) -> re.Pattern[str]:
        """Each name of a tool as a word of its own, the longest first; a pattern that matches nothing without tools."""
        names = sorted((tool.name for tool in self._inventory.tools if tool.name), key=len, reverse=True)
        return re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The first words of the names of tools."""
        split = (words_of(tool.name) for tool in self._inventory.tools)
        return frozenset(singularize(words[0]) for words in split if words)

    @cached_property
    def verbs_and_nouns(self) -> frozenset[str]:
        """The first and the final words of the names of tools."""
        split = [words_of(tool.name) for tool in self._inventory.tools]
        return frozenset(singularize(word) for words in split if words for word in (words[0], words[-1]))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the names of tools."""
        return frozenset(singularize(word) for tool in self._inventory.tools for word in words_of(tool.name))


def inputs_of(tool: Tool) -> frozenset[str]:
    """Return the names of the fields that a tool takes, at any depth."""
    return frozenset(field.name for field in fields_of(tool))


def unordered_words(name: str) -> tuple[str, ...]:
    """Return what names share that differ only in case, plural or order: ``TaskList`` and ``ListTasks``."""
    return tuple(sorted(singularize(word) for word in words_of(name)))


def ordered_words(name: str) -> tuple[str, ...]:
    """Return what names share that differ only in case or plural: ``dryRun`` and ``dry_run``."""
    return tuple(singularize(word) for word in words_of(name))


def _values_of(tool: Tool) -> frozenset[str]:
    positions = (*tool.input_subschemas.positions(), *tool.result_subschemas.positions())
    schemas = [as_object(position.schema) for position in positions]
    return frozenset(
        value
        for schema in schemas
        for key in ("enum", "const", "required")
        if key in schema
        for value in texts_in(schema[key])
    )
