"""Whatever JSON comes, it is judged, read or refused; nothing raises, and no finding shows a raw control character."""

import json
import re
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, settings

from conformance.callback.display import choose_display, text_for_model
from conformance.callback.ledger import MemoryLedger, Outcome, PendingCall
from conformance.callback.message import (
    AUGUST_2026,
    SEED,
    MalformedMessageError,
    ToolResult,
    ToolResult202608,
    read_message,
)
from conformance.callback.recording import message_from_body, message_from_value
from conformance.commands.callback import judge_messages
from conformance.commands.reporters.text import render_findings
from conformance.settings.profiles import load_profile

PROFILES = [load_profile(SEED), load_profile(AUGUST_2026)]
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")

scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=8)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner))
segments = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["text", "diff", "image", "chart"]) | scalars,
            "content": values | st.fixed_dictionaries({}, optional={"path": st.text(), "patch": st.text() | scalars}),
        },
    )
    | scalars,
    max_size=4,
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["tool_result", "oauth", "user_choice", "subscription_event", "view_update"]) | scalars,
        "group_id": st.just("g") | values,
        "id": st.just("c") | values,
        "call_id": scalars,
        "text": st.sampled_from(["Error: ", "Error: \x1b[2J", "{"]) | values,
        "content": values,
        "display_as": segments | values,
        "subscription": scalars,
        "\u202e": values,
    },
)
usual = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@usual
@given(messages | values)
def test_any_json_is_judged(message: object) -> None:
    for profile in PROFILES:
        report = judge_messages([message_from_value("it", message, None)], profile)  # type: ignore[arg-type]
        assert not _CONTROL.search(render_findings(report, Path("/")).replace("\n", ""))


@usual
@given(st.binary(max_size=60) | messages.map(lambda message: json.dumps(message).encode()))
def test_any_bytes_are_a_message_or_have_a_fault(body: bytes) -> None:
    observed = message_from_body("it", body, None, "application/json")
    assert (observed.body is None) <= (observed.fault is not None)


@usual
@given(messages, st.sampled_from([SEED, AUGUST_2026]))
def test_any_object_is_read_or_refused_and_its_display_costs_nothing(message: dict[str, object], dialect: str) -> None:
    try:
        read = read_message(message, dialect)  # type: ignore[arg-type]
    except MalformedMessageError:
        return
    if isinstance(read, ToolResult | ToolResult202608):
        assert choose_display(read, {"text", "diff", "image"}).type in ("text", "diff", "image")
        assert text_for_model(read) == message.get("text") or "content" in message


@usual
@given(st.lists(messages, max_size=6))
def test_a_ledger_accepts_one_result_for_a_call_whatever_comes(sent: list[dict[str, object]]) -> None:
    ledger = MemoryLedger()
    ledger.expect(PendingCall("g", "c"))
    outcomes = ledger.receive_all(sent)  # type: ignore[arg-type]
    assert outcomes.count(Outcome.ACCEPTED) <= 1
    accepted = [message for message, outcome in zip(sent, outcomes, strict=True) if outcome is Outcome.ACCEPTED]
    assert all(
        (message["group_id"], message["id"], message["type"]) == ("g", "c", "tool_result") for message in accepted
    )
