"""The secrets of a source are masked wherever it is named, and where the system prints them."""

from conformance.systems.credentials import mask_excerpt, mask_printed, mask_source, mask_variable
from conformance.systems.sources import find_source
from tests.cases import check_each

SOURCES = {
    'mcp-stdio:"npx -y s --api-key X"': "mcp-stdio:npx -y s --api-key ***",
    "command:node a.js --token 'X": "command:node a.js --token ***",
    "mcp-http:http://u:X@h/mcp": "mcp-http:http://***@h/mcp",
    "https://h/mcp?token=X": "https://h/mcp?token=***",
    f"mcp-stdio:s ghp_{'0' * 36}": "mcp-stdio:s ***",
}

PLAIN = (
    'mcp-stdio:"npx -y some-server"',
    'command:"node adapter.mjs --tokens 5"',
    "python:token.module:TOOLS",
    "http://127.0.0.1:8080/conformance",
    "secret/tools.json",
    "reference",
)


@check_each(("source", "label"), SOURCES.items())
def test_a_source_is_named_without_its_secrets(source: str, label: str) -> None:
    assert mask_source(source) == label


@check_each("source", PLAIN)
def test_a_source_without_a_secret_is_named_as_it_was_written(source: str) -> None:
    assert mask_source(source) == source


def test_a_source_keeps_its_text_to_be_opened_with() -> None:
    source = find_source("mcp-http:http://u:X@h/mcp")
    assert (source.text, source.label) == ("mcp-http:http://u:X@h/mcp", "mcp-http:http://***@h/mcp")


def test_a_variable_is_kept_by_its_name_if_its_value_is_a_secret() -> None:
    given = ("TOKEN=abc", "TOKEN", "DEBUG=1", "TOKEN=", f"X=ghp_{'0' * 36}")
    assert [mask_variable(one) for one in given] == ["TOKEN", "TOKEN", "DEBUG=1", "TOKEN=", "X"]


def test_what_a_system_prints_is_masked_before_it_is_cut() -> None:
    assert mask_printed("no hunter2 here", ["hunter2"]) == "no *** here"
    assert mask_excerpt(b"x" * 190 + b" my-own-value " + b"y" * 50, ["my-own-value"]) == "x" * 190 + " *** yyyyy"
