"""A value that was replaced is told from one that is written in another way, in another order or in fewer words."""

from conformance.rules.catalogue.receipts._changed_texts import is_changed, is_other_path
from tests.cases import check_each


@check_each(
    ("shown", "text", "is_other"),
    [
        ("src/a.py", "src/b.py", True),
        ("https://a.example/x/1", "https://a.example/y/2", True),
        ("https://b.example/x/1", "https://a.example/y/2", False),
        # from another folder, or without its end
        ("src/b.py", "src/lib/b.py", False),
        ("https://a.example/x", "https://a.example/x/1", False),
        ("lib/a.py", "src/b.py", False),
    ],
)
def test_a_path_leads_elsewhere_from_the_same_root(shown: str, text: str, is_other: bool) -> None:
    assert is_other_path(shown, text) is is_other


@check_each(
    ("shown", "text", "is_other"),
    [
        ("tests passed on linux", "tests passed on windows", True),
        ("tests not passed on main", "tests passed on main", True),
        # another order, one word of several, and a part
        ("tests merged and passed", "tests passed and merged", False),
        ("done", "is not done yet", False),
        ("passed on main", "tests passed on main", False),
        # only the number is the same
        ("3 prêts à Lyon", "3 boats in Lyons", False),
    ],
)
def test_a_sentence_is_another_one_where_a_word_or_its_negation_is(shown: str, text: str, is_other: bool) -> None:
    assert is_changed(shown, text) is is_other
    assert not is_changed(shown, text, frozenset(shown.split())) or "not" in shown
