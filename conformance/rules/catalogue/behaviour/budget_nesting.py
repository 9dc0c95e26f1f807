"""What a result may preview fits into a receipt.

Two budgets that nobody compared are a fault by construction: a projection that shows 32,000 characters for a receipt of
10,000 makes every long receipt a stub without preview, handle or path.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import BUDGET
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedBudget


def check(budget: ObservedBudget, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the previews of one result are larger than a receipt.

    One that is too large by itself is another finding.
    """
    most = profile.receipt_limit
    size = sum(size for size in budget.preview_chars if budget.is_limit or size <= profile.results.preview_limit)
    if size > most:
        whose = "previews may have" if budget.is_limit else "the previews of this result have"
        message = f"{whose} {size:,} characters together; a receipt has {most:,}"
        hint = "lower the preview budget below that of the receipt, with room left for handles and paths"
        yield Problem(message, hint)


RULE = BUDGET.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#budget-ownership",
    good=({"preview_chars": 8_000}, {"result": {"stdout_preview": "ok\n" * 2_000, "stderr_preview": "ok\n"}}),
    bad=(
        BadExample(
            {"preview_chars": 32_000}, says="previews may have 32,000 characters together; a receipt has 10,000"
        ),
        BadExample(
            {
                "result": {
                    "stdout_preview": "compiling\n" * 900,
                    "stderr_preview": "warning: unused\n" * 500,
                    "truncated": False,
                }
            },
            says="the previews of this result have 17,000 characters together",
            at="/result",
        ),
    ),
)
