"""Errors are told from texts that speak of errors; secrets from texts that speak of secrets."""

import time

from conformance.callback.error_texts import is_informative, looks_like_error
from conformance.callback.sensitive import secrets_in
from conformance.settings.profiles import load_profile
from tests.cases import check_each

TABLES = load_profile("rap_2026_seed").message_tables


@check_each(
    "text",
    [
        "Error: no file 'a'", "Error:", "Error:x", "ERROR - disk full", "error 404: not found", "error[E0308]: types",
        "Fatal: no repository", "ValueError: bad literal", "java.io.IOException: closed", "An error occurred",
        "Traceback (most recent call last):\n  ...", "thread 'main' panicked at src/a.rs:1:2", "Failed to copy a.txt",
        "Unable to reach the host", "  Error: indented", "Uncaught TypeError: x", "Error",
        "API rate limit exceeded. Retry after 60 seconds.", "Error API rate limit exceeded. Retry after 60 seconds.",
        "rate limit exceeded", "Permission denied", '{"error": "rate limit exceeded"}',
    ],
)  # fmt: skip
def test_an_error_is_recognised(text: str) -> None:
    assert looks_like_error(text, TABLES.error_prefix, TABLES.error_openings)


@check_each(
    "text",
    [
        "", "Errors: none", "Error rate: 3%", "0 errors found", "Error handling was moved", "Failed tests: 0", "error",
        "The error is in line 3", '{"error": null}', "Warning: disk almost full", "Exceptions are listed below: a, b",
        "Failed to fetch 2 of 5 pages; the rest follows\n1 ...", "failed", "ErrorBoundary.tsx", "No results",
        "Unable to find any issue; all checks pass.", "Rate limit exceeded events: 0", "Permission denied entries: 3",
    ],
)  # fmt: skip
def test_a_text_that_speaks_of_errors_is_none(text: str) -> None:
    assert not looks_like_error(text, TABLES.error_prefix, TABLES.error_openings)


@check_each(
    ("text", "says"),
    [
        ("Error: ", False),
        ("Error: null", False),
        ("Error: something went wrong", False),
        ("Error: KeyError", False),
        ("Error: 500", False),
        ("Error: permission denied", False),
        ("Error: API rate limit exceeded.", False),
        ("Error: rate limit exceeded. Retry after 60 seconds.", True),
        ("Error: missing field 'name'", True),
        ("Error: no such file: notes/a.txt", True),
        ("Error: exit status 1", True),
        ("Error: the token lacks a permission", True),
        ("Error: \u6587\u4ef6\u672a\u627e\u5230", True),
    ],
)
def test_an_error_is_actionable_when_it_tells_more_than_that_it_is_one(text: str, says: bool) -> None:
    told = is_informative(text, TABLES.error_prefix, TABLES.generic_error_words, TABLES.fewest_error_words)
    assert told is says


SECRETS = [
    ("a private key", "-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3Blbn"),
    ("an AWS access key id", "key AKIA" + "Q7" * 8),
    ("an AWS secret access key", "aws_secret_access_key = " + "aB3/" * 10),
    ("a GitHub token", "ghp_" + "0" * 18 + "\n" + "0" * 18),
    ("a GitHub token", "github_pat_" + "1a" * 20),
    ("a GitLab token", "glpat-" + "a1" * 10),
    ("a Slack token", "xoxb-" + "1" * 12),
    ("an Anthropic key", "sk-ant-" + "a1" * 12),
    ("an OpenAI key", "sk-proj-" + "a1" * 12),
    ("a Stripe key", "sk_live_" + "a1" * 10),
    ("a Google API key", "AIza" + "a1-_b" * 7),
    ("an npm token", "npm_" + "a1" * 18),
    ("a PyPI token", "pypi-AgE" + "a1" * 25),
    ("a JSON Web Token", "eyJ" + "a1" * 8 + ".eyJ" + "b2" * 8 + "." + "c3" * 10),
    ("an Authorization header", "Authorization: Bearer " + "a1" * 10),
    ("a password in a URL", "postgres://svc:" + "hunter22" + "@db.internal/x"),
    ("a password in a URL", "redis://:" + "hunter22" + "@cache.internal/0"),
    ("a password", "x-api-key: " + "4f3c2b1a" * 3),
    ("a password", "pwd=" + "4f3c2b1a" * 3),
    ("a password", "DB_PASSWORD='" + "4f3c2b1a" * 3 + "'"),
    ("an Azure account key", "AccountKey=" + "aB3/" * 21 + "=="),
    ("a session cookie", "Cookie: session_id=" + "a1b2" * 6),
    ("a password", 'api_key = "' + "4f3c2b1a" * 3 + '"'),
]


@check_each(("kind", "text"), SECRETS, ids=[kind for kind, _ in SECRETS])
def test_a_secret_is_found_by_its_form(kind: str, text: str) -> None:
    (found,) = secrets_in(f"before {text} after", TABLES.secrets)
    assert found.kind == kind
    assert found.start >= 7


@check_each(
    "text",
    [
        "password = os.environ['DB_PASSWORD_2024']", "api_key: <your key here>", "ghp_xxx", "password=********",
        "api_key = get_key_2024_v3(region)", "secret_key = settings.SECRET_KEY_V2[0]", "https://example.com:8080/a@b",
        "postgres://user:password@localhost", "postgres://user:${PASS}@db", "http://user:***@host", "sk-learn",
        "the api_key must be 32 characters long", "task-1234567890abcdef1234567890abcdef12", "eyJ begins a token",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b", "client_secret = \"changeme\"", "AKIA", "token: string",
        "Authorization: Bearer <token>", "api_key=model_config.key_for_region_1", "-----BEGIN CERTIFICATE-----",
    ],
)  # fmt: skip
def test_a_text_that_speaks_of_secrets_holds_none(text: str) -> None:
    assert list(secrets_in(text, TABLES.secrets)) == []


def test_every_pattern_reads_hostile_texts_in_linear_time() -> None:
    searched = [*TABLES.secrets.values(), *TABLES.stack_traces.values(), *TABLES.display_only_texts]
    pieces = ["a", "a1", " ", "password=", "://", "a:", "eyJ", "-----BEGIN ", "\tat ", " at a(b", "a://b:c", "\n",
              "A1_./-", "eyJaaaaaaaaa.", "password=a1", "thread '", 'File "', "see the "]  # fmt: skip
    for pattern in searched:
        for piece in pieces:
            began = time.process_time()
            pattern.search(piece * (200_000 // len(piece)))
            assert time.process_time() - began < 2, (pattern.pattern, piece)
