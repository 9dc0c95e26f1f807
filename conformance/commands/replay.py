"""``replay``: ask saved failures again; each is fixed, still failing, or undetermined.

A file holds what is needed to ask the same question again: the source, the probe, the tool, the known good input and
the seed. A failure is fixed when the probe no longer raises the objection of the same fingerprint.
"""

import glob
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.masking import MASK
from conformance.commands.probe import Plan, probe
from conformance.commands.report import Report
from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.files import translate_write_errors, write_atomically
from conformance.documents.pointers import parent, split, walk
from conformance.documents.values import JsonObject, as_array, as_object, as_text, compact_json, leave_out, stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level
from conformance.inventory import Inventory
from conformance.names import snake_case
from conformance.probes.catalogue import all_probes, probe_ids
from conformance.probes.catalogue.valid_input_accepted import VALID_INPUT
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.probes.interview.positions import name_position
from conformance.schema.generation.object_positions import generalize_pointer
from conformance.schema.subschemas import Subschemas
from conformance.settings.checks import AppliedCheck
from conformance.settings.notices import INCONCLUSIVE, NOT_CALLED, NOTICES, OUT_OF_TIME, REPLY_READABLE
from conformance.systems.runtime import Opening
from conformance.systems.sources import Source, inventory_of, open_runtimes

FORMAT_VERSION: Literal[1] = 1
ENDING = ".replay.json"


class ReplayOutcome(StrEnum):
    """The outcome of a replayed failure."""

    FIXED = "FIXED"
    FAILING = "FAILING"
    ERROR = "ERROR"


class SavedFailure(Struct, frozen=True):
    """One saved failure; ``known_good`` is the input that the failing one was made from, if there was one."""

    file: Path
    source: str
    probe: str
    tool: str | None
    seed: int
    fingerprint: str
    message: str
    known_good: JsonObject | None
    fields: Sequence[str] = ()
    """Pointers of the fields that the schema had when the failure was saved, as far as the file shows."""
    tools: Sequence[str] = ()
    """The tools that it is about, where it is about several at once."""


class UnreadableFile(Struct, frozen=True):
    """A file that is not a saved failure, and the reason."""

    file: Path
    reason: str


class ReplayResult(Struct, frozen=True):
    """A failure with its outcome; ``message`` is the current one, or why it is undetermined."""

    failure: SavedFailure
    outcome: ReplayOutcome
    message: str


def save_failures(report: Report, source: str, seed: int, folder: Path) -> int:
    """Write one file per unsuppressed finding of a probe; return the number of files."""
    known = probe_ids()
    failures = [one for one in report.active_findings if one.rule in known and one.level is not Level.INFO]
    with translate_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for finding in failures:
        write_atomically(folder / _file_name(finding), stable_text(_value(finding, source, seed)).encode())
    return len(failures)


def _file_name(finding: Finding) -> str:
    tool = snake_case(finding.tool or "runtime")[:40] or "tool"
    return f"{tool}-{finding.rule}-{finding.fingerprint}{ENDING}"


def _value(finding: Finding, source: str, seed: int) -> JsonObject:
    return {
        "version": FORMAT_VERSION,
        "source": source,
        "probe": finding.rule,
        "tool": finding.tool,
        "seed": seed,
        "fingerprint": finding.fingerprint,
        "message": finding.message,
        "evidence": finding.evidence,
    }


def read_failures(paths: Sequence[Path]) -> tuple[list[SavedFailure], list[UnreadableFile]]:
    """Read files, and all saved failures in folders; an invalid file does not stop the others.

    Raises ``ConformanceError`` for a folder without any: a run that asks nothing again must not look like success.
    """
    failures: list[SavedFailure] = []
    unread: list[UnreadableFile] = []
    for file in (file for path in paths for file in _files(path)):
        try:
            failures.append(_failure(file))
        except ConformanceError as error:
            unread.append(UnreadableFile(file, str(error)))
    return failures, unread


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted(path.glob(f"*{ENDING}"))
    if not found:
        message = f"folder {code_text(str(path), 200)} contains no saved failures (`*{ENDING}`)"
        hint = "pass the folder that `conformance probe --save FOLDER` wrote to"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    yield from found


def _failure(file: Path) -> SavedFailure:
    members = as_object(reader.read(file).value)
    evidence = as_object(members.get("evidence"))
    known_good = evidence.get("known_good_input")
    source, probe = as_text(members.get("source")), as_text(members.get("probe"))
    seed = members.get("seed")
    if (
        members.get("version") != FORMAT_VERSION
        or source is None
        or probe not in probe_ids()
        or not isinstance(seed, int)
    ):
        message = "the file is not a failure saved by this version of `conformance probe --save`"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "save it again with this version")
    return SavedFailure(
        file,
        source,
        str(probe),
        as_text(members.get("tool")),
        seed,
        as_text(members.get("fingerprint")) or "",
        as_text(members.get("message")) or "",
        # a masked input differs from the one that was sent
        known_good if isinstance(known_good, Mapping) and MASK not in compact_json(known_good) else None,
        list(_field_pointers(evidence)),
        [name for one in as_array(evidence.get("tools")) if (name := as_text(one)) is not None],
    )


def _field_pointers(evidence: JsonObject) -> Iterator[str]:
    """Yield the pointers of the members of the valid inputs that a finding shows."""
    is_valid = as_object(evidence.get("mutation")).get("kind") == VALID_INPUT
    sent = as_object(evidence.get("call")).get("input") if is_valid else None
    for value in (evidence.get("known_good_input"), sent):
        yield from (pointer for pointer, _ in walk(value) if pointer and not split(pointer)[-1].isdigit())


def require_whole_source(source: str) -> None:
    """Raise ``ConformanceError`` for the source of a saved failure in which a secret was masked."""
    if MASK in source:
        message = f"the source {code_text(source)} was saved without its secret"
        raise ConformanceError(ErrorKind.USAGE, message, "pass the source with `--source`")


def replay(
    failures: Sequence[SavedFailure], source: Source, opening: Opening, plan: Plan, *, keep: bool = False
) -> Iterator[ReplayResult]:
    """Ask each failure again and, unless they are kept, remove the files of fixed ones."""
    for failure in failures:
        replayed = _replay_failure(failure, source, opening, plan)
        if replayed.outcome is ReplayOutcome.FIXED and not keep:
            failure.file.unlink(missing_ok=True)
        yield replayed


def _replay_failure(failure: SavedFailure, source: Source, opening: Opening, plan: Plan) -> ReplayResult:
    try:
        with open_runtimes(source, opening, 1) as runtimes:
            reports = [probe(runtimes[0], source.label, one) for one in _narrow_plans(plan, failure)]
            lost = _lost_field(failure, inventory_of(runtimes[0]))
    except ConformanceError as error:
        return ReplayResult(failure, ReplayOutcome.ERROR, str(error))
    found = [one for report in reports for one in report.findings]
    same = next((one for one in found if _is_same(one, failure)), None)
    if same is not None:
        return ReplayResult(failure, ReplayOutcome.FAILING, same.message)
    broke_off = next((report.broke_off for report in reports if report.broke_off is not None), None)
    if broke_off is not None:
        return ReplayResult(failure, ReplayOutcome.ERROR, str(broke_off))
    undetermined = next((one for one in found if _is_inconclusive(one, failure)), None)
    if undetermined is not None:
        return ReplayResult(failure, ReplayOutcome.ERROR, undetermined.message)
    if lost is not None:
        message = (
            f"{name_position(lost)} of the saved input is not in the schema; probe again, and delete {failure.file}"
        )
        return ReplayResult(failure, ReplayOutcome.ERROR, message)
    return ReplayResult(failure, ReplayOutcome.FIXED, failure.message)


def _lost_field(failure: SavedFailure, inventory: Inventory) -> str | None:
    """Return the pointer of a field that the saved input has and the schema has no longer: the fault may have moved."""
    tool = inventory.tool(failure.tool or "")
    subschemas = Subschemas(None if tool is None else tool.input_schema)
    for pointer in failure.fields if tool is not None else ():
        holder = generalize_pointer(parent(pointer))
        if not subschemas.is_map(holder) and split(pointer)[-1] not in subschemas.names_at(holder):
            return pointer
    return None


def _is_same(finding: Finding, failure: SavedFailure) -> bool:
    # of several tools some may be fixed, which makes another fingerprint of what the others still do
    return finding.fingerprint == failure.fingerprint or (bool(failure.tools) and finding.rule == failure.probe)


def _is_inconclusive(finding: Finding, failure: SavedFailure) -> bool:
    if finding.rule == NOT_CALLED.id:
        return not {failure.tool, *failure.tools}.isdisjoint(as_array(finding.evidence.get("not_asked")))
    return finding.rule in (INCONCLUSIVE.id, OUT_OF_TIME.id, REPLY_READABLE.id)


def _narrow_plans(plan: Plan, failure: SavedFailure) -> Iterator[Plan]:
    """Yield a plan for each tool: of several that are asked together, one that cannot be asked would stay unseen."""
    for tool in failure.tools or (failure.tool,):
        yield _narrow_plan(plan, failure, tool)


def _narrow_plan(plan: Plan, failure: SavedFailure, tool: str | None) -> Plan:
    """Return a plan for the same probe, seed and known good input, and for one tool.

    Levels that silence the probe, or the notice that it could not be asked, must not make a failure look fixed.
    """
    probe = all_probes()[failure.probe]
    levels = leave_out(plan.profile.levels, *NOTICES)
    return replace(
        plan,
        probes=[AppliedCheck(probe, probe.level)],
        profile=replace(plan.profile, levels=levels),
        ignores=None,
        judge_results=None,
        globs=() if tool is None else (glob.escape(tool),),
        limits=replace(plan.limits, seed=failure.seed),
        permissions=_prefer_saved_input(plan.permissions, failure),
        workers=1,
    )


def _prefer_saved_input(permissions: Permissions, failure: SavedFailure) -> Permissions:
    """Put the saved good input first, for a tool that may be called with it."""
    stated = permissions.tools.get(failure.tool or "")
    if stated is None or not stated.inputs or failure.known_good is None:
        return permissions
    settings: ToolSettings = replace(stated, inputs=(failure.known_good, *stated.inputs))
    return replace(permissions, tools={**permissions.tools, failure.tool or "": settings})
