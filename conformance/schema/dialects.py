"""The JSON Schema dialects, and which of them a schema is written in."""

from msgspec import Struct

from conformance.documents.values import JsonValue, as_object

DEFAULT_URI = "https://json-schema.org/draft/2020-12/schema"


class Dialect(Struct, frozen=True):
    """A dialect: its meta-schema URI, name, number in ``jsonschema_rs``, and whether ``$ref`` hides its siblings."""

    uri: str
    name: str
    draft: int
    ref_hides_siblings: bool

    @property
    def id_keyword(self) -> str:
        """The keyword that identifies a schema: ``id`` in draft-04, ``$id`` since draft-06."""
        return "id" if self.draft == 4 else "$id"


_DIALECTS = (
    Dialect("http://json-schema.org/draft-04/schema", "draft-04", 4, True),
    Dialect("http://json-schema.org/draft-06/schema", "draft-06", 6, True),
    Dialect("http://json-schema.org/draft-07/schema", "draft-07", 7, True),
    Dialect("https://json-schema.org/draft/2019-09/schema", "2019-09", 19, False),
    Dialect(DEFAULT_URI, "2020-12", 20, False),
)
_BY_URI = {dialect.uri: dialect for dialect in _DIALECTS}
DEFAULT = _BY_URI[DEFAULT_URI]


def dialect_of(schema: JsonValue) -> Dialect | None:
    """Return the dialect that ``$schema`` names: 2020-12 if it is absent, ``None`` if it is unknown."""
    uri = as_object(schema).get("$schema", DEFAULT_URI)
    # Published schemas often write an old dialect with https, or without the final "#".
    return (
        _BY_URI.get(uri.rstrip("#").replace("https://json-schema.org/draft-0", "http://json-schema.org/draft-0"))
        if isinstance(uri, str)
        else None
    )


def known_uris() -> list[str]:
    """Return the meta-schema URIs of the supported dialects."""
    return list(_BY_URI)
