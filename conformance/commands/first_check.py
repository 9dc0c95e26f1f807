"""The first check of a repository: from a source to an inventory, its settings, the findings, and what to do next."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.callback.masking import mask_text
from conformance.commands.check import check_subject
from conformance.commands.fitting import fit_profile, is_profile_named
from conformance.commands.init import inventory_name, plan_setup
from conformance.commands.probe_plan import opening_of
from conformance.commands.reporters import render_findings
from conformance.commands.subject import subject_of
from conformance.display import code_text, list_codes
from conformance.documents.location import short_path
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Report
from conformance.inventory.described import described_document
from conformance.inventory.formats import format_schemes, read_document
from conformance.inventory.provenance import Provenance, provenance_of
from conformance.settings.profiles import DEFAULT_PROFILE, load_profile
from conformance.settings.repository import Config, load_config
from conformance.systems.sources import Source, describe_twice, find_source


@dataclass(frozen=True, slots=True)
class FirstCheck:
    """What was written, the profile that was chosen, the first report, and the source that the configuration keeps."""

    lines: list[str]
    provenance: Provenance
    profile: str
    report: Report
    source: Source | None

    def text(self, folder: Path) -> str:
        """Return what was written, the report, and the next commands."""
        chosen = f"profile {self.profile} ({self.provenance.what}); change it in the configuration"
        report = render_findings("text", self.report, folder).rstrip("\n")
        return "\n".join([*self.lines, chosen, "", report, "", "next:", *self._next_steps()]) + "\n"

    def _next_steps(self) -> Iterator[str]:
        if found := self.report.active_findings:
            yield f"  `conformance explain {found[0].rule}` says why that is a finding, with examples"
        yield "  `pytest` runs one test per tool and rule"
        if self.source is not None:
            if self.source.scheme not in format_schemes():
                yield "  `conformance probe` asks the running system whether it does what its schemas say"
            yield "  `conformance refresh --check` in CI fails if the tools and the inventory differ"
        yield "  `conformance drift` fails on a breaking change, once these files are committed"


def set_up(folder: Path, inventory: str, config: Config, today: datetime.date) -> FirstCheck:
    """Write the settings of a folder and check its inventory, which is first written if the options name a source.

    Raises ``ConformanceError`` and leaves every file as it was if anything of that is not possible.
    """
    stated = config.probe.source
    source = None if stated is None else find_source(stated, folder)
    described = None if source is None else _describe(source, config, folder)
    if described is None:
        provenance = provenance_of(read_document(folder / inventory_name(folder, inventory)))
    else:
        provenance = provenance_of(described_document("", "", described))
    profile = fit_profile(config, provenance.profile).profile
    is_kept = stated is not None and not _has_secret(stated)
    probe = config.probe.model_copy(update={"source": stated if is_kept else None})
    setup = plan_setup(folder, inventory, profile, described, probe)
    lines = list(setup.write())
    if stated is not None and not is_kept:
        lines.append("not written: the source, which contains what looks like a secret; pass it with `--source`")
    written = load_config(folder)
    judged = config.replace_profile(profile) if is_profile_named(config) else written
    report = check_subject(subject_of(short_path(setup.path), judged), judged, today)
    return FirstCheck(lines, provenance, judged.profile, report, source if is_kept else None)


def _describe(source: Source, config: Config, folder: Path) -> JsonObject:
    """Return what the source says of its tools; raises ``ConformanceError`` if it differs from one time to the next."""
    described, unstable = describe_twice(source, opening_of(config, folder))
    if unstable:
        message = f"{code_text(source.text)} describes {list_codes(unstable)} differently each time it is asked"
        hint = f"run `conformance probe --source {source.text} --probe catalog_stable` to see what changes"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    return described


def _has_secret(text: str) -> bool:
    return mask_text(text, frozenset(), load_profile(DEFAULT_PROFILE).message_tables.secrets) != text
