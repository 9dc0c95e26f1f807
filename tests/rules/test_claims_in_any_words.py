"""Each kind of claim is found in the ways in which authors word it, and what only looks like one is none."""

from collections.abc import Mapping, Sequence

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found

LIST: JsonObject = {"type": "array", "items": {"type": "string"}}

CHOICES = (
    "Mode. One of: fast, slow, steady",
    "Mode, one of fast, slow, or steady.",
    "The mode to use (one of fast, slow, steady).",
    "Mode: one of `fast`, `slow`.",
    "Either fast or slow.",
    'Mode: either "fast" or "slow"',
    "Mode to run in. Can be fast, slow or steady.",
    "Supported: fast, slow, steady.",
    "Supports 'fast', 'slow' and 'steady'.",
    'Accepts "fast" or "slow".',
    "Accepts: fast, slow, steady",
    'Choose between "fast" and "slow".',
    "Pick one: fast, slow, steady.",
    "Mode - fast, slow, or steady",
    'Mode: "fast" for drafts, "slow" for the final text.',
    "'fast' - drafts, 'slow' - final text",
    "'fast' (default): drafts. 'slow': final text.",
    "'fast' returns drafts; 'slow' returns the final text.",
    "fast (drafts), slow (final text) or steady (both).",
    "Use 'fast' for drafts or 'slow' for the final text.",
    'How to run: "fast" or "slow".',
    "Whether to run 'fast' or 'slow'.",
    "Mode: Literal['fast', 'slow']",
    'Enum: ["fast", "slow"]',
    "The following values are allowed: 'fast', 'slow'.",
    "Mode - Options: fast, slow",
    "Only 'fast' or 'slow' allowed",
    'Currently only "fast" and "slow" are supported.',
    "Should be one of fast, slow.",
    "Needs to be 'fast' or 'slow'.",
    'The mode ("fast" or "slow", default "fast")',
    "Mode:\n- fast: drafts\n- slow: final text\n- steady: both",
    "Options:\n- 'fast': drafts\n- 'slow': final text",
    "What to include. Supported values are:\n- `fast`: drafts\n- `slow`: final text",
    "Outcome: accepted | refused | other",
    "Why it ended: time_is_up, no_more_pages, broken",
    "Error code: not_found, no_access, too_large, broken.",
    'Coordinate space: "local" or "global" (default: "global")',
    "Side of the page: `left`, `right` or `both`.",
)
NO_CHOICES = (
    "Text to read; 'fast' and 'slow' are left out.",
    "Mode (e.g., 'fast', 'slow')",
    "Comma-separated list of fast, slow, steady.",
    "Any valid mode, including 'fast' and 'slow'",
    "Either name or id",
    "Can be a name or an id.",
    "Accepts names, ids or urls.",
    "Path to a file (relative or absolute)",
    "Do not pass 'fast' or 'slow'.",
    "Use 'fast' if unsure.",
    "The car can be either fast or slow.",
    "Set it to 'fast' for drafts or 'slow' for the rest. 'steady' is the usual one.",
    "Only `x` is read, which gives the kind (either `fast` or `slow`)",
    "Possible values include 'fast' and 'slow'",
    "What to return: id, name, size",
    "Why it matters: speed, size, cost",
    "Settings as JSON, such as {'mode': 'a'} (allowed values: a, b, c).",
    "Columns (a, b, or other)",
    "Text to find: 'fast' or 'slow' finds both.",
    "Example words: 'fast' or 'slow'",
    "The text contains: 'fast' or 'slow'",
    "Query. Examples: done = true | done = false | label = 'x'",
)
COUNTS = (
    "Array of 1-10 ids",
    "1 to 10 ids to read",
    "At least one id is required.",
    "Cannot contain more than 10 ids",
    "The maximum number of ids is 10.",
    "Ids. Max. 10 ids per call",
    "Exactly 2 corners.",
    "Must contain exactly 4 points.",
    "Ids to compare (2-10 ids)",
    "Ids to compare (minimum 2)",
    "Ids to join, at least 2.",
)
NO_COUNTS = (
    "Up to 10 results are returned per id",
    "Returns up to 10 rows",
    "At least one id or name is required",
    "Exactly 1 of them is used.",
    "Exactly 2 other lists are read.",
    "Ids to read (2 by default)",
    "Ids to read (at least one user_id or group_id)",
    "Ids (at least one more than pages)",
)
FORMATS = (
    "Must be a valid email address.",
    "A valid URL",
    "UUID of the task",
    "Time (yyyy-mm-dd)",
    "ISO 4217 currency code",
    "IPv4 address of the host",
    "Must match ^[a-z]+$",
    "May contain only lowercase letters, digits and dashes.",
    "Only letters, digits and hyphens",
    "Must be lowercase",
    "JSON array of steps to run.",
    "A JSON-encoded object with the headers.",
    "The settings. Must be valid JSON.",
    "Order UUID.",
    "The customer's UUID",
    "Key, formatted as 8-4-4-4-12 with hyphens.",
    "An ISO 8601 formatted begin date or date-time.",
)
NO_FORMATS = (
    "Email address or phone number",
    "UUID or number of the task",
    "ISO 4217 code, or 'Euro' in words",
    "Must match the name",
    "The spoken language. Stating it in ISO 639-1 will improve accuracy.",
    "A moment: yyyy-MM-dd'T'HH:mm:ss.",
    "Only letters, digits and blanks are kept",
    "JSON array of steps, or a comma-separated list.",
    "JSON string or plain text.",
    "Where the JSON object is.",
    "Name or UUID",
    "A JSON schema of the answer",
    "ISO 8601 date or a weekday.",
)
DEPENDENCIES = (
    "Needed if `first` is set",
    "Ignored unless first is set.",
    "Has no effect without `first`.",
    "Has no effect if first is not set",
    "If first is set, this is required.",
    "If `first` is passed, `second` must be passed as well.",
    "If omitted, `first` is required.",
    "Optional if `first` is given.",
    "Either pass a text first or an old second, but not both.",
    "`first`, never combine with `second`.",
)
NO_DEPENDENCIES = (
    "Never ignored unless first is set.",
    "If omitted, nothing is required.",
    "Needed if it is set",
    "Optional if first is short.",
    "Either pass a text or an id.",
)
REQUIRED = (
    "The key. This is required.",
    "The key. Must be provided.",
    "Always required.",
    "The key. You must always provide this.",
    "The key. Cannot be omitted.",
    "second (string, required): The key",
)
OPTIONAL = (
    "The key. This is optional.",
    "The key. Can be omitted.",
    "The key. Not required.",
    "The key. If not provided, all keys are used.",
    "The key. Omit to read all of them.",
)
NO_NEED = ("The key. If omitted, the call fails.", "The key. If not provided, an error is raised.")


NUMBERS = (
    "How many; cannot be more than 500.",
    "How many, between 1 and 20.",
    "How many (default 5, max 50).",
    "Set to at most 10.",
    "Length, must be positive.",
    "Page number, starting at 1.",
    "Depth of it (макс. 50)",
    "Cantidad, máximo 20",
    "Quantidade (máx: 20)",
    "\u6570\u91cf\uff0c\u6700\u591a 10",
    "\u6570\u91cf\uff0c\u8303\u56f4 1-20",
    "1\u523020\u4e4b\u95f4",
    "\u6570\u91cf\uff0c\u81f3\u5c11 2",
    "Cantidad, entre 1 y 20.",
    "Anzahl, h\u00f6chstens 20",
    "Nombre, au moins 2",
    "Quantidade, pelo menos 2",
)
NO_NUMBERS = (
    "Set 0 for unlimited. Any positive integer limits it.",
    "How many, at least 10; 0 disables it.",
    "-1 = no limit, otherwise it must be greater than 0.",
    "Seconds to wait, 0 or omit for no timeout; must be positive.",
    "How many times to try, where 10 is what works best.",
)

# In Chinese, Japanese, Korean, Russian, Spanish, Portuguese, German and French.
DEFAULTS = (
    "\u6570\u91cf\uff0c\u9ed8\u8ba4 3",
    "\u6570\u91cf\uff08\u9ed8\u8ba4\u503c\u4e3a10\uff09",
    "\u30c7\u30d5\u30a9\u30eb\u30c8\u306f10",
    "\uae30\ubcf8\uac12: 10",
    "\u0427\u0438\u0441\u043b\u043e (\u043f\u043e \u0443\u043c\u043e\u043b\u0447\u0430\u043d\u0438\u044e 10)",
    "Cantidad (por defecto 10)",
    "Quantidade, padr\u00e3o: 10",
    "Anzahl (Standard: 10)",
    "Nombre, par d\u00e9faut 10.",
)
NO_DEFAULTS = (
    "\u9ed8\u8ba4 3 \u5929\u5185",
    "\u9ed8\u8ba4\u4eca\u5929",
    "\u975e\u9ed8\u8ba4 3",
    "Anzahl nach Standard 10-A",
    "Cantidad por defecto de 10 p\u00e1ginas",
)
CONSTANTS = ("Must be explicitly set to true", "Must be set to true.", "Confirm it. Must explicitly be true.")
NO_CONSTANTS = ("Must be explicitly set to true to delete all.", "Must be true or false.", "Whether it must be true.")
WHOLE = ("Traversal depth", "How many levels below it.", "Depth of nested folders (1-3)")
NO_WHOLE = ("Depth of the pool in metres.", "How deep it is.", "Depth in decimal levels.")


def _tool(description: str, schema: JsonObject, required: Sequence[str]) -> JsonValue:
    properties: JsonObject = {"first": {"type": "string"}, "second": {**schema, "description": description}}
    closed: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"description": "Do it.", "input_schema": closed | ({"required": [*required]} if required else {})}


CLAIMS: Mapping[str, tuple[str, JsonObject, Sequence[str], Sequence[str], Sequence[str]]] = {
    "choices": ("closed_value_set_in_prose", {"type": "string"}, (), CHOICES, NO_CHOICES),
    "counts": ("bounds_in_prose_agree", LIST, (), COUNTS, NO_COUNTS),
    "numbers": ("bounds_in_prose_agree", {"type": "integer"}, (), NUMBERS, NO_NUMBERS),
    "formats": ("format_in_prose", {"type": "string"}, (), FORMATS, NO_FORMATS),
    "dependencies": ("variant_boundaries", {"type": "string"}, (), DEPENDENCIES, NO_DEPENDENCIES),
    "defaults": ("default_in_prose_agrees", {"type": "integer"}, (), DEFAULTS, NO_DEFAULTS),
    "constants": ("closed_value_set_in_prose", {"type": "boolean"}, (), CONSTANTS, NO_CONSTANTS),
    "required": ("guidance_contradicts_schema", {"type": "string"}, (), REQUIRED, OPTIONAL),
    "optional": ("guidance_contradicts_schema", {"type": "string"}, ("second",), OPTIONAL, (*REQUIRED, *NO_NEED)),
}


@check_each("kind", list(CLAIMS))
def test_a_claim_is_found_in_any_words_and_nothing_else_is_one(kind: str) -> None:
    rule, schema, required, claims, others = CLAIMS[kind]
    expected = [*((text, True) for text in claims), *((text, False) for text in others)]
    assert [text for text, is_claim in expected if bool(found(rule, _tool(text, schema, required))) != is_claim] == []


def test_levels_below_each_other_are_whole_and_a_measured_depth_is_not() -> None:
    for text, is_whole in (*((text, True) for text in WHOLE), *((text, False) for text in NO_WHOLE)):
        depth: JsonObject = {"type": "number", "description": text}
        assert bool(found("count_is_integer", [{"name": "ReadTree", **_properties(depth=depth)}])) == is_whole, text


def _properties(**properties: JsonValue) -> JsonObject:
    return {"input_schema": {"type": "object", "additionalProperties": False, "properties": {**properties}}}


def test_values_that_the_text_of_a_result_lists_are_only_worth_knowing() -> None:
    status: JsonObject = {"type": "string", "description": 'How it ended: "done", "failed" or "stopped"'}
    result: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"status": status}}
    tool: JsonObject = {"name": "RunJob", "result_envelope": {"success_result_schema": result}}
    (finding,) = found("closed_value_set_in_prose", tool)
    assert (finding.level, finding.hint) == (Level.INFO, 'add "enum": ["done","failed","stopped"] to its schema')


def test_a_member_that_an_object_must_include_is_found_where_it_is_declared() -> None:
    for text, is_missing in (
        ("Above it. Must include a page_id if used.", True),
        ("Above it. Must include a row_id if used.", False),
        ("Above it. Must include a page_id or a link.", False),
    ):
        parent: JsonObject = {"type": "object", "description": text, "properties": {"page_id": {"type": "string"}}}
        assert bool(found("guidance_contradicts_schema", {"parent": parent})) == is_missing, text


def test_what_a_field_is_under_one_value_of_another_field_is_a_variant() -> None:
    for text, is_variant in (
        ("Mention object if type is 'mention'.", True),
        ("Mention object if type is known.", False),
        ("Optional text if type is 'mention'.", False),
    ):
        fields: JsonObject = {
            "type": {"enum": ["text", "mention"]},
            "mention": {"type": "string", "description": text},
        }
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields}
        assert bool(found("variant_boundaries", {"input_schema": schema})) == is_variant, text


def test_a_case_of_two_fields_is_split_by_both_and_the_witness_has_both() -> None:
    text = "Its labels. Required for: create when kind is menu."
    fields: JsonObject = {
        "action": {"enum": ["create", "remove"]},
        "kind": {"enum": ["menu", "text"]},
        "labels": {"type": "string", "description": text},
    }
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields}
    (finding,) = found("variant_boundaries", {"input_schema": schema})
    assert finding.evidence["witness"] == {"action": "create", "kind": "menu"}
    assert "split the tool by `kind` and `action`, or" in (finding.hint or "")


def test_a_field_that_is_only_ignored_in_a_case_breaks_no_call() -> None:
    for text, levels in (
        ("Ignored when draft is true.", []),
        ("Has no effect if draft is true.", []),
        ("Must be omitted when draft is true.", [Level.WARNING]),
    ):
        fields: JsonObject = {"draft": {"type": "boolean"}, "label": {"type": "string", "description": text}}
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields}
        assert [one.level for one in found("variant_boundaries", {"input_schema": schema})] == levels, text


def test_what_excluded_another_field_once_excludes_it_no_more() -> None:
    for text, is_claim in (("Previously mutually exclusive with url.", False), ("Mutually exclusive with url.", True)):
        fields: JsonObject = {"url": {"type": "string"}, "path": {"type": "string", "description": text}}
        schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": fields}
        assert bool(found("variant_boundaries", {"input_schema": schema})) == is_claim, text
