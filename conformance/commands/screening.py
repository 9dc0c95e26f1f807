"""The fast path of an audit: compiled validators find the lines in which no rule finds anything.

``clean`` never passes a line in which a rule finds something; it may send lines to the rules that are clean.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conformance.commands.registry import AppliedRule, rules_on
from conformance.documents.lines import MAX_LINE_BYTES
from conformance.documents.plain_json import UNSURE, read_object
from conformance.documents.values import JsonObject
from conformance.inventory import Inventory
from conformance.rules.screens import Screen, Subject, alternatives
from conformance.schema.native import Accepts, compile_schema, compile_search
from conformance.schema.safe_validation import fast_acceptor
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, Surface

# Objects and arrays in a result of more levels are left to the rules, as are the tools of a log that has more.
_MAX_LEVELS, _MAX_SUBJECTS = 10, 2_000
_BOTH_READABLE = (ValueError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class _Checks:
    """The compiled screens of some rules: a pattern that the line does not match, and what the envelope satisfies."""

    has_no_match: Accepts
    accepts: Accepts
    published: tuple[Accepts, ...]

    def hold(self, text: str, envelope: JsonObject) -> bool:
        return (
            self.has_no_match(text)
            and self.accepts(envelope)
            and all(accepts(envelope["result"]) for accepts in self.published)
        )


@dataclass(frozen=True, slots=True)
class _Judge:
    """The screens of all rules for one kind of result; and those of which a rule is asked where they do not hold."""

    every: _Checks
    core: _Checks
    asked: Sequence[tuple[_Checks, AppliedRule]]


class LineScreen:
    """The screens of rules over an inventory, compiled when a log first has a result that they are for."""

    def __init__(self, inventory: Inventory, profile: Profile, rules: Iterable[AppliedRule]) -> None:
        self._inventory, self._profile = inventory, profile
        # An envelope alone has no receipt.
        self._rules = [one for one in rules_on(rules, {"records"}) if one.check.scope.part != "receipt"]
        self._judges: dict[tuple[str, str, bool], _Judge | None] = {}
        self._seen: set[tuple[str, str]] = set()

    def clean(self, line: bytes) -> JsonObject | None:
        """Return the envelope that a line holds, if it is sure that no rule finds anything in it.

        The first such line of a tool and status is not passed, so that the rules that were asked are known.
        """
        try:
            return self._clean(line)
        except _BOTH_READABLE:
            return None

    def forget(self) -> None:
        """Forget which kinds of lines the rules were asked about, as another part of the log begins."""
        self._seen.clear()

    def _clean(self, line: bytes) -> JsonObject | None:
        if len(line) > MAX_LINE_BYTES:
            return None
        text, envelope = line.decode(), read_object(line)
        if envelope is None:
            return None
        tool, status = envelope.get("tool_name"), envelope.get("status")
        if not isinstance(tool, str) or not isinstance(status, str):
            return None
        judge = self._judge_of(tool, status, len(line) <= self._profile.receipt_limit)
        if judge is None or not (judge.every.hold(text, envelope) or self._is_clean(judge, text, envelope)):
            return None
        if (tool, status) in self._seen:
            return envelope
        self._seen.add((tool, status))
        return None

    def _is_clean(self, judge: _Judge, text: str, envelope: JsonObject) -> bool:
        """Ask the rules that are worth asking alone."""
        return judge.core.hold(text, envelope) and all(
            checks.hold(text, envelope) or self._finds_nothing(rule, envelope) for checks, rule in judge.asked
        )

    def _finds_nothing(self, rule: AppliedRule, envelope: JsonObject) -> bool:
        surface = Surface("", self._inventory, [Record("", envelope)])
        found = (
            one
            for located in rule.check.scope.find(surface)
            for one in rule.check.judge(located.subject, self._profile)
        )
        return next(found, None) is None

    def _judge_of(self, tool: str, status: str, is_short: bool) -> _Judge | None:
        key = (tool, status, is_short)
        if key not in self._judges:
            self._judges[key] = self._compile(*key) if len(self._judges) < _MAX_SUBJECTS else None
        return self._judges[key]

    def _compile(self, name: str, status: str, is_short: bool) -> _Judge | None:
        tool = self._inventory.tool(name)
        is_unknown = tool is None and bool(self._inventory.tools)
        if is_unknown or status not in self._profile.statuses_with_result or status not in self._profile.statuses:
            return None
        subject = Subject(tool, status, self._profile, is_short)
        screens = [(rule.check.screen(subject) if rule.check.screen else None, rule) for rule in self._rules]
        stated = [(screen, rule) for screen, rule in screens if screen is not None]
        if len(stated) < len(screens):
            return None
        asked = [(_compile_checks([screen]), rule) for screen, rule in stated if screen.asks]
        every, core = ([one for one, _ in stated if is_every or not one.asks] for is_every in (True, False))
        checks = [_compile_checks(every), _compile_checks(core), *(one for one, _ in asked)]
        known = [one for one in checks if one is not None]
        if len(known) < len(checks):
            return None
        return _Judge(known[0], known[1], list(zip(known[2:], (rule for _, rule in asked), strict=True)))


def _compile_checks(screens: Sequence[Screen]) -> _Checks | None:
    """Return compiled screens, ``None`` if there is no fast validator for a published schema."""
    published = [fast_acceptor(one.published) for one in screens if one.published is not None]
    acceptors = tuple(one for one in published if one is not None)
    if len(acceptors) < len(published):
        return None
    # Nothing is known of a value that was read from a line which is not surely read alike by all parsers.
    pattern = alternatives([UNSURE, *dict.fromkeys(one.pattern for one in screens)])
    return _Checks(compile_search(pattern), compile_schema(_schema(screens)), acceptors)


def _schema(screens: Sequence[Screen]) -> JsonObject:
    """Return the schema of the envelopes that all screens hold for, and that are what a screen may be asked for."""
    bare: JsonObject = {
        "type": "object",
        "required": ["tool_name", "status", "result"],
        "properties": {
            "tool_name": {"type": "string"},
            "result": {"allOf": [{"type": ["object", "array"]}, {"$ref": "#/$defs/level0"}]},
            "error": {"type": "null"},
            "artifacts": {"type": "null"},
        },
        "additionalProperties": {"not": {"type": ["object", "array"]}},
    }
    levels: JsonObject = {f"level{at}": _level(screens, at) for at in range(_MAX_LEVELS + 1)}
    return {"$defs": levels, "allOf": [bare, *(one.envelope for one in screens if one.envelope)]}


def _level(screens: Sequence[Screen], at: int) -> JsonObject:
    """Return the schema of a value in a result at a depth; the result itself is at 0, its members are at 1."""
    texts = [
        one for screen in screens for one in ((screen.text, screen.inner_text) if at > 1 else (screen.text,)) if one
    ]
    if at == _MAX_LEVELS:
        return {"allOf": [{"not": {"type": ["object", "array"]}}, *texts]}
    inner: JsonObject = {"$ref": f"#/$defs/level{at + 1}"}
    no_artifacts: JsonObject = {"properties": {"artifacts": {"type": "null"}}}
    levels = [no_artifacts, *(one.level for one in screens if one.level)]
    return {"allOf": [*levels, *texts], "additionalProperties": inner, "items": inner}
