"""``python -m conformance`` is the command ``conformance``."""

import gc
import sys

from conformance import __version__

# Nearly everything that a command makes lives until its end, so that looking through all of it finds no garbage. The
# default of 700 objects does so hundreds of times in a short run; this many are a few megabytes.
_OBJECTS_BETWEEN_COLLECTIONS = 100_000
# As the command line ends an interrupted run.
_INTERRUPTED = 2


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
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        from conformance.cli import main as run

        run()
    except KeyboardInterrupt:  # before the command line is loaded, or once more while it ends
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stderr.write("error: interrupted\n")
        sys.exit(_INTERRUPTED)
    finally:
        # The interpreter would look through everything three times before it ends: an eighth of a check of 33 tools.
        gc.freeze()


if __name__ == "__main__":
    main()
