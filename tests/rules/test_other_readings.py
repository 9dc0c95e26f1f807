"""Words that look like a claim about a field, but are one about something else, or leave open what they claim."""

import datetime
import json

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject
from conformance.findings import Finding, Level
from conformance.settings.repository import Config
from tests.cases import check_each
from tests.rules.wordings import INTEGER, TEXT, TEXTS, findings_of


def _tool(name: str, properties: JsonObject, text: str = "Do it.", required: tuple[str, ...] = ()) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": properties, "required": [*required]}
    return {"name": name, "description": text, "inputSchema": schema}


def _found(rule: str, *tools: JsonObject) -> list[Finding]:
    subject = subject_of_text(json.dumps(tools).encode())
    return list(check_subject(subject, Config(profile="mcp"), datetime.date(2026, 5, 1), [rule]).findings)


@check_each(
    ("rule", "kind", "name", "text"),
    [
        ("closed_value_set_in_prose", TEXT, "tick", "The tick of the coin. Can be either uppercase or lowercase."),
        ("closed_value_set_in_prose", TEXT, "notation", "Supports syntax: 'str | int', 'list[str]', 'dict[str, int]'"),
        ("closed_value_set_in_prose", TEXT, "period", "Report period: CY2023 (annual), CY2023Q4I (instant)"),
        ("closed_value_set_in_prose", TEXT, "subject", 'Code examples: "01"=people, "03"=work, "06"=trade'),
        ("closed_value_set_in_prose", TEXT, "code", 'Country code: alpha-2 ("US") or alpha-3 ("USA")'),
        (
            "closed_value_set_in_prose",
            TEXT,
            "model",
            'Options: "one", "two", "three" - use listModels to see all models',
        ),
        (
            "closed_value_set_in_prose",
            TEXT,
            "code",
            "Python script. Use 'one' for reading, 'two' for writing.",
        ),
        ("format_in_prose", TEXT, "coin", "The UUID of the coin (e.g., 'Qwsogvtv82FCd')"),
        ("format_in_prose", TEXT, "coin", "UUID of the coin (default: USD)"),
        (
            "type_in_prose_agrees",
            {**TEXT, "minLength": 5},
            "day",
            "\u5982\u679c\u7528\u6237\u7ed9\u7684\u662f\u76f8\u5bf9\u65e5\u671f\uff08\u5982\u201c\u660e\u5929\u201d\uff09\u3002",
        ),
        ("closed_value_set_in_prose", TEXT, "goal", "lower | raise | steady | metric:debt.score:min"),
        ("format_in_prose", TEXT, "bundle", "PKCS#12 format containing a key pair"),
        ("format_in_prose", TEXT, "data", "attributes as a JSON object, or @file"),
        ("bounds_in_prose_agree", INTEGER, "end_year", "Last year to read. Max 10-year span."),
        ("bounds_in_prose_agree", {**INTEGER, "maximum": 100000}, "distance", "How far in meters (max 100km)."),
        ("bounds_in_prose_agree", {**INTEGER, "minimum": 1}, "offset", "Where to begin (default 1, max 50 per page)."),
        ("field_forbidden_by_prose", TEXT, "language", "Its language; changing the language is not supported."),
        ("default_in_prose_agrees", {**TEXT, "default": "default"}, "tier", "default is accepted. flex is rejected."),
    ],
)
def test_what_is_about_something_else_is_no_claim(rule: str, kind: JsonObject, name: str, text: str) -> None:
    assert findings_of(rule, kind, name, text) == []


@check_each(
    "text",
    [
        "What to find. Short queries use 'title' by default.",
        "The branch to merge into. If not specified by the user use that of the project.",
        "Range such as Page1!A1:B5. If omitted from the range, pass the page separately.",
    ],
)
def test_what_a_part_or_somebody_else_may_leave_out_is_still_required(text: str) -> None:
    tools = [_tool("find_it", {"query": {**TEXT, "description": text}}, required=("query",))]
    assert _found("guidance_contradicts_schema", *tools) == []


@check_each(
    ("rule", "properties", "text"),
    [
        ("field_forbidden_by_prose", {"query": TEXT}, "Read the history (to get all, don't use `query`)."),
        ("description_names_known_tools", {"path": TEXT}, "Go to a path. Returns the post-call current_path."),
        ("variant_boundaries", {"squash": TEXT, "prune": TEXT}, "You do NOT need to set squash or prune for that."),
        ("closed_value_set_in_prose", {"name": TEXT}, "Find symbols by name (class/method/field/property) here."),
        (
            "closed_value_set_in_prose",
            {"level": {"enum": ["p0", "p1"]}, "deadline": TEXT},
            'Set a level. Allowed values: "p0" (now) | "p1" (soon; may carry a deadline).',
        ),
        (
            "bounds_in_prose_agree",
            {"context_lines": INTEGER},
            'Search. Use mode="part" with small context lines (1-2).',
        ),
    ],
)
def test_a_sentence_of_the_tool_is_about_the_field_that_it_means(rule: str, properties: JsonObject, text: str) -> None:
    assert _found(rule, _tool("go_to_path", properties, text), _tool("read_path", {})) == []


def test_values_of_a_field_are_not_fields_under_another_name() -> None:
    by: JsonObject = {**TEXT, "description": 'Valid values: "flowCode", "partnerCode", "period".'}
    tools = [_tool("query_trade", {"group_by": by, "flow_code": TEXT, "partner_code": TEXT})]
    assert _found("description_names_known_fields", *tools) == []


def test_members_that_the_schema_declares_for_the_values_of_a_map_are_not_its_own() -> None:
    value: JsonObject = {"type": "object", "properties": {"needed": {"type": "boolean"}, "note": TEXT}}
    text = "Inputs. Each key is a name, value is { needed: boolean, note?: string }"
    params: JsonObject = {"type": "object", "additionalProperties": value, "description": text}
    assert _found("listed_members_declared", _tool("make_it", {"params": params})) == []


def test_a_case_in_which_something_else_is_done_as_well_requires_nothing_by_itself() -> None:
    text = "The group. Required when registering as a group LEAD with role=chief so that others wait."
    role: JsonObject = {"enum": ["chief", "worker"]}
    tools = [_tool("say_hello", {"role": role, "group": {**TEXT, "description": text}})]
    assert _found("variant_boundaries", *tools) == []


def test_a_number_with_a_meaning_of_its_own_is_allowed_beside_a_range() -> None:
    (finding,) = findings_of("bounds_in_prose_agree", INTEGER, "width", "Width (0 = use the own one). Range: 1-8192.")
    assert finding.hint == 'add "maximum": 8192 to its schema'


def test_a_tag_that_a_generator_left_is_no_value() -> None:
    (finding,) = findings_of("closed_value_set_in_prose", TEXT, "status", "New status: open, shut or gone,required")
    assert finding.hint == 'add "enum": ["open","shut","gone"] to its schema'


@check_each(
    ("kind", "name", "text", "level"),
    [
        (TEXT, "since", "Start time in ISO format", Level.INFO),
        (TEXT, "since", "Start (ISO 8601, e.g. 2026-01-31)", Level.WARNING),
        (TEXT, "since", "Start as ISO 8601 timestamp", Level.WARNING),
        (TEXT, "ends_time", "End in ISO 8601 format", Level.INFO),
        (TEXT, "data", "JSON data of the object", Level.INFO),
        (TEXT, "data", "JSON object with the data", Level.WARNING),
        (TEXT, "image", "Base64-encoded image", Level.INFO),
        (TEXT, "country", "ISO country code", Level.INFO),
        (TEXT, "country", "ISO 3166-1 alpha-2 country code", Level.WARNING),
        ({**TEXT, "minLength": 2, "maxLength": 2}, "country", "ISO 3166-1 alpha-2 country code", Level.INFO),
        (TEXT, "language", "BCP-47 language hint", Level.INFO),
        (TEXT, "feature", "Feature in format {kind}_{name}", Level.INFO),
        (TEXT, "repo", "Repository in format {owner}/{name}", Level.WARNING),
        (TEXTS, "to", "Recipient email addresses", Level.INFO),
    ],
)
def test_a_format_is_a_warning_where_its_words_settle_what_to_write_and_programs_check_it(
    kind: JsonObject, name: str, text: str, level: Level
) -> None:
    assert [one.level for one in findings_of("format_in_prose", kind, name, text)] == [level]


def test_a_time_next_to_a_flag_for_whole_days_may_be_a_day() -> None:
    start: JsonObject = {**TEXT, "description": "Start (ISO 8601, e.g. '2026-03-15T09:00:00Z')"}
    pattern = '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}"'
    for flag, keyword in (("all_day", pattern), ("public", '"format": "date-time"')):
        tools = [_tool("add_event", {"start": start, flag: {"type": "boolean"}})]
        assert [one.hint for one in _found("format_in_prose", *tools)] == [f"add {keyword} to its schema"]


@check_each(
    ("text", "level"),
    [
        ("End as an ISO datetime string", Level.INFO),
        ("End in ISO format, e.g. 2026-03-15T09:00", Level.WARNING),
        ("End as an ISO timestamp", Level.WARNING),
    ],
)
def test_a_time_of_which_no_form_is_shown_may_have_no_offset(text: str, level: Level) -> None:
    assert [one.level for one in findings_of("format_in_prose", TEXT, "end", text)] == [level]


@check_each(
    ("text", "level"),
    [
        ("Filter by state: open, shut (default: all)", Level.INFO),
        ("Filter by state: open, shut, all (default: all)", Level.WARNING),
        ("Filter by state: open, shut", Level.WARNING),
    ],
)
def test_a_list_without_the_default_of_all_may_lack_more(text: str, level: Level) -> None:
    assert [one.level for one in findings_of("closed_value_set_in_prose", TEXT, "state", text)] == [level]


def test_values_that_the_fields_own_text_shows_as_examples_are_not_sure_to_be_all() -> None:
    own: JsonObject = {**TEXT, "description": "Kind of board (e.g., 'scrum', 'kanban')"}
    text = "List boards.\n\nArgs:\n    kind: Kind of board ('scrum' or 'kanban').\n"
    levels = [one.level for one in _found("closed_value_set_in_prose", _tool("list_boards", {"kind": own}, text))]
    assert levels in ([], [Level.INFO])


@check_each(
    ("texts", "levels"),
    [
        (("Ignored.", "Only used when mode is 'fast'."), []),
        (("Must be used only when mode is 'fast'.",), [Level.WARNING]),
        (("Required when mode is 'fast'.",), [Level.WARNING]),
        (("Only used when mode is 'fast'.",) * 3, [Level.WARNING]),
    ],
)
def test_one_option_that_is_idle_in_other_cases_breaks_no_call(texts: tuple[str, ...], levels: list[Level]) -> None:
    mode: JsonObject = {"enum": ["fast", "slow"]}
    options: JsonObject = {f"option_{at}": {**TEXT, "description": text} for at, text in enumerate(texts)}
    tools = [_tool("run_it", {"mode": mode, **options})]
    assert [one.level for one in _found("variant_boundaries", *tools)] == levels


@check_each(
    ("first", "second", "level"),
    [
        ("The exact title of the wiki article.", "Which part of all results to show.", Level.INFO),
        ("UTC offset (e.g. '+02:00').", "", Level.INFO),
        ("", "", Level.INFO),
        ("Number of the first row.", "The row to begin at, as text.", Level.WARNING),
    ],
)
def test_types_that_differ_are_a_warning_unless_texts_are_of_two_things_or_missing(
    first: str, second: str, level: Level
) -> None:
    text: JsonObject = {**TEXT, **({"description": first} if first else {})}
    number: JsonObject = {**INTEGER, **({"description": second} if second else {})}
    tools = [_tool("read_it", {"place": text}), _tool("list_all", {"place": number})]
    assert [one.level for one in _found("sibling_units_agree", *tools)] == [level]


@check_each(
    ("text", "level"),
    [
        ("Kind to read: news, notes, lists", Level.WARNING),
        ("Kind to read. Use 'news' for what is new, 'notes' for own ones. Lists are 'lists'.", Level.INFO),
    ],
)
def test_a_value_is_missing_in_a_list_of_values_but_perhaps_not_among_explained_ones(text: str, level: Level) -> None:
    kind: JsonObject = {"type": "string", "enum": ["news", "notes", "lists", "folders"]}
    assert [one.level for one in findings_of("enum_values_documented", kind, "kind", text)] == [level]


@check_each(
    ("text", "levels"),
    [
        ("Year of it, one of '2024', '2025' or '2026'.", [Level.INFO]),
        ("Year of it: '2024', '2025' or '2026'.", []),
        ("One of 'upper' or 'lower'.", [Level.WARNING]),
    ],
)
def test_years_are_all_values_only_for_now_and_only_where_the_text_says_so(text: str, levels: list[Level]) -> None:
    assert [one.level for one in findings_of("closed_value_set_in_prose", {"type": "string"}, "span", text)] == levels


@check_each(
    ("name", "first", "second"),
    [
        ("issue_number", "Issue number to close.", "Issue number to comment on."),
        ("user_id", "User whose profile is shown.", "Account that is deleted."),
        ("build", "构建，来自 listBuilds", "构建，见 GitHub"),
    ],
)
def test_what_a_tool_does_with_a_thing_does_not_make_it_another_one(name: str, first: str, second: str) -> None:
    tools = [
        _tool("read_it", {name: {**TEXT, "description": first}}),
        _tool("list_all", {name: {**INTEGER, "description": second}}),
    ]
    assert [one.level for one in _found("sibling_units_agree", *tools)] == [Level.WARNING]


@check_each(
    ("name", "text", "keyword"),
    [
        ("since", "Since when (ISO 8601), e.g. 2026-01-31, in UTC", '"date"'),
        ("start_date", "Start date (ISO 8601, UTC)", '"date"'),
        ("due", "Due date in ISO 8601, timezone of the user", '"date"'),
        ("start", "Start time (ISO 8601, UTC)", '"date-time"'),
        ("at", "When it starts, ISO 8601 in UTC", '"date-time"'),
    ],
)
def test_a_day_may_have_a_zone(name: str, text: str, keyword: str) -> None:
    (finding,) = findings_of("format_in_prose", TEXT, name, text)
    assert finding.hint is not None
    assert finding.hint.startswith(f'add "format": {keyword}')
