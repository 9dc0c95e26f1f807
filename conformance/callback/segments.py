"""The display segments of a result: what a person sees instead of the full text."""

import re
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag

# For the published schema: groups of four, with padding only in the last.
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


def _validate_base64(text: str) -> str:
    if not text or len(text) % 4 or re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text) is None:
        raise ValueError("must be base64")
    return text


class Message(BaseModel):
    """A value of the protocol: frozen, without type coercion, ignoring unknown members."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Diff(Message):
    """The content of a diff segment: a unified diff and the file it applies to."""

    path: str = Field(description="The file path the diff applies to.")
    patch: str = Field(description="A unified diff (---/+++/@@ format).")


class Image(Message):
    """An image in base64 with its media type."""

    data: Annotated[str, AfterValidator(_validate_base64)] = Field(
        json_schema_extra={"minLength": 4, "pattern": _BASE64, "contentEncoding": "base64"}
    )
    media_type: str = Field(alias="mediaType", pattern=r"^image/[A-Za-z0-9.+_-]+$")


class TextSegment(Message):
    """A plain text segment, typically one line."""

    type: Literal["text"]
    content: str


class DiffSegment(Message):
    """A diff for rich rendering."""

    type: Literal["diff"]
    content: Diff


class ImageSegment(Message):
    """An image; defined since August 2026."""

    type: Literal["image"]
    content: Image


class OtherSegment(Message):
    """A segment of a type that the dialect does not define; runtimes skip it."""

    type: str = Field(json_schema_extra={"not": {"enum": ["text", "diff"]}})
    content: str | dict[str, Any]


class OtherSegment202608(OtherSegment):
    """A segment of a type that the dialect of August 2026 does not define either."""

    type: str = Field(json_schema_extra={"not": {"enum": ["text", "diff", "image"]}})


def _type_discriminator(*defined: str) -> Discriminator:
    def tag(value: Any) -> str:
        named: Any = cast("dict[str, Any]", value).get("type") if isinstance(value, dict) else getattr(value, "type", 0)
        return named if isinstance(named, str) and named in defined else "other"

    return Discriminator(tag)


_Text: TypeAlias = Annotated[TextSegment, Tag("text")]
_Diff: TypeAlias = Annotated[DiffSegment, Tag("diff")]
_Image: TypeAlias = Annotated[ImageSegment, Tag("image")]
_Other: TypeAlias = Annotated[OtherSegment, Tag("other")]
_Other202608: TypeAlias = Annotated[OtherSegment202608, Tag("other")]
DisplaySegment: TypeAlias = Annotated[_Text | _Diff | _Other, _type_discriminator("text", "diff")]
DisplaySegment202608: TypeAlias = Annotated[
    _Text | _Diff | _Image | _Other202608, _type_discriminator("text", "diff", "image")
]
