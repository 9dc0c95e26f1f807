"""Inputs that hold what a tool works on, by its verb or its first sentence, and that nothing requires.

``execute_code`` needs the `code`, "Get the owners of an inscription" its `id`, and a tool that updates or combines
something needs at least one of its inputs, unless a text says what a call without it does.
"""

import re
from collections.abc import Collection, Sequence

from conformance.inventory import Tool
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import (
    MEANS,
    OF_PARTS,
    SPARED,
    UPDATING,
    InputLevel,
    has_default,
    omit_all,
    statements,
    text_of,
)

# What tools do with a program, and how that is called.
_EXECUTING = frozenset(("execute", "run", "eval", "evaluate", "exec"))
_PROGRAMS = frozenset(("code", "command", "cmd", "script", "sql", "expression", "statement", "query"))
# What a name says before it.
_LANGUAGES = frozenset(("python", "sql", "shell", "bash", "source", "js", "javascript", "lua", "r", "matlab"))
# What tools do that needs something to do it with.
_ACTING = frozenset(
    (
        *("update", "edit", "modify", "delete", "remove", "rename", "move", "copy", "confirm", "send", "post", "reply"),
        *("submit", "upload", "publish", "click", "tap", "translate", "convert", "combine", "merge", "replace"),
        *("approve", "reject", "assign", "transfer", "attach", "insert"),
        *("link", "unlink", "detach", "compare", "swap", "associate", "relate", "invite", "append"),
    )
)
# How the name of a new thing is called.
_CALLED = (["name"], ["title"])
# What makes something of what is given.
_MAKING = frozenset(("create", "add", "build", "generate", "make", "compose", "render", "draw"))
# Names of where a tool works, how it is called and what comes back, without which it works as well.
_AROUND = frozenset(
    (
        *("path", "dir", "directory", "cwd", "root", "workdir", "workspace", "project", "home", "repo", "repository"),
        *("name", "title", "label", "username", "domain", "tenant", "profile", "env", "environment", "branch", "out"),
        *("limit", "page", "format", "output", "language", "locale", "lang", "timeout", "count", "sort", "token"),
        *("key", "apikey", "api", "auth", "max", "min", "verbose", "reason", "metadata", "user", "session", "agent"),
        *("device", "port", "host", "mode", "account", "random", "tag", "style", "theme", "color", "size", "url"),
    )
)
# Ends of names of what something is made of.
_SOURCES = frozenset(("image", "file", "folder", "prompt", "text", "content"))
# How the name of another thing ends, of which something is made.
_OF_OTHER = frozenset(("id", "uid", "uuid", "guid"))
# The one thing that a tool is asked about. Matches "of an entry", "about a specific one", "for one or more"; not "the".
_ONE = LazyPattern(
    r"\b(?:(?:about|for|of|in|from|by|to) (?:an?|one|1|one or more|1 or more)(?: (?:specific|given|single|certain))?"
    r"|(?:a |the )?(?:specific|specified|particular|single)) (?P<thing>[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,3})",
    re.IGNORECASE,
)
# What a sentence says of more things, or of a call without one.
_OTHERS = LazyPattern(
    r"\b(?:or|all|any|either|every|each|current|default|optional\w*|if|when|unless|filter\w*|active)\b", re.IGNORECASE
)
_ONE_OR_MORE = LazyPattern(r"\b(?:one|1) or (?:more|multiple|several)\b", re.IGNORECASE)
# What is about several things. Next is "List", "Filters", "Set".
_OF_SEVERAL = LazyPattern(r"\W{0,3}(?:list|filter|set)s?\b", re.IGNORECASE)
# How names end that identify a thing, alone or behind its own name.
_IDENTIFYING = frozenset(("id", "ids", "uuid", "slug", "symbol", "address", "hash", "txid", "ticker", "identifier"))
# How names end of what may be given in place of a key.
_OTHER_FORMS = (["path"], ["url"], ["uri"], ["file"], ["filename"])
# Things of which there is a current one, or one that is configured.
_CURRENT = frozenset(
    (
        *("session", "user", "workspace", "project", "browser", "tab", "page", "account", "organization", "team"),
        *("device", "simulator", "window", "document", "file", "sheet", "database", "repository", "repo", "branch"),
        *("directory", "folder", "view", "scene", "network", "chain", "api", "server", "period", "date", "time"),
    )
)
# Two things of which a call is about one. Matches "Add a note to a task or a project", "comments for an issue or pull
# request"; not "in the task or project", "to a task or later".
_EITHER = LazyPattern(
    r"\b(?:to|for|of|from|on|onto|into|about) (?:an?|one) (?:(?:existing|specific|given|single) )?"
    r"(?P<first>[a-z]+(?: [a-z]+){0,2}?) or (?:(?:to|for|of|from|on|an?) )?(?:(?:an?|existing|specific|given) )?"
    r"(?P<second>[a-z]+(?: [a-z]+)?)(?= (?:by|using|with|via|in|from)\b|\W*\Z|[.,;(])",
    re.IGNORECASE,
)
# Of two things.
_BOTH = 2
# How a sentence begins that looks for things, among all that there are. Matches "Search notes"; not "Get".
_LOOKING = LazyPattern(r"\W{0,3}(?:search|find|quer|filter|generat)(?:es?|s|y|ies)?\b", re.IGNORECASE)
# What says in any sentence what a call without an input does. Matches "without one", "the selected code"; not "none".
_LEFT_OUT = LazyPattern(
    r"\b(?:without|omit\w*|optional\w*|default\w*|(?:not|is) (?:provided|given|specified)|select\w+|detect\w+|stdin"
    r"|either|instead|required (?:for|if|when)|only (?:for|if|when))\b",
    re.IGNORECASE,
)


def inputs_of_act(level: InputLevel, tool: Tool, required: Collection[str]) -> list[str]:
    """Return the optional fields with what a tool runs, changes, sends or makes, if no text spares them."""
    free = _free(level, required)
    return _programs(level, tool, free) or ([] if required else _objects_of_act(level, tool, free))


def either_thing(level: InputLevel, tool: Tool, required: Collection[str]) -> tuple[list[str], str]:
    """Return the ids of two things, if the first sentence is about either of them, and its words: "to a or a b"."""
    sentences = [*sentences_of(tool.description or "")]
    found = _EITHER.search(omit_all("".join(sentences[:1])))
    if found is None or _LOOKING.match(sentences[0]) or any(map(_LEFT_OUT.search, sentences[1:])):
        return [], ""
    free = _free(level, required)
    chosen: list[str] = []
    for thing in (found["first"], found["second"]):
        words = [singularize(word) for word in words_of(thing.replace(" ", "_"))]
        own = [name for name in free if _is_id_of(name, words)]
        chosen += own[:1]
    texts = [text_of(level.fields[name]) for name in chosen]
    is_stated = any(MEANS.search(text) or any(name in text for name in chosen) for text in texts)
    is_open = len(set(chosen)) == _BOTH and not is_stated
    return (chosen, found[0]) if is_open else ([], "")


def _is_id_of(name: str, thing: Sequence[str]) -> bool:
    """Say whether a field identifies a thing that a text mentions: ``task_id`` for "a task"."""
    *owner, last = [*map(singularize, words_of(name))] or [""]
    return last in {*_IDENTIFYING, "key", "name", "number", "gid"} and owner != [] and owner[-1:] == [*thing][-1:]


def things_of_one(level: InputLevel, tool: Tool) -> list[str]:
    """Return what identifies the one thing that the first sentence is about: the `slug` of "a collection"."""
    sentences = [*sentences_of(tool.description or "")]
    sentence = omit_all("".join(sentences[:1]))
    found = _ONE.search(sentence)
    if found is None or OF_PARTS.match(sentence) or _OF_SEVERAL.match(sentence) or " or " in sentence[: found.start()]:
        return []
    thing = [singularize(word) for word in words_of(found["thing"].replace(" ", "_"))]
    if not _CURRENT.isdisjoint(thing) or _OTHERS.search(_ONE_OR_MORE.sub("", sentence[found.start() :])):
        return []
    free, named = _free(level, ()), list[str]()
    for name in free:
        *owner, last = [*map(singularize, words_of(name))] or [""]
        if last in _IDENTIFYING and set(owner) <= {*thing} and not MEANS.search(text_of(level.fields[name])):
            named.append(name)
    if not named or any(map(_LEFT_OUT.search, sentences[1:])):
        return []
    return [*named, *(name for name in free if name not in named and words_of(name)[-1:] in _OTHER_FORMS)]


def _free(level: InputLevel, required: Collection[str]) -> list[str]:
    """Return the fields that a call may do without and that have no value then; a flag chooses only how it is done."""
    fields = level.fields.items()
    return [
        name
        for name, field in fields
        if name not in required and field.types != ["boolean"] and not has_default(field) and not _is_zero(field)
    ]


def _is_zero(field: Field) -> bool:
    """Say whether the default of a field is the number 0, which chooses the first of several."""
    return field.is_numeric and any(part.get("default") == 0 for part in field.parts)


def _programs(level: InputLevel, tool: Tool, free: list[str]) -> list[str]:
    """Return the field with the program that a tool runs, and those that may say where it is instead."""
    if _EXECUTING.isdisjoint(words_of(tool.name)[:2]):
        return []
    found = [name for name in free if _is_program(name)]
    texts = (*statements(tool), *(text_of(level.fields[name]) for name in found))
    # another one that is required may be what is run
    is_given = any(not _PROGRAMS.isdisjoint(words_of(name)) for name in level.fields if name not in free)
    if len(found) != 1 or is_given or any(map(_LEFT_OUT.search, texts)):
        return []
    return [*found, *(name for name in free if words_of(name)[-1:] in _OTHER_FORMS)]


def _is_program(name: str) -> bool:
    *of, last = words_of(name) or [""]
    return last in _PROGRAMS and _LANGUAGES.issuperset(of)


def _objects_of_act(level: InputLevel, tool: Tool, free: list[str]) -> list[str]:
    """Return all that a tool is given which changes, sends or combines something, if none of it is spared by a text."""
    verb = next((word for word in words_of(tool.name)[:3] if word in _ACTING or word in _MAKING), "")
    fields = [field for field in level.fields.values() if field.types != ["boolean"]]
    is_partial = verb in UPDATING and len(free) > 2 and not any(map(_identifies, free))
    if not verb or is_partial or len(free) < len(fields) or any(_is_spared(field) for field in fields):
        return []
    says = [*map(omit_all, statements(tool))]
    if any(map(MEANS.search, says)) or _OTHERS.search(_ONE_OR_MORE.sub("", "".join(says[:1]))):
        return []
    telling = [name for name in free if _AROUND.isdisjoint(map(singularize, words_of(name)))]
    if verb in _MAKING:
        telling = [name for name in telling if _is_source([*map(singularize, words_of(name))])]
        # of all that a new thing has, it needs a name first
        free = [name for name in free if words_of(name) in _CALLED] or free
    return free if telling else []


def _identifies(name: str) -> bool:
    return not _IDENTIFYING.isdisjoint(words_of(name)[-1:])


def _is_source(words: Sequence[str]) -> bool:
    """Say whether a field holds what something is made of: the ids of other things, a text, an image."""
    return not _SOURCES.isdisjoint(words[-1:]) or (not _OF_OTHER.isdisjoint(words[-1:]) and len(words) > 1)


def _is_spared(field: Field) -> bool:
    text = text_of(field)
    return SPARED.search(text) is not None or MEANS.search(text) is not None
