"""Texts that were copied from another tool or field and never edited: they are about the thing, the verb or the values
of that one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from conformance.display import code_text, excerpt
from conformance.documents.values import as_array, as_object, compact_json
from conformance.findings import Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.prose.reading import name_of_entry, sentences_of
from conformance.inventory.siblings import InputField, input_fields
from conformance.names import singularize, words_of

# Verbs that mean the same in the name of a tool. No text can begin with one of another group than the tool's own.
_ALIKE = (
    frozenset(("delete", "remove", "destroy", "erase", "drop", "purge", "uninstall")),
    frozenset(("create", "add", "insert", "make", "new", "register", "install")),
    frozenset(("update", "edit", "modify", "change", "set", "patch", "rename", "add", "insert")),
    frozenset(("get", "list", "read", "fetch", "retrieve", "show", "search", "find", "view", "describe", "query")),
    frozenset(("start", "launch", "run", "begin", "open", "resume", "execute")),
    frozenset(("stop", "halt", "cancel", "close", "abort", "end", "terminate", "pause")),
    frozenset(("enable", "activate", "unlock", "show")),
    frozenset(("disable", "deactivate", "lock", "hide")),
    frozenset(("publish", "approve", "accept", "archive", "merge", "promote", "follow", "subscribe", "like")),
    frozenset(
        ("unpublish", "reject", "decline", "unarchive", "restore", "demote", "unfollow", "unsubscribe", "unlike")
    ),
    frozenset(("upload", "import", "push", "send", "encode", "encrypt", "compress")),
    frozenset(("download", "export", "pull", "receive", "decode", "decrypt", "decompress")),
    frozenset(("subtract",)),
    frozenset(("multiply",)),
    frozenset(("divide",)),
)
_GROUPS: Mapping[str, frozenset[int]] = {
    verb: frozenset(at for at, group in enumerate(_ALIKE) if verb in group) for group in _ALIKE for verb in group
}
"""The groups of each verb."""
# The fewest words of a sentence that no two people write by chance, and of a first sentence, which is shorter.
_FEWEST_WORDS = 6
_FEWEST_FIRST = 3


def stems(text: str) -> set[str]:
    """The words of a text in the singular."""
    return set(map(singularize, words_of(text)))


def are_related(verb: str, other: str) -> bool:
    """Say whether two verbs are known, and one may do what the other does."""
    return verb in _GROUPS and other in _GROUPS and not _GROUPS[verb].isdisjoint(_GROUPS[other])


def are_opposed(verb: str, other: str) -> bool:
    """Say whether two verbs are known, and mean different things."""
    return verb in _GROUPS and other in _GROUPS and _GROUPS[verb].isdisjoint(_GROUPS[other])


def first_sentences_of_others(inventory: Inventory) -> Iterator[Problem]:
    """Yield a problem for a tool whose first sentence is that of another one, and begins with the verb of that.

    ``subtract_rows`` that "Adds two rows" as ``add_rows`` does.
    """
    tools_by_sentence: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        sentence = next(iter(sentences_of(tool.description or "")), "")
        if len(sentence.split()) >= _FEWEST_FIRST:
            tools_by_sentence.setdefault(sentence.lower().rstrip("."), []).append(tool)
    for sentence, tools in tools_by_sentence.items():
        begin = next(iter(words_of(sentence)), "")
        verbs = {begin, singularize(begin), begin.removesuffix("es")}
        for tool, other in permutations(tools, 2) if len(tools) == 2 else ():
            own, theirs = _only_difference(tool, other)
            if theirs in verbs and are_opposed(own, theirs) and own not in stems(sentence):
                yield _problem(
                    tool, f"begins like that of {code_text(other.name)}", sentence, "say what this tool does"
                )


def _only_difference(tool: Tool, other: Tool) -> tuple[str, str]:
    """Return the only words in which the names of two tools differ, or two empty ones."""
    own, theirs = words_of(tool.name), words_of(other.name)
    different = [pair for pair in zip(own, theirs, strict=False) if pair[0] != pair[1]]
    return different[0] if len(own) == len(theirs) and len(different) == 1 else ("", "")


def texts_of_other_values(inventory: Inventory) -> Iterator[Problem]:
    """Yield a problem for a field of which a text says the name of another one, which has other values.

    A ``language`` among "en" and "de", of which the text says "The colours of the page" as of ``color``.
    """
    fields_by_text: dict[str, list[InputField]] = {}
    for field in (field for fields in inventory.gather(input_fields) for field in fields):
        if "enum" in field.limits and len(field.description.split()) > _FEWEST_FIRST:
            fields_by_text.setdefault(" ".join(field.description.split()), []).append(field)
    for text, fields in fields_by_text.items():
        written = stems(text)
        named = next((field for field in fields if stems(field.name) <= written), None)
        for field in fields if named is not None else ():
            if (
                named is not None
                and written.isdisjoint(stems(field.name))
                and _values(field).isdisjoint(_values(named))
            ):
                yield Problem(
                    f"description of {field.label} is that of {code_text(named.name)}, which has other values",
                    f"say what {code_text(field.name)} is",
                    field.place,
                    {"quote": excerpt(text, 0, min(len(text), 120))},
                )


def _values(field: InputField) -> set[str]:
    return set(map(compact_json, as_array(field.limits["enum"])))


def sentences_of_others(inventory: Inventory) -> Iterator[Problem]:
    """Yield a problem for a sentence that another tool has of its own thing, and that exists for this tool's as well.

    "View the contact", in the tool for contacts and in that for invoices, is wrong in the latter if a third tool says
    "View the invoice".
    """
    tools_by_sentence: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        for sentence in sentences_of(tool.description or ""):
            if len(sentence.split()) >= _FEWEST_WORDS:
                tools_by_sentence.setdefault(sentence, []).append(tool)
    for sentence, tools in tools_by_sentence.items():
        if len(tools) < 2:
            continue
        written = stems(sentence)
        # of many tools that have the sentence, one is asked about each word of it, so that the work stays linear
        owners = {word: tool for tool in reversed(tools) for word in stems(tool.name) & written}
        for tool in tools:
            # what a tool says of a field of its own is about that, whatever thing the field is called after
            if name_of_entry(sentence) in as_object(as_object(tool.input_schema).get("properties")):
                continue
            own = stems(tool.name)
            other = next(
                (
                    owner
                    for word, owner in owners.items()
                    if word not in own
                    and _exists_for(own - stems(owner.name) - written, word, sentence, tools_by_sentence)
                ),
                None,
            )
            if other is not None:
                hint = "name the thing of this tool in it, as other tools do"
                yield _problem(tool, f"has a sentence about {code_text(other.name)}", sentence, hint)


def _exists_for(things: Iterable[str], other: str, sentence: str, sentences: Mapping[str, object]) -> bool:
    """Say whether a sentence about another thing exists for one of these things as well."""
    alike = (re.sub(rf"\b{re.escape(other)}(?=s?\b)", thing, sentence) for thing in things)
    return any(one != sentence and one in sentences for one in alike)


def _problem(tool: Tool, how: str, sentence: str, hint: str) -> Problem:
    return Problem(
        f"description of {code_text(tool.name)} {how}",
        hint,
        f"{tool.pointer}/description",
        {"quote": excerpt(sentence, 0, len(sentence))},
    )
