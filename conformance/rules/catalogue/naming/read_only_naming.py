"""The name and the annotations of a tool agree on whether it only reads.

Clients ask before they run a tool that may change something, and run read-only tools without asking. A ``get_`` tool
annotated as destructive causes needless prompts; a ``delete_`` tool annotated as read-only runs without any.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.commands import stated_command
from conformance.inventory.prose.effects import may_change, stated_effect
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# What is created may be the answer itself: a plan or a query that is computed, returned and stored nowhere.
_CREATING = "create"
# Fields whose value says what is done.
_OPERATIONS = frozenset(("operation", "action", "command"))
# What a name such as `search_and_replace_preview` is of: the two acts are those of something else.
_ABOUT = frozenset(("preview", "docs", "help", "history", "log", "logs", "options", "status", "stats"))
# What is deleted for good.
_DELETING = frozenset(("delete", "purge", "wipe", "truncate", "erase"))
# What is done before it, or instead of it.
_BEFORE_ACTS = frozenset(
    (
        *("preview", "simulate", "plan", "prepare", "validate", "can", "should", "help", "undo", "restore", "test"),
        *("confirm", "estimate", "verify", "analyze", "propose", "suggest", "soft"),
    )
)
# Verbs that no text begins with whose tool changes something.
_READS = frozenset(("list", "search", "retrieve", "find", "get", "query"))
# Verbs that no text begins with whose tool only reads, or only computes what it returns.
_ACTS = frozenset(
    (
        *("delete", "purge", "erase", "wipe", "rename", "uninstall", "revoke", "restart", "reboot", "kill", "cancel"),
        *("publish", "unpublish", "deploy"),
    )
)
# The verb that a text begins with, behind the name of a service. Matches "Notion | List all users", "Search by title";
# not "A list of users".
_FIRST_VERB = LazyPattern(r"\s*(?:[\w .]{1,30}(?: \||:) )?(?P<verb>[A-Z][a-z]+)\b(?! or | and |, )")
# Verbs for what is done with a list or a text as well as with what is stored.
_COMPUTED = frozenset(
    ("merge", "remove", "drop", "add", "replace", "write", "insert", "append", "apply", "sort", "join")
)
# Matches "Returns the list and the rows removed", "returns the rest, with what it dropped"; not "Returns the id".
_RETURNS_ALL = LazyPattern(r"\breturns? the [^.;]{2,60}\b(?:removed|dropped|replaced|merged|added)\b", re.IGNORECASE)
_RETURNED = LazyPattern(r"\breturn(?:s|ed)?\b", re.IGNORECASE)


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the verb of the name contradicts the annotations."""
    hints = as_object(tool.raw.get("annotations"))
    words = words_of(tool.name)
    reads = bool(words) and words[0] in profile.reading_verbs and not set(words[1:]) & set(profile.changing_verbs)
    # The act of `delete_task`, and the second one of `get_or_create_task`.
    acts = words[:1] + (words[2:3] if words[1:2] in (["or"], ["and"]) and words[-1] not in _ABOUT else [])
    changes = not set(profile.changing_verbs).isdisjoint(acts) or _deletes(words, profile)
    text = tool.description or ""
    if reads and not may_change(text) and (hints.get("readOnlyHint") is False or hints.get("destructiveHint") is True):
        is_destructive = hints.get("destructiveHint") is True
        hint, other, wanted = (
            ("destructiveHint", "true", "false") if is_destructive else ("readOnlyHint", "false", "true")
        )
        yield Problem(
            f"tool {code_text(tool.name)} is named like one that only reads, but its `{hint}` is {other}",
            f"set `{hint}` to {wanted}, or rename the tool after what it changes",
            f"/annotations/{hint}",
            # A tool that says that it is not read-only may cache or store what it gets.
            max_level=Level.WARNING if is_destructive else Level.INFO,
        )
    elif changes and hints.get("readOnlyHint") is True and not _creates_its_answer(tool, words[0]):
        # what is computed of the input may be called so as well, where the hints say that nothing else is involved
        is_computed = hints.get("idempotentHint") is True and hints.get("openWorldHint") is False
        yield Problem(
            f"tool {code_text(tool.name)} is named like one that changes something, but its `readOnlyHint` is true",
            "set `readOnlyHint` to false, or rename the tool",
            "/annotations/readOnlyHint",
            max_level=Level.INFO if is_computed and words[0] in _COMPUTED else Level.WARNING,
        )
    elif hints.get("readOnlyHint") is True:
        yield from _writes(tool, profile)
    elif hints.get("destructiveHint") is True and _describes_reading(words, text, profile):
        yield Problem(
            f"tool {code_text(tool.name)} only reads by its description, but its `destructiveHint` is true",
            "set `readOnlyHint` to true and `destructiveHint` to false, or describe what the tool changes",
            "/annotations/destructiveHint",
            {"quote": next(sentences_of(text))},
        )


def _deletes(words: Sequence[str], profile: Profile) -> bool:
    """Say whether a name is that of an act behind a thing or a prefix: ``pods_delete``, ``db_delete_row``."""
    is_other = not words or words[0] in (*profile.reading_verbs, *_BEFORE_ACTS)
    return not is_other and not _DELETING.isdisjoint((*words[1:2], *words[-1:]))


def _describes_reading(words: Sequence[str], text: str, profile: Profile) -> bool:
    """Say whether a text begins with a verb of reading, behind the name of a service, and nothing says otherwise."""
    return _first_verb(text) in _READS and set(words).isdisjoint(profile.changing_verbs) and not may_change(text)


def _writes(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem where the description or the values of an operation show that a read-only tool writes."""
    operations = (
        f"{field.name}: {value}"
        for field in fields_of(tool)
        if field.name in _OPERATIONS and not field.holder
        for value in field.text_values
        if words_of(value)[:1] and words_of(value)[0] in profile.changing_verbs
    )
    text = tool.description or ""
    # what a log or a list is filtered by has been done by others
    is_reading = words_of(tool.name)[:1] and words_of(tool.name)[0] in profile.reading_verbs
    shown = stated_effect(text) or ("" if is_reading else _first_act(tool) or next(operations, ""))
    command = None if shown else stated_command(text)
    if shown or command is not None:
        # a tool that is annotated as read-only may refuse what writes, unless its text says that it runs anything
        does = "changes something" if shown or command is None else "runs what it is given"
        yield Problem(
            f"tool {code_text(tool.name)} {does}, but its `readOnlyHint` is true",
            "set `readOnlyHint` to false",
            "/annotations/readOnlyHint",
            {"quote": shown or (command.quote if command is not None else "")},
            max_level=Level.WARNING if shown or (command is not None and command.writes) else Level.INFO,
        )


def _first_act(tool: Tool) -> str:
    """Return the sentence of an act that a text begins with, "Delete a page.", unless the name is of a preview."""
    text = tool.description or ""
    is_act = _first_verb(text) in _ACTS and _BEFORE_ACTS.isdisjoint(words_of(tool.name))
    return next(sentences_of(text), "") if is_act else ""


def _first_verb(text: str) -> str:
    """Return the verb that a text begins with, "delete" of "Deletes a page.", or an empty text."""
    found = _FIRST_VERB.match(text)
    return singularize(found["verb"].lower()) if found is not None else ""


def _creates_its_answer(tool: Tool, verb: str) -> bool:
    """Say whether what a tool creates, or takes away, is in what it returns: "Returns the list and rows removed"."""
    text = tool.description or ""
    if verb in _COMPUTED:
        return _RETURNED.search(text) is not None and _RETURNS_ALL.search(text) is not None
    return verb == _CREATING and _RETURNED.search(text) is not None


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#naming-should-follow-plane-ownership",
    profile="mcp",
    good=(
        {"name": "get_task", "annotations": {"readOnlyHint": True, "openWorldHint": False}},
        {"name": "delete_task", "annotations": {"destructiveHint": True}},
        {
            "name": "preview_of_trash",
            "description": "Delete old pages. Shows which ones it would be.",
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        },
        {
            "name": "create_plan",
            "description": "Create a plan. The returned plan can be changed before it is used.",
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        },
    ),
    bad=(
        BadExample(
            {"name": "list_tasks", "annotations": {"readOnlyHint": False, "destructiveHint": False}},
            says="tool `list_tasks` is named like one that only reads, but its `readOnlyHint` is false",
            at="/tools/0/annotations/readOnlyHint",
        ),
        BadExample(
            {"name": "delete_task", "annotations": {"readOnlyHint": True}},
            says="changes something, but its `readOnlyHint` is true",
        ),
        BadExample(
            {
                "name": "render_page",
                "description": "Render a page. Saves output file to a folder.",
                "annotations": {"readOnlyHint": True, "openWorldHint": False},
            },
            says="tool `render_page` changes something, but its `readOnlyHint` is true",
        ),
        BadExample(
            {
                "name": "read_messages",
                "description": "Read the messages of an inbox. Automatically marks them as read.",
                "annotations": {"readOnlyHint": True, "openWorldHint": False},
            },
            says="tool `read_messages` changes something, but its `readOnlyHint` is true",
        ),
        BadExample(
            {
                "name": "page_trash",
                "description": "Delete a page for good.",
                "annotations": {"readOnlyHint": True, "openWorldHint": False},
            },
            says="tool `page_trash` changes something, but its `readOnlyHint` is true",
        ),
        BadExample(
            {"name": "get_or_create_task", "annotations": {"readOnlyHint": True, "openWorldHint": False}},
            says="changes something, but its `readOnlyHint` is true",
        ),
        BadExample(
            {
                "name": "post_search",
                "description": "Search pages by title.",
                "annotations": {"destructiveHint": True, "openWorldHint": False},
            },
            says="tool `post_search` only reads by its description, but its `destructiveHint` is true",
        ),
    ),
)
