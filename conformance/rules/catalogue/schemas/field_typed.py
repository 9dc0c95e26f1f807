"""A parameter says of which type its values are.

A parameter without a type accepts anything: the runtime reads it as a generic value and checks it by hand, and the
model guesses between text, number and object. One that takes any JSON value on purpose says so.
"""

import re
from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.scopes import FIELD, BadExample
from conformance.schema.vocabulary import NOT_ASSERTING
from conformance.settings.profiles import Profile

# "Any JSON value is accepted", "an arbitrary value", "value of any type", "null to clear the field".
_ON_PURPOSE = re.compile(r"\b(?:any(?:thing)?|arbitrary|json|raw|free-?form|null|whatever|depend\w*)\b", re.IGNORECASE)


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if no keyword of the parameter's schema restricts its values."""
    is_open = not field.is_undetermined and not any(part.keys() - NOT_ASSERTING for part in field.parts)
    if not is_open or field.schema is False or field.is_result or _ON_PURPOSE.search(field.description):
        return
    yield Problem(f"{field.label} states no type, so it accepts any value", 'add its type, as in "type": "string"')


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#3-typed-parse-before-semantic-validation",
    good=(
        {"value": {"description": "The value to apply. Any JSON value is accepted."}},
        {"sort": {"enum": ["newest", "oldest"], "description": "Order of the tasks."}},
    ),
    bad=(
        BadExample(
            {"content": {"description": "What to write."}},
            says="parameter `content` states no type",
            at="/tools/0/input_schema/properties/content",
        ),
    ),
)
