"""A closed set of values is an ``enum`` in the schema, not only a list in the description.

"One of `png`, `jpeg` or `webp`" on a plain string accepts any other text: nothing rejects the call before it runs,
and programs that read schemas cannot offer the choice. A list that may lack a value, "(default: all)", is an info.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.edits import SetMember
from conformance.documents.values import JsonObject, JsonValue, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.inventory.prose.field_values import (
    is_of_any_case,
    likely_values_of,
    listed_values,
    separated_values_of,
)
from conformance.inventory.prose.values import ClosedSet
from conformance.rules.catalogue.descriptions._numbers_of_values import numbers_and_flags
from conformance.rules.catalogue.descriptions._values_of_formats import declared_texts, takes_empty
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# What is still read at a glance; a longer enum would hide the rest of the hint.
_LONGEST_ENUM = 400


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all strings whose values only the description lists, and one for each number or flag.

    Those that an edit settles are a problem of their own: what is left is then another one.
    """
    for field in fields_of(tool):
        yield from numbers_and_flags(field)
        if (several := separated_values_of(field)) is not None:
            yield _separated_values_problem(field, several)
    sure: list[tuple[Field, ClosedSet]] = []
    likely: list[tuple[Field, ClosedSet]] = []
    for field in fields_of(tool):
        if (stated := field.once(listed_values)) is not None:
            sure.append((field, stated))
        elif (seen := field.once(likely_values_of)) is not None:
            (sure if seen.is_sure else likely).append((field, ClosedSet(seen.values, seen.quote)))
    results = [(field, one) for field in result_fields_of(tool) if (one := field.once(listed_values)) is not None]
    likely += [(field, stated) for field, stated in sure if _are_more(field, stated)]
    sure = [(field, stated) for field, stated in sure if not _are_more(field, stated)]
    for found, level in ((sure, Level.WARNING), (likely, Level.INFO), (results, Level.INFO)):
        edited = [(field, values) for field, values in found if _is_certain(field, values, level)]
        others = [one for one in found if one not in edited]
        yield from (_unlisted_values_problem(tool, part, level) for part in (edited, others) if part)


def _are_more(field: Field, stated: ClosedSet) -> bool:
    """Say whether an enum of the values may refuse some: a default, or any in capitals; or a text shows examples."""
    if any(_declared_others(field, stated.values)) or is_of_any_case(field):
        return True
    from conformance.inventory.prose.partial_values import may_be_more  # few texts list values

    return may_be_more(field, stated.values)


def _unlisted_values_problem(tool: Tool, found: list[tuple[Field, ClosedSet]], most: Level) -> Problem:
    """Return the problem of all strings of the input, or of the result, where nothing is rejected for lack of it."""
    (first, values), one = found[0], len(found) == 1
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
    from conformance.inventory.prose.allowances import defaults_named, values_for_all  # few lists have such values

    stated = [*defaults_named(field), *values_for_all(field)]
    own = [] if _is_list(field) else [*stated, *([""] if takes_empty(field, "") else [])]
    return list(dict.fromkeys(text for text in (*declared_texts(field), *own) if text not in values))


def _texts(**descriptions: str) -> JsonObject:
    return tool_with(**{name: {"type": "string", "description": text} for name, text in descriptions.items()})


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        tool_with(format={"enum": ["png", "webp"], "description": "One of `png` or `webp`."}),
        _texts(country="A country, such as 'Japan' or 'Germany'."),
        _texts(frame="Its length.\n\n- `1Day` or `1D` creates bars of one day."),
        _texts(query="What to find. Bad (too vague): 'auth' or 'hooks'."),
        _texts(side="Common sides of it: LEFT, RIGHT or UP"),
        _texts(code="Pick one. Common values:\n  GO - go on\n  STOP, WAIT, TURN"),
        _texts(line="Template (for example {{ words | join }})."),
        _texts(board='A board (e.g., "cats"), "all" for every one, or "top" for some'),
        _texts(key='What to do: "accept", "dismiss", or a text to enter.'),
        _texts(label="What to call it (first, last)."),
        _texts(kind="Kind of task (e.g. chore, bug, feature); see list_kinds."),
        _texts(metric="Metric. Common examples:\n- cpu: load\n- memory: use"),
        _texts(log="Log type (app, host, system, or custom)"),
        tool_with(level={"type": "integer", "description": "Level (0 = plain, 1 = first, 2 = second, etc.)."}),
        tool_with(model={"type": "string"}, size={"type": "string", "description": 'Size. The model must be "a-1".'}),
        _texts(order="Order: `<field> asc|desc`, as in `name asc`."),
        _texts(order="Order (name, age, and so on)."),
        _texts(cell="Which cell. The cell can be either round or square."),
        _texts(owner="Who owns it, either name or id."),
        _texts(plan='JSON, as in {"kind": "up"} to move (valid types: up, down, in).'),
        _texts(labels="Which of them; write | to separate several."),
        _texts(step="Width of a step (e.g., 'wide', 'mid', 'narrow')."),
        _texts(group='Where it belongs ("work", "home", "garden").'),
        _texts(select="Parts of it (comma-separated: a name or an id each)."),
        tool_with(spot={"type": ["string", "number"], "description": 'Accepts "top", "end", or any text.'}),
        _texts(location="Location: city or airport"),
        _texts(note="Options: leave it empty, pass an id, or use a name."),
        _texts(size="Size (width, height) of it, in cm."),
        tool_with(map_zoom={"type": "integer", "description": "0: world, 5: continent, 10: city, 20: house"}),
        _texts(towns="\u57ce\u5e02\uff0c\u591a\u4e2a\u7528|\u5206\u9694"),
    ),
    bad=(
        BadExample(
            {**tool_with(chain={"type": "string"}), "description": "Pay. The chain is base or test."},
            says="parameter `chain` has allowed values",
        ),
        BadExample(
            tool_with(format={"type": ["string", "null"], "description": "One of `png`, `jpeg`, or `webp`."}),
            says="parameter `format` has allowed values that only the description lists",
            at="/tools/0/input_schema/properties/format",
        ),
        BadExample(
            tool_with(rate={"type": "integer", "description": "Sample rate. Values: [16000, 24000, 32000]"}),
            says="parameter `rate` has allowed values",
        ),
        BadExample(
            _texts(format='How to write it. Values range ["pcm", "mp3","flac"]'),
            says="parameter `format` has allowed values",
        ),
        BadExample(
            _texts(order='How to sort ("startTime" or "updated").'), says="parameter `order` has allowed values"
        ),
        BadExample(
            _texts(notice='Whom to tell ("all", "othersOnly", "none").'), says="parameter `notice` has allowed values"
        ),
        BadExample(
            _texts(least="Show this severity and above \u2014 ERROR, WARNING, or INFO."),
            says="parameter `least` has allowed values",
        ),
        BadExample(
            _texts(kind="You can choose from the following kinds: new_task, old_task."),
            says="parameter `kind` has allowed values",
        ),
        BadExample(
            tool_with(
                rank={"type": "integer", "description": "How urgent it is {0: 'none', 1: 'low', 3: 'high', 5: 'now'}."}
            ),
            says="parameter `rank` has allowed values",
        ),
        BadExample(
            tool_with(length={"type": "integer", "description": "Its length. Values can be 6 and 10."}),
            says="parameter `length` has allowed values",
        ),
        BadExample(
            _texts(action="The action to perform ('on', 'off', 'toggle')"), says="parameter `action` has allowed values"
        ),
        BadExample(
            _texts(size="Bucket size \u2014 `5minute`, `hour`, `day`"), says="parameter `size` has allowed values"
        ),
        BadExample(
            _texts(action="Valid values:\n- add: one\n- remove: another"), says="parameter `action` has allowed values"
        ),
        BadExample(
            tool_with(
                stat={"type": "string", "default": "sum", "description": "How to join them:\n- sum: all\n- min: least"}
            ),
            says="parameter `stat` has allowed values",
        ),
        BadExample(
            tool_with(
                model={"type": "string", "default": "50", "description": "Model (50:small-1.1, 60:mid, 70:large)"}
            ),
            says="parameter `model` has allowed values",
        ),
        BadExample(
            tool_with(fields={"type": "array", "items": {"type": "string"}, "description": "Allowed values: id, tag."}),
            says="parameter `fields` has allowed values",
        ),
        BadExample(
            _texts(value="What to find.", match='How to match the value: "all" or "part".'),
            says="parameter `match` has allowed values",
        ),
        BadExample(
            {
                **tool_with(pace={"type": "string", "default": "slow"}),
                "description": 'Go.\n\nArgs:\n    pace: How - "slow" for care or "fast" for haste.',
            },
            says="parameter `pace` has allowed values",
        ),
        BadExample(_texts(zone="One of: EAST, WEST, SOUTH-WEST"), says="parameter `zone` has allowed values"),
        BadExample(_texts(tree="One of: Old Oak, Pine, Fir."), says="parameter `tree` has allowed values"),
        BadExample(_texts(size="Video size. Values: 1080p, 720p, 480p."), says="parameter `size` has allowed values"),
        BadExample(
            {**tool_with(action={"type": "string"}), "description": "Keep files.\n\nActions:\n- list: all\n- get: one"},
            says="parameter `action` has allowed values",
        ),
        BadExample(_texts(verdict="accept | reject | undo"), says="parameter `verdict` has allowed values"),
        BadExample(_texts(kind="Kind of task (chore, bug, feature)."), says="parameter `kind` has allowed values"),
        BadExample(
            _texts(kind="**Optional values**:- bug- chore: dull- `idea`: new"),
            says="parameter `kind` has allowed values",
        ),
        BadExample(
            {
                **tool_with(pace={"type": "string", "default": "slow"}),
                "description": "Move.\n\nArgs:\n    pace: How fast, options:\n        - slow: safe\n        - fast: no",
            },
            says="parameter `pace` has allowed values",
        ),
        BadExample(
            tool_with(pace={"type": "string", "default": "slow", "description": "Pace. It can be slow, fast, steady."}),
            says="parameter `pace` has allowed values",
        ),
        BadExample(_texts(verbs="HTTP method to use (GET, PUT, HEAD)"), says="parameter `verbs` has allowed values"),
        BadExample(
            _texts(shape="What to draw. Supports: 'ring', 'cube', 'flat disc'"),
            says="parameter `shape` has allowed values",
        ),
        BadExample(
            tool_with(code={"type": "string", "default": "0003", "description": "Code: '0003' (mean), '0001' (most)."}),
            says="parameter `code` has allowed values",
        ),
        BadExample(_texts(format='How to answer. Always use "json".'), says="parameter `format` has allowed values"),
        BadExample(_texts(layout="Use 'grid' or 'list'"), says="parameter `layout` has allowed values"),
        BadExample(
            _texts(layout="Layout (options: 'grid', 'list') of the page"), says="parameter `layout` has allowed values"
        ),
        BadExample(_texts(layout="Page style: 'grid' or 'list'"), says="parameter `layout` has allowed values"),
        BadExample(
            _texts(layout="\u53ef\u4ee5\u662f 'grid' \u6216 'list'"), says="parameter `layout` has allowed values"
        ),
        BadExample(_texts(severity="Severity: LOW, MEDIUM, HIGH"), says="parameter `severity` has allowed values"),
        BadExample(
            _texts(speed="How fast, one of slow, steady, or fast."), says="parameter `speed` has allowed values"
        ),
        BadExample(
            _texts(speed='How fast. Use "slow" to be safe or "fast" to be early.'),
            says="parameter `speed` has allowed values",
        ),
        BadExample(_texts(view='How to show it ("tree" or "flat").'), says="parameter `view` has allowed values"),
        BadExample(
            _texts(marks="Marks to show (comma-separated: RED, GREEN, BLUE)."),
            says="parameter `marks` has allowed values that only the description lists",
        ),
        BadExample(
            _texts(parts='Either "a" or "b". Comma-separated combos are allowed.'),
            says="parameter `parts` has allowed values that only the description lists",
        ),
        BadExample(
            tool_with(spot={"type": ["string", "number"], "description": 'Accepts "top", "end", or a number.'}),
            says="parameter `spot` has allowed values",
        ),
        BadExample(
            _texts(view="How to show it: 'tree' for levels, 'flat' for a list."),
            says="parameter `view` has allowed values",
        ),
        BadExample(
            tool_with(urgency={"type": "integer", "description": "How urgent it is (1=high, 2=normal, 3=low)."}),
            says="parameter `urgency` has allowed values",
        ),
        BadExample(
            tool_with(stream={"type": "boolean", "description": "Send parts as they come (currently must be true)."}),
            says="parameter `stream` has allowed values",
        ),
        BadExample(
            _texts(verdict="accept | reject | undo", format="One of `png` or `webp`."),
            says="fields `verdict`, `format` have allowed values",
        ),
        BadExample(_texts(currency="Currency: eur or usd"), says="parameter `currency` has allowed values"),
        BadExample(_texts(reader="Who reads it (anna, ben, all)"), says="parameter `reader` has allowed values"),
        BadExample(_texts(state="Filter by status (active, disabled)"), says="parameter `state` has allowed values"),
        BadExample(
            _texts(period="Period in seconds: 900=15min, 3600=1h"), says="parameter `period` has allowed values"
        ),
    ),
)
