"""What is counted is an integer: a limit, a page, an offset, a port.

A ``limit`` of type ``number`` accepts 2.5: a program that reads the schema offers it, and the server rounds it, fails
or returns nothing.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.edits import Edit, SetMember, edit_below
from conformance.documents.values import texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import INPUT_SCHEMA
from conformance.names import words_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Words that a count ends in, and pairs of them where one alone may be a measure.
_COUNTS = frozenset(("limit", "count", "page", "offset", "skip", "port", "replicas"))
_PAIRS = frozenset((("page", "size"), ("per", "page"), ("max", "results"), ("max", "items"), ("num", "results")))
# Things that are counted through, so that their number is whole.
_NUMBERED = frozenset(("issue", "pull", "pr", "page", "line", "row", "column", "build", "run", "port"))
# A description of a count. Matches "Maximum number of logs", "How many lines", "Page number"; not "Number of seconds",
# "The number".
_COUNTED = re.compile(
    r"\W{0,3}(?:the |an? )?(?:(?:max(?:imum)?|min(?:imum)?|total|optional|desired)\.? )*"
    r"(?:number of (?!the\b|(?:milli|micro)?seconds|minutes|hours|days|weeks|months|years)"
    r"|how many (?!(?:milli)?seconds|minutes|hours|days)|(?:line|page|port|row|column) number\b"
    r"|(?:zero|one|0|1)-based\b|[\w ]{0,30}\(\d{1,4}(?: ?= ?|: ?)\w+, ?\d)",
    re.IGNORECASE,
)
# Matches "fractional", "up to 9 decimals"; not "whole".
_FRACTIONS = re.compile(r"fraction|decimal", re.IGNORECASE)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all counts of the inputs that accept fractions."""
    found = [field for tool in inventory.tools for field in fields_of(tool) if _accepts_fractions(field)]
    if found:
        names = list(dict.fromkeys(field.name for field in found))
        subject = "field" if len(names) == 1 else "fields"
        yield Problem(
            f"{subject} {list_codes(names)} {'is a count' if len(names) == 1 else 'are counts'}, "
            f"but {'accepts' if len(names) == 1 else 'accept'} fractions",
            'set "type": "integer"',
            found[0].tool.pointer + found[0].pointer,
            {"places": [field.tool.pointer + field.pointer for field in found[:200]]},
            tools=[f"{field.tool.name} {field.pointer}" for field in found],
            edits=_edits(found),
        )


def _edits(fields: Sequence[Field]) -> list[Edit]:
    """Return what makes all of them integers; nothing if one of them has its type from a shared definition."""
    of_each = [[edit_below(edit, field.tool.pointer) for edit in _type_edits(field)] for field in fields]
    return [edit for edits in of_each for edit in edits] if all(of_each) else []


def _type_edits(field: Field) -> Iterator[Edit]:
    for position in field.subschemas.closure([field.position], conditions=False):
        types = texts_in(written := field.subschemas.keywords_of(position).get("type"))
        if "number" in types and position.startswith(field.position):
            whole = ["integer" if name == "number" else name for name in types]
            yield SetMember(INPUT_SCHEMA + position, "type", "integer" if isinstance(written, str) else whole)


def _accepts_fractions(field: Field) -> bool:
    words = words_of(field.name)
    is_count = bool(words) and (words[-1] in _COUNTS or tuple(words[-2:]) in _PAIRS)
    is_count = is_count or (words[-1:] == ["number"] and not _NUMBERED.isdisjoint(words[-2:-1]))
    is_count = is_count or _COUNTED.match(field.description) is not None
    is_count = is_count and not _FRACTIONS.search(field.description)
    is_whole = any("multipleOf" in part or part.get("format") in ("int32", "int64") for part in field.parts)
    return is_count and field.types == ["number"] and field.values is None and not is_whole


RULE = INVENTORY.rule(
    check,
    level=Level.INFO,
    source="tool-contract-consistency#naming-and-schema-conventions",
    good=([{"name": "ListTasks", "input_schema": {"type": "object", "additionalProperties": False}}],),
    bad=(
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"limit": {"type": "number"}},
                    },
                }
            ],
            says="field `limit` is a count, but accepts fractions",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"depth": {"type": "number", "description": "Number of levels to read."}},
                    },
                }
            ],
            says="field `depth` is a count, but accepts fractions",
        ),
    ),
)
