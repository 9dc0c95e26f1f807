"""Where the items of a list begin and end: a slash separates only where nothing else does."""

from conformance.inventory.prose.lists import list_at
from tests.cases import check_each


@check_each(
    ("text", "items"),
    [
        ("asc/desc", ("asc", "desc")),
        ("yes / no, maybe", ("yes", "no", "maybe")),
        ("text/plain, text/html and image/png", ("text/plain", "text/html", "image/png")),
        ("text/plain or text/html", ("text/plain", "text/html")),
        ("openai/gpt-4o | meta/llama", ("openai/gpt-4o", "meta/llama")),
        ("a/b/c, d/e/f", ("a/b/c", "d/e/f")),
        ("'a'/'b', 'c'", ("a", "b", "c")),
        ("on/off, auto", ()),
        ("read, read/write", ()),
        ("true/false or yes/no", ()),
    ],
)
def test_a_slash_separates_only_where_nothing_else_does(text: str, items: tuple[str, ...]) -> None:
    listed = list_at(text, 0, quoted=False)
    assert (() if listed is None else listed.items) == items
