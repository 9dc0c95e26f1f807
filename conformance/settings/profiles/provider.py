"""What one provider accepts, as of a date: names, sizes, its form of a tool, its subset
of JSON Schema, its limits.

Every statement is data with its source in ``cited``. Providers change, so a profile is dated, and compared with the
providers' own libraries as far as those state anything.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from conformance.settings.tables import ExactPattern, Table

Pattern: TypeAlias = ExactPattern
"""A regular expression that must match a name from start to end; case matters."""

Url: TypeAlias = Annotated[str, Meta(pattern=r"^https://\S+$")]
"""The address of a page that a reader can open."""


class ProviderDialect(Table, frozen=True, kw_only=True):
    """The subset of JSON Schema that a provider understands; an empty list of ``keywords`` means all of them.

    Keywords in ``keywords`` are honoured, those in ``ignored`` are accepted but not enforced, and all others rejected.
    ``closed`` says what happens to ``additionalProperties``: it is ``required`` to be false, ``kept``, or ``dropped``
    before sending, which lets the inventory stay closed for a provider that does not know the keyword.
    """

    keywords: tuple[str, ...] = ()
    """Keywords that are honoured; an empty list means all of them."""
    ignored: tuple[str, ...] = ()
    """Keywords that are accepted and not enforced."""
    refused: tuple[str, ...] = ()
    """Keywords that are rejected, where all others are known."""
    refused_at_root: tuple[str, ...] = ()
    """Keywords that are rejected at the root of a schema alone."""
    needed_at_root: tuple[str, ...] = ()
    """Keywords that the root of a schema must have."""
    formats: tuple[str, ...] = ()
    """The values of ``format`` that are honoured; an empty list means any."""
    least_items: tuple[int, ...] = ()
    """The values of ``minItems`` that are honoured; an empty list means any."""
    one_type: bool = False
    """``type`` must be a single name, never a list; null is expressed by ``nullable``."""
    splits_types: bool = False
    """A list of types is accepted, but sent as a union: the provider's own library knows no list."""
    nullable_keyword: bool = False
    """Null is expressed by ``nullable``, and not by a type."""
    text_enums: bool = False
    """Enums may contain only strings."""
    plain_enums: bool = False
    """Enums may contain no objects and arrays."""
    plain_patterns: bool = False
    """A ``pattern`` may not look around, refer back to a group, or ask for the edge of a word."""
    needs_type: bool = False
    """Every schema must say what it is: by type, enum, const, a union or a reference."""
    typed_values: bool = False
    """An enum or a constant must state its type, too."""
    boolean_schemas: bool = True
    """``true`` and ``false`` are accepted as schemas; if not, ``additionalProperties`` may still be one of them."""
    keywords_of_type: bool = False
    """``properties`` is accepted only next to the type ``object``."""
    needs_items: bool = False
    """Every array must say what its elements are."""
    needs_properties: bool = False
    """Every object must list its properties."""
    closed: Literal["required", "kept", "dropped"] = "kept"
    """Whether ``additionalProperties`` must be false, is kept, or is dropped before sending."""
    all_required: bool = False
    """Every property must be required; an optional one is made nullable instead."""
    inlines_references: bool = False
    """References are replaced by what they lead to before sending."""
    bare_references: bool = False
    """Nothing may be stated beside a reference."""
    references_in_all_of: bool = True
    """A part of ``allOf`` may be a reference."""
    recursion: bool = True
    """Whether a schema may refer to itself."""
    unsupported_into_text: bool = False
    """Keywords that are not understood are moved into the description, as the provider's own library does."""


class ProviderLimits(Table, frozen=True, kw_only=True):
    """The limits of a provider; ``None`` where it states none."""

    tools: int | None = None
    """Tools of one request."""
    depth: int | None = None
    """Levels of nested objects and arrays in one schema."""
    properties: int | None = None
    """Properties of one schema, at all levels together."""
    enum_values: int | None = None
    """Values of all enums of one schema together."""
    characters: int | None = None
    """Characters of all names, enum values and constants of one schema together."""
    large_enum: int | None = None
    """An enum with more strings than this may have at most ``large_enum_characters`` characters in total."""
    large_enum_characters: int | None = None
    """Characters of all strings of a large enum together."""
    optional_fields: int | None = None
    """Optional fields in all tools of a request together."""
    union_fields: int | None = None
    """Fields with several types or branches in all tools of a request together."""


class RequestForm(Table, frozen=True, kw_only=True):
    """How a request of the provider writes a tool; by default like an inventory."""

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
    namespaces: bool = False
    """Whether the tools of a namespace are held by an entry for it; if not, its name begins that of each tool."""


class OtherForm(Table, frozen=True, kw_only=True):
    """A further form in which a provider takes a tool, and what it accepts there."""

    request: RequestForm
    """How a request writes a tool in this form."""
    dialect: ProviderDialect | None = None
    """The subset of JSON Schema of this form; ``None`` for that of the usual one."""
    any_property_name: bool = False
    """Whether no rule for the names of properties is known."""


class TokenBudget(Table, frozen=True, kw_only=True):
    """How many tokens the tools may cost per request, together and each; ``None`` sets no limit.

    ``tokenizer`` names one of tiktoken's; without it the count is an estimate.
    """

    request_tokens: int | None = None
    """Tokens of all tools together, ``null`` for no limit."""
    tool_tokens: int | None = None
    """Tokens of each tool, ``null`` for no limit."""
    tokenizer: Annotated[str | None, Meta(examples=["o200k_base"])] = None
    """The tiktoken tokenizer to count with, ``null`` for an estimate."""


class Protocol(Table, frozen=True, kw_only=True):
    """One revision of MCP: the members that a tool may have, and what is valid as output schema and header."""

    revision: str
    """The revision, named by its date."""
    follows_list: bool = False
    """Whether a tool list that states another revision is checked by that one; false for a revision chosen by name."""
    tool_keys: tuple[str, ...]
    """The members that a tool may have."""
    object_output: bool = True
    """Whether the root of an output schema must be an object."""
    header_keyword: bool = False
    """Whether the revision knows ``x-mcp-header``."""


class Provider(Table, frozen=True, kw_only=True):
    """One provider or protocol in one mode; ``cited`` maps each statement to the page that shows it."""

    label: str
    """The name of the provider in messages."""
    name_pattern: Pattern | None = None
    """What the name of a tool must match."""
    name_longest: int | None = None
    """Most characters in the name of a tool."""
    name_rule: Literal["requires", "recommends"] = "requires"
    """How binding the pattern of names is: a protocol may only recommend what providers refuse."""
    description_longest: int | None = None
    """Most characters in the description of a tool."""
    property_pattern: Pattern | None = None
    """What the name of a property must match."""
    property_longest: int | None = None
    """Most characters in the name of a property."""
    property_names_at: Literal["root", "everywhere"] = "everywhere"
    """Whether these hold for the properties of the root alone."""
    request: RequestForm = RequestForm()
    """How a request writes a tool."""
    forms: dict[str, OtherForm] = {}
    """Other forms of a request, by the name that ``conformance lower --form`` takes."""
    dialect: ProviderDialect = ProviderDialect()
    """The subset of JSON Schema that it understands."""
    strict_profile: str | None = None
    """The profile by which a tool is judged that states `"strict": true`."""
    limits: ProviderLimits = ProviderLimits()
    """How large tools and requests may be."""
    cited: dict[str, Url] = {}
    """The page that shows each statement, by its key."""

    def variant(self, name: str) -> "Provider":
        """Return what the provider accepts in another of its forms; raises ``KeyError`` for one that it lacks."""
        form = self.forms[name]
        changes: dict[str, Any] = {"request": form.request, "dialect": form.dialect or self.dialect}
        if form.any_property_name:
            changes |= {"property_pattern": None, "property_longest": None}
        return replace(self, **changes)

    def reader_of(self, key: str | None) -> "Provider":
        """Return what the provider accepts in a schema that a tool states by this member; ``None`` is the usual one."""
        form = next((name for name, form in self.forms.items() if form.request.schema_key == key), None)
        return self if form is None or key == self.request.schema_key else self.variant(form)

    def citation(self, *keys: str) -> str:
        """Return the page that shows the first of these statements, as in " (see https://...)", for a message."""
        return next((f" (see {self.cited[key]})" for key in keys if key in self.cited), "")
