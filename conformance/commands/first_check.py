"""The first check of a repository: from a source to an inventory, its settings, the findings, and what to do next."""

import datetime
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.check import check_subject
from conformance.commands.configured_system import opening_of
from conformance.commands.fitting import fit_profile
from conformance.commands.init import inventory_name, plan_setup
from conformance.commands.probe_plan import permissions_of
from conformance.commands.published_package import published_package_note
from conformance.commands.report import Report, fail_from
from conformance.commands.reporters import render_findings
from conformance.commands.subject import subject_of
from conformance.commands.working_folder import working_folder_note
from conformance.display import code_text, list_codes, quote_word
from conformance.documents.location import real_path, short_path
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.inventory.described import described_document
from conformance.inventory.formats import format_schemes, read_document
from conformance.inventory.provenance import Provenance, provenance_of
from conformance.settings.probing import Probing
from conformance.settings.repository import Config, load_config
from conformance.systems.credentials import mask_variable
from conformance.systems.runtime import Opening
from conformance.systems.sources import Source, describe_twice, find_source

_CALLED_ONLY = "mcp"
"""The adapter of systems that answer to calls alone."""


class NextSteps(Struct, frozen=True):
    """What decides the commands that a user types next."""

    folder: Path
    """The folder that was set up, in which they are typed."""
    source: Source | None
    """The system that the inventory describes, where it is known."""
    is_configured: bool
    """Whether the configuration names that system, so that commands need no ``--source``."""
    uncalled: Tool | None
    """The first tool of a system in which nothing may be called without an input of the user's."""
    in_git: bool

    def lines(self, rule: str | None, *, fails: bool) -> Iterator[str]:
        """Yield one line per command; ``rule`` is one that found something, ``fails`` says that `check` fails on it."""
        if real_path(self.folder) != Path.cwd():
            yield f"  `cd {quote_word(str(self.folder))}` first"
        if fails:
            yield "  `conformance check` ends with 1 until that is fixed or ignored, though `init` ends with 0"
        if rule is not None:
            yield f"  `conformance explain {rule}` says why that is a finding, with examples"
        yield f"  `{_pytest_command()}` runs one test per tool and rule"
        if self.source is not None:
            yield from self._commands_on(self.source)
        if self.in_git:
            yield "  `conformance drift` fails on a breaking change, once these files are committed"
        else:
            yield "  `conformance drift OLD NEW` compares two files; in a git repository it finds the older one itself"

    def _commands_on(self, source: Source) -> Iterator[str]:
        text = "SOURCE" if source.label != source.text else quote_word(source.text)
        named = "" if self.is_configured else f" --source {text}"
        if source.scheme not in format_schemes():
            if self.uncalled is None:
                yield f"  `conformance probe{named}` asks the running system whether it does what its schemas say"
            else:
                allowed = quote_word(f"{self.uncalled.name}={{...}}")
                yield f"  `conformance probe{named} --allow {allowed}` asks the running system, with an input of yours"
        yield f"  `conformance refresh --check{named}` in CI fails if the tools and the inventory differ"


def _pytest_command() -> str:
    """Return what runs the pytest of this environment, which alone has the plugin: one elsewhere may come first."""
    found = shutil.which("pytest")
    own = Path(sys.executable).parent
    return "pytest" if found and Path(found).parent == own else f"{quote_word(sys.executable)} -m pytest"


class FirstCheck(Struct, frozen=True):
    """What was written, the profile that was chosen, the first report, and what to do next."""

    lines: list[str]
    provenance: Provenance
    profile: str
    report: Report
    steps: NextSteps

    def text(self, folder: Path) -> str:
        """Return what was written, the report, and the next commands."""
        chosen = f"profile {self.profile} ({self.provenance.what}); change it in the configuration"
        report = render_findings("text", self.report, folder).rstrip("\n")
        worst = max(self.report.active_findings, key=lambda one: one.level.rank, default=None)
        steps = self.steps.lines(worst.rule if worst else None, fails=self.report.fails_on(self.report.fail_on))
        return "\n".join([*self.lines, chosen, "", report, "", "next:", *steps]) + "\n"


def set_up(folder: Path, inventory: str, config: Config, today: datetime.date) -> FirstCheck:
    """Write the settings of a folder and check its inventory, which is first written if the options name a source.

    Raises ``ConformanceError`` and leaves every file as it was if anything of that is not possible.
    """
    stated = config.probe.source
    source = None if stated is None else find_source(stated, folder)
    opening = opening_of(config, folder)
    described = None if source is None else _describe(source, opening)
    if described is None:
        provenance = provenance_of(read_document(folder / inventory_name(folder, inventory)))
    else:
        provenance = provenance_of(described_document("", "", described))
    profile = fit_profile(config, provenance.profile).profile
    probe, unwritten = _kept_settings(config.probe, source)
    setup = plan_setup(folder, inventory, profile, described, probe)
    lines = [*setup.write(), *unwritten]
    notes = [published_package_note(source, opening)] if source is not None else []
    notes += [working_folder_note(described, opening)] if described is not None else []
    lines += [f"note: {note}" for note in notes if note]
    written = load_config(folder)
    lines += _unwritten_headers(config.probe, written.probe)
    # A configuration that was there may name no profile.
    judged = config.replace_profile(profile) if config.is_profile_named else fit_profile(written, provenance.profile)
    subject = subject_of(short_path(setup.path), judged)
    report = fail_from(check_subject(subject, judged, today), judged.fail_on)
    steps = _next_steps(folder, source, written, subject.surface.inventory)
    return FirstCheck(lines, provenance, judged.profile, report, steps)


def _next_steps(folder: Path, source: Source | None, written: Config, inventory: Inventory) -> NextSteps:
    """Return what decides the next commands; ``source`` is that of the option, ``written`` the configuration."""
    configured = written.probe.source
    known = find_source(configured, folder) if source is None and configured is not None else source
    uncalled = None
    # Other systems may parse an input without a call; of MCP servers nothing can be asked that is not called.
    if known is not None and known.adapter_id == _CALLED_ONLY:
        permissions = permissions_of(written.probe, known)
        may_call = any(permissions.permission_for(tool).allowed for tool in inventory.tools)
        uncalled = None if may_call else next(iter(inventory.tools), None)
    return NextSteps(
        folder,
        known,
        is_configured=known is not None and known.text == configured,
        uncalled=uncalled,
        in_git=any((parent / ".git").exists() for parent in (real_path(folder), *real_path(folder).parents)),
    )


def _describe(source: Source, opening: Opening) -> JsonObject:
    """Return what the source says of its tools; raises ``ConformanceError`` if it differs from one time to the next."""
    described, unstable = describe_twice(source, opening)
    if unstable:
        message = f"{code_text(source.label)} describes {list_codes(unstable)} differently each time it is asked"
        named = quote_word(source.label)
        hint = f"run `conformance probe --source {named} --probe catalog_stable` to see what changes"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    return described


def _unwritten_headers(stated: Probing, written: Probing) -> Iterator[str]:
    """Yield one line for each header of the source that the configuration lacks, without its value."""
    for name in () if stated.source is None else stated.headers:
        if name not in written.headers:
            advice = 'add it to `probe.headers` with a variable, as in `"Bearer ${API_TOKEN}"`'
            yield f"not written: the header {code_text(name)}; {advice}"


def _kept_settings(stated: Probing, source: Source | None) -> tuple[Probing, list[str]]:
    """Return what the configuration may say of a source, without its secrets, and one line for what it does not."""
    env = tuple(mask_variable(variable) for variable in stated.env)
    lines = [
        f"not written: the value of {code_text(name)}; set this variable before later commands"
        for name, variable in zip(env, stated.env, strict=True)
        if name != variable
    ]
    if source is None or source.label == source.text:
        # A header without a variable may be a secret.
        headers = {name: text for name, text in stated.headers.items() if "${" in text}
        return replace(stated, env=env, headers=headers), lines
    advice = "pass it with `--source`, or change the system to read a variable that `--env NAME` passes on"
    lines.append(f"not written: the source, which contains what looks like a secret; {advice}")
    return replace(stated, source=None, env=env), lines
