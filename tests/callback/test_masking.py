"""A report on messages shows no secret that the messages hold, whichever rule quotes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.callback.masking import mask_text, secret_pieces
from conformance.callback.recording import message_from_value
from conformance.commands.callback import callback_rules, judge_log, judge_messages
from conformance.names import pascal_case, snake_case
from conformance.settings.profiles import load_profile

PROFILE = load_profile("rap_2026_seed")
BODY = "Qx7Zk2Lm9Pw4Rt6Vn8Bc3Hd5Jf1Gs0Ya2Ue"
TOKEN = f"ghp_{BODY}"
KEY = "AKIA" + "QXZKLMPWRTVNBCHD"
RESULT: dict[str, Any] = {"type": "tool_result", "group_id": "g", "id": "a", "text": "done"}
LEAKS: dict[str, dict[str, Any]] = {
    "error_prefix": {"text": f"ERROR: {TOKEN} was refused by 'github'"},
    "error_actionable": {"text": f"Error: {KEY}"},
    "message_type": {"type": f"tool_result {TOKEN}"},
    "display_segments_known": {"display_as": [{"type": TOKEN, "content": ""}]},
    "diff_segment_well_formed": {"display_as": [{"type": "diff", "content": f"--- a\n+++ b\n@@ {TOKEN} @@\n"}]},
    "message_fields_known": {TOKEN: True},
    "message_ids_match": {"id": TOKEN},
}


def _shown(report: Any) -> str:
    return "\n".join(repr(finding) for finding in report.findings)


@pytest.mark.parametrize("rule", LEAKS)
def test_no_rule_shows_a_secret_or_a_part_of_it(rule: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    call = {"invocation": {"group_id": "g", "id": "a"}, "message": {**RESULT, **LEAKS[rule]}}
    log.write_text(json.dumps(call), "utf-8")
    report = judge_log(log, PROFILE, callback_rules(PROFILE))
    assert {"no_secrets", rule} <= {finding.rule for finding in report.findings}
    pieces = {secret[at : at + 8] for secret in (BODY, KEY) for at in range(len(secret) - 7)}
    assert not [piece for piece in pieces if piece in _shown(report)]


@pytest.mark.parametrize("secret", [TOKEN, KEY, f"sk-proj-{BODY}"])
def test_a_secret_in_the_case_of_another_style_is_masked_as_a_whole(secret: str) -> None:
    patterns = PROFILE.message_tables.secrets
    pieces = secret_pieces([f"token {secret}."], patterns)
    for rewritten in (snake_case(secret), pascal_case(secret), secret.lower(), secret.upper(), f"{secret[:20]}…"):
        assert mask_text(f"rename it to `{rewritten}` in `a_b-c`", pieces, patterns) in (
            "rename it to `***` in `a_b-c`",
            "rename it to `***…` in `a_b-c`",
        )
    assert mask_text("rename it to `gone_with_the_wind`", pieces, patterns) == "rename it to `gone_with_the_wind`"


def test_a_content_type_that_holds_a_secret_is_masked() -> None:
    report = judge_messages([message_from_value("line 1", RESULT, None, f"text/plain; token={TOKEN}")], PROFILE)
    assert [finding.rule for finding in report.findings] == ["posted_as_json"]
    assert BODY[:8] not in _shown(report)


def test_what_holds_no_secret_is_quoted_as_it_is() -> None:
    report = judge_messages(
        [message_from_value("line 1", {**RESULT, "text": "ERROR: no file 'a.txt' in 'notes'"}, None)], PROFILE
    )
    assert "ERROR: no file 'a.txt' in 'notes'" in _shown(report)
