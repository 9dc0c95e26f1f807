"""A closed set of values is an ``enum`` in the schema, not only a list in the description.

"One of `png`, `jpeg` or `webp`" on a plain string accepts any other text: nothing rejects the call before it runs,
and programs that read schemas cannot offer the choice.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.edits import SetMember
from conformance.documents.values import JsonValue, as_object, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.inventory.prose.field_values import (
    is_of_any_case,
    likely_values_of,
    listed_values,
    separated_values_of,
)
from conformance.inventory.prose.shown_values import shown_values_of
from conformance.inventory.prose.values import ClosedSet
from conformance.rules.catalogue.descriptions._numbers_of_values import numbers_and_flags
from conformance.rules.catalogue.descriptions._values_of_formats import declared_texts, takes_empty
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# What is still read at a glance; a longer enum would hide the rest of the hint.
_LONGEST_ENUM = 400


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all strings whose values only the description lists, and one for each number or flag."""
    for field in fields_of(tool):
        yield from numbers_and_flags(field)
        if (several := separated_values_of(field)) is not None:
            yield _separated_values_problem(field, several)
    sure: list[tuple[Field, ClosedSet]] = []
    likely: list[tuple[Field, ClosedSet]] = []
    shown: list[tuple[Field, ClosedSet]] = []
    for field in fields_of(tool):
        if (stated := field.once(listed_values)) is not None:
            sure.append((field, stated))
        elif (seen := likely_values_of(field)) is not None:
            (sure if seen.is_sure else likely).append((field, ClosedSet(seen.values, seen.quote)))
        elif (some := shown_values_of(field)) is not None:
            shown.append((field, some))
    results = [(field, one) for field in result_fields_of(tool) if (one := field.once(listed_values)) is not None]
    likely += [(field, stated) for field, stated in sure if _are_more(field, stated)]
    sure = [(field, stated) for field, stated in sure if not _are_more(field, stated)]
    for found, level in ((sure, Level.WARNING), (likely, Level.INFO), (results, Level.INFO)):
        if found:
            yield _unlisted_values_problem(tool, found, level)
    if shown:
        yield _shown_values_problem(tool, shown)


def _are_more(field: Field, stated: ClosedSet) -> bool:
    """Say whether an enum of the values may refuse some: a default, "empty for none", or any of them in capitals."""
    return any(_declared_others(field, stated.values)) or is_of_any_case(field)


def _unlisted_values_problem(tool: Tool, found: list[tuple[Field, ClosedSet]], most: Level) -> Problem:
    """Return the problem of all strings of the input, or of the result, where nothing is rejected for lack of it."""
    first, values = found[0]
    one = len(found) == 1
    names = list_codes(field.name for field, _ in found)
    return Problem(
        f"{first.label if one else f'fields {names}'} {'has' if one else 'have'} allowed values that only the "
        "description lists",
        f"add {_enums(found)} to {_holder(first) if one else _holders(found)}",
        first.pointer,
        {"quote": values.quote, "places": [tool.pointer + field.pointer for field, _ in found]},
        edits=[
            SetMember(field.pointer, "enum", _values(field, values))
            for field, values in found
            if _is_certain(field, values, most)
        ],
        max_level=most,
    )


def _is_certain(field: Field, values: ClosedSet, most: Level) -> bool:
    """Say whether an enum of the values refuses nothing that a text allows; of a list each item has one of them."""
    from conformance.inventory.prose.allowances import names_others  # few lists have such values

    is_stated = most is Level.WARNING or _are_more(field, values)
    return is_stated and field.has_only_types("string") and not names_others(field, _values(field, values))


def _shown_values_problem(tool: Tool, found: list[tuple[Field, ClosedSet]]) -> Problem:
    """Return the problem of all choices of which only a few values are known."""
    first, values = found[0]
    one = len(found) == 1
    names = first.label if one else f"fields {list_codes(field.name for field, _ in found)}"
    return Problem(
        f"{names} {'has' if one else 'have'} allowed values of which the description shows only examples",
        'list all of them as an "enum", or say in the description what else is valid',
        first.pointer,
        {"quote": values.quote, "places": [tool.pointer + field.pointer for field, _ in found]},
        max_level=Level.INFO,
    )


def _separated_values_problem(field: Field, several: ClosedSet) -> Problem:
    """Return the problem of a text that holds some of a few values, separated by commas."""
    each = f"(?:{'|'.join(map(re.escape, several.values))})"
    some = f"{each}(?:, ?{each})*"
    pattern = f"^(?:{some})?$" if "" in _declared_others(field, several.values) else f"^{some}$"
    return Problem(
        f"{field.label} has allowed values that only the description lists",
        f'make it an array whose items have "enum": {escape_text(compact_json([*several.values]))[:200]}, or add '
        f'"pattern": {escape_text(compact_json(pattern))[:300]}',
        field.pointer,
        {"quote": several.quote},
    )


def _enums(found: list[tuple[Field, ClosedSet]]) -> str:
    enums = [f'"enum": {_shown_enum(_values(field, values))}' for field, values in found]
    if len(enums) == 1:
        return enums[0]
    return ", ".join(f"{enum} for {code_text(field.name)}" for enum, (field, _) in zip(enums[:5], found, strict=False))


def _shown_enum(values: list[JsonValue]) -> str:
    """Return an enum as text; a long one ends behind a whole value, and says how many follow."""
    kept = list(values)
    while len(kept) > 1 and len(compact_json(kept)) > _LONGEST_ENUM:
        kept.pop()
    left = len(values) - len(kept)
    return escape_text(compact_json(kept)) + (f" (and {left} more)" if left else "")


def _is_list(field: Field) -> bool:
    return "array" in field.types


def _holders(found: list[tuple[Field, ClosedSet]]) -> str:
    return (
        "their schemas, or to those of their items" if any(_is_list(field) for field, _ in found) else "their schemas"
    )


def _holder(field: Field) -> str:
    if _is_list(field):
        return "the schema of its items"
    return "its schema" if field.has_only_types("string") else "what its schema says of a string"


def _values(field: Field, found: ClosedSet) -> list[JsonValue]:
    nullable = not _is_list(field) and any("null" in texts_in(part.get("type")) for part in field.parts)
    values: list[JsonValue] = [*found.values, *_declared_others(field, found.values)]
    return [*values, None] if nullable else values


def _declared_others(field: Field, values: Sequence[str]) -> list[str]:
    """Return what is valid beside the values of a list: defaults, examples of the schema, a text that may be empty."""
    from conformance.inventory.prose.allowances import defaults_named  # few lists have such values

    own = [] if _is_list(field) else [*defaults_named(field), *([""] if takes_empty(field, "") else [])]
    return list(dict.fromkeys(text for text in (*declared_texts(field), *own) if text not in values))


def _tool(**properties: JsonValue) -> JsonValue:
    return {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        _tool(format={"enum": ["png", "webp"], "description": "One of `png` or `webp`."}),
        _tool(country={"type": "string", "description": "A country, such as 'Japan' or 'Germany'."}),
        _tool(frame={"type": "string", "description": "Its length.\n\n- `1Day` or `1D` creates bars of one day."}),
        _tool(query={"type": "string", "description": "What to find. Bad (too vague): 'auth' or 'hooks'."}),
        _tool(side={"type": "string", "description": "Common sides of it: LEFT, RIGHT or UP"}),
        _tool(code={"type": "string", "description": "Pick one. Common values:\n  GO - go on\n  STOP, WAIT, TURN"}),
        _tool(line={"type": "string", "description": "Template (for example {{ words | join }})."}),
        _tool(
            board={"type": "string", "description": 'A board (e.g., "cats"), "all" for every one, or "top" for some'}
        ),
        _tool(key={"type": "string", "description": 'What to do: "accept", "dismiss", or a text to enter.'}),
        _tool(label={"type": "string", "description": "What to call it (first, last)."}),
        _tool(kind={"type": "string", "description": "Kind of task (e.g. chore, bug, feature); see list_kinds."}),
        _tool(metric={"type": "string", "description": "Metric. Common examples:\n- cpu: load\n- memory: use"}),
        _tool(log={"type": "string", "description": "Log type (app, host, system, or custom)"}),
        _tool(level={"type": "integer", "description": "Level (0 = plain, 1 = first, 2 = second, etc.)."}),
        _tool(model={"type": "string"}, size={"type": "string", "description": 'Size. The model must be "a-1".'}),
        _tool(order={"type": "string", "description": "Order: `<field> asc|desc`, as in `name asc`."}),
        _tool(order={"type": "string", "description": "Order (name, age, and so on)."}),
        _tool(cell={"type": "string", "description": "Which cell. The cell can be either round or square."}),
        _tool(owner={"type": "string", "description": "Who owns it, either name or id."}),
        _tool(
            plan={"type": "string", "description": 'JSON, as in {"kind": "up"} to move (valid types: up, down, in).'}
        ),
        _tool(labels={"type": "string", "description": "Which of them; write | to separate several."}),
        _tool(step={"type": "string", "description": "Width of a step (e.g., 'wide', 'mid', 'narrow')."}),
        _tool(group={"type": "string", "description": 'Where it belongs ("work", "home", "garden").'}),
        _tool(parts={"type": "string", "description": "Parts of it (comma-separated: a name or an id each)."}),
        _tool(fields={"type": "string", "description": "Comma-separated: name, date, size"}),
        _tool(spot={"type": ["string", "number"], "description": 'Accepts "top", "end", or any text.'}),
        _tool(location={"type": "string", "description": "Location: city or airport"}),
        _tool(size={"type": "string", "description": "Size (width, height) of it, in cm."}),
        _tool(map_zoom={"type": "integer", "description": "0: world, 5: continent, 10: city, 20: house"}),
        _tool(towns={"type": "string", "description": "\u57ce\u5e02\uff0c\u591a\u4e2a\u7528|\u5206\u9694"}),
    ),
    bad=(
        BadExample(
            {**as_object(_tool(chain={"type": "string"})), "description": "Pay. The chain is base or test."},
            says="parameter `chain` has allowed values",
        ),
        BadExample(
            _tool(format={"type": ["string", "null"], "description": "One of `png`, `jpeg`, or `webp`."}),
            says="parameter `format` has allowed values that only the description lists",
            at="/tools/0/input_schema/properties/format",
        ),
        BadExample(
            _tool(rate={"type": "integer", "description": "Sample rate. Values: [16000, 24000, 32000]"}),
            says="parameter `rate` has allowed values",
        ),
        BadExample(
            _tool(format={"type": "string", "description": 'How to write it. Values range ["pcm", "mp3","flac"]'}),
            says="parameter `format` has allowed values",
        ),
        BadExample(
            _tool(order={"type": "string", "description": 'How to sort ("startTime" or "updated").'}),
            says="parameter `order` has allowed values",
        ),
        BadExample(
            _tool(notice={"type": "string", "description": 'Whom to tell ("all", "othersOnly", "none").'}),
            says="parameter `notice` has allowed values",
        ),
        BadExample(
            _tool(
                least={"type": "string", "description": "Show this severity and above \u2014 ERROR, WARNING, or INFO."}
            ),
            says="parameter `least` has allowed values",
        ),
        BadExample(
            _tool(
                kind={"type": "string", "description": "You can choose from the following kinds: new_task, old_task."}
            ),
            says="parameter `kind` has allowed values",
        ),
        BadExample(
            _tool(
                rank={"type": "integer", "description": "How urgent it is {0: 'none', 1: 'low', 3: 'high', 5: 'now'}."}
            ),
            says="parameter `rank` has allowed values",
        ),
        BadExample(
            _tool(length={"type": "integer", "description": "Its length. Values can be 6 and 10."}),
            says="parameter `length` has allowed values",
        ),
        BadExample(
            _tool(action={"type": "string", "description": "The action to perform ('on', 'off', 'toggle')"}),
            says="parameter `action` has allowed values",
        ),
        BadExample(
            _tool(size={"type": "string", "description": "Bucket size \u2014 `5minute`, `hour`, `day`"}),
            says="parameter `size` has allowed values",
        ),
        BadExample(
            _tool(action={"type": "string", "description": "Valid values:\n- add: one\n- remove: another"}),
            says="parameter `action` has allowed values",
        ),
        BadExample(
            _tool(
                stat={"type": "string", "default": "sum", "description": "How to join them:\n- sum: all\n- min: least"}
            ),
            says="parameter `stat` has allowed values",
        ),
        BadExample(
            _tool(model={"type": "string", "default": "50", "description": "Model (50:small-1.1, 60:mid, 70:large)"}),
            says="parameter `model` has allowed values",
        ),
        BadExample(
            _tool(verdict={"type": "string", "description": "accept | reject | undo"}),
            says="parameter `verdict` has allowed values",
        ),
        BadExample(
            _tool(kind={"type": "string", "description": "Kind of task (chore, bug, feature)."}),
            says="parameter `kind` has allowed values",
        ),
        BadExample(
            _tool(kind={"type": "string", "description": "**Optional values**:- bug- chore: dull- `idea`: new"}),
            says="parameter `kind` has allowed values",
        ),
        BadExample(
            {
                **as_object(_tool(pace={"type": "string", "default": "slow"})),
                "description": "Move.\n\nArgs:\n    pace: How fast, options:\n        - slow: safe\n        - fast: no",
            },
            says="parameter `pace` has allowed values",
        ),
        BadExample(
            _tool(pace={"type": "string", "default": "slow", "description": "Pace. It can be slow, fast, steady."}),
            says="parameter `pace` has allowed values",
        ),
        BadExample(
            _tool(verbs={"type": "string", "description": "HTTP method to use (GET, PUT, HEAD)"}),
            says="parameter `verbs` has allowed values",
        ),
        BadExample(
            _tool(shape={"type": "string", "description": "What to draw. Supports: 'ring', 'cube', 'flat disc'"}),
            says="parameter `shape` has allowed values",
        ),
        BadExample(
            _tool(code={"type": "string", "default": "0003", "description": "Code: '0003' (mean), '0001' (most)."}),
            says="parameter `code` has allowed values",
        ),
        BadExample(
            _tool(format={"type": "string", "description": 'How to answer. Always use "json".'}),
            says="parameter `format` has allowed values",
        ),
        BadExample(
            _tool(layout={"type": "string", "description": "Use 'grid' or 'list'"}),
            says="parameter `layout` has allowed values",
        ),
        BadExample(
            _tool(layout={"type": "string", "description": "Layout (options: 'grid', 'list') of the page"}),
            says="parameter `layout` has allowed values",
        ),
        BadExample(
            _tool(layout={"type": "string", "description": "Page style: 'grid' or 'list'"}),
            says="parameter `layout` has allowed values",
        ),
        BadExample(
            _tool(layout={"type": "string", "description": "\u53ef\u4ee5\u662f 'grid' \u6216 'list'"}),
            says="parameter `layout` has allowed values",
        ),
        BadExample(
            _tool(severity={"type": "string", "description": "Severity: LOW, MEDIUM, HIGH"}),
            says="parameter `severity` has allowed values",
        ),
        BadExample(
            _tool(speed={"type": "string", "description": "How fast, one of slow, steady, or fast."}),
            says="parameter `speed` has allowed values",
        ),
        BadExample(
            _tool(speed={"type": "string", "description": 'How fast. Use "slow" to be safe or "fast" to be early.'}),
            says="parameter `speed` has allowed values",
        ),
        BadExample(
            _tool(view={"type": "string", "description": 'How to show it ("tree" or "flat").'}),
            says="parameter `view` has allowed values",
        ),
        BadExample(
            _tool(marks={"type": "string", "description": "Marks to show (comma-separated: RED, GREEN, BLUE)."}),
            says="parameter `marks` has allowed values that only the description lists",
        ),
        BadExample(
            _tool(parts={"type": "string", "description": 'Either "a" or "b". Comma-separated combos are allowed.'}),
            says="parameter `parts` has allowed values that only the description lists",
        ),
        BadExample(
            _tool(spot={"type": ["string", "number"], "description": 'Accepts "top", "end", or a number.'}),
            says="parameter `spot` has allowed values",
        ),
        BadExample(
            _tool(view={"type": "string", "description": "How to show it: 'tree' for levels, 'flat' for a list."}),
            says="parameter `view` has allowed values",
        ),
        BadExample(
            _tool(urgency={"type": "integer", "description": "How urgent it is (1=high, 2=normal, 3=low)."}),
            says="parameter `urgency` has allowed values",
        ),
        BadExample(
            _tool(stream={"type": "boolean", "description": "Send parts as they come (currently must be true)."}),
            says="parameter `stream` has allowed values",
        ),
        BadExample(
            _tool(
                verdict={"type": "string", "description": "accept | reject | undo"},
                format={"type": "string", "description": "One of `png` or `webp`."},
            ),
            says="fields `verdict`, `format` have allowed values",
        ),
        BadExample(
            _tool(currency={"type": "string", "description": "Currency: eur or usd"}),
            says="parameter `currency` has allowed values",
        ),
        BadExample(
            _tool(reader={"type": "string", "description": "Who reads it (anna, ben, all)"}),
            says="parameter `reader` has allowed values",
        ),
        BadExample(
            _tool(state={"type": "string", "description": "Filter by status (active, disabled)"}),
            says="parameter `state` has allowed values",
        ),
        BadExample(
            _tool(period={"type": "string", "description": "Period in seconds: 900=15min, 3600=1h"}),
            says="parameter `period` has allowed values",
        ),
    ),
)
