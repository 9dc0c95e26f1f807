"""Derives verdicts from replies.

A parser states whether it accepts an input; the outcome of a call has to be interpreted. Where the baseline call fails
for an unrelated reason (no network, no such file), an input that fails too is neither accepted nor rejected, unless the
failure blames the input.
"""

import json
import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json
from conformance.probes.interview.answers import Reply, Treatment
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome, ParseOutcome

# Addresses, UUIDs and numbers differ between two replies that otherwise say the same.
_VARYING = re.compile(r"0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}|\d+", re.IGNORECASE)
# White space, quotes and backslashes: an echo repeats a value with any of them around it or escaped.
_DRESS = re.compile(r"[\s\"'`\\]+")
# Words are compared without their order, as an object may be printed in another order.
_WORD = re.compile(r"\w+")
_MESSAGE_KEYS = ("message", "recovery_hint", "details")


def judge_parse(tool: str, arguments: JsonValue, parsed: ParseOutcome) -> Reply:
    """Return the answer that a parser's outcome amounts to."""
    verdict = Treatment.NOTICED if parsed.notice else Treatment.ACCEPTED
    reply: JsonObject = {"accepted": parsed.accepted, "error": parsed.error or None, "notice": parsed.notice or None}
    return Reply(
        verdict if parsed.accepted else Treatment.REFUSED,
        "parse",
        tool,
        arguments,
        {} if parsed.accepted else parsed.error,
        _join_texts([*(parsed.error.get(key) for key in _MESSAGE_KEYS), parsed.notice]),
        parsed.arguments if parsed.accepted else None,
        reply={key: value for key, value in reply.items() if value is not None},
    )


def judge_call(
    tool: str, arguments: JsonValue, called: CallOutcome, *, base: CallOutcome | None, tables: ProbeTables
) -> Reply:
    """Return the answer that a call's outcome amounts to.

    ``base`` is the outcome of the known good input that ``arguments`` was made from, ``None`` for that input itself.
    """
    verdict = Treatment.REFUSED if is_flagged(called) else Treatment.ACCEPTED
    answer = Reply(
        Treatment.UNDETERMINED if called.is_unfinished else verdict,
        "call",
        tool,
        arguments,
        as_object(as_object(called.envelope).get("error")),
        text_of(called),
        called=called,
        reply=called.raw if called.raw is not None else called.envelope,
    )
    if base is None or called.is_unfinished:
        return answer
    return replace(answer, verdict=_verdict_beside(base, answer, called, tables))


def _verdict_beside(base: CallOutcome, answer: Reply, called: CallOutcome, tables: ProbeTables) -> Treatment:
    """Return the verdict on a changed input, given the outcome of the good one that it was made from."""
    has_failed = is_flagged(called) or reports_failure(called, tables)
    if not seems_failed(base, tables):
        return Treatment.REFUSED if has_failed else Treatment.ACCEPTED
    # The good input failed as well, so a failure shows that the input was rejected only if it says so.
    if has_same_text(base, called):
        return Treatment.UNDETERMINED
    if has_failed or seems_failed(called, tables):
        return Treatment.REFUSED if blames_input(answer, tables) else Treatment.UNDETERMINED
    return Treatment.ACCEPTED


def is_flagged(called: CallOutcome) -> bool:
    """Say whether the reply is flagged as a failure."""
    return called.refused_by_protocol or as_object(called.envelope).get("status") == "error"


def blames_input(answer: Reply, tables: ProbeTables) -> bool:
    """Say whether a rejection blames the shape of the input rather than something that happened later."""
    if answer.op == "parse" or answer.error.get("kind") in tables.input_error_kinds:
        return True
    return any(pattern.search(answer.text) for pattern in tables.input_error_texts)


def seems_failed(called: CallOutcome, tables: ProbeTables) -> bool:
    """Say whether a reply may be a failure: flagged, or with a text that reports one or begins with words of one."""
    return is_flagged(called) or tables.may_report_failure(_shown_text(called))


def reports_failure(called: CallOutcome, tables: ProbeTables) -> bool:
    """Say whether the text of a reply reports a failure, regardless of its flag."""
    return tables.reports_failure(_shown_text(called))


def _shown_text(called: CallOutcome) -> str:
    return called.receipt or as_text(as_object(called.envelope).get("summary_text")) or ""


def text_of(called: CallOutcome) -> str:
    """Return all text of a reply: receipt, summary and error."""
    envelope = as_object(called.envelope)
    error = as_object(envelope.get("error"))
    return _join_texts([called.receipt, envelope.get("summary_text"), *(error.get(key) for key in _MESSAGE_KEYS)])


def mentions_field(text: str, name: str, value: JsonValue) -> bool:
    """Say whether a text mentions a field other than by echoing it together with its value."""
    bare = _DRESS.sub("", text)
    shown = {_DRESS.sub("", form) for form in (json.dumps(value), json.dumps(value, ensure_ascii=False), repr(value))}
    opens = isinstance(value, dict | list)
    echoes = "|".join(re.escape(form[:1] if opens else form) for form in shown)
    end = "" if opens else r"(?!\w)"
    return _DRESS.sub("", name) in re.sub(rf"{re.escape(_DRESS.sub('', name))}(?:=>|[:=])(?:{echoes}){end}", "", bare)


def has_same_text(left: CallOutcome, right: CallOutcome) -> bool:
    """Say whether two replies have the same text, apart from numbers and ids."""
    return _VARYING.sub("0", text_of(left)) == _VARYING.sub("0", text_of(right))


def differs_only_in_name(before: CallOutcome, after: CallOutcome, name: str, other: str) -> bool:
    """Say whether ``after`` equals ``before`` once ``other`` is replaced by ``name``, in any order of words."""
    read = _rename(text_of(after), name, other)
    expected, actual = (sorted(_WORD.findall(_VARYING.sub("0", text))) for text in (text_of(before), read))
    return expected == actual


def is_same_but_for_name(before: CallOutcome, after: CallOutcome, name: str, other: str) -> bool:
    """Say whether the raw replies are equal to the last digit, images too, once ``other`` is replaced by ``name``."""
    read = _rename(compact_json(after.raw), name, other)
    return sorted(_WORD.findall(compact_json(before.raw))) == sorted(_WORD.findall(read))


def _rename(text: str, name: str, other: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(other)}(?!\w)", lambda _: name, text)


def _join_texts(parts: Iterable[JsonValue]) -> str:
    # Receipt, summary and error often have the same text, which is quoted once.
    return "\n".join(dict.fromkeys(text for part in parts for text in _texts(part)))


def _texts(value: JsonValue) -> Sequence[str]:
    if isinstance(value, str):
        return [value] if value else []
    members = [*as_object(value).values(), *as_array(value)]
    return [text for member in members for text in _texts(member)]
