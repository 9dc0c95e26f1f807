"""A tool's description says the members of an object that it names: in a sentence, in a path or in a call."""

from conformance.inventory.prose.member_names import StatedMembers
from conformance.inventory.prose.named_objects import members_in_calls, members_in_paths, members_in_statements
from tests.cases import check_each


def _names(found: StatedMembers | None) -> tuple[str, ...]:
    return found.names if found is not None else ()


@check_each(
    "text",
    [
        "Add it. place must be a dict with this structure:\n{\n 'town': 'a',  # where\n 'floors': [1]\n}\nMore.",
        "Add it. `place` is {town, floors}.",
        "Add it.\n\nThe place should contain:\n- town: a\n- floors: b\n",
        "Add it. The place must include the keys `town` and `floors`.",
    ],
)
def test_a_sentence_lists_the_members_of_its_subject(text: str) -> None:
    assert _names(members_in_statements(text, "place")) == ("town", "floors")


def test_a_sentence_about_something_else_lists_none() -> None:
    assert members_in_statements("`place` is the town. Returns {a, b}.", "place") is None
    assert members_in_statements("Each place_id is {town, floors}.", "place") is None


def test_a_path_reaches_members() -> None:
    assert _names(members_in_paths("Set place.town and place.floors.", "place")) == ("town", "floors")
    assert _names(members_in_paths("needs `place.town`", "place")) == ("town",)
    assert members_in_paths("Reads place.json and my.place.town().", "place") is None


def test_a_call_shows_members_but_not_of_what_passes_anything_on() -> None:
    call = 'Add it, e.g. {"place": [{"town": "a", "floors": 2}], "data": {"town": 1, "floors": 2}}'
    assert _names(members_in_calls(call, "place")) == ("town", "floors")
    assert members_in_calls(call, "data") is None
    assert members_in_calls(call.replace("data", "raw_data"), "raw_data") is None
    assert members_in_calls("Returns:\n    place={'town': 1, 'floors': 2}", "place") is None
