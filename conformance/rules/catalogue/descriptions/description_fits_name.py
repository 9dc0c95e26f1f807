"""A description is about the tool or field that has it, and was not copied from another one.

``end_date`` described as "First day of the range", ``delete_note`` described as "Read a note", a sentence about the
contact in the tool for invoices: somebody copied a text and forgot to edit it, and a model believes it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text, excerpt
from conformance.documents.pointers import parent
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.siblings import input_fields, list_prefix, verb_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._copied_texts import (
    are_opposed,
    are_related,
    first_sentences_of_others,
    sentences_of_others,
    stems,
    texts_of_other_values,
)
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Opposites, each with the words that mean it in a name and at the beginning of a text.
_OPPOSITES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("start", "begin", "starting", "beginning"), ("end", "ending", "stop")),
    (("min", "minimum", "lowest", "smallest"), ("max", "maximum", "highest", "largest")),
    (("source",), ("target", "destination")),
    (("width",), ("height",)),
    (("x",), ("y",)),
    (("lat", "latitude"), ("lon", "lng", "long", "longitude")),
    (("username",), ("password",)),
    (("left",), ("right",)),
    (("row", "rows"), ("column", "columns")),
    (("departure", "depart"), ("arrival", "arrive")),
    (("sender",), ("recipient", "receiver")),
    (("old", "previous"), ("new",)),
    (("first",), ("last",)),
    (("receivable", "receivables"), ("payable", "payables")),
    (("buy", "bid"), ("sell", "ask")),
    (("upper", "top"), ("lower", "bottom")),
)
_OPPOSITE_OF: Mapping[str, tuple[str, ...]] = {
    word: other for pair in _OPPOSITES for own, other in (pair, pair[::-1]) for word in own
}
_MEANING: Mapping[str, tuple[str, ...]] = {word: own for pair in _OPPOSITES for own in pair for word in own}
# What the first words of a text are about, behind an article: "The ", "Optional ". Matches "Start", "first day".
_HEAD = LazyPattern(r"\W{0,3}(?:(?:the|an?|optional|required) )*(?P<head>[a-z]+(?: [a-z]+)?)\b", re.IGNORECASE)
# Verbs that no text can begin with if it describes the tool of the other verb.
_DELETING = frozenset(("delete", "remove", "destroy", "erase", "drop"))
_MAKING = frozenset(("create", "add", "insert", "update", "edit", "modify"))
_READING = frozenset(("get", "list", "read", "fetch", "retrieve", "show", "search", "find"))
_VERBS = ((_DELETING, _MAKING | _READING), (_MAKING, _DELETING))
# What flags say in their first word, with the forms of it that a text has, and of the opposite.
_ON, _OFF = (
    ("enable", "enables", "enabled", "enabling", "active", "activate"),
    ("disable", "disables", "disabled", "disabling"),
)
_IN, _OUT = (
    ("include", "includes", "included", "including"),
    ("exclude", "excludes", "excluded", "excluding", "skip", "omit", "ignore"),
)
_SHOWN, _HIDDEN = (
    ("show", "shows", "shown", "showing", "display", "displayed", "visible"),
    ("hide", "hides", "hidden", "hiding"),
)
# What another tool gave before. Matches "returned from session start", "issued by the start"; not "The start".
_GIVEN_BY = LazyPattern(
    r"\b(?:returned|issued|given|obtained|received|provided|produced|created|generated|got)"
    r" (?:from|by|at|on|in)\b[^.;]*",
    re.IGNORECASE,
)
_FLAGS = tuple(pair[::step] for pair in ((_ON, _OFF), (_IN, _OUT), (_SHOWN, _HIDDEN)) for step in (1, -1))
# Before what a flag says. Next is "Whether ", "If true, ", "control whether "; not "Which".
_SAYS_WHEN_TRUE = LazyPattern(
    r"\W{0,3}(?:(?:controls?|determines?|indicates?|specif(?:y|ies)|sets?|flag (?:for|to)|optional:?) )*"
    r"(?:whether|if (?:set to )?true|when (?:set to )?true|true (?:to|if)|set (?:this )?to true)\b",
    re.IGNORECASE,
)
# What turns the meaning of a text around. Matches "not enabled", "false shows it", "otherwise".
_DENIES = LazyPattern(
    r"n't\b|\b(?:not|no|never|without|false|otherwise|instead|unless|except|only|even|off|remove\w*|prevent\w*|stop\w*"
    r"|suppress\w*|although|while|but|than|already|normally|usually)\b",
    re.IGNORECASE,
)
# What is done with a thing, at the end of a clause. Matches "to update.", "to update (its id)"; not "to update it".
_PURPOSE = LazyPattern(r"\bto (?P<verb>[a-z]{3,20})(?=\s*(?:[.,;:()]|\Z))")
# Verbs of tools that do a first step of what another tool does: the message to send is rightly that of `draft_message`.
_FIRST_STEPS = frozenset(
    (
        *("find", "search", "match", "use", "get", "read", "check", "run", "call", "list", "query", "process"),
        *("schedule", "draft", "queue", "plan", "preview", "validate", "simulate", "estimate", "prepare", "approve"),
        *("request", "confirm", "wait", "retry", "test", "batch", "bulk", "verify", "propose", "review", "calculate"),
        "explain",
    )
)
# What says which thing is meant, whatever the thing is.
_IDENTIFIERS = ("id", "identifier", "uid", "uuid", "key", "slug", "name", "one")


class _Suspect(Struct, frozen=True):
    problem: Problem
    other_tool: tuple[str, ...] = ()
    """The words of the name of a tool, if there is only a problem where the list has that; the message ends in it."""


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each field, tool and sentence whose text is about something else."""
    names = {tuple(words_of(tool.name)): tool.name for tool in inventory.tools}
    prefix = list_prefix(inventory, (*profile.reading_verbs, *profile.changing_verbs))
    for tool, suspects in zip(inventory.tools, inventory.gather(_suspects_in), strict=True):
        for suspect in suspects:
            problem, other = suspect.problem, names.get(suspect.other_tool)
            if not suspect.other_tool:
                yield problem
            elif other is not None:
                yield replace(problem, message=f"{problem.message} {code_text(other)}")
        yield from _other_verb(tool, verb_of(tool, prefix))
    yield from sentences_of_others(inventory)
    yield from first_sentences_of_others(inventory)
    yield from texts_of_other_values(inventory)


def _suspects_in(tool: Tool) -> Sequence[_Suspect]:
    fields = list(fields_of(tool))
    fields_by_place = {(parent(field.pointer), tuple(words_of(field.name))): field.name for field in fields}
    return tuple(
        suspect
        for field in fields
        for suspect in (
            *map(_Suspect, _opposite_field(field, fields_by_place)),
            *map(_Suspect, _opposite_flag(field)),
            *_opposite_tool(field),
            *_other_purpose(field),
        )
    )


def _opposite_field(field: Field, fields: Mapping[tuple[str, tuple[str, ...]], str]) -> Iterator[Problem]:
    """Yield a problem for a text that begins with the opposite of the field's name, which a sibling is called."""
    words, place = words_of(field.name), parent(field.pointer)
    for at, word in enumerate(words):
        opposites = ((place, (*words[:at], other, *words[at + 1 :])) for other in _OPPOSITE_OF.get(word, ()))
        others = [fields[one] for one in opposites if one in fields]
        head = _HEAD.match(field.description)
        if not others or head is None:
            continue
        begin = head["head"].lower().split()
        if not set(_OPPOSITE_OF[word]).isdisjoint(begin) and set(_MEANING[word]).isdisjoint(
            words_of(field.description)
        ):
            yield _problem(field, field.description, head["head"], f"begins like that of {code_text(others[0])}")


def _opposite_flag(field: Field) -> Iterator[Problem]:
    """Yield a problem for a flag of which the text says what its name denies: `disable`, "whether it is enabled"."""
    first = next(iter(words_of(field.name)), "")
    own, other = next((pair for pair in _FLAGS if first in pair[0]), ((), ()))
    if not own or field.types != ["boolean"]:
        return
    text = frozenset(words_of(field.description))
    if not text.isdisjoint(other) and text.isdisjoint(own) and _SAYS_WHEN_TRUE.match(field.description):
        word = next(word for word in words_of(field.description) if word in other)
        if _DENIES.search(field.description) is None:
            yield _problem(field, field.description, word, f"says the opposite of its name: {code_text(word)}")


def _opposite_tool(field: Field) -> Iterator[_Suspect]:
    """Yield a text that names the opposite of what the tool is called after, as another tool may be."""
    words = words_of(field.tool.name)
    if _OPPOSITE_OF.keys().isdisjoint(words):
        return
    # where a value comes from says nothing about what it is for
    text, named = stems(_GIVEN_BY.sub(" ", field.description)), stems(field.name)
    for at, word in enumerate(words):
        for other in _OPPOSITE_OF.get(word, ()):
            opposite, own = (set(map(singularize, table[word])) for table in (_OPPOSITE_OF, _MEANING))
            # what was started also stops: a number or a flag may say when
            if "stop" in (word, other) and not field.has_only_types("string"):
                continue
            # a field may be about the other side by its name
            is_about_other = singularize(other) in text and opposite.isdisjoint(named)
            if is_about_other and own.isdisjoint(text | named):
                problem = _problem(field, field.description, "", "is about")
                yield _Suspect(problem, (*words[:at], other, *words[at + 1 :]))


def _other_purpose(field: Field) -> Iterator[_Suspect]:
    """Yield a text that ends in the verb of another tool: "The memory to update" in ``delete_memory``."""
    words = words_of(field.tool.name)
    found = _PURPOSE.search(field.description)
    verb = found["verb"] if found else ""
    if found is None or len(words) == 1 or verb in words or not _FIRST_STEPS.isdisjoint((verb, *words)):
        return
    text, done_with = stems(field.description), stems(field.description[: found.start()])
    # the locale of the entry whose section is deleted is one to update
    if done_with.isdisjoint((*map(singularize, words), *_IDENTIFIERS)):
        return
    for at, word in enumerate(words):
        # to unlike something is to take a like back
        if word not in text and word.removeprefix("un") not in text and not are_related(word, verb):
            # a verb of unknown meaning may be what the tool does on the way
            most = Level.WARNING if are_opposed(word, verb) else Level.INFO
            problem = replace(_problem(field, field.description, found[0], "is about"), max_level=most)
            yield _Suspect(problem, (*words[:at], verb, *words[at + 1 :]))


def _other_verb(tool: Tool, verb: str) -> Iterator[Problem]:
    """Yield a problem for a tool that deletes by its name and reads or makes by its first word, or the reverse."""
    text = tool.description or ""
    first = next(iter(words_of(text[:40])), "")
    own, others = next((pair for pair in _VERBS if verb in pair[0]), (frozenset[str](), frozenset[str]()))
    # "creates" is the third person, "process" is not
    if not {first, singularize(first)}.isdisjoint(others) and {*words_of(text), *stems(text)}.isdisjoint(own):
        yield Problem(
            f"description of {code_text(tool.name)} begins with {code_text(first)}, its name with {code_text(verb)}",
            "say what this tool does",
            f"{tool.pointer}/description",
            {"quote": excerpt(text, 0, min(len(text), 60))},
        )


def _problem(field: Field, text: str, words: str, what: str) -> Problem:
    begin = text.find(words)
    return Problem(
        f"description of {field.label} {what}",
        f"say what {code_text(field.name)} is",
        field.tool.pointer + field.pointer,
        {"quote": excerpt(text, begin, begin + len(words), 60) if words else excerpt(text, 0, min(len(text), 120))},
    )


RULE = INVENTORY.rule(
    check,
    gathers=(_suspects_in, input_fields),
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    good=(
        [
            {
                "name": "ListTasks",
                "description": "List tasks.",
                "input_schema": closed_object(
                    start_day={"type": "string", "description": "First day, before the end."},
                    end_day={"type": "string", "description": "Must be after the start day."},
                ),
            },
            {"name": "AddTask", "description": "Put a task on the list."},
        ],
        [
            {"name": "GetTask", "description": "Read it. The answer has a link to the list of tasks."},
            {"name": "GetMemory", "description": "Read this. The answer has a link to the list of tasks."},
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        start_day={"type": "string", "description": "Start day of the range."},
                        end_day={"type": "string", "description": "Start day of the range."},
                    ),
                }
            ],
            says="description of parameter `end_day` begins like that of `start_day`",
            at="/tools/0/input_schema/properties/end_day",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        old_label={"type": "string", "description": "The new label."}, new_label={"type": "string"}
                    ),
                }
            ],
            says="description of parameter `old_label` begins like that of `new_label`",
        ),
        BadExample(
            [
                {
                    "name": name,
                    "input_schema": closed_object(
                        since={"type": "string", "description": "Shows payable ones of that day."}
                    ),
                }
                for name in ("ListPayableTasks", "ListReceivableTasks")
            ],
            says="description of parameter `since` is about `ListPayableTasks`",
            at="/tools/1/input_schema/properties/since",
        ),
        BadExample(
            [
                {"name": "UpdateTask", "description": "Change one task."},
                {
                    "name": "DeleteTask",
                    "description": "Take one task away.",
                    "input_schema": closed_object(
                        "task_id", task_id={"type": "string", "description": "The task to update."}
                    ),
                },
            ],
            says="description of parameter `task_id` is about `UpdateTask`",
            at="/tools/1/input_schema/properties/task_id",
        ),
        BadExample(
            [
                {"name": "AddTask", "description": "Adds one task. It is new."},
                {"name": "StopTask", "description": "Adds one task. It is over."},
            ],
            says="description of `StopTask` begins like that of `AddTask`",
            at="/tools/1/description",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        colour={"enum": ["red", "blue"], "description": "The colours of a task."},
                        language={"enum": ["en", "de"], "description": "The colours of a task."},
                    ),
                }
            ],
            says="description of parameter `language` is that of `colour`, which has other values",
        ),
        BadExample(
            [{"name": "DeleteTask", "description": "Get one task by its id."}],
            says="description of `DeleteTask` begins with `get`, its name with `delete`",
            at="/tools/0/description",
        ),
        BadExample(
            [
                {"name": "CreateMemory", "description": "Create it. The answer has a link to the memory."},
                {"name": "CreateTask", "description": "Create one. The answer has a link to the task."},
                {"name": "UpdateTask", "description": "Update it. The answer has a link to the memory."},
            ],
            says="description of `UpdateTask` has a sentence about `CreateMemory`",
            at="/tools/2/description",
        ),
    ),
)
