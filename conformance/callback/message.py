"""The messages of the callback protocol as frozen values, in two dated dialects.

The default dialect (``rap_2026_seed``) has a ``tool_result`` with a ``text``. The public protocol of August 2026
(``rap_2026_08``) allows ``content`` instead, adds images, and has four other messages. Unknown members are ignored,
never rejected: a new member must not lose a result.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, ValidationError, field_validator, model_validator

from conformance.callback.observed import OAUTH, TOOL_RESULT, ObservedMessage
from conformance.callback.segments import DisplaySegment, DisplaySegment202608, Image, Message
from conformance.documents.model_faults import fault_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, leave_out

SEED, AUGUST_2026 = "rap_2026_seed", "rap_2026_08"
DEFERRING_TYPES = (OAUTH, "user_choice")
"""Messages that leave their call pending."""

# Parts of pydantic's error locations that are not in the document: discriminator tags and union arms.
_TAGS = frozenset({"text", "diff", "image", "other"})
_ARMS = frozenset({"str", "dict[str,any]"})
# More display segments than any client reads: such a list is no display, and its segments are not judged one by one.
_MOST_SEGMENTS = 1000


# Of a long list only the first wrong item is described (`fail_fast`): a message may have millions of them.


class _Answer(Message):
    group_id: str = Field(description="The conversation thread; echoes the invocation.")
    id: str = Field(description="The tool call; echoes the invocation.")
    call_id: str | None = Field(default=None, description="Secondary call identifier; echoed when one was given.")


class ToolResult(_Answer):
    """The outcome of a completed operation, in the dialect ``rap_2026_seed``."""

    type: Literal["tool_result"]
    text: str = Field(description="What the model reads: plain text, or JSON-encoded data.")
    display_as: tuple[DisplaySegment, ...] = Field(
        default=(), strict=False, description="Hints for display to people only."
    )
    subscription: bool = Field(default=False, description="True if this call has started a subscription.")


class TextItem(Message):
    """A text for the model."""

    type: Literal["text"]
    text: str


class ImageItem(Image):
    """An image for the model."""

    type: Literal["image"]


ContentItem: TypeAlias = Annotated[TextItem | ImageItem, Discriminator("type")]


class ToolResult202608(_Answer):
    """The outcome of a completed operation since August 2026: ``content`` may replace ``text`` and takes precedence."""

    type: Literal["tool_result"]
    text: str | None = None
    content: tuple[ContentItem, ...] | None = Field(default=None, strict=False, fail_fast=True)
    display_as: tuple[DisplaySegment202608, ...] = Field(default=(), strict=False)
    subscription: bool = False

    @model_validator(mode="after")
    def _validate_content(self) -> "ToolResult202608":
        if self.text is None and not self.content:
            raise ValueError("needs `text`, or `content` with at least one item")
        return self


class OAuthRequest(_Answer):
    """The call waits until a person grants access at ``auth_url``; a ``tool_result`` follows."""

    type: Literal["oauth"]
    auth_url: str = Field(pattern=r"^https://")


class UserChoice(_Answer):
    """The call waits until a person chooses; ``default`` is the index used when the question is dismissed."""

    type: Literal["user_choice"]
    prompt: str
    choices: tuple[str, ...] = Field(strict=False, fail_fast=True, json_schema_extra={"minItems": 1})
    default: int = Field(ge=0)
    response_url: str

    # not a least length: of a list that is left after its first wrong item pydantic counts no item
    @field_validator("choices")
    @classmethod
    def _validate_choices(cls, choices: tuple[str, ...]) -> tuple[str, ...]:
        if not choices:
            raise ValueError("must not be empty")
        return choices

    @model_validator(mode="after")
    def _validate_default(self) -> "UserChoice":
        if self.default >= len(self.choices):
            raise ValueError("`default` must be the index of a choice")
        return self


class SubscriptionEvent(Message):
    """An event of a subscription started by an earlier call; nothing follows a ``final`` one."""

    type: Literal["subscription_event"]
    group_id: str
    tool_call_id: str
    text: str
    associative: bool = False
    final: bool = False


class ViewUpdate(Message):
    """Opaque content, kept once per thread and view type."""

    type: Literal["view_update"]
    group_id: str
    view_type: str
    content: dict[str, Any]


class Invocation(Message):
    """What a runtime POSTs to a tool: the operation, its arguments, and where to send the result."""

    operation: str
    arguments: dict[str, Any] = Field(default_factory=dict[str, Any])
    id: str
    call_id: str | None = None
    callback_url: str
    group_id: str
    thread_ancestors: tuple[str, ...] | None = Field(default=None, strict=False, fail_fast=True)
    user_id: str | None = None


Models: TypeAlias = Mapping[str, type[Message]]

DIALECTS: Mapping[str, Models] = MappingProxyType(
    {
        SEED: {TOOL_RESULT: ToolResult, OAUTH: OAuthRequest},
        AUGUST_2026: {
            TOOL_RESULT: ToolResult202608,
            OAUTH: OAuthRequest,
            "user_choice": UserChoice,
            "subscription_event": SubscriptionEvent,
            "view_update": ViewUpdate,
        },
    }
)
"""The models of each dialect by message type."""


def fields_of(dialect: str, message_type: str) -> list[str]:
    """Return the member names of a message type; empty for a type that the dialect does not define."""
    model = DIALECTS[dialect].get(message_type)
    return list(model.model_fields) if model else []


class MalformedMessageError(ValueError):
    """A message is invalid in its dialect; ``faults`` pairs each JSON Pointer with what is wrong there."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer or 'the message'}: {what}" for pointer, what in faults))
        self.faults = faults


def read_message(value: JsonValue, dialect: str = SEED) -> Message:
    """Return a JSON value as a message; raises ``MalformedMessageError``.

    A fault inside ``display_as``, or more than 1,000 segments, loses only the display, never the result.
    """
    members = as_object(value)
    model = DIALECTS[dialect].get(as_text(members.get("type")) or "")
    if model is None:
        known = " or ".join(DIALECTS[dialect])
        raise MalformedMessageError([("/type", f"must be {known}")])
    is_readable = len(as_array(members.get("display_as"))) <= _MOST_SEGMENTS
    if is_readable and not shape_faults(members, model):
        return model.model_validate(dict(members))
    plain = leave_out(members, "display_as")
    if faults := shape_faults(plain, model):
        raise MalformedMessageError(faults)
    return model.model_validate(plain)


def shape_faults(value: JsonObject, model: type[Message]) -> list[tuple[str, str]]:
    """Return the pointer and description of each fault of a value against a model, in at most 1,000 segments."""
    judged = dict(value)
    if len(segments := as_array(value.get("display_as"))) > _MOST_SEGMENTS:
        judged["display_as"] = segments[:_MOST_SEGMENTS]
    try:
        model.model_validate(judged)
    except ValidationError as error:
        return list({_pointer(fault["loc"]): fault_text([fault]) for fault in error.errors(include_url=False)}.items())
    return []


def faults_of(message: ObservedMessage, dialect: str, *prefixes: str) -> list[tuple[str, str]]:
    """Return the pointer and description of each fault against the dialect, at or below one of the pointers."""
    model = DIALECTS[dialect].get(message.type or "", DIALECTS[dialect][TOOL_RESULT])
    faults = shape_faults({**message.members, "type": message.type or TOOL_RESULT}, model)
    return [fault for fault in faults if any(f"{fault[0]}/".startswith(f"{prefix}/") for prefix in prefixes)]


def _pointer(location: tuple[int | str, ...]) -> str:
    """The pointer of a pydantic location, without the segment tags and union arms that pydantic adds."""
    inside = [
        token
        for at, token in enumerate(location)
        if not (token in _TAGS and at and isinstance(location[at - 1], int)) and token not in _ARMS
    ]
    return child("", *inside)


def message_schemas() -> dict[str, JsonObject]:
    """Return the published JSON Schemas by file name, without the suffix ``.schema.json``."""
    dialects = {
        "tool-result": ToolResult,
        "invocation": Invocation,
        **{f"callback-2026-08-{name.replace('_', '-')}": model for name, model in DIALECTS[AUGUST_2026].items()},
    }
    return {name: model.model_json_schema(by_alias=True) for name, model in dialects.items()}
