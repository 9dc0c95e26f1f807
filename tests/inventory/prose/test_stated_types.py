"""A text that gives a number a word to send contradicts a schema that accepts only numbers."""

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
        "Use `null` for none",
        "Number of the page; its title may be 'root' in old versions",
        "Use the 'find' button",
        "How many to use",
        "Use read_file's 'root' argument",
        "Answers with a state (one of those above, or `timeout` if it took too long)",
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
