"""The previews of one result fit into a receipt.

Two budgets that nobody compared are a bug by design: previews of 32,000 characters in a receipt of 10,000 turn every
long receipt into a stub without preview, handle or path.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import BUDGET
from conformance.rules.scopes import BadExample
from conformance.rules.screens import Screen, Subject, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedBudget


def check(budget: ObservedBudget, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the previews of one result are together larger than a receipt.

    `preview_bounded` reports a preview that is too large by itself.
    """
    most = profile.receipt_limit
    size = sum(size for size in budget.preview_chars if budget.is_limit or size <= profile.results.preview_limit)
    if size > most:
        whose = "previews of one result may have" if budget.is_limit else "previews of this result have"
        message = f"{whose} {size:,} characters in total, but a receipt has at most {most:,}"
        hint = "set the preview budget below the receipt budget, leaving room for handles and paths"
        yield Problem(message, hint)


def _screen(subject: Subject) -> Screen:
    """All texts together fit into a receipt, or there is no preview."""
    if subject.most_bytes <= subject.profile.receipt_limit:
        return Screen()
    return Screen(pattern=r'(?:preview|_truncated)"\s*:')


RULE = BUDGET.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#budget-ownership",
    screen=results_only(_screen),
    good=({"preview_chars": 8_000}, {"result": {"stdout_preview": "ok\n" * 2_000, "stderr_preview": "ok\n"}}),
    bad=(
        BadExample(
            {"preview_chars": 32_000}, says="may have 32,000 characters in total, but a receipt has at most 10,000"
        ),
        BadExample(
            {
                "result": {
                    "stdout_preview": "compiling\n" * 900,
                    "stderr_preview": "warning: unused\n" * 500,
                    "truncated": False,
                }
            },
            says="previews of this result have 17,000 characters in total",
            at="/result",
        ),
    ),
)
