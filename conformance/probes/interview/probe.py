"""A probe is one question to a running system: what to ask, and how to judge the answers."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from conformance.findings import Level, Problem
from conformance.schema.generation import Mutation, MutationKind
from conformance.settings.checks import Check
from conformance.settings.profiles.probing import UnknownFields

if TYPE_CHECKING:
    from conformance.probes.interview.answers import Reply
    from conformance.probes.interview.runtime_interview import RuntimeInterview
    from conformance.probes.interview.tool_interview import ToolInterview


class Probe(Check, frozen=True):
    """One question; ``id`` is the name of its file, ``summary`` and ``why`` come from the docstring of that file."""

    ask: Callable[[Any], Iterator[Problem]]
    subject: Literal["tool", "runtime"]
    disturbs: bool = False
    """Whether asking may change later answers; such a probe runs last."""


def tool_probe(
    ask: "Callable[[ToolInterview], Iterator[Problem]]", *, level: Level, source: str, disturbs: bool = False
) -> Probe:
    """Declare a question to each tool; ``source`` names the section of the specification behind it."""
    return Probe(ask, "tool", disturbs, level=level, source=source)


def runtime_probe(ask: "Callable[[RuntimeInterview], Iterator[Problem]]", *, level: Level, source: str) -> Probe:
    """Declare a question that is asked once for the runtime; ``source`` as in ``tool_probe``."""
    return Probe(ask, "runtime", level=level, source=source)


def tool_objections(probe: Probe, tool: "ToolInterview") -> Iterator[Problem]:
    """Yield what a probe objects to in a tool.

    Raises ``InconclusiveError`` at the end if some of the answers that it got are undetermined.
    """
    tool.forget_undetermined()
    yield from probe.ask(tool)
    tool.require_determined()


def tolerates(policy: UnknownFields, answer: "Reply") -> bool:
    """Say whether a policy on unknown fields allows an answer that accepts one."""
    return policy == "ignore" or (policy == "notice" and answer.verdict.value == "noticed")


def mutation_objection(
    tool: "ToolInterview",
    mutation: Mutation,
    answer: "Reply",
    message: str,
    hint: str,
    max_level: Level = Level.ERROR,
) -> Problem:
    """Return the objection to the answer to a changed input, with the exact call as evidence."""
    return Problem(
        message,
        hint,
        "/input_schema" + tool.inputs.subschemas.nearest_pointer(mutation.pointer),
        detail=f"{mutation.general_pointer} {mutation.schema_pointer}",
        evidence={
            **answer.evidence,
            "mutation": {
                "kind": mutation.kind.value,
                "pointer": mutation.pointer,
                "keyword": mutation.keyword or None,
                "before": mutation.before,
                "after": mutation.after,
            },
            "known_good_input": mutation.base,
        },
        max_level=max_level,
    )


def objections_to_accepted(
    tool: "ToolInterview",
    kind: MutationKind,
    say: Callable[[Mutation], tuple[str, str]],
    say_harmless: "Callable[[Mutation, Reply], tuple[str, str] | None]" = lambda _mutation, _answer: None,
) -> Iterator[Problem]:
    """Yield one objection for each keyword at each position that a changed input violates and the runtime accepts.

    ``say`` returns the message and the hint for a changed input, and ``say_harmless`` those of an info where nothing
    is lost by accepting it.
    """
    seen: set[tuple[str, str]] = set()
    for mutation in tool.mutations(kind):
        key = (mutation.general_pointer, mutation.keyword)
        if key not in seen and (answer := tool.ask_mutation(mutation)).is_accepted:
            seen.add(key)
            harmless = say_harmless(mutation, answer)
            level = Level.ERROR if harmless is None else Level.INFO
            yield mutation_objection(tool, mutation, answer, *(harmless or say(mutation)), level)
