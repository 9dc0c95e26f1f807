"""What a program under test sees of us: a few variables that every program needs, and absolute paths.

Secrets in the environment stay here unless they are named. Programs run in an empty folder, so that what they write
does not land in the user's repo; a path on the command line is made absolute first.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from conformance.display import quote_text
from conformance.errors import ConformanceError, ErrorKind

INHERITED_VARIABLES = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "PATHEXT", "COMSPEC", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA", "USERPROFILE"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)
"""Variables without secrets that programs need to start at all."""

START_SECONDS, INSTALLER_SECONDS, IMPORT_SECONDS = 8.0, 90.0, 90.0
INSTALLERS = frozenset(("npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman"))
"""Commands that may first have to fetch what they start."""


def child_environment(named: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program under test: the harmless variables, and the named ones."""
    return {**{name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}, **named}


def named_variables(names: Sequence[str]) -> dict[str, str]:
    """Return the variables to pass on, each given as ``NAME`` or ``NAME=VALUE``; raises for one that is not set."""
    found: dict[str, str] = {}
    for name in names:
        key, equals, value = name.partition("=")
        if not equals and key not in os.environ:
            raise ConformanceError(
                ErrorKind.USAGE,
                f"the environment variable {quote_text(key)} is to be passed on, but is not set",
                "set it, or give its value as NAME=VALUE",
            )
        found[key] = value if equals else os.environ[key]
    return found


def resolve_paths(argv: Sequence[str], base: Path) -> list[str]:
    """Return the command line with every path that exists, seen from ``base``, made absolute."""
    return [_make_absolute(word, base, first=index == 0) for index, word in enumerate(argv)]


def _make_absolute(word: str, base: Path, *, first: bool) -> str:
    option, equals, value = word.partition("=")
    if word.startswith("-"):
        return f"{option}={_make_absolute(value, base, first=False)}" if equals else word
    is_path, place = "/" in word or os.sep in word, os.path.join(base, word)
    if not is_path and (first or not (word in (".", "..") or os.path.isfile(place))):
        return word
    return os.path.abspath(place) if os.path.exists(place) else word


def start_seconds(argv: Sequence[str], stated: float | None) -> float:
    """Return how long a command may take to start: as stated, else longer for one that installs first."""
    if stated is not None:
        return stated
    return INSTALLER_SECONDS if Path(argv[0]).stem in INSTALLERS else START_SECONDS
