"""A pattern that only one engine survives is at fault; one that every engine survives is not."""

import pytest

from conformance.schema.patterns.faults import fault_of
from tests.cases import check_each


@check_each(
    "pattern",
    [
        "^(a+)+$", "^(a*)*b", "^(a|a)*$", "^(a|aa)+$", r"^(\w+\s?)*$", r"^(a*)*\1b$", "(x+x+)+y", "^(.*)*$",
        "^([a-zA-Z0-9_.+-]+)+@([a-z]+.)+com$", "^([a-z]{1,10}-?)*$", "((a+)+b)*", r"^(\d+|\w+)*!$", "^(a+b?){30,60}$",
        "^(?!(a+)+$)", "^(b*a|a)+$",
    ],
)  # fmt: skip
def test_a_loop_that_can_read_one_text_in_many_ways_is_exponential(pattern: str) -> None:
    fault = fault_of(pattern)
    assert fault is not None
    assert "exponential" in fault.message


@check_each(
    "pattern",
    [
        "^[a-z]+(-[a-z]+)*$", r"^(\w+\s)*\w+$", "(a+)+", "^(a+)+", r"^([a-z]+\.)+com$", "^[a-zA-Z0-9_-]{1,64}$",
        r"^\d{4}-\d{2}-\d{2}$", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        r"^(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$",
        r"^(\p{Lu}\p{Ll}*)+$", r"^(?=.*\d)(?=.*[a-z]).{8,}$", r"^[\s\S]{1,5000}$", "^(/[^/]+)*/?$",
        r'^(?:[^"\\]|\\.)*$', "^(b+a|a)+$", "^(a+){1,3}$", "(?<=a+)b", r"\p{Script=Greek}+",
    ],
)  # fmt: skip
def test_an_honest_pattern_has_no_fault(pattern: str) -> None:
    assert fault_of(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("^a{1000000}$", "expand to more than 10,000"),
        ("((((a{1,100}){1,100}){1,100}){1,100}){1,100}", "expand to more than 10,000"),
        ("a{1,99999999999}", "billion repetitions"),
        ("(" * 5000 + ")" * 5000, "nested deeper"),
        ("([a-z", "not an ECMA-262"),
        ("(?P<x>a)", "not an ECMA-262"),
    ],
)
def test_what_is_too_large_or_no_pattern_is_said_so(pattern: str, reason: str) -> None:
    fault = fault_of(pattern)
    assert fault is not None
    assert reason in fault.message
    assert fault.hint


def test_a_loop_that_is_too_large_to_walk_is_passed_over() -> None:
    words = "|".join(f"word{number}x[a-z]*" for number in range(300))
    assert fault_of(f"^(?:{words})+$") is None
    assert fault_of("^(?:" + "[a-z]?" * 120 + ")+$") is not None
    # few enough positions, but from the end of each word to the beginning of each, which are too many pairs
    words = "|".join(f"[a-z]{chr(256 + number)}!" for number in range(130))
    assert fault_of(f"^(?:{words})+$") is None


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(?:(a)(?:\1|b)?)+$",  # any text may be that of a group, and `aa` then has two readings
        "^(?:(a|b){0,0}c*)*$",
        "^(?:(?:a|ab){2,3}b?)*$",
        "^(?:(?=x)(?:a|a))*$",
    ],
)
def test_a_loop_is_walked_through_whatever_is_inside(pattern: str) -> None:
    fault = fault_of(pattern)
    assert fault is not None
    assert "exponential" in fault.message


@pytest.mark.parametrize("pattern", ["^(?:a{0}b)*$", "^(?:(?=x)ab)*$", "^(?:a{2}b)*$", "^(?:a{2,3}b)*$"])
def test_a_loop_of_one_reading_has_no_fault_whatever_is_inside(pattern: str) -> None:
    assert fault_of(pattern) is None
