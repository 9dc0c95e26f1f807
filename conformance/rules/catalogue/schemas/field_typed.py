"""A parameter says of which type its values are, and an array of which type its items are.

A parameter without a type accepts anything: the runtime reads it as a generic value and checks it by hand, and the
model guesses between text, number and object. One that takes any JSON value on purpose says so. An array without
`items` is refused by some providers, with all tools of the request.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.documents.values import JsonValue, as_array, as_object, compact_json, texts_in, type_name
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.scopes import FIELD, BadExample
from conformance.schema.positions import KEYWORDS
from conformance.schema.vocabulary import NOT_ASSERTING
from conformance.settings.profiles import Profile

# "Any JSON value is accepted", "an arbitrary value", "value of any type", "null to clear the field"; what has the shape
# of another field may have any.
_ON_PURPOSE = LazyPattern(
    r"\b(?:any(?:thing)?|arbitrary|json|raw|free-?form|null|whatever|depend\w*"
    r"|(?:same|matching) (?:shape|form|format|type|kind|values?) (?:as|of)|of the same type)\b",
    re.IGNORECASE,
)
# An object, whatever is in it. Matches "Arbitrary metadata object", "any key-value pairs"; not "any object or list".
_ANY_OBJECT = LazyPattern(
    r"\b(?:any|arbitrary|free-?form|json|raw)\b(?: [\w-]+){0,2} (?:object|dict|dictionary|key[- ]value pairs)\b"
    r"(?! or\b|,|/)",
    re.IGNORECASE,
)
# What says something of a value, other than the members that only other programs read.
_ASSERTING = KEYWORDS - NOT_ASSERTING
# What passes something on, or compares with something, may hold any value on purpose.
_HOLDERS = frozenset(("value", "values", "body", "payload", "data", "const", "default"))
# What else says which items an array may have.
_ABOUT_ITEMS = frozenset(("enum", "const", "prefixItems", "contains", "unevaluatedItems"))
# With all of these beside an array a field holds any value on purpose.
_OTHERS = frozenset(("object", "string", "number", "boolean"))
# What a text calls values of each type. Matches "List of names", "Whether to", "Number of rows", "mapping of a to b".
_TYPES = {
    "array": LazyPattern(r"\b(?:lists?|arrays?|tuples?|sequence) (?:of|with)\b|\A\W{0,3}\[", re.IGNORECASE),
    "boolean": LazyPattern(
        r"\bwhether\b|\b(?:if|set to|default:?|=) ?[`'\"]?(?:true|false)\b|\bboolean\b", re.IGNORECASE
    ),
    "object": LazyPattern(r"\b(?:objects?|dict(?:ionary)?|mapping|map|key[- ]value pairs)\b", re.IGNORECASE),
    "integer": LazyPattern(
        r"\b(?:number of|how many|count of|integer|index of|default:? \d+\b(?![.]\d))", re.IGNORECASE
    ),
    "number": LazyPattern(r"\b(?:float|decimal|ratio|fraction|probability|default:? \d+\.\d)", re.IGNORECASE),
    "string": LazyPattern(r"\b(?:text|string)\b", re.IGNORECASE),
}
# Items that are objects. Matches "Array of node objects", "list of dicts", "list of {"; not "fields of the object".
_OF_OBJECTS = LazyPattern(
    r"\b(?:lists?|arrays?) of (?:(?:[\w-]+ ){0,3}(?:objects|dicts|dictionaries|maps)\b|\{)", re.IGNORECASE
)
# A list of what a schema or a form accepts, which may be of any type.
_OF_ANY = frozenset(("enum", "examples"))
# What most values are of which nothing says the type.
_USUAL_TYPES = (["string"], ["number"])
# Final words of names of texts.
_TEXTS = frozenset(("name", "title", "url", "uri", "path", "text", "description", "email", "slug", "label", "query"))
# The same where a text names several: what it calls each type, and what is between two of them.
_NAMES = {
    **dict.fromkeys(("string", "strings", "text", "str"), "string"),
    **dict.fromkeys(("number", "numbers", "float"), "number"),
    **dict.fromkeys(("integer", "int", "timestamp"), "integer"),
    **dict.fromkeys(("boolean", "bool"), "boolean"),
    **dict.fromkeys(("array", "list"), "array"),
    **dict.fromkeys(("object", "dict", "dictionary"), "object"),
}
_NAME = rf"(?:an? |one |several )?(?:single |plain |[A-Za-z]{{2,12}} )?\b(?:{'|'.join(_NAMES)})\b(?: of [a-z]{{2,20}})?"
# Matches "string, number or boolean", "string or a list of strings", "Plain text or ADF object"; not "number of texts".
_SEVERAL = LazyPattern(rf"{_NAME}(?:(?:, or |, | or |/| ?\| ?){_NAME})+", re.IGNORECASE)

# A number beside texts that are shown. Matches "'2h', or ms integer", "\"now\" or a timestamp"; not "2h or integer".
_OR_NUMBER = LazyPattern(
    r"['\"`],? or (?:an? )?(?:[a-z]+ )?(?P<kind>integer|int|number|float|timestamp)\b", re.IGNORECASE
)


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if no keyword of the parameter's schema restricts its values, or the items of an array."""
    if field.is_undetermined or field.is_result or field.schema is False:
        return
    if any(part.keys() & _ASSERTING for part in field.parts):
        yield from _item_problems(field)
        return
    is_object = _ANY_OBJECT.search(field.description) is not None and not _SEVERAL.search(field.description)
    purposes = {found[0].lower() for found in _ON_PURPOSE.finditer(field.description)}
    # "JSON object or array" excludes the other JSON values
    is_some = purposes == {"json"} and _SEVERAL.search(field.description) is not None
    if purposes and not is_object and not is_some:
        return
    yield Problem(
        f"{field.label} states no type, so it accepts any value",
        _type_hint(field) if field.description else "add its type, and say what it is",
        max_level=Level.INFO
        if is_object or is_some or _HOLDERS.intersection(words_of(field.name)[-1:])
        else Level.WARNING,
    )


def _item_problems(field: Field) -> Iterator[Problem]:
    """Yield a problem for an array whose items may be anything, unless any other value is valid as well."""
    parts = field.parts
    is_any = _OTHERS.issubset(field.types)
    if "array" not in field.types or is_any or any(not _ABOUT_ITEMS.isdisjoint(part) for part in parts):
        return
    stated = [part["items"] for part in parts if "items" in part]
    # Draft 7 has a list of schemas there, one for each position.
    items = [one for item in stated for one in (item if isinstance(item, list | tuple) else [item])]
    if any(item is False or as_object(item).keys() & _ASSERTING for item in items):
        return
    # Whoever writes that anything may be in it means it; a missing `items` is then only noted.
    from conformance.inventory.prose.passages import prose_of  # few arrays have no items

    kind = "object" if _OF_OBJECTS.search(prose_of(field)) else "string"
    is_note = bool(items) or field.name in _OF_ANY or _ON_PURPOSE.search(field.description) is not None
    yield Problem(
        f"{field.label} is an array that {'accepts any item' if items else 'does not say what its items are'}",
        f'add the type of its items, as in "items": {{"type": "{kind}"}}',
        max_level=Level.INFO if is_note else Level.WARNING,
    )


def _type_hint(field: Field) -> str:
    values = [value for part in field.parts for value in (part.get("default", ""), *as_array(part.get("examples")))]
    null = ["null"] if None in values else []
    likely = _likely_types(field)
    choices = [[*kinds, *null] for kinds in ([likely] if likely else _usual_types(field))]
    shown = (f'"type": {compact_json(kinds if len(kinds) > 1 else kinds[0])}' for kinds in choices)
    return f"add its type, as in {' or '.join(shown)}"


def _usual_types(field: Field) -> Sequence[list[str]]:
    """Return the types that a field may have by its name and description, of which one is meant."""
    if not _TEXTS.isdisjoint(words_of(field.name)[-1:]):
        return (["string"],)
    from conformance.inventory.prose.whole_numbers import whole  # few fields have no type

    kind = whole(field)
    return _USUAL_TYPES if kind is None else (["integer"],) if kind == "count" else (["string"], ["integer"])


def _likely_types(field: Field) -> list[str]:
    """Return the types that the text names, else those of the values that are shown, or of a field of the same kind."""
    several = _SEVERAL.search(field.description)
    if several is not None:
        named = [re.sub(r" of \w+", "", each).split()[-1] for each in re.split(r", or |, | or |/|\|", several[0])]
        kinds = list(dict.fromkeys(_NAMES[each.lower()] for each in named))
        if len(kinds) > 1:
            return kinds
    number = _OR_NUMBER.search(field.description)
    if number is not None:
        return ["string", _NAMES[number["kind"].lower()]]
    meant = next((kind for kind, words in _TYPES.items() if words.search(field.description)), None)
    if meant is not None:
        return [meant]
    values = [value for part in field.parts for value in (part.get("default"), *as_array(part.get("examples")))]
    shown = [type_name(value) for value in values if value is not None]
    alike = (
        name for other, schema in field.siblings.items() if _is_alike(field.name, other) for name in _types(schema)
    )
    kinds = list(dict.fromkeys(shown or alike))
    return [kind for kind in kinds if kind != "integer"] if "number" in kinds else kinds


def _is_alike(name: str, other: str) -> bool:
    """Say whether two names differ in one word: "min_price" and "max_price", "start_x" and "start_y"; not "task_id"."""
    pairs = list(zip(words_of(name), words_of(other), strict=False))
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    is_one = len(words_of(name)) == len(words_of(other)) and len(differing) == 1
    return is_one and (differing[0] != pairs[-1] or all(len(word) == 1 for word in pairs[-1]))


def _types(schema: JsonValue) -> list[str]:
    stated = as_object(schema).get("type")
    return [stated] if isinstance(stated, str) else texts_in(stated)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#3-typed-parse-before-semantic-validation",
    good=(
        {"value": {"description": "The value to apply. Any JSON value is accepted."}},
        {"value": {"description": "Any JSON value, such as an object or an array."}},
        {"sort": {"enum": ["newest", "oldest"], "description": "Order of the tasks."}},
        {"entry": {"description": "What to set, in the same shape as the answer of `read_entry`."}},
        {"names": {"type": "array", "items": {"type": "string"}}, "pair": {"type": "array", "prefixItems": [{}, {}]}},
        {"ids": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}},
    ),
    bad=(
        BadExample(
            {"content": {"description": "What to write."}},
            says="parameter `content` states no type",
            at="/tools/0/input_schema/properties/content",
        ),
        BadExample({"page": {"description": "Page as JSON object or array."}}, says="parameter `page` states no type"),
        BadExample({"notes": {"description": "Arbitrary notes object"}}, says="parameter `notes` states no type"),
        BadExample(
            {"documents": {"type": "array", "description": "Documents to add."}},
            says="parameter `documents` is an array that does not say what its items are",
        ),
        BadExample(
            {"rows": {"anyOf": [{"type": "array", "items": {}}, {"type": "null"}]}},
            says="parameter `rows` is an array that accepts any item",
        ),
    ),
)
