"""What a sentence offers to change one by one is a list of fields with "or"."""

from conformance.inventory.prose.partial_updates import changed_one_by_one
from tests.cases import check_each

NAMES = ("label_id", "name", "color", "parent_label", "dueDate", "members")


@check_each(
    ("text", "fields"),
    [
        ("Update a label's name, color, or parent label.", ("name", "color", "parent_label")),
        ("Update an existing label's name or color", ("name", "color")),
        ("Modify the name, color or due date of a label", ("name", "color")),
        ("Modifies a task's due date and/or color.", ("dueDate", "color")),
        ("Edit name, color, or due date.", ("name", "color", "dueDate")),
        ("Change the name, the color or the due date", ("name", "color", "dueDate")),
        ("Changes a board's members, name, or color.", ("members", "name", "color")),
        ("Adjust a label's color or its name.", ("color", "name")),
        ("Patches a card: its name", ()),
        ("Create a label's name or color.", ()),
        ("Update a label's name and color.", ()),
        ("Update labels, boards or cards.", ()),
        ("Update a label by name or id.", ()),
        ("Update a label.", ()),
        ("Lists what changed: name or color", ()),
    ],
)
def test_fields_that_may_be_changed_alone_are_read(text: str, fields: tuple[str, ...]) -> None:
    assert changed_one_by_one(text, NAMES) == fields
