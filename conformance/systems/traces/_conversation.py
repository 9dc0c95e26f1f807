"""Recognises messages of a conversation by their roles, so that one without a call is not taken for an envelope."""

from collections.abc import Mapping

from conformance.documents.values import JsonValue, as_array, as_text

_ROLES = frozenset(["assistant", "ai", "developer", "function", "human", "model", "system", "tool", "user"])
# What a message says, by the formats of chats: a text or blocks, parts, or calls alone.
_CONTENTS = ("content", "parts", "tool_calls", "text")
# What holds a message, or a list of them, in requests and in the logs of hosts.
_HOLDERS = ("message", "messages", "contents", "input")


def is_conversation(value: JsonValue) -> bool:
    """Say whether a value is a message with a role, a list that begins with one, or holds either."""
    if _is_message(value) or _is_message(next(iter(as_array(value)), None)):
        return True
    held = [value[key] for key in _HOLDERS if key in value] if isinstance(value, Mapping) else []
    return any(_is_message(one) or _is_message(next(iter(as_array(one)), None)) for one in held)


def _is_message(value: JsonValue) -> bool:
    return (
        isinstance(value, Mapping) and as_text(value.get("role")) in _ROLES and any(key in value for key in _CONTENTS)
    )
