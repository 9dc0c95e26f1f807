"""One registry of reporters: every format says which reports it can write, and writes those."""

import pytest

from conformance.commands.reporters import (
    drift_formats,
    finding_formats,
    render_drift,
    render_findings,
    reporter,
)
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange
from conformance.drift.usage import CallUsage
from conformance.errors import ConformanceError
from tests.commands.reporters.test_drift import BREAK
from tests.commands.reporters.test_text import CLEAN, FINDING, FOLDER


def test_each_kind_of_report_has_its_formats() -> None:
    assert {"json", "text"} <= set(finding_formats())
    assert {"json", "markdown", "text"} <= set(drift_formats())


@pytest.mark.parametrize("name", finding_formats())
def test_a_clean_and_an_unclean_report_of_findings_are_texts_that_differ(name: str) -> None:
    clean = render_findings(name, CLEAN, FOLDER)
    unclean = render_findings(name, type(CLEAN)("s", [FINDING], 1, 1, 0), FOLDER)
    assert clean.endswith("\n")
    assert unclean.endswith("\n")
    assert clean != unclean


@pytest.mark.parametrize("name", drift_formats())
def test_a_report_of_drift_with_and_without_changes_are_texts_that_differ(name: str) -> None:
    clean, unclean = (render_drift(name, DriftReport("a", "b", changes), FOLDER) for changes in ([], [BREAK]))
    assert clean.endswith("\n")
    assert unclean.endswith("\n")
    assert clean != unclean


def test_an_unknown_format_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ConformanceError) as refused:
        reporter("yaml")
    assert "json" in refused.value.recovery_hint


def test_a_format_refuses_a_report_that_it_cannot_write() -> None:
    only_drift = set(drift_formats()) - set(finding_formats())
    for name in only_drift:
        with pytest.raises(ConformanceError, match="cannot write findings"):
            render_findings(name, CLEAN, FOLDER)
    for name in set(finding_formats()) - set(drift_formats()):
        with pytest.raises(ConformanceError, match="cannot write drift"):
            render_drift(name, DriftReport("a", "b", []), FOLDER)
    assert reporter("text").findings is not None


def test_what_fails_a_run_fails_its_tests_in_junit() -> None:
    change, unknown = BREAK.change, Ruling.UNKNOWN
    for usage, failures in ((CallUsage(calls=1), 0), (CallUsage(calls=1, hits=1), 1)):
        report = DriftReport("a", "b", [RuledChange(change, unknown, "m", "h", "f", usage=usage)])
        assert report.fails_on(report.fail_on) is bool(failures)
        assert f'failures="{failures}"' in render_drift("junit", report, FOLDER)
