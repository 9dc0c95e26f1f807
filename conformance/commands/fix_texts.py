"""Fixes as diagnostics: each with its edits, its effect on callers, and the recorded calls that it would refuse."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from conformance.commands.diagnostics import Diagnostic, location_text
from conformance.commands.effects import effect_sentences
from conformance.commands.fix import Fix, FixedTarget, RefusedFix
from conformance.documents.edits import Edit
from conformance.findings import Finding


def fix_diagnostics(fixed: FixedTarget, folder: Path, done: str) -> list[Diagnostic]:
    """Return what was ``done`` in the order of the file, then what was tried in vain; ``folder`` shortens paths."""
    fixes = [_fix_diagnostic(one, folder, done) for one in fixed.fixes]
    diagnostics = [*fixes, *(_refused_diagnostic(one, folder) for one in fixed.refused)]
    return [replace(one, notes=[fixed.mask(note) for note in one.notes]) for one in diagnostics]


def _fix_diagnostic(fix: Fix, folder: Path, done: str) -> Diagnostic:
    usage = [] if fix.usage is None else [fix.usage.sentence(is_output=False)]
    notes = [edits_sentence(fix.finding.edits), *effect_sentences(fix.effects), *usage]
    return replace(_diagnostic(fix.finding, folder, done), notes=notes)


def _refused_diagnostic(refused: RefusedFix, folder: Path) -> Diagnostic:
    notes = [f"{edits_sentence(refused.finding.edits)}: not done, because {refused.reason}"]
    return replace(_diagnostic(refused.finding, folder, "not fixed"), notes=notes)


def _diagnostic(finding: Finding, folder: Path, label: str) -> Diagnostic:
    place = location_text(finding.location, finding.pointer, folder)
    # What a fix changes, and which calls it refuses, is proved of this one.
    return Diagnostic(0, f"{label}[{finding.rule}]", finding.message, "", finding.tool, place, is_distinct=True)


def edits_sentence(edits: Sequence[Edit]) -> str:
    """Return what the edits do: the first ones, and the number of the others."""
    sentences = list(dict.fromkeys(edit.sentence for edit in edits))
    places = f", in {len(edits)} places" if len(sentences) == 1 and len(edits) > 1 else ""
    return ", ".join(sentences[:_SHOWN]) + (f" and {len(sentences) - _SHOWN} more" * (len(sentences) > _SHOWN)) + places


_SHOWN = 3
