"""Every reporter turns every report into text that ends with a newline."""

import pytest

from conformance.commands.reporters import reporter, reporter_names
from tests.commands.reporters.test_text import CLEAN, FINDING


@pytest.mark.parametrize("name", reporter_names())
def test_a_reporter_answers_a_clean_and_an_unclean_report(name: str) -> None:
    clean = reporter(name).render(CLEAN, False)
    unclean = reporter(name).render(type(CLEAN)("s", [FINDING], 1, 1, 0), False)
    assert clean.endswith("\n")
    assert unclean.endswith("\n")
    assert clean != unclean
