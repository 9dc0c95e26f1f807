"""A tool says by its annotations whether it reads, destroys, may be repeated, or reaches the open world.

What is not said means the worst: not read-only, destructive, open to the world. A misspelt hint is dropped by clients
without a word, and then means the worst as well.
"""

from collections.abc import Iterator, Mapping

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.json_values import JsonObject, type_name
from conformance.pointers import child
from conformance.profiles import Profile
from conformance.scopes import TOOL, Bad
from conformance.words import nearest, quoted, words_of

_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_KNOWN = ("title", *_HINTS)


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for missing annotations, for unknown or ill-typed ones, and for ones that contradict."""
    hints = tool.raw.get("annotations")
    if not isinstance(hints, Mapping):
        yield _missing(tool, profile)
        return
    yield from _malformed(hints)
    if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is True:
        yield Problem(
            "the annotations say that it only reads, and that it destroys",
            "set 'destructiveHint' to false, or leave it out beside 'readOnlyHint'",
            "/annotations/destructiveHint",
        )
    if not any(isinstance(hints.get(hint), bool) for hint in _HINTS):
        yield _missing(tool, profile)


def _missing(tool: Tool, profile: Profile) -> Problem:
    verb = next(iter(words_of(tool.name)), "")
    reads = verb in profile.reading_verbs
    return Problem(
        "no annotation says what it does to the world, which means: destructive, and open to the world"
        + (f"; its name begins with {quoted(verb)}" if reads else ""),
        'add "annotations": {"readOnlyHint": true}' if reads else "add 'readOnlyHint' or 'destructiveHint'",
        "/annotations",
        at_most=Level.WARNING if reads else Level.INFO,
    )


def _malformed(hints: JsonObject) -> Iterator[Problem]:
    for name, value in hints.items():
        wanted = "string" if name == "title" else "boolean"
        if name not in _KNOWN:
            meant = nearest(name, _KNOWN)
            yield Problem(
                f"there is no annotation {quoted(name)}: clients drop it",
                f"write {quoted(meant)}" if meant else f"known are {', '.join(_KNOWN)}",
                child("/annotations", name),
            )
        elif type_name(value) != wanted:
            yield Problem(
                f"the annotation {quoted(name)} is {type_name(value)}, not {wanted}",
                f"write a {wanted}",
                child("/annotations", name),
            )


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=({"name": "list_tasks", "annotations": {"readOnlyHint": True, "openWorldHint": False}},),
    bad=(
        Bad(
            {"name": "list_tasks", "annotations": {"readonlyHint": True, "openWorldHint": False}},
            says="'readonlyHint'",
            at="/tools/0/annotations/readonlyHint",
        ),
        Bad({"name": "list_tasks", "annotations": None}, says="begins with 'list'", at="/tools/0/annotations"),
        Bad({"name": "run_task", "annotations": {"openWorldHint": "no", "readOnlyHint": False}}, says="is string"),
    ),
)
