"""Reports a test of which it is known that nothing was found, without running its three phases.

Nearly all tests of an inventory find nothing, and what pytest does around such a test costs most of it. The way of
pytest is left only where nothing can tell the difference: nobody else takes part in the phases of these tests, no
mark asks for anything, and the test is neither the first one, which judges, nor the last one of its tool, after which
fixtures of others may end.
"""

import time
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, Literal

import pluggy
import pytest
from msgspec import Struct

from conformance.pytest_plugin.collection import MARK, CheckNode, RuleItem
from conformance.pytest_plugin.summary import report_data

_PHASES = (
    "pytest_runtest_setup",
    "pytest_runtest_call",
    "pytest_runtest_teardown",
    "pytest_runtest_makereport",
)
"""The hooks that are not called for a clean test."""

_WITHOUT_EFFECT = frozenset(
    (
        "_pytest",
        "conformance",
        "xdist",
        "syrupy",
        "_hypothesis_pytestplugin",
        "pytest_randomly",
        "pytest_rerunfailures",
    )
)
"""Whose hooks do nothing for a test that passes, is no function, takes no fixture, and runs no code of the user.

pytest-randomly seeds generators again, which the next test that runs code does too.
"""

_EFFECTIVE_WITH = {"pytest_html": "htmlpath"}
"""Whose hooks do nothing either, unless this option is set."""
_OWN_LOOPS = frozenset(("_pytest", "conformance"))


class _Family(Struct, frozen=True, eq=False):
    """What the tests of one tool have in common."""

    hooks: Any
    file: str
    """The file of their location."""
    keywords: Mapping[str, Literal[1]]
    data: Mapping[str, Any]
    """What the report of a test says that found nothing, without its rule."""
    is_watched: bool
    """Whether anybody would see that the phases are left out."""
    is_wrapped: bool
    """Whether anybody but pytest does something around each test."""


class CleanItems:
    """The hooks that report clean tests."""

    def __init__(self, config: pytest.Config) -> None:
        self._shows_phases = bool(config.getoption("setuponly", False) or config.getoption("setupshow", False))
        active = {name for name, option in _EFFECTIVE_WITH.items() if config.getoption(option, None)}
        self._harmless = _WITHOUT_EFFECT | _EFFECTIVE_WITH.keys() - active
        self._families: dict[CheckNode, _Family] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run the tests as pytest does, the clean ones without what it puts around every test."""
        option = session.config.option
        is_stopped = session.testsfailed and not option.continue_on_collection_errors
        if option.collectonly or is_stopped or _has_other_loop(session):
            return None
        for item, nextitem in zip_longest(session.items, session.items[1:]):
            if not self._is_reported(item, nextitem, even_if_wrapped=False):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        """Report a clean test, and leave every other one to pytest."""
        return self._is_reported(item, nextitem, even_if_wrapped=True) or None

    def _is_reported(self, item: pytest.Item, nextitem: pytest.Item | None, *, even_if_wrapped: bool) -> bool:
        """Report a test if it is clean and nobody can tell the difference; return whether it was."""
        if not isinstance(item, RuleItem) or nextitem is None or nextitem.parent is not item.parent:
            return False
        if item.own_markers or not item.is_known_clean:
            return False
        family = self._families.get(item.parent) or self._families.setdefault(item.parent, self._new_family(item))
        if family.is_watched or (family.is_wrapped and not even_if_wrapped):
            return False
        _report(item, family)
        return True

    def _new_family(self, item: RuleItem) -> _Family:
        hooks: Any = item.ihook
        is_marked = any(mark.name != MARK for mark in item.iter_markers())
        phases = (*_PHASES, "pytest_runtest_logreport")
        is_watched = self._shows_phases or is_marked or any(self._has_other(getattr(hooks, name)) for name in phases)
        # a wrapper of the protocol is called anyway
        is_replaced, is_wrapped = (
            self._has_other(hooks.pytest_runtest_protocol, is_around=is_around) for is_around in (False, True)
        )
        file = item.location[0]
        keywords: dict[str, Literal[1]] = dict.fromkeys(item.parent.keywords, 1)
        return _Family(hooks, file, keywords, report_data(item), is_watched or is_replaced, is_wrapped)

    def _has_other(self, caller: pluggy.HookCaller, *, is_around: bool | None = None) -> bool:
        """Return whether a plugin or a `conftest.py` takes part in a hook; ``is_around`` asks for wrappers alone."""
        return any(
            hook.function.__module__.split(".")[0] not in self._harmless
            and is_around in (None, hook.wrapper or hook.hookwrapper)
            for hook in caller.get_hookimpls()
        )


def _has_other_loop(session: pytest.Session) -> bool:
    """Return whether another plugin runs the tests, such as xdist, whose workers learn which test is next."""
    hooks = session.config.hook.pytest_runtestloop.get_hookimpls()
    others = (hook for hook in hooks if not (hook.wrapper or hook.hookwrapper))
    return any(hook.function.__module__.split(".")[0] not in _OWN_LOOPS for hook in others)


def _report(item: RuleItem, family: _Family) -> None:
    """Report that a test passed, in the one phase that counts."""
    now, nodeid = time.time(), item.nodeid
    location = (family.file, 0, item.domain)
    keywords: dict[str, Literal[1]] = {item.name: 1, **family.keywords}
    family.hooks.pytest_runtest_logstart(nodeid=nodeid, location=location)
    report = pytest.TestReport(
        nodeid=nodeid,
        location=location,
        keywords=keywords,
        outcome="passed",
        longrepr=None,
        when="call",
        start=now,
        stop=now,
        user_properties=item.user_properties,
        conformance={**family.data, "rule": item.name},
    )
    family.hooks.pytest_runtest_logreport(report=report)
    family.hooks.pytest_runtest_logfinish(nodeid=nodeid, location=location)
