"""Choices between fields are found where a text only suggests them, and where no text mentions them."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.rules.judging import found

TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}


def _messages(description: str, **properties: JsonValue) -> list[str]:
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    problems = found("variant_boundaries", {"description": description, "input_schema": schema})
    assert all(one.level is Level.INFO for one in problems)
    return [one.message for one in problems]


def test_one_thing_that_may_be_given_once_or_as_a_list_is_found_unless_a_text_mentions_both() -> None:
    message = "`label` and `labels` may both be given or left out, but no text says what counts"
    assert _messages("Read tasks.", label=TEXT, labels=TEXTS) == [message]
    assert _messages("Read tasks.", label={**TEXT, "description": "Beside labels, one more."}, labels=TEXTS) == []
    assert _messages("Read tasks.", label={**TEXT, "default": "mine"}, labels=TEXTS) == []
    assert _messages("Read tasks.", label=TEXT, owners=TEXTS) == []
    assert _messages("Read tasks.", label=TEXT, labels=TEXT) == []


def test_an_empty_default_chooses_nothing() -> None:
    said = "Select a task by name, owner or code."
    message = "choice between `name`, `owner`, `code` is stated only in the description"
    assert _messages(said, name=TEXT, owner={**TEXT, "default": ""}, code=TEXT) == [message]
    assert _messages(said, name=TEXT, owner={**TEXT, "default": "me"}, code=TEXT) == []


def test_half_a_position_is_found_once() -> None:
    said = "Must be provided together with longitude."
    number: JsonObject = {"type": "number"}
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"latitude": {**number, "description": said}, "longitude": number},
    }
    (problem,) = found("variant_boundaries", {"input_schema": schema})
    assert problem.message == "`latitude` is accepted without `longitude`, but means nothing alone"
