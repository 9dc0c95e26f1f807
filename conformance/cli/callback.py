"""``conformance callback``: both ends of the callback protocol, live and recorded."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from conformance.cli._reports import report_options, write_reports
from conformance.cli._settings import config_option, load_settings, profile_option, today
from conformance.cli._sinks import ReportCommand
from conformance.cli._values import (
    AnyCallable,
    FilePath,
    NonEmptyText,
    Seconds,
    WholeNumber,
    host_names,
    json_object,
    path_token,
    pending_calls,
)
from conformance.display import list_codes
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.callback.ledger import PendingCall
    from conformance.settings.ignores import Ignores
    from conformance.settings.profiles import Profile
    from conformance.settings.repository import Config

_pending = click.option(
    "--pending",
    multiple=True,
    callback=pending_calls,
    metavar="GROUP:ID[:CALL_ID]",
    help="Call that waits for a result, also as a JSON object; repeatable.",
)
_profile = profile_option("rap_2026_seed")


def _seconds_option(name: str, purpose: str, default: float | None) -> Callable[[AnyCallable], AnyCallable]:
    text = purpose if default is None else f"{purpose} [default: {default:g}]"
    return click.option(name, type=Seconds(), default=default, metavar="SECONDS", help=text)


@click.group()
def callback() -> None:
    """Judge both ends of the callback protocol, live or recorded.

    A tool sends messages to the callback URL of a runtime.

    Example: conformance callback check callbacks.jsonl
    """


@callback.command(cls=ReportCommand)
@click.argument("log", type=FilePath())
@config_option
@_profile
@report_options
def check(log: Path, config_file: Path | None, profile: str | None, fail_on: str | None) -> None:
    """Judge recorded callback messages.

    LOG is a log with one message, delivery or invocation per line, or a JSON file with one conversation.

    Example: conformance callback check callbacks.jsonl --format json
    """
    from conformance.commands.callback import callback_rules, judge_log

    config, judged, ignores = _settings(config_file, profile, fail_on)
    write_reports(judge_log(log, judged, callback_rules(judged), ignores), config.fail_on)


@callback.command(cls=ReportCommand)
@click.option("--invoke", required=True, metavar="URL", help="Endpoint of the tool, which takes invocations.")
@click.option("--operation", required=True, metavar="NAME", help="Harmless operation to invoke.")
@click.option(
    "--arguments", callback=json_object, default="{}", metavar="JSON", help="Arguments of --operation. [default: {}]"
)
@click.option(
    "--failing-operation", metavar="NAME", help="Operation that always fails. [default: one that does not exist]"
)
@click.option(
    "--failing-arguments",
    callback=json_object,
    default="{}",
    metavar="JSON",
    help="Arguments with which --failing-operation, else --operation, fails. [default: {}]",
)
@click.option("--starts-subscription", is_flag=True, help="The operation starts a subscription.")
@_seconds_option("--acknowledge-within", "Time limit for the answer to an invocation.", 2)
@_seconds_option("--result-within", "Time limit for the result.", 30)
@_seconds_option("--retry-within", "Time limit for the retry after a 503.", 15)
@_seconds_option("--quiet", "Time without a message that ends the trial.", 3)
@click.option(
    "--host",
    type=NonEmptyText(),
    default="127.0.0.1",
    metavar="HOST",
    help="Address that the tool can call back. [default: 127.0.0.1]",
)
@config_option
@_profile
@report_options
def tool(config_file: Path | None, profile: str | None, fail_on: str | None, **options: Any) -> None:
    """Invoke a live tool six times and judge what it sends.

    The tool really runs. One call is plain, one has ids that are hard to echo, one shares its id with another thread,
    and one can only fail. For the other two, the first result is answered with 503 and with 400.

    Example: conformance callback tool --invoke http://my-tool/ --operation ping
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
@click.option("--url", required=True, metavar="URL", help="Callback URL of the runtime.")
@_pending
@click.option("--transcript", metavar="URL", help="URL that returns what the runtime's models were given.")
@click.option(
    "--oversized-bytes",
    type=WholeNumber(1),
    default=64 << 20,
    metavar="BYTES",
    help="Size of a message that must be rejected. [default: 67108864]",
)
@_seconds_option("--answer-within", "Time limit for an answer.", 10)
@_seconds_option("--shown-within", "Time limit for a result to appear in the transcript.", 5)
@config_option
@_profile
@report_options
def runtime(config_file: Path | None, profile: str | None, fail_on: str | None, **options: Any) -> None:
    """Send messages to a live runtime and judge its answers.

    Some messages must be accepted, others discarded. Each --pending call gets one result. Four pending calls cover
    every check; with fewer, the skipped checks are listed.

    Example: conformance callback runtime --url http://my-host/cb --pending g:c
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
@click.option("--store", type=FilePath(dir_okay=False), metavar="FILE", help="File to keep the ledger in.")
@click.option(
    "--host",
    type=NonEmptyText(),
    default="127.0.0.1",
    metavar="HOST",
    help="Address to listen on. [default: 127.0.0.1]",
)
@click.option(
    "--port", type=WholeNumber(0, 65535), default=0, metavar="PORT", help="Port to listen on. [default: a free one]"
)
@click.option(
    "--allow-host",
    multiple=True,
    callback=host_names,
    metavar="NAME",
    help="Name under which a tunnel or proxy reaches it. Repeatable.",
)
@click.option("--token", callback=path_token, metavar="TOKEN", help="Last segment of the URL. [default: random]")
@click.option("--transcript", is_flag=True, help="Serve accepted results at URL/transcript.")
@click.option(
    "--until-settled",
    is_flag=True,
    help="Stop when every pending call has its result; the exit status is 1 if it stops before that.",
)
@_seconds_option("--seconds", "Stop after this time.", None)
@click.option(
    "--body-limit",
    type=WholeNumber(1),
    default=4 << 20,
    metavar="BYTES",
    help="Largest accepted request body. [default: 4194304]",
)
@_seconds_option("--header-seconds", "Time limit for the head of a request.", 5)
@_seconds_option("--body-seconds", "Time limit for the body of a request.", 10)
@click.option("--quiet", is_flag=True, help="Print only the URL.")
@_profile
def serve(**options: Any) -> None:
    """Serve a callback endpoint and print what it receives.

    The first line is the URL; then follows a JSON object per message on a line of its own.

    Example: conformance callback serve --pending g1:c1 --until-settled
    """
    from conformance.callback.server.arrival import EndpointLimits
    from conformance.cli._patient_streams import patient_streams
    from conformance.commands.callback_server import Service
    from conformance.commands.callback_server import serve as run

    names = {"body_limit": "body_bytes", "header_seconds": "header_seconds", "body_seconds": "body_seconds"}
    limits = EndpointLimits(**{field: options.pop(name) for name, field in names.items()})
    _, judged, _ = _settings(None, options.pop("profile"), None)
    quiet = options.pop("quiet")
    service = Service(**options, limits=limits, dialect=judged.message_tables.dialect)
    if service.until_settled and not service.pending and service.store is None:
        message = "`--until-settled` waits for nothing: no call is pending"
        raise ConformanceError(ErrorKind.USAGE, message, "name each with `--pending GROUP:CALL`, or omit it")
    with patient_streams() as streams:
        observer = _ignore_outcome if quiet else streams.add_outcome
        pending = run(service, lambda url: _print_line(f"listening on {url}"), observer, _stop_event(), streams.flush)
        is_short = service.until_settled and bool(pending)
        if is_short:
            streams.add_error(_pending_line(pending))
    click.get_current_context().exit(int(is_short))


def _pending_line(pending: "Sequence[PendingCall]") -> str:
    return f"error: no result came for {list_codes(f'{call.group_id}:{call.id}' for call in pending)}"


def _print_line(line: str) -> None:
    import sys

    click.echo(line)
    sys.stdout.flush()


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
    if profile is None and not config.is_profile_named:
        config = replace(config, profile=DEFAULT_PROFILE, is_profile_stated=True)
    judged = profile_of(config)
    return config, judged, ignores_of(config, judged, callback_ids(), today())


COMMAND = callback
