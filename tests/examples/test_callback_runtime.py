"""A real runtime process passes; each runtime that is wrong in one way is caught by the rule for that."""

import json
import shlex

import pytest

from tests.cases import check_each
from tests.examples.processes import started
from tests.scenarios.scenario import run_command

pytest.importorskip("h11", reason="the extra `callback` is not installed: no runtime can be tried")

CALLS = ("thread_1:call_a", "thread_1:call_b", "thread_2:call_a", "thread_2:call_c")
OPTIONS = "--oversized-bytes 20000000 --shown-within 0.3 --format json"
BROKEN = {
    "InjectsAnything": "unmatched_not_injected",
    "InjectsIntoKnownGroups": "unmatched_not_injected",
    "IgnoresCase": "unmatched_not_injected",
    "TakesAnyType": "unmatched_not_injected",
    "LetsTheLastWin": "unmatched_not_injected",
    "TellsTwice": "duplicate_processed_once",
    "TellsThePartAgain": "duplicate_processed_once",
    "TellsTheDisplay": "full_text_reaches_model",
    "AppendsTheDisplay": "full_text_reaches_model",
    "StripsTheText": "full_text_reaches_model",
    "CutsTheText": "full_text_reaches_model",
    "CutsLongTexts": "full_text_reaches_model",
    "DropsOtherScripts": "full_text_reaches_model",
    "ComposesLetters": "full_text_reaches_model",
    "LowersTheText": "full_text_reaches_model",
    "IgnoresCaseOfGroups": "unmatched_not_injected",
    "TakesBeginnings": "unmatched_not_injected",
    "ReadsWildcards": "unmatched_not_injected",
    "AsksTheDatabase": "unmatched_not_injected",
    "JoinsIds": "unmatched_not_injected",
    "TellsAnotherThread": "unmatched_not_injected",
    "ReadsWideLetters": "unmatched_not_injected",
    "ForgetsResults": "full_text_reaches_model",
    "ClosedSegments": "unknown_segment_skipped",
    "WantsJsonTexts": "plain_text_accepted",
    "FailsOnNonsense": "endpoint_survives",
    "HangsUpOnNonsense": "endpoint_survives",
    "AnswersNonsenseWell": "malformed_message_refused",
    "AnswersAccepted": "valid_message_acknowledged",
}
"""Each broken runtime, and the rule that has to catch it."""


def _judge(url: str, more: str = "", transcript: bool = True) -> tuple[int, set[str], str]:
    pending = " ".join(f"--pending {shlex.quote(call)}" for call in CALLS)
    shown = f"--transcript {url}/transcript" if transcript else ""
    status, output = run_command(f"conformance callback runtime --url {url} {pending} {shown} {OPTIONS} {more}")
    rules = {finding["rule"] for finding in json.loads(output)["findings"]} if output.startswith("{") else set[str]()
    return status, rules, output


def test_a_runtime_that_keeps_the_protocol_passes() -> None:
    with started("examples/callback_runtime.py", *CALLS) as url:
        status, rules, output = _judge(url, "--fail-on info")
    assert (status, rules) == (0, set()), output


@pytest.mark.long
@check_each("name", BROKEN)
def test_a_runtime_that_is_wrong_in_one_way_is_caught(name: str) -> None:
    with started("tests/examples/broken_runtimes.py", name, *CALLS) as url:
        status, rules, output = _judge(url, "--fail-on warning")
    assert status == 1, output
    assert BROKEN[name] in rules, output


def test_what_can_not_be_seen_without_a_transcript_is_said() -> None:
    with started("tests/examples/broken_runtimes.py", "InjectsAnything", *CALLS) as url:
        status, output = run_command(f"conformance callback runtime --url {url} --pending {CALLS[0]} {OPTIONS}")
    assert status == 0
    assert "not judged: what reached the model (--transcript URL)" in output
    assert "not judged: a segment of unknown type (one more --pending)" in output


def test_a_runtime_that_can_not_be_reached_is_no_finding() -> None:
    status, _, output = _judge("http://127.0.0.1:9/callback")
    assert status == 2
    assert "cannot reach the runtime" in output
