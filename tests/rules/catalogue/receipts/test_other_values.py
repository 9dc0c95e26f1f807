"""A value of a fixed form is another one only where neither a zone nor another form of it explains the difference."""

from conformance.rules.catalogue.receipts._other_values import is_other_value
from tests.cases import check_each


@check_each(
    ("shown", "text", "is_other"),
    [
        ("2026-04-05", "2026-04-03", True),
        ("2026-04-04T23:00:00Z", "2026-04-03T10:00:00Z", False),
        ("2026-04-05T10:00:00Z", "2026-04-03T10:00:00Z", True),
        ("2026-04-05", "2026-04-03T10:00:00Z", False),
        ("2026-04-99", "2026-04-03", False),
        ("1.4.2", "1.4.3", True),
        ("1.4", "1.4.3", False),
        ("task_12", "task_13", True),
        ("c@b.example", "a@b.example", True),
        ("A@B.example", "a@b.example", False),
        ("a1b2c3d", "a1b2c3e", True),
        ("a1b2c3d", "a1b2c3d4e5", False),
        ("12kB", "13kB", False),
        ("12", "13", False),
    ],
)
def test_a_value_is_another_one_of_the_same_form(shown: str, text: str, is_other: bool) -> None:
    assert is_other_value(shown, text) is is_other
