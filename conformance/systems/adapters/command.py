"""A program in any language that answers in JSON lines on stdout: ``command:"node adapter.mjs"``.

One request is in flight at a time, and its answer carries the same id. An answer with another id means that the two
sides are out of step, and the run stops. Other lines that the program prints are ignored, up to a limit.
"""

import shlex

from conformance.display import code_text, quote_text
from conformance.documents.values import JsonObject, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._hidden_texts import hide_texts
from conformance.systems.adapters._line_process import LineProcess
from conformance.systems.adapters._protocol import (
    ProtocolRuntime,
    WireFault,
    decode_line,
    encode_line,
    fault_of,
    invalid_reply,
)
from conformance.systems.conduct import Conduct
from conformance.systems.credentials import mask_command_text, mask_excerpt
from conformance.systems.environment import start_seconds
from conformance.systems.runtime import Adapter, Opening, Runtime, SlowAnswerError

# Programs log to stdout by accident; one that prints more than this per request is not answering.
MAX_NOISE_LINES = 1000


class LineCarrier:
    """Carries requests to a program, and restarts one that has exited as often as the opening allows."""

    def __init__(self, argv: list[str], opening: Opening) -> None:
        self._argv = argv
        self._opening = opening
        self._restarts = opening.restarts
        self._process = LineProcess(argv, opening)
        self._hangs: ConformanceError | None = None
        self._has_answered = False

    def ask(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer to a request; a program that was too slow and has no restart left is not asked again."""
        if self._hangs is not None:
            raise self._hangs
        self._process.raise_fault(doing)
        if self._process.has_ended:
            self._start_again()
        try:
            return self._exchange(request, deadline, doing)
        except SlowAnswerError as slow:
            self._process.close(patiently=False)  # a late answer would be taken for the next one
            if self._restarts:
                self._start_again()
                raise
            self._hangs = ConformanceError(slow.kind, slow.message, slow.recovery_hint)
            raise

    def _exchange(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer to a request; a program that ended after its last answer is asked anew."""
        try:
            self._process.send(encode_line(request), deadline, doing)
            answer = self._answer(request["id"], deadline, doing)
        except SlowAnswerError:
            raise
        except ConformanceError:
            self._process.raise_fault(doing)
            if not (self._restarts and self._has_answered and self._process.has_ended_unasked()):
                raise
            self._start_again()
            return self._exchange(request, deadline, doing)
        self._has_answered = True
        return answer

    def _start_again(self) -> None:
        if self._restarts:
            self._restarts -= 1
            self._process.close(patiently=False)
            self._process = LineProcess(self._argv, self._opening)
            self._has_answered = False

    def _answer(self, wanted: object, deadline: float, doing: str) -> JsonObject:
        last = b""
        for _ in range(MAX_NOISE_LINES):
            try:
                last = self._process.receive(deadline, doing)
            except ConformanceError as error:
                raise _append_noise(error, mask_excerpt(last, self._process.secrets)) from None
            answer = decode_line(last)
            if answer is not None and {"id", "ok"} & answer.keys():
                return hide_texts(self._require_id(answer, wanted, doing), self._process.secrets)
            if (wrong := fault_of(last)) is not None:
                raise invalid_reply(self._process.error(wrong, doing))
            self._process.check_deadline(deadline, doing)
        noise = WireFault(f"wrote {MAX_NOISE_LINES} lines that are not answers", "write logs to stderr, not to stdout")
        raise self._process.error(noise, doing)

    def _require_id(self, answer: JsonObject, wanted: object, doing: str) -> JsonObject:
        number = answer.get("id")
        if type(number) is type(wanted) and number == wanted:
            return answer
        got = (
            f"an answer with id {code_text(compact_json(number), 40)}" if "id" in answer else "an answer without an id"
        )
        fault = WireFault(
            f"sent {got}, expected `{wanted}`,", "repeat the `id` of the request in its answer, unchanged"
        )
        raise self._process.error(fault, doing)

    def take_conduct(self) -> Conduct:
        """Return nothing: a program may print other lines between its answers."""
        return Conduct()

    def close(self) -> None:
        """Stop the program."""
        self._process.close()


def _append_noise(error: ConformanceError, last: str) -> ConformanceError:
    if not last:
        return error
    message = f"{error}; it printed {quote_text(last, 120)}, which is not an answer"
    return type(error)(error.kind, message, error.recovery_hint)


def split_command(text: str) -> list[str]:
    """Return the words of a command line, quoted or not; raises ``ConformanceError`` when it is empty or malformed."""
    stripped = text.strip()
    try:
        words = shlex.split(stripped)
        if len(words) == 1 and stripped[:1] in "\"'" and " " in words[0]:
            words = shlex.split(words[0])
    except ValueError as error:
        message = f"command {code_text(mask_command_text(stripped))} cannot be split into words, {str(error).lower()}"
        raise ConformanceError(ErrorKind.USAGE, message, "close every quote") from None
    if not words:
        raise ConformanceError(
            ErrorKind.USAGE,
            "the source contains no command",
            'name a program behind the scheme, as in `:"node server.mjs"`',
        )
    return words


def open_command(text: str, opening: Opening) -> Runtime:
    """Start the program of a source; raises ``ConformanceError`` (unreachable) when it cannot be started."""
    argv = split_command(text)
    seconds = opening.limits.start_within(start_seconds(argv))
    return ProtocolRuntime(LineCarrier(argv, opening), seconds, opening.limits)


ADAPTER = Adapter(schemes=("command",), open=open_command)
