"""A field that takes the place of another suggests a choice; what is said of values or old fields does not."""

from conformance.inventory.prose.replacements import replacements
from tests.cases import check_each

_NAMES = frozenset(("path", "url", "image_id", "top", "bottom"))


@check_each(
    ("text", "stated"),
    [
        ("Alternatively, use url.", [("choice", ("path", "url"))]),
        ("A path; use 'url' to fetch it from elsewhere instead.", [("choice", ("path", "url"))]),
        ("Not for pictures (use image_id instead).", [("choice", ("path", "image_id"))]),
        ("Use this instead of url on slow networks.", [("choice", ("path", "url"))]),
        ("Deprecated; use this instead of url.", []),
        ("Cannot find words. Use url instead.", []),
        ("Not needed when using url.", [("choice", ("path", "url"))]),
        ("If url is not provided, use image_id.", [("choice", ("url", "image_id"))]),
        ("If url is not provided, use the default.", []),
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
    assert [(one.kind, one.names) for one in replacements(text, _NAMES, "path")] == stated


def test_a_sentence_about_the_tool_has_no_field_of_its_own() -> None:
    assert list(replacements("Use this instead of url.", _NAMES, None)) == []
    (found,) = replacements("If top is not given, use bottom.", _NAMES, None)
    assert found.names == ("top", "bottom")
