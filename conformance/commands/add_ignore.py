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
from conformance.settings import CONFIG_FILE, PROJECT_FILE
from conformance.settings.ignores import places_to_accept

# What a glob reads as something else than itself.
_GLOB = str.maketrans({"*": "[*]", "?": "[?]", "[": "[[]"})

# A line end of a file that is not from Windows.
_LINE_FEED = re.compile(r"(?<!\r)\n")


def add_ignore(file: Path | None, findings: Sequence[Finding], wanted: str, reason: str) -> Path:
    """Add an entry for each tool of the finding with this fingerprint and return the file that was written.

    Without a ``file``, ``conformance.toml`` is made in the working folder. Raises ``ConformanceError`` if there is no
    such finding, it is accepted already, the reason is blank, or the file cannot be changed.
    """
    finding = _finding_to_accept(findings, wanted)
    if not reason.strip():
        raise ConformanceError(ErrorKind.USAGE, "`--reason` is blank", "say why the finding is accepted")
    target = file or Path(CONFIG_FILE)
    entries = [{**entry, "reason": reason.strip()} for entry in _entries(finding)]
    with hold_folder(target):  # of several at once, each adds to what those before it have written
        write_atomically(target, _add_entries(target, entries).encode())
    return target


def _add_entries(target: Path, wanted: Sequence[dict[str, str]]) -> str:
    """Return the text of the file with those of the entries that it lacks; its own words, comments and order stay."""
    text = reader.read_bytes(target).decode() if target.is_file() else ""
    try:
        known = [{**one, "reason": ""} for one in _own_table(tomlkit.parse(text), target).get("ignore", ())]
        entries = [one for one in wanted if {**one, "reason": ""} not in known]
        changed = text
        for entry in entries:
            document: Any = tomlkit.parse(changed)
            _append(_own_table(document, target), entry)
            changed = tomlkit.dumps(document)
        if "\r\n" in text and not _LINE_FEED.search(text):
            changed = _LINE_FEED.sub("\r\n", changed)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise _unwritable_error(target, str(error)) from None
    before, after = (_own_table(tomllib.loads(one), target) for one in (text, changed))
    if not entries:
        raise _accepted_error(wanted[0]["rule"], "an entry for the same place was added meanwhile")
    if after != {**before, "ignore": [*before.get("ignore", ()), *entries]}:
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


def _entries(finding: Finding) -> list[dict[str, str]]:
    """Return what ignores say to accept this finding alone, also if its tools move to other places of the file."""
    entries = [{"rule": finding.rule, **_place(tool, pointer)} for tool, pointer in places_to_accept(finding)]
    return [one for at, one in enumerate(entries) if one not in entries[:at]]  # two tools may have one name


def _place(tool: str, pointer: str) -> dict[str, str]:
    if not tool:
        return {"pointer": pointer.translate(_GLOB)}
    parts = pointer.split("/")
    index = next((at for at, part in enumerate(parts) if part.isdigit()), None)
    steps = ("*" if at == index else part.translate(_GLOB) for at, part in enumerate(parts))
    return {"tool": tool.translate(_GLOB), "pointer": "/".join(steps)}


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
