"""What one provider accepts of a tool, as of a date: names, sizes, the JSON Schema that it understands, its limits.

Every statement is data with its source in ``cited``; they change, so a profile is dated and compared with the
providers' own libraries where those state something.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _compile_pattern(pattern: Any) -> Any:
    try:
        return re.compile(pattern) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"{pattern} is no regular expression: {error}") from error


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compile_pattern)]
"""A regular expression that a whole name has to match; case counts."""


class Dialect(BaseModel):
    """Which JSON Schema a provider understands; an empty list of ``keywords`` means all of them.

    What is in ``keywords`` is honoured, what is in ``ignored`` is taken and not enforced, anything else refused.
    ``closed`` says what becomes of ``additionalProperties``: it is ``required`` to be false, ``kept``, or ``dropped``
    before sending, so that the inventory stays closed where a provider does not know the keyword.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    keywords: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refused_at_root: tuple[str, ...] = ()
    needed_at_root: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    """Formats that are honoured; an empty list means any."""
    least_items: tuple[int, ...] = ()
    """Values of ``minItems`` that are honoured; an empty list means any."""
    one_type: bool = False
    """``type`` is one name, never a list; null is said by ``nullable``."""
    nullable_keyword: bool = False
    text_enums: bool = False
    """Enums hold strings only."""
    needs_type: bool = False
    """Every schema says what it is: by type, enum, const, a union or a reference."""
    boolean_schemas: bool = True
    """``true`` and ``false`` are schemas; where they are not, ``additionalProperties`` may still be one of them."""
    keywords_of_type: bool = False
    """``properties`` stands beside the type ``object`` only."""
    needs_items: bool = False
    needs_properties: bool = False
    closed: Literal["required", "kept", "dropped"] = "kept"
    all_required: bool = False
    """Every property is required; an optional one is nullable instead."""
    inlines_references: bool = False
    recursion: bool = True
    unsupported_into_text: bool = False
    """What is not understood is told in the description instead, as the provider's own library does."""


class Limits(BaseModel):
    """Numbers that a provider does not let through; ``None`` where it states none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tools: int | None = None
    depth: int | None = None
    properties: int | None = None
    enum_values: int | None = None
    characters: int | None = None
    """Of all names, enum values and constants of one schema together."""
    large_enum: int | None = None
    """An enum with more strings than this has at most ``large_enum_characters`` of them together."""
    large_enum_characters: int | None = None
    optional_fields: int | None = None
    """Optional fields of all tools of a request."""
    union_fields: int | None = None


class Budget(BaseModel):
    """How many tokens the tools may cost in every request, all together and each; ``None`` sets no bound.

    ``tokenizer`` is one of tiktoken's; without it the count is an estimate.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    request_tokens: int | None = None
    tool_tokens: int | None = None
    tokenizer: str | None = None


class Protocol(BaseModel):
    """One revision of MCP: the members that a tool may have, and what it takes as output schema and header."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    revision: str
    follows_list: bool = False
    """Whether a tool list that names another revision is judged by that one; who chose a revision is given it."""
    tool_keys: tuple[str, ...]
    object_output: bool = True
    """Whether the root of an output schema has to be an object."""
    header_keyword: bool = False
    """Whether the revision knows ``x-mcp-header``."""


class Provider(BaseModel):
    """One provider, or one protocol, in one mode. ``cited`` maps what is stated to where it was read."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    label: str
    name_pattern: Pattern | None = None
    name_longest: int | None = None
    description_longest: int | None = None
    property_pattern: Pattern | None = None
    property_longest: int | None = None
    property_names_at: Literal["root", "everywhere"] = "everywhere"
    dialect: Dialect = Dialect()
    limits: Limits = Limits()
    cited: dict[str, str] = {}

    def source(self, *keys: str) -> str:
        """Return where the first of these statements was read, as the end of a sentence."""
        return next((f" [{self.cited[key]}]" for key in keys if key in self.cited), "")
