"""A label with the name of its field lists values, unless it says what kind of value the field takes."""

from conformance.inventory.prose.named_values import named_list
from tests.cases import check_each


@check_each(
    ("name", "text", "values"),
    [
        ("currency", "Currency: cny or usd", ("cny", "usd")),
        ("sort_order", "Sort: asc or desc, default desc", ("asc", "desc")),
        ("source", "- source: hall, attic or cellar.", ("hall", "attic", "cellar")),
        ("side", "Trade side: 'Buy' or 'Sell'", ("Buy", "Sell")),
        ("pool", "Optional filter: oak or fir.", ("oak", "fir")),
        ("offset", "Open time offset: 0 or 8", ("0", "8")),
        ("tier", "Price tier: low, mid, high", ("low", "mid", "high")),
        ("right", "Option right: C (call) or P (put)", ("C", "P")),
    ],
)
def test_a_label_with_the_name_of_its_field_lists_values(name: str, text: str, values: tuple[str, ...]) -> None:
    found = named_list(text, name)
    assert found is not None
    assert found.listed.items == values


@check_each(
    ("name", "text"),
    [
        ("location", "Location: city or airport"),
        ("target", "Target: element or window"),
        ("tags", "Example tags: red, green, blue"),
        ("interval", "Interval: 4h, 1d"),
        ("period", "Initial period: 1h, 24h, 7d, etc."),
        ("table", "Table: MAIN/ALIAS, SIDE, BACK"),
        ("side", "Trade side: Buy or Sell"),
        ("side", "Trade side: A or B"),
        ("project", "Required for: create, delete, add"),
        ("currency", "Currency: cny or usd of the account"),
    ],
)
def test_another_label_lists_no_values(name: str, text: str) -> None:
    assert named_list(text, name) is None


def test_numbers_behind_a_label_are_all_only_where_one_is_to_be_chosen() -> None:
    days = named_list("Number of days: 7, 30, 90", "days")
    assert days is not None
    assert not days.is_sure
    offset = named_list("Open time offset: 0 or 8", "offset")
    assert offset is not None
    assert offset.is_sure
