"""Quoted words are the values of a field where nothing makes them examples, and all where the text leaves no other."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.quoted_values import likely_values
from tests.cases import check_each


@check_each(
    ("text", "default", "values"),
    [
        ("Mode: 'brief' (default) or 'raw' for all fields", "brief", ("brief", "raw")),
        ("Statistic code \u2014 '0003' (mean, default), '0001' (max).", "0003", ("0003", "0001")),
        ("Aspect: 'F' (role), 'P' (process), or empty for all.", "", ("F", "P", "")),
        ('Place: "upper right", "lower left"', "upper right", ("upper right", "lower left")),
        ("Valid: '1', '3', '1D'.", None, ("1", "3", "1D")),
        ('Price type filter: "Consumption" (as you go), or "Reservation"', None, ("Consumption", "Reservation")),
        ("Time range: q:h (hour), q:d (day), q:w (week)", None, ("q:h", "q:d", "q:w")),
    ],
)
def test_a_list_with_the_default_or_called_accepted_holds_all_values(
    text: str, default: JsonValue, values: tuple[str, ...]
) -> None:
    found = likely_values(text, default, [text], is_choice=False)
    assert found is not None
    assert (found.values, found.is_sure) == (values, True)


@check_each(
    ("text", "values"),
    [
        ("Use 'json' or 'csv'", ("json", "csv")),
        ('licence: polypizza only: "CC0" or "CC-BY".', ("CC0", "CC-BY")),
        ('Set to "a", "b", "c"', ("a", "b", "c")),
    ],
)
def test_other_lists_only_seem_to_hold_all_values(text: str, values: tuple[str, ...]) -> None:
    found = likely_values(text, None, [text], is_choice=False)
    assert found is not None
    assert (found.values, found.is_sure) == (values, False)


@check_each(
    "text",
    [
        "Width of a step (e.g., '15s', '1m', '1h')",
        "Zone (e.g., 'Europe/Rome', 'auto' for automatic)",
        '* sheet: "Sheet1" (name) or "0" (index as string)',
        "Starts with 'a', 'b' or 'c'",
        "\u2022 AI/CS: 'deep learning', 'language models', 'vision'",
        "Only `object` is allowed, by its kind (either `page` or `source`)",
        "Who has it. Format: `user:ID` or `team:ID`.",
        "The mode 'a', 'b' and 'c' are slow",
        "If fast: 'a', 'b' or 'c'",
        "Joined by 'AND' or 'OR' to combine both in one",
    ],
)
def test_examples_and_parts_of_a_text_are_no_values(text: str) -> None:
    assert likely_values(text, None, [text], is_choice=False) is None


def test_a_list_without_the_default_does_not_hold_all_values() -> None:
    assert likely_values("Use 'a', 'b' or 'c'", "d", ["Use 'a', 'b' or 'c'"], is_choice=True) is None


def test_a_sentence_that_rejects_every_other_value_closes_the_list() -> None:
    texts = ["'brief' for people, or 'raw' for programs", "Use 'brief' or 'raw'.", "Any other value is rejected."]
    found = likely_values(texts[1], None, texts, is_choice=False)
    assert found is not None
    assert found.is_sure
