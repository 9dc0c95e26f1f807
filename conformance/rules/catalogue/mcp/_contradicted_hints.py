"""Annotations that the name, the text or the input of their tool contradicts: what clients believe and should not."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from conformance.display import excerpt, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.reading import examined_part, sentences_of
from conformance.inventory.siblings import list_prefix, verb_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.settings.profiles import Profile

# Fields whose value says what is done, and values with which something that was there is lost.
_OPERATIONS = frozenset(("operation", "action", "command", "mode"))
_ACTS = _OPERATIONS | {"method", "op"}
_LOSING = frozenset(("delete", "overwrite", "replace", "purge", "wipe"))
# What a tool is named after that surely loses something, and after which it likely does.
_LOSING_VERBS = frozenset(("delete", "drop", "purge", "wipe", "truncate", "erase", "destroy", "overwrite", "uninstall"))
_LIKELY_VERBS = frozenset(("remove", "clear", "reset", "revoke", "kill", "terminate"))
# What each call does once more. A message that is sent again is a second one.
_REPEATED_VERBS = frozenset(("append", "send", "increment", "decrement", "duplicate"))
# Words of fields by which a second call is distinguished from the first.
_TELLING = frozenset(("idempotency", "dedup", "deduplication", "nonce", "draft"))
# What a second call adds. Matches "creates a new issue each time", "is not idempotent", "every call adds a row"; not
# "creates a new issue".
_ONCE_MORE = LazyPattern(
    r"\bnot idempotent\b|\bnon-idempotent\b"
    r"|\b(?:creates?|adds?|appends?|sends?|generates?|starts?|makes?) (?:an? )?"
    r"(?:new|another|additional|further|separate) [^.;]{1,40}?\b(?:each|every) (?:time|call|invocation|run)\b"
    r"|\b(?:each|every) (?:call|invocation|run) (?:creates?|adds?|appends?|sends?|starts?) (?:an? )",
    re.IGNORECASE,
)
# What a second call does not change. Matches "Resolving a resolved one is a no-op", "This is idempotent", "safe to call
# repeatedly"; not "not idempotent", "a no-op in tests".
_ONCE = LazyPattern(
    r"(?:\bis |: |\A|\()(?:an )?idempotent\b|\balready\b[^.;]{0,40}\b(?:is|are) (?:a )?no-?op\b"
    r"|\bsafe to (?:call|run|retry|repeat)[^.;]{0,20}(?:repeatedly|(?:multiple|several|many) times|again)\b",
    re.IGNORECASE,
)
# What is anywhere in the world. Matches "Fetch a URL from the internet", "Search the web", "any website"; not "the web
# server", "URL of the page".
_WORLD = LazyPattern(
    r"\b(?:from|on|of|across|search(?:es)?|browses?|crawls?) the (?:open |public |whole |live )?(?:web|internet)\b"
    r"(?! ?-?(?:app|site|server|page|root|console|interface|ui)\b)|\bweb search\b"
    r"|\b(?:any|arbitrary) (?:public |external |given |valid )?(?:https? )?(?:urls?|web ?sites?|web ?pages?)\b",
    re.IGNORECASE,
)
# What keeps it at home, or is about it only. Matches "localhost", "not from the internet", "cached pages".
_AT_HOME = LazyPattern(
    r"\b(?:localhost|local|cached?|offline|intranet|internal|index|indexed|instead|rather|use|if|not?|never|without|\w+n't"
    r"|can|already)\b",
    re.IGNORECASE,
)


class _Contradiction(Struct, frozen=True):
    quote: str
    is_sure: bool = True


class _Claim(Struct, frozen=True):
    """What contradicts a hint of a certain value, and how a message says it of one tool and of several."""

    hint: str
    value: bool
    of_tool: Callable[[Tool, str], _Contradiction | None]
    one: str
    many: str
    advice: str


def contradicted_hints(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the tools that surely contradict a hint of theirs, and one for those that seem to."""
    prefix = list_prefix(inventory, (*profile.reading_verbs, *profile.changing_verbs))
    for claim in _CLAIMS:
        contradicted: dict[bool, dict[str, tuple[Tool, str]]] = {}
        for tool in inventory.tools:
            hints = as_object(tool.raw.get("annotations"))
            # for what only reads the protocol gives the others no meaning, except for the reach
            is_meant = hints.get("readOnlyHint") is not True or claim.hint == "openWorldHint"
            if hints.get(claim.hint) is claim.value and is_meant:
                found = claim.of_tool(tool, verb_of(tool, prefix))
                if found is not None:
                    contradicted.setdefault(found.is_sure, {})[tool.name] = (tool, found.quote)
        for is_sure, tools in contradicted.items():
            yield _problem(claim, is_sure, tools)


def _problem(claim: _Claim, is_sure: bool, tools: Mapping[str, tuple[Tool, str]]) -> Problem:
    names, many = list_codes(tools, 3), len(tools) > 1
    does = f"tools {names} {claim.many}, but their" if many else f"tool {names} {claim.one}, but its"
    return Problem(
        f"{does} `{claim.hint}` is {str(claim.value).lower()}",
        claim.advice,
        child(next(iter(tools.values()))[0].pointer, "annotations", claim.hint),
        {"quote": {name: quote for name, (_, quote) in tools.items()}},
        max_level=Level.WARNING if is_sure else Level.INFO,
        tools=[*tools],
    )


def _loss(tool: Tool, verb: str) -> _Contradiction | None:
    """Return what a text, a name, or a value that selects what is done, says of a loss."""
    from conformance.inventory.prose.losses import is_kept, stated_loss  # few tools have such an annotation

    text = tool.description or ""
    loss = stated_loss(text)
    if loss is not None and loss.is_sure:
        return _Contradiction(loss.quote)
    if verb in _LOSING_VERBS and not is_kept(text):
        return _Contradiction(tool.name)
    chosen = (
        f"{field.name}: {value}"
        for field in fields_of(tool)
        if field.name in _OPERATIONS and not field.holder
        for value in field.text_values
        if value in _LOSING
    )
    named = tool.name if verb in _LIKELY_VERBS and not is_kept(text) else ""
    quote = (loss.quote if loss is not None else "") or next(chosen, named)
    return _Contradiction(quote, is_sure=False) if quote else None


def _command(tool: Tool, _verb: str) -> _Contradiction | None:
    from conformance.inventory.prose.commands import stated_command  # as above

    command = stated_command(tool.description or "")
    return _Contradiction(command.quote, command.is_sure) if command is not None else None


def _repetition(tool: Tool, verb: str) -> _Contradiction | None:
    """Return what says that a second call does something once more."""
    words = {word for field in fields_of(tool) for word in words_of(field.name)}
    if not _TELLING.isdisjoint(words):
        return None
    found = _ONCE_MORE.search(examined_part(tool.description or ""))
    if found is not None:
        return _Contradiction(excerpt(found.string, *found.span(), 30))
    return _Contradiction(tool.name) if verb in _REPEATED_VERBS else None


def _no_repetition(tool: Tool, _verb: str) -> _Contradiction | None:
    found = _ONCE.search(examined_part(tool.description or ""))
    # what holds for one of several acts does not hold for the tool
    is_one_act = not any(field.name in _ACTS and not field.holder for field in fields_of(tool))
    return _Contradiction(excerpt(found.string, *found.span(), 30)) if found is not None and is_one_act else None


def _reach(tool: Tool, _verb: str) -> _Contradiction | None:
    """Return what says, at the beginning of a text, that a tool reaches anything in the web."""
    first = next(sentences_of(tool.description or ""), "")
    found = _WORLD.search(first)
    if found is None or _AT_HOME.search(first[: found.start()]) or _AT_HOME.search(first, found.end()):
        return None
    return _Contradiction(excerpt(first, *found.span(), 30))


_SET_DESTRUCTIVE = "set `destructiveHint` to true"
_CLAIMS = (
    _Claim(
        *("destructiveHint", False, _loss, "does more than add something", "do more than add something"),
        _SET_DESTRUCTIVE,
    ),
    _Claim(
        *("destructiveHint", False, _command, "runs what it is given", "run what they are given"),
        _SET_DESTRUCTIVE,
    ),
    _Claim(
        *("idempotentHint", True, _repetition, "does the same once more in each call", "do the same in each call"),
        "set `idempotentHint` to false",
    ),
    _Claim(
        *("idempotentHint", False, _no_repetition, "changes nothing if called again", "change nothing if called again"),
        "set `idempotentHint` to true",
    ),
    _Claim(
        *("openWorldHint", False, _reach, "reaches the whole web", "reach the whole web"),
        "set `openWorldHint` to true",
    ),
)
