"""Rejections that may be none: a server can stop working in the middle of the questions.

A rate limit, an expired token or a lost session fails each call, whatever its input is. A rejection that does not blame
the input counts only if a good input still works afterwards, and words of an outage reject no input. Nor do words that
the same input does not get when it is sent once more, as from a server that fails one of many calls.
"""

import re
from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.values import JsonValue
from conformance.probes.interview import verdicts
from conformance.probes.interview.answers import Reply, Treatment
from conformance.probes.interview.limits import InconclusiveError
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome

# Words of replies to calls whose input was not looked at; "Session terminated" is what the official SDK of MCP makes of
# an HTTP status 404. A server that crashes on a wrong input has looked at it, so "Internal server error" is no outage.
_OUTAGE = re.compile(
    r"\ASession terminated\Z"
    r"|\brate[ -]limit(?:ed\b|s? (?:was |has been |is )?(?:exceeded|reached|hit)\b)|\btoo many requests\b"
    r"|\bsession (?:not found|(?:has |was |is )?(?:expired|terminated|closed))"
    r"|\btoken (?:has |is )?expired\b|\bservice (?:is )?(?:temporarily )?unavailable\b|\bbad gateway\b"
    r"|\bgateway time-?out\b|\bHTTP (?:error )?(?:401|403|429|50[234])\b",
    re.IGNORECASE,
)
_ADVICE = (
    "call more slowly with `--rate N`, and start again what the calls need; give an input that can be repeated with "
    "`--allow` if the tool takes it only once"
)


class DoubtedRefusals(Struct):
    """The rejections of one tool that prove nothing until a good input has worked once more."""

    tables: ProbeTables
    _doubted: list[tuple[JsonValue, JsonValue]] = field(default_factory=list[tuple[JsonValue, JsonValue]])
    """Rejected inputs, each with the good one that it was made from."""
    _outages: list[tuple[JsonValue, JsonValue]] = field(default_factory=list[tuple[JsonValue, JsonValue]])
    """Those whose reply tells of an outage."""
    _repeated: dict[str, bool] = field(default_factory=dict[str, bool])
    """Whether the words of a reply came again for the input that got them first, asked once for each words."""

    def reconsider(
        self, answer: Reply, base: JsonValue, known: CallOutcome, works_now: Callable[[JsonValue], bool]
    ) -> Reply:
        """Return the answer to an input made from ``base``, undetermined where its words tell of an outage.

        ``known`` is the reply to ``base``, and ``works_now`` sends an input once more. A rejection that blames no input
        is kept, if ``base`` had worked.
        """
        if not answer.is_refused or verdicts.seems_failed(known, self.tables):
            return answer
        if verdicts.blames_input(answer, self.tables):
            return answer
        if not _OUTAGE.search(answer.text) and self._comes_again(answer, works_now):
            self._doubted.append((answer.arguments, base))
            return answer
        self._outages.append((answer.arguments, base))
        return replace(answer, verdict=Treatment.UNDETERMINED)

    def _comes_again(self, answer: Reply, works_now: Callable[[JsonValue], bool]) -> bool:
        if answer.text not in self._repeated:
            self._repeated[answer.text] = not works_now(answer.arguments)
        return self._repeated[answer.text]

    def accept(self) -> None:
        """Count the rejections so far, as a call has worked after them."""
        self._doubted.clear()

    def settle(self, works_now: Callable[[JsonValue], bool]) -> list[tuple[JsonValue, JsonValue]]:
        """Return the rejections that prove nothing, and forget them; ``works_now`` sends a good input once more."""
        if not self._outages and self._doubted and works_now(self._doubted[-1][1]):
            self.accept()
        withdrawn = [*self._outages, *self._doubted]
        self._outages.clear()
        self._doubted.clear()
        return withdrawn


def outage_error(reply: str) -> InconclusiveError:
    """Return the error for a question to a system that stopped working, with the quoted reply to a rejected input."""
    return InconclusiveError(f"the tool stopped working in between, with {reply}", _ADVICE)
