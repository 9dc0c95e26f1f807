"""Tries a runtime: sends results that it must accept and messages that it must discard, and records what it does.

Each text contains a unique mark. If the runtime has a transcript (any JSON or text that contains what its models were
given), the marks show which texts reached a model, completely or in part, and how often.
"""

import json
import secrets
import time
from collections.abc import Iterator, Sequence, Set
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.credentials import mask_url
from conformance.callback.ledger import PendingCall
from conformance.callback.observed import TOOL_RESULT, MessageKind, Reception
from conformance.callback.trials.transcripts import MARK, Transcript, read_transcript
from conformance.display import escape_text, quote_text
from conformance.documents.exchange import ExchangeError, Request, exchange
from conformance.documents.foreign_files import BINARY, kind_of_bytes
from conformance.documents.values import JsonObject, JsonValue, leave_out
from conformance.errors import ConformanceError, ErrorKind

_JSON = {"Content-Type": "application/json"}
# What a runtime may lose of a line: capitals, other scripts, letters of two characters. It makes a text longer than
# what runtimes usually pass on, and keeps its message shorter than what servers usually refuse.
_FILLER = "Straße, Ñandú, cafe\u0301, 日本語, \U0001f600; " * 12
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_PIECE = b"x" * 65536
# A transcript may hold earlier threads as well, but must fit into memory.
_MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024


class RuntimeTrial(Struct, frozen=True):
    """Where the runtime listens, which calls are pending there, and the URL of its transcript; times in seconds.

    Each pending call can be answered once: the first gets a valid result, the others a segment of unknown type, a plain
    text that begins like JSON, and malformed messages with pending ids.
    """

    url: str
    pending: Sequence[PendingCall]
    transcript: str | None = None
    oversized_bytes: int = 64 * 1024 * 1024
    answer_within: float = 10.0
    shown_within: float = 5.0
    quiet: float = 1.0
    """The transcript is complete when nothing has come for so long: what must not be shown comes late, if it does."""


class RuntimeObservation(Struct, frozen=True):
    """What a runtime did in a trial, and why its transcript could not be read: then only the answers are known."""

    receptions: Sequence[Reception]
    unread_transcript: ConformanceError | None = None


class _Probe(Struct, frozen=True):
    """One message to send; its text contains the mark."""

    name: str
    sent: MessageKind
    text: str
    mark: str
    group_id: str
    body: bytes
    repeat: int = 0
    """How many pieces of padding follow the body."""
    display_mark: str | None = None
    """A mark that only the display segments contain."""


def try_runtime(trial: RuntimeTrial) -> RuntimeObservation:
    """Run a trial; raises ``ConformanceError`` when the runtime cannot be reached."""
    if not trial.pending:
        hint = "pass --pending GROUP:ID for each call that the runtime is waiting for"
        raise ConformanceError(ErrorKind.USAGE, "the trial needs a pending call", hint)
    probes = list(_probes(trial))
    _require_reachable(trial)
    received = [(probe, _send(trial, probe)) for probe in probes]
    answers = [reception for _, reception in received]
    if trial.transcript is None:
        return RuntimeObservation(answers)
    try:
        text = _wait_for_transcript(trial, trial.transcript, received)
    except ConformanceError as error:
        return RuntimeObservation(answers, error)
    transcript = read_transcript(text, {call.group_id for call in trial.pending})
    return RuntimeObservation([_match_transcript(probe, reception, transcript) for probe, reception in received])


def skipped_checks(trial: RuntimeTrial) -> list[str]:
    """Return the checks that the trial cannot make, each with the option that it would need."""
    missing = [] if trial.transcript else ["what reached the model (--transcript URL)"]
    wanted = ("a segment of unknown type", "a plain text that begins like JSON", "malformed messages with pending ids")
    return missing + [f"{what} (one more --pending)" for what in wanted[max(0, len(trial.pending) - 1) :]]


def _probes(trial: RuntimeTrial) -> Iterator[_Probe]:
    first, *others = trial.pending
    unknown = PendingCall(f"thread_{secrets.token_hex(6)}", f"call_{secrets.token_hex(6)}")
    yield from _unmatched_probes(first, unknown, {(one.group_id, one.id) for one in trial.pending})
    yield from _malformed_probes(others[2] if len(others) > 2 else unknown)
    yield _oversized_probe(unknown, trial.oversized_bytes)
    yield from _duplicate_probes(first)
    if others:
        yield _display_probe("segment of unknown type", MessageKind.UNKNOWN_SEGMENT, others[0], "x-chart")
    if len(others) > 1:
        yield _result_probe(
            "plain text that begins like JSON", MessageKind.PLAIN_TEXT, others[1], {}, '{"count": 2, and so on: '
        )
    yield _result_probe("unknown ids, last", MessageKind.UNMATCHED, unknown, {})


def _unmatched_probes(call: PendingCall, unknown: PendingCall, pending: Set[tuple[str, str]]) -> Iterator[_Probe]:
    group, id_ = call.group_id, call.id
    for name, ids in (
        ("unknown id", replace(call, id=unknown.id)),
        ("unknown group", replace(call, group_id=unknown.group_id)),
        ("id with a space behind it", replace(call, id=f"{id_} ")),
        ("id in another case", replace(call, id=id_.swapcase())),
        ("group in another case", replace(call, group_id=group.swapcase())),
        ("beginning of an id", replace(call, id=id_[:-1])),
        # What a database and a shell take for any characters, and what Unicode takes for the same letters.
        ("id with the wildcard of a database", replace(call, id=f"{id_[:-1]}_")),
        ("id that is a wildcard", replace(call, id="*")),
        ("id in wide letters", replace(call, id=id_.translate(_WIDE))),
        # A runtime that joins both before it compares them takes these for the pending ones.
        ("end of the group in the id", replace(call, group_id=group[:-1], id=group[-1:] + id_)),
        ("empty id", replace(call, id="")),
    ):
        if (ids.group_id, ids.id) not in pending:
            yield _result_probe(name, MessageKind.UNMATCHED, ids, {})


def _malformed_probes(call: PendingCall) -> Iterator[_Probe]:
    good = _result_probe("", MessageKind.MALFORMED, call, {})
    value: dict[str, Any] = json.loads(good.body)
    for name, body in (
        ("wrong type", _json_body({**value, "type": "tool_response"})),
        ("no type", _json_body(leave_out(value, "type"))),
        ("no id", _json_body(leave_out(value, "id"))),
        ("no text", _json_body({**leave_out(value, "text"), "note": good.text})),
        ("text that is an object", _json_body({**value, "text": {"note": good.text}})),
        ("body that is cut off", good.body[:-2]),
        ("body that is an array", _json_body([value])),
        ("body that is not UTF-8", good.body.replace(b"summary", b"s\xfcmmary")),
        ("empty body", b""),
        ("body that nests without end", b"[" * 100_000),
    ):
        yield replace(good, name=name, body=body)


def _oversized_probe(call: PendingCall, size: int) -> _Probe:
    probe = _result_probe("oversized message", MessageKind.OVERSIZED, call, {})
    return replace(probe, body=probe.body[:-2], repeat=max(1, size // len(_PIECE)))


def _duplicate_probes(call: PendingCall) -> Iterator[_Probe]:
    valid = _display_probe("valid result", MessageKind.VALID, call, "text", " \n")
    yield valid
    yield replace(valid, name="the same result again", sent=MessageKind.DUPLICATE)
    yield _result_probe("another result of the same call", MessageKind.CONFLICT, call, {})


def _display_probe(name: str, sent: MessageKind, call: PendingCall, first: str, opening: str = "") -> _Probe:
    mark = f"display-{secrets.token_hex(8)}"
    segments: list[JsonValue] = [{"type": kind, "content": f"{mark} is for people"} for kind in (first, "text")]
    return replace(_result_probe(name, sent, call, {"display_as": segments}, opening), display_mark=mark)


def _result_probe(name: str, sent: MessageKind, call: PendingCall, more: JsonObject, opening: str = "") -> _Probe:
    mark = f"{MARK}{secrets.token_hex(8)}"
    lines = "\n".join(f"line {number} of {mark}, which no summary has: {_FILLER}" for number in range(1, 41))
    text = f"{opening}{mark} begins\n{lines}\nends {mark}\n "
    echoed: JsonObject = {} if call.call_id is None else {"call_id": call.call_id}
    ids: JsonObject = {"type": TOOL_RESULT, "group_id": call.group_id, "id": call.id, **echoed}
    return _Probe(name, sent, text, mark, call.group_id, _json_body({**ids, "text": text, **more}))


def _json_body(value: JsonValue) -> bytes:
    return json.dumps(value).encode()


def _require_reachable(trial: RuntimeTrial) -> None:
    try:
        exchange(Request("GET", trial.url), trial.answer_within)
    except ExchangeError as error:
        if not error.is_unsent:
            return  # it was reached; the trial itself judges its answers
        where = quote_text(mask_url(trial.url), 200)
        message = f"cannot reach the runtime at {where}: {escape_text(str(error))}"
        raise ConformanceError(error.kind, message, "start the runtime, and pass its callback URL") from error


def _send(trial: RuntimeTrial, probe: _Probe) -> Reception:
    body = _padded_body(probe) if probe.repeat else probe.body
    try:
        status = exchange(Request("POST", trial.url, body, _JSON), trial.answer_within).status
        return Reception(probe.name, probe.sent, probe.text, status)
    except ExchangeError as error:
        return Reception(probe.name, probe.sent, probe.text, None, escape_text(str(error)))


def _padded_body(probe: _Probe) -> Iterator[bytes]:
    yield probe.body
    for _ in range(probe.repeat):
        yield _PIECE
    yield b'"}'


def _wait_for_transcript(trial: RuntimeTrial, url: str, received: Sequence[tuple[_Probe, Reception]]) -> str:
    """Return the transcript once it has every expected mark and is quiet, or after ``shown_within``."""
    wanted = [
        probe.mark for probe, reception in received if probe.sent.must_reach_the_model and reception.status == 200
    ]
    now = changed = time.monotonic()
    ended, last = now + trial.shown_within, ""
    while True:
        text, now = _get_transcript(trial, url), time.monotonic()
        if text != last:
            last, changed = text, now
        is_shown = all(mark in text for mark in wanted)
        if now > ended or (is_shown and now >= changed + trial.quiet):
            return text
        time.sleep(0.05)


def _get_transcript(trial: RuntimeTrial, url: str) -> str:
    try:
        reply = exchange(Request("GET", url), trial.answer_within, _MAX_TRANSCRIPT_BYTES)
    except ExchangeError as error:
        raise _transcript_error(url, escape_text(str(error)), error.kind) from error
    if not 200 <= reply.status < 300:
        raise _transcript_error(url, f"it answered with status {reply.status}", ErrorKind.UNREACHABLE)
    if reply.is_cut:
        raise ConformanceError(
            ErrorKind.TOO_LARGE, "the transcript is too large", "limit it to the threads of this trial"
        )
    kind = kind_of_bytes(reply.body[:4])
    # any text is a transcript, and one may begin with a control, such as a colour
    if kind not in (None, BINARY):
        raise _transcript_error(url, f"it answered with {kind}, not with text in UTF-8", ErrorKind.UNREADABLE)
    return reply.body.decode("utf-8", "replace")


def _transcript_error(url: str, why: str, kind: ErrorKind) -> ConformanceError:
    hint = "pass a URL that answers GET with what the models were given"
    where = quote_text(mask_url(url), 200)
    return ConformanceError(kind, f"cannot read the transcript at {where}: {why}", hint)


def _match_transcript(probe: _Probe, reception: Reception, transcript: Transcript) -> Reception:
    is_shown, is_glimpsed, displayed = (
        mark is not None and any(mark in text for text in transcript.texts)
        for mark in (probe.text, probe.mark, probe.display_mark)
    )
    given = [one for one in transcript.given if probe.mark in one.text]
    shown = max(sum(one.text.count(probe.text) for one in given), int(is_shown))
    # Every line has the mark and differs from the others; what is shown may also be less than a line.
    lines = (line for line in probe.text.splitlines() if probe.mark in line)
    glimpsed = max(sum(one.text.count(line) for one in given) for line in lines)
    others = dict.fromkeys(one.thread for one in given if one.thread is not None and one.thread != probe.group_id)
    seen = replace(reception, shown=shown, glimpsed=glimpsed or int(is_glimpsed), displayed=displayed)
    return replace(seen, other_threads=tuple(others))
