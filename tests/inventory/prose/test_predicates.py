"""A sentence says of a field which others it needs, excludes or goes with."""

from conformance.inventory.prose.predicates import conditions, field_selectors
from tests.cases import check_each

NAMES = frozenset(("start", "end", "zone"))


def _found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    found = (*conditions(text, NAMES, "start"), *field_selectors(text, NAMES, "start"))
    return [(choice.kind, choice.names) for choice in found]


@check_each(
    "text",
    [
        "Needs end.",
        "Depends on `end`.",
        "Must be accompanied by end",
        "Requires that end is set",
        "If set, end is required.",
        "When provided, end must be provided too.",
        "end is required when this is set.",
        "(needs `end`)",
    ],
)
def test_a_field_that_needs_another_one_is_read(text: str) -> None:
    assert _found(text) == [("needed", ("end", "start"))]


def test_each_of_several_fields_is_needed() -> None:
    both = [("needed", ("end", "start")), ("needed", ("zone", "start"))]
    assert _found("Requires end + zone.") == both
    assert _found("(requires end and zone)") == both


@check_each(
    "text",
    [
        "SetStart moves it (requires end parameter)",
        "set_start moves it (needs end)",
        "Needs care.",
        "Requires end or zone.",
        "Requires end and care.",
        "If set, end is shown.",
        "Whoever needs end.",
    ],
)
def test_other_needs_are_none_of_a_field(text: str) -> None:
    assert _found(text) == []
