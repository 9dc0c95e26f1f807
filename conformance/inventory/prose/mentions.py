"""Names in a text that look like tools or fields: ``TaskList``, ``task_list``, `` `dryRun` ``, and how they are used
there.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.reading import once_per_text, single_line
from conformance.lazy_patterns import LazyPattern

# Behind a name that the text calls a tool. Next is "` tool", " or `b_c` tool", " and b_c tools"; not " toolbox".
_IS_TOOL = r"[`'\"]?(?:,? (?:or|and) (?:the )?[`'\"]?\w+(?:[_-]\w+)*[`'\"]?)?\s+tools?\b"
# Words joined by hyphens, which are a name only in quotes or where the text calls them a tool.
_HYPHENATED = r"[a-z][a-z0-9]+(?:-[a-z0-9]+)+"
# Several words in one, but not in a path, a tag or a file name.
# Matches "TaskList", "task_list", "dryRun", "GET_TASK", "`get-task`"; not "Tasks", "src/task_list", "task_list.py",
# "get_tree().nodes", which is code of another system.
_NAME = LazyPattern(
    r"(?<![\w./\\@$<{#-])(?P<name>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+"
    r"|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+"
    # "a read-only tool" and "read-only tools" are of a kind
    rf"|(?<=[`'\"]){_HYPHENATED}(?=[`'\"])"
    rf"|(?:(?<=and )|(?<=or )|(?<!\ba )(?<!\ban )(?!{_HYPHENATED}\s+tools\b)){_HYPHENATED}(?={_IS_TOOL}))"
    r"(?![\w\\>}-]|/\w|\.\w{2,4}\b(?!\()|\([^()]{0,60}\)\.\w)"
)
# Before a name that the text says to use. Matches "use the ", "call `", "via "; not "the ".
_ORDER_BEFORE = LazyPattern(
    r"(?<![\w-])(?:use|using|call|calling|invoke|run|prefer|try|see|via|with|from|by|then|and|or|over|than"
    r"|not)(?<!ordered by)(?<!sorted by)(?<!grouped by)\s+(?:the\s+)?[`'\"]?\Z",
    re.IGNORECASE,
)
# Before a name that the text calls a tool, or compares with one. Matches "instead of ", "the tool `"; not "tools ".
_TOOL_BEFORE = LazyPattern(r"\b(?:instead of|rather than|the tool|tool named|tool called)\s+[`'\"]?\Z", re.IGNORECASE)
# The same, alone. Next is "` tool"; not "toolbox".
_TOOL_AFTER = LazyPattern(_IS_TOOL, re.IGNORECASE)
# Before a name that is used, and no part of what is used. Matches "use the ", "via `"; not "with ".
_USE_BEFORE = LazyPattern(
    r"(?<![\w-])(?:use|using|call|calling|invoke|run|prefer|try|see|via)\s+(?:the\s+)?[`'\"]?\Z", re.IGNORECASE
)
# Before what a field is used instead of: another field, and no tool. Matches "use this instead of "; not "instead of ".
_INSTEAD_OF_FIELD = LazyPattern(
    r"\b(?:this|it)(?: (?:field|parameter|argument|option))? (?:instead of|rather than|over)\s+(?:the )?[`'\"]?\Z",
    re.IGNORECASE,
)
# Before a name that can only be a tool, as it is called. Matches "call ", "renamed to `"; not "use ", "post-call ".
_CALL_BEFORE = LazyPattern(
    r"(?<![\w-])(?:call|calling|invoke|invoking|run|running|(?:replaced|superseded) by|renamed to|in favou?r of)\s+"
    r"[`'\"]?\Z",
    re.IGNORECASE,
)
# Next is " instead", "` instead of"; not " in".
_INSTEAD = LazyPattern(r"\A[`'\"]?\s+instead\b", re.IGNORECASE)
# A name in quotes is meant as a name. Matches "use `", "prefer '"; not "use ".
_QUOTED_ORDER = LazyPattern(r"\b(?:use|using|prefer|try)\s+[`'\"]\Z", re.IGNORECASE)
# Behind a name that need not exist. Matches " when available", " if you have it"; not " if needed".
_NOT_ALWAYS = LazyPattern(r"\b(?:when|where|if|once) available\b|\bif (?:it is |you have it)", re.IGNORECASE)
# Before names of what is gone. Matches "replacing a_b, ", "supersedes `"; not "replace a_b, ", "replaces all. Use ".
_REPLACED = LazyPattern(
    r"\b(?:(?<!by )(?:replacing|replaces|superseding|supersedes)|formerly|previously called) "
    r"(?:the )?(?:[`'\"]?\w+_\w+[`'\"]?,? (?:(?:and|or) )?(?:the )?){0,8}[`'\"]?\Z",
    re.IGNORECASE,
)
# The beginning of an entry of a list of arguments. Matches "  mode: ", "- `mode` (str): "; not "Use it: ".
_ENTRY = LazyPattern(r"(?:\A|\n)[ \t]*(?:[-*\u2022] )?[`'\"]?[a-z]\w*[`'\"]? ?(?:\([^()\n]{0,40}\))?:\s")


class Mention(Struct, frozen=True):
    """One name in a text, the words around it, and what they make of it.

    They may order it to be used, call it a tool, order a call, or give it in quotes or as what to use instead;
    ``is_used`` says that the order is no mere "with" or "from".
    """

    name: str
    quote: str
    is_ordered: bool
    is_called_tool: bool
    is_to_be_called: bool = False
    is_recommended: bool = False
    is_used: bool = False


@once_per_text
def mentions(text: str) -> Iterator[Mention]:
    """Yield the names of several words in a text, each once; a name that may be absent is left out."""
    seen: set[str] = set()
    line = single_line(text)
    for found in _NAME.finditer(line):
        # What makes a name a tool is next to it; the windows bound the work per name.
        before, after = line[max(found.start() - 30, 0) : found.start()], line[found.end() : found.end() + 60]
        # 200 characters hold the names of a few former tools.
        is_gone = _REPLACED.search(line[max(found.start() - 200, 0) : found.start()])
        if found["name"] not in seen and not _NOT_ALWAYS.search(after) and not is_gone:
            seen.add(found["name"])
            is_field = _INSTEAD_OF_FIELD.search(before) is not None and _is_in_entry(text, found["name"])
            called = bool(not is_field and _TOOL_BEFORE.search(before)) or bool(_TOOL_AFTER.match(after))
            ordered = bool(not is_field and _ORDER_BEFORE.search(before))
            yield Mention(
                found["name"],
                excerpt(line, *found.span()),
                ordered,
                called,
                is_to_be_called=bool(_CALL_BEFORE.search(before)),
                is_recommended=bool(_QUOTED_ORDER.search(before) or (ordered and _INSTEAD.match(after))),
                is_used=bool(not is_field and _USE_BEFORE.search(before)),
            )


def _is_in_entry(text: str, name: str) -> bool:
    """Say whether the first mention of a name is in an entry of a list of arguments, "name: what it is"."""
    before = text[: text.find(name)]
    entry = list(_ENTRY.finditer(before))
    return bool(entry) and "\n\n" not in before[entry[-1].end() :]


def places_of(name: str, text: str) -> list[int]:
    """Return where a name begins in a text as a word of its own; a pattern for each name would take longer to make."""
    places: list[int] = []
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not _is_word_character(text[at - 1 : at]) and not _is_word_character(text[end : end + 1]):
            places.append(at)
        at = text.find(name, at + 1)
    return places


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character == "_"
