"""A field that a text speaks of has the name that the schema gives it.

``total_thoughts`` in the description of a tool that takes ``totalThoughts`` is copied into the call, and dropped or
refused there. The same goes for ``UpdateWorkItem.blocked_by`` when the tool has no such field.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.vocabulary import in_order, inputs_of
from conformance.profiles import Profile
from conformance.prose.mentions import mentions
from conformance.prose.reading import read_part
from conformance.scopes import TEXT, Bad
from conformance.surface.texts import ModelText
from conformance.words import excerpt, nearest, quoted

_MEMBER = re.compile(
    r"(?P<order>\b(?:use|set|with|via|pass)\s+`?)?(?<![\w./])(?P<tool>[A-Za-z]\w{2,60})\.(?P<field>[a-z_]\w{1,60})(?![\w(\[/]|\.\w)",
    re.IGNORECASE,
)
_SET = re.compile(r"\b(?i:set|pass|use|specify|add|with)\s+[`'\"]?(?P<field>[a-z]\w{0,60})\s?=\s?(?=[\w<\"'\[{-])")


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that is nearly a field's, and each that is used as a field and is none."""
    if text.tool is not None:
        yield from _misspelt(text, text.tool)
        yield from _set_in_vain(text, text.tool)
    yield from _members(text)


def _misspelt(text: ModelText, tool: Tool) -> Iterator[Problem]:
    fields: Mapping[tuple[str, ...], str] = {in_order(name): name for name in sorted(inputs_of(tool), reverse=True)}
    for mention in mentions(text.text):
        meant = fields.get(in_order(mention.name))
        if meant is not None and mention.name not in text.vocabulary.names:
            yield Problem(
                f"{quoted(mention.name)} is no field of {quoted(tool.name)}, which calls it {quoted(meant)}: "
                f"{mention.quote}",
                f"write {quoted(meant)}",
            )


def _set_in_vain(text: ModelText, tool: Tool) -> Iterator[Problem]:
    known = text.vocabulary.names
    fields = inputs_of(tool)
    for found in _SET.finditer(read_part(text.text)):
        if found["field"] not in known and fields and in_order(found["field"]) not in map(in_order, fields):
            meant = nearest(found["field"], fields)
            yield Problem(
                f"{quoted(found['field'])} is no field of {quoted(tool.name)}: {excerpt(text.text, *found.span(), 20)}",
                f"write {quoted(meant)}" if meant else "name a field that exists, or leave it out",
            )


def _members(text: ModelText) -> Iterator[Problem]:
    """``Tool.field``, where the tool exists and all its fields are known, or the text says to set it."""
    for found in _MEMBER.finditer(read_part(text.text)):
        tool = text.inventory.tool(found["tool"])
        if tool is None or found["field"] in text.vocabulary.of_tool(tool):
            continue
        if tool.success_result_schema is not None or found["order"]:
            meant = nearest(found["field"], inputs_of(tool))
            yield Problem(
                f"{quoted(found['field'])} is no field of {quoted(tool.name)}: {excerpt(text.text, *found.span(), 20)}",
                f"write {quoted(f'{tool.name}.{meant}')}" if meant else "name a field that exists, or leave it out",
                location=text.location,
            )


RULE = TEXT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "description": "List tasks. Set include_all=true to see all, up to max_items of them.",
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"include_all": {"type": "boolean"}, "max_items": {"type": "integer"}},
            },
        },
    ),
    bad=(
        Bad(
            {
                "description": "List tasks, of which `maxItems` says how many.",
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"max_items": {"type": "integer"}},
                },
            },
            says="calls it 'max_items'",
            at="/tools/0/description",
        ),
        Bad(
            {
                "tools": [
                    {
                        "name": "ListTasks",
                        "input_schema": {
                            "type": "object",
                            "additionalProperties": False,
                            "properties": {"label": {"type": "string"}},
                        },
                    }
                ],
                "guidance": "Use ListTasks.blocked_by for what holds a task up.",
            },
            says="'blocked_by' is no field",
        ),
    ),
)
