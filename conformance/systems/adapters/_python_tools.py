"""Pydantic models and functions as tools: their schema, their parser, their call."""

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NotRequired, Required, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import Struct
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    ConfigDict,
    Field,
    PydanticUndefinedAnnotation,
    RootModel,
    ValidationError,
    create_model,
)
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from conformance.display import code_text, first_sentence
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, leave_out
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import snake_case
from conformance.systems.adapters._answers import bound_iterators, copy_json
from conformance.systems.adapters._deadline import describe_raised, reason_of
from conformance.systems.refusals import RESULT_NOT_JSON, invalid_input, pydantic_complaints
from conformance.systems.runtime import ParseOutcome

Made = TypeVar("Made")
_KINDS = "name a pydantic model, a function, a list or mapping of these, or an object with Runtime methods"
_JSON_TOOLS = "name a list of tools as JSON by its format: `openai:module:NAME`, or `anthropic`, `gemini`, `mcp-tools`"
_IMPORT = "import what it names where the module runs, not only under `TYPE_CHECKING`"


_FAILED = "tool_execution_failed"
# What only classes of `msgspec` and `attrs` have.
_FOREIGN = ("__struct_fields__", "__attrs_attrs__")
# In the error of pydantic for a class that it knows nothing of.
_OTHER_CLASS = "IsInstanceSchema"


class PythonTool(Struct, frozen=True):
    """One tool: its name, its description, the model of its arguments, and the function it runs, if any."""

    name: str
    description: str | None
    arguments: type[BaseModel]
    run: Callable[..., Any] | None = None

    @property
    def schema(self) -> JsonObject:
        """The schema of the arguments, without the model's name and description: the tool has its own."""
        schema = self.arguments.model_json_schema()
        # a title that somebody has written says more than the name of a class
        own = [] if "title" in self.arguments.model_config else ["title"]
        return leave_out(schema, "description", *own)

    def parse(self, arguments: JsonValue) -> ParseOutcome:
        """Validate the arguments with pydantic; a rejection carries a ToolError."""
        try:
            parsed = self._read(arguments)
        except ValidationError as error:
            listed = [_name_path(dict(one), self.arguments) for one in error.errors(include_url=False)]
            complaints = pydantic_complaints(listed, arguments)
            return ParseOutcome(accepted=False, error=invalid_input(self.name, self.schema, complaints))
        except (Exception, SystemExit) as error:  # noqa: BLE001  a validator may raise anything, as the call would
            message = f"the validation raised {describe_raised(error)}"
            return ParseOutcome(accepted=False, error=_failure(_FAILED, message))
        return ParseOutcome(accepted=True, arguments=_to_json(parsed))

    def _read(self, arguments: JsonValue) -> BaseModel:
        """Read the arguments as JSON, which they are: a strict model takes a date or an enum member as text there."""
        return self.arguments.model_validate_json(json.dumps(arguments))

    def call(self, arguments: JsonValue) -> JsonObject:
        """Run the function on valid arguments and return its envelope; an exception becomes a failure envelope."""
        parsed = self._read(arguments)
        given = {name: getattr(parsed, name) for name in parsed.model_fields_set}
        try:
            result = self.run(**given) if self.run else None
            made = asyncio.run(_await_result(result)) if inspect.isawaitable(result) else result
        except (Exception, SystemExit) as error:  # noqa: BLE001  a tool may fail with any exception, and not end its host
            return _envelope(self.name, describe_raised(error), None, _FAILED)
        try:
            # What is too large, or is an integer that nobody can write, is not JSON either.
            value = copy_json(to_jsonable_python(bound_iterators(made)))
        except (Exception, SystemExit) as error:  # noqa: BLE001  what a function returns may do anything when it is read
            text = f"the returned `{type(made).__name__}` is not JSON: {describe_raised(error)}"
            return _envelope(self.name, text, None, RESULT_NOT_JSON)
        if isinstance(value, Mapping) and {"tool_name", "status"} <= value.keys():
            return value
        return _envelope(self.name, f"{self.name} returned", value if isinstance(value, Mapping) else {"value": value})


def _to_json(parsed: BaseModel) -> JsonObject | None:
    """Return what a function gets as JSON; ``None`` where JSON cannot show it, such as bytes of an image."""
    try:
        return to_jsonable_python(_to_input(parsed), fallback=str)
    except Exception:  # noqa: BLE001  a value may do anything when it is read
        return None


def _to_input(value: Any) -> Any:
    """Return a parsed value with its fields named as in an input: a dump names them by their serialization alias."""
    if isinstance(value, RootModel):
        return _to_input(cast("RootModel[Any]", value).root)
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        given = {_input_name(name, fields.get(name)): getattr(value, name) for name in value.model_fields_set}
        return {name: _to_input(member) for name, member in given.items()}
    if isinstance(value, Mapping):
        return {key: _to_input(member) for key, member in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_to_input(member) for member in cast("Sequence[Any]", value)]
    return value


def _name_path(error: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Return an error on a path that a field is read from as one on the field, since the schema has only its name."""
    for name, field in model.model_fields.items():
        alias = field.validation_alias
        choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
        for path in (one.path for one in choices if isinstance(one, AliasPath)):
            if list(error["loc"]) == path:
                where = child("", *path)
                text = f"{error['msg']} at {where}, where the model reads this field (`AliasPath`)"
                return {**error, "loc": (_input_name(name, field),), "type": "alias_path", "msg": text}
    return error


def _input_name(name: str, field: FieldInfo | None) -> str:
    """Return the name that the schema gives to a field: of several aliases, the first that is not a path."""
    alias = field.validation_alias if field is not None else None
    choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return next((choice for choice in choices if isinstance(choice, str)), name)


async def _await_result(result: Any) -> Any:
    return await result


def _failure(kind: str, message: str) -> JsonObject:
    return {"kind": kind, "message": message, "recovery_hint": None, "retryable": False}


def _envelope(name: str, summary: str, result: JsonValue, failed: str | None = None) -> JsonObject:
    error, status = (_failure(failed, summary), "error") if failed else (None, "success")
    return {"tool_name": name, "status": status, "summary_text": summary, "result": result, "error": error}


def tool_of(target: Any, name: str | None = None) -> PythonTool:
    """Return the tool made from a model or a function; raises ``ConformanceError`` for anything else."""
    if _is_model(target):
        return PythonTool(name or target.__name__, _description(target), target)
    if inspect.isclass(target):
        message = f"the class {code_text(target.__name__)} is not a pydantic model"
        is_foreign = any(hasattr(target, mark) for mark in _FOREIGN)
        or_else = "as pydantic cannot read it" if is_foreign else "or pass a function with such a parameter"
        raise _usage_error(message, f"derive it from `pydantic.BaseModel`, {or_else}")
    if not callable(target):
        message = f"a value of type {code_text(type(target).__name__)} is neither a pydantic model nor a function"
        raise _usage_error(message, _JSON_TOOLS if isinstance(target, Mapping | list | tuple) else _KINDS)
    own = name or str(getattr(target, "__name__", ""))
    if not hasattr(target, "__name__"):
        message = (
            f"a value of type {code_text(type(target).__name__)} has no name, docstring and annotations of its own"
        )
        raise _usage_error(message, "write a function with `def` that calls it")
    return PythonTool(own, _description(target), name_culprit(own, lambda: _model_of(target, own)), target)


def name_culprit(tool: str, make: Callable[[], Made]) -> Made:
    """Return what is made of a tool; raises ``ConformanceError``, which names the tool, if its code raises anything."""
    try:
        return make()
    except ConformanceError:
        raise
    except Exception as error:
        is_undefined = isinstance(error, NameError | PydanticUndefinedAnnotation)
        hint = _IMPORT if is_undefined else "give its parameters types and defaults that JSON has"
        if _OTHER_CLASS in str(error):
            hint = f"{hint}: for an object a pydantic model or a dataclass, not a class of `attrs` or `msgspec`"
        message = f"deriving the schema of {code_text(tool)} raised {reason_of(error)}"
        raise ConformanceError(ErrorKind.UNREACHABLE, message, hint) from error


def _usage_error(message: str, hint: str) -> ConformanceError:
    return ConformanceError(ErrorKind.USAGE, message, hint)


def _is_model(target: Any) -> bool:
    return inspect.isclass(target) and issubclass(target, BaseModel)


def _description(target: Any) -> str | None:
    text = inspect.getdoc(target)
    # a class without a text of its own inherits the one that explains pydantic itself
    is_own = text not in (inspect.getdoc(BaseModel), inspect.getdoc(RootModel))
    return text if text and is_own and first_sentence(text) else None


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """What a caller passes: not the object of a method that is bound to none, whose type nobody states."""
    given = list(inspect.signature(function).parameters.values())
    is_object = bool(given) and given[0].name in _SELVES and given[0].annotation is inspect.Parameter.empty
    return given[1:] if is_object else given


def _model_of(function: Callable[..., Any], name: str) -> type[BaseModel]:
    """The parameters as a model: closed, as Python rejects unknown keywords, unless there are ``**kwargs``."""
    parameters = _parameters(function)
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    for parameter in parameters:
        _refuse_unnameable(parameter, name, takes_any)
    hints = get_type_hints(function, include_extras=True)
    others = next((hints.get(one.name, Any) for one in parameters if one.kind is one.VAR_KEYWORD), None)
    # there are two of them, in `typing` and in `typing_extensions`
    unpacked = get_args(others)[0] if str(get_origin(others)).endswith(".Unpack") else None
    fields: dict[str, Any] = {
        parameter.name: (
            hints.get(parameter.name, Any),
            ... if parameter.default is parameter.empty else parameter.default,
        )
        for parameter in parameters
        if parameter.kind in _BY_NAME
    }
    config = ConfigDict(extra="allow" if takes_any and unpacked is None else "forbid", arbitrary_types_allowed=True)
    title = snake_case(name) or "tool"
    if unpacked is not None:
        return create_model(title, __config__=config, **fields, **_members_of(unpacked))
    if others in (None, Any, object):
        return create_model(title, __config__=config, **fields)
    # pydantic reads from this annotation of what type each other member is
    typed = {"__annotations__": {"__pydantic_extra__": dict[str, others]}, "model_config": config}
    return create_model(title, __base__=type(title, (BaseModel,), {**typed, "__module__": __name__}), **fields)


def _refuse_unnameable(parameter: inspect.Parameter, name: str, takes_any: bool) -> None:
    """Raise ``ConformanceError`` for a parameter of the function ``name`` that no member of an object can fill."""
    # beside ``**kwargs`` it is a wrapper, which hands on whatever it is given
    if parameter.kind is parameter.VAR_POSITIONAL and not takes_any:
        message = f"the arguments `*{parameter.name}` of `{name}` can only be passed by position, not by name"
        raise _usage_error(message, f"make them one parameter that is a list: `{parameter.name}: list[...]`")
    if parameter.kind is parameter.POSITIONAL_ONLY:
        message = f"the parameter `{parameter.name}` of `{name}` can only be passed by position, not by name"
        raise _usage_error(message, f"remove the `/` from the parameters of `{name}`")
    # pydantic takes such a name for a private attribute, so that nobody could pass what the function needs
    if parameter.name.startswith("_") and parameter.default is parameter.empty and parameter.kind in _BY_NAME:
        message = f"the parameter `{parameter.name}` of `{name}` begins with `_`, which no field of a model does"
        raise _usage_error(message, "rename it, or give it a default")
    # pydantic reads its settings from such a field, so that the function would never get it
    if parameter.name == "model_config":
        message = f"the parameter `model_config` of `{name}` has the name under which pydantic keeps its settings"
        raise _usage_error(message, "rename it")


def _members_of(unpacked: Any) -> dict[str, Any]:
    """Return the fields that ``**kwargs: Unpack[Options]`` stands for; one that may be absent has no default."""
    hints = get_type_hints(unpacked, include_extras=True)
    types = {name: get_args(hint)[0] if get_origin(hint) in _PRESENCE else hint for name, hint in hints.items()}
    needed = unpacked.__required_keys__
    return {name: (type_, ... if name in needed else Field(default_factory=_no_value)) for name, type_ in types.items()}


def _no_value() -> None:
    """Return nothing: a function gets only what was given."""


_PRESENCE = (Required, NotRequired)
_SELVES = ("self", "cls")
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
