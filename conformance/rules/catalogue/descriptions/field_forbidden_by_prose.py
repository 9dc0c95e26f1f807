"""A field that the description forbids, or calls ignored, is not in the schema.

A public field that the runtime ignores or refuses is the worst kind of drift: the schema offers it, the sentence
takes it back, and a model that reads the one and not the other believes that it uses the tool.
"""

import functools
from collections.abc import Iterator, Mapping

from conformance.display import excerpt, quoted
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.prohibitions import is_taken_back, prohibitions
from conformance.inventory.prose.reading import sentences_of
from conformance.rules.scopes import FIELD, Bad
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the text takes the field back without a condition."""
    quote = _taken_back(field)
    if quote is not None:
        yield Problem(
            f"field {quoted(field.name)} is in the schema, and the description takes it back: {quote}",
            "remove it from the schema, or from the sentence that forbids it",
        )


def _taken_back(field: Field) -> str | None:
    whole = next((sentence for sentence in sentences_of(field.description) if is_taken_back(sentence)), None)
    if whole is not None:
        return excerpt(whole, 0, len(whole))
    return _taken_back_in(field.description).get(field.name) or _taken_back_in(field.tool.description or "").get(
        field.name
    )


@functools.lru_cache(maxsize=64)
def _taken_back_in(text: str) -> Mapping[str, str]:
    """The fields of a tool share one reading of its description."""
    return prohibitions(text)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#no-dormant-public-fields",
    good=(
        {"tty": {"type": "boolean", "description": "Do not set it unless the command asks for a terminal."}},
        {"quality": {"type": "integer", "description": "Higher is better. Ignored for PNG."}},
    ),
    bad=(
        Bad(
            [
                {
                    "name": "ExecCommand",
                    "family": "local_environment",
                    "description": "Start a command. Do not use tty, accepts_input, or terminals here.",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"cmd": {"type": "string"}, "tty": {"type": "boolean"}},
                    },
                }
            ],
            says="Do not use tty",
            at="/tools/0/input_schema/properties/tty",
        ),
        Bad({"depth": {"type": "integer", "description": "How deep to look. Currently ignored."}}, says="'depth'"),
    ),
)
