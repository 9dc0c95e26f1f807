"""A tool that a text sends the model to exists.

A retired name in a description or in guidance is an instruction that cannot be followed: the model calls the tool, is
told that there is none, and looks for a way around.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.vocabulary import same_words
from conformance.profiles import Profile
from conformance.prose.mentions import Mention, mentions
from conformance.scopes import TEXT, Bad
from conformance.surface.texts import ModelText
from conformance.words import is_pascal_case, is_snake_case, quoted, singular, words_of


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that is used as a tool's and is none."""
    for mention in mentions(text.text):
        if mention.name not in text.vocabulary.names and mention.name not in profile.known_elsewhere:
            yield from _objection(mention, text)


def _objection(mention: Mention, text: ModelText) -> Iterator[Problem]:
    words = text.vocabulary
    now = words.tools_by_words.get(same_words(mention.name))
    if mention.name in words.retired:
        yield _problem(mention, text, f"was retired{f': it is {quoted(now)} now' if now else ''}", now)
    elif now is not None and _has_shape_of(mention.name, now):
        yield _problem(mention, text, f"is no tool: the nearest is {quoted(now)}", now)
    elif (mention.is_called_tool and any(_has_shape_of(mention.name, tool.name) for tool in text.inventory.tools)) or (
        mention.is_ordered and _sounds_like_a_tool(mention.name, text)
    ):
        yield _problem(mention, text, "is no tool of this inventory", None)


def _sounds_like_a_tool(name: str, text: ModelText) -> bool:
    """A name in the case of the tools that begins with the verb, and ends in the noun, of some of them."""
    parts = [singular(word) for word in words_of(name)]
    known = text.vocabulary.verbs_and_nouns
    shaped = any(_has_shape_of(name, tool.name) for tool in text.inventory.tools)
    return shaped and len(parts) > 1 and parts[0] in known and parts[-1] in known


def _has_shape_of(name: str, tool: str) -> bool:
    return (is_pascal_case(name) and is_pascal_case(tool)) or (
        is_snake_case(name) and is_snake_case(tool) and "_" in tool
    )


def _problem(mention: Mention, text: ModelText, why: str, better: str | None) -> Problem:
    return Problem(
        f"{quoted(mention.name)} {why}: {mention.quote}",
        f"write {quoted(better)}" if better else "name a tool that exists, or leave it out",
        location=text.location,
    )


RULE = TEXT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"tools": [{"name": "ListTasks"}], "guidance": "Use `ListTasks` before the AgentHome is touched."},
        {"description": "List the tasks of the OpenStack installation, newest first."},
    ),
    bad=(
        Bad(
            {"description": "List active tasks. Use TaskList only when nothing else helps."},
            says="'TaskList' is no tool",
            at="/tools/0/description",
        ),
        Bad(
            {
                "tools": [{"name": "ListTasks"}],
                "earlier": [{"name": "UseWorkspace", "stability": "experimental"}],
                "guidance": "# Rest\n\nCall `UseWorkspace` first.",
            },
            says="'UseWorkspace' was retired",
        ),
    ),
)
