"""What conforms to a format is what its standard says; a value of another type is none of its business."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.formats import FORMATS, conforms_to, format_samples

CASES: list[tuple[str, list[JsonValue], list[JsonValue]]] = [
    ("date", ["2024-02-29", 7, None], ["2023-02-29", "20260131", "2026-W05-6", "2026-1-31", "2026-13-01"]),
    ("time", ["12:30:00Z", "23:59:59.5+01:00", "00:00:00z"], ["12:30:00", "24:00:00Z", "23:59:60Z", "12:60:00Z"]),
    ("date-time", ["2026-01-31T12:30:00Z", "2026-01-31t12:30:00z"], ["2026-01-31 12:30:00Z", "2026-02-30T12:30:00Z"]),
    ("duration", ["P1D", "PT5M", "P1W", "P1Y2M3DT4H5M6.5S"], ["P", "PT", "P1DT", "P1W2D", "1D", "P1S"]),
    ("email", ["a@b", "a.b+c@example.com"], ["a", "a@", "@b", "a b@c", "a@-b"]),
    (
        "hostname",
        ["localhost", "a-b.example.com", "a" * 63],
        ["", "-a", "a-", "a..b", "a" * 64, "a_b", ".".join(["a"] * 128)],
    ),
    ("ipv4", ["127.0.0.1"], ["256.0.0.1", "127.0.0", "::1", "127.0.0.1/8"]),
    ("ipv6", ["::1", "2001:db8::1"], ["127.0.0.1", "fe80::1%eth0", "::1::"]),
    ("ipvanyaddress", ["::1", "127.0.0.1"], ["fe80::1%eth0", "x"]),
    ("ipv4network", ["10.0.0.0/8"], ["10.0.0.1/8", "x"]),
    ("ipv6network", ["2001:db8::/32"], ["2001:db8::1/32"]),
    ("uri", ["https://a", "urn:x", "a:%20"], ["a", "a: b", "a:%2"]),
    ("uri-reference", ["a/b", ""], ["a b", "%zz"]),
    ("iri", ["https://é"], ["é"]),
    ("uri-template", ["https://a/{b}", "{+a,b*}"], ["{", "{a b}"]),
    (
        "uuid",
        ["123e4567-e89b-42d3-a456-426614174000"],
        ["123e4567e89b42d3a456426614174000", "g23e4567-e89b-42d3-a456-426614174000"],
    ),
    ("json-pointer", ["", "/a/~0~1", "//"], ["a", "/~", "/~2"]),
    ("relative-json-pointer", ["0", "1/a", "2#"], ["01", "a", "-1"]),
    ("regex", ["^a+$"], ["("]),
    ("url", ["http://a", "https://a"], ["ftp://a", "http://"]),
    ("base64", ["dGV4dA==", ""], ["dGV4dA", "dGV4d_==", "é"]),
    ("base64url", ["dGV4", "dG_-", "dGV4dA"], ["d", "dGV4d", "dG+/"]),
    ("json-string", ["{}", "1"], ["{", ""]),
    ("int8", [-128, 127, "text", True], [-129, 128]),
    ("uint8", [0, 255, 1.5], [-1, 256]),
    ("int", [-(2**63), 2**63 - 1], [-(2**63) - 1, 2**63]),
    ("uint", [0, 2**64 - 1], [-1, 2**64]),
    ("int64", [2**63 - 1], [2**63]),
    ("uint", [2**64 - 1], [2**64, -1]),
    ("password", ["", 1], []),
    ("a format of somebody else", ["", 1], []),
]


@pytest.mark.parametrize(("name", "good", "bad"), CASES)
def test_a_format_accepts_what_its_standard_says(name: str, good: list[JsonValue], bad: list[JsonValue]) -> None:
    assert [value for value in good if not conforms_to(name, value)] == []
    assert [value for value in bad if conforms_to(name, value)] == []


@pytest.mark.parametrize("name", FORMATS)
def test_each_sample_conforms_to_its_format(name: str) -> None:
    assert format_samples([name]) == list(FORMATS[name].samples)
    assert all(conforms_to(name, text) for text in FORMATS[name].samples)


def test_samples_of_several_formats_conform_to_all() -> None:
    assert format_samples(["uri", "url"]) == ["https://example.com/", "https://example.com/a/b?c=d#e"]
    assert format_samples(["date", "ipv4"]) == []
    assert format_samples(["unknown"]) == []
