"""A call of a tool that updates something changes something: one with nothing but the `id` is refused.

A schema that requires only what says which thing is meant accepts a call that forgets what to change: a server answers
that with success, and nobody learns that nothing has happened.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.pointers import parent, resolve
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import INPUT, UPDATING, has_default
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# What is not the verb of a tool in whose name it is, and what does more than to update.
_OTHER_ACTS = frozenset(
    (
        *("get", "list", "check", "send", "post", "read", "fetch", "watch", "subscribe", "search", "find", "undo"),
        *("create", "add", "delete", "remove", "upsert", "or", "and", "run", "apply", "auto", "preview", "last"),
    )
)
# What is brought up to date, or made anew from something else, by nothing but its name.
_RENEWED = frozenset(
    (
        *("package", "dependency", "index", "cache", "submodule", "version", "system", "software", "plugin", "app"),
        *("extension", "lockfile", "firmware", "baseline", "snapshot", "graph", "embedding", "self", "all", "image"),
        *("video", "photo", "audio", "summary"),
    )
)
# How names end that say which thing is meant.
_KEYS = frozenset(("id", "ids", "uuid", "uid", "guid", "gid", "iid", "slug", "key", "number", "identifier", "urn"))
_NAMES = frozenset(("name", "uri", "address", "title", "email"))
# Names of where a tool works, and on whose behalf.
_AROUND = frozenset(
    (
        *("owner", "repo", "repository", "project", "workspace", "organization", "org", "team", "account", "tenant"),
        *("domain", "site", "server", "database", "table", "collection", "connection", "profile", "user", "token"),
        *("session", "region", "zone", "namespace", "cluster", "environment", "calendar", "board", "agent", "actor"),
    )
)
# Words of names that say how a change is made, who makes it and what comes back.
_OPTIONS = frozenset(
    (
        *("dry", "run", "confirm", "force", "notify", "verbose", "format", "include", "expand", "return", "reason"),
        *("timeout", "cwd", "dir", "api", "auth", "password", "secret", "impersonate", "send", "silent", "quiet"),
        *("validate", "etag", "revision", "idempotency", "request", "response", "output", "limit", "intent", "version"),
        *("scope", "strategy"),
    )
)
# Fields that say which of several things a tool does, some of which need no more.
_SELECTING = frozenset(("action", "operation", "method", "mode", "command"))
# What says that such a call does something, or what is needed. Matches "at least one", "replaces it", "or adds it",
# "omitted ones are cleared", "refreshes", "unless given", "if no line is given"; not "only what you pass is changed".
_MEANS_SOMETHING = LazyPattern(
    r"\bat least one\b|\bone or more\b|\b(?:or|and) (?:adds?|creates?|inserts?)\b|\bno-?op\b|\bnothing\b"
    r"|\bwithout (?:any|changes|arguments)\b|replac|clear|reset|overwrit|refresh|recalc|recomput|rebuild|re-?index"
    r"|re-?generat|re-?fetch|sync|upgrad|latest version|interactive|\btouch|\bfull (?:update|object)\b|\ball fields\b"
    r"|\bunless\b|\b(?:if|when) (?:no|none|neither|not)\b",
    re.IGNORECASE,
)
# A text that begins with what an update does; another verb there is what the tool does, whatever its name says.
# Matches "Updates a task", "Partially update"; not "Mark a task as done", "Renew the lock".
_BEGINS_AS_UPDATE = LazyPattern(
    r"\W{0,4}(?:partial(?:ly)? )?(?:updat(?:e|es|ing)|edit(?:s|ing)?|revis(?:e|es|ing)|modif(?:y|ies|ying)"
    r"|chang(?:e|es|ing)|patch(?:es|ing)?|adjusts?|alters?)\b",
    re.IGNORECASE,
)


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all tools of an inventory that may be asked to update nothing."""
    found = [one for tools in inventory.gather(_empty_updates) for one in tools]
    if not found:
        return
    names = tool_names_of(found)
    accept = "accepts" if len(names) == 1 else "accept"
    yield Problem(
        f"{list_codes(names, most=8)} {accept} an update that changes nothing: only what is updated is required",
        'set "minProperties" to one more than the number of required fields, or say in the description what such a call'
        " does",
        found[0].place,
        {"places": places_of(found)},
        tools=names,
    )


def _empty_updates(tool: Tool) -> Sequence[NamedField]:
    schema = as_object(resolve(tool.raw, INPUT))
    required = texts_in(schema.get("required"))
    text = tool.description or ""
    if not required or not _is_update(words_of(tool.name)) or not _BEGINS_AS_UPDATE.match(text):
        return ()
    if _MEANS_SOMETHING.search(text):
        return ()
    fields = {field.name: field for field in fields_of(tool) if parent(parent(field.pointer)) == INPUT}
    changes = [field for name, field in fields.items() if name not in required and not _is_option(name)]
    is_update = len(changes) > 1 and _name_one_thing(required) and _SELECTING.isdisjoint(fields)
    # a default is what a call without the field changes
    if (
        not is_update
        or any(map(has_default, changes))
        or accepted_instance(schema, {}, frozenset(field.name for field in changes)) is None
    ):
        return ()
    return (NamedField(tool, tool.name, INPUT),)


def _is_update(words: Sequence[str]) -> bool:
    """Say whether a tool changes parts of a thing, by the words of its name."""
    verbs = [at for at, word in enumerate(words[:4]) if word in UPDATING or word == "patch"]
    is_act = len(verbs) == 1 and _OTHER_ACTS.isdisjoint(words)
    return is_act and _RENEWED.isdisjoint(map(singularize, words))


def _name_one_thing(required: Sequence[str]) -> bool:
    """Say whether required fields only say which thing is meant, and where it is.

    Beside an `id`, a required `name` is a change.
    """
    words = [words_of(name) for name in required]
    keys = [one for one in words if not _KEYS.isdisjoint(one[-1:])]
    around = [one for one in words if one not in keys and not _AROUND.isdisjoint(one[-1:])]
    others = [one for one in words if one not in keys and one not in around]
    is_named = len(others) < 2 and all(not _NAMES.isdisjoint(one[-1:]) for one in others)
    return not others if keys else is_named


def _is_option(name: str) -> bool:
    words = words_of(name)
    return not words or not _OPTIONS.isdisjoint(words) or words[-1] in _AROUND


def _tool(name: str, properties: JsonObject, *required: str, text: str = "Update it.") -> JsonObject:
    return {"name": name, "description": text, "input_schema": closed_object(*required, **properties)}


_TEXT: JsonValue = {"type": "string"}

RULE = INVENTORY.rule(
    check,
    gathers=(_empty_updates,),
    level=Level.INFO,
    source="tool-contract-consistency#naming-and-schema-conventions",
    profile="python",
    good=(
        [_tool("UpdateTask", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id", "label")],
        [_tool("UpdateTask", {"id": _TEXT, "label": _TEXT, "color": {"type": "string", "default": "red"}}, "id")],
        [_tool("UpdateTask", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id", text="Needs at least one change.")],
        [_tool("UpdatePackage", {"name": _TEXT, "version": _TEXT, "source": _TEXT}, "name")],
        [_tool("UpdateTask", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id", text="Marks a task as seen.")],
        [_tool("update", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id", text="Renew the lock.")],
        [_tool("CopyTask", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id")],
    ),
    bad=(
        BadExample(
            [_tool("UpdateTask", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id")],
            says="`UpdateTask` accepts an update that changes nothing: only what is updated is required",
            at="/tools/0/input_schema",
        ),
        BadExample(
            [_tool("update", {"id": _TEXT, "label": _TEXT, "color": _TEXT}, "id", text="Revise a task.")],
            says="`update` accepts an update that changes nothing",
        ),
    ),
)
