"""A tool that a description or guidance tells the model to use exists.

A retired or misspelled name is an instruction that cannot be followed: the model calls the tool, gets an error, and
looks for a workaround.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.prose.mentions import Mention, mentions, places_of
from conformance.inventory.vocabulary import ordered_words, unordered_words
from conformance.lazy_patterns import LazyPattern
from conformance.names import is_pascal_case, is_snake_case, singularize, words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import TEXT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText

# Words for what is not a tool: a part of an input or of a result, or where data is kept.
_PART = (
    r"(?:field|parameter|param|key|header|column|property|attribute|argument"
    r"|table|queue|topic|bucket|collection|database|schema|file|folder|directory)"
)
# Behind the name of one. Next is " field", "` key of"; not " tool", " parameters", " parameter `".
_PART_BEHIND = LazyPattern(rf"[`'\"]?\s+{_PART}\b(?!\s+[`'\"])", re.IGNORECASE)
# Before it. Is the end of "the field `", "parameter "; not "the tool `".
_PART_BEFORE = LazyPattern(rf"\b{_PART}\s+[`'\"]?\Z", re.IGNORECASE)
# Before the value of a field. Is the end of "origin='"; not "tool='", "next_action=`".
_VALUE_BEFORE = LazyPattern(
    r"(?<!\w)(?!\w*(?:tool|name|method|function|call|action|step|operation|command))\w+\s?=\s?[`'\"]\Z", re.IGNORECASE
)
# Behind the name of a tool that gives one: "the key get_it returns".
_GIVES = LazyPattern(r"[`'\"]?\s+(?:returns?|gives?|takes?|provides?|yields?|expects?|needs?)\b", re.IGNORECASE)
# Whose tool it is, before its name. Is the end of "the other server's `".
_OF_OTHER = LazyPattern(r"\w[`'\"]?'s (?:tool )?[`'\"]?\Z")
# Is all of "get-task"; not "get_task", "Get-Task".
_KEBAB_CASE = LazyPattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
# What names of tools begin with, beside the verbs of a profile.
_VERBS = frozenset(
    (
        *("manage", "execute", "generate", "analyze", "calculate", "compute", "download", "upload", "import", "export"),
        *("validate", "convert", "extract", "resolve", "discover", "register", "submit"),
        *("select", "choose", "buy", "purchase", "wait"),
    )
)
# Verbs that are nouns as well, with which names of fields and of values begin: `search_type`, `view_count`.
_NOUNS = frozenset(
    ("search", "query", "view", "count", "check", "set", "commit", "patch", "push", "reset", "import", "wait", "select")
)


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that is used like a tool's but is not one."""
    for mention in mentions(text.text):
        if mention.name not in text.vocabulary.names and mention.name not in profile.known_elsewhere:
            yield from () if _is_part(mention.name, text.text) else _problems(mention, text, profile)


def _is_part(name: str, text: str) -> bool:
    """Say whether a text calls a name a field, a header or the like, or a value of one, wherever it gives it."""
    spans = [(at, at + len(name)) for at in places_of(name, text)]
    return bool(spans) and all(
        _PART_BEHIND.match(text, end)
        or _VALUE_BEFORE.search(text[max(at - 30, 0) : at])
        or (_PART_BEFORE.search(text[max(at - 30, 0) : at]) and not _GIVES.match(text, end))
        for at, end in spans
    )


def _problems(mention: Mention, text: ModelText, profile: Profile) -> Iterator[Problem]:
    words = text.vocabulary
    now = words.tools_by_words.get(unordered_words(mention.name))
    longer = _prefixed_tool(mention, text, profile)
    if mention.name in words.retired_names:
        yield _problem(mention, text, "is a retired tool", now)
    elif now is not None and (_has_same_case(mention.name, now) or _differs_in_case(mention, now)):
        yield _problem(mention, text, "is not a tool of this inventory", now)
    elif longer:
        yield _problem(mention, text, "is not a tool of this inventory", longer)
    elif words.has_hidden_tools:
        return
    elif (mention.is_called_tool and any(_has_same_case(mention.name, tool.name) for tool in text.inventory.tools)) or (
        mention.is_ordered and _resembles_tool(mention, text, profile)
    ):
        problem = _problem(mention, text, "is not a tool of this inventory", None)
        near = _near_tool(mention.name, text)
        hint = f"name an existing tool, perhaps {code_text(near)}, or remove the reference" if near else problem.hint
        yield replace(problem, hint=hint)


def _near_tool(name: str, text: ModelText) -> str | None:
    """Return the only other tool whose name has all words of a name and more: ``wait_for_code_of_order``."""
    words = set(ordered_words(name))
    longer = [tool for tool in text.inventory.tools if words <= set(ordered_words(tool.name))]
    own = text.tool.name if text.tool else None
    return longer[0].name if len(longer) == 1 and longer[0].name != own else None


def _differs_in_case(mention: Mention, tool: str) -> bool:
    """Say whether the text tells the model to use ``readFile`` or ``READ_FILE`` where the tool is ``read_file``."""
    is_meant = mention.is_ordered or mention.is_to_be_called or mention.is_called_tool
    return is_meant and ordered_words(mention.name) == ordered_words(tool)


def _prefixed_tool(mention: Mention, text: ModelText, profile: Profile) -> str | None:
    """Return the tool that a text names without the word that most names of the list begin with, if it is to be used.

    ``find_task`` is then `db_find_task`, unless it is called that of another server.
    """
    prefix = text.vocabulary.prefix
    is_server = prefix and prefix not in (*profile.reading_verbs, *profile.changing_verbs, *_VERBS)
    if not is_server or not (mention.is_ordered or mention.is_called_tool):
        return None
    name = text.vocabulary.tools_by_ordered_words.get((prefix, *ordered_words(mention.name)))
    at = places_of(mention.name, text.text)
    is_other = any(_OF_OTHER.search(text.text[max(place - 30, 0) : place]) for place in at)
    return None if is_other else name


def _resembles_tool(mention: Mention, text: ModelText, profile: Profile) -> bool:
    """Say whether a name looks like a tool's: same case, a noun of some tool, and a verb of one or an order to call it.

    A name in snake_case may as well be a field or a value, so only an order to call it makes it a tool.
    """
    parts = [singularize(word) for word in words_of(mention.name)]
    shaped = any(_has_same_case(mention.name, tool.name) for tool in text.inventory.tools)
    if not shaped or len(parts) < 2 or text.vocabulary.words.isdisjoint(parts[1:]):
        return False
    verbs = _VERBS.union(profile.reading_verbs, profile.changing_verbs)
    if parts[0] in verbs and (mention.is_used or parts[0] not in _NOUNS):
        return True
    if parts[-1] not in text.vocabulary.verbs_and_nouns:
        return False
    if mention.is_to_be_called or (mention.is_recommended and is_pascal_case(mention.name)):
        return True
    return parts[0] in text.vocabulary.verbs


def _has_same_case(name: str, tool: str) -> bool:
    return (
        (is_pascal_case(name) and is_pascal_case(tool))
        or (is_snake_case(name) and is_snake_case(tool) and "_" in tool)
        or (_KEBAB_CASE.fullmatch(name) is not None and _KEBAB_CASE.fullmatch(tool) is not None)
    )


def _problem(mention: Mention, text: ModelText, why: str, better: str | None) -> Problem:
    return Problem(
        f"{code_text(mention.name)} {why}",
        f"write {code_text(better)}" if better else "name an existing tool, or remove the reference",
        evidence={"quote": mention.quote},
        location=text.location,
        detail=mention.name,
    )


RULE = TEXT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"tools": [{"name": "ListTasks"}], "guidance": "Use `ListTasks` before the AgentHome is touched."},
        {"tools": [{"name": "ListTasks"}], "description": "Returns a TaskResult of the `WorkTask`, as GetTask does."},
        {
            "description": "List tasks.\n\nArgs:\n    due: When. Use this instead of the_tasks (which has ids).",
            "input_schema": closed_object(due={"type": "string"}),
        },
        {"description": "List active tasks. Consolidated tool replacing find_tasks, task_list and list_task."},
        {"description": "List the tasks of the OpenStack installation, newest first."},
    ),
    bad=(
        BadExample(
            {"description": "List active tasks. Use TaskList only when nothing else helps."},
            says="`TaskList` is not a tool of this inventory",
            at="/tools/0/description",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "guidance": "See `list_tasks` for the others."},
            says="`list_tasks` is not a tool of this inventory",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "guidance": "Read the states with the LIST_TASKS tool."},
            says="`LIST_TASKS` is not a tool of this inventory",
        ),
        BadExample(
            {"description": "List active tasks. Use HaltTask instead."},
            says="`HaltTask` is not a tool of this inventory",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "earlier": [{"name": "UseWorkspace", "stability": "experimental"}],
                "guidance": "# Rest\n\nCall `UseWorkspace` first.",
            },
            says="`UseWorkspace` is a retired tool",
        ),
    ),
)
