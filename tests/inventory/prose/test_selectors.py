"""Choices between fields that a sentence states."""

import pytest

from conformance.inventory.prose.selectors import listed_choices, selectors
from tests.cases import check_each

NAMES = frozenset({"path", "url", "id"})


@pytest.mark.parametrize(
    ("text", "names", "needs_one", "refuses_two"),
    [
        ("Provide exactly one of `path` or `id`: either will do.", ("path", "id"), True, True),
        ("At least one of path or url must be provided.", ("path", "url"), True, False),
        ("Provide either path or url, but not both.", ("path", "url"), True, True),
        ("Provide either this or url, not both.", ("path", "url"), True, True),
        ("Provide either path or url (not both).", ("path", "url"), True, True),
        ("Provide either path or url (but not both) each time.", ("path", "url"), True, True),
        ("Provide either path (local) or url (remote).", ("path", "url"), True, False),
        ("Mutually exclusive with 'id' — provide one.", ("path", "id"), False, True),
        ("path and id are mutually exclusive.", ("path", "id"), False, True),
        ("Pass path or id, but not both.", ("path", "id"), False, True),
        ("`path`, `url` and `id` cannot be used together.", ("path", "url", "id"), False, True),
        ("Required unless url is provided.", ("path", "url"), True, False),
        ("Optional if url or id are provided.", ("path", "url", "id"), True, False),
        ("Use either path or url.", ("path", "url"), True, False),
        ("EXACTLY ONE of these THREE options: path, url, id.", ("path", "url", "id"), True, True),
        ("Either path or url must be provided.", ("path", "url"), True, False),
        ("One of path, url or id is required.", ("path", "url", "id"), True, False),
        ("Cannot specify both path and url.", ("path", "url"), False, True),
        ("Provide `path` or `url` + `id`.", ("path", "url"), True, False),
        ("If neither path nor url is given, an error is returned.", ("path", "url"), True, False),
        ("(required if url not provided)", ("path", "url"), True, False),
        ("url is required if id is not provided.", ("url", "id"), True, False),
        ("Required unless an id supplies it.", ("path", "id"), True, False),
        ("Optional when an id has it.", ("path", "id"), True, False),
        ("Supply at least one search term (path/id).", ("path", "id"), True, False),
        ("You must specify path or url.", ("path", "url"), True, False),
    ],
)
def test_a_choice_is_read_with_what_it_asks(
    text: str, names: tuple[str, ...], needs_one: bool, refuses_two: bool
) -> None:
    (found,) = selectors(text, NAMES, "path")
    assert (found.names, found.needs_one, found.refuses_two) == (names, needs_one, refuses_two)


@pytest.mark.parametrize(
    ("text", "names", "kind"),
    [
        ("Required when using url.", ("path", "url"), "needed"),
        ("Requires url to be set.", ("url", "path"), "needed"),
        ("Comma-separated names; requires url to also be set.", ("url", "path"), "needed"),
        ("Only used with `url`.", ("path", "url"), "only"),
        ("Only applies when using url.", ("path", "url"), "only"),
        ("If url is given, id must also be provided.", ("id", "url"), "needed"),
        ("When using url, you must also provide id.", ("id", "url"), "needed"),
        ("url and id must be provided together.", ("url", "id"), "needed"),
    ],
)
def test_a_dependency_is_read_with_its_direction(text: str, names: tuple[str, ...], kind: str) -> None:
    (found,) = selectors(text, NAMES, "path")
    assert (found.names, found.kind) == (names, kind)


@pytest.mark.parametrize(
    "text",
    [
        "Use path or url.",
        "exactly one of the three ways",
        "At least one of path or label.",
        "Either way it works.",
        "Returns exactly one of `path` or `url` in each row.",
        "Each row contains exactly one of path or url.",
        "Pass path or url.",
        "Modes are mutually exclusive.",
        "Not required if url is given.",
        "Ignored when url is set.",
        "When provided, url is ignored.",
        "If url is set, id is ignored.",
        "Only used with care.",
        "One of path or url.",
        "Either url or path should be used for speed.",
    ],
)
def test_what_leaves_the_choice_open_or_names_no_field_is_none(text: str) -> None:
    assert list(selectors(text, NAMES, "id")) == []


def test_what_one_value_requires_is_required_with_it_alone() -> None:
    text = "'a' for one way (requires source parameter), 'b' for both"
    assert list(selectors(text, frozenset(("kind", "source")), "kind")) == []
    assert list(selectors("One way (requires source parameter)", frozenset(("kind", "source")), "kind")) != []


@check_each(
    ("text", "refuses_two"),
    [
        ("Use ONE of these search modes:\n- path: a\n- url: b", False),
        ("Exactly one of these must be provided:\n1. path - a\n2. url - b", True),
        ("Provide at least one of:\n  * path\n  * url\n\nMore.", False),
        ("Either:\n- `path`\n- `url`", False),
    ],
)
def test_a_choice_may_be_listed_on_lines(text: str, refuses_two: bool) -> None:
    found = list(listed_choices(text, frozenset(("path", "url", "id"))))
    assert [(one.names, one.needs_one, one.refuses_two) for one in found] == [(("path", "url"), True, refuses_two)]


@check_each(
    "text",
    [
        "Optionally use one of these:\n- path: a\n- url: b",
        "Returns one of:\n- path: a\n- url: b",
        "Use one of these:\n- path: a\n- first do this",
        "Optional filters:\n- path: a\n- url: b",
    ],
)
def test_other_lists_are_no_choice(text: str) -> None:
    assert list(listed_choices(text, frozenset(("path", "url", "id")))) == []


def test_one_of_several_that_replace_a_field_is_no_choice_between_two() -> None:
    assert [one.names for one in selectors("Required unless using url, id, or a key.", NAMES, "path")] == []
    assert [one.names for one in selectors("Required unless using url, which is open.", NAMES, "path")] != []
