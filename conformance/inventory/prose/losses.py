"""What a tool says that is lost by a call: what it deletes, overwrites or replaces, which no additive tool does.

``stated_loss`` accuses a tool that is annotated as not destructive. So an act counts only as what the text begins with
("Create or overwrite a file"), as what follows on the tool's other acts ("tags it and deletes the original"), or where
the text says that something existing goes ("named entries are upserted"). What can be had back is not lost.
"""

import re

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.effects import BY_OTHERS
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern

# What nobody keeps who does it, and what may also be one step of an edit.
_ACTS = r"(?P<sure>delet|overwrit|wip|purg|eras|truncat)|(?P<likely>remov|replac)"
# What is taken out of a text or an image makes another one of it.
_OF_THINGS = (
    r"(?!(?:[\w'-]+ ){0,3}?(?:backgrounds?|duplicates?|noise|watermarks?|objects?|whitespace|silence|vocals|formatting"
    r"|images?|audio|videos?|pdfs?|strings?|colou?rs?|items? from (?:an? )?(?:array|list))\b)"
)
# How it is done.
_HOW = r"(?:(?:also|then|automatically|permanently|irreversibly|safely|atomically|completely|fully|silently) )*"
# The acts that a description begins with. Matches "Create or overwrite a file", "Adds or replaces an entry", "Delete a
# webhook", "Get, add or remove labels", "Set or clear a value"; not "Remove background from an image", "Clear the log".
_FIRST = LazyPattern(
    rf"\A\W{{0,3}}(?:(?:this tool|it) )?{_HOW}"
    rf"(?:(?:[a-z-]+(?:, (?:and |or )?| (?:and|or) |/| and/or ))*?(?:{_ACTS})(?:e|es)? {_OF_THINGS}"
    r"|sets? (?:or|and) clears? |upserts? )(?=[\w`'\"<\[{(])",
    re.IGNORECASE,
)
# One more act of the tool, or of one of its modes. Matches "and deletes the original", "'discard' deletes the file",
# "Re-submitting replaces the map", "action=stop removes all"; not "the server removes it".
_FURTHER = LazyPattern(
    r"(?:\A\W{0,3}(?:(?:it|this(?: tool)?|this (?:call|action)) )?|\band |[,;:] |[`'\"=]\w+[`'\"]? |\A[\w-]+ing )"
    rf"{_HOW}(?:{_ACTS})es {_OF_THINGS}"
    r"(?:the|its|their|any|all|existing|old|previous|current|every|an?|notes?|files?|records?)\b",
    re.IGNORECASE,
)
# How texts call what was there before.
_FORMER = r"(?:existing|previous|old|current|prior)"
# What happens to it. Matches "named entries are upserted", ", overwriting any existing file", "or completely overwrite
# an existing file"; not "existing files are kept".
_EXISTING = LazyPattern(
    rf"\b(?:{_FORMER}|named|same) (?:[\w-]+ ){{1,3}}?(?:is|are|will be|gets?) {_HOW}"
    r"(?:(?P<sure>overwritten|deleted|wiped|erased)|(?P<likely>replaced|removed|upserted))\b"
    r"|(?:, (?:(?P<sure2>overwriting|deleting|erasing)|(?P<likely2>replacing|removing))"
    rf"|(?:\bor |\(){_HOW}(?:(?P<sure3>overwrites?)|(?P<likely3>replaces?))) (?:(?:the|any|an|all|its) )?{_FORMER}\b",
    re.IGNORECASE,
)
# What denies it before the act.
_DENIED = LazyPattern(
    r"\b(?:no|not|nothing|never|cannot|without|rather than|instead of|\w+n't|would|previews?|simulat\w+|fails?|refuses?"
    r"|unless|prevents?|avoids?|example|e\.g)\b",
    re.IGNORECASE,
)
# What brings it back, or what is not the thing itself.
_KEPT = LazyPattern(
    r"\b(?:trash\w*|recycle|recover\w*|restor\w*|undo\w*|undone|reversib\w*|soft[ -]?delet\w*|archiv\w*|back ?ups?"
    r"|version history|dry[ -]?run|previews?|drafts?|proposals?|sandbox\w*|virtual|temporary|in[ -]memory|cached?"
    r"|queu\w*)\b",
    re.IGNORECASE,
)


class StatedLoss(Struct, frozen=True):
    """The words that say what is lost, and whether no author would call that additive."""

    quote: str
    is_sure: bool


def is_kept(text: str) -> bool:
    """Say whether the description of a tool says that what it deletes can be had back, or is not the thing itself."""
    return _KEPT.search(text) is not None


def stated_loss(text: str) -> StatedLoss | None:
    """Return what the description of a tool says that a call deletes, overwrites or replaces, if it surely does."""
    losses: list[StatedLoss] = []
    for index, sentence in enumerate([] if is_kept(text) else sentences_of(text)):
        for pattern in (_EXISTING, _FURTHER, *(() if index else (_FIRST,))):
            found = pattern.search(sentence)
            before = sentence[: found.start()] if found is not None else ""
            if found is not None and not _DENIED.search(before) and not BY_OTHERS.search(before):
                is_sure = any(value for key, value in found.groupdict().items() if key.startswith("sure"))
                losses.append(StatedLoss(excerpt(sentence, *found.span(), 30), is_sure))
    return max(losses, key=lambda one: one.is_sure, default=None)
