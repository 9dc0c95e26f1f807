"""Where a command writes its reports: each ``--format`` with its ``--output``, and files that it may not replace."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import click
from msgspec import Struct

from conformance.display import code_text, escape_text
from conformance.errors import ConformanceError, ErrorKind

_SINKS, _CONFIG = "conformance.sinks", "conformance.config"
# The number of the file that the shell opens for standard input: `audit - < log.jsonl`.
_STANDARD_INPUT = 0


class Sink(Struct, frozen=True):
    """One report to write: a format, and a file or standard output."""

    format: str
    file: Path | None = None


class ReportCommand(click.Command):
    """A command whose ``--output FILE`` belongs to the preceding ``--format``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember the order of formats and outputs, which click forgets, and where the configuration is."""
        ctx.meta[_SINKS] = pair_outputs(args)
        ctx.meta[_CONFIG] = next((Path(value) for name, value in _named_values(args) if name == "config"), None)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless a report would replace what it is given to judge."""
        refuse_mixing(ctx.meta[_SINKS])
        _refuse_shared_files(ctx)
        written = _written_files(ctx)
        refuse_overwriting(_paths_in(value for name, value in ctx.params.items() if name not in written))
        return super().invoke(ctx)


def refuse_mixing(sinks: Sequence[Sink]) -> None:
    """Raise ``ConformanceError`` where two reports would be written to the same file, or mixed on standard output."""
    from conformance.commands.reporters import reporter

    # Two names of one file, one of them a link, are one place; it need not exist yet.
    places = [sink.file and os.path.realpath(sink.file) for sink in sinks]
    for place, number in Counter(places).items():
        shared = [sink for sink, one in zip(sinks, places, strict=True) if one == place]
        formats = [sink.format for sink in shared]
        if number > 1 and (place is not None or any(reporter(name).is_document for name in formats)):
            where = "standard output" if place is None else code_text(str(shared[0].file), 200)
            message = f"several reports would be written to {where}: {', '.join(formats)}"
            hint = f"write each to a file of its own: `--format {formats[-1]} --output FILE`"
            raise ConformanceError(ErrorKind.USAGE, message, hint)


_WRITTEN = ("--record", "--checkpoint")
"""The options beside ``--output`` whose file is written."""


def _written_files(ctx: click.Context) -> dict[str, Path]:
    """Return the files that options of a command beside ``--output`` have it write, by the name of the parameter."""
    options = [*_WRITTEN, *(["--baseline"] if ctx.params.get("write_baseline") else [])]
    names = [one.name or "" for one in ctx.command.params if one.opts[0] in options]
    return {name: file for name in names if isinstance(file := ctx.params.get(name), Path)}


def _refuse_shared_files(ctx: click.Context) -> None:
    """Raise ``ConformanceError`` where a file that an option writes is also that of another option or a report."""
    given = ((one.opts[0], ctx.params.get(one.name or "")) for one in ctx.command.params)
    files = [(option, os.path.realpath(file)) for option, file in given if isinstance(file, Path)]
    files += [("--output", os.path.realpath(sink.file)) for sink in ctx.meta[_SINKS] if sink.file is not None]
    for option, file in files:
        other = next((name for name, one in files if one == file and name != option), None)
        if other is not None and option in _WRITTEN:
            message = f"`{option}` and `{other}` name the same file: {code_text(file, 200)}"
            raise ConformanceError(ErrorKind.USAGE, message, "give each a file of its own")


def refuse_overwriting(inputs: Iterable[Path | str]) -> None:
    """Refuse the running command when one of its output files is one of these inputs, by whatever name."""
    outputs = [output for output in _outputs(click.get_current_context()) if output.is_file()]
    for given in inputs if outputs else ():
        place = _STANDARD_INPUT if str(given) == "-" else given
        for output in outputs:
            if os.path.isfile(place) and os.path.samefile(place, output):
                message = f"the output {code_text(str(output), 200)} is an input of this command"
                raise ConformanceError(ErrorKind.USAGE, message, "write to another file")


def _outputs(ctx: click.Context) -> list[Path]:
    """Return every file that a command writes: its reports, and those of other options."""
    reports = [sink.file for sink in ctx.meta.get(_SINKS, ()) if sink.file is not None]
    return [*reports, *_written_files(ctx).values()]


def refuse_overwriting_traces(names: Iterable[str]) -> None:
    """Refuse the running command when one of its output files is a trace that these names stand for."""
    if _outputs(click.get_current_context()):
        from conformance.systems.traces import trace_files

        refuse_overwriting(trace_files(names))


def _paths_in(values: Iterable[Any]) -> Iterator[Path | str]:
    for value in values:
        if isinstance(value, Path | str):
            yield value
            # a source such as `openai:tools.json` names a file behind its kind
            yield from str(value).partition(":")[2:]
        elif isinstance(value, tuple):
            yield from _paths_in(cast("tuple[Any, ...]", value))


def pair_outputs(args: Sequence[str]) -> list[Sink]:
    """Return the sinks that the arguments ask for, in order; text on standard output when they ask for none."""
    sinks: list[Sink] = []
    for name, value in _named_values(args):
        if name == "config":
            continue
        if name == "format":
            sinks.append(Sink(value))
        elif sinks and sinks[-1].file is None:
            sinks[-1] = Sink(sinks[-1].format, Path(value))
        elif sinks:
            message = f"`--output {escape_text(value)}` has no `--format` of its own"
            raise ConformanceError(ErrorKind.USAGE, message, f"write `--format NAME --output {escape_text(value)}`")
        else:
            sinks.append(Sink("text", Path(value)))
    return sinks or [Sink("text")]


def has_stated_sinks() -> bool:
    """Say whether the arguments of the running command name a format or an output."""
    return [*current_sinks()] != [Sink("text")]


def current_sinks() -> Sequence[Sink]:
    """Return the sinks of the running command."""
    return click.get_current_context().meta[_SINKS]


def stated_config(ctx: click.Context) -> Path | None:
    """Return the configuration file that the arguments of a command name, known before its options are read."""
    return ctx.meta.get(_CONFIG)


def wanted_formats() -> list[str]:
    """Return the names of the formats that the running command writes."""
    return [sink.format for sink in current_sinks()]


def _named_values(args: Sequence[str]) -> list[tuple[str, str]]:
    names = {"--format": "format", "-f": "format", "--output": "output", "-o": "output", "--config": "config"}
    found: list[tuple[str, str]] = []
    rest = iter(args)
    for arg in rest:
        if arg == "--":
            break
        head, equals, tail = arg.partition("=")
        if arg in names:
            found.append((names[arg], next(rest, "")))
        elif equals and head in ("--format", "--output", "--config"):
            found.append((names[head], tail))
        elif arg[:2] in names and len(arg) > 2 and not arg.startswith("--"):
            found.append((names[arg[:2]], arg[2:]))
    return found
