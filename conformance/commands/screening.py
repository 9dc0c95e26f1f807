"""The fast path of an audit: compiled validators find the rules that may find something in a line; mostly none.

``look`` never spares a line a rule that finds something in it; it may send lines to rules that find nothing.
"""

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from conformance.commands.registry import AppliedRule, rules_on
from conformance.documents.lines import MAX_LINE_BYTES, Screened
from conformance.documents.plain_json import LARGE_NUMBER, MANY_DIGITS, SAMPLE, SAMPLED_DIGITS, UNSURE, read_object
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json
from conformance.inventory import Inventory
from conformance.rules.screens import LEAST_BYTES, OTHER_THAN, Screen, Subject, alternatives
from conformance.schema.native import Accepts, compile_schema
from conformance.schema.safe_validation import fast_acceptor
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record, Surface

# Objects and arrays in a result of more levels are left to the rules, as are the tools of a log that has more.
_MAX_LEVELS, _MAX_SUBJECTS = 10, 2_000
_BOTH_READABLE = (ValueError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class _Checks:
    """Some compiled screens: of the line as it is, in lower case and if unusual, and of its envelope and result."""

    accepts: Accepts
    published: Accepts | None

    def hold(self, views: list[JsonValue], envelope: JsonObject) -> bool:
        return self.accepts(views) and (self.published is None or self.published(envelope["result"]))


class _RuleChecks:
    """The screen of one rule and what may hold instead, compiled when they are first needed; none if it has none."""

    def __init__(self, rule: AppliedRule, screen: Screen | None) -> None:
        self.rule, self.asks = rule, screen is not None and screen.asks
        self._screen = screen

    @cached_property
    def _any_of(self) -> Sequence[_Checks]:
        compiled = [_compile([one]) for one in _others(self._screen)]
        return [one for one in compiled if one is not None]

    def hold(self, views: list[JsonValue], envelope: JsonObject) -> bool:
        return any(one.hold(views, envelope) for one in self._any_of)


@dataclass(frozen=True, slots=True)
class _Judge:
    """The screens for one kind of result: of all rules together, of what any screen is asked for, and of each rule."""

    every: _Checks | None
    bare: _Checks | None
    single: Sequence[_RuleChecks]


class LineScreen:
    """The screens of rules over an inventory, compiled when a log first has a result that they are for."""

    def __init__(self, inventory: Inventory, profile: Profile, rules: Iterable[AppliedRule]) -> None:
        self._inventory, self._profile = inventory, profile
        # An envelope alone has no receipt.
        self._rules = [one for one in rules_on(rules, {"records"}) if one.check.scope.part != "receipt"]
        self._judges: dict[tuple[str, str, int], _Judge | None] = {}
        self._seen: set[tuple[str, str]] = set()
        # Screens differ by what has room in a line: two large texts, one that is too large, more than a receipt.
        results = profile.results
        limits = {2 * results.duplicate_limit + LEAST_BYTES - 1, results.preview_limit, profile.receipt_limit}
        self._sizes = [*sorted(limits), MAX_LINE_BYTES]

    def look(self, line: bytes) -> Screened | None:
        """Return the envelope that a line holds with the rules to ask, ``None`` if all rules have to be asked.

        These are asked about the first line of a tool and status, so that it is known which rules there are for it.
        """
        try:
            return self._look(line)
        except _BOTH_READABLE:
            return None

    def forget(self) -> None:
        """Forget which kinds of lines the rules were asked about, as another part of the log begins."""
        self._seen.clear()

    def _look(self, line: bytes) -> Screened | None:
        size = len(line)
        if size > MAX_LINE_BYTES:
            return None
        envelope = read_object(line)
        if envelope is None:
            return None
        tool, status = envelope.get("tool_name"), envelope.get("status")
        if not isinstance(tool, str) or not isinstance(status, str):
            return None
        key = (tool, status, self._sizes[bisect_left(self._sizes, size)])
        judge = self._judges[key] if key in self._judges else self._prepare(key)
        found = self._ask(judge, _views(line, envelope), envelope) if judge is not None else None
        if found is None or (tool, status) in self._seen:
            return found
        self._seen.add((tool, status))
        return None

    def _ask(self, judge: _Judge, views: list[JsonValue], envelope: JsonObject) -> Screened | None:
        if judge.every is not None and judge.every.hold(views, envelope):
            return Screened(envelope)
        if judge.bare is None or not judge.bare.hold(views, envelope):
            return None
        asked = [one for one in judge.single if not one.hold(views, envelope)]
        found = [one.rule for one in asked if not one.asks or self._finds(one.rule, envelope)]
        return Screened(envelope, frozenset(one.check.id for one in found))

    def _finds(self, rule: AppliedRule, envelope: JsonObject) -> bool:
        surface = Surface("", self._inventory, [Record("", envelope)])
        for located in rule.check.scope.find(surface):
            for _ in rule.check.judge(located.subject, self._profile):
                return True
        return False

    def _prepare(self, key: tuple[str, str, int]) -> _Judge | None:
        judge = self._compile(*key) if len(self._judges) < _MAX_SUBJECTS else None
        self._judges[key] = judge
        return judge

    def _compile(self, name: str, status: str, most_bytes: int) -> _Judge | None:
        tool, profile = self._inventory.tool(name), self._profile
        is_unknown = tool is None and bool(self._inventory.tools)
        if is_unknown or status not in profile.statuses_with_result or status not in profile.statuses:
            return None
        subject = Subject(tool, status, profile, most_bytes)
        stated = [(rule, rule.check.screen(subject) if rule.check.screen else None) for rule in self._rules]
        known = [screen for _, screen in stated if screen is not None]
        every = _compile([_BARE, *known]) if len(known) == len(stated) else None
        # A rule with an empty screen finds nothing in any envelope of this kind.
        single = [_RuleChecks(*one) for one in stated if one[1] != Screen()]
        return _Judge(every, _compile([_BARE]), single)


def _views(line: bytes, envelope: JsonObject) -> list[JsonValue]:
    """Return the line as it is, in lower case, and again if it is unusual, with its envelope."""
    text = line.decode()
    is_usual = text.isascii() and "\\" not in text and "\x7f" not in text
    return [text, text.lower(), "" if is_usual else text, envelope, text[::SAMPLE]]


def _others(screen: Screen | None) -> Iterator[Screen]:
    while screen is not None:
        yield screen
        screen = screen.otherwise


def _compile(screens: Sequence[Screen]) -> _Checks | None:
    """Return compiled screens, ``None`` if there is no fast validator for a published schema, or are several."""
    published = [one.published for one in screens if one.published is not None]
    accepts = fast_acceptor(published[0]) if len(published) == 1 else None
    if published and accepts is None:
        return None
    lines = [[one.pattern for one in screens], [one.folded for one in screens], [one.unusual for one in screens]]
    # Each pattern is searched for by itself: much faster than all together, where they begin with a few literals.
    views: list[JsonValue] = [_all([_has_not(one) for one in dict.fromkeys(some) if one]) for some in lines]
    conditions: list[JsonValue] = [one.envelope for one in screens if one.envelope]
    levels = _levels(screens)
    if levels:
        conditions.append({"properties": {"result": {"$ref": "#/$defs/level0"}}})
    digits: JsonObject = _NO_DIGITS if any(one is _BARE for one in screens) else {}
    schema: JsonObject = {"$defs": levels, "prefixItems": [*views, _all(conditions)], **digits}
    return _Checks(_compile_text(compact_json(schema)), accepts)


@lru_cache(maxsize=256)
def _compile_text(schema: str) -> Accepts:
    """Return the validator of a schema; most screens are the same for all tools."""
    return compile_schema(as_object(json.loads(schema)))


def _has_not(pattern: str) -> JsonObject:
    return {"not": {"pattern": pattern}}


def _all(conditions: list[JsonValue]) -> JsonObject:
    return {"allOf": conditions} if conditions else {}


def _levels(screens: Sequence[Screen]) -> JsonObject:
    """Return the schemas of the values in a result by depth, none if it does not matter what is in it.

    The result itself is at 0, its members are at 1.
    """
    if not any(one is _BARE or one.level or one.text or one.inner_text for one in screens):
        return {}
    return {f"level{at}": _level(screens, at) for at in range(_MAX_LEVELS + 1)}


def _level(screens: Sequence[Screen], at: int) -> JsonObject:
    limits = [[one.text, one.inner_text] if at > 1 else [one.text] for one in screens]
    texts: list[JsonValue] = [one for some in limits for one in some if one]
    objects: list[JsonValue] = [one.level for one in screens if one.level]
    inner: JsonObject = {"$ref": f"#/$defs/level{at + 1}"} if at < _MAX_LEVELS else {"not": _NESTED}
    # A text is asked nothing that is for objects: most values in a result are texts.
    nested: JsonObject = {"additionalProperties": inner, "items": inner, **({"allOf": objects} if objects else {})}
    return {"if": {"type": "string"}, "then": _all(texts), "else": nested}


# Digits are only looked for in the whole line where there are many in the sample of it.
_NO_DIGITS: JsonObject = {
    "anyOf": [
        {"prefixItems": [True, True, True, True, _has_not(SAMPLED_DIGITS)]},
        {"prefixItems": [_has_not(MANY_DIGITS)]},
    ]
}
_NESTED: JsonObject = {"type": ["object", "array"]}
# What a screen may be asked for: an envelope with a result, and nothing else that a rule looks into, in a line from
# which all parsers read the same value.
_BARE = Screen(
    envelope={
        "type": "object",
        "required": ["tool_name", "status", "result"],
        "properties": {
            "tool_name": {"type": "string"},
            "result": _NESTED,
            "error": {"type": "null"},
            "artifacts": {"type": "null"},
        },
        "additionalProperties": {"not": _NESTED},
    },
    pattern=alternatives([LARGE_NUMBER, '"artifacts' + OTHER_THAN.format("n")]),
    unusual=UNSURE,
)
