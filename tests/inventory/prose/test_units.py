"""A name is blamed for a wrong or missing unit that name or prose gives away, and for nothing else."""

import pytest

from conformance.documents.values import JsonObject
from conformance.inventory.prose.units import Misnaming, differing_units, misnaming, stated_unit_of_time
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.inventory.tools import field_named, tool_with
from tests.rules.wordings import INTEGER, TEXT, field_of

UNITS = load_profile("holon").units


def _judge(quantity: str, name: str, said: str = "", kind: str = "integer") -> Misnaming | None:
    tool = tool_with({name: {"type": kind, "description": said}})
    return misnaming(field_named(tool, name), UNITS[quantity])


@check_each(
    ("name", "said", "better"),
    [
        ("timeout_seconds", "", "timeout_ms"),
        ("timeout_s", "", "timeout_ms"),
        ("gracePeriodSeconds", "", "grace_period_ms"),
        ("max_wait_minutes", "", "max_wait_ms"),
        ("retention_days", "", "retention_ms"),
        ("timeoutMillis", "", "timeout_ms"),
        ("timeout", "", "timeout_ms"),
        ("poll_interval", "", "poll_interval_ms"),
        ("cache_max_age", "", "cache_max_age_ms"),
        ("recheck_after", "Fallback deadline in milliseconds.", "recheck_after_ms"),
        ("recheck_after", "A positive millisecond deadline.", "recheck_after_ms"),
        ("interval", "How often to poll. Default: 30s", "interval_ms"),
        ("time", "The time to wait in seconds, at most 30", "time_ms"),
        ("sleep_for", "Seconds to sleep", "sleep_for_ms"),
        ("max_runtime", "Maximum run time (seconds)", "max_runtime_ms"),
    ],
)
def test_a_duration_in_a_wrong_or_missing_unit_is_found(name: str, said: str, better: str) -> None:
    wrong = _judge("duration", name, said)
    assert wrong is not None
    assert wrong.suggestion == better


@check_each(
    ("name", "said"),
    [
        ("timeout_ms", ""),
        ("timeout_ms", "Timeout in milliseconds (1000 = 1 second)"),
        ("limit", "How many results"),
        ("max_retries", "Retries, waiting 5 seconds between each"),
        ("limit", "Higher values may take several seconds"),
        ("created_at", "Unix timestamp in seconds"),
        ("since", "Seconds since epoch"),
        ("requests_per_second", ""),
        ("rate", "Requests per second"),
        ("duration", "Duration in frames"),
        ("min_size_m", ""),
        ("price_min", ""),
        ("hour", "Hour of the day, 0 to 23"),
        ("interval", "Checkpoint every N steps"),
        ("after", "Cursor to list after"),
        ("days", "Number of days back"),
    ],
)
def test_what_is_no_duration_is_left_alone(name: str, said: str) -> None:
    assert _judge("duration", name, said) is None


@pytest.mark.parametrize("kind", ["string", "boolean", "array"])
def test_what_is_no_number_is_left_alone(kind: str) -> None:
    assert _judge("duration", "timeout_seconds", kind=kind) is None


def test_a_suffix_that_the_description_belies_is_found_without_a_better_name() -> None:
    wrong = _judge("duration", "timeout_ms", "Timeout in seconds.")
    assert wrong is not None
    assert wrong.suggestion is None
    assert "in seconds" in wrong.quote


@pytest.mark.parametrize(
    ("quantity", "name", "said", "better"),
    [
        ("token_count", "token_limit", "", "max_tokens"),
        ("token_count", "outputTokenLimit", "", "max_output_tokens"),
        ("token_count", "max_token", "", "max_tokens"),
        ("token_count", "budget", "Thinking budget in tokens", "max_tokens"),
        ("line_count", "line_limit", "", "max_lines"),
        ("line_count", "limit", "Maximum number of lines to read", "max_lines"),
        ("line_count", "before", "Lines of context before each match", "before_lines"),
        ("page_count", "page_limit", "", "max_pages"),
        ("page_count", "depth", "Maximum number of pages to crawl", "depth_pages"),
    ],
)
def test_a_count_that_does_not_say_what_it_counts_is_found(quantity: str, name: str, said: str, better: str) -> None:
    wrong = _judge(quantity, name, said)
    assert wrong is not None
    assert wrong.suggestion == better


@check_each(
    ("quantity", "name", "said"),
    [
        ("token_count", "max_output_tokens", ""),
        ("token_count", "token_ttl_ms", ""),
        ("token_count", "top_k", "Number of tokens to keep"),
        ("token_count", "max_chars", "About 4 characters; 1000 is about 250 tokens"),
        ("token_count", "cost", "Cost per million tokens"),
        ("line_count", "start_line", "Line number to start at"),
        ("line_count", "offset", "Line number to start reading from, or the number of lines to skip"),
        ("line_count", "max_results", "One result per line"),
        ("page_count", "page", "Page number"),
        ("page_count", "page_size", "Results per page"),
        ("page_count", "per_page", ""),
    ],
)
def test_a_count_of_something_else_is_left_alone(quantity: str, name: str, said: str) -> None:
    assert _judge(quantity, name, said) is None


def test_each_quantity_reads_the_sentence_of_the_tool_that_names_the_field() -> None:
    tool = tool_with({"recheck_after": {"type": "integer"}}, "Use recheck_after as a millisecond deadline.")
    wrong = misnaming(field_named(tool, "recheck_after"), UNITS["duration"])
    assert wrong is not None
    assert "millisecond" in wrong.quote


@check_each(
    ("kind", "name", "text", "differ"),
    [
        (INTEGER, "timeout_ms", "Timeout in seconds.", True),
        (INTEGER, "timeoutMs", "Seconds to wait.", True),
        (INTEGER, "delay_secs", "Delay in minutes", True),
        (INTEGER, "ttl_days", "Time to live (hours)", True),
        (INTEGER, "size_mb", "Size in bytes", True),
        (INTEGER, "distance_km", "Distance in miles", True),
        (INTEGER, "price_cents", "Price in dollars", True),
        (INTEGER, "temp_celsius", "Temperature in Fahrenheit", True),
        (INTEGER, "share_percentage", "- share_percentage: bps (of all, 10000 = 100%)", True),
        (INTEGER, "share_percent", "Share in basis points", True),
        (INTEGER, "share_percent", "Share in percent, not basis points", False),
        (TEXT, "timeout_ms", "Timeout in seconds.", False),
        (INTEGER, "timeout_ms", "Timeout in ms, which is shown in seconds.", False),
        (INTEGER, "timeout_seconds", "Timeout in ms for old servers (default 30s)", False),
        (INTEGER, "timeout_seconds", "Timeout in seconds", False),
        (INTEGER, "timeout_ms", "Times out in 30 seconds", False),
        (INTEGER, "timeout_ms", "Timeout. See the seconds of the clock.", False),
        (INTEGER, "start_hour", "Begin, in minutes after midnight", False),
        (INTEGER, "price_min", "Lowest price in hours of work", False),
        (INTEGER, "seconds", "Time in minutes", False),
        (INTEGER, "max_bytes", "Time in minutes", False),
        (INTEGER, "window_ms", "Time window(s) that the query covers.", False),
        (INTEGER, "delay_s", "Delay until the next try. Results list the time taken (ms).", False),
        (INTEGER, "expires_in_hours", "When the link expires. Set the reminder in days.", False),
        (INTEGER, "budget_cents", "Budget in USD, in minor units (100 = $1).", False),
    ],
)
def test_a_text_in_another_unit_than_the_name_is_found(kind: JsonObject, name: str, text: str, *, differ: bool) -> None:
    assert (differing_units(field_of(kind, name, text)) is not None) is differ


@check_each(
    ("text", "unit"),
    [
        ("Timeout in seconds.", "seconds"),
        ("Time to live (in days)", "days"),
        ("Seconds to wait at most.", "seconds"),
        ("Delay (ms)", "ms"),
        ("In seconds, or in minutes for jobs", ""),
        ("How long to wait", ""),
    ],
)
def test_the_unit_that_a_text_states_is_the_ending_that_the_name_should_have(text: str, unit: str) -> None:
    assert stated_unit_of_time(field_of(INTEGER, "timeout", text)) == unit
