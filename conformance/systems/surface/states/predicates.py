"""Words that a receipt states of a thing, wherever they are in a sentence: "#77 was closed: ...", "(now public)".

A word counts as stated where nothing makes its sentence a question, a plan or a memory, and as denied behind "not",
"no longer" and the like, or with "un-" before it.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.sentences import sentences_in
from conformance.systems.surface.states.claims import HEDGE
from conformance.systems.surface.states.words import STATE_WORDS

_PHRASES = "|".join(one.replace(" ", "[ _-]") for one in sorted(STATE_WORDS, key=len, reverse=True) if " " in one)
# A word, or words for one state; not a part of a path, a name or a compound.
_WORD = LazyPattern(rf"(?<![\w/.@-])(?:{_PHRASES}|[a-z]{{3,30}})(?![\w/@-]|\.\w)", re.IGNORECASE)
# What is quoted is no statement.
_QUOTED = LazyPattern(r"[\u201c\"][^\u201d\"\n]{0,300}[\u201d\"]|`[^`\n]{0,300}`|(?<!\w)'[^'\n]{0,300}'(?!\w)")
# What denies the word behind it: "not yet closed", "cannot be merged", "Nothing was overwritten".
_DENIAL = LazyPattern(
    r"(?:\b(?:not|never|no longer|neither|nor|cannot)|n['\u2019]t"
    r"|\b(?:nothing|none)(?= (?:was|were|is|are|has|have)\b))"
    r"(?: (?:yet|been|be|being|a|an|the|currently|was|were|is|are|has|have)){0,3} $",
    re.IGNORECASE,
)
# What says that something is possible, or not, in place of "mergeable": "can be merged".
_POSSIBLE = LazyPattern(r"\bcan(?P<no>not| not|['\u2019]t)? be $", re.IGNORECASE)
# What else makes a sentence say that something is so only in part, in another case, or no more.
_RESERVATION = LazyPattern(
    r"\b(?:then|undo\w*|undone|roll\w*|back|only|except|instead|earlier|former\w*|original\w*|initial\w*|first|used to"
    r"|tr(?:y|ied|ying)|fail\w*|errors?|unable|refus\w*|skip\w*|request\w*|want\w*|expect\w*|ask\w*|need\w*|requir\w*"
    r"|re(?:open|stor|vert|creat|enabl|activat)\w*|as if|would-be|pending|waits?|waiting|awaits?|awaiting|schedul\w*"
    r"|plann?\w*|to be|ready to|about to|likely|probably|maybe|perhaps|seems?|expected|otherwise|cannot|assum\w*)\b"
    # What was so before has not been done now.
    r"|\balready\s*$",
    re.IGNORECASE,
)
# What may be behind a word that says how a thing is: an end, a mark, or when, where, by whom and for whom it is so.
_BEHIND = LazyPattern(
    r"\s*(?:$|[.!](?:\s|$)|[,;)\]](?:\s|$)|:\s+[A-Za-z(#]|\s[(\[\u2013\u2014\u00b7|\u2192-]|\s{2,}\S"
    r"|\s(?:now|already|successfully|and|on|at|by|with|for|after|since|as|to|too)\b)",
    re.IGNORECASE,
)
_ARTICLE = LazyPattern(r"\ban?\s$", re.IGNORECASE)
_NOUN = LazyPattern(r"\s(?P<noun>[a-z]{3,20})\b(?! ?[:=])", re.IGNORECASE)
# Where a part of a sentence with a subject of its own may begin.
_PART_END = LazyPattern(r"[(\[,;:|\u00b7\u2022\u2013\u2014\u2192]| - | {2}|\t")
_VERB = LazyPattern(r"\b(?:is|was|are|were|has|have|stays?|remains?)\b", re.IGNORECASE)
_OF_PART = LazyPattern(r"\s(?:by|for|with|in|on|at|to|as|after|since)\b", re.IGNORECASE)
# Behind what is denied: "not delivered yet".
_YET = LazyPattern(r"^ yet\b")
# What is behind the verb of a sentence that is no row of a table.
_IS_SENTENCE = LazyPattern(r"[.!](?:\s|$)|\s(?:on|at|by|for|as)\s", re.IGNORECASE)
_COLUMNS = LazyPattern(r"[|,;\t]| {2}")
# What is so of something else besides: "verified, no admin rights".
_NOTHING_ELSE = LazyPattern(r"[,;] (?:and )?(?:no|nothing|none|nobody) \w.*$", re.IGNORECASE)
# So many words of a receipt are read, and sentences of so many characters: a longer one is no statement.
_MOST_WORDS, _MOST_CHARS = 4_000, 600


class Predicate(Struct, frozen=True):
    """A word of a sentence that may say how a thing is.

    ``opening`` are the normalised words before it, ``subject`` those in its part of the sentence where that has a verb.
    ``noun`` is the one behind "a public ...". ``is_value`` says that the word begins behind a colon, ``is_sentence``
    that the words are no row of a table, ``is_plain`` that the sentence states or denies it without any reservation.
    """

    line: str
    word: str
    opening: str
    subject: str
    noun: str
    has_verb: bool
    is_value: bool
    is_in_brackets: bool
    is_sentence: bool
    is_denied: bool
    is_plain: bool


def predicates_in(lines: Sequence[str], words: Collection[str]) -> Iterator[Predicate]:
    """Yield each place of some lines that has one of the words, also with "un-" before it, which denies it."""
    left = _MOST_WORDS
    for line in lines:
        for sentence in sentences_in(line):
            if len(sentence) > _MOST_CHARS:
                continue
            quoted = [found.span() for found in _QUOTED.finditer(sentence)]
            for found in _WORD.finditer(sentence):
                left -= 1
                if left < 0:
                    return
                word = _word_of(found, words)
                if word is not None and not any(start <= found.start() < end for start, end in quoted):
                    yield _predicate(line, word, found)


def _word_of(found: re.Match[str], words: Collection[str]) -> str | None:
    """Return what one of the words a word of a sentence is, or denies with "un-" before it."""
    text = normalise_words(found[0])
    if _POSSIBLE.search(found.string[: found.start()]):
        text = f"can be {text}"
    return next((one for one in (text, text.removeprefix("un")) if one in words), None)


def _predicate(line: str, word: str, found: re.Match[str]) -> Predicate:
    before, behind = found.string[: found.start()], _NOTHING_ELSE.sub("", found.string[found.end() :])
    possible = _POSSIBLE.search(before) if word.startswith("can be ") else None
    denial = possible or _DENIAL.search(before)
    is_denied = possible["no"] is not None if possible else denial is not None
    whole = before
    before = before[: denial.start()] if denial else before
    rest = _QUOTED.sub(" ", f"{before} {_YET.sub('', behind) if denial else behind}")
    *_, start = [0, *(one.end() for one in _PART_END.finditer(before))]
    part = before[start:]
    verb = _VERB.search(part)
    has_subject = verb is not None and re.search(r"\w", part[: verb.start()]) is not None
    noun = _NOUN.match(behind) if _ARTICLE.search(before) else None
    is_placed = _BEHIND.match(_YET.sub("", behind)) is not None or noun is not None
    # "Not locked by you" denies only a part.
    if denial is not None and _OF_PART.match(behind):
        is_placed = False
    # "Closed: 12" is a label with its value.
    is_name = not re.search(r"\w", before) and behind.lstrip().startswith(":")
    return Predicate(
        line,
        word,
        opening=normalise_words(before),
        subject=normalise_words(part if has_subject else before),
        noun=noun["noun"].lower() if noun else "",
        has_verb=verb is not None or _VERB.search(whole[start:]) is not None,
        is_value=not part.strip() and before.rstrip().endswith(":"),
        is_in_brackets=before.endswith(("(", "[")) and behind.startswith((")", "]")),
        is_sentence=_IS_SENTENCE.match(behind) is not None and _COLUMNS.search(whole) is None,
        is_denied=is_denied != normalise_words(found[0]).startswith("un" + word.split()[-1]),
        is_plain=is_placed
        and not is_name
        and not (HEDGE.search(rest) or _RESERVATION.search(rest) or _RESERVATION.search(before)),
    )
