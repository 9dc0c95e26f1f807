"""A secret is found and masked whatever is around it, and what is not one stays what it is."""

import json
import time
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.callback.masking import mask_text, secret_pieces
from conformance.callback.sensitive import readings_of, secrets_in
from conformance.settings.profiles import load_profile
from conformance.systems.credentials import mask_excerpt, mask_printed
from tests.callback.secret_texts import CONTEXTS, SECRETS, TOKEN_IN_PARTS
from tests.cases import check_each

PATTERNS = load_profile("rap_2026_seed").message_tables.secrets
PARTS = (
    *("\\", "\\\\", "n", "\\n", "\\u00e9", "%", "%3D", "%25", "\x1b", "\x1b[0m", "\x9b", "[", "a1", " ", '"', "\u4ee4"),
    *("ghp_", "A1" * 10),
)


def test_there_is_a_secret_of_each_kind() -> None:
    assert SECRETS.keys() == PATTERNS.keys()


@check_each(("kind", "context"), product(SECRETS, CONTEXTS))
def test_a_secret_is_found_and_masked_in_any_context(kind: str, context: str) -> None:
    secret, body = SECRETS[kind]
    text = CONTEXTS[context](secret)
    assert kind in {found.kind for found in secrets_in(text, PATTERNS)}
    shown = [mask_text(text, frozenset(), PATTERNS), mask_printed(text), mask_excerpt(text.encode())]
    shown.append(mask_text(text[: text.index(body) + 12], secret_pieces([text], PATTERNS), PATTERNS))
    assert [one for one in shown if body[:8] in one or body[-8:] in one] == []


def test_only_the_secret_is_masked() -> None:
    for context, secret in product(CONTEXTS.values(), ("a GitHub token", "a Slack token", "a JSON Web Token")):
        token = SECRETS[secret][0]
        assert mask_text(context(token), frozenset(), PATTERNS) == context(token).replace(token, "***")


def test_a_token_with_colours_in_it_is_found() -> None:
    for text in (TOKEN_IN_PARTS, json.dumps(TOKEN_IN_PARTS)):
        assert [one.kind for one in secrets_in(text, PATTERNS)] == ["a GitHub token"]


@check_each(
    "text",
    [
        "taskghp_" + "A1" * 20, "nghp_" + "A1" * 20, "3Dghp_" + "A1" * 20, "\\u0041ghp_" + "A1" * 20,
        "u003dghp_" + "A1" * 20, "100% of AKIA words", "C:\\new\\token\\task-1", "%3Cyour-api-key%3E", "\\\\n", "%",
        '{\\"api_key\\": \\"<your key>\\", \\"n\\": 1}', "https%3A%2F%2Fexample.com%3A8080%2Fa%40b",
    ],
)  # fmt: skip
def test_a_token_inside_a_word_and_escapes_without_one_are_no_secrets(text: str) -> None:
    assert list(secrets_in(text, PATTERNS)) == []


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(st.lists(st.sampled_from(PARTS), max_size=20))
def test_each_reading_knows_where_its_characters_are(parts: list[str]) -> None:
    text = "".join(parts)
    for reading in readings_of(text):
        spans = [reading.source_span(at, at + 1) for at in range(len(reading.text))]
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
        kept = [(one, text[start:end]) for one, (start, end) in zip(reading.text, spans, strict=True)]
        assert all(one == shown or shown[0] in "\\%\x1b\x9b" for one, shown in kept)


def test_hostile_escapes_are_read_in_linear_time() -> None:
    for piece in ("\\", "%", "%25", "\x1b[", "\x1b", "\x1b[0", "\\u00", "\\\\n", "\x9b0;", "\\\\\\x", "%5C"):
        text = piece * (400_000 // len(piece))
        began = time.process_time()
        assert list(secrets_in(text, PATTERNS)) == []
        assert mask_printed(text) == text
        assert time.process_time() - began < 5, piece
