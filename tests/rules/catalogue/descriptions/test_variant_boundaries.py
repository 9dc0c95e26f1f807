"""Choices between fields are found where a text only suggests them, and where no text mentions them."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found

TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}


def _messages(description: str, **properties: JsonValue) -> list[str]:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    problems = found("variant_boundaries", {"description": description, "input_schema": schema})
    assert all(one.level is Level.INFO for one in problems)
    return [one.message for one in problems]


def test_one_thing_that_may_be_given_once_or_as_a_list_is_found_unless_a_text_mentions_both() -> None:
    message = "`label` and `labels` may both be given or left out, but no text says what counts"
    assert _messages("Read tasks.", label=TEXT, labels=TEXTS) == [message]
    assert _messages("Read tasks.", label={**TEXT, "description": "Beside labels, one more."}, labels=TEXTS) == []
    assert _messages("Read tasks.", label={**TEXT, "default": "mine"}, labels=TEXTS) == []
    assert _messages("Read tasks.", label=TEXT, owners=TEXTS) == []
    assert _messages("Read tasks.", label=TEXT, labels=TEXT) == []


def test_one_thing_that_may_be_given_in_full_or_by_where_it_is_is_found() -> None:
    told = "`schema` and `schema_path` may both be given or left out, but no text says what counts"
    thing: JsonObject = {"type": "object", "properties": {"label": TEXT}, "additionalProperties": False}
    path: JsonObject = {**TEXT, "description": "Path to the schema file."}
    assert _messages("Check it.", schema=thing, schema_path=path) == [told]
    assert _messages("Check it.", schema=thing, schema_path={**TEXT, "description": "Its path, if it is long."}) == []
    assert _messages("Check it.", schema=thing, schema_path={**TEXT, "default": "a.json"}) == []
    assert _messages("Make one.", author=TEXT, author_url=TEXT) == []


def test_one_thing_that_may_be_given_as_an_object_or_by_its_id_is_found() -> None:
    told = "`owner` and `owner_id` may both be given or left out, but no text says what counts"
    thing: JsonObject = {"type": "object", "properties": {"label": TEXT}, "additionalProperties": False}
    assert _messages("Make one.", owner=thing, owner_id=TEXT) == [told]
    assert _messages("Make one.", owner=TEXT, owner_id=TEXT) == []


def test_one_file_that_may_be_given_from_two_places_is_found() -> None:
    def messages(**fields: JsonValue) -> list[str]:
        schema: JsonObject = {"type": "object", "properties": {"name": TEXT, **fields}, "required": ["name"]}
        tool: JsonObject = {"description": "Make one.", "input_schema": {**schema, "additionalProperties": False}}
        return [problem.message for problem in found("variant_boundaries", tool)]

    told = "`cover_image_path` and `cover_image_url` may both be given or left out, but no text says what counts"
    assert messages(cover_image_path=TEXT, cover_image_url=TEXT) == [told]
    assert messages(server_path=TEXT, server_url=TEXT) == []
    said: JsonObject = {**TEXT, "description": "Where it is, instead of a path."}
    assert messages(cover_image_path=TEXT, cover_image_url=said) == []


def test_two_names_of_one_value_are_found_unless_a_text_says_which_counts() -> None:
    def messages(said: str) -> list[str]:
        return _messages("Read tasks.", owner=TEXT, whose={**TEXT, "description": said}, limit={"type": "integer"})

    told = ["`whose` is another name for `owner`, but no text says which one counts"]
    assert messages("A synonym for owner.") == told
    assert messages("Alias of `owner` (either works).") == told
    assert messages("Whose they are (alias for --owner)") == told
    assert messages("Alias of `owner`; the owner wins.") == []
    assert messages("Legacy alias for owner.") == []
    assert messages("Alias of whose.") == []
    assert messages("Alias for the owner of it.") == []
    assert messages("Alias for owner: true.") == []


def test_what_a_later_sentence_lets_go_without_any_is_no_choice() -> None:
    fields: dict[str, JsonValue] = {"title": TEXT, "url": TEXT}
    told = "choice between `title`, `url` is stated only in the description"
    assert _messages("Load a page by title or url.", **fields) == [told]
    assert _messages("Load a page by title or url. If neither is given, the home page is shown.", **fields) == []


def test_a_call_that_may_omit_all_needs_none_and_still_not_two() -> None:
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"name": TEXT, "group": TEXT, "tag": TEXT},
    }
    said = "Check tasks. Pass exactly one of name / group / tag"
    for end, witness in (
        (" \u2014 omit all three to check everything.", {"name": "x", "group": "x", "tag": "x"}),
        (".", {}),
    ):
        (problem,) = found("variant_boundaries", {"description": said + end, "input_schema": schema})
        assert problem.evidence["witness"] == witness


def test_what_serves_a_purpose_that_a_call_may_do_without_is_no_choice() -> None:
    fields: dict[str, JsonValue] = {"width": {"type": "integer"}, "height": {"type": "integer"}}
    assert _messages("Draw. Use width or height to make it small.", **fields) == []
    assert len(_messages("Draw. Use width to make it small or height to make it high.", **fields)) == 1


def test_what_is_ignored_beside_a_name_says_which_counts_only_if_it_is_about_both() -> None:
    def messages(said: str) -> list[str]:
        return _messages(
            "Read tasks.", owner={**TEXT, "description": said}, whose={**TEXT, "description": "Alias of owner."}
        )

    assert len(messages("Whose they are. Needs `limit`, ignored otherwise.")) == 1
    assert messages("Whose they are. Wins where both are given.") == []
    assert messages("Whose they are. Then whose is ignored.") == []


def _by_names(required: str, values: list[JsonValue], **properties: JsonValue) -> list[str]:
    fields: JsonObject = {required: {"type": "string", "enum": values}, **properties}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields, "required": [required]}
    return [one.message for one in found("variant_boundaries", {"description": "Do it.", "input_schema": schema})]


def test_fields_that_are_called_after_several_values_of_a_required_one_are_for_these() -> None:
    told = (
        "by their names, parameter `source` selects which of `file_path`, `url` apply, but the schema does not say so"
    )
    assert _by_names("source", ["file", "url"], file_path=TEXT, url=TEXT) == [told]
    assert _by_names("source", ["file", "url"], file_path=TEXT, other=TEXT) == []
    assert _by_names("source", ["file", "url"], file_path={**TEXT, "default": "a"}, url=TEXT) == []
    none: JsonObject = {"type": ["string", "null"], "default": None}
    assert _by_names("source", ["file", "url"], file_path=none, url=TEXT) == [told]
    assert _by_names("source", ["file", "url"], file_path={"type": "boolean"}, url=TEXT) == []
    assert _by_names("sort_by", ["name", "size"], name=TEXT, size=TEXT) == []


def test_a_value_that_says_what_is_done_with_one_thing_needs_the_field_that_names_it() -> None:
    told = "by its name, `taskId` is needed where parameter `action` is `getTask`, but the schema does not say so"
    assert _by_names("action", ["listTasks", "getTask"], taskId=TEXT) == [told]
    assert _by_names("action", ["listTasks", "getTask"], taskId=TEXT, query=TEXT) == [told]
    assert _by_names("action", ["list", "create", "delete"], id=TEXT) == [
        "by its name, `id` is needed where parameter `action` is `delete`, but the schema does not say so"
    ]
    told = "by their names, parameter `action` selects which of `label_name`, `label_value` apply"
    (message,) = _by_names("action", ["list_labels", "add_label"], label_name=TEXT, label_value=TEXT)
    assert message.startswith(told)
    assert _by_names("action", ["find_by_slug", "list"], slug=TEXT) == [
        "by its name, `slug` is needed where parameter `action` is `find_by_slug`, but the schema does not say so"
    ]


def test_a_value_about_all_things_or_with_a_word_on_what_is_meant_needs_no_field() -> None:
    current: JsonObject = {**TEXT, "description": "The current one when left out."}
    assert _by_names("action", ["listTasks", "getTask"], taskId=current) == []
    assert _by_names("action", ["listTasks", "getTasks"], taskId=TEXT) == []
    assert _by_names("action", ["list_keys", "get_secret_key"], secret_key=TEXT) == []
    assert _by_names("kind", ["listTasks", "getTask"], taskId=TEXT) == []
    assert _by_names("action", ["editTask", "getTask"], taskId=TEXT) == []


def test_an_optional_field_selects_by_the_names_of_others_where_no_other_one_may() -> None:
    def messages(name: str, **more: JsonValue) -> list[str]:
        kinds: JsonObject = {"type": "string", "enum": ["file", "queue"]}
        said: JsonObject = {**TEXT, "description": "If it has one."}
        fields: JsonObject = {name: kinds, "file_path": said, "queue_name": said, **more}
        schema: JsonObject = {"type": "object", "properties": fields, "additionalProperties": False}
        return [one.message for one in found("variant_boundaries", {"description": "Do it.", "input_schema": schema})]

    told = "by their names, parameter `source` selects which of `file_path`, `queue_name` apply, but the schema does "
    assert messages("source") == [f"{told}not say so"]
    assert messages("status") == []
    assert messages("source", mode={"type": "string", "enum": ["file", "queue"]}) == []


def test_the_only_thing_that_a_call_may_bring_along_is_needed_where_it_is_set() -> None:
    told = "by its name, `hook` is needed where parameter `action` is `set`, but the schema does not say so"
    assert _by_names("action", ["get", "set"], hook=TEXT) == [told]
    assert _by_names("action", ["get", "set"], hook=TEXT, flag=TEXT) == []
    assert _by_names("action", ["get", "set"], hook={**TEXT, "description": "Optional."}) == []
    assert _by_names("action", ["get", "reset"], hook=TEXT) == []
    assert _by_names("action", ["add", "modify"], hook=TEXT) == []


def test_what_a_text_says_of_such_fields_is_told_once() -> None:
    said: JsonObject = {**TEXT, "description": "Required parameter of `file` source, with where it is."}
    (message,) = _by_names("source", ["file", "url"], file_path=said, url=TEXT)
    assert message == "parameter `source` selects which fields apply, but only the description says so"


def test_an_empty_default_chooses_nothing() -> None:
    said = "Select a task by name, owner or code."
    message = "choice between `name`, `owner`, `code` is stated only in the description"
    assert _messages(said, name=TEXT, owner={**TEXT, "default": ""}, code=TEXT) == [message]
    assert _messages(said, name=TEXT, owner={**TEXT, "default": "me"}, code=TEXT) == []


@pytest.mark.parametrize(
    ("name", "x", "y", "is_found"),
    [
        ("click", {}, {}, True),
        ("click", {"description": "X coordinate (optional)"}, {"description": "Y coordinate (optional)"}, True),
        ("click", {"description": "X coordinate"}, {"description": "Y coordinate; needs x"}, False),
        ("click", {"description": "First operand"}, {}, False),
        ("click", {"default": 0}, {"default": 0}, False),
        ("move_node", {}, {}, False),
        ("scroll_page", {"description": "Horizontal pixels"}, {"description": "Vertical pixels"}, False),
        ("drag_mouse", {"description": "X coordinate"}, {"description": "Y coordinate"}, False),
        ("view", {"description": "Horizontal pixels to pan"}, {"description": "Vertical pixels to pan"}, False),
        ("hover", {"description": "Horizontal offset in pixels"}, {"description": "Vertical offset in pixels"}, False),
        ("create_frame", {"description": "X position (default 0)"}, {"description": "Y position (default 0)"}, False),
        ("create_node", {"description": "X position, centre of the view if left out"}, {}, False),
    ],
)
def test_half_a_point_is_found_where_it_means_nothing(name: str, x: JsonObject, y: JsonObject, is_found: bool) -> None:
    number: JsonObject = {"type": "number"}
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"x": {**number, **x}, "y": {**number, **y}},
    }
    problems = found("variant_boundaries", {"name": name, "input_schema": schema})
    halves = [(one.message, one.level) for one in problems if one.message.endswith("means nothing alone")]
    assert halves == ([("`x` is accepted without `y`, but means nothing alone", Level.INFO)] if is_found else [])


def test_an_object_of_both_halves_is_to_require_them() -> None:
    number: JsonObject = {"type": "number"}
    point: JsonObject = {"type": "object", "properties": {"x": number, "y": number}, "additionalProperties": False}
    (problem,) = found("variant_boundaries", {"input_schema": {"type": "object", "properties": {"place": point}}})
    assert problem.hint == 'set "required": ["x","y"] in their object'


def test_half_a_position_is_found_once() -> None:
    said = "Must be provided together with longitude."
    number: JsonObject = {"type": "number"}
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"latitude": {**number, "description": said}, "longitude": number},
    }
    (problem,) = found("variant_boundaries", {"input_schema": schema})
    assert problem.message == "`latitude` is accepted without `longitude`, but means nothing alone"


def test_half_a_position_means_something_where_the_other_half_has_a_default() -> None:
    number: JsonObject = {"type": "number"}
    properties: JsonObject = {"latitude": {**number, "default": 48.9}, "longitude": {**number, "default": 2.3}}
    assert not found("variant_boundaries", {"input_schema": {"type": "object", "properties": properties}})


def test_fields_that_are_ignored_beside_another_are_no_choice() -> None:
    said = "Read before. If notes is provided, `size`, `kind` and `day` are ignored."
    assert _messages("Draw.", notes={**TEXT, "description": said}, size=TEXT, kind=TEXT, day=TEXT) == []


@check_each(
    ("description", "hint"),
    [
        ("Provide at least one of `label` or `owner`.", 'set "minProperties": 2 on their object'),
        ("Cannot specify both label and owner.", 'add "dependentSchemas": {"label":{"properties":{"owner":false}}}'),
        ("Both label and owner must be provided together.", 'add "dependentRequired": {"owner":["label"]}'),
        ("`label` is required when `kind` is 'own'.", 'add "if" and "then" for each value, split the tool by `kind`'),
    ],
)
def test_a_help_names_the_smallest_change_of_the_schema(description: str, hint: str) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"kind": {"enum": ["own", "all"]}, "label": TEXT, "owner": TEXT},
        "additionalProperties": False,
        "required": ["kind"],
    }
    (problem,) = found("variant_boundaries", {"description": description, "input_schema": schema})
    assert problem.hint is not None
    assert problem.hint.startswith(hint)


def test_a_help_for_an_object_of_a_list_does_not_split_the_tool() -> None:
    item: JsonObject = {
        "type": "object",
        "properties": {"kind": {"enum": ["own", "all"]}, "label": {**TEXT, "description": "Required for 'own'."}},
        "required": ["kind"],
        "additionalProperties": False,
    }
    items: JsonObject = {"type": "array", "items": item}
    (problem,) = found("variant_boundaries", {"input_schema": {"type": "object", "properties": {"parts": items}}})
    assert problem.hint == 'give their object an "anyOf" with a branch per value of `kind`'


def test_a_choice_of_two_is_a_part_of_one_of_three() -> None:
    (problem,) = found(
        "variant_boundaries",
        {
            "description": "Exactly one of label, owner, or page is required.",
            "input_schema": {
                "type": "object",
                "properties": {
                    "label": {**TEXT, "description": "Cannot be used with owner."},
                    "owner": TEXT,
                    "page": TEXT,
                },
                "additionalProperties": False,
            },
        },
    )
    assert problem.message == "choice between `label`, `owner`, `page` is stated only in the description"


def test_what_is_idle_unless_a_flag_is_set_and_what_needs_a_flag_breaks_no_call() -> None:
    only: JsonObject = {"type": "integer", "description": "Used only when wide=true."}
    assert _messages("Draw.", wide={"type": "boolean"}, left=only, right=only, top=only) == []
    needs: JsonObject = {"type": "integer", "description": "Requires wide."}
    assert _messages("Draw.", wide={"type": "boolean"}, left=needs) == [
        "`wide` is required with `left`, but only the description says so"
    ]


def test_what_a_flag_needs_is_an_info_since_it_may_be_off() -> None:
    for flag, level in ({"type": "boolean"}, Level.INFO), ({"type": "integer"}, Level.WARNING):
        fields: JsonObject = {
            "type": "object",
            "properties": {"wide": {**flag, "description": "Requires left."}, "left": {"type": "integer"}},
        }
        levels = [one.level for one in found("variant_boundaries", {"description": "Draw.", "input_schema": fields})]
        assert levels == [level]


def test_what_one_of_several_values_needs_is_not_needed_with_each() -> None:
    values = "How to draw it. flat = by day. deep = by week, banded. Requires left."
    kind: JsonObject = {"type": "string", "enum": ["flat", "deep"], "default": "flat", "description": values}
    fields: JsonObject = {"type": "object", "properties": {"kind": kind, "left": {"type": "string"}}}
    said = [one.message for one in found("variant_boundaries", {"description": "Draw.", "input_schema": fields})]
    assert not [one for one in said if "is required with" in one]


@check_each(
    ("said", "is_found"),
    [
        ("Countries to look in (Alpha only)", False),
        ("Only for alpha.", False),
        ('Only used when kind is "alpha".', False),
        ("Ignored unless kind is alpha.", False),
        ("Only needed for alpha.", True),
        ("Only valid when kind is alpha.", True),
        ("Place to look in for alpha.", True),
    ],
)
def test_a_note_on_where_an_option_counts_makes_no_variants(said: str, is_found: bool) -> None:
    kind: JsonObject = {"enum": ["alpha", "beta"]}
    told = ["parameter `kind` selects which fields apply, but only the description says so"]
    assert _messages("Find places.", kind=kind, country={**TEXT, "description": said}) == (told if is_found else [])


def test_where_a_page_begins_is_no_criterion() -> None:
    properties: JsonObject = {"owner": TEXT, "label": TEXT, "start_at": {"type": "integer", "default": 0}}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    tool: JsonObject = {"description": "Find tasks. At least one search criterion must be provided."}
    (problem,) = found("variant_boundaries", {**tool, "input_schema": schema})
    assert problem.message == "one of `owner`, `label` is needed, but only the description says so"


def test_an_item_that_is_to_name_what_it_changes_needs_something_to_change() -> None:
    item: JsonObject = {
        "type": "object",
        "properties": {"id": TEXT, "label": TEXT, "owner": TEXT},
        "required": ["id"],
        "additionalProperties": False,
    }
    said = "The changes. Each must include id and at least one field to change."
    changes: JsonObject = {"type": "array", "description": said, "items": item}
    schema: JsonObject = {"type": "object", "properties": {"changes": changes}}
    (problem,) = found("variant_boundaries", {"input_schema": schema})
    assert problem.message == "one of `label`, `owner` is needed, but only the description says so"
    assert problem.hint == 'set "minProperties": 2 on their object'
    assert problem.level is Level.INFO


def test_what_says_which_thing_is_changed_changes_nothing_of_it() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"task_id": TEXT, "label": TEXT, "owner": TEXT},
        "required": ["task_id"],
        "additionalProperties": False,
    }
    tool: JsonObject = {"name": "update_task", "description": "Change a task. At least one field is required."}
    (problem,) = found("variant_boundaries", {**tool, "input_schema": schema})
    assert problem.message == "one of `label`, `owner` is needed, but only the description says so"


def test_a_case_that_is_no_value_of_another_field_is_found_once() -> None:
    long: JsonObject = {**TEXT, "description": "A summary (required if page > 1000 chars)."}
    assert _messages("Save a page.", page=TEXT, summary=long) == [
        "`summary` is required in a case that only the description states"
    ]


def test_what_is_optional_in_the_same_case_is_not_required_in_it() -> None:
    level: JsonObject = {**TEXT, "description": "How loud (required for 'start' mode)"}
    schema: JsonObject = {"type": "object", "properties": {"mode": {"enum": ["start", "stop"]}, "level": level}}
    for mode, is_reported in (("stop", True), ("start", False)):
        said = f"Log.\n- For '{mode}' mode, level is optional (defaults to 'low')"
        assert bool(found("variant_boundaries", {"description": said, "input_schema": schema})) == is_reported


@check_each(
    ("schema", "said", "hint"),
    [
        (TEXT, "Use this or owner, not both.", None),
        ({"type": ["string", "null"]}, "Use this or owner, not both.", "use one optional field that holds one of"),
        ({**TEXT, "default": ""}, "Use this or owner, not both.", "use one optional field that holds one of"),
        ({**TEXT, "default": ""}, "The label (requires 'owner' parameter).", "put both into one optional object"),
    ],
)
def test_no_fix_refuses_a_null_or_a_default_that_is_sent(schema: JsonObject, said: str, hint: str | None) -> None:
    fields: JsonObject = {"owner": TEXT, "label": {**schema, "description": said}}
    (problem,) = found("variant_boundaries", {"input_schema": {"type": "object", "properties": fields}})
    assert (problem.hint or "").startswith(hint or 'add "dependentSchemas": {')


def test_a_fix_has_the_keyword_of_the_dialect() -> None:
    fields: JsonObject = {"owner": TEXT, "label": {**TEXT, "description": "Use this or owner, not both."}}
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    (problem,) = found("variant_boundaries", {"input_schema": {**draft, "type": "object", "properties": fields}})
    assert (problem.hint or "").startswith('add "dependencies": {"label":{"properties":{"owner":false}}}')


def _needs(said: str, description: str = "Claims.") -> bool:
    fields: JsonObject = {
        "sort": {"type": "string", "enum": ["age", "size"]},
        "direction": {"type": "string"},
        "wallet": {"type": "string"},
        "submit": {"type": "boolean", "description": said},
    }
    tool: JsonObject = {"description": description, "input_schema": {"type": "object", "properties": fields}}
    return found("variant_boundaries", tool) != []


def test_what_something_else_can_take_the_place_of_is_not_needed() -> None:
    assert _needs("Send it; requires wallet.")
    assert not _needs("Send it; requires wallet (or a key in the environment).")


def test_a_recipe_with_two_values_requires_neither() -> None:
    assert not _needs("", "Lists. Use sort='size' and direction='desc' to find the largest.")
    assert _needs("", "Lists. It takes sort=size with `direction`.")


def test_what_a_field_says_that_it_requires_is_no_choice_of_the_tool() -> None:
    assert found("variant_boundaries", _numbered("Number each line. Requires `first` or `most`.")) == []
    assert found("variant_boundaries", _numbered("Give either `first` or `most`.")) != []


def _numbered(said: str) -> JsonObject:
    fields: JsonObject = {"first": TEXT, "most": TEXT, "numbers": {"type": "string", "description": said}}
    return {"description": "Read a log.", "input_schema": {"type": "object", "properties": fields}}


@check_each(
    ("name", "command", "is_found"),
    [("command", TEXT, True), ("command", {"type": "string", "enum": ["run", "stop"]}, False), ("rows", TEXT, True)],
)
def test_only_a_field_with_values_says_which_of_several_things_a_tool_does(
    name: str, command: JsonObject, is_found: bool
) -> None:
    host: JsonObject = {"type": "string", "description": "Required if label is not given."}
    fields: JsonObject = {name: command, "label": TEXT, "host": host}
    tool: JsonObject = {"description": "Run it.", "input_schema": {"type": "object", "properties": fields}}
    messages = [one.message for one in found("variant_boundaries", tool)]
    assert (messages == ["choice between `host`, `label` is stated only in the description"]) is is_found
