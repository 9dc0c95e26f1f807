"""Fields that a text takes back: "do not use `tty`", "`legacy` is ignored", "Reserved."

Under a condition ("do not set it with `path`") a field is not taken back; that is a matter of variants.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.inventory.prose import sentences
from conformance.prose.lists import list_at
from conformance.words import excerpt

_WORD = re.compile(r"[`'\"]?(?<!\w)[A-Za-z_]\w*")
_ORDER = re.compile(
    r"\b(?:do not|don't|never|must not|should not|shall not|cannot|may not) (?:ever )?(?:use|set|pass|provide"
    r"|include|supply|send|"
    r"specify|fill in)\s+(?:the\s+|any\s+|(?:parameters?|fields?|arguments?)\s+)*",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\s*(?:parameters?|fields?|arguments?)?\s*(?:is|are|was|were|will be)\s+(?:currently |silently |always "
    r"|simply |no longer )?"
    r"(?P<state>ignored|not (?:accepted|supported|used|allowed|honou?red|implemented)|unused|unsupported"
    r"|rejected|refused|used)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\A\W*(?:currently |always |silently )?(?:ignored|unused|not (?:used|supported|implemented|honou?red)(?: yet)?|"
    r"reserved(?: for (?:future|internal) use)?|has no effect|no effect|do not use(?: this(?: field"
    r"| parameter| argument)?)?|"
    r"for internal use(?: only)?|internal use only)\W*\Z",
    re.IGNORECASE,
)
_UNCONDITIONAL = re.compile(
    r"\A\s*(?:[.;!)\]]|\Z|,? (?:inside|in|here|at all|anymore|any more|any longer|by|and will)\b)", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:when|if|unless|except|with|without|together|for|while|until|once|to|as|but)\b", re.IGNORECASE
)


def prohibitions(text: str) -> Mapping[str, str]:
    """Return the names that a text takes back without a condition, each with the words that do; not all are fields."""
    found: dict[str, str] = {}
    for sentence in sentences(text):
        passage = " ".join(sentence.split())
        for name, quote in (*_ordered(passage), *_stated(passage)):
            found.setdefault(name, quote)
    return found


def is_taken_back(sentence: str) -> bool:
    """Say whether a sentence of a field's own description takes the whole field back."""
    return _WHOLE.match(sentence) is not None


def _ordered(passage: str) -> Iterator[tuple[str, str]]:
    for found in _ORDER.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        if listed is not None and not _CONDITION.search(passage[listed.end : listed.end + 80]):
            quote = excerpt(passage, found.start(), listed.end, 20)
            yield from ((item, quote) for item in listed.items)


def _stated(passage: str) -> Iterator[tuple[str, str]]:
    end = 0
    for start in (match.start() for match in _WORD.finditer(passage)):
        listed = list_at(passage, start, quoted=False) if start >= end else None
        if listed is None:
            continue
        end = listed.end
        state = _STATE.match(passage, listed.end)
        if state is not None and _is_negative(state) and _UNCONDITIONAL.match(passage[state.end() :]):
            quote = excerpt(passage, start, state.end(), 20)
            yield from ((item, quote) for item in listed.items)


def _is_negative(state: re.Match[str]) -> bool:
    return state["state"].lower() != "used" or "no longer" in state[0].lower()
