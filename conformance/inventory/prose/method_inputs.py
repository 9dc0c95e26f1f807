"""Which inputs belong to which value of a field that says what is done, where a text only suggests it.

"Destination path for move operation", "new estimate when adjust is 'new'", and lists of what each value takes:
"create: requires title, body", "- delete (id)".
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.display import excerpt
from conformance.inventory.fields import Field
from conformance.inventory.prose.cases import NOUNS, Cases, Values, cases_in, value_text
from conformance.inventory.prose.conditions import Conditional
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# What a field is, and the case that it is for, as a whole description. Matches "Second date for diff.", "Key for
# hmac (e.g. 'a')"; not "Key. Only for hmac", "For hmac".
_FOR_CASE = LazyPattern(
    r"\A(?!(?:only|required|mandatory|needed|necessary|optional|used|ignored|whether|not|never|applies|valid)\b)"
    r"(?P<lead>(?:[\w'-]+ ){1,6})for (?P<clause>[\w, '\"`/-]{2,60}?)(?: \([^()\n]{1,80}\))?\.?\Z",
    re.IGNORECASE,
)
# The same before a word for such cases, so that no other meaning is left. Matches "Where to move it (a path) for the
# move operation.", "Rows in append mode"; not "Rows for append".
_IN_METHOD = LazyPattern(
    r"\A(?![-*\u2022] )(?P<lead>(?:[\w'\"`/(),.-]+ ){1,12})\(?(?:for|in|used by|during|with|when using|when) "
    rf"(?:the |an? )?(?P<clause>[\w '\"`,/-]{{2,60}}?) (?P<noun>{'|'.join(sorted(NOUNS))})(?: only)?\)?\.?\Z",
    re.IGNORECASE,
)
# The same with the name of the field. Matches "New estimate when adjust is \"new\"", "Folder if target = disk (e.g.
# 'a')"; not "when adjust is set".
_WHEN_PAIR = LazyPattern(
    r"\A(?![-*\u2022] )(?P<lead>(?:[\w'\"`/(),-]+ ){1,14})\(?(?:for|in|when|if|with|where) (?:the )?"
    r"(?P<clause>[`'\"]?[A-Za-z_]\w*[`'\"]?(?: ?(?:==?|:)| (?:is(?: set to)?|equals)\b) ?[^.;,()\n]{1,60})"
    r"\)?(?: \([^()\n]{1,80}\))?\.?\Z",
    re.IGNORECASE,
)
# What is done with a field, at the end of its description. Matches "Port to check or open", "Name when creating one",
# "Colour, used for adding it"; not "How to check", "when it is created".
_TO_DO = LazyPattern(
    r"\A(?!how\b)(?P<lead>(?:[\w'\"`/(),-]+ ){1,10}?)(?:to (?P<clause>[a-z]+(?:(?:, | or | and |, or |/)[a-z]+){0,4})"
    r"(?: (?:it|one|an? \w+|the \w+))?"
    r"|(?:when|while|for) (?P<doing>[a-z]{3,20}ing)(?: (?:it|one|an? \w+|the \w+|\w+s))?)\.?\Z",
    re.IGNORECASE,
)
# What says more of a field than what it is for. Matches "Required for x", "defaults to x when", "a (for x) or b",
# "Leave null for"; not "the new name".
_OTHER_CLAIM = LazyPattern(
    r"\((?:for|in|when) [^()]*\)"
    r"|\A\W{0,3}(?:leave|use|set|pass|give|provide|send|keep)\b|\b(?:omit\w*|skip\w*|avoid\w*|null|empty|unset)\b"
    r"|\b(?:required|mandatory|optional(?:ly)?|ignored|defaults?|must|may|can|cannot|only|not|never|unless|automatic\w*"
    r"|returns?|returned|whether|except|even|also|enabled?|either|if|needed)\b",
    re.IGNORECASE,
)
METHODS = frozenset(("action", "operation", "method", "command", "op"))
"""How fields are called whose values say, as verbs, what a call does."""
# Those and others by which a call selects what it does.
_SELECTORS = METHODS | {"mode", "type", "kind"}
# Words between the values of a clause, and around them.
_FILLERS = frozenset(("the", "is", "set", "to", "equals", "either", "or", "and", "field", "parameter", "a", *NOUNS))
# Verbs for all that is done with a thing.
_CHANGING = frozenset(("modify", "edit", "change", "update", "use"))
# Verbs whose last letter is doubled before an ending.
_DOUBLED = frozenset(
    ("set", "get", "put", "run", "stop", "drop", "cut", "swap", "map", "plan", "begin", "submit", "tag")
)
# The words of a list. Matches "move"; not "or".
_ITEMS = LazyPattern(r"\b(?!(?:or|and)\b)[a-z]+\b", re.IGNORECASE)
# Matches "dry-run", "kind"; not "=".
_WORD = LazyPattern(r"[\w-]+")
# What a value needs, before a list of names. Matches "requires a", "required params: a", "needs the b", "需要提供 a";
# not "required", "不需要 a".
_NEEDS = LazyPattern(
    r"(?<!not )\b(?:(?:also )?requires?|needs?|must (?:have|include|provide)|provide|specify"
    r"|required(?: (?:param(?:eter)?s?|fields?|arg(?:ument)?s?|inputs?))?(?=:))"
    r"(?: (?:param(?:eter)?s?|fields?|arg(?:ument)?s?|inputs?))?:? +(?:the |an? |both )?(?=[`'\"\w])"
    r"|(?<![不无])需要?(?:提供|传入?|指定)? ?(?=[`'\"A-Za-z])",
    re.IGNORECASE,
)
# What a value takes. Matches "with a", "params: a", "uses b"; not "without a".
_TAKES = LazyPattern(
    r"\b(?:with|uses?|takes?|accepts?|params?:?|parameters?:?|fields?:|args?:?|arguments?:?|inputs?:|using) +"
    r"(?:the |an? |both )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# What a remark says of the names in it. Is the begin of "(title required)", "(`a` and `b` are required)".
_REMARK = LazyPattern(r"\((?=[`'\"\w])")
# Next is " required)", " are mandatory,"; not " required if".
_ARE_NEEDED = LazyPattern(r" (?:(?:is|are) )?(?:required|mandatory)\s*[);,]", re.IGNORECASE)
# The end of what a value takes as a function does. Next is "): Creates", ") - creates"; not "), ".
_CALL_ENDS = LazyPattern(r"\)\s*(?:[:\u2013\u2014\n]|- |->|\Z)")
# Behind a name that may be left out. Next is "?", " (optional)"; not ", b".
_MAY_MISS = LazyPattern(r"[`'\"]?(?:\?|\s?[(\[]optional|\s?=)", re.IGNORECASE)
# Is all of ".", ") |"; not " too".
_ENDS = LazyPattern(r"[\s.;,)|]*")
# What is listed for a value ends with its line, and no real list is longer.
_LONGEST = 300


def selects_method(field: Field) -> bool:
    """Say whether a field says which of several things a tool does; a ``command`` of any text says only what to run."""
    is_called_so = field.name in METHODS or field.name == "mode"
    return is_called_so and bool(field.text_values or field.once(listed_values))


def suggested_cases(passage: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield what "second date for diff" suggests where `diff` is a value of one other field: it is for that case only.

    Each word of the case must be a value, since "for all users" is about users where `all` is one.
    """
    deciding = {name: known for name, known in values.items() if name != field}
    for pattern in (_FOR_CASE, _IN_METHOD):
        found = pattern.match(passage)
        if found is None or _OTHER_CLAIM.search(found["lead"]):
            continue
        for name, cases in _cases_of_list(found["clause"], deciding):
            # What a case is for is a word of a sentence: "detection for Chrome" is about browsers, whatever has that
            # value.
            last = words_of(name)[-1:]
            if _SELECTORS.intersection(last) or last == [found.groupdict().get("noun")]:
                yield Conditional("only", field, cases, excerpt(passage, *found.span("clause"), 40), is_likely=True)
                return
    yield from _case_of_pair(passage, field, deciding)
    yield from _case_of_verb(passage, field, deciding)


def _case_of_verb(passage: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield the cases of which a description says that something is done with the field: "Port to check or open".

    What is done "when opening a port" is the case ``open``.
    """
    found = _TO_DO.match(passage)
    if found is None or _OTHER_CLAIM.search(found["lead"]):
        return
    methods = [name for name in values if not METHODS.isdisjoint(words_of(name)[-1:])]
    # of several such fields, any may be the one that says so
    if len(methods) != 1:
        return
    verbs = {value.lower(): value for value in values[methods[0]] if isinstance(value, str)}
    doing = found["doing"]
    done = [verb for verb in verbs if _gerund(verb) == doing.lower()] if doing else _ITEMS.findall(found["clause"])
    is_known = verbs.keys() >= {verb.lower() for verb in done} and not _CHANGING.issuperset(done)
    if done and len(done) < len(verbs) and is_known:
        cases = tuple({methods[0]: verbs[verb.lower()]} for verb in done)
        yield Conditional("only", field, cases, excerpt(passage, 0, len(passage), 0), is_likely=True)


def _gerund(verb: str) -> str:
    """Return the form of a verb in "-ing": "creating", "setting", "opening"."""
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1:]}ing" if verb in _DOUBLED else f"{verb}ing"


def _case_of_pair(passage: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield the case that a description ends with, if it gives another field a value: "note when kind is a"."""
    found = _WHEN_PAIR.match(passage)
    cases = cases_in(found["clause"], values) if found is not None else ()
    is_case = found is not None and cases and not _OTHER_CLAIM.search(found["lead"])
    if found is not None and is_case and _is_whole(found["clause"], cases):
        yield Conditional("only", field, cases, excerpt(passage, *found.span("clause"), 40), is_likely=True)


def _cases_of_list(clause: str, values: Values) -> Iterator[tuple[str, Cases]]:
    """Yield each field of which a clause lists some of the values, and nothing else."""
    listed = list_at(clause, 0, quoted=False)
    if listed is None or listed.end != len(clause):
        return
    for name, known in values.items():
        chosen = {text.lower(): text for text in known if isinstance(text, str)}
        if all(item.lower() in chosen for item in listed.items) and len(listed.items) < len(known):
            yield name, tuple({name: chosen[item.lower()]} for item in listed.items)


def _is_whole(clause: str, cases: Cases) -> bool:
    """Say whether a clause holds nothing but its cases: "adjust is new and nobody works on it" holds more."""
    known = {word for case in cases for name, value in case.items() for word in (name, value_text(value))}
    return {word.lower() for word in _WORD.findall(clause)} <= {word.lower() for word in known} | _FILLERS


def inputs_of_values(text: str, values: Values, names: frozenset[str]) -> Iterator[Conditional]:
    """Yield the fields that a text lists for single values of a field: those that it requires, and those it takes."""
    for name, known in values.items():
        labels = tuple(value for value in known if isinstance(value, str) and value)
        taken: dict[str, dict[str, str]] = {}
        segments = list(_segments(text, labels)) if len(labels) > 1 else []
        for value, segment in segments:
            for other, is_needed in _listed_fields(segment, names - {name}):
                quote = excerpt(f"{value}: {' '.join(segment.split())}", 0, 80)
                if is_needed:
                    yield Conditional("required", other, ({name: value},), quote)
                else:
                    taken.setdefault(other, {})[value] = quote
        yield from _taken_inputs(name, taken, {value for value, _ in segments})


def _taken_inputs(name: str, taken: Mapping[str, Mapping[str, str]], labelled: set[str]) -> Iterator[Conditional]:
    """Yield the fields that some of the values take; one value alone may be an example of what all of them take."""
    for other, quotes in taken.items() if len(labelled) > 1 else ():
        if len(quotes) < len(labelled):
            cases = tuple({name: value} for value in quotes)
            yield Conditional("only", other, cases, next(iter(quotes.values())), is_likely=True)


@functools.lru_cache(maxsize=64)
def _label_pattern(labels: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a value that begins a part of a text: "- create: ", "; `move` (", "**list** - "."""
    known = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    return re.compile(
        rf"(?:^[ \t]*(?:[-*\u2022+]|\d{{1,2}}[.)])?[ \t]*|(?<=[;.,|(:]) |(?<=[，；：（]))"
        rf"[`'\"*]{{0,3}}(?P<value>{known})[`'\"*]{{0,3}}"
        rf"(?: (?:{'|'.join(sorted(NOUNS))}))?(?: ?[:=\u2192\u2013\u2014]| -+>? | ?\()",
        re.MULTILINE,
    )


def _segments(text: str, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each value that begins a part of a text, with the part: up to the next value or the end of the line."""
    # most texts name no value, and the pattern of one field's values has to be compiled
    found = list(_label_pattern(labels).finditer(text)) if any(label in text for label in labels) else []
    for index, each in enumerate(found):
        following = found[index + 1].start() if index + 1 < len(found) else len(text)
        line = text.find("\n", each.end())
        end = min(following, line if line >= 0 else len(text), each.end() + _LONGEST)
        yield each["value"], text[each.end() : end]


def _listed_fields(segment: str, names: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield the fields that a part of a text lists, each with whether it is required; all that it lists are fields."""
    begin = len(segment) - len(segment.lstrip())
    starts = {found.end(): False for found in _TAKES.finditer(segment)}
    starts |= {found.end(): True for found in _NEEDS.finditer(segment)}
    remarks = {found.end() for found in _REMARK.finditer(segment)} - starts.keys()
    for start in sorted({begin, *starts, *remarks}):
        listed = list_at(segment, start, quoted=False)
        if listed is None or listed.is_choice or not names.issuperset(listed.items):
            continue
        is_remark = start in remarks and _ARE_NEEDED.match(segment, listed.end) is not None
        is_stated = is_remark or start in starts or (start == begin and _is_all(segment, listed.end))
        # "With a=1" gives one a value.
        if not is_stated or segment.startswith("=", listed.end):
            continue
        for item in listed.items:
            at = re.search(rf"(?<!\w){re.escape(item)}(?!\w)", segment[start:])
            may_miss = at is not None and _MAY_MISS.match(segment, start + at.end()) is not None
            yield item, (is_remark or starts.get(start, False)) and not may_miss


def _is_all(segment: str, end: int) -> bool:
    """Say whether a list that ends at a position is all that there is about a value, or what it takes as a call."""
    return _ENDS.fullmatch(segment, end) is not None or _CALL_ENDS.match(segment, end) is not None
