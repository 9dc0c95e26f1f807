"""Lines that state another state than the thing of the result has that they are about.

Only what surely is about that thing, and surely excludes its state, is a contradiction.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_text, is_integer
from conformance.inventory import Tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.systems.surface.envelopes import EXIT_CODES, EnvelopeRecord, ResultLevel
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.sentences import present_part
from conformance.systems.surface.states.claims import StateClaim, claims_in, meanings_in
from conformance.systems.surface.states.things import MOST_CHARS, MOST_LEVELS, Thing, things_of
from conformance.systems.surface.states.words import ENDS, exclude_each_other, meaning_of, words_for

# The state of the call, which a receipt may state as well.
_OF_CALL = ("success", "successful", "succeeded", "failure")
# What a name may say of a state: when, by whom or why.
_OF_WORD = LazyPattern(r" (?:at|on|by|time|date|reason|message)$")
_COMMANDS = ("command", "cmd", "argv", "args", "program")
# What grep, diff and linters end with status 1 for, which is no failure: they found nothing, or something.
_NO_FAILURE = LazyPattern(
    r"match|found|finding|differ|diff|\blint|grep|issue|violation|warning|problem|search|check|compar", re.I
)


class StateContradiction(Struct, frozen=True):
    """A line that states another state than that of the thing that it names; ``pointer`` is that of the state."""

    line: str
    pointer: str
    value: JsonValue


def state_contradictions(
    record: EnvelopeRecord, lines: Sequence[str], of_items: Collection[str] = ()
) -> Iterator[StateContradiction]:
    """Yield each line that surely contradicts the state, or the exit status, of the thing that it is about.

    ``of_items`` are the words that another rule judges in the bracket behind an item of a list.
    """
    things = list(things_of(record))
    own = frozenset[str | None]().union(*(thing.meanings for thing in things))
    is_alike = len(own) == 1 and not any(thing.exit_status for thing in things)
    tool = as_text(record.envelope.get("tool_name")) or ""
    for line in map(present_part, lines if things else ()):
        claimed = meanings_in(line)
        # Most lines say nothing of a state, or what is true of all.
        if (is_alike and claimed <= own) if claimed else " is " not in line:
            continue
        pairs = (
            (thing, claim) for claim in claims_in(line) for thing in _about(claim, things, of_items, lines, line, tool)
        )
        found = (_other_state(*pair, record) or _other_end(*pair, record, lines) for pair in pairs)
        wrong = next((one for one in found if one is not None), None)
        if wrong is not None:
            yield StateContradiction(line, *wrong)


def _about(
    claim: StateClaim,
    things: Sequence[Thing],
    of_items: Collection[str],
    lines: Sequence[str],
    line: str,
    tool: str,
) -> Sequence[Thing]:
    """Return the things that a claim is about; without a subject it is about the only one, or about the call."""
    if claim.subject is None:
        # A call has a status; only a thing has a state.
        is_of_thing = claim.word not in _OF_CALL or claim.verb.lower() == "state"
        # A word alone is about what the tool is about.
        noun = singularize((words_of(tool) or [""])[-1])
        own = [one for one in things if claim.verb != "is" or one.level.pointer == "/result" or noun in one.nouns]
        return [one for one in own if len(things) == 1 and is_of_thing and not _is_stated(one, line, lines)]
    is_judged = claim.is_in_brackets and claim.word in of_items
    return [one for one in things if (one.is_single or not is_judged) and one.is_called(claim.subject)]


def _is_stated(thing: Thing, line: str, lines: Sequence[str]) -> bool:
    """Say whether another line has the state of a thing, so that "Status: completed" is that of the call."""
    others = [f" {normalise_words(one)} " for one in lines if one != line]
    return any(f" {normalise_words(value)} " in one for value in thing.states.values() for one in others)


def _other_state(thing: Thing, claim: StateClaim, record: EnvelopeRecord) -> tuple[str, JsonValue] | None:
    """Return the state of a thing that a claim contradicts, if it agrees with none and nothing else explains it."""
    # What it was before may be another state; that it was completed is its end.
    if claim.verb == "was" and claim.meaning not in ENDS:
        return None
    is_act = not claim.verb and _is_act_of_tool(claim, record)
    # What another call did may have been undone since; what this one did has to be so.
    if (claim.may_be_act and not is_act) or (not claim.verb and thing.is_guessed):
        return None
    for key, value in thing.states.items():
        allowed = _closed_set(record.tool, child(thing.level.pointer, key))
        if not _excludes(claim, normalise_words(value), allowed, is_act=is_act):
            return None
    if not thing.states or _is_explained(claim, thing, record) or (is_act and _is_planned(claim, thing)):
        return None
    own = next(iter(thing.states))
    return child(thing.level.pointer, own), thing.states[own]


def _is_act_of_tool(claim: StateClaim, record: EnvelopeRecord) -> bool:
    """Say whether what a claim states to be done is what the tool is named after: "completed" of CompleteWorkItem."""
    verb = words_of(as_text(record.envelope.get("tool_name")) or "")[:1]
    is_lasting = claim.meaning in ("good", "over", "stopped", "closed") and claim.word != "interrupted"
    return is_lasting and any(are_forms_of_one_verb(one, claim.word) for one in verb)


def _is_planned(claim: StateClaim, thing: Thing) -> bool:
    """Say whether a member says when or how a thing comes to what is claimed: ``cancel_at``, ``close_requested``."""
    named = (words_of(key)[:1] for key, value in thing.level.members.items() if value)
    return any(are_forms_of_one_verb(one, claim.word) for words in named for one in words)


def _closed_set(tool: Tool | None, pointer: str) -> frozenset[str]:
    """Return the words that the published result schema has for a member."""
    if tool is None:
        return frozenset()
    subschemas = tool.result_subschemas
    found = (subschemas.values_of(one) for one in subschemas.pointers_at(pointer.removeprefix("/result")))
    return frozenset(normalise_words(str(value)) for value in next((values for values in found if values), ()))


def _excludes(claim: StateClaim, value: str, allowed: frozenset[str], *, is_act: bool) -> bool:
    """Say whether a thing in a state cannot be as claimed; ``allowed`` are all states that it may have.

    ``is_act`` says that the claim states what the tool has done.
    """
    ours, theirs = claim.meaning or claim.word, meaning_of(value) or value
    # The status may be that of the call.
    if value in _OF_CALL and ours not in set(map(meaning_of, allowed)):
        return False
    # What is complete may wait for a review, as an application or an upload; it has not failed, and does not go on.
    if (is_act or claim.word == "complete") and _may_be_so_after(ours, theirs, value):
        return False
    return exclude_each_other(ours, theirs) or (ours != theirs and {claim.word, value} <= allowed)


def _may_be_so_after(act: str, meaning: str, state: str) -> bool:
    """Say whether a thing may be in a state after an act on it: what is complete may wait, what is finished be open.

    What is queued was not begun, and what is stopped may still be stopping, or have ended before.
    """
    if act == "good":
        return meaning in ("waiting", "open")
    is_ended = act == "stopped" and meaning in ("stopping", *ENDS)
    return is_ended or state == "pending" or (meaning == "open" and act != "closed")


def _is_explained(claim: StateClaim, thing: Thing, record: EnvelopeRecord) -> bool:
    """Say whether anything else in the result, or the rest of the line, may be what a claim states."""
    rest = f" {normalise_words(claim.rest)} "
    if any(f" {word} " in rest for meaning in thing.meanings if meaning for word in words_for(meaning)):
        return True
    if thing.exit_status is not None and claim.meaning in ENDS and (thing.exit_status or claim.meaning != "bad"):
        return True
    words = words_for(claim.meaning) or [claim.word]
    states = {child(thing.level.pointer, key) for key in thing.states}
    at = thing.level.pointer
    around = [one for one in record.levels if at.startswith(one.pointer) or one.pointer.startswith(at)]
    return any(mentions(level, words, states) for level in around[:MOST_LEVELS])


def mentions(level: ResultLevel, words: Sequence[str], states: Collection[str] = ()) -> bool:
    """Say whether an object has one of the words in a short text, or in the name of a member with a value.

    The members at the pointers ``states`` are left out.
    """
    for key, value in level.members.items():
        if child(level.pointer, key) in states:
            continue
        text = normalise_words(value) if isinstance(value, str) and len(value) <= MOST_CHARS else ""
        if _states_by_name(key, value, words) or any(f" {word} " in f" {text} " for word in words):
            return True
    return False


def _states_by_name(key: str, value: JsonValue, words: Sequence[str]) -> bool:
    """Say whether the name of a member says that one of the words is true: ``completed``, ``completed_at``.

    ``completed_steps``, ``timeout_s`` and the number of those that are ``completed`` are about something else.
    """
    name = _OF_WORD.sub("", normalise_words(" ".join(words_of(key))))
    is_number = is_integer(value) and _OF_WORD.search(normalise_words(key)) is None
    return not is_number and value not in (None, False, 0, "") and any(f" {name}".endswith(f" {one}") for one in words)


def _other_end(
    thing: Thing, claim: StateClaim, record: EnvelopeRecord, lines: Sequence[str]
) -> tuple[str, JsonValue] | None:
    """Return the exit status other than 0 of a thing that a claim calls a success."""
    key = next((key for key in EXIT_CODES if thing.exit_status and key in thing.level.members), None)
    if key is None or not claim.states_success:
        return None
    # Whoever states both in one line says that the command ended as it does with 1.
    is_stated = re.search(r"\b1\b", claim.rest) is not None
    if thing.exit_status == 1 and (is_stated or may_succeed_with_1(record, thing.level.members, lines)):
        return None
    return child(thing.level.pointer, key), thing.exit_status


def may_succeed_with_1(record: EnvelopeRecord, members: JsonObject, lines: Sequence[str]) -> bool:
    """Say whether an exit status of 1 may be no failure, as that of a search that found nothing."""
    names = (as_text(record.envelope.get("tool_name")) or "", *members)
    commands = (str(members[name]) for name in _COMMANDS if name in members)
    texts = (*(" ".join(words_of(name)) for name in names), *commands, *lines)
    return any(map(_NO_FAILURE.search, texts))
