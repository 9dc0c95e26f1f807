"""Memory: hits with a reference to read by, and the exact content behind a reference."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import failure_output, invalid_input_output, success_output
from conformance.contract.envelope import ToolError
from conformance.contract.families.command import truncation_line
from conformance.contract.family import Family, Sample, ToolDefinition, require_result
from conformance.contract.receipt import Part, ReceiptLine, View, artifact_lines, blocks_of, lines_of
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Arguments, Complete, Count, Instant, Many, Name, Result, Text

# Where else memories can be reached; the inventory lists it as `related_surfaces`.
MEMORY_SURFACES = ("memory and runtime APIs",)
# Enough to decide whether to fetch the memory.
_SNIPPET_CHARS = 240
SourceKind: TypeAlias = Literal["agent_memory", "work_item", "brief", "command_output"]


class MemorySearchArguments(Arguments):
    """The input of MemorySearch."""

    # A query in words; a text to compare with would be longer.
    query: Annotated[Name, Field(max_length=1_000)] = Field(description="What to look for, in a few words.")
    # More hits would not fit into one receipt with their snippets.
    limit: Annotated[int, Field(ge=1, le=20)] = Field(10, description="How many hits to return.")
    include_all_workspaces: bool = Field(False, description="Search the memory of other workspaces too.")


class MemoryGetArguments(Arguments):
    """The input of MemoryGet."""

    source_ref: Name = Field(description="A reference copied from MemorySearch, character by character.")
    # From the smallest preview to the most that a receipt has room for.
    max_chars: Annotated[int, Field(ge=160, le=8_000)] = Field(8_000, description="How much of the content to show.")


class MemoryHit(Result):
    """One hit of a search."""

    source_ref: Name
    kind: SourceKind
    title: Text
    snippet: Text
    score: float
    updated_at: Instant


class MemoryFound(Result):
    """The hits of a search, the best first; a stale index may lack the latest entries."""

    query: Text
    index_status: Literal["fresh", "stale"]
    results: Many[MemoryHit]


class MemoryEntry(Result):
    """What is known of a memory besides its content."""

    source_ref: Name
    kind: SourceKind
    title: Text
    updated_at: Instant


class MemoryFull(Complete):
    """A memory with its whole content."""

    memory: MemoryEntry
    content: Text


class MemoryRead(Result):
    """A memory with a preview of its content."""

    memory: MemoryEntry
    content_preview: Text | None
    content_truncated: bool
    artifacts: Many[ArtifactRef] | None = None
    content_artifact: Count | None = None


TOOLS = (
    ToolDefinition(
        name="MemorySearch",
        capability="core_agent",
        plane="memory",
        description="""\
Search what you and the runtime have recorded: memory notes, work items, briefs and command output.

Files of the workspace are not searched. Each hit has a `source_ref` for MemoryGet.""",
        arguments=MemorySearchArguments,
        results=(MemoryFound,),
        related_surfaces=MEMORY_SURFACES,
    ),
    ToolDefinition(
        name="MemoryGet",
        capability="core_agent",
        plane="memory",
        description="""\
Read the content behind a `source_ref` of MemorySearch.

Copy the reference as it is: it is not a file path or URL, and an invented one leads nowhere.""",
        arguments=MemoryGetArguments,
        complete_shapes=(MemoryFull,),
        results=(MemoryRead,),
        related_surfaces=MEMORY_SURFACES,
    ),
)


def project(output: Complete, bounds: Bounds) -> Result:
    """Bound the content, or the snippets of the hits."""
    if isinstance(output, MemoryFull):
        content = bounds.text("content", output.content)
        return MemoryRead(
            memory=output.memory,
            content_preview=content.text,
            content_truncated=content.truncated,
            artifacts=bounds.artifacts,
            content_artifact=content.artifact,
        )
    if isinstance(output, MemoryFound):
        short = tuple(hit.model_copy(update={"snippet": clip(hit.snippet, _SNIPPET_CHARS)}) for hit in output.results)
        return output.model_copy(update={"results": short})
    return require_result(output)


def render(tool_name: str, result: View) -> Iterator[Part]:
    """Render the content, or the hits with their references."""
    if tool_name == "MemorySearch":
        yield from _search_parts(result)
        return
    yield ReceiptLine("Memory read")
    memory = result.view("memory")
    yield from lines_of(memory, (("Source ref", "source_ref"), ("Title", "title"), ("Updated", "updated_at")))
    yield from truncation_line(result, "content_truncated", "Content", kept="artifacts" in result.members)
    yield from artifact_lines(result)
    yield from blocks_of(result, (("Content", "content_preview"),))


def _search_parts(result: View) -> Iterator[Part]:
    hits = result.views("results")
    yield ReceiptLine(f"Memories found: {len(hits)}" if hits else "No memories found")
    yield from lines_of(result, (("Query", "query"),))
    if result.text("index_status") == "stale":
        yield ReceiptLine("The index is stale: the latest entries may be missing")
    for number, hit in enumerate(hits, 1):
        yield ReceiptLine(hit.text("title") or "(no title)", f"[{number}] {hit.text('kind') or 'memory'}")
        yield from lines_of(hit, (("Source ref", "source_ref"), ("Updated", "updated_at"), ("Snippet", "snippet")))


_ENTRY = MemoryEntry(
    source_ref="agent_memory:notes.md#parser",
    kind="agent_memory",
    title="Notes on the parser",
    updated_at="2026-05-20T08:00:00Z",
)

SAMPLES = (
    Sample(
        "found",
        success_output(
            "MemorySearch",
            "2 memories found",
            MemoryFound(
                query="trailing commas",
                index_status="fresh",
                results=(
                    MemoryHit(
                        source_ref="agent_memory:notes.md#parser",
                        kind="agent_memory",
                        title="Notes on the parser",
                        snippet="Trailing commas are rejected in the grammar, not in the lexer.",
                        score=0.92,
                        updated_at="2026-05-20T08:00:00Z",
                    ),
                    MemoryHit(
                        source_ref="work_item:wi_12:report",
                        kind="work_item",
                        title="Report on the first attempt",
                        snippet="The first attempt broke nested lists.",
                        score=0.61,
                        updated_at="2026-04-02T08:00:00Z",
                    ),
                ),
            ),
        ),
    ),
    Sample(
        "found_nothing",
        success_output(
            "MemorySearch", "no memories found", MemoryFound(query="semicolons", index_status="stale", results=())
        ),
    ),
    Sample("search_invalid_input", invalid_input_output("MemorySearch", "missing field `query`")),
    Sample(
        "read",
        success_output(
            "MemoryGet",
            "memory read",
            MemoryFull(memory=_ENTRY, content="# Parser\n\nTrailing commas are rejected in the grammar.\n"),
        ),
    ),
    Sample(
        "read_truncated",
        success_output(
            "MemoryGet",
            "memory read in part",
            MemoryFull(memory=_ENTRY, content="".join(f"- remark {n} about the parser\n" for n in range(1, 401))),
        ),
    ),
    Sample(
        "read_unknown_source",
        failure_output(
            "MemoryGet",
            ToolError(
                kind="memory_source_not_found",
                message="there is no memory under notes.md",
                details={"source_ref": "notes.md"},
                recovery_hint="search with MemorySearch and copy a source_ref from its hits",
                retryable=False,
            ),
        ),
    ),
)

FAMILY = Family(
    tools=TOOLS, budget=Budget(preview_chars=8_000, listed_items=20), project=project, render=render, samples=SAMPLES
)
