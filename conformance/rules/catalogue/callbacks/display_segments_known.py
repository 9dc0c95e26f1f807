"""Display segments are objects of a defined type with the content of that type, and limited in number.

"Each segment is an object with type and content fields." "Defined types are "text" and "diff"." A segment of another
type is never displayed by a strict runtime, and nobody reads a member that no type has (both are warnings). A member
of another type, such as the `path` of a diff in a text, is lost, and a wrong shape breaks runtimes that trust it.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.callback.observed import ObservedMessage, Segment
from conformance.callback.segments import Diff
from conformance.display import code_choice, code_text
from conformance.documents.pointers import child, resolve
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_POINTER = "/display_as"
_MAX_REPORTED = 10
# "Each segment is an object with type and content fields", and what the content of a type has.
_SEGMENT_MEMBERS = ("type", "content")
_CONTENT_MEMBERS = {"text": (), "diff": tuple(Diff.model_fields), "image": ("data", "mediaType")}


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield problems for wrong shapes and too many segments, and warnings for types and members it does not define."""
    tables = profile.message_tables
    count = len(as_array(message.members.get("display_as")))
    if count > tables.most_segments:
        hint = "send one segment for each type that a client may display"
        yield Problem(f"`display_as` has {count} segments, but at most {tables.most_segments} are read", hint, _POINTER)
        return
    diffs = {segment.pointer for segment in message.segments if segment.type == "diff"}
    for problem in list(shape_problems(message, profile, _POINTER))[:_MAX_REPORTED]:
        if not any(problem.pointer.startswith(f"{diff}/content") for diff in diffs):
            yield problem
    unknown = [s for s in message.segments if isinstance(s.type, str) and s.type not in tables.segment_types]
    for segment in unknown[:_MAX_REPORTED]:
        fault = f"segment type {code_text(str(segment.type))} is not defined, so runtimes may skip it"
        hint = f"use {code_choice(tables.segment_types)}"
        yield Problem(fault, hint, child(segment.pointer, "type"), max_level=Level.WARNING)
    yield from islice(_foreign_members(message), _MAX_REPORTED)


def _foreign_members(message: ObservedMessage) -> Iterator[Problem]:
    for segment in message.segments:
        outside: JsonValue = resolve(message.members, segment.pointer)
        yield from _member_problems(segment, segment.pointer, outside, _SEGMENT_MEMBERS)
        inside = _CONTENT_MEMBERS.get(segment.type if isinstance(segment.type, str) else "")
        if inside:
            yield from _member_problems(segment, child(segment.pointer, "content"), segment.content, inside)


def _member_problems(segment: Segment, pointer: str, holder: JsonValue, defined: tuple[str, ...]) -> Iterator[Problem]:
    known = isinstance(segment.type, str) and segment.type in _CONTENT_MEMBERS
    what = f"a {code_text(str(segment.type))} segment" if known else "a segment"
    elsewhere = {name for kind, names in _CONTENT_MEMBERS.items() if kind != segment.type for name in names}
    for name in as_object(holder):
        if name not in defined:
            message = f"member {code_text(name)} is not part of {what}, so nobody reads it"
            hint = f"remove it, or write what it says into {code_text(defined[-1])}"
            at_most = Level.ERROR if known and name in elsewhere else Level.WARNING
            yield Problem(message, hint, child(pointer, name), max_level=at_most)


_PATCH = "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n"

RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#display-segments",
    good=({"display_as": [{"type": "text", "content": "copied 2 files"}]},),
    bad=(
        BadExample({"display_as": [{"type": "text"}]}, says="`content` is missing", at="/display_as/0/content"),
        BadExample(
            {"display_as": [{"type": "text", "content": {"a": 1}}]}, says="but is an object", at="/display_as/0/content"
        ),
        BadExample(
            {"display_as": {"type": "text", "content": "x"}},
            says="`display_as` must be an array, but is an object",
            at="/display_as",
        ),
        BadExample(
            {"display_as": ["copied", {"type": "text", "content": "x"}]},
            says="item 0 of `display_as` must be an object, but is a string",
            at="/display_as/0",
        ),
        BadExample({"display_as": [{"type": "text", "content": "x"}] * 101}, says="101 segments", at="/display_as"),
        BadExample(
            {"display_as": [{"type": "chart", "content": {}}, {"type": "text", "content": "x"}]},
            says="`chart` is not defined",
            at="/display_as/0/type",
        ),
        BadExample(
            {"display_as": [{"type": "text", "content": "copied 2 files", "path": "a.txt"}]},
            says="member `path` is not part of a `text` segment",
            at="/display_as/0/path",
        ),
        BadExample(
            {
                "display_as": [
                    {"type": "diff", "content": {"path": "a.txt", "patch": _PATCH, "language": "text"}},
                    {"type": "text", "content": "edited a.txt"},
                ]
            },
            says="member `language` is not part of a `diff` segment",
            at="/display_as/0/content/language",
        ),
    ),
)
