"""Inputs that a call cannot do without, by what a tool is for, and that neither the schema nor a text requires.

"Get a story" needs the story, "list the sitemaps for a site" the site, "save a note" the note. What a text says of a
call without it is left alone: an optional input is then one on purpose.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, as_object, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import sentences_of
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import (
    INPUT,
    MEANS,
    OF_PARTS,
    ON_ONE,
    SPARED,
    InputLevel,
    has_default,
    omit_all,
    statements,
    text_of,
)

# What tools do with one thing.
_ON_ONE = ON_ONE | {"lookup", "launch", "approve", "archive", "resume", "uninstall", "install", "join", "rename"}
# What there is one of without saying which, or what is counted over all things.
_OF_ALL = frozenset(
    (
        *("data", "report", "status", "summary", "history", "log", "console", "config", "configuration", "info"),
        *("state", "spend", "count", "total", "overview", "usage", "version", "health", "profile", "account"),
        *("balance", "time", "list", "context", "schema", "help", "user", "page", "screenshot", "content", "session"),
        *("detail", "details", "information", "metadata", "stats", "statistics"),
    )
)
# How names end that say which thing is meant.
_IDENTIFYING = ("id", "uuid", "guid", "slug", "name", "url", "uri", "path", "hash", "title", "symbol", "identifier")
# Things of which there is one at a time.
_CURRENT = frozenset(("session", "user", "workspace", "project", "browser", "tab", "api", "chain", "network"))
# What tools do with what they are given.
_WITH_CONTENT = frozenset(
    ("save", "remember", "store", "publish", "send", "post", "submit", "insert", "append", "write", "record")
)
# How names of what is given to them end.
_CONTENT = frozenset(
    ("content", "text", "message", "body", "data", "payload", "event", "entity", "document", "value", "note")
)
# What tools make of a text, and what that is called.
_MAKING = frozenset(("create", "add", "generate", "ask", "make", "reply", "translate", "summarize"))
_TEXTS = frozenset(("prompt", "note", "message", "question", "comment", "query"))
# What tools do with a value, and what it is called.
_SETTING, _VALUES = (
    frozenset(("set", "put", "assign", "write")),
    frozenset(("value", "values", "new_value", "newValue")),
)
# What tools do to a thing that has to be named, and with one that has to be given.
_CHANGING_ONE = frozenset(
    ("update", "edit", "modify", "patch", "rename", "delete", "remove", "assign", "replace", "change", "move", "copy")
)
# How names of a thing that has to be named end, and of one that may be given in another form.
_KEYS, _OTHER_FORMS = (
    frozenset(("id", "uuid", "uid", "slug", "key")),
    frozenset(("url", "uri", "path", "content", "base64", "data", "text", "json", "file", "body", "id")),
)
_CHANGING = _CHANGING_ONE | {"add", "create", "insert", "register", "append", "upload", "submit", "upsert", "set"}
# What takes the place of the field before it. Matches "Alternatively pass a slug", "Or provide the URL"; not "Or else".
_ALTERNATIVELY = LazyPattern(
    r"\W{0,3}(?:alternative(?:ly)?|or|instead),? (?:you (?:can|may) )?(?:pass|provide|use|specify|give|supply)\b",
    re.IGNORECASE,
)
# How fields end that say what an item is, or what it holds.
_OF_ITEM = frozenset((*_IDENTIFYING, "key", "label", "type", "field", "text", "value", "content", "code"))
# How a comparison is called, and what says which one it is.
_COMPARING = frozenset(("operator", "op", "comparator", "comparison", "condition"))
# What says in any sentence that a call may do without. Matches "the current one without an id"; not "no id".
_LEFT_OUT = LazyPattern(r"\b(?:without an?|omit(?:ted)?|left out)\b", re.IGNORECASE)

# What a tool does by whatever is given, and one that is on its way out. Matches "Get tasks by criteria", "[DEPRECATED -
# use b] Get a task"; not "Get a task by its criteria id".
_BY_WHATEVER = LazyPattern(r"\bby (?:\w+ )?criteria(?=\s*(?:[.;,]|\Z))|\A\W*deprecated\b", re.IGNORECASE)


def unnamed_thing(level: InputLevel, tool: Tool) -> Iterator[Problem]:
    """Yield a problem where a tool needs one thing, or something to work on, and no input that says it is required."""
    if not (tool.description and _is_whole_input(level)) or _BY_WHATEVER.search(tool.description):
        return
    required, quote = texts_in(as_object(level.schema).get("required")), ""
    needed = [*(() if required else _naming(level, tool)), *_content(level, tool, required)]
    needed = needed or _alternatives(level, required) or _own_things(level, tool, required)
    needed = needed or ([] if required else _described_things(level, tool))
    if not needed:
        needed, quote = _mentioned_thing(level, tool, required)
    if not needed and not required and not any(map(MEANS.search, map(omit_all, statements(tool)))):
        from conformance.rules.catalogue.descriptions import _sole_inputs  # most inputs require something

        needed = _sole_inputs.sole_inputs(level, tool)
    what = "which thing is meant"
    if not needed and any(name not in required and _is_open(field) for name, field in level.fields.items()):
        from conformance.rules.catalogue.descriptions import _inputs_of_acts  # as above

        needed, quote = _inputs_of_acts.either_thing(level, tool, required)
        needed = needed or ([] if required else _inputs_of_acts.things_of_one(level, tool))
        if not needed:
            needed, what = _inputs_of_acts.inputs_of_act(level, tool, required), "what to work with"
    witness = accepted_instance(level.schema, {}, frozenset(needed)) if needed else None
    if witness is not None:
        shown: JsonObject = {"witness": witness, "fields": [*needed]}
        yield Problem(
            f"no input says {what}: neither the schema nor a text requires {list_codes(needed, most=4)}",
            "require what is always needed, or say what a call without it means",
            level.pointer,
            {"quote": quote, **shown} if quote else shown,
            max_level=Level.INFO,
        )


def _is_open(field: Field) -> bool:
    """Say whether a field may hold anything, and holds nothing where a call leaves it out."""
    return field.values is None and not has_default(field)


def empty_items(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for a list whose items may be empty objects: neither the schema nor a text requires a field."""
    path, tool = split(level.pointer), next(iter(level.fields.values())).tool
    # a field may be called `items`, too
    is_list = path[-1] == "items" and "array" in texts_in(
        as_object(resolve(tool.raw, parent(level.pointer))).get("type")
    )
    if not is_list or texts_in(as_object(level.schema).get("required")):
        return
    telling = [name for name in level.fields if not _OF_ITEM.isdisjoint(words_of(name)[-1:])]
    texts = (level.description, *(field.description for field in level.fields.values()))
    if not telling or any(map(has_default, level.fields.values())) or any(map(SPARED.search, texts)):
        return
    witness = accepted_instance(level.schema, {}, frozenset(level.fields))
    if witness == {}:
        yield Problem(
            f"items of {code_text(path[-2])} may be empty: none of {list_codes([*level.fields], most=4)} is required",
            "require what each item needs, or say what an empty one means",
            level.pointer,
            {"witness": witness, "fields": [*level.fields, path[-2]]},
            max_level=Level.INFO,
        )


def incomplete_comparison(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for a comparison that requires an operator, and not the value that it compares with."""
    required = texts_in(as_object(level.schema).get("required"))
    operators = [name for name in required if not _COMPARING.isdisjoint(words_of(name)[-1:])]
    value = next((name for name in ("value", "values") if name in level.fields), "")
    if len(required) < 2 or not operators or not value or value in required or has_default(level.fields[value]):
        return
    witness = accepted_instance(level.schema, {}, frozenset({value}))
    if witness is not None:
        yield Problem(
            f"{code_text(value)} may be left out with each {code_text(operators[0])}, which then compares with nothing",
            f"add {code_text(value)} to `required`, or make the operators without one a variant of their own",
            child(level.pointer, "properties", value),
            {"witness": witness},
            max_level=Level.INFO,
        )


def _is_whole_input(level: InputLevel) -> bool:
    """Say whether an object is the input, or the one field of it, which holds all others."""
    if level.pointer == INPUT:
        return True
    properties = as_object(as_object(next(iter(level.fields.values())).tool.input_schema).get("properties"))
    holder = parent(level.pointer)
    if len(properties) != 1 or parent(holder) != INPUT:
        return False
    # a definition may be that of the one field, or of something that nothing refers to
    is_own = holder == child(INPUT, "properties")
    return is_own or f"#{level.pointer.removeprefix(INPUT)}" in compact_json([*properties.values()])


def _naming(level: InputLevel, tool: Tool) -> Sequence[str]:
    """Return the fields that say which thing a tool is about, if its name says that it is about one."""
    thing, is_narrow = _thing_of(tool)
    naming = [name for name, field in level.fields.items() if _is_identifying(name) and not has_default(field)]
    if is_narrow:  # "get_story_info" is about a story only where a field names the story
        naming = [name for name in naming if not thing.isdisjoint(words_of(name))]
    texts = (*statements(tool), *(level.fields[name].description for name in naming))
    is_open = bool(naming) and (bool(thing) or _has_twins(naming)) and not any(map(MEANS.search, texts))
    return naming if is_open else ()


def _thing_of(tool: Tool) -> tuple[frozenset[str], bool]:
    """Return the words for the one thing that a tool works on by its name, and whether the name says more of it.

    "get_order" is about an order, "get_story_info" about what is known of a story, "get_orders" and "get_status" about
    no thing in particular.
    """
    words = words_of(tool.name)
    at = next((index for index, word in enumerate(words[:3]) if word in _ON_ONE), None)
    things = [] if at is None else words[at + 1 :]
    if not things or any(singularize(word) != word for word in things if word not in _OF_ALL):
        return frozenset(), False
    narrowed = [word for word in things if word not in _OF_ALL]
    return frozenset(narrowed), things[-1] in _OF_ALL


def _has_twins(names: Sequence[str]) -> bool:
    """Say whether two names identify one thing in two ways: ``page_url`` and ``page_id``."""
    stems = [tuple(words_of(name)[:-1]) for name in names]
    return any(stem and stems.count(stem) > 1 for stem in stems)


def _is_identifying(name: str) -> bool:
    last = words_of(name)[-1:]
    # Without a session or a user the current one is meant.
    return (
        bool(last)
        and _CURRENT.isdisjoint(words_of(name))
        and (last[0] in _IDENTIFYING or last[0].endswith(("path", "url", "name")))
    )


def _alternatives(level: InputLevel, required: Collection[str]) -> list[str]:
    """Return the fields whose texts begin with "Alternatively, pass", behind the one that they take the place of."""
    names = [*level.fields]
    others = [name for name in names if _ALTERNATIVELY.match(level.fields[name].description)]
    first = names[max(names.index(others[0]) - 1, 0)] if others else ""
    chosen = [first, *others]
    is_open = first not in ("", *others) and not set(chosen) & {*required}
    return chosen if is_open and not any(has_default(level.fields[name]) for name in chosen) else []


def _content(level: InputLevel, tool: Tool, required: Collection[str]) -> Sequence[str]:
    """Return the fields with what a tool saves, sends or sets, if it does; what is set has to be called a value."""
    verbs = frozenset(words_of(tool.name)[:2])
    free = [name for name, field in level.fields.items() if name not in required and not has_default(field)]
    given = [name for name in free if _holds_content(name)] if _WITH_CONTENT & verbs and not required else []
    given = given or [name for name in free if name in _VALUES and _SETTING & verbs]
    if _MAKING & verbs and not required:
        given = given or [name for name in free if not _TEXTS.isdisjoint(words_of(name)[-1:])]
    texts = (*statements(tool), *(level.fields[name].description for name in given))
    return given if given and not any(map(SPARED.search, texts)) else ()


def _holds_content(name: str) -> bool:
    return not _CONTENT.isdisjoint(words_of(name)[-2:])


def _own_things(level: InputLevel, tool: Tool, required: Collection[str]) -> list[str]:
    """Return the fields that say which thing a tool changes, or that hold the things that it is called after.

    ``update_task`` needs the `id`, and ``add_labels`` the `labels`.
    """
    verb, *thing = [*_words_behind_prefix(tool.name), ""]
    thing = [word for word in thing if word]
    says = statements(tool)
    if verb not in _CHANGING or not thing or any(map(MEANS.search, says)) or any(map(_OTHER.search, says[:1])):
        return []
    singular = tuple(map(singularize, thing))
    names_one = verb in _CHANGING_ONE and singular[-1] == thing[-1] and not required
    keys: list[str] = []
    held: list[str] = []
    others: list[str] = []
    for name in (one for one in level.fields if one not in required and not has_default(level.fields[one])):
        words = tuple(map(singularize, words_of(name)))
        owner, last = words[:-1], words[-1:]
        if last and last[0] in _KEYS and owner in ((), *(singular[at:] for at in range(len(singular)))):
            keys.append(name)
        elif words == singular and _CURRENT.isdisjoint(thing):
            held.append(name)
        elif last and last[0] in _OTHER_FORMS:
            others.append(name)
    has_id = any(words_of(name)[-1:] == ["id"] for name in keys)
    needed = [*(keys if names_one and has_id else ()), *held, *(others if held else ())]
    return [] if any(SPARED.search(text_of(level.fields[name])) for name in needed) else needed


def _described_things(level: InputLevel, tool: Tool) -> list[str]:
    """Return the fields of which texts say that they identify what the tool works on: "The name of the note to get".

    "The id of the note" does so for a tool that is about "a specific note".
    """
    sentence = next(iter(sentences_of(tool.description or "")), "")
    if _OTHER.search(sentence):
        return []
    # "Find details of a specific note" searches for nothing.
    is_of_one = not OF_PARTS.match(sentence.removeprefix("Find "))
    verbs = set(words_of(tool.name)) - _SEARCHING
    found: list[str] = []
    for name, field in level.fields.items():
        text = text_of(field)
        identified = None if has_default(field) or MEANS.search(text) else _IDENTIFIES.match(text)
        if identified is not None and identified["verb"]:
            found += [name] if identified["verb"] in verbs else []
        elif (
            identified is not None
            and is_of_one
            and re.search(rf"{_ONE}(?:\w+ )?{re.escape(identified['thing'])}\b", sentence, re.I)
        ):
            found.append(name)
    return found


def _words_behind_prefix(name: str) -> list[str]:
    """Return the words of a tool's name from its verb on: those of ``board_add_labels`` without the first one."""
    words = words_of(name)
    at = next((index for index, word in enumerate(words[:3]) if word in _CHANGING), 0)
    return words[at:]


# Before a thing that a call is about. Matches "for a ", "to an ", "a specific ", "apply an "; not "the ", "with a ".
_ONE = (
    r"(?:\b(?:for|of|in|from|to|about|on|at|into) (?:an?|one)|\bapply an?"
    r"|(?<!with )(?<!with a )(?<!using )(?<!using a )(?<!the )\b(?:specific|specified|given|particular|certain)) "
)
# What is no part of a statement about one thing. Matches ", and an optional name", "with optional labels".
_OPTIONAL = LazyPattern(r"(?:,|\band\b|\bwith\b)? (?:an? )?optional(?:ly)? [\w ,-]+", re.IGNORECASE)
# What identifies one thing, as a whole text. Matches "The ID of the board game", "Name of the note to get", "The ID of
# the list to create the task for"; not "IDs of notes", "Name of it".
_IDENTIFIES = LazyPattern(
    r"\W{0,3}(?:(?:the|an?|unique|numeric) )*(?:[\w-]+ ){0,2}?(?:id|name|number|slug|key|title|symbol|uuid|identifier"
    r"|uid|url|path) (?:of|for) (?:the|an?) (?:[\w-]+ ){0,2}?(?P<thing>(?!to\b)[a-z]{3,30})"
    r"(?: to (?P<verb>[a-z]{3,20})(?: (?:the|an?) (?:[\w-]+ ){1,2}?(?:for|to|in|on|from|of|with|under))?)?"
    r"(?=\s*(?:[.,;(]|\Z))",
    re.IGNORECASE,
)
# What tools do with as many things as there are.
_SEARCHING = frozenset(("search", "list", "find", "filter", "query"))
# More than one thing, or the one that is meant anyway. Matches "one or all", "the current one", "by default".
_OTHER = LazyPattern(
    r"\b(?:or|all|any|either|every|each|current|default|latest|optional\w*|if|when|unless|filter\w*)\b", re.IGNORECASE
)


def _mentioned_thing(level: InputLevel, tool: Tool, required: Collection[str]) -> tuple[list[str], str]:
    """Return the optional fields that alone say which thing the first sentence is about, and its words: "for a x"."""
    sentences = tuple(sentences_of(tool.description or ""))
    sentence = omit_all(_OPTIONAL.sub("", sentences[0])) if sentences else ""
    if _OTHER.search(sentence) or OF_PARTS.match(sentence):
        return [], ""
    # "id_or_name" is that of the thing which the tool is about
    if any(set(words_of(name)) <= {*_IDENTIFYING, "or"} for name in required):
        return [], ""
    known = {word for name in required for word in words_of(name)}
    for name, field in level.fields.items():
        quote = "" if name in required else _words_for(name, sentence)
        noun = "".join(words_of(quote)[-1:]) if quote else ""
        if quote and known.isdisjoint(words_of(quote)) and _is_needed(field, sentences, noun):
            others = [one for one in level.fields if one != name and noun in words_of(one) and _is_identifying(one)]
            return [name, *others], quote
    return [], ""


def _words_for(name: str, sentence: str) -> str:
    """Return the words with which a sentence mentions one thing that a field is named after; none if it does not."""
    words = words_of(name)
    stems = [words, *([words[:-1]] if words[-1:] and words[-1] in _IDENTIFYING and len(words) > 1 else [])]
    for stem in filter(None, stems):
        if " ".join(stem) not in sentence.lower():  # to compile a pattern takes longer than all else here
            continue
        phrase = " ".join(map(re.escape, stem))
        found = re.search(rf"{_ONE}(?:\w+ )?{phrase}\b", sentence, re.IGNORECASE)
        if found is None and stem is not words:  # "Connect a database" to something, by its name
            found = re.match(
                rf"\W{{0,3}}[a-z]+ (?:an?|the (?:specified|given)) (?:\w+ ){{0,2}}?{phrase}\b", sentence, re.I
            )
        if found is not None:
            return found[0].strip()
    return ""


def _is_needed(field: Field, sentences: Sequence[str], noun: str) -> bool:
    """Say whether nothing but the first sentence tells what a call without a field means."""
    mentioned = re.compile(rf"\b{re.escape(noun)}|\b{re.escape(field.name)}\b", re.IGNORECASE)
    more = (text for text in sentences[1:] if mentioned.search(text) or _LEFT_OUT.search(text))
    texts = (field.description, *more)
    return (
        field.types not in (["boolean"], [])
        and not has_default(field)
        and _CURRENT.isdisjoint(words_of(field.name))
        and not any(map(MEANS.search, texts))
    )
