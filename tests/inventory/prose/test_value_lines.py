"""Values that have a line each are all values where the text says so, or where one of them is the default."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.value_lines import explained_items, line_values
from tests.cases import check_each


def test_a_list_that_explains_values_is_complete_where_it_says_so_or_holds_the_default() -> None:
    said = "{}:\n- cpu: how busy\n- memory: how full"
    found = {
        label: explained_items(said.format(label), default) is not None
        for label, default in (("Valid values", None), ("How to join", "cpu"), ("How to split", None))
    }
    assert found == {"Valid values": True, "How to join": True, "How to split": False}
    assert explained_items(said.format("Common examples"), "cpu") is None
    assert explained_items(said.format("Valid values") + "\n- Or any custom name", None) is None


@check_each(
    ("text", "default", "values"),
    [
        (
            "Pace. Valid values:\n  - 'SLOW' (best) - needs no care\n  - 'FAST'\n  Note: 'NOW' is wrong",
            None,
            ("SLOW", "FAST"),
        ),
        ("The following paces are supported:\n- slow_one\n- fast_one", None, ("slow_one", "fast_one")),
        ("Supported paces:\n1. `slow`\n2. `fast`", None, ("slow", "fast")),
        ("Options:\n\n* **slow**: safe\n* **fast**: not", None, ("slow", "fast")),
        ("'slow' (default) \u2014 safe, as\n  nobody waits.\n'fast' \u2014 for the rest.", "slow", ("slow", "fast")),
        ('pace:\n  "slow": safe\n    and sure\n  "fast": the rest', "slow", ("slow", "fast")),
        ("pace: Mode to use:\n  * slow - safe\n  * fast - not", None, ("slow", "fast")),
        ("Mode to use.\n- slow: safe\n- fast: not", None, ("slow", "fast")),
        ("Either\n- 'slow': safe\n- 'fast': not", None, ("slow", "fast")),
        ("pace: What to do.\n  Options:\n    slow, fast, steady", None, ("slow", "fast", "steady")),
        ("It is read.\n- slow: safe\n- fast: not", None, None),
        ("'slow' \u2014 safe\n'fast' \u2014 for the rest", None, None),
        ("'slow' and so on\n'fast' and so on", "slow", None),
        ("Common paces:\n- slow_one\n- fast_one", None, None),
        ("What to look at:\n- slow_one\n- fast_one", None, None),
        ("Valid values:\n- slow: safe\n- more", None, None),
    ],
)
def test_values_on_a_line_each_are_read(text: str, default: JsonValue, values: tuple[str, ...] | None) -> None:
    found = line_values([text], default)
    assert (found and found.values) == values
