"""Adds an accepted finding to the configuration; everything else in the file stays as it is."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.files import hold_folder, write_atomically
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.settings.repository import CONFIG_FILE
from conformance.settings.toml_positions import PROJECT_FILE

# What a glob reads as something else than itself.
_GLOB = str.maketrans({"*": "[*]", "?": "[?]", "[": "[[]"})

# A line end of a file that is not from Windows.
_LINE_FEED = re.compile(r"(?<!\r)\n")


def add_ignore(file: Path | None, findings: Sequence[Finding], wanted: str, reason: str) -> Path:
    """Add an entry for the finding of this fingerprint and return the file that was written.

    Without a ``file``, ``conformance.toml`` is made in the working folder. Raises ``ConformanceError`` if there is no
    such finding, it is accepted already, the reason is blank, or the file cannot be changed.
    """
    finding = _finding_to_accept(findings, wanted)
    if not reason.strip():
        raise ConformanceError(ErrorKind.USAGE, "`--reason` is blank", "say why the finding is accepted")
    target = file or Path(CONFIG_FILE)
    entry = {**_place(finding), "reason": reason.strip()}
    with hold_folder(target):  # of several at once, each adds to what those before it have written
        write_atomically(target, _add_entry(target, entry).encode())
    return target


def _add_entry(target: Path, entry: dict[str, str]) -> str:
    """Return the text of the file with the entry; its own words, comments and order stay."""
    text = reader.read_bytes(target).decode() if target.is_file() else ""
    try:
        document: Any = tomlkit.parse(text)
        _append(_own_table(document, target), entry)
        changed = tomlkit.dumps(document)
        if "\r\n" in text and not _LINE_FEED.search(text):
            changed = _LINE_FEED.sub("\r\n", changed)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise _unwritable_error(target, str(error)) from None
    before, after = (_own_table(tomllib.loads(one), target) for one in (text, changed))
    if any({**one, "reason": ""} == {**entry, "reason": ""} for one in before.get("ignore", ())):
        raise _accepted_error(entry["rule"], "an entry for the same place was added meanwhile")
    if after != {**before, "ignore": [*before.get("ignore", ()), entry]}:
        raise _unwritable_error(target, "its form is not understood")
    return changed


def _own_table(document: Any, target: Path) -> Any:
    return document["tool"]["conformance"] if target.name == PROJECT_FILE else document


def _unwritable_error(target: Path, why: str) -> ConformanceError:
    message = f"cannot add an ignore to {code_text(str(short_path(target)), 200)}: {why}"
    return ConformanceError(ErrorKind.UNWRITABLE, message, "add the `[[ignore]]` entry by hand")


def _append(table: Any, entry: dict[str, str]) -> None:
    text = table.as_string().replace("\r\n", "\n")
    if "ignore" not in table:
        table.add("ignore", tomlkit.aot())
    is_inline = isinstance(table["ignore"], Array)  # ignore = [{ ... }]
    written: Any = tomlkit.inline_table() if is_inline else tomlkit.table()
    written.update(entry)
    # An empty line parts the entry from its neighbours: the one that is there goes behind it, else one is added.
    if not is_inline and text.endswith("\n\n"):
        written.add(tomlkit.nl())
    elif not is_inline and text.strip():
        written.trivia.indent = "\n"
    table["ignore"].append(written)


def _place(finding: Finding) -> dict[str, str]:
    """Return what an ignore says to accept this finding alone, also if its tool moves to another place of the file."""
    parts = finding.pointer.split("/")
    index = next((at for at, part in enumerate(parts) if part.isdigit()), None)
    pointer = finding.pointer.translate(_GLOB)
    if finding.tool is not None and index is not None:
        pointer = "/".join([*parts[:index], "*", *(part.translate(_GLOB) for part in parts[index + 1 :])])
    tool = {} if finding.tool is None else {"tool": finding.tool.translate(_GLOB)}
    return {"rule": finding.rule, **tool, "pointer": pointer}


def _finding_to_accept(findings: Sequence[Finding], wanted: str) -> Finding:
    found = next((one for one in findings if one.fingerprint == wanted), None)
    if found is None:
        hint = "`conformance check --format json` prints the fingerprint of each finding"
        raise ConformanceError(ErrorKind.USAGE, f"no finding has the fingerprint {code_text(wanted)}", hint)
    if found.suppressed is not None:
        raise _accepted_error(wanted, json.dumps(found.suppressed)[1:-1])
    return found


def _accepted_error(finding: str, why: str) -> ConformanceError:
    message = f"the finding {code_text(finding)} is accepted already: {why}"
    return ConformanceError(ErrorKind.USAGE, message, "edit that entry instead")
