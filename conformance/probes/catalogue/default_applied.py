"""Is a field that is omitted treated as its stated default?

A model omits a field because it trusts the default that the schema states. If the tool uses another value, the model
gets something else than it asked for, and no error says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child, split, walk
from conformance.documents.strict_json import parse_text
from conformance.documents.values import (
    JsonObject,
    JsonValue,
    as_array,
    as_object,
    compact_json,
    equal,
    identity,
    is_number,
)
from conformance.findings import Level, Problem
from conformance.probes.interview import InconclusiveError, ToolInterview
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.limits import unrepeatable_error
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import tool_probe
from conformance.schema.generation.edits import put, remove
from conformance.schema.validation import conforms
from conformance.systems.runtime import CallOutcome

# Each other value is a real call, so their number is bounded, and the time for those of one tool.
_MAX_OTHERS = 16
_MAX_SECONDS = 10.0
# A field that matters at all shows it with one of so many values.
_MAX_EFFECTS = 3
# What programs use where no number is given, for a reply that does not show it.
_USUAL_NUMBERS = (10, 100, 20, 50, 1, 1000, 30, 25, 5, 60)

_View = Callable[[CallOutcome], object]
"""What of a reply is compared."""


class _Field(Struct, frozen=True):
    """A field with its stated default, and one good input without it and with the default."""

    name: str
    default: JsonValue
    without: JsonValue
    stated: JsonValue

    @property
    def place(self) -> str:
        """The pointer of the field in an input."""
        return child("", self.name)

    def holding(self, value: JsonValue) -> JsonValue:
        """Return the input with another value of the field."""
        return put(self.without, self.place, value)


class _Trials(Struct):
    """The calls with other values that one tool may still get, and the fields that share them."""

    tool: ToolInterview
    left: int
    fields: int
    end: float

    def affordable_values(self, field: _Field, values: Sequence[JsonValue]) -> Iterator[JsonValue]:
        """Yield those of the values of a field that may be tried; raises ``InconclusiveError`` if some are left."""
        share = max(self.left // self.fields, 1)
        for value in values[:share]:
            if self.tool.limits.clock() > self.end:
                break
            self.left -= 1
            yield value
        else:
            if len(values) <= share:
                return
        raise InconclusiveError(
            f"more other values of {name_position(field.place)} may be used than this run tries",
            "raise `--max-examples`, or make the tool answer faster",
        )


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each field that is treated as a value other than its stated default where it is omitted.

    Raises ``InconclusiveError`` if replies do not show it, or if the tool may not be called.
    """
    defaults = _stated_defaults(tool)
    # A tool that may change something is called with the given inputs alone, so there is nothing to compare.
    if not defaults or (tool.permission.exactly and not tool.can_parse):
        return
    if not tool.can_parse:
        tool.require_calls()
    simplest = tool.usable_inputs.simplest_inputs[0].value
    if not tool.can_parse and not tool.works(simplest):
        raise tool.failing_calls_error()
    undetermined = None
    trials = _Trials(tool, tool.limits.max_examples, len(defaults), tool.limits.clock() + _MAX_SECONDS)
    for name, default in defaults.items():
        without = remove(simplest, child("", name))
        field = _Field(name, default, without, put(without, child("", name), default))
        if all(conforms(one, tool.tool.input_schema) for one in (field.without, field.stated)):
            try:
                problem = _parsed_objection(tool, field) or _called_objection(trials, field)
            except InconclusiveError as error:
                undetermined = undetermined or error
            else:
                yield from [] if problem is None else [problem]
    if undetermined is not None:
        raise undetermined


def _stated_defaults(tool: ToolInterview) -> dict[str, JsonValue]:
    """Return the default of each field that has it in every input, and another one in none."""
    subschemas = tool.inputs.subschemas
    always = subschemas.closure([""], unions=False, conditions=False)
    found: dict[str, JsonValue] = {}
    for name in subschemas.names_at(""):
        heads = [child(one, "properties", name) for one in always]
        stated = [subschemas.keywords_of(one) for one in subschemas.closure(heads, unions=False, conditions=False)]
        values = [one["default"] for one in stated if "default" in one]
        every = {identity(one["default"]) for one in subschemas.schemas_at(child("", name)) if "default" in one}
        if values and len(every) == 1:
            found[name] = values[0]
    return found


def _parsed_objection(tool: ToolInterview, field: _Field) -> Problem | None:
    """Return an objection if the parser passes another value to the tool where the field is omitted."""
    if not tool.can_parse:
        return None
    answer = tool.ask(field.without)
    understood = as_object(answer.understood if answer.is_accepted else None)
    used = understood.get(field.name, field.default)
    evidence = {**answer.evidence, "understood": understood}
    return None if equal(used, field.default) else _objection(tool, field, used, evidence)


def _called_objection(trials: _Trials, field: _Field) -> Problem | None:
    """Return an objection if a call without the field is answered like one with a value other than the default.

    That its reply differs from the one with the default is not enough, as either may repeat what was sent. Raises
    ``InconclusiveError`` where they differ in another way, or where equal calls get different replies.
    """
    tool = trials.tool
    if not tool.permission.allowed or tool.permission.exactly:
        return None
    if not tool.works(field.without) or not tool.works(field.stated):
        return None
    if not _differing_views(tool, field):
        if not tool.can_parse:
            _require_effect(trials, field)
        return None
    # Earlier answers may be old: what the tool reads may have changed since.
    absent, stated = tool.call(field.without, again=True), tool.call(field.stated, again=True)
    views = _differing_views(tool, field)
    # Where only members named like the field differ, the reply names the value that is used, or none at all.
    is_named = len(views) == 1
    others = _other_values(tool, field, absent, is_named=is_named)
    for value in trials.affordable_values(field, others) if views else ():
        other = tool.call(field.holding(value))
        view = next((one for one in views if one(other) == one(absent)), None)
        if view is not None:
            _require_repeatable(tool, field, view, field.holding(value))
            return _objection(tool, field, value, _shown_calls(tool, field, absent, stated))
    if views and not _may_repeat_input(field, absent, stated):
        _require_repeatable(tool, field, views[0], field.without)
        raise InconclusiveError(
            f"the reply without {name_position(field.place)} differs from the one with its default "
            f"{_quote(field.default)}, and from those with all other values tried",
            "use the stated default where the field is omitted; a reply that only encodes what was sent is right",
        )
    return None


def _require_effect(trials: _Trials, field: _Field) -> None:
    """Raise ``InconclusiveError`` if no other value changes the reply, so that equal replies prove nothing."""
    tool = trials.tool
    view, absent = _views(field.name)[-1], tool.call(field.without)
    values = _other_values(tool, field, absent)[:_MAX_EFFECTS]
    tried = trials.affordable_values(field, values)
    if values and all(view(tool.call(field.holding(value))) == view(absent) for value in tried):
        raise InconclusiveError(
            f"no value tried of {name_position(field.place)} has an effect on the reply",
            "give an input for which it has one with `--allow`, or in `probe.tools` of the configuration",
        )


def _differing_views(tool: ToolInterview, field: _Field) -> list[_View]:
    """Return the ways to look at replies in which the one without the field differs from that with the default."""
    absent, stated = tool.call(field.without), tool.call(field.stated)
    return [view for view in _views(field.name) if view(absent) != view(stated)]


def _views(name: str) -> Sequence[_View]:
    """Return ways to look at a reply: at all of it, and without members that are named like the field."""
    return (
        lambda called: identity(_content(called)),
        lambda called: identity(_content(called, name)),
    )


def _content(called: CallOutcome, hidden: str | None = None) -> JsonValue:
    """Return a reply with its texts read as JSON, without what a protocol adds to it and without a hidden member."""

    def read(value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            inside = parse_text(value)
            return value if isinstance(inside, str) else read(inside)
        if isinstance(value, Mapping):
            return {key: read(member) for key, member in value.items() if key not in ("_meta", hidden)}
        return [read(item) for item in as_array(value)] if isinstance(value, list | tuple) else value

    return read(called.envelope if called.raw is None else called.raw)


def _other_values(
    tool: ToolInterview, field: _Field, absent: CallOutcome, *, is_named: bool = False
) -> list[JsonValue]:
    """Return valid values other than the default that a call without the field may have used.

    Those that a reply names or counts come first; if it ``is_named``, there are no others. Empty ones are left out:
    many programs treat them as if none were given.
    """
    pool = [as_object(entry.value).get(field.name) for entry in tool.inputs.pool]
    numbers = _USUAL_NUMBERS if is_number(field.default) else ()
    found: dict[object, JsonValue] = {}
    content = _content(absent)
    others = () if is_named else (*_counts(content), *pool, *numbers)
    for value in (*_named_values(content, field.name), *others):
        key = identity(value)
        is_other = (value or value is False) and key not in found and not equal(value, field.default)
        if is_other and conforms(field.holding(value), tool.tool.input_schema):
            found[key] = value
    return list(found.values())[:_MAX_OTHERS]


def _named_values(content: JsonValue, name: str) -> Iterator[JsonValue]:
    """Yield the values of members that are named like a field."""
    yield from (part for pointer, part in walk(content) if split(pointer)[-1:] == [name])


def _counts(content: JsonValue) -> Iterator[JsonValue]:
    """Yield the numbers of items, lines and paragraphs."""
    for _, part in walk(content):
        if isinstance(part, str):
            yield from (len(part.splitlines()), len(part.split("\n\n")))
        elif isinstance(part, list):
            yield len(part)


def _require_repeatable(tool: ToolInterview, field: _Field, view: _View, like_absent: JsonValue) -> None:
    """Raise ``InconclusiveError`` unless the calls are answered as before, in an order without a short period."""
    absent, stated = view(tool.call(field.without)), view(tool.call(field.stated))
    for sent in (field.stated, field.without, like_absent, field.stated, field.stated, field.without):
        if view(tool.call(sent, again=True)) != (stated if sent is field.stated else absent):
            raise unrepeatable_error()


def _may_repeat_input(field: _Field, absent: CallOutcome, stated: CallOutcome) -> bool:
    """Say whether one of two replies has the name of the field, or its default, more often than the other one."""
    before, after = compact_json(_content(absent)), compact_json(_content(stated))
    default = field.default if isinstance(field.default, str) else compact_json(field.default)
    return any(before.count(text) != after.count(text) for text in (field.name, default))


def _shown_calls(tool: ToolInterview, field: _Field, absent: CallOutcome, stated: CallOutcome) -> JsonObject:
    first, second = ((field.without, absent), (field.stated, stated))
    without, default = (LiveCall(tool.tool.name, *one).evidence for one in (first, second))
    return {**without, "default_call": default["call"], "default_reply": default["reply"]}


def _objection(tool: ToolInterview, field: _Field, used: JsonValue, evidence: JsonObject) -> Problem:
    return Problem(
        f"{name_position(field.place)} is treated as {_quote(used)} where it is omitted, "
        f"but its stated default is {_quote(field.default)}",
        "use the stated default where the field is omitted, or state the one that is used",
        "/input_schema" + tool.inputs.subschemas.nearest_pointer(field.place),
        detail=field.place,
        evidence=evidence,
    )


def _quote(value: JsonValue) -> str:
    return code_text(compact_json(value))


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
