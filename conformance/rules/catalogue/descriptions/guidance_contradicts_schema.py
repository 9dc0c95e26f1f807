"""A field that the description calls required or optional is so in the schema.

A model that trusts the word "optional" omits the field and gets an error. One that trusts "required" makes up a value
that nobody needs.
"""

import re
from collections.abc import Iterator

from conformance.display import code_text, excerpt
from conformance.documents.pointers import parent, resolve, split
from conformance.documents.values import JsonObject, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.necessity import Necessity, necessity
from conformance.inventory.prose.reading import passages, sentences_of
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# Before the names of what has to be given: "Required parameters: a, b".
_REQUIRED_LIST = re.compile(
    r"\brequired(?: (?:param(?:eter)?s?|fields?|arg(?:ument)?s?|inputs?))?\*{0,2}:\*{0,2}\s+", re.IGNORECASE
)
# Inside these keywords a field may be required in some cases only, which a plain "required" does not contradict.
_COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text unconditionally calls the field required or optional and the schema disagrees."""
    holder = as_object(resolve(field.tool.raw, parent(parent(field.pointer))))
    if _COMPOSITION & {*holder, *split(field.pointer)} or "default" in as_object(field.schema):
        return
    required = field.name in texts_in(holder.get("required"))
    claims = list(_claims(field))
    if not claims or any(claim.required == required for claim in claims):
        return
    claimed = "required" if claims[0].required else "optional"
    written = "required" if required else "optional"
    yield Problem(
        f"{field.label} is {written} in the schema, but the {field.source} calls it {claimed}",
        f"{'add' if claims[0].required else 'remove'} {code_text(field.name)} "
        f"{'to' if claims[0].required else 'from'} `required`, or describe it as {written}",
        evidence={"quote": claims[0].quote},
    )


def _claims(field: Field) -> Iterator[Necessity]:
    """Yield the claims of the field's description; of the tool's, which covers several fields, only "(required)"."""
    for passage in sentences_of(field.description):
        yield from necessity(passage)
    for passage in passages(field):
        yield from (claim for claim in necessity(passage) if claim.in_brackets)
    yield from _claims_of_list(field)


def _claims_of_list(field: Field) -> Iterator[Necessity]:
    """Yield the claim of a list of required fields in the tool's description, if all that it lists are fields."""
    for sentence in sentences_of(field.tool.description or ""):
        found = _REQUIRED_LIST.search(sentence)
        listed = list_at(sentence, found.end(), quoted=False) if found else None
        if found and listed and field.name in listed.items and set(listed.items) <= set(field.siblings):
            yield Necessity(True, excerpt(sentence, found.start(), listed.end, 10), in_brackets=True)


_LIMIT: JsonObject = {"properties": {"limit": {"type": "integer"}}}

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    good=(
        {"label": {"type": "string", "description": "Optional. What to call it."}},
        {"label": {"type": "string", "description": "What to call it; required when it is new."}},
    ),
    bad=(
        BadExample(
            {
                "tools": [
                    {
                        "input_schema": {
                            "type": "object",
                            "additionalProperties": False,
                            "properties": {"limit": {"type": "integer"}},
                        }
                    }
                ],
                "guidance": "## ListTasks\n\n- `limit` (required): how many.",
            },
            says="parameter `limit` is optional in the schema, but the guidance calls it required",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {
                "tools": [{"input_schema": {"type": "object", "additionalProperties": False, **_LIMIT}}],
                "guidance": "## ListTasks\n\n| Field | Required |\n|---|---|\n| `limit` | yes |\n",
            },
            says="but the guidance calls it required",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "description": "List tasks. Required parameters: label, owner.",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"label": {"type": "string"}, "owner": {"type": "string"}},
                    },
                }
            ],
            says="parameter `label` is optional in the schema, but the description calls it required",
        ),
        BadExample(
            {"label": {"type": "string", "description": "(required) What to call it."}},
            says="parameter `label` is optional in the schema, but the description calls it required",
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
            says="parameter `limit` is required in the schema, but the description calls it optional",
            at="/tools/0/input_schema/properties/limit",
        ),
    ),
)
