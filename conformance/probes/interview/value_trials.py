"""Compares the calls of a tool that refuses valid inputs: is the value of one field the reason, or its domain?

A profile knows how some frameworks blame an input. All other words count only beside a comparison: each input with the
value is refused, the same input with another value is accepted, and again when both are repeated.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.documents.pointers import parent, resolve, walk
from conformance.documents.values import JsonValue, as_array, equal, identity
from conformance.probes.interview import environment, verdicts
from conformance.probes.interview.answers import Reply
from conformance.probes.interview.limits import InconclusiveError
from conformance.probes.interview.tool_interview import MAX_CALLS_FOR_INPUTS, ToolInterview
from conformance.probes.interview.value_blame import Promise, blames_value, is_judged, promise_of
from conformance.schema.generation.edits import put
from conformance.schema.validation import conforms

# A value is put into so many accepted inputs: what is refused in each is not refused for what stands next to it.
_CONTEXTS = 2
# Quoted words and numbers vary from one error text to the next; without them, texts with the same cause are equal.
_VARIABLE_PARTS = re.compile(r"""(["'`]).*?\1|\d+""")


class ValueTrials:
    """The valid inputs that a tool accepts, and those that it refuses in words that no profile knows."""

    def __init__(self, tool: ToolInterview, answers: Sequence[Reply]) -> None:
        self._tool = tool
        self.accepted = [answer.arguments for answer in answers if not self._has_failed(answer)]
        self.refused = [answer for answer in answers if self._is_open(answer)]
        self._asked = {identity(answer.arguments) for answer in answers}
        self._left = 0 if tool.inputs.given_only else MAX_CALLS_FOR_INPUTS

    def isolate(self) -> Iterator[Reply]:
        """Put each value that only refused inputs have into accepted ones; yield the answers to these."""
        for answer in list(self.refused):
            for place, value in self._judged_values(answer.arguments):
                if self._accepts(place, value):
                    continue
                for context in self.accepted[:_CONTEXTS]:
                    yield from self._ask(context, place, value)

    def add_generated(self, answer: Reply) -> None:
        """Take up the answer to a generated input; one that may be refused for a made-up text needs no explanation."""
        judged = [(*one, self._promise(*one)) for one in self._judged_values(answer.arguments)]
        is_blamed = any(blames_value(answer.text, *one) for one in judged)
        if not self._is_open(answer) or is_blamed or not self._has_free_text(answer.arguments):
            self._add(answer)

    def blamed_place(self, answer: Reply) -> str | None:
        """Return the pointer of the value for which an input is refused, ``None`` if nothing shows that it is one."""
        for place, value in self._judged_values(answer.arguments):
            if blames_value(answer.text, place, value, self._promise(place, value)) and not self._accepts(place, value):
                others = (one for one in self.accepted if _put_value(one, place, value) == identity(answer.arguments))
                other = next(others, None)
                if other is not None and self._is_repeatable(answer.arguments, other):
                    return place
        return None

    def require_explained(self, texts: Sequence[str]) -> None:
        """Raise ``InconclusiveError`` for a refusal that has none of these causes, and is not one of the domain."""
        for answer in self.refused:
            if cause_of(answer) not in texts and not self._is_of_domain(answer):
                reply = self._tool.quote_reply(answer.arguments)
                raise InconclusiveError(
                    f"a call with a valid input fails with {reply}, which may or may not blame the input",
                    environment.advice_on(reply, self._advice),
                )

    @property
    def _advice(self) -> str:
        return (
            "accept it, or give inputs that succeed with `--allow`; if the reason lies outside of the schema, add its "
            "words to `domain_error_texts` under `[probing]` in a profile"
        )

    def _is_open(self, answer: Reply) -> bool:
        return self._has_failed(answer) and not verdicts.blames_input(answer, self._tool.profile.probing)

    def _has_failed(self, answer: Reply) -> bool:
        tables = self._tool.profile.probing
        return answer.is_refused or (answer.called is not None and verdicts.reports_failure(answer.called, tables))

    def _is_of_domain(self, answer: Reply) -> bool:
        """Say whether something that an input names does not exist; what it takes from a list is accepted elsewhere."""
        texts = self._tool.profile.probing.domain_error_texts
        if not any(pattern.search(answer.text) for pattern in texts):
            return False
        names_something = False
        for place, value in _values(answer.arguments):
            is_listed = self._promise(place, value).is_listed
            if is_listed and not self._accepts(place, value):
                return False
            names_something |= not is_listed and isinstance(value, str | int | float)
        return names_something

    def _judged_values(self, arguments: JsonValue) -> Iterator[tuple[str, JsonValue]]:
        for place, value in _values(arguments):
            if is_judged(value, self._promise(place, value)):
                yield place, value

    def _has_free_text(self, arguments: JsonValue) -> bool:
        found = [(place, value) for place, value in _values(arguments) if isinstance(value, str)]
        return any(not self._promise(place, value).is_listed for place, value in found)

    def _promise(self, place: str, value: JsonValue) -> Promise:
        return promise_of(self._tool.inputs.subschemas, place, value)

    def _accepts(self, place: str, value: JsonValue) -> bool:
        return any(_has(one, place, value) for one in self.accepted)

    def _ask(self, context: JsonValue, place: str, value: JsonValue) -> Iterator[Reply]:
        if not self._left or not _can_hold(context, place):
            return
        made = put(context, place, value)
        if identity(made) not in self._asked and conforms(made, self._tool.tool.input_schema):
            self._left -= 1
            answer = self._tool.ask(made)
            self._add(answer)
            yield answer

    def _add(self, answer: Reply) -> None:
        self._asked.add(identity(answer.arguments))
        if self._is_open(answer):
            self.refused.append(answer)
        elif not self._has_failed(answer):
            self.accepted.append(answer.arguments)

    def _is_repeatable(self, refused: JsonValue, accepted: JsonValue) -> bool:
        """Say whether both inputs are treated as before when they are sent again: a service may fail for a while."""
        tables = self._tool.profile.probing
        outcomes = [self._tool.call(one, again=True) for one in (accepted, refused)]
        failed = [verdicts.is_flagged(one) or verdicts.reports_failure(one, tables) for one in outcomes]
        return failed == [False, True]


def cause_of(answer: Reply) -> str:
    """Return the text of an answer without what varies between two with the same cause."""
    return _VARIABLE_PARTS.sub("…", answer.text)


def _values(arguments: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Yield the values at any depth, each with its pointer."""
    yield from ((place, value) for place, value in walk(arguments) if place)


def _has(arguments: JsonValue, place: str, value: JsonValue) -> bool:
    try:
        return equal(resolve(arguments, place), value)
    except KeyError:
        return False


def _put_value(arguments: JsonValue, place: str, value: JsonValue) -> object:
    return identity(put(arguments, place, value)) if _can_hold(arguments, place) else None


def _can_hold(arguments: JsonValue, place: str) -> bool:
    """Say whether an input has the object of a member, or the element itself."""
    try:
        holder = resolve(arguments, parent(place))
        return isinstance(holder, Mapping) or (bool(as_array(holder)) and resolve(arguments, place) is not None)
    except KeyError:
        return False
