"""The shapes of the JSON reports of findings and of drift, which ``schemas/`` publishes."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

_AnyObject: TypeAlias = Annotated[Any, Field(json_schema_extra={"type": "object"})]


class OpenModel(BaseModel):
    """A shape that readers of today keep unknown keys of."""

    model_config = ConfigDict(extra="allow")


class ClosedModel(BaseModel):
    """A shape that is written here and nowhere else."""

    model_config = ConfigDict(extra="forbid")


class HarnessName(ClosedModel):
    """Who wrote a report."""

    name: Literal["tool-conformance"]
    version: str


class ReportLocation(ClosedModel):
    """A place in a file; line and column count from 1."""

    file: str
    line: Annotated[int, Field(ge=1)]
    column: Annotated[int, Field(ge=1)]


class ReportPlace(ClosedModel):
    """One of several places of a finding; an ignore may accept each for itself."""

    tool: str | None
    pointer: str
    fingerprint: str
    location: ReportLocation | None
    evidence: _AnyObject


class ReportFinding(ClosedModel):
    """One finding; ``suppressed`` says why it does not count, ``places`` are all its places where it has several."""

    rule: str
    level: Literal["error", "warning", "info"]
    tool: str | None
    pointer: str
    message: str
    hint: str
    fingerprint: str
    location: ReportLocation | None
    evidence: _AnyObject
    suppressed: str | None
    places: list[ReportPlace] | None = None


class ReportSummary(ClosedModel):
    """Findings per level, the suppressed ones apart; one in several places counts once."""

    error: Annotated[int, Field(ge=0)]
    warning: Annotated[int, Field(ge=0)]
    info: Annotated[int, Field(ge=0)]
    suppressed: Annotated[int, Field(ge=0)]


class ReportChecked(ClosedModel):
    """How much was looked at."""

    tools: Annotated[int, Field(ge=0)]
    rules: Annotated[int, Field(ge=0)]
    records: Annotated[int, Field(ge=0)]


class ReportCoverage(ClosedModel):
    """How many questions to a tool (``null``: to the system) were tested, skipped and undetermined."""

    tool: str | None
    tested: Annotated[int, Field(ge=0)]
    skipped: Annotated[int, Field(ge=0)]
    undetermined: Annotated[int, Field(ge=0)]


class ReportBrokeOff(OpenModel):
    """What ended the work before its end; the findings are those of before."""

    kind: str
    message: str
    recovery_hint: str


class ReportPart(ClosedModel):
    """One of several subjects of a report; its findings are among those of the report."""

    subject: str
    summary: ReportSummary
    checked: ReportChecked
    built_in: list[str] | None = None
    broke_off: ReportBrokeOff | None = None


class ReportContract(ClosedModel):
    """How much of a tool's contract recorded calls have shown: parts seen, all parts, and the pointers never seen."""

    tool: str
    calls: Annotated[int, Field(ge=0)]
    seen: Annotated[int, Field(ge=0)]
    total: Annotated[int, Field(ge=0)]
    never: list[str]
    error_kinds: dict[str, Annotated[int, Field(ge=0)]]


class ReportFile(OpenModel):
    """The JSON report of ``check``, ``probe``, ``audit`` and ``callback``."""

    version: Literal[1]
    harness: HarnessName
    subject: str
    findings: list[ReportFinding]
    summary: ReportSummary
    checked: ReportChecked | None = None
    built_in: list[str] | None = None
    left_out: list[str] | None = None
    coverage: list[ReportCoverage] | None = None
    notes: list[str] | None = None
    contract: list[ReportContract] | None = None
    broke_off: ReportBrokeOff | None = None
    parts: list[ReportPart] | None = None


class DriftCallLocation(ClosedModel):
    """Where a recorded call is; the line is 0 if it is not known."""

    file: str
    line: Annotated[int, Field(ge=0)]
    column: Annotated[int, Field(ge=1)]


class DriftUsage(ClosedModel):
    """The recorded calls that a change refuses, of those that the old version accepted, and when they were made."""

    usage_class: Annotated[Literal["broken", "unused", "unmeasured"], Field(alias="class")]
    calls: Annotated[int, Field(ge=0)]
    refused: Annotated[int, Field(ge=0)]
    share: Annotated[float, Field(ge=0, le=1)]
    first: list[DriftCallLocation]
    first_time: str | None
    last_time: str | None


class DriftCalls(ClosedModel):
    """What was counted of the recorded calls: all, those to tools of the old version, and what proves nothing."""

    read: Annotated[int, Field(ge=0)]
    known: Annotated[int, Field(ge=0)]
    refused_before: Annotated[int, Field(ge=0)]
    undecided: Annotated[int, Field(ge=0)]


class DriftChange(ClosedModel):
    """One change; ``witness`` is the instance that breaks, ``suppressed`` says why it does not count."""

    tool: str | None
    surface: Literal["input", "result", "envelope", "rendering", "description", "stability", "capability", "inventory"]
    kind: str
    verdict: Literal["breaking", "compatible", "unknown", "cosmetic"]
    level: Literal["error", "warning", "info"]
    direction: Literal["input", "output"] | None
    pointer: str
    location: ReportLocation | None = None
    before: Any
    after: Any
    witness: Any
    message: str
    hint: str
    fingerprint: str
    suppressed: str | None
    usage: DriftUsage | None = None


class DriftSummary(ClosedModel):
    """Active changes per verdict, the suppressed ones apart."""

    breaking: Annotated[int, Field(ge=0)]
    compatible: Annotated[int, Field(ge=0)]
    unknown: Annotated[int, Field(ge=0)]
    cosmetic: Annotated[int, Field(ge=0)]
    suppressed: Annotated[int, Field(ge=0)]


class DriftFile(OpenModel):
    """The JSON report of ``drift``."""

    version: Literal[1]
    harness: HarnessName
    old: str
    new: str
    reason: str
    suggested_version: str | None
    changes: list[DriftChange]
    summary: DriftSummary
    calls: DriftCalls | None = None
    notes: list[str] | None = None
