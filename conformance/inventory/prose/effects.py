"""What a tool says that it changes: that it marks, deletes, revokes or saves something beside what it returns.

Two readings of one text. ``stated_effect`` quotes what can't be read in another way, for it accuses a tool that is
annotated as read-only: whole sentences of few acts, since any further word may make it another one's act, a condition
or a part of the answer ("truncates the output to 2000 lines", "it is removed from the queue after 24 hours").
``may_change`` holds for whatever the tool might change, and keeps a name such as ``get_token`` from being taken for the
name of a tool that only reads.
"""

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from conformance.display import excerpt
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# Verbs of acts that no answer consists of: none of them describes a computation, as "removes duplicates" does.
_ACTS = (
    "delete|revoke|install|uninstall|reset|clear|cancel|archive|truncate|purge|overwrite|increment|consume|acknowledge"
    "|dequeue|wipe|publish|invalidate"
)
# The same in the third person.
_DOES = (
    "deletes|revokes|installs|uninstalls|resets|clears|cancels|archives|truncates|purges|overwrites|increments|consumes"
    "|acknowledges|dequeues|wipes|publishes|invalidates"
)
# What other verbs do to state outside of the answer. Matches "marks unread emails as read", "save it to a file", "send
# it by email"; not "marks the text with colors", "save it to the cache".
_PUTS = (
    r"marks? [^.;:]{0,40}\b(?:read|seen|delivered|done|in[ -]progress)\b"
    r"|(?:saves?|writes?|stores?) (?:\w+ ){0,4}?(?:(?:to|in|into) (?:(?:the|an?|your|its|this) )?"
    r"(?:(?!cache)\w+ )?(?:files?|disk|folder|directory|database)|locally)\b"
    r"|(?:sends?|emails?|posts?) (?:it|them|the \w+) (?:by|to|via)\b"
)
# What an act is done to, which tells a verb from a noun: "clear them", "truncate the log"; not "reset tokens".
_OBJECT = r"(?:it|them|the|its|their|all|any|this|that|these|those|an?|each|every|expired|old|new|previous)\b"
# An act that the tool states. Matches "Also cancels expired ones"; not "It deletes expired rows", "List deleted files".
_STATED = LazyPattern(
    # "Automatically marks unread emails as read", "Also cancels expired ones", "This tool resets the counter".
    r"(?:\A\W{0,3}|: |\b(?:it|and) (?=saves|writes|stores))"
    r"(?:(?:the|this) (?:tool|call|command|function|operation) |calling (?:it|this)(?: tool)? |doing so )?"
    rf"(?:also |then |automatically |auto-?|implicitly )*(?:(?:{_DOES}) (?:{_OBJECT}|\w+ )|{_PUTS})"
    # "The message is deleted after it was read", "It is removed from the queue", "The old one is revoked".
    r"|(?:\A\W{0,3}|; ?|\band )(?:it|they|(?:the |all |each )?(?:\w+ ){0,2}\w+) "
    r"(?:is|are) (?:then |also |automatically )*"
    r"(?:marked (?:as )?(?:read|seen|delivered|in[ -]progress)\b|removed from the (?:queue|inbox)\b"
    r"|(?:deleted|removed|consumed) (?:after|once|when) (?:it|they|being|having|reading) (?:\w+ )?"
    r"(?:read|retrieved|fetched|returned|listed)\b)"
    r"|\bthe (?:old|previous|existing|prior) (?:one|token|key|code|link|secret) (?:is|becomes) "
    r"(?:revoked|invalid|invalidated|deleted|overwritten)\b",
    re.IGNORECASE,
)
# Any further word may make an act another one's, or tie it to a condition.
_END = r"\W*\Z"
# Matches "read." and "seen, then"; not "read or unread", "read in the result".
_MARKED = r"(?:read|seen|delivered|done|in[ -]progress)(?=\W*(?:\Z|[,;] ))"
# What outlives the call. Matches "saves it to a file"; not "to a temporary file", "to a file-like string".
_KEPT = (
    r"(?:saves?|writes?|stores?) (?:it|them|the \w+|output \w+) (?:(?:to|in|into) (?:(?:the|an?|your|its|this) )?"
    rf"(?:(?!cache|temp\w*|virtual|in-?memory)\w+ )?(?:files?|disk|folder|directory|database)|locally){_END}"
)
# An act of the tool itself, to the end of its sentence.
_SURE = LazyPattern(
    # "Auto-marks them read", "Messages are marked as read", "Also cancels expired ones".
    rf"(?:\A|[;:,] |\band )\W{{0,3}}(?:(?:it|this tool|the tool) )?(?:also |then |automatically |auto-?|implicitly )*"
    rf"(?:marks? (?:(?:[^.;:,()]{{0,40}}? )?as |(?:it|them) ){_MARKED}|{_KEPT})"
    rf"|(?:\A|; )\W{{0,3}}(?:it|they|(?:(?:the|all|each) )?(?:messages?|e?mails?|notifications?)) (?:is|are) "
    rf"(?:then |also |automatically )*marked (?:as )?{_MARKED}"
    rf"|\A\W{{0,3}}(?:also|automatically) (?:cancels|revokes|acknowledges|dequeues|uninstalls|publishes) "
    rf"(?:{_OBJECT}(?: \w+)?)?{_END}"
    # "The message is deleted after it was read", "The old one is revoked".
    r"|(?:\A|; )\W{0,3}(?:it|they|(?:the |all |each )?\w+) (?:is|are) (?:then |also |automatically )*"
    r"(?:deleted|removed|consumed) (?:after|once|when) (?:it|they|being|having|reading) (?:\w+ )?"
    rf"(?:read|retrieved|fetched|returned|listed){_END}"
    r"|(?:\A|; )\W{0,3}the (?:old|previous|existing|prior) (?:one|token|key|code|link|secret) (?:is|becomes) "
    rf"(?:revoked|invalid|invalidated){_END}"
    # "creating it if it does not exist", "If it does not exist, it is created".
    r"|(?P<missing>, creating (?:it|one|them) if (?:it |they |none )?(?:do(?:es)? ?n[o']t exist|(?:is )?missing)"
    rf"{_END}|\Aif (?:it|they|none) (?:do(?:es)? ?n[o']t exist|(?:is|are) missing), (?:it|one|they) (?:is|are) created"
    rf"{_END})",
    re.IGNORECASE,
)
# Before an act, what makes it one of somebody else. Matches "how to open messages and"; not "When save=True:".
BY_OTHERS = LazyPattern(
    r"\b(?:to|how|can|could|may|might|should|must|you|users?|clients?|before|after|which|that|who|where|if|use"
    r"|when(?! \w+=)|once|unless|until)\b",
    re.IGNORECASE,
)
# The same beside what a tool reads, in the sentence that its text begins with. Matches "Read and truncate the log",
# "List events, and clear them"; not "Get a form to fill in and send it".
_JOINED = LazyPattern(
    r"\A(?!.*\b(?:to|how|can|you|before|after|which|that|who|when|where|if|use)\b.*\b(?:and|or|then)\b)[^.;:()]{3,120}?"
    rf"(?:,|,? (?:and|then|&|or)) (?:then |also |automatically )*(?:(?:{_ACTS}|{_DOES}) {_OBJECT}|{_PUTS})",
    re.IGNORECASE,
)
# Matches "creating it if it does not exist", "If it does not exist, it is created".
_CREATED = LazyPattern(
    r"\bcreat(?:ing|es?|ed) (?:it |one |them |a new \w+ )?(?:if|when) (?:it |they |none |there )?"
    r"(?:do(?:es)? ?n[o']t|(?:is|are) (?:missing|no)|missing|no|none|not)\b"
    r"|\bif [^.;]{0,60}?(?:n[o']t exist|missing|not found)[^.;]{0,30}?, ?"
    r"(?:(?:it|one|a new \w+|the \w+) (?:is|are|will be) created|(?:it )?creates)\b",
    re.IGNORECASE,
)
# What may change something, or may be the answer itself. Matches "with write access", "can modify",
# "and save it", "This stub records"; not "to modify", "List all records".
_POSSIBLE = LazyPattern(
    r"\bwrite (?:capabilit\w+|access|operations?|quer(?:y|ies)|statements?|permissions?)\b"
    r"|\b(?-i:INSERT|UPDATE|DELETE|DROP|ALTER|TRUNCATE|DDL)\b"
    r"|(?:\A\W{0,3}|\b(?:can|may|will|also|and|then) (?:also )?)"
    r"(?:modif(?:y|ies)|changes?|deletes?|removes?|overwrites?|inserts?|drops?|updates?|writes?|refresh(?:es)?)\b"
    r"|\b(?:this|the) (?:\w+ )?(?:tool|stub|call|command|function|operation) (?:also )?"
    r"(?:records|stores|saves|writes|creates|updates|deletes|modifies|registers|marks)\b"
    rf"|(?:\band |, |\bthen )(?:save|store|replace|update|send|remove|close|open|restart|refresh) {_OBJECT}",
    re.IGNORECASE,
)
# The act that a text begins with, where a name says that the tool reads. Matches "Mint a new token"; not "Get a token".
_FIRST = LazyPattern(
    rf"\A\W{{0,3}}(?:{_ACTS}|mint|acquire|reserve|create|make|start|launch|stop|open|close|run git|submit|register) ",
    re.IGNORECASE,
)
# What denies an act in the same sentence, or says that it is not done.
_DENIED = LazyPattern(
    r"\b(?:no|not|nothing|none|never|cannot|without|only|read-?only|blocked|blocking|reject\w*|refuse\w*|forbid\w*|disallow\w*"
    r"|except|\w+n't|instead|would|previews?|simulat\w+|dry[ -]?run)\b",
    re.IGNORECASE,
)
# Words that make another act of a verb of reading: a guest or a book is checked in or out.
_PARTICLES = frozenset(("in", "out"))
# What else makes an act a possible one of somebody else.
_CONDITION = LazyPattern(r"\b(?:if|use)\b", re.IGNORECASE)


def stated_effect(text: str) -> str:
    """Return the words by which the description of a tool says that it changes something; empty where it may not."""
    acts = (
        found
        for sentence in sentences_of(text)
        if (found := _SURE.search(sentence))
        and not BY_OTHERS.search(sentence[: found.start()])
        and (found["missing"] or not _DENIED.search(sentence))
    )
    return next((excerpt(found.string, *found.span(), 20) for found in acts), "")


def may_change(text: str) -> bool:
    """Say whether the description of a tool lets it change something, surely or possibly."""
    sentences = list(sentences_of(text))
    return (
        bool(sentences and _FIRST.search(sentences[0]))
        or any(True for _ in _effects(text))
        or any(
            _POSSIBLE.search(sentence) and not _DENIED.search(sentence) and not _CONDITION.search(sentence)
            for sentence in sentences
        )
    )


def joins_change(name: str, changing_verbs: Collection[str]) -> bool:
    """Say whether a name joins a second act that changes something: ``get_or_create_label``, ``check_out_book``."""
    words = words_of(name)
    return any(
        (word in ("or", "and") and behind in changing_verbs) or (word == "check" and behind in _PARTICLES)
        for word, behind in pairwise(words)
    )


def _effects(text: str) -> Iterator[re.Match[str]]:
    for index, sentence in enumerate(sentences_of(text)):
        if found := _CREATED.search(sentence):
            yield found
        elif not _DENIED.search(sentence):
            found = _STATED.search(sentence) or (None if index else _JOINED.search(sentence))
            if found:
                yield found
