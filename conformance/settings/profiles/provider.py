"""What one provider accepts, as of a date: names, sizes, its form of a tool, its subset
of JSON Schema, its limits.

Every statement is data with its source in ``cited``. Providers change, so a profile is dated, and compared with the
providers' own libraries as far as those state anything.
"""

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints


# Compiled when the profile is read, so that a wrong pattern is a fault of the profile and not of the first tool.
def _compile_pattern(pattern: Any) -> Any:
    try:
        return re.compile(pattern) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"is not a valid regular expression: {error}") from error


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compile_pattern)]
"""A regular expression that must match a name from start to end; case matters."""

Url: TypeAlias = Annotated[str, StringConstraints(pattern=r"^https://\S+$")]
"""The address of a page that a reader can open."""


class ProviderDialect(BaseModel):
    """The subset of JSON Schema that a provider understands; an empty list of ``keywords`` means all of them.

    Keywords in ``keywords`` are honoured, those in ``ignored`` are accepted but not enforced, and all others rejected.
    ``closed`` says what happens to ``additionalProperties``: it is ``required`` to be false, ``kept``, or ``dropped``
    before sending, which lets the inventory stay closed for a provider that does not know the keyword.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    keywords: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refused_at_root: tuple[str, ...] = ()
    needed_at_root: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    """The values of ``format`` that are honoured; an empty list means any."""
    least_items: tuple[int, ...] = ()
    """The values of ``minItems`` that are honoured; an empty list means any."""
    one_type: bool = False
    """``type`` must be a single name, never a list; null is expressed by ``nullable``."""
    nullable_keyword: bool = False
    text_enums: bool = False
    """Enums may contain only strings."""
    needs_type: bool = False
    """Every schema must say what it is: by type, enum, const, a union or a reference."""
    boolean_schemas: bool = True
    """``true`` and ``false`` are accepted as schemas; if not, ``additionalProperties`` may still be one of them."""
    keywords_of_type: bool = False
    """``properties`` is accepted only next to the type ``object``."""
    needs_items: bool = False
    needs_properties: bool = False
    closed: Literal["required", "kept", "dropped"] = "kept"
    all_required: bool = False
    """Every property must be required; an optional one is made nullable instead."""
    inlines_references: bool = False
    recursion: bool = True
    unsupported_into_text: bool = False
    """Keywords that are not understood are moved into the description, as the provider's own library does."""


class ProviderLimits(BaseModel):
    """The limits of a provider; ``None`` where it states none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tools: int | None = None
    depth: int | None = None
    properties: int | None = None
    enum_values: int | None = None
    characters: int | None = None
    """Characters of all names, enum values and constants of one schema together."""
    large_enum: int | None = None
    """An enum with more strings than this may have at most ``large_enum_characters`` characters in total."""
    large_enum_characters: int | None = None
    optional_fields: int | None = None
    """Optional fields in all tools of a request together."""
    union_fields: int | None = None


class RequestForm(BaseModel):
    """How a request of the provider writes a tool; by default like an inventory."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_key: str = "input_schema"
    """The member that holds the input schema."""
    schema_required: bool = False
    """Whether a tool without an input schema is rejected; if not, it is a tool without parameters."""
    members: dict[str, str | bool] = {}
    """What each tool states besides its name, its description and its schema."""
    wrapper: str | None = None
    """The member of a tool that holds its name, description and schema, as OpenAI's ``function`` does."""
    outside: dict[str, str] = {}
    """What each tool states beside that member."""
    holder: str | None = None
    """The member of the one entry that holds all tools, where they are not entries of their own."""


class OtherForm(BaseModel):
    """A further form in which a provider takes a tool, and what it accepts there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    request: RequestForm
    dialect: ProviderDialect | None = None
    """The subset of JSON Schema of this form; ``None`` for that of the usual one."""
    any_property_name: bool = False
    """Whether no rule for the names of properties is known."""


class TokenBudget(BaseModel):
    """How many tokens the tools may cost per request, together and each; ``None`` sets no limit.

    ``tokenizer`` names one of tiktoken's; without it the count is an estimate.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    request_tokens: int | None = None
    tool_tokens: int | None = None
    tokenizer: str | None = None


class Protocol(BaseModel):
    """One revision of MCP: the members that a tool may have, and what is valid as output schema and header."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    revision: str
    follows_list: bool = False
    """Whether a tool list that states another revision is checked by that one; false for a revision chosen by name."""
    tool_keys: tuple[str, ...]
    object_output: bool = True
    """Whether the root of an output schema must be an object."""
    header_keyword: bool = False
    """Whether the revision knows ``x-mcp-header``."""


class Provider(BaseModel):
    """One provider or protocol in one mode; ``cited`` maps each statement to the page that shows it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    label: str
    name_pattern: Pattern | None = None
    name_longest: int | None = None
    description_longest: int | None = None
    property_pattern: Pattern | None = None
    property_longest: int | None = None
    property_names_at: Literal["root", "everywhere"] = "everywhere"
    request: RequestForm = RequestForm()
    forms: dict[str, OtherForm] = {}
    """Other forms of a request, by the name that ``conformance lower --form`` takes."""
    dialect: ProviderDialect = ProviderDialect()
    limits: ProviderLimits = ProviderLimits()
    cited: dict[str, Url] = {}

    def variant(self, name: str) -> "Provider":
        """Return what the provider accepts in another of its forms; raises ``KeyError`` for one that it lacks."""
        form = self.forms[name]
        changes: dict[str, Any] = {"request": form.request, "dialect": form.dialect or self.dialect}
        if form.any_property_name:
            changes |= {"property_pattern": None, "property_longest": None}
        return self.model_copy(update=changes)

    def reader_of(self, key: str | None) -> "Provider":
        """Return what the provider accepts in a schema that a tool states by this member; ``None`` is the usual one."""
        form = next((name for name, form in self.forms.items() if form.request.schema_key == key), None)
        return self if form is None or key == self.request.schema_key else self.variant(form)

    def citation(self, *keys: str) -> str:
        """Return the page that shows the first of these statements, as in " (see https://...)", for a message."""
        return next((f" (see {self.cited[key]})" for key in keys if key in self.cited), "")
