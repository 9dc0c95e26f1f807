"""What is passed under the name of a secret is masked; what only looks like such a name is printed as it is."""

import shlex

import pytest

from conformance.callback.credentials import (
    header_secrets,
    is_secret_name,
    is_secret_variable,
    join_words,
    mask_prose,
    mask_url,
    mask_words,
    secret_values,
)
from tests.cases import check_each

UUID = "550e8400-e29b-41d4-a716-446655440000"
HASH = "0123456789abcdef0123456789abcdef01234567"
ADDRESS = "MzQ5NDk1YWEtNGY4Mi00ZjY2LTk4ZjQtYjE5MTk5MTk5MTkxOmFi"

COMMANDS = {
    "server --api-key X": "server --api-key ***",
    "server --token=X": "server --token=***",
    "server -password hunter": "server -password ***",
    "server --clientSecret 'two words'": "server --clientSecret ***",
    "curl -H 'Authorization: Bearer X' http://h": "curl -H 'Authorization: Bearer ***' http://h",
    "curl -H 'Authorization:Bearer X'": "curl -H 'Authorization:Bearer ***'",
    "curl -H 'X-Api-Key: X'": "curl -H 'X-Api-Key: ***'",
    "curl -H 'Cookie: a=b; c=d'": "curl -H 'Cookie: ***'",
    "KEY=X cmd": "KEY=*** cmd",
    "env OPENAI_API_KEY=X npx -y s": "env OPENAI_API_KEY=*** npx -y s",
    "docker run -e GITHUB_TOKEN=X image": "docker run -e GITHUB_TOKEN=*** image",
    "sh -c 'node a.js --api-key X'": "sh -c 'node a.js --api-key ***'",
    f"npx cli run s --key {UUID}": "npx cli run s --key ***",
    """npx s --config '{"apiKey":"X","n":1}'""": """npx s --config '{"apiKey":"***","n":1}'""",
    "psql postgres://u:pw@h/db": "psql postgres://***@h/db",
    "x 'Server=a;Password=hunter'": "x 'Server=a;Password=***'",
}
"""Commands with a secret, and how each is printed."""

PLAIN_COMMANDS = (
    "python token.py --tokens 5 --max-token 5 --token-limit 9",
    f"cat /repo/{HASH}/secret/key.pem",
    "server --sort-key name --public-key abcdef123456789 --primary_key id",
    "server --token ./token.txt --private-key /etc/keys/own.pem",
    "server --token '$TOKEN' --api-key '${API_KEY}' --password YOUR_PASSWORD --secret '<secret>'",
    "server --use-token a.js --no-auth b.js --token -v",
    "server --auth none --key name --page_token 5",
    "uvx --from git+ssh://git@github.com/a/b server",
    "docker run acme/secret:latest",
    "env DEBUG=1 SORT_KEY=name LANG=C PWD=/home/me s",
)

URLS = {
    "http://user:p@w@host:80/a@b": "http://***@host:80/a@b",
    "http://h/?token=X&x=1": "http://h/?token=***&x=1",
    "http://h/mcp?x=1&api_key=X#top": "http://h/mcp?x=1&api_key=***#top",
    "http://h/?key=AbC123456789": "http://h/?key=***",
    f"https://h/api/mcp/s/{ADDRESS}/mcp": "https://h/api/mcp/s/***/mcp",
}

PLAIN_URLS = (
    "http://host/a",
    "http://git@host/a",
    "http://localhost:3000/@scope/a@b",
    "http://h/?page_token=5&sort_key=name&key=name",
    f"http://h/{HASH}/{UUID}",
)

PROSE = {
    "invalid token: abc123def456": "invalid token: ***",
    "login with password=hunter22 failed": "login with password=*** failed",
    "ran --api-key abc123def9 twice": "ran --api-key *** twice",
    "sent Bearer abcdef123456.": "sent Bearer ***",
    "GET http://a:b@h/x?token=ab12cd34ef HTTP/1.1": "GET http://***@h/x?token=*** HTTP/1.1",
    r'{"log": "{\"api_key\": \"abc123def456\"}"}': r'{"log": "{\"api_key\": \"***\"}"}',
    "u?access_token%3Dabc123def456%26x": "u?access_token%3D***%26x",
    "postgres%3A%2F%2Fu%3Apass1234%40h": "postgres%3A%2F%2F***%40h",
}

PLAIN_PROSE = (
    "client = Client(api_key=api_key, token=self.token, password=load1(2))",
    'File "/home/me/token.py", line 12345678, in secret_key',
    "KeyError: 'token'; token=None; --token is required, --api-key API_KEY sets it",
    "Missing API key: set OPENAI_API_KEY=<your key> or pass --api-key KEY",
    "Bearer authentication failed, token: expected a string, tokens=40960 max_tokens=1024x1024",
    f"checked out commit {HASH}",
)


@check_each(("command", "masked"), COMMANDS.items())
def test_a_secret_on_a_command_line_is_masked(command: str, masked: str) -> None:
    assert join_words(mask_words(shlex.split(command))) == masked


@check_each("command", PLAIN_COMMANDS)
def test_a_command_without_a_secret_is_printed_as_it_is(command: str) -> None:
    words = shlex.split(command)
    assert mask_words(words) == words
    assert list(secret_values(words)) == []


@check_each(("url", "masked"), URLS.items())
def test_a_secret_in_an_address_is_masked(url: str, masked: str) -> None:
    assert mask_url(url) == masked
    assert mask_words([url]) == [masked]


@check_each("url", PLAIN_URLS)
def test_an_address_without_a_secret_is_printed_as_it_is(url: str) -> None:
    assert mask_url(url) == url
    assert mask_prose(url) == url


@check_each(("text", "masked"), PROSE.items())
def test_a_random_value_after_the_name_of_a_secret_is_masked_in_any_text(text: str, masked: str) -> None:
    assert mask_prose(text) == masked


@check_each("text", PLAIN_PROSE)
def test_code_advice_and_words_after_such_a_name_are_no_secrets(text: str) -> None:
    assert mask_prose(text) == text


def test_what_a_command_passes_is_known_so_that_it_is_found_elsewhere() -> None:
    words = shlex.split(
        "server --api-key first1 -H 'Authorization: Bearer second' --token=third3 http://u:fourth@h -p x"
    )
    assert list(secret_values(words)) == ["first1", "second", "third3", "u:fourth"]
    assert list(secret_values(["--token", "short"])) == [], "it may be a part of any word"


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        *((one, True) for one in ("AUTH=hunter2x!", "DB_PASS=a1b2c3", "API_TOKEN=correct", "SESSION_ID=0f9a-77b1")),
        *((one, False) for one in ("AUTH=disabled", "AUTH=oauth2-pkce", "AUTH=$TOKEN", "PASS=12345678", "MODE=a1b2c3")),
        *((one, False) for one in ("AUTH=a1b2c", "PAT=/etc/pat.key", "SORT_KEY=a1b2c3")),
    ],
)
def test_a_variable_with_the_name_of_a_credential_is_one_unless_its_value_is_a_word(
    variable: str, expected: bool
) -> None:
    name, _, value = variable.partition("=")
    assert is_secret_variable(name, value) is expected


def test_the_name_of_a_variable_tells_whether_its_value_is_a_secret() -> None:
    secret = ("GITHUB_TOKEN", "OPENAI_KEY", "PGPASSWORD", "clientSecret", "X-Api-Key")
    plain = ("PATH", "DEBUG", "MAX_TOKENS", "SORT_KEY", "TOKEN_FILE", "KEYBOARD")
    assert [is_secret_name(name) for name in secret] == [True] * len(secret)
    assert [is_secret_name(name) for name in plain] == [False] * len(plain)


@check_each(
    ("name", "value", "secrets"),
    [
        ("Authorization", "Bearer abc123def", ["Bearer abc123def", "abc123def"]),
        (
            "Authorization",
            "Basic dXNlcjpzM2NyZXQx",
            ["Basic dXNlcjpzM2NyZXQx", "dXNlcjpzM2NyZXQx", "s3cret1", "user:s3cret1"],
        ),
        ("Cookie", "sid=abc123def; x=1", ["abc123def", "sid=abc123def", "sid=abc123def; x=1"]),
        ("X-Tenant", "my company", ["my company"]),
        ("X-Any", "Token abc123def", ["Token abc123def", "abc123def"]),
    ],
)
def test_the_secret_of_a_header_is_known_with_its_scheme_and_alone(name: str, value: str, secrets: list[str]) -> None:
    assert header_secrets(name, value) == sorted(secrets)


def test_no_text_takes_more_than_linear_work() -> None:
    # a quadratic search of these takes minutes
    for text in (
        "a-",
        "a.",
        "token",
        "x_token: ",
        "//a",
        "http://aA1/",
        "--",
        "bearer ",
        "max_",
        "key=a ",
        "token%3D",
        "\\n//",
    ):
        assert mask_prose(text * 20_000) is not None
        assert mask_words([text * 20_000])
