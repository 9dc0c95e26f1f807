"""The page's own messages pass; one small edit that breaks one sentence is caught by exactly one rule."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.callback.observed import KnownCalls
from conformance.callback.recording import message_from_body, message_from_value
from conformance.commands.callback import callback_rules
from conformance.commands.check import check
from conformance.findings import Finding
from conformance.rules.examples import from_message
from conformance.settings.profiles import load_profile
from tests.cases import check_each

PAGE = "tool-result-callback.md"
PROFILE = load_profile("rap_2026_seed")
RULES = callback_rules(PROFILE)
CALLS = KnownCalls([{"group_id": "thread_xyz", "id": "call_abc123", "call_id": None, "subscription": False}])


@pytest.fixture(scope="session")
def examples(corpus: Path) -> list[dict[str, Any]]:
    """The messages of the page, in their order: deployed, structured, text display, diff display, error."""
    text = (corpus.parent / "spec" / PAGE).read_text("utf-8")
    return [value for value in _json_values(text) if value.get("type") == "tool_result"]


def _json_values(text: str) -> Iterator[dict[str, Any]]:
    decoder, at = json.JSONDecoder(), 0
    while (at := text.find("{", at)) >= 0:
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        yield value


def _findings(message: Any, calls: KnownCalls = CALLS, **seen: Any) -> list[Finding]:
    observed = replace(message_from_value("it", message, calls, "application/json"), **seen)
    return list(check(replace(from_message({}), messages=(observed,)), PROFILE, RULES).findings)


def test_every_message_of_the_page_passes(examples: list[dict[str, Any]]) -> None:
    assert len(examples) == 5
    for example in examples:
        heavy = [finding for finding in _findings(example) if finding.rule != "diff_segment_well_formed"]
        assert heavy == []


def test_the_page_miscounts_its_own_hunk_and_that_is_a_warning(examples: list[dict[str, Any]]) -> None:
    found = [finding for example in examples for finding in _findings(example)]
    assert [(finding.rule, finding.level.value) for finding in found] == [("diff_segment_well_formed", "warning")]
    assert "states -3 +4 lines but has -2 +3" in found[0].message


Edit = Callable[[dict[str, Any]], Any]
DEPLOYED, STRUCTURED, TEXT_DISPLAY, DIFF_DISPLAY, ERROR = range(5)
EDITS: list[tuple[str, str, int, Edit]] = [
    ("message_type", "the type is misspelt", DEPLOYED, lambda m: {**m, "type": "tool-result"}),
    ("message_type", "the type is missing", ERROR, lambda m: {k: v for k, v in m.items() if k != "type"}),
    ("message_ids_match", "another thread", DEPLOYED, lambda m: {**m, "group_id": "thread_xyy"}),
    ("message_ids_match", "the id in upper case", STRUCTURED, lambda m: {**m, "id": "CALL_ABC123"}),
    ("message_ids_match", "no id", ERROR, lambda m: {k: v for k, v in m.items() if k != "id"}),
    ("call_id_echoed", "an invented call_id", DEPLOYED, lambda m: {**m, "call_id": "call_1"}),
    ("call_id_echoed", "a number as call_id", DEPLOYED, lambda m: {**m, "call_id": 1}),
    ("text_present", "no text", STRUCTURED, lambda m: {k: v for k, v in m.items() if k != "text"}),
    ("text_present", "data that is not encoded", STRUCTURED, lambda m: {**m, "text": json.loads(m["text"])}),
    ("display_segments_known", "a segment without content", DEPLOYED, lambda m: _segment(m, 0, {"type": "text"})),
    ("display_segments_known", "an unknown type", DIFF_DISPLAY, lambda m: _segment(m, 0, {"type": "x", "content": {}})),
    ("diff_segment_well_formed", "a diff without path", DIFF_DISPLAY, lambda m: _diff(m, path=None)),
    ("diff_segment_well_formed", "a path that leads out", DIFF_DISPLAY, lambda m: _diff(m, path="../src/main.rs")),
    ("diff_segment_well_formed", "a patch without hunks", DIFF_DISPLAY, lambda m: _diff(m, patch="--- a\n+++ b\n")),
    ("text_segment_last", "the segments reversed", DIFF_DISPLAY, lambda m: {**m, "display_as": m["display_as"][::-1]}),
    ("text_segment_short", "a display of two lines", DEPLOYED, lambda m: _segment(m, 0, _text("Deployed\ni-0abc123"))),
    ("display_redundant", "a display that is the text", TEXT_DISPLAY, lambda m: _segment(m, 0, _text(m["text"]))),
    ("display_redundant", "an empty display", TEXT_DISPLAY, lambda m: {**m, "display_as": []}),
    ("display_does_not_replace_text", "a blank text", TEXT_DISPLAY, lambda m: {**m, "text": ""}),
    ("error_prefix", "the prefix in lower case", ERROR, lambda m: {**m, "text": m["text"].replace("Error", "error")}),
    ("error_prefix", "no space behind the colon", ERROR, lambda m: {**m, "text": m["text"].replace(": ", ":")}),
    ("error_actionable", "an error of no content", ERROR, lambda m: {**m, "text": "Error: unknown error"}),
    (
        "no_stack_trace",
        "a trace behind the error",
        ERROR,
        lambda m: {**m, "text": m["text"] + "\n  at f (/b.js:1:2)"},
    ),
    (
        "no_server_path",
        "a path of the server",
        ERROR,
        lambda m: {**m, "text": m["text"] + " See /srv/notes/limits.toml."},
    ),
    ("message_ids_match", "an empty id", DEPLOYED, lambda m: {**m, "id": ""}),
    ("message_ids_match", "an empty group_id", DEPLOYED, lambda m: {**m, "group_id": ""}),
    ("text_present", "an empty text", ERROR, lambda m: {**m, "text": ""}),
    (
        "display_segments_known",
        "a member of another type",
        DEPLOYED,
        lambda m: _segment(m, 0, {**m["display_as"][0], "path": "a"}),
    ),
    ("diff_segment_well_formed", "another file", DIFF_DISPLAY, lambda m: _diff(m, path="src/lib.rs")),
    ("no_secrets", "a token in the text", DEPLOYED, lambda m: {**m, "text": f"{m['text']} ghp_{'0' * 36}"}),
    ("subscription_only_for_subscriptions", "a claim", DEPLOYED, lambda m: {**m, "subscription": True}),
    ("subscription_only_for_subscriptions", "a claim as text", ERROR, lambda m: {**m, "subscription": "false"}),
    ("message_fields_known", "a misspelt member", TEXT_DISPLAY, lambda m: {**m, "subscribtion": False}),
    ("message_no_control_characters", "a colour", DEPLOYED, lambda m: {**m, "text": f"\x1b[32m{m['text']}\x1b[0m"}),
    ("message_readable", "half a character", DEPLOYED, lambda m: {**m, "text": f"{m['text']} \ud83d"}),
]


def _text(content: str) -> dict[str, Any]:
    return {"type": "text", "content": content}


def _segment(message: dict[str, Any], index: int, segment: dict[str, Any]) -> dict[str, Any]:
    segments = [*message["display_as"]]
    segments[index] = segment
    return {**message, "display_as": segments}


def _diff(message: dict[str, Any], **edits: str | None) -> dict[str, Any]:
    content = {**message["display_as"][0]["content"], **edits}
    return _segment(message, 0, {"type": "diff", "content": {k: v for k, v in content.items() if v is not None}})


@check_each(("rule", "what", "example", "edit"), EDITS, ids=[f"{rule}: {what}" for rule, what, *_ in EDITS])
def test_one_edit_that_breaks_one_sentence_is_caught_by_exactly_one_rule(
    examples: list[dict[str, Any]], rule: str, what: str, example: int, edit: Edit
) -> None:
    before = {(finding.rule, finding.message) for finding in _findings(examples[example])}
    caught = [one for one in _findings(edit(examples[example])) if (one.rule, one.message) not in before]
    assert {finding.rule for finding in caught} == {rule}, what


def test_a_call_id_that_was_given_has_to_come_back(examples: list[dict[str, Any]]) -> None:
    calls = KnownCalls([{"group_id": "thread_xyz", "id": "call_abc123", "call_id": "toolu_1"}])
    assert {finding.rule for finding in _findings(examples[DEPLOYED], calls)} == {"call_id_echoed"}
    assert _findings({**examples[DEPLOYED], "call_id": "toolu_1"}, calls) == []


def test_another_content_type_is_caught_by_exactly_one_rule(examples: list[dict[str, Any]]) -> None:
    assert {finding.rule for finding in _findings(examples[ERROR], media_type="text/plain")} == {"posted_as_json"}


def test_a_result_after_the_deadline_is_caught_by_exactly_one_rule(examples: list[dict[str, Any]]) -> None:
    assert {finding.rule for finding in _findings(examples[ERROR], late_ms=1)} == {"result_in_time"}


def test_a_second_result_of_the_call_is_caught_by_exactly_one_rule(examples: list[dict[str, Any]]) -> None:
    first, again = examples[STRUCTURED], examples[ERROR]
    assert {finding.rule for finding in _findings(again, earlier=first)} == {"one_terminal_result"}
    assert _findings(first, earlier=first, earlier_answer=503) == []


def test_a_body_of_two_equal_keys_is_caught_by_exactly_one_rule(examples: list[dict[str, Any]]) -> None:
    body = json.dumps(examples[ERROR]).replace('"id":', '"id": "call_abc123", "id":').encode()
    observed = message_from_body("it", body, CALLS, "application/json")
    report = check(replace(from_message({}), messages=(observed,)), PROFILE, RULES)
    assert {finding.rule for finding in report.findings} == {"message_readable"}


def test_every_rule_on_messages_has_an_edit_that_only_it_catches() -> None:
    edited = {rule for rule, *_ in EDITS} | {"posted_as_json", "one_terminal_result", "result_in_time"}
    on_messages = {one.check.id for one in RULES if one.check.scope.needs & {"messages", "repeated_results"}}
    assert on_messages - edited == {"other_message_shape", "nothing_after_final_event"}
