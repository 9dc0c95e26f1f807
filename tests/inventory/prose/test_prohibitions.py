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
        ("There is one list, so `list_id` is optional and ignored \u2014 it is kept for old callers.", "list_id"),
        ("`locale` is accepted but currently unused.", "locale"),
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
        ("`locale` is optional and ignored for PNG.", "locale"),
        ("`locale` is optional and kept.", "locale"),
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
        "Optional placeholder parameter.",
        "Dummy parameter for tools without any",
        "Placeholder parameter - this tool needs none, and returns the whole list",
        "Unused argument, required by the framework",
        "Not used, just to keep clients content",
        "Ignored; only here so that the input is not empty",
        "Options of the run (currently unused)",
        "Range in meters (not used yet: drift is not modelled)",
        "Depth filter (NOT YET SUPPORTED in v2 \u2014 a call that gives it fails).",
        "The question (used for context; v2.0 stores but doesn't use)",
        "Depth of the walk (1-3; reserved for future use)",
        "Name of the user (accepted but ignored)",
        "It is accepted for compatibility but ignored.",
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
        "Placeholder fields apply to this page too.",
        "Placeholder text of the input.",
        "Unused parameter names are listed.",
        "Not used for files.",
        "Name of the user (ignored for groups)",
        "Name of the user (not used by `find`)",
        "How: fast, slow (unused)",
        "Fast or slow (not used)",
        "Whether to keep what is unused (default: ignored)",
        "Which ones to show (all but the unused)",
    ],
)
def test_a_sentence_about_some_cases_does_not(text: str) -> None:
    assert not is_prohibition(text)
