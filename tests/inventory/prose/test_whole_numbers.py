"""A number is whole if it counts things, is a place among several or a key; what is measured may be a fraction."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

WHOLE: tuple[tuple[str, str], ...] = (
    ("keycode", "Code of the key, as in KEY_ENTER = 13"),
    ("number", "Ticket number, e.g. 5"),
    ("exitCode", ""),
    ("depth", "Max transitive depth (default 3)"),
    ("status", "Filter by HTTP status code"),
    ("done", "Finished drafts count"),
    ("ref", "Reference of the draft (an integer)"),
    ("quality", "JPEG quality (0-100)"),
    ("cache_ttl", "Time to live in seconds (default: 3600)"),
    ("expiresIn", "Lifetime of the link in seconds"),
    ("draftNumber", ""),
    ("branch", "Which draft this begins with"),
    ("quality", "JPEG quality (1-100)"),
    ("ease", "How easy it was, between 1 (again) and 4 (easy)"),
    ("contextLength", ""),
    ("rowEnd", ""),
    ("limitedNum", ""),
    ("totalDrafts", ""),
    ("max_siblings", ""),
    ("maxConcurrency", ""),
    ("max_depth", ""),
    ("max_depth", "How deep to search"),
    ("adults", ""),
    ("nonce", ""),
    ("iteration", "Current iteration of the review"),
    ("reqid", "Which request to show"),
    ("taskUid", "Task to wait for"),
    ("yearFrom", "First year, inclusive"),
    ("tip_lamports", ""),
    ("width", "Width of the browser window"),
    ("speed", "How far to scroll, in px"),
    ("green", "Green (0-255)"),
    ("fee", "Fee in satoshis"),
    ("charge", "Amount to charge, in cents"),
    ("per_fetch", "Results per page"),
    ("size", "The size of the page"),
    ("at", "Index of the step to begin at"),
    ("first", "Begin timestamp (milliseconds)"),
    ("head", "Only the first N lines of the file"),
    ("days", "Number of days to look back (default: 30)"),
    ("cap", "A limit on the number of folders"),
    ("ideas", "Maximum ideas per person"),
    ("wins", "Filters by the minimum number of wins"),
    ("visible", "Who sees it: 0 (nobody), 1 (friends), 2 (all)"),
    ("gender", "0 = female, 1 = male"),
    ("begin", "Starting offset for results"),
    ("decimals", "Number of decimals"),
    ("timeout", "Timeout in milliseconds"),
    ("timeout", "How long to wait in seconds (default: 30)"),
    ("timeout", "In milliseconds (0.5 seconds to an hour)"),
    ("poll_interval_ms", ""),
    ("days", "Days of history to chart"),
    ("quiet_days", ""),
    ("max_levels", "Maximum levels to traverse"),
    ("slot", "Insert index in the children of the branch"),
    ("sort_order", "Lower ones first"),
    ("spot", "Where it is in the book (e.g. page number)"),
    ("linha", "N\u00famero da linha a apagar"),
)
MEASURED: tuple[tuple[str, str], ...] = (
    ("numberOfUnits", "The number of units of the work"),
    ("number", "Number to write in words"),
    ("quality", "How good it is (0-100)"),
    ("ttl", "Time to live in hours"),
    ("depth", "Depth of the well"),
    ("amount", "A non-integer amount, or an integer or decimal one"),
    ("magnitude", "Minimum magnitude (1-10)"),
    ("grade", "Grade between 1 and 6"),
    ("ph", "pH between 1 and 14"),
    ("tempo", "Tempo (1-300)"),
    ("aperture", "1-22"),
    ("max_hours", ""),
    ("total_expenses", ""),
    ("min_radius", ""),
    ("max_loss", ""),
    ("max_stars", ""),
    ("first_number", "The first addend"),
    ("reynolds_number", ""),
    ("base_offset", "Offset from the base level"),
    ("utc_offset", ""),
    ("offset", "Where to begin to read, in seconds"),
    ("max_depth", "Greatest depth in km"),
    ("width", "Width of the window in the wall"),
    ("fade", "0 = invisible, 1 = opaque"),
    ("mood", "Score of the mood: 0 = sad, 1 = neutral, 2 = glad"),
    ("days", "Number of days until it expires"),
    ("max_tiles", "Maximum tiles, e.g. 2.5"),
    ("cents", "How much to detune it, in cents"),
    ("pause", "Maximum seconds to wait"),
    ("timeout", "Timeout in seconds"),
    ("qt_interval", "Measured QT interval in milliseconds"),
    ("days", "Days of leave to book"),
    ("max_levels", "Maximum sound levels"),
)


@check_each(("name", "text"), WHOLE)
def test_what_is_counted_or_numbered_is_whole(name: str, text: str) -> None:
    assert _is_told(name, {"type": "number", "description": text}), text


@check_each(("name", "text"), MEASURED)
def test_what_is_measured_may_be_a_fraction(name: str, text: str) -> None:
    assert not _is_told(name, {"type": "number", "description": text}), text


def test_a_number_of_which_the_schema_states_a_fraction_is_not_whole() -> None:
    assert not _is_told("max_tiles", {"type": "number", "default": 0.5})
    assert _is_told("max_tiles", {"type": "number", "default": 2.0})


def test_a_count_beside_a_word_for_all_is_whole_and_an_id_beside_a_slug_may_be_another_key() -> None:
    number_or_text: JsonObject = {"type": ["number", "string"], "description": "Number of days of history (or 'max')"}
    assert _is_told("days", number_or_text)
    assert not _is_told("draft_id", {"type": ["number", "string"], "description": "Slug or numeric ID"})


def test_an_offset_or_a_depth_next_to_a_width_is_a_length() -> None:
    for name in ("offset", "max_depth"):
        assert not _is_told(name, {"type": "number"}, width={"type": "number"})
        assert _is_told(name, {"type": "number"})


def test_a_line_next_to_a_file_or_a_row_next_to_a_column_is_its_place() -> None:
    for name, beside in (("line", "file_path"), ("row", "col")):
        assert _is_told(name, {"type": "number"}, **{beside: {"type": "string"}})
        assert not _is_told(name, {"type": "number"}, odds={"type": "number"})


def test_the_items_of_a_list_of_keys_are_whole_and_measures_are_not() -> None:
    numbers: JsonObject = {"type": "array", "items": {"type": "number"}}
    assert _is_told("pageIndexes", numbers)
    assert not _is_told("widths", numbers)


def test_what_the_tool_says_of_a_field_is_read_where_the_field_says_nothing() -> None:
    for text, is_whole in (("How many drafts to keep.", True), ("How far to go.", False)):
        schema: JsonObject = {"type": "object", "properties": {"kept": {"type": "number"}}}
        tool: JsonObject = {
            "name": "Tidy",
            "description": f"Tidy up.\n\nArgs:\n    kept: {text}",
            "input_schema": schema,
        }
        assert bool(found("count_is_integer", [tool])) == is_whole, text


def _is_told(name: str, schema: JsonObject, **beside: JsonValue) -> bool:
    properties: JsonObject = {name: schema, **beside}
    tool: JsonObject = {"name": "ReadTree", "input_schema": {"type": "object", "properties": properties}}
    return bool(found("count_is_integer", [tool]))
