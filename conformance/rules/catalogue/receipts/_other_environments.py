"""Another environment than that of the result: "live on production" of what is on staging."""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.sentences import sentences_in
from conformance.systems.surface.statements import Statements

# The well-known environments, by their names.
_KINDS = {"production": "production", "prod": "production", "staging": "staging", "development": "development"}
_KEYS = frozenset(("env", "environment", "stage", "tier", "target"))
# "on production", "in the staging"; not "in production-like", "to the production copy".
_STATED = LazyPattern(
    rf"\b(?:on|in|to|at) (?:the )?(?P<word>{'|'.join(_KINDS)})\b(?![-/.]\w)(?! (?:data|dump|copy|backup|image)\b)",
    re.IGNORECASE,
)
# What makes a line say that this is not so, or not yet.
_DENIAL = LazyPattern(
    r"\b(?:not|never|no|nor|without|before|until|if|unless|would|will|can|may|might|could|should|must|ready|promot\w*"
    r"|next|later|same|compar\w*|like|as)\b|n't\b|\?",
    re.IGNORECASE,
)
_MOST_LEVELS = 50


def other_environment_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a first sentence that names another environment than the only one of the result."""
    # What is mentioned later may be about another deployment.
    lines = [sentences_in(line)[0] for line in statements.stated_lines[:1]]
    plain = [line for line in lines if not _DENIAL.search(line)]
    found = [(one["word"].lower(), line) for line in plain for one in _STATED.finditer(line)]
    if not found:
        return
    members = [
        (child(level.pointer, key), kind)
        for level in islice(statements.record.record.levels, _MOST_LEVELS)
        for key, value in level.members.items()
        if isinstance(value, str) and not _KEYS.isdisjoint(words_of(key)) and (kind := _KINDS.get(value.lower()))
    ]
    if len(members) != 1:
        return
    pointer, own = members[0]
    texts = (*scalars_of(statements.record.envelope), *scalars_of(statements.record.input))
    known = {_KINDS.get(word) for text in texts if isinstance(text, str) for word in normalise_words(text).split()}
    shown = {_KINDS.get(word) for word in normalise_words(statements.record.receipt).split()}
    word, line = found[0]
    if own not in shown and _KINDS[word] not in known:
        message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(pointer.rpartition('/')[2])} is {own}"
        hint = "print the value of the result that is rendered"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")
