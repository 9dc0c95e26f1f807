"""What the inventory says about a field: its own description, and the parts of its tool's description that name it.

A unit or a meaning is often given only there. A sentence that names several fields is split between them, to avoid
attributing a statement to the wrong field.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.documents.values import JsonValue, as_object
from conformance.inventory.fields import Field
from conformance.inventory.prose.blocks import Section, TextPart, blocks_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import SNAKE_CASE
from conformance.schema.subschemas import Subschemas

MAX_PROSE_CHARS = 20_000
"""No real description has a third of it; ``prose_read_whole`` reports a longer one."""
# Between the sentences of one part, also in Chinese and Japanese. Matches "Done. Next"; not "e.g. this", "v1.2".
_SENTENCE_END = LazyPattern(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)\s+|(?<=[\u3002\uff1b\uff01\uff1f])(?![)\u300d\u201d\uff09'\"])\s*"
)
# What may also be inside brackets, without a blank behind it.
_STOPS = ("\uff1b", "\u3002")
# An item of a list. Next is "- ", "1. "; not "-x".
_ITEM = LazyPattern(r"\s*(?:[-*\u2022]|\d{1,2}[.)])\s")
# Two members that one item names together. Next is "- date_start/end:", "- `size_min/max`: "; not "- start/end:".
_TWO_NAMES = LazyPattern(
    r"\s*(?:[-*\u2022]|\d{1,2}[.)])\s+[`'\"]?(?P<stem>[A-Za-z]\w*_)(?P<one>[A-Za-z]+)/(?P<other>[A-Za-z]+)[`'\"]?\s?:"
)
# A word that may name a field. Matches "limit", "dry_run"; not "3", ".py".
_WORD = LazyPattern(r"(?<![\w.])[A-Za-z_]\w*")
# What only a field has behind its name. Next is " (default 5)", " (max"; not " (see below)".
_ASIDE = LazyPattern(r" ?\((?:default|max|min|optional|required|range|\d)", re.IGNORECASE)
# What a sentence says of the name that it begins with. Next is "is clamped", "must be"; not "\"a\": one".
_PREDICATE = LazyPattern(r"(?:is|are|must|can|may|should|accepts|takes|will|defaults|has) ")
OPERATOR = r"[`'\"\])]*(?: [-\u2212*\u00d7+] | ?[*\u00d7+] ?)[`'\"(\[]*"
"""Between two names of which something is computed. Matches " - ", "` + (`", "*"; not "/", "-", " or "."""
# The same, on its own.
_OPERATOR = LazyPattern(OPERATOR)
# What is around a name that stands for a part of something else: "<host>/<file_path>" says nothing of the path.
_PLACES = ("<>", "{}")
# What a name may be quoted with.
_QUOTES = "`'\""


def prose_of(field: Field) -> str:
    """Return all text about a field on one line, its own description first; never more than 20,000 characters."""
    return " ".join(" ".join(_parts(field))[:MAX_PROSE_CHARS].split())


def passages_of_tool(field: Field) -> list[str]:
    """Return the parts of a tool's description that are about a field, each on one line.

    Never more than 20,000 characters of the description are read.
    """
    return [" ".join(text.split()) for text in field.once(_tool_passages) if text.strip()]


def entries_of(field: Field) -> Iterator[str]:
    """Yield the sentences, each on one line, of the entries about a field in its tool's description."""
    for block in _blocks((field.tool.description or "")[:MAX_PROSE_CHARS]):
        if block.section in ("", "input") and _is_entry(block, field) and _owns(block, field):
            yield from (" ".join(text.split()) for text in _split(block.text) if text.strip())


def entries_below(field: Field) -> tuple[str, list[str]]:
    """Return the entry about a field in its tool's description, and the names of the entries that it holds."""
    blocks = _blocks((field.tool.description or "")[:MAX_PROSE_CHARS])
    own = [block for block in blocks if block.section == "input" and _is_entry(block, field) and _owns(block, field)]
    inside = [block for block in blocks if block.section == "input" and block.parent == field.name]
    below = [name for block in inside for name in _names_of_entry(block)]
    return (own[0].text.strip(), below) if len(own) == 1 else ("", [])


def _names_of_entry(block: TextPart) -> Sequence[str]:
    """Return the name that an entry is about; two that end differently are written as one: "date_start/end"."""
    several = _TWO_NAMES.match(block.text) if not block.name else None
    if several is not None:
        return [several["stem"] + end for end in several.group("one", "other")]
    return [block.name] if block.name else []


def whole_entries(field: Field) -> Iterator[str]:
    """Yield each entry about a field in its tool's description, unchanged, with all that is indented below it."""
    blocks = _blocks((field.tool.description or "")[:MAX_PROSE_CHARS])
    for index, block in enumerate(blocks):
        if block.section in ("", "input") and _is_entry(block, field) and _owns(block, field):
            yield "\n".join([block.text, *_texts_below(blocks[index + 1 :], _indent(block.text), field)])


def _texts_below(blocks: Sequence[TextPart], depth: int, field: Field) -> Iterator[str]:
    """Yield the texts of the first blocks that are further indented, and about no other field."""
    for block in blocks:
        # A name in quotes is a value of this field, whatever else is called so.
        is_value = block.text.lstrip()[0] in _QUOTES
        if _indent(block.text) <= depth or (block.name in field.siblings and not is_value):
            return
        yield block.text


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


# Each rule on prose reads the same texts of a few dozen tools in turn.
@functools.lru_cache(maxsize=2048)
def sentences(text: str) -> Sequence[str]:
    """Return the sentences, list items and argument lines of a text, unchanged; code has none."""
    parts = (part for block in _blocks(text[:MAX_PROSE_CHARS]) if not block.is_code for part in _split(block.text))
    return tuple(part for part in parts if part.strip())


# Each rule on prose reads the same descriptions in turn.
@functools.lru_cache(maxsize=512)
def sentences_on_inputs(description: str) -> Sequence[str]:
    """Return the sentences, unchanged, of a tool's description that are not about its result, nor of an example.

    Those about its errors say what its input has to be.
    """
    own = (block for block in _blocks(description[:MAX_PROSE_CHARS]) if block.section not in ("result", "example"))
    parts = (part for block in own if not block.is_code for part in _split(block.text))
    return tuple(part for part in parts if part.strip())


def section_at(description: str, position: int) -> Section:
    """Return what the part of a description is about that a position is in."""
    *_, last = blocks_of(description[: min(position, MAX_PROSE_CHARS)] + "x")
    return last.section


def statements(text: str) -> Sequence[str]:
    """Return the sentences that are about a tool, each on one line: those of paragraphs, and the first of each item.

    The further ones of an item are about what the item is about.
    """
    found: list[str] = []
    for block in _blocks(text[:MAX_PROSE_CHARS]):
        if not block.is_code and block.section in ("", "input"):
            parts = [" ".join(part.split()) for part in _split(block.text) if part.strip()]
            found += parts[:1] if block.name or _ITEM.match(block.text) else parts
    return found


def _split(text: str) -> list[str]:
    parts = _SENTENCE_END.split(text)
    has_remark = ("(" in text and ";" in text) or ("\uff08" in text and ("\uff1b" in text or "\u3002" in text))
    return list(_whole_remarks(parts)) if has_remark else parts


def _whole_remarks(parts: Sequence[str]) -> Iterator[str]:
    """Yield the sentences, in which a semicolon inside brackets ends none: "one of a (x; y) or b"."""
    begun = ""
    for part in parts:
        begun += f"{'' if begun.endswith(_STOPS) else ' '}{part}" if begun else part
        is_inside = begun.count("(") > begun.count(")") or begun.count("\uff08") > begun.count("\uff09")
        if not (begun.endswith((";", *_STOPS)) and is_inside):
            yield begun
            begun = ""
    if begun:
        yield begun


def _parts(field: Field) -> list[str]:
    return [field.description, *field.once(_tool_passages)]


def _tool_passages(field: Field) -> Sequence[str]:
    return tuple(_passages_in((field.tool.description or "")[:MAX_PROSE_CHARS], field))


def _passages_in(description: str, field: Field) -> Iterator[str]:
    other: Section = "input" if field.is_result else "result"
    for block in _blocks(description):
        if block.is_code or block.section in (other, "error", "example"):
            continue
        if _is_entry(block, field):
            if _owns(block, field):
                yield from _split(block.text)
            elif not block.section and not block.text.startswith(" "):
                # Lines of plain prose begin with the name of what they are about: "kind: a|b.\nlimit is at most 9."
                yield from (each for each in _split(block.text)[1:] if _says_of(each, field.name))
        elif field.name in block.text:
            yield from _passages_between_names(block.text, field)


def _says_of(sentence: str, name: str) -> bool:
    return sentence.startswith(f"{name} ") and _PREDICATE.match(sentence, len(name) + 1) is not None


def _is_entry(block: TextPart, field: Field) -> bool:
    """Say whether a part is an entry about a field of the same tool, or about a member of one."""
    names = _depths_of_inputs(field.tool.input_subschemas)
    return bool(block.name) and (block.name in names or block.parent in names)


def _owns(block: TextPart, field: Field) -> bool:
    """Say whether an entry is about this field, and not about another one of that name at another depth."""
    names = _depths_of_inputs(field.tool.input_subschemas)
    if block.name != field.name or field.is_result:
        return False
    if block.parent in names:
        return bool(field.holder)
    return not field.holder or False not in names[field.name]


def _passages_between_names(text: str, field: Field) -> Iterator[str]:
    for sentence in _split(text):
        mentions = list(_mentions(sentence, field.siblings))
        starts = [start for start, name in mentions if name == field.name]
        if not starts:
            continue
        elsewhere = [start for start, name in mentions if name != field.name and name in field.siblings]
        # "`a` in seconds, `b` in rows": what precedes the first mention of this field belongs to the other.
        begin = _begin_of_formula(sentence, mentions, starts[0]) if elsewhere and elsewhere[0] < starts[0] else 0
        end = next((other for other in elsewhere if other > starts[0]), len(sentence))
        yield sentence[begin:end]


def _begin_of_formula(sentence: str, mentions: Sequence[tuple[int, str]], at: int) -> int:
    """Return where the formula begins that the name at a place is a part of, else that place: "`a` - `b`"."""
    begin = at
    for start, name in reversed([mention for mention in mentions if mention[0] < at]):
        if not _OPERATOR.fullmatch(sentence, start + len(name), begin):
            break
        begin = start
    return begin


# Each rule reads the texts of a few dozen tools in turn.
@functools.lru_cache(maxsize=512)
def _blocks(text: str) -> tuple[TextPart, ...]:
    return tuple(blocks_of(text))


# Computed once for all fields of a tool, whose schemas are one object.
@functools.lru_cache(maxsize=64)
def _depths_of_inputs(subschemas: Subschemas) -> Mapping[str, frozenset[bool]]:
    """Return the names of all fields of an input, each with whether it is inside another field: no, yes, or both."""
    found: dict[str, frozenset[bool]] = {}
    for position in subschemas.positions():
        for name in as_object(as_object(position.schema).get("properties")):
            is_inner = bool(subschemas.enclosing(position.pointer))
            found[name] = found.get(name, frozenset()) | {is_inner}
    return found


def _mentions(sentence: str, siblings: Mapping[str, JsonValue]) -> Iterator[tuple[int, str]]:
    """Yield the words that name a field, each with where it begins: an ordinary one has to be that of a sibling."""
    return ((start, word) for start, word, is_sure in _possible_mentions(sentence) if is_sure or word in siblings)


# Each field of a tool asks about the sentences that its name is in.
@functools.lru_cache(maxsize=512)
def _possible_mentions(sentence: str) -> Sequence[tuple[int, str, bool]]:
    """Return the words that may name a field, each with where it begins, and whether it does so by its form.

    It does if it is not an ordinary word, or is quoted; an ordinary one may if it has its default behind it.
    """
    found: list[tuple[int, str, bool]] = []
    for match in _WORD.finditer(sentence):
        before, after = sentence[max(match.start() - 1, 0) : match.start()], sentence[match.end() : match.end() + 1]
        ordinary = "_" not in match[0] and SNAKE_CASE.fullmatch(match[0]) is not None
        in_quotes = before != "" and before in _QUOTES and before == after
        if before + after in _PLACES:
            continue
        is_sure = not ordinary or in_quotes or after == "="
        if is_sure or _ASIDE.match(sentence, match.end()):
            found.append((match.start(), match[0], is_sure))
    return found
