"""The interview of one tool: known good inputs first, then changed ones; each input is sent once and its answer cached.

A runtime that can parse without executing is asked to parse; otherwise the tool is called, if that is permitted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec.structs import replace

from conformance.display import cut_middle, quote_text
from conformance.documents.pointers import resolve, split
from conformance.documents.values import JsonValue, compact_json
from conformance.inventory import Inventory, Tool
from conformance.probes.interview import environment, valid_inputs, verdicts
from conformance.probes.interview.answers import Reply, Treatment
from conformance.probes.interview.doubted_refusals import DoubtedRefusals, outage_error
from conformance.probes.interview.limits import (
    Effort,
    InconclusiveError,
    NotCalledError,
    RunLimits,
    SlowToolError,
    TurnedAwayError,
    UnreadableReplyError,
)
from conformance.probes.interview.permission import Permission, ToolSettings
from conformance.probes.interview.refused_values import RefusedValues
from conformance.probes.interview.requests import Requests, lost_reply_error
from conformance.schema.generation import Inputs, Mutation, MutationKind, ValidInput
from conformance.schema.generation import mutations as made
from conformance.schema.generation.object_positions import generalize_pointer
from conformance.settings.profiles import Profile
from conformance.settings.profiles.probing import Coercion, UnknownFields
from conformance.systems.contract_coverage import SchemaParts
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import CallOutcome, InvalidReplyError, Runtime, UnsupportedError

Answer = TypeVar("Answer")
_UNKNOWN_FIELD_KINDS = (MutationKind.UNKNOWN_FIELD, MutationKind.ADDED_FIELD, MutationKind.MISSPELT_FIELD)
MAX_CALLS_FOR_INPUTS = 30
"""How many known good inputs are tried at most when each one costs a call."""
MAX_QUOTED_REPLY = 300
"""So many characters of a reply are quoted in a reason; more of it is in the evidence."""


class ToolInterview:
    """Asks one tool; its methods raise ``InconclusiveError`` when no answer would prove anything."""

    def __init__(
        self,
        tool: Tool,
        inventory: Inventory,
        runtime: Runtime,
        profile: Profile,
        permission: Permission,
        settings: ToolSettings,
        rules: RunLimits,
        shown: SchemaParts | None = None,
    ) -> None:
        self.tool = tool
        self._shown = shown
        """What recorded calls have shown of the input schema; inputs that show more are tried first."""
        self.inventory = inventory
        self.runtime = runtime
        self.profile = profile
        self.permission = permission
        self._settings = settings
        self.limits = rules
        self.requests = Requests(runtime, rules)
        self.consulted = 0
        """How often a probe looked at an answer, whether it was asked for then or known already."""
        recordings: Sequence[Any] = getattr(runtime, "recordings", ())
        self.recorded_calls = [(one.arguments, one.called) for one in recordings if one.tool == tool.name]
        self._answers: dict[tuple[str, str], Reply] = {}
        self._calls: dict[str, CallOutcome] = {}
        self._spent: set[str] = set()
        """The inputs that succeeded and then failed."""
        self._mutations: dict[MutationKind, Sequence[Mutation]] = {}
        self._undetermined: dict[str, JsonValue] = {}
        self._refused_values = RefusedValues(profile.probing)
        self._doubts = DoubtedRefusals(profile.probing)
        self._effort = Effort(rules)
        self._lost: InconclusiveError | None = None
        """Why the tool is asked nothing more, once no answer came in time or one that nobody can read."""
        self.has_parsed = False
        """Whether the runtime has parsed an input of this tool so far."""

    @property
    def unknown_fields(self) -> UnknownFields:
        """The policy on unknown fields: of the tool's settings, else of the profile."""
        return self._settings.unknown_fields or self.profile.probing.unknown_fields

    @property
    def coercion(self) -> Coercion:
        """The policy on values of another type: of the tool's settings, else of the profile."""
        return self._settings.coercion or self.profile.probing.coercion

    @cached_property
    def inputs(self) -> Inputs:
        """The valid inputs that may be sent; only the given ones where a call may have side effects."""
        exactly = self.permission.exactly and not self.can_parse
        given, seed = self._settings.inputs, self.limits.seed
        inputs = Inputs(self.tool.input_schema, given=given, seed=seed, given_only=exactly, tick=self._effort.check)
        return inputs if self._shown is None else valid_inputs.sort_inputs_by_unseen(inputs, self._shown)

    @property
    def parsed_inputs(self) -> list[JsonValue]:
        """The inputs that the runtime parsed and accepted without a call."""
        answers = self._answers.values()
        return [one.arguments for one in answers if one.op == "parse" and one.is_accepted]

    @cached_property
    def can_parse(self) -> bool:
        """Say whether the runtime can judge an input without executing anything."""
        try:
            self.limits.check_deadline()
            self.runtime.parse(self.tool.name, {})
        except UnsupportedError:
            return False
        except InvalidReplyError as error:
            self._lost = lost_reply_error(error)
        self.requests.count += 1
        self.has_parsed = True
        return True

    def ask(self, arguments: JsonValue, base: JsonValue = None) -> Reply:
        """Return the runtime's answer to an input; ``base`` is the good input that it was made from."""
        self.consulted += 1
        key = (compact_json(arguments), compact_json(base))
        if key not in self._answers:
            self._answers[key] = self._ask_parser(arguments) if self.can_parse else self._judge_call(arguments, base)
        return self._answers[key]

    def ask_mutation(self, mutation: Mutation) -> Reply:
        """Return the answer to a changed input; a reply that mentions the unknown field counts as a notice.

        A successful reply that reports an error about the changed value is undetermined.
        """
        answer = self.ask(mutation.input, mutation.base)
        if answer.verdict is Treatment.UNDETERMINED:
            is_unfinished = answer.called is not None and answer.called.is_unfinished
            shown = mutation.input if is_unfinished else mutation.base
            self._undetermined.setdefault(compact_json(mutation.base), shown)
        if self._refused_values.add(mutation, answer, self.call):
            return replace(answer, verdict=Treatment.UNDETERMINED)
        is_call = answer.verdict is Treatment.ACCEPTED and answer.called is not None
        if not is_call or mutation.kind not in _UNKNOWN_FIELD_KINDS:
            return answer
        name = split(mutation.pointer)[-1]
        value = resolve(mutation.input, mutation.pointer)
        noticed = verdicts.mentions_field(answer.text, name, value) and name not in verdicts.text_of(
            self.call(mutation.base)
        )
        return replace(answer, verdict=Treatment.NOTICED) if noticed else answer

    def forget_undetermined(self) -> None:
        """Begin another question: undetermined answers to earlier ones do not count."""
        self._undetermined.clear()
        self._refused_values.forget()

    def require_determined(self) -> None:
        """Raise ``InconclusiveError`` for undetermined answers since ``forget_undetermined``, or for doubted ones."""
        if withdrawn := self._doubts.settle(self.works_now):
            error = outage_error(self.quote_reply(withdrawn[-1][0]))
            for arguments, base in withdrawn:  # another question asks again
                self._calls.pop(compact_json(arguments), None)
                self._answers.pop((compact_json(arguments), compact_json(base)), None)
            raise error
        for shown in self._undetermined.values():
            if not self.works(self.usable_inputs.first_valid()):
                raise self.failing_calls_error()  # one reason for all such questions
            raise environment.undetermined_error(self.call(shown), self.quote_reply(shown), self.input_advice)
        self._refused_values.require_none(self.quote_reply)

    def call(self, arguments: JsonValue, *, again: bool = False) -> CallOutcome:
        """Call the tool, or return the cached outcome unless ``again``.

        Raises ``InconclusiveError`` when the tool may not or can't be called.
        """
        self.consulted += 1
        key = compact_json(arguments)
        if key not in self._calls or again:
            self.require_calls()
            self.requests.begin()
            had_worked = key in self._calls and self.works(arguments)
            self._calls[key] = self._call_runtime(arguments)
            if self.works(arguments):
                self._doubts.accept()
            elif had_worked:
                self._spent.add(key)
        return self._calls[key]

    def _call_unknown_tool(self) -> CallOutcome:
        self.requests.begin()
        return self._call_runtime(environment.NO_INPUT, environment.NO_SUCH_TOOL)

    def _call_runtime(self, arguments: JsonValue, tool: str = "") -> CallOutcome:
        try:
            return self._send(lambda: self.requests.call(tool or self.tool.name, arguments))
        except UnsupportedError:
            raise InconclusiveError("the runtime does not support calls", "implement `call` in its adapter") from None

    def _send(self, request: Callable[[], Answer]) -> Answer:
        """Return the answer to a request, unless an earlier one was lost."""
        if self._lost is not None:
            raise self._lost
        try:
            return request()
        except (SlowToolError, TurnedAwayError, UnreadableReplyError) as error:
            self._lost = error
            raise

    def require_calls(self) -> None:
        """Raise ``NotCalledError`` when the tool may not be called."""
        if not self.permission.allowed:
            raise NotCalledError(f"the tool was not called, as {self.permission.reason}", self.permission.cure)

    @property
    def input_advice(self) -> str:
        """How to give the tool an input that it accepts, for questions that no generated input settles."""
        if not self.inputs.subschemas.names_at(""):  # no input is better than the empty one
            return environment.ENVIRONMENT_ADVICE
        return f"give an input that succeeds with `--allow '{self.tool.name}={{...}}'`, or in `probe.tools`"

    def _ask_parser(self, arguments: JsonValue) -> Reply:
        self.requests.begin()
        parsed = self._send(lambda: self.requests.parse(self.tool.name, arguments))
        return verdicts.judge_parse(self.tool.name, arguments, parsed)

    def _judge_call(self, arguments: JsonValue, base: JsonValue) -> Reply:
        known, tables = None if base is None else self.call(base), self.profile.probing
        answer = verdicts.judge_call(self.tool.name, arguments, self.call(arguments), base=known, tables=tables)
        return answer if known is None else self._doubts.reconsider(answer, base, known, self.works_now)

    def works_now(self, arguments: JsonValue) -> bool:
        """Send an input once more, and say whether it still works; its first reply stays the known one."""
        self.requests.begin()
        return not verdicts.seems_failed(self._call_runtime(arguments), self.profile.probing)

    @cached_property
    def trials(self) -> Sequence[tuple[ValidInput, Reply]]:
        """The known good inputs with the runtime's answers."""
        most = self.limits.max_examples if self.can_parse else min(self.limits.max_examples, MAX_CALLS_FOR_INPUTS)
        return [(entry, self.ask(entry.value)) for entry in self.inputs.pool[:most]]

    @cached_property
    def usable_inputs(self) -> Inputs:
        """The inputs that the runtime accepts as it should; changed inputs are made from them.

        Raises ``InconclusiveError`` when there are none, or when calls fail before the input is checked.
        """
        before = self.consulted
        if self.tool.input_schema is None:
            raise self._schema_error
        if not self.inputs.pool:
            raise valid_inputs.missing_inputs_error(self.inputs, self.tool.input_schema, self.input_advice)
        good = [entry for entry, answer in self.trials if not self._is_refused(answer)]
        good += [entry for entry in self.inputs.transplants(good) if not self._is_refused(self.ask(entry.value))]
        if not self.can_parse:
            good = self._sort_by_success(good or [entry for entry, _ in self.trials[:1]])
        if not any(not self._is_refused(self.ask(entry.value)) for entry in good):
            raise InconclusiveError(
                "the tool rejects every valid input tried, so its other rejections prove nothing", self.input_advice
            )
        self.consulted = before  # a question that changes none of them looks at no answer
        return self.inputs.restrict_to(good)

    def _sort_by_success(self, entries: Sequence[ValidInput]) -> list[ValidInput]:
        """Return the inputs whose calls succeed first; raises ``InconclusiveError`` when the environment fails."""
        marked = [replace(entry, works=self.works(entry.value)) for entry in entries]
        if not any(entry.works for entry in marked):
            self._require_sight(marked)
        return sorted(marked, key=lambda entry: not entry.works)

    @property
    def has_accepted(self) -> bool:
        """Whether the tool has accepted any input so far; answers of one that accepts none prove nothing about it."""
        tables = self.profile.probing
        called = [*self._calls.values(), *(outcome for _, outcome in self.recorded_calls)]
        return any(one.is_accepted for one in self._answers.values() if one.called is None) or any(
            not verdicts.seems_failed(outcome, tables) for outcome in called
        )

    def works(self, arguments: JsonValue) -> bool:
        """Say whether a call with this input succeeds, as far as its reply shows."""
        return not verdicts.seems_failed(self.call(arguments), self.profile.probing)

    def require_sighted(self) -> None:
        """Raise ``InconclusiveError`` if valid inputs, wrong ones and a tool that does not exist get the same words."""
        self._require_sight([entry for entry, _ in self.trials])

    def _require_sight(self, failing: Sequence[ValidInput]) -> None:
        tables = self.profile.probing
        if environment.fails_for_any_input(self.inputs, failing, self.call, self._call_unknown_tool, tables):
            first = failing[0].value
            raise environment.blind_error(self.call(first), self.tool.name, self.quote_reply(first))

    def quote_reply(self, arguments: JsonValue) -> str:
        """Return what the tool replies to an input, in quotes and cut in the middle."""
        called = self.call(arguments)
        # What the model sees says it all; summary and error repeat parts of it. Masked before it is cut: half a secret
        # does not look like one.
        text = " ".join((called.receipt or verdicts.text_of(called)).split())
        return quote_text(cut_middle(mask_printed(text), MAX_QUOTED_REPLY), 2 * MAX_QUOTED_REPLY)

    @cached_property
    def _schema_error(self) -> InconclusiveError:
        return valid_inputs.missing_schema_error(self.tool)  # once, as all of a large schema is read

    def _is_refused(self, answer: Reply) -> bool:
        return answer.is_refused and verdicts.blames_input(answer, self.profile.probing)

    def mutations(self, kind: MutationKind) -> Sequence[Mutation]:
        """Return the changed inputs of one kind, each made from a usable input."""
        makers: dict[MutationKind, Callable[[Inputs], Iterator[Mutation]]] = {
            MutationKind.UNKNOWN_FIELD: made.unknown_fields,
            MutationKind.MISSPELT_FIELD: made.misspelt_fields,
            MutationKind.MISSING_REQUIRED: made.missing_required_fields,
            MutationKind.CONDITION_BROKEN: made.broken_conditions,
        }
        if kind not in self._mutations:
            maker = makers.get(kind, lambda inputs: made.replacements(inputs, kind))
            self._mutations[kind] = list(self._limit_to_run(maker(self.usable_inputs)))
        return self._mutations[kind]

    def _limit_to_run(self, made_inputs: Iterable[Mutation]) -> Iterator[Mutation]:
        """Yield changed inputs until the run is over: making those of a large schema takes time too."""
        for mutation in made_inputs:
            self._effort.check()
            yield mutation

    def ignores_unknown_fields(self, place: str) -> bool:
        """Say whether a made-up field is accepted in the object at ``place`` (a pointer into the input)."""
        return any(
            self.ask_mutation(mutation).is_accepted
            for mutation in self.mutations(MutationKind.UNKNOWN_FIELD)
            if mutation.general_pointer == f"{generalize_pointer(place)}/{made.UNKNOWN_FIELD}"
        )

    def successes(self) -> Iterator[tuple[JsonValue, CallOutcome]]:
        """Yield good inputs with their replies: recorded calls if there are any, otherwise new calls."""
        if self.recorded_calls:
            self.consulted += 1
            yield from self.recorded_calls
            return
        self.require_calls()
        entries = self.usable_inputs.pool[: 1 if self.can_parse else MAX_CALLS_FOR_INPUTS]
        if all(verdicts.is_flagged(self.call(entry.value)) for entry in entries):
            raise self.failing_calls_error()
        for entry in entries:
            yield entry.value, self.call(entry.value)

    def require_repeatable(self, arguments: JsonValue) -> None:
        """Raise ``InconclusiveError`` for an input that was accepted, if it is rejected when it is sent again."""
        had_worked = not self.can_parse and self.works(arguments)
        if had_worked and verdicts.seems_failed(self.call(arguments, again=True), self.profile.probing):
            raise environment.unrepeated_error(self.quote_reply(arguments), self.tool.name)

    def failing_calls_error(self) -> InconclusiveError:
        """Return the error for a question about results when each call with a good input fails."""
        reply = self.quote_reply(first := self.usable_inputs.first_valid())
        if compact_json(first) in self._spent:
            return environment.unrepeated_error(reply, self.tool.name)
        reason = f"each call with a valid input fails, the first with {reply}"
        return InconclusiveError(reason, environment.advice_on(reply, self.input_advice), reply)

    def make_calls(self) -> None:
        """Call the tool with a good input and a wrong one, unless calls were made; raises ``InconclusiveError``."""
        if not self.requests.live_calls:
            self.call(self.usable_inputs.first_valid())
            wrong = next((mutation.input for mutation, _ in self.refusals()), None)
            if wrong is not None:
                self.call(wrong)

    def seen_calls(self) -> Iterator[tuple[JsonValue, CallOutcome]]:
        """Yield the calls that were recorded, and those made so far."""
        self.consulted += 1
        yield from self.recorded_calls
        yield from [(answer.arguments, answer.called) for answer in self._answers.values() if answer.called]

    def refusals(self) -> Iterator[tuple[Mutation, Reply]]:
        """Yield every changed input that the runtime rejects, with its answer."""
        for kind in (
            MutationKind.UNKNOWN_FIELD,
            MutationKind.MISSING_REQUIRED,
            MutationKind.WRONG_TYPE,
            MutationKind.NOT_IN_ENUM,
            MutationKind.OUT_OF_BOUND,
        ):
            for mutation in self.mutations(kind):
                answer = self.ask_mutation(mutation)
                if answer.is_refused:
                    yield mutation, answer
