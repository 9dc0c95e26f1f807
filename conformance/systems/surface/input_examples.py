"""Example inputs that descriptions and guidance show as JSON, as valid or invalid ones, for one tool.

Only strict JSON counts, and only where the tool is clear: its own description, a call that names it, or prose and
headings that name exactly one tool. Examples marked as "semantic only" are skipped: no schema can judge their meaning.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from conformance.documents.location import Location
from conformance.documents.markdown import Block, GuidanceFile
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.passages import section_at
from conformance.inventory.vocabulary import Vocabulary
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.context import Surroundings
from conformance.systems.surface.texts import named_tools

# Words and symbols (ballot and cross marks) that introduce an example of what not to send.
_INVALID_MARKER = LazyPattern(
    r"\b(?:invalid|wrong|incorrect|bad|malformed|rejected|refused|not valid|not accepted|do not|don't|never"
    r"|avoid|instead of|rather than"
    r"|not)\b|[\u2717\u2718\u274c\u26d4]",
    re.IGNORECASE,
)
_ASIDE = LazyPattern(r"\(\s*[^\s()]+(?:\s+[^\s()]+){2,40}\s*\)")
"""Three or more words in parentheses are an aside about something else; "(invalid)" describes the example."""
# "returns {...}" shows a result, but "responds to a call with the input {...}" shows an input after all.
_RESULT = LazyPattern(
    r"\b(?:returns?|returned|returning|respon(?:ds?|ses?)|results?|outputs?|answers?|repl(?:y|ies)|yields?|produces?"
    r"|receipts?)\b(?![^.;]*\b(?:call|inputs?|arguments?|pass|send)\b)",
    re.IGNORECASE,
)
# Examples that are invalid by meaning alone.
_SEMANTIC = LazyPattern(r"\bsemantic(?:ally)?\b|\bby (?:policy|meaning)\b", re.IGNORECASE)
_NAMES = ("tool", "tool_name", "name", "function")
_INPUTS = ("input", "arguments", "parameters", "args")
# Before an entry of a list, which no input is. Matches "Each entry: ", "every item is "; not "each call: ".
_ENTRY = LazyPattern(
    r"\b(?:(?:each|every|an?|one|per|the) (?:\w+ )?(?:entry|item|element|member|row|object in)"
    r"|(?:entries|items|elements|members|rows)|(?:lists?|arrays?) of)\b[^.;{}]{0,60}\Z",
    re.IGNORECASE,
)
# Between two sentences.
_SENTENCE_END = LazyPattern(r"(?<=[.!?;])\s+|\n\s*\n")
# What an example is called where the sentence before says of what it is one. Is all of "Example:", "For example, "; not
# "Example of a call: ".
_LABEL = LazyPattern(r"\W*(?:for )?(?:an )?(?:examples?|e\.g)\W*", re.IGNORECASE)
# A field that a sentence calls so. Matches "Use the 'layout_json' parameter", "parameter `layout`"; not "the layout".
_FIELD = LazyPattern(
    r"[`'\"](?P<first>\w+)[`'\"] (?:parameter|param|field|argument|option)\b"
    r"|\b(?:parameter|param|field|argument|option) [`'\"](?P<second>\w+)[`'\"]",
    re.IGNORECASE,
)
# Before members that an input may have as well. Matches "or add `", "plus "; not "add it with ".
_ADDED = LazyPattern(
    r"\b(?:add|adding|append|plus|together with|along with|combined? with|and optionally)[ :]*[`'\"]?\Z", re.IGNORECASE
)
# Strings are matched first and kept, so that a comma inside one is never removed; possessive, against backtracking.
_STRING_OR_COMMA = LazyPattern(r'(?P<string>"(?:[^"\\\n]|\\.)*+")|,(?=\s*[}\]])')
# Where JSON may begin.
_OPENING = LazyPattern(r"[{\[]")
# A text of nothing but braces would otherwise cost quadratic time.
_MAX_TRIES = 200
_LONGEST_TEXT = 100_000


class ExampleInput(Struct, frozen=True):
    """One input that a text shows for a tool, whether it is shown as valid, and its syntax error if it is not JSON."""

    tool: Tool
    value: JsonObject
    is_valid: bool
    pointer: str = ""
    location: Location | None = None
    syntax_fault: str = ""


def example_inputs(inventory: Inventory, around: Surroundings) -> Iterator[ExampleInput]:
    """Yield the inputs that tools, descriptions and guidance show, except those marked as semantic only."""
    words = Vocabulary(inventory)
    for tool in inventory.tools:
        # Anthropic: "Each example must be valid according to the tool's `input_schema`."
        for index, value in enumerate(as_array(tool.raw.get("input_examples"))):
            if isinstance(value, Mapping):
                yield ExampleInput(tool, value, True, child(tool.pointer, "input_examples", index))
        for value, before, start in json_objects(tool.description or ""):
            is_other = any(form.search(before) for form in (_SEMANTIC, _RESULT, _ENTRY, _ADDED))
            is_other = is_other or section_at(tool.description or "", start) == "result"
            if not is_other and not _is_of_field((tool.description or "")[:start], value, tool):
                called, given = _described_call(value, before, tool, words)
                if called is not None:
                    yield ExampleInput(called, given, _is_valid_example(before), child(tool.pointer, "description"))
    for file in around.guidance:
        yield from _file_examples(file, inventory.tools)


def _described_call(value: JsonObject, before: str, tool: Tool, words: Vocabulary) -> tuple[Tool | None, JsonObject]:
    """The tool that an object in a tool's description is an input of, if any, and that input.

    It is a call of the tool that it names, or an input of the only other tool that its sentence names, else of its own.
    """
    called = _call(value, words.tools)
    if called is not None:
        return called
    named = words.tools_named_in(before)
    about = tool if tool in named or not named else named[0] if len(named) == 1 else None
    return (about if about is not None and _is_whole_input(value, about) else None), value


def _is_of_field(before: str, value: JsonObject, tool: Tool) -> bool:
    """Say whether an example is a value of one field: its sentence names that one, and it has no such key."""
    *_, earlier, last = ("", *_SENTENCE_END.split(before[-400:]))
    found = _FIELD.search(earlier if _LABEL.fullmatch(last) else last)
    name = (found["first"] or found["second"]) if found is not None else ""
    return name in tool.input_subschemas.names_at("") and name not in value


def _is_whole_input(value: JsonObject, tool: Tool) -> bool:
    """Say whether an object looks like an input of a tool: no object inside the input has more of its members."""
    levels: dict[str, set[str]] = {}
    for field in fields_of(tool):
        levels.setdefault(field.holder, set()).add(field.name)
    own = set(tool.input_subschemas.names_at("")) & set(value)
    inner = [names & set(value) for holder, names in levels.items() if holder]
    return bool(own) and all(len(names) < len(own) for names in inner)


def json_objects(text: str) -> Iterator[tuple[JsonObject, str, int]]:
    """Yield the JSON objects in a text, each with the words before it in its sentence, and where it begins.

    An array holds none.
    """
    decoder = json.JSONDecoder(parse_constant=_refuse)
    end = tries = 0
    while (opening := _OPENING.search(text, end, _LONGEST_TEXT)) and tries < _MAX_TRIES:
        start = opening.start()
        tries += 1
        try:
            value, stop = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
            continue
        if isinstance(value, Mapping) and value:
            yield _object(value), _sentence_before(text[end if end < start else 0 : start]), start
        end = stop


def _file_examples(file: GuidanceFile, tools: Sequence[Tool]) -> Iterator[ExampleInput]:
    for block in file.blocks:
        text = _strip_trailing_commas(block)
        clean = [value for value, _, _ in json_objects(block.text)] if text != block.text else None
        for value, before, _ in json_objects(text):
            introduced = _sentence_before(block.before.split("\n")[-1]) if block.kind == "code" else ""
            context = " ".join((*block.headings[-1:], block.language, introduced, before))
            called = _call(value, tools)
            tool, arguments = called or (_tool_of(block, before, tools), value)
            is_result = called is None and _RESULT.search(" ".join((*block.headings[-1:], introduced, before)))
            if tool is not None and not is_result and not _SEMANTIC.search(context):
                line = block.line + text[: text.find(before) + len(before)].count("\n")
                location = Location(file.name, line, 1)
                fault = "" if clean is None or value in clean else "it has a trailing comma"
                yield ExampleInput(tool, arguments, _is_valid_example(context), location=location, syntax_fault=fault)


def _strip_trailing_commas(block: Block) -> str:
    """The text of a block of JSON without trailing commas; the text of any other block unchanged."""
    if block.kind != "code" or block.language.split(" ")[0].lower() != "json":
        return block.text
    return _STRING_OR_COMMA.sub(lambda found: found["string"] or " ", block.text)


def _is_valid_example(context: str) -> bool:
    return _INVALID_MARKER.search(_ASIDE.sub(" ", context)) is None


def _call(value: JsonObject, tools: Sequence[Tool]) -> tuple[Tool, JsonObject] | None:
    """The tool and the input of an object that is a call, ``None`` for any other object."""
    if value.get("method") == "tools/call":  # as the MCP protocol writes a call
        value = as_object(value.get("params"))
    named = next((as_text(value[key]) for key in _NAMES if key in value), None)
    arguments = next((value[key] for key in _INPUTS if key in value), None)
    tool = next((tool for tool in tools if tool.name == named), None)
    return (tool, as_object(arguments)) if tool is not None and isinstance(arguments, Mapping) else None


def _tool_of(block: Block, before: str, tools: Sequence[Tool]) -> Tool | None:
    """The only tool named by the words before, else by the paragraph above, else by the nearest heading."""
    for text in (before, block.before if block.kind == "code" else block.text, *reversed(block.headings)):
        named = named_tools(text, tools)
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _sentence_before(text: str) -> str:
    return _SENTENCE_END.split(text[-400:])[-1]


def _object(value: Any) -> JsonObject:
    found: JsonValue = value
    return as_object(found)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)
