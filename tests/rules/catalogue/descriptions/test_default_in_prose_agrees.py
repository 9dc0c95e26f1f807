"""A default of the text counts if it is a value of the field."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("said", "schema", "is_reported"),
    [
        ("Where they are, as used (default, best to clean up).", {"enum": ["usage", "all"]}, False),
        ('"usage" shows where they are used (default, best to clean up).', {}, False),
        ("Where they are, all (default).", {"enum": ["usage", "all"]}, True),
        ("Where they are. Defaults to used.", {"enum": ["used", "usage"]}, True),
        ("Where they are. Defaults to every.", {"enum": ["usage", "all"]}, True),
        ("Where they are: every (default).", {}, True),
    ],
)
def test_a_word_that_is_not_one_of_the_values_only_explains_the_default(
    said: str, schema: JsonObject, is_reported: bool
) -> None:
    properties: JsonObject = {"mode": {"type": "string", "default": "usage", "description": said, **schema}}
    assert bool(found("default_in_prose_agrees", properties)) == is_reported
