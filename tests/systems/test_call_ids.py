"""An id with a part made at random stands for one call; one that is counted does not."""

import pytest

from conformance.systems.call_ids import is_unique


@pytest.mark.parametrize(
    "call_id",
    [
        "call_0123456789abcdef",
        "call_AbCdEfGhIjKlMnOpQrStUvWx",
        "toolu_01A09q90qw90lq917835lq9",
        "chatcmpl-tool-5f0d6b8e7c4a4f6e9d1b2a3c4d5e6f70",
        "a1b2c3d4-e5f6-7890-abcd-ef1234567890",
        "18446744073709551615",
        "00f067aa0ba902b7",
        "x" * 400,
    ],
)
def test_an_id_with_a_random_part_is_unique(call_id: str) -> None:
    assert is_unique(call_id)


@pytest.mark.parametrize(
    "call_id",
    [
        "call_0",
        "D681PevKs",
        "functions.add:0",
        "functions.list_all_files:12",
        "functions.getWeatherForecast:0",
        "conversation_tool_call_7",
        "call_get_current_weather_0",
        "tool-call-0000000000000001",
        "00000000-0000-0000-0000-000000000001",
        "",
    ],
)
def test_an_id_that_is_counted_or_short_is_not(call_id: str) -> None:
    assert not is_unique(call_id)
