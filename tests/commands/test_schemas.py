"""The published schemas are what the models say, and describe what is really written and read."""

import json
import tomllib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from conformance.commands.report import Report
from conformance.commands.reporters import render_drift, render_findings
from conformance.commands.reporters.json import report_value
from conformance.commands.schemas import published_schemas, stale_schemas, write_schemas
from conformance.contract.families import all_families
from conformance.documents.location import Location
from conformance.documents.packaged import embedded_inventory, embedded_schemas
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, stable_text
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level
from conformance.schema.references import Reach, References
from conformance.schema.validation import is_valid, schema_violations, violations
from conformance.settings.repository import RUN_FIELDS, Config, load_config
from conformance.systems.adapters.reference import reference_records
from tests.cases import check_each
from tests.commands.reporters.golden_reports import DRIFT, FOLDER, REPORT

SCHEMAS = published_schemas()
DESCRIBED = [
    f"{name}.schema.json" for name in ("configuration", "cost", "drift", "history", "profile", "report", "rules")
]  # fmt: skip


@check_each("name", SCHEMAS)
def test_a_published_file_is_what_its_model_says(name: str) -> None:
    assert (embedded_schemas() / name).read_text("utf-8") == stable_text(SCHEMAS[name])


@check_each("name", SCHEMAS)
def test_a_published_schema_is_valid_names_its_dialect_and_leads_nowhere_else(name: str) -> None:
    schema = SCHEMAS[name]
    assert list(schema_violations(schema)) == []
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    # A name, not an address: validators and editors tell schemas apart by it, and nothing is fetched from anywhere.
    assert schema["$id"] == f"urn:tool-conformance:{name}"
    assert [found.reach for found in References(schema) if found.reach is not Reach.LOCAL] == []


def test_nothing_is_compared_that_is_not_published() -> None:
    assert stale_schemas(embedded_schemas()) == []
    assert {path.name for path in embedded_schemas().glob("*.json")} == set(SCHEMAS)


def test_every_family_publishes_its_results() -> None:
    for record in reference_records():
        envelope = as_object(record.envelope)
        if envelope["status"] == "success":
            family = record.name.partition("/")[0]
            assert list(violations(envelope["result"], SCHEMAS[f"{family}.results.schema.json"])) == []
    assert {f"{name}.results.schema.json" for name in all_families()} < set(SCHEMAS)


def test_every_record_is_an_envelope_by_the_published_schema() -> None:
    for record in reference_records():
        assert is_valid(record.envelope, SCHEMAS["envelope.schema.json"])


def test_the_error_of_a_failure_is_a_tool_error_by_the_published_schema() -> None:
    for record in reference_records():
        error = as_object(record.envelope)["error"]
        assert error is None or is_valid(error, SCHEMAS["tool_error.schema.json"])


def test_the_reference_inventory_is_an_inventory() -> None:
    value = json.loads(embedded_inventory().read_text("utf-8"))
    assert list(violations(value, SCHEMAS["inventory.schema.json"])) == []


def test_real_inventories_are_inventories(corpus: Path) -> None:
    for path in sorted((corpus / "inventories").glob("*.json")):
        assert list(violations(json.loads(path.read_text("utf-8")), SCHEMAS["inventory.schema.json"])) == [], path.name


@pytest.mark.parametrize("value", [{}, {"version": 3, "source_of_truth": {}, "stability_policy": {}, "tools": []}, []])
def test_what_is_no_inventory_is_refused_by_the_schema(value: JsonValue) -> None:
    assert not is_valid(value, SCHEMAS["inventory.schema.json"])


def test_a_report_as_it_is_written_fits_its_schema() -> None:
    finding = Finding("a_rule", Level.ERROR, None, "/tools/0", "m", "h", "f" * 16, Location("x.json", 1, 2), {"k": [1]})
    suppressed = Finding("a_rule", Level.INFO, "T", "", "m", "h", "f" * 16, suppressed="accepted")
    for findings in ([], [finding, suppressed]):
        report = Report("x.json", findings, tool_count=1, rule_count=2, checked_count=0)
        assert list(violations(report_value(report), SCHEMAS["report.schema.json"])) == []


def test_stale_missing_and_current_files_are_told_apart(tmp_path: Path) -> None:
    assert len(stale_schemas(tmp_path)) == len(SCHEMAS)
    assert write_schemas(tmp_path) == list(SCHEMAS)
    assert stale_schemas(tmp_path) == []
    (tmp_path / "envelope.schema.json").write_text("{}")
    (tmp_path / "report.schema.json").unlink()
    assert stale_schemas(tmp_path) == [
        "report.schema.json is missing",
        "envelope.schema.json differs from its model",
    ]
    assert write_schemas(tmp_path) == ["envelope.schema.json", "report.schema.json"]


def test_schemas_are_not_written_into_what_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="is not a folder"):
        write_schemas(tmp_path / "missing")


@check_each("name", DESCRIBED)
def test_every_property_of_reports_and_of_the_configuration_has_a_description_and_examples_that_fit(name: str) -> None:
    for path, member in _members(SCHEMAS[name]):
        assert as_text(member.get("description")), path
        examples = as_array(member.get("examples"))
        assert examples, path
        assert [one for one in examples if not is_valid(one, member)] == [], path


def test_real_reports_fit_their_schemas_and_a_changed_one_does_not() -> None:
    for name, report in (
        ("report.schema.json", json.loads(render_findings("json", REPORT, FOLDER))),
        ("drift.schema.json", json.loads(render_drift("json", DRIFT, FOLDER))),
    ):
        assert list(violations(report, SCHEMAS[name])) == []
        assert not is_valid({**report, "summary": {}}, SCHEMAS[name])


def test_the_schema_of_the_configuration_describes_every_key_and_accepts_what_is_read(tmp_path: Path) -> None:
    schema = SCHEMAS["configuration.schema.json"]
    assert [path for path, member in _members(schema) if "description" not in member] == []
    assert set(as_object(schema["properties"])) == {name for name in Config.__struct_fields__ if name not in RUN_FIELDS}
    file = tmp_path / "conformance.toml"
    for text, is_right in (
        ('docs = "docs/*.md"\n[levels]\nunit_suffix.line_count = "off"\n[probe]\nsource = "a.json"\n', True),
        ('[[ignore]]\nrule = "unit_suffix"\nreason = "old"\nexpires = 2031-01-31\n', True),
        ('inventry = "a.json"\n', False),
        ('[[ignore]]\nrule = "unit_suffix"\n', False),
        ('[levels]\nunit_suffix = "fatal"\n', False),
    ):
        file.write_text(text, "utf-8")
        value = json.loads(json.dumps(tomllib.loads(text), default=str))
        assert is_valid(value, schema) == is_right, text
        with nullcontext() if is_right else pytest.raises(ConformanceError):
            load_config(tmp_path)


def _members(schema: JsonValue, path: str = "") -> Iterator[tuple[str, JsonObject]]:
    """Yield every property of a schema, at any depth, with its path."""
    for key, value in as_object(schema).items():
        if key == "examples":
            continue
        if key == "properties":
            yield from ((f"{path}.{name}", as_object(member)) for name, member in as_object(value).items())
        for name, inner in as_object(value).items() if key == "properties" else [(key, value)]:
            yield from _members(inner, f"{path}.{name}")
