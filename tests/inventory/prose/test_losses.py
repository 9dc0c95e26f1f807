"""What a call deletes, overwrites or replaces is read only where the text says that it surely does."""

from conformance.inventory.prose.losses import stated_loss
from tests.cases import check_each


@check_each(
    ("text", "words"),
    [
        ("Create or overwrite a page.", "overwrite a page"),
        ("Create a new page or completely overwrite an existing page.", "overwrite an existing"),
        ("Permanently delete a board.", "delete a board"),
        ("Moves the page into the folder, and deletes the local copy.", "and deletes the local"),
        ("Runs a job. 'drop' deletes the record.", "'drop' deletes the record"),
    ],
)
def test_a_text_says_what_a_call_deletes_or_overwrites(text: str, words: str) -> None:
    loss = stated_loss(text)
    assert loss is not None
    assert words in loss.quote
    assert loss.is_sure


@check_each(
    "text",
    [
        "Get, add, or remove labels of a page.",
        "Set or clear the owner of a page.",
        "Save pages. Named pages are upserted.",
        "Sync pages. Re-sending replaces the whole list.",
    ],
)
def test_what_may_be_one_step_of_an_edit_is_only_likely(text: str) -> None:
    loss = stated_loss(text)
    assert loss is not None
    assert not loss.is_sure


@check_each(
    "text",
    [
        "Add a page; it never overwrites an existing one.",
        "Add a page. Fails instead of replacing the existing one.",
        "Delete a page, which moves it to the trash.",
        "Remove the background from an image.",
        "Fill a template. The server deletes the old ones.",
        "Use another tool to delete a page.",
        "Sets match and replace rules.",
    ],
)
def test_a_text_that_denies_or_undoes_it_loses_nothing(text: str) -> None:
    assert stated_loss(text) is None
