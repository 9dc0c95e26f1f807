"""Choices between fields that only a text or their names state, with an input that the schema accepts."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from conformance.display import code_text, excerpt, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field
from conformance.inventory.prose.alternatives import alternatives, needs_any
from conformance.inventory.prose.clauses import is_history
from conformance.inventory.prose.field_relations import Selector, mentions_several, written_names
from conformance.inventory.prose.method_inputs import selects_method
from conformance.inventory.prose.passages import entries_of
from conformance.inventory.prose.reading import examined_part, once_per_text, sentences_of, sentences_of_tool
from conformance.inventory.prose.replacements import replacements
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.inventory.prose.selectors import listed_choices, selectors
from conformance.inventory.prose.worded_choices import none_is_needed, worded_choices
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import COMPOSITION, INPUT, UPDATING, InputLevel, sample_of

# A quote of a sentence that speaks the names of fields.
_LONGEST_QUOTE = 200
# Matches "is ignored when", "takes precedence", "overrides it"; not "cannot be used".
_IGNORED = LazyPattern(r"\b(?:ignored?|ignores|no effect|(?:takes? )?precedence|overrid\w+|wins?)\b", re.IGNORECASE)
# Final words of names that identify a thing.
_IDENTIFIERS = frozenset(("id", "ids", "uid", "uuid", "slug", "key"))
# Words for all that a tool is given.
_WRAPPERS = frozenset(
    ("input", "inputs", "params", "parameters", "args", "arguments", "request", "payload", "body", "data")
)
# What may be given in full, or by where it is.
_CONTENTS = frozenset(
    (
        *("image", "video", "audio", "file", "document", "doc", "schema", "spec", "template", "config", "content"),
        *("text", "html", "pdf", "script", "code", "prompt", "body", "photo", "picture", "media", "cert", "key"),
        *("payload", "json", "csv", "yaml", "xml", "avatar", "logo", "icon", "attachment", "mask", "baseline", "pem"),
        *("screenshot", "workflow", "definition", "openapi", "manifest", "diagram", "thumbnail", "dataset", "contract"),
        *("certificate", "policy", "data", "query", "input", "spreadsheet", "markdown", "contents"),
    )
)
# How names end that say where something is, or that it is written as text.
_PLACES = frozenset(("path", "file", "filepath", "url", "uri", "link", "base64", "b64"))
# What says in a text which of two fields counts. Matches "or its path", "instead", "if not provided", "overrides".
_TELLS = LazyPattern(
    r"\b(?:or|either|instead|alternativ\w*|if|when|unless|both|overrid\w*|precedence|priority|exclusive\w*)\b",
    re.IGNORECASE,
)
# Matches "synonym for end", "An alias of `label`", "alias for --label"; not "alias of the host", "alias for a: true".
_ALIAS = LazyPattern(
    r"\b(?:synonym|alias|another name|alternative name) (?:for|of) [`'\"]?(?:--)?(?P<name>[A-Za-z_]\w*)[`'\"]?"
    r"(?!: ?(?:true|false|null|[\d`'\"]))(?=\s*(?:[.;,:()]|\Z|\u2014|- ))",
    re.IGNORECASE,
)
# What says which of two names counts, or that one is for old calls. Matches "wins", "legacy"; not "either works".
_COUNTS = LazyPattern(
    r"\b(?:precedence|priority|wins?|overrid\w+|ignored|prefer\w*|instead|legacy|deprecated|backwards?|compat\w*|old\w*"
    r"|not both|cannot)\b",
    re.IGNORECASE,
)
# What nobody has to give. Matches "you do NOT need to set `a` or `b`"; not "`a` does not need `b`".
_NEEDLESS = LazyPattern(
    r"\b(?:do not|don't|need not|no) (?:need|have) to (?:set|pass|provide|specify|give|supply)\b", re.IGNORECASE
)
# What the field itself needs. Begins "Requires `a` or `b`."; not "It requires", "Requires one of".
_REQUIRES = LazyPattern(r"\W{0,3}requires (?:the |an? )?[`'\"]?\w+[`'\"]? or\b", re.IGNORECASE)
# Matches "one filter", "search criteria"; not "one field".
_FILTERS = LazyPattern(r"\b(?:filters?|criteria|criterion)\b", re.IGNORECASE)
# Matches "at least one field to change"; not "one field".
_TO_CHANGE = LazyPattern(r" to (?:update|change|modify|edit|set)\b")
# Names of what is shown of the results, and how many of them, which filters none.
_OF_OUTPUT = frozenset(
    (
        *("fields", "limit", "max results", "offset", "page", "page size", "per page", "cursor", "sort", "sort by"),
        *("sort order", "order by", "format", "output format", "response format", "verbose", "start at", "start index"),
        "skip",
    )
)


def choice_problems(level: InputLevel, tool: Tool) -> Iterator[Problem]:
    """Yield a problem for each choice or dependency between fields that the texts state and the schema does not."""
    names = frozenset(level.fields)
    texts: list[tuple[str, str | None]] = [
        (text, name)
        for name, field in level.fields.items()
        for text in (*sentences_of(field.description), *entries_of(field))
    ]
    wholes = (tool.description or "", level.description)
    texts += [(text, None) for whole in wholes for text in sentences_of_tool(whole)]
    seen: set[tuple[frozenset[str], bool]] = set()
    found: list[tuple[Selector, JsonObject]] = []
    stated = [choice for text, field in texts for choice in choices_in(text, names, field)]
    stated += [choice for whole in wholes for choice in listed_choices(examined_part(whole), names)]
    if any(map(none_is_needed, wholes)):
        stated = [replace(one, needs_one=False) for one in stated if one.refuses_two or not one.needs_one]
    # What a text only suggests may be stated by another one.
    for choice in sorted(stated, key=lambda one: one.is_likely):
        key = (frozenset(choice.names), choice.kind in ("needed", "only"))
        witness = None if key in seen else _witness_of_choice(choice, level)
        if witness is not None:
            seen.add(key)
            found.append((choice, witness))
    found = [(choice, witness) for choice, witness in found if not _has_half(choice, level)]
    whole = [frozenset(choice.names) for choice, _ in found if choice.needs_one and choice.refuses_two]
    # What a text says of two of three of which it needs exactly one elsewhere is a part of that.
    found = [
        (choice, witness)
        for choice, witness in found
        if choice.kind != "choice" or not any(frozenset(choice.names) < names for names in whole)
    ]
    for choice, witness in _merged_pairs(found):
        yield _choice_problem(level, choice, witness)
    yield from _twins(level, tool.description or "")
    yield from _aliases(level)


def _merged_pairs(found: Sequence[tuple[Selector, JsonObject]]) -> Iterator[tuple[Selector, JsonObject]]:
    """Yield the choices; pairs of one field and others in one sentence are one: "Not with `b` or `c`"."""
    pairs: dict[str, list[Selector]] = {}
    for choice, _ in found:
        if choice.kind == "choice" and len(choice.names) == 2 and choice.refuses_two and not choice.needs_one:
            pairs.setdefault(choice.quote, []).append(choice)
    for choice, witness in found:
        alike = pairs.get(choice.quote, [])
        shared = frozenset[str](choice.names).intersection(*(one.names for one in alike))
        if len(alike) < 2 or len(shared) != 1 or choice not in alike:
            yield choice, witness
        elif choice is alike[0]:
            others = [name for one in alike for name in one.names if name not in shared]
            yield replace(choice, names=(*shared, *others), kind="excludes"), witness


@once_per_text
def choices_in(text: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield what one sentence states of several of the named fields, perhaps in the description of one, ``field``."""
    if is_history(text) or _NEEDLESS.search(text):
        return
    if not text.isascii():
        from conformance.inventory.prose.notations import choices_elsewhere  # most texts are in English

        yield from choices_elsewhere(text, names, field)
    yield from worded_choices(text, names, of_tool=field is None)
    yield from _choices_of_names(text, names, field)
    written = written_names(text, names)
    for choice in _choices_of_names(written, names, field) if written != text else ():
        yield replace(choice, quote=excerpt(text, 0, min(len(text), _LONGEST_QUOTE), 0))


def _choices_of_names(text: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield the choices of a sentence that mentions several fields, as each of them does."""
    # in the description of a field it is the field that "Requires `a` or `b`."
    if not mentions_several(text, names, field) or (field is not None and _REQUIRES.match(text)):
        return
    yield from selectors(text, names, field)
    yield from alternatives(text, names, field)
    yield from replacements(text, names, field)


def unnamed_choice(level: InputLevel, tool: Tool) -> Iterator[Problem]:
    """Yield a problem for an object without any field where its text needs one, whichever it is."""
    free = [name for name, field in level.fields.items() if not _has_default(field)]
    text = tool.description or "" if level.pointer == INPUT else level.description
    quote, spared = next(filter(None, map(needs_any, sentences_of(text))), ("", "")) if len(free) > 1 else ("", "")
    free = [name for name in free if name not in words_of(spared)]
    if _FILTERS.search(quote):
        free = [name for name in free if " ".join(words_of(name)) not in _OF_OUTPUT]
    is_update = _TO_CHANGE.search(quote) is not None or not UPDATING.isdisjoint(words_of(tool.name)[:2])
    if is_update:  # what says which thing is meant changes nothing of it
        required = texts_in(as_object(level.schema).get("required"))
        free = [name for name in free if name not in required]
    witness = accepted_instance(level.schema, {}, frozenset(free)) if quote and free else None
    if witness is not None:
        from conformance.rules.catalogue.descriptions._remedies import remedy_of_need  # most tools have no such problem

        yield Problem(
            f"one of {list_codes(free, most=4)} is needed, but only the description says so",
            remedy_of_need(level, free),
            level.pointer,
            {"quote": quote, "witness": witness},
            max_level=Level.INFO if is_update else Level.WARNING,
        )


def _witness_of_choice(choice: Selector, level: InputLevel) -> JsonObject | None:
    if choice.kind == "needed" and _is_half(choice, level):
        return None  # half a position is reported whether a text says so or not
    if choice.kind in ("needed", "only"):
        # Of the two, the first is needed with the second, or has no effect without it.
        missing, given = choice.names if choice.kind == "needed" else choice.names[::-1]
        # The text of a field with several values may mean one of them: "a: by day. b: by week. Requires c."
        if choice.kind == "needed" and level.fields[given].text_values and _has_default(level.fields[given]):
            return None
        return accepted_instance(level.schema, {given: sample_of(level.fields[given])}, frozenset({missing}))
    found = None
    # One method of several may need a choice that the others do not.
    if choice.needs_one and not choice.refuses_two and any(map(selects_method, level.fields.values())):
        return None
    # A default is the choice for whoever makes none.
    if choice.needs_one and not any(_has_default(level.fields[name]) for name in choice.names):
        found = accepted_instance(level.schema, {}, frozenset(choice.names))
    if found is None and choice.refuses_two:
        together = choice.names[:2] if choice.kind == "excludes" else choice.names
        both = {name: sample_of(level.fields[name]) for name in together}
        found = accepted_instance(level.schema, both, frozenset())
    return found


def _is_half(choice: Selector, level: InputLevel) -> bool:
    """Say whether two fields are one value, such as a position."""
    from conformance.rules.catalogue.descriptions._coordinates import pairs_of  # few texts state that one needs another

    return any({*choice.names} == {*pair} for pair in pairs_of(level))


def _has_half(choice: Selector, level: InputLevel) -> bool:
    """Say whether a choice is between half of a position and a name: that the halves belong together is reported."""
    from conformance.rules.catalogue.descriptions._coordinates import pairs_of  # as above

    names = {*choice.names} if choice.kind == "choice" and len(choice.names) == 2 else set[str]()
    return any(len(names.intersection(pair)) == 1 for pair in (pairs_of(level) if names else ()))


def _choice_problem(level: InputLevel, choice: Selector, witness: JsonObject) -> Problem:
    from conformance.rules.catalogue.descriptions._remedies import remedy_of_choice, remedy_of_dependency  # as above

    place = child(level.pointer, "properties", choice.names[0])
    evidence: JsonObject = {"quote": choice.quote, "witness": witness}
    # Where one is only ignored beside the other, no call goes wrong.
    most = Level.INFO if choice.is_likely or _IGNORED.search(choice.quote) else Level.WARNING
    if choice.kind == "choice":
        return Problem(
            f"choice between {list_codes(choice.names)} is stated only in the description",
            remedy_of_choice(level, choice),
            place,
            evidence,
            max_level=most,
        )
    if choice.kind == "excludes":
        first, others = code_text(choice.names[0]), list_codes(choice.names[1:])
        return Problem(
            f"{first} excludes {others}, but only the description says so",
            remedy_of_choice(level, choice),
            place,
            evidence,
            max_level=most,
        )
    first, second = map(code_text, choice.names)
    how = f"is required with {second}" if choice.kind == "needed" else f"has an effect only with {second}"
    missing, given = choice.names if choice.kind == "needed" else choice.names[::-1]
    # A flag that is given may still be off, and another value may need nothing.
    is_of_value = level.fields[given].types == ["boolean"] or bool(level.fields[given].text_values)
    is_unsure = level.fields[missing].types == ["boolean"] or (choice.kind == "needed" and is_of_value)
    return Problem(
        f"{first} {how}, but only the description says so",
        remedy_of_dependency(level, missing, given),
        place,
        evidence,
        max_level=Level.INFO if is_unsure else most,
    )


def optional_wrapper(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for an optional object that holds all fields of an input, some of which it requires."""
    if level.pointer != INPUT or len(level.fields) != 1:
        return
    (field,) = level.fields.values()
    # What is not what the tool works on may be left out: the `viewport` of `new_session`.
    is_input = not _WRAPPERS.isdisjoint(words_of(field.name)) or not _nouns(field.tool.name).isdisjoint(
        _nouns(field.name)
    )
    required = [name for part in field.parts for name in texts_in(part.get("required"))]
    if (
        required
        and is_input
        and all(COMPOSITION.isdisjoint(part) for part in field.parts)
        and field.types == ["object"]
        and not _is_reference(field)
        and not any(part.get("default") for part in field.parts)
    ):
        witness = accepted_instance(level.schema, {}, frozenset({field.name}))
        if witness is not None:
            yield Problem(
                f"{field.label} holds all fields of the input and requires some of them, but is itself optional",
                f"add {code_text(field.name)} to `required`, or move its fields out of it",
                field.pointer,
                {"witness": witness},
            )


def _nouns(name: str) -> set[str]:
    return {singularize(word) for word in words_of(name)}


def _is_reference(field: Field) -> bool:
    """Say whether an object only identifies a thing: without it, whatever is current may be meant."""
    inner = [name for part in field.parts for name in as_object(part.get("properties"))]
    return all(words_of(name)[-1:] and words_of(name)[-1] in _IDENTIFIERS for name in inner)


def _twins(level: InputLevel, text: str) -> Iterator[Problem]:
    """Yield a problem for one thing that two fields may give, with no text that says which of them counts.

    It may be given once or as a list, in full or by its path, as an object or by its id.
    """
    for name, other in _pairs(level):
        one, twin = level.fields[name], level.fields[other]
        is_list = "array" in twin.types
        is_stated = other in f"{one.description} {text}" or (is_list and name in words_of(twin.description))
        if is_stated or any(map(_has_default, (one, twin))):
            continue
        pair: tuple[str, str] = (name, other)
        witness = accepted_instance(level.schema, {each: sample_of(level.fields[each]) for each in pair}, frozenset())
        if witness is not None and accepted_instance(level.schema, {}, frozenset(pair)) is not None:
            yield Problem(
                f"{code_text(name)} and {code_text(other)} may both be given or left out, but no text says what counts",
                f"keep {code_text(other)} alone, or say which one counts where both are given"
                if is_list
                else "keep one of them, or say which one counts where both are given",
                child(level.pointer, "properties", name),
                {"witness": witness, "fields": [*pair]},
                max_level=Level.INFO,
            )


def _aliases(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for two names of one value that a call may give both; one kept for old calls is left alone."""
    for name, field in level.fields.items():
        found = _ALIAS.search(field.description)
        other = found["name"] if found is not None else name
        if other == name or other not in level.fields:
            continue
        # what is ignored in another sentence is something else
        of_both = (text for text in sentences_of(level.fields[other].description) if name in text or "both" in text)
        if any(map(_COUNTS.search, (field.description, *of_both))):
            continue
        both: JsonObject = {each: sample_of(level.fields[each]) for each in (name, other)}
        witness = accepted_instance(level.schema, both, frozenset())
        if witness is not None:
            yield Problem(
                f"{code_text(name)} is another name for {code_text(other)}, but no text says which one counts",
                f"remove {code_text(name)}, or say which one counts where both are given",
                child(level.pointer, "properties", name),
                {"witness": witness, "fields": [name, other]},
                max_level=Level.INFO,
            )


def _pairs(level: InputLevel) -> Iterator[tuple[str, str]]:
    """Yield two fields of one thing: ``label`` and ``labels``, ``schema`` and ``schema_path``."""
    lists: dict[tuple[str, ...], str] = {}
    for name in filter(words_of, level.fields):
        lists[(*words_of(name)[:-1], singularize(words_of(name)[-1]))] = name
    for name, field in level.fields.items():
        other = lists.get(tuple(words_of(name)), name)
        if other != name and "array" in level.fields[other].types and field.types[:1] in (["string"], ["integer"]):
            yield name, other
    required = texts_in(as_object(level.schema).get("required"))
    if any(name in level.values for name in required):
        return  # one of them may be for one value, and the other for another
    by_words = {tuple(words_of(name)): name for name in filter(words_of, level.fields)}
    for words, other in by_words.items():
        name = by_words.get(words[:-1], "")
        if name and name not in level.values and _gives_other_way(level.fields[name], words[-1], level.fields[other]):
            yield name, other
        # `image_url` gives the same thing as the `image_path` before it; where nothing is required, it is not named
        if required and words[-1] in _PLACES and not _CONTENTS.isdisjoint(words[-2:-1]):
            before = [one for one in by_words if one[:-1] == words[:-1] and one[-1] in _PLACES]
            first = by_words[before[0]]
            if first != other and _are_texts(level, first, other):
                yield first, other


def _are_texts(level: InputLevel, name: str, other: str) -> bool:
    """Say whether two fields are texts, and nothing says which of them counts."""
    pair = (level.fields[name], level.fields[other])
    return all(one.types == ["string"] and not _TELLS.search(one.description) for one in pair)


def _gives_other_way(field: Field, how: str, other: Field) -> bool:
    """Say whether a field with one more word gives the same: ``schema_path``, or the ``owner_id`` of an object."""
    if other.types != ["string"] or _TELLS.search(f"{field.description} {other.description}"):
        return False
    is_content = how in _PLACES and not _CONTENTS.isdisjoint(words_of(field.name)[-1:])
    return (is_content and field.types[:1] in (["string"], ["object"])) or (how == "id" and field.types == ["object"])


def _has_default(field: Field) -> bool:
    """Say whether a field has a value for whoever gives none; an empty text or list, and false, choose nothing."""
    return any(part.get("default") not in (None, False, "", []) for part in field.parts)
