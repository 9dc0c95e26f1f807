"""An artifact reference is a plain path and nothing else.

A reference replaces what was too large to show: content, kind or description in it repeats what the result says
already. A path that climbs out of its folder, is a URL or contains a line break leads its reader astray.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import unquote

from conformance.display import code_text, unsafe_marks
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, type_name
from conformance.findings import Level, Problem
from conformance.rules.scopes import ARTIFACT_LIST, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ArtifactList

# A Windows drive.
_DRIVE = re.compile("[A-Za-z]:")
# How a path begins that is not relative to the artifact folder: with a root, a drive or a home.
_ANCHORED = re.compile(r"[/\\]|[A-Za-z]:|~[\w.-]*[/\\]|~$")


def check(artifacts: ArtifactList, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each item that is not a reference, each extra member of one, and each invalid path."""
    if not isinstance(artifacts.value, list | tuple):
        message = f"`artifacts` is of type {type_name(artifacts.value)}, not a list of references"
        yield Problem(message, 'write a list of {"path": "..."}', artifacts.pointer)
    for index, item in enumerate(artifacts.items):
        pointer = child(artifacts.pointer, index)
        if isinstance(item, Mapping):
            yield from _reference_problems(item, pointer, profile)
        else:
            message = f"artifact {index} is of type {type_name(item)}, not a reference"
            yield Problem(message, 'write {"path": "..."}', pointer)


def _reference_problems(item: JsonObject, pointer: str, profile: Profile) -> Iterator[Problem]:
    for key in item:
        if key != "path":
            message = f"the artifact reference has a member {code_text(key)} besides `path`"
            yield Problem(message, "remove it; a role belongs in the result, as an index", child(pointer, key))
    path = item.get("path")
    fault = _path_fault(path, profile) if isinstance(path, str) else f"`path` is {_describe_path(item)}"
    if fault:
        hint = "write the plain path of the file in the artifact folder"
        yield Problem(f"the artifact {fault}", hint, child(pointer, "path"))


def _path_fault(path: str, profile: Profile) -> str | None:
    root = profile.results.artifact_root
    quoted = code_text(path, 200)
    if not path.strip():
        return "path is empty"
    if "\n" in path or "\r" in path or "\t" in path or next(unsafe_marks(path), None):
        return f"path {quoted} contains control or hidden characters"
    if "://" in path or path.startswith("file:"):
        return f"path {quoted} is a URL"
    if ".." in unquote(path).replace("\\", "/").split("/"):
        return f"path {quoted} climbs out of its folder"
    if root is not None and _ANCHORED.match(path) and not _is_below(path, root):
        return f"path {quoted} is outside {code_text(root, 200)}"
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


def _describe_path(item: JsonObject) -> str:
    return "missing" if item.get("path") is None else f"of type {type_name(item['path'])}"


RULE = ARTIFACT_LIST.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#artifact-index-mapping",
    good=(
        {"result": {"output_artifact": 0, "artifacts": [{"path": "/var/tasks/1/output.log"}]}},
        {"result": {"task": {"output_artifact": 0, "artifacts": [{"path": "C:\\tasks\\..output.log"}]}}},
        {"artifacts": None},
    ),
    bad=(
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": [{"path": "1.log", "content": "compiling"}]}},
            says="a member `content` besides",
            at="/result/artifacts/0/content",
        ),
        BadExample(
            {"result": {"output_artifact": 0, "artifacts": ["1.log"]}},
            says="artifact 0 is of type string",
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
            {"result": {"artifacts": {"path": "1.log"}}}, says="`artifacts` is of type object", at="/result/artifacts"
        ),
    ),
)
