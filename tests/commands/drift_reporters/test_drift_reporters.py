"""Reporters of drift are safe to print and to post, and say how much they left out."""

import json

import pytest

from conformance.commands.drift_reporters import drift_reporter, drift_reporter_names
from conformance.drift.changes import Change, Surface
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange

HOSTILE = "\x1b[2J\u202e<img src=x onerror=alert(1)>`|*x*"


def ruled(verdict: Ruling, tool: str | None = "ListTasks", suppressed: str | None = None) -> RuledChange:
    change = Change("field_removed", Surface.INPUT, "/tools/0/input_schema/properties/limit", {}, None, tool=tool)
    return RuledChange(change, verdict, f"the field of {tool} was removed", "keep it", "0" * 16, suppressed)


@pytest.mark.parametrize("name", drift_reporter_names())
def test_hidden_characters_of_an_inventory_are_only_shown_as_escapes(name: str) -> None:
    text = drift_reporter(name).render(DriftReport("a", "b", [ruled(Ruling.BREAKING, HOSTILE)]), False)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.endswith("\n")


def test_markdown_carries_no_markup_of_an_inventory() -> None:
    text = drift_reporter("markdown").render(DriftReport("a", "b", [ruled(Ruling.BREAKING, HOSTILE)]), False)
    assert "<img" not in text
    assert "\\*x\\*" in text


def test_text_tells_the_gravest_first_and_the_rest_by_number() -> None:
    changes = [ruled(Ruling.COSMETIC, "A"), ruled(Ruling.BREAKING, "B"), ruled(Ruling.UNKNOWN, "C")]
    lines = drift_reporter("text").render(DriftReport("a", "b", changes), False).splitlines()
    assert [line for line in lines if line in ("A", "B", "C")] == ["B", "C", "A"]
    assert lines[-1] == "a -> b: 1 breaking, 1 unknown, 1 cosmetic"
    flood = drift_reporter("text").render(DriftReport("a", "b", [ruled(Ruling.BREAKING)] * 250), False)
    assert "... and 50 more changes" in flood


def test_an_accepted_change_is_told_with_its_reason_and_not_counted_as_active() -> None:
    report = DriftReport("a", "b", [ruled(Ruling.BREAKING, suppressed="agreed")])
    assert "accepted: agreed" in drift_reporter("text").render(report, False)
    assert "### Accepted" in drift_reporter("markdown").render(report, False)
    assert json.loads(drift_reporter("json").render(report, False))["summary"]["suppressed"] == 1
