"""A field is taken back where no condition stands beside the word that forbids it."""

import pytest

from conformance.inventory.prose.prohibitions import is_prohibition, prohibitions
from tests.cases import check_each


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Do not use tty, accepts_input, or non-command tools inside the batch.", "accepts_input"),
        ("Fields such as `summary`, `prompt`, and `work_item` are not accepted.", "work_item"),
        ("The `legacy` parameter is ignored.", "legacy"),
        ("Never set `mode`.", "mode"),
        ("`depth` is no longer used.", "depth"),
        ("tty has no effect.", "tty"),
        ("the tty parameter must not be set", "tty"),
        ("Run it; the tty flag is ignored.", "tty"),
        ("Never include `body`.", "body"),
    ],
)
def test_a_forbidden_or_ignored_field_is_taken_back(text: str, name: str) -> None:
    assert name in prohibitions(text)


@check_each(
    ("text", "name"),
    [
        ("Do not use `path` when `id` is set.", "path"),
        ("Do not pass `ref` unless asked.", "ref"),
        ("Don't set `verbose` in production.", "verbose"),
        ("Do not use `path` during a merge.", "path"),
        ("The owner, repo, and number parameters are not used for this method.", "owner"),
        ("`quality` is ignored for PNG.", "quality"),
        ("`depth` is used to cut the list.", "depth"),
        ("Do not invent source_ref values or use it for paths.", "source_ref"),
        ("Do not set timeout to zero.", "timeout"),
        ("Do not use path traversal.", "path"),
        ("Do not pass quarter=0 or period='annual'.", "quarter"),
        ("Never set `source` = 'proxy' here.", "source"),
        ("Do not use path globs.", "path"),
        ("Unknown cmd is ignored.", "cmd"),
        ("An invalid `path` is rejected.", "path"),
        ("Requests without `path` are rejected.", "path"),
        ("Do not include text or images.", "text"),
    ],
)
def test_under_a_condition_a_field_is_not_taken_back(text: str, name: str) -> None:
    assert name not in prohibitions(text)


@check_each(
    "text",
    [
        "Currently ignored.",
        "Reserved for future use.",
        "Not supported yet",
        "Do not use this field.",
        "This field is ignored by the server.",
        "Don't set this.",
        "Never pass this.",
        "Must not be used.",
        "This parameter does nothing.",
        "No longer used.",
        "Not yet implemented.",
        "Must be omitted.",
        "Deprecated and ignored.",
        "Accepted for compatibility and ignored.",
        "Ignored, kept for backward compatibility.",
    ],
)
def test_a_sentence_can_take_its_own_field_back(text: str) -> None:
    assert is_prohibition(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ignored for PNG.",
        "Do not use unless told to.",
        "Not supported on Windows.",
        "Unused lines are kept.",
        "Not required.",
        "Must not be used with `path`.",
        "It is used by the server.",
    ],
)
def test_a_sentence_about_some_cases_does_not(text: str) -> None:
    assert not is_prohibition(text)
