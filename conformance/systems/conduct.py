"""What a system does beside its answers: what it sends that answers nothing, and which requests it turns away."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import quote_text

_LOGS_FIX = "write logs to stderr, not to stdout: clients may end the session"
_EVENTS_FIX = "send one JSON-RPC message in each event: clients may give up the request"
_ANSWERS_FIX = "answer each request once, with its `id` unchanged"

Unit = Literal["lines", "events", "answers"]
"""What something is that answers nothing; the first two are not messages."""


class Stray(Struct, frozen=True):
    """How much a system sent that answers nothing, and the first of it."""

    count: int = 0
    example: str = ""

    def plus(self, other: "Stray") -> "Stray":
        """Return both together."""
        return Stray(self.count + other.count, self.example or other.example)


class Breach(Struct, frozen=True):
    """What some clients read and others refuse: ``what`` is a predicate such as ``sent two requests with one id``.

    ``kind`` is the same for what is reported once, however often it happened.
    """

    kind: str
    what: str
    fix: str


class Conduct(Struct, frozen=True):
    """What a system did beside its answers."""

    lines: Stray = Stray()
    """Lines on stdout that are not messages, where only messages may be."""
    events: Stray = Stray()
    """Server-sent events that are not messages."""
    answers: Stray = Stray()
    """Answers to no open request; the example is a noun such as ``a second one to request 3``."""
    breaches: tuple[Breach, ...] = ()
    retries: int = 0
    """How many requests were sent again because the system turned them away."""
    renewals: int = 0
    """How many sessions the system ended, in whose place a new one was opened."""

    def plus(self, other: "Conduct") -> "Conduct":
        """Return both together."""
        kinds: dict[str, Breach] = {}
        for one in (*self.breaches, *other.breaches):
            kinds.setdefault(one.kind, one)
        return Conduct(
            self.lines.plus(other.lines),
            self.events.plus(other.events),
            self.answers.plus(other.answers),
            tuple(kinds.values()),
            self.retries + other.retries,
            self.renewals + other.renewals,
        )

    def add(self, unit: Unit, stray: Stray) -> "Conduct":
        """Return the same with more of one kind."""
        return replace(self, **{unit: getattr(self, unit).plus(stray)})

    def hide(self, hide: Callable[[str], str]) -> "Conduct":
        """Return the same without what must not be printed."""
        lines, events, answers = (
            Stray(one.count, hide(one.example)) for one in (self.lines, self.events, self.answers)
        )
        breaches = tuple(Breach(one.kind, hide(one.what), one.fix) for one in self.breaches)
        return replace(self, lines=lines, events=events, answers=answers, breaches=breaches)

    def faults(self, subject: str) -> Iterator[tuple[str, str, str]]:
        """Yield what kind of thing is wrong, a sentence on it and the fix; ``subject`` is what the system is called."""
        if count := self.lines.count:
            lines = "a line that is not a message" if count == 1 else f"{count:,} lines that are not messages"
            example = quote_text(self.lines.example, 120)
            yield "lines", f"{subject} wrote {lines} to stdout, such as {example}", _LOGS_FIX
        if count := self.events.count:
            events = "an event that is not a message" if count == 1 else f"{count:,} events that are not messages"
            yield "events", f"{subject} sent {events}, such as {quote_text(self.events.example, 120)}", _EVENTS_FIX
        if count := self.answers.count:
            answers = "an answer" if count == 1 else f"{count:,} answers"
            example = self.answers.example
            yield "answers", f"{subject} sent {answers} to no open request, such as {example}", _ANSWERS_FIX
