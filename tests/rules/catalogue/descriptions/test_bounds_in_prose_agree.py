"""A bound counts if its subject is the value of the field, and the schema does not state it in another way."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

WHOLE: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}


def _bounded(name: str, schema: JsonObject, said: str) -> bool:
    return found("bounds_in_prose_agree", {name: {**schema, "description": said}}) != []


@check_each(
    ("name", "schema", "said"),
    [
        ("code", {**TEXT, "pattern": "^[a-z0-9]{1,16}$"}, "Short code, max 16 chars."),
        ("amount", NUMBER, "Montant en euros (max 10 ans)."),
        ("amount", NUMBER, "Amount to pay back (in euros, max 10 months)."),
        ("level", NUMBER, "Trigger condition, as in usage >= 75%."),
        ("level", NUMBER, "Level of users whose rating is at least 3."),
        ("block", WHOLE, "Block up to this many ms for at least one new event."),
        ("wait", WHOLE, "How long to wait until there are at least 3 messages."),
        ("stride", WHOLE, "Bucket stride in seconds (bucket count <= 2000)."),
        ("seeds", TEXTS, "Where to begin (hops <= 3)."),
        ("hops", WHOLE, "How far to go. Keep it <= 4."),
    ],
)
def test_a_bound_of_something_else_is_none(name: str, schema: JsonObject, said: str) -> None:
    assert not _bounded(name, schema, said)


@check_each(
    ("name", "schema", "said"),
    [
        ("code", {**TEXT, "pattern": "^[a-z0-9]+$"}, "Short code, max 16 chars."),
        ("code", {**TEXT, "pattern": "[a-z0-9]{1,16}"}, "Short code, max 16 chars."),
        ("term", NUMBER, "Term of the loan (max 10 years)."),
        ("years", NUMBER, "How long to pay (max 10 years)."),
        ("usage", NUMBER, "Usage to wait for, usage >= 75%."),
        ("wait_seconds", WHOLE, "Wait for at least 3 seconds."),
        ("bucket_count", WHOLE, "How many (bucket count <= 2000)."),
        ("hops", WHOLE, "How far to go (hops <= 3)."),
        ("hops", WHOLE, "How far to go, an integer <= 4."),
        ("hops", WHOLE, "How far to go. Must be >= 4."),
    ],
)
def test_a_bound_of_the_value_in_any_form_is_reported(name: str, schema: JsonObject, said: str) -> None:
    assert _bounded(name, schema, said)
