"""Members of other packages and of a repository count like our own, and a plugin that is wrong is named."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import conformance
from conformance import plugins
from conformance.contract.families import all_families
from conformance.errors import ConformanceError
from conformance.plugins import forget_plugins, has_plugins, plugin_modules
from conformance.rules.catalogue import all_rules, categories
from conformance.settings.repository import load_config
from tests.cases import check_each
from tests.scenarios.scenario import run_command, working_in

RULE = '''"""Each tool is described in one line.

A reason.
"""
from conformance import TOOL, BadExample, Level, Problem

def check(tool, profile):
    if "{trigger}" in (tool.description or ""):
        yield Problem("description is too long", "shorten it", "/description")

RULE = TOOL.rule(check, level=Level.ERROR, source="", good=(), bad=())
'''


REPORTER = "from conformance import Reporter\nREPORTER = Reporter(findings=lambda report, folder: {text})\n"


@pytest.fixture(autouse=True)
def _no_plugins_afterwards() -> Iterator[None]:
    yield
    forget_plugins()


def _repo(folder: Path, files: dict[str, str], plugin: str = "house") -> Path:
    """Write a repository that names one plugin."""
    (folder / "conformance.toml").write_text(f'inventory = "tools.json"\nplugins = ["{plugin}"]\n', "utf-8")
    tools = '[{"name": "a_tool", "description": "Lists.", "inputSchema": {"type": "object"}}]'
    (folder / "tools.json").write_text(tools, "utf-8")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def _run(folder: Path, command: str) -> tuple[int, str]:
    with working_in(folder):
        return run_command(command)


def test_a_single_module_is_a_plugin_and_its_rule_belongs_to_the_category_of_plugins(tmp_path: Path) -> None:
    _repo(tmp_path, {"house.py": RULE.format(trigger="Lists")})
    status, output = _run(tmp_path, "conformance check --rule house")
    assert (status, "error[house]: description is too long" in output) == (1, True), output
    assert all_rules()["house"].category == "plugins"
    assert _run(tmp_path, "conformance check --rule plugins")[0] == 1


def test_a_folder_of_a_plugin_is_a_category_with_its_docstring(tmp_path: Path) -> None:
    files = {"house/__init__.py": "", "house/length/__init__.py": '"""How long texts are."""'}
    _repo(tmp_path, {**files, "house/length/one_line.py": RULE.format(trigger="\\n"), "house/_notes.py": "x = 1"})
    assert _run(tmp_path, "conformance check --rule length")[0] == 0
    assert categories()["length"] == "How long texts are."
    assert "one_line (error, length" in _run(tmp_path, "conformance explain one_line")[1]


def test_another_configuration_brings_its_own_plugins_and_forgets_those_before(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        _repo(tmp_path / name, {"house.py": RULE.format(trigger=name), f"{name}_rule.py": ""})
    for name in ("first", "second"):
        load_config(tmp_path / name)
        found = plugin_modules("conformance.rules")["house"]
        assert Path(str(found.module.__file__)).parent.name == name
    load_config(tmp_path)
    assert "house" not in all_rules()


def test_a_module_that_something_else_needs_is_not_forgotten(tmp_path: Path) -> None:
    before = dict(sys.modules)
    _repo(tmp_path, {}, plugin="conformance")
    assert "adds nothing" in _run(tmp_path, "conformance check")[1]
    assert {name for name in before if sys.modules.get(name) is not before[name]} == set()


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "absent": ({}, "cannot import plugin `house`: no module named `house`"),
    "no name": ({"conformance.toml": 'plugins = ["../house"]'}, "plugin `../house` is not the name of a module"),
    "raises": ({"house.py": "x = 1\nraise RuntimeError('boom')\n"}, "'RuntimeError: boom' (house.py, line 2)"),
    "ends the program": ({"house.py": "raise SystemExit(3)\n"}, "the import tried to end the program"),
    "syntax": ({"house.py": "def f(:\n"}, "house.py:1:7\n  help: fix the syntax error"),
    "empty": ({"house.py": "x = 1\n"}, "plugin `house` adds nothing: module `house` declares none of `RULE`"),
    "one file is empty": ({"house/__init__.py": "", "house/a.py": "x = 1"}, "module `house.a` declares none of"),
    "wrong type": ({"house.py": "RULE = 'error'\n"}, "RULE of plugin `house`, module `house`, is not a `Rule`"),
    "our id": (
        {"house/__init__.py": "", "house/unit_suffix.py": RULE.format(trigger="x")},
        "plugin `house` declares `unit_suffix`, which the harness itself declares too",
    ),
    "fails in a check": (
        {"house.py": RULE.replace("yield Problem", "raise KeyError(tool.name); yield Problem").format(trigger="Lists")},
        "rule `house` of plugin `house` failed: 'KeyError: 'a_tool'' (house.py, line 9)",
    ),
    "ends the program in a check": (
        {"house.py": RULE.replace("yield Problem", "raise SystemExit(0); yield Problem").format(trigger="Lists")},
        "rule `house` of plugin `house` failed: 'SystemExit: 0' (house.py, line 9)",
    ),
    "yields a text": (
        {"house.py": RULE.replace("yield Problem", "yield 'x'; yield Problem").format(trigger="Lists")},
        "rule `house` of plugin `house` failed: 'TypeError: it yielded 'x' instead of a Problem",
    ),
    "yields a problem without a hint": (
        {"house.py": RULE.replace("yield Problem", "yield Problem('x', None); yield Problem").format(trigger="Lists")},
        "rule `house` of plugin `house` failed: 'TypeError: it yielded Problem(message='x', hint=None",
    ),
    "our scheme": (
        {
            "house.py": "from conformance import Adapter\n"
            "ADAPTER = Adapter(schemes=('python',), open=lambda rest, opening: None)\n"
        },
        "plugin `house` declares scheme `python`, which adapter `python_object` declares too",
    ),
}


@check_each("fault", WRONG)
def test_a_plugin_that_is_wrong_ends_with_status_2_and_its_name(
    fault: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    files, expected = WRONG[fault]
    folder = _repo(tmp_path_factory.mktemp("repo"), files)
    status, output = _run(
        folder, "conformance check nowhere:tools.json" if fault == "our scheme" else "conformance check"
    )
    assert (status, expected in output, "Traceback" in output) == (2, True, False), output


def test_a_plugin_that_cannot_be_imported_is_located_at_its_entry(tmp_path: Path) -> None:
    _repo(tmp_path, {})
    assert "--> conformance.toml:2:12" in _run(tmp_path, "conformance check")[1]


def test_a_format_of_a_plugin_that_fails_is_named(tmp_path: Path) -> None:
    _repo(
        tmp_path,
        {"house.py": REPORTER.format(text="1 / 0")},
    )
    status, output = _run(tmp_path, "conformance check --format house")
    assert (status, "reporter `house` of plugin `house` failed: 'ZeroDivisionError" in output) == (2, True), output


ADAPTER = """\
from conformance import Adapter
from conformance.systems.runtime import SilentRuntime

class House(SilentRuntime):
    def describe(self):
        {describe}

    def parse(self, tool, arguments):
        return 1 / 0

INVENTORY = {{"version": 1, "source_of_truth": {{}}, "stability_policy": {{}},
              "tools": [{{"name": "ListNotes", "input_schema": {{"type": "object"}}}}]}}
ADAPTER = Adapter(schemes=("house",), open=lambda rest, opening: {opened})
"""


def test_an_adapter_of_a_plugin_that_fails_after_it_was_opened_is_named(tmp_path: Path) -> None:
    for command, describe, opened, fault in (
        ("check house:x", "raise KeyError('notes')", "House()", "KeyError"),
        ("probe --source house:x --no-progress", "return INVENTORY", "House()", "ZeroDivisionError"),
        ("check house:x", "pass", "None", "AttributeError"),
    ):
        folder = tmp_path / fault
        folder.mkdir()
        _repo(folder, {"house.py": ADAPTER.format(describe=describe, opened=opened)})
        status, output = _run(folder, f"conformance {command}")
        named = f"adapter `house` of plugin `house` failed: '{fault}" in output
        assert (status, named, "Traceback" in output) == (2, True, False), output


def test_an_unknown_format_is_refused_with_those_of_plugins(tmp_path: Path) -> None:
    _repo(
        tmp_path,
        {"house.py": REPORTER.format(text="''")},
    )
    status, output = _run(tmp_path, "conformance check --format hose")
    assert (status, "house" in output) == (2, True), output


def test_a_family_of_a_plugin_renders_the_results_of_its_tools(tmp_path: Path) -> None:
    from conformance.contract.envelope import Success
    from conformance.contract.rendering import render

    _repo(tmp_path, {"house.py": FAMILY})
    load_config(tmp_path)
    assert "house" in all_families()
    envelope = Success(tool_name="CountWords", summary_text="counted", result={"words": 12})
    assert render(envelope).startswith("counted 12 words")


def test_the_tools_of_a_family_of_a_plugin_are_in_the_inventory_of_the_reference_contract(tmp_path: Path) -> None:
    sample = 'Sample("short", CompleteOutput("CountWords", "success", "12 words", WordCount(words=12)))'
    text = FAMILY.replace(", render, ())", f", render, ({sample},))").replace(
        "import ", "import CompleteOutput, Sample, "
    )
    _repo(tmp_path, {"house.py": text})
    (tmp_path / "conformance.toml").write_text('plugins = ["house"]\n', "utf-8")
    status, output = _run(tmp_path, "conformance check --rule tool_known --rule summary_present")
    assert (status, "24 tools, 93 results" in output) == (0, True), output
    (tmp_path / "conformance.toml").unlink()
    assert "23 tools, 92 results" in _run(tmp_path, "conformance check --rule tool_known")[1]


FAMILY = '''"""Counts of words."""
from conformance import Arguments, Bounds, Budget, Family, ReceiptLine, Result, ToolDefinition

class CountWordsArguments(Arguments):
    """The input of CountWords."""

class WordCount(Result):
    """How many words there are."""
    words: int

def render(tool, view):
    yield ReceiptLine(f"counted {view.members['words']} words")

TOOL = ToolDefinition("CountWords", "core_agent", "memory", "Counts words.", CountWordsArguments, (WordCount,))
FAMILY = Family((TOOL,), Budget(2_000), lambda output, bounds: output, render, ())
'''


TRACE_FORMAT = """
from conformance import CallEvent, Part, ResultEvent, TraceFormat

def read(members, at):
    tool, given = str(members["ran"]), Part(members.get("with"), f"{at}/with")
    return [CallEvent(tool, None, given, at), ResultEvent(None, Part("1", at), "1", False, at, tool)]

FORMAT = TraceFormat("log of our own runtime", read, frozenset({"ran"}))
"""


def test_a_trace_format_of_a_plugin_is_read_by_an_audit(tmp_path: Path) -> None:
    _repo(tmp_path, {"house.py": TRACE_FORMAT, "calls.jsonl": '{"ran": "another_tool", "with": {}}\n'})
    status, output = _run(tmp_path, "conformance audit calls.jsonl")
    assert (status, "tool `another_tool` is not in the inventory" in output) == (1, True), output
    (tmp_path / "conformance.toml").unlink()
    # the line is nothing that the harness itself reads
    assert "another_tool" not in _run(tmp_path, "conformance audit calls.jsonl")[1]


def test_a_trace_format_of_a_plugin_that_fails_is_named(tmp_path: Path) -> None:
    for number, wrong in enumerate(("return 1 / 0", "yield 1 / 0", "return 7")):
        folder = tmp_path / str(number)
        folder.mkdir()
        text = TRACE_FORMAT.replace("def read(members, at):\n", f"def read(members, at):\n    {wrong}\n")
        _repo(folder, {"house.py": text, "calls.jsonl": '{"ran": "another_tool", "with": {}}\n'})
        status, output = _run(folder, "conformance audit calls.jsonl")
        named = "trace format `house` of plugin `house` failed: '" in output
        assert (status, named, "Traceback" in output) == (2, True, False), output


def test_a_family_of_a_plugin_that_fails_is_named(tmp_path: Path) -> None:
    from conformance.contract.envelope import Success
    from conformance.contract.rendering import render

    _repo(tmp_path, {"house.py": FAMILY.replace("    yield ReceiptLine(", "    yield 1 / 0\n    yield ReceiptLine(")})
    load_config(tmp_path)
    with pytest.raises(ConformanceError, match="family `house` of plugin `house` failed: 'ZeroDivisionError"):
        render(Success(tool_name="CountWords", summary_text="counted", result={"words": 12}))


_EXAMPLES = """good=({"description": "Lists."},),
    bad=(BadExample({"description": "Lists. "}, says="too long", at="/tools/0/description"),)"""


def test_the_examples_of_a_rule_of_a_plugin_are_run_by_a_helper(tmp_path: Path) -> None:
    right = RULE.format(trigger=". ").replace("good=(), bad=()", _EXAMPLES)
    for text, faults in (
        (right, []),
        (RULE.format(trigger=". "), ["`house` has no good example", "`house` has no bad example"]),
        (right.replace('"Lists."', '"Lists. "'), ["good example 1 is rejected: description is too long"]),
        (right.replace('"Lists. "', '"Lists."'), ["bad example 1 is accepted"]),
        (right.replace('says="too long"', 'says="short"'), ["bad example 1 is rejected without `short`: "]),
        (right.replace("/0/desc", "/1/desc"), ["bad example 1 is rejected at `/tools/0/description` and not at "]),
    ):
        _repo(tmp_path, {"house.py": text})
        found = conformance.example_faults("house", config=tmp_path / "conformance.toml")
        assert len(found) == len(faults), found
        assert all(one.startswith(begin) for one, begin in zip(found, faults, strict=True)), found
        forget_plugins()
    with pytest.raises(ConformanceError, match="there is no rule `hose`"):
        conformance.example_faults("hose")


@pytest.mark.parametrize("group", [*plugins.CONSTANTS, plugins.PROFILES])
def test_a_package_that_adds_anything_counts_as_a_plugin(monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    monkeypatch.setattr(plugins, "_entry_points", lambda one: [one] * (one == group))
    assert has_plugins()
    monkeypatch.setattr(plugins, "_entry_points", lambda _group: [])
    assert not has_plugins()
