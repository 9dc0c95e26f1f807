"""Fixtures that every test may use."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.cases import count_cases

pytest_plugins = ["pytester"]

# What the machine's git is configured to do, and what its CI states about its own repository, is not about the
# repositories that tests make; and where `CI` or `BUILD_NUMBER` is set, pytest writes longer summaries.
for _name in [name for name in os.environ if name.startswith(("GIT_", "GITHUB_", "CI_"))]:
    del os.environ[_name]
# Without compiled files each of some 300 processes that tests start would compile the whole package again.
for _name in ("CI", "BUILD_NUMBER", "PYTHONDONTWRITEBYTECODE"):
    os.environ.pop(_name, None)
os.environ.update(
    {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_AUTHOR_DATE": "2030-01-01T00:00:00Z",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_COMMITTER_DATE": "2030-01-01T00:00:00Z",
    }
)

# The same examples in every run and on every machine: a failure is a failure of the change at hand, not of the day.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")

# Hypothesis also tries the constants of every module of the project that happens to be loaded, so that the examples of
# a test would depend on the tests before it. It has no setting for that; older versions do not do it.
with contextlib.suppress(ImportError):
    from hypothesis.internal.conjecture import providers

    providers.is_local_module_file = lambda _file: False


# More processes than these wait for each other on a usual disk.
_MOST_PROCESSES = 8


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite in a process for each processor; what is named, selected or debugged runs in one."""
    option = config.option
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not option.keyword
    # absent without pytest-xdist; 0 where `-n 0` asks for one process
    is_free = getattr(option, "numprocesses", 0) is None and not (option.usepdb or option.trace or option.collectonly)
    # a process that runs a part of them is configured like the whole run
    if is_whole and is_free and not hasattr(config, "workerinput"):
        option.numprocesses = min(os.cpu_count() or 1, _MOST_PROCESSES)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real and hostile data; it is not part of the project."""
    named = os.environ.get("CONFORMANCE_CORPUS")
    if not named:
        pytest.skip("CONFORMANCE_CORPUS is not set: the corpus of real data is absent, nothing was checked against it")
    return Path(named)


def pytest_report_collectionfinish(items: list[pytest.Item]) -> str:
    """How many cases the tests go through: a run that lost some shows it here."""
    cases = sum(count_cases(getattr(item, "obj", None)) for item in items)
    return f"{cases:,} cases in {len(items):,} tests"
