"""``conformance callback``: both ends of the callback protocol, live and recorded."""

from pathlib import Path
from typing import Any

import click

from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import load_settings, today


@click.group()
def callback() -> None:
    """Judge what tools send to a callback URL, and what runtimes do with it.

    `check` judges recorded messages, `tool` a live tool, `runtime` a live runtime; `serve` is an endpoint to send to.
    """


_profile = click.option(
    "--profile", help="Profile by name, or a .toml file. Default: the configured one, else rap_2026_seed."
)
_config = click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file to use.")


@callback.command(cls=ReportCommand)
@click.argument("log", type=click.Path(path_type=Path))
@_config
@_profile
@report_options
def check(log: Path, config_file: Path | None, profile: str | None, fail_on: str | None) -> None:
    """Judge the messages that LOG holds: JSON lines of messages, deliveries and invocations, or one conversation."""
    from conformance.calling_back import callback_rules, judge_log

    config, judged = _settings(config_file, profile, fail_on)
    rules = callback_rules(judged)
    _write(judge_log(log, judged, rules), config, rules)


def _settings(config_file: Path | None, profile: str | None, fail_on: str | None) -> tuple[Any, Any]:
    from conformance.calling_back import DEFAULT_PROFILE
    from conformance.checking import profile_of

    config = load_settings(config_file, profile, fail_on)
    if profile is None and "profile" not in config.model_fields_set:
        config = config.model_copy(update={"profile": DEFAULT_PROFILE})
    return config, profile_of(config)


def _write(report: Any, config: Any, rules: Any) -> None:
    from dataclasses import replace

    from conformance.ignores import apply_ignores

    known = {applied.rule.id for applied in rules}
    about = config.model_copy(update={"ignore": tuple(one for one in config.ignore if one.rule in known)})
    write_reports(replace(report, findings=apply_ignores(report.findings, about, today())), config.fail_on)


COMMAND = callback
