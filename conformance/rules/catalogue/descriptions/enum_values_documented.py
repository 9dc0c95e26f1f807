"""A description that explains the values of an enum explains all of them and no others.

Models do not choose a value that was added to the schema but not to the text. A value that stayed in the text after it
left the schema leads to rejected calls. A value that a list of the others leaves out is a warning, else an info.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, excerpt, list_codes
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.defaults import stated_defaults
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import examined_part, passages, sentences_of
from conformance.inventory.prose.tool_values import bracketed_values
from conformance.inventory.prose.values import closed_sets
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile

_FEWEST_NAMED = 2
# So many characters before an example may say of what it is one.
_BEFORE = 80
# With fewer values, a list of most of them may be about something else.
_FEWEST_OF_LIST = 4
# Values that stand for the others, or for none, which no list needs to have.
_OF_ALL = frozenset(
    ("all", "any", "auto", "none", "both", "default", "other", "custom", "unknown", "universal", "general", "mixed", "")
)
# What is in a result, or only a part of the values. Matches "Returns a, b", "including a, b"; not "Sort by a, b".
_OF_RESULT = LazyPattern(r"\b(?:returns?|returned|includ\w+|contain\w*|results?|output)\b", re.IGNORECASE)
# Where a list may begin.
_WORD = LazyPattern(r"[`'\"]?(?<![\w-])[A-Za-z_][\w-]*")
# A value, and not a phrase. Is all of "in_progress", "v1.2"; not "a b".
_ONE_WORD = LazyPattern(r"[\w.\-]{1,60}")
# Before a list of examples, whose items are not all values.
_EXAMPLES = LazyPattern(r"\b(?:e\.g\.|such as|for example|for instance|like|including)[,:]?\s+", re.IGNORECASE)
# Before examples of what the words just before them name: "models such as `a`", "its `limits` including `a`",
# "the pin.place (e.g. `a`", "any key of the state (e.g. `a`".
_OF_OTHER = LazyPattern(
    r"(?:\b[a-z]{3,}s|`\w+`,?) (?:such as|like|including)[,:]?\s+\Z|\w\.\w+ \((?:e\.g\.|such as|like)[,:]?\s+\Z"
    r"|\b(?:keys?|fields?|names?) [^.;:()]{0,40}\((?:e\.g\.|such as|like)[,:]?\s+\Z",
    re.IGNORECASE,
)
# A sentence that advises between two values does not set out to explain them all.
_ADVICE = LazyPattern(
    r"\b(?:prefer\w*|rather than|instead of|recommend\w*|avoid|except|other than|everything|anything|unless)\b",
    re.IGNORECASE,
)
# The rest of a list that a text leaves to the reader. Matches "'b', etc.", "`b`, ..."; not "etc. 'b'" of other things.
_AND_SO_ON = LazyPattern(
    r",? (?:etc\b|and so (?:on|forth)\b)|[`'\"],? ?(?:\.\.\.|\u2026)|, ?(?:\.\.\.|\u2026)", re.IGNORECASE
)
# Between the ends of a scale that are explained.
_BETWEEN = frozenset(("medium", "moderate", "middle"))
# A default says what is used, and explains no value. Matches "(default: \"a\")"; not "'a' (default)".
_DEFAULT_ASIDE = LazyPattern(r"[(\[]default(?:s to|:)? [^()\[\]]{1,40}[)\]]", re.IGNORECASE)


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text explains most values but omits some, or offers one that the schema rejects."""
    values = field.text_values
    if len(values) < _FEWEST_NAMED or field.is_undetermined:
        return
    texts = list(passages(field))
    bracketed = bracketed_values(field)
    yield from _unlisted_values(field, texts, values)
    yield from _refused_examples(field, texts, values)
    text = "\n".join((*texts, examined_part(field.tool.description or "")))
    explained = "\n".join(
        _DEFAULT_ASIDE.sub(" ", _remove_examples(passage)) for passage in texts if not _ADVICE.search(passage)
    )
    offered = {value for passage in texts for found in closed_sets(passage) for value in found.values}
    offered |= set(bracketed.values) if bracketed else set()
    named = [value for value in values if value in offered or _names_value(explained, field.name, value)]
    omitted = [value for value in values if value not in named and not _mentions_value(text, value.strip())]
    # "'hour', 'day', etc." explains the others as well, and what is between "low" and "high" explains itself.
    shortened = [one for one in texts if _AND_SO_ON.search(one)]
    if any(_names_value(one, field.name, value) for one in shortened for value in named) or _BETWEEN.issuperset(
        value.lower() for value in omitted
    ):
        return
    if len(named) >= _FEWEST_NAMED and omitted and len(named) > len(omitted):
        yield Problem(
            f"{field.label} does not describe {list_codes(omitted)} of its enum",
            f"describe {'it' if len(omitted) == 1 else 'them'} like {list_codes(named)}",
            max_level=Level.WARNING if _are_listed(texts, values, named) else Level.INFO,
        )
    elif omitted:
        yield from _incomplete_lists(field, values, omitted)


def _incomplete_lists(field: Field, values: Sequence[str], omitted: Sequence[str]) -> Iterator[Problem]:
    """Yield an info where lists in the tool's description name nearly all values of an enum, and no text the others."""
    text = field.tool.description or ""
    if (
        len(values) < _FEWEST_OF_LIST
        or len(omitted) > max(1, len(values) // 4)
        or not _OF_ALL.isdisjoint(map(str.lower, omitted))
    ):
        return
    listed = {item for sentence in sentences_of(text) for item in _listed_values(_remove_examples(sentence), values)}
    if set(values) - set(omitted) == listed and not _AND_SO_ON.search(text):
        yield Problem(
            f"the description lists the values of {code_text(field.name)} without {list_codes(omitted)} of its enum",
            f"list {'it' if len(omitted) == 1 else 'them'} as well",
            max_level=Level.INFO,
        )


def _are_listed(texts: Sequence[str], values: Sequence[str], named: Sequence[str]) -> bool:
    """Say whether a text lists values one after another, as all of them; what else it names may be the odd ones."""
    own = set(named)
    lists = (set(_listed_values(_remove_examples(text), values)) for text in texts)
    offered = ({*found.values} for text in texts for found in closed_sets(text))
    entries = {value for text in texts for value in named if text.lstrip("-*\u2022 `'\"").startswith(value)}
    return any(len(own & found) > _FEWEST_NAMED for found in (*lists, *offered, entries))


def _listed_values(sentence: str, values: Sequence[str]) -> Iterator[str]:
    """Yield the items of the lists of a sentence, of each that has three values or more and nothing else."""
    known, end = {value.lower(): value for value in values}, 0
    for word in () if _OF_RESULT.search(sentence) else _WORD.finditer(sentence):
        listed = list_at(sentence, word.start(), quoted=False) if word.start() >= end else None
        items = [known.get(item.lower(), "") for item in listed.items] if listed else []
        if listed is not None and len(items) > _FEWEST_NAMED and all(items):
            end = listed.end
            yield from items


def _remove_examples(passage: str) -> str:
    kept, end = "", 0
    for found in _EXAMPLES.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        kept, end = kept + passage[end : found.start()], listed.end if listed else found.end()
    return kept + passage[end:]


def _unlisted_values(field: Field, texts: Sequence[str], values: Sequence[str]) -> Iterator[Problem]:
    for passage in texts:
        for found in closed_sets(passage):
            foreign = [value for value in found.values if value not in values]
            if foreign and len(foreign) < len(found.values):
                yield Problem(
                    f"{field.label} offers {list_codes(foreign)} in its description, but not in its enum",
                    f"add {list_codes(foreign)} to the enum, or remove {'it' if len(foreign) == 1 else 'them'} "
                    "from the description",
                    evidence={"quote": found.quote},
                )


def _refused_examples(field: Field, texts: Sequence[str], values: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for the first example or default in quotes that the enum does not have."""
    if field.types not in ([], ["string"]):
        return
    known = {value.lower() for value in values}
    for passage in texts:
        shown = [
            list_at(passage, found.end())
            for found in _EXAMPLES.finditer(passage)
            if not _OF_OTHER.search(passage[max(found.start() - _BEFORE, 0) : found.end()])
        ]
        given = [item for listed in shown if listed for item in listed.items]
        given += [claim.text for claim in stated_defaults(passage) if claim.text]
        foreign = [item for item in given if item.lower() not in known and _ONE_WORD.fullmatch(item)]
        if foreign:
            yield Problem(
                f"{field.label} has the example {code_text(foreign[0])}, but its enum rejects it",
                f"add {code_text(foreign[0])} to the enum, or show a value of it",
                evidence={"quote": excerpt(passage, 0, min(len(passage), 120))},
            )
            return


def _names_value(text: str, name: str, value: str) -> bool:
    """Say whether a text presents a value: in quotes, as ``field=value``, or at the head of a list item."""
    if value not in text:
        return False
    exact = re.escape(value)
    return bool(
        re.search(rf"[`'\"\u201c\u2018]{exact}[`'\"\u201d\u2019]", text)
        or re.search(rf"\b{re.escape(name)}\s?[=:]\s?{exact}(?![\w-])", text)
        or re.search(rf"^\s*(?:[-*\u2022]|\d{{1,2}}[.)])\s*{exact}\s*(?:[-\u2013\u2014:(]|$)", text, re.MULTILINE)
        or re.search(rf"^\s*{exact}(?::|\s[-\u2013\u2014=])\s", text, re.MULTILINE)
    )


def _mentions_value(text: str, value: str) -> bool:
    """Say whether a text contains a value in any form, also in the plural."""
    is_there = value.lower() in text.lower()
    return is_there and re.search(rf"(?<!\w){re.escape(value)}(?:e?s)?(?!\w)", text, re.IGNORECASE) is not None


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"wake": {"enum": ["task_result", "timer"], "description": "`task_result` for a task, `timer` for a time."}},
        {"sort": {"enum": ["age", "name"], "description": "Sort by age|name."}},
        {"since": {"enum": ["hour", "day", "week"], "description": "Use 'hour' for news, 'day' for today, etc."}},
        {"depth": {"enum": ["low", "medium", "high"], "description": "'low' is fast, 'high' is thorough."}},
        {
            "size": {
                "enum": ["tall", "wide", "round"],
                "default": "tall",
                "description": 'Paper (default: "tall"). Use "wide" for a book.',
            }
        },
        {"view": {"enum": ["full", "brief"], "description": "Rows have their `limits`, including `upper`."}},
        {"view": {"enum": ["all", "open", "done"], "description": "Which to list; `open` ones by default."}},
    ),
    bad=(
        BadExample(
            {
                "wake": {
                    "enum": ["task_result", "external", "timer"],
                    "description": "What ends the wait: `task_result` for a task, `external` for a change outside.",
                }
            },
            says="parameter `wake` does not describe `timer` of its enum",
            at="/tools/0/input_schema/properties/wake",
        ),
        BadExample(
            {"sort": {"enum": ["age", "name"], "description": "One of 'age', 'name' or 'size'."}},
            says="parameter `sort` offers `size` in its description, but not in its enum",
        ),
        BadExample(
            {"sort": {"enum": ["age", "name"], "description": "What decides, e.g. 'size'."}},
            says="parameter `sort` has the example `size`, but its enum rejects it",
        ),
    ),
)
