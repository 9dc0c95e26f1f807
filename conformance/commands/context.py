"""Reads the configured surroundings of an inventory: guidance, docs, an earlier inventory, catalogs.

A pattern that matches no file is an error, because guidance that was moved would otherwise silently go unchecked.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.display import code_text, escape_text, quote_text
from conformance.documents import reader
from conformance.documents.markdown import GuidanceFile, read_guidance
from conformance.documents.values import as_array, as_object, texts_in
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import read_any
from conformance.settings.faults import KeyFault, configuration_error
from conformance.settings.repository import Config
from conformance.systems.surface.context import Surroundings

_MAX_FILES = 1000


def surroundings_of(config: Config) -> Surroundings:
    """Return the configured surroundings; raises ``ConformanceError`` if one of them cannot be read."""
    if config.file is None:
        return Surroundings()
    folder = config.file.parent
    return Surroundings(
        guidance=_read(config, folder, "guidance", config.guidance),
        docs=_read(config, folder, "docs", config.docs),
        earlier=read_any(config.earlier)[0] if config.earlier else None,
        catalogs=_catalogs(config.catalog) if config.catalog else {},
    )


def _read(config: Config, folder: Path, key: str, patterns: Sequence[str]) -> list[GuidanceFile]:
    found: dict[Path, None] = {}
    for index, pattern in enumerate(patterns):
        try:
            matching = list(_matching_files(folder, pattern))
        except (ValueError, NotImplementedError) as error:
            message = f"{code_text(key)}: {code_text(pattern)} is not a valid pattern: {escape_text(str(error))}"
            hint = "write a pattern relative to the configuration, such as 'prompts/**/*.md'"
            raise configuration_error(config.file, KeyFault(f"{key}.{index}", message, hint)) from None
        if not matching:
            message = f"{code_text(key)}: no file matches {code_text(pattern)}"
            hint = "correct the pattern, which is relative to the configuration, or remove it"
            raise configuration_error(config.file, KeyFault(f"{key}.{index}", message, hint))
        found.update(dict.fromkeys(matching))
    return [read_guidance(path, path.relative_to(folder).as_posix()) for path in sorted(found)[:_MAX_FILES]]


def _matching_files(folder: Path, pattern: str) -> Iterator[Path]:
    if not Path(pattern).parts:  # the folder itself, which is never a file
        return
    for path in folder.glob(pattern):
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            yield path


def _catalogs(path: Path) -> dict[str, list[str]]:
    """Return the tool names offered per provenance of a turn, from a JSON object."""
    document = reader.read(path)
    members = as_object(document.value)
    for provenance, names in members.items():
        if len(texts_in(names)) != len(as_array(names)) or not isinstance(names, list):
            raise ConformanceError(
                ErrorKind.UNREADABLE,
                f"{escape_text(document.name)}: {quote_text(provenance)} is not a list of names",
                'write {"operator": ["ListTasks", ...], "timer": [...]}',
            )
    if not members:
        raise ConformanceError(
            ErrorKind.UNREADABLE,
            f"{escape_text(document.name)} is not a catalog",
            'write {"operator": ["ListTasks", ...], "timer": [...]}',
        )
    return {provenance: texts_in(names) for provenance, names in members.items()}
