"""The name of a path field says which kind of path it takes: ``file_path``, ``path``, ``workdir`` or ``cwd``.

``file_path`` is a single file, ``path`` is where to search or traverse, ``workdir`` is the root of a command, and
``cwd`` is the current directory of an entered workspace. A model that meets a ``path`` meant for a single file passes
it a directory.
"""

import re
from collections.abc import Iterable, Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.passages import prose_of
from conformance.inventory.renaming import field_rename
from conformance.names import ends_with, snake_case, words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Paths, Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name or the description implies another kind of path than the name says."""
    if field.types and "string" not in field.types:
        return
    paths, name = profile.paths, snake_case(field.name)
    synonym = paths.synonyms.get(name)
    if synonym is not None:
        yield _problem(field, f"is a synonym of {code_text(synonym)}", synonym)
    elif _is_command_root(field, paths):
        yield _problem(field, "is the root of a command", paths.command_root)
    elif name == paths.command_root and _enters_workspace(field, paths):
        yield _problem(field, "is the current directory of a workspace, not the root of a command", paths.entered)
    elif name == paths.search:
        yield from _single_file_problems(field, paths)
    elif name == paths.one_file:
        yield from _directory_problems(field, paths)
    else:
        yield from _file_name_problems(field, paths)


def _is_command_root(field: Field, paths: Paths) -> bool:
    if field.name == paths.command_root or not _is_beside_command(field, paths):
        return False
    named = words_of(field.name)[-1:]
    return field.name == paths.entered or (
        bool(named) and named[0] in paths.root_endings and _matches_any(paths.root_prose, prose_of(field))
    )


def _enters_workspace(field: Field, paths: Paths) -> bool:
    return "workspace" in words_of(field.tool.name) and not _is_beside_command(field, paths)


def _is_beside_command(field: Field, paths: Paths) -> bool:
    # Each field asks, so that a look at all of its siblings would be quadratic.
    return any(name in field.siblings for name in paths.command_fields)


def _single_file_problems(field: Field, paths: Paths) -> Iterator[Problem]:
    prose, tool = prose_of(field), " ".join((field.tool.description or "")[:20_000].split())
    if _matches_any(paths.file_or_directory_prose, f"{prose} {tool}") or _matches_any(paths.directory_prose, prose):
        return
    by_tool_name = "file" in words_of(field.tool.name)
    by_tool = _matches_any(paths.one_file_tool_prose, tool) and not _matches_any(paths.many_files_tool_prose, tool)
    if _matches_any(paths.one_file_prose, prose) or (not field.description and (by_tool_name or by_tool)):
        hint = f"rename it to {code_text(paths.one_file)}; {code_text(paths.search)} is reserved for search roots"
        yield Problem(f"{field.label} takes a single file", hint, edits=field_rename(field, paths.one_file))


def _directory_problems(field: Field, paths: Paths) -> Iterator[Problem]:
    if _matches_any(paths.directory_prose, prose_of(field)):
        yield _problem(field, "is described as a directory", paths.search)


def _file_name_problems(field: Field, paths: Paths) -> Iterator[Problem]:
    words = words_of(field.name)
    ending = next((each for each in paths.file_endings if ends_with(words, each)), None)
    if ending is None or _matches_any(paths.no_path_prose, prose := prose_of(field)):
        return
    # "file" names a path by itself; `filename` and its kind may also be a mere label, unless the prose mentions paths
    if ending == "file" or re.search(r"\bpaths?\b|\b(?:relative|resolved|save|load)", prose, re.IGNORECASE):
        before = words[: len(words) - len(ending.split())]
        yield _problem(field, "is the path of a single file", "_".join([*before, paths.one_file]))


def _problem(field: Field, why: str, better: str) -> Problem:
    edits = field_rename(field, better)
    return Problem(f"{field.label} {why}", f"rename it to {code_text(better)}", edits=edits)


def _matches_any(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#field-suffix-conventions",
    good=(
        {"file_path": {"type": "string"}, "cwd": {"type": "string"}},
        {"path": {"type": "string", "description": "Directory to search, or a file."}},
        {"cmd": {"type": "string"}, "workdir": {"type": "string"}},
    ),
    bad=(
        BadExample(
            {"path": {"type": "string", "description": "Path to the file to read."}},
            says="parameter `path` takes a single file",
            at="/tools/0/input_schema/properties/path",
        ),
        BadExample(
            {"working_directory": {"type": ["string", "null"]}},
            says="parameter `working_directory` is a synonym of `workdir`",
        ),
        BadExample(
            {"cmd": {"type": "string"}, "cwd": {"type": "string"}}, says="parameter `cwd` is the root of a command"
        ),
        BadExample(
            [
                {
                    "name": "UseWorkspace",
                    "family": "local_environment",
                    "input_schema": closed_object(workspace_id={"type": "string"}, workdir={"type": "string"}),
                }
            ],
            says="`workdir` is the current directory of a workspace",
        ),
    ),
)
