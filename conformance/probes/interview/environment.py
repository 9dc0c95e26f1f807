"""Tells a tool that looks at its input from one whose environment fails first: no network, no browser, no database.

Such a tool answers a good input, a wrong one and a call of a tool that does not exist with the same words, which prove
nothing about any of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from conformance.documents.values import JsonObject, JsonValue
from conformance.probes.interview import verdicts
from conformance.probes.interview.limits import InconclusiveError
from conformance.schema.generation import Inputs, MutationKind, ValidInput
from conformance.schema.generation import mutations as made
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome

NO_SUCH_TOOL = "ConformanceNoSuchTool"
"""The name of a tool that no system has."""
NO_INPUT: JsonObject = {}
"""The input that the tool which does not exist is called with."""
ENVIRONMENT_ADVICE = (
    "start, install or configure what the calls need; pass variables on with --env NAME, and a folder with --cwd FOLDER"
)
"""What to do about calls that fail whatever their input is."""
CLIENT_ADVICE = "the client of the probes has no tasks, elicitation or sampling; set `call = false` in `probe.tools`"
"""What to do about a tool that needs more of its client than calls."""
# Good inputs that are spoilt, and wrong inputs made of each: a tool that checks its input shows it with the first ones.
_MOST_GOOD, _MOST_WRONG = 3, 2

# Words of replies to calls that need something from outside of the input: a key, a program, a service. "not found" and
# "fetch failed" are none, as a made-up path or address in the input explains them too.
_MISSING = re.compile(
    r"\b(?:api[ _-]?keys?|access tokens?|credentials?|environment variables?|env vars?|log ?in first|not logged in)\b"
    r"|\bnot (?:installed|authenticated|configured)\b|\bECONNREFUSED\b|\bconnection refused\b|\bcommand not found\b"
    r"|\bcould not connect\b|\bis not running\b"
    r"|\b(?:could not|cannot|can't) find (?:an? |the |any )?(?:browser|chrom|executable|binary)",
    re.IGNORECASE,
)

# What servers made with the official SDKs say to a client without these, and the adapter where a result asks for them.
_CLIENT_LACKS = re.compile(
    r"\brequires task augmentation\b|\bas its `resultType`, so it is not finished\b"
    r"|\bclient does not support (?:\w+ )?(?:elicitation|sampling|tasks?)\b",
    re.IGNORECASE,
)

# What a server says of a tool that it does not have.
_UNKNOWN_TOOL = re.compile(
    r"\b(?:unknown|unrecogni[sz]ed|undefined|no such|no) (?:tool|method|function)\b"
    r"|\b(?:tool|method|function)\b[^\n]{0,80}\b(?:not found|(?:does not|doesn't) exist"
    r"|not (?:known|registered|defined|available|supported|implemented|recogni[sz]ed))\b",
    re.IGNORECASE,
)

Call = Callable[[JsonValue], CallOutcome]


def fails_for_any_input(
    inputs: Inputs,
    failing: Sequence[ValidInput],
    call: Call,
    call_unknown_tool: Callable[[], CallOutcome],
    tables: ProbeTables,
) -> bool:
    """Say whether failing good inputs get the words of a wrong input, or those of a tool that does not exist.

    Returns ``False`` where a wrong input gets other words, as the tool has looked at that one.
    """
    same = [verdicts.has_same_text(call(wrong), call(good)) for good, wrong in _canaries(inputs, failing)]
    if same:
        return all(same)
    unknown = call_unknown_tool()
    return verdicts.seems_failed(unknown, tables) and any(
        verdicts.has_same_text(call(entry.value), unknown) for entry in failing[:_MOST_GOOD]
    )


def is_unknown(called: CallOutcome, tool: str) -> bool:
    """Say whether a reply says that the tool that was called does not exist."""
    text = verdicts.text_of(called)
    return verdicts.is_flagged(called) and tool in text and _UNKNOWN_TOOL.search(text) is not None


def unrepeated_error(reply: str, tool: str) -> InconclusiveError:
    """Return the error for a tool whose valid input succeeds once only: no rejection proves anything afterwards."""
    return InconclusiveError(
        f"a valid input succeeded once and fails when it is sent again, with {reply}",
        f"give an input that can be repeated with `--allow '{tool}={{...}}'`, or reset the system between calls",
    )


def blind_error(called: CallOutcome, tool: str, reply: str) -> InconclusiveError:
    """Return the error for calls that fail whatever their input is, with the quoted reply to one of them."""
    if is_unknown(called, tool):
        reason = f"the server lists the tool, and answers a call of it with {reply}"
        return InconclusiveError(reason, "implement the tool, or stop listing it")
    reason = f"the baseline call fails before its input is checked, with {reply}"
    return InconclusiveError(reason, advice_on(reply, ENVIRONMENT_ADVICE))


def undetermined_error(called: CallOutcome, reply: str, advice: str) -> InconclusiveError:
    """Return the error for changed inputs that prove nothing, with the quoted reply that shows it."""
    if called.is_unfinished:
        return InconclusiveError(f"some changed inputs get no result, and {reply}", CLIENT_ADVICE)
    return InconclusiveError(f"changed inputs fail in the same way as the good input, with {reply}", advice)


def advice_on(reply: str, otherwise: str) -> str:
    """Return what to do about calls that fail: for a reply that names what is lacking, no other input."""
    if _CLIENT_LACKS.search(reply):
        return CLIENT_ADVICE
    return ENVIRONMENT_ADVICE if _MISSING.search(reply) else otherwise


def _canaries(inputs: Inputs, entries: Sequence[ValidInput]) -> Iterator[tuple[JsonValue, JsonValue]]:
    """Yield good inputs, each with an input made from it that is certainly wrong."""
    spoilt = (
        [(entry.value, mutation.input) for mutation in islice(_wrong(inputs.restrict_to([entry])), _MOST_WRONG)]
        for entry in entries
    )
    yield from chain.from_iterable(islice(filter(None, spoilt), _MOST_GOOD))


def _wrong(inputs: Inputs) -> Iterator[made.Mutation]:
    yield from made.missing_required_fields(inputs)
    yield from made.replacements(inputs, MutationKind.WRONG_TYPE)
