"""Choices between fields that a sentence states."""

import pytest

from conformance.inventory.prose.selectors import selectors

NAMES = frozenset({"path", "url", "id"})


@pytest.mark.parametrize(
    ("text", "names", "needs_one", "refuses_two"),
    [
        ("Provide exactly one of `path` or `id`: either will do.", ("path", "id"), True, True),
        ("At least one of path or url must be provided.", ("path", "url"), True, False),
        ("Provide either path or url, but not both.", ("path", "url"), True, True),
        ("Provide either this or url, not both.", ("path", "url"), True, True),
        ("Mutually exclusive with 'id' — provide one.", ("path", "id"), False, True),
        ("path and id are mutually exclusive.", ("path", "id"), False, True),
        ("Pass path or id, but not both.", ("path", "id"), False, True),
        ("`path`, `url` and `id` cannot be used together.", ("path", "url", "id"), False, True),
        ("Required unless url is provided.", ("path", "url"), True, False),
    ],
)
def test_a_choice_is_read_with_what_it_asks(
    text: str, names: tuple[str, ...], needs_one: bool, refuses_two: bool
) -> None:
    (found,) = selectors(text, NAMES, "path")
    assert (found.names, found.needs_one, found.refuses_two) == (names, needs_one, refuses_two)


@pytest.mark.parametrize(
    "text",
    [
        "Use either path or url.",
        "exactly one of the three ways",
        "At least one of path or label.",
        "Either way it works.",
        "Returns exactly one of `path` or `url` in each row.",
        "Each row contains exactly one of path or url.",
        "Pass path or url.",
        "Modes are mutually exclusive.",
    ],
)
def test_what_leaves_the_choice_open_or_names_no_field_is_none(text: str) -> None:
    assert list(selectors(text, NAMES, "id")) == []
