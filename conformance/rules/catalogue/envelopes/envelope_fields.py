"""Every tool result is one object with the fields of the shared envelope, each of the right JSON type.

One outer shape for all tools lets compaction, audit and transports work without knowing any tool. A renamed field, a
provider's flag or a raw blob is a second contract. A lone surrogate makes strict readers reject the entire record.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from conformance.display import LONE_SURROGATE, code_text, escape_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, type_phrase
from conformance.findings import Level, Problem
from conformance.names import closest_match
from conformance.rules.scopes import RECORD, BadExample, Kind
from conformance.rules.screens import Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record
from conformance.systems.surface.envelopes import names_of, texts_of


def check(record: Record, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if it is not an envelope, and for each missing, mistyped or unknown field and lone surrogate."""
    envelope, shape = record.envelope, list_codes(profile.results.envelope_fields[:5])
    if not isinstance(envelope, Mapping):
        message = f"tool result is {type_phrase(envelope)}, not an envelope"
        yield Problem(message, f"return an object with {shape}", kind="shape")
        return
    if envelope and not any(key in envelope for key in profile.results.envelope_fields):
        message = f"tool result has none of the fields of an envelope, but {list_codes([*envelope][:5])}"
        yield Problem(message, f"return an object with {shape}, or record it in a known format of traces", kind="shape")
        return
    yield from _unknown_fields(envelope, profile)
    yield from _mistyped_fields(envelope, profile)
    yield from _broken_texts(envelope)


def _unknown_fields(envelope: JsonObject, profile: Profile) -> Iterator[Problem]:
    known = profile.results.envelope_fields
    unknown = [key for key in envelope if key not in known]
    for key in unknown[:_MAX_REPORTED]:
        meant = closest_match(key, [name for name in known if envelope.get(name) is None])
        hint = f"rename it to {code_text(meant)}" if meant else "move it into `result`, or remove it"
        message = f"envelope has an unknown field {code_text(key)}"
        yield Problem(message, hint, child("", key), kind="fields")
    if len(unknown) > _MAX_REPORTED:
        more = len(unknown) - _MAX_REPORTED
        message = f"envelope has {more:,} more unknown fields"
        yield Problem(message, "move them into `result`, or remove them", kind="fields")


def _mistyped_fields(envelope: JsonObject, profile: Profile) -> Iterator[Problem]:
    for key in ("tool_name", "status"):
        value = envelope.get(key)
        if not isinstance(value, str):
            found = "missing" if value is None else f"{type_phrase(value)}, not a string"
            message = f"field `{key}` is {found}"
            yield Problem(message, f"write {_EXPECTED_VALUES[key]}", child("", key), kind="fields")
    result = envelope.get("result")
    if isinstance(result, str | bool | int | float) and envelope.get("status") not in _error_statuses(profile):
        message = f"field `result` is {type_phrase(result)}, not the typed payload of the tool"
        yield Problem(message, "return the payload as a JSON object", "/result", kind="fields")


def _broken_texts(envelope: JsonObject) -> Iterator[Problem]:
    for pointer, text in chain(texts_of(envelope), names_of(envelope)):
        if LONE_SURROGATE.search(text):
            message = "text contains a lone surrogate, which strict JSON parsers reject"
            hint = "replace undecodable characters with U+FFFD before recording"
            yield Problem(message, hint, pointer, {"text": escape_text(text[:60])}, kind="fields")


def _error_statuses(profile: Profile) -> list[str]:
    return [status for status in profile.statuses if status not in profile.statuses_with_result]


# An envelope with more unknown fields is another format altogether; listing them all would not help.
_MAX_REPORTED = 20
_EXPECTED_VALUES = {"tool_name": "the public name of the tool as a string", "status": "`success` or `error`"}


def _screen(subject: Subject) -> Screen:
    """All fields are known, and no result is a scalar; no line that is read as JSON has a lone surrogate."""
    return Screen({"propertyNames": {"enum": list(subject.profile.results.envelope_fields)}})


RULE = RECORD.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#canonical-envelope-shape",
    kinds=(Kind("shape"), Kind("fields")),
    screen=_screen,
    good=(
        {"tool_name": "ListTasks", "status": "success", "summary_text": "no task runs", "result": {}, "error": None},
        {"artifacts": [{"path": "out.log"}], "result": {"output_preview": "ok", "output_artifact": 0}},
    ),
    bad=(
        BadExample([], says="tool result is an array", at=""),
        BadExample({"truncated": True}, says="unknown field `truncated`", at="/truncated"),
        BadExample({"tool_name": None}, says="`tool_name` is missing", at="/tool_name"),
        BadExample({"result": '{"returned": 0}'}, says="`result` is a string", at="/result"),
        BadExample({"result": {"text": "\ud800"}}, says="text contains a lone surrogate", at="/result/text"),
    ),
)
