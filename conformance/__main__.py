"""``python -m conformance`` is the command ``conformance``."""

import sys

from conformance import __version__


def main() -> None:
    """Run the command line and exit; the version alone is printed without loading it."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        try:
            sys.stdout.write(f"conformance, version {__version__}\n")
            sys.stdout.flush()
        except OSError:  # the command line says why, and prints it again
            pass
        else:
            return
    from conformance.cli import main as run

    run()


if __name__ == "__main__":
    main()
