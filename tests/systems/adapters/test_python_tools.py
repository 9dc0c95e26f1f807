"""What is no tool is named by its own name, with what to write instead."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel

from conformance.errors import ConformanceError
from conformance.systems.adapters.python_object import runtime_of
from conformance.systems.runtime import Limits

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
