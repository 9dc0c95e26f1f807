"""What a tool runs, changes or is asked about is found by its verb or its first sentence, unless a text spares it."""

from collections.abc import Sequence

import pytest

from conformance.documents.values import JsonObject, JsonValue
from tests.rules.judging import needed_inputs

TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}
FLAG: JsonObject = {"type": "boolean"}


@pytest.mark.parametrize(
    ("name", "description", "properties", "required"),
    [
        ("execute_code", "Runs a program.", {"code": TEXT, "quick": FLAG}, []),
        ("execute_code", "Runs a program.", {"code": TEXT, "file": TEXT}, []),
        ("run_sql", "Runs a program.", {"sql": TEXT, "base": TEXT}, ["base"]),
        ("update_cards", "Mark cards as seen.", {"answers": TEXTS}, []),
        ("tie_knot_update", "Ties it better.", {"rope": TEXT, "knot": TEXT}, []),
        ("merge_drafts", "Puts them together.", {"drafts": TEXTS}, []),
        ("create_scene", "Draws a scene with actors.", {"actor_ids": TEXTS, "words": TEXT}, []),
    ],
)
def test_what_a_tool_runs_or_changes_isneeded_inputs(
    name: str, description: str, properties: JsonObject, required: Sequence[JsonValue]
) -> None:
    needed = [one for one in properties if one not in required and properties[one] is not FLAG]
    assert needed_inputs(name, description, properties, required) == [("no input says what to work with", needed)]


@pytest.mark.parametrize(
    ("name", "description", "properties"),
    [
        ("execute_code", "Runs the selected code, or what is given.", {"code": TEXT}),
        ("run_line", "Runs a line.", {"provider_command": TEXT}),
        ("update_cards", "Mark the current cards as seen.", {"answers": TEXTS}),
        ("update_cards", "Mark cards as seen.", {"answers": {**TEXTS, "description": "Those of today if left out."}}),
        ("update_cards", "Mark cards as seen.", {"answers": TEXTS, "weight": {"type": "integer", "default": 1}}),
        ("update_index", "Builds it again.", {"project": TEXT}),
        # the one task of a server, of which a call changes what it names
        ("update_metadata", "Updates the task metadata.", {"tags": TEXTS, "priority": TEXT, "completion_time": TEXT}),
        ("show_cards", "Shows cards.", {"answers": TEXTS}),
        ("create_note", "Makes an empty note.", {"title": TEXT}),
    ],
)
def test_what_a_text_spares_or_a_tool_works_without_is_notneeded_inputs(
    name: str, description: str, properties: JsonObject
) -> None:
    assert needed_inputs(name, description, properties) == []


@pytest.mark.parametrize(
    ("description", "properties", "needed"),
    [
        ("Returns the owners of an inscription.", {"id": TEXT, "page": TEXT}, ["id"]),
        ("Returns the latest quote for one or more coins.", {"slug": TEXT, "coin_id": TEXT}, ["slug", "coin_id"]),
        ("Explains why a specific knot holds.", {"id": TEXT, "file_path": TEXT}, ["id", "file_path"]),
    ],
)
def test_what_identifies_the_one_thing_of_the_first_sentence_isneeded_inputs(
    description: str, properties: JsonObject, needed: list[str]
) -> None:
    assert needed_inputs("knots", description, properties) == [("no input says which thing is meant", needed)]


@pytest.mark.parametrize(
    ("description", "properties"),
    [
        ("Lists the owners of an inscription.", {"id": TEXT}),
        ("Returns the knots, or the owners of a knot.", {"id": TEXT}),
        ("Returns the owners of an inscription, all by default.", {"id": TEXT}),
        ("Returns the owners of an inscription. Without an id, of the newest.", {"id": TEXT}),
        ("Returns the owners of an inscription.", {"id": {**TEXT, "description": "The newest if empty."}}),
        ("Returns the owners of an inscription.", {"place_id": TEXT}),
        ("Returns the owners of a workspace.", {"id": TEXT}),
        ("Returns the owners.", {"id": TEXT}),
    ],
)
def test_where_there_may_be_another_thing_nothing_isneeded_inputs(description: str, properties: JsonObject) -> None:
    assert needed_inputs("knots", description, properties) == []


def test_of_all_that_a_new_thing_has_it_needs_a_name() -> None:
    parts: JsonObject = {"actor_ids": TEXTS, "name": TEXT, "color": TEXT}
    assert needed_inputs("create_scene", "Draws a scene with actors.", parts) == [
        ("no input says what to work with", ["name"])
    ]


@pytest.mark.parametrize(
    ("description", "is_needed"),
    [
        ("Add a note to a task or a board.", True),
        ("Add a note to a task or board.", True),
        ("Add a note for an existing task or for a board by its id.", True),
        ("Add a note to a task or a board. Without an id it is kept alone.", False),
        ("Add a note to a task or later.", False),
        ("Search notes of a task or a board.", False),
        ("Add a note to the task or board.", False),
    ],
)
def test_a_call_about_either_of_two_things_needs_one_of_their_ids(description: str, is_needed: bool) -> None:
    properties: JsonObject = {"note": TEXT, "task_id": TEXT, "board_id": TEXT}
    expected = [("no input says which thing is meant", ["task_id", "board_id"])] if is_needed else []
    assert needed_inputs("add_note", description, properties, ["note"]) == expected


def test_what_links_two_things_needs_them() -> None:
    properties: JsonObject = {"parent_uid": TEXT, "child_uid": TEXT}
    for name in ("link_tasks", "add_dependency"):
        (needed,) = needed_inputs(name, "Ties two of them.", properties, [])
        assert needed == ("no input says what to work with", ["parent_uid", "child_uid"])
