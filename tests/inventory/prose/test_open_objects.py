"""A text that lets in fields beyond the described ones says so of them, and not that they are refused."""

from conformance.inventory.prose.open_objects import allows_undescribed, is_of_dictionary
from tests.cases import check_each


@check_each(
    ("text", "is_open"),
    [
        ("Query the API. Any additional arguments are forwarded as query parameters.", True),
        ("Extra fields are passed through to the API", True),
        ("Call it; all other parameters are sent as the body.", True),
        ("Any other option is passed to the driver", True),
        ("May contain more fields", True),
        ("Filters: also accepts any column name", True),
        ("Log an event with any fields.", True),
        ("Pass-through to the tool.", True),
        ("Extra keys are rejected", False),
        ("Additional properties are not supported", False),
        ("Extra arguments cause an error.", False),
        ("Change a note; other fields stay as they are.", False),
        ("Find a note by any field.", False),
        ("Reads **all notes** of a book.", False),
        ("Draws how data shrinks as it passes through stages.", False),
    ],
)
def test_a_text_lets_in_other_fields(text: str, is_open: bool) -> None:
    assert allows_undescribed(text) is is_open


def test_an_object_may_be_called_a_dictionary() -> None:
    assert all(map(is_of_dictionary, ("Map of names to values", "Settings, with column names as keys", "Free-form")))
    assert not any(map(is_of_dictionary, ("Key of the task", "A map with markers")))
