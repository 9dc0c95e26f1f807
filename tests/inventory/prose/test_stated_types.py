"""A text that gives a number a word to send, or offers null, contradicts a schema that accepts only other types."""

from conformance.documents.values import JsonObject
from conformance.inventory.prose.stated_types import contradicted_type
from tests.cases import check_each
from tests.rules.wordings import INTEGER, NUMBER, field_of


@check_each(
    ("kind", "text"),
    [
        (NUMBER, 'Folder number (use "root" for the top folder)'),
        (INTEGER, "Pass 'latest' to read the newest version."),
        (INTEGER, "Version to read; use `latest` for the newest"),
        (NUMBER, "Set to 'auto' to fit the width."),
        (NUMBER, 'Set it to "unbounded" for no limit'),
        (INTEGER, "Board number (or 'all' for every board)"),
        (INTEGER, "Which lane; send 'default' if there is only one"),
        (INTEGER, "Owner's number. Specify 'me' for yourself."),
        (NUMBER, "Give the word 'max' to take all of it"),
        (INTEGER, "Enter 'today' for the current day"),
        (INTEGER, 'Week number. Provide "current" for this week'),
        (INTEGER, "Page, or 'last' for the end"),
        (INTEGER, "Sprint number; put 'backlog' if it has none"),
        (NUMBER, "Zoom factor. Use the value 'fit' to show everything"),
    ],
)
def test_a_word_to_send_for_a_number_is_a_contradiction(kind: JsonObject, text: str) -> None:
    found = contradicted_type(field_of(kind, "part", text))
    assert found is not None
    assert found.meant == "a word as well"


@check_each(
    "text",
    [
        "Don't use 'latest' for drafts.",
        "Never pass 'latest' to this tool",
        "Use 'part' for the number of it",
        "Number of the page; its title may be 'root' in old versions",
        "Use the 'find' button",
        "How many to use",
        "Use read_file's 'root' argument",
    ],
)
def test_a_word_that_is_not_sent_is_none(text: str) -> None:
    assert contradicted_type(field_of(INTEGER, "part", text)) is None


@check_each(
    ("text", "is_number"),
    [
        ("Whether it is done (1 if yes, 0 if no).", True),
        ("Done: 0 = off, 1 = on", True),
        ("1 for true or 0 for false", True),
        ("Done, 1 of 2; 0 or more of them are off", False),
        ("Whether there is 1 or none", False),
        ("True if yes, false if no", False),
    ],
)
def test_a_flag_that_is_called_a_number_is_none(text: str, is_number: bool) -> None:
    found = contradicted_type(field_of({"type": "boolean"}, "part", text))
    assert (found is not None and found.meant == "0 or 1") == is_number


@check_each(
    "text",
    [
        "Use `null` for none",
        "Owner of the draft; null to free it",
        "Optional. null leaves it where it is.",
        "Callback of the draft (or null to silence it)",
        "Lifespan in days (null for no end)",
        "Tri-state: omit/null = leave as it is; true = grant",
        "Part to show, or null",
        "Pass null to clear it.",
        "Lane (number or null)",
    ],
)
def test_null_that_only_a_text_offers_is_a_contradiction(text: str) -> None:
    for kind in ("integer", "string", "boolean"):
        found = contradicted_type(field_of({"type": kind}, "part", text))
        assert found is not None
        assert found.meant == "null as well"
    assert contradicted_type(field_of({"type": ["string", "null"]}, "part", text)) is None


@check_each(
    "text",
    [
        "Must not be null",
        "Null-terminated text",
        "Null checks, conversions and dates",
        "Sets the title to null in what comes back",
        "Rules such as (date,isnot,null) -> (date,notblank)",
        "'clear': true where it worked; null for all other actions",
        "Use the word 'null' to remove it",
        "Omit it; do not send null",
    ],
)
def test_null_that_is_not_offered_is_no_contradiction(text: str) -> None:
    assert contradicted_type(field_of({"type": "string"}, "part", text)) is None
