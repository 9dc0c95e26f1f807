"""A description has no markup of the comment in code that it was made from, and all of its last sentence.

Generators of schemas copy comments as they stand, or their first line alone. A model cannot follow
"[`crate::limits::MAX`]" or "{@link Limits}" to the number behind it, reads attributes and validators that were written
for a compiler, and guesses the end of "Uses the name of the file if".
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from conformance.callback.masking import texts_and_names
from conformance.display import excerpt
from conformance.documents.pointers import child, walk
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.lazy_patterns import LazyPattern
from conformance.rules.examples import tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Links, roles, attributes and calls of documentation. Matches "[`crate::limits::MAX`]", "[`Self::new()`]", "{@link
# Limits}", ":class:`Limits`", "#[serde(default)]", "z.number().optional()"; not "[`a`]", "`a::b`", "[`Page`](url)".
_MARKUP = LazyPattern(
    r"\[`(?:\w+(?:::[\w<>]+)+(?:\(\))?|[A-Z]\w*[a-z]\w*|\w+\(\))`\](?![(\[:])"
    r"|\{@(?:link(?:code|plain)?|code|see|inheritDoc)\b[^{}]{0,80}\}"
    r"|(?<!\w):(?:py:)?(?:class|func|meth|mod|attr|exc|data|obj|ref):`[^`]{1,80}`"
    r"|#\[(?:serde|schemars|doc|cfg)\b[^\[\]]{0,80}\]"
    r"|<see(?:also)? cref=\"[^\"]{1,80}\""
    r"|\bz\.(?:string|number|boolean|object|array|enum|union)\([^()]{0,80}\)(?:\.\w+\()?"
)
# What is before a sample of markup, which the tool is about. Is the end of "e.g. ", "are written as "; not "see ".
_SAMPLE = LazyPattern(
    r"(?:[`'\"]"
    r"|\b(?:e\.g\.?|such as|like|for example|as in|(?:written|given|marked) as|with|contain\w*|syntax|form)[,:]? )\Z",
    re.IGNORECASE,
)
# The end of a text that goes on. Ends "is used if", "listed in the"; not "scale to", "create it in", "and/or".
_UNFINISHED = LazyPattern(
    r"[a-z,`)] (?:the|an|and|or|if|unless|whether|because|your|its)\s*\Z|\b(?:If|When) there\s*\Z"
)
_MOST_PLACES = 200
# How much of the end of a text shows that it is one.
_END_CHARS = 40


class _Markup(Struct, frozen=True):
    tool: str
    place: str
    quote: str


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all descriptions of the list with such markup, and one for those that are cut."""
    found = [one for each in inventory.gather(_markup) for one in each]
    if found:
        yield _problem(found, "has", "have", "markup of a comment in code", "write what it leads to")
    cut = [one for each in inventory.gather(_cut_texts) for one in each]
    if cut:
        yield _problem(cut, "ends", "end", "in the middle of a sentence", "write the rest of it")


def _problem(found: Sequence[_Markup], one: str, many: str, what: str, hint: str) -> Problem:
    return Problem(
        f"{f'a description {one}' if len(found) == 1 else f'{len(found)} descriptions {many}'} {what}",
        f"{hint}: a model sees only the text",
        found[0].place,
        {"quote": found[0].quote, "places": [each.place for each in found[:_MOST_PLACES]]},
        tools=list(dict.fromkeys(each.tool for each in found)),
    )


def _markup(tool: Tool) -> Sequence[_Markup]:
    return _collect(tool, _quote)


def _cut_texts(tool: Tool) -> Sequence[_Markup]:
    return _collect(tool, _unfinished_end)


def _collect(tool: Tool, quote_of: Callable[[str], str]) -> Sequence[_Markup]:
    # nearly no tool has any, and to name each text by its pointer takes longer than to look at it
    if not any(map(quote_of, texts_and_names(tool.raw))):
        return ()
    found = (
        (pointer, quote_of(text))
        for key, value in tool.raw.items()
        for pointer, text in walk(value, child(tool.pointer, key))
        if isinstance(text, str) and pointer.endswith("/description")
    )
    return tuple(_Markup(tool.name, pointer, quote) for pointer, quote in found if quote)


def _unfinished_end(text: str) -> str:
    found = _UNFINISHED.search(text, max(len(text) - _END_CHARS, 0))
    return "" if found is None else excerpt(text, *found.span(), 40)


@lru_cache(maxsize=4096)  # the same definition may be in many tools
def _quote(text: str) -> str:
    found = next((one for one in _MARKUP.finditer(text) if not _is_sample(text[: one.start()])), None)
    return "" if found is None else excerpt(text, *found.span(), 20)


def _is_sample(before: str) -> bool:
    """Say whether markup behind a text is in code, in quotes or an example: the tool takes, finds or makes such."""
    return before.count("`") % 2 == 1 or _SAMPLE.search(before[-20:]) is not None


def _tools(text: str) -> list[JsonValue]:
    return [tool_with(limit={"type": "integer", "minimum": 1, "maximum": 50, "description": text})]


RULE = INVENTORY.rule(
    check,
    gathers=(_markup, _cut_texts),
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        _tools("How many tasks to list, as `tasks::list` does."),
        _tools("How many tasks to sort in"),
        _tools("How many, see [`Pages`](https://a.example)."),
    ),
    bad=(
        BadExample(
            _tools("How many tasks to list, up to [`crate::limits::MOST`]."),
            says="a description has markup of a comment in code",
            at="/tools/0/input_schema/properties/limit/description",
        ),
        BadExample(
            _tools("How many tasks to list. The limit of the server is used if"),
            says="a description ends in the middle of a sentence",
        ),
        BadExample(_tools("How many tasks, see {@link Limits}."), says="markup of a comment in code"),
        BadExample(_tools("How many tasks, see :class:`Limits`."), says="markup of a comment in code"),
    ),
)
