"""A set of values is closed where nothing opens it again."""

from conformance.inventory.prose.values import closed_sets, only_numbers
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
        ('Type "SINK" to confirm that it sinks', ("SINK",)),
        ('Must be "I want it gone" to proceed', ("I want it gone",)),
        ("Order of the rows (one of: Rising, Falling; default: Rising)", ("Rising", "Falling")),
        ("Order by built_at, length_m, or owner.", ("built_at", "length_m", "owner")),
        ("Allowed values: png, jpeg, webp.", ("png", "jpeg", "webp")),
        ("Valid options: asc, desc", ("asc", "desc")),
        ("Sort direction: asc or desc.", ("asc", "desc")),
        ("One of `alpha`, `beta`, `gamma`.", ("alpha", "beta", "gamma")),
        ("The format, one of: png, jpeg (default png).", ("png", "jpeg")),
        ("format (str, optional): Values range ['pcm', 'a,b'].", ("pcm", "a,b")),
        ("level: Logging level (DEBUG, INFO, ERROR)", ("DEBUG", "INFO", "ERROR")),
        ("Type of part to read (cluster, node, pod)", ("cluster", "node", "pod")),
        ("Operation to perform: make, show, or drop.", ("make", "show", "drop")),
        ("Bucket \u2014 `5minute`, `hour`, `day`.", ("5minute", "hour", "day")),
        ("Can be: list, board, calendar", ("list", "board", "calendar")),
        ("Sort by: due_on, made_at, likes", ("due_on", "made_at", "likes")),
        ("Privacy setting: open, for_team, closed", ("open", "for_team", "closed")),
        ("Can be either 'created' (when starred) or 'updated' (when pushed).", ("created", "updated")),
    ],
)
def test_a_closed_set_is_read_with_its_values(text: str, values: tuple[str, ...]) -> None:
    assert [found.values for found in closed_sets(text)] == [values]


@check_each(
    "text",
    [
        "A country (e.g., 'us', 'jp')",
        "How it begins (use 'true' for boxes, 'YYYY-MM-DD' for days).",
        "web|worker, or what a file of the app declares.",
        "such as 'Japan' or 'Germany'",
        "`<field> asc|desc`.",
        "('a' for one, 'b' for two), or 'none' to remove it.",
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
        "Can be: name, id, path of it",
        "Can be: name or email",
        "Sort by: name of the column",
        "Order by built_at, length_m, or owner; append :desc to reverse",
        "Allowed values: a, b, and any other",
        "Valid options: see below",
        "One of many, many things",
        "Query type: a search over text or images.",
    ],
)
def test_examples_and_open_lists_are_no_closed_set(text: str) -> None:
    assert list(closed_sets(text)) == []


def test_a_value_of_another_field_has_that_field_as_its_head() -> None:
    (found,) = closed_sets('The model must be "a-1" or "a-2".')
    assert (found.values, found.head) == (("a-1", "a-2"), "model")


def test_the_only_numbers_are_listed_and_two_in_brackets_are_a_range() -> None:
    said = ("Values: [8, 16, 32]", "Values can be 6 and 10.", "Values range [0, 10]", "Values can be 6 and 10 if fast.")
    numbers = [found and found[0] for found in map(only_numbers, said)]
    assert numbers == [[8, 16, 32], [6, 10], None, None]
