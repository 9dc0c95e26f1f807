"""An object of the tool's own says which members it has, in its schema or in a text.

Of a ``config`` that is any object, and "Campaign configuration" to its description, the model guesses every member;
what it guesses wrong is an error, or silently ignored. Objects whose keys are data, as labels are, have no such list.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, is_used, places_of, tool_names_of
from conformance.inventory.prose.passages import whole_entries
from conformance.inventory.prose.reading import examined_part, passages, sentences_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# How the objects are called that a tool reads members of its own from.
_SETTINGS = frozenset(
    (
        *("config", "configuration", "options", "opts", "settings", "spec", "definition", "auth", "credentials"),
        *("details", "criteria", "schedule", "range", "position", "location", "style", "layout", "theme"),
        *("dimensions", "pagination", "conditions", "condition", "constraints", "specification"),
    )
)
# How the objects are called whose members the caller chooses, or another system that they are passed on to.
_CHOSEN = frozenset(
    (
        *("metadata", "meta", "env", "environment", "headers", "labels", "annotations", "tags", "attributes"),
        *("props", "properties", "variables", "vars", "context", "extra", "extras", "params", "parameters"),
        *("arguments", "args", "kwargs", "input", "inputs", "body", "filter", "filters", "where", "query", "map"),
        *("mapping", "dict", "object", "obj", "overrides", "data", "record", "records", "row", "rows", "values"),
        *("value", "document", "documents", "storage", "cookies"),
    )
)
# What may have any members, or says where these are found. Matches "rows", "see the docs", "any value", "depends on".
_ANYTHING = LazyPattern(
    r"\b(?:keys|rows?|records?|documents?|data|values?|events?|messages?|results?|features?|vectors?|points?|samples?|raw"
    r"|anything|whatever|free-?form|depend\w*|passed? (?:through|on)|as is|same|see|refer|according to|returned|docs"
    r"|documentation|format of|specific|dynamic|nested|json)\b|`\w+`|\w+_\w+\(|https?://",
    re.IGNORECASE,
)
# Notations in which whoever knows them can write such an object. Matches "MongoDB", "GeoJSON", "aggregation".
_NOTATIONS = LazyPattern(
    r"\b(?:mongo\w*|aggregation|index definition|geojson|vega\w*|plotly|echarts|chart\.?js|quickchart|openapi|swagger"
    r"|elastic\w*|opensearch|graphql|block kit|adaptive|eip-?712|typed data|kubernetes|k8s|fhir|stix|json schema"
    r"|ts ?config|typescript|webpack|eslint|n8n)\b",
    re.IGNORECASE,
)
# What a text calls such an object by its last word. Matches "Campaign configuration object", "Filter conditions"; not
# "Options of the caller's program".
_CALLED_SETTINGS = LazyPattern(
    r"\b(?:config(?:uration)?|settings|options|information|info|details|parameters|params|conditions|criteria|definition"
    r"|specification|constraints|filters)(?: (?:object|dict|dictionary|array|settings))?"
    r"(?: (?:for|of|to) (?:the )?(?:[\w-]+ ?){1,3})?(?: \((?:optional|required)\))?\.?\Z",
    re.IGNORECASE,
)
# A text that shows, lists or explains. Matches "{a}", "e.g. a", "a: b", "'a'"; not "Filter conditions (optional)".
_TELLING = LazyPattern(
    r"[^\s\w.()'-]|\b'|'\B|\d|_|\b(?:eg|such|like|including|with|following|custom|match\w*|form|format|syntax|schema)\b",
    re.IGNORECASE,
)
# The same in any text of several sentences. Matches "{a}", "(a/b)", "from get_a"; not "How to draw it.".
_SHOWN = LazyPattern(r"[{`]|\w/\w|\w_\w|\bfrom\b", re.IGNORECASE)
# More words say something.
_MOST_WORDS = 8
# What passes the members on to something of the caller's own, which knows them. Matches "Template parameters", "for the
# query"; not "Order parameters".
_PASSED_ON = LazyPattern(
    r"\b(?:templates?|workflows?|pipelines?|tools?|functions?|methods?|procedures?|flows?|runs?|quer(?:y|ies)|jobs?|scripts?"
    r"|operations?|commands?|activit(?:y|ies)|signals?|requests?|endpoints?|apis?|prompts?|urls?|path|contracts?|plugins?"
    r"|pass\w*|call\w*|task|extra|component|prefab|material|shader|node|model)\b",
    re.IGNORECASE,
)
# Where the caller's own columns are what is filtered by. Matches "table", "collection".
_OWN_COLUMNS = LazyPattern(
    r"\b(?:tables?|collections?|records?|documents?|columns?|rows?|database|sql|entit(?:y|ies)|fields?|propert(?:y|ies)"
    r"|vectors?|index(?:es)?)\b",
    re.IGNORECASE,
)
_OF_FILTERS = frozenset(("filter", "filters", "criteria"))
_OF_PARAMETERS = frozenset(("params", "parameters", "options", "opts"))
_OPTIONAL = LazyPattern(r"\s?\((?:optional|required)\)|\boptional\s", re.IGNORECASE)
# What the description of a tool says of the members behind the name. Matches " must include", ": {"; not " to moor by".
_SAYS_MEMBERS = LazyPattern(
    r"[`'\"]?(?: [\w-]+){0,3}? (?:must|includes?|contains?|has|have|with)\b|[`'\"]?(?: ?[:={\[(]|: )", re.IGNORECASE
)
# What says what is in a list, whatever it is called. Matches "Each entry: {a}", "each item has"; not "for each node".
_EACH = LazyPattern(r"\beach (?:entry|item|element|object|one)\b", re.IGNORECASE)
# What has other members for each value of a field beside it, and how that is called.
_OF_ACTION = frozenset(("params", "parameters", "options", "payload"))
_ACTIONS = frozenset(("action", "operation"))
# What is passed on to something else, whatever a text calls it.
_INPUTS = frozenset(("input", "inputs", "arguments", "args", "kwargs", "variables", "vars"))
# What is a choice of the tool's here, and any key elsewhere.
_FILTERS = LazyPattern(r"\bfilters?\b", re.IGNORECASE)
# Matches "Custom fields to set"; not "Custom fields by id".
_CUSTOM = LazyPattern(r"\A\W*custom fields?(?: (?:to|of|for|on) (?:the |an? )?\w+){0,2}\W*\Z", re.IGNORECASE)


class _Object(NamedField, frozen=True):
    is_of_items: bool


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all objects, and lists of objects, of which nothing says the members."""
    found = [one for objects in inventory.gather(_unknown_objects) for one in objects]
    if not found:
        return
    own, of_items = (
        list(dict.fromkeys(one.name for one in found if one.is_of_items is is_of_items))
        for is_of_items in (False, True)
    )
    parts = [
        *([list_codes(own)] if own else []),
        *([f"{'each item' if len(of_items) == 1 else 'the items'} of {list_codes(of_items)}"] if of_items else []),
    ]
    has = "has" if len(own) + len(of_items) == 1 else "have"
    yield Problem(
        f"neither the schema nor a text says which members {' and '.join(parts)} {has}",
        'declare them in "properties", each with its type, or show an example in the description',
        found[0].place,
        {"places": places_of(found)},
        tools=tool_names_of(found),
    )


def _unknown_objects(tool: Tool) -> Sequence[_Object]:
    fields = [field for field in fields_of(tool) if not {"object", "array"}.isdisjoint(field.types)]
    if not fields:
        return ()
    # few tools take objects
    from conformance.rules.catalogue.descriptions._open_objects import listed_members, open_object

    return tuple(
        _Object(tool, field.name, field.pointer, "array" in field.types)
        for field in fields
        if open_object(field) and _is_unknown(field) and is_used(field) and field.once(listed_members) is None
    )


def _is_unknown(field: Field) -> bool:
    """Say whether an object has members of the tool's own, of which no text says anything."""
    words = words_of(field.name)
    text = f"{' '.join(words)} {field.description} {' '.join(whole_entries(field))}"
    if words[-1:] in ([], ["schema"]) or _NOTATIONS.search(f"{' '.join(words_of(field.tool.name))} {text}"):
        return False
    if _is_called_settings(field, words) or (_CUSTOM.search(field.description) and len(passages(field)) == 1):
        return True
    if not passages(field) and words[-1] in _OF_ACTION and not _ACTIONS.isdisjoint(field.siblings):
        return not _is_mentioned(field, words)
    if _ANYTHING.search(text) or _takes_any_key(text):
        return False
    if "array" in field.types:
        return bool(passages(field)) or not _is_mentioned(field, words)
    # of what no text is about, only the names of members could say what it is; definitions are in many tools
    is_silent = not (passages(field) or _CHOSEN.intersection(words)) and "defs/" not in field.position
    is_own = not _SETTINGS.isdisjoint(words[-1:]) and not any(map(_SHOWN.search, passages(field)))
    return (is_silent and not _is_mentioned(field, words)) or is_own


def _takes_any_key(text: str) -> bool:
    from conformance.inventory.prose.member_names import ANY_KEY  # few tools take objects

    return ANY_KEY.search(text) is not None


def _is_mentioned(field: Field, words: Sequence[str]) -> bool:
    """Say whether the description of the tool is about the members: "Moor by the plan that was returned before."."""
    whole = [*sentences_of_tool(examined_part(field.tool.description or ""))]
    one = f"each {singularize(words[-1])}"
    if any(_EACH.search(text) or one in text.lower() for text in whole):
        return True
    places = ((text, text.lower().find(name)) for text in whole for name in (" ".join(words), field.name.lower()))
    is_own = "array" not in field.types
    return any(
        "{" in text[at:] or _SAYS_MEMBERS.match(text, at + len(field.name)) or (is_own and _ANYTHING.search(text))
        for text, at in places
        if at >= 0
    )


def _is_called_settings(field: Field, words: Sequence[str]) -> bool:
    """Say whether texts call an object its tool's configuration, conditions or the like, and say nothing more."""
    texts = [text for one in passages(field) if (text := _OPTIONAL.sub("", one).strip())]
    if not texts or not all(map(_CALLED_SETTINGS.search, texts)):
        return False
    if any(len(text.split()) > _MOST_WORDS or _TELLING.search(text) for text in texts):
        return False
    if any(_takes_any_key(_FILTERS.sub(" ", text)) for text in texts) or not _INPUTS.isdisjoint(words):
        return False
    about = " ".join((" ".join(words_of(field.tool.name)), field.tool.description or "", *texts))
    if words[-1] in _OF_FILTERS and _OWN_COLUMNS.search(examined_part(about)):
        return False
    return not (words[-1] in _OF_PARAMETERS and any(map(_PASSED_ON.search, texts)))


RULE = INVENTORY.rule(
    check,
    gathers=(_unknown_objects,),
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        [tool_with(look_settings=closed_object("color", color={"type": "string"}))],
        [tool_with(labels={"type": "object", "additionalProperties": {"type": "string"}})],
    ),
    bad=(
        BadExample(
            [tool_with(look_settings={"type": "object", "description": "How to draw it."})],
            says="neither the schema nor a text says which members `look_settings` has",
            at="/tools/0/input_schema/properties/look_settings",
            also=("deny_unknown_fields",),
        ),
        BadExample(
            [tool_with(order_params={"type": "object", "description": "Additional order parameters"})],
            says="neither the schema nor a text says which members `order_params` has",
            also=("deny_unknown_fields",),
        ),
        BadExample(
            [
                tool_with(
                    config={"type": "object", "description": "Task configuration"},
                    steps={"type": "array", "items": {"type": "object"}, "description": "Steps to take."},
                )
            ],
            says="neither the schema nor a text says which members `config` and each item of `steps` have",
            also=("deny_unknown_fields",),
        ),
    ),
)
