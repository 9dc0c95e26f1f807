"""What ``probe`` and ``replay`` share: which system, how it is opened, what may be asked.

An option counts before the configuration.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, TypeVar

import click

from conformance.cli._settings import load_settings
from conformance.cli._sources import SECONDS, source_of, source_options

if TYPE_CHECKING:
    from conformance.adapters.sources import Source
    from conformance.adapters.spec import Opening
    from conformance.config import Config
    from conformance.findings import Report
    from conformance.interview.permission import ToolSettings
    from conformance.probing import Plan
    from conformance.profiles import Profile

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., Any])
_OPTIONS = (
    click.option("--tool", "-t", "tools", multiple=True, metavar="GLOB", help="Ask only such tools; repeatable."),
    click.option(
        "--allow",
        multiple=True,
        metavar="TOOL={...}",
        help="Allow calls of a tool, with a known good input; repeatable.",
    ),
    click.option("--seed", type=int, help="Another choice of generated inputs. Default: 0."),
    click.option("--max-examples", type=click.IntRange(min=1), help="Good inputs tried per tool. Default: 100."),
    click.option("--max-time", type=SECONDS, help="Seconds for the whole run."),
    click.option("--unknown-fields", type=click.Choice(["reject", "notice", "ignore"]), help="Policy on them."),
    click.option("--coercion", type=click.Choice(["none", "lenient"]), help="Policy on values of another type."),
    click.option("-n", "workers", type=click.IntRange(1, 64), default=1, help="Runtimes asked at once. Default: 1."),
)


def probe_options(function: AnyCallable) -> AnyCallable:
    """Add the options that say which system is asked, and how."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return source_options(function)


@dataclass(frozen=True)
class ProbeSettings:
    """The configuration and the options of one run, resolved."""

    config: "Config"
    source: "Source"
    opening: "Opening"
    profile: "Profile"
    options: Mapping[str, Any]

    def plan(self, only: Sequence[str] = ()) -> "Plan":
        """Return what to ask; ``only`` narrows the probes."""
        from conformance.interview import Rules
        from conformance.interview.permission import Permissions
        from conformance.probing import Plan, applied_probes

        globs = tuple(self.options["tools"])
        seconds = self._stated("max_time")
        rules = Rules(
            seed=self._stated("seed"),
            max_examples=self._stated("max_examples"),
            deadline=None if seconds is None else time.monotonic() + seconds,
        )
        return Plan(
            applied_probes(self.profile, only),
            self.profile,
            Permissions(self._tools(), harmless=self.source.adapter.harmless),
            (lambda name: any(fnmatchcase(name, glob) for glob in globs)) if globs else None,
            rules,
            self.options["workers"],
        )

    def _stated(self, name: str) -> Any:
        option = self.options[name]
        return getattr(self.config.probe, name) if option is None else option

    def _tools(self) -> "dict[str, ToolSettings]":
        from conformance.interview.permission import ToolSettings

        allowed = parse_allowed(self.options["allow"])
        stated = self.config.probe.tools
        made: dict[str, ToolSettings] = {}
        for name in [*stated, *(name for name in allowed if name not in stated)]:
            tool = stated.get(name)
            own = [*([tool.input] if tool and tool.input else []), *(tool.inputs if tool else ())]
            made[name] = ToolSettings(
                (*allowed.get(name, ()), *own),
                tool.call if tool else None,
                tool.unknown_fields if tool else None,
                tool.coercion if tool else None,
            )
        return made

    def ignores(self, report: "Report") -> "Config":
        """Return the configuration with those ignores only that speak of what was asked."""
        from conformance.probes import probe_ids

        own = {*probe_ids(), *(finding.rule for finding in report.findings)}
        return self.config.model_copy(update={"ignore": tuple(i for i in self.config.ignore if i.rule in own)})


def settings_of(options: dict[str, Any], fail_on: str | None = None) -> ProbeSettings:
    """Resolve options and configuration; raises ``ConformanceError`` when they name no system."""
    config = load_settings(options["config_file"], options["profile"], fail_on)
    source, opening = source_of(options, config)
    return ProbeSettings(config, source, opening, _profile(options, config, source), options)


def _profile(options: Mapping[str, Any], config: "Config", source: "Source") -> "Profile":
    """The named profile, else the one that fits the system; policies of the options on top."""
    from conformance.checking import profile_of

    named = options["profile"] or "profile" in config.model_fields_set
    fitting = config.profile if named or not source.adapter.profile else source.adapter.profile
    profile = profile_of(config.model_copy(update={"profile": fitting}))
    policies = {name: options[name] or getattr(config.probe, name) for name in ("unknown_fields", "coercion")}
    tables = profile.probing.model_copy(update={name: value for name, value in policies.items() if value})
    return profile.model_copy(update={"probing": tables})


def parse_allowed(values: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return the inputs of ``TOOL={...}`` options by tool; raises a usage error for what is none."""
    allowed: dict[str, tuple[Any, ...]] = {}
    for value in values:
        name, equals, text = value.partition("=")
        try:
            arguments = json.loads(text) if equals else None
        except ValueError:
            arguments = None
        if not name or not isinstance(arguments, dict):
            raise click.UsageError(f"--allow needs TOOL={{...}} with a JSON object, not {value[:80]!r}")
        allowed[name] = (*allowed.get(name, ()), arguments)
    return allowed
