"""Many cases in one test, for cases that cost less than a test of their own: every failing case is named."""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

Test = Callable[..., None]
Names = Iterable[object] | Callable[[Any], object]

# pytest.fail and pytest.skip raise what is no Exception; a case that asks to be skipped fails here, so that it is
# never taken for one that was checked.
FAILURES = (Exception, pytest.fail.Exception, pytest.skip.Exception)
MESSAGE_CHARS = 400


def check_each(names: str | tuple[str, ...], cases: Iterable[Any], ids: Names = str) -> Callable[[Test], Test]:
    """Run a test once per case, as ``pytest.mark.parametrize`` does, but as one test.

    The test goes through all cases and fails once, with the names of all that failed and the traceback of the first.
    The cases share the fixtures of the test, so that none may leave anything behind in them.
    """
    columns = (names,) if isinstance(names, str) else names
    rows = [(case,) if isinstance(names, str) else tuple(case) for case in cases]
    named = {name: dict(zip(columns, row, strict=True)) for name, row in zip(_names(rows, ids), rows, strict=True)}
    assert rows, "a test without a case checks nothing"
    assert len(named) == len(rows), "two cases have one name"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(*owner: object, **fixtures: object) -> None:
            _run_cases(functools.partial(test, *owner, **fixtures), named)

        taken = inspect.signature(test)
        kept = [parameter for name, parameter in taken.parameters.items() if name not in columns]
        run.__signature__ = taken.replace(parameters=kept)  # type: ignore[attr-defined]
        run.cases = len(rows) * count_cases(test)  # type: ignore[attr-defined]
        return run

    return decorate


def count_cases(test: object) -> int:
    """Count the cases that a test function goes through: one, unless ``check_each`` gives it more."""
    return getattr(test, "cases", 1)


def _names(rows: list[tuple[Any, ...]], ids: Names) -> list[str]:
    """The names of the cases; equal ones are numbered."""
    plain = ["-".join(str(ids(value)) for value in row) for row in rows] if callable(ids) else [str(i) for i in ids]
    return [name if plain.count(name) == 1 else f"{name}#{index}" for index, name in enumerate(plain)]


def _run_cases(test: Test, named: Mapping[str, Mapping[str, Any]]) -> None:
    failed: dict[str, BaseException] = {}
    for name, case in named.items():
        try:
            test(**case)
        except FAILURES as failure:
            failed[name] = failure
    if failed:
        lines = [
            f"[{name}] {type(failure).__name__}: {str(failure)[:MESSAGE_CHARS]}" for name, failure in failed.items()
        ]
        heading = f"{len(failed)} of {len(named)} cases failed; the traceback above is that of the first"
        raise AssertionError("\n".join([heading, *lines])) from next(iter(failed.values()))
