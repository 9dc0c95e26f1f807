"""The interview of one tool: what may be asked is asked once, and what can't tell anything is said to be so."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from conformance.documents.values import JsonObject, JsonValue, as_object, type_name
from conformance.errors import ErrorKind
from conformance.probes.interview import InconclusiveError, OutOfTimeError, RunLimits, ToolInterview, Treatment
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.probes.interview.rehearsal import Rehearsal
from conformance.rules.examples import from_tool
from conformance.schema.generation import MutationKind
from conformance.schema.limits import Refusal
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import CallOutcome, ParseOutcome, SilentRuntime, SlowAnswerError

SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["path"],
    "properties": {"path": {"type": "string"}, "dryRun": {"type": "boolean", "default": False}},
}
SURFACE = from_tool({"name": "t", "input_schema": SCHEMA})
GIVEN: JsonObject = {"path": "/tmp/a", "dryRun": True}


class Calls(SilentRuntime):
    """Answers calls alone, by a function, and remembers them."""

    def __init__(self, answer: Callable[[JsonObject], tuple[str, bool]]) -> None:
        self._answer = answer
        self.seen: list[JsonValue] = []

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        self.seen.append(arguments)
        text, failed = self._answer(as_object(arguments))
        error = {"kind": "tool_error", "message": text} if failed else None
        status = "error" if failed else "success"
        envelope = {"tool_name": tool, "status": status, "summary_text": text, "result": {}, "error": error}
        return CallOutcome(envelope, text, raw=envelope, structured=())


def interview(
    runtime: Any, *, reads: bool = True, rules: RunLimits | None = None, schema: JsonObject = SCHEMA, **settings: Any
) -> ToolInterview:
    tool = from_tool({"name": "t", "input_schema": schema, "annotations": {"readOnlyHint": reads}}).inventory.tools[0]
    stated = ToolSettings(**settings)
    permission = Permissions({"t": stated}).permission_for(tool)
    profile = load_profile("holon")
    return ToolInterview(tool, SURFACE.inventory, runtime, profile, permission, stated, rules or RunLimits())


def test_what_can_be_parsed_is_not_called() -> None:
    rehearsal = Rehearsal(SURFACE.inventory)
    one = interview(rehearsal)
    assert not one.has_parsed
    assert one.ask({"path": "x"}).verdict is Treatment.ACCEPTED
    assert one.has_parsed
    assert {op for op, _, _ in rehearsal.questions} == {"parse"}


def test_the_same_question_is_asked_once_and_a_number_written_otherwise_is_another() -> None:
    runtime = Calls(lambda _: ("fine", False))
    one = interview(runtime)
    for arguments in ({"path": "x", "n": 1}, {"n": 1, "path": "x"}, {"path": "x", "n": 1.0}):
        one.ask(arguments)
    assert len(runtime.seen) == 2


def test_a_tool_that_may_not_be_called_is_not_called_and_the_reason_is_told() -> None:
    runtime = Calls(lambda _: ("fine", False))
    with pytest.raises(InconclusiveError, match="neither annotated read-only nor allow-listed"):
        interview(runtime, reads=False).ask({"path": "x"})
    assert runtime.seen == []


def test_a_tool_that_may_change_things_is_called_with_the_given_input_and_wrong_ones_only() -> None:
    runtime = Calls(lambda _: ("fine", False))
    one = interview(runtime, reads=False, inputs=(GIVEN,))
    for kind in MutationKind:
        if kind is not MutationKind.ADDED_FIELD:
            for mutation in one.mutations(kind):
                one.ask_mutation(mutation)
    valid = [seen for seen in runtime.seen if set(as_object(seen)) <= set(GIVEN) and as_object(seen).get("dryRun")]
    assert GIVEN in valid
    assert all(as_object(seen).get("dryRun") is not False for seen in runtime.seen)


def test_a_tool_that_may_change_things_gets_no_value_that_is_converted_to_another_one_than_the_given() -> None:
    cases: list[tuple[JsonValue, list[JsonValue], list[JsonValue]]] = [
        (True, ["true", 1, "yes"], [0]),
        (False, ["false", 0, "no"], [1]),
        (5, ["5"], [5.5, True, False]),
        (1, ["1", True], [1.5, False]),
        ("t", [], [5, True]),
        ("007", [], [5, True]),
        ("12", [12], [5, True]),
        (["a"], ['["a"]'], []),
    ]
    for given, alike, other in cases:
        kind = "integer" if type(given) is int else type_name(given)
        schema: JsonObject = {"properties": {"x": {"type": kind}}, "additionalProperties": False}
        for reads, expected in ((False, alike), (True, [*alike, *other])):
            one = interview(Calls(lambda _: ("fine", False)), reads=reads, schema=schema, inputs=({"x": given},))
            tried = [mutation.after for mutation in one.mutations(MutationKind.LOOSE_TYPE) if mutation.before == given]
            assert sorted(map(repr, tried)) == sorted(map(repr, expected)), (given, reads)


def test_a_call_that_names_the_strange_field_has_noticed_it() -> None:
    def answer(arguments: JsonObject) -> tuple[str, bool]:
        strange = [name for name in arguments if name not in SCHEMA["properties"]]  # type: ignore[operator]
        return (f"done; ignored: {strange}" if strange else "done"), False

    one = interview(Calls(answer))
    assert {one.ask_mutation(mutation).verdict for mutation in one.mutations(MutationKind.UNKNOWN_FIELD)} == {
        Treatment.NOTICED
    }


def test_nothing_is_concluded_where_the_environment_fails_before_the_input_is_looked_at() -> None:
    one = interview(Calls(lambda _: ("no browser is installed", True)))
    with pytest.raises(InconclusiveError, match="before its input is checked, with 'no browser is installed"):
        one.mutations(MutationKind.UNKNOWN_FIELD)


def test_a_tool_that_needs_more_of_its_client_than_calls_is_not_said_to_lack_its_environment() -> None:
    for reply, helps in (
        ("Tool get_it requires task augmentation", True),
        ("client does not support elicitation", True),
        ("Client does not support sampling (required for sampling/createMessage)", True),
        ("this database does not support sampling", False),
        ("no browser is installed", False),
    ):
        with pytest.raises(InconclusiveError) as caught:
            interview(Calls(lambda _, reply=reply: (reply, True))).mutations(MutationKind.UNKNOWN_FIELD)
        assert ("set `call = false`" in caught.value.advice) is helps, reply


def test_a_reason_that_quotes_a_reply_shows_no_secret_of_it() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    one = interview(Calls(lambda _: (f"cannot log in with {secret}" + " and so on" * 30, True)))
    with pytest.raises(InconclusiveError) as caught:
        one.mutations(MutationKind.UNKNOWN_FIELD)
    assert "cannot log in with ***" in str(caught.value)
    assert secret[:20] not in str(caught.value)


def test_a_backend_that_fails_for_good_and_changed_inputs_alike_proves_nothing() -> None:
    def answer(arguments: JsonObject) -> tuple[str, bool]:
        path = arguments.get("path")
        return ("no such file" if isinstance(path, str) else "path must be a string"), True

    one = interview(Calls(answer))
    answers = [one.ask_mutation(mutation) for mutation in one.mutations(MutationKind.UNKNOWN_FIELD)]
    assert answers
    assert not any(answer.is_accepted or answer.is_refused for answer in answers)
    with pytest.raises(InconclusiveError, match="each call with a valid input fails, the first with 'no such file'"):
        one.require_determined()


def test_a_tool_that_refuses_every_valid_input_tells_nothing_else() -> None:
    class RefusesAll(SilentRuntime):
        def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
            return ParseOutcome(accepted=False, error={"kind": "invalid_tool_input", "message": "no"})

    with pytest.raises(InconclusiveError, match="rejects every valid input"):
        interview(RefusesAll()).mutations(MutationKind.NULL)


def test_a_schema_without_a_valid_input_is_told() -> None:
    tool = from_tool({"name": "t", "input_schema": {"type": "object", "required": ["a"], "properties": {"a": False}}})
    runtime = Rehearsal(tool.inventory)
    permission, settings = Permissions().permission_for(tool.inventory.tools[0]), ToolSettings()
    profile = load_profile("holon")
    one = ToolInterview(tool.inventory.tools[0], tool.inventory, runtime, profile, permission, settings, RunLimits())
    with pytest.raises(InconclusiveError, match="no valid input could be generated"):
        one.mutations(MutationKind.NULL)


def test_nothing_is_asked_when_the_time_is_over() -> None:
    runtime = Calls(lambda _: ("fine", False))
    one = interview(runtime, rules=RunLimits(deadline=-math.inf))
    with pytest.raises(OutOfTimeError):
        one.ask({"path": "x"})
    assert runtime.seen == []


def test_a_tool_that_is_too_slow_is_told_and_a_runtime_of_such_tools_hangs() -> None:
    class Slow(SilentRuntime):
        seen = 0

        def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
            self.seen += 1
            raise SlowAnswerError(ErrorKind.UNREACHABLE, "did not answer in time", "give it more time")

    runtime, rules = Slow(), RunLimits()
    for _ in range(2):
        one = interview(runtime, rules=rules)
        for _ in range(2):
            with pytest.raises(InconclusiveError, match="did not answer in time"):
                one.call({"path": "x"})
    assert runtime.seen == 2
    with pytest.raises(SlowAnswerError):
        interview(runtime, rules=rules).call({"path": "x"})


def test_the_policies_of_a_tool_come_before_those_of_the_profile() -> None:
    plain = interview(Rehearsal(SURFACE.inventory))
    assert (plain.unknown_fields, plain.coercion) == ("reject", "none")
    special = interview(Rehearsal(SURFACE.inventory), unknown_fields="notice", coercion="lenient")
    assert (special.unknown_fields, special.coercion) == ("notice", "lenient")


def test_a_tool_whose_inputs_take_too_long_to_make_is_undetermined() -> None:
    # The first look at the clock begins the time, of which here is less than none.
    one = interview(Rehearsal(SURFACE.inventory), rules=RunLimits(seconds_per_tool=-1.0))
    with pytest.raises(InconclusiveError, match="take more than -1 seconds of processor time to make"):
        _ = one.inputs.pool
    assert one.ask({"path": "x"}).verdict is Treatment.ACCEPTED


def test_why_a_schema_is_refused_is_found_once_for_all_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[JsonValue] = []

    def refuse(schema: JsonValue) -> Refusal:
        asked.append(schema)
        return Refusal(ErrorKind.TOO_LARGE, "", "is too large", "shorten it")

    monkeypatch.setattr("conformance.probes.interview.valid_inputs.refusal_of", refuse)
    tool = from_tool({"name": "t", "input_schema": None}).inventory.tools[0]
    permission, settings = Permissions().permission_for(tool), ToolSettings()
    profile = load_profile("holon")
    one = ToolInterview(tool, SURFACE.inventory, SilentRuntime(), profile, permission, settings, RunLimits())
    for _ in range(3):
        with pytest.raises(InconclusiveError, match="is too large"):
            assert one.usable_inputs
    assert len(asked) == 1
