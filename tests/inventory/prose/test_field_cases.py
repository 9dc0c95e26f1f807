"""A field is for the values that its text names, if a mark in it says that it is for some of them only."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.field_cases import stated_cases
from tests.cases import check_each

VALUES: dict[str, list[JsonValue]] = {
    "action": ["create", "move", "delete", "search"],
    "provider": ["alpha", "beta", "auto"],
    "granularity": ["daily", "hourly"],
    "state": ["open", "closed"],
    "is_draft": [True, False],
    "operation": ["get_logs", "WRITE_LOG", "clearLogs"],
    "type": ["A", "MX", "SRV"],
}


def _stated(text: str) -> list[dict[str, JsonValue]]:
    return [dict(case) for found in stated_cases(text, "label", VALUES) for case in found.cases]


@check_each(
    ("text", "cases"),
    [
        ("For move: where to put it", [{"action": "move"}]),
        ("For create/move: where to put it, at most 20 letters", [{"action": "create"}, {"action": "move"}]),
        ("Words that it holds. Optional for search.", [{"action": "search"}]),
        ("The new name (for move). Must be short.", [{"action": "move"}]),
        (
            "The name (for move, delete) or the new one (for create).",
            [{"action": a} for a in ("create", "move", "delete")],
        ),
        ("Index of the tab, used for move/delete.", [{"action": "move"}, {"action": "delete"}]),
        ("How long it waits (for delete operation, e.g. '5m')", [{"action": "delete"}]),
        ("Use with 'create' action only.", [{"action": "create"}]),
        ("Why it was closed (only for closed state)", [{"state": "closed"}]),
        ("alpha only: the size of it", [{"provider": "alpha"}]),
        ("Size of it (Alpha provider only).", [{"provider": "alpha"}]),
        ("Normal values (default: false, daily forecasts only).", [{"granularity": "daily"}]),
        ("Daily only; no more than 9.", [{"granularity": "daily"}]),
    ],
)
def test_a_mark_tells_that_a_field_is_for_the_named_values(text: str, cases: list[JsonValue]) -> None:
    assert _stated(text) == cases


@check_each(
    ("text", "cases"),
    [
        ("How many lines to return with get_logs at most", [{"operation": "get_logs"}]),
        ("Words of it. Honored by get_logs, clearLogs", [{"operation": "get_logs"}, {"operation": "clearLogs"}]),
        ("What to write in WRITE_LOG - a line of text", [{"operation": "WRITE_LOG"}]),
        ("Priority for MX/SRV records (lower first)", [{"type": "MX"}, {"type": "SRV"}]),
        ("Destino (para registros MX)", [{"type": "MX"}]),
    ],
)
def test_a_value_that_is_no_word_is_a_mark_behind_for_with_or_by(text: str, cases: list[JsonValue]) -> None:
    assert _stated(text) == cases


@check_each(
    "text",
    [
        "The number that is returned by get_logs",
        "See get_logs for how it looks",
        "Lines, from get_logs",
        "Number for search engines",
        "What comes back, in MX",
        "A name for MX-like things",
    ],
)
def test_a_value_that_tells_where_something_is_from_is_no_mark(text: str) -> None:
    assert _stated(text) == []


@check_each(
    "text",
    [
        "Words (for search) or the name otherwise.",
        "Name (for create) in all other cases the number.",
        "Size (for alpha) or length (for beta).",  # `auto` is one of both
        "What it is for create and search in words.",
        "A folder for daily reports.",
        "Names of daily only shops in it",
        'Filter by "open" or "draft".',
        "A value (for numbers) or a word.",
        "Not for move: it stays there, always.",
    ],
)
def test_without_a_mark_or_with_a_word_on_the_rest_no_case_is_stated(text: str) -> None:
    assert _stated(text) == []
