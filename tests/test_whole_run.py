"""The whole suite uses all processors; a part of it starts at once."""

import pytest

from tests.conftest import pytest_cmdline_main

pytest.importorskip("xdist", reason="pytest-xdist is not installed: the suite runs in one process")


@pytest.mark.parametrize(
    ("arguments", "processes"),
    [((), 2), (("-k", "a"), None), (("test_a.py",), None), (("--pdb",), None), (("-n", "0"), 0), (("-n", "3"), 3)],
    ids=["whole", "chosen", "named", "debugged", "alone", "counted"],
)
def test_only_a_whole_run_is_shared_among_processes(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], processes: int | None
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    pytester.makepyfile(test_a="def test_a(): pass")
    pytester.makeini("[pytest]\ntestpaths = .\n")
    config = pytester.parseconfig(*arguments)
    pytest_cmdline_main(config)
    assert config.option.numprocesses == processes


def test_no_part_of_a_run_is_shared_again(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .\n")
    config = pytester.parseconfig()
    config.workerinput = {}  # pyright: ignore[reportAttributeAccessIssue]
    pytest_cmdline_main(config)
    assert config.option.numprocesses is None
