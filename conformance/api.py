"""The functions of the public API: what the commands do, for a program that wants values and not text.

``import conformance`` offers them under its own name. None of them prints, and none reads a configuration file that it
is not given, except ``inputs``, which looks up the configured inventory if it is given none.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from msgspec.structs import replace

from conformance.commands import check as _check
from conformance.commands.configured_system import opening_of
from conformance.commands.inputs import inputs_of
from conformance.commands.probe_plan import plan_of
from conformance.commands.registry import applied_rules, ignores_of, profile_of
from conformance.commands.report import Report
from conformance.commands.reporters import render_drift, render_findings
from conformance.commands.subject import (
    CheckSubject,
    declared_inventory,
    inventory_of,
    subject_of,
    subject_of_document,
    subject_of_source,
)
from conformance.documents.reader import Document, document_of, unopenable_error
from conformance.documents.values import JsonObject, JsonValue
from conformance.drift.report import DriftReport
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory
from conformance.inventory.described import DescribedDocument, described_document
from conformance.inventory.formats import read_document, to_inventory
from conformance.schema.containment import questions
from conformance.schema.containment.questions import Decision
from conformance.settings.probing import ProbedTool
from conformance.settings.repository import Config, load_config
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source, is_source, source_document

if TYPE_CHECKING:
    from conformance.schema.generation.random_inputs import Strategy

ToolSource: TypeAlias = Inventory | Path | str | JsonObject | Sequence[JsonObject]
"""What has tools: an inventory; the path of a file or folder; a source such as ``mcp-stdio:"npx -y some-server"``; or
a JSON value, which is an inventory or a list of tools in any format that ``conformance check`` reads."""

_JSON_ONLY = "pass only what JSON can hold"
_PATH = (str, PathLike, type(None))
# What an argument of each name may be; a source may be any value, and is judged as one.
_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "profile": ((str, type(None)), "the name of a profile, or the path of its file"),
    "config": (_PATH, "the path of a configuration file"),
    "artifacts": (_PATH, "the path of a folder"),
    "folder": (_PATH, "the path of a folder"),
    "log": ((str, PathLike), "the path of a file"),
    "today": ((datetime.date, type(None)), "a `datetime.date`"),
    "closed_world": ((bool,), "`True` or `False`"),
    "rules": ((list, tuple, set, frozenset), "a list of names"),
    "tools": ((list, tuple, set, frozenset), "a list of names"),
    "probes": ((list, tuple, set, frozenset), "a list of names"),
    "allow": ((Mapping, type(None)), "a dictionary with a list of inputs for each name of a tool"),
    "report": ((Report, DriftReport), "what `check`, `audit`, `probe` or `compare` returned"),
    "format": ((str,), "the name of a format, such as `json`"),
    "rule": ((str,), "the name of a rule"),
    "tool": ((str,), "the name of a tool"),
}
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _guard(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Make ``ConformanceError`` of an argument of another type, and of what the system says of a file or its name."""
    parameters = signature(function)

    @wraps(function)
    def answer(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        for name, value in parameters.bind(*args, **kwargs).arguments.items():
            if name in _KINDS:
                _require(name, value, *_KINDS[name])
        try:
            return function(*args, **kwargs)
        except OSError as error:
            if error.filename is None:
                raise
            raise unopenable_error(error) from error

    return answer


@_guard
def load_inventory(source: ToolSource) -> Inventory:
    """Return the inventory of a file, folder, running system or JSON value, whatever format its tools are written in.

    Tools keep the order of the source; lists of MCP, OpenAI, Anthropic and Gemini become tools of an inventory.

    Raises:
        ConformanceError: The source cannot be read or asked, or lists no tools.

    Source: docs/inventory.md
    """
    return source if isinstance(source, Inventory) else _subject(source, Config()).surface.inventory


@_guard
def check(
    source: ToolSource,
    *,
    profile: str | None = None,
    rules: Sequence[str] = (),
    config: Path | str | None = None,
    today: datetime.date | None = None,
) -> Report:
    """Judge an inventory by the rules of a profile, like ``conformance check``.

    ``profile`` is a name or the path of a ``.toml`` file, by default the configured one, else the one that fits the
    source. ``rules`` narrows the run to rules or categories by name; an empty list narrows nothing. ``config`` is a
    configuration file, whose levels, ignores and plugins apply; without it there are none. ``today``, by default the
    day in UTC, is what ignores expire by. Findings in a file have a location with 1-based line and column; those in
    other sources have a pointer alone.

    Raises:
        ConformanceError: The source or configuration cannot be used, a name is unknown, or no rule is on.

    Source: docs/configuration.md
    """
    settings = _settings(config, profile)
    report = _check.check_subject(_subject(source, settings), settings, _day(today), list(rules))
    return _require_judgement(report, settings)


@_guard
def compare(
    old: ToolSource,
    new: ToolSource,
    *,
    closed_world: bool = False,
    config: Path | str | None = None,
    today: datetime.date | None = None,
) -> DriftReport:
    """Return every change from one inventory to another with its verdict, like ``conformance drift OLD NEW``.

    A breaking change has a witness: an input that the new version refuses, or a result that the old one never
    promised. ``closed_world`` makes a new field of a result breaking. ``config`` is a configuration file, whose
    ``accept`` entries apply.

    Raises:
        ConformanceError: A source or the configuration cannot be used.

    Source: docs/drift.md
    """
    from conformance.commands.drift import drift_of_versions, settings_of
    from conformance.commands.drift_base import LISTED, Versions

    settings = _settings(config, None)
    stated = replace(settings, closed_world=closed_world or settings.closed_world)
    before, after = (_document(one, settings, LISTED) for one in (old, new))
    versions = Versions(before, after, (before.name, after.name), "")
    return drift_of_versions(versions, settings_of(stated, _day(today)))


@_guard
def audit(
    log: Path | str,
    *,
    inventory: ToolSource | None = None,
    profile: str | None = None,
    artifacts: Path | str | None = None,
    config: Path | str | None = None,
    today: datetime.date | None = None,
) -> Report:
    """Judge a log of recorded results, like ``conformance audit``.

    ``log`` is a file with one JSON object per line, read as a stream, a folder of such files, a pattern, a URL, or
    ``-``. ``inventory`` has the tools that the log is about, by default the configured ones; without any, nothing is
    judged by an inventory. ``artifacts`` is the folder with the artifacts that the results name. Of many findings the
    first 200 are kept and the others counted.

    Raises:
        ConformanceError: The log cannot be read or is empty, no call of it could be judged, or another argument cannot
            be used.

    Source: docs/auditing.md
    """
    from conformance.commands.audit import audit_traces
    from conformance.commands.audit_criteria import Audit, audited_ids
    from conformance.systems.traces import trace_sources

    settings = _settings(config, profile)
    judged = profile_of(settings)
    # without a configuration nothing in the working folder counts
    configured = declared_inventory(None, settings) if inventory is None and settings.file else None
    promised = configured if inventory is None else load_inventory(inventory)
    ignores = ignores_of(settings, judged, audited_ids(), _day(today))
    folder = None if artifacts is None else Path(artifacts)
    by = Audit(promised, judged, applied_rules(judged), folder)
    report = audit_traces(trace_sources([str(log)]), by, ignores)
    return _require_judgement(report, settings)


@_guard
def probe(
    source: str,
    *,
    allow: Mapping[str, Sequence[JsonObject]] | None = None,
    tools: Sequence[str] = (),
    probes: Sequence[str] = (),
    profile: str | None = None,
    config: Path | str | None = None,
    today: datetime.date | None = None,
) -> Report:
    """Ask a running system whether it does what its schemas say, like ``conformance probe``.

    ``source`` names the system, such as ``mcp-stdio:"npx -y some-server"``. A tool is called only if it is annotated
    read-only, or if ``allow`` has inputs for it that are known to work. ``tools`` are globs of the tools to ask and
    ``probes`` the ids of the questions, by default all. Time limits, in seconds, are those of the ``probe`` table of
    the configuration.

    Raises:
        ConformanceError: The system cannot be reached or fails later, nothing was tested, or the configuration cannot
            be used. A report with findings that fail the run is returned nevertheless.

    Source: docs/probes.md
    """
    from conformance.commands.probe import probe_source

    settings = _settings(config, profile)
    _require("source", source, (str,), 'a text such as `mcp-stdio:"npx -y some-server"`')
    allowed = {name: ProbedTool(inputs=_inputs(name, given)) for name, given in (allow or {}).items()}
    stated = replace(settings.probe, source=source, tools={**settings.probe.tools, **allowed})
    settings = replace(settings, probe=stated)
    found, opening = find_source(source), opening_of(settings, Path.cwd())
    plan = plan_of(settings, found, list(probes), list(tools), today=_day(today))
    return _require_judgement(probe_source(found, opening, plan), settings)


@_guard
def render(report: Report | DriftReport, format: str = "text", *, folder: Path | str | None = None) -> str:  # noqa: A002
    """Return a report as text in a format, which ends with a newline.

    ``report`` is what ``check``, ``audit``, ``probe`` or ``compare`` returned; ``format`` is one that ``--format``
    takes. Files are named relative to ``folder``, by default the working folder.

    Raises:
        ConformanceError: There is no such format, or it cannot write such a report.

    Source: docs/api.md
    """
    reader = Path.cwd() if folder is None else Path(folder).absolute()
    if isinstance(report, DriftReport):
        return render_drift(format, report, reader)
    return render_findings(format, report, reader)


@_guard
def example_faults(rule: str, *, config: Path | str | None = None) -> Sequence[str]:
    """Return a sentence for each example of a rule that does not hold; for a test of rules of your own.

    A good example must pass the rule, and a bad one must be rejected with the words that it ``says``, and where it is
    wrong ``at``. ``config`` is a configuration file whose ``plugins`` have the rule; one of an entry point needs none.

    Raises:
        ConformanceError: There is no such rule, or the configuration cannot be used.

    Source: docs/api.md
    """
    from conformance.commands.rule_examples import faults_of_examples, rule_named

    _settings(config, None)
    return list(faults_of_examples(rule_named(rule)))


def contains(old_schema: JsonValue, new_schema: JsonValue) -> Decision:
    """Say whether the new JSON Schema accepts every instance that the old one accepts.

    ``holds`` is ``True`` for a proof, ``False`` with a ``witness`` whose ``instance`` the old schema accepts and the
    new one rejects, and ``None`` with a ``reason`` where neither was found. No reference outside the schemas is opened.

    Raises:
        ConformanceError: One of them is not a JSON value.

    Source: docs/drift.md
    """
    old, new = (
        document_of(one, f"the {which} schema", ErrorKind.INVALID_VALUE, _JSON_ONLY).value
        for which, one in (("old", old_schema), ("new", new_schema))
    )
    return questions.contains(old, new)


@_guard
def inputs(tool: str, inventory: ToolSource | None = None) -> "Strategy":
    """Return a hypothesis strategy for valid inputs of a tool: JSON objects that its input schema accepts.

    ``inventory`` has the tool, by default the configured inventory, else that of the reference contract.

    Raises:
        ConformanceError: There is no such tool, or its schema cannot be used.

    Source: docs/api.md
    """
    if inventory is None:
        return inputs_of(tool, inventory_of(None, load_config(Path.cwd())))
    return inputs_of(tool, load_inventory(inventory))


def _require(name: str, value: Any, kinds: tuple[type, ...], meant: str) -> None:
    """Raise ``ConformanceError`` for an argument of another type, as a program without a type checker may pass it."""
    if not isinstance(value, kinds):
        message = f"argument `{name}` is a `{type(value).__name__}`"
        raise ConformanceError(ErrorKind.USAGE, message, f"pass {meant}")
    for one in value if name in ("rules", "tools", "probes") else ():
        _require(f"{name}[...]", one, (str,), meant)


def _inputs(tool: str, given: Any) -> tuple[dict[str, Any], ...]:
    _require(f"allow[{tool!r}]", given, (list, tuple), "a list of inputs, which are JSON objects")
    for one in given:
        _require(f"allow[{tool!r}][...]", one, (Mapping,), "a list of inputs, which are JSON objects")
    return tuple(dict(one) for one in given)


def _require_judgement(report: Report, settings: Config) -> Report:
    """Return the report, or raise what the command ends with where too little was judged for a clean one."""
    if report.unexamined is not None:
        raise report.unexamined
    if report.fails_on(settings.fail_on):
        return report
    if report.broke_off is not None:
        raise report.broke_off
    if report.tested_nothing:
        from conformance.commands.probe_notices import untested_error

        raise untested_error(report)
    return report


def _settings(config: Path | str | None, profile: str | None) -> Config:
    settings = Config() if config is None else load_config(Path.cwd(), Path(config))
    return settings if profile is None else settings.replace_profile(profile)


def _day(today: datetime.date | None) -> datetime.date:
    # A time is a date in Python too, and cannot be compared with one.
    moment = datetime.datetime.now(datetime.UTC) if today is None else today
    return moment.date() if isinstance(moment, datetime.datetime) else moment


def _subject(source: ToolSource, settings: Config) -> CheckSubject:
    if isinstance(source, Path) or (isinstance(source, str) and not _is_system(source)):
        return subject_of(Path(source), settings)
    if isinstance(source, str):
        return subject_of_source(find_source(source), _opening(settings), settings)
    return subject_of_document(_document(source, settings))


def _document(source: ToolSource, settings: Config, listed: str | None = None) -> Document:
    """Return what has tools as an inventory; ``listed`` is what a list names as where its definitions are."""
    if isinstance(source, Path) or (isinstance(source, str) and not _is_system(source)):
        return read_document(Path(source), source=listed)
    if isinstance(source, str):
        return source_document(find_source(source), _opening(settings))
    value: JsonValue = source.raw if isinstance(source, Inventory) else source
    name = "the inventory" if isinstance(source, Inventory) else "the value"
    read = document_of(value, name, ErrorKind.INVALID_VALUE, _JSON_ONLY)
    document = to_inventory(DescribedDocument(name, read.text, read.value, spellings={}), source=listed)
    return described_document(name, read.text, read.value) if document.value is read.value else document


def _is_system(source: str) -> bool:
    return not Path(source).exists() and is_source(source)


def _opening(settings: Config) -> Opening:
    return opening_of(settings, Path.cwd())
