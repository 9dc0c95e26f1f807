"""Two names are compared if they are of the same thing."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from conformance.rules.examples import closed_object
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

MCP = load_profile("mcp")


def _tool(name: str, field: str, said: str = "") -> JsonObject:
    schema = {"type": "object", "properties": {field: {"type": "string", "description": said}}}
    return {"name": name, "input_schema": schema}


def _other_name(said: str) -> bool:
    tools = [_tool("delete_plan_rule", "uuid", said), _tool("get_rule", "rule_uuid")]
    return found("sibling_names_agree", tools, MCP) != []


@check_each("said", ["UUID of the rule group", "UUID of the plan to delete.", "The id of a plan"])
def test_the_key_of_another_thing_has_another_name(said: str) -> None:
    assert not _other_name(said)


@check_each("said", ["UUID of the rule", "ID of the given rule to delete.", "Its key"])
def test_the_key_of_the_same_thing_has_the_same_name(said: str) -> None:
    assert _other_name(said)


def test_the_part_that_both_texts_name_makes_no_other_thing() -> None:
    assert _two_names("project_root_path", "project_path", "Path of the project root", "Path of the project root")
    assert not _two_names("source_path", "path", "Path of the file to read", "Path of the file to read")


def _two_names(first: str, second: str, said: str, other: str) -> bool:
    tools = [_tool("read_files", first, said), _tool("list_tags", second, other)]
    return found("sibling_names_agree", tools, MCP) != []


def test_two_words_for_one_thing_are_one_name() -> None:
    assert _two_names("latitude", "lat", "Where.", "Which one.")
    assert _two_names("page_number", "page", "Which page.", "The page.")
    assert not _two_names("latitude", "depth", "Where.", "Which one.")
    assert _two_names("type_of_berth", "berth_type", "Which kind.", "Which one.")
    assert _two_names("berth", "berth_name", "Filter by berth name", "Which one.")
    assert not _two_names("berth", "berth_name", "Filter by berth", "Which one.")
    assert _two_names("berth", "berth_name", "Name of the berth", "Which one.")
    assert _two_names("berth", "berth_path", "The berth path to moor at", "Which one.")
    assert not _two_names("berth", "berth_name", "Name of the ship at it", "Which one.")
    assert not _two_names("berth", "berth_name", "Berth name or number", "Which one.")
    assert _two_names("quay_ref", "berth_id", "The berth identifier.", "Which one.")


@check_each(
    ("first", "second", "said", "other", "level"),
    [
        ("task_gid", "task_id", "Which task.", "Which one.", Level.WARNING),
        ("task_uuid", "task_id", "Which task.", "Which one.", Level.INFO),
        ("task_identifier", "task_id", "Which task.", "Which one.", Level.INFO),
        ("desc", "description", "What the board is for.", "What the board is for.", Level.INFO),
        ("desc", "description", "What the board is for.", "Words to search cards by.", None),
        ("query", "q", "The statement in the database.", "Words to search by.", None),
        ("query", "q", "", "", None),
    ],
)
def test_one_thing_is_called_by_one_name_where_the_texts_allow_it(
    first: str, second: str, said: str, other: str, level: Level | None
) -> None:
    tools = [_tool("read_files", first, said), _tool("list_tags", second, other)]
    assert [one.level for one in found("sibling_names_agree", tools, MCP)] == ([level] if level else [])


def test_the_key_of_a_variable_is_not_that_of_its_environment() -> None:
    usual = _tool("read_app", "environment_uuid")
    assert found("sibling_names_agree", [usual, _tool("set_env_vars", "env_uuid")], MCP) == []
    assert found("sibling_names_agree", [usual, _tool("set_app", "env_uuid")], MCP)


def _two_numbers(first: str, second: str, said: str, other: str) -> bool:
    tools: list[JsonValue] = [
        {"name": name, "input_schema": closed_object(**{field: {"type": "number", "description": text}})}
        for name, field, text in (("read_files", first, said), ("list_tags", second, other))
    ]
    return found("sibling_names_agree", tools, MCP) != []


def test_a_number_whose_text_has_the_word_more_of_another_name_is_one_thing() -> None:
    assert _two_numbers("max_kw", "max_capacity_kw", "Maximum capacity in kW", "Maximum capacity (small is cheap)")
    assert not _two_numbers("max_kw", "max_capacity_kw", "Maximum power in kW", "Maximum capacity")


def test_a_time_that_no_text_describes_may_be_another_one() -> None:
    tools: list[JsonValue] = [
        {"name": name, "input_schema": closed_object(**{field: {"type": "number", "description": text}})}
        for name, field, text in (
            ("read_files", "timeout_seconds", "Longest to wait"),
            ("list_tags", "timeout", ""),
        )
    ]
    assert [one.level for one in found("sibling_names_agree", tools, MCP)] == [Level.INFO]


def test_no_name_is_to_be_called_like_what_is_to_be_called_like_it() -> None:
    tools = [
        _tool("copy_card", "pos", "Position of the card."),
        _tool("copy_list", "pos", "Place of the list."),
        _tool("move_list", "position", "Where to put the list."),
        _tool("move_card", "position", "Where to put it."),
    ]
    assert len(found("sibling_names_agree", tools, MCP)) == 1


def test_the_name_of_fewer_tools_is_the_odd_one() -> None:
    said = "Name of the berth"
    tools = [
        _tool("read_files", "berth", said),
        _tool("list_tags", "berth", said),
        _tool("find_page", "berth_name", said),
    ]
    (problem,) = found("sibling_names_agree", tools, MCP)
    assert problem.message == "parameter `berth_name` is called `berth` in `read_files`, `list_tags`"


def test_a_list_of_ids_is_called_after_the_thing_that_its_text_names() -> None:
    assert _two_names("ids", "node_ids", "Array of node IDs to draw", "Which nodes.")
    assert not _two_names("ids", "node_ids", "Array of page IDs to draw", "Which nodes.")


def test_an_entry_in_the_text_of_a_tool_describes_a_field_as_well() -> None:
    tools = [
        {**_tool("read_files", "most_size"), "description": "Reads.\n\nArgs:\n    most_size: Largest size of a file"},
        {
            **_tool("list_tags", "size_limit"),
            "description": "Lists.\n\nArgs:\n    size_limit (str): Largest size of a file",
        },
    ]
    (problem,) = found("sibling_names_agree", tools, MCP)
    assert problem.message == "parameter `size_limit` is called `most_size` in `read_files`"


def test_two_names_that_share_a_word_and_have_one_description_are_one_thing() -> None:
    assert _two_names("repo_slug", "repo_name", "Slug of the repository.", "slug of the repository")


@check_each(
    ("first", "second", "said", "other"),
    [
        ("repo_slug", "repo_name", "Slug of the repository", "Name of the repository"),
        ("repo_slug", "place", "Where it is kept", "Where it is kept"),
        ("repo_slug", "repo_name", "Repository", "Repository"),
        ("start_target", "target", "Where to point at", "Where to point at"),
    ],
)
def test_names_that_differ_in_meaning_or_share_no_word_may_be_two_things(
    first: str, second: str, said: str, other: str
) -> None:
    assert not _two_names(first, second, said, other)


@check_each(
    ("first", "second", "text", "other", "is_one"),
    [
        ("limit", "count", "Most notes.", "Number of tags to return", True),
        ("limit", "count", "Most notes.", "Number of tags to make", False),
        ("query", "term", "What to find.", "Search term (optional)", True),
        ("query", "term", "What to find.", "The term of the contract", False),
        ("query", "term", "Statement in Datalog", "Search term (optional)", False),
        ("author", "author_name", "Person who wrote it", "Person who wrote it", True),
        ("from_ref", "source_ref", "The first commit", "The first commit", True),
        ("place", "repo_slug", "Slug of the repository", "Slug of the repository", True),
        ("author", "new_author", "Person who wrote it", "Person who wrote it", False),
        ("step", "step_note", "The long line of a plan", "The long step note of a plan", False),
        ("step", "step_note", "The long note of a plan", "The long step note of a plan", True),
    ],
)
def test_texts_say_which_names_are_one_thing(first: str, second: str, text: str, other: str, is_one: bool) -> None:
    assert _two_names(first, second, text, other) == is_one


def _two_choices(first: JsonObject, second: JsonObject, *names: str) -> bool:
    schemas = zip(("read_files", "list_tags"), names, (first, second), strict=True)
    tools: list[JsonValue] = [
        {"name": tool, "input_schema": {"type": "object", "properties": {name: {"type": "string", **schema}}}}
        for tool, name, schema in schemas
    ]
    return found("sibling_names_agree", tools, MCP) != []


def test_values_in_common_and_a_text_that_names_the_other_field_are_one_thing() -> None:
    area: JsonObject = {"enum": ["BAY", "SEA", "LAKE"], "description": "Which water."}
    assert _two_choices(area, {"enum": ["BAY", "SEA"], "description": "The area to look at"}, "area", "zone")
    assert _two_choices(area, {"description": "Filter by area (e.g. BAY, SEA)"}, "area", "zone")
    assert not _two_choices(area, {"enum": ["BAY", "SEA"], "description": "Where to look"}, "area", "zone")
    assert not _two_choices(area, {"enum": ["NORTH", "SEA"], "description": "The area to look at"}, "area", "zone")
    assert not _two_choices(area, {"description": "Filter by area"}, "area", "zone")
    assert not _two_choices(area, {"enum": ["BAY", "SEA"], "description": "The area to look at"}, "area", "new_area")


def test_a_name_without_words_has_no_other_one() -> None:
    assert not _two_names("$", "%", "Which one.", "Which other.")
    assert not _two_names("$", "berth", "Which one.", "Which other.")


def test_spans_of_time_with_values_in_common_are_one_thing() -> None:
    day, month = ({"enum": ["d1", "d7", one]} for one in ("m1", "y1"))
    assert _two_choices(day, month, "timeframe", "date_range")
    assert not _two_choices(day, {"enum": ["m1", "y1"]}, "timeframe", "date_range")


def test_two_fields_of_a_tool_with_one_text_may_be_anything() -> None:
    dates: JsonObject = {
        name: {"type": "string", "description": "The day as a date"} for name in ("day_from", "day_to")
    }
    tools = [{"name": "read_files", "input_schema": {"type": "object", "properties": dates}}]
    assert found("sibling_names_agree", [*tools, _tool("list_tags", "day", "The day as a date")], MCP) == []


def _styled(*others: str) -> list[Level]:
    properties = {name: {"type": "string", "description": "What."} for name in ("pull_request", *others)}
    odd = {"name": "read_notes", "input_schema": {"type": "object", "properties": properties}}
    tools = [odd, _tool("list_tags", "pullRequest"), _tool("list_pages", "pullRequest"), _tool("a_b", "pageSize")]
    return [one.level for one in found("sibling_names_agree", tools, MCP)]


def test_a_tool_with_a_style_of_its_own_is_a_remark() -> None:
    assert _styled("note_kind", "note_text") == [Level.INFO]
    assert _styled("note_kind", "noteText") == [Level.WARNING]
    assert _styled("note_kind", "text") == [Level.WARNING]


def test_a_name_that_is_written_like_those_of_tools_that_do_the_same_is_a_remark() -> None:
    others = [_tool("get_call", "callId"), _tool("get_agent", "agentId"), _tool("make_agent", "llm_name")]
    tools = [_tool("get_voice", "voiceId"), _tool("make_one", "voice_id"), _tool("edit_one", "voice_id"), *others]
    assert [one.level for one in found("sibling_names_agree", tools, MCP)] == [Level.INFO]


def test_all_tools_with_the_rarer_name_are_named() -> None:
    odd = [_tool(name, "pageSize") for name in ("read_news", "read_lists", "read_notes")]
    tools = [*odd, _tool("list_tags", "page_size"), _tool("a", "note_kind"), _tool("b", "note_text")]
    (finding,) = found("sibling_names_agree", tools, MCP)
    assert finding.hint == "rename it to `page_size`, here and in `read_lists`, `read_notes`"


def test_a_tool_may_call_the_id_of_its_own_thing_so_on_purpose() -> None:
    tools = [_tool("update_issue", "id"), _tool("add_comment", "issueId"), _tool("get_issue", "issueId")]
    assert [one.level for one in found("sibling_names_agree", tools[:2], MCP)] == []
    assert [one.level for one in found("sibling_names_agree", tools, MCP)] == [Level.INFO]
    named = _tool("update_issue", "id", "ID of the issue to change")
    assert [one.level for one in found("sibling_names_agree", [named, tools[1]], MCP)] == [Level.INFO]


@check_each(
    ("first", "second", "said", "is_told"),
    [
        ("sort_by", "sortby", "How to sort.", True),
        ("dep_city", "depcity", "Where it may be.", True),
        ("ps", "page_size", "Page size (1 to 500)", True),
        ("resource", "dataset_id", "The dataset ID.", True),
        ("ps", "page_size", "Page size of the paper", False),
        ("ps", "page_size", "Page", False),
        ("dep_city", "arr_city", "Where it starts.", False),
    ],
)
def test_a_name_with_other_joints_or_of_which_the_text_says_the_usual_one_is_odd(
    first: str, second: str, said: str, is_told: bool
) -> None:
    assert _two_names(first, second, said, "What else it may be.") == is_told


def test_names_that_differ_in_joints_alone_are_of_one_thing_unless_the_texts_share_no_word() -> None:
    assert _two_names("eventsheet", "eventSheet", "Event sheet to start from", "Linked event sheet")
    assert not _two_names("username", "userName", "Login of a person", "Resource such as users/12")


def test_what_a_new_thing_shall_be_called_is_its_name() -> None:
    tools = [_tool("create_pool", "name"), _tool("remove_page", "pool_name")]
    assert found("sibling_names_agree", tools, MCP) == []


def test_what_two_comparisons_find_is_reported_once() -> None:
    tools = [_tool("read_files", "filePath", "Path to a file"), _tool("list_tags", "filepath", "Path to the file")]
    assert len(found("sibling_names_agree", tools, MCP)) == 1


def test_a_tool_that_has_both_names_means_two_things() -> None:
    properties: JsonObject = {"ps": {"type": "string", "description": "Page size"}, "page_size": {"type": "string"}}
    both: JsonObject = {"name": "read_files", "input_schema": {"type": "object", "properties": properties}}
    assert not found("sibling_names_agree", [both, _tool("list_tags", "ps", "Page size")], MCP)


def test_an_abbreviated_language_is_reported_once() -> None:
    told = found("sibling_names_agree", [_tool("read_files", "lang"), _tool("list_tags", "language")], MCP)
    assert [one.level for one in told] == [Level.INFO]


def test_of_two_names_that_of_fewer_tools_is_odd_and_reported_once() -> None:
    tools = [_tool(name, "pull_no", "Pull number") for name in ("read_files", "list_tags", "list_notes")]
    told = found("sibling_names_agree", [*tools, _tool("list_pages", "pull_number")], MCP)
    assert [one.message for one in told] == [
        "parameter `pull_number` is called `pull_no` in `read_files`, `list_tags`, `list_notes`"
    ]


def test_a_single_word_that_other_tools_use_for_other_things_is_the_odd_one() -> None:
    others = [_tool(name, "name", "Name of it, if any.") for name in ("read_files", "list_tags", "list_notes")]
    tools = [*others, _tool("add_volume", "name", "Volume name"), _tool("show_volume", "volume_name")]
    assert [one.message for one in found("sibling_names_agree", tools, MCP) if one.tool == "add_volume"] == [
        "parameter `name` is called `volume_name` in `show_volume`"
    ]


def test_fields_with_the_same_values_may_be_two_things() -> None:
    ports: JsonObject = {"type": "string", "enum": ["kiel", "riga", "turku"]}
    tools: list[JsonValue] = [
        {"name": name, "input_schema": {"type": "object", "properties": {field: ports}}}
        for name, field in (("add_route", "origin"), ("add_trip", "destination"))
    ]
    assert found("sibling_names_agree", tools, MCP) == []


def test_an_abbreviation_beside_the_whole_word_or_of_another_type_is_another_thing() -> None:
    usual: list[JsonValue] = [_tool(name, "environment") for name in ("read_app", "list_apps", "list_logs")]
    variables: JsonObject = {"env": {"type": "object"}}
    started: JsonObject = {"name": "start_app", "input_schema": {"type": "object", "properties": variables}}
    both: JsonObject = {"env": {"type": "string"}, "environment": {"type": "string"}}
    stopped: JsonObject = {"name": "stop_app", "input_schema": {"type": "object", "properties": both}}
    assert found("sibling_names_agree", [*usual, started], MCP) == []
    assert found("sibling_names_agree", [*usual, stopped, _tool("edit_app", "env")], MCP) == []
    assert [one.message for one in found("sibling_names_agree", [*usual, started, _tool("edit_app", "env")], MCP)] == [
        "parameter `env` is called `environment` in `read_app`, `list_apps`, `list_logs`"
    ]


def test_a_name_that_the_tool_documents_is_renamed_there_too() -> None:
    tools = [_tool("delete_rule", "uuid", "UUID of the rule"), _tool("get_rule", "rule_uuid")]
    for said, is_named in (
        ("Delete a rule.\n\nArgs:\n    uuid: Which one.", True),
        ("Delete a rule by its uuid.", False),
    ):
        (problem,) = found("sibling_names_agree", [{**tools[0], "description": said}, tools[1]], MCP)
        assert ("also in the description of the tool" in (problem.hint or "")) == is_named


def test_a_name_with_a_unit_is_another_one_where_a_tool_has_both() -> None:
    def tool(name: str, *fields: str) -> JsonObject:
        schema: JsonObject = {"type": "object", "properties": {field: {"type": "integer"} for field in fields}}
        return {"name": name, "input_schema": schema}

    one, other = tool("read_page", "timeout"), tool("crawl_site", "timeout_ms")
    assert found("sibling_names_agree", [one, other], MCP) != []
    assert found("sibling_names_agree", [one, other, tool("crawl_pages", "timeout", "timeout_ms")], MCP) == []


def _mixed(*names: str) -> list[str]:
    tools = [_tool(f"read_{number}", name) for number, name in enumerate(names)]
    return [one.message for one in found("sibling_names_agree", tools, MCP) if "other names" in one.message]


def test_the_names_that_are_not_written_like_most_are_one_remark() -> None:
    usual = ("board_name", "page_size", "sort_by", "max_depth")
    assert _mixed(*usual, "cardRank") == [
        "parameter `cardRank` is not in snake_case, but 4 other names of the list are"
    ]
    assert _mixed(*usual, "cardRank", "deck-rank") == [
        "parameters `cardRank`, `deck-rank` are not in snake_case, but 4 other names of the list are"
    ]


@check_each(
    "names",
    [
        ("board_name", "page_size", "sort_by", "max_depth", "depth"),
        ("board_name", "page_size", "sort_by", "max_depth", "$filter", "_meta"),
        ("board_name", "page_size", "cardRank"),
        ("board_name", "page_size", "sort_by", "cardRank", "deckRank", "pileRank"),
        ("board_name", "page_size", "sort_by", "max_depth", "boardName"),
    ],
)
def test_a_list_with_few_names_or_two_styles_or_a_name_that_is_reported_anyway_has_no_such_remark(
    names: tuple[str, ...],
) -> None:
    assert _mixed(*names) == []


@check_each(("tool", "is_other"), [("env_vars", True), ("list_rooms", False)])
def test_env_stands_for_a_variable_where_the_tool_is_about_variables(tool: str, is_other: bool) -> None:
    tools = [_tool(tool, "env_uuid"), _tool("start_database", "environment_uuid")]
    assert (found("sibling_names_agree", tools, MCP) == []) is is_other


def test_a_number_may_be_in_another_unit_than_that_of_a_sibling() -> None:
    schemas: list[JsonObject] = [
        {"type": "object", "properties": {name: {"type": "number", "description": "How long to wait."}}}
        for name in ("timeout", "timeout_seconds")
    ]
    tools: list[JsonObject] = [
        {"name": name, "input_schema": schema} for name, schema in zip(("copy_disk", "deploy"), schemas, strict=True)
    ]
    assert [one.level for one in found("sibling_names_agree", tools, MCP)] == [Level.INFO]
