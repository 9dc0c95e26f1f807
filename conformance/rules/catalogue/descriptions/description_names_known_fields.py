"""A field that a text speaks of has the name that the schema gives it.

``total_thoughts`` in the description of a tool that takes ``totalThoughts`` is copied into the call, and dropped or
refused there. The same goes for ``UpdateWorkItem.blocked_by`` when the tool has no such field.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.display import excerpt, quoted
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.prose.mentions import mentions
from conformance.inventory.prose.reading import read_part
from conformance.inventory.vocabulary import in_order, inputs_of
from conformance.names import nearest
from conformance.rules.scopes import TEXT, Bad
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText

_MEMBER = re.compile(
    r"(?P<order>\b(?:use|set|with|via|pass)\s+`?)?(?<![\w./])(?P<tool>[A-Za-z]\w{2,60})\.(?P<field>[a-z_]\w{1,60})(?![\w(\[/]|\.\w)",
    re.IGNORECASE,
)
_SET = re.compile(r"\b(?i:set|pass|use|specify|add|with)\s+[`'\"]?(?P<field>[a-z]\w{0,60})\s?=\s?(?=[\w<\"'\[{-])")
_CALLED = re.compile(
    r"(?<![\w.])[`'\"](?P<field>[a-z]\w{0,60})[`'\"] (?:parameter|argument)\b(?! (?:of|in|from|to|for)\b)"
    r"|\b(?i:set|pass|specify) (?:the )?[`'\"](?P<set>[a-z]\w{0,60})[`'\"] (?:to|as)\b"
    r"(?![^.;]{0,60}\bin (?:your|the|its)\b)"
)
_CALL = re.compile(r"(?<![\w.])(?P<tool>[A-Za-z]\w{1,60})\((?P<given>[^()\n]{1,400})\)")
_TEXT_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
_GIVEN = re.compile(r"(?:\A|,)\s*(?P<field>[A-Za-z_]\w{0,60})\s?=(?!=)")


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that is nearly a field's, and each that is used as a field and is none."""
    if text.tool is not None:
        yield from _misspelt(text, text.tool)
        yield from _set_in_vain(text, text.tool)
    yield from _members(text)
    yield from _given_in_vain(text)


def _misspelt(text: ModelText, tool: Tool) -> Iterator[Problem]:
    strangers = [mention for mention in mentions(text.text) if mention.name not in text.vocabulary.names]
    if not strangers:
        return
    fields: Mapping[tuple[str, ...], str] = {in_order(name): name for name in sorted(inputs_of(tool), reverse=True)}
    for mention in strangers:
        meant = fields.get(in_order(mention.name))
        if meant is not None:
            yield Problem(
                f"{quoted(mention.name)} is no field of {quoted(tool.name)}, which calls it {quoted(meant)}: "
                f"{mention.quote}",
                f"write {quoted(meant)}",
            )


def _set_in_vain(text: ModelText, tool: Tool) -> Iterator[Problem]:
    known = text.vocabulary.names
    for pattern in (_SET, _CALLED):
        for found in pattern.finditer(read_part(text.text)):
            name = found["field"] or found["set"]
            fields = frozenset[str]() if name in known else inputs_of(tool)
            if fields and in_order(name) not in map(in_order, fields):
                yield _unknown(text, found, name, tool)


def _given_in_vain(text: ModelText) -> Iterator[Problem]:
    """``Tool(field=...)``, where the tool exists."""
    for found in _CALL.finditer(read_part(text.text)):
        tool = text.inventory.tool(found["tool"])
        given = _GIVEN.finditer(_TEXT_VALUE.sub("''", found["given"])) if tool is not None else ()
        for name in (one["field"] for one in given):
            if tool is not None and tool.input_schema is not None and name not in inputs_of(tool):
                yield _unknown(text, found, name, tool)


def _unknown(text: ModelText, found: re.Match[str], name: str, tool: Tool) -> Problem:
    meant = nearest(name, inputs_of(tool))
    return Problem(
        f"{quoted(name)} is no field of {quoted(tool.name)}: {excerpt(text.text, *found.span(), 20)}",
        f"write {quoted(meant)}" if meant else "name a field that exists, or leave it out",
        location=text.location,
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
