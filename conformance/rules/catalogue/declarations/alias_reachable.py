"""A name that is kept for old callers can still be called.

An alias that the dispatcher knows and the turn's catalog does not offer is refused before it is dispatched: it is
promised, tested and out of reach.
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import listed, quoted
from conformance.findings import Level, Problem
from conformance.rules.scopes import SURFACE, Bad
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.listings import kept_names


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each kept name that some turn's catalog lacks."""
    catalogs = surface.around.catalogs
    for tool in surface.inventory.tools if catalogs else ():
        for name, pointer in kept_names(tool):
            missing = _lacking(name, catalogs)
            if missing:
                yield Problem(
                    f"{quoted(name)} is kept for old callers and not offered in turns of {listed(missing)}",
                    "offer it there, or remove it and say since when",
                    tool.pointer + pointer,
                )


def _lacking(name: str, catalogs: Mapping[str, Sequence[str]]) -> list[str]:
    return [provenance for provenance, names in catalogs.items() if name not in names]


RULE = SURFACE.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#stable-tool-surface-per-agent",
    good=(
        {
            "tools": [{"name": "ListTasks", "description": "List tasks; still callable as `ShowTasks`."}],
            "catalogs": {"operator": ["ListTasks", "ShowTasks"]},
        },
    ),
    bad=(
        Bad(
            {
                "tools": [{"name": "ListTasks", "description": "List tasks; still callable as `ShowTasks`."}],
                "catalogs": {"operator": ["ListTasks", "ShowTasks"], "timer": ["ListTasks"]},
            },
            says="not offered in turns of 'timer'",
            at="/tools/0/description",
        ),
    ),
)
