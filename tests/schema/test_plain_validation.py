"""The plain reference validator is asked only what it answers soon."""

from conformance.schema.plain_validation import PlainValidation


def test_it_judges_as_python_does() -> None:
    assert PlainValidation({"pattern": "^a$"}).accepts("a\n") is True
    assert PlainValidation({"multipleOf": 0.1}).accepts(0.3) is False


def test_it_is_not_asked_where_it_could_hang() -> None:
    assert PlainValidation({"pattern": "^(a+)+$"}).accepts("a" * 60 + "!") is None
    assert PlainValidation({"patternProperties": {".*.*.*.*.*=": {}}}).accepts({"x" * 500: 1}) is None


def test_it_is_not_asked_what_it_cannot_read() -> None:
    assert PlainValidation({"pattern": r"\p{L}"}).accepts("a") is None
    assert PlainValidation({"$ref": "https://example.com"}).accepts("a") is None


def test_the_dialect_of_the_schema_counts() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [False], "items": {"pattern": "a"}}
    assert PlainValidation(schema).accepts([1]) is True


def test_it_is_not_asked_what_python_reads_like_everybody() -> None:
    assert PlainValidation({"type": "string"}).accepts(1) is None
