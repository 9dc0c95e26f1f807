"""Scopes find the subjects of a Surface; a Rule checks one subject.

A scope walks a document once for all rules of a run, and turns a rule's example into a Surface: examples are tests.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal

from msgspec import Struct

from conformance.callback.observed import ObservedCall, ObservedMessage, Reception
from conformance.documents.location import Location
from conformance.documents.pointers import child, resolve
from conformance.documents.values import JsonValue, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, fields_of, result_fields_of
from conformance.inventory.input_schema import ObjectLevel, object_levels_of
from conformance.inventory.prose.guidance import described_fields
from conformance.rules import examples
from conformance.rules.screens import ScreenOf
from conformance.rules.subjects import InventoryField, Kept, LocatedSubject, RecordedCall, SchemaPosition, Subject
from conformance.settings.checks import Check
from conformance.settings.profiles import Profile
from conformance.systems.records import INPUT_KEYS
from conformance.systems.surface import Holding, Record, Surface
from conformance.systems.surface.context import Surroundings
from conformance.systems.surface.envelopes import ArtifactList, EnvelopeRecord, ResultLevel
from conformance.systems.surface.history import History, ToolHistory
from conformance.systems.surface.input_examples import ExampleInput, example_inputs
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.texts import ModelText, rows_of_guidance, texts_of_guidance, texts_of_tools
from conformance.systems.traces import TracedCall

Judge = Callable[[Subject, Profile], Iterator[Problem]]
Part = Literal["entry", "envelope", "receipt"]
"""A part of a recorded result: the entry of the log, the envelope or the receipt in it."""


class BadExample(Struct, frozen=True):
    """An example that only its own rule may reject, with a message that contains ``says``.

    ``also`` are the rules that reject it too, because the fault that they report causes this one.
    """

    value: JsonValue
    says: str
    at: str | None = None
    also: tuple[str, ...] = ()
    profile: str | None = None
    """The profile under which it is checked, if it differs from that of the rule's other examples."""


class Kind(Struct, frozen=True):
    """One of several kinds of problems of a rule; it may be configured separately, as ``rule.kind``."""

    name: str
    level: Level | None = None
    """The default level, if it differs from the rule's."""
    aliases: tuple[str, ...] = ()
    """Earlier ids of this kind, from when it was a separate rule."""


class Rule(Check, Generic[Subject], frozen=True):
    """One rule: ``id`` is the name of its file, ``summary`` and ``why`` are its docstring; see ``Screen``."""

    judge: Judge[Subject]
    scope: "Scope[Subject]"
    good: Sequence[JsonValue]
    bad: Sequence[BadExample]
    profile: str = "holon"
    """The profile under which the examples are checked; a rule that the default profile turns off names another one."""
    kinds: tuple[Kind, ...] = ()
    """The kinds of problems that may be configured separately; each problem of such a rule names its kind."""
    aliases: tuple[str, ...] = ()
    """Earlier ids of the rule; configurations that use them still work."""
    quotes_nothing: bool = False
    """Whether its messages and evidence quote nothing of the input, so nothing in them has to be masked."""
    screen: ScreenOf | None = None
    gathers: Sequence[Callable[[Tool], Any]] = ()
    """What it needs of each tool to judge all of them: it gets that from ``Inventory.gather``."""
    category: str = ""
    """The name of the folder that contains its file."""


class Scope(Struct, Generic[Subject], frozen=True):
    """One kind of subject: how to find all of them in a Surface, and how to make a Surface from an example.

    A Surface has to contain at least one of ``needs`` for the scope to find a subject. ``part`` is the part of a
    recorded result that the pointers of problems refer to. With ``has_usual_names`` the members of a result have these.
    """

    name: str
    find: Callable[[Surface], Iterator[LocatedSubject[Subject]]]
    example: Callable[[JsonValue], Surface]
    needs: frozenset[Holding] = frozenset({"inventory"})
    part: Part = "envelope"
    has_usual_names: bool = False

    def rule(
        self,
        judge: Judge[Subject],
        *,
        level: Level,
        source: str,
        good: Sequence[JsonValue],
        bad: Sequence[BadExample],
        profile: str = "holon",
        kinds: tuple[Kind, ...] = (),
        aliases: tuple[str, ...] = (),
        quotes_nothing: bool = False,
        screen: ScreenOf | None = None,
        gathers: Sequence[Callable[[Tool], Any]] = (),
    ) -> Rule[Subject]:
        """Declare a rule over this scope; ``source`` names the sentence of the spec that it follows."""
        options = (profile, kinds, aliases, quotes_nothing, screen, gathers)
        return Rule(judge, self, good, bad, *options, level=level, source=source)


AnyRule = Rule[Any]
AnyScope = Scope[Any]


def _inventories(surface: Surface) -> Iterator[LocatedSubject[Inventory]]:
    yield LocatedSubject(surface.inventory, "", None)


def _tools(surface: Surface) -> Iterator[LocatedSubject[Tool]]:
    for tool in surface.inventory.tools:
        yield LocatedSubject(tool, tool.pointer, tool.name)


def _fields(surface: Surface) -> Iterator[LocatedSubject[Field]]:
    for tool in surface.inventory.tools:
        for field in fields_of(tool):
            yield LocatedSubject(field, tool.pointer + field.pointer, tool.name)


def _described_fields(surface: Surface) -> Iterator[LocatedSubject[Field]]:
    yield from _fields(surface)
    for text in texts_of_guidance(surface.inventory, surface.surroundings):
        if text.block is not None and text.block.kind != "cell":  # a cell says something only in its row
            yield from _located_fields(described_fields(text.text, text.block.headings, text.vocabulary), text.location)
    for row in rows_of_guidance(surface.inventory, surface.surroundings):
        yield from _located_fields(described_fields(row.text, row.headings, row.vocabulary), row.location)


def _located_fields(fields: Iterator[Field], location: Location | None) -> Iterator[LocatedSubject[Field]]:
    for field in fields:
        yield LocatedSubject(field, field.tool.pointer + field.pointer, field.tool.name, location=location)


def _inventory_fields(surface: Surface) -> Iterator[LocatedSubject[InventoryField]]:
    for tool in surface.inventory.tools:
        for field in (*fields_of(tool), *result_fields_of(tool)):
            yield LocatedSubject(InventoryField(field, surface.inventory), tool.pointer + field.pointer, tool.name)


def _object_levels(surface: Surface) -> Iterator[LocatedSubject[ObjectLevel]]:
    for tool in surface.inventory.tools:
        for level in object_levels_of(tool):
            yield LocatedSubject(level, tool.pointer, tool.name)


def _schema_positions(surface: Surface) -> Iterator[LocatedSubject[SchemaPosition]]:
    for tool in surface.inventory.tools:
        for base, subschemas in tool.schemas:
            for position in subschemas.positions():
                pointer = tool.pointer + base + position.pointer
                yield LocatedSubject(SchemaPosition(tool, position), pointer, tool.name)


def _surfaces(surface: Surface) -> Iterator[LocatedSubject[Surface]]:
    yield LocatedSubject(surface, "", None)


def _scope_where(name: str, has: Callable[[Surroundings], object]) -> Scope[Surface]:
    """Return a scope of Surfaces whose surroundings have something to compare them with."""
    return Scope(name, lambda one: _surfaces(one) if has(one.surroundings) else iter(()), examples.from_surroundings)


def _whole_history(surface: Surface) -> Iterator[LocatedSubject[History]]:
    if surface.records or surface.counted_history is not None:
        yield LocatedSubject(surface.history, "", None)


def _histories(surface: Surface) -> Iterator[LocatedSubject[ToolHistory]]:
    for history in surface.history.tool_histories():
        yield LocatedSubject(history, history.tool.pointer, history.tool.name)


def _texts(surface: Surface) -> Iterator[LocatedSubject[ModelText]]:
    for text in texts_of_tools(surface.inventory, surface.surroundings):
        yield LocatedSubject(text, text.pointer, text.tool.name if text.tool else None)
    for text in texts_of_guidance(surface.inventory, surface.surroundings):
        yield LocatedSubject(text, "", None, location=text.location)


def _example_inputs(surface: Surface) -> Iterator[LocatedSubject[ExampleInput]]:
    for given in example_inputs(surface.inventory, surface.surroundings):
        yield LocatedSubject(given, given.pointer, given.tool.name, location=given.location)


def _logged_records(surface: Surface) -> Iterator[LocatedSubject[Record]]:
    for record in surface.records:
        yield LocatedSubject(record, "", record.tool_name, record.name)


def _records(surface: Surface) -> Iterator[LocatedSubject[Record]]:
    return (found for found in _logged_records(surface) if found.subject.traced is None)


def _traced_calls(surface: Surface) -> Iterator[LocatedSubject[TracedCall]]:
    for record in surface.records:
        if record.traced is not None:
            yield LocatedSubject(record.traced, "", record.tool_name, record.name)


def _recorded_calls(surface: Surface) -> Iterator[LocatedSubject[RecordedCall]]:
    for record in surface.records:
        key = next((key for key in INPUT_KEYS if key in record.log_entry), None)
        tool = surface.inventory.tool(record.tool_name or "")
        if key is not None and tool is not None:
            call = RecordedCall(tool, record.log_entry[key], record.envelope, child("", key))
            yield LocatedSubject(call, "", tool.name, record.name)


def _outcomes(surface: Surface) -> Iterator[LocatedSubject[EnvelopeRecord]]:
    for record in surface.records:
        if isinstance(record.envelope, Mapping):
            subject = EnvelopeRecord(record.envelope, surface.inventory, record.receipt, record.traced)
            yield LocatedSubject(subject, "", record.tool_name, record.name)


def _envelopes(surface: Surface) -> Iterator[LocatedSubject[EnvelopeRecord]]:
    """Yield the envelopes with the usual names of the members of their results; their own have one spelling."""
    from conformance.systems.surface.member_names import to_usual_names

    for found in _outcomes(surface):
        if found.subject.is_traced:
            continue
        envelope = found.subject.envelope
        result = envelope.get("result")
        usual = to_usual_names(result)
        if usual is not result:
            record = EnvelopeRecord({**envelope, "result": usual}, surface.inventory, found.subject.receipt)
            yield LocatedSubject(record, "", found.tool, found.record, written=envelope)
        else:
            yield found


def _result_levels(surface: Surface) -> Iterator[LocatedSubject[ResultLevel]]:
    from conformance.systems.surface.member_names import written_place

    for envelope in _envelopes(surface):
        tool, record, written = envelope.tool, envelope.record, envelope.written
        for level in envelope.subject.levels:
            pointer = level.pointer if written is None else written_place(level.pointer, written)[0]
            members = None if written is None else resolve(written, pointer)
            yield LocatedSubject(level, pointer, tool, record, written=members)


def _artifact_lists(surface: Surface) -> Iterator[LocatedSubject[ArtifactList]]:
    for envelope in _envelopes(surface):
        for artifacts in envelope.subject.artifact_lists:
            yield LocatedSubject(artifacts, "", envelope.tool, envelope.record, written=envelope.written)


def _receipts(surface: Surface) -> Iterator[LocatedSubject[ReceiptRecord]]:
    from conformance.systems.surface.member_names import to_usual_names

    for record in surface.records:
        if record.receipt is not None:
            envelope = as_object(to_usual_names(record.envelope))
            written = None if envelope is record.envelope else record.envelope
            subject = ReceiptRecord(
                record.receipt,
                envelope,
                surface.inventory,
                record.second_receipt,
                record.other_receipt_at,
                record.log_entry.get("input"),
                record.log_entry.get("latency_ms"),
            )
            yield LocatedSubject(subject, "", record.tool_name, record.name, written=written)


def _bodies(surface: Surface) -> Iterator[LocatedSubject[ObservedMessage]]:
    for message in surface.messages:
        yield LocatedSubject(message, "", message.operation, message.name)


def _messages(surface: Surface) -> Iterator[LocatedSubject[ObservedMessage]]:
    return (found for found in _bodies(surface) if found.subject.body is not None)


def _tool_results(surface: Surface) -> Iterator[LocatedSubject[ObservedMessage]]:
    return (found for found in _messages(surface) if found.subject.is_result)


def _kept_subjects(surface: Surface) -> Iterator[LocatedSubject[Kept]]:
    for message in _messages(surface):
        yield LocatedSubject(_kept_message(message.subject), "", message.tool, message.record)
    for record in surface.records:
        if isinstance(record.envelope, Mapping):
            kept = Kept(record.envelope, is_message=False, arguments=record.log_entry.get("input"))
            yield LocatedSubject(kept, "", record.tool_name, record.name)


def _kept_message(message: ObservedMessage) -> Kept:
    text, arguments = message.text if message.is_result else None, (message.invocation or {}).get("arguments")
    return Kept(message.members, True, text, message.text_pointer, message.must_fail, arguments)


def _repeated_results(surface: Surface) -> Iterator[LocatedSubject[ObservedMessage]]:
    return (found for found in _tool_results(surface) if found.subject.earlier is not None)


def _calls(surface: Surface) -> Iterator[LocatedSubject[ObservedCall]]:
    for call in surface.calls:
        yield LocatedSubject(call, "", call.operation, call.name)


def _receptions(surface: Surface) -> Iterator[LocatedSubject[Reception]]:
    for reception in surface.receptions:
        yield LocatedSubject(reception, "", None, reception.name)


def _scope_of_usual_names(name: str, find: Callable[[Surface], Iterator[LocatedSubject[Subject]]]) -> Scope[Subject]:
    return Scope(name, find, examples.from_envelope, _RECORDS, has_usual_names=True)


_HISTORY: frozenset[Holding] = frozenset({"history"})
_RECORDS: frozenset[Holding] = frozenset({"records"})
_MESSAGES: frozenset[Holding] = frozenset({"messages"})

INVENTORY: Scope[Inventory] = Scope("inventory", _inventories, examples.from_inventory)
TOOL: Scope[Tool] = Scope("tool", _tools, examples.from_tool)
FIELD: Scope[Field] = Scope("field", _fields, examples.from_properties)
DESCRIBED_FIELD: Scope[Field] = Scope("described_field", _described_fields, examples.from_described_field)
INVENTORY_FIELD: Scope[InventoryField] = Scope("inventory_field", _inventory_fields, examples.from_properties)
OBJECT_LEVEL: Scope[ObjectLevel] = Scope("object_level", _object_levels, examples.from_input_schema)
SCHEMA_POSITION: Scope[SchemaPosition] = Scope("schema_position", _schema_positions, examples.from_schemas)
SURFACE: Scope[Surface] = Scope("surface", _surfaces, examples.from_surroundings)
# Without docs or catalogs these rules have nothing to judge, and a test of them could not fail.
DOCUMENTED_SURFACE: Scope[Surface] = _scope_where("documented_surface", lambda around: around.docs)
OFFERED_SURFACE: Scope[Surface] = _scope_where("offered_surface", lambda around: around.catalogs)
LISTED_SURFACE: Scope[Surface] = _scope_where("listed_surface", lambda around: around.docs or around.catalogs)
HISTORY: Scope[History] = Scope("history", _whole_history, examples.from_surroundings, _HISTORY)
TOOL_HISTORY: Scope[ToolHistory] = Scope("tool_history", _histories, examples.from_surroundings, _HISTORY)
TEXT: Scope[ModelText] = Scope("text", _texts, examples.from_surroundings)
SHOWN_INPUT: Scope[ExampleInput] = Scope("shown_input", _example_inputs, examples.from_surroundings)
LOG_ENTRY: Scope[Record] = Scope("log_entry", _records, examples.from_envelope, _RECORDS, "entry")
RECORDED_CALL: Scope[RecordedCall] = Scope("recorded_call", _recorded_calls, examples.from_envelope, _RECORDS, "entry")
RECORD: Scope[Record] = Scope("record", _records, examples.from_envelope, _RECORDS)
OUTCOME: Scope[EnvelopeRecord] = Scope("outcome", _outcomes, examples.from_envelope, _RECORDS)
"""Envelopes, and what a log without envelopes says of a call in the same words."""
TRACED_CALL: Scope[TracedCall] = Scope("traced_call", _traced_calls, examples.from_traced_call, _RECORDS)
ENVELOPE: Scope[EnvelopeRecord] = _scope_of_usual_names("envelope", _envelopes)
RESULT_LEVEL: Scope[ResultLevel] = _scope_of_usual_names("result_level", _result_levels)
ARTIFACT_LIST: Scope[ArtifactList] = _scope_of_usual_names("artifact_list", _artifact_lists)
RECEIPT: Scope[ReceiptRecord] = Scope("receipt", _receipts, examples.from_receipt, _RECORDS, "receipt")
BODY: Scope[ObservedMessage] = Scope("body", _bodies, examples.from_message, _MESSAGES)
MESSAGE: Scope[ObservedMessage] = Scope("message", _messages, examples.from_message, _MESSAGES)
TOOL_RESULT: Scope[ObservedMessage] = Scope("tool_result", _tool_results, examples.from_message, _MESSAGES)
REPEATED_RESULT: Scope[ObservedMessage] = Scope(
    "repeated_result", _repeated_results, examples.from_message, frozenset({"repeated_results"})
)
KEPT: Scope[Kept] = Scope("kept", _kept_subjects, examples.from_kept, frozenset({"messages", "records"}))
CALL: Scope[ObservedCall] = Scope("call", _calls, examples.from_call, frozenset({"calls"}))
RECEPTION: Scope[Reception] = Scope("reception", _receptions, examples.from_reception, frozenset({"receptions"}))
