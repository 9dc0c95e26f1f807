"""A source string names the system; what it does not name is refused with what was probably meant."""

import json
import textwrap
from pathlib import Path

import pytest

from conformance.documents.values import as_array, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems import sources
from conformance.systems.runtime import Opening
from conformance.systems.sources import adapter_ids, all_adapters, describe_twice, find_source, strip_quotes


def test_the_table_of_schemes_says_what_the_adapters_declare() -> None:
    declared = {scheme: name for name, (adapter, _) in all_adapters().items() for scheme in adapter.schemes}
    assert declared == sources._SCHEMES


def test_every_adapter_says_in_its_docstring_how_a_source_is_written() -> None:
    silent = [name for name, (adapter, doc) in all_adapters().items() if adapter.schemes[0] not in doc]
    assert silent == []
    assert set(adapter_ids()) == set(all_adapters())


@pytest.mark.parametrize(
    ("text", "adapter", "rest"),
    [
        ('mcp-stdio:"npx -y some-server"', "mcp", "npx -y some-server"),
        ("mcp-stdio:npx -y some-server", "mcp", "npx -y some-server"),
        ("mcp-http:http://127.0.0.1:8000/mcp", "mcp", "http://127.0.0.1:8000/mcp"),
        ("http://127.0.0.1:8000/x", "http", "//127.0.0.1:8000/x"),
        ("python:package.module:TOOLS", "python_object", "package.module:TOOLS"),
        ("reference", "reference", ""),
    ],
)
def test_a_scheme_chooses_the_adapter(text: str, adapter: str, rest: str) -> None:
    source = find_source(text)
    assert (source.adapter_id, source.rest) == (adapter, rest)


@pytest.mark.parametrize(
    ("name", "value", "scheme", "profile"),
    [
        ("inventory.json", {"version": 2, "tools": [{"name": "A", "input_schema": {}}]}, "inventory", None),
        ("list.json", {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}, "mcp-tools", "mcp"),
        ("responses.json", [{"type": "function", "name": "a", "parameters": {}}], "openai", "openai"),
        ("chat.json", [{"type": "function", "function": {"name": "a"}}], "openai", "openai"),
        ("messages.json", [{"name": "a", "input_schema": {"type": "object"}}], "anthropic", "anthropic"),
    ],
)
def test_a_file_is_known_by_its_content(
    tmp_path: Path, name: str, value: object, scheme: str, profile: str | None
) -> None:
    (tmp_path / name).write_text(json.dumps(value), "utf-8")
    source = find_source(name, tmp_path)
    assert (source.adapter_id, source.scheme, source.profile) == ("tool_list", scheme, profile)
    assert [name.lower() for name in source.open(Opening(base=tmp_path)).catalog("operator")] == ["a"]


def test_a_log_is_known_by_its_ending(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text("", "utf-8")
    assert find_source(str(tmp_path / "results.jsonl")).adapter_id == "recorded"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mcp-stdoi:npx", "mcp-stdio:"),
        ("mcp:python server.py", "did you mean `mcp-stdio:`?"),
        ("mcp:https://example.org/mcp", "did you mean `mcp-http:`?"),
        ("no-such-file.json", "name a file"),
        ("no:such", "name a file"),
    ],
)
def test_what_names_no_system_is_refused_with_a_cure(text: str, says: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        find_source(text)
    assert caught.value.kind is ErrorKind.USAGE
    assert says in caught.value.recovery_hint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the source is empty"),
        ("  ", "the source is empty"),
        ("reference:foo", "`reference:foo` is not a known kind of system"),
        ("no-such-file.json", "is neither an existing file nor a known kind"),
        ("folder", "`folder` is a folder"),
        ("folder/no-such-file.jsonl", "is neither an existing file nor a known kind"),
    ],
)
def test_what_a_source_lacks_is_said(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConformanceError, match=says) as caught:
        find_source(text, tmp_path)
    assert caught.value.kind is ErrorKind.USAGE


@pytest.mark.parametrize(
    ("text", "bare"), [('"a b"', "a b"), ("'a b'", "a b"), ("a b", "a b"), ('"a" "b"', '"a" "b"'), ('"', '"')]
)
def test_quotes_around_everything_are_taken_off(text: str, bare: str) -> None:
    assert strip_quotes(text) == bare


def test_a_system_that_changes_as_one_looks_is_told() -> None:
    steady = find_source("python:conformance.probes.miniatures:sound")
    assert describe_twice(steady, Opening())[1] == []
    moving = find_source("python:conformance.probes.miniatures:changes_its_tools")
    assert describe_twice(moving, Opening())[1] == ["ExecCommand", "ExecCommandBatch", "WaitFor"]


def test_a_system_that_describes_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text('{"tool_name": "A", "status": "success"}\n', "utf-8")
    with pytest.raises(ConformanceError, match="recorded results do not say which tools exist"):
        describe_twice(find_source(str(tmp_path / "r.jsonl")), Opening())


def test_tools_that_are_listed_in_another_order_each_time_are_returned_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """
        from conformance.systems.runtime import SilentRuntime

        class Server(SilentRuntime):
            names = ["list_b", "list_a", "list_c"]

            def describe(self):
                self.names = self.names[1:] + self.names[:1]
                return {"version": 2, "tools": [{"name": name, "input_schema": {}} for name in self.names]}

        SERVER = Server()
    """
    (tmp_path / "shuffled.py").write_text(textwrap.dedent(source), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    inventory, unstable = describe_twice(find_source("python:shuffled:SERVER"), Opening(base=tmp_path))
    assert unstable == []
    assert [as_object(tool)["name"] for tool in as_array(inventory["tools"])] == ["list_a", "list_b", "list_c"]
