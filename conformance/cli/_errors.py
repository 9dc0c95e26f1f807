"""Errors of the command line: click's faults of usage in our words, and the one layout in which errors are printed."""

import re
from contextlib import suppress
from pathlib import Path

import click

from conformance.cli._output import colour_text
from conformance.cli._values import PositiveNumber, Seconds, Share, WholeNumber
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest

_STYLES = {r"^error:": "bold red", r"(?m)^  -->": "blue", r"(?m)^  help:": "green"}

_HELP = "`{} --help` lists the options"

# Click states a wrong value only in its message, as Python writes it and before the verdict.
_VALUE = re.compile(r"(?:\w+ )?(?P<quote>['\"])(?P<value>.*)(?P=quote) (?:is|does) ", re.S)
_EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<arguments>.*)\)", re.S)
_NO_COMMAND = re.compile(r"No such command '(?P<name>.*?)'\.", re.S)


def print_error(error: ConformanceError) -> None:
    """Print an error on standard error; one that cannot be written is reported by the exit status alone."""
    from conformance.commands.diagnostics import layout_error

    folder = Path.cwd() if has_working_folder() else Path("/")
    text = "error: " + "\n".join(layout_error(error, folder))
    with suppress(OSError):
        click.echo(colour_text(text, _STYLES, "stderr"), err=True, color=True)


def has_working_folder() -> bool:
    """Say whether the working folder still exists: another program may delete it."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def usage_error(error: click.ClickException) -> ConformanceError:
    """Return a fault of usage that click found in our words, with what to type instead."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    # An option without its value is found before click knows the command.
    command = context.command_path if context else "conformance COMMAND"
    message, hint = _wording(error, context, command)
    return ConformanceError(ErrorKind.USAGE, message, hint or _HELP.format(command))


def _wording(error: click.ClickException, context: click.Context | None, command: str) -> tuple[str, str]:
    if isinstance(error, click.NoSuchOption):
        known = [name for one in context.command.params for name in one.opts] if context else []
        hint = suggest(error.option_name, [*known, "--help"], "")
        return f"`{command}` has no option {code_text(error.option_name)}", hint
    if isinstance(error, click.MissingParameter):
        return _missing_parameter(error.param, context, command)
    if isinstance(error, click.BadOptionUsage):
        takes_value = "requires" in error.message
        return f"{code_text(error.option_name)} {'needs a value' if takes_value else 'takes no value'}", ""
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _bad_value(error.param, error.message)
    if extra := _EXTRA.match(error.message):
        return f"`{command}` takes no argument {code_text(extra['arguments'])}", _usage(context)
    if (unknown := _NO_COMMAND.match(error.message)) and context and isinstance(context.command, click.Group):
        known = context.command.list_commands(context)
        return f"`{command}` has no command {code_text(unknown['name'])}", suggest(unknown["name"], known, "")
    return error.format_message().removesuffix("."), ""


def _missing_parameter(
    parameter: click.Parameter | None, context: click.Context | None, command: str
) -> tuple[str, str]:
    if isinstance(parameter, click.Option):
        name = f"{_name(parameter)} {parameter.metavar or ''}".rstrip()
        purpose = parameter.help or ""
        return f"`{command}` needs `{name}`", f"add `{name}`: {purpose[:1].lower()}{purpose[1:].removesuffix('.')}"
    name = parameter.human_readable_name if parameter else "argument"
    return f"`{command}` needs {code_text(name)}", _usage(context)


def _bad_value(parameter: click.Parameter, message: str) -> tuple[str, str]:
    name, kind, found = f"`{_name(parameter)}`", parameter.type, _VALUE.match(message)
    value = found["value"] if found else ""
    if isinstance(kind, click.Choice):
        choices = [str(one) for one in kind.choices]
        return f"{name} cannot be {code_text(value)}", suggest(value, choices, f"use one of {', '.join(choices)}")
    if isinstance(kind, click.Path):
        return _path_fault(message, code_text(value, 200), name)
    if isinstance(kind, PositiveNumber | Seconds | Share | WholeNumber):
        return f"{name} must be {kind.requirement}, not {code_text(value)}", ""
    return f"{name}: {message}", ""


def _path_fault(message: str, path: str, name: str) -> tuple[str, str]:
    if message.endswith("is a file."):
        return f"{path} is a file", f"pass a folder as {name}"
    if message.endswith("is a directory."):
        return f"{path} is a folder", f"pass a file as {name}"
    return f"{path} {message.rpartition(chr(39))[2].strip(' .')}", "check the path and the permissions"


def _usage(context: click.Context | None) -> str:
    if context is None:
        return ""
    return f"the usage is `{' '.join((context.command_path, *context.command.collect_usage_pieces(context)))}`"


def _name(parameter: click.Parameter) -> str:
    """Return the long name of an option, or the name of an argument as the usage line shows it."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return parameter.human_readable_name
