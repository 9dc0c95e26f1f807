"""The shapes of the JSON that ``rules``, ``cost`` and ``drift --history`` print, which ``schemas/`` publishes.

The text below each field is its description there.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from conformance.commands.report_models import ClosedModel, DriftFile, HarnessName, OpenModel

_Count: TypeAlias = Annotated[int, Field(ge=0)]
_Level: TypeAlias = Literal["error", "warning", "info", "off"]

_TOOL_COST = {"tool": "ListTasks", "tokens": 120, "description": 40, "schema": 74}


class ListedRule(ClosedModel):
    """One rule, probe or notice, as ``conformance rules --format json`` lists them."""

    id: str = Field(examples=["timeout_unit"])
    """The name in findings and in the configuration."""
    category: str = Field(examples=["naming"])
    """The category of the rule, `probes` or `notices`."""
    level: _Level = Field(examples=["warning"])
    """The level in the profile, or `off`."""
    kinds: dict[str, _Level] = Field(examples=[{"timeout_unit.line_count": "info"}])
    """The levels of the kinds of problems that the rule tells apart, by their names in the configuration."""
    aliases: list[str] = Field(examples=[["duration_unit"]])
    """Older ids, under which findings are reported no more."""
    scope: str = Field(examples=["field"])
    """What the check judges one of at a time; `run` for a notice."""
    summary: str = Field(examples=["Durations, sizes and counts name their unit."])
    """What the check asks for, in one sentence."""
    source: str = Field(examples=["tool-contract-consistency#field-suffix-conventions"])
    """Where that is written; empty for what is ours."""


class ListedCost(ClosedModel):
    """What one tool costs in a request."""

    tool: str = Field(examples=["ListTasks"])
    """The tool."""
    tokens: _Count = Field(examples=[120])
    """The tokens of its name, description and schema."""
    description: _Count = Field(examples=[40])
    """Those of the description."""
    schema_tokens: _Count = Field(alias="schema", examples=[74])
    """Those of the schema as it is sent."""


class CostFile(ClosedModel):
    """The tokens that the tools cost in each request, as ``conformance cost --format json`` prints them."""

    tokens: _Count = Field(examples=[5000])
    """The tokens of all tools together."""
    counted: str = Field(examples=["estimated: one token per 4 bytes"])
    """How the tokens were counted."""
    budget: _Count | None = Field(examples=[4000, None])
    """The tokens that all tools may cost, `null` without a limit."""
    tools: list[ListedCost] = Field(examples=[[_TOOL_COST]])
    """The tools, the most expensive first."""


_VERSION = {"commit": "9f2c", "day": "2026-05-04", "subject": "Add ListTasks", "problem": None, "drift": None}


class HistoryVersion(ClosedModel):
    """One version of an inventory, with what changed since the one before."""

    commit: str = Field(examples=["9f2c"])
    """The id of the commit that made it."""
    day: str = Field(examples=["2026-05-04"])
    """The day of the commit."""
    subject: str = Field(examples=["Add ListTasks"])
    """The first line of its message."""
    problem: str | None = Field(examples=[None, "the file was removed"])
    """Why the version could not be compared, `null` if it could."""
    drift: DriftFile | None = Field(examples=[None])
    """What changed since the version before; `null` for the first one, and where there is a problem."""


class HistoryFile(OpenModel):
    """The JSON report of ``drift --history``."""

    version: Literal[1] = Field(examples=[1])
    """The version of this format; members may be added to it, and none is renamed or removed."""
    harness: HarnessName = Field(examples=[{"name": "tool-conformance", "version": "1.0.0"}])
    """The program that wrote the report."""
    file: str = Field(examples=["tools.json"])
    """The inventory."""
    versions: list[HistoryVersion] = Field(examples=[[_VERSION]])
    """Its versions, the oldest first."""
