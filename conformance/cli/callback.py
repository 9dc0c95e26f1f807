"""``conformance callback``: both ends of the callback protocol, live and recorded."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import load_settings, today
from conformance.cli._values import Seconds, json_object, path_token, pending_calls

if TYPE_CHECKING:
    from conformance.settings.ignores import Ignores
    from conformance.settings.profiles import Profile
    from conformance.settings.repository import Config

_profile = click.option(
    "--profile", help="Profile by name, or a file. Default: the configured one, else rap_2026_seed."
)
_config = click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file to use.")
_pending = click.option(
    "--pending",
    multiple=True,
    callback=pending_calls,
    metavar="GROUP:ID[:CALL_ID]",
    help="A waiting call; also as JSON.",
)
_seconds = Seconds()


@click.group()
def callback() -> None:
    """Judge what tools send to a callback URL, and what runtimes do with it.

    `check` judges recorded messages, `tool` a live tool, `runtime` a live runtime; `serve` is an endpoint to send to.
    """


@callback.command(cls=ReportCommand)
@click.argument("log", type=click.Path(path_type=Path))
@_config
@_profile
@report_options
def check(log: Path, config_file: Path | None, profile: str | None, fail_on: str | None) -> None:
    """Judge the messages that LOG holds: JSON lines of messages, deliveries and invocations, or one conversation."""
    from conformance.commands.callback import callback_rules, judge_log

    config, judged, ignores = _settings(config_file, profile, fail_on)
    write_reports(judge_log(log, judged, callback_rules(judged), ignores), config.fail_on)


@callback.command(cls=ReportCommand)
@click.option("--invoke", required=True, metavar="URL", help="The tool's endpoint, which takes invocations.")
@click.option("--operation", required=True, help="A harmless operation of the tool.")
@click.option("--arguments", callback=json_object, default="{}", help="Its arguments, as a JSON object.")
@click.option("--failing-operation", help="An operation that always fails. Default: an unknown one.")
@click.option("--failing-arguments", callback=json_object, default="{}", help="Arguments that always fail.")
@click.option("--starts-subscription", is_flag=True, help="The operation starts a subscription.")
@click.option("--acknowledge-within", type=_seconds, default=2.0, show_default=True, help="Seconds.")
@click.option("--result-within", type=_seconds, default=30.0, show_default=True, help="Seconds.")
@click.option("--retry-within", type=_seconds, default=15.0, show_default=True, help="Seconds after a 503.")
@click.option("--quiet", type=_seconds, default=3.0, show_default=True, help="Seconds without a message at the end.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the tool can call back.")
@_config
@_profile
@report_options
def tool(config_file: Path | None, profile: str | None, fail_on: str | None, **options: Any) -> None:
    """Invoke a tool six times and judge what it answers and sends. The tool is really called.

    One call is plain, one has ids that are hard to echo, one shares its id with another thread; of one the first result
    is answered 503, of one it is answered 400; one can only fail.
    """
    from conformance.callback.extra import import_optional
    from conformance.commands.callback import callback_rules, judge_tool

    config, judged, ignores = _settings(config_file, profile, fail_on)
    failing = options.pop("failing_operation")
    if failing is None:
        failing = options["operation"] if options["failing_arguments"] else None
    given = {**options, **({"failing_operation": failing} if failing else {})}
    trial = import_optional("trials.tool").ToolTrial(**given)
    write_reports(judge_tool(trial, judged, callback_rules(judged), ignores), config.fail_on)


@callback.command(cls=ReportCommand)
@click.option("--url", required=True, help="The runtime's callback URL.")
@_pending
@click.option("--transcript", metavar="URL", help="Answers GET with what the runtime's models were given.")
@click.option("--oversized-bytes", type=click.IntRange(min=1), default=64 << 20, show_default=True)
@click.option("--answer-within", type=_seconds, default=10.0, show_default=True, help="Seconds.")
@click.option("--shown-within", type=_seconds, default=5.0, show_default=True, help="Seconds for the transcript.")
@_config
@_profile
@report_options
def runtime(config_file: Path | None, profile: str | None, fail_on: str | None, **options: Any) -> None:
    """Send a runtime results to accept and messages to discard, and judge its answers and transcript.

    Each --pending call is answered once. Four of them cover every check; skipped checks are listed.
    """
    from conformance.callback.trials.runtime import RuntimeTrial, skipped_checks
    from conformance.commands.callback import callback_rules, judge_runtime

    config, judged, ignores = _settings(config_file, profile, fail_on)
    trial = RuntimeTrial(**options)
    report = judge_runtime(trial, judged, callback_rules(judged), ignores)
    for what in skipped_checks(trial):
        click.echo(f"not judged: {what}", err=True)
    write_reports(report, config.fail_on)


@callback.command()
@_pending
@click.option("--store", type=click.Path(path_type=Path, dir_okay=False), help="Ledger that survives a crash.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port; 0 picks a free one.")
@click.option("--token", callback=path_token, help="Last path segment. Default: random and unguessable.")
@click.option("--transcript", is_flag=True, help="Show accepted results at URL/transcript.")
@click.option("--until-settled", is_flag=True, help="Stop when every pending call has its result.")
@click.option("--seconds", type=_seconds, help="Stop after this many seconds.")
@click.option("--body-limit", type=click.IntRange(min=1), default=4 << 20, show_default=True, help="Bytes.")
@click.option("--header-seconds", type=_seconds, default=5.0, show_default=True, help="Seconds for the request head.")
@click.option("--body-seconds", type=_seconds, default=10.0, show_default=True, help="Seconds for the request body.")
@click.option("--quiet", is_flag=True, help="Print only the URL.")
@_profile
def serve(**options: Any) -> None:
    """Serve a callback endpoint; print its URL, then one JSON line per received message."""
    from conformance.callback.server.arrival import EndpointLimits
    from conformance.commands.callback_server import Service
    from conformance.commands.callback_server import serve as run

    names = {"body_limit": "body_bytes", "header_seconds": "header_seconds", "body_seconds": "body_seconds"}
    limits = EndpointLimits(**{field: options.pop(name) for name, field in names.items()})
    _, judged, _ = _settings(None, options.pop("profile"), None)
    quiet = options.pop("quiet")
    service = Service(**options, limits=limits, dialect=judged.message_tables.dialect)
    run(
        service,
        lambda url: _print_line(f"listening on {url}"),
        _ignore_outcome if quiet else _print_outcome,
        _stop_event(),
    )


def _print_line(line: str) -> None:
    import sys

    click.echo(line)
    sys.stdout.flush()


def _print_outcome(message: Any, outcome: Any) -> None:
    _print_line(
        json.dumps({"outcome": outcome.value, **{key: str(message.get(key))[:200] for key in ("group_id", "id")}})
    )


def _ignore_outcome(_message: Any, _outcome: Any) -> None:
    return


def _stop_event() -> Any:
    import signal
    import threading

    stop = threading.Event()

    def set_stop(_signal: int, _frame: Any) -> None:
        stop.set()

    if threading.current_thread() is threading.main_thread():
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, set_stop)
    return stop


def _settings(config_file: Path | None, profile: str | None, fail_on: str | None) -> "tuple[Config, Profile, Ignores]":
    from conformance.commands.callback import DEFAULT_PROFILE, callback_ids
    from conformance.commands.registry import ignores_of, profile_of

    config = load_settings(config_file, profile, fail_on)
    if profile is None and "profile" not in config.model_fields_set:
        config = config.model_copy(update={"profile": DEFAULT_PROFILE})
    judged = profile_of(config)
    return config, judged, ignores_of(config, judged, callback_ids(), today())


COMMAND = callback
