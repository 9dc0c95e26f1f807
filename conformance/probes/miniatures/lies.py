"""Systems whose receipts are not true: each lies in one way about the result that it renders."""

import re
from collections.abc import Callable, Mapping

from conformance.documents.values import JsonObject, JsonValue, as_array
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import Changes, Rendering, sound_results
from conformance.systems.runtime import Runtime

# "exited with code 3", and "exit code 3" in a batch.
_EXIT = re.compile(r"(exit(?:ed with)? code) \d+")
_RENDERING = "rendering_follows_result"
"""The rule that finds each of these lies by rendering changed results."""
_INVENTED = "All tests passed\n"
# The lines that say that an output was cut, and the marker inside of it.
_CUT = re.compile(r"(?m)^(?:\.\.\.|.*\btruncated\b.*)\n?")


def _change_streams(value: JsonValue, change: Callable[[JsonObject], JsonObject]) -> JsonValue:
    """Return a value in which every object that has streams is changed."""
    if isinstance(value, Mapping):
        inside = {key: _change_streams(inner, change) for key, inner in value.items()}
        return change(inside) if "stdout_preview" in inside else inside
    return [_change_streams(item, change) for item in as_array(value)] if isinstance(value, list | tuple) else value


def _stream_renderer(change: Callable[[JsonObject], JsonObject]) -> Callable[[JsonValue, Rendering], str]:
    return lambda envelope, render: render(_change_streams(envelope, change))


def _swap(streams: JsonObject) -> JsonObject:
    return {**streams, "stdout_preview": streams["stderr_preview"], "stderr_preview": streams["stdout_preview"]}


def _invent(streams: JsonObject) -> JsonObject:
    return {**streams, "stdout_preview": streams["stdout_preview"] or _INVENTED}


def _append(streams: JsonObject) -> JsonObject:
    return {**streams, "stdout_preview": f"{streams['stdout_preview'] or ''}{_INVENTED}"}


def _exit_zero(envelope: JsonValue, render: Rendering) -> str:
    return _EXIT.sub(r"\1 0", render(envelope), count=1)


def _no_exit_code(envelope: JsonValue, render: Rendering) -> str:
    return _EXIT.sub("ended", render(envelope))


def _exit_of_promoted(envelope: JsonValue, render: Rendering) -> str:
    return render(envelope).replace("Command promoted to background task", "Process exited with code 0", 1)


def _no_cut(envelope: JsonValue, render: Rendering) -> str:
    return _CUT.sub("", render(envelope))


def _first_text_renderer() -> Runtime:
    kept: list[JsonValue] = []

    def keep_first(streams: JsonObject) -> JsonObject:
        if streams["stdout_preview"]:
            kept.append(streams["stdout_preview"])
            return {**streams, "stdout_preview": kept[0]}
        return streams

    return sound_results(Changes(receipt=_stream_renderer(keep_first)))


def _lie(
    name: str,
    summary: str,
    receipt: Callable[[JsonValue, Rendering], str],
    *,
    belies: str,
) -> Miniature:
    return Miniature(name, summary, lambda: sound_results(Changes(receipt=receipt)), breaks=_RENDERING, belies=belies)


MINIATURES = (
    _lie(
        "adds_output",
        "Shows one more line of output than each command printed.",
        _stream_renderer(_append),
        belies="receipt_output_true",
    ),
    _lie(
        "drops_stderr",
        "Shows what a command printed, but none of its errors.",
        _stream_renderer(lambda streams: {**streams, "stderr_preview": None}),
        belies="receipt_output_true",
    ),
    _lie(
        "drops_stdout",
        "Shows the errors of a command, but nothing else that it printed.",
        _stream_renderer(lambda streams: {**streams, "stdout_preview": None}),
        belies="receipt_output_true",
    ),
    _lie("exits_with_zero", "Reports exit code 0 for every command.", _exit_zero, belies="receipt_outcome_true"),
    _lie("hides_the_cut", "Shows a truncated output as if it were complete.", _no_cut, belies="truncation_visible"),
    _lie(
        "hides_the_exit_code",
        "Says that a command ended, but not how.",
        _no_exit_code,
        belies="receipt_outcome_true",
    ),
    _lie(
        "invents_output",
        "Shows an output for a command that printed none.",
        _stream_renderer(_invent),
        belies="receipt_output_true",
    ),
    _lie(
        "promotes_silently",
        "Reports a command that goes on as a task as if it had exited.",
        _exit_of_promoted,
        belies="receipt_outcome_true",
    ),
    Miniature(
        "shows_another_call",
        "Shows the output of the first command for every later one.",
        _first_text_renderer,
        breaks=_RENDERING,
        belies="receipt_output_true",
    ),
    _lie(
        "swaps_the_streams",
        "Shows what a command printed as its errors, and the other way round.",
        _stream_renderer(_swap),
        belies="receipt_output_true",
    ),
)
