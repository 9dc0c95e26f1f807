"""The only door to ``hypothesis``: it generates, and it shrinks what was found to the smallest that still shows it.

Every search is deterministic by its seed, keeps no database, and is bounded by a number of examples and a deadline.
"""

import time
from collections.abc import Callable
from typing import Any

import hypothesis
from hypothesis import errors
from hypothesis.strategies import SearchStrategy

from conformance.documents.values import JsonValue, identity


def find_smallest(
    strategy: SearchStrategy[Any],
    wanted: Callable[[JsonValue], bool],
    *,
    seed: int,
    max_examples: int,
    max_seconds: float = 10.0,
) -> list[JsonValue]:
    """Return the smallest found value that is ``wanted`` as a list of one, else an empty list."""
    end = time.monotonic() + max_seconds
    found: list[JsonValue] = []

    def test_value(value: JsonValue) -> None:
        if time.monotonic() < end and wanted(value):
            found[:] = [value]
            raise _FoundError

    test = hypothesis.seed(seed)(_settings(max_examples)(hypothesis.given(strategy)(test_value)))
    try:
        test()
    except _FoundError:
        pass
    except (errors.Unsatisfiable, errors.FailedHealthCheck, errors.Flaky, errors.InvalidArgument):
        pass  # what was found so far counts; a strategy that finds nothing has found nothing
    return found


class _FoundError(Exception):
    """Internal signal to the search: this value is wanted."""


def _settings(max_examples: int) -> hypothesis.settings:
    phases = (hypothesis.Phase.generate, hypothesis.Phase.shrink)
    return hypothesis.settings(
        max_examples=max_examples,
        database=None,
        deadline=None,
        phases=phases,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=hypothesis.Verbosity.quiet,
        suppress_health_check=(hypothesis.HealthCheck.filter_too_much, hypothesis.HealthCheck.too_slow),
    )


def generate_values(strategy: SearchStrategy[Any], *, seed: int, count: int) -> list[JsonValue]:
    """Return up to ``count`` generated values, distinct, in the order of generation."""
    kept: dict[object, JsonValue] = {}

    def keep(value: JsonValue) -> bool:
        kept.setdefault(identity(value), value)
        return False

    find_smallest(strategy, keep, seed=seed, max_examples=count)
    return list(kept.values())[:count]
