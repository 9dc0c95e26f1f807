"""How a command gets its options, and the values that they have: seconds, a JSON object, pending calls, a token."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from click.types import FloatParamType, IntParamType, StringParamType

from conformance.display import code_text
from conformance.documents.values import as_object, as_text
from conformance.errors import ConformanceError, ErrorKind

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., Any])
_MOST_SECONDS = 1_000_000.0
_URL_SAFE = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")
# A name, which beyond ASCII a request states as `xn--`, or an address; IPv6 with brackets or without.
_HOST_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*")


def add_options(function: AnyCallable, options: Sequence[Callable[[AnyCallable], AnyCallable]]) -> AnyCallable:
    """Return the function of a command with options, which its help lists in their order."""
    for option in reversed(options):
        function = option(function)
    return function


def _empty_error(param: click.Parameter | None, ctx: click.Context | None, kind: str) -> ConformanceError:
    name = f"`{max(param.opts, key=len)}`" if isinstance(param, click.Option) else kind
    command = f" of `{ctx.command_path}`" if ctx else ""
    return ConformanceError(ErrorKind.USAGE, f"{name}{command} is empty", f"pass {kind}, or leave it out")


class FilePath(click.Path):
    """A path; an empty one, as an unset variable of a shell gives it, would silently be the working folder."""

    def __init__(self, **options: bool) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not value:
            raise _empty_error(param, ctx, "a path")
        return super().convert(value, param, ctx)


class PresentFolder(FilePath):
    """A folder that exists: one that is misspelt would be a folder without the files that are looked for in it."""

    def __init__(self) -> None:
        super().__init__(exists=True, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; for click a pipe or a device may be a folder."""
        folder = super().convert(value, param, ctx)
        return folder if Path(folder).is_dir() else self.fail(f"Directory {str(folder)!r} is a file.", param, ctx)


class NonEmptyText(StringParamType):
    """A text; an empty one, as an unset variable of a shell gives it, names nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text."""
        if not value:
            raise _empty_error(param, ctx, "a value" if isinstance(param, click.Option) else "a path")
        return value


class Seconds(FloatParamType):
    """A positive, finite number of seconds."""

    requirement = f"a number of seconds above 0 and at most {_MOST_SECONDS:,.0f}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; NaN fails because no comparison with it is true."""
        seconds = super().convert(value, param, ctx)
        return seconds if 0 < seconds <= _MOST_SECONDS else self.fail(f"{value!r} is not valid", param, ctx)


class PositiveNumber(FloatParamType):
    """A positive, finite number."""

    requirement = f"a number above 0 and at most {_MOST_SECONDS:,.0f}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; NaN fails because no comparison with it is true."""
        number = super().convert(value, param, ctx)
        return number if 0 < number <= _MOST_SECONDS else self.fail(f"{value!r} is not valid", param, ctx)


class WholeNumber(IntParamType):
    """An integer within bounds, both inclusive."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most
        bounds = "" if least is None else f" of at least {least}" if most is None else f" from {least} to {most}"
        self.requirement = f"an integer{bounds}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the integer."""
        number = super().convert(value, param, ctx)
        is_large = self._least is None or number >= self._least
        is_small = self._most is None or number <= self._most
        return number if is_large and is_small else self.fail(f"{value!r} is not valid", param, ctx)


def path_token(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """Validate the last path segment; an empty one or one that URLs escape would be another path."""
    if value is not None and not _URL_SAFE.fullmatch(value):
        message = f"{code_text(f'--token {value}')} cannot be the last segment of a URL"
        hint = "use only letters, digits, `-`, `_`, `.` and `~`, and do not start with `.`"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    return value


def host_names(_ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Sequence[str]:
    """Return names or addresses of hosts, IPv6 without its brackets; a URL or a port would never match a request."""
    for value in values:
        if not _HOST_NAME.fullmatch(value):
            message = f"{code_text(f'{max(param.opts, key=len)} {value}')} is not the name of a host"
            hint = "write the name alone, such as `hooks.example.org`, without scheme, port, path and wildcard"
            raise ConformanceError(ErrorKind.USAGE, message, hint)
    return [value.strip("[]") for value in values]


def json_object(_ctx: click.Context, param: click.Parameter, value: str) -> Any:
    """Return the JSON object that an option's value is, parsed strictly."""
    option = f"--{param.human_readable_name.replace('_', '-')}"
    return read_object(option, value, f'{option} \'{{"field": "value"}}\'')


def read_object(option: str, text: str, example: str) -> Any:
    """Return the JSON object in the text of an option; raises ``ConformanceError`` that names the option."""
    from conformance.documents.reader import parse

    try:
        value = parse(text.encode("utf-8", "surrogateescape"), option).value
    except ConformanceError as error:
        # The position is one in the text, which has no file: only the column helps.
        column = f" at column {error.location.rpartition(':')[2]}" if ":" in error.location else ""
        message = f"`{option}` is {error.message}{column}"
        raise ConformanceError(ErrorKind.USAGE, message, f"write {example}") from None
    if not isinstance(value, dict):
        message = f"`{option}` must be a JSON object, not {code_text(text)}"
        raise ConformanceError(ErrorKind.USAGE, message, f"write {example}")
    return value


def pending_calls(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Any:
    """Return the pending calls that are named as ``group:id``, ``group:id:call_id``, or as JSON objects."""
    calls = [_pending_call(ctx, param, value) for value in values]
    first: dict[tuple[str, str], Any] = {}
    for call in calls:
        # of two calls with the same ids a ledger knows only the first
        if first.setdefault((call.group_id, call.id), call) != call:
            message = f"--pending states different call ids for {code_text(f'{call.group_id}:{call.id}')}"
            raise ConformanceError(ErrorKind.USAGE, message, "name the call once")
    return calls


def _pending_call(ctx: click.Context, param: click.Parameter, value: str) -> Any:
    from conformance.callback.ledger import PendingCall

    if value.startswith("{"):
        members = as_object(json_object(ctx, param, value))
        group, call, second = (as_text(members.get(key)) for key in ("group_id", "id", "call_id"))
    else:
        group, call, second, *rest = [*value.split(":"), None, None]
        group = group if len(rest) < 3 else None
    # half of a surrogate pair is no character: no message may contain it
    if not group or not call or any("\ud800" <= character <= "\udfff" for character in f"{group}{call}{second}"):
        message = f"{code_text(f'--pending {value}')} does not name a call"
        hint = "write --pending GROUP:ID, --pending GROUP:ID:CALL_ID, or JSON with group_id, id and call_id"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    return PendingCall(group, call, second)


class Share(StringParamType):
    """A share above 0 and at most all, as a fraction such as ``0.01`` or in percent such as ``1%``."""

    requirement = "a share above 0, such as `1%` or `0.01`"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the share as a fraction."""
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = 0.0
        return share if 0 < share <= 1 else self.fail(f"{text!r} is not valid", param, ctx)


# Seconds in each unit of a span such as ``30d``.
_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_SPAN = re.compile(r"(\d{1,5})([mhdw])")


def read_moment(option: str, text: str) -> float:
    """Return a moment in seconds since 1970: a date or time, or a span before now such as ``30d``.

    Raises ``ConformanceError`` that names the option.
    """
    span = _SPAN.fullmatch(text)
    if span:
        return datetime.now(UTC).timestamp() - int(span[1]) * _UNITS[span[2]]
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        message = f"{code_text(f'{option} {text}')} is not a moment"
        hint = "write a span such as `30d` or `12h`, or a date such as `2026-01-31`"
        raise ConformanceError(ErrorKind.USAGE, message, hint) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
