"""Python models and functions are tools: parsed without being run, called only to be called."""

import datetime
import os
import sys
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, RootModel, model_validator

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.probes.interview import RunLimits
from conformance.settings.profiles import load_profile
from conformance.systems.adapters._deadline import run_with_timeout
from conformance.systems.adapters.python_object import runtime_of
from conformance.systems.outputs import own_samples
from conformance.systems.runtime import (
    CallOutcome,
    Limits,
    Opening,
    ParseOutcome,
    Runtime,
    SlowAnswerError,
    UnsupportedError,
)
from conformance.systems.sources import find_source

RUN: list[str] = []
PYTHON = load_profile("python")


class Search(BaseModel):
    """Find something."""

    model_config = ConfigDict(extra="forbid", strict=True)

    query: str = Field(min_length=1)
    limit: int = 10


def greet(name: str, times: int = 1) -> str:
    """Say hello."""
    RUN.append(name)
    return f"hello {name} " * times


async def later(seconds: float = 0) -> Mapping[str, float]:
    """Answer later."""
    return {"slept": seconds}


def broken(_reason: str = "") -> None:
    """Fail."""
    raise LookupError("nothing there")


class Duck:
    """Answers some questions."""

    def describe(self) -> Mapping[str, Any]:
        return {"version": 2, "tools": []}

    def parse(self, tool: str, arguments: Any) -> Mapping[str, Any]:
        return {"accepted": bool(arguments), "error": {"kind": "invalid_tool_input"}}

    def render(self, envelope: Any, policy: Any) -> str:
        raise RuntimeError("no ink")

    def catalog(self, provenance: str, profile: str | None = None) -> Any:
        time.sleep(5)


def runtime(value: Any) -> Runtime:
    return runtime_of(value, "here", Limits(request_seconds=0.5))


def test_a_model_is_a_tool_with_its_schema_and_description() -> None:
    tool = as_object(runtime(Search).describe()["tools"][0])  # type: ignore[index]
    assert (tool["name"], tool["description"]) == ("Search", "Find something.")
    assert as_object(tool["input_schema"])["additionalProperties"] is False


def test_an_input_is_parsed_by_the_model_and_the_refusal_says_what_there_is() -> None:
    asked = runtime(Search)
    assert asked.parse("Search", {"query": "x"}) == ParseOutcome(accepted=True, arguments={"query": "x"})
    refused = asked.parse("Search", {"query": "x", "limt": 3})
    assert not refused.accepted
    assert "unknown field 'limt'" in str(refused.error["message"])
    assert "'query', 'limit'" in str(refused.error["recovery_hint"])


def test_an_unknown_tool_is_refused_by_name() -> None:
    assert runtime(Search).parse("Serch", {}).error["kind"] == "unknown_tool"


def test_a_model_alone_can_not_be_called() -> None:
    with pytest.raises(UnsupportedError):
        runtime(Search).call("Search", {"query": "x"})


def test_parsing_runs_no_function_and_calling_does() -> None:
    asked = runtime({"Greet": greet})
    assert asked.parse("Greet", {"name": "Ada"}).accepted
    assert RUN == []
    called = asked.call("Greet", {"name": "Ada", "times": 2})
    assert RUN == ["Ada"]
    assert as_object(called.envelope)["result"] == {"value": "hello Ada hello Ada "}


def test_a_call_with_a_wrong_input_is_a_failure_and_runs_nothing() -> None:
    RUN.clear()
    called = runtime([greet]).call("greet", {"nam": "Ada"})
    assert as_object(called.envelope)["status"] == "error"
    assert RUN == []


def test_an_async_function_is_awaited_and_what_a_function_raises_is_its_failure() -> None:
    asked = runtime([later, broken])
    assert as_object(asked.call("later", {}).envelope)["result"] == {"slept": 0}
    assert "LookupError: nothing there" in str(as_object(asked.call("broken", {}).envelope)["summary_text"])


def test_an_object_answers_what_it_can() -> None:
    asked = runtime(Duck)
    assert asked.describe()["version"] == 2
    assert asked.parse("Any", {"a": 1}).accepted
    assert not asked.parse("Any", {}).accepted
    with pytest.raises(UnsupportedError):
        asked.call("Any", {})


class WrappingDuck:
    """Answers each operation with the member that the adapter protocol gives it."""

    def describe(self) -> Mapping[str, Any]:
        return {"inventory": {"version": 2, "tools": []}}

    def catalog(self, provenance: str, profile: str | None = None) -> Any:
        return {"tools": ["ReadNote"]}

    def samples(self) -> Any:
        return {"outputs": [{"tool_name": "ReadNote"}]}

    def project(self, complete_output: Any, policy: Any) -> Any:
        return {"envelope": complete_output}

    def render(self, envelope: Any, policy: Any) -> Any:
        return {"receipt": "done"}


def test_an_object_may_answer_with_the_members_of_the_protocol() -> None:
    asked = runtime(WrappingDuck)
    assert asked.describe()["version"] == 2
    assert asked.catalog("operator") == ["ReadNote"]
    assert own_samples(asked) == {"samples:1": {"tool_name": "ReadNote"}}
    assert asked.project({"tool_name": "ReadNote"}, {}) == {"tool_name": "ReadNote"}
    assert asked.render({}, {}) == "done"


def test_samples_that_are_no_list_are_refused_by_their_type() -> None:
    class OtherDuck(Duck):
        def samples(self) -> Any:
            return {"output": []}

    with pytest.raises(ConformanceError, match="`samples` returned an object, not a list"):
        own_samples(runtime(OtherDuck))


def test_what_an_object_raises_or_never_returns_is_a_clear_error() -> None:
    asked = runtime(Duck())
    with pytest.raises(ConformanceError, match="no ink"):
        asked.render({}, {})
    with pytest.raises(ConformanceError, match="did not finish within"):
        asked.catalog("operator")


def test_time_is_not_lost_on_what_is_quick() -> None:
    assert run_with_timeout(lambda: 7, 1.0, "seven") == 7


@pytest.mark.parametrize("value", [5, "text", {"a": 5}, [None]])
def test_what_is_no_tool_is_refused(value: Any) -> None:
    with pytest.raises(ConformanceError) as caught:
        runtime(value)
    assert caught.value.kind is ErrorKind.USAGE


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            "python:no_such_module_anywhere:TOOLS",
            "cannot import module `no_such_module_anywhere`: no module named `no_such_module_anywhere`",
        ),
        ("python:conformance.names:NOTHING", "has no attribute `NOTHING`"),
        ("python:conformance.words", "is not of the form `module:attribute`"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(source: str, says: str) -> None:
    with pytest.raises(ConformanceError, match=says):
        find_source(source).open(Opening())


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("needs", "import no_such_module", "cannot import module `needs_at_import`: no module named `no_such_module`"),
        ("fails", "raise ValueError('bad')", "cannot import module `fails_at_import`: it raised 'ValueError: bad'"),
        ("leaves", "import sys\nsys.exit(0)", "the import tried to end the program: 'SystemExit: 0'"),
        ("interrupts", "raise KeyboardInterrupt", "the import tried to end the program: 'KeyboardInterrupt: '"),
        ("circles", "import time\ntime.sleep(8)", "the import of `circles_at_import` did not finish within 1.25 s"),
    ],
)
@pytest.mark.parametrize("scheme", ["python", "openai"])
def test_a_module_that_leaves_or_never_ends_when_it_is_imported_is_told(
    tmp_path: Path, name: str, body: str, says: str, scheme: str
) -> None:
    (tmp_path / f"{name}_at_import.py").write_text(body, "utf-8")
    with pytest.raises(ConformanceError, match=says) as caught:
        find_source(f"{scheme}:{name}_at_import:TOOLS").open(Opening(Limits(start_seconds=1.25), base=tmp_path))
    assert caught.value.kind is ErrorKind.UNREACHABLE


class Stubborn(BaseModel):
    """Refuse to be parsed, and to be described."""

    anything: Callable[[], None] | None = None

    @model_validator(mode="before")
    @classmethod
    def _leave(cls, value: Any) -> Any:
        raise SystemExit(3)


class Silent:
    """Describes nothing, and does nothing else."""

    def describe(self) -> Any:
        raise RuntimeError("boom")


class Unmakeable:
    """Can't be made."""

    def __init__(self) -> None:
        raise SystemExit(4)

    def describe(self) -> Any: ...


def leaves() -> None:
    """End the program."""
    sys.exit(3)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: runtime(Stubborn).describe(), "PydanticInvalidForJsonSchema"),
        (lambda: runtime(Silent()).describe(), r"`describe\(\)` raised 'RuntimeError: boom'"),
        (lambda: runtime(Silent).describe(), r"`describe\(\)` raised 'RuntimeError: boom'"),
        (
            lambda: find_source(f"python:{__name__}:Unmakeable").open(Opening()),
            "Unmakeable` raised 'SystemExit: 4'",
        ),
    ],
)
def test_code_under_test_can_not_end_the_harness(ask: Callable[[], Any], says: str) -> None:
    with pytest.raises(ConformanceError, match=says):
        ask()


def test_a_tool_that_ends_the_program_fails_and_ends_nothing() -> None:
    failed = as_object(as_object(runtime([leaves]).call("leaves", {}).envelope)["error"])
    assert failed["message"] == "SystemExit: 3"
    assert runtime(Stubborn).parse("Stubborn", {}).error["message"] == "the validation raised SystemExit: 3"


class Sleepy(Silent):
    """Is slow for one tool, or for every one."""

    def __init__(self, *tools: str) -> None:
        self.tools = tools

    def call(self, tool: str, arguments: Any) -> Any:
        if not self.tools or tool in self.tools:
            time.sleep(3)
        return {"envelope": {}}


def test_an_object_that_is_slow_for_every_tool_hangs_and_one_that_is_for_a_few_does_not() -> None:
    for asked, kind in ((runtime(Sleepy()), ConformanceError), (runtime(Sleepy("A", "B")), SlowAnswerError)):
        with pytest.raises(ConformanceError) as caught:
            asked.call("A", {})
        assert type(caught.value) is kind


def test_a_module_is_found_from_the_folder_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "my_few_tools.py").write_text("def tell(what: str) -> str:\n    return what\n", "utf-8")
    asked = find_source("python:my_few_tools:tell").open(Opening(base=tmp_path))
    assert asked.catalog("operator") == ["tell"]


class Priority(StrEnum):
    """How urgent something is."""

    LOW = "low"
    HIGH = "high"


class StrictOrder(BaseModel):
    """Order something."""

    model_config = ConfigDict(extra="forbid", strict=True)

    priority: Priority = Priority.LOW
    due: datetime.date | None = None
    parts: tuple[int, ...] = ()


def plan(priority: Priority, due: datetime.date = datetime.date(2026, 1, 31)) -> str:
    """Plan something."""
    return f"{priority.name} {due.isoformat()}"


def test_the_arguments_of_a_strict_model_are_read_as_json() -> None:
    runtime = runtime_of({"order": StrictOrder, "plan": plan}, "python:t", Limits())
    taken = runtime.parse("order", {"priority": "high", "due": "2026-01-01", "parts": [1]})
    assert taken.arguments == {"priority": "high", "due": "2026-01-01", "parts": [1]}
    assert not runtime.parse("order", {"parts": ["1"]}).accepted
    assert as_object(runtime.call("plan", {"priority": "high"}).envelope)["result"] == {"value": "HIGH 2026-01-31"}


def test_strict_models_and_enums_and_dates_get_no_objection() -> None:
    profile = load_profile("holon")
    plan_of_it = Plan(applied_probes(profile), profile, limits=RunLimits(max_examples=30))
    runtime = runtime_of({"order": StrictOrder, "plan": plan}, "python:t", Limits())
    assert [one.message for one in probe(runtime, "t", plan_of_it).findings if one.level is Level.ERROR] == []


def test_an_object_that_parses_but_lists_no_tools_is_asked_for_the_method_that_is_missing() -> None:
    class Parser:
        def parse(self, tool: str, arguments: object) -> object:
            raise NotImplementedError

    for value in (Parser, Parser()):
        with pytest.raises(ConformanceError, match="`here` has `parse` but not `describe`") as caught:
            runtime(value)
        assert "def describe(self) -> dict" in caught.value.recovery_hint


class Inner(BaseModel):
    model_config = ConfigDict(extra="allow")

    kind: str = Field(validation_alias="innerKind", serialization_alias="kindOut")


class Inners(RootModel[list[Inner]]):
    pass


class Aliases(BaseModel):
    """Read a note."""

    model_config = ConfigDict(extra="forbid")

    note_id: int = Field(alias="noteId")
    fmt: str | None = Field(default=None, validation_alias="format")
    place: str | None = Field(default=None, validation_alias=AliasChoices(AliasPath("at", 0), "place_name", "where"))
    hidden: str | None = Field(default=None, exclude=True)
    inner: Inner | None = Field(default=None, serialization_alias="nested")
    inners: Inners | None = None
    by_name: dict[str, tuple[Inner, ...]] = Field(default_factory=dict)


def test_what_was_understood_has_the_names_of_the_input_wherever_pydantic_dumps_others() -> None:
    inner = {"innerKind": "a", "more": 1}
    scalars = {"noteId": 1, "format": "md", "place_name": "here", "hidden": "x"}
    given = {**scalars, "inner": inner, "inners": [inner], "by_name": {"one": [inner]}}
    assert runtime(Aliases).parse("Aliases", given).arguments == given
    report = probe(runtime(Aliases), "aliases", Plan(applied_probes(PYTHON), PYTHON))
    assert [one.message for one in report.findings if one.rule == "dormant_field"] == []


class FirstLine(BaseModel):
    """Read the first line of an address."""

    line: str = Field(validation_alias=AliasPath("address", 0))


class BothNames(BaseModel):
    """Change an order."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    order_no: str = Field(alias="orderNo")
    note_text: str | None = Field(default=None, alias="noteText")


class Tagged(BaseModel):
    """Set the tags of a note."""

    tags: set[str] = Field(max_length=3)
    kinds: list[str] = Field(default_factory=list, json_schema_extra={"uniqueItems": True})


def objections(model: type[BaseModel]) -> Mapping[str, Any]:
    report = probe(runtime(model), "model", Plan(applied_probes(PYTHON), PYTHON))
    return {f"{one.rule} {one.pointer.rpartition('/')[2]}": one for one in report.findings if one.tool}


def test_a_field_that_is_read_from_a_path_is_named_with_the_path() -> None:
    found = objections(FirstLine)["valid_input_accepted line"]
    assert found.message.startswith("parameter `line` rejects ")
    assert "/address/0, where the model reads this field (`AliasPath`)" in str(found.evidence["reply"])


def test_a_second_name_that_the_model_declares_is_not_misspelled() -> None:
    found = objections(BothNames)["misspelt_field_rejected input_schema"]
    assert (found.level, found.message) == (
        Level.INFO,
        "`note_text` is read as another name of `noteText`, which the schema does not list",
    )


def test_a_set_that_merges_repeated_elements_is_an_info_and_a_list_that_keeps_them_an_error() -> None:
    found = objections(Tagged)
    merged, kept = found["bound_enforced tags"], found["bound_enforced kinds"]
    assert (merged.level, "merges the repeated elements" in merged.message) == (Level.INFO, True)
    assert (kept.level, "which violates its `uniqueItems`" in kept.message) == (Level.ERROR, True)


class Ordered(BaseModel):
    """Find notes between two numbers."""

    model_config = ConfigDict(extra="forbid")

    first: int
    last: int

    @model_validator(mode="after")
    def ordered(self) -> "Ordered":
        if self.last < self.first:
            raise ValueError("last is before first")
        return self


def test_a_model_validator_blames_the_input_and_not_the_field_that_came_last() -> None:
    report = probe(runtime(Ordered), "ordered", Plan(applied_probes(PYTHON), PYTHON))
    (found,) = (one for one in report.findings if one.rule == "valid_input_accepted")
    assert found.message == "tool `Ordered` rejects an input that its schema allows"
    assert (found.pointer, "JSON Schema can't express" in found.hint) == ("/tools/0/input_schema", True)


class Talkative:
    """Prints, and ends the process as a forked child would."""

    def describe(self) -> Mapping[str, Any]:
        print("hello\x1b[31m")  # noqa: T201  as somebody does who looks for a fault
        return {"version": 2, "tools": []}

    def parse(self, tool: str, arguments: object) -> object:
        os._exit(0)


def test_what_foreign_code_prints_goes_escaped_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert runtime(Talkative()).describe() == {"version": 2, "tools": []}
    sys.stdout.write("after\n")
    shown = capsys.readouterr()
    assert shown.out == "after\n"
    assert shown.err == "hello\\x1b[31m\n"


def test_what_foreign_code_writes_to_standard_error_is_escaped_and_without_secrets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Careless(Talkative):
        def describe(self) -> Mapping[str, Any]:
            sys.stderr.write("\x9b31m token=ghp_AAAAbbbbCCCCddddEEEEffffGGGGhhhh1234\n")
            return {"version": 2, "tools": []}

    runtime(Careless()).describe()
    sys.stderr.write("after\n")
    assert capsys.readouterr().err == "\\x9b31m token=***\nafter\n"


def test_an_object_that_fails_to_name_or_to_end_its_members_is_blamed(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Talkative):
        def __getattr__(self, name: str) -> object:
            raise RuntimeError(f"no {name}")

    broken = runtime(Broken())
    with pytest.raises(ConformanceError, match="RuntimeError: no samples"):
        broken.samples()
    broken.close()
    assert "`close()` raised 'RuntimeError: no close'" in caplog.text


def test_foreign_code_cannot_end_the_process_without_a_word() -> None:
    ends = os._exit
    with pytest.raises(ConformanceError, match="SystemExit: 0"):
        runtime(Talkative()).parse("a", {})
    assert os._exit is ends


def test_a_description_is_what_json_can_carry() -> None:
    class Looping:
        def describe(self) -> Mapping[str, Any]:
            tools: list[Any] = []
            tools.append(tools)
            return {"version": 2, "tools": tools}

    class Numbered:
        def describe(self) -> Mapping[Any, Any]:
            return {"version": 2, "tools": [{"name": "x", "input_schema": {1: 2}}]}

    with pytest.raises(ConformanceError, match="is not JSON"):
        runtime(Looping()).describe()
    assert runtime(Numbered()).describe() == {"version": 2, "tools": [{"name": "x", "input_schema": {"1": 2}}]}


@pytest.mark.parametrize(
    ("answer", "read"),
    [({"a": {1: 2}}, {"a": {"1": 2}}), ({"a": (1, 2)}, {"a": [1, 2]}), ({"a": float("nan")}, None), ({"a": {1}}, None)],
)
def test_every_answer_is_what_json_can_carry(answer: Any, read: Any) -> None:
    class Answering:
        def describe(self) -> Any:
            return {"version": 2, "tools": []}

        def parse(self, tool: str, arguments: Any) -> Any:
            return {"accepted": True, "arguments": answer}

        def call(self, tool: str, arguments: Any) -> Any:
            return CallOutcome(answer)

        def project(self, complete_output: Any, policy: Any) -> Any:
            return answer

    asked = runtime(Answering)
    questions: list[Callable[[], Any]] = [
        lambda: asked.parse("a", {}).arguments,
        lambda: asked.call("a", {}).envelope,
        lambda: asked.project({}, {}),
    ]
    for ask in questions:
        if read is None:
            with pytest.raises(ConformanceError, match="is not JSON"):
                ask()
        else:
            assert ask() == read
            assert ask() is not answer


def test_what_no_reader_of_json_takes_is_no_description() -> None:
    class Counting:
        def describe(self) -> Any:
            return {"version": 2, "tools": [{"name": "a", "input_schema": {"maximum": 10**500}}]}

    with pytest.raises(ConformanceError, match="not a number that every JSON parser preserves"):
        runtime(Counting).describe()


def test_a_function_that_no_input_can_call_is_no_tool() -> None:
    def divide(number: int, /, by: int) -> float:
        return number / by

    def halve(_number: int) -> float:
        return _number / 2

    with pytest.raises(ConformanceError, match="`number` of `divide` can only be passed by position"):
        runtime(divide)
    with pytest.raises(ConformanceError, match="`_number` of `halve` begins with `_`"):
        runtime(halve)


class Greedy(Silent):
    """Takes what it is given apart, as ordinary code does with arguments of its own."""

    def parse(self, tool: str, arguments: Any) -> Any:
        return {"accepted": True, "arguments": {"word": arguments.pop("word")}}

    def call(self, tool: str, arguments: Any) -> Any:
        return CallOutcome({"tool_name": tool, "status": "success", "result": arguments.pop("word")})

    def project(self, complete_output: Any, policy: Any) -> Any:
        complete_output["status"] = "changed"
        return complete_output


def test_what_code_does_with_its_arguments_changes_no_question() -> None:
    given, output = {"word": "a"}, {"status": "success"}
    asked = runtime(Greedy())
    for _ in range(2):
        assert asked.parse("t", given).arguments == {"word": "a"}
        assert as_object(asked.call("t", given).envelope)["result"] == "a"
        assert asked.project(output, {}) == {"status": "changed"}
    assert (given, output) == ({"word": "a"}, {"status": "success"})


def test_what_code_does_with_its_answer_later_changes_nothing() -> None:
    kept: dict[str, Any] = {"word": ("a", "b")}

    class Keeper(Silent):
        def parse(self, tool: str, arguments: Any) -> Any:
            return {"accepted": True, "arguments": kept}

    answer = runtime(Keeper()).parse("t", {})
    kept.clear()
    assert answer.arguments == {"word": ["a", "b"]}


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


def _endless() -> Any:
    value: dict[str, Any] = {}
    value["a"] = value["b"] = value
    return value


def _wide() -> Any:
    value: Any = "x"
    for _ in range(40):
        value = [value, value]
    return value


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (_endless(), "nested more than 128 deep"),
        (_deep(100_000), "nested more than 128 deep"),
        (_wide(), "more than 1,000,000 values"),
        ({"s": {1, 2}}, "has a `set` in it"),
        ({"n": float("nan")}, "a number that JSON cannot write"),
        ({"n": 10**5000}, "an integer with more than"),
        ({None: 1}, "whose name is a `NoneType`"),
    ],
    ids=["endless", "deep", "wide", "set", "nan", "digits", "name"],
)
def test_an_answer_that_is_not_json_is_refused_in_words(answer: Any, says: str) -> None:
    class Odd(Silent):
        def parse(self, tool: str, arguments: Any) -> Any:
            return {"accepted": True, "arguments": answer}

        def call(self, tool: str, arguments: Any) -> Any:
            return CallOutcome({"tool_name": tool, "status": "success", "result": answer})

    asked = runtime_of(Odd(), "here", Limits(request_seconds=20))
    with pytest.raises(ConformanceError, match=says):
        asked.parse("t", {})
    with pytest.raises(ConformanceError, match=says):
        asked.call("t", {})
    if _is_small(answer):
        function = runtime_of([lambda: answer], "here", Limits(request_seconds=20))
        failed = as_object(as_object(function.call(function.catalog("operator")[0], {}).envelope)["error"])
        assert failed["kind"] == "result_not_json"


def _is_small(answer: Any) -> bool:
    return "n" in answer and isinstance(answer["n"], int)


def test_what_a_function_yields_is_read_to_an_end_and_no_further() -> None:
    def count(most: int = 3) -> Any:
        return iter(range(most))

    def endless() -> Any:
        return {"found": iter(int, 1)}

    asked = runtime_of([count, endless], "here", Limits(request_seconds=20))
    assert as_object(as_object(asked.call("count", {}).envelope)["result"]) == {"value": [0, 1, 2]}
    failed = as_object(as_object(asked.call("endless", {}).envelope)["error"])
    assert (failed["kind"], "an iterator has more than" in str(failed["message"])) == ("result_not_json", True)


def test_an_exception_without_a_text_is_reported_by_its_name() -> None:
    class Mute(Exception):  # noqa: N818  it is not one of ours
        def __str__(self) -> str:
            raise RuntimeError("no text")

    class Raises(Silent):
        def parse(self, tool: str, arguments: Any) -> Any:
            raise Mute

    with pytest.raises(ConformanceError, match=r"raised 'Mute: its text could not be read \(RuntimeError\)'"):
        runtime(Raises()).parse("t", {})


def test_foreign_code_cannot_close_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    class Closes(Silent):
        def parse(self, tool: str, arguments: Any) -> Any:
            sys.stdout.close()
            sys.stderr.close()
            return {"accepted": True}

    class Detaches(Silent):
        def parse(self, tool: str, arguments: Any) -> Any:
            sys.stdout.detach()  # type: ignore[attr-defined]

    assert runtime(Closes()).parse("t", {}).accepted
    with pytest.raises(ConformanceError, match="belong to the harness"):
        runtime(Detaches()).parse("t", {})
    sys.stdout.write("a report\n")
    assert capsys.readouterr().out == "a report\n"
