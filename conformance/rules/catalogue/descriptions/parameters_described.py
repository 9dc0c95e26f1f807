"""Every parameter is described, by itself or in the description of its tool.

A value for a parameter that no text is about is guessed from its name.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text, list_codes
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.passages import passages_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_HINT = "say what it is for, in which unit or form, and what happens without it"
# Matches "`voice_a`", "``voiceA``"; not "voice_a".
_IN_CODE = LazyPattern(r"(?<=`)(?P<name>[A-Za-z_]\w*)(?=`)")
# What generators of schemas write where nobody wrote anything. Is all of "Parameter: raster", "The raster argument".
_PLACEHOLDER = LazyPattern(
    r"\W*(?:the )?(?:parameter|param|argument|arg|field)s?\W+(?P<behind>[\w ]{1,60}?)\W*"
    r"|\W*(?:the )?(?P<before>[\w ]{1,60}?) (?:parameter|param|argument|arg)\W*",
    re.IGNORECASE,
)
# So many that another tool describes are named.
_MOST_SHARED = 4
# So many are named before the others are counted.
_MOST_NAMES = 12


class _Described(Struct, frozen=True):
    tool: str
    missing: Sequence[NamedField]
    """The fields that no text is about."""
    of: int
    """How many fields the tool has."""
    described: frozenset[str]
    """The names of those with a description of their own."""
    explained: frozenset[str]
    """The names in its description that no field of its own has."""


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all parameters of the list that no text is about."""
    gathered = list(_but_explained([one for found in inventory.gather(_described_fields) for one in found]))
    found = [field for one in gathered for field in one.missing]
    if not found:
        return
    names = list(dict.fromkeys(field.name for field in found))
    tools = tool_names_of(found)
    whose = f"of {code_text(tools[0])}" if len(tools) == 1 else f"of {len(tools)} tools"
    total = sum(one.of for one in gathered if one.missing)
    many = f"any of the {total} parameters" if len(found) == total else f"{len(found)} of the {total} parameters"
    subject = f"the parameter {code_text(names[0])} {whose}" if len(names) == 1 else f"{many} {whose}: {_list(names)}"
    yield Problem(
        f"nothing describes {subject}",
        _HINT + _described_elsewhere(names, gathered),
        found[0].place,
        {"places": places_of(found)},
        tools=tools,
    )


def _but_explained(gathered: Sequence[_Described]) -> Iterator[_Described]:
    """Yield what is known of each tool, without the fields that the text of another tool is about."""
    explained = frozenset(name for one in gathered for name in one.explained)
    for one in gathered:
        yield replace(one, missing=[field for field in one.missing if field.name not in explained])


def _list(names: Sequence[str]) -> str:
    return list_codes(names, len(names) if len(names) <= _MOST_NAMES else _MOST_NAMES - 1)


def _described_elsewhere(names: Sequence[str], gathered: Sequence[_Described]) -> str:
    """Return which of the parameters another tool describes, and where."""
    described = {name: one.tool for one in reversed(gathered) for name in one.described}
    shared = [f"{code_text(name)} in {code_text(described[name])}" for name in names if name in described]
    more = f" (and {len(shared) - _MOST_SHARED} more)" if len(shared) > _MOST_SHARED else ""
    return f"; described elsewhere: {', '.join(shared[:_MOST_SHARED])}{more}" if shared else ""


def _described_fields(tool: Tool) -> Sequence[_Described]:
    fields = [*fields_of(tool)]
    missing = [NamedField(tool, field.name, field.pointer) for field in fields if not _is_described(field)]
    described = frozenset(field.name for field in fields if field.description.strip())
    # a word may be about anything, while a name of several is a field
    quoted = (found["name"] for found in _IN_CODE.finditer(tool.description or ""))
    explained = frozenset(name for name in quoted if len(words_of(name)) > 1) - {field.name for field in fields}
    return (_Described(tool.name, missing, len(fields), described, explained),) if fields or explained else ()


def _is_described(field: Field) -> bool:
    """Say whether any text is about the field; one that has a single value needs none."""
    if field.is_undetermined or (field.values is not None and len(field.values) < 2):
        return True
    texts = (as_text(as_object(part).get("description")) or "" for part in (field.schema, *field.parts))
    return (
        any(text.strip() and not _is_placeholder(field, text) for text in texts)
        or bool(passages_of_tool(field))
        or _is_mentioned(field)
    )


def _is_placeholder(field: Field, text: str) -> bool:
    """Say whether a text has nothing but the name of the field, and that it is one."""
    found = _PLACEHOLDER.fullmatch(text)
    return found is not None and words_of((found["behind"] or found["before"]).replace(" ", "_")) == words_of(
        field.name
    )


def _is_mentioned(field: Field) -> bool:
    """Say whether the description of the tool has the words of the name, as "the issue key" for `issueKey`."""
    text, name = (" ".join(map(singularize, words_of(one))) for one in (field.tool.description or "", field.name))
    # "a" is an article
    return name != "a" and f" {name} " in f" {text} "


_STRING = {"type": "string"}

RULE = INVENTORY.rule(
    check,
    gathers=(_described_fields,),
    level=Level.INFO,
    source="tools-contract#tool-definition-contract",
    profile="mcp",
    good=(
        [
            {
                "name": "move_task",
                "description": "Move the task `first_id` before the task `second_id`.",
                "annotations": {"readOnlyHint": False},
                "input_schema": closed_object(
                    "first_id", "second_id", first_id=_STRING, second_id=_STRING, kind={"const": "task"}
                ),
            }
        ],
        [
            {
                "name": "read_issue",
                "description": "Read an issue by the issue key.",
                "annotations": {"readOnlyHint": True},
                "input_schema": closed_object("issueKey", issueKey=_STRING),
            }
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "move_task",
                    "description": "Move a thing before another one.",
                    "annotations": {"readOnlyHint": False},
                    "input_schema": closed_object(
                        "first_id",
                        "second_id",
                        first_id=_STRING,
                        second_id={**_STRING, "description": "Id of the other task."},
                    ),
                }
            ],
            says="nothing describes the parameter `first_id` of `move_task`",
            at="/tools/0/input_schema/properties/first_id",
        ),
    ),
)
