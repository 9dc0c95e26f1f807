"""Reports a test of which it is known that nothing was found, without running its three phases.

Nearly all tests of an inventory find nothing, and what pytest does around such a test costs most of it. The way of
pytest is left only where nothing can tell the difference: nobody else takes part in the phases of these tests, no
mark asks for anything, and the test is neither the first one, which judges, nor the last one of its tool, after which
fixtures of others may end.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.pytest_plugin.collection import RuleItem
from conformance.pytest_plugin.summary import report_data

_PHASES = (
    "pytest_runtest_setup",
    "pytest_runtest_call",
    "pytest_runtest_teardown",
    "pytest_runtest_makereport",
)
"""The hooks that are not called for a clean test."""

_WITHOUT_EFFECT = frozenset(
    ("_pytest", "conformance", "xdist", "syrupy", "_hypothesis_pytestplugin", "pytest_randomly")
)
"""Whose hooks do nothing for a test that is no function, takes no fixture, and runs no code of the user.

pytest-randomly seeds generators again, which the next test that runs code does too.
"""

_MARK = "conformance"


class CleanItems:
    """The hook that reports clean tests."""

    def __init__(self, config: pytest.Config) -> None:
        self._shows_phases = bool(config.getoption("setuponly", False) or config.getoption("setupshow", False))
        self._is_watched: dict[Path, bool] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        """Report a clean test, and leave every other one to pytest."""
        if not isinstance(item, RuleItem) or nextitem is None or nextitem.parent is not item.parent:
            return None
        if (
            not item.is_known_clean
            or self._has_witness(item)
            or any(mark.name != _MARK for mark in item.iter_markers())
        ):
            return None
        _report(item)
        return True

    def _has_witness(self, item: RuleItem) -> bool:
        """Return whether anybody would see that the phases are left out; one answer stands for all tests of a file."""
        if item.path not in self._is_watched:
            self._is_watched[item.path] = self._shows_phases or any(_foreign_hooks(item))
        return self._is_watched[item.path]


def _foreign_hooks(item: RuleItem) -> Iterator[str]:
    """Yield the modules of other plugins, and of ``conftest.py`` files, that take part in the phases of a test."""
    for name in (*_PHASES, "pytest_runtest_logreport", "pytest_runtest_protocol"):
        for hook in getattr(item.ihook, name).get_hookimpls():
            module: str = hook.function.__module__
            # A wrapper of the protocol is called anyway.
            is_around = name == "pytest_runtest_protocol" and (hook.wrapper or hook.hookwrapper)
            if not is_around and module.split(".")[0] not in _WITHOUT_EFFECT:
                yield module


def _report(item: RuleItem) -> None:
    """Report that a test passed, in the one phase that counts."""
    hooks, now = item.ihook, time.time()
    place: dict[str, Any] = {"nodeid": item.nodeid, "location": item.location}
    hooks.pytest_runtest_logstart(**place)
    report = pytest.TestReport(
        **place,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="passed",
        longrepr=None,
        when="call",
        start=now,
        stop=now,
        user_properties=item.user_properties,
        conformance=report_data(item),
    )
    hooks.pytest_runtest_logreport(report=report)
    hooks.pytest_runtest_logfinish(**place)
