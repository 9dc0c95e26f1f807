"""The shapes of the JSON reports of findings and of drift, which ``schemas/`` publishes.

The text below each field is its description there.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

_AnyObject: TypeAlias = Annotated[Any, Field(json_schema_extra={"type": "object"})]
_Count: TypeAlias = Annotated[int, Field(ge=0)]
_Position: TypeAlias = Annotated[int, Field(ge=1)]

# What the examples below are of: one finding, one change and what they consist of.
_FILE, _TOOL, _POINTER = "tools.json", "ListTasks", "/tools/0/input_schema/properties/timeout"
_RULE, _FINGERPRINT = "duration_unit", "35be34d7b69ba09d"
_LOCATION = {"file": _FILE, "line": 12, "column": 9}
_EVIDENCE = {"quote": "the timeout in seconds"}
_HARNESS = {"name": "tool-conformance", "version": "1.0.0"}
_PLACE = {"tool": _TOOL, "pointer": _POINTER, "fingerprint": _FINGERPRINT, "location": _LOCATION, "evidence": _EVIDENCE}
_FINDING = {
    "rule": _RULE, "level": "warning", "tool": _TOOL, "pointer": _POINTER,
    "message": "duration `timeout` does not end in `_ms`", "hint": "rename it to `timeout_ms`",
    "fingerprint": _FINGERPRINT, "location": _LOCATION, "evidence": _EVIDENCE, "suppressed": None,
}  # fmt: skip
_OTHER_TOOL = "ListAgents"
_RELATED = {"tool": _OTHER_TOOL, "pointer": "/tools/1/name", "location": _LOCATION}
_SUMMARY = {"error": 0, "warning": 1, "info": 0, "suppressed": 0}
_CHECKED = {"tools": 12, "rules": 57, "records": 0}
_FAULT = {"kind": "unreachable", "message": "server exited with status 1", "recovery_hint": "start it by hand"}
_COVERAGE = {"tool": _TOOL, "tested": 9, "skipped": 0, "undetermined": 1}
_CONTRACT = {"tool": _TOOL, "calls": 4, "seen": 3, "total": 5, "never": ["/input/limit"], "error_kinds": {"timeout": 1}}
_CENSUS = {
    "tool": _TOOL, "calls": 4, "statuses": {"success": 3, "error": 1}, "error_kinds": {"timeout": 1}, "truncated": 0,
    "size": 4096, "largest": 1400,
}  # fmt: skip
_PART = {"subject": _FILE, "summary": _SUMMARY, "checked": _CHECKED}
_CALL = {"file": "traces/monday.jsonl", "line": 7, "column": 1}
_TIME = "2026-05-04T09:30:00Z"
_USAGE = {
    "class": "broken", "calls": 40, "refused": 3, "share": 0.075, "first": [_CALL], "first_time": _TIME,
    "last_time": _TIME,
}  # fmt: skip
_CALLS = {"read": 52, "known": 40, "refused_before": 0, "undecided": 0}
_CHANGE = {
    "tool": _TOOL, "surface": "input", "kind": "field_removed", "verdict": "breaking", "level": "error",
    "direction": "input", "pointer": "/tools/0/input_schema/properties/limit", "location": _LOCATION,
    "before": {"type": "integer"}, "after": None, "witness": {"limit": 1}, "message": "`limit` was removed",
    "hint": "keep it", "fingerprint": _FINGERPRINT, "suppressed": None,
}  # fmt: skip
_CHANGES = {"breaking": 1, "compatible": 2, "unknown": 0, "cosmetic": 1, "suppressed": 0}


class OpenModel(BaseModel):
    """A shape that readers of today keep unknown keys of."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)


class ClosedModel(BaseModel):
    """A shape that is written here and nowhere else."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class HarnessName(ClosedModel):
    """Who wrote a report."""

    name: Literal["tool-conformance"] = Field(examples=["tool-conformance"])
    """The name of this program."""
    version: str = Field(examples=["1.0.0"])
    """Its version."""


class ReportLocation(ClosedModel):
    """A place in a file; line and column count from 1."""

    file: str = Field(examples=[_FILE])
    """The file, as it was named or relative to where the command ran."""
    line: _Position = Field(examples=[12])
    """The line, from 1."""
    column: _Position = Field(examples=[9])
    """The column in characters, from 1."""


class ReportPlace(ClosedModel):
    """One of several places of a finding; an ignore may accept each for itself."""

    tool: str | None = Field(examples=[_TOOL])
    """The tool, `null` for what concerns no single tool."""
    pointer: str = Field(examples=[_POINTER])
    """The JSON Pointer into the checked document."""
    fingerprint: str = Field(examples=[_FINGERPRINT])
    """The stable name of the finding at this place."""
    location: ReportLocation | None = Field(examples=[_LOCATION])
    """The position in a file, `null` where it is not known."""
    evidence: _AnyObject = Field(examples=[_EVIDENCE])
    """What shows the finding at this place, by name."""


class ReportRelated(ClosedModel):
    """Another tool that a finding is about, where it is about several together."""

    tool: str = Field(examples=[_OTHER_TOOL])
    """The other tool."""
    pointer: str = Field(examples=["/tools/1/name"])
    """The JSON Pointer into the checked document."""
    location: ReportLocation | None = Field(examples=[_LOCATION])
    """The position in a file, `null` where it is not known."""


class ReportFinding(ClosedModel):
    """One finding; ``suppressed`` says why it does not count, ``places`` are all its places where it has several."""

    rule: str = Field(examples=[_RULE])
    """The id of the rule, probe or notice; `conformance explain` describes it."""
    level: Literal["error", "warning", "info"] = Field(examples=["warning"])
    """The severity, by the profile and the configuration."""
    tool: str | None = Field(examples=[_TOOL])
    """The tool, `null` for what concerns no single tool."""
    pointer: str = Field(examples=[_POINTER])
    """The JSON Pointer into the checked document; empty for the whole of it."""
    message: str = Field(examples=["duration `timeout` does not end in `_ms`"])
    """What is wrong, in one sentence."""
    hint: str = Field(examples=["rename it to `timeout_ms`"])
    """What to write instead; empty where there is no advice."""
    fingerprint: str = Field(examples=[_FINGERPRINT])
    """A name that survives other lines, another order of tools and another wording; ignores and baselines use it."""
    location: ReportLocation | None = Field(examples=[_LOCATION])
    """The position in a file, `null` where it is not known."""
    evidence: _AnyObject = Field(examples=[_EVIDENCE])
    """What shows the finding, by name: a quotation, an instance, a call and its reply."""
    suppressed: str | None = Field(examples=[None, "kept for old clients"])
    """Why it was accepted, `null` if it counts."""
    places: list[ReportPlace] | None = Field(default=None, examples=[[_PLACE]])
    """All places, where the same is found in several."""
    related: list[ReportRelated] | None = Field(default=None, examples=[[_RELATED]])
    """The other tools that this one finding is about; an ignore accepts it in all of them."""


class ReportSummary(ClosedModel):
    """Findings per level, the suppressed ones apart; one in several places counts once."""

    error: _Count = Field(examples=[0])
    """The errors that nobody accepted."""
    warning: _Count = Field(examples=[1])
    """The warnings that nobody accepted."""
    info: _Count = Field(examples=[0])
    """The infos that nobody accepted."""
    suppressed: _Count = Field(examples=[0])
    """The accepted findings of all levels."""


class ReportChecked(ClosedModel):
    """How much was looked at."""

    tools: _Count = Field(examples=[12])
    """The tools that were judged, or that recorded calls were about."""
    rules: _Count = Field(examples=[57])
    """The rules or probes that had something to judge."""
    records: _Count = Field(examples=[0])
    """The recorded results, messages or answers that were judged."""


class ReportCoverage(ClosedModel):
    """How many questions to a tool (``null``: to the system) were tested, skipped and undetermined."""

    tool: str | None = Field(examples=[_TOOL])
    """The tool, `null` for questions to the system."""
    tested: _Count = Field(examples=[9])
    """The questions whose answer proves something."""
    skipped: _Count = Field(examples=[0])
    """The questions that need a call that was not allowed."""
    undetermined: _Count = Field(examples=[1])
    """The questions whose answer proves nothing."""


class ReportBrokeOff(OpenModel):
    """What ended the work before its end; the findings are those of before."""

    kind: str = Field(examples=["unreachable"])
    """The kind of the error."""
    message: str = Field(examples=["server exited with status 1"])
    """What happened."""
    recovery_hint: str = Field(examples=["start it by hand"])
    """What to do about it."""


class ReportPart(ClosedModel):
    """One of several subjects of a report; its findings are among those of the report."""

    subject: str = Field(examples=[_FILE])
    """What was judged: a file, or a source."""
    summary: ReportSummary = Field(examples=[_SUMMARY])
    """The findings in this subject, per level."""
    checked: ReportChecked = Field(examples=[_CHECKED])
    """How much of it was looked at."""
    built_in: list[str] | None = Field(default=None, examples=[["web_search"]])
    """The provider's own tools in it, which no rule can judge."""
    broke_off: ReportBrokeOff | None = Field(default=None, examples=[_FAULT])
    """Why it could not be checked."""


class ReportContract(ClosedModel):
    """How much of a tool's contract recorded calls have shown: parts seen, all parts, and the pointers never seen."""

    tool: str = Field(examples=[_TOOL])
    """The tool."""
    calls: _Count = Field(examples=[4])
    """The recorded calls of the tool."""
    seen: _Count = Field(examples=[3])
    """The parts of its contract that a call has shown."""
    total: _Count = Field(examples=[5])
    """All parts: fields, values, branches, bounds."""
    never: list[str] = Field(examples=[["/input/limit"]])
    """The pointers of the parts that no call has shown."""
    error_kinds: dict[str, _Count] = Field(examples=[{"timeout": 1}])
    """How many calls failed with each kind of error."""


class ReportCensus(ClosedModel):
    """What a log holds of one tool; sizes are those of its records in bytes."""

    tool: str = Field(examples=[_TOOL])
    """The tool; in parentheses what stands for calls without one, or for all further tools."""
    calls: _Count = Field(examples=[4])
    """The recorded calls of the tool."""
    statuses: dict[str, _Count] = Field(examples=[{"success": 3, "error": 1}])
    """How many calls came to each status."""
    error_kinds: dict[str, _Count] = Field(examples=[{"timeout": 1}])
    """How many calls failed with each kind of error."""
    truncated: _Count = Field(examples=[0])
    """The results that say that they are truncated."""
    size: _Count = Field(examples=[4096])
    """The size of all its records."""
    largest: _Count = Field(examples=[1400])
    """The size of its largest record."""


class ReportFile(OpenModel):
    """The JSON report of ``check``, ``probe``, ``audit`` and ``callback``."""

    version: Literal[1] = Field(examples=[1])
    """The version of this format; members may be added to it, and none is renamed or removed."""
    harness: HarnessName = Field(examples=[_HARNESS])
    """The program that wrote the report."""
    subject: str = Field(examples=[_FILE])
    """What was judged: a file, a source, or the number of several."""
    findings: list[ReportFinding] = Field(examples=[[_FINDING]])
    """All findings, accepted ones included."""
    summary: ReportSummary = Field(examples=[_SUMMARY])
    """The number of findings per level."""
    checked: ReportChecked | None = Field(default=None, examples=[_CHECKED])
    """How much was looked at."""
    built_in: list[str] | None = Field(default=None, examples=[["web_search"]])
    """The provider's own tools in what was checked, which no rule can judge."""
    left_out: list[str] | None = Field(default=None, examples=[["1 of 3 tools (`--tool`)"]])
    """What an option left out, one line each."""
    coverage: list[ReportCoverage] | None = Field(default=None, examples=[[_COVERAGE]])
    """What a running system was asked, per tool."""
    notes: list[str] | None = Field(default=None, examples=[["2 calls have no result"]])
    """What a reader should know, one line each."""
    contract: list[ReportContract] | None = Field(default=None, examples=[[_CONTRACT]])
    """What recorded calls have shown of the contract, per tool."""
    census: list[ReportCensus] | None = Field(default=None, examples=[[_CENSUS]])
    """What the log holds of each tool, where it was asked for."""
    broke_off: ReportBrokeOff | None = Field(default=None, examples=[_FAULT])
    """Why the work ended early, or had nothing to examine."""
    parts: list[ReportPart] | None = Field(default=None, examples=[[_PART]])
    """The subjects, where there are several."""


class DriftCallLocation(ClosedModel):
    """Where a recorded call is; the line is 0 if it is not known."""

    file: str = Field(examples=["traces/monday.jsonl"])
    """The file of the trace."""
    line: _Count = Field(examples=[7])
    """The line, from 1; 0 if it is not known."""
    column: _Position = Field(examples=[1])
    """The column, from 1."""


class DriftUsage(ClosedModel):
    """The recorded calls that a change refuses, of those that the old version accepted, and when they were made."""

    usage_class: Annotated[Literal["broken", "unused", "unmeasured"], Field(alias="class")] = Field(examples=["broken"])
    """Whether the change refuses recorded calls, refuses none, or was not measured."""
    calls: _Count = Field(examples=[40])
    """The recorded calls of the tool that the old version accepted."""
    refused: _Count = Field(examples=[3])
    """Those of them that the new version refuses."""
    share: Annotated[float, Field(ge=0, le=1)] = Field(examples=[0.075])
    """The refused ones as a part of the calls."""
    first: list[DriftCallLocation] = Field(examples=[[_CALL]])
    """Where the first refused calls are."""
    first_time: str | None = Field(examples=[_TIME])
    """When the first refused call was made, `null` if it is not known."""
    last_time: str | None = Field(examples=[_TIME])
    """When the last refused call was made, `null` if it is not known."""


class DriftCalls(ClosedModel):
    """What was counted of the recorded calls: all, those to tools of the old version, and what proves nothing."""

    read: _Count = Field(examples=[52])
    """All recorded calls."""
    known: _Count = Field(examples=[40])
    """The calls of tools of the old version."""
    refused_before: _Count = Field(examples=[0])
    """The calls that the old version refuses too."""
    undecided: _Count = Field(examples=[0])
    """The calls of which a version cannot be asked."""


class DriftChange(ClosedModel):
    """One change; ``witness`` is the instance that breaks, ``suppressed`` says why it does not count."""

    tool: str | None = Field(examples=[_TOOL])
    """The tool, `null` for what concerns the inventory."""
    surface: Literal[
        "input", "result", "envelope", "rendering", "description", "stability", "capability", "inventory"
    ] = Field(examples=["input"])
    """The part that changed."""
    kind: str = Field(examples=["field_removed"])
    """The kind of the change; `conformance explain` describes it."""
    verdict: Literal["breaking", "compatible", "unknown", "cosmetic"] = Field(examples=["breaking"])
    """Whether the change breaks a caller: `compatible` is proved, `unknown` is not decided."""
    level: Literal["error", "warning", "info"] = Field(examples=["error"])
    """The severity."""
    direction: Literal["input", "output"] | None = Field(examples=["input"])
    """Whether callers send it or read it, `null` for what they do neither with."""
    pointer: str = Field(examples=[_CHANGE["pointer"]])
    """The JSON Pointer into the new file, or into the old one for what was removed."""
    location: ReportLocation | None = Field(default=None, examples=[_LOCATION])
    """The position in a file, `null` where it is not known."""
    before: Any = Field(examples=[{"type": "integer"}])
    """The old value, `null` where there was none."""
    after: Any = Field(examples=[None])
    """The new value, `null` where there is none."""
    witness: Any = Field(examples=[{"limit": 1}])
    """An instance that one version accepts and the other rejects, which proves the break; `null` without one."""
    message: str = Field(examples=["`limit` was removed"])
    """What changed, in one sentence."""
    hint: str = Field(examples=["keep it"])
    """How to avoid the break; empty where there is no advice."""
    fingerprint: str = Field(examples=[_FINGERPRINT])
    """The stable name of the change; an `accept` entry names it."""
    suppressed: str | None = Field(examples=[None, "agreed with all callers"])
    """Why it was accepted, `null` if it counts."""
    usage: DriftUsage | None = Field(default=None, examples=[_USAGE])
    """The recorded calls that the change refuses, where calls were given."""


class DriftSummary(ClosedModel):
    """Active changes per verdict, the suppressed ones apart."""

    breaking: _Count = Field(examples=[1])
    """The breaking changes that nobody accepted."""
    compatible: _Count = Field(examples=[2])
    """The changes that are proved to break no caller."""
    unknown: _Count = Field(examples=[0])
    """The changes that could not be decided."""
    cosmetic: _Count = Field(examples=[1])
    """The changes of texts."""
    suppressed: _Count = Field(examples=[0])
    """The accepted changes."""


class DriftFile(OpenModel):
    """The JSON report of ``drift``."""

    version: Literal[1] = Field(examples=[1])
    """The version of this format; members may be added to it, and none is renamed or removed."""
    harness: HarnessName = Field(examples=[_HARNESS])
    """The program that wrote the report."""
    old: str = Field(examples=["main:tools.json"])
    """The old version: a file, or a git revision and its path."""
    new: str = Field(examples=[_FILE])
    """The new version."""
    reason: str = Field(examples=["the target branch"])
    """Why these two are compared; empty where both were named."""
    suggested_version: str | None = Field(examples=["2.0.0"])
    """The next version of a package with these tools, `null` where none was asked for."""
    changes: list[DriftChange] = Field(examples=[[_CHANGE]])
    """All changes, accepted ones included."""
    summary: DriftSummary = Field(examples=[_CHANGES])
    """The number of changes per verdict."""
    calls: DriftCalls | None = Field(default=None, examples=[_CALLS])
    """What was counted of the recorded calls, where they were given."""
    notes: list[str] | None = Field(default=None, examples=[["3 lines have no call of a tool"]])
    """What a reader should know, one line each."""
