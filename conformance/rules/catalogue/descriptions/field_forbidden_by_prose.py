"""A field that the description forbids or calls ignored is not in the schema.

A public field that the runtime ignores or rejects is the worst kind of drift: the schema offers it, a sentence rules it
out, and a model that reads only one of them believes it is using the tool correctly.
"""

import functools
import re
from collections.abc import Iterator, Mapping

from conformance.display import code_text, excerpt, list_codes
from conformance.documents.edits import SetMember
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.passages import entries_of
from conformance.inventory.prose.prohibitions import is_prohibition, prohibitions
from conformance.inventory.prose.reading import examined_part, once_per_text, own_text, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import snake_case, words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile

# A value with nothing else in brackets behind it, or at their end. Matches "`b` (not supported yet)", "b(By name. Not
# yet supported)"; not "b (not supported for files)".
_UNSUPPORTED = LazyPattern(
    r"(?<![\w.-])(?P<value>[\w.-]{1,40})[`'\"]?\s?\((?:[^()]{0,120}[.;,-]\s)?"
    r"(?:(?:is )?(?:currently )?not (?:yet )?(?:supported|implemented)(?: yet)?|(?:currently )?unsupported)\.?\)",
    re.IGNORECASE,
)
# The same as a statement, without a case. Matches "`b` is not yet implemented", "(full is not supported and fails)";
# not "if b is not supported", "b is not supported for files".
_NOT_IMPLEMENTED = LazyPattern(
    r"(?<![\w.-])(?P<value>[\w.-]{3,40})[`'\"]? (?:is|are) (?:currently |still )?"
    r"not (?:yet |currently )?(?:implemented|supported)(?: yet)?(?=\s*(?:[.;,)]|\Z|\band\b|\bhere\b))",
    re.IGNORECASE,
)
# What makes a case of it. Is the end of "if `", "when the "; not "and ".
_CASE_BEFORE = LazyPattern(r"\b(?:if|when|where|whether|unless|while|until|for|with)\b[^.;()]*\Z", re.IGNORECASE)
# When it may be given all the same. Matches "Only set this if", "Use only when asked"; not "Only one".
_ONLY_IF = LazyPattern(
    r"\W{0,3}(?:only (?:set|use|pass|provide|give|specify)(?: (?:this|it))?"
    r"|(?:set|use|pass|provide) (?:this |it )?only) (?:if|when|for)\b",
    re.IGNORECASE,
)
# What the text of a field that is about to go begins with. Matches "DEPRECATED: ", "[Deprecated] ", "Legacy alias for
# a"; not "Deprecated".
_DEPRECATED = LazyPattern(
    r"\A\W*deprecated(?=\s*(?:[^\w\s]|\Z)|,? (?:use|since|in favou?r|alias|parameter|field|input|option|and|as of"
    r"|compatibility)\b)|[\[(]deprecated\b|\A\W*legacy (?:alias|name|spelling|synonym) (?:for|of)\b",
    re.IGNORECASE,
)

# What frameworks give to the function behind a tool, and what fills an input for clients that refuse an empty one.
_GIVEN_BY_FRAMEWORKS, _FILLERS = frozenset(("ctx", "self", "cls")), frozenset(("random_string", "dummy", "unused"))
# What a function of Python calls all arguments that it does not name.
_KEYWORDS = "kwargs"


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text rules the field out unconditionally."""
    quote = _prohibition_quote(field)
    if quote is None:
        yield from _unsupported_values(field)
        yield from _needless_field(field)
        yield from _deprecated_field(field)
    else:
        yield Problem(
            f"{field.label} is in the schema, but the description rules it out",
            f"remove {code_text(field.name)} from `properties`, or the sentence from the description",
            evidence={"quote": quote},
        )


def _needless_field(field: Field) -> Iterator[Problem]:
    """Yield a problem for what a program's framework gives, or what only fills an empty input, described by nobody.

    ``ctx`` is an argument of the function behind the tool, and ``random_string`` one that a client once asked for.
    """
    words = snake_case(field.name)
    if words == _KEYWORDS and not field.holder and field.types == ["string"] and not _says_more(field):
        yield Problem(
            f"{field.label} is in the schema, but names none of the keyword arguments that it holds",
            f"remove {code_text(field.name)} from `properties`, or declare each argument",
        )
    is_given = words in _GIVEN_BY_FRAMEWORKS and field.types in ([], ["string"], ["object"])
    is_filler = words in _FILLERS and len(field.siblings) == 1
    if (is_given or is_filler) and not field.holder and not any(entries_of(field)) and not field.description:
        yield Problem(
            f"{field.label} is in the schema, but "
            + ("its framework gives it, not the model" if is_given else "only fills an input that needs nothing"),
            f"remove {code_text(field.name)} from `properties`",
            max_level=Level.INFO if "object" in field.types else Level.WARNING,
        )


def _says_more(field: Field) -> bool:
    """Say whether a text says more of a field than its name: "Parameter: kwargs" does not."""
    words = {word for text in (field.description, *entries_of(field)) for word in words_of(text)}
    return bool(words - {field.name, "parameter", "argument", "keyword", "additional", "optional", "dict", "any"})


def _deprecated_field(field: Field) -> Iterator[Problem]:
    """Yield a problem for a field that only its text calls deprecated, so that programs go on offering it."""
    text = own_text(field)
    found = _DEPRECATED.search(text)
    if found is not None and not any(part.get("deprecated") is True for part in field.parts):
        yield Problem(
            f"{field.label} is deprecated only in its description",
            'add "deprecated": true to its schema, or remove it',
            evidence={"quote": excerpt(text, *found.span(), 60)},
            edits=[SetMember(field.pointer, "deprecated", True)],
            max_level=Level.INFO,
        )


def _unsupported_values(field: Field) -> Iterator[Problem]:
    """Yield one problem for the values that the schema allows and the text calls unsupported."""
    found = {each["value"]: each[0] for each in _UNSUPPORTED.finditer(examined_part(field.description))}
    # what a tool's text says of one value holds for the field that has it
    for text in (field.description, field.tool.description or "") if field.text_values else ():
        found |= _unimplemented_words(text)
    values = [value for value in field.text_values if value in found]
    if values:
        yield Problem(
            f"{field.label} allows {list_codes(values)}, which the description calls unsupported",
            f"remove {list_codes(values)} from `enum`, or the remark from the description",
            evidence={"quote": [found[value] for value in values]},
        )


def _prohibition_quote(field: Field) -> str | None:
    text = own_text(field)
    if any(map(_ONLY_IF.match, sentences_of(text))):
        return None
    # an item of a list is a value, such as the `Ignored` of the states to filter by
    sentences = (one for one in sentences_of(text) if not one.startswith(("- ", "* ", "\u2022 ")))
    whole = next((sentence for sentence in sentences if is_prohibition(sentence)), None)
    if whole is not None:
        return excerpt(whole, 0, len(whole))
    return _prohibitions_in(text).get(field.name) or _prohibitions_in(field.tool.description or "").get(field.name)


@once_per_text
def _unimplemented_words(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words that a text calls not implemented, each with what it says."""
    for sentence in sentences_of(text):
        for found in _NOT_IMPLEMENTED.finditer(sentence):
            if not _CASE_BEFORE.search(sentence, 0, found.start()):
                yield found["value"], excerpt(sentence, *found.span(), 20)


@functools.lru_cache(maxsize=64)
def _prohibitions_in(text: str) -> Mapping[str, str]:
    """Return the forbidding words by field name; cached, because all fields of a tool share its description."""
    return prohibitions(text)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#no-dormant-public-fields",
    good=(
        {"tty": {"type": "boolean", "description": "Do not set it unless the command asks for a terminal."}},
        {"quality": {"type": "integer", "description": "Higher is better. Ignored for PNG."}},
        {"space": {"type": "string", "description": "Where to look. For resources without one, the space is ignored."}},
        {
            "match": {
                "type": "string",
                "description": "How to match: exact(As it is),like(By pattern. Not supported yet)",
            }
        },
        {"match": {"enum": ["exact", "like"], "description": "How: exact, like (not supported for numbers)."}},
        {"match": {"type": "boolean", "deprecated": True, "description": "Deprecated: use `like`."}},
        {"match": {"type": "boolean", "description": "Deprecated tasks are included too."}},
        {"match": {"enum": ["exact", "like"], "description": "Where like is not supported, exact is used."}},
        [
            {
                "name": "FindTasks",
                "description": 'Find tasks, as (1) a page: use "page"; or (2) a count: never set "page".',
                "input_schema": closed_object(page={"type": "integer"}),
            }
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "description": "List tasks.\n\nArgs:\n    days: How far to look back (currently unused)",
                    "input_schema": closed_object(days={"type": "integer", "minimum": 1}),
                }
            ],
            says="parameter `days` is in the schema, but the description rules it out",
        ),
        BadExample(
            [
                {
                    "name": "RunCommand",
                    "description": "Start a command. Do not use tty, accepts_input, or terminals here.",
                    "input_schema": closed_object("cmd", cmd={"type": "string"}, tty={"type": "boolean"}),
                }
            ],
            says="parameter `tty` is in the schema, but the description rules it out",
            at="/tools/0/input_schema/properties/tty",
        ),
        BadExample(
            {
                "match": {
                    "enum": ["exact", "like"],
                    "description": "How: exact(As it is),like(Pattern. Not supported yet)",
                }
            },
            says="parameter `match` allows `like`, which the description calls unsupported",
        ),
        BadExample(
            {"match": {"enum": ["exact", "like"], "description": "How. `like` is not yet implemented, and fails."}},
            says="parameter `match` allows `like`, which the description calls unsupported",
        ),
        BadExample(
            {"depth": {"type": "integer", "description": "DEPRECATED - use `levels` instead."}},
            says="parameter `depth` is deprecated only in its description",
        ),
        BadExample(
            {"depth": {"type": "integer", "description": "How deep to look. Currently ignored."}},
            says="parameter `depth` is in the schema",
        ),
        BadExample(
            {"unit": {"type": "string", "description": "Dummy parameter for tools without any."}},
            says="parameter `unit` is in the schema, but the description rules it out",
        ),
        BadExample(
            {"kwargs": {"type": "string", "description": "Parameter: kwargs"}},
            says="parameter `kwargs` is in the schema, but names none of the keyword arguments that it holds",
        ),
    ),
)
