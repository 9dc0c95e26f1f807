"""What a receipt says of how a thing is, where a flag or a state of the result says the contrary.

"#77 was closed" beside ``closed: false``, "u_8 is unverified" beside ``verified: true``, "(the index is up to date)"
beside ``index_status: stale``. Only a sentence about nothing but the thing counts, and only where no other words of the
receipt agree with the result, and nothing else in the result has the word.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import parent, split
from conformance.documents.values import as_object, as_text, is_number
from conformance.findings import Problem
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.rules.catalogue.receipts._undone_acts import is_rehearsed
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.predicates import Predicate, predicates_in
from conformance.systems.surface.states.qualities import Quality, qualities_of, texts_beside
from conformance.systems.surface.states.words import meaning_of, words_for

# Words of a subject that name no other thing: "It is now", "You have a", "User u_8 created: ".
_FILLERS = frozenset(
    """the a an it its this that your you we have has had is was are were be been being now already still just
    and also too so as successfully stays stay remains remain here there ok done created added updated saved
    sent stored finished changed set id number exists exist up at in on of to for that which who""".split()  # noqa: SIM905
)
_UNITS = frozenset(
    ("b", "kb", "mb", "gb", "kib", "mib", "gib", "ms", "s", "sec", "min", "h", "d", "day", "days", "bytes")
)
# Values that a list has in one member exclude each other, but for these, which may be true of a thing beside others.
_LOOSE = frozenset(("over", "closed", "open", "going", "waiting", "good"))
# What may be true of a thing that is gone in any of these ways.
_REMOVALS = frozenset(("deleted", "removed", "trashed", "archived", "closed", "disabled", "cancelled", "revoked"))
_MOST_LINES, _MOST_CHARS = 500, 80
# How the members are called that name an item of a list.
_NAMES = frozenset(
    (
        "id",
        "key",
        "name",
        "title",
        "label",
        "subject",
        "slug",
        "number",
        "path",
        "file",
        "code",
        "ref",
        "text",
        "summary",
    )
)


class _Thing(Struct, frozen=True):
    """The words for a thing: those of its values, and the others that a sentence on it may have."""

    values: frozenset[str]
    others: frozenset[str]
    verbs: Sequence[str]


def quality_problems(
    record: ReceiptRecord, statements: Statements, profile: Profile, reported: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield a problem for each flag and state that the receipt contradicts, but those that are ``reported`` already."""
    qualities = [one for one in qualities_of(record.record) if one.pointer not in reported]
    if not qualities or record.json_value is not None:
        return
    qualities = list(_widen_by_siblings(qualities))
    words = frozenset(word for one in qualities for word in (*one.true, *one.false))
    stated: dict[str, list[Predicate]] = {}
    for one in predicates_in(statements.stated_lines[:_MOST_LINES], words):
        stated.setdefault(one.word, []).append(one)
    if not any(one.is_plain for found in stated.values() for one in found):
        return
    if is_rehearsed(record, statements):
        return
    items = _items_by_name(qualities)
    by_item = _item_predicates(stated, items)
    for quality in qualities:
        known = by_item.get(quality.level.pointer, {}) if quality.is_of_item else stated
        wrong = _contradiction(quality, known, record, profile)
        if wrong is not None:
            truth = str(quality.value).lower() if quality.is_flag else code_text(str(quality.value))
            message = f"receipt states {code_text(wrong.line.strip(), 80)}, but {code_text(quality.key)} is {truth}"
            hint = f"derive the line from the {'flag' if quality.is_flag else 'state'} of the result that is rendered"
            yield Problem(message, hint, quality.pointer, {"text": quotation(wrong.line)}, kind="field")


def _contradiction(
    quality: Quality, stated: Mapping[str, Sequence[Predicate]], record: ReceiptRecord, profile: Profile
) -> Predicate | None:
    """Return the first place that contradicts a quality, if there is one and none agrees with it."""
    true = [one for word in quality.true for one in stated.get(word, ())]
    false = [one for word in quality.false for one in stated.get(word, ())]
    agreeing = [*(one for one in true if not one.is_denied), *(one for one in false if one.is_denied)]
    candidates = [one for one in (*true, *false) if one.is_plain and one not in agreeing]
    if not candidates or _is_done_otherwise(quality) or any(one.word not in quality.others for one in agreeing):
        return None
    thing = _thing_of(quality, record)
    if any(_is_about(one, quality, thing) for one in agreeing):
        return None
    verb = next(iter(words_of(as_text(record.envelope.get("tool_name")) or "")), "")
    beside = texts_beside(record.record, quality)
    for one in candidates:
        # The bracket behind an item of a list is judged with the items (`receipt_changes_true`).
        if quality.is_of_item and one.is_in_brackets and one.word in profile.results.state_words:
            continue
        # What the call did may not have come to its end (`state_contradictions`).
        is_act = not quality.is_flag and are_forms_of_one_verb(verb, one.word)
        if not is_act and _is_about(one, quality, thing) and not _is_explained(one, beside):
            return one
    return None


def _is_done_otherwise(quality: Quality) -> bool:
    """Say whether another flag says that a thing is gone in another way: ``trashed`` beside ``deleted: false``."""
    others = {words_of(key)[-1:][0] for key, value in quality.level.members.items() if value is True and words_of(key)}
    return not _REMOVALS.isdisjoint(quality.false) and not _REMOVALS.isdisjoint(others)


def _is_explained(one: Predicate, beside: frozenset[str]) -> bool:
    """Say whether anything else in the result has the word, or one for the same state."""
    alike = [one.word.removeprefix("can be "), *words_for(meaning_of(one.word))]
    is_planned = any(are_forms_of_one_verb(one.word, word) for word in beside)
    return is_planned or any(beside.issuperset(word.split()) for word in alike)


def _is_about(one: Predicate, quality: Quality, thing: _Thing) -> bool:
    """Say whether a sentence is about the thing of a quality, and about nothing else."""
    words = one.subject.split()
    others = [word for at, word in enumerate(words) if word not in thing.values and not _is_filler(words, at, thing)]
    if others or not all(noun in map(singularize, words) for noun in quality.nouns):
        return False
    if one.noun and quality.is_flag and not any(one.noun.startswith(word[:4]) for word in thing.others if word):
        return False
    # A number alone may say how many.
    is_named = any(word in thing.values and (one.has_verb or not word.isdecimal()) for word in words)
    if quality.is_of_item or is_named:
        return is_named
    if words:
        # "It is closed", "branch: deleted", "Server started on port 80"; not the words of a heading.
        return one.has_verb or bool(one.noun) or one.is_sentence or (one.is_value and bool(quality.nouns))
    return quality.is_flag and quality.level.pointer == "/result"


def _is_filler(words: Sequence[str], at: int, thing: _Thing) -> bool:
    word = words[at]
    if word in _FILLERS or singularize(word) in thing.others or word in thing.others:
        return True
    if word[0].isdigit():
        return word.lstrip("0123456789") in _UNITS or (at + 1 < len(words) and words[at + 1] in _UNITS)
    return word in _UNITS or any(are_forms_of_one_verb(word, verb) for verb in thing.verbs)


def _thing_of(quality: Quality, record: ReceiptRecord) -> _Thing:
    level = quality.level
    tool = words_of(as_text(record.envelope.get("tool_name")) or "")
    own = singularize(next((part for part in reversed(split(level.pointer)) if not part.isdecimal()), ""))
    is_root = level.pointer == "/result" or own in tool
    values = {word for value in level.members.values() for word in _words_of(value)}
    if not quality.is_of_item:
        values |= {word for value in as_object(record.input).values() for word in _words_of(value)}
    keys = {word for key in level.members for word in words_of(key)}
    others = {own, *keys, *(tool if is_root else ())}
    return _Thing(frozenset(values), frozenset(others), tool[:1] if is_root else ())


def _words_of(value: object) -> Sequence[str]:
    is_text = isinstance(value, str) and len(value) <= _MOST_CHARS
    return normalise_words(str(value)).split() if is_text or is_number(value) else ()  # type: ignore[arg-type]


def _widen_by_siblings(qualities: Sequence[Quality]) -> Iterator[Quality]:
    """Yield qualities, those of items with the words for the states that other items of the list have."""
    meanings: dict[tuple[str, str], set[str]] = {}
    for one in qualities:
        if one.is_of_item and not one.is_flag and (meaning := meaning_of(str(one.value))):
            meanings.setdefault((parent(one.level.pointer), one.key), set()).add(meaning)
    for one in qualities:
        others = meanings.get((parent(one.level.pointer), one.key), set()) if one.is_of_item else set[str]()
        own = meaning_of(str(one.value))
        words = (word for meaning in others - {own} - _LOOSE for word in words_for(meaning))
        yield Quality(one.level, one.key, one.value, one.nouns, one.true, one.false.union(words), one.others)


def _items_by_name(qualities: Sequence[Quality]) -> Mapping[str, str]:
    """Return the pointers of the items of lists by what each of them alone is called."""
    levels: dict[str, ResultLevel] = {one.level.pointer: one.level for one in qualities if one.is_of_item}
    found: dict[str, str] = {}
    for pointer, level in levels.items():
        named = ((key, value) for key, value in level.members.items() if not _NAMES.isdisjoint(words_of(key)[-1:]))
        names = {" ".join(_words_of(value)) for _, value in named} - {""}
        for name in names:
            found[name] = "" if name in found else pointer
    return {name: pointer for name, pointer in found.items() if pointer}


def _item_predicates(
    stated: Mapping[str, Sequence[Predicate]], items: Mapping[str, str]
) -> Mapping[str, Mapping[str, Sequence[Predicate]]]:
    """Return what is stated in sentences that begin with the name of an item, by the pointers of the items."""
    found: dict[str, dict[str, list[Predicate]]] = {}
    for word, predicates in stated.items() if items else ():
        for one in predicates:
            pointer = _item_of(one.opening, items)
            if pointer is not None:
                found.setdefault(pointer, {}).setdefault(word, []).append(one)
    return found


def _item_of(opening: str, items: Mapping[str, str]) -> str | None:
    """Return the pointer of the item whose name a sentence begins with, also behind a number."""
    words = list(islice(opening.split(), 20))
    starts = (words, words[1:]) if words[:1] and words[0].isdecimal() else (words,)
    names = (" ".join(some[:end]) for some in starts for end in range(len(some), 0, -1))
    return next((items[name] for name in names if name in items), None)
