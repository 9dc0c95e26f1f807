"""The command line: one command in one file, loaded when it is called."""

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

from conformance import __version__, discovery
from conformance.cli._errors import has_working_folder, print_error, usage_error
from conformance.cli._output import OUTPUT, Output
from conformance.errors import ConformanceError, ErrorKind

EXIT_CLEAN, EXIT_FINDINGS, EXIT_REFUSED = 0, 1, 2
EXIT_UNREAD = 141
"""Exit status when the reader of the output went away, as a shell reports SIGPIPE."""

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}


class SystemFaultError(Exception):
    """Carries an ``OSError`` past click, which would exit with 1 (findings) on a closed pipe."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def _system_faults() -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise SystemFaultError(error) from error


class LazyGroup(click.Group):
    """Lists commands by file name and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return discovery.member_ids(sys.modules[__name__])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return discovery.member(sys.modules[__name__], cmd_name, "COMMAND", click.Command)[0]

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse the command line; help and version are printed here."""
        with _system_faults():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        if not has_working_folder():
            os.chdir(os.sep)  # Python 3.13 loads no native module in a folder that is gone, not even to print an error
            raise ConformanceError(ErrorKind.USAGE, "the working folder was deleted", "change to a folder that exists")
        with _system_faults():
            return super().invoke(ctx)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="conformance")
@click.option("--quiet", "-q", is_flag=True, help="Print the result alone: no notes, progress or next steps.")
@click.option("--verbose", "-v", is_flag=True, help="List accepted findings too, each with its reason.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Use colors. [default: auto]"
)
@click.option("--no-progress", is_flag=True, help="Show no progress on standard error.")
def group(quiet: bool, verbose: bool, color: str, no_progress: bool) -> None:
    """Check that the tools of a language model keep their contract.

    Exit status: 0 if clean, 1 on findings, 2 if an input, the configuration or a system could not be used.

    The options below go before the command.

    Example: conformance --color never check tools.json
    """
    if quiet and verbose:
        hint = "omit one of them"
        raise ConformanceError(ErrorKind.USAGE, "`--quiet` and `--verbose` exclude each other", hint)
    OUTPUT.set(Output(color, quiet, verbose, progress=not (no_progress or quiet)))


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        reconfigure: Any = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    status = _run(arguments)
    try:
        sys.stderr.flush()
    except OSError:  # nobody can read it, and the interpreter would end with a status of its own
        _discard(sys.stderr)
    sys.exit(status)


def _run(arguments: list[str] | None) -> int:
    OUTPUT.set(Output())
    try:
        result = group.main(args=arguments, prog_name="conformance", standalone_mode=False)
    except ConformanceError as error:
        return _refuse(error)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:  # `conformance callback` alone
        with suppress(OSError):
            error.show()
        return EXIT_REFUSED
    except click.ClickException as error:
        return _refuse(usage_error(error))
    except (click.Abort, KeyboardInterrupt) as error:
        if isinstance(error.__cause__, EOFError):  # click takes it for the end of what a user types
            return _refuse_own_fault(error.__cause__)
        from conformance.cli._signals import interruption_of

        wrong, status = interruption_of(error, EXIT_REFUSED)
        print_error(wrong)
        return status
    except SystemFaultError as error:
        return _refuse_system(error.error)
    except Exception as error:  # noqa: BLE001  an internal error must not look like a finding
        return _refuse_own_fault(error)
    return result if isinstance(result, int) else EXIT_CLEAN


def _refuse_system(error: OSError) -> int:
    if error.errno == errno.EPIPE:
        _discard(sys.stdout)
        return EXIT_UNREAD
    if error.errno in _NO_ROOM and error.filename is None:
        _discard(sys.stdout)
        message = f"cannot write the output: {error.strerror}"
        return _refuse(ConformanceError(ErrorKind.UNWRITABLE, message, "free some space, or redirect the output"))
    if error.filename is None:
        return _refuse_own_fault(error)
    from conformance.documents.reader import unopenable_error

    return _refuse(unopenable_error(error))


def _refuse_own_fault(error: Exception) -> int:
    if "CONFORMANCE_TRACEBACK" in os.environ:
        raise error
    message = f"internal error: {type(error).__name__}: {error}"[:500]
    hint = "please report this, with the traceback that CONFORMANCE_TRACEBACK=1 shows"
    if "marshal data" in message:  # the disk was full when Python compiled it
        message, hint = "a compiled module of Python is damaged", "delete all `__pycache__`, or install it again"
    return _refuse(ConformanceError(ErrorKind.UNSUPPORTED, message, hint))


def _discard(stream: TextIO) -> None:
    """Discard what a stream holds in its buffer, which would otherwise fail at interpreter exit."""
    with suppress(OSError):  # a caller's own stream may have no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refuse(error: ConformanceError) -> int:
    print_error(error)
    return EXIT_REFUSED
