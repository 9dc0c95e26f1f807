"""Under load, with duplicates, slow clients and a kill in the middle, nothing is lost and nothing is told twice."""

from pathlib import Path

import pytest

from benchmarks.callback_load import Figures, measure

pytest.importorskip("h11", reason="the extra `callback` is not installed: the endpoint can't run")


def _holds(figures: Figures) -> None:
    assert (figures.lost, figures.missing, figures.twice, figures.wrong_texts) == (0, 0, 0, 0)
    assert figures.half_open > 10
    third = max(1, len(figures.rss) // 3)
    assert max(figures.rss[-third:]) < max(figures.rss[:third]) + 30 * 1024


def test_a_kill_in_the_middle_loses_nothing_that_was_answered_200(tmp_path: Path) -> None:
    figures = measure(tmp_path, messages=1500, connections=4, kills=1)
    assert figures.kills == 1
    _holds(figures)


@pytest.mark.long
def test_tens_of_thousands_of_messages_lose_nothing_and_memory_stays_flat(tmp_path: Path) -> None:
    figures = measure(tmp_path, messages=20_000, connections=16, kills=2)
    assert figures.kills == 2
    assert figures.sent > 20_000
    _holds(figures)
