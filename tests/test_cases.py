"""A test of many cases goes through all of them and names each that fails."""

import pytest

from tests.cases import check_each, count_cases


@check_each("number", [1, 20, 3, 40])
def small(number: int) -> None:
    assert number < 10


@check_each("left", "ab")
@check_each(("right", "wanted"), [(1, "a1"), (2, "a2")])
def pairs(left: str, right: int, wanted: str, prefix: str) -> None:
    assert prefix + left + str(right) == wanted


def test_every_failing_case_is_named_and_the_first_is_traced() -> None:
    with pytest.raises(AssertionError, match="2 of 4 cases failed") as failed:
        small()
    assert "[20] AssertionError: assert 20 < 10" in str(failed.value)
    assert "[40] AssertionError: assert 40 < 10" in str(failed.value)
    assert "assert 20 < 10" in str(failed.value.__cause__)


def test_case_tables_multiply_and_fixtures_are_passed_on() -> None:
    assert (count_cases(small), count_cases(pairs), count_cases(print)) == (4, 4, 1)
    with pytest.raises(AssertionError, match="1 of 2 cases failed") as failed:
        pairs(prefix="")
    assert str(failed.value).count("[b]") == 1
    assert "[1-a1]" in str(failed.value)
    assert "[2-a2]" in str(failed.value)


def test_a_case_that_asks_to_be_skipped_is_not_taken_for_a_checked_one() -> None:
    @check_each("number", [1, 2])
    def skip_one(number: int) -> None:
        if number == 2:
            pytest.skip("not today")

    with pytest.raises(AssertionError, match=r"\[2\] Skipped: not today"):
        skip_one()


def test_a_table_without_cases_is_refused() -> None:
    with pytest.raises(AssertionError, match="without a case"):
        check_each("number", [])


def test_cases_of_one_name_are_told_apart() -> None:
    @check_each("number", [20, 3, 20])
    def small_again(number: int) -> None:
        assert number < 10

    with pytest.raises(AssertionError, match=r"(?s)2 of 3 cases failed.*\[20#0\].*\[20#2\]"):
        small_again()
