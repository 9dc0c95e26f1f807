"""A secret is hidden however a system writes it."""

import base64
import html
import json
from urllib.parse import quote

import pytest

from conformance.systems.adapters._hidden_texts import hide_texts

SECRET = 'hunter2~ü"?>'


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        quote(SECRET, safe=""),
        SECRET.upper(),
        SECRET.lower(),
        base64.b64encode(SECRET.encode()).decode().rstrip("="),
        html.escape(SECRET),
        html.escape(SECRET, quote=False),
        json.dumps(SECRET)[1:-1],
        json.dumps(json.dumps(SECRET)[1:-1])[1:-1],
        json.dumps(SECRET, ensure_ascii=False)[1:-1],
        "".join(f"\\u{ord(one):04x}" for one in SECRET),
        "".join(f"&#{ord(one)};" for one in SECRET),
        "".join(f"&#x{ord(one):X};" for one in SECRET),
        "".join(f"%{byte:02X}" for byte in SECRET.encode()),
        SECRET.encode().hex(),
        base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
    ],
)
def test_a_secret_is_hidden_in_each_form(written: str) -> None:
    assert hide_texts({"text": [f"got {written}."], written: 1}, [SECRET]) == {"text": ["got ***."], "***": 1}


@pytest.mark.parametrize("before", ["", "a", "user:", "user22:"])
@pytest.mark.parametrize("behind", ["", "z", " and more"])
def test_a_secret_inside_something_in_base64_is_hidden(before: str, behind: str) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        written = encode(f"{before}{SECRET}{behind}".encode()).decode()
        hidden = hide_texts(f"Basic {written}", [SECRET])
        shown = base64.b64decode(
            f"{hidden.partition('***')[0][6:]}AAAA"[: 4 * (len(hidden.partition("***")[0][6:]) // 4)]
        )
        assert "***" in hidden
        assert SECRET.encode()[:2] not in shown


def test_nothing_is_hidden_where_nothing_is_secret() -> None:
    assert hide_texts(["hunter2"], []) == ["hunter2"]
