"""A field that takes the place of another suggests a choice; what is said of values or old fields does not."""

from conformance.inventory.prose.precedence import precedences
from tests.cases import check_each

_NAMES = frozenset(("path", "url", "image_id", "top", "bottom"))


@check_each(
    ("text", "stated"),
    [
        ("Overrides url.", [("choice", ("path", "url"))]),
        ("A place (overrides url/image_id)", [("excludes", ("path", "url", "image_id"))]),
        ("`top` takes precedence over `bottom` when both are set.", [("choice", ("top", "bottom"))]),
        ("Overrides url defaults.", []),
        ("For pictures, it overrides url.", []),
        ("Used when url is not given.", [("choice", ("path", "url"))]),
        ("A place (only when url is None)", [("choice", ("path", "url"))]),
        ("A place (only applicable when no image_id is given)", [("choice", ("path", "image_id"))]),
        ("Used when it is not given.", []),
        ("Alternatively, use url.", [("choice", ("path", "url"))]),
        ("A path; use 'url' to fetch it from elsewhere instead.", [("choice", ("path", "url"))]),
        ("Not for pictures (use image_id instead).", [("choice", ("path", "image_id"))]),
        ("Use this instead of url on slow networks.", [("choice", ("path", "url"))]),
        ("Deprecated; use this instead of url.", []),
        ("Cannot find words. Use url instead.", []),
        ("Not needed when using url.", [("choice", ("path", "url"))]),
        ("If url is not provided, use image_id.", [("choice", ("url", "image_id"))]),
        ("If url is not provided, use the default.", []),
        ("When `url` is provided, `top` and `bottom` are not used.", [("excludes", ("url", "top", "bottom"))]),
        ("When `url` is provided, `top` and `bottom` are used.", []),
        ("Must be paired with url.", [("needed", ("url", "path"))]),
        (
            "Must be provided together with top and bottom.",
            [("needed", ("top", "path")), ("needed", ("bottom", "path"))],
        ),
    ],
)
def test_what_takes_the_place_of_another_field_is_a_choice(
    text: str, stated: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert [(one.kind, one.names) for one in precedences(text, _NAMES, "path")] == stated


def test_a_sentence_about_the_tool_has_no_field_of_its_own() -> None:
    assert list(precedences("Overrides url.", _NAMES, None)) == []
    (found,) = precedences("Note: top overrides bottom.", _NAMES, None)
    assert found.names == ("top", "bottom")
