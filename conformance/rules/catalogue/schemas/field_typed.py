"""A parameter says of which type its values are.

A parameter without a type accepts anything: the runtime reads it as a generic value and checks it by hand, and the
model guesses between text, number and object. One that takes any JSON value on purpose says so.
"""

import re
from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.scopes import FIELD, BadExample
from conformance.schema.vocabulary import NOT_ASSERTING
from conformance.settings.profiles import Profile

# "Any JSON value is accepted", "an arbitrary value", "value of any type", "null to clear the field"; what has the shape
# of another field may have any.
_ON_PURPOSE = LazyPattern(
    r"\b(?:any(?:thing)?|arbitrary|json|raw|free-?form|null|whatever|depend\w*"
    r"|(?:same|matching) (?:shape|form|format|type|kind|values?) (?:as|of)|of the same type)\b",
    re.IGNORECASE,
)
# What passes something on, or compares with something, may hold any value on purpose.
_HOLDERS = frozenset(("value", "values", "body", "payload", "data", "const", "default"))


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if no keyword of the parameter's schema restricts its values."""
    is_open = not field.is_undetermined and not any(part.keys() - NOT_ASSERTING for part in field.parts)
    if not is_open or field.schema is False or field.is_result or _ON_PURPOSE.search(field.description):
        return
    yield Problem(
        f"{field.label} states no type, so it accepts any value",
        'add its type, as in "type": "string"',
        max_level=Level.INFO if _HOLDERS.intersection(words_of(field.name)[-1:]) else Level.WARNING,
    )


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#3-typed-parse-before-semantic-validation",
    good=(
        {"value": {"description": "The value to apply. Any JSON value is accepted."}},
        {"sort": {"enum": ["newest", "oldest"], "description": "Order of the tasks."}},
        {"entry": {"description": "What to set, in the same shape as the answer of `read_entry`."}},
    ),
    bad=(
        BadExample(
            {"content": {"description": "What to write."}},
            says="parameter `content` states no type",
            at="/tools/0/input_schema/properties/content",
        ),
    ),
)
