"""Values that a receipt states of a field: "Priority: next", "Task status: failed", "Agent is running"."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_array, as_object, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._derived_numbers import DerivedNumbers
from conformance.rules.catalogue.receipts._known_values import KnownValues, Member
from conformance.rules.catalogue.receipts._stated_numbers import (
    LARGER_UNIT,
    NUMBER,
    agrees_as_number,
    is_in_other_terms,
    number_of,
)
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles import Profile
from conformance.systems.surface.labels import LabelledValue
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.contradictions import state_contradictions

# Fields that state what became of something; only a known word of another state contradicts one.
_STATES = ("status", "state", "disposition", "retrieval_status")
# Words for more and less of something, such as a priority or a risk; of two in other groups, one is wrong.
_SCALE = {
    **dict.fromkeys(("lowest", "low", "minor", "trivial"), "low"),
    **dict.fromkeys(("medium", "moderate"), "medium"),
    **dict.fromkeys(("highest", "high", "critical", "urgent"), "high"),
}
# One word or two, which a receipt gives as the value of a field.
_WORDS = LazyPattern(r"[A-Za-z][a-z]*(?:[ _-][a-z]+)?")
# So many objects of a result are looked at for items, and so often values of one label, other than those that are
# simply the same, are compared with those of its members; the others are believed.
_MOST_LEVELS, _MOST_COMPARED = 200, 20_000
_OFF = LazyPattern(r"(?i:disab|down|off|inactive|without|no_)")
# An item that is called something has fewer members, and a line fewer labels: the same row of many tables is one line.
_MOST_MEMBERS, _MOST_BESIDE = 20, 200
# How many of it an item stands for.
_QUANTITIES = ("count", "quantity", "qty")
# How a receipt states what is true, and what is false.
_BOOLEANS = {
    **dict.fromkeys(("true", "yes", "on", "enabled"), True),
    **dict.fromkeys(("false", "no", "off", "disabled"), False),
}


def label_problems(record: ReceiptRecord, statements: Statements, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each labelled value that is not the value of the field that the label names."""
    members, blocks = _members_by_label(record), _blocks_of(statements)
    stated, beside, firsts = _labels_by_line(statements)
    reported = set[str]()
    lines, items = {*map(normalise_words, statements.own_lines)}, _items_by_value(record)
    known, derived = KnownValues(record, statements, members), DerivedNumbers(statements)
    for label, values in stated.items():
        fields = list(_fields(record, members.get(label, ())))
        wrong = _wrong_ones(values, fields, blocks, profile) if fields else ()
        # Only a state is excused by that of another member.
        is_state = any(isinstance(one.value, str) for one in fields)
        own = known.states_at([one.pointer for one in fields]) if wrong and is_state else None
        # Who states the right number in other words counts something else with the label.
        is_shown = any(known.is_shown(field.value) for field in fields if wrong)
        for one in wrong:
            # An object that is called what the label says, or another line alone, may have the value.
            about = items.get(normalise_words(one.value), ())
            is_of_item = any(label in item or not lines.isdisjoint(item) for item in about)
            # Not alone in its line, it may be of a row, the input or another time, if a member not named there has it.
            is_other = not one.is_plain and (
                known.has_elsewhere(one.value, beside[one.line])
                or known.is_about_another(firsts[one.line], fields[0].pointer)
                or is_shown
                or derived.is_rest(one.value, fields[0].pointer, fields[0].value)
            )
            is_known = is_other or (own is not None and known.has_state(one.value, own))
            is_derived = any(derived.has(one, field.pointer, field.value) for field in fields[:_MOST_MEMBERS])
            if not is_of_item and not is_known and not is_derived:
                reported.add(one.line)
                yield value_problem(one.statement, fields[0].pointer, fields[0].value)
    yield from _state_problems(record, [line for line in statements.stated_lines if line not in reported], profile)


def _state_problems(record: ReceiptRecord, lines: Sequence[str], profile: Profile) -> Iterator[Problem]:
    # The bracket behind an item of a list is judged with the items (`receipt_changes_true`).
    of_items = {normalise_words(word) for word in profile.results.state_words}
    for wrong in state_contradictions(record.record, lines, of_items):
        yield value_problem(wrong.line, wrong.pointer, wrong.value)


def _labels_by_line(
    statements: Statements,
) -> tuple[dict[str, list[LabelledValue]], dict[str, set[str]], dict[str, LabelledValue]]:
    """Return the values of each label that no quotation holds, the labels of each line, and the first one of it."""
    unquoted = frozenset(statements.unquoted_lines)
    stated: dict[str, list[LabelledValue]] = {}
    beside: dict[str, set[str]] = {}
    firsts: dict[str, LabelledValue] = {}
    for one in statements.labelled_values:
        labels = beside.setdefault(one.line, set())
        if len(labels) < _MOST_BESIDE:
            labels.add(one.label)
        firsts.setdefault(one.line, one)
        if one.line in unquoted:
            stated.setdefault(one.label, []).append(one)
    return stated, beside, firsts


def _wrong_ones(
    values: Sequence[LabelledValue], fields: Sequence["_Labelled"], blocks: dict[str, set[int]], profile: Profile
) -> Sequence[LabelledValue]:
    """Return the values of a label that are those of no field of its name."""
    known = (*fields, *_sums(fields))
    same = {_spelling_of(_text_of(field.value)) for field in known}
    others = dict.fromkeys(one.value for one in values if _spelling_of(one.value) not in same)
    compared = islice(others, max(1, _MOST_COMPARED // len(known)))
    different = {shown for shown in compared if not any(_agrees(shown, field, profile) for field in known)}
    wrong = [one for one in values if one.value in different]
    # Below another heading than the true value, another one is about something else, as what was before.
    right_lines = {one.line for one in values if one.value not in different}
    right = {block for line in right_lines for block in blocks[line]}
    if len(fields) < len(values) and right:
        beside = {line for line in {one.line for one in wrong} if not right.isdisjoint(blocks[line])}
        wrong = [one for one in wrong if one.line in beside]
    # What is not alone in its line may be of one of several things, or be in a larger unit that is not stated.
    is_one = len(fields) >= len(values)
    largest = max((one.value for one in fields if isinstance(one.value, int | float)), default=0)
    return [one for one in wrong if one.is_plain or (is_one and not _is_in_larger_unit(one.value, largest))]


def _spelling_of(value: str) -> str | float:
    """Return what two texts have in common that surely state the same."""
    return number_of(value) if NUMBER.fullmatch(value) else normalise_words(value)


def _is_in_larger_unit(shown: str, largest: float) -> bool:
    number = number_of(shown) if NUMBER.fullmatch(shown) else 0
    return number > 0 and largest > LARGER_UNIT * number


def _items_by_value(record: ReceiptRecord) -> dict[str, list[set[str]]]:
    """Return the texts and numbers of small objects of the result by each of them: an item has few members."""
    found: dict[str, list[set[str]]] = {}
    for level in record.record.levels[:_MOST_LEVELS]:
        values = [one for one in level.members.values() if isinstance(one, str | int | float)]
        members = {normalise_words(str(one)) for one in values[:_MOST_MEMBERS]}
        for value in members if len(values) <= _MOST_MEMBERS else ():
            found.setdefault(value, []).append(members - {value})
    return found


def _blocks_of(statements: Statements) -> dict[str, set[int]]:
    """Return the blocks in which each labelled line stands: one below the other, as far to the right."""
    labelled = {one.line for one in statements.labelled_values}
    blocks: dict[str, set[int]] = {}
    last, number = None, 0
    for line in statements.own_lines:
        indentation = len(line) - len(line.lstrip()) if line in labelled else None
        if line.strip():
            number += indentation is None or indentation != last
            last = indentation
            blocks.setdefault(line, set()).add(number)
    return blocks


def value_problem(line: str, pointer: str, value: JsonValue) -> Problem:
    """Return the problem of a line that states another value than a field of the result has."""
    message = f"receipt states {code_text(line.strip(), 80)}, but `{split(pointer)[-1]}` is {_text_of(value)}"
    hint = "print the value of the result that is rendered"
    return Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")


class _Labelled(Struct, frozen=True):
    """A field of the result that a label names.

    ``allowed`` are the words that its schema allows there; ``is_input`` says that the tool takes them as input too.
    """

    pointer: str
    value: JsonValue
    allowed: Sequence[JsonValue]
    is_input: bool


def _members_by_label(record: ReceiptRecord) -> dict[str, list[Member]]:
    """Return the members at any depth by the labels that name them, found once for all labels.

    ``status`` of an object ``task`` is named by "Status" and by "Task status".
    """
    found: dict[str, list[Member]] = {}
    for level in record.record.levels:
        parent = (split(level.pointer) or [""])[-1]
        for key, value in level.members.items():
            for label in dict.fromkeys((normalise_words(key), normalise_words(f"{parent} {key}"))):
                found.setdefault(label, []).append((child(level.pointer, key), key, value))
    return found


def _fields(record: ReceiptRecord, members: Sequence[Member]) -> Iterator[_Labelled]:
    """Yield members of one name whose values a label can state; none where one has another kind of value."""
    found: list[_Labelled] = []
    for pointer, key, value in members:
        field = _field(record, pointer, key, value)
        # Of a list, a line may be the heading of those with one value.
        is_on_scale = str(value).lower() in _SCALE and not any(part.isdigit() for part in split(pointer))
        is_word = isinstance(value, str) and (key in _STATES or value in field.allowed or is_on_scale)
        if not (is_word or isinstance(value, int | float | list | tuple)):
            return
        found.append(field)
    yield from found


def _field(record: ReceiptRecord, pointer: str, key: str, value: JsonValue) -> _Labelled:
    if record.tool is None or not isinstance(value, str):
        return _Labelled(pointer, value, (), is_input=False)
    allowed = _closed_set(record.tool.result_subschemas, pointer.removeprefix("/result"))
    accepted = _closed_set(record.tool.input_subschemas, child("", key))
    return _Labelled(pointer, value, allowed, is_input=value in accepted)


def _sums(fields: Sequence[_Labelled]) -> Iterator[_Labelled]:
    """Yield what a label may count as well: all lists or numbers of one name, and lists inside of a list or its values.

    "Subtasks: 5", "Matches: 3" of those in two files, "Users: 2" of the same two.
    """
    for field in fields if len(fields) == 1 else ():
        for number in _counts_inside(as_array(field.value)):
            yield _Labelled(field.pointer, number, (), is_input=False)
    numbers = [number_of(one.value) for one in fields if not isinstance(one.value, str | bool)]
    # A running sum is that of the first ones.
    for total in islice(accumulate(numbers), 1, _MOST_MEMBERS):
        yield _Labelled(fields[0].pointer, total, (), is_input=False)
    if len(numbers) > _MOST_MEMBERS:
        yield _Labelled(fields[0].pointer, sum(numbers), (), is_input=False)


def _counts_inside(items: Sequence[JsonValue]) -> Iterator[int]:
    members = ((key, member) for item in items for key, member in as_object(item).items())
    lengths: Counter[str] = Counter()
    for key, member in members:
        if isinstance(member, list | tuple):
            lengths[key] += len(member)
        elif is_integer(member) and key in _QUANTITIES:
            lengths[key] += member
    yield from lengths.values()
    texts = {item for item in items if isinstance(item, str)}
    yield from (len(texts),) if texts else ()


def _closed_set(subschemas: Subschemas, location: str) -> Sequence[JsonValue]:
    found = (subschemas.values_of(one) for one in subschemas.pointers_at(location))
    return next((values for values in found if values), ())


def _text_of(value: JsonValue) -> str:
    """Return a value as receipts state it; a list by its length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(len(value)) if isinstance(value, list | tuple) else str(value)


def _agrees(shown: str, field: _Labelled, profile: Profile) -> bool:
    value, words = _text_of(field.value), normalise_words(shown)
    if isinstance(field.value, bool):
        # "Disabled: disabled" and "Network down: off" state what is so, and not whether the name is true.
        is_thing = _OFF.search(field.pointer) is not None and words in ("on", "off", "enabled", "disabled")
        return is_thing or _BOOLEANS.get(words, field.value) == field.value
    if not isinstance(field.value, str) or NUMBER.fullmatch(value):
        return agrees_as_number(shown, number_of(field.value)) or is_in_other_terms(shown, field.pointer, field.value)
    own, known = normalise_words(value), {normalise_words(str(word)) for word in field.allowed}
    if field.is_input and _WORDS.fullmatch(shown) and words not in known:
        # What the model reads is what it sends next time; a longer or shorter form of the word is still the word.
        return words[:2] == own[:2] or not set(words.split()).isdisjoint(own.split())
    if words in _SCALE and own in _SCALE:
        return _SCALE[words] == _SCALE[own]
    known |= {normalise_words(word) for word in profile.results.state_words}
    return words not in known or words == own
