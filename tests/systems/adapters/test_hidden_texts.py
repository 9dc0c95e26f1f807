"""A secret is hidden however a system writes it."""

import base64
from urllib.parse import quote

import pytest

from conformance.systems.adapters._hidden_texts import hide_texts

SECRET = "hunter2~ü?>"


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        quote(SECRET, safe=""),
        SECRET.upper(),
        SECRET.lower(),
        base64.b64encode(SECRET.encode()).decode().rstrip("="),
        base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
    ],
)
def test_a_secret_is_hidden_in_each_form(written: str) -> None:
    assert hide_texts({"text": [f"got {written}."], written: 1}, [SECRET]) == {"text": ["got ***."], "***": 1}


def test_nothing_is_hidden_where_nothing_is_secret() -> None:
    assert hide_texts(["hunter2"], []) == ["hunter2"]
