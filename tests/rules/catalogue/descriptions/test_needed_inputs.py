"""Inputs that a call cannot do without are found by what a tool is for, and left alone where a text says otherwise."""

from collections.abc import Sequence

import pytest

from conformance.documents.values import JsonObject, JsonValue
from tests.rules.judging import found, needed_inputs

TEXT: JsonObject = {"type": "string"}
NUMBER: JsonObject = {"type": "integer"}


def _needed(name: str, description: str, properties: JsonObject, required: Sequence[JsonValue] = ()) -> list[JsonValue]:
    """Return the fields that a tool needs according to the finding."""
    return [fields for _, fields in needed_inputs(name, description, properties, required)]


@pytest.mark.parametrize(
    ("name", "description", "properties"),
    [
        ("get_story_info", "Get detailed story info, including the comments.", {"story_id": NUMBER}),
        ("load_task", "Load a task. Returns all of its fields and the current state.", {"task_id": TEXT}),
        ("wait_for_page", "Polls until the page is ready.", {"page_url": TEXT, "page_id": TEXT}),
        ("list_maps", "List maps for a site in the console.", {"siteUrl": TEXT}),
        ("connect_base_to_cloud", "Connect a base of notes to the cloud.", {"baseName": TEXT}),
        (
            "coin_quotes",
            "The quotes of a few coins.",
            {"id": TEXT, "slug": {**TEXT, "description": "Alternatively, pass the slugs."}},
        ),
        ("join_channel", "Join a specific channel to talk to the others.", {"channel": TEXT}),
        ("apply_effect", "Apply an effect to a layer.", {"effectName": TEXT, "effectId": TEXT}),
        ("save_note", "Save a piece of text in your notes.", {"content": TEXT}),
        ("publish_entity", "Publish an entity to the broker.", {"entity_data": {"type": "object", "default": None}}),
        ("update_note", "Update what a note says.", {"id": TEXT, "note": {"type": "object"}}),
        ("rename_tag", "Rename it.", {"tag_id": TEXT, "slug": TEXT}),
        ("upload_page", "Upload it.", {"page": TEXT, "page_url": TEXT}),
        ("board_add_labels", "Put more labels on it.", {"labels": {"type": "array", "items": TEXT}}),
        ("open-browser", "Open it.", {"userId": {**TEXT, "description": "The browser id of the browser to open"}}),
        (
            "game-details",
            "Find the details about a specific game.",
            {"id": {**NUMBER, "description": "The ID of the board game"}},
        ),
        ("set_keyframe", "Set a keyframe of a property.", {"value": {**TEXT, "description": "The value (e.g., 3)."}}),
        ("create_drawing", "Draw a map in the given style.", {"prompt": TEXT}),
        ("list_walks", "List all walks of a specific hiker.", {"hiker": TEXT}),
    ],
)
def test_what_a_tool_is_for_is_needed_in_each_call(name: str, description: str, properties: JsonObject) -> None:
    assert _needed(name, description, properties) == [[*properties]]


@pytest.mark.parametrize(
    ("name", "description", "properties"),
    [
        ("get_stories_info", "Get info on stories.", {"story_id": NUMBER}),
        ("get_user_info", "Get info on the user.", {"user_id": NUMBER}),
        ("get_story_info", "Get info on a story, or on the latest one.", {"story_id": NUMBER}),
        ("get_story_info", "Get story info.", {"story_id": {**NUMBER, "description": "Random if omitted."}}),
        ("get_story_info", "Get story info.", {"author_name": TEXT}),
        ("list_maps", "List maps for a site or for all of them.", {"siteUrl": TEXT}),
        ("list_maps", "List maps for a site.", {"siteUrl": {**TEXT, "default": "https://example.com"}}),
        ("list_maps", "List maps for a site. Without a site, those of the first one.", {"siteUrl": TEXT}),
        ("list_maps", "List maps for a site.", {"site": {"type": "boolean"}}),
        ("connect_base_to_cloud", "Connect a base or all of them to the cloud.", {"baseName": TEXT}),
        (
            "coin_quotes",
            "Quotes.",
            {"id": {**TEXT, "default": "1"}, "slug": {**TEXT, "description": "Or pass a slug."}},
        ),
        ("edit_hook", "Edits a hook for a channel.", {"channel": TEXT, "text": {**TEXT, "default": "ahoy"}}),
        ("read_aloud", "Read it aloud with a given voice.", {"voice": TEXT}),
        ("call_it", "Call it with the given arguments.", {"arguments": TEXT}),
        ("create_room", "Create a room with an optional theme.", {"theme": TEXT}),
        ("create_note", "Create a note.", {"id": TEXT, "title": TEXT}),
        ("create_drawing", "Draw a map.", {"prompt": {**TEXT, "description": "Optional."}}),
        ("update_note", "Update a note, or the latest one.", {"id": TEXT}),
        ("upload_page", "Upload it.", {"page": TEXT, "page_url": {**TEXT, "description": "If it is elsewhere."}}),
        ("add_labels", "Add labels.", {"labels": {**TEXT, "description": "Which (optional)."}}),
        ("update_session", "Update it.", {"session": {"type": "object"}}),
        ("find_notes", "Find some.", {"name": {**TEXT, "description": "Name of the note to find"}}),
        ("delete_notes", "Delete by id or label.", {"id": {**TEXT, "description": "Id of the note to delete"}}),
        ("save_note", "Save a note; without content, that of the clipboard.", {"content": TEXT}),
        ("set_field", "Set a field.", {"value": {**TEXT, "description": "The value; omit it to clear the field."}}),
    ],
)
def test_what_a_text_lets_out_or_a_tool_may_do_without_is_left_alone(
    name: str, description: str, properties: JsonObject
) -> None:
    assert _needed(name, description, properties) == []


@pytest.mark.parametrize(
    ("name", "description", "field"),
    [
        ("search_maps", "Search for maps of the region.", "query"),
        ("find_hiker", "Search for hikers by name.", "name"),
        ("decode_route", "Decode a route by code.", "code"),
        ("suggest_plants", "Get some plants based on the local climate.", "climate"),
    ],
)
def test_all_that_a_tool_is_given_to_work_with_is_needed(name: str, description: str, field: str) -> None:
    properties: JsonObject = {field: TEXT, "limit": NUMBER, "verbose": {"type": "boolean"}}
    assert _needed(name, description, properties) == [[field]]
    assert _needed(name, f"{description} Without one, lists all.", properties) == []
    assert _needed(name, description, {**properties, field: {**TEXT, "description": "If known."}}) == []
    assert _needed(name, description, {**properties, field: {**TEXT, "default": "a"}}) == []


def test_one_of_several_filters_is_not_needed() -> None:
    assert _needed("search_maps", "Search for maps.", {"query": TEXT, "scale": NUMBER}) == []
    assert _needed("list_hikers", "List hikers by name.", {"name": TEXT}) == []
    assert _needed("get_hikers", "Get hikers by age.", {"age": NUMBER}) == []
    assert _needed("find_hiker", "Find hikers by name or age.", {"name": TEXT}) == []
    assert _needed("get_list", "Get the list sorted by name.", {"name": TEXT}) == []
    assert _needed("query_logs", "Query the logs of the hut.", {"pattern": TEXT}) == []


def test_a_default_and_a_guess_say_what_a_call_without_the_input_does() -> None:
    for query in ({**TEXT, "default": ""}, {**TEXT, "description": "Guessed from the last walk."}):
        assert _needed("search_maps", "Search for maps of the region.", {"query": query}) == []


def test_a_thing_that_a_required_field_names_is_named() -> None:
    properties: JsonObject = {"site": TEXT, "site_url": TEXT}
    assert _needed("list_maps", "List maps for a site.", properties, ["site"]) == []


def test_the_one_object_that_holds_all_fields_is_the_input() -> None:
    inner: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"id": TEXT}}
    said = "Retrieves what is known of a token by its ID."
    assert _needed("tokens_get_token", said, {"args": inner}, ["args"]) == [["id"]]
    assert _needed("tokens_get_token", said, {"args": inner, "verbose": {"type": "boolean"}}, ["args"]) == []


def _list_of(properties: JsonObject, required: Sequence[JsonValue] = ()) -> JsonObject:
    item: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"type": "array", "maxItems": 9, "items": {**item, "required": [*required]}}


def test_items_of_which_nothing_is_required_are_found_unless_a_text_spares_their_fields() -> None:
    def fields(properties: JsonObject, required: Sequence[JsonValue] = ()) -> list[JsonValue]:
        return _needed("create_table", "Create it.", {"columns": _list_of(properties, required)})

    assert fields({"name": TEXT, "type": TEXT}) == [["name", "type", "columns"]]
    assert fields({"name": TEXT, "type": TEXT}, ["name"]) == []
    assert fields({"name": {**TEXT, "default": "a"}, "type": TEXT}) == []
    assert fields({"name": {**TEXT, "description": "Its name (optional)."}, "type": TEXT}) == []
    assert fields({"width": NUMBER, "height": NUMBER}) == []
    # a field of that name holds no items
    column: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"name": TEXT}}
    assert _needed("create_table", "Create it.", {"items": column}) == []


def test_a_comparison_that_requires_an_operator_needs_a_value() -> None:
    def message(properties: JsonObject, required: Sequence[JsonValue]) -> list[str]:
        filters = _list_of(properties, required)
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"filters": filters}}
        return [one.message for one in found("variant_boundaries", {"input_schema": schema})]

    parts: JsonObject = {"field": TEXT, "operator": TEXT, "value": TEXT}
    says = "`value` may be left out with each `operator`, which then compares with nothing"
    assert message(parts, ["field", "operator"]) == [says]
    assert message(parts, ["field", "operator", "value"]) == []
    assert message({**parts, "value": {**TEXT, "default": "0"}}, ["field", "operator"]) == []
    assert message({"field": TEXT, "kind": TEXT, "value": TEXT}, ["field", "kind"]) == []


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("template_update", "Partial update for a prompt template. Pass only the fields you want to change."),
        ("template_show", "Show what is in a prompt template."),
    ],
)
def test_a_required_id_or_name_says_which_thing_is_meant(name: str, description: str) -> None:
    assert _needed(name, description, {"id_or_name": TEXT, "template": TEXT}, ["id_or_name"]) == []


def test_a_query_is_what_is_sought_only_where_the_tool_seeks() -> None:
    query: JsonObject = {"query": {**TEXT, "description": "What it is about."}}
    assert _needed("search_notes", "Notes of the team.", query) == [["query"]]
    assert _needed("list_notes", "Notes of the team.", query) == []


def test_a_field_is_named_by_its_words_with_or_without_a_suffix_that_only_says_how_a_thing_is_called() -> None:
    assert _needed("find_notes", "Find notes by team.", {"team_name": TEXT}) == [["team_name"]]
    assert _needed("find_notes", "Find notes by team.", {"team_size": TEXT}) == []


def test_whose_part_is_made_is_needed_and_additional_notes_are_not() -> None:
    owner: JsonObject = {**TEXT, "description": "The ID of the list to create the task for"}
    note: JsonObject = {**TEXT, "description": "Additional notes about the task"}
    assert _needed("create_task", "Create a new task.", {"list_id": owner, "note": note}) == [["list_id"]]
    assert _needed("create_task", "Create a new task.", {"note": note}) == []


def test_what_is_read_by_whichever_criteria_there_are_needs_no_id() -> None:
    properties: JsonObject = {"task_id": NUMBER, "labels": {"type": "array", "items": TEXT}}
    assert _needed("get_task", "Get tasks by criteria.", properties) == []
    assert _needed("get_task", "Get a task.", properties) == [["task_id"]]


def test_a_tool_that_another_one_takes_the_place_of_needs_nothing() -> None:
    assert _needed("get_task", "[DEPRECATED - use `read`] Get a task.", {"task_id": NUMBER}) == []
