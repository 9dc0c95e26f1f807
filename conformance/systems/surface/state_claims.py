"""What a line states of one thing in a result: "Job job_83 is completed", "The agent is running", "Job state: failed".

Only what surely is about that thing, and surely excludes the state that the result has of it, is a contradiction.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_text
from conformance.inventory import Tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.systems.surface.envelopes import EnvelopeRecord, ResultLevel
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.stated_counts import is_count

# Words for states by what they mean. "Finished" leaves open how it ended, so it contradicts no end.
_WORDS = {
    "going": "running|in progress|ongoing",
    "waiting": "queued|pending|scheduled|enqueued",
    "good": "completed|complete|succeeded|successful|success|passed",
    "over": "finished|ended|done|exited|terminated",
    "bad": "failed|failure|crashed|errored|timed out|timeout",
    "stopped": "cancelled|canceled|stopped|aborted|killed|interrupted",
    "stopping": "cancelling|canceling|stopping",
    "open": "open|reopened",
    "closed": "closed",
}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split("|")}
STATE_WORDS = tuple(_MEANINGS)
"""The words for states that are read, beside those of a closed set in "The door is ajar"."""
_ENDS = ("good", "over", "bad", "stopped")
# What cannot be true of one thing at once.
_EXCLUSIVE = {
    *(frozenset((begun, end)) for begun in ("going", "waiting", "open", "stopping") for end in _ENDS),
    *map(frozenset, (("going", "waiting"), ("good", "bad"), ("good", "stopped"), ("open", "closed"))),
}
# What other words mean without a verb is what the call did: "Job job_83 queued", "Task task_1 stopped".
_STATED_ALONE = ("going", "good", "over", "bad")
# What is a noun without a verb before it: "Task timeout after 120 s".
_NOUNS = ("timeout", "failure", "success")
_STATE = rf"(?P<state>{'|'.join(word.replace(' ', '[ _-]') for word in _MEANINGS)})"
_KNOWN = LazyPattern(rf"\b{_STATE}\b".replace("?P<state>", "?:"), re.I)
_SUBJECT = r"\W*(?:the |your |this )?(?P<subject>\w[^\n]{0,80}?)"
# What may follow in a sentence; "completed 3 of 5 steps" is about steps.
_BEHIND = (
    r"(?P<rest>\W*|(?:[.,;:]? ?[(\[\u2013\u2014-]|[.,;]| (?:with|after|in|at|since|but)\b| [a-z]+ly\b)[^\n]{0,200})"
)
_FORMS = (
    LazyPattern(rf"{_SUBJECT} (?:(?P<verb>is|has|has been|was)(?: (?:now|already|still))? )?{_STATE}{_BEHIND}", re.I),
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
    LazyPattern(r"\W*(?P<state>completed|finished):? (?:the )?(?P<subject>\w[^\n]{0,80}?)(?P<rest>[.!]?)", re.I),
)
_BRACKETS = (" [", " (")
# "Status: completed", of the only state of a result, which it may call `state`.
_BARE = LazyPattern(rf"\W*(?P<verb>status|state) ?[:=]\W{{0,4}}{_STATE}(?P<rest>\W*)", re.I)
# The state of the call, which a receipt may state as well.
_OF_CALL = ("success", "successful", "succeeded", "failure")
# What makes a line say something else, or say it of another time.
_HEDGE = LazyPattern(
    r"\b(?:not|no|never|none|nothing|without|but|if|when|once|unless|until|before|yet|false|previous\w*|last|some"
    r"|part\w*|almost|nearly|soon|retr\w+|restart\w*|resum\w+|again|attempt\w*|will|would|can|may|might|should|must"
    r"|to be)\b"
    # Or of a part: "completed (80%)", "completed (3 of 5)".
    r"|n't\b|\?|\b\d{1,2}(?:\.\d+)? ?(?:%|percent\b)|\b\d{1,9}(?:/| of )\d",
    re.IGNORECASE,
)
_SUCCEEDED = LazyPattern(
    r"(?:succeeded|successful|passed)\b|\b(?:completed|finished|ended|exited) successfully\b", re.I
)
_CODES = ("exit_status", "exit_code")
# What a name may say of a state: when, by whom or why.
_OF_WORD = LazyPattern(r" (?:at|on|by|time|date|reason|message)$")
_COMMANDS = ("command", "cmd", "argv", "args", "program")
# What grep, diff and linters end with status 1 for, which is no failure: they found nothing, or something.
_NO_FAILURE = LazyPattern(
    r"match|found|finding|differ|diff|\blint|grep|issue|violation|warning|problem|search|check|compar", re.I
)
# Members that hold what a thing is called, and what a name of a tool ends with that is its act and not a thing.
_NAMES = ("name", "title", "label", "slug")
_ACTS = frozenset(
    ("update", "upload", "download", "search", "query", "lookup", "transition", "import", "export", "sync")
)
# So many objects of a result are read; a receipt says nothing of the single ones of more. Longer texts are not names.
_MOST_LEVELS, _MOST_CHARS = 200, 80
# An id that needs no noun beside it: it has a digit and a letter.
_ID = LazyPattern(r"(?=.*\d)(?=.*[A-Za-z])[\w.:-]{3,80}")


class StateContradiction(Struct, frozen=True):
    """A line that states another state than that of the thing that it names; ``pointer`` is that of the state."""

    line: str
    pointer: str
    value: JsonValue


class _Thing(Struct, frozen=True):
    """One object of a result that has states or an exit status.

    ``nouns`` are what it is called beside its id, and also alone if it ``is_single``. ``is_guessed`` says that only the
    name of the tool has the noun, so that what is done may be the call.
    """

    level: ResultLevel
    nouns: frozenset[str]
    ids: frozenset[str]
    is_single: bool
    states: Mapping[str, str]
    exit_status: int | None
    is_guessed: bool


class _Claim(Struct, frozen=True):
    """What a line says of a thing: the word for its state, and what is before and behind it."""

    word: str
    verb: str
    rest: str
    meaning: str | None
    is_bare: bool = False
    """Whether nothing in the line says what it is about."""


def means_the_same(one: str, other: str) -> bool:
    """Say whether two words for states mean the same: "failed" and "failure"."""
    meaning = _MEANINGS.get(normalise_words(one))
    return meaning is not None and meaning == _MEANINGS.get(normalise_words(other))


def state_contradictions(
    record: EnvelopeRecord, lines: Sequence[str], of_items: Collection[str] = ()
) -> Iterator[StateContradiction]:
    """Yield each line that surely contradicts the state, or the exit status, of the thing that it is about.

    ``of_items`` are the words that another rule judges in the bracket behind an item of a list.
    """
    things = list(_things(record))
    own = {_MEANINGS.get(normalise_words(value)) for thing in things for value in thing.states.values()}
    is_alike = len(own) == 1 and not any(thing.exit_status for thing in things)
    for line in lines if things else ():
        claimed = {_MEANINGS[normalise_words(word)] for word in _KNOWN.findall(line)}
        # Most lines say nothing of a state, or what is true of all.
        if (is_alike and claimed <= own) if claimed else " is " not in line:
            continue
        for thing, claim in _claims(line, things, record, of_items):
            if claim.is_bare and _is_stated(thing, line, lines):
                continue
            wrong = _other_state(thing, claim, record) or _other_end(thing, claim, record, lines)
            if wrong is not None:
                yield StateContradiction(line, *wrong)
                break


def _is_stated(thing: _Thing, line: str, lines: Sequence[str]) -> bool:
    """Say whether another line has the state of a thing, so that "Status: completed" is that of the call."""
    others = [f" {normalise_words(one)} " for one in lines if one != line]
    return any(f" {normalise_words(value)} " in one for value in thing.states.values() for one in others)


def _things(record: EnvelopeRecord) -> Iterator[_Thing]:
    for level in islice(record.levels, _MOST_LEVELS):
        states = _states_of(level)
        codes = [value for key in _CODES if is_count(value := level.members.get(key))]
        if states or codes:
            nouns, ids = _names_of(level, record)
            is_single = not any(part.isdigit() for part in split(level.pointer))
            is_guessed = level.pointer == "/result" and not ids
            code = next(iter(codes), None)
            yield _Thing(level, frozenset(nouns), frozenset(ids), is_single, states, code, is_guessed)


def _states_of(level: ResultLevel) -> Mapping[str, str]:
    """Return the states of an object; its phase is one if it has no other, and one of the words for states."""
    texts = [(key, value, words_of(key)[-1:]) for key, value in level.members.items() if isinstance(value, str)]
    states = {key: value for key, value, last in texts if last in (["state"], ["status"])}
    phases = {key: value for key, value, last in texts if last == ["phase"] and normalise_words(value) in _MEANINGS}
    return states or phases


def _names_of(level: ResultLevel, record: EnvelopeRecord) -> tuple[set[str], set[str]]:
    """Return the nouns and the ids of an object: ``job`` and ``job_83`` of ``{"job_id": "job_83"}``."""
    *_, name = [part for part in split(level.pointer) if not part.isdigit()]
    own = singularize((words_of(as_text(record.envelope.get("tool_name")) or "") or [""])[-1].lower())
    own = "" if own in _ACTS else own
    noun = own if name == "result" else singularize(name.lower())
    ids = {" ".join(words_of(key)[:-1]): str(value) for key, value in level.members.items() if _is_id(key, value)}
    # Of several ids, that of the thing has its name.
    if len(ids) > 1:
        ids = {key: value for key, value in ids.items() if key in ("", noun)}
    nouns = {key for key in ids if key} or {noun}
    return nouns - {""}, set(ids.values())


def _is_id(key: str, value: JsonValue) -> bool:
    is_scalar = is_count(value) or (isinstance(value, str) and bool(value.strip()))
    return is_scalar and words_of(key)[-1:] == ["id"]


def _claims(
    line: str, things: Sequence[_Thing], record: EnvelopeRecord, of_items: Collection[str]
) -> Iterator[tuple[_Thing, _Claim]]:
    if _HEDGE.search(line):
        return
    for form in _FORMS:
        if found := form.fullmatch(line):
            claim = _claim(found)
            is_judged = claim.verb in _BRACKETS and claim.word in of_items
            about = (one for one in things if one.is_single or not is_judged)
            yield from ((one, claim) for one in about if _is_named(one, found["subject"]))
    bare = _BARE.fullmatch(line)
    # A call has a status; only a thing has a state.
    if bare and len(things) == 1 and (bare["state"].lower() not in _OF_CALL or bare["verb"].lower() == "state"):
        yield things[0], replace(_claim(bare), is_bare=True)


def _claim(found: re.Match[str]) -> _Claim:
    word, parts = normalise_words(found["state"]), found.groupdict()
    meaning, rest = _MEANINGS.get(word), parts.get("rest") or ""
    # With an exit status behind it, "completed" only says that it is over.
    return _Claim(word, parts.get("verb") or "", rest, "over" if meaning == "good" and " with " in rest else meaning)


def _is_named(thing: _Thing, subject: str) -> bool:
    """Say whether a subject is an id of a thing, or a noun, alone or beside an id or another name of the thing."""
    if any(subject.strip("`'\"*()[] ") == one and _ID.fullmatch(one) for one in thing.ids):
        return True
    words = normalise_words(subject)
    names = [words.removeprefix(noun).strip() for noun in thing.nouns if f"{words} ".startswith(f"{noun} ")]
    ids = {normalise_words(one) for one in thing.ids}
    if not thing.is_single:
        return any(name in ids for name in names)
    keys = [*_NAMES, *thing.nouns, *(f"{noun}_name" for noun in thing.nouns)] if any(names) else []
    texts = (as_text(thing.level.members.get(key)) or "" for key in keys)
    known = {normalise_words(text) for text in texts if text and len(text) <= _MOST_CHARS}
    return any(not name or name in ids or name in known for name in names)


def _other_state(thing: _Thing, claim: _Claim, record: EnvelopeRecord) -> tuple[str, JsonValue] | None:
    """Return the state of a thing that a claim contradicts, if it agrees with none and nothing else explains it."""
    # What it was before may be another state; that it was completed is its end.
    if claim.verb == "was" and claim.meaning not in _ENDS:
        return None
    is_alone = not claim.verb and claim.meaning in _STATED_ALONE and claim.word not in _NOUNS
    if not thing.states or (not claim.verb and (thing.is_guessed or not is_alone)):
        return None
    for key, value in thing.states.items():
        allowed = _closed_set(record.tool, child(thing.level.pointer, key))
        if not _excludes(claim, normalise_words(value), allowed):
            return None
    own = next((key for key in thing.states if _is_own(key, thing)), None)
    if own is None or _is_explained(claim, thing, record):
        return None
    return child(thing.level.pointer, own), thing.states[own]


def _is_own(key: str, thing: _Thing) -> bool:
    """Say whether a state is that of the thing itself: `deploy_status` of a build is that of something else."""
    noun = " ".join(words_of(key)[:-1])
    return not noun or noun in thing.nouns


def _closed_set(tool: Tool | None, pointer: str) -> frozenset[str]:
    """Return the words that the published result schema has for a member."""
    if tool is None:
        return frozenset()
    subschemas = tool.result_subschemas
    found = (subschemas.values_of(one) for one in subschemas.pointers_at(pointer.removeprefix("/result")))
    return frozenset(normalise_words(str(value)) for value in next((values for values in found if values), ()))


def _excludes(claim: _Claim, value: str, allowed: frozenset[str]) -> bool:
    """Say whether a thing in a state cannot be as claimed; ``allowed`` are all states that it may have."""
    ours, theirs = claim.meaning or claim.word, _MEANINGS.get(value) or value
    # The status may be that of the call.
    if value in _OF_CALL and ours not in {_MEANINGS.get(word) for word in allowed}:
        return False
    # What is complete may wait for a review, as an application or an upload.
    if claim.word == "complete" and theirs in ("waiting", "open"):
        return False
    return frozenset((ours, theirs)) in _EXCLUSIVE or (ours != theirs and {claim.word, value} <= allowed)


def _is_explained(claim: _Claim, thing: _Thing, record: EnvelopeRecord) -> bool:
    """Say whether anything else in the result, or the rest of the line, may be what a claim states."""
    own = {_MEANINGS.get(normalise_words(value)) for value in thing.states.values()}
    rest = f" {normalise_words(claim.rest)} "
    if any(f" {word} " in rest for word, meaning in _MEANINGS.items() if meaning in own):
        return True
    if thing.exit_status is not None and claim.meaning in _ENDS and (thing.exit_status or claim.meaning != "bad"):
        return True
    words = [word for word, meaning in _MEANINGS.items() if meaning == claim.meaning] or [claim.word]
    states = {child(thing.level.pointer, key) for key in thing.states}
    at = thing.level.pointer
    around = [one for one in record.levels if at.startswith(one.pointer) or one.pointer.startswith(at)]
    return any(_mentions(level, words, states) for level in around[:_MOST_LEVELS])


def _mentions(level: ResultLevel, words: Sequence[str], states: Collection[str]) -> bool:
    """Say whether an object has one of the words in a short text, or in the name of a member with a value."""
    for key, value in level.members.items():
        if child(level.pointer, key) in states:
            continue
        text = normalise_words(value) if isinstance(value, str) and len(value) <= _MOST_CHARS else ""
        if _states_by_name(key, value, words) or any(f" {word} " in f" {text} " for word in words):
            return True
    return False


def _states_by_name(key: str, value: JsonValue, words: Sequence[str]) -> bool:
    """Say whether the name of a member says that one of the words is true: ``completed``, ``completed_at``.

    ``completed_steps``, ``timeout_s`` and the number of those that are ``completed`` are about something else.
    """
    name = _OF_WORD.sub("", normalise_words(" ".join(words_of(key))))
    is_number = is_count(value) and _OF_WORD.search(normalise_words(key)) is None
    return not is_number and value not in (None, False, 0, "") and any(f" {name}".endswith(f" {one}") for one in words)


def _other_end(
    thing: _Thing, claim: _Claim, record: EnvelopeRecord, lines: Sequence[str]
) -> tuple[str, JsonValue] | None:
    """Return the exit status other than 0 of a thing that a claim calls a success."""
    key = next((key for key in _CODES if thing.exit_status and key in thing.level.members), None)
    if key is None or _SUCCEEDED.match(f"{claim.word}{claim.rest}") is None:
        return None
    members = thing.level.members
    names = (as_text(record.envelope.get("tool_name")) or "", *members)
    commands = (str(members[name]) for name in _COMMANDS if name in members)
    texts = (*(" ".join(words_of(name)) for name in names), *commands, *lines)
    # Whoever states both in one line says that the command ended as it does with 1.
    is_stated = re.search(r"\b1\b", claim.rest) is not None
    if thing.exit_status == 1 and (is_stated or any(map(_NO_FAILURE.search, texts))):
        return None
    return child(thing.level.pointer, key), thing.exit_status
