"""The interview of one tool: known good inputs first, then changed ones, each asked once and its answer remembered.

Where the runtime can parse without executing, it is asked that; else the tool is called, if it may be.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from conformance.display import quoted
from conformance.documents.pointers import resolve, split
from conformance.documents.values import JsonValue, compact
from conformance.inventory import Inventory, Tool
from conformance.probes.interview import verdicts
from conformance.probes.interview.answers import Answer, Verdict
from conformance.probes.interview.limits import InconclusiveError, NotCalledError, OutOfTimeError, Rules
from conformance.probes.interview.permission import Permission, ToolSettings
from conformance.schema.generation import Inputs, Kind, Mutation, ValidInput
from conformance.schema.generation import mutations as made
from conformance.schema.generation.object_positions import general
from conformance.schema.generation.size_limits import too_large
from conformance.schema.limits import refusal_of
from conformance.settings.profiles import Profile
from conformance.settings.profiles.probing import Coercion, UnknownFields
from conformance.systems.runtime import Called, Runtime, SlowAnswerError, UnsupportedError

_STRANGE_FIELDS = (Kind.UNKNOWN_FIELD, Kind.ADDED_FIELD, Kind.MISSPELT_FIELD)
MOST_CALLS_FOR_INPUTS = 30
"""Most known good inputs that are tried by calling."""


class ToolInterview:
    """Asks one tool; raises ``InconclusiveError`` where no answer can tell anything."""

    def __init__(
        self,
        tool: Tool,
        inventory: Inventory,
        runtime: Runtime,
        profile: Profile,
        permission: Permission,
        settings: ToolSettings,
        rules: Rules,
    ) -> None:
        self.tool = tool
        self.inventory = inventory
        self.runtime = runtime
        self.profile = profile
        self.permission = permission
        self._settings = settings
        self.rules = rules
        self.count = 0
        recordings: Sequence[Any] = getattr(runtime, "recordings", ())
        self.recorded = [(one.arguments, one.called) for one in recordings if one.tool == tool.name]
        self._answers: dict[tuple[str, str], Answer] = {}
        self._calls: dict[str, Called] = {}
        self._slow = ""

    @property
    def unknown_fields(self) -> UnknownFields:
        """The policy on fields that do not exist."""
        return self._settings.unknown_fields or self.profile.probing.unknown_fields

    @property
    def coercion(self) -> Coercion:
        """The policy on values of another type."""
        return self._settings.coercion or self.profile.probing.coercion

    @cached_property
    def inputs(self) -> Inputs:
        """The valid inputs that may be sent."""
        exactly = self.permission.exactly and not self.parses
        given, seed = self._settings.inputs, self.rules.seed
        return Inputs(self.tool.input_schema, given=given, seed=seed, exactly=exactly, tick=self._in_time)

    @cached_property
    def parses(self) -> bool:
        """Say whether the runtime can judge an input without executing anything."""
        try:
            self._in_time()
            self.runtime.parse(self.tool.name, {})
        except UnsupportedError:
            return False
        self.count += 1
        return True

    @property
    def parses_if_asked(self) -> bool:
        """Say whether the runtime has parsed an input of this tool so far."""
        return bool(self.__dict__.get("parses"))

    def ask(self, arguments: JsonValue, base: JsonValue = None) -> Answer:
        """Return what the runtime says of an input; ``base`` is the good input that it was made from."""
        key = (compact(arguments), compact(base))
        if key not in self._answers:
            self._answers[key] = self._parsed(arguments) if self.parses else self._judged_call(arguments, base)
        return self._answers[key]

    def asked(self, mutation: Mutation) -> Answer:
        """Return what the runtime says of a changed input; a call that speaks of the strange field has noticed it."""
        answer = self.ask(mutation.input, mutation.base)
        name = split(mutation.pointer)[-1]
        if answer.verdict is not Verdict.ACCEPTED or answer.called is None or mutation.kind not in _STRANGE_FIELDS:
            return answer
        value = resolve(mutation.input, mutation.pointer)
        noticed = verdicts.speaks_of(answer.text, name, value) and name not in verdicts.text_of(
            self.call(mutation.base)
        )
        return replace(answer, verdict=Verdict.NOTICED) if noticed else answer

    def call(self, arguments: JsonValue, *, again: bool = False) -> Called:
        """Call the tool; raises ``InconclusiveError`` when it may not or can't be called."""
        key = compact(arguments)
        if key not in self._calls or again:
            self.require_calls()
            self._in_time()
            self.count += 1
            self._calls[key] = self._called(arguments)
        return self._calls[key]

    def _called(self, arguments: JsonValue) -> Called:
        """A tool that is slow once is not called again; a runtime where that happens too often hangs."""
        if self._slow:
            raise InconclusiveError(self._slow)
        try:
            return self.runtime.call(self.tool.name, arguments)
        except UnsupportedError:
            raise InconclusiveError("the runtime answers no calls") from None
        except SlowAnswerError as error:
            if not self.rules.patience.lose():
                raise
            self._slow = f"its call was not answered in time: {error.message}"
            raise InconclusiveError(self._slow) from None

    def require_calls(self) -> None:
        """Raise ``NotCalledError`` when the tool may not be called."""
        if not self.permission.allowed:
            raise NotCalledError(f"it is not called: {self.permission.reason}")

    def _parsed(self, arguments: JsonValue) -> Answer:
        self._in_time()
        self.count += 1
        return verdicts.of_parse(self.tool.name, arguments, self.runtime.parse(self.tool.name, arguments))

    def _judged_call(self, arguments: JsonValue, base: JsonValue) -> Answer:
        known = None if base is None else self.call(base)
        tables = self.profile.probing
        return verdicts.of_call(self.tool.name, arguments, self.call(arguments), base=known, tables=tables)

    def _in_time(self) -> None:
        if self.rules.seconds_left() <= 0:
            raise OutOfTimeError

    @cached_property
    def tried(self) -> Sequence[tuple[ValidInput, Answer]]:
        """The known good inputs with what the runtime says of them."""
        most = self.rules.max_examples if self.parses else min(self.rules.max_examples, MOST_CALLS_FOR_INPUTS)
        return [(entry, self.ask(entry.value)) for entry in self.inputs.pool[:most]]

    @cached_property
    def usable(self) -> Inputs:
        """The inputs that the runtime takes as it should; changed ones are made from them.

        Raises ``InconclusiveError`` when there is none, or when calls fail before anything looks at the input.
        """
        if self.tool.input_schema is None:
            raise InconclusiveError(self._without_schema())
        if not self.inputs.pool:
            raise InconclusiveError(self._without_inputs())
        good = [entry for entry, answer in self.tried if not self._is_refused(answer)]
        if not good:
            raise InconclusiveError(
                "it refuses every valid input that was tried, so that no other refusal means anything"
            )
        if not self.parses and self._fails_blindly(good[0]):
            raise InconclusiveError(
                f"its known good call fails before its input is looked at: {self.ask(good[0].value).text[:200]}"
            )
        return self.inputs.narrowed(good)

    def _without_schema(self) -> str:
        refusal = refusal_of(self.tool.raw.get("input_schema"))
        if refusal is None:
            return "it has no input schema"
        place = quoted(f"/input_schema{refusal.pointer}", 200)
        return f"its input schema is not evaluated: {place} {refusal.reason}"

    def _without_inputs(self) -> str:
        if not self.inputs.is_usable:
            return "no value can be judged by its schema"
        why = next(too_large(self.tool.input_schema), "")
        return "no valid input could be made from its schema" + (f": {why}" if why else "")

    def _is_refused(self, answer: Answer) -> bool:
        return answer.verdict is Verdict.REFUSED and verdicts.blames_input(answer, self.profile.probing)

    def _fails_blindly(self, entry: ValidInput) -> bool:
        """A good call fails, and one that can't be right fails in the same words."""
        good = self.call(entry.value)
        if not verdicts.flagged(good) and not verdicts.says_failure(good, self.profile.probing):
            return False
        narrowed = self.inputs.narrowed([entry])
        wrong = [*made.missing_required(narrowed), *made.replaced(narrowed, Kind.WRONG_TYPE)]
        canary = wrong[0] if wrong else None
        return canary is not None and verdicts.same_words(self.call(canary.input), good)

    def mutations(self, kind: Kind) -> Sequence[Mutation]:
        """Return the changed inputs of one kind, made from usable ones."""
        makers: dict[Kind, Callable[[Inputs], Iterator[Mutation]]] = {
            Kind.UNKNOWN_FIELD: made.unknown_fields,
            Kind.MISSPELT_FIELD: made.misspelt_fields,
            Kind.MISSING_REQUIRED: made.missing_required,
            Kind.CONDITION_BROKEN: made.broken_conditions,
        }
        if kind not in self._made:
            maker = makers.get(kind, lambda inputs: made.replaced(inputs, kind))
            self._made[kind] = list(maker(self.usable))
        return self._made[kind]

    @cached_property
    def _made(self) -> dict[Kind, Sequence[Mutation]]:
        return {}

    def ignores_unknown_fields(self, place: str) -> bool:
        """Say whether a field of a meaningless name goes through in the object at ``place``, the pointer of it."""
        return any(
            self.asked(mutation).accepted
            for mutation in self.mutations(Kind.UNKNOWN_FIELD)
            if mutation.place == f"{general(place)}/{made.UNKNOWN_FIELD}"
        )

    def successes(self) -> Iterator[tuple[JsonValue, Called]]:
        """Yield good inputs with the replies to them: recorded ones, else those of calls."""
        if self.recorded:
            yield from self.recorded
            return
        self.require_calls()
        for entry in self.usable.pool[: 1 if self.parses else MOST_CALLS_FOR_INPUTS]:
            yield entry.value, self.call(entry.value)

    def seen_calls(self) -> Iterator[tuple[JsonValue, Called]]:
        """Yield the calls that were recorded, or made so far."""
        yield from self.recorded
        yield from [(answer.arguments, answer.called) for answer in self._answers.values() if answer.called]

    def refusals(self) -> Iterator[tuple[Mutation, Answer]]:
        """Yield the changed inputs that the runtime refuses, whatever was changed."""
        for kind in (Kind.UNKNOWN_FIELD, Kind.MISSING_REQUIRED, Kind.WRONG_TYPE, Kind.NOT_IN_ENUM, Kind.OUT_OF_BOUND):
            for mutation in self.mutations(kind):
                answer = self.asked(mutation)
                if not answer.accepted:
                    yield mutation, answer
