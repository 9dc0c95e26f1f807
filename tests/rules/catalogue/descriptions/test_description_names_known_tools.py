"""A name counts as that of a tool unless the text says that it is something else."""

from conformance.documents.values import JsonValue
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("said", "is_reported"),
    [
        ("Returns a dict with the list_task field.", False),
        ("Returns a dict with the `list_task` header.", False),
        ("Sorted by the column list_task.", False),
        ("Writes into the same list_task table as others; call list_tasks to read it.", False),
        ("Call list_task for more.", True),
        ("See the `list_task` tool for more.", True),
        ("See the list_task parameter `rows` for more.", True),
        ("Pass the key list_task returns.", True),
        ("Has a list_task field. Call list_task for more.", True),
    ],
)
def test_the_name_of_a_field_is_none_of_a_tool(said: str, is_reported: bool) -> None:
    inventory: JsonValue = {"tools": [{"name": "list_tasks"}], "guidance": said}
    assert bool(found("description_names_known_tools", inventory)) == is_reported


_SNAKE: JsonValue = [{"name": "get_task"}, {"name": "add_task_note"}]
_KEBAB: JsonValue = [{"name": "get-task"}, {"name": "add-task-note"}]
_PREFIXED: JsonValue = [{"name": "db_find_task"}, {"name": "db_add_note"}, {"name": "db_stop_all"}]
_VERBED: JsonValue = [{"name": "get_task_state"}, {"name": "get_task_name"}, {"name": "get_note"}]


@check_each(
    ("tools", "said", "meant"),
    [
        (_SNAKE, "For earlier ones, use get_old_task_states.", None),
        (_SNAKE, "List them with list_saved_tasks.", None),
        (_SNAKE, "Found via search_tasks.", None),
        (_SNAKE, "Its id comes from the task_making or task_copying tool.", None),
        (_SNAKE, "As the `task_making` and `task_copying` tools say.", None),
        (_SNAKE, "See it with the GET_TASK tool.", "get_task"),
        (_KEBAB, "Get its id from the list-tasks tool.", None),
        (_KEBAB, "Use `list-tasks` to get its id.", None),
        (_KEBAB, "Call get_task first.", "get-task"),
        (_PREFIXED, "Call find_task first.", "db_find_task"),
    ],
)
def test_a_name_in_another_case_or_form_is_still_that_of_a_tool(tools: JsonValue, said: str, meant: str | None) -> None:
    problems = found("description_names_known_tools", {"tools": tools, "guidance": said})
    assert problems
    assert (problems[0].hint == f"write `{meant}`") == (meant is not None)


@check_each(
    ("tools", "said"),
    [
        (_SNAKE, "Set it in the GET_TASK variable."),
        (_SNAKE, "Sorted from search_task to view_task."),
        (_SNAKE, "It may be run via pg_restore, or with open_price and close_price."),
        (_SNAKE, "Use get_event_loop of asyncio."),
        (_KEBAB, "Use the read-only mode of a low-level task."),
        (_KEBAB, "A task is 'in-progress', or waits with 'high-priority'."),
        (_PREFIXED, "The tasks of the old server's find_task are not here."),
        (_PREFIXED, "Returns a find_task per line."),
        (_VERBED, "A list, each with task_state and a note."),
    ],
)
def test_a_variable_a_field_and_an_adjective_are_none(tools: JsonValue, said: str) -> None:
    assert not found("description_names_known_tools", {"tools": tools, "guidance": said})


def test_the_only_tool_with_all_words_of_a_name_is_perhaps_meant() -> None:
    tools: list[JsonValue] = [{"name": "wait_for_old_task"}, {"name": "wait_for_all"}]
    for said, near in (("Call wait_for_task instead.", "wait_for_old_task"), ("Call wait_for_new_task instead.", None)):
        (finding,) = found("description_names_known_tools", {"tools": tools, "guidance": said})
        assert (f"perhaps `{near}`" in finding.hint) if near else ("perhaps" not in finding.hint)


def test_what_is_bought_or_waited_for_is_so_by_a_tool() -> None:
    tools: list[JsonValue] = [{"name": "create_task"}, {"name": "get_task"}]
    for said, is_tool in (
        ("ID returned from buy_task.", True),
        ("Use wait_for_task instead.", True),
        ("Waits from wait_task to the end.", False),
    ):
        assert bool(found("description_names_known_tools", {"tools": tools, "guidance": said})) == is_tool


@check_each(
    ("said", "is_reported"),
    [
        ("Lists them with origin='task_list'.", False),
        ("Lists them with next_tool='task_list'.", True),
        ("Lists them with origin='task_list'. Then call task_list.", True),
    ],
)
def test_the_value_of_a_field_is_no_tool(said: str, is_reported: bool) -> None:
    inventory: JsonValue = {"tools": [{"name": "list_tasks"}], "guidance": said}
    assert bool(found("description_names_known_tools", inventory)) == is_reported


@check_each(
    ("said", "is_found"),
    [("Find and switch on tools that are hidden by default.", False), ("Find hidden files.", True)],
)
def test_a_list_that_hides_tools_has_more_than_it_shows(said: str, is_found: bool) -> None:
    tools: list[JsonValue] = [
        {"name": "create_case", "description": "Add one. Call `create_shared_case` first."},
        {"name": "find_shared_tools", "description": said},
    ]
    assert (found("description_names_known_tools", {"tools": tools}) != []) is is_found
