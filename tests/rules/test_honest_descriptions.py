"""Ways in which authors write honestly, each of which a rule on descriptions once took for a claim."""

from collections.abc import Mapping, Sequence

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject
from conformance.findings import Finding, Level
from conformance.rules.examples import from_surroundings
from tests.cases import check_each
from tests.rules.judging import HOLON

Line = tuple[str, str, str]
"""The name and the type of a field, and what its description says."""

HONEST: Mapping[str, Sequence[Line]] = {
    "closed_value_set_in_prose": (
        ("model", "string", "Model: 'small-1' or 'small-2'. Other models work too."),
        ("branch", "string", "Branch to read ('main' or 'master')."),
        ("unit", "string", "Kind of unit: container, pod, node and others."),
        ("filter", "string", "Filter, for instance level=error|warn."),
        ("area", "string", "Where to look: `area=1,2|3,4` for two corners."),
        ("state", "string", "State. When the task is closed, the value can be `done` or `dropped`."),
        ("status", "string", "State, usually `open`, but can be `closed` or `merged`."),
        ("address", "string", "Address of the card. Separators must be `:`."),
        ("position", "string", "Where to begin. `0` or `null` will return the oldest."),
        ("format", "string", "Output format: json, yaml, etc."),
        ("tag", "string", "Kind of tag - 'work', 'home', 'urgent'"),
        ("period", "string", "Period: 1d, 5d, 1mo (any multiple works)."),
        ("voice", "string", "Voice type (alto, bass, tenor) or the id of a cloned voice"),
        ("spread", "string", "The value can be `a`, `b` or their upper-case forms."),
        ("day", "string", "Day as YYYY-MM-DD, 'today' or 'yesterday'."),
        ("port", "integer", "Port: 80 = web, 443 = secure web, 22 = shell"),
        ("level", "integer", "Zoom. 1: World, 5: Continent, 10: City, 15: Streets"),
        ("temperature", "number", "0 = exact, 1 = free, 2 = wild"),
        ("stream", "string", "Set it to `live` for new events, or `past` for old events. `all` is the default."),
        ("force", "boolean", "Whether it must be true."),
    ),
    "bounds_in_prose_agree": (
        ("limit", "integer", "How many. Anything above 100 is slow."),
        ("page_size", "integer", "Results per page. The service returns at most 1000 results in total."),
        ("days", "integer", "Days of history, should be at least 180 for good results."),
        ("width", "integer", "Width. At least 1024 is best for charts."),
        ("tokens", "integer", "Tokens to write. The large model allows up to 8192, others less."),
        ("amount", "number", "Amount. Orders below 10 have a fee."),
        ("price", "number", "For cards, must be between 1 and 500."),
        ("depth", "integer", "How deep. The tree has at most 10 levels."),
        ("prompt", "string", "Prompt. The maximum length is 1000 characters for `small`, and 32000 for `big`."),
        ("text", "string", "Text. Titles are at most 60 characters, bodies may be longer."),
        ("labels", "string", "A map. Each key is limited to 40 characters."),
        ("post", "string", "Text. Free accounts: up to 280 characters."),
        ("kinds", "array", "Kinds; at most one of each type."),
        ("corners", "array", "Latitude can take any value between -90 and 90 while longitude goes further."),
        ("users", "array", "Users. The organization must have at least one admin."),
        ("emails", "array", "Addresses. Each may have up to 5 aliases."),
        ("tags", "array", "Tags. Up to 20 tags exist per project."),
        ("highest", "integer", "Upper limit of 2**31-1."),
        ("heat", "number", "Heat. Values between 0.2 and 0.5 give focused answers."),
        ("votes", "integer", "Return items with at least 5 votes."),
        ("cited", "integer", "Returns papers with more than 100 citations."),
        ("count", "integer", "Count. 0 means no limit, otherwise at least 10."),
        ("speed", "number", "Speed, 1.0 is normal, up to 4 times faster."),
        ("sheet", "integer", "Index of the sheet; the service is 0-based, its pages 1-based."),
        ("size", "integer", "Size. In version 2, at most 100; in version 3, no limit."),
        ("quantity", "integer", "Quantity; when selling, cannot exceed 500."),
        ("page", "integer", "Up to 50 parcels of the depot will be returned in a single call."),
        ("copies", "integer", "How many to print. Maximum recommended is 10."),
        ("berths", "integer", "As many berths of this harbour, each with a free depth (0-30), and a price."),
    ),
    "format_in_prose": (
        ("since", "string", "Date (YYYY-MM-DD). You can also pass offsets such as -30days."),
        ("until", "string", "Date in the following formats: `YYYY-MM-DD` (one day), `<=YYYY-MM-DD` (up to it)."),
        ("begin", "string", "ISO 8601 date. Alternatively a number of days."),
        ("end", "string", "Empty for all, otherwise YYYY-MM-DD."),
        ("phone", "string", "Number in E.164 format. Other formats are parsed on a best-effort basis."),
        ("to", "string", "Phone number, SIP address or client. Phone numbers are in E.164 format."),
        ("from", "string", "Phone number or email. Phone numbers must be in E.164 format."),
        ("area", "string", "Prefix of a phone number in E.164 format."),
        ("target", "string", "Where to write. Should start with '/' on Linux."),
        ("note", "string", "What to say. Dates in it are written as YYYY-MM-DD."),
        ("day", "string", "When. YYYY-MM-DD works best."),
        ("stamp", "string", "The result holds ISO 8601 times; this is the zone they are in."),
        ("zone", "string", "Zone for ISO 8601 values without one."),
    ),
    "guidance_contradicts_schema": (
        ("label", "string", "New label. At least one of the fields must be set."),
        ("account", "string", "If you have several accounts with their own settings, this value must be specified."),
        ("order", "string", "When sorting by distance, the `radius` parameter is required."),
        ("number", "string", "If no code is given or the account needs it, the account number is required."),
        ("rules", "string", "Users must be able to leave. Those words must be provided."),
        ("either", "string", "Either this or the phone number with its country code and area must be specified."),
        ("reason", "string", "Reason. A comment is required."),
        ("scopes", "string", "Scopes; `repo` is required."),
        ("parts", "string", "What to change. At least one field must be provided."),
        ("token", "string", "Token. Authentication is required."),
        ("guest_access", "string", "Access.- `open`: Anybody may.- `guarded`: Access is required"),
    ),
    "field_forbidden_by_prose": (
        ("owner", "string", "Owner. Needed if you do not specify `space`."),
        ("space", "string", "Space. All of them if they don't set `space`."),
    ),
    "enum_values_documented": (("effort", "low|high", "Effort for models such as `one-1`."),),
    "default_in_prose_agrees": (
        ("background", "plain|auto", "`plain` or `auto` (default value)."),
        ("rows", "integer", "How many. The API's own default is 30."),
        ("wait_seconds", "integer", "Defaults to 30 seconds in the terminal."),
        ("past", "integer", "Defaults to 7 days ago."),
    ),
    "variant_boundaries": (
        ("keyword", "string", "Word; may conflict with the location."),
        ("location", "string", "Where."),
        ("radius", "integer", "Radius. Can be used together with location."),
        ("leave", "string", "Departure. You can specify either `leave` or `arrive`."),
        ("arrive", "string", "Arrival."),
        ("copy", "string", "Copy. Usually only used with `location`."),
        ("wait", "integer", "Seconds to wait (for long operations)."),
        ("note", "string", "Optional if the place has a name."),
        ("shape", "string", "Optional when `rank` is 'near', otherwise ignored."),
        ("rank", "near|known", "If it is near, one or more of `keyword`, `location` is required."),
        ("live", "boolean", "Required with rank=near before the search sends a message."),
    ),
    "description_names_known_fields": (
        ("tracking_codes", "string", "The value will always be `tracking_code`."),
        ("caller_id", "string", "The CallerID of the call."),
        ("key", "string", "Earlier versions take the `public_key` parameter instead."),
        ("verbose_level", "integer", "Pass `verbose` to the program to see more."),
        ("page_path", "string", "Point (x,y), PagePath (begins with a slash). Use ListTasks.sys unless it is set."),
        ("batch", "array", "Tasks; those that fail come back with timed_out=true."),
    ),
}


def _schema(kind: str, text: str) -> JsonObject:
    if "|" in kind:
        first, second = kind.split("|")
        return {"type": "string", "enum": [first, second], "default": second, "description": text}
    items: JsonObject = {"items": {"type": "string"}} if kind == "array" else {}
    default: JsonObject = {"default": 10} if "efault" in text else {}
    return {"type": kind, "description": text, **items, **default}


def _found(rule: str, lines: Sequence[Line]) -> Sequence[Finding]:
    properties: JsonObject = {name: _schema(kind, text) for name, kind, text in lines}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    tool: JsonObject = {"name": "ListTasks", "description": "List tasks.", "input_schema": schema}
    # Each rule's own short form is another one; this form suits all of them.
    return check(from_surroundings({"tools": [tool]}), HOLON, applied_rules(HOLON, [rule])).findings


@check_each("rule", list(HONEST))
def test_an_honest_description_is_no_finding(rule: str) -> None:
    reported = [each for each in _found(rule, HONEST[rule]) if each.level is not Level.INFO]
    assert [f"{each.pointer}: {each.message} {each.evidence}" for each in reported] == []


def test_what_an_exception_stands_beside_is_still_read() -> None:
    (finding,) = _found("bounds_in_prose_agree", [("limit", "integer", "How many. The limit must be at most 50.")])
    assert finding.hint == 'add "maximum": 50 to its schema'
    fields = [("first", "string", "Cannot be used in conjunction with `second`."), ("second", "string", "Another.")]
    (finding,) = _found("variant_boundaries", fields)
    assert finding.message.startswith("choice between `first`, `second`")


def test_a_field_that_another_one_only_outweighs_is_left_alone_as_no_call_goes_wrong() -> None:
    for said, levels in (
        ("Ignored when `second` is set.", []),
        ("Overrides `second`.", []),
        ("Takes precedence over `second` if both are set.", []),
        ("A name (used if `second` is not provided).", []),
        ("Only applicable when `second` is omitted.", []),
        ("When `second` is given, `first` is not used.", []),
        ("Must not be used with `second`.", [Level.WARNING]),
    ):
        problems = _found("variant_boundaries", [("first", "string", said), ("second", "string", "Another.")])
        assert [one.level for one in problems] == levels, said


def test_the_format_that_is_suggested_takes_the_example_of_the_text() -> None:
    for example, hint in (("2026-01-31T10:00:00", '"pattern": "^'), ("2026-01-31T10:00:00Z", '"format": "date-time"')):
        (finding,) = _found("format_in_prose", [("since", "string", f"Begin (ISO 8601, e.g. '{example}').")])
        assert (finding.hint or "").startswith(f"add {hint}"), example


def test_a_field_for_some_operations_or_optional_in_one_case_depends_on_the_value() -> None:
    action = ("action", "add|drop", "What to do.")
    for said in ("Its text (for add operations)", "Its text. Optional when `action` is 'drop'."):
        (finding,) = _found("variant_boundaries", [action, ("text", "string", said)])
        assert finding.message.startswith("parameter `action` selects which fields apply"), said
