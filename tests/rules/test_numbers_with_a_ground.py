"""A number that a receipt states is in its result or its input, or is computed from them."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

FILES: JsonObject = {
    "path": "/var",
    "total_bytes": 53_687_091_200,
    "entries": [{"name": name, "bytes": size << 29} for name, size in (("a", 60), ("b", 4), ("c", 30), ("d", 6))],
}
EVENT: JsonObject = {"start": "2026-12-03T14:00:00Z", "end": "2026-12-03T14:45:00Z", "attendees": ["lee", "max"]}
ORDER: JsonObject = {
    "lines": [{"sku": "TEA", "qty": 4, "unit_cents": 450}, {"sku": "MUG", "qty": 1, "unit_cents": 1290}],
    "subtotal_cents": 3090,
    "tax_rate": 0.19,
}
HOSTS: JsonObject = {"hosts": [{"name": "a", "rtt_ms": 12.4}, {"name": "b", "rtt_ms": 48.9}, {"name": "c"}]}
POINTS: JsonObject = {"committed": 40, "added": 4, "done": 26, "stories": {"done": 8, "todo": 3}}
WEATHER: JsonObject = {"temp_c": -7.4, "wind_ms": 5.2, "humidity": 0.48, "observed_at": 1_795_834_800}
JOB: JsonObject = {"cron": "0 3 * * *", "next_run": "2026-11-30T03:00:00Z", "last_duration_s": 95}
TABLE: JsonObject = {"rows": [["north", 1250.5], ["south", 310.25]], "row_count": 2, "note": "3 columns, v1.2"}


def _messages(result: JsonObject, receipt: str, given: JsonValue, latency: JsonValue = None) -> list[str]:
    kept: JsonObject = {"input": given, "latency_ms": latency}
    example: JsonObject = {"envelope": {"result": result}, "receipt": receipt, "kept": kept}
    return [one.message for one in found("receipt_numbers_grounded", example)]


@check_each(
    ("result", "receipt", "stated"),
    [
        (FILES, "/var holds 53 GiB", "53 GiB"),
        (FILES, "50 GiB, of which c has 35%", "35%"),
        (EVENT, "Lee and Max have 90 minutes from 14:00 UTC on", "90 minutes"),
        (EVENT, "Thursday 3 December 2026, 14:10-14:55", "14:10"),
        (EVENT, "Both are invited for two hours", "two hours"),
        (ORDER, "4 TEA and 1 MUG: $33.90", "$33.90"),
        (HOSTS, "2 of 3 answered, on average 55 ms", "55 ms"),
        (POINTS, "26 points are done and 53 left", "53 left"),
        (WEATHER, "7 \u00b0C, wind 5 m/s", "7 \u00b0C"),
        (WEATHER, "-7 \u00b0C, wind 5 m/s, 84 % humid", "84 %"),
        (JOB, "Runs daily at 4:10", "4:10"),
        (JOB, "purge took 2m35s", "2m35s"),
        (TABLE, "north: 1,250.50\nsouth: 301.25", "301.25"),
    ],
)
def test_a_number_without_a_ground_is_found(result: JsonObject, receipt: str, stated: str) -> None:
    assert stated in str(_messages(result, receipt, {}))


@check_each(
    ("result", "receipt"),
    [
        (FILES, "/var holds 50 GiB (53.7 GB)\n1. a  30 GiB (60%)\n2. c  15 GiB (30%)\nand 2 more, 5 GiB together"),
        (FILES, "Half of the 50 GiB: more than two others have together (a, 28 GiB more than b)"),
        (EVENT, "Lee and Max, 3 Dec 2026, 15:00-15:45 in Berlin, 6:00 am in San Francisco, for 45 min"),
        (EVENT, "3.12.2026, 14.00 Uhr, three quarters of an hour; 0.75 h"),
        (ORDER, "4 \u00d7 TEA at $4.50 = $18.00, 1 \u00d7 MUG at $12.90; $30.90, with 19 % VAT $36.77"),
        (HOSTS, "a 12 ms, b 49 ms, c: none; 2/3 answered (66.7 %), 31 ms on average"),
        (POINTS, "26 points are done and 18 left (40 planned + 4 added), 59 %. 11 stories, 8 of them done"),
        (WEATHER, "2026-11-28 03:00 UTC: \u22127 \u00b0C (19 \u00b0F), wind 5 m/s, 48 % humid"),
        (JOB, "Runs daily at 3:00, next on Monday; the last one took 1 min 35 s"),
        (TABLE, "north: 1'250.50\nsouth: 310,25\n(2 rows, 3 columns) 1560.75"),
        (TABLE, "Use `--limit 500` for more. At most 4000 characters are shown; 17 calls left"),
        (TABLE, "release 4.7.11 of db-17:5432, see /a/99/b, #2 and \u201c77 lines\u201d"),
        ({"size": 4_718_592}, "In MB:\nSize: 4.7"),
        ({"saved": True}, "Saved in 2.3 s"),
        ({"pods": [{"name": "cart", "age_s": 5400}]}, "NAME  AGE\ncart  90m"),
        ({"name": "Lee", "phone": "+44 20 7946 0018"}, "Lee\nTEL:+442079460018"),
        ({"all": 28, "taken": 17.5, "approved": 4, "asked": 1}, "28 days, of which 5,5 are left"),
        ({"saved": True}, "Saved 3 days ago"),
        ({"numbers": [*range(500)]}, "The sum of what is odd: 62347"),
        ({"total": 3}, "17 red, 18 green and 19 blue ones"),
    ],
)
def test_what_can_be_computed_has_a_ground(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt, {}) == []


@check_each(
    ("given", "latency", "count"),
    [({"limit": 17}, None, 0), (None, None, 0), ({}, None, 1), ({}, 17, 1)],
)
def test_a_number_may_be_one_of_the_input(given: JsonValue, latency: JsonValue, count: int) -> None:
    assert len(_messages({"found": 3}, "3 found, 17 wanted", given, latency)) == count


def test_how_long_the_call_took_is_compared_if_that_is_known() -> None:
    assert _messages({"found": 3}, "3 found in 2.4 s", {}, 2_411) == []
    assert len(_messages({"found": 3}, "3 found in 9.4 s", {}, 2_411)) == 1
    assert _messages({"found": 3}, "3 found in 9.4 s", {}) == []


def test_a_time_in_a_text_that_is_the_value_of_json_is_read() -> None:
    error: JsonObject = {"kind": "limited", "message": "Slow down", "details": {"retry_after_s": 90}}
    for receipt, count in (('{"ok": false, "wait": "30 s"}', 1), ('{"ok": false, "wait": "1 min 30 s"}', 0)):
        example: JsonObject = {
            "envelope": {"status": "error", "error": error},
            "receipt": receipt,
            "kept": {"input": {}},
        }
        assert [one.pointer for one in found("receipt_numbers_grounded", example)] == ["/error"] * count
