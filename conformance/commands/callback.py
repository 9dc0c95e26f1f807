"""``callback``: judge recorded messages, a tool or a runtime by the rules of the callback protocol.

Logs are read as a stream. Only a digest of each call's first result is kept; if another result follows, the first one
is read again.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from conformance.callback.chronology import Chronology
from conformance.callback.credentials import mask_url
from conformance.callback.extra import import_optional
from conformance.callback.observed import KnownCalls, ObservedCall, ObservedMessage
from conformance.callback.recording import LogEntry, invocations_of, message_of, read_entries
from conformance.commands.expected_kind import MESSAGES
from conformance.commands.finding_tally import FindingTally
from conformance.commands.judge import Judgement, RecordOrigin, judge_surface
from conformance.commands.registry import AppliedRule, applied_rules, ids_of_rules_about, rules_on
from conformance.commands.report import Report
from conformance.display import count_of, escape_text
from conformance.documents.reader import require_regular_file
from conformance.documents.values import JsonObject, as_object, as_text, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import EMPTY_INVENTORY
from conformance.settings.ignores import Ignores
from conformance.settings.profiles import Profile
from conformance.systems.surface import Holding, Surface

if TYPE_CHECKING:
    from conformance.callback.trials.runtime import RuntimeTrial
    from conformance.callback.trials.tool import ToolTrial

DEFAULT_PROFILE = "rap_2026_seed"
MAX_KEPT_FINDINGS = 200
"""Findings beyond this number are counted but not kept."""
MAX_REMEMBERED_RESULTS = 1_000_000
"""Most calls whose first result is remembered."""

_BATCH = 256
_HELD: frozenset[Holding] = frozenset({"messages", "repeated_results", "calls", "receptions"})
_CALL_MARKERS = (b'"invocation"', b'"operation"', b'"callback_url"', b'"pending"')


def callback_rules(profile: Profile) -> list[AppliedRule]:
    """Return the rules on messages, calls and runtimes that the profile applies."""
    return rules_on(applied_rules(profile), _HELD)


def callback_ids() -> list[str]:
    """Return the ids that ``callback`` checks."""
    return ids_of_rules_about(_HELD)


def judge_tool(
    trial: "ToolTrial", profile: Profile, rules: Sequence[AppliedRule], ignores: Ignores | None = None
) -> Report:
    """Try a tool and judge what it sent; raises ``ConformanceError`` if it cannot be reached."""
    seen = import_optional("trials.tool").try_tool(trial)
    name = escape_text(mask_url(trial.invoke))
    surface = Surface(name, EMPTY_INVENTORY, messages=seen.messages, calls=seen.calls)
    unkept = f"not judged: {count_of(seen.unkept, 'further message')}, as at most 1,000 are, and 32 MB of them"
    return replace(_judge(surface, profile, rules, ignores), notes=[unkept] if seen.unkept else [])


def judge_runtime(
    trial: "RuntimeTrial", profile: Profile, rules: Sequence[AppliedRule], ignores: Ignores | None = None
) -> Report:
    """Try a runtime and judge what it did; raises ``ConformanceError`` if it cannot be reached.

    A transcript that cannot be read ends the trial after the findings in the answers.
    """
    from conformance.callback.trials.runtime import try_runtime

    seen = try_runtime(trial)
    surface = Surface(escape_text(mask_url(trial.url)), EMPTY_INVENTORY, receptions=seen.receptions)
    return replace(_judge(surface, profile, rules, ignores), broke_off=seen.unread_transcript)


def judge_messages(messages: Sequence[ObservedMessage], profile: Profile) -> Report:
    """Judge observed messages."""
    return _judge(Surface("messages", EMPTY_INVENTORY, messages=messages), profile, callback_rules(profile))


def _judge(surface: Surface, profile: Profile, rules: Sequence[AppliedRule], ignores: Ignores | None = None) -> Report:
    judged, tally = judge_surface(surface, profile, rules), FindingTally(ignores)
    tally.add(judged.findings)
    seen = len(surface.messages) + len(surface.calls) + len(surface.receptions)
    report = tally.report(surface.name, tool_count=0, rule_count=judged.rule_count, checked_count=seen)
    return replace(report, examined=judged.examined)


def judge_log(path: Path, profile: Profile, rules: Sequence[AppliedRule], ignores: Ignores | None = None) -> Report:
    """Judge every message of a log; raises ``ConformanceError`` if the file is not a log or has no message."""
    name, tally, firsts, messages = escape_text(str(path)), FindingTally(ignores, MAX_KEPT_FINDINGS), _FirstResults(), 0
    calls = _known_calls(path, name)
    chronology = Chronology(calls)
    for entry in _log_entries(path, name) if calls is not None else ():
        chronology.foresee(entry)
    source, examined = _log_entries(path, name), set[tuple[str, str | None]]()

    def add(judged: Judgement) -> None:
        tally.add(judged.findings)
        examined.update(judged.examined)

    while batch := list(islice(source, _BATCH)):
        read = [(entry, chronology.follow(entry, message_of(entry, calls))) for entry in batch]
        seen = [(entry, message) for entry, message in read if message is not None]
        add(_judge_batch(seen, name, profile, rules))
        firsts.note(seen)
        messages += len(seen)
    if not messages:
        raise ConformanceError(ErrorKind.UNREADABLE, f"{name} contains no message", "pass a log of callback messages")
    add(_judge_batch(firsts.conflicts(path), name, profile, rules_on(rules, {"repeated_results"})))
    for calls_at_fault in (chronology.unanswered_calls(), chronology.ambiguous_calls()):
        while batch_at_fault := list(islice(calls_at_fault, _BATCH)):
            add(_judge_calls(batch_at_fault, name, profile, rules))
    report = tally.report(name, tool_count=0, rule_count=len(rules), checked_count=messages)
    return replace(report, examined=examined, notes=chronology.notes())


def _log_entries(path: Path, name: str) -> Iterator[LogEntry]:
    """Yield the entries of a log; raises ``ConformanceError`` if the file, by its first entry, is something else."""
    try:
        for number, entry in enumerate(read_entries(path)):
            # A message has a type, and the input of a call may look like anything.
            if number == 0 and "type" not in as_object(entry.value) and not any(invocations_of(entry)):
                is_readable = entry.fault is None
                other = MESSAGES.error_of_value(entry.value, name) if is_readable else MESSAGES.error_of_file(path)
                if other is not None:
                    raise other
            yield entry
    except ConformanceError as error:
        raise MESSAGES.error_of_file(path) or error from error


class _FirstResults:
    """The entries with the first result of each call, and the later entries with a different one."""

    def __init__(self) -> None:
        self._first: dict[bytes, tuple[bytes, tuple[int, str]]] = {}
        self._later: list[tuple[LogEntry, ObservedMessage, tuple[int, str]]] = []

    def note(self, seen: Sequence[tuple[LogEntry, ObservedMessage]]) -> None:
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

    def conflicts(self, path: Path) -> Iterator[tuple[LogEntry, ObservedMessage]]:
        wanted = {place for _, _, place in self._later}
        firsts: Mapping[tuple[int, str], JsonObject] = {
            (entry.line, entry.name): message.members
            for entry in (read_entries(path) if wanted else ())
            if (entry.line, entry.name) in wanted and (message := message_of(entry, None)) is not None
        }
        return ((entry, replace(message, earlier=firsts[place])) for entry, message, place in self._later)


def _judge_batch(
    seen: Iterable[tuple[LogEntry, ObservedMessage]], name: str, profile: Profile, rules: Sequence[AppliedRule]
) -> Judgement:
    by_name = {entry.name: (entry, message) for entry, message in seen}
    surface = Surface(name, EMPTY_INVENTORY, messages=[message for _, message in by_name.values()])
    return judge_surface(surface, profile, rules, origins=_origins(by_name.values(), name))


def _judge_calls(
    calls: Iterable[tuple[LogEntry, ObservedCall]], name: str, profile: Profile, rules: Sequence[AppliedRule]
) -> Judgement:
    by_name = {entry.name: (entry, call) for entry, call in calls}
    surface = Surface(name, EMPTY_INVENTORY, calls=[call for _, call in by_name.values()])
    return judge_surface(surface, profile, rules_on(rules, {"calls"}), origins=_origins(by_name.values(), name))


def _origins(seen: Iterable[tuple[LogEntry, object]], name: str) -> dict[str, RecordOrigin]:
    return {
        entry.name: RecordOrigin(name, entry.line, entry.document, entry.name, entry.pointer, column=entry.column)
        for entry, _ in seen
    }


def _known_calls(path: Path, name: str) -> KnownCalls | None:
    """Return the calls that the log mentions, or ``None`` if it mentions none."""
    if not _may_contain_calls(path):
        return None
    made = [invocation for entry in _log_entries(path, name) for invocation in invocations_of(entry)]
    return KnownCalls(made) if made else None


def _may_contain_calls(path: Path) -> bool:
    require_regular_file(path)
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
