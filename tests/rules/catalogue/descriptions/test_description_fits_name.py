"""A text that ends in the verb of another tool, begins with it, or has the values of another field was copied."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found


def _tool(name: str, text: str, **fields: JsonObject) -> JsonObject:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields}
    return {"name": name, "description": text, "input_schema": schema}


def _told(*tools: JsonValue) -> list[tuple[str, Level]]:
    return [(one.message, one.level) for one in found("description_fits_name", list(tools))]


@check_each(
    ("name", "sibling", "text", "level"),
    [
        ("DeleteNote", "UpdateNote", "The note to update.", Level.WARNING),
        ("RemoveUserFromTeam", "AddUserFromTeam", "Id of the user to add", Level.WARNING),
        ("ArchiveNote", "DeleteNote", "The note to delete (by id).", Level.WARNING),
        ("CropPage", "RotatePage", "The page to rotate.", Level.INFO),
    ],
)
def test_the_purpose_of_another_tool_is_reported(name: str, sibling: str, text: str, level: Level) -> None:
    field: JsonObject = {"type": "string", "description": text}
    tools = (_tool(sibling, "It does one thing."), _tool(name, "It does another.", key=field))
    assert _told(*tools) == [(f"description of parameter `key` is about `{sibling}`", level)]


@check_each(
    ("name", "sibling", "text"),
    [
        ("ScheduleNote", "SendNote", "The note to send."),
        ("ReplaceText", "FindText", "The text to find."),
        ("AddLine", "UpdateLine", "The list to update."),
        ("MoveNote", "DeleteNote", "Where to move it, and what to delete."),
        ("DeleteNote", "UpdateOther", "The note to update."),
        ("DeleteNote", "UpdateNote", "The note to update later is kept."),
        ("DeleteNote", "UpdateNote", "The note to delete, if it is not one to update."),
    ],
)
def test_the_purpose_of_a_first_step_or_of_no_other_tool_is_not(name: str, sibling: str, text: str) -> None:
    field: JsonObject = {"type": "string", "description": text}
    assert not _told(_tool(sibling, "It does one thing."), _tool(name, "It does another.", key=field))


@check_each(
    ("names", "text", "is_told"),
    [
        (("add_rows", "subtract_rows"), "Adds two rows.", True),
        (("create_order", "cancel_order"), "Create an order.", True),
        (("enable_alarm", "disable_alarm"), "Enables the alarm.", True),
        (("create_order", "make_order"), "Create an order.", False),
        (("get_order", "fetch_order"), "Gets an order.", False),
        (("add_rows", "subtract_rows"), "Adds rows, or subtracts them.", False),
        (("add_rows", "add_columns"), "Adds two rows.", False),
        (("add_rows", "subtract_all_rows"), "Adds two rows.", False),
    ],
)
def test_a_first_sentence_with_the_verb_of_another_tool_is_reported(
    names: tuple[str, str], text: str, is_told: bool
) -> None:
    tools = [_tool(name, f"{text} More of {name}.") for name in names]
    told = [f"description of `{names[1]}` begins like that of `{names[0]}`"] if is_told else []
    assert [message for message, _ in _told(*tools)] == told


@check_each(
    ("name", "values", "is_told"),
    [
        ("language", ["en", "de"], True),
        ("language", ["red", "de"], False),
        ("page_colour", ["a4", "a5"], False),
    ],
)
def test_a_text_about_another_field_with_other_values_is_reported(
    name: str, values: list[JsonValue], is_told: bool
) -> None:
    text = "These are the colours of the page."
    colour: JsonObject = {"enum": ["red", "blue"], "description": text}
    told = _told(_tool("ReadPage", "Read it.", colour=colour, **{name: {"enum": values, "description": text}}))
    assert bool(told) == is_told


def test_the_text_of_the_opposite_is_reported() -> None:
    fields: dict[str, JsonObject] = {name: {"type": "number", "description": "The x-coordinate"} for name in ("x", "y")}
    assert _told(_tool("Tap", "Tap the screen.", **fields)) == [
        ("description of parameter `y` begins like that of `x`", Level.WARNING)
    ]
    fields["y"] = {"type": "number", "description": "The y-coordinate"}
    assert not _told(_tool("Tap", "Tap the screen.", **fields))


@check_each(
    ("field", "text", "word"),
    [
        ("disable", "control whether the hook is enabled", "enabled"),
        ("exclude_done", "If true, include what is done.", "include"),
        ("show_done", "Whether to hide what is done", "hide"),
        ("enableCache", "Set to true to disable the cache.", "disable"),
    ],
)
def test_a_flag_of_which_the_text_says_the_opposite_of_its_name_is_reported(field: str, text: str, word: str) -> None:
    flag: JsonObject = {"type": "boolean", "description": text}
    message = f"description of parameter `{field}` says the opposite of its name: `{word}`"
    assert _told(_tool("ListNotes", "Lists them.", **{field: flag})) == [(message, Level.WARNING)]


@check_each(
    ("field", "text"),
    [
        ("disable", "Whether to turn off what is enabled"),
        ("disable", "Enabled hooks are found too."),
        ("exclude_done", "If true, do not include what is done."),
        ("exclude_done", "Whether to exclude what others include"),
        ("show_done", "Whether to show what others hide"),
        ("done", "Whether it is enabled"),
    ],
)
def test_a_flag_of_which_the_text_denies_the_opposite_is_not(field: str, text: str) -> None:
    assert not _told(_tool("ListNotes", "Lists them.", **{field: {"type": "boolean", "description": text}}))


def test_a_number_or_a_flag_of_what_starts_may_say_when_it_stops() -> None:
    said = "Ends after so many minutes. 0 for no end (manual stop required)."
    stop = _tool("trace_stop", "Ends it.")
    assert not _told(stop, _tool("trace_start", "Begins.", minutes={"type": "number", "description": said}))
    copied: JsonObject = {"type": "string", "description": "Name of the recording that is to stop now"}
    assert _told(stop, _tool("trace_start", "Begins.", recording=copied)) == [
        ("description of parameter `recording` is about `trace_stop`", Level.WARNING)
    ]


def test_where_a_value_comes_from_or_what_is_taken_back_is_the_purpose_of_no_other_tool() -> None:
    def told(name: str, sibling: str, text: str) -> bool:
        field: JsonObject = {"type": "string", "description": text}
        return _told(_tool(sibling, "It does one thing."), _tool(name, "It does another.", key=field)) != []

    assert told("trip_end", "trip_start", "The key of the start")
    assert not told("trip_end", "trip_start", "The key returned from trip start")
    assert told("unpin_note", "delete_note", "The note to delete")
    assert not told("unpin_note", "delete_note", "Pin to delete")


def test_what_a_tool_says_of_its_own_field_is_not_about_another_tool() -> None:
    def told(item: str) -> list[tuple[str, Level]]:
        field: JsonObject = {"type": "string"}
        return _told(
            _tool("get_folder", f"Read it.\n\n{item.format('folder')}", folder=field),
            _tool("get_page", f"Read one.\n\n{item.format('page')}", folder=field, page=field),
            _tool("list_pages", f"List them.\n\n{item.format('folder')}", folder=field),
        )

    assert told("- {} (string, required): Its name or its ID") == []
    assert told("View it at a {} link that the answer has.") != []


def test_a_field_of_another_thing_may_have_another_purpose() -> None:
    def told(text: str) -> list[tuple[str, Level]]:
        field: JsonObject = {"type": "string", "description": text}
        return _told(_tool("UpdatePageBlock", "It does one thing."), _tool("DeletePageBlock", "Drop.", lang=field))

    assert told("The language to update (such as 'de').") == []
    for text in ("The block to update.", "The id to update."):
        assert told(text) == [("description of parameter `lang` is about `UpdatePageBlock`", Level.WARNING)]
