"""Lets Python look for garbage rarely while a run makes tests and reports, which all live until its end.

Otherwise it looks through every one of them hundreds of times and finds none. Tests of others run as they would.
"""

import gc

import pytest

from conformance.pytest_plugin.collection import RuleItem

_OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""A few megabytes; the default is 700."""


class RareCollections:
    """The hooks that change how often, and change it back."""

    def __init__(self, config: pytest.Config) -> None:
        self._before = gc.get_threshold()
        # 0 means that nothing is looked for
        first, *others = self._before
        self._rare = (max(first, _OBJECTS_BETWEEN_COLLECTIONS) if first else 0, *others)
        self._is_rare = False
        config.add_cleanup(lambda: self._set(is_rare=False))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Begin with what is collected."""
        self._set(is_rare=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Go on while a check runs, and stop for a test of somebody else."""
        self._set(is_rare=isinstance(item, RuleItem))

    def _set(self, *, is_rare: bool) -> None:
        if is_rare != self._is_rare:
            gc.set_threshold(*(self._rare if is_rare else self._before))
            self._is_rare = is_rare
