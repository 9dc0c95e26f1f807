"""Which path a field holds is told by its name, its description, its neighbours and its tool."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import conformance
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory.fields import fields_of
from conformance.rules.catalogue.naming.path_field_name import check
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found


def _hints(name: str, said: str, *, tool: str = "", tool_name: str = "ListTasks", beside: str = "") -> list[str]:
    properties = {name: {"type": "string", **({"description": said} if said else {})}}
    properties |= {beside: {"type": "string"}} if beside else {}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    example = [{"name": tool_name, "input_schema": schema, "description": tool or "List active tasks."}]
    return [finding.hint for finding in found("path_field_name", example)]


@check_each(
    ("name", "said", "better"),
    [
        ("filepath", "", "file_path"),
        ("workingDirectory", "", "workdir"),
        ("current_working_directory", "", "cwd"),
        ("dir_path", "", "path"),
        ("path", "Absolute path to the file to modify", "file_path"),
        ("path", "Path where to create/update the file", "file_path"),
        ("path", "The file to read", "file_path"),
        ("path", "Image path, relative to the workspace", "file_path"),
        ("file_path", "The directory to search in", "path"),
        ("output_file", "", "output_file_path"),
        ("filename", "Relative file names are resolved against the workspace root", "file_path"),
    ],
)
def test_a_misnamed_path_is_found(name: str, said: str, better: str) -> None:
    (hint,) = _hints(name, said)
    assert hint.split("; ")[0] == f"rename it to `{better}`"


@check_each(
    ("name", "said"),
    [
        ("path", ""),
        ("path", "Path to search in"),
        ("path", "Path to file/directory"),
        ("path", "File or directory to search"),
        ("path", "Directory that holds the file"),
        ("path", "URL path of the request"),
        ("file_path", "Path to the file inside the workspace directory"),
        ("file", "Contents of the file, base64"),
        ("name", "Filename stem used for the saved image"),
        ("filename", "Filename of the gist"),
        ("output_path", ""),
        ("profile", ""),
        ("workdir", ""),
        ("cwd", ""),
    ],
)
def test_a_path_that_says_what_it_is_is_left_alone(name: str, said: str) -> None:
    assert _hints(name, said) == []


def test_a_tool_that_speaks_of_one_file_shows_what_its_only_path_is() -> None:
    expected = ["rename it to `file_path`; `path` is reserved for search roots"]
    assert _hints("path", "", tool="Record metadata for a local image file.") == expected
    assert _hints("path", "", tool="Describe a file.", tool_name="ReadFile") == expected


@pytest.mark.parametrize(
    "tool",
    [
        "Attach a workspace. Git\nsubdirectories normalize to the root.",
        "Search files for a text.",
        "Describe a file or a directory.",
    ],
)
def test_a_tool_that_speaks_of_more_than_one_file_does_not(tool: str) -> None:
    assert _hints("path", "", tool=tool) == []


def test_a_directory_beside_a_command_is_its_root() -> None:
    assert _hints("cwd", "", beside="cmd") == ["rename it to `workdir`"]
    assert _hints("directory", "Optional working directory.", beside="command") == ["rename it to `workdir`"]
    assert _hints("env_file", "Relative to the working directory.", beside="cmd") == ["rename it to `env_file_path`"]
    assert _hints("workdir", "The working directory.", beside="cmd") == []


def test_what_is_no_text_is_no_path() -> None:
    assert found("path_field_name", {"include_file": {"type": "boolean"}, "filepath": {"type": "array"}}) == []


class _Unlisted(dict[str, JsonValue]):
    """Members that can be asked for by name, and not be gone through."""

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("each field would look at all of its siblings")


def test_no_field_looks_at_all_of_its_siblings() -> None:
    schema: JsonObject = {"type": "object", "properties": {"root_dir": {"type": "string"}, "cmd": {"type": "string"}}}
    (tool,) = conformance.load_inventory([{"name": "run", "description": "Runs.", "inputSchema": schema}]).tools
    for field in fields_of(tool):
        unlisted = replace(field, siblings=_Unlisted(field.siblings.items()))
        assert list(check(unlisted, load_profile("holon"))) == list(check(field, load_profile("holon")))
