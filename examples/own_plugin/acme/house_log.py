"""Logs of our own runtime: one object per line, ``{"ran": TOOL, "with": INPUT, "gave": TEXT}``."""

from collections.abc import Sequence

from conformance import CallEvent, JsonObject, Part, ResultEvent, TraceFormat


def read(line: JsonObject, pointer: str) -> Sequence[CallEvent | ResultEvent]:
    """Return the call of a line and its result; ``None`` would say that the line is of another format."""
    tool = str(line["ran"])
    call = CallEvent(tool, id=None, input=Part(line.get("with"), f"{pointer}/with"), pointer=pointer)
    if "gave" not in line:
        return [call]
    gave = Part(line["gave"], f"{pointer}/gave")
    return [call, ResultEvent(None, gave, str(gave.value), is_error=None, pointer=pointer, tool=tool)]


# A line that has this member is read by this format.
FORMAT = TraceFormat("log of our own runtime", read, frozenset({"ran"}))
