"""Brackets behind the noun that a field is list its values, and behind another one what a value is."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.bracketed_values import bracketed_list
from tests.cases import check_each


@check_each(
    ("name", "text", "default", "values"),
    [
        ("wood", "Name of the wood (oak, pine, fir)", None, ("oak", "pine", "fir")),
        ("leafColor", "The leaf color (red, green, gold) (optional)", None, ("red", "green", "gold")),
        ("format", "Print format (a4, letter)", None, ("a4", "letter")),
        ("shelf", "Shelf to fill (front, back)", "front", ("front", "back")),
        ("arch", "Architecture to build for (x86 or arm64)", None, ("x86", "arm64")),
        ("network", "Network type (wifi, lte, lte+, 5g-sa)", None, ("wifi", "lte", "lte+", "5g-sa")),
        ("depot", "The depot to use (hall, attic, or cellar) to fetch it from", None, ("hall", "attic", "cellar")),
        ("grade", "Grade (I, II, III)", None, ("I", "II", "III")),
        ("replica", "Replica (0, 1, or all). Default: all", None, ("0", "1", "all")),
        ("window", "Window (1-day, 3-day, 7-day; default 1-day)", "1-day", ("1-day", "3-day", "7-day")),
        ("gender", "New gender (Male/Female)", None, ("Male", "Female")),
        ("mode", "Mode to enter (ask, code, test)", None, ("ask", "code", "test")),
        ("state", "State ('in work' or 'done')", None, ("in work", "done")),
        ("status", "Status (Active, On Hold, Closed)", None, ("Active", "On Hold", "Closed")),
        ("region", "Region (PJM, ISO-NE, West, South East)", None, ("PJM", "ISO-NE", "West", "South East")),
    ],
)
def test_brackets_behind_the_noun_of_a_field_list_its_values(
    name: str, text: str, default: JsonValue, values: tuple[str, ...]
) -> None:
    found = bracketed_list(text, name, default)
    assert found is not None
    assert found.items == values


@check_each(
    ("name", "text"),
    [
        ("wood", "Name of the wood (e.g. oak, pine, fir)"),
        ("wood", "Kinds of wood such as (oak, pine, fir)"),
        ("wood", "Name of the wood (oak, pine, fir, etc.)"),
        ("wood", "Name of the wood (oak, pine, fir...)"),
        ("wood", "What to build (oak, pine, fir)"),
        ("wood", "Bed made of wood (single, double, wide)"),
        ("shelf", "Shelf to fill (front, back)"),
        ("author", "Filter by author (handle or id)"),
        ("position", "Position (left, top)"),
        ("key", "Key of the field (alphanumeric/underscore)"),
        ("amount", 'Amount ("0.1", "1.5", "10")'),
        ("scope", "Scope (all, lang:rust, area:api)"),
        ("error", "Report an error (warning or blocking)"),
        ("group", "Group (read, write) of the file and its owner"),
        ("mode", "Required only when mode (fast, slow)"),
        ("region", "Region (North, West, East)"),
    ],
)
def test_brackets_behind_other_words_list_no_values(name: str, text: str) -> None:
    assert bracketed_list(text, name, None) is None
