"""A tool that a text sends the model to exists.

A retired name in a description or in guidance is an instruction that cannot be followed: the model calls the tool, is
told that there is none, and looks for a way around.
"""

from collections.abc import Iterator

from conformance.display import quoted
from conformance.findings import Level, Problem
from conformance.inventory.prose.mentions import Mention, mentions
from conformance.inventory.vocabulary import in_order, same_words
from conformance.names import is_pascal_case, is_snake_case, singular, words_of
from conformance.rules.scopes import TEXT, Bad
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText


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
    elif now is not None and (_has_shape_of(mention.name, now) or _is_in_another_case(mention, now)):
        yield _problem(mention, text, f"is no tool: the nearest is {quoted(now)}", now)
    elif (mention.is_called_tool and any(_has_shape_of(mention.name, tool.name) for tool in text.inventory.tools)) or (
        mention.is_ordered and _sounds_like_a_tool(mention, text)
    ):
        yield _problem(mention, text, "is no tool of this inventory", None)


def _is_in_another_case(mention: Mention, tool: str) -> bool:
    """``readFile`` or ``ReadFile`` where the tool is ``read_file``, and the text says to use it."""
    return (mention.is_ordered or mention.is_to_be_called) and in_order(mention.name) == in_order(tool)


def _sounds_like_a_tool(mention: Mention, text: ModelText) -> bool:
    """A name in the case of the tools that ends in the noun of some, and begins with a verb of theirs or is called.

    A name in snake_case may as well be a field or a value; only an order to call it makes it a tool.
    """
    parts = [singular(word) for word in words_of(mention.name)]
    tools = text.inventory.tools
    shaped = any(_has_shape_of(mention.name, tool.name) for tool in tools)
    if not shaped or len(parts) < 2 or parts[-1] not in text.vocabulary.verbs_and_nouns:
        return False
    if mention.is_to_be_called or (mention.is_recommended and is_pascal_case(mention.name)):
        return True
    return any([singular(word) for word in words_of(tool.name)][:1] == parts[:1] for tool in tools)


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
        {"tools": [{"name": "ListTasks"}], "description": "Returns a TaskResult of the `WorkTask`, as GetTask does."},
        {"description": "List the tasks of the OpenStack installation, newest first."},
    ),
    bad=(
        Bad(
            {"description": "List active tasks. Use TaskList only when nothing else helps."},
            says="'TaskList' is no tool",
            at="/tools/0/description",
        ),
        Bad(
            {"tools": [{"name": "ListTasks"}], "guidance": "See `list_tasks` for the others."},
            says="the nearest is 'ListTasks'",
        ),
        Bad({"description": "List active tasks. Use HaltTask instead."}, says="'HaltTask' is no tool"),
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
