"""Turns the configuration into a probe plan: profile, permissions and bounds."""

import datetime
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from conformance.commands.fitting import fit_profile
from conformance.commands.observe import judge_results, observed_ids
from conformance.commands.probe import Plan
from conformance.commands.registry import AppliedProbe, applied_probes, ignores_of, profile_of
from conformance.probes.catalogue import probe_ids
from conformance.probes.interview import RunLimits
from conformance.probes.interview.limits import Pace
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.settings.notices import INCONCLUSIVE, NOT_CALLED, OUT_OF_TIME, REPLY_READABLE
from conformance.settings.probing import ProbedTool, Probing
from conformance.settings.profiles import Profile
from conformance.settings.repository import Config
from conformance.systems.outputs import read_outputs
from conformance.systems.sources import Source

_NOTICES = (INCONCLUSIVE.id, NOT_CALLED.id, OUT_OF_TIME.id, REPLY_READABLE.id)


def profile_for(config: Config, source: Source) -> Profile:
    """Return the named profile, or the one that fits the system, with the configured policies applied."""
    profile = profile_of(fit_profile(config, source.profile))
    policies = {"unknown_fields": config.probe.unknown_fields, "coercion": config.probe.coercion}
    tables = replace(profile.probing, **{name: value for name, value in policies.items() if value})
    return replace(profile, probing=tables)


def plan_of(
    config: Config,
    source: Source,
    only: Sequence[str] = (),
    globs: Sequence[str] = (),
    workers: int = 1,
    *,
    today: datetime.date,
) -> Plan:
    """Return what to ask; ``only`` narrows it to these probes, ``globs`` the tools. The time of the run begins now.

    A run that is narrowed to probes leaves out the questions on results, and says so.
    """
    stated, profile = config.probe, profile_for(config, source)
    deadline = None if stated.max_time is None else time.monotonic() + stated.max_time
    probes = applied_probes(profile, only)
    outputs = {name: output for path in stated.outputs for name, output in read_outputs(path).items()}
    # where no system is named the reference contract is asked, which ignores are not about
    examined = probes if stated.source is not None else ()
    limits = RunLimits(stated.seed, stated.max_examples, deadline, pace=Pace(stated.rate))
    return Plan(
        probes,
        profile,
        permissions_of(stated, source),
        globs,
        limits,
        workers,
        None if only else partial(judge_results, profile=profile, given=outputs, is_over=limits.is_over),
        ignores_of(config, profile, only or [*probe_ids(), *_NOTICES, *observed_ids()], today, examined),
        authority=stated.profiles,
        left_out=[_left_out_probes(profile, probes)] if only else [],
    )


def permissions_of(stated: Probing, source: Source) -> Permissions:
    """Return which tools of a system may be called, by what the configuration states."""
    settings = {name: _settings(tool) for name, tool in stated.tools.items()}
    return Permissions(settings, harmless=source.adapter.harmless, open_world=stated.open_world)


def _left_out_probes(profile: Profile, asked: Sequence[AppliedProbe]) -> str:
    number = len(applied_probes(profile)) - len(asked)
    probes = f"{number} other {'probe' if number == 1 else 'probes'} and " if number > 0 else ""
    return f"{probes}the questions on results (`--probe`)"


def _settings(tool: ProbedTool) -> ToolSettings:
    inputs: list[dict[str, Any]] = [*([tool.input] if tool.input is not None else []), *tool.inputs]
    return ToolSettings(tuple(inputs), tool.call, tool.unknown_fields, tool.coercion)
