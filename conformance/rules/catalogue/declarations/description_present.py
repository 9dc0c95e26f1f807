"""Every tool has a description.

The description is all the guidance that the model gets; a tool without one is chosen by its name alone.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_MISSING = "tool has no description"
_HINT = "say what the tool does and when to use it"
# What is written where a description has still to be: one of these words, with others of the second list at most.
_PLACEHOLDERS = frozenset(("todo", "tbd", "tba", "fixme", "placeholder", "description", "none", "null", "undefined"))
_FILLERS = frozenset(("a", "the", "of", "no", "this", "your", "tool", "here", "goes", "available", "provided"))
_MARKS = ("TODO:", "FIXME:", "TBD:")


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the description is missing, blank or a placeholder, or the name itself."""
    stated = tool.entry.get("description", "")
    if not isinstance(stated, str):
        yield Problem(f"description is {type_phrase(stated)}, not a string", _HINT, "/description")
    elif not (tool.description or "").strip():
        # a list of tools without a description is read like one with an empty description
        yield Problem("description is blank" if tool.description else _MISSING, _HINT, "/description")
    elif _is_placeholder(stated.strip()):
        message = f"description is only {code_text(stated.strip())}"
        yield Problem(message, _HINT, "/description", max_level=Level.WARNING)
    elif stated.strip() == tool.name:
        yield Problem("description only repeats the name", _HINT, "/description", max_level=Level.WARNING)


def _is_placeholder(text: str) -> bool:
    words = set(words_of(text))
    return text.startswith(_MARKS) or (not words.isdisjoint(_PLACEHOLDERS) and words <= _PLACEHOLDERS | _FILLERS)


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=({"description": "List active tasks. Use it before starting another one."},),
    bad=(
        BadExample({"description": "  \n"}, says="description is blank", at="/tools/0/description"),
        BadExample({"description": "TODO: description"}, says="description is only `TODO: description`"),
        BadExample({"description": "ListTasks"}, says="description only repeats the name"),
        BadExample({"description": None}, says="description is null, not a string", at="/tools/0/description"),
    ),
)
