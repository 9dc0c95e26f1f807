"""Values that a text gives to another field, or that stand beside other forms, are not all of a field's own."""

import json

from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.field_values import likely_values_of, listed_values
from tests.cases import check_each

CHOICES = {"mode": ["lower", "merged", "a", "b"], "cloud": ["aws", "gcp", "azure"]}


@check_each(
    ("name", "text", "has_values"),
    [
        ("team", "Team for lower ontology (required if mode is 'lower' or 'merged')", False),
        ("team", "Team for lower ontology (required if plan is 'lower' or 'merged')", False),
        ("team", 'Team (ignored unless mode is "a" or "b")', False),
        ("team", "Region, required when cloud is 'aws', 'gcp' or 'azure'", False),
        ("team", "The team. Ignored if mode is 'a' or 'b'.", False),
        ("team", "Applies when mode is one of: a, b", False),
        ("team", "Team (mode must be 'a' or 'b')", False),
        ("team", "Team, needed if mode == 'a' or 'b'", False),
        ("who", 'A user id, an email address, "me", or "all".', False),
        ("who", 'Login, email, "me", or "everyone"', False),
        ("who", 'Accepts a revision id, a date in YYYY-MM-DD form (as of then), "previous", or "current".', False),
        ("who", 'A number, "all", or "none".', False),
        ("who", 'Use "strict" for exact matching or "loose"; expressions are allowed as well.', False),
        ("who", 'Its number in any form: "37", "37b".', False),
        ("who", "Default 'day' (boats) or 'week' (ships). Other options: 'month' (of 30 days), 'season'.", False),
        ("who", "Span. Format: YYYY-MM (month), YYYY-QN (quarter), or YYYY (year).", False),
        ("who", "Rule for boats. Operators: gt, lt, eq. Functions: sum, least, most", False),
        ("who", 'First plan (format: "02.03.draft" or "02.03.final").', False),
        ("who", 'First plan (format: "draft" or "final").', True),
        ("who", "Routing: 'master' to ask one, 'all' to ask each, an agent_id or a name for others.", False),
        ("who", "Routing: 'master' to ask one, 'all' to ask each.", True),
        ("operator", "Operators: gt, lt, eq", True),
        ("who", "Default 'day'. Options: 'day', 'month' (of 30 days), 'season'.", True),
        ("who", 'The order, "asc" or "desc".', True),
        ("who", 'Filter by state, "open", "closed" or "all".', True),
        ("who", 'If set, the order, "asc" or "desc".', True),
        ("unit", "Unit of the plan: 'km' or 'mi'", True),
        ("unit", "Unit, used when mode is 'a'. One of: km, mi", True),
        ("other_cloud", "The other cloud, one of: aws, gcp", True),
        ("unit", "One of 'a' or 'b'.", True),
    ],
)
def test_values_in_a_condition_on_another_field_are_not_those_of_the_field(
    name: str, text: str, *, has_values: bool
) -> None:
    fields: JsonObject = {known: {"type": "string", "enum": values} for known, values in CHOICES.items()}
    fields = {name: {"type": "string", "description": text}, "plan": {"type": "string"}, **fields}
    tool = {"name": "do_it", "description": "Do it.", "inputSchema": {"type": "object", "properties": fields}}
    listed = subject_of_text(json.dumps([tool]).encode()).surface.inventory
    field = next(field for field in fields_of(listed.tools[0]) if field.name == name)
    assert (listed_values(field) is not None or likely_values_of(field) is not None) is has_values


@check_each(
    ("text", "has_values"),
    [
        ("List boats, each row marked late | due | early against `now`.", False),
        ("List boats by `now`, one of late | due | early.", True),
    ],
)
def test_what_the_rows_of_a_result_are_marked_as_is_no_value_of_an_input(text: str, *, has_values: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"now": {"type": "string"}}}
    tool: JsonObject = {"name": "list_boats", "description": text, "inputSchema": schema}
    listed = subject_of_text(json.dumps([tool]).encode()).surface.inventory
    (field,) = fields_of(listed.tools[0])
    assert (listed_values(field) is not None) is has_values


@check_each(
    ("declared", "text"),
    [
        ({"default": "day"}, "Other valid values: month, season."),
        ({}, "Defaults to day. Other valid values: month, season."),
    ],
)
def test_other_values_next_to_a_default_are_all(declared: JsonObject, text: str) -> None:
    what: JsonObject = {"type": "string", "description": text, **declared}
    tool: JsonObject = {"name": "pay", "inputSchema": {"type": "object", "properties": {"tariff": what}}}
    listed = subject_of_text(json.dumps([tool]).encode()).surface.inventory
    (field,) = fields_of(listed.tools[0])
    assert (listed_values(field) or likely_values_of(field)) is not None
