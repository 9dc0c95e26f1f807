"""The command line: one command in one file, loaded when it is called."""

import os
import sys
from typing import Any

import click

from conformance import __version__, members
from conformance.errors import ConformanceError
from conformance.words import nearest, visible

EXIT_CLEAN, EXIT_FINDINGS, EXIT_REFUSED = 0, 1, 2


class LazyGroup(click.Group):
    """Lists commands by their file names and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return members.member_ids(sys.modules[__name__])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return members.member(sys.modules[__name__], cmd_name, "COMMAND", click.Command)[0]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the command's name; an unknown one is answered with the one that was probably meant."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            meant = nearest(args[0], self.list_commands(ctx))
            hint = f" Did you mean '{meant}'?" if meant else ""
            raise click.UsageError(f"No such command '{visible(args[0])}'.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="conformance")
def group() -> None:
    """Prove that the tools a language model is given keep one contract.

    Exit status: 0 clean, 1 findings, 2 an input, a configuration or a system could not be used.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        result = group.main(args=arguments, prog_name="conformance", standalone_mode=False)
    except ConformanceError as error:
        return _refuse(error.message, error.recovery_hint)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return EXIT_REFUSED
    except (click.Abort, KeyboardInterrupt):
        return _refuse("interrupted", "run it again")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_CLEAN
    except Exception as error:  # a fault of ours must neither look like a finding nor print a traceback
        if "CONFORMANCE_TRACEBACK" in os.environ:
            raise
        place = f"{type(error).__name__}: {error}"
        return _refuse(f"a fault of the harness: {place[:500]}", "report it; CONFORMANCE_TRACEBACK=1 shows where")
    return result if isinstance(result, int) else EXIT_CLEAN


def _refuse(message: str, hint: str) -> int:
    click.echo(f"error: {visible(message, keep=chr(10))}", err=True)
    click.echo(f"hint: {visible(hint, keep=chr(10))}", err=True)
    return EXIT_REFUSED
