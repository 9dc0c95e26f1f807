"""What a text calls required is required by the schema, and what it calls optional is not.

A model that trusts the word "optional" leaves the field out and is refused. One that trusts "required" makes up a
value that nobody needs.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.pointers import parent, resolve, split
from conformance.documents.values import as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.necessity import Necessity, necessity
from conformance.inventory.prose.reading import passages, sentences_of
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile

_COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the text says of the field's necessity, for all cases, what the schema does not."""
    holder = as_object(resolve(field.tool.raw, parent(parent(field.pointer))))
    if _COMPOSITION & {*holder, *split(field.pointer)} or "default" in as_object(field.schema):
        return
    required = field.name in texts_in(holder.get("required"))
    claims = list(_claims(field))
    if not claims or any(claim.required == required for claim in claims):
        return
    said = "required" if claims[0].required else "optional"
    written = "required" if required else "optional"
    yield Problem(
        f"field {quote_text(field.name)} is said to be {said} ({claims[0].quote}) and is {written} in the schema",
        f"list it in 'required', or call it {written}"
        if claims[0].required
        else "take it out of 'required', or the word out of the text",
    )


def _claims(field: Field) -> Iterator[Necessity]:
    """What its own description says; of the tool's, which may speak of several fields, only "(required)"."""
    for passage in sentences_of(field.description):
        yield from necessity(passage)
    for passage in passages(field):
        yield from (claim for claim in necessity(passage) if claim.in_brackets)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    good=(
        {"label": {"type": "string", "description": "Optional. What to call it."}},
        {"label": {"type": "string", "description": "What to call it; required when it is new."}},
    ),
    bad=(
        BadExample(
            {"label": {"type": "string", "description": "(required) What to call it."}},
            says="is optional in the schema",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"limit": {"type": "integer", "description": "Optional limit of the list."}},
                        "required": ["limit"],
                    },
                }
            ],
            says="said to be optional",
            at="/tools/0/input_schema/properties/limit",
        ),
    ),
)
