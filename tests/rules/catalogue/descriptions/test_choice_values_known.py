"""Choices whose values nothing states, and those that another tool of the list states."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found


def _tool(name: str, **properties: JsonValue) -> JsonObject:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": name, "description": "Work on berths.", "input_schema": schema}


def test_values_that_only_the_text_of_another_tool_lists_are_named() -> None:
    stated = _tool("list_berths", berth_kind={"type": "string", "description": "One of `dry`, `wet` or `tidal`."})
    unstated = _tool("count_berths", berth_kind={"type": "string", "description": "Filter by berth kind"})
    (finding,) = found("choice_values_known", [stated, unstated])
    assert finding.message == "which values `berth_kind` takes is stated only in `list_berths`"
    assert finding.hint == 'add "enum": ["dry","wet","tidal"] to its schema'


@check_each(
    ("name", "schema", "is_reported"),
    [
        ("category", {"type": "string", "description": "Filter by category."}, True),
        # whoever adds a thing may choose its category
        ("category", {"type": "string", "description": "Category of the berth"}, False),
        ("kind", {"type": "integer", "description": "Kind of berth"}, True),
        ("kind", {"type": "integer", "minimum": 1, "description": "Kind of berth"}, False),
        ("level", {"type": "integer", "description": "Level of the berth"}, False),
        ("status", {"anyOf": [{"enum": ["free"]}, {"type": "string"}], "description": "Status"}, False),
        ("status", {"type": "string", "description": "Status name or ID"}, False),
        ("types", {"type": "array", "items": {"type": "string"}, "description": "Types to include"}, True),
        ("sort_by", {"type": "string", "description": "Sort by this field"}, True),
        ("order", {"type": "string", "default": "asc", "description": "Sort order"}, False),
        # a default shows one value, and null none
        ("order", {"type": "string", "default": "width_desc", "description": "Sort order"}, True),
        ("order", {"type": "string", "description": "Sort order (default: width_desc)"}, True),
        ("order", {"type": ["string", "null"], "default": None, "description": "Sort order"}, True),
        ("order", {"type": "string", "description": "width_desc or width_asc (default: width_desc)"}, False),
        ("color", {"type": "string", "default": "white", "description": "Color"}, False),
        ("moored_by", {"type": "string", "description": "Moored by"}, False),
    ],
)
def test_a_choice_is_reported_where_no_text_says_more_than_its_name(
    name: str, schema: dict[str, JsonValue], is_reported: bool
) -> None:
    assert bool(found("choice_values_known", [_tool("list_berths", **{name: schema})])) == is_reported


def test_a_choice_whose_values_the_description_of_its_tool_shows_is_reported_by_the_rule_on_these_alone() -> None:
    tool = {**_tool("list_berths", status={"type": "string", "description": "Filter by status"})}
    tool["description"] = "List berths. Status: open/docked/sunken."
    assert found("choice_values_known", [tool]) == []
    assert len(found("closed_value_set_in_prose", tool)) == 1


@check_each(
    ("name", "field", "text", "is_reported"),
    [
        ("find_car", "model", "Car model", False),
        ("order_part", "model", "Model of the machine", False),
        ("get_manual", "product_model", "Product model", False),
        ("run_sim", "model", "Path of the model file", False),
        ("run_sim", "model", "Model XML", False),
        ("show_scene", "model", "Model to show", False),
        ("read_record", "model", "Model name", False),
        ("make_call", "voice", "Voice of the caller", False),
        ("make_call", "provider", "Provider of the number", False),
        ("generate_image", "model", "Model to use", True),
        ("ask", "llm_provider", "LLM provider", True),
        ("speak", "voice", "Voice for the speech", True),
    ],
)
def test_only_models_and_voices_that_make_something_are_a_choice(
    name: str, field: str, text: str, is_reported: bool
) -> None:
    tool = _tool(name, **{field: {"type": "string", "description": text}})
    assert bool(found("choice_values_known", [tool])) == is_reported


@check_each(
    ("tool", "name", "schema", "is_reported"),
    [
        ("list_berths", "sort_order", {"type": "string"}, True),
        ("plan_berths", "growth_stage", {"type": "string", "default": "early"}, False),
        ("get_berths", "growth_stage", {"type": "string", "default": "early"}, True),
        ("add_berth", "status", {"type": "string"}, True),
        ("add_berth", "status", {"type": "integer"}, False),
        # a word or a number of any kind
        ("add_berth", "resolution", {"type": "string"}, False),
        ("add_berth", "frequency", {"type": "string"}, False),
        # whoever adds a thing may choose these freely
        ("add_berth", "category", {"type": "string"}, False),
        ("list_berths", "category", {"type": "string"}, True),
        ("add_berth", "verify_policy", {"type": "string"}, True),
        ("add_berth", "policy", {"type": "string"}, False),
        # what everybody calls by the same name
        ("add_berth", "mime_type", {"type": "string"}, False),
        ("add_entity", "type", {"type": "string"}, False),
        ("list_berths", "order", {"type": "string"}, True),
        # what was ordered
        ("ship_berth", "order", {"type": "string"}, False),
        ("list_berths", "purchase_order", {"type": "string"}, False),
        ("list_berths", "reverse_order", {"type": "string"}, False),
        # what the tool is about, in words of the caller
        ("run_operation", "operation", {"type": "string"}, False),
        ("work_on_berth", "operation", {"type": "string"}, True),
    ],
)
def test_a_name_alone_may_show_a_choice(tool: str, name: str, schema: dict[str, JsonValue], is_reported: bool) -> None:
    assert bool(found("choice_values_known", [_tool(tool, **{name: schema})])) == is_reported


@check_each(
    ("text", "is_reported"),
    [
        ("List berths.", True),
        ("List berths that are open, closed or sunken.", False),
        ("List berths: open/closed.", False),
        ("List berths of a status such as open.", False),
        ("List berths; get_statuses has what there is.", False),
    ],
)
def test_a_tool_that_may_list_values_speaks_for_its_fields(text: str, is_reported: bool) -> None:
    tool = {**_tool("list_berths", status={"type": "string"}), "description": text}
    assert bool(found("choice_values_known", [tool])) == is_reported


@check_each(
    ("other", "is_reported"),
    [
        ("list_berth_statuses", False),
        ("list_statuses", False),
        ("get_statuses", False),
        # those of something else
        ("list_invoice_statuses", True),
    ],
)
def test_a_tool_that_lists_the_values_says_which_there_are(other: str, is_reported: bool) -> None:
    status: JsonValue = {"type": "string", "description": "Filter by status"}
    assert bool(found("choice_values_known", [_tool("find_berths", status=status), _tool(other)])) == is_reported


def test_a_field_without_a_text_has_that_of_its_namesake_in_a_tool_for_the_same_things() -> None:
    told: JsonValue = {"type": "string", "description": "Status, such as 'open'"}
    silent: JsonValue = {"type": "string"}
    assert found("choice_values_known", [_tool("find_berths", status=told), _tool("count_berths", status=silent)]) == []
    assert found("choice_values_known", [_tool("add_ship", status=told), _tool("add_berth", status=silent)]) != []


@check_each(
    ("name", "text", "is_reported"),
    [
        ("status", "Status. Defaults to 'open'", True),
        ("types", "Filter by berth type. Accepts multiple options.", True),
        ("status", "Optional new status to apply to all berths.", True),
        ("type", "Type of heavy weather event", True),
        ("region", "Region filter (optional)", True),
        ("region", "Region of the berth", False),
        ("format", "Format requirements", False),
        ("sort", "Sort clause", False),
        ("order", "Ordering of results", True),
        # the order of a customer
        ("order", "The order to update", False),
        ("action", "The action to perform", True),
        ("action", "What action was performed", False),
        ("intent", "The intent of the operation to perform", False),
    ],
)
def test_remarks_beside_the_name_say_nothing_of_values(name: str, text: str, is_reported: bool) -> None:
    field: JsonValue = {"type": "string", "description": text}
    assert bool(found("choice_values_known", [_tool("update_berths", **{name: field})])) == is_reported


def test_what_is_in_the_data_of_the_caller_is_free() -> None:
    inner: JsonValue = {"type": "object", "properties": {"provider": {"type": "string", "description": "LLM provider"}}}
    assert found("choice_values_known", [_tool("ask", metadata=inner)]) == []
    assert found("choice_values_known", [_tool("ask", generation=inner)]) != []


def test_the_kinds_of_a_system_that_everyone_knows_are_not_asked_for() -> None:
    kind: JsonValue = {"type": "string"}
    assert found("choice_values_known", [{**_tool("get_berths", kind=kind), "description": "List berths."}]) != []
    of_system = {**_tool("get_berths", kind=kind), "description": "List Kubernetes resources."}
    assert found("choice_values_known", [of_system]) == []


@check_each(
    ("name", "said", "is_cut"),
    [
        ("fuel_type", "Fuel type (Solar, Natural Gas, etc.)", True),
        ("task_status", "Filter by status (open, closed, etc.)", True),
        ("fuel_type", "Fuel type (e.g. Solar, Natural Gas, etc.)", False),
        ("fuel_type", "Fuel type (Solar, Natural Gas, etc.), see list_fuels", False),
        ("owner", "Owner (Anna, Bob Smith, etc.)", False),
    ],
)
def test_of_a_choice_etc_cuts_the_list_of_its_values_off(name: str, said: str, is_cut: bool) -> None:
    findings = found("choice_values_known", [_tool("list_berths", **{name: {"type": "string", "description": said}})])
    assert any('"etc." stands for the others' in finding.message for finding in findings) == is_cut


@check_each(
    ("said", "is_reported"),
    [
        ("Grain to compare", True),
        ("Grain, such as oats", False),
        ("What to compare", False),
        ("Grain of the wood, or any other", False),
    ],
)
def test_values_of_a_thing_that_another_tool_lists_are_missed_where_a_text_says_nothing(
    said: str, is_reported: bool
) -> None:
    stated = _tool("sell_grain", grain={"type": "string", "description": "Grain: oats, rye, spelt, barley_hulled"})
    silent = _tool("store_grain", grain={"type": "string", "description": said})
    messages = [finding.message for finding in found("choice_values_known", [stated, silent])]
    assert ("which values `grain` takes is stated only in `sell_grain`" in messages) == is_reported


def test_of_two_lists_of_values_neither_is_that_of_a_third_tool() -> None:
    first = _tool("sell_grain", grain={"type": "string", "description": "Grain: oats, rye, spelt, barley_hulled"})
    second = _tool("sow_grain", grain={"type": "string", "description": "Grain: oats, rye, maize, barley_hulled"})
    silent = _tool("store_grain", grain={"type": "string", "description": "Grain to store"})
    assert not found("choice_values_known", [first, second, silent])
