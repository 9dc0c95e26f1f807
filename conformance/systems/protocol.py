"""The adapter protocol: the JSON objects that go to a runtime and come back, one a line or one an HTTP POST.

A runtime in any language implements it in about a hundred lines; ``schemas/adapter.schema.json`` is published from
these models. What a runtime lacks it answers with ``{"id": 1, "ok": false, "unsupported": true}``.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from conformance.documents.values import JsonObject

JsonMap: TypeAlias = dict[StrictStr, Any]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Question(_Message):
    id: StrictInt = Field(description="Number of the request; the answer carries the same.")


class DescribeRequest(_Question):
    """Asks for the inventory."""

    op: Literal["describe"]


class CatalogRequest(_Question):
    """Asks for the names of the tools that a turn sees."""

    op: Literal["catalog"]
    provenance: StrictStr = Field(
        description="Where the message of the turn comes from: operator, timer, callback, ..."
    )
    profile: StrictStr | None = Field(None, description="Agent profile of the turn, null for the usual one.")


class ParseRequest(_Question):
    """Asks whether an input is accepted; nothing may be executed."""

    op: Literal["parse"]
    tool: StrictStr
    input: Any


class CallRequest(_Question):
    """Asks for a call."""

    op: Literal["call"]
    tool: StrictStr
    input: Any


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
    """Asks for the message that tells a provider of a result."""

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
    """Accepted, or refused with a ToolError.

    ``arguments`` are the arguments as the tool would get them; a field that the runtime drops is missing there.
    ``notice`` is what the caller is told of an input that is accepted, such as that a field was ignored.
    """

    accepted: StrictBool
    error: JsonMap | None = None
    arguments: JsonMap | None = None
    notice: StrictStr | None = None


class CallResult(_Message):
    """The canonical envelope, and the receipt that the model sees."""

    envelope: JsonMap
    receipt: StrictStr | None = None


class EnvelopeResult(_Message):
    """An envelope, projected or compacted."""

    envelope: JsonMap


class RenderResult(_Message):
    """A receipt."""

    receipt: StrictStr


class TransportResult(_Message):
    """The provider's message."""

    message: JsonMap


class Fault(_Message):
    """Why the runtime could not answer; the harness stops with this text."""

    message: StrictStr


class Answered(_Message):
    """An answer; what ``result`` holds depends on the question."""

    id: StrictInt
    ok: Literal[True]
    result: JsonMap


class NotAnswered(_Message):
    """The runtime lacks this operation, or could not carry it out."""

    id: StrictInt
    ok: Literal[False]
    unsupported: StrictBool = False
    error: Fault | None = None


Request = Annotated[
    DescribeRequest
    | CatalogRequest
    | ParseRequest
    | CallRequest
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
    "project": EnvelopeResult,
    "render": RenderResult,
    "compact": EnvelopeResult,
    "transport": TransportResult,
}
"""The result that each operation is answered with."""


def adapter_schema() -> JsonObject:
    """Return the JSON Schema of the protocol: a request, or a response, with the result of each operation."""
    from pydantic import TypeAdapter
    from pydantic.json_schema import models_json_schema

    shapes = [
        DescribeRequest,
        CatalogRequest,
        ParseRequest,
        CallRequest,
        ProjectRequest,
        RenderRequest,
        CompactRequest,
        TransportRequest,
    ]
    everything = [*shapes, Answered, NotAnswered, *RESULTS.values()]
    _, defined = models_json_schema([(shape, "validation") for shape in everything])
    definitions = defined["$defs"]
    request: Any = TypeAdapter[Any](Request).json_schema(ref_template="#/$defs/{model}")
    request.pop("$defs", None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Adapter protocol",
        "description": "One JSON object a line on stdin and stdout, or one HTTP POST each.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Response"}],
        "$defs": {
            **dict(sorted(definitions.items())),
            "Request": request,
            "Response": {"oneOf": [{"$ref": "#/$defs/Answered"}, {"$ref": "#/$defs/NotAnswered"}]},
            "Result": {
                "description": "What `result` holds, by the operation that was asked for.",
                "properties": {op: {"$ref": f"#/$defs/{shape.__name__}"} for op, shape in RESULTS.items()},
            },
        },
    }
