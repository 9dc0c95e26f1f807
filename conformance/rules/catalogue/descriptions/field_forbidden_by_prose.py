"""A field that the description forbids or calls ignored is not in the schema.

A public field that the runtime ignores or rejects is the worst kind of drift: the schema offers it, a sentence rules it
out, and a model that reads only one of them believes it is using the tool correctly.
"""

import functools
from collections.abc import Iterator, Mapping

from conformance.display import code_text, excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.prohibitions import is_prohibition, prohibitions
from conformance.inventory.prose.reading import sentences_of
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text rules the field out unconditionally."""
    quote = _prohibition_quote(field)
    if quote is not None:
        yield Problem(
            f"{field.label} is in the schema, but the description rules it out",
            f"remove {code_text(field.name)} from `properties`, or the sentence from the description",
            evidence={"quote": quote},
        )


def _prohibition_quote(field: Field) -> str | None:
    whole = next((sentence for sentence in sentences_of(field.description) if is_prohibition(sentence)), None)
    if whole is not None:
        return excerpt(whole, 0, len(whole))
    return _prohibitions_in(field.description).get(field.name) or _prohibitions_in(field.tool.description or "").get(
        field.name
    )


@functools.lru_cache(maxsize=64)
def _prohibitions_in(text: str) -> Mapping[str, str]:
    """Return the forbidding words by field name; cached, because all fields of a tool share its description."""
    return prohibitions(text)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#no-dormant-public-fields",
    good=(
        {"tty": {"type": "boolean", "description": "Do not set it unless the command asks for a terminal."}},
        {"quality": {"type": "integer", "description": "Higher is better. Ignored for PNG."}},
        {"space": {"type": "string", "description": "Where to look. For resources without one, the space is ignored."}},
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "RunCommand",
                    "description": "Start a command. Do not use tty, accepts_input, or terminals here.",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"cmd": {"type": "string"}, "tty": {"type": "boolean"}},
                    },
                }
            ],
            says="parameter `tty` is in the schema, but the description rules it out",
            at="/tools/0/input_schema/properties/tty",
        ),
        BadExample(
            {"depth": {"type": "integer", "description": "How deep to look. Currently ignored."}},
            says="parameter `depth` is in the schema",
        ),
    ),
)
