"""A field that a description mentions exists under that name.

A model copies ``total_thoughts`` from the description into its call, where a tool that takes ``totalThoughts`` drops or
rejects it. The same goes for ``UpdateWorkItem.blocked_by`` if the tool has no such field.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from conformance.display import code_text, excerpt
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.blocks import blocks_of
from conformance.inventory.prose.guidance import tool_of
from conformance.inventory.prose.mentions import Mention, mentions, places_of
from conformance.inventory.prose.reading import examined_part, sentences_of
from conformance.inventory.prose.stated_types import LITERALS
from conformance.inventory.vocabulary import inputs_of, ordered_words
from conformance.lazy_patterns import LazyPattern
from conformance.names import closest_match
from conformance.rules.catalogue.descriptions._other_names import (
    CALL,
    cases_in,
    holds_content,
    is_example,
    is_former,
    is_given,
    is_listed_thing,
    is_needed,
    is_number_of,
    is_of_content,
    is_of_other_call,
    is_property,
    is_returned,
    is_value,
    is_word,
    names_beside,
    names_together,
)
from conformance.rules.examples import closed_object
from conformance.rules.scopes import TEXT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText

# `Tool.field`, perhaps after a verb that gives an input; not a file name, a path or a longer dotted name. "Use x.sys"
# may be about a file or a module.
_MEMBER = LazyPattern(
    r"(?P<order>\b(?:set|pass|specify)\s+`?|\b(?:use|with|via)\s+(?:`|(?=\w+\.\w+_\w)))?"
    r"(?<![\w./])(?P<tool>[A-Za-z]\w{2,60})\.(?P<field>[a-z_]\w{1,60})(?![\w(\[/]|\.\w)",
    re.IGNORECASE,
)
# "set limit=10", "call it again with limit=10"; not "files that come back with failed=true", which are results.
_FIELD_ASSIGNMENT = LazyPattern(
    r"(?<![\w-])(?i:set|pass|use|specify|add"
    r"|(?:call|run|retry|repeat|invoke|start|again|tool|it)(?: (?:it|this|again|tool|once))* with)\s+"
    r"[`'\"]?(?P<field>[a-z]\w{0,60})\s?=\s?(?=[\w<\"'\[{-])"
)
# "the `limit` parameter", "set `limit` to 10"; not "the `limit` parameter of ..." nor "set `x` to 1 in your config".
_FIELD_REFERENCE = LazyPattern(
    r"(?<![\w.])[`'\"](?P<field>[a-z]\w{0,60})[`'\"] (?:parameter|argument)\b(?! (?:of|in|from|to|for)\b)"
    # "Pass `x` to y" is about y; "pass `x` as" is about an input.
    r"|\b(?i:set (?:the )?|(?:pass|specify) (?:the )?(?=[`'\"]\w+[`'\"] as\b))"
    r"[`'\"](?P<set>[a-z]\w{0,60})[`'\"] (?:to|as)\b"
    r"(?![^.;]{0,60}\bin (?:your|the|its)\b)"
)
# "with `tail_lines`", "pass `tail_lines`": a name of several words, so that no value or command is taken for one.
_GIVEN_NAME = LazyPattern(r"\b(?i:with|pass|set|specify|its|parameter|argument) `(?P<field>[a-z]+(?:_[a-z0-9]+)+)`")
# What other tools take. Matches "tools that take `label_ids`"; not "tools that take ids".
_TAKEN = LazyPattern(
    r"\btools? (?:that|which) (?:take|accept|need|require|expect)s? (?:an? |the )?`{1,2}(?P<field>[a-z]\w{1,60})`"
)
# A literal is never a field: "omit or set `true`".
_LITERALS = LITERALS | {"nil", "empty"}
# The name of an argument, and not a remark such as "Note:" or "default:".
_ARGUMENT = LazyPattern(r"(?!(?:note|notes|default|defaults|example|examples|optional|required|e|i)\Z)[a-z_]\w*")
# The end of the name of a host or of a file is never a field: a tool `x`, the site "x.dev" and the driver "x.sys".
_HOST_LABELS = frozenset(
    (
        *("com", "org", "net", "dev", "io", "ai", "app", "co", "sh", "me", "gg", "cloud", "so", "us", "eu"),
        *("sys", "exe", "dll", "py", "js", "ts", "json", "toml", "yaml", "yml", "ini", "cfg", "conf"),
        *("md", "log", "db", "xml", "txt", "html", "htm", "pdf", "csv", "zip"),
    )
)
# So many fields of an input in one list of arguments are there on purpose.
_FEWEST_DOCUMENTED = 2
_TEXT_VALUE = LazyPattern(r"\"[^\"]*\"|'[^']*'")
_KEYWORD_ARGUMENT = LazyPattern(r"(?:\A|,)\s*(?P<field>[A-Za-z_]\w{0,60})\s?=(?!=)")


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that misspells a field, and for each that is used as a field but is not one."""
    if text.tool is not None:
        yield from _misspelt_fields(text, text.tool)
        yield from _unknown_assignments(text, text.tool)
        yield from _unknown_partners(text, text.tool)
        if text.origin == "tool":
            yield from _unknown_entries(text, text.tool)
    yield from _unknown_inputs_in_guidance(text)
    yield from _unknown_members(text)
    yield from _unknown_arguments(text)
    for found in _TAKEN.finditer(examined_part(text.text)) if text.origin == "tool" else ():
        if not any(found["field"] in text.vocabulary.names_of(tool) for tool in text.inventory.tools):
            yield Problem(
                f"no tool takes {code_text(found['field'])}",
                "name a field of a tool, or remove the reference",
                evidence={"quote": excerpt(text.text, *found.span(), 20)},
                detail=found["field"],
            )


def _misspelt_fields(text: ModelText, tool: Tool) -> Iterator[Problem]:
    unknown = [mention for mention in mentions(text.text) if _is_unknown(mention.name, text, tool)]
    if not unknown:
        return
    fields: Mapping[tuple[str, ...], str] = {
        ordered_words(name): name for name in sorted(inputs_of(tool), reverse=True)
    }
    for mention in unknown:
        # `START_DATE` is a variable of the environment or a constant, 'start-date' a word.
        is_other_kind = mention.name.isupper() or "-" in mention.name
        meant = None if is_other_kind else fields.get(ordered_words(mention.name))
        # `LaunchOptions` is a type or a label where the field is `launchOptions` or `launch_options`.
        is_type = meant is not None and mention.name[:1].isupper() and not meant[:1].isupper()
        # In its own description the field that is meant is known; the name is what its service calls it.
        is_own = text.field is not None and text.field.name == meant
        is_key = text.field is not None and (
            is_example(mention.name, text.text) or is_value(mention.name, text) or is_word(mention.name, meant or "")
        )
        is_other = (
            is_of_other_call(mention.name, text.text, tool)
            or is_returned(mention.name, text.text)
            or is_property(mention.name, text.text, meant)
            or is_listed_thing(mention.name, text.text, fields)
        )
        if (
            meant is not None
            and not is_type
            and not is_own
            and not is_key
            and not is_other
            and not _is_shown_elsewhere(mention.name, tool)
        ):
            yield _misspelt_field_problem(mention, meant, text, tool)


def _is_unknown(name: str, text: ModelText, tool: Tool) -> bool:
    """Say whether nothing in the inventory has a name, or not the tool that works by it according to its text."""
    known = text.vocabulary.names_of(tool) if text.origin == "tool" else text.vocabulary.names
    return name not in known and (name not in text.vocabulary.names or is_needed(name, text.text))


def _misspelt_field_problem(mention: Mention, meant: str, text: ModelText, tool: Tool) -> Problem:
    # what no text gives as an input, or a plural beside the right name, may be a word of another system
    is_guess = is_number_of(mention.name, meant, text.text) or not is_given(mention.name, text.text)
    return Problem(
        f"{code_text(mention.name)} is not a field of {code_text(tool.name)}",
        f"write {code_text(meant)}",
        evidence={"quote": mention.quote},
        detail=f"{tool.name}.{mention.name}",
        max_level=Level.INFO if is_guess else Level.WARNING,
    )


def _unknown_assignments(text: ModelText, tool: Tool) -> Iterator[Problem]:
    known = text.vocabulary.names
    for pattern in (_FIELD_ASSIGNMENT, _FIELD_REFERENCE):
        for found in pattern.finditer(examined_part(text.text)):
            name = found["field"] or found["set"]
            fields = frozenset[str]() if name in known or _is_shown_elsewhere(name, tool) else inputs_of(tool)
            if is_former(found) or is_of_content(found):
                continue
            if fields and ordered_words(name) not in map(ordered_words, fields):
                is_guess = holds_content(fields) and closest_match(name, fields) is None
                problem = _unknown_field_problem(text, found, name, tool)
                yield replace(problem, max_level=Level.INFO) if is_guess else problem


def _unknown_partners(text: ModelText, tool: Tool) -> Iterator[Problem]:
    """Yield a problem for each name that a text uses beside fields, or as a case though only another tool has it."""
    read = examined_part(text.text)
    if not names_together(read) and not cases_in(read):
        return  # like nearly all texts
    known = text.vocabulary.names_of(tool)
    cases = (case for case in cases_in(read) if any(case[0] in inputs_of(other) for other in text.inventory.tools))
    beside = names_beside(read, inputs_of(tool))
    # What another tool sets may be a property of the thing by now, and decide without being an input here.
    levels = (*((one, Level.WARNING) for one in beside), *((one, Level.INFO) for one in cases))
    for (name, found), most in levels:
        if name not in known and not _is_shown_elsewhere(name, tool):
            problem = _unknown_field_problem(replace(text, text=found.string), found, name, tool)
            yield replace(problem, max_level=most)


def _unknown_entries(text: ModelText, tool: Tool) -> Iterator[Problem]:
    """Yield a problem for each argument that a list of the tool's arguments documents and the tool does not take."""
    known = inputs_of(tool)
    blocks = [block for block in blocks_of(examined_part(text.text)) if block.section == "input" and not block.parent]
    named = list(dict.fromkeys(block.name for block in blocks if block.name))
    # One that is known proves that the list is about this input; so does an input without any.
    if not known.isdisjoint(named) or (not known and _takes_nothing(tool)):
        unknown = [name for name in named if name not in known and _may_be_argument(name, text)]
        is_trusted = not known or 2 * len(unknown) <= len(named) or _documents_most(named, tool)
        for name in unknown if is_trusted else unknown[:0]:
            quote = next(block.text.strip() for block in blocks if block.name == name)
            meant = _misspelt_entry(name, known - set(named))
            yield Problem(
                f"{code_text(name)} is documented, but is not a field of {code_text(tool.name)}",
                f"write {code_text(meant)}" if meant else "add it to the schema, or remove it from the description",
                evidence={"quote": excerpt(quote, 0, min(len(quote), 80))},
                detail=f"{tool.name}.{name}",
            )


def _may_be_argument(name: str, text: ModelText) -> bool:
    """Say whether an entry is that of an argument and no remark; "ID" is one where another tool has such a field."""
    is_field = name.isupper() and any(name in inputs_of(tool) for tool in text.inventory.tools)
    return is_field or (_ARGUMENT.fullmatch(name) is not None and name.lower() not in _LITERALS)


def _documents_most(named: Sequence[str], tool: Tool) -> bool:
    """Say whether a list is about the input by more than one of its fields, none of which holds other names."""
    fields = [field for field in fields_of(tool) if not field.holder]
    documented = [field for field in fields if field.name in named]
    return (
        len(documented) >= _FEWEST_DOCUMENTED
        and 2 * len(documented) > len(fields)
        and not any({"object", "array"}.intersection(field.types) or not field.types for field in fields)
    )


def _takes_nothing(tool: Tool) -> bool:
    """Say whether an input is closed and has no field."""
    schema = as_object(tool.input_schema)
    return schema.get("additionalProperties") is False and not as_object(schema.get("properties"))


def _misspelt_entry(name: str, undocumented: frozenset[str]) -> str | None:
    """The undocumented field that an entry is probably about: ``file_path`` for ``input_file_path``."""
    longer = [other for other in undocumented if set(ordered_words(name)) < set(ordered_words(other))]
    return closest_match(name, undocumented) or (longer[0] if len(longer) == 1 else None)


def _is_shown_elsewhere(name: str, tool: Tool) -> bool:
    """Say whether a word is a literal, or a key of JSON that a text of the tool shows, as `{a: 1` or "is {a, b}"."""
    if name.lower() in _LITERALS:
        return True
    written = re.escape(name)
    key = re.compile(
        rf"[`'\"]{written}[`'\"]\s?:|[{{,]\s*{written}:\s?[\"'\[{{\d]|\bis \{{[^{{}}]*\b{written}\b[^{{}}]*\}}"
    )
    texts = (tool.description or "", *_descriptions_in(tool))
    return any(name in text and key.search(examined_part(text)) for text in texts) or _is_member(name, tool)


def _descriptions_in(tool: Tool) -> Iterator[str]:
    """Yield the descriptions of all parts of an input, which describe members of objects without declaring them."""
    for position in tool.input_subschemas.positions():
        yield as_text(as_object(position.schema).get("description")) or ""


def _is_member(name: str, tool: Tool) -> bool:
    """Say whether two fields of a tool name it, of which one may hold it without declaring it."""
    return sum(bool(places_of(name, examined_part(field.description))) for field in fields_of(tool)) > 1


def _unknown_inputs_in_guidance(text: ModelText) -> Iterator[Problem]:
    """Yield a problem for each name that guidance gives a single named tool and that nothing in the inventory has."""
    for sentence in sentences_of(text.text) if text.block is not None else ():
        tool = tool_of(sentence, text.block.headings if text.block else (), text.vocabulary)
        if tool is None or not inputs_of(tool):
            continue
        for found in _GIVEN_NAME.finditer(sentence):
            if found["field"] not in text.vocabulary.names:
                yield _unknown_field_problem(replace(text, text=sentence), found, found["field"], tool)


def _unknown_arguments(text: ModelText) -> Iterator[Problem]:
    """Yield a problem for each unknown keyword argument of ``Tool(field=...)``, if the tool exists."""
    for found in CALL.finditer(examined_part(text.text)):
        tool = text.inventory.tool(found["tool"])
        given = _KEYWORD_ARGUMENT.finditer(_TEXT_VALUE.sub("''", found["given"])) if tool is not None else ()
        for name in (one["field"] for one in given):
            if tool is not None and tool.input_schema is not None and name not in inputs_of(tool):
                yield _unknown_field_problem(text, found, name, tool)


def _unknown_field_problem(text: ModelText, found: re.Match[str], name: str, tool: Tool) -> Problem:
    meant = closest_match(name, inputs_of(tool))
    return Problem(
        f"{code_text(name)} is not a field of {code_text(tool.name)}",
        f"write {code_text(meant)}" if meant else "name an existing field, or remove the reference",
        evidence={"quote": excerpt(text.text, *found.span(), 20)},
        location=text.location,
        detail=f"{tool.name}.{name}",
    )


def _unknown_members(text: ModelText) -> Iterator[Problem]:
    """Yield a problem for each unknown ``Tool.field``, if all fields of it are known or the text says to set it."""
    for found in _MEMBER.finditer(examined_part(text.text)):
        tool = text.inventory.tool(found["tool"])
        if tool is None or found["field"] in text.vocabulary.names_of(tool) | _HOST_LABELS:
            continue
        if tool.success_result_schema is not None or found["order"]:
            meant = closest_match(found["field"], inputs_of(tool))
            yield Problem(
                f"{code_text(found['field'])} is not a field of {code_text(tool.name)}",
                f"write {code_text(f'{tool.name}.{meant}')}"
                if meant
                else "name an existing field, or remove the reference",
                evidence={"quote": excerpt(text.text, *found.span(), 20)},
                location=text.location,
                detail=f"{tool.name}.{found['field']}",
            )


RULE = TEXT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "description": "List tasks. Set include_all=true to see all, up to max_items of them.",
            "input_schema": closed_object(include_all={"type": "boolean"}, max_items={"type": "integer"}),
        },
        {
            "description": "List tasks.",
            "input_schema": closed_object(
                deep={"type": "boolean", "description": "Omit it, or set `true` to read all."},
                stage={"type": "string", "description": 'Set `rows` to 5 or more: {"rows": 9}.'},
                step={"type": "string", "description": "Set `depth` to 5 or more, as in { all: 1, depth: 9 }."},
                task_ids={"type": "array", "items": {"type": "string"}, "description": "The taskIds to list."},
                task_name={"type": "string"},
                order={"type": "integer", "description": "Options:1(TaskName),2(Age)"},
                tags={
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "What to match (e.g., TaskName, OwnerName).",
                },
            ),
        },
    ),
    bad=(
        BadExample(
            {
                "description": "List tasks. Cannot be combined with since_day or until_day.",
                "input_schema": closed_object(since_day={"type": "string"}),
            },
            says="`until_day` is not a field of `ListTasks`",
        ),
        BadExample(
            {
                "description": "List tasks, of which `maxItems` says how many.",
                "input_schema": closed_object(max_items={"type": "integer"}),
            },
            says="`maxItems` is not a field of `ListTasks`",
            at="/tools/0/description",
        ),
        BadExample(
            {
                "description": "List tasks.\n\nArgs:\n    path: Where to look\n    label: What they are called",
                "input_schema": closed_object(input_path={"type": "string"}, label={"type": "string"}),
            },
            says="`path` is documented, but is not a field of `ListTasks`",
            at="/tools/0/description",
        ),
        BadExample(
            {
                "description": "List tasks.\n\nArgs:\n    owner: Whose tasks",
                "input_schema": closed_object(),
            },
            says="`owner` is documented, but is not a field of `ListTasks`",
        ),
        BadExample(
            {
                "tools": [
                    {
                        "name": "ListTasks",
                        "input_schema": closed_object(label={"type": "string"}),
                    }
                ],
                "guidance": "Use ListTasks.blocked_by for what holds a task up.",
            },
            says="`blocked_by` is not a field of `ListTasks`",
        ),
        BadExample(
            {
                "description": "List labels. Pass their ids to tools that take `label_ids`.",
                "input_schema": closed_object(),
            },
            says="no tool takes `label_ids`",
        ),
    ),
)
