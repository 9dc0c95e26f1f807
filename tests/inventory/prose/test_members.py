"""Members that a text lists are read in each of the ways in which people write them, but not the keys of a map."""

from conformance.inventory.prose.members import stated_members
from tests.cases import check_each


@check_each(
    ("text", "names"),
    [
        ("Each task must contain:\n- title (required)\n- owner", ("title", "owner")),
        ("Settings with keys:\n- span_m: width\n- chord_m: depth", ("span_m", "chord_m")),
        ("Contains:\n  - host: name\n  - port: number", ("host", "port")),
        ("Readings, each with:\n- z: value\n  in metres\n- time: when", ("z", "time")),
        ('Format: [{"name": "...", "type": "..."}]', ("name", "type")),
        ("Each item is {'measure': <name>, 'of': <fn>}, e.g. {'measure': 'a'}", ("measure", "of")),
        ("list of {'field': <name>, 'direction': 'asc'|'desc'}", ("field", "direction")),
        ("Messages in the format [{role: 'system'|'user', content: '...'}]", ("role", "content")),
        ("Filters: {'column','operator', plus 'key' for maps}", ("column", "operator")),
        ("Array of {name?: string, value: number} objects", ("name", "value")),
        ('Problem::\n\n{\n  "path": [a, ...],  # see below, or\n  "goal": "b"\n}', ("path", "goal")),
        ('Sums, each with "col" and "func".', ("col", "func")),
        (
            'each with keys ``city`` (e.g. "Tokyo"), optional ``land`` (ISO), and optional ``iata``',
            ("city", "land", "iata"),
        ),
        ("Each entry has `name`, `value`, and optionally `unit`", ("name", "value", "unit")),
        ("List of dicts with 'file' and 'sheet' keys", ("file", "sheet")),
        ("Array of objects with properties: name, value", ("name", "value")),
        ("Supported keys: name, value", ("name", "value")),
        ("Dict with position_m and velocity_ms arrays", ("position_m", "velocity_ms")),
        ("GA parameters: population_size (3-200, default 50), generations (1-500)", ("population_size", "generations")),
        ("Object with any of: wait ({ms}), idle (bool)", ("wait", "idle")),
        ("Geometry (diameter_m, pitch_m, and optionally hub_m)", ("diameter_m", "pitch_m", "hub_m")),
        ("A state vector (``position_m``, optional ``epoch_utc``) or elements", ("position_m", "epoch_utc")),
        (
            "Search parameters including:\n    - radius (float): how far\n    - depth (int): how deep",
            ("radius", "depth"),
        ),
        ("Recognized keys (all optional):\n\n    ttl (str): how long\n    scope (str): for whom", ("ttl", "scope")),
        ("Has the following properties:\n1. name: the name\n2. size: the size", ("name", "size")),
        ('Each item should have:\n  - "x": across\n  - "y": down (optional)', ("x", "y")),
        ("The following keys are supported: name, size", ("name", "size")),
        ("Required fields: title, owner. Optional fields: due_date", ("title", "owner", "due_date")),
        ("Task object. Required: title, owner. Optional: due_date", ("title", "owner", "due_date")),
        ("with optional keys: ``ref`` (str) for the element, ``text`` (str) to type", ("ref", "text")),
        (
            "Each has 'name' and exactly one of 'agent_id', 'team_id', or 'call'",
            ("name", "agent_id", "team_id", "call"),
        ),
        ("Date filter with 'from' and 'to' dates", ("from", "to")),
        ("Each needs 'url' and optionally 'is_ocr' and 'data_id'", ("url", "is_ocr", "data_id")),
        ("Records must include id and text fields", ("id", "text")),
        ("List of assignments with agent_id and task", ("agent_id", "task")),
        ("Mail object with subject, body, from, and date", ("subject", "body", "from", "date")),
        ("Array of change objects: type, line, text", ("type", "line", "text")),
        ("Each edit: old_text (string), new_text (string)", ("old_text", "new_text")),
        ("Chart data: labels (list) and values (list)", ("labels", "values")),
        ("A point as a dict with at least Position [x, y], optionally Id", ("Position", "Id")),
        ("Dict with departure info (city, country, iata)", ("city", "country", "iata")),
        ("Dicts (contains title, tags, file_path)", ("title", "tags", "file_path")),
        ("Array of { from: string; to?: string }", ("from", "to")),
        ('[{\\"op\\": \\"...\\", \\"path\\": \\"...\\"}]', ("op", "path")),
    ],
)
def test_listed_members_are_read(text: str, names: tuple[str, ...]) -> None:
    stated = stated_members(text)
    assert stated is not None
    assert (stated.names, stated.is_sure) == (names, True)


@check_each(
    ("text", "names"),
    [
        ("Departure info (city, country, iata)", ("city", "country", "iata")),
        ("Cell format settings (colors, fonts, etc.)", ("colors", "fonts")),
        ("Config, e.g. {'model': 'a', 'limit': 2}", ("model", "limit")),
        ("Optional settings: n_elements (number of rings, default 40)", ("n_elements",)),
        ("Launch conditions (launch_angle_deg, default 90)", ("launch_angle_deg",)),
        ("Supported options:\n- timeout: seconds\n- retries: how often", ("timeout", "retries")),
        ("Action to run. Must contain a `type` key with its name", ("type",)),
        ("Route options; `step_km` sets the distance", ("step_km",)),
        ("Task parameters (e.g. max_length, min_length)", ("max_length", "min_length")),
        ("List of messages with role and content", ("role", "content")),
        ("Contact attributes including email, name, phone, and custom fields", ("email", "name", "phone")),
        ("The object to store. Must include 'type' and 'id'. See the API docs", ("type", "id")),
        ("Points. Data: [{x: 1, y: 2}]", ("x", "y")),
    ],
)
def test_examples_and_plain_words_only_make_members_likely(text: str, names: tuple[str, ...]) -> None:
    stated = stated_members(text)
    assert stated is not None
    assert (stated.names, stated.is_sure) == (names, False)


@check_each(
    "text",
    [
        "Custom metadata as key-value pairs",
        "Map of names to values, e.g. {'old': 'a', 'new': 'b'}",
        "Variables to set, e.g. {'x': 1, 'y': 2}",
        "HTTP headers to send, e.g. {'Accept': 'text/html', 'Host': 'a'}",
        "Values by name, as {name}",
        "Supported formats:\n- json: text\n- csv: rows",
        "Actions of a browser (Click, Fill, Wait)",
        "Hooks for events (on_begin, on_end)",
        "Steps, such as dicts with 'run' or 'uses'",
        "Each task has a title and an owner",
        "If it is a map, {x, y} of the centre",
        "Where it is (see below, or leave it out)",
        "Any JSON object",
        '{"<column>": "<type>"}',
        'Parameters as {"key": "value", ...}',
        "Sort as {'field': 'asc'}",
        "Rows, e.g. {'field1': 'a', 'field2': 'b'}",
        "Template parts, e.g. {'TITLE': 'a', 'BODY': 'b'}",
        "Table schema with property names and types",
        "Items of the list (entries, assets, or both)",
        "Filter with 'gte' or 'lte' operators",
        "Key attributes (get_item, delete_item)",
        "Properties to set (name-value pairs)",
        "Series organized by kind (line, bar, area)",
        "Settings, such as 'alpha' and 'beta' modes",
        "Lists of tuples (name, value)",
    ],
)
def test_maps_and_words_about_something_else_list_no_members(text: str) -> None:
    assert stated_members(text) is None


@check_each(
    ("text", "required"),
    [
        ("Each task must contain:\n- title: a\n- owner (optional): b", ("title",)),
        ("Fields:\n- title (str, required): a\n- owner (str): b\n- due: c", ("title",)),
        ("Required fields: title, owner. Optional fields: due_date", ("title", "owner")),
        ("Each edge must specify `source`, `target` and optionally `weight`", ("source", "target")),
        ("May include `source` and `target`", ()),
    ],
)
def test_members_that_have_to_be_given_are_known(text: str, required: tuple[str, ...]) -> None:
    stated = stated_members(text)
    assert stated is not None
    assert stated.required == required


@check_each(
    ("text", "names"),
    [
        ("Shape: { '<url>': [{ name, selectors: [...] }] }", ("name", "selectors")),
        ('Dict mapping column names to {"type": str, "width": int}', ("type", "width")),
        ("Ranges: {param: {min, max}}", ("min", "max")),
    ],
)
def test_the_values_of_a_map_have_the_members_of_the_shape_behind_its_key(text: str, names: tuple[str, ...]) -> None:
    stated = stated_members(text)
    assert stated is not None
    assert (stated.names, stated.of_values) == (names, True)


def test_shapes_of_values_of_several_kinds_are_not_that_of_the_object() -> None:
    assert stated_members("Map of a name to a value. Colors: {r,g,b,a}, Sizes: {w,h}") is None
    assert stated_members("Format: {r,g,b,a}") is not None


def test_a_word_for_several_members_is_none_of_them() -> None:
    found = stated_members("Each entry accepts either flat (width_mm, depth_mm) or deep (width_m+depth_m). Flat wins.")
    assert found is None or not {"flat", "deep"} & {*found.names}


def test_the_first_word_of_a_thing_of_several_is_no_member() -> None:
    stated = stated_members("Object with line_width, dashLength, palette Color IDs, and so on.")
    assert stated is not None
    assert stated.names == ("line_width", "dashLength")


def test_a_member_that_is_one_of_several_values_has_to_be_given() -> None:
    stated = stated_members("Each rule must have:\n- key: Which one.\n- sign: One of the signs.\n- note: If you like.")
    assert stated is not None
    assert stated.required == ("key", "sign")
