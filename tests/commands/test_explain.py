"""A lesson is written for people: no example floods the screen."""

from conformance.commands.explain import explain_rule
from conformance.drift.report import STALE_ACCEPT
from conformance.rules.catalogue import rule_ids
from conformance.settings.notices import NOTICES
from tests.cases import check_each

# A message of 300 characters, behind the level and the id of its rule.
MOST_COLUMNS = 320


@check_each("rule", rule_ids())
def test_no_line_of_a_lesson_is_longer_than_a_reader_can_take_in(rule: str) -> None:
    assert max(map(len, explain_rule(rule).split("\n"))) <= MOST_COLUMNS


def test_a_long_value_is_shown_with_its_length() -> None:
    assert "(10,010 characters)" in explain_rule("preview_bounded")


def test_whatever_id_a_report_prints_has_an_explanation() -> None:
    """Notices and kinds of changes are no rules, but a reader meets their ids in the same way."""
    for name in (*NOTICES, STALE_ACCEPT, "enum_changed"):
        assert explain_rule(name).startswith(f"{name} ("), name
