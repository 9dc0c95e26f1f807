"""An error has a kind, a message and `retryable`, optionally details and a recovery hint, and nothing else.

Code branches on the kind, and retry loops stop on `retryable`. Without them all failures look alike; an extra field is
a private agreement between one tool and one reader.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, type_phrase
from conformance.findings import Level, Problem
from conformance.names import closest_match, is_snake_case, snake_case
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import Screen, Subject, errors_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each field of ``error`` that is missing, mistyped or unknown."""
    error = record.envelope.get("error")
    if error is None or record.expects_result(profile):
        return
    if not isinstance(error, Mapping):
        message = f"`error` is {type_phrase(error)}, not an object"
        yield Problem(message, "write an object with `kind`, `message` and `retryable`", "/error")
        return
    yield from _kind_problems(error, profile)
    yield from _text_problems(error)
    if not isinstance(error.get("retryable"), bool):
        message = f"`error.retryable` is {_describe_value(error, 'retryable', 'boolean')}"
        hint = "write `true` if the same call may succeed later, otherwise `false`"
        yield Problem(message, hint, "/error/retryable")
    yield from _unknown_field_problems(error, profile)


def _kind_problems(error: JsonObject, profile: Profile) -> Iterator[Problem]:
    kind = error.get("kind")
    if not isinstance(kind, str) or not kind.strip():
        hint = "write a snake_case word that code can branch on, such as `task_not_found`"
        yield Problem(f"`error.kind` is {_describe_value(error, 'kind')}", hint, "/error/kind")
    elif profile.cases.enum_value == "snake" and not is_snake_case(kind):
        better = snake_case(kind[:80])
        hint = f"write {code_text(better)}" if better else "write a snake_case word"
        yield Problem(f"error kind {code_text(kind)} is not snake_case", hint, "/error/kind")


def _text_problems(error: JsonObject) -> Iterator[Problem]:
    message, hint = error.get("message"), error.get("recovery_hint")
    if not isinstance(message, str) or not message.strip():
        cure = "state what went wrong in one sentence"
        yield Problem(f"`error.message` is {_describe_value(error, 'message')}", cure, "/error/message")
    if hint is not None and not isinstance(hint, str):
        cure = "state what to do instead in one sentence, or write null"
        yield Problem(
            f"`error.recovery_hint` is {_describe_value(error, 'recovery_hint')}", cure, "/error/recovery_hint"
        )


def _unknown_field_problems(error: JsonObject, profile: Profile) -> Iterator[Problem]:
    unknown = [key for key in error if key not in profile.error_fields]
    for key in unknown[:_MAX_REPORTED]:
        meant = closest_match(key, [name for name in profile.error_fields if error.get(name) is None])
        hint = f"rename it to {code_text(meant)}" if meant else "move it into `error.details`"
        message = f"`error` has an unknown field {code_text(key)}"
        yield Problem(message, hint, child("/error", key))
    if len(unknown) > _MAX_REPORTED:
        yield Problem(
            f"`error` has {len(unknown) - _MAX_REPORTED:,} more unknown fields",
            "move them into `error.details`",
            "/error",
        )


def _describe_value(error: JsonObject, key: str, wanted: str = "string") -> str:
    value = error.get(key)
    if value is None:
        return "missing"
    return "blank" if isinstance(value, str) and not value.strip() else f"{type_phrase(value)}, not a {wanted}"


# Reported one by one; the rest is counted.
_MAX_REPORTED = 20


def _screen(subject: Subject) -> Screen:
    """The error has all that it must have and nothing unknown; a kind has the form that is right in all profiles."""
    fields: JsonObject = {
        "kind": {"type": "string", "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"},
        "message": {"type": "string", "pattern": "[A-Za-z0-9]"},
        "retryable": {"type": "boolean"},
    }
    known: JsonObject = {"propertyNames": {"enum": list(subject.profile.error_fields)}}
    hint: JsonObject = {"recovery_hint": {"type": ["string", "null"]}}
    error: JsonObject = {"required": list(fields), "properties": {**fields, **hint}, **known}
    return Screen({"properties": {"error": error}})


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#error",
    screen=errors_only(_screen),
    good=(
        {"status": "error", "error": {"kind": "task_not_found", "message": "no task 'task_1'", "retryable": False}},
        {"status": "error", "error": {"kind": "network_failed", "recovery_hint": None, "retryable": True}},
    ),
    bad=(
        BadExample({"status": "error", "error": {"kind": None}}, says="`error.kind` is missing", at="/error/kind"),
        BadExample({"status": "error", "error": {"kind": "Bad input!"}}, says="not snake_case", at="/error/kind"),
        BadExample({"status": "error", "error": {"message": ""}}, says="`error.message` is blank", at="/error/message"),
        BadExample({"status": "error", "error": {"retryable": "no"}}, says="not a boolean", at="/error/retryable"),
        BadExample({"status": "error", "error": {"stack": "main.rs"}}, says="unknown field `stack`", at="/error/stack"),
        BadExample({"status": "error", "error": "boom"}, says="`error` is a string, not an object", at="/error"),
    ),
)
