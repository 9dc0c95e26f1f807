"""Values that a receipt states of a field: "Priority: next", "Task status: failed", "Agent is running", "HTTP 404"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.labels import LabelledValue
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.contradictions import state_contradictions
from conformance.systems.surface.states.words import means_the_same

# "1,234", "45.5" or "$5.25": a number that is converted to another unit ("12 kB") is no contradiction.
_NUMBER = LazyPattern(r"[$€£]?(?P<number>-?(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,15})(?:\.(?P<decimals>\d{1,15}))?) ?%?")
# A number other than an integer may be shown as a percentage, or in a unit a thousand times as large or small.
_SCALES = (1, 100, 1_000, 1_000_000, 1_000_000_000)
# A unit is larger by a thousand or more than the smaller one, even if what is stated in it was rounded up.
_LARGER_UNIT = 900
# A reader in JavaScript rounds larger numbers.
_MOST_EXACT = 2**53
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
# "Page fetched with HTTP status 404", "HTTP/1.1 404", and the fields that such a number is.
_HTTP = LazyPattern(
    r"\bHTTP(?:/[\d.]{1,3})?(?: status| code){0,2}[ :=]{1,3}(?P<code>[1-5]\d\d)(?![\w.-])", re.IGNORECASE
)
# "200 OK", "Status: 404": such a number only where the result has an HTTP status by name.
_STATUS_LINE = LazyPattern(
    r"(?<![\w.,:/-])(?P<code>[1-5]\d\d) (?:OK|Created|Accepted|No Content|Moved Permanently|Found|Not Modified"
    r"|Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Gone|Internal Server Error|Bad Gateway"
    r"|Service Unavailable)\b|\W*[Ss]tatus(?: code)? ?[:=] ?(?P<labelled>[1-5]\d\d)\b(?![.,]\d)",
)
# A status of another time, or one of several. Matches "expected 200 OK", "before: 503", "first try: 503", "1. 503".
# A word of a URL says nothing of that.
_OF_OTHER_TIME = r"(?<![/=?&])\b(?:expect\w*|before|previous\w*|earlier|last|cached|instead|wanted)\b"
OTHER_STATUS = LazyPattern(
    rf"{_OF_OTHER_TIME}|(?<![/=?&])\b(?:first|redirect\w*|retr(?:y|ied)|tr(?:y|ied)|attempt\w*"
    r"|not(?! (?:found|modified)))\b|\A\W*\d{1,2}[.)] (?=\d{3}\b)",
    re.IGNORECASE,
)
"""What says that a line states the status of another time, as of an earlier attempt."""
# Nobody tries again after a success. Matches "expected ", "the cached copy was ", ", not "; not "Retried: ".
_OTHER_SUCCESS = LazyPattern(rf"{_OF_OTHER_TIME}|\bnot (?:an? |the )?\Z", re.IGNORECASE)
# So many characters before a status are searched for that, as a line may have many.
_MOST_BEFORE = 100
_HTTP_FIELDS = ("http_status", "http_status_code", "http_code", "status_code")
# What is one as well, where the receipt says so.
_MAY_BE_HTTP = ("status", "code")
# What is counted from 0 or from 1, what is given in a smaller unit than people use, and what is stated of another time.
_POSITIONS = (
    *("line", "character", "column", "col", "row", "page", "index", "position"),
    *("epoch", "step", "iteration", "attempt", "round", "batch"),
)
_AMOUNT = LazyPattern(r"(?:^|_)(?:amount|price|cost|fee|balance)$")
_TIME = LazyPattern(r"(?:^|_)(?:timeout|duration|delay|interval|ttl)$")
# The rights of a file, which everybody writes in octal digits: 420 is "0644".
_RIGHTS = LazyPattern(r"(?:mode|umask|permissions?)$")
_OTHER_TIME = LazyPattern(r"next|previous|last|old|target|expected|desired|requested|initial|on_", re.IGNORECASE)
# So many objects of a result are looked at for another state; beyond so many labels, those not alone are believed.
_MOST_LEVELS, _MOST_LABELS = 200, 200
_OFF = LazyPattern(r"disab|down|off|inactive|without|no_", re.IGNORECASE)
# An item that is called something has fewer members.
_MOST_MEMBERS = 20
# How a receipt states what is true, and what is false.
_BOOLEANS = {
    **dict.fromkeys(("true", "yes", "on", "enabled"), True),
    **dict.fromkeys(("false", "no", "off", "disabled"), False),
}


def label_problems(record: ReceiptRecord, statements: Statements, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each labelled value that is not the value of the field that the label names."""
    own = statements.stated_lines
    members, blocks = _members_by_label(record), _blocks_of(statements)
    unquoted = frozenset(statements.unquoted_lines)
    stated: dict[str, list[LabelledValue]] = {}
    beside: dict[str, set[str]] = {}
    for one in statements.labelled_values:
        beside.setdefault(one.line, set()).update(pointer for pointer, _, _ in members.get(one.label, ()))
        if one.line in unquoted:
            stated.setdefault(one.label, []).append(one)
    reported, is_many = set[str](), len(statements.labelled_values) > _MOST_LABELS
    lines, items = {*map(normalise_words, statements.own_lines)}, _items_by_value(record)
    for label, values in stated.items():
        fields = list(_fields(record, members.get(label, ())))
        for one in _wrong_ones(values, fields, blocks, profile) if fields else ():
            # An object that is called what the label says, or another line alone, may have the value.
            about = items.get(normalise_words(one.value), ())
            is_of_item = any(label in item or not lines.isdisjoint(item) for item in about)
            # Not alone in its line, it may be of a row, the input or another time, if a member not named there has it.
            is_other = not one.is_plain and (is_many or _is_elsewhere(one.value, beside[one.line], record, statements))
            if not is_of_item and not is_other and not _is_of_other_member(one.value, fields, record):
                reported.add(one.line)
                yield _problem(one.statement, fields[0].pointer, fields[0].value)
    # The bracket behind an item of a list is judged with the items (`receipt_changes_true`).
    of_items = {normalise_words(word) for word in profile.results.state_words}
    for wrong in state_contradictions(record.record, [line for line in own if line not in reported], of_items):
        yield _problem(wrong.line, wrong.pointer, wrong.value)
    yield from _http_problems(record, statements, own)


def _wrong_ones(
    values: Sequence[LabelledValue], fields: Sequence["_Labelled"], blocks: dict[str, set[int]], profile: Profile
) -> Sequence[LabelledValue]:
    """Return the values of a label that are those of no field of its name."""
    known = (*fields, *_sums(fields))
    wrong = [one for one in values if not any(_agrees(one.value, field, profile) for field in known)]
    # Below another heading than the true value, another one is about something else, as what was before.
    right = {block for one in values if one not in wrong for block in blocks[one.line]}
    if len(fields) < len(values) and right:
        wrong = [one for one in wrong if not right.isdisjoint(blocks[one.line])]
    # What is not alone in its line may be of one of several things, count other things than a list has, or be in a
    # larger unit that is not stated.
    is_one = len(fields) >= len(values) and not any(isinstance(one.value, list | tuple) for one in fields)
    return [one for one in wrong if one.is_plain or (is_one and not _is_in_larger_unit(one.value, fields))]


def _is_in_larger_unit(shown: str, fields: Sequence["_Labelled"]) -> bool:
    values = [one.value for one in fields if isinstance(one.value, int | float)]
    number = _number_of(shown) if values and _NUMBER.fullmatch(shown) else 0
    return number > 0 and any(value > _LARGER_UNIT * number for value in values)


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


def _http_problems(record: ReceiptRecord, statements: Statements, own: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for the first HTTP status, if no status that the receipt states is one of the result."""
    numbers = [
        (child(level.pointer, key), key, value)
        for level in record.record.levels
        for key in (_HTTP_FIELDS if not level.members.keys().isdisjoint(_HTTP_FIELDS) else _MAY_BE_HTTP)
        if isinstance(value := level.members.get(key), int) and 200 <= value < 600
    ]
    named = [(pointer, value) for pointer, key, value in numbers if key in _HTTP_FIELDS]
    fields = named or [(pointer, value) for pointer, _, value in numbers]
    is_stated = any(statements.states_number(value) for _, value in fields)
    matches = ((found, line) for line in own for found in _HTTP.finditer(line))
    ones = (
        (int(found["code"]), line[max(0, found.start() - _MOST_BEFORE) : found.start()], line)
        for found, line in matches
    )
    stated = [
        (code, line)
        for code, before, line in ones
        if not (OTHER_STATUS if code >= 300 or is_stated else _OTHER_SUCCESS).search(before)
    ]
    if named and not is_stated:
        lines = (line for line in own if not OTHER_STATUS.search(line))
        matches = ((line, found) for line in lines for found in _STATUS_LINE.finditer(line))
        codes = ((int(found["code"] or found["labelled"]), line) for line, found in matches)
        stated += [(code, line) for code, line in codes if not _is_in_record(record, code)]
    # A redirect has several: "HTTP 301, then HTTP 200".
    if fields and stated and {code for code, _ in stated}.isdisjoint(value for _, _, value in numbers):
        yield _problem(stated[0][1], *fields[0])


def _is_elsewhere(shown: str, named: set[str], record: ReceiptRecord, statements: Statements) -> bool:
    """Say whether result or input have a value somewhere else than in the members that are named."""
    if _NUMBER.fullmatch(shown) is None:
        return statements.is_in_envelope(shown)
    number = _number_of(shown)
    others = [value for key, value in record.envelope.items() if key != "result"]
    for level in record.record.levels:
        for key, value in level.members.items():
            is_named = isinstance(value, int | float) and child(level.pointer, key) in named
            # An object in it is a level of its own.
            others += [] if is_named or isinstance(value, Mapping) else _plain_items(value)
    return _is_in(number, [scalar for one in (*others, record.input) for scalar in scalars_of(one)])


def _plain_items(value: JsonValue) -> Sequence[JsonValue]:
    items = value if isinstance(value, list | tuple) else [value]
    return [one for one in items if not isinstance(one, Mapping)]


def _is_in_record(record: ReceiptRecord, code: float) -> bool:
    """Say whether a number is one that the result or the input has, alone or in a text."""
    return _is_in(code, (*scalars_of(record.envelope), *scalars_of(record.input)))


def _is_in(code: float, values: Iterable[JsonValue]) -> bool:
    alone = re.compile(rf"(?<!\d){re.escape(str(code))}(?!\d)")
    return any(value == code or (isinstance(value, str) and alone.search(value) is not None) for value in values)


def _problem(line: str, pointer: str, value: JsonValue) -> Problem:
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


_Member = tuple[str, str, JsonValue]
"""The pointer, the key and the value of a member of the result."""


def _members_by_label(record: ReceiptRecord) -> dict[str, list[_Member]]:
    """Return the members at any depth by the labels that name them, found once for all labels.

    ``status`` of an object ``task`` is named by "Status" and by "Task status".
    """
    found: dict[str, list[_Member]] = {}
    for level in record.record.levels:
        parent = (split(level.pointer) or [""])[-1]
        for key, value in level.members.items():
            for label in dict.fromkeys((normalise_words(key), normalise_words(f"{parent} {key}"))):
                found.setdefault(label, []).append((child(level.pointer, key), key, value))
    return found


def _fields(record: ReceiptRecord, members: Sequence[_Member]) -> Iterator[_Labelled]:
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
    numbers = [_number_of(one.value) for one in fields if not isinstance(one.value, str | bool)]
    if len(numbers) > 1:
        yield _Labelled(fields[0].pointer, sum(numbers), (), is_input=False)


def _counts_inside(items: Sequence[JsonValue]) -> Iterator[int]:
    members = [(key, member) for item in items for key, member in as_object(item).items()]
    lists = [(key, len(member)) for key, member in members if isinstance(member, list | tuple)]
    yield from (sum(length for name, length in lists if name == key) for key in {key for key, _ in lists})
    texts = {item for item in items if isinstance(item, str)}
    yield from (len(texts),) if texts else ()


def _is_of_other_member(shown: str, fields: Sequence[_Labelled], record: ReceiptRecord) -> bool:
    """Say whether a state is that of another member: ``conclusion`` of a run with the ``status`` completed.

    What was or will be is not such a member.
    """
    if not any(isinstance(one.value, str) for one in fields):
        return False
    own = {one.pointer for one in fields}
    return any(
        isinstance(value, str) and child(level.pointer, key) not in own and means_the_same(value, shown)
        for level in record.record.levels[:_MOST_LEVELS]
        for key, value in level.members.items()
        if not _OTHER_TIME.search(key)
    )


def _closed_set(subschemas: Subschemas, location: str) -> Sequence[JsonValue]:
    found = (subschemas.values_of(one) for one in subschemas.pointers_at(location))
    return next((values for values in found if values), ())


def _text_of(value: JsonValue) -> str:
    """Return a value as receipts state it; a list by its length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(len(value)) if isinstance(value, list | tuple) else str(value)


def _number_of(value: JsonValue) -> int | float:
    """Return the number that a receipt states of a value that is not a word: of a list its length."""
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if found is not None:
        digits = found["number"].replace(",", "")
        return float(digits) if found["decimals"] else int(digits)
    return value if isinstance(value, int | float) else int(_text_of(value))


def agrees_as_number(shown: str, value: int | float) -> bool:
    """Say whether a text states a number, as far as its digits go; any other text states none."""
    found = _NUMBER.fullmatch(shown)
    if found is None:
        return True
    number, decimals = float(found["number"].replace(",", "")), len(found["decimals"] or "")
    if isinstance(value, int) and not decimals and shown == found["number"]:
        return number == value
    # Rounded or cut off, so less than one unit of the last digit away.
    unit = 10.0**-decimals * (1 + 1e-9)
    scaled = (scaled for scale in _SCALES for scaled in (value * scale, value / scale))
    return any(abs(number - one) < unit for one in scaled)


def agrees_in_json(shown: float, pointer: str, value: float) -> bool:
    """Say whether a number of JSON states that of a member, as a label would."""
    if max(abs(shown), abs(value)) > _MOST_EXACT:
        is_float = not (isinstance(shown, int) and isinstance(value, int))
        return is_float or abs(shown - value) * _MOST_EXACT <= 2 * abs(value)
    text = f"{shown:,}"
    field = _Labelled(pointer, value, (), is_input=False)
    return agrees_as_number(text, value) or _is_number_in_other_terms(text, value, field)


def _is_number_in_other_terms(shown: str, value: int | float, field: _Labelled) -> bool:
    """Say whether a whole number is a position counted from 1, an amount in a larger unit, or rounded to hundreds."""
    found = _NUMBER.fullmatch(shown)
    if not isinstance(field.value, int) or not isinstance(value, int) or found is None or found["decimals"]:
        return False
    number, name = int(found["number"].replace(",", "")), (split(field.pointer) or [""])[-1].lower()
    zeros = len(str(number)) - len(str(number).rstrip("0"))
    is_position = number == value + 1 and name in _POSITIONS
    is_rounded = zeros > 1 and "," in found["number"] and round(value, -zeros) == number
    is_amount = _AMOUNT.search(name) is not None and value in (number * 100, number * 1000)
    is_time = _TIME.search(name) is not None and value == number * 1000
    digits = found["number"]
    is_octal = _RIGHTS.search(name) is not None and re.fullmatch("[0-7]{3,7}", digits) is not None
    is_rights = is_octal and int(digits, 8) in (value, value & 0o7777)
    return is_position or is_rounded or is_amount or is_time or is_rights


def _agrees(shown: str, field: _Labelled, profile: Profile) -> bool:
    value, words = _text_of(field.value), normalise_words(shown)
    if isinstance(field.value, bool):
        # "Disabled: disabled" and "Network down: off" state what is so, and not whether the name is true.
        is_thing = _OFF.search(field.pointer) is not None and words in ("on", "off", "enabled", "disabled")
        return is_thing or _BOOLEANS.get(words, field.value) == field.value
    if not isinstance(field.value, str) or _NUMBER.fullmatch(value):
        number = _number_of(field.value)
        return agrees_as_number(shown, number) or _is_number_in_other_terms(shown, number, field)
    own, known = normalise_words(value), {normalise_words(str(word)) for word in field.allowed}
    if field.is_input and _WORDS.fullmatch(shown) and words not in known:
        # What the model reads is what it sends next time; a longer or shorter form of the word is still the word.
        return words[:2] == own[:2] or not set(words.split()).isdisjoint(own.split())
    if words in _SCALE and own in _SCALE:
        return _SCALE[words] == _SCALE[own]
    known |= {normalise_words(word) for word in profile.results.state_words}
    return words not in known or words == own
