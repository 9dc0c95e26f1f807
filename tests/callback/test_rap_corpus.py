"""Every recorded conversation of the corpus is judged as it says."""

import json
from pathlib import Path

from conformance.commands.callback import callback_rules, judge_log
from conformance.findings import Level
from conformance.settings.profiles import load_profile

PROFILE = load_profile("rap_2026_seed")
RULES = callback_rules(PROFILE)


def test_every_recorded_conversation_is_judged_as_expected(corpus: Path) -> None:
    index = json.loads((corpus / "adversarial" / "index.json").read_text("utf-8"))
    wrong: list[str] = []
    for case in (case for case in index["cases"] if case["kind"] == "rap"):
        expected = case["expect"]
        report = judge_log(corpus / "adversarial" / case["file"], PROFILE, RULES)
        pointers = [finding.pointer for finding in report.findings]
        if expected["exit"] == 0 and report.findings:
            wrong.append(f"{case['id']}: a false alarm: {report.findings[0].message}")
        elif expected["level"] == "error" and not report.fails_on(Level.ERROR):
            wrong.append(f"{case['id']}: no error: {report.summary()}")
        elif expected["exit"] == 1 and not report.findings:
            wrong.append(f"{case['id']}: nothing was found")
        elif expected["pointer"] and not any(pointer.startswith(expected["pointer"]) for pointer in pointers):
            wrong.append(f"{case['id']}: {pointers}, expected {expected['pointer']}")
    assert wrong == []
