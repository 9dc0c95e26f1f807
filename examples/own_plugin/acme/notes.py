"""Notes of the team: the tool, what it answers, how much of that is kept, and what the model is shown."""

from collections.abc import Iterator

from conformance import (
    Arguments,
    ArtifactRef,
    Bounds,
    Budget,
    Complete,
    CompleteOutput,
    Family,
    Many,
    OutputBlock,
    ReceiptLine,
    Result,
    Sample,
    ToolDefinition,
    View,
    artifact_lines,
)


class TeamMemoryGetArguments(Arguments):
    """The input of TeamMemoryGet."""

    note_id: str


class WholeNote(Complete):
    """A note as it is stored."""

    note_id: str
    content: str


class NoteRead(Result):
    """A note as the model gets it: the beginning and end of a long one, and the number of its file."""

    note_id: str
    content_preview: str | None
    content_truncated: bool
    artifacts: Many[ArtifactRef] | None = None
    content_artifact: int | None = None


TOOL = ToolDefinition(
    name="TeamMemoryGet",
    capability="core_agent",
    plane="memory",
    description="Read a note of the team by its `note_id`. (owner: notes)",
    arguments=TeamMemoryGetArguments,
    results=(NoteRead,),
    complete_shapes=(WholeNote,),
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Keep of a note what the budget allows; the rest goes into an artifact."""
    if not isinstance(output, WholeNote):
        raise TypeError(f"{type(output).__name__} is no note")
    kept = bounds.text("content", output.content)
    return NoteRead(
        note_id=output.note_id,
        content_preview=kept.text,
        content_truncated=kept.truncated,
        artifacts=bounds.artifacts,
        content_artifact=kept.artifact,
    )


def render(_tool: str, result: View) -> Iterator[ReceiptLine | OutputBlock]:
    """Say what happened, which note it is, and what is in it."""
    yield ReceiptLine("Note read")
    yield ReceiptLine(result.text("note_id") or "", "Note id")
    if result.members.get("content_truncated"):
        yield ReceiptLine("Content was cut; the artifact has all of it")
    yield from artifact_lines(result)
    if (content := result.text("content_preview")) is not None:
        yield OutputBlock("Content", content)


def _sample(name: str, content: str) -> Sample:
    note = WholeNote(note_id="note_12", content=content)
    return Sample(name, CompleteOutput("TeamMemoryGet", "success", "note_12 was read", note))


FAMILY = Family(
    tools=(TOOL,),
    budget=Budget(preview_chars=2_000),
    project=project,
    render=render,
    samples=(_sample("short", "Buy milk."), _sample("long", "Buy milk. " * 500)),
)
