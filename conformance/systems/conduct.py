"""What a system does beside its answers: what it sends that answers nothing, and which requests it turns away."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from conformance.display import quote_text

_LOGS_FIX = "write logs to stderr, not to stdout: clients may end the session"
_ANSWERS_FIX = "answer each request once, with its `id` unchanged"


class Stray(Struct, frozen=True):
    """How much a system sent that answers nothing, and the first of it."""

    count: int = 0
    example: str = ""

    def plus(self, other: "Stray") -> "Stray":
        """Return both together."""
        return Stray(self.count + other.count, self.example or other.example)


class Conduct(Struct, frozen=True):
    """What a system did beside its answers."""

    lines: Stray = Stray()
    """Lines on stdout that are not messages, where only messages may be."""
    answers: Stray = Stray()
    """Answers to no open request; the example is a noun such as ``a second one to request 3``."""
    retries: int = 0
    """How many requests were sent again because the system turned them away."""

    def plus(self, other: "Conduct") -> "Conduct":
        """Return both together."""
        lines, answers = self.lines.plus(other.lines), self.answers.plus(other.answers)
        return Conduct(lines, answers, self.retries + other.retries)

    def hide(self, hide: Callable[[str], str]) -> "Conduct":
        """Return the same without what must not be printed."""
        lines, answers = (Stray(one.count, hide(one.example)) for one in (self.lines, self.answers))
        return Conduct(lines, answers, self.retries)

    def faults(self, subject: str) -> Iterator[tuple[str, str, str]]:
        """Yield what kind of thing is wrong, a sentence on it and the fix; ``subject`` is what the system is called."""
        if count := self.lines.count:
            lines = "a line that is not a message" if count == 1 else f"{count:,} lines that are not messages"
            example = quote_text(self.lines.example, 120)
            yield "lines", f"{subject} wrote {lines} to stdout, such as {example}", _LOGS_FIX
        if count := self.answers.count:
            answers = "an answer" if count == 1 else f"{count:,} answers"
            example = self.answers.example
            yield "answers", f"{subject} sent {answers} to no open request, such as {example}", _ANSWERS_FIX
