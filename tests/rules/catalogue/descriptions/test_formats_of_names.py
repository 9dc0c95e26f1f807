"""What a field is called, or what its text calls the value first, is its format, unless something else is accepted."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("name", "text", "keyword"),
    [
        ("url2", "Second URL to compare", '"format": "uri"'),
        ("url", "URL for opening or closing it", '"format": "uri"'),
        ("page", "A public video URL from the list", '"format": "uri"'),
        ("link", "Video to read", '"format": "uri"'),
        ("forward", "Email address that mails go to", '"format": "email"'),
        ("emailAddress", "", '"format": "email"'),
        ("server_ip", "", '"format": "ipv4" (or "ipv6")'),
        ("mime_type", "", '"pattern": "^[a-z]+/'),
        ("file_hash", "SHA-256 hash of it", '"pattern"'),
        ("currency_code", "", '"pattern": "^[A-Za-z]{3}$"'),
        ("imageBase64", "", '"contentEncoding": "base64"'),
        ("text_color", "Colour as hex string", '"pattern"'),
        ("timezone_name", "IANA timezone name", '"pattern"'),
        ("timezone", "Timezone to convert to (IANA timezone identifier)", '"pattern"'),
        ("start", "First day for filtering results (format: YYYY-MM-DD)", '"format": "date"'),
    ],
)
def test_a_text_has_the_format_that_its_name_or_its_noun_says(name: str, text: str, keyword: str) -> None:
    (finding,) = found("format_in_prose", {name: {"type": "string", "description": text}})
    assert finding.hint.startswith(f"add {keyword}"), finding.hint


@check_each(
    ("name", "text"),
    [
        ("url", "URL or handle of the channel"),
        ("url", "Address, as a link or plain text"),
        ("page", "URL or its path"),
        ("page", 'Is a URL, owner/repo name (e.g. "ada/notes"), a two-word "owner repo" form, or one word'),
        ("uris", "Several route paths"),
        ("remote", "Clone URL of the repository"),
        ("server_ip", "Host or IP"),
        ("page", "Number of the URL in the list"),
        ("image_sha256", "Digest of the image, sha256:..."),
        ("commit_sha1", "Commit to show (abbreviations allowed)"),
        ("expected_md5", "Expected digest; nothing to skip"),
        ("message_text", "Colour as hex string, where there is one"),
    ],
)
def test_a_name_or_a_noun_that_is_one_of_several_states_no_format(name: str, text: str) -> None:
    assert found("format_in_prose", {name: {"type": "string", "description": text}}) == []


def test_the_items_of_a_list_have_the_format_that_its_name_in_the_plural_says() -> None:
    assert _hints("urls", "Pages to read") == ['add "format": "uri" to the schema of its items']
    assert _hints("copies", "List of BCC recipient email addresses") == [
        'add "format": "email" to the schema of its items'
    ]
    assert _hints("domains", "An array of domain names to check") == [
        'add "format": "hostname" to the schema of its items'
    ]
    assert _hints("urls", "Pages to read, or ids") == []
    assert _hints("titles", "Pages to read") == []


def _hints(name: str, text: str) -> list[str | None]:
    items: JsonObject = {"type": "string"}
    schema: JsonValue = {"type": "array", "items": items, "maxItems": 9, "description": text}
    return [one.hint for one in found("format_in_prose", {name: schema})]
