"""The adapter protocol: JSON requests to a runtime and its answers, one per line or one per HTTP POST.

A runtime in any language implements it in about a hundred lines; ``schemas/adapter.schema.json`` is generated from
these models. A runtime answers an operation that it lacks with ``{"id": 1, "ok": false, "unsupported": true}``.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from conformance.documents.values import JsonObject

JsonMap: TypeAlias = dict[StrictStr, Any]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Question(_Message):
    id: StrictInt = Field(description="Id of the request; the answer repeats it.")


class DescribeRequest(_Question):
    """Asks for the inventory."""

    op: Literal["describe"]


class CatalogRequest(_Question):
    """Asks for the names of the tools that a turn offers."""

    op: Literal["catalog"]
    provenance: StrictStr = Field(description="What started the turn: operator, timer, callback, ...")
    profile: StrictStr | None = Field(None, description="Agent profile of the turn, null for the default one.")


class ParseRequest(_Question):
    """Asks whether an input is accepted; nothing may be executed."""

    op: Literal["parse"]
    tool: StrictStr
    input: Any


class CallRequest(_Question):
    """Asks for a call of the tool."""

    op: Literal["call"]
    tool: StrictStr
    input: Any


class SamplesRequest(_Question):
    """Asks for complete outputs of the system's own tools; nothing may be executed."""

    op: Literal["samples"]


class ProjectRequest(_Question):
    """Asks for the canonical envelope of a complete output."""

    op: Literal["project"]
    complete_output: Any
    policy: JsonMap


class RenderRequest(_Question):
    """Asks for the receipt of an envelope."""

    op: Literal["render"]
    envelope: Any
    policy: JsonMap


class CompactRequest(_Question):
    """Asks for the compacted envelope."""

    op: Literal["compact"]
    envelope: Any
    policy: JsonMap


class TransportRequest(_Question):
    """Asks for the message that reports a result to a provider."""

    op: Literal["transport"]
    envelope: Any
    receipt: StrictStr
    provider: StrictStr = Field(description="openai_responses, openai_chat, anthropic, gemini or mcp.")


class DescribeResult(_Message):
    """The inventory, in the format of ``schemas/inventory.schema.json``."""

    inventory: JsonMap


class CatalogResult(_Message):
    """The names of the tools."""

    tools: list[StrictStr]


class ParseResult(_Message):
    """Accepted, or rejected with a ToolError.

    ``arguments`` are the arguments as the tool would receive them, without the fields that the runtime drops.
    ``notice`` is a message to the caller about an accepted input, for example that a field was ignored.
    """

    accepted: StrictBool
    error: JsonMap | None = None
    arguments: JsonMap | None = None
    notice: StrictStr | None = None


class CallResult(_Message):
    """The canonical envelope, and the receipt that the model sees."""

    envelope: JsonMap
    receipt: StrictStr | None = None


class SamplesResult(_Message):
    """Complete outputs, each an object with ``tool_name``, ``status``, ``summary_text``, ``result`` and ``error``."""

    outputs: list[JsonMap]


class EnvelopeResult(_Message):
    """A projected or compacted envelope."""

    envelope: JsonMap


class RenderResult(_Message):
    """The receipt that the model sees."""

    receipt: StrictStr


class TransportResult(_Message):
    """The message in the provider's format."""

    message: JsonMap


class Fault(_Message):
    """Why the runtime could not answer; the harness reports this text."""

    message: StrictStr


class Answered(_Message):
    """A successful answer; the shape of ``result`` depends on the operation."""

    id: StrictInt
    ok: Literal[True]
    result: JsonMap


class NotAnswered(_Message):
    """The runtime lacks this operation or failed to carry it out."""

    id: StrictInt
    ok: Literal[False]
    unsupported: StrictBool = False
    error: Fault | None = None


Request = Annotated[
    DescribeRequest
    | CatalogRequest
    | ParseRequest
    | CallRequest
    | SamplesRequest
    | ProjectRequest
    | RenderRequest
    | CompactRequest
    | TransportRequest,
    Field(discriminator="op"),
]
Response = Annotated[Answered | NotAnswered, Field(discriminator="ok")]

RESULTS: dict[str, type[BaseModel]] = {
    "describe": DescribeResult,
    "catalog": CatalogResult,
    "parse": ParseResult,
    "call": CallResult,
    "samples": SamplesResult,
    "project": EnvelopeResult,
    "render": RenderResult,
    "compact": EnvelopeResult,
    "transport": TransportResult,
}
"""The shape of the result of each operation."""


def adapter_schema() -> JsonObject:
    """Return the JSON Schema of the protocol: requests, responses, and the result of each operation."""
    from pydantic import TypeAdapter
    from pydantic.json_schema import models_json_schema

    shapes = [
        DescribeRequest,
        CatalogRequest,
        ParseRequest,
        CallRequest,
        SamplesRequest,
        ProjectRequest,
        RenderRequest,
        CompactRequest,
        TransportRequest,
    ]
    models = [*shapes, Answered, NotAnswered, *RESULTS.values()]
    _, defined = models_json_schema([(shape, "validation") for shape in models])
    definitions = defined["$defs"]
    request: Any = TypeAdapter[Any](Request).json_schema(ref_template="#/$defs/{model}")
    request.pop("$defs", None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Adapter protocol",
        "description": "One JSON object per line on stdin and stdout, or one per HTTP POST.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Response"}],
        "$defs": {
            **dict(sorted(definitions.items())),
            "Request": request,
            "Response": {"oneOf": [{"$ref": "#/$defs/Answered"}, {"$ref": "#/$defs/NotAnswered"}]},
            "Result": {
                "description": "The shape of `result`, by operation.",
                "properties": {op: {"$ref": f"#/$defs/{shape.__name__}"} for op, shape in RESULTS.items()},
            },
        },
    }
