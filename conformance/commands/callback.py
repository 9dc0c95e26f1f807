"""The use case ``callback``: recorded messages, a tool or a runtime, judged by the rules of the callback protocol.

Logs are read as a stream. Of each call only a digest of its first result is kept; where another result follows, the
first one is read again.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.callback.extra import import_optional
from conformance.callback.masking import mask_finding, mask_user_info, secret_pieces, texts_of_message
from conformance.callback.observed import KnownCalls, ObservedMessage
from conformance.callback.recording import Entry, invocations_of, message_of, read_entries
from conformance.commands.check import AppliedRule, applied_rules, check
from conformance.display import escape_text
from conformance.documents.location import Location
from conformance.documents.values import JsonObject, as_text, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, Report
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.scopes import BODY, CALL, KEPT, MESSAGE, RECEPTION, TOOL_RESULT
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface

if TYPE_CHECKING:
    from conformance.callback.trials.runtime import RuntimeTrial
    from conformance.callback.trials.tool import ToolTrial

DEFAULT_PROFILE = "rap_2026_seed"
MAX_KEPT_FINDINGS = 200
"""More findings than this are counted, not kept."""
MAX_REMEMBERED_RESULTS = 1_000_000
"""Of so many calls it is remembered which result came first."""

_BATCH = 256
_SCOPES = {scope.name for scope in (BODY, MESSAGE, TOOL_RESULT, KEPT, CALL, RECEPTION)}
_CALL_MARKERS = (b'"invocation"', b'"operation"', b'"callback_url"', b'"pending"')


def callback_rules(profile: Profile) -> list[AppliedRule]:
    """Return the rules on messages, calls and runtimes that the profile applies."""
    return [applied for applied in applied_rules(profile) if applied.rule.scope.name in _SCOPES]


def judge_tool(trial: "ToolTrial", profile: Profile, rules: Sequence[AppliedRule]) -> Report:
    """Try a tool and judge what it sent; raises ``ConformanceError`` when it can't be reached."""
    seen = import_optional("trials.tool").try_tool(trial)
    name = escape_text(mask_user_info(trial.invoke))
    return _judge(Surface(name, EMPTY_INVENTORY, messages=seen.messages, calls=seen.calls), profile, rules)


def judge_runtime(trial: "RuntimeTrial", profile: Profile, rules: Sequence[AppliedRule]) -> Report:
    """Try a runtime and judge what it did; raises ``ConformanceError`` when it can't be reached."""
    from conformance.callback.trials.runtime import try_runtime

    receptions = try_runtime(trial)
    return _judge(
        Surface(escape_text(mask_user_info(trial.url)), EMPTY_INVENTORY, receptions=receptions), profile, rules
    )


def judge_messages(messages: Sequence[ObservedMessage], profile: Profile) -> Report:
    """Judge messages that somebody has seen."""
    return _judge(Surface("messages", EMPTY_INVENTORY, messages=messages), profile, callback_rules(profile))


def _judge(surface: Surface, profile: Profile, rules: Sequence[AppliedRule]) -> Report:
    seen = len(surface.messages) + len(surface.calls) + len(surface.receptions)
    report = check(surface, profile, rules)
    findings = list(_mask_secrets(report.findings, surface.messages, profile))
    return replace(report, findings=findings, checked_count=seen)


def _mask_secrets(
    findings: Iterable[Finding], messages: Iterable[ObservedMessage], profile: Profile
) -> Iterator[Finding]:
    """Yield the findings as they may be shown: no rule has to know what it must not quote."""
    by_name, patterns = {message.name: message for message in messages}, profile.message_tables.secrets
    for finding in findings:
        about = by_name.get(str(finding.evidence.get("record")))
        yield mask_finding(finding, secret_pieces(texts_of_message(about) if about else (), patterns), patterns)


def judge_log(path: Path, profile: Profile, rules: Sequence[AppliedRule]) -> Report:
    """Judge every message of a log; raises ``ConformanceError`` when the file is none, or holds no message."""
    name, found, firsts = escape_text(str(path)), _Tally(), _FirstResults()
    calls = _known_calls(path)
    source = read_entries(path)
    while batch := list(islice(source, _BATCH)):
        told = [(entry, message_of(entry, calls)) for entry in batch]
        seen = [(entry, message) for entry, message in told if message is not None]
        found.add(_judge_batch(seen, name, profile, rules))
        firsts.note(seen)
        found.messages += len(seen)
    if not found.messages:
        raise ConformanceError(ErrorKind.UNREADABLE, f"{name} holds no message", "name a log of callback messages")
    found.add(
        _judge_batch(firsts.conflicts(path), name, profile, [rule for rule in rules if rule.rule.id == _ONE_RESULT])
    )
    return Report(name, found.kept, 0, len(rules), found.messages, dict(found.omitted))


_ONE_RESULT = "one_terminal_result"


class _Tally:
    """The first findings, and a count of the rest."""

    def __init__(self) -> None:
        self.kept: list[Finding] = []
        self.omitted: Counter[Level] = Counter()
        self.messages = 0

    def add(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if len(self.kept) < MAX_KEPT_FINDINGS:
                self.kept.append(finding)
            else:
                self.omitted[finding.level] += 1


class _FirstResults:
    """Which entry brought the first result of each call, and which later ones brought another."""

    def __init__(self) -> None:
        self._first: dict[bytes, tuple[bytes, tuple[int, str]]] = {}
        self._later: list[tuple[Entry, ObservedMessage, tuple[int, str]]] = []

    def note(self, seen: Sequence[tuple[Entry, ObservedMessage]]) -> None:
        for entry, message in seen:
            ids = [as_text(message.members.get(key)) for key in ("group_id", "id")]
            if not message.is_result or None in ids:
                continue
            key, digest = _digest(compact_json(ids)), _digest(compact_json(message.members))
            if key not in self._first and len(self._first) < MAX_REMEMBERED_RESULTS:
                self._first[key] = (digest, (entry.line, entry.name))
            known, place = self._first.get(key, (digest, (0, "")))
            if known != digest and len(self._later) < MAX_KEPT_FINDINGS:
                self._later.append((entry, message, place))

    def conflicts(self, path: Path) -> Iterator[tuple[Entry, ObservedMessage]]:
        wanted = {place for _, _, place in self._later}
        firsts: Mapping[tuple[int, str], JsonObject] = {
            (entry.line, entry.name): message.members
            for entry in (read_entries(path) if wanted else ())
            if (entry.line, entry.name) in wanted and (message := message_of(entry, None)) is not None
        }
        return ((entry, replace(message, earlier=firsts[place])) for entry, message, place in self._later)


def _judge_batch(
    seen: Iterable[tuple[Entry, ObservedMessage]], name: str, profile: Profile, rules: Sequence[AppliedRule]
) -> Iterator[Finding]:
    by_name = {entry.name: (entry, message) for entry, message in seen}
    surface = Surface(name, EMPTY_INVENTORY, messages=[message for _, message in by_name.values()])
    found = check(surface, profile, rules).findings
    order = {record: at for at, record in enumerate(by_name)}
    placed = (
        replace(finding, location=_location(by_name[str(finding.evidence["record"])][0], finding.pointer, name))
        for finding in sorted(found, key=lambda one: order[str(one.evidence["record"])])
    )
    yield from _mask_secrets(placed, surface.messages, profile)


def _location(entry: Entry, pointer: str, name: str) -> Location:
    if entry.document is None:
        return Location(name, entry.line, 1)
    place = entry.document.locate([entry.pointer + pointer])[entry.pointer + pointer]
    return Location(name, place.line if entry.line == 0 else entry.line, place.column)


def _known_calls(path: Path) -> KnownCalls | None:
    """Return the calls that the log tells of, ``None`` where it tells of none."""
    if not _may_contain_calls(path):
        return None
    told = [invocation for entry in read_entries(path) for invocation in invocations_of(entry)]
    return KnownCalls(told) if told else None


def _may_contain_calls(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            before = b""
            while piece := stream.read(1 << 20):
                if any(mark in before + piece for mark in _CALL_MARKERS):
                    return True
                before = piece[-20:]
    except OSError:
        return True
    return False


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
