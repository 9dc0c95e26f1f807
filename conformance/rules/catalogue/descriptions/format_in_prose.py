"""A format of a text that the description states is in the schema as well.

"Start date (YYYY-MM-DD)" on a plain string accepts "last Monday": nothing rejects the call before it runs, and the
server answers with an error of its parser, or reads another date.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile

# Each format that a text may state, and the keyword that states it in a schema.
_FORMATS = (
    (re.compile(r"\bYYYY-MM-DD(?:T| )HH:MM"), '"format": "date-time"'),
    (re.compile(r"\bYYYY-MM-DD\b(?![T ]?HH)"), '"format": "date"'),
    (re.compile(r"\bISO[ -]?8601\b(?! (?:durations?|weeks?))"), '"format": "date-time" (or "date")'),
    (re.compile(r"\bYYYY-MM\b(?!-)"), '"pattern": "^\\\\d{4}-\\\\d{2}$"'),
    (re.compile(r"(?<![\w:])HH:MM(?::SS)?\b"), '"pattern"'),
    (re.compile(r"\bE\.164\b"), '"pattern": "^\\\\+[1-9]\\\\d{1,14}$"'),
)
# What leaves other formats open: "YYYY-MM-DD or 'today'", "e.g. YYYY-MM-DD", "relative dates".
_OPEN = re.compile(
    r"\b(?:or|e\.g|such as|for example|like|relative|natural|either|prefer\w*|recommend\w*)\b",
    re.IGNORECASE,
)


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a plain string whose only format is stated in its description."""
    is_plain = field.has_only_types("string") and field.values is None and not field.is_undetermined
    if not is_plain or any(not {"pattern", "format"}.isdisjoint(part) for part in field.parts):
        return
    texts = list(passages(field))
    for text in texts:
        for pattern, keyword in _FORMATS:
            found = pattern.search(text)
            if found is None:
                continue
            if not any(_OPEN.search(other) for other in texts):
                yield Problem(
                    f"{field.label} has a format that only its description states",
                    f"add {keyword} to its schema",
                    evidence={"quote": excerpt(text, *found.span(), 20)},
                )
            return


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"since": {"type": "string", "format": "date", "description": "First day (YYYY-MM-DD)."}},
        {"since": {"type": "string", "description": "First day: YYYY-MM-DD or `today`."}},
    ),
    bad=(
        BadExample(
            {"since": {"type": "string", "description": "First day (YYYY-MM-DD)."}},
            says="parameter `since` has a format that only its description states",
            at="/tools/0/input_schema/properties/since",
        ),
    ),
)
