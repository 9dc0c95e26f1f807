"""A diff segment names one file of the project and contains a valid unified diff.

"path: The file path the diff applies to." "patch: A unified diff string (standard ---/+++/@@ format)." A patch that
can't be parsed can't be displayed, and one that changes another file is displayed under the wrong name. Wrong line
counts in a hunk are warnings: the patch can still be displayed, and the protocol's own example has them.
"""

import re
from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage, Segment
from conformance.callback.unified_diff import NotADiffError, Patch, parse_patch
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object, as_text
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

# A byte that git writes as three octal digits in a quoted name.
_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")
# The time of a file, which diff separates by a tab and other tools by blanks.
_TIME = LazyPattern(r"\s+\d{4}-\d\d-\d\d[ T].*\Z")
_HINT = "write `--- old`, `+++ new`, and for each hunk `@@ -start,count +start,count @@` and its lines"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield problems for each diff segment: its shape, its path, its patch."""
    for segment in message.segments[: profile.message_tables.most_segments]:
        if segment.type == "diff":
            yield from shape_problems(message, profile, child(segment.pointer, "content"))
            yield from _segment_problems(segment)


def _segment_problems(segment: Segment) -> Iterator[Problem]:
    content = as_object(segment.content)
    path, patch = as_text(content.get("path")), as_text(content.get("patch"))
    if path is not None and (".." in path.replace("\\", "/").split("/") or not path.strip()):
        at, hint = child(segment.pointer, "content", "path"), "write the path relative to the project root"
        yield Problem(f"diff path {code_text(path)} is not inside the project", hint, at)
    if patch is not None:
        yield from _patch_problems(path, patch, child(segment.pointer, "content", "patch"))


def _patch_problems(path: str | None, patch: str, at: str) -> Iterator[Problem]:
    try:
        parsed = parse_patch(patch)
    except NotADiffError as error:
        yield Problem(f"line {error.line} of the patch is invalid: {error.reason}", _HINT, at)
        return
    if parsed.miscounts:
        yield _miscount_problem(parsed, at)
    other = next((file for file in parsed.files if not any(_is_same_file(path or "", named) for named in file)), None)
    if path is not None and other is not None:
        old, new = other
        message = f"diff path {code_text(path)} is not what the patch changes: {code_text(old)} and {code_text(new)}"
        yield Problem(message, "name the same file in `path` and `patch`, and send one segment per file", at)


def _miscount_problem(parsed: Patch, at: str) -> Problem:
    first, others = parsed.miscounts[0], len(parsed.miscounts) - 1
    stated, counted = ("-{} +{}".format(*pair) for pair in (first.stated, first.counted))
    rest = f" (and {others} more {'hunk' if others == 1 else 'hunks'})" if others else ""
    message = f"hunk on line {first.line} of the patch states {stated} lines but has {counted}{rest}"
    hint = "correct the line counts, or generate the patch with a diff library"
    return Problem(message, hint, at, max_level=Level.WARNING)


def _is_same_file(path: str, named: str) -> bool:
    named = _plain_name(named)
    plain = [named, named.partition("/")[2]] if named[:2] in ("a/", "b/") else [named]
    wanted = path.replace("\\", "/").removeprefix("./")
    return any(wanted == one or wanted.endswith(f"/{one}") or one.endswith(f"/{wanted}") for one in plain if one)


def _plain_name(named: str) -> str:
    """Return a file name of a header without git's quoting and without a time behind it."""
    if named.startswith('"') and named.endswith('"') and len(named) > 1:
        octets = _OCTAL.sub(lambda found: bytes([int(found[1], 8)]), named[1:-1].encode("utf-8", "surrogatepass"))
        named = octets.decode("utf-8", "replace")
    return _TIME.sub("", named)


_LINES = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,2 +1,2 @@\n title\n-old\n+new\n"
_LAST: JsonObject = {"type": "text", "content": "edited notes.txt"}


def _example(patch: str, path: str = "notes.txt") -> JsonObject:
    return {"display_as": [{"type": "diff", "content": {"path": path, "patch": patch}}, _LAST]}


RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#segment-type-diff",
    good=(
        _example(_LINES),
        _example("--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1 @@\n+text\n", "docs/new.md"),
        _example("--- notes.txt 2026-05-27 10:00:00\n+++ notes.txt 2026-05-27 10:00:01\n@@ -1 +1 @@\n-a\n+b\n"),
        _example('--- "a/\\303\\251.txt"\n+++ "b/\\303\\251.txt"\n@@ -1 +1 @@\n-a\n+b\n', "\u00e9.txt"),
    ),
    bad=(
        BadExample(_example("changed line 2"), says="no file header", at="/display_as/0/content/patch"),
        BadExample(_example("--- a/notes.txt\n+++ b/notes.txt\n"), says="not followed by a hunk"),
        BadExample(_example(_LINES.replace("-1,2", "-1,99999999999")), says="more lines than a file can have"),
        BadExample(_example(_LINES + "@@ -2 +2 @@\n-old\n+new\n"), says="before the end of the previous hunk"),
        BadExample(_example(_LINES.replace("-1,2", "-1,3")), says="states -3 +2 lines but has -2 +2"),
        BadExample(_example(_LINES, "other.txt"), says="`other.txt` is not what the patch changes"),
        BadExample(
            _example(_LINES + _LINES.replace("notes", "other")), says="changes: `a/other.txt` and `b/other.txt`"
        ),
        BadExample(_example(_LINES, "../notes.txt"), says="is not inside the project", at="/display_as/0/content/path"),
        BadExample(
            {"display_as": [{"type": "diff", "content": {"patch": _LINES}}, _LAST]},
            says="`path` is missing",
            at="/display_as/0/content/path",
        ),
        BadExample({"display_as": [{"type": "diff"}, _LAST]}, says="is missing", at="/display_as/0/content"),
        BadExample(
            {"display_as": [{"type": "diff", "content": None}, _LAST]}, says="but is null", at="/display_as/0/content"
        ),
    ),
)
