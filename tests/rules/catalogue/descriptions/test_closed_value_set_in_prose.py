"""A list of values is one wherever the text about a field has it: behind its name, in brackets, or alone."""

from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found
from tests.rules.wordings import findings_of


def _lists(name: str, said: str, description: str = "Add one.") -> bool:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"type": "string", "description": said}},
    }
    return found("closed_value_set_in_prose", {"description": description, "input_schema": schema}) != []


@check_each(
    ("name", "said"),
    [
        ("track_type", "audio, midi, instrument, folder"),
        ("status", "Post status (publish, draft, pending, private, any)"),
        ("status", "Status filter: publish, draft, pending"),
        ("side", "Order side (buy/sell)"),
        ("seat", "Fare class - economy/business/first"),
        ("network", "mainnet, hoodi, sepolia or gnosis."),
        ("backend", "Compute backend (local-520, vertex-gemini, vertex-claude)"),
        ("guide", "It can take the following value: sizing_guide, setup_guide, tuning_guide"),
    ],
)
def test_the_values_of_a_choice_are_a_set(name: str, said: str) -> None:
    assert _lists(name, said)


@check_each(
    ("kind", "values", "level"),
    [
        ({"type": "integer"}, [0, 1, 2], Level.WARNING),
        ({"type": "integer", "default": 1}, [0, 1, 2], Level.WARNING),
        ({"type": "integer", "default": -1}, [0, 1, 2, -1], Level.INFO),
        ({"type": ["integer", "null"], "default": None}, [0, 1, 2, None], Level.WARNING),
    ],
)
def test_the_numbers_of_a_set_are_joined_by_what_the_schema_has(
    kind: JsonObject, values: list[JsonValue], level: Level
) -> None:
    (problem,) = findings_of("closed_value_set_in_prose", kind, "rank", "Rank: 0=none, 1=low, 2=high")
    assert (problem.hint, problem.level) == (f'add "enum": {compact_json(values)} to its schema', level)


@check_each(
    ("name", "said"),
    [
        ("label", "audio, midi, instrument, folder"),
        ("script", "Script to run. Has access to: row (TableRow), cell (TableCell), page (TablePage)."),
        ("key_type", "name, id"),
        ("status", "Post status (publish, draft, or any)"),
        ("sheet", '"Sheet1" or "0"'),
    ],
)
def test_examples_and_ways_to_write_a_value_are_no_set(name: str, said: str) -> None:
    assert not _lists(name, said)


@check_each(
    "said", ["space: Coordinate space: 'local' or 'global'", "space (str): 'local' or 'global' (default: 'local')"]
)
def test_an_entry_reads_like_a_description_of_its_own(said: str) -> None:
    assert _lists("space", "", f"Move it.\n\nArgs:\n    {said}")


def test_a_number_that_is_a_flag_has_two_values() -> None:
    def closed(name: str, said: str) -> bool:
        field: JsonObject = {"type": "integer", "description": said}
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {name: field}}
        return found("closed_value_set_in_prose", {"description": "Add one.", "input_schema": schema}) != []

    assert closed("is_primary", "1 for primary, 0 for not")
    assert not closed("temperature", "0 = exact, 1 = creative")


def _hints(said: str, **declared: JsonValue) -> list[tuple[Level, str]]:
    properties: JsonObject = {"kind": {"type": "string", "description": said, **declared}}
    tool: JsonObject = {"description": "Add one.", "input_schema": {"type": "object", "properties": properties}}
    return [(one.level, one.hint or "") for one in found("closed_value_set_in_prose", tool)]


def test_a_hint_accepts_the_default_and_the_examples() -> None:
    said = "One of `red`, `blue`."
    assert _hints(said, default="red") == [(Level.WARNING, 'add "enum": ["red","blue"] to its schema')]
    assert _hints(said, default="") == [(Level.WARNING, 'add "enum": ["red","blue",""] to its schema')]
    assert _hints(said, default="any") == [(Level.INFO, 'add "enum": ["red","blue","any"] to its schema')]
    assert _hints(said, examples=["any"]) == [(Level.INFO, 'add "enum": ["red","blue","any"] to its schema')]
    ((_, hint),) = _hints("Kinds (comma-separated: RED, GREEN, BLUE).", default="")
    assert '"^(?:(?:RED|GREEN|BLUE)(?:, ?(?:RED|GREEN|BLUE))*)?$"' in hint


def test_what_a_text_lists_of_json_are_its_members() -> None:
    assert _hints("JSON string of options. Available: format (A4), landscape (boolean), scale (0.1-2).") == []
    assert _hints("JSON string of fields to set. Available fields: title, author, creator.") == []
    assert _hints("Available fields: title, author, creator.") != []


@check_each("said", ["Case-insensitive.", "Upper or lower case.", "Ignores case."])
def test_values_that_are_accepted_in_capitals_too_are_a_remark(said: str) -> None:
    assert [level for level, _ in _hints(f"One of `red`, `blue`. {said}")] == [Level.INFO]


@check_each(
    ("name", "said"),
    [
        ("status", "Status (e.g. passed, failed), from list_states"),
        ("status", "Filter by result status (e.g. passed, failed)"),
        ("ship_kind", "Kinds of ships (tugs, ferries, barges, etc.)"),
        ("category", "Any category (e.g. work, home)"),
        ("kind", "Kind, for example `small`"),
        ("city", "City (e.g. paris, rome)"),
        ("interval", "How often (e.g. 1h, 1d)"),
    ],
)
def test_examples_of_values_are_no_list(name: str, said: str) -> None:
    assert not _lists(name, said)


def test_an_enum_beside_any_string_restricts_nothing() -> None:
    either: JsonValue = {"anyOf": [{"type": "string"}, {"enum": ["asc", "desc"]}], "description": "One of: asc, desc"}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"order": either}}
    assert found("closed_value_set_in_prose", {"description": "Add one.", "input_schema": schema}) != []


@check_each(
    ("name", "said", "description"),
    [
        ("chain", "What to pay on", "Pay for it. The chain is base-sepolia or base."),
        ("chain", "", "Create a payment header.\n\nArgs:\n    chain: The chain is base-sepolia or base"),
        ("mode", "How to run", "Run it. Mode can be fast, normal or slow."),
        ("mode", "", "Run it. Set mode to fast or slow."),
        ("mode", "", "Run it. The mode must be fast, normal, or slow."),
        ("mode", "", "Run it. Supported modes are fast, normal and slow."),
        ("mode", "", "Run it. Available modes:\n- fast\n- normal\n- slow"),
        (
            "category",
            "",
            "Get a random emoji from a category.\n\nAvailable categories:\n- smileys-and-people\n- animals\n- flags",
        ),
        ("category", "", "Get items.\n\nValid categories:\n  * news: daily items\n  * blog: long reads"),
        ("status", "", "List orders by status. Statuses: open, paid, shipped."),
        ("status", "", "List orders. Possible statuses are `open`, `paid` and `shipped`."),
        ("risk", "", "List endpoints. risk filters to 'read', 'write' or 'danger'."),
        ("method", "", "Call it. method is GET/POST/PUT/DELETE."),
        ("method", "", "Call an endpoint with method GET, POST, PUT or DELETE."),
        ("network", "Social media network name (twitter, instagram, linkedin, tiktok, youtube)", "Do it."),
        ("framework", "Framework name (aida, pas, bab, 4cs, uuuu, pppp, slap, app, storybrand)", "Do it."),
        ("severity", "How severe the restriction is (avoid, limit, fatal)", "Do it."),
        ("example_name", "Name of the example to load: 'patient_journey', 'supply_chain', or 'health_fraud'", "Do it."),
        (
            "priority",
            '\u0412\u0438\u0434 ("0" \u2014 \u043d\u0435\u0442, "1" \u2014 \u0434\u0430)',
            "Do it.",
        ),
        ("format", "\u5185\u5bb9\u683c\u5f0f\uff0c\u53ef\u9009\u503c\uff1amarkdown\u3001html\u3001lake", "Do it."),
        ("units", "\u00d6l\u00e7\u00fc birimi (metric, imperial, standard)", "Do it."),
        ("unit", "Temperature unit, celsius or fahrenheit", "Do it."),
        ("sort_by", "Field to sort by: 'price', 'rating', 'date'", "Do it."),
        ("plan", "Which plan the account is on: free, pro or team", "Do it."),
        ("weekday", "Weekday (mon, tue, wed, thu, fri, sat, sun)", "Do it."),
        ("scope", "scope -> user, project or local", "Do it."),
        ("protocol", "Protocol, TCP/UDP", "Do it."),
        ("sort_type", "Sort order (NEW, POPULAR, NAME)", "Do it."),
        ("mode", "\uac80\uc0c9 \uc885\ub958 (ALL, SERIES, AUTHOR)", "Do it."),
    ],
)
def test_what_a_text_says_of_a_field_by_its_name_is_a_set(name: str, said: str, description: str) -> None:
    assert _lists(name, said, description)


@check_each(
    ("name", "said", "description"),
    [
        ("mode", "", "Run it. The mode is optional or required by the plan."),
        ("mode", "The mode is fast or at least not slow", "Do it."),
        ("mode", "", "Run it. Set mode to whatever you like or need."),
        ("mode", "", "Run it. In this mode a or b may fail."),
        ("status", "", "Show the status. The status is shown or hidden."),
        ("status", "Status (optional, defaults to open)", "Do it."),
        ("status", "Status (string, required)", "Do it."),
        ("position", "Position (x, y, z)", "Do it."),
        ("position", "Position (row, column)", "Do it."),
        ("type", "Type (name or id)", "Do it."),
        ("type", "Type (ID, URL or UUID)", "Do it."),
        ("type", "Type of it (see list_types)", "Do it."),
        ("name", "Name (first, middle, last)", "Do it."),
        ("city", "City (Paris, Rome, Oslo)", "Do it."),
        ("city", "City, Paris or Rome", "Do it."),
        ("label", "Label (bug, feature, chore)", "Do it."),
        ("format", "Format (json, yaml, ...)", "Do it."),
        ("format", "Format (width, height)", "Do it."),
        ("format", "Format like json, yaml or text", "Do it."),
        ("format", "Common formats: json, yaml, text", "Do it."),
        ("language", "", "Translate. Supported languages include en, de, fr and many more."),
        ("category", "", "Get items.\n\nSome available categories include:\n- news\n- blog\n- video"),
        ("category", "", "Get items.\n\nPopular categories:\n- news\n- blog\n- video"),
        ("category", "", "Get items.\n\nAvailable categories (examples):\n- news\n- blog"),
        ("category", "", "Get items.\n\nReturns the categories:\n- news\n- blog"),
        ("file", "", "Read it. Supported files: readme, license, notice."),
        ("tool", "", "Run it. Available tools: build, test, lint."),
        ("query", "", "Find it. Supported queries: name, size."),
        ("chain", "", "Pay. If the chain is base or optimism, gas is free."),
        ("chain", "", "Pay. Fails when the chain is busy or down."),
        ("chain", "The chain is down or slow at times", "Do it."),
        ("network", "Network name or id", "Do it."),
        ("network", "The network is mainnet or the name of another", "Do it."),
        ("network", "Network name (must be unique)", "Do it."),
        ("unit", "Unit (cm or any other)", "Do it."),
        ("unit", "Unit of it, custom or built-in", "Do it."),
        ("direction", "Direction, in degrees or radians", "Do it."),
        ("role", "Role of a user or group", "Do it."),
        ("role", "Role: user or group name", "Do it."),
        ("action", "Action that starts or stops it", "Do it."),
        ("action", "The action to take or skip", "Do it."),
        ("level", "Level (higher is better)", "Do it."),
        ("level", "Level (low to high)", "Do it."),
        ("level", "Level: the lower, the better", "Do it."),
        ("cursor", "Cursor (next, previous)", "Do it."),
        ("priority", 'Priority ("0" in the old system, "1" in the new one, or a name)', "Do it."),
        ("lang", "Language (ISO code)", "Do it."),
        ("order", "Order (a to z)", "Do it."),
        ("source", "a=b, c=d", "Do it."),
        ("plan", "Which plan to use: see the list, prices or docs", "Do it."),
        ("example", "For example: a, b or c", "Do it."),
        ("example_name", "Name of an example: 'a' or another", "Do it."),
        ("theme", "Theme for day or night", "Do it."),
        ("interval", "Interval in minutes or hours", "Do it."),
        ("sort", "Sort by name or date, as you like", "Do it."),
        ("filter", "Berth filter: free/taken/dry/tidal (for list); else pass a date", "Do it."),
        ("agent", "Pass builtins (basic|quick|deep), gated ones (e.g. lean), and custom agents", "Do it."),
        ("view", "View to show [see docs]", "Do it."),
        ("view", "View to show {id}", "Do it."),
        ("scope", "scope of the project, team or user it belongs to", "Do it."),
        ("severity", "How severe it is (numbers, words, or both)", "Do it."),
        ("protocol", "Protocol, port and host", "Do it."),
        ("provider", "Provider (company, person)", "Do it."),
        ("environment", "Environment (URL, name, id)", "Do it."),
        ("status", "", "List them. With status open or closed orders differ."),
        ("type", "", "Make a page. The type of a page is note or task, and others may follow."),
        ("message", "", "Send it. The message is plain or rich."),
        ("title", "Title in English or German", "Do it."),
        ("tone", "Tone (be kind, never rude)", "Do it."),
        (
            "status",
            "",
            'Set it. Any string is accepted as status. Tells a live agent (status "working"/"idle") from others.',
        ),
    ],
)
def test_what_is_said_of_a_field_in_other_words_is_no_set(name: str, said: str, description: str) -> None:
    assert not _lists(name, said, description)


@check_each(
    "said",
    [
        "One of 'bow', 'stern', 'port', 'starboard'. Or metres from the bow, as 'from,to'.",
        "For yachts: 'day', 'week' or 'month'. For ferries: number of hours as a string.",
        "What it does.\n\n- cat berths | jq '.free'",
    ],
)
def test_values_beside_another_form_for_some_things_or_of_a_command_are_no_set(said: str) -> None:
    assert not _lists("span", said)


@check_each(
    "said",
    [
        "One of 'bow', 'stern', 'port', 'starboard'. Or leave it out.",
        "How long it stays. For how long: 'day', 'week' or 'month'.",
        "What it does: free | taken",
    ],
)
def test_values_beside_no_other_form_are_a_set(said: str) -> None:
    assert _lists("span", said)


@check_each(
    "said",
    [
        "A kind of note, 'text' or 'image'.",
        "A key to sort by, 'name', 'date', or 'size'.",
        "Takes a format, 'json' or 'csv'.",
        "Status of the berth, as shown, 'free', 'taken', or 'closed'.",
    ],
)
def test_quoted_words_behind_what_the_field_is_are_a_set(said: str) -> None:
    assert _lists("span", said)


@check_each(
    "said",
    [
        "What to list. Filter options: kind, owner, size. Example: 'kind:boat,owner:me'",
        "Id of what it is about. Required for: boats (berth), docks (dock id), piers (pier id)",
    ],
)
def test_names_of_parts_and_cases_that_need_the_field_are_no_set(said: str) -> None:
    assert not _lists("span", said)
    assert not _lists("filters", said)


@check_each(
    ("name", "said", "description"),
    [
        ("seatIndex", "The number.", "Returns the kindOfBoat (sail|motor|oars), seatIndex (a number) and its name."),
        ("portIds", "Filter by port IDs (either departure or arrival)", "List ferries."),
        ("seen", "A moment.", "Events of boats (arrived | left) newer than `seen`."),
        ("decks", "", "Print a plan.\n\nlook: plain | fancy\ndecks: every | e.g. 1-3,5"),
        ("fields", "Additional fields to include. Possible values: crew, cargo, route.", "Get one."),
        (
            "parts",
            "Parts to show: 'crew' (who), 'cargo' (what), 'route' (where); pass ['every'] for the rest.",
            "Get one.",
        ),
    ],
)
def test_values_of_another_name_or_beside_others_are_no_set(name: str, said: str, description: str) -> None:
    assert not _lists(name, said, description)


@check_each("said", ["Possible values: crew, cargo, route.", "Field to include. Possible values: crew, cargo, route."])
def test_values_of_which_one_is_given_are_a_set(said: str) -> None:
    assert _lists("fields", said)


def test_values_in_brackets_that_the_schema_of_another_field_lists_are_its_own() -> None:
    def levels(**fields: JsonObject) -> list[Level]:
        schema: JsonObject = {"type": "object", "properties": {**fields}}
        tool: JsonObject = {"description": "Runs a script (bash/lua/perl).", "input_schema": schema}
        return [one.level for one in found("closed_value_set_in_prose", tool)]

    script: JsonObject = {"type": "string", "description": "What to run."}
    assert levels(script=script) == [Level.WARNING]
    assert Level.WARNING not in levels(script=script, language={"enum": ["bash", "lua", "perl", "awk"]})


def test_a_default_among_values_in_brackets_does_not_make_them_all_there_are() -> None:
    field: JsonObject = {"type": "string", "description": "Encoding (utf-8, latin-1)", "default": "utf-8"}
    tool: JsonObject = {
        "description": "Read it.",
        "input_schema": {"type": "object", "properties": {"encoding": field}},
    }
    assert [(one.level, [*one.edits]) for one in found("closed_value_set_in_prose", tool)] == [(Level.INFO, [])]


def test_what_is_to_be_named_of_several_things_is_no_choice() -> None:
    fields: JsonValue = {"fields": {"type": "string", "description": "Comma-separated: name, date, size"}}
    assert not found("closed_value_set_in_prose", {"input_schema": {"type": "object", "properties": fields}})


def test_the_values_of_one_of_several_cases_are_not_all() -> None:
    cases = '**brook** - the default\n- voice: "calm"\n\n**hill** - native\n- voice: "loud" or "soft"'
    assert not _lists("voice", "", f"Speak.\n\n{cases}")
    assert _lists("voice", "", 'Speak.\n\n**hill** - native\n- voice: "loud" or "soft"')


def test_words_of_which_a_text_uses_the_beginnings_are_no_sure_values() -> None:
    def levels(said: str) -> list[Level]:
        schema: JsonObject = {"type": "object", "properties": {"direction": {"type": "string", "description": said}}}
        return [
            one.level for one in found("closed_value_set_in_prose", {"description": "Sort.", "input_schema": schema})
        ]

    words = "Sort direction (ascending or descending)."
    assert levels(f"{words} Use 'desc' to see new ones first.") == [Level.INFO]
    assert levels(words) == [Level.WARNING]


@check_each("marks", ["`{}`", "``{}``", '`"{}"`', "`'{}'`"])
def test_values_are_marked_as_code_with_one_sign_or_two(marks: str) -> None:
    values = ", ".join(marks.format(one) for one in ("article", "faq", "poster"))
    assert _lists("kind", "", f"Add one.\n\nArgs:\n    kind: One of {values}.")


def test_two_dates_show_how_one_is_written() -> None:
    assert not _lists("date_from", "Dates from: '1831' or '1831-06-15'.")
    assert _lists("from", "Where from: 'here' or 'there'.")


@check_each(("said", "is_accepted"), [("Leave kind and size empty to draw.", True), ("Leave size empty.", False)])
def test_what_a_tool_says_to_leave_empty_may_be_empty(said: str, is_accepted: bool) -> None:
    field: JsonObject = {"type": "string", "default": "red", "description": "Kind: one of `red`, `blue`."}
    tool: JsonObject = {"description": said, "input_schema": {"type": "object", "properties": {"kind": field}}}
    (hint,) = [one.hint or "" for one in found("closed_value_set_in_prose", tool)]
    assert ('"blue",""' in hint) is is_accepted
