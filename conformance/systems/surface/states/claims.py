"""What a line states of a thing, whatever that is: "Job job_83 is completed", "The agent is running"."""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.states.words import STATE_PATTERN, meaning_of

_STATE = rf"(?P<state>{STATE_PATTERN})"
_KNOWN = LazyPattern(rf"\b(?:{STATE_PATTERN})\b", re.I)
_SUBJECT = r"\W*(?:the |your |this )?(?P<subject>\w[^\n]{0,80}?)"
# What may follow in a sentence; "completed 3 of 5 steps" is about steps.
_BEHIND = (
    r"(?P<rest>\W*|(?:[.,;:]? ?[(\[\u2013\u2014-]|[.,;]| (?:with|after|in|at|since|but|now)\b| [a-z]+ly\b)[^\n]{0,200})"
)
_NOW = r"(?:(?:now|already|still|just) )?"
_FORMS = (
    LazyPattern(rf"{_SUBJECT},? (?:(?P<verb>is|has|has been|was) )?{_NOW}{_STATE}{_BEHIND}", re.I),
    LazyPattern(
        rf"{_SUBJECT} (?P<verb>is) (?:now )?(?P<state>[a-z]{{2,20}}(?:[_ -][a-z]{{2,20}})?)(?P<rest>\W*)", re.I
    ),
    LazyPattern(rf"{_SUBJECT} (?P<verb>status|state)(?: ?[:=]\W{{0,4}}| is ){_STATE}(?P<rest>\W*)", re.I),
    LazyPattern(
        r"\W*(?:the )?(?P<verb>status|state) of (?:the )?(?P<subject>\w[^\n]{0,80}?)(?: ?[:=]\W{0,4}| is )"
        rf"{_STATE}(?P<rest>\W*)",
        re.I,
    ),
    LazyPattern(rf"{_SUBJECT}(?P<verb> ?[:=] | [-\u2013\u2014] | [\[(]){_STATE}(?P<rest>\W*)", re.I),
    # "Successfully closed issue i_1": the verb of an act, which is read if the tool is named after it.
    LazyPattern(
        r"\W*(?:successfully )?(?P<state>completed|finished|ended|closed|stopped|cancell?ed|terminated|aborted|killed)"
        r":? (?:the )?(?P<subject>\w[^\n]{0,80}?)(?P<rest>[.!]?)",
        re.I,
    ),
    # "Closed.", "Running", of the only state of a result; other words may be about the call.
    LazyPattern(r"\W*(?P<state>open|reopened|closed|running|in progress|pending)(?P<alone>)(?P<rest>[.!]?)\s*", re.I),
    # "Status: completed", of the only state of a result, which it may call `state`.
    LazyPattern(rf"\W*(?P<verb>status|state) ?[:=]\W{{0,4}}{_STATE}(?P<rest>\W*)", re.I),
)
_BRACKETS = (" [", " (")
# What other words mean without a verb is what the call did: "Job job_83 queued", "Task task_1 stopped".
_STATED_ALONE = ("going", "good", "over", "bad")
# What is a noun without a verb before it: "Task timeout after 120 s".
_NOUNS = ("timeout", "failure", "success")
_SUCCEEDED = LazyPattern(
    r"(?:succeeded|successful|passed)\b|\b(?:completed|finished|ended|exited) successfully\b", re.I
)
# What makes a line say something else, or say it of another time.
_HEDGE = LazyPattern(
    r"\b(?:not|no|never|none|nothing|without|but|if|when|once|unless|until|before|yet|false|previous\w*|last|some"
    r"|part\w*|almost|nearly|soon|retr\w+|restart\w*|resum\w+|again|attempt\w*|will|would|can|may|might|should|must"
    r"|to be)\b"
    # Or of a part: "completed (80%)", "completed (3 of 5)".
    r"|n't\b|\?|\b\d{1,2}(?:\.\d+)? ?(?:%|percent\b)|\b\d{1,9}(?:/| of )\d",
    re.IGNORECASE,
)


class StateClaim(Struct, frozen=True):
    """What a line says of a thing: the word for its state, and what is before and behind it.

    ``subject`` is what it is about, ``None`` where nothing in the line says so.
    """

    subject: str | None
    word: str
    verb: str
    rest: str

    @property
    def meaning(self) -> str | None:
        """What the word means; with an exit status behind it, "completed" only says that it is over."""
        meaning = meaning_of(self.word)
        return "over" if meaning == "good" and " with " in self.rest else meaning

    @property
    def states_success(self) -> bool:
        """Whether it says that something ended well, and not only that it ended."""
        return _SUCCEEDED.match(f"{self.word}{self.rest}") is not None

    @property
    def is_in_brackets(self) -> bool:
        """Whether the state is in brackets behind the subject."""
        return self.verb in _BRACKETS

    @property
    def may_be_act(self) -> bool:
        """Whether it may say what the call did, as it has no verb."""
        return not self.verb and (self.meaning not in _STATED_ALONE or self.word in _NOUNS)


def claims_in(line: str) -> Iterator[StateClaim]:
    """Yield each way to read a line as a claim on one thing; none where it is hedged."""
    if _HEDGE.search(line):
        return
    for form in _FORMS:
        if found := form.fullmatch(line):
            parts = found.groupdict()
            word = normalise_words(found["state"])
            yield StateClaim(
                parts.get("subject"),
                word,
                "is" if "alone" in parts else parts.get("verb") or "",
                parts.get("rest") or "",
            )


def meanings_in(line: str) -> frozenset[str | None]:
    """Return what the words for states in a line mean."""
    return frozenset(map(meaning_of, _KNOWN.findall(line)))
