"""A real tool process passes; each tool that is wrong in one way is caught by the rule for that."""

import json

import pytest

from tests.cases import check_each
from tests.examples.processes import started
from tests.scenarios.scenario import run_command

pytest.importorskip("h11", reason="the extra `callback` is not installed: no tool can be tried")

OPTIONS = (
    '--operation count_words --arguments \'{"text": "three small words"}\' --quiet 0.5 --retry-within 1.2 '
    "--result-within 1.5 --acknowledge-within 0.5 --format json"
)
BROKEN = {
    "WaitsForItsOwnResult": "acknowledged_before_result",
    "AnswersLate": "acknowledged_in_time",
    "AnswersAccepted": "acknowledged_in_time",
    "RefusesWhatFails": "acknowledged_in_time",
    "DropsErrors": "result_for_every_call",
    "DiesAtWork": "result_for_every_call",
    "SendsTwice": "one_terminal_result",
    "RepeatsItself": "one_terminal_result",
    "NeverRetries": "result_retried_on_server_error",
    "RetriesRefusals": "result_not_retried_on_refusal",
    "ForgetsCallId": "call_id_echoed",
    "TidiesIds": "message_ids_match",
    "LowersIds": "message_ids_match",
    "StripsIds": "message_ids_match",
    "CutsIds": "message_ids_match",
    "ComposesIds": "message_ids_match",
    "CutsWideCharacters": "message_ids_match",
    "MixesGroups": "one_terminal_result",
    "OwnType": "message_type",
    "TellsNoText": "text_present",
    "PlainErrors": "error_prefix",
    "EmptyErrors": "error_actionable",
    "ShowsTraces": "no_stack_trace",
    "TellsSecrets": "no_secrets",
    "ClaimsSubscriptions": "subscription_only_for_subscriptions",
    "ShowsWhatItHides": "display_does_not_replace_text",
    "BreaksDiffs": "diff_segment_well_formed",
    "PostsForms": "posted_as_json",
    "WritesLatin1": "message_readable",
}
"""Each broken tool, and the rule that has to catch it."""


def _findings(url: str, more: str = "") -> tuple[int, list[dict[str, object]], str]:
    status, output = run_command(f"conformance callback tool --invoke {url} {OPTIONS} {more}")
    return status, json.loads(output)["findings"] if status < 2 else [], output


def test_a_tool_that_keeps_the_protocol_passes() -> None:
    with started("examples/callback_tool.py") as url:
        status, findings, output = _findings(url, "--fail-on info")
    assert findings == []
    assert status == 0, output
    assert json.loads(output)["checked"]["records"] == 13


@pytest.mark.long
@check_each("name", BROKEN)
def test_a_tool_that_is_wrong_in_one_way_is_caught(name: str) -> None:
    with started("tests/examples/broken_tools.py", name) as url:
        status, findings, output = _findings(url, "--fail-on warning")
    assert status == 1, output
    assert BROKEN[name] in {finding["rule"] for finding in findings}, output


def test_a_tool_that_can_not_be_reached_is_no_finding() -> None:
    status, _, output = _findings("http://127.0.0.1:9/invoke")
    assert status == 2
    assert "cannot reach the tool" in output
