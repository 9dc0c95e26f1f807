"""The last tests of a running system: what it sent beside its answers while the others ran."""

from collections.abc import Callable, Sequence

from conformance.findings import Finding, Level
from conformance.settings.checks import Check
from conformance.settings.notices import MESSAGE_PORTABLE, STRAY_OUTPUT


class ObservedConduct:
    """What a system did beside its answers, as far as it was asked; ``find`` returns what one notice says of it."""

    def __init__(self, find: Callable[[str], Sequence[Finding]], fail_on: Level) -> None:
        self.fail_on = fail_on
        self._find = find

    @property
    def tool_names(self) -> Sequence[str]:
        """No tool: what answers nothing belongs to none."""
        return []

    def checks_of(self, tool: int | None) -> Sequence[Check]:
        """Return the notices on what the system sent."""
        return [STRAY_OUTPUT, MESSAGE_PORTABLE]

    def findings(self, tool: int | None, rule: str) -> Sequence[Finding]:
        """Return what was observed until now."""
        return self._find(rule)

    def is_known_clean(self, tool: int | None, rule: str) -> bool:
        """Return that nothing is known before the system was asked."""
        return False
