"""What a tool says that it runs for its caller: any command, query or code, which may read and may destroy.

``stated_command`` accuses a tool that is annotated as harmless. So the text has to begin with the act, and to name what
is run in a language that can change something; a text that says anywhere that only reading is possible is left alone.
"""

import re

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern

# What can do anything, in a language of its own.
_ANYTHING = (
    r"(?:sql(?: (?:quer(?:y|ies)|statements?|commands?|code|scripts?))?|(?:shell|bash|terminal|system|powershell|os)"
    r" (?:commands?|scripts?|code)|command[- ]line commands?|cli commands?|command in (?:a|the) (?:shell|terminal))"
)
# How one or several are called.
_GIVEN = r"(?:(?:an?|the|one|one or more|multiple|given|custom|raw|provided|your) ){0,2}"
# The act that a text begins with. Matches "Execute a SQL query on the server", "Run any kubectl command", "Executes
# arbitrary Python code"; not "Run a saved query", "Run a job".
_FIRST = LazyPattern(
    rf"\A\W{{0,3}}(?:(?:this tool|it) )?(?:run|execute|evaluate)s? "
    rf"(?:{_GIVEN}(?!saved |stored )(?:\w+ )?{_ANYTHING}"
    rf"|(?P<any>any|arbitrary) (?:\w+ )?(?:{_ANYTHING}|(?:\w+ )?(?:commands?|code|scripts?|javascript|python))"
    r"|(?P<likely>(?:any|arbitrary) (?:\w+ ){0,2}?(?:quer(?:y|ies)|statements?|expressions?)))\b",
    re.IGNORECASE,
)
# Statements that change or lose rows. Matches "INSERT, UPDATE or DELETE"; not "Delete a row".
_STATEMENTS = LazyPattern(
    r"\b(?:INSERT|UPDATE|DELETE|DROP|TRUNCATE|ALTER)\b[^.;]{0,30}\b(?:UPDATE|DELETE|DROP|TRUNCATE)\b"
)
# What denies them. Matches "only SELECT", "INSERT is rejected"; not "all rows".
_DENIED = LazyPattern(
    r"\b(?:no|not|never|only|cannot|without|except|block\w*|reject\w*|refuse\w*|forbid\w*|disallow\w*|\w+n't|instead"
    r"|use|if|when|unless|requires?)\b",
    re.IGNORECASE,
)
# What keeps it from doing harm, or makes another thing of it. Matches "read-only", "SELECT only", "SELECT queries",
# "allowed commands", "dry run", "in an isolated sandbox"; not "select a database".
_HARMLESS = LazyPattern(
    r"\bread[- ]?only\b|\b(?-i:SELECT)\b|\bonly (?:reads?|select|allow)|\bnon-?(?:destructive|mutating|modifying)"
    r"|\b(?:allow|white)-?list|\ballowed commands?|\bsafe(?:ly)? |\bdry[- ]?run|\bwithout (?:running|executing)"
    r"|\bsandbox|\bisolated\b|\bephemeral|\bexplain\b|\bsaved quer|\bsimulat"
    r"|\b(?:no|not|never|cannot|can't) (?:\w+ ){0,2}(?:modif|writ|chang|delet|destr)",
    re.IGNORECASE,
)


class StatedCommand(Struct, frozen=True):
    """The words that say what is run, whether no author would call that additive, and whether it surely writes."""

    quote: str
    is_sure: bool
    writes: bool = False


def stated_command(text: str) -> StatedCommand | None:
    """Return what the description of a tool says that it runs, if the caller may give it what destroys something."""
    first = next(sentences_of(text), "")
    found = _FIRST.match(first)
    if found is None:
        return None
    for sentence in sentences_of(text):
        named = _STATEMENTS.search(sentence)
        if named is not None and not _DENIED.search(sentence):
            return StatedCommand(excerpt(sentence, *named.span(), 30), is_sure=True, writes=True)
    if _HARMLESS.search(text):
        return None
    return StatedCommand(excerpt(first, *found.span(), 30), found["likely"] is None, found["any"] is not None)
