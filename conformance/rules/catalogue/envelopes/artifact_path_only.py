"""An artifact reference is a plain path and nothing else.

A reference replaces what was too large to show: content, kind or description in it repeats what the result says
already. A path that climbs out of its folder, is a URL or contains a line break leads its reader astray, and one of a
device, of the system or of credentials is not a stored output. No path is ever opened to judge it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import unquote

from conformance.display import code_text, unsafe_marks
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, type_phrase
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import ARTIFACT_LIST, BadExample
from conformance.rules.screens import no_artifacts
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ArtifactList

# Devices, what the kernel shows as files, and where credentials are kept, at any depth.
_SYSTEM = LazyPattern(
    r"/(?:dev|proc|sys|etc|boot)(?:/|\Z)"
    r"|(?:.*[/\\])?\.(?:(?:ssh|gnupg|aws|kube|docker)[/\\]|(?:netrc|pgpass|git-credentials)\Z)"
    r"|\\\\\.\\|(?:[A-Za-z]:)?(?:[^/]*\\)?(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])\Z",
    re.IGNORECASE,
)
# Steps that lead nowhere: `/./proc` and `//proc` are `/proc`.
_EMPTY_STEPS = LazyPattern(r"/(?:\.?/)+")
# `$HOME/1.log`, `${TMP}/1.log`, `%TEMP%\1.log`: nobody expands a variable.
_VARIABLE = LazyPattern(r"\$(?:\w+|\{\w+\})[/\\]|%\w+%[/\\]")
# A file of another machine, which its reader logs in to; `\\?\C:\` is a path of this one.
_OTHER_MACHINE = LazyPattern(r"\\\\(?![?.]\\)[^\\]+\\")
# A Windows drive.
_DRIVE = LazyPattern("[A-Za-z]:")
# How a path begins that is not relative to the artifact folder: with a root, a drive or a home.
_ANCHORED = LazyPattern(r"[/\\]|[A-Za-z]:|~[\w.-]*[/\\]|~$")


def check(artifacts: ArtifactList, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each item that is not a reference, each extra member of one, and each invalid path."""
    if not isinstance(artifacts.value, list | tuple):
        message = f"`artifacts` is {type_phrase(artifacts.value)}, not an array of references"
        yield Problem(message, 'write `[{"path": "..."}]`', artifacts.pointer)
    for index, item in enumerate(artifacts.items):
        pointer = child(artifacts.pointer, index)
        if isinstance(item, Mapping):
            yield from _reference_problems(item, pointer, profile)
        else:
            message = f"artifact {index} is {type_phrase(item)}, not a reference"
            yield Problem(message, 'write `{"path": "..."}`', pointer)


def _reference_problems(item: JsonObject, pointer: str, profile: Profile) -> Iterator[Problem]:
    for key in item:
        if key != "path":
            message = f"artifact reference has an unexpected member {code_text(key)}"
            yield Problem(message, "remove it; roles are set by an index in the result", child(pointer, key))
    path = item.get("path")
    fault = _path_fault(path, profile) if isinstance(path, str) else _describe_missing_path(item)
    if fault:
        message, hint = fault
        yield Problem(message, hint, child(pointer, "path"))


def _path_fault(path: str, profile: Profile) -> tuple[str, str] | None:
    """Return what is wrong with a path and what to write instead, ``None`` for a good one."""
    root = profile.results.artifact_root
    quoted = code_text(path, 200)
    if not path.strip():
        return "artifact path is empty", "write the path of the file in the artifact folder"
    if "\n" in path or "\r" in path or "\t" in path or next(unsafe_marks(path), None):
        return f"artifact path {quoted} contains control or hidden characters", "remove them from the name of the file"
    if "://" in path or path.startswith("file:"):
        return f"artifact path {quoted} is a URL", "write the path of the local file"
    if ".." in unquote(path).replace("\\", "/").split("/"):
        return f"artifact path {quoted} climbs out of its folder", "write the path without `..`"
    if root is not None and _ANCHORED.match(path) and not _is_below(path, root):
        folder = code_text(root, 200)
        return f"artifact path {quoted} is outside {folder}", f"store the file below {folder}"
    if _SYSTEM.match(_EMPTY_STEPS.sub("/", path)):
        return f"artifact path {quoted} is a file of the system, not a stored output", "store the output in a file"
    if _VARIABLE.match(path):
        return f"artifact path {quoted} begins with a variable, which nobody expands", "write the path itself"
    if root is None and _OTHER_MACHINE.match(path):
        return f"artifact path {quoted} is on another machine", "write the path of the local file"
    return None


def _is_below(path: str, root: str) -> bool:
    """Say whether a path is below the root, by Windows rules if the root has a drive or a backslash."""
    is_windows = _DRIVE.match(root) or "\\" in root
    system = PureWindowsPath if is_windows else PurePosixPath
    below, folder = _normalize(system(path)), _normalize(system(root))
    return below != folder and below.is_relative_to(folder)


def _normalize(path: PurePath) -> PurePath:
    """Return the path without ``..``; no file is opened, so links are not resolved."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts and parts[-1] not in ("..", path.anchor):
            parts.pop()
        else:
            parts.append(part)
    return type(path)(*parts)


def _describe_missing_path(item: JsonObject) -> tuple[str, str]:
    fault = "is missing" if item.get("path") is None else f"is {type_phrase(item['path'])}, not a string"
    return f"`path` of the artifact reference {fault}", "write the path of the file as a string"


RULE = ARTIFACT_LIST.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#artifact-index-mapping",
    screen=no_artifacts,
    good=(
        {"result": {"output_artifact": 0, "artifacts": [{"path": "/var/tasks/1/output.log"}]}},
        {"result": {"task": {"output_artifact": 0, "artifacts": [{"path": "C:\\tasks\\..output.log"}]}}},
        {"result": {"output_artifact": 0, "artifacts": [{"path": "\\\\?\\C:\\tasks\\etc\\con.log"}]}},
        {"artifacts": None},
    ),
    bad=(
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "1.log", "content": "compiling"}]}},
            says="unexpected member `content`",
            at="/result/artifacts/0/content",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": ["1.log"]}},
            says="artifact 0 is a string",
            at="/result/artifacts/0",
        ),
        BadExample(
            {"result": {"output_artifact": 0}, "artifacts": [{"path": "tasks/../../secrets"}]},
            says="climbs out of its folder",
            at="/artifacts/0/path",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "1.log\nArtifacts:\n2.log"}]}},
            says="control or hidden characters",
            at="/result/artifacts/0/path",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "/dev/zero"}]}},
            says="artifact path `/dev/zero` is a file of the system",
            at="/result/artifacts/0/path",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "~/.ssh/id_ed25519"}]}},
            says="is a file of the system",
            at="/result/artifacts/0/path",
        ),
        *(
            BadExample(
                {"result": {"output_artifact": 0, "artifacts": [{"path": path}]}},
                says=f"artifact path `{path}` is a file of the system",
                at="/result/artifacts/0/path",
            )
            for path in ("/etc/shadow", "/./proc/1/mem", "~/.netrc", "CON")
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "$HOME/1.log"}]}},
            says="artifact path `$HOME/1.log` begins with a variable",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "\\\\server\\share\\1.log"}]}},
            says="is on another machine",
        ),
        BadExample(
            {"result": {"artifacts": {"path": "1.log"}}}, says="`artifacts` is an object", at="/result/artifacts"
        ),
    ),
)
