"""Sentences that join or exclude lists of fields are read; those about something else, or that may be, are not."""

from conformance.inventory.prose.alternatives import alternatives, needs_any
from tests.cases import check_each

_NAMES = frozenset(("path", "url", "image_id", "top", "bottom"))


@check_each(
    ("text", "stated"),
    [
        ("Cannot be used with url or image_id.", [("excludes", ("path", "url", "image_id"))]),
        ("Where it is (cannot be used with url or image_id)", [("excludes", ("path", "url", "image_id"))]),
        (
            "Mutually exclusive with all other filters (url, top, bottom).",
            [("excludes", ("path", "url", "top", "bottom"))],
        ),
        ("Cannot work with url", [("choice", ("path", "url"))]),
        ("Cannot be used with url pictures.", []),
        ("Can be used with url or image_id.", []),
        ("For videos it cannot be used with url or image_id.", []),
        ("Required unless using url or image_id.", [("choice", ("path", "url", "image_id"))]),
        ("Required unless url or care is given.", []),
        ("Obligatoire si url et image_id absents. Sinon vide.", [("choice", ("path", "url", "image_id"))]),
        ("Obligatoire si url absent et image_id absent.", [("choice", ("path", "url", "image_id"))]),
        ("Obligatorio si url no se ha dado o url no proporcionado.", []),
        ("Obligatorio si url no proporcionado", [("choice", ("path", "url"))]),
        ("Erforderlich, falls url fehlt. Erforderlich wenn url oder top fehlen", [("choice", ("path", "url", "top"))]),
        ("Obligatoire si le site absent.", []),
        ("Obligatoire si url est une image.", []),
        ("To move it, provide both top and bottom.", [("needed", ("top", "bottom"))]),
        ("Both top and bottom must be provided.", [("needed", ("top", "bottom"))]),
        ("Both top and bottom are shown.", []),
        ("You can provide both top and bottom.", []),
        ("Do not provide both top and bottom.", []),
        ("Another place (fallback if url is not given)", []),
        ("Where it is (alternative to url).", [("choice", ("path", "url"))]),
        ("Where it is (alternative to url/image_id).", [("excludes", ("path", "url", "image_id"))]),
        ("Where it is (alternative to url/title).", []),
        ("An alternative to url schemes.", []),
    ],
)
def test_lists_of_fields_are_read(text: str, stated: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(one.kind, one.names) for one in alternatives(text, _NAMES, "path")] == stated


@check_each(
    ("text", "is_needed"),
    [
        ("At least one search parameter (other than limit) must be provided.", True),
        ("Provide at least one filter.", True),
        ("At least one of the optional fields is required.", True),
        ("Find rows; at least one row must be given.", False),
        ("You can provide at least one filter.", False),
        ("At least one filter must be provided if the table is large.", False),
        ("At least one argument of the call must be a number.", False),
    ],
)
def test_a_need_of_any_field_is_read(text: str, is_needed: bool) -> None:
    assert (needs_any(text) is not None) == is_needed


class _Names(frozenset[str]):
    def __sub__(self, _others: object) -> "_Names":
        raise AssertionError("the names of a large schema were copied")


def test_the_names_of_all_fields_are_not_copied_for_each_of_them() -> None:
    (found,) = alternatives("Cannot be used with url.", _Names(_NAMES), "path")
    assert found.names == ("path", "url")
    assert list(alternatives("Cannot be used with path.", _Names(_NAMES), "path")) == []
