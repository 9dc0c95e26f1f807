"""Values of the options of ``conformance callback``: a JSON object, pending calls, a token."""

import re
from collections.abc import Sequence
from typing import Any

import click

from conformance.display import escape_text
from conformance.documents.reader import parse
from conformance.documents.values import as_object, as_text
from conformance.errors import ConformanceError

_URL_SAFE = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")


def path_token(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """Validate the last path segment; an empty one or one that URLs escape would be another path."""
    if value is not None and not _URL_SAFE.fullmatch(value):
        raise click.BadParameter("use only letters, digits, '-', '_', '.' and '~', and do not start with '.'")
    return value


def json_object(_ctx: click.Context, _param: click.Parameter, value: str) -> Any:
    """Return the JSON object that an option's value is, parsed strictly."""
    try:
        parsed = parse(value.encode("utf-8", "surrogateescape"), "the value").value
    except ConformanceError as error:
        raise click.BadParameter(escape_text(error.message)) from None
    if not isinstance(parsed, dict):
        raise click.BadParameter("must be a JSON object")
    return parsed


def pending_calls(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Any:
    """Return the pending calls that are named as ``group:id``, ``group:id:call_id``, or as JSON objects."""
    return [_pending_call(ctx, param, value) for value in values]


def _pending_call(ctx: click.Context, param: click.Parameter, value: str) -> Any:
    from conformance.callback.ledger import PendingCall

    if value.startswith("{"):
        members = as_object(json_object(ctx, param, value))
        group, call, second = (as_text(members.get(key)) for key in ("group_id", "id", "call_id"))
    else:
        group, call, second, *rest = [*value.split(":"), None, None]
        group = group if len(rest) < 3 else None
    if not group or not call:
        raise click.BadParameter("use GROUP:ID, GROUP:ID:CALL_ID, or JSON with group_id, id and call_id")
    return PendingCall(group, call, second)
