"""A name and a text that state two units of one quantity are told apart from a text that converts or compares."""

from conformance.documents.values import JsonObject
from conformance.inventory.prose.stated_units import differing_units, stated_unit_of_time
from tests.cases import check_each
from tests.rules.wordings import INTEGER, TEXT, field_of


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
