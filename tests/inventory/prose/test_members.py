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
    ],
)
def test_listed_members_are_read(text: str, names: tuple[str, ...]) -> None:
    stated = stated_members(text)
    assert stated is not None
    assert (stated.names, stated.is_sure) == (names, True)


@check_each(
    ("text", "names"),
    [
        ("Dict with departure info (city, country, iata)", ("city", "country", "iata")),
        ("Cell format settings (colors, fonts, etc.)", ("colors", "fonts")),
        ("Config, e.g. {'model': 'a', 'limit': 2}", ("model", "limit")),
        ("Optional settings: n_elements (number of rings, default 40)", ("n_elements",)),
        ("Launch conditions (launch_angle_deg, default 90)", ("launch_angle_deg",)),
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
    ],
)
def test_maps_and_words_about_something_else_list_no_members(text: str) -> None:
    assert stated_members(text) is None
