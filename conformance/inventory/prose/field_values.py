"""The only values that the texts about a field allow, where its schema allows any text."""

import re
from collections import Counter
from collections.abc import Sequence

from conformance.display import excerpt
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import Tool
from conformance.inventory.prose.choices import ANNOUNCED, is_called_choice, labelled_list, whole_list
from conformance.inventory.prose.clauses import are_cases
from conformance.inventory.prose.lists import ItemList
from conformance.inventory.prose.named_values import (
    explained_list,
    is_code,
    named_list,
    nouns_of,
    spoken_list,
)
from conformance.inventory.prose.numbered_values import numbered_keys, numbered_values
from conformance.inventory.prose.passages import entries_below, whole_entries
from conformance.inventory.prose.quoted_values import LikelyValues, likely_values
from conformance.inventory.prose.reading import examined_part, passages, sentences_of_tool
from conformance.inventory.prose.tool_values import tool_values
from conformance.inventory.prose.value_lines import line_values
from conformance.inventory.prose.values import (
    OPEN_ITEMS,
    ClosedSet,
    closed_sets,
    explained_values,
    is_of_all_cases,
    separated_values,
)
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# A field that lists only these is a boolean in disguise, for which an enum is the wrong advice.
_FLAGS = frozenset(("true", "false", "yes", "no", "null", "none"))
# A text that holds members. Matches "JSON string of", "A JSON-encoded object"; not "json or csv".
_OF_JSON = LazyPattern(r"\A\W{0,3}(?:[Aa]n? )?JSON[- ](?:encoded |formatted )?(?:string|text|object|map)\b(?! or\b)")
# Several values in one text, which no enum allows. Matches "comma-separated", "Comma-separate for several", "separate
# them by commas", "can be combined"; not "one of".
_SEVERAL = LazyPattern(
    r"\b(?:(?:comma|space)[- ]separated?|separated? (?:\w+ ){0,3}(?:by|with) commas?|combos?|combinations? of"
    r"|can be combined"
    r"|(?:multiple|several|more than one)(?: \w+)? (?:(?:are|is|can be|may be) )?(?:allowed|accepted|possible))\b",
    re.IGNORECASE,
)
# Parts of an answer, of which a text may name several. Matches "Fields to include", "relations to expand"; not "field
# to return".
_INCLUDED = LazyPattern(
    r"\b(?:fields|columns|properties|attributes|relations|parts|sections|details|facets) (?:to (?:be )?"
    r"(?:include|return|expand|embed|show|fetch|load)|(?:included|returned) in)",
    re.IGNORECASE,
)
# A sign that separates several values. Matches "use | to separate", "separated with '|'", and the same in Chinese,
# "\u7528|\u5206\u5272"; not "a | b".
_SEPARATOR = LazyPattern(
    r"\|[`'\"\u201d]? ?(?:(?:to|for) (?:separat|split|join|delimit|combin)\w*|as (?:an? |the )?(?:separator|delimiter)"
    r"|(?:\u6765|\u8fdb\u884c)?[\u5206\u9694])"
    r"|\b(?:separat\w*|split|joined?|delimit\w*) (?:\w+ )?(?:with|by|using|on) (?:an? |the )?[`'\"(\u201c]?\|",
    re.IGNORECASE,
)
# What opens a list wherever it is stated.
# Matches "or custom", "Or provide a custom group", "or any other", "Or exact coordinates"; not "a or b", "Or omit it".
_OPEN = LazyPattern(
    # a sentence that goes on with another form
    r"\A\W{0,3}or (?!(?:leave|omit|skip|use|pass|set|see|call|null|none|empty|blank)\b)"
    r"|\bor (?:(?:provide|use|give|enter|specify|pass) )?(?:(?:an?|your|any) )?(?:own )?"
    r"(?:custom|any other|arbitrary)\b"
    r"|\b(?:others?|custom|default|additional|further|more|any)(?: \w+){0,3}? (?:works?|(?:is|are) (?:also |all )?"
    r"(?:allowed|supported|accepted|possible|valid)|adds?|can be (?:added|used|defined)|may be|exist)\b"
    r"|\b(?:adds?|defines?|registers?|supports?) (?:more|others|your own|their own|further|custom|additional)\b"
    r"|\b(?:longer|shorter|larger|smaller|bigger|other|newer|older|further) ones\b"
    r"|\bother values? (?:are|is|will be) (?:passed|forwarded|sent|used|treated|possible|kept)\b"
    r"|\bto (?:see|list|get|find|show) (?:all|more|other) (?:\w+ )?(?:models|values|options|ones|voices|types)\b"
    r"|\b(?:full|complete|entire|whole) lists?\b|\bfor (?:others|(?:all|more|other) (?:\w+ )?(?:values|options|ones))\b"
    # what is listed is a part of the value, or shows how one is built
    r"|\b(?:(?:prefix|append|suffix|prepend)(?:ed)?|preceded?) (?:it |them |the \w+ )?(?:with|by|an?|the|[`'\"-])"
    r"|\bformat(?: is|:) (?:an? )?(?:number|<|\[|\w+ ?\+ ?\w)"
    r"|\b(?:is|are) (?:allowed|accepted|supported|possible|valid) (?:as well|too)\b"
    r"|\bin any (?:form|notation|spelling)\b"
    # another one has the list: "as GOV codes it"
    r"|\bas (?:the )?\w+(?: \w+)? (?:codes|spells|writes|names|calls|lists|defines|abbreviates) (?:it|them)\b"
    r"|\bmay (?:expand|change|grow|vary|differ)\b|\b(?:not exhaustive|as configured|values depend on"
    r"|separated by (?:bars?|pipes?|\||a (?:bar|pipe|vertical)))|\bpipe character",
    re.IGNORECASE,
)
# Behind values of a text that may be a number instead. Matches ", or a positive number"; not ", or a name".
_OR_NUMBER = LazyPattern(
    r",? or an? (?:(?:positive|non-negative|specific) )?(?:number|integer|float|index)\b", re.IGNORECASE
)
# What generators of schemas leave of a tag. Is the end of "a, b,required"; not "a, required".
_TAG = LazyPattern(r"(?<=[^\s,]),(?:required|optional|omitempty)\Z")
# A label of a few values of many. Matches "Common values:", "Typical options are:", "Known roles:"; not "Valid:".
_SOME_FOLLOW = LazyPattern(
    r"\b(?:common|typical|usual|popular|frequent|frequently used|commonly used|sample|notable) "
    r"(?:\w+ )?(?:values|options|choices|types|kinds|codes|ones)(?: (?:are|include))?\s?:"
    r"|\b(?:known|built-in) (?:\w+ )?\w+s(?: (?:are|include))?\s?:"
    r"|\bexamples?: [`'\"]?[\w-]+[`'\"]?\s?=",
    re.IGNORECASE,
)
# Values that are accepted in capitals too, which an enum would refuse. Matches "case-insensitive", "in any case"; not
# "in case".
_ANY_CASE = LazyPattern(
    r"\bcase[- ]?insensitiv|\b(?:any|either|upper or lower) case\b|\bcase (?:does not|doesn't) matter"
    r"|\bignor\w+ case\b",
    re.IGNORECASE,
)
# Names that stand for any other.
_STAND_INS = frozenset(("foo", "bar", "baz", "qux", "acme", "example", "sample", "xyz", "abc"))
# What the entries below a field are. Matches "options include:", "one of the following:"; not "common examples:", ":".
_CHOICES_FOLLOW = LazyPattern(
    r"\b(?:options|values|choices|modes|one of)(?: are| include| the following| supported)?\s?:\Z", re.IGNORECASE
)
# What a field of such a name holds are things, of which a text shows a few; only words that announce values list all.
_THINGS = frozenset(
    (
        *("name", "branch", "ref", "tag", "tags", "city", "country", "place", "location", "symbol", "ticker"),
        *("coin", "language", "lang", "locale", "currency", "repo", "repository", "file", "path", "url", "uri"),
        *("id", "ids", "key", "label", "labels", "query", "q", "text", "title", "host", "zone", "timezone", "tz"),
        *("channel", "user", "email", "column", "columns", "fields", "table", "database", "namespace", "package"),
        *("library", "topic", "keyword", "keywords", "model", "voice", "expression", "expr", "pattern", "command"),
        *("prompt", "message", "account", "symbols", "sheet", "range", "value", "content", "search", "username"),
        *("owner", "project", "workspace", "address", "hash", "identifier"),
    )
)
# The end of several words in brackets. Matches ", png)", " or b]"; not "(png)", "(a b)".
_ENDS_ITEM = LazyPattern(r"(?:[,|/]| or) ?[\w.+'\"`-]+ ?[)\]}]")
# Keywords that restrict how a string is written.
_FORMS = frozenset(("pattern", "format"))


def listed_values(field: Field) -> ClosedSet | None:
    """Return the only values that the text about a field allows, ``None`` where its schema restricts them as well."""
    if not holds_open_text(field):
        return None
    texts, is_text = [_TAG.sub("", text) for text in passages(field)], field.has_only_types("string")
    if any(map(_OPEN.search, texts)) or any(map(_SEPARATOR.search, texts)) or _lists_some(field):
        return None
    if any(several.search(text) for text in texts for several in (_SEVERAL, _INCLUDED)) and is_text:
        return None
    # what a text lists of JSON are its members
    if any(map(_OF_JSON.search, texts)) and is_text:
        return None
    if not field.has_only_types("string", "array"):
        texts = [_OR_NUMBER.sub("", text) for text in texts]
    sets = (found for passage in texts for found in closed_sets(passage))
    stated = next((found for found in sets if _means_values(field, found)), None)
    lines = [_TAG.sub("", examined_part(field.description)), *whole_entries(field)]
    return (
        stated
        or _own_values(field, line_values(lines, _default(field)))
        or _own_values(field, next(filter(None, map(explained_values, lines)), None))
        or _entries_of_values(field)
        or _own_values(field, _whole_text(field, texts))
        or _numbered_texts(field, texts)
        or _own_values(field, _announced_phrases(texts))
        or _own_values(field, tool_values(field, _default(field), in_brackets=not _names_thing(field)))
        or _own_values(field, _bracketed_values(texts) if is_called_choice(field.name) else None)
    )


def _bracketed_values(texts: Sequence[str]) -> ClosedSet | None:
    found = ((text, explained_list(text)) for text in texts)
    return next((ClosedSet(items, text[:80]) for text, items in found if len(items) > 1), None)


def separated_values_of(field: Field) -> ClosedSet | None:
    """Return the values of which the text may hold several, separated by commas; ``None`` where they are not all."""
    if not field.has_only_types("string") or not holds_open_text(field):
        return None
    texts = list(passages(field))
    if any(map(_OPEN.search, texts)) or not any(map(_SEVERAL.search, texts)):
        return None
    for text in texts:
        found = separated_values(text)
        if found is None or _names_thing(field):
            found = next((one for one in closed_sets(text) if one.is_announced and len(one.values) > 1), None)
        if found is not None and _means_values(field, found):
            return found
    return _own_values(field, line_values([examined_part(field.description), *whole_entries(field)], _default(field)))


def likely_values_of(field: Field) -> LikelyValues | None:
    """Return the values that the text about a field seems to list as all, where nothing says so in plain words."""
    if not holds_open_text(field):
        return None
    texts = [_TAG.sub("", text) for text in passages(field)]
    if any(
        pattern.search(text) for text in texts for pattern in (_OPEN, _SEPARATOR, _SEVERAL, _OF_JSON)
    ) or _lists_some(field):
        return None
    default = _default(field)
    for text in texts:
        named = _named_values(text, field)
        found = named or likely_values(text, default, texts, is_choice=is_called_choice(field.name))
        if found is None or set(found.values) & set(field.siblings) or {*map(str.lower, found.values)} <= _FLAGS:
            continue
        if found.head != field.name and found.head in field.siblings and default not in found.values:
            continue
        if _are_stand_ins(found.values) or _are_partial(field, found.values, texts):
            continue
        if named or found.is_sure or not _names_thing(field):
            return found
    return _spoken_values(field, texts) or _loose_values(field, texts)


def _announced_phrases(texts: Sequence[str]) -> ClosedSet | None:
    if not any(map(ANNOUNCED.search, texts)):
        return None
    from conformance.inventory.prose.phrase_values import announced_phrases  # few texts announce values

    return next(filter(None, map(announced_phrases, texts)), None)


def _loose_values(field: Field, texts: Sequence[str]) -> LikelyValues | None:
    """Return the values in a form that is one of values only for some fields, if they are all its own."""
    from conformance.inventory.prose.loose_values import loose_values  # most fields have no values in their texts

    found = loose_values(field, texts)
    is_whole = found is not None and _default(field) in (None, "", *found.values)
    is_own = found is not None and not set(found.values) & set(field.siblings)
    return None if found is None or not is_whole or not is_own or _are_partial(field, found.values, texts) else found


def _spoken_values(field: Field, texts: Sequence[str]) -> LikelyValues | None:
    """Return the values that a text of the field or of its tool gives what the field is called."""
    is_choice, default = is_called_choice(field.name), _default(field)
    # codes that a text lists are a few of many
    if (_names_thing(field) or words_of(field.name)[-1:] == ["code"]) and not is_choice:
        return None
    is_last_shared = field.tool.once(_endings_of_names)[words_of(field.name)[-1]] > 1 if words_of(field.name) else True
    nouns = list(nouns_of(field.name, is_last_shared=is_last_shared))
    of_tool = [] if field.holder or field.is_result else [*sentences_of_tool(field.tool.description or "")]
    if any(field.name in text and _OPEN.search(text) for text in of_tool):
        return None
    for text in dict.fromkeys((*texts, *of_tool)):
        # of a list of things a text names a few
        is_own = text in texts and (is_choice or "array" not in field.types)
        bracketed = _bracketed_list(text, field.name, default) if is_own and _ENDS_ITEM.search(text) else None
        listed = bracketed or spoken_list(text, nouns)
        if listed is None or set(listed.items) & set(field.siblings) or (default and default not in listed.items):
            continue
        # of a field that may be called anything words are values only where they look like ones
        is_sure = bracketed or is_choice or default or listed.quoted or all(map(is_code, listed.items))
        if is_sure and not _are_partial(field, listed.items, texts):
            quote = excerpt(text, listed.begin, listed.end, 20)
            # two in brackets, of which the default is one, may be the best known: "Encoding (utf-8, latin-1)"
            return LikelyValues(listed.items, quote, field.name, is_sure=False)
    return None


def _bracketed_list(text: str, name: str, default: JsonValue) -> ItemList | None:
    from conformance.inventory.prose.bracketed_values import bracketed_list  # few texts have several words in brackets

    return bracketed_list(text, name, default)


def _endings_of_names(tool: Tool) -> Counter[str]:
    """Count the fields of a tool by the words that their names end in."""
    return Counter(word for field in fields_of(tool) for word in words_of(field.name)[-1:])


def _named_values(text: str, field: Field) -> LikelyValues | None:
    """Return the values behind a label with the field's name, which may be a few of the things that it names."""
    found = named_list(text, field.name)
    if found is None or _default(field) is not None or not is_of_all_cases(text, found.listed):
        return None
    return LikelyValues(found.listed.items, excerpt(text, 0, min(len(text), 80)), field.name, is_sure=False)


def is_of_any_case(field: Field) -> bool:
    """Say whether values are accepted in capitals as well, which an enum of them would refuse."""
    return any(map(_ANY_CASE.search, passages(field)))


def _lists_some(field: Field) -> bool:
    """Say whether a label announces only the best known values, on lines of their own, or the values of one case."""
    if are_cases(passages(field)):
        return True
    return any(_SOME_FOLLOW.search(text) for text in (field.description, *passages(field)))


def _are_partial(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether values are not all that the field accepts, or are those of another field."""
    from conformance.inventory.prose.partial_values import are_partial  # few texts list values

    return are_partial(field, values, texts)


def _own_values(field: Field, found: ClosedSet | None) -> ClosedSet | None:
    return found if found is not None and _means_values(field, found) else None


def _whole_text(field: Field, texts: Sequence[str]) -> ClosedSet | None:
    """Return the values that are all that a text says of a field that is called a choice."""
    for text in texts:
        listed = whole_list(text, field.name) or labelled_list(text, field.name) or _chosen_values(field, text)
        if listed is not None and listed.items[-1].lower() not in OPEN_ITEMS and is_of_all_cases(text, listed):
            return ClosedSet(listed.items, excerpt(text, 0, min(len(text), 80)))
    return None


def _chosen_values(field: Field, text: str) -> ItemList | None:
    """Return the values behind a label with the field's name, if one is to be chosen; of a thing three are a few."""
    found = named_list(text, field.name)
    if found is None or not (found.is_choice or (found.is_sure and not _names_thing(field))):
        return None
    return found.listed


def _names_thing(field: Field) -> bool:
    return not _THINGS.isdisjoint(words_of(field.name)[-1:])


def _default(field: Field) -> JsonValue:
    return next((part["default"] for part in field.parts if part.get("default") is not None), None)


def _entries_of_values(field: Field) -> ClosedSet | None:
    """Return the values that the tool's description explains below the field, an entry each, if one is the default."""
    if not field.has_only_types("string"):
        return None
    label, values = entries_below(field)
    if len(set(values)) < max(len(values), 2) or _default(field) not in values or not _CHOICES_FOLLOW.search(label):
        return None
    return ClosedSet(tuple(values), excerpt(label, 0, min(len(label), 80)))


def _numbered_texts(field: Field, texts: Sequence[str]) -> ClosedSet | None:
    """Return the keys that a text explains, "Model (5000: small, 9000: large)", as all of it or with the default."""
    for text in texts if not _names_thing(field) else ():
        keys = numbered_keys(text)
        if keys and _default(field) in (None, *keys):
            return ClosedSet(keys, excerpt(text, 0, min(len(text), 80)))
    for numbers, quote in filter(None, map(numbered_values, texts)):
        values = tuple(map(str, numbers))
        if _default(field) in values:
            return ClosedSet(values, quote)
    return None


def holds_open_text(field: Field) -> bool:
    """Say whether the field accepts any string, or a list of any strings, whatever else it may hold."""
    if field.is_undetermined and "string" in field.types:
        return False
    if "array" not in field.types:
        # an enum that is one branch of a union beside any string restricts nothing
        is_open = field.values is None and not any(not _FORMS.isdisjoint(part) for part in field.parts)
        return "string" in field.types and is_open
    items = field.items or child(field.position, "items")
    parts = field.subschemas.conjunction(items)
    return field.subschemas.types_of(items) == ["string"] and not _is_restricted(parts)


def _is_restricted(parts: Sequence[JsonObject]) -> bool:
    """Say whether a keyword other than ``type`` restricts which strings are valid."""
    return any(not {"enum", "const", *_FORMS}.isdisjoint(part) for part in parts)


def _are_stand_ins(values: Sequence[str]) -> bool:
    """Say whether values only show a form, as 'file:foo.py:added' does: nobody means these names."""
    return any(not _STAND_INS.isdisjoint(words_of(value)) for value in values if ":" in value or "/" in value)


def _is_other_name(field: Field, head: str) -> bool:
    """Say whether a word before values is another field, or a name of something else in code: "kindOfBerth"."""
    words, own = words_of(head), words_of(field.name)
    is_id = head == "either" and own[-1:] in (["id"], ["ids"])  # whose ids they are
    is_name = len(words) > 1 and head.isidentifier() and set(words).isdisjoint(own)
    return head in field.siblings or is_id or is_name


def _is_compared(field: Field) -> bool:
    """Say whether a text compares something with the field, which is a moment or a size: "newer than `since`"."""
    than = rf"\b(?!other|rather)\w+er than [`'\"]{re.escape(field.name)}[`'\"]"
    return re.search(than, field.tool.description or "", re.IGNORECASE) is not None


def _means_values(field: Field, found: ClosedSet) -> bool:
    """Say whether a list names values of this field: not sibling fields, "yes or no", or values of another field."""
    default = _default(field)
    is_of_other = default not in found.values and found.head != field.name and _is_other_name(field, found.head)
    if is_of_other or _is_compared(field):
        return False
    # A list without the value that is used by default does not hold all values.
    if not found.is_announced and default not in found.values and (default or _names_thing(field)):
        return False
    if _are_stand_ins(found.values) or _are_partial(field, found.values, list(passages(field))):
        return False
    # A value may be called like another field, as the mode that needs it.
    shared = set(found.values).intersection(field.siblings)
    may_share = is_called_choice(field.name) or "values" in found.quote.lower()  # nothing calls fields so
    is_few = may_share and found.is_announced and 2 * len(shared) <= len(found.values)
    names_fields = default not in found.values and shared and not is_few
    return not names_fields and not {value.lower() for value in found.values} <= _FLAGS
