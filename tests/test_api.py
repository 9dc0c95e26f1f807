"""The public API: complete, documented, lazy, and the same as the commands."""

import ast
import datetime
import importlib
import inspect
import json
import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings

import conformance
from conformance import api
from conformance.schema.validation import is_valid
from tests.cases import check_each

ROOT = Path(__file__).parents[1]
INVENTORY = ROOT / "model-tool-schema-inventory.json"
FUNCTIONS = ("load_inventory", "check", "compare", "audit", "probe", "render", "contains", "example_faults", "inputs")
SCHEMA: conformance.JsonObject = {"type": "object", "properties": {}}
LISTED: list[conformance.JsonObject] = [{"name": "find_note", "description": "Finds one.", "inputSchema": SCHEMA}]


def _imports_of_type_checkers() -> dict[str, str]:
    """The names that type checkers see in the package, each with its module."""
    tree = ast.parse((ROOT / "conformance" / "__init__.py").read_text("utf-8"))
    branch = next(node for node in tree.body if isinstance(node, ast.If))
    statements = [node for node in branch.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in statements for alias in node.names}


def test_what_type_checkers_see_is_what_is_imported_and_promised() -> None:
    homes_by_module: dict[str, tuple[str, ...]] = vars(conformance)["_HOMES"]
    homes = {name: module for module, names in homes_by_module.items() for name in names}
    assert homes == _imports_of_type_checkers()
    assert sorted(conformance.__all__) == sorted([*homes, "__version__"]) == dir(conformance)
    for name, module in homes.items():
        assert getattr(conformance, name) is getattr(importlib.import_module(module), name)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chek'"):
        _ = conformance.chek  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import conformance; print(*(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert [one for one in run.stdout.split() if one.split(".")[0] not in sys.stdlib_module_names] == ["conformance"]
    code = "import sys, conformance; conformance.Finding; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert not {"hypothesis", "jsonschema", "pydantic", "click", "conformance.commands"} & set(run.stdout.split())


@check_each("name", FUNCTIONS)
def test_each_function_says_what_it_takes_returns_raises_and_where_that_comes_from(name: str) -> None:
    function = getattr(conformance, name)
    first, blank, *rest = str(inspect.getdoc(function)).splitlines()
    assert first.endswith(".")
    assert not blank
    text = " ".join(rest)
    assert "Source: docs/" in text
    assert "Raises:" in text or name == "contains"
    keywords = [one.name for one in inspect.signature(function).parameters.values() if one.kind is one.KEYWORD_ONLY]
    doc = str(inspect.getdoc(function))
    assert [one for one in keywords if one not in doc and one not in ("profile", "config", "today")] == []
    pages = [word.strip(".") for word in text.split() if word.startswith("docs/")]
    assert all((ROOT / page).is_file() for page in pages)


@check_each("name", FUNCTIONS)
def test_the_values_that_a_function_takes_and_returns_are_public_too(name: str) -> None:
    source = ast.parse(inspect.getsource(getattr(api, name))).body[0]
    assert isinstance(source, ast.FunctionDef)
    words = [one for part in (source.args, source.returns) if part for one in ast.walk(part)]
    types = {one.id for one in words if isinstance(one, ast.Name)}
    known = {*conformance.__all__, *dir(typing), "Path", "str", "bool", "Sequence", "Mapping", "datetime"}
    assert sorted(types - known) == []


def test_check_finds_what_the_command_finds_with_lines_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps(LISTED, indent=2), "utf-8")
    of_file, of_value = conformance.check(file), conformance.check(LISTED)
    assert [one.rule for one in of_file.findings] == [one.rule for one in of_value.findings] != []
    assert of_file.findings[0].location is not None
    assert of_value.findings[0].location is None
    assert [one.fingerprint for one in of_file.findings] == [one.fingerprint for one in of_value.findings]
    assert json.loads(conformance.render(of_file, "json"))["summary"] == of_file.summary()


def test_an_inventory_is_checked_as_what_it_was_made_from() -> None:
    made = conformance.load_inventory(LISTED)
    assert [one.rule for one in conformance.check(made).findings] == [
        one.rule for one in conformance.check(LISTED).findings
    ]


def test_check_follows_a_configuration_and_a_profile_that_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text('[levels]\ntool_name_case = "info"\n', "utf-8")
    only = ("tool_name_case",)
    strict = conformance.check(LISTED, profile="holon", rules=only)
    mild = conformance.check(LISTED, profile="holon", rules=only, config=tmp_path / "conformance.toml")
    assert [one.level for one in (*strict.findings, *mild.findings)] == [
        conformance.Level.ERROR,
        conformance.Level.INFO,
    ]


def test_compare_shows_an_input_that_breaks() -> None:
    closed: conformance.JsonObject = {"type": "object", "properties": {}, "required": ["id"]}
    report = conformance.compare(LISTED, [{**LISTED[0], "inputSchema": closed}])
    assert report.fails_on(conformance.FailOn.BREAKING)
    assert [one.witness for one in report.changes if one.verdict == "breaking"] == [{}]
    assert "breaking" in conformance.render(report)


def test_audit_and_probe_return_reports(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"tool_name": "Nobody", "status": "success", "summary_text": "x", "result": {}}\n', "utf-8")
    assert "tool_known" in {one.rule for one in conformance.audit(log, inventory=INVENTORY).findings}
    for several in (tmp_path, str(tmp_path / "*.jsonl")):
        assert "tool_known" in {one.rule for one in conformance.audit(several, inventory=INVENTORY).findings}
    unknown = conformance.audit(log)
    assert unknown.findings == []
    assert "no inventory was given" in unknown.notes[0]
    report = conformance.probe("reference", tools=["WaitFor"], probes=["missing_required_rejected"])
    assert (report.tool_count, report.findings) == (1, [])


def test_a_report_that_judged_nothing_is_an_error_as_in_the_commands(tmp_path: Path) -> None:
    log, listed, config = (tmp_path / name for name in ("calls.jsonl", "tools.json", "conformance.toml"))
    log.write_text('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a"}}\n', "utf-8")
    with pytest.raises(conformance.ConformanceError, match="no call was judged"):
        conformance.audit(log, inventory=LISTED)
    listed.write_text(json.dumps({"tools": LISTED}), "utf-8")
    with pytest.raises(conformance.ConformanceError, match="nothing was tested: the tool was not called"):
        conformance.probe(f"mcp-tools:{listed}")
    profile = tmp_path / "empty.toml"
    profile.write_text('name = "empty"\nsummary = "No rule."\ndated = "2026-11-22"\nunlisted = "off"\n', "utf-8")
    with pytest.raises(conformance.ConformanceError, match="nothing was checked: no rule is on"):
        conformance.check(LISTED, profile=str(profile))
    # What is found fails already, and would be lost.
    config.write_text('fail_on = "info"\n', "utf-8")
    assert conformance.probe(f"mcp-tools:{listed}", config=config).tested_nothing


def test_a_time_is_taken_for_its_day() -> None:
    now = datetime.datetime.now(datetime.UTC)
    assert conformance.check(LISTED, today=now) == conformance.check(LISTED, today=now.date())


def test_contains_proves_or_shows_a_witness() -> None:
    assert conformance.contains({"type": "integer"}, {"type": "number"}).holds is True
    refused = conformance.contains({"type": "number"}, {"type": "integer"})
    assert refused.holds is False
    assert refused.witness is not None
    assert is_valid(refused.witness.instance, {"type": "number"})


@settings(max_examples=20)
@given(conformance.inputs("ExecCommand", INVENTORY))
def test_inputs_are_valid(value: conformance.JsonValue) -> None:
    tool = conformance.load_inventory(INVENTORY).tool("ExecCommand")
    assert tool is not None
    assert is_valid(value, tool.input_schema)


LOOP: list[conformance.JsonValue] = []
LOOP.append(LOOP)
WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "no file": (lambda: conformance.check("absent.json"), "absent.json"),
    "not JSON": (lambda: conformance.check([{"name": cast("str", {1, 2})}]), "the value is not JSON"),
    "not a number": (lambda: conformance.check([{"name": float("nan")}]), "the value is not JSON"),
    "no tool": (lambda: conformance.inputs("ExecComand", INVENTORY), "tool `ExecComand` is not in the inventory"),
    "no schema": (lambda: conformance.inputs("a", [{"name": "a"}]), "no input of `a` can be generated"),
    "no format": (lambda: conformance.render(conformance.check(LISTED), "yaml"), "yaml"),
    "no rule": (lambda: conformance.check(LISTED, rules=["tool_name_cse"]), "tool_name_cse"),
    "a schema of sets": (
        lambda: conformance.contains({"enum": cast("list[str]", {1})}, {}),
        "the old schema is not JSON",
    ),
    "a schema in itself": (lambda: conformance.contains({}, {"allOf": LOOP}), "the new schema is not JSON"),
    "a number as log": (lambda: conformance.audit(cast("str", 5)), "argument `log` is a `int`"),
    "nothing as system": (lambda: conformance.probe(cast("str", None)), "argument `source` is a `NoneType`"),
    "no report": (lambda: conformance.render(cast("conformance.Report", 5)), "argument `report` is a `int`"),
    "a number as profile": (lambda: conformance.check(LISTED, profile=cast("str", 5)), "argument `profile` is a `int`"),
    "a number as rule": (lambda: conformance.check(LISTED, rules=cast("list[str]", [5])), "argument `rules[...]` is a"),
    "a number as file": (lambda: conformance.check(LISTED, config=cast("str", 5)), "argument `config` is a `int`"),
    "a text as day": (
        lambda: conformance.check(LISTED, today=cast("datetime.date", "x")),
        "argument `today` is a `str`",
    ),
    "a text as truth": (
        lambda: conformance.compare(LISTED, LISTED, closed_world=cast("bool", "no")),
        "argument `closed_world` is a `str`",
    ),
    "a number as format": (
        lambda: conformance.render(conformance.check(LISTED), cast("str", 5)),
        "argument `format` is a `int`",
    ),
    "nothing as tool": (lambda: conformance.inputs(cast("str", None), LISTED), "argument `tool` is a `NoneType`"),
    "a number as name of a rule": (
        lambda: conformance.example_faults(cast("str", 5)),
        "argument `rule` is a `int`",
    ),
    "tools as text": (lambda: conformance.probe("reference", tools="WaitFor"), "argument `tools` is a `str`"),
    "probes as text": (lambda: conformance.probe("reference", probes="x"), "argument `probes` is a `str`"),
    "a list of names to allow": (
        lambda: conformance.probe("reference", allow=cast("dict[str, list[conformance.JsonObject]]", ["x"])),
        "argument `allow` is a `list`",
    ),
    "an input without its list": (
        lambda: conformance.probe("reference", allow=cast("dict[str, list[conformance.JsonObject]]", {"WaitFor": {}})),
        "argument `allow['WaitFor']` is a `dict`",
    ),
    "an input that is a text": (
        lambda: conformance.probe("reference", allow={"WaitFor": cast("list[conformance.JsonObject]", ["x"])}),
        "argument `allow['WaitFor'][...]` is a `str`",
    ),
    "one rule as text": (lambda: conformance.check(LISTED, rules="zzz"), "argument `rules` is a `str`"),
    "a name that no file can have": (lambda: conformance.check("x" * 100_000), "cannot open"),
    "such a name to compare": (lambda: conformance.compare(Path("x" * 100_000), LISTED), "cannot open"),
    "such a name of a system": (lambda: conformance.probe("x" * 100_000), "cannot open"),
    "such a name of a log": (lambda: conformance.audit("a\0b"), "cannot read `a\\x00b`"),
    "such a configuration": (lambda: conformance.check(LISTED, config="x" * 100_000), "cannot"),
    "no system": (lambda: conformance.probe("nowhere:x"), "nowhere"),
}


@check_each("fault", WRONG)
def test_what_cannot_be_used_is_a_conformance_error_with_a_hint(fault: str) -> None:
    call, expected = WRONG[fault]
    with pytest.raises(conformance.ConformanceError) as caught:
        call()
    assert expected in str(caught.value)
    assert caught.value.recovery_hint
