"""A format that only examples show is told, unless the text takes something else or many texts look like that."""

import json
import re
from zoneinfo import available_timezones

from conformance.documents.values import JsonObject
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.wordings import TEXT, findings_of


def _levels(kind: JsonObject, name: str, text: str) -> list[Level]:
    return [one.level for one in findings_of("format_in_prose", kind, name, text)]


@check_each(
    ("kind", "name", "text"),
    [
        (TEXT, "last", "Return only notes created since given span of months (m), days (s), or hours (h). E.g. 6m"),
        (TEXT, "since", "Show logs since relative time (e.g. '5s', '2m', '3h')"),
        (TEXT, "step", "Query resolution step width (e.g., '60s', '5m', '1h')"),
        (TEXT, "move_san", "The player's move in algebraic notation (e.g., 'e4', 'Nf3', 'Bxe5')."),
        (TEXT, "range", 'Range with sheet prefix, e.g. "Sheet1!A1:F10".'),
        (TEXT, "range", 'Range WITHOUT sheet prefix, e.g. "A1:Z85"'),
        (TEXT, "port_code", "UN/LOCODE port code (e.g., SGSIN for Singapore)"),
        (TEXT, "audio_trim_start", "Timestamp of the trim start point (e.g. '00:00:45' or '00:00:45.25')"),
        (TEXT, "paper_id", "The arXiv ID of the paper to download (e.g. '2103.12345')"),
        (TEXT, "apiVersion", "API version for the Apex class (e.g., '58.0')"),
        (TEXT, "entity_id", "The entity ID to get (e.g. 'light.living_room')"),
        (TEXT, "amount", "Amount of tokens to send as a string (e.g., '100' for 100 tokens)."),
        (TEXT, "content_type", "Content type, e.g. 'text/plain'"),
        (TEXT, "timestamp", "Slack message timestamp, e.g. 1234567890.123456"),
        (TEXT, "subnet", "Subnet, e.g. 10.0.0.0/24"),
        (TEXT, "purl", "Package URL (purl), e.g. pkg:npm/left-pad@1.3.0"),
        (TEXT, "rsid", "dbSNP rs ID (e.g. rs7412)"),
        (TEXT, "pair", "Currency pair such as EUR/USD"),
        (TEXT, "season", 'Season, e.g. "2023-24"'),
        (TEXT, "tz", "UTC offset such as +02:00"),
        (TEXT, "tz", "UTC offset like +02:00"),
        (TEXT, "ratio", "Ratio, such as 16:9"),
        (TEXT, "repo", "Repository, e.g. octo/hello-world"),
        (TEXT, "code", "Stock code (e.g., 'sh.600000', 'sz.000001')"),
        (TEXT, "code", "\u80a1\u7968\u4ee3\u7801\uff0c\u4f8b\u5982 000001.SZ"),
        (TEXT, "period", "\u5468\u671f\uff0c\u4f8b\u5982 '1d', '5m' \u7b49"),
        (TEXT, "codigo", "C\u00f3digo de la cuenta, por ejemplo 'AB-123456'"),
        (TEXT, "depart", "Code du d\u00e9part (ex: 'FR-075')"),
        (TEXT, "urn", "Post URN (example: activity:7234173400267538433)"),
        (TEXT, "app", "Package name of the app (e.g. 'com.example.reader')"),
        (TEXT, "token_id", "Token to query metadata for (e.g. '1234')"),
        (TEXT, "account_id", "Bundle of it (e.g. 'A1-200'). Either this or id must be provided."),
        (TEXT, "quarter", "Quarter, e.g. 2024Q1"),
        (TEXT, "memory", "Memory (e.g. 512Mi, 2Gi)"),
        (TEXT, "width", "Width, e.g. '100px' or '50%'"),
        (TEXT, "since", "Begin (e.g. now-1h, now-7d)"),
        (TEXT, "jid", "Chat to open, e.g. 123456789@s.whatsapp.net"),
        (TEXT, "airport", "Airport (e.g. JFK, LHR)"),
        (TEXT, "resolution", "Resolution. Examples include '1920x1080', '1280x720'"),
        (TEXT, "permissions", "Permissions, e.g. 0644"),
        (TEXT, "domain", "Domain to check, e.g. example.com"),
    ],
)
def test_examples_that_are_written_alike_show_a_format(kind: JsonObject, name: str, text: str) -> None:
    assert _levels(kind, name, text) == [Level.INFO]


@check_each(
    ("kind", "name", "text"),
    [
        (TEXT, "amount", "Amount of text to show (e.g. '3 lines')"),
        (TEXT, "amount", "Amount (e.g. '10', 'all')"),
        (TEXT, "price", "Price or range (e.g. '10', '10-20')"),
        (TEXT, "version", "Version (e.g. '1.0', 'latest')"),
        (TEXT, "version", "Any version, e.g. 1.0"),
        (TEXT, "host", "Host (e.g. 'api.example.com')"),
        (TEXT, "package", "Package to find, by name or id (e.g. 'com.example.app')"),
        (TEXT, "id", "ID of it (e.g. 'my.file', 'other')"),
        (TEXT, "type", "Type (e.g. 'a/b')"),
        (TEXT, "content", "Content (e.g. 'text/plain')"),
        (TEXT, "pair", "Pair of words (e.g. 'UP/DOWN', 'left')"),
        (TEXT, "symbol", "Symbol to search for (e.g. 'BTC/USD')"),
        (TEXT, "season", "Season (e.g. 'winter')"),
        (TEXT, "timezone", "Time zone or city (e.g. +02:00)"),
        (TEXT, "start", "Start, relative (e.g. '2024-01-01')"),
        (TEXT, "wait", "How long, e.g. '5m' or a number"),
        (TEXT, "lat", "Place (e.g. '10') or name"),
        (TEXT, "fee", "Fee tier if any (e.g. '3000')"),
        (TEXT, "fields", "Comma-separated numbers of fields, e.g. 'a.b'"),
        (TEXT, "codes", "\u4ee3\u7801\uff0c\u7528\u9017\u53f7\u5206\u9694\uff0c\u4f8b\u5982 000001.SZ"),
        (TEXT, "model", "Model (e.g. gpt-4-0613)"),
        (TEXT, "region", "Region, e.g. eu-west-1"),
        (TEXT, "branch", "Branch (e.g. feature/JIRA-123)"),
        (TEXT, "file", "File (e.g. report_2024.pdf)"),
        (TEXT, "product", "Product, e.g. 'Phone 15'"),
        (TEXT, "note", "Remarks, e.g. Fig:12"),
        (TEXT, "error_code", "Error code (e.g. ENOENT, EACCES)"),
        (TEXT, "width", "Width, e.g. 100px, auto"),
        (TEXT, "street", "Street, e.g. Main 12"),
        (TEXT, "sort", "Order (e.g. name:asc)"),
        (TEXT, "city", "City like Paris"),
        (TEXT, "owner", "Owner of it, e.g. octo/hello-world"),
        (TEXT, "code", "Code or key (e.g. 'sh.600000')"),
        (TEXT, "code", "Code (e.g. 'sh.600000', '600000.SH')"),
    ],
)
def test_examples_of_what_may_be_any_text_show_none(kind: JsonObject, name: str, text: str) -> None:
    assert _levels(kind, name, text) == []


def test_a_time_without_a_zone_is_no_date_time_of_the_standard() -> None:
    for shown, keyword in (
        ("2030-06-14T17:00:00Z", '"format": "date-time"'),
        ("2030-06-14T17:00:00", '"pattern": "^'),
        ("'2030-06-14 17:00'", '"pattern": "^'),
    ):
        (found,) = findings_of("format_in_prose", TEXT, "sla_deadline", f"Deadline of the job, e.g. {shown}")
        assert keyword in found.hint


def test_the_pattern_of_a_time_zone_accepts_each_zone() -> None:
    (found,) = findings_of("format_in_prose", TEXT, "timezone", "IANA zone, such as Europe/Berlin.")
    pattern = json.loads(found.hint.split()[2])
    zones = [*available_timezones(), "Etc/GMT+5", "Etc/GMT-14", "EST5EDT", "America/Port-au-Prince", "UTC"]
    assert [zone for zone in zones if re.search(pattern, zone) is None] == []
    assert not any(re.search(pattern, text) for text in ("", "Europe/", "Europe Berlin", "UTC+5:30"))
