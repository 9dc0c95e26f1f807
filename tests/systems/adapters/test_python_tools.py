"""What is no tool is named by its own name, with what to write instead."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import attrs
import msgspec
import pytest
import typing_extensions
from pydantic import BaseModel, ConfigDict, RootModel
from typing_extensions import Unpack

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.systems.adapters._python_tools import tool_of
from conformance.systems.adapters.python_object import runtime_of
from conformance.systems.runtime import Limits
from tests.cases import check_each

if TYPE_CHECKING:
    from decimal import Decimal


class Note(BaseModel):
    """Read a note."""


@dataclass
class Plain:
    """Find a note."""

    word: str = ""


class Typed(TypedDict):
    """Find a note."""

    word: str


class Named(NamedTuple):
    """Find a note."""

    word: str = ""


class Pen:
    """Writes a note."""

    def __call__(self, word: str) -> None:
        """Write a note."""


def convert(amount: "Decimal") -> None:
    """Convert an amount."""


def add_all(*numbers: int) -> None:
    """Add numbers."""


class Colour:
    """A type whose author tells at length what is wrong."""

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        raise ValueError("no colour.\n\nSee the manual")


def paint(colour: Colour) -> None:
    """Paint a wall."""


def divide(number: int, /, by: int) -> None:
    """Divide a number."""


def visit(action: Callable[[int], str]) -> None:
    """Visit all notes."""


def wait(seconds: float = float("inf")) -> None:
    """Wait some seconds."""


@pytest.mark.parametrize(
    ("target", "says", "hint"),
    [
        (Plain, "the class `Plain` is not a pydantic model", "derive it from `pydantic.BaseModel`"),
        (Typed, "the class `Typed` is not a pydantic model", "pass a function with such a parameter"),
        (Named, "the class `Named` is not a pydantic model", "pass a function with such a parameter"),
        ({"name": "get_note"}, "a value of type `dict` is neither a pydantic model nor", "`openai:module:NAME`"),
        ([Note], "a value of type `list` is neither a pydantic model nor", "`openai:module:NAME`"),
        (3, "a value of type `int` is neither a pydantic model nor a function", "name a pydantic model, a function"),
        (add_all, "the arguments `*numbers` of `add_all` can only be passed by position", "`numbers: list[...]`"),
        (paint, "raised 'ValueError: no colour. See the manual'", "types and defaults that JSON has"),
        (divide, "the parameter `number` of `divide` can only be passed by position", "remove the `/`"),
        (functools.partial(divide, 3), "a value of type `partial` has no name, docstring", "a function with `def`"),
        (Pen(), "a value of type `Pen` has no name, docstring", "write a function with `def` that calls it"),
        (convert, "deriving the schema of `convert` raised 'NameError", "not only under `TYPE_CHECKING`"),
        (visit, "deriving the schema of `visit` raised 'PydanticInvalid", "types and defaults that JSON has"),
        (wait, "deriving the schema of `wait` raised 'ValueError", "types and defaults that JSON has"),
    ],
)
def test_what_is_no_tool_is_named_among_tools(target: Any, says: str, hint: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        runtime_of([Note, target], "python:notes:TOOLS", Limits()).describe()
    assert says in caught.value.message
    assert hint in caught.value.recovery_hint


class Options(typing_extensions.TypedDict, total=False):
    """What may be passed besides."""

    word: typing_extensions.Required[str]
    limit: int


def find_any(place: str, **others: int) -> dict[str, Any]:
    """Find a note."""
    return {"place": place, **others}


def find_some(place: str, **others: Unpack[Options]) -> dict[str, Any]:
    """Find a note."""
    return {"place": place, **others}


def find_all(place: str, **others: Any) -> dict[str, Any]:
    """Find a note."""
    return {"place": place, **others}


@check_each(
    ("function", "others", "accepted", "refused"),
    [
        (find_any, {"type": "integer"}, {"n": 3}, {"n": "three"}),
        (find_some, False, {"word": "milk"}, {"word": "milk", "n": 3}),
        (find_some, False, {"word": "milk", "limit": 3}, {"limit": 3}),
        (find_all, True, {"n": "three"}, {"place": 3}),
    ],
)
def test_other_keywords_are_of_the_type_that_is_stated(
    function: Callable[..., Any], others: JsonValue, accepted: JsonObject, refused: JsonObject
) -> None:
    tool = tool_of(function)
    assert tool.schema["additionalProperties"] == others
    assert "default" not in str(tool.schema)
    assert tool.parse({"place": "home", **accepted}).accepted
    assert tool.call({"place": "home", **accepted})["result"] == {"place": "home", **accepted}
    assert not tool.parse({"place": "home", **refused}).accepted


class Titled(RootModel[dict[str, int]]):
    """Count notes."""

    model_config = ConfigDict(title="Notes by day")


class Untitled(RootModel[dict[str, int]]):
    """Count notes."""


@check_each(("model", "title"), [(Titled, "Notes by day"), (Untitled, None), (Note, None)])
def test_a_title_that_somebody_has_written_is_kept(model: type[BaseModel], title: str | None) -> None:
    schema = tool_of(model).schema
    assert schema.get("title") == title
    assert "description" not in schema


class Packed(msgspec.Struct):
    """Find a note."""

    word: str


@attrs.define
class Defined:
    """Find a note."""

    word: str


def find_packed(wanted: Packed) -> None:
    """Find a note."""


def find_defined(wanted: Defined) -> None:
    """Find a note."""


def find_plain(wanted: Plain) -> None:
    """Find a note."""


@check_each("target", [Packed, Defined, find_packed, find_defined])
def test_a_class_that_pydantic_does_not_know_gets_help_that_can_be_followed(target: Any) -> None:
    with pytest.raises(ConformanceError) as caught:
        runtime_of([target], "python:notes:TOOLS", Limits()).describe()
    hint = caught.value.recovery_hint or ""
    assert "pass a function with such a parameter" not in hint
    assert hint.endswith(("as pydantic cannot read it", "or a dataclass, not a class of `attrs` or `msgspec`"))
    assert tool_of(find_plain).parse({"wanted": {"word": "milk"}}).accepted


class Undescribed(BaseModel):
    word: str


class Numbers(RootModel[list[int]]):
    pass


class Described(BaseModel):
    """Finds notes."""


class Detailed(Described):
    word: str


@pytest.mark.parametrize("model", [Undescribed, Numbers])
def test_a_model_without_a_text_is_not_described_by_that_of_pydantic(model: type[BaseModel]) -> None:
    assert tool_of(model).description is None


def test_a_model_is_described_by_the_text_that_it_inherits_from_another() -> None:
    assert tool_of(Detailed).description == "Finds notes."


def test_a_parameter_is_kept_though_it_has_the_name_of_the_object_of_a_method() -> None:
    def classify(text: str, cls: str) -> str:
        return text + cls

    def first(cls: str) -> str:
        return cls

    assert set(tool_of(classify).arguments.model_fields) == {"text", "cls"}
    assert set(tool_of(first).arguments.model_fields) == {"cls"}


def test_the_object_of_a_method_is_no_parameter() -> None:
    class Notes:
        def find(self, word: str) -> str:
            return word

    assert set(tool_of(Notes.find).arguments.model_fields) == {"word"}


def test_a_parameter_that_pydantic_takes_for_its_settings_is_refused_and_not_lost() -> None:
    def train(model_config: str, model_name: str) -> str:
        return model_config + model_name

    with pytest.raises(ConformanceError, match="`model_config` of `train` has the name under which pydantic"):
        tool_of(train)
