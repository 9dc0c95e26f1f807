"""The environment of a program under test: a few harmless variables, and absolute paths on its command line.

Secrets in the environment are not passed on unless they are named. Programs run in an empty folder to keep their files
out of the user's repository, so paths on the command line are made absolute first.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from conformance.callback.credentials import header_secrets
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.runtime import Header

INHERITED_VARIABLES = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "PATHEXT", "COMSPEC", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA", "USERPROFILE"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)
"""Variables without secrets that programs need in order to start."""

SCRATCH_PREFIX = "conformance-"
"""How the name begins of the empty folder in which a program runs that is given no other; each start has a new one."""

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
# A token of RFC 9110, and what every server takes as a value.
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")

# A program that loads large libraries may need half a minute on a busy machine, and so may the import of a module.
# An installer may download packages first.
START_SECONDS, INSTALLER_SECONDS, IMPORT_SECONDS = 30.0, 90.0, 90.0
INSTALLERS = frozenset(("npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman"))
"""Commands that may first have to download what they start."""


def child_environment(named: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program under test: the inherited variables, plus the named ones."""
    return {**{name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}, **named}


def named_variables(names: Sequence[str]) -> dict[str, str]:
    """Return the variables of ``NAME`` or ``NAME=VALUE`` texts; raises ``ConformanceError`` for an unset one."""
    found: dict[str, str] = {}
    for name in names:
        key, equals, value = name.partition("=")
        if not equals and key not in os.environ:
            raise ConformanceError(
                ErrorKind.USAGE,
                f"environment variable {code_text(key)} is not set",
                f"set it, or pass `--env {key}=VALUE`",
            )
        found[key] = value if equals else os.environ[key]
    return found


def fill_variables(headers: Mapping[str, str]) -> dict[str, Header]:
    """Return headers with ``${NAME}`` replaced by variables of the environment, each with what must not be printed.

    Raises ``ConformanceError`` for a variable that is not set, or a value that no header can have.
    """
    return {name: _fill(name, text) for name, text in headers.items()}


def _fill(name: str, text: str) -> Header:
    used = [found[1] for found in _VARIABLE.finditer(text)]
    for variable in used:
        if not os.environ.get(variable):
            message = f"environment variable {code_text(variable)} of the header {code_text(name)} is not set"
            raise ConformanceError(ErrorKind.USAGE, message, "set it before the run")
    value = _VARIABLE.sub(lambda found: os.environ[found[1]], text)
    if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
        message = f"header {code_text(name)} has a name or a value that HTTP does not allow"
        raise ConformanceError(ErrorKind.USAGE, message, "use printable ASCII characters on one line")
    return Header(value, (*header_secrets(name, value), *(os.environ[variable] for variable in used)))


def resolve_paths(argv: Sequence[str], base: Path) -> list[str]:
    """Return the command line with every existing path, relative to ``base``, made absolute."""
    return [_make_absolute(word, base, first=index == 0) for index, word in enumerate(argv)]


def _make_absolute(word: str, base: Path, *, first: bool) -> str:
    option, equals, value = word.partition("=")
    if word.startswith("-"):
        return f"{option}={_make_absolute(value, base, first=False)}" if equals else word
    is_path, file = "/" in word or os.sep in word, os.path.join(base, word)
    # A bare first word is looked up in PATH, and a bare later one is a path only where such a file exists.
    if not is_path and (first or not (word in (".", "..") or os.path.isfile(file))):
        return word
    return os.path.abspath(file) if os.path.exists(file) else word


def start_seconds(argv: Sequence[str]) -> float:
    """Return how many seconds a command usually may take to start: longer for one that installs first."""
    return INSTALLER_SECONDS if Path(argv[0]).stem in INSTALLERS else START_SECONDS
