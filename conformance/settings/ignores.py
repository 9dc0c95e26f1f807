"""Accepted findings: each ignore of the configuration suppresses what it matches, and is itself checked.

An exception that outlives its reason hides the next fault at the same location, so a stale ignore is itself a finding.
An ignore is stale only where the run proves it: it has expired, `levels` turns off everything that it names, or the
run examined everything that it could name and it matched nothing. Removing a stale ignore never breaks another run.
"""

import datetime
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.values import texts_in
from conformance.findings import Finding, Level, fingerprint
from conformance.settings.baseline import Baseline
from conformance.settings.notices import STALE_IGNORE
from conformance.settings.repository import Config, Ignore

TWIN = "twin"
"""The member of a finding's evidence that points to the other of two tools that are alike."""
PLACES = "places"
"""The member of a finding's evidence that points to all places, where it has several."""


# An entry of a list as such: a tool, and nothing in it. Matches "/tools/*", "/tools/3"; not "/tools/3/annotations".
_ANY_ENTRY = re.compile(r"/[^/]+/(?:\*|[0-9]+)")


class Coverage(Struct, frozen=True):
    """What a run looks at, as keys: a key is a check, or one kind of a check's problems.

    ``keys_of`` returns all keys whose findings the rule of an ignore may name; it may be a glob. ``subject`` are the
    keys that the run is about. ``examined`` are those of them that are on, and judged on everything that they apply to
    in any run: what a log shows is different in each log. ``turned_off`` are the keys that no run reports.
    """

    keys_of: Callable[[str], Set[str]]
    subject: Set[str] = frozenset()
    examined: Set[str] = frozenset()
    turned_off: Set[str] = frozenset()


class IgnoreMarks(Struct, frozen=True):
    """Which ignores, by index, and which lines of the baseline, by fingerprint, matched a finding."""

    used: frozenset[int] = frozenset()
    known: frozenset[str] = frozenset()


class Ignores:
    """The ignores of one run: each finding is matched against them once, and then those that are stale are reported.

    ``level`` is that of stale ignores, ``None`` to report none. The ``baseline`` has findings that are known besides.
    """

    def __init__(
        self,
        config: Config,
        coverage: Coverage,
        today: datetime.date,
        level: Level | None = STALE_IGNORE.level,
        baseline: Baseline | None = None,
    ) -> None:
        self._baseline = baseline
        self._config = config
        self._coverage = coverage
        self._today = today
        self._level = level
        self._keys = [coverage.keys_of(ignore.rule) for ignore in config.ignore]
        self._used: set[int] = set()
        self._open: set[int] = set()
        """The ignores that may name something which this run did not examine."""

    def may_name(self, check: str) -> bool:
        """Say whether any ignore is about this check, so that it matters whether the check was answered."""
        return any(check in keys for keys in self._keys)

    def leave_open(self, unanswered: Iterable[tuple[str, str | None]]) -> None:
        """Note checks that gave no answer, each with its tool, or ``None`` where it may concern any tool."""
        for check, tool in unanswered:
            self._open.update(
                index
                for index, ignore in enumerate(self._config.ignore)
                if check in self._keys[index] and (tool is None or fnmatchcase(tool, ignore.tool))
            )

    def narrow_to(self, tools: Collection[str]) -> None:
        """Note that only these tools are examined: an ignore for other tools, or for any tool, may apply elsewhere."""
        self._open.update(index for index, ignore in enumerate(self._config.ignore) if ignore.tool not in tools)

    def suppress(self, finding: Finding) -> Finding:
        """Return the finding, suppressed with the reason of the first valid ignore that matches it, if any.

        A finding on several places is suppressed only if each of them is ignored: another one may join them any day.
        """
        places = places_to_accept(finding)
        named = [(index, one) for index, one in enumerate(self._config.ignore) if _names(one, finding)]
        matching = [(index, one) for index, one in named if any(_covers(one, *place) for place in places)]
        self._used.update(index for index, _ in matching)
        valid = [one for _, one in matching if not self._is_expired(one)]
        is_accepted = bool(valid) and all(any(_covers(one, *place) for one in valid) for place in places)
        judged = replace(finding, suppressed=valid[0].reason) if is_accepted else finding
        return self._baseline.suppress(judged) if self._baseline else judged

    def marks(self) -> IgnoreMarks:
        """Return what matched a finding so far."""
        return IgnoreMarks(frozenset(self._used), self._baseline.current if self._baseline else frozenset())

    def add_marks(self, marks: IgnoreMarks) -> None:
        """Note what matched a finding in another part of the run."""
        self._used.update(marks.used)
        if self._baseline is not None:
            self._baseline.add_found(marks.known)

    def stale_findings(self) -> Iterator[Finding]:
        """Yield a finding for each ignore that has expired, or of which this run proves that it has no effect.

        A line of the baseline is judged likewise.
        """
        if self._baseline is not None:
            yield from self._baseline.stale_findings({key.partition(".")[0] for key in self._coverage.examined})
        for index, ignore in enumerate(self._config.ignore if self._level is not None else ()):
            if fault := self._fault(index, ignore):
                yield self._stale_finding(index, ignore, *fault)

    def _fault(self, index: int, ignore: Ignore) -> tuple[str, str] | None:
        """Return why an ignore is stale, and what to do about it."""
        run, keys, used = self._coverage, self._keys[index], index in self._used
        is_subject = bool(keys & run.subject)
        if self._is_expired(ignore) and (used or (is_subject and index not in self._open)):
            hint = "fix the finding and remove the ignore, or set a later `expires` with a reason"
            return f"expired on {ignore.expires}", hint
        if used:
            return None
        # the configuration's own levels hold under every profile and in every command
        if is_subject and keys <= run.turned_off:
            hint = "remove the `[[ignore]]` entry, or turn the rule on"
            return f"has no effect, because `levels` turns {code_text(ignore.rule)} off", hint
        if is_subject and keys <= run.examined | run.turned_off and index not in self._open:
            return "matches no finding", "remove the `[[ignore]]` entry"
        return None

    def _is_expired(self, ignore: Ignore) -> bool:
        return ignore.expires is not None and ignore.expires < self._today

    def _stale_finding(self, index: int, ignore: Ignore, why: str, hint: str) -> Finding:
        stated = {"rule": ignore.rule, "tool": ignore.tool, "pointer": ignore.pointer}
        place = ", ".join(f"{key} {code_text(value)}" for key, value in stated.items() if key == "rule" or value != "*")
        pointer = f"/ignore/{index}"
        from conformance.settings.toml_positions import locate_key  # few ignores are stale

        file = self._config.file
        return Finding(
            rule=STALE_IGNORE.id,
            level=self._level or STALE_IGNORE.level,
            tool=None,
            pointer=pointer,
            message=f"the ignore for {place} {why}",
            hint=hint,
            fingerprint=fingerprint(
                STALE_IGNORE.id, None, pointer, "\0".join((ignore.rule, ignore.tool, ignore.pointer))
            ),
            location=locate_key(file, f"ignore.{index}") if file else None,
        )


def places_to_accept(finding: Finding) -> list[tuple[str, str]]:
    """Return the places that ignores have to cover, each as a tool and a pointer.

    A fault that several tools or fields have is accepted in each of them. Of two tools that are alike only the later
    one is wrong, which the finding is in.
    """
    own = (finding.tool or "", finding.pointer)
    if TWIN in finding.evidence:
        return [own]
    first = {pointer: tool for tool, pointer in (own, *((one.tool, one.pointer) for one in finding.related))}
    found = {(tool, pointer): None for pointer, tool in first.items()}
    tool = own[0]
    # the places of one tool are next to each other, and the finding has the first one of each
    for place in texts_in(finding.evidence.get(PLACES)):
        tool = first.get(place, tool)
        found[tool, place] = None
    if finding.related and finding.tool is None:
        found.pop(own)
    return list(found)


def _names(ignore: Ignore, finding: Finding) -> bool:
    return any(fnmatchcase(name, ignore.rule) for name in (finding.rule, *finding.other_names))


def _covers(ignore: Ignore, tool: str, pointer: str) -> bool:
    is_inside = _ANY_ENTRY.fullmatch(ignore.pointer) is not None and not _ANY_ENTRY.fullmatch(pointer)
    return fnmatchcase(tool, ignore.tool) and fnmatchcase(pointer, ignore.pointer) and not is_inside
