"""The frozen values of an inventory, both format versions."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from conformance.documents.values import JsonObject, JsonValue, as_object, as_text, type_phrase
from conformance.lazy_patterns import LazyPattern
from conformance.names import snake_case
from conformance.schema.subschemas import Subschemas, subschemas_of

Computed = TypeVar("Computed")

FORMAT_VERSIONS = (1, 2)
INPUT_SCHEMA = "/input_schema"
RESULT_SCHEMA = "/result_envelope/success_result_schema"
"""The pointers of the two schemas of a tool."""
SCHEMA_KEYS = ("input_schema", "inputSchema", "parameters", "parametersJsonSchema")
"""The members by which tool lists state an input schema."""
KEYS_SINCE = {"success_result_schema": 2}
"""The keys that a later format version added, with that version; a reader of an earlier one does not know them."""
TOOL_KEYS = (
    "name",
    "family",
    "stability",
    "description",
    "input_schema",
    "freeform_grammar",
    "related_surfaces",
    "result_envelope",
)
"""The keys that the format defines for a tool."""
AS_LISTED = "as_listed"
"""The key that keeps an entry of a tool list as it was, when an inventory cannot represent it."""
SCHEMA_KEY = "schema_key"
"""The key that keeps which member of a list states the schema, where its provider reads that by rules of its own.

It is ``NO_SCHEMA_KEY`` where a list states that a tool has no parameters by leaving the schema out.
"""
NO_SCHEMA_KEY = ""
# The date at the end of the type of a provider's own tool: `bash_20250124`, `web_search_2025_08_26`.
_VERSION = LazyPattern(r"_20\d\d_?\d\d_?\d\d$")
NAMESPACE_KEY = "namespace"
"""The key that keeps the name and the description of the namespace in which a list holds a tool."""
READER_KEYS = (AS_LISTED, SCHEMA_KEY, NAMESPACE_KEY)
"""The keys of a tool that only a reader of tool lists writes."""
REVISION_KEY = "protocol_version"
"""The protocol version that a tool list states, kept in ``source_of_truth``."""


def namespaced_name(namespace: JsonValue, name: JsonValue) -> JsonValue:
    """Return the name of a tool with that of its namespace, as two tools of two namespaces may have one name."""
    holder = as_text(as_object(namespace).get("name"))
    return name if holder is None or not isinstance(name, str) else f"{holder}.{name}"


class ResultEnvelope(Struct, frozen=True):
    """What a tool promises about its result; a value of the wrong JSON type is ``None`` here and kept in ``raw``.

    ``success_result_schema`` exists since format version 2 and is ``None`` where the payload has no published schema.
    """

    canonical: str | None
    success_result: str | None
    success_result_schema: JsonValue
    error_result: str | None
    model_rendering: str | None
    raw: JsonObject


class Tool(Struct, frozen=True, dict=True):
    """One tool as the inventory promises it; ``capability`` is the key ``family`` of the file."""

    index: int
    name: str
    capability: str | None
    stability: str | None
    description: str | None
    input_schema: JsonValue
    freeform_grammar: JsonValue
    related_surfaces: Sequence[str]
    result_envelope: ResultEnvelope | None
    unknown_keys: Sequence[str]
    raw: JsonObject

    @cached_property
    def pointer(self) -> str:
        """The JSON Pointer of this tool in its inventory."""
        return f"/tools/{self.index}"

    @property
    def entry(self) -> JsonObject:
        """The tool as its file states it: the entry of the tool list where an inventory could not represent it."""
        listed = as_object(self.raw.get(AS_LISTED, self.raw))
        return (as_object(listed.get("function")) or listed) if AS_LISTED in self.raw else listed

    @property
    def namespace(self) -> JsonObject:
        """The name and the description of the namespace in which a list holds the tool; empty without one."""
        return as_object(self.raw.get(NAMESPACE_KEY))

    @property
    def own_name(self) -> str:
        """The name without that of the namespace."""
        return self.name.removeprefix(str(namespaced_name(self.namespace, "")))

    @property
    def name_fault(self) -> str | None:
        """Why ``name`` is only a stand-in for what the file states, as a message; ``None`` if it is not."""
        if "name" not in self.entry:
            return "tool has no `name`"
        name = self.entry["name"]
        return None if isinstance(name, str) else f"`name` is {type_phrase(name)}, not a string"

    @property
    def stated_schema(self) -> JsonValue:
        """The input schema as its file states it, even a value that is not a schema; ``None`` where it states none."""
        stated = (self.input_schema, *(self.entry.get(key) for key in SCHEMA_KEYS))
        return next((one for one in stated if one is not None), None)

    @property
    def schema_key(self) -> str | None:
        """The member by which a provider's list states the input schema; ``None`` for the usual one."""
        return as_text(self.raw.get(SCHEMA_KEY))

    @property
    def omits_schema(self) -> bool:
        """Whether the list states that the tool has no parameters by stating no schema."""
        return self.schema_key == NO_SCHEMA_KEY

    @property
    def is_freeform(self) -> bool:
        """Whether the tool takes a text instead of an object."""
        return self.input_schema is None and self.freeform_grammar is not None

    @property
    def schema_fault(self) -> str | None:
        """Why there is no object as input schema, as a message; ``None`` if there is one."""
        if isinstance(self.input_schema, Mapping):
            return None
        stated = self.stated_schema
        # a schema by a name that is not read is not a wrong schema
        is_missing = stated is None or isinstance(stated, Mapping)
        return "tool has no input schema" if is_missing else f"input schema is {type_phrase(stated)}, not an object"

    @property
    def success_result_schema(self) -> JsonValue:
        """The published schema of the success payload, or ``None``."""
        return self.result_envelope.success_result_schema if self.result_envelope else None

    @property
    def stated_result_schema(self) -> JsonValue:
        """The published schema of the success payload, also where nothing can be evaluated by it, or ``None``."""
        stated = self.result_envelope.raw.get("success_result_schema") if self.result_envelope else None
        return stated if self.success_result_schema is None else self.success_result_schema

    def once(self, compute: Callable[["Tool"], Computed]) -> Computed:
        """Return what a function computes of this tool; it is computed once, however many rules ask for it."""
        if compute not in self._analyses:
            self._analyses[compute] = compute(self)
        return self._analyses[compute]

    def forget(self) -> None:
        """Forget all that was computed of this tool; who asks again waits again."""
        for name in list(vars(self)):
            del vars(self)[name]

    @cached_property
    def _analyses(self) -> dict[Callable[["Tool"], Any], Any]:
        return {}

    @cached_property
    def input_subschemas(self) -> Subschemas:
        """The subschemas of the input schema, computed once for all rules."""
        return subschemas_of(self.input_schema)

    @cached_property
    def result_subschemas(self) -> Subschemas:
        """The subschemas of the published schema of the success payload."""
        return subschemas_of(self.success_result_schema)

    @property
    def schemas(self) -> Sequence[tuple[str, Subschemas]]:
        """The input schema and the published result schema, each with its pointer in the tool."""
        return ((INPUT_SCHEMA, self.input_subschemas), (RESULT_SCHEMA, self.result_subschemas))


class BuiltInTool(Struct, frozen=True):
    """A tool of the provider that a list asks for; several servers of one type differ by their labels."""

    type: str
    label: str
    pointer: str
    stated: JsonObject

    @property
    def name(self) -> str:
        """What reports call the tool."""
        return f"{self.type} {self.label}".rstrip()

    @property
    def key(self) -> str:
        """What stays the same from one version of the tool to the next."""
        return f"{_VERSION.sub('', snake_case(self.type))} {self.label}"


class Inventory(Struct, frozen=True, dict=True):
    """All tools of one system; ``raw`` is the original document, unknown keys included.

    ``built_in`` are the provider's own tools, which only a list has: no schema of theirs is known.
    """

    version: int
    source_of_truth: JsonObject
    stability_policy: JsonObject
    tools: Sequence[Tool]
    unknown_keys: Sequence[str]
    raw: JsonObject
    built_in: Sequence[BuiltInTool] = ()

    @cached_property
    def tools_by_name(self) -> Mapping[str, Tool]:
        """The tools by name; the first one wins if a name is used twice."""
        return {tool.name: tool for tool in reversed(self.tools)}

    @cached_property
    def first_tool_by_field(self) -> Mapping[str, Tool]:
        """For each top-level input field of any tool, the first tool that has it."""
        # of a long list the subschemas of all tools at once would take more memory than the list
        schemas = ((tool, subschemas_of(tool.input_schema)) for tool in reversed(self.tools))
        return {name: tool for tool, subschemas in schemas for name in subschemas.names_at("")}

    def gather(self, compute: Callable[[Tool], Computed], most: int | None = None) -> Sequence[Computed]:
        """Return what a function computes of each tool, in the order of the tools; ``most`` asks only for so many.

        It is computed once, and kept when a tool forgets the rest, so that it should be small: a field refers to all
        that is known of its schema.
        """
        known = self._values_of_tools.setdefault(compute, [])
        known.extend(map(compute, self.tools[len(known) : most]))
        return known

    @cached_property
    def _values_of_tools(self) -> dict[Callable[[Tool], Any], list[Any]]:
        return {}

    def tool(self, name: str) -> Tool | None:
        """Return the tool of that exact name."""
        return self.tools_by_name.get(name)


EMPTY_INVENTORY = Inventory(2, {}, {}, (), (), {})
"""An empty inventory, for a system of which only results or messages are known."""
