"""A set of values is closed where nothing opens it again."""

from conformance.inventory.prose.values import closed_sets
from tests.cases import check_each


@check_each(
    ("text", "values"),
    [
        ("- `size` (optional): one of `1x1`, `2x1`, or `1x2`.", ("1x1", "2x1", "1x2")),
        ("The shape, can be 'circle', 'rect' or 'pin'.", ("circle", "rect", "pin")),
        ('Must be "image".', ("image",)),
        ("feedback: One of accept | reject | undo", ("accept", "reject", "undo")),
        ('- quality: "standard" or "high" (Premium, not meshy).', ("standard", "high")),
        ("Whether to list local ('local'), remote ('remote') or all ('all').", ("local", "remote", "all")),
        ("Allowed values are 'a', 'b' and 'c'.", ("a", "b", "c")),
        ("one of: png, jpeg, webp", ("png", "jpeg", "webp")),
        ("Allowed values: png, jpeg, webp.", ("png", "jpeg", "webp")),
        ("Valid options: asc, desc", ("asc", "desc")),
        ("Sort direction: asc or desc.", ("asc", "desc")),
        ("One of `alpha`, `beta`, `gamma`.", ("alpha", "beta", "gamma")),
        ("The format, one of: png, jpeg (default png).", ("png", "jpeg")),
        ("Can be either 'created' (when starred) or 'updated' (when pushed).", ("created", "updated")),
    ],
)
def test_a_closed_set_is_read_with_its_values(text: str, values: tuple[str, ...]) -> None:
    assert [found.values for found in closed_sets(text)] == [values]


@check_each(
    "text",
    [
        "A country (e.g., 'us', 'jp')",
        "such as 'Japan' or 'Germany'",
        '"accept", "dismiss", or string for response of window.prompt.',
        "Possible values include `ascending` and `descending`.",
        '"true" or "false" for checkboxes',
        "must be one of China, province, city, district, or county",
        "Saved as `page-{timestamp}.{png|jpeg|webp}`.",
        '* sheet: "Sheet1" (name) or "0" (index as string)',
        'pattern="*.tsx" or "*.jsx" (file pattern)',
        "one of 'a', 'b', etc.",
        "One of 'a', 'b' or any other name",
        "A format such as one of `png` or `jpeg`.",
        "Path: file or directory",
        "Allowed values: a, b, and any other",
        "Valid options: see below",
        "One of many, many things",
        "Query type: a search over text or images.",
    ],
)
def test_examples_and_open_lists_are_no_closed_set(text: str) -> None:
    assert list(closed_sets(text)) == []
