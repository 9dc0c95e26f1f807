"""Does a call to a tool that does not exist fail with an error that says so?

Models sometimes invent tool names; an empty success, or an error about something else, makes them invent results too.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.findings import Level, Problem
from conformance.probes.interview import InconclusiveError, Reply, RuntimeInterview
from conformance.probes.interview.environment import ENVIRONMENT_ADVICE, NO_INPUT, NO_SUCH_TOOL
from conformance.probes.interview.probe import runtime_probe
from conformance.probes.interview.verdicts import has_same_text, judge_call, judge_parse
from conformance.systems.runtime import UnsupportedError


def ask(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object when the call is accepted, or rejected with an error that does not name the missing tool."""
    answer = _answer(runtime)
    if answer is None:
        return
    call = answer.evidence
    if answer.is_accepted:
        hint = f"return an error of kind {list_codes(runtime.profile.probing.unknown_tool_kinds[:1])}"
        yield Problem(f"call to the unknown tool `{NO_SUCH_TOOL}` is accepted", hint, evidence=call)
    elif NO_SUCH_TOOL not in answer.text:
        if _fails_like_a_tool(runtime, answer):
            raise InconclusiveError(
                "calls of tools that exist fail with the same words as one that does not", ENVIRONMENT_ADVICE
            )
        message = f"error for the unknown tool `{NO_SUCH_TOOL}` does not name it"
        yield Problem(message, "name the requested tool in the error", evidence=call, max_level=Level.INFO)
    elif _is_native(answer) and answer.error.get("kind") not in runtime.profile.probing.unknown_tool_kinds:
        message = f"error for the unknown tool `{NO_SUCH_TOOL}` has the kind {code_text(str(answer.error.get('kind')))}"
        hint = f"use the kind {list_codes(runtime.profile.probing.unknown_tool_kinds[:1])}"
        yield Problem(message, hint, evidence=call)


def _fails_like_a_tool(runtime: RuntimeInterview, answer: Reply) -> bool:
    """Say whether a call of some real tool failed alike, so that the environment failed and not the name."""
    calls = (call.outcome for tool in runtime.tools for call in tool.requests.live_calls if call.tool == tool.tool.name)
    return answer.called is not None and any(has_same_text(answer.called, outcome) for outcome in calls)


def _answer(runtime: RuntimeInterview) -> Reply | None:
    runtime.requests.begin()
    try:
        return judge_parse(NO_SUCH_TOOL, NO_INPUT, runtime.runtime.parse(NO_SUCH_TOOL, NO_INPUT))
    except UnsupportedError:
        pass
    try:
        called = runtime.call(NO_SUCH_TOOL, NO_INPUT)
    except UnsupportedError:
        return None
    return judge_call(NO_SUCH_TOOL, NO_INPUT, called, base=None, tables=runtime.profile.probing)


def _is_native(answer: Reply) -> bool:
    return answer.called is None or answer.called.structured is None


PROBE = runtime_probe(ask, level=Level.ERROR, source="tool-result-envelope#error")
