"""A schema is read in the dialect that it names, and in 2020-12 when it names none."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.dialects import dialect_of, known_uris


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("https://json-schema.org/draft/2020-12/schema", "2020-12"),
        ("https://json-schema.org/draft/2020-12/schema#", "2020-12"),
        ("https://json-schema.org/draft/2019-09/schema", "2019-09"),
        ("http://json-schema.org/draft-07/schema#", "draft-07"),
        ("https://json-schema.org/draft-07/schema#", "draft-07"),
        ("http://json-schema.org/draft-04/schema", "draft-04"),
    ],
)
def test_a_dialect_is_known_by_its_uri_with_or_without_an_empty_fragment(uri: str, name: str) -> None:
    dialect = dialect_of({"$schema": uri})
    assert dialect is not None
    assert dialect.name == name


@pytest.mark.parametrize("schema", [{}, True, None])
def test_without_a_name_it_is_2020_12(schema: JsonValue) -> None:
    dialect = dialect_of(schema)
    assert dialect is not None
    assert (dialect.name, dialect.id_keyword, dialect.ref_hides_siblings) == ("2020-12", "$id", False)


@pytest.mark.parametrize("uri", ["https://example.com/mine", 7, None, ""])
def test_an_unknown_dialect_is_none(uri: JsonValue) -> None:
    assert dialect_of({"$schema": uri}) is None


def test_draft_04_names_a_schema_by_id() -> None:
    dialect = dialect_of({"$schema": known_uris()[0]})
    assert dialect is not None
    assert dialect.id_keyword == "id"


def test_the_drafts_have_their_numbers() -> None:
    drafts = [one.draft for uri in known_uris() if (one := dialect_of({"$schema": uri})) is not None]
    assert sorted({*drafts}) == [4, 6, 7, 19, 20]
