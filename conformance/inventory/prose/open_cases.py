"""Cases in which a text requires a field, and which no value of another field names: "required if `text` > 1000 chars".

The case has to be one of another field of the call: whether that is given, what it holds, or how long it is. "Required
if the board is private" is a matter of the world.
"""

import re
from collections.abc import Collection

from conformance.display import excerpt
from conformance.inventory.prose.clauses import is_hedged
from conformance.lazy_patterns import LazyPattern

# What is stated, and its case. Matches "required if a > 5", "Optional only when b is given"; not "not required if a",
# "required with a".
_STATED = LazyPattern(
    r"(?<!not )(?<!n't )(?<!if )(?<!when )(?<!ever )(?<!strictly )(?<!previously )(?<!formerly )"
    r"\b(?:(?:required|mandatory) (?:only )?(?:if|when)"
    r"|(?P<spared>optional|(?:can|may) be omitted) (?:only )?(?:if|when)) (?P<clause>[^.;()\n]{3,90})",
    re.IGNORECASE,
)
# What there is instead of a value. Matches "otherwise the user's", "defaults to today"; not "in all others".
_INSTEAD = LazyPattern(r"\b(?:otherwise|else|without|defaults?|falls? back)\b", re.IGNORECASE)
# Before the name of a field in a case. Is the begin of "the a is", "you provide a", "both a and b are", "no a".
_BEFORE = r"(?:(?:the|an?|no|both|neither|either|you (?:do not |don't )?(?:provide|pass|give|set|specify|use)) )*"
# The end of a case. Next is ", or b", ""; not " in the environment".
_END = r"(?=\s*(?:\Z|,|(?:and|or|nor|but)\b))"
# Behind it, what may be checked. Next is " > 1000 chars", " is omitted", " exceeds 5", " and b are provided"; not " is
# private", " is set by the server", " contains alcohol", " is longer than 60 cm".
_CHECKED = (
    r"(?:,? (?:and|or|nor) [`'\"]?\w+[`'\"]?)?"
    r"(?: ?[<>]=? ?\d| contains [`'\"]"
    r"|(?: exceeds| is longer than| has (?:more|less|fewer) than) \d[\d,.]*"
    rf"(?: (?:char|byte|item|entr|element|word|token|line)\w*)?{_END}"
    r"|(?: (?:is|are|was|were))?(?: (?:not|also))? (?:given|provided|specified|set|passed|present|supplied|omitted"
    rf"|absent|null|unset|missing|empty){_END}"
    r"|(?: is (?:[`'\"]|(?-i:[A-Z]))\w*[`'\"]?)?\Z)"
)
# A thing of the world may be so, where it has an article. Matches "the table is empty", "the branch is missing".
_OF_WORLD = LazyPattern(r"(?:the|an?) \w+ (?:is|are) (?:not )?(?:empty|missing)\b", re.IGNORECASE)
# Matches "specified in payload", "already set in the `config`"; not "set in the settings".
_WITHIN = r"(?:already )?(?:specified|given|provided|included|set|present|contained) (?:in|inside|by|via) (?:the )?"


def open_case(passage: str, field: str, names: Collection[str]) -> str:
    """Return the words that require a field in a case of another one, none where they name no other field."""
    for found in _STATED.finditer(passage):
        if found["spared"] and _INSTEAD.search(passage, found.start("clause")):
            continue
        clause = found["clause"].strip()
        others = (re.escape(name) for name in names if name != field and name in clause)
        if any(_is_case(clause, name) for name in others) and not is_hedged(passage, found.start()):
            return excerpt(passage, found.start(), found.start("clause") + len(clause), 10)
    return ""


def _is_case(clause: str, name: str) -> bool:
    quoted = rf"[`'\"]?{name}[`'\"]?"
    return not _OF_WORLD.match(clause) and bool(
        re.match(rf"{_BEFORE}{quoted}{_CHECKED}|{_WITHIN}{quoted}(?!\w)", clause, re.IGNORECASE)
    )
