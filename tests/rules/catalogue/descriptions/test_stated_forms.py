"""A form is read where a text states it by a template or a sample, and not where it is that of something else."""

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.wordings import TEXT, TEXTS, findings_of


def _levels(kind: JsonObject, name: str, text: str) -> list[Level]:
    return [one.level for one in findings_of("format_in_prose", kind, name, text)]


@check_each(
    ("kind", "name", "text"),
    [
        (
            TEXT,
            "filter",
            "Case-sensitive filter in the format 'pageIdentifier = abc123' or 'pageIdentifier IN (abc123, def456)'",
        ),
        (TEXT, "filter", "Filter expression of the form `field operator value`"),
        (TEXT, "where", 'Condition in the form "column = value"'),
        (
            TEXT,
            "condition",
            'A string describing the condition, format: "piece_type on square_name" (e.g., "bishop on a3")',
        ),
        (
            TEXT,
            "forecast_start_dt_str",
            "The datetime str in '%Y-%m-%d %H:%M:%S' format of the first value in the forecast horizon.",
        ),
        (TEXT, "serviceAndPlan", "Format: service_slug:plan_slug (e.g., heroku-postgresql:essential-0)"),
        (TEXT, "name", 'Name of the deployment to retrieve, in format "flow_name/deployment_name".'),
        (
            TEXT,
            "assignedTo",
            "The assignee in format 'user:ID' or 'team:ID_OR_SLUG' where ID is numeric. Example: 'user:123456'.",
        ),
        (TEXT, "upid", "Unique task id. Format: 'UPID:node:hex:hex:hex:type:id:user@realm:'."),
        (TEXT, "connectionString", "MongoDB connection string (in the mongodb:// or mongodb+srv:// format)"),
        (TEXT, "ghsaId", "GitHub Security Advisory ID (format: GHSA-xxxx-xxxx-xxxx)."),
        (TEXT, "cve", "CVE ID in the format CVE-YYYY-NNNN"),
        (TEXT, "namespace", "\u77e5\u8bc6\u5e93\u7684\u547d\u540d\u7a7a\u95f4\uff0c\u683c\u5f0f\u4e3a user/repo"),
        (TEXT, "data", "Fecha en formato AAAA-MM-DD"),
        (TEXT, "datum", "Datum im Format TT.MM.JJJJ"),
        (TEXT, "date", "Date au format JJ/MM/AAAA"),
        (TEXT, "locale", "Locale in the form xx-XX"),
        (TEXT, "version", "Version in semver format (x.y.z)"),
        (TEXT, "ein", "EIN (format: XX-XXXXXXX)"),
        (TEXT, "ssn", "SSN in format 123-45-6789"),
        (TEXT, "ts", "The timestamp of the parent message in the format '1234567890.123456'"),
        (TEXT, "image", "Docker image in the form name:tag"),
        (TEXT, "package", "Package in name@version format"),
        (TEXT, "lines", "Lines in the form START:END"),
        (TEXT, "ticket", "Ticket in the form ABC-123"),
        (TEXT, "variant", "Variant in the form chr-pos-ref-alt"),
        (TEXT, "emoji", "Emoji in the :name: format"),
        (TEXT, "symbol", "Trading pair in BASE/QUOTE format, e.g. BTC/USDT"),
        (TEXT, "outpoint", "Outpoint in format 'txid_vout'"),
    ],
)
def test_a_form_that_a_text_calls_one_is_a_warning(kind: JsonObject, name: str, text: str) -> None:
    assert _levels(kind, name, text) == [Level.WARNING]


@check_each(
    ("kind", "name", "text"),
    [
        (TEXT, "geolocation", "Geolocation (`<latitude>,<longitude>`) to emulate. Latitude between -90 and 90."),
        (
            TEXT,
            "viewport",
            "Emulate device viewports '<width>x<height>x<devicePixelRatio>[,mobile][,touch][,landscape]'.",
        ),
        (TEXT, "coins", "set of comma-separated tokens defined as {chain}:{address}"),
        (TEXTS, "expected", "What changed. Recognized formats: 'file:foo.py:added', 'git:committed', 'tests:pass'."),
        (TEXTS, "routes", "Routes, each in the format FROM-TO"),
        (TEXT, "lang", "Language code <lang>-<REGION>"),
    ],
)
def test_a_form_by_its_places_or_of_items_is_an_info(kind: JsonObject, name: str, text: str) -> None:
    assert _levels(kind, name, text) == [Level.INFO]


@check_each(
    ("kind", "name", "text"),
    [
        (TEXT, "output", "Result in the format requested by the caller"),
        (TEXT, "format", "Output format: json, yaml or text"),
        (TEXT, "format", "Format: landscape/portrait"),
        (TEXT, "layout", "Layout as top-down or left-right"),
        (TEXT, "text", "Text to write, formatted as markdown"),
        (TEXT, "text", "Text in human-readable format"),
        (TEXT, "note", "Notes, in free-form style"),
        (TEXT, "name", "Name of the file; it is saved as `page-{timestamp}.{ext}`."),
        (TEXT, "title", "Title. The result is returned in the form 'title: text'."),
        (TEXT, "prompt", "What to draw, in the style of 'Monet or Manet'"),
        (TEXT, "path", "Request path, e.g. /projects/{id}/tasks/{task}"),
        (TEXT, "query", "Query with dates in the format 'YYYY-MM-DD'"),
        (TEXT, "q", "Search words, as in GitHub's search"),
        (TEXT, "ref", "Reference, such as owner/repo or a URL"),
        (TEXT, "target", "Target: id, or in the format 'team:slug' for teams"),
        (TEXT, "id", "ID or name in format 'flow_name/deployment_name'."),
        (TEXT, "mode", "Mode (as set in the config)"),
        (TEXT, "kind", "Kind, used as a follow-up"),
        (TEXT, "template", "Template such as `{a}:{b}`"),
        (TEXT, "date_format", "Date format, in the form 'YYYY-MM-DD'"),
        (TEXT, "pattern", "Pattern in the form '<a>-<b>'"),
        (TEXT, "message", "Message. Supports {{name}} placeholders."),
        (TEXT, "code", "Code as plain-text"),
        (TEXT, "topic", "Topic known as state-of-the-art"),
        (TEXT, "style", "Written as end-to-end guide"),
        (TEXT, "data", "Data in key-value format"),
        (TEXT, "report", "Report in CSV/JSON format"),
        (TEXT, "report", "A report format such as lcov/clover"),
        (TEXT, "audio", "Audio in mp3/wav format"),
        (TEXT, "lang", 'Language, given as "English" or "German"'),
        (TEXT, "place", "Place, given as city name"),
        (TEXT, "label", "Label. Use the format of your team."),
        (TEXT, "label", "Follow the pattern of earlier labels"),
        (TEXT, "note", "Note. Do not use the format 'a:b'."),
        (TEXT, "note", "Note, not in the form 'a=b'"),
        (TEXT, "expr", "Values like x/y are computed as a/b"),
        (TEXT, "expr", "Either as name:value or as a number"),
        (TEXT, "file", "File. Parsed as key=value lines when it is a properties file."),
        (TEXT, "content", "Content. If it is in the form 'key=value', pairs are read."),
        (TEXT, "content", "When given as 'a:b', the parts are split"),
        (TEXT, "sort", "Sort as ascending/descending"),
        (TEXT, "view", "View, defined as read-only"),
        (TEXT, "unit", "Unit (km/h)"),
        (TEXT, "ratio", "Ratio of width/height"),
        (TEXT, "id", "Internal id (treated as opaque:string)"),
        (TEXT, "file", "Markdown file written as README.md"),
        (TEXT, "file", "File, provided as report.final.pdf"),
        (TEXT, "host", "Host, e.g. as api.example.com"),
        (TEXT, "msg", "Commit message, following the conventional-commits style"),
        (TEXT, "msg", "Commit message in the style of the repo"),
        (TEXT, "url", "URL with the following format: https://example.com/a"),
        (TEXT, "text", "Text; lines in the form 'Name: value' become headings"),
        (TEXT, "text", "Text to parse. Dates of the form 2024-01-31 are found."),
        (TEXT, "tags", "Tags as key:value pairs or plain words"),
        (TEXT, "name", "Full name as first last"),
        (TEXT, "name", "Name. Format: free text"),
        (TEXT, "size", "Size in the form of a word"),
        (TEXT, "ts", "Timestamp, written as you like"),
        (TEXT, "v", "Value, passed as-is"),
        (TEXT, "v", "Value (passed as is, e.g. 'a:b')"),
        (TEXT, "branch", "Branch name; merged as feature/x into main"),
        (TEXT, "text", "Notation used as C:D in the answer"),
        (TEXT, "answer", "Answer; cited as [1], [2]"),
        (TEXT, "body", "HTML body; variables are written as {{name}}"),
        (TEXT, "body", "Body. Mentions are written as <@user>."),
        (TEXT, "filename", "File name (saved as name-date.csv)"),
        (TEXT, "text", 'Output text as "<name>: <text>" lines is produced'),
        (TEXT, "args", "Arguments, same as for `git:log`"),
        (TEXTS, "notes", "Notes in the style of the house"),
        (TEXTS, "files", "Files in the format of the editor"),
        (TEXTS, "words", "Words; shown as a:b"),
        (TEXTS, "paths", "Paths (as in the config)"),
        (TEXT, "range", "Range of A-B tests to show"),
        (TEXT, "style", "How words look, in 'snake_case' format"),
        (TEXTS, "fields", "Fields to look at. Works with query strings (key=value), forms and JSON."),
    ],
)
def test_what_is_no_form_of_the_value_states_none(kind: JsonObject, name: str, text: str) -> None:
    assert _levels(kind, name, text) == []


def _is_union(name: str, said: str) -> bool:
    return ["several forms" in one.message for one in findings_of("format_in_prose", TEXT, name, said)] == [True]


@check_each(
    ("name", "said"),
    [
        ("block", "Block number, hash, or 'latest'/'pending'."),
        ("block", "Block number or `latest`"),
        ("since", "ISO timestamp or relative time like '1h'"),
        ("since", "ISO date or 'today'"),
        ("since", "First day: YYYY-MM-DD or 'today'."),
        ("start", "ISO date or epoch millis"),
        ("start_time", 'Start time in RFC3339 format (e.g., "2024-01-01T00:00:00Z") or relative time (e.g., "1h")'),
        ("owner", "The wallet address or ENS name to check the balance for"),
        ("host", "Hostname or IP address"),
        ("repo", "GitHub URL or owner/repo"),
    ],
)
def test_one_of_several_fixed_forms_is_noted(name: str, said: str) -> None:
    assert _is_union(name, said)


@check_each(
    ("name", "said"),
    [
        ("who", "Name or email"),
        ("who", "User id or email"),
        ("item", "Number or name of it"),
        ("where", "Path or URL"),
        ("where", "URL or file path"),
        ("who", "Account address or account ID"),
        ("day", "Date or time"),
        ("mode", "'a' or 'b'"),
        ("lang", 'Language, given as "English" or "German"'),
        ("count", "Number of items"),
        ("mode", "Fast or slow, with a number or hash in it"),
        ("host", "Hostname or IP. Also accepts names."),
        ("ref", "Reference, such as owner/repo or a URL"),
        ("who", "Search by email or phone number"),
        ("contact", "Email or phone number of the contact"),
        ("issue", "Issue number or URL"),
    ],
)
def test_what_may_be_any_text_as_well_is_no_union(name: str, said: str) -> None:
    assert not _is_union(name, said)


def test_the_form_of_one_kind_of_value_is_not_that_of_all() -> None:
    kinds = 'A key as "shop:2244", a part as "part:DB945", or a name ("bolt").'
    assert _levels(TEXT, "identifier", kinds) == []
    assert _levels(TEXT, "identifier", 'A key as "shop:2244".') == [Level.WARNING]


def test_how_an_argument_is_passed_is_no_form_of_its_value() -> None:
    assert _levels(TEXT, "berth", "The berth as river=<name>.") != []
    assert _levels(TEXT, "berth", "Pass as berth=<name>. What it is called.") == []


def test_where_a_value_is_found_in_an_address_is_no_form() -> None:
    assert _levels(TEXT, "card", "Card (format: card/<card> in the address)") == []
    assert _levels(TEXT, "card", "Card (format: card/<card>)") != []
