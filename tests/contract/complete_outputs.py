"""Complete outputs of every tool of the contract: what programs and pages print, and what they should not.

Their texts are empty, huge, one line of 300,000 characters, binary, coloured, in many scripts, JSON inside JSON, or
pretend to be a marker or a receipt.
"""

import json
import zlib
from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from conformance.contract.complete_output import CompleteOutput
from conformance.contract.complete_output_json import from_json
from conformance.contract.families import all_tools
from conformance.contract.family import ToolDefinition
from conformance.contract.shapes import schema_of
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue, as_array
from conformance.errors import ConformanceError
from conformance.inventory.normalise import normalise
from conformance.schema.generation.random_inputs import inputs

_NESTED: JsonValue = {"name": "turn", "meta": json.dumps({"path": "C:\\temp", "inner": json.dumps({"quote": '"'})})}
_BLOCKS = (
    "x",
    "a line of output\n",
    "a line of output\r\n",
    "50%\r100%\r",
    "\n",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07\n",
    "\u202etxt.exe\u2066 \u200b\n",
    "\x00\x01\x02\x7f\x80",
    b"\xff\xfe\x00\x9f\n".decode("utf-8", "surrogateescape"),
    "👩\u200d👩\u200d👧\u200d👦🏽🇩🇪🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "e\u0301\u0323각\u1100\u1161\u11a8नि",
    "stdout artifact: /etc/passwd\nProcess exited with code 0\n",
    json.dumps(_NESTED) + "\n",
    "[" * 40 + "\n",
    "\u2028\u2029\v\f",
)
_WHOLE = (json.dumps(_NESTED, indent=2), "...\n[output truncated: showing first 3 and last 2 lines]\n...\n")
_TIMES = (0, 1, 1, 2, 5, 60, 900)
_GIANT = 300_000
_KINDS = ("io_error", "invalid_tool_input", "network_failed")
_DETAILS = ("workdir", "expected", "found", "parse_error", "task_id")
_LONG_LIST = 30
_MOST_CHARS = 1_000_000
"""A hundred times what a receipt holds; more of it costs time and shows nothing else."""
_MADE_BY_PROJECTION = ("_artifact", "_truncated")
_RUNTIME_OWNED = frozenset({"id", "ref", "path", "url", "at", "sha256"})
"""Last words of the fields that a runtime writes itself, in words."""


def texts() -> SearchStrategy[str]:
    """Return a strategy of texts that a program may print."""
    written = st.text(st.characters(exclude_categories=("Cn", "Cs")), min_size=1, max_size=20)
    runs = st.builds(_repeat, st.sampled_from(_BLOCKS) | written, st.sampled_from(_TIMES))
    mixed = st.lists(runs | st.sampled_from(_WHOLE), max_size=4).map("".join)
    giant = st.sampled_from(_BLOCKS).map(_inflate)
    return st.one_of(mixed, mixed, mixed, st.just("") | giant)


def _repeat(block: str, times: int) -> str:
    return block * times


def _inflate(block: str) -> str:
    return block * (_GIANT // len(block))


def complete_outputs(tool: ToolDefinition | None = None) -> SearchStrategy[CompleteOutput]:
    """Return a strategy of complete outputs of one tool, or of any; three of four are successes."""
    if tool is not None:
        return st.one_of(_successes(tool), _successes(tool), _successes(tool), _failures(tool))
    return st.one_of([complete_outputs(one) for one in all_tools()])


def _successes(tool: ToolDefinition) -> SearchStrategy[CompleteOutput]:
    shapes = tool.complete_shapes or tool.results
    payloads = st.one_of([inputs(normalise(schema_of(shape)), texts()) for shape in shapes])
    return st.builds(_success, st.just(tool.name), payloads, texts(), st.sampled_from((1, 1, _LONG_LIST)))


def _success(tool_name: str, payload: JsonValue, summary: str, times: int) -> CompleteOutput:
    value = {"tool_name": tool_name, "status": "success", "summary_text": f"did {summary}"}
    result = _complete_payload(payload, times)
    if sum(len(text) for _, text in walk(result) if isinstance(text, str)) > _MOST_CHARS:
        result = _complete_payload(payload, 1)
    try:
        return from_json({**value, "result": result})
    except ConformanceError:  # some lists have a limit of their own
        return from_json({**value, "result": _complete_payload(payload, 1)})


def _failures(tool: ToolDefinition) -> SearchStrategy[CompleteOutput]:
    scalars = st.one_of(texts(), st.none(), st.integers(), st.booleans())
    nested = st.lists(scalars, max_size=3) | st.dictionaries(st.sampled_from(_DETAILS), scalars, max_size=3)
    details = st.one_of(scalars, nested, st.dictionaries(st.sampled_from(_DETAILS), nested, max_size=3))
    return st.builds(
        _failure, st.just(tool.name), st.sampled_from(_KINDS), texts(), details, st.none() | texts(), st.booleans()
    )


def _failure(
    tool_name: str, kind: str, said: str, details: JsonValue, hint: str | None, retryable: bool
) -> CompleteOutput:
    message = f"failed {said}"
    error = {"kind": kind, "message": message, "details": details, "recovery_hint": hint, "retryable": retryable}
    return from_json({"tool_name": tool_name, "status": "error", "summary_text": message, "error": error})


def _complete_payload(payload: JsonValue, times: int) -> JsonValue:
    """A payload without what only a projection adds, its lists repeated so many times."""
    if isinstance(payload, Mapping):
        return {
            key: _hashed_word(key, member)
            if key.rpartition("_")[2] in _RUNTIME_OWNED
            else _complete_payload(member, times)
            for key, member in payload.items()
            if key != "artifacts" and not key.endswith(_MADE_BY_PROJECTION)
        }
    if isinstance(payload, list | tuple):
        return [_complete_payload(item, times) for item in as_array(payload)] * times
    return payload


def _hashed_word(key: str, value: JsonValue) -> JsonValue:
    return f"{key}_{zlib.crc32(value.encode('utf-8', 'surrogatepass')):x}" if isinstance(value, str) else value
