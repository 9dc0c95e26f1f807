"""Every legacy alias of a tool is in the catalog of every turn.

An alias that the dispatcher knows but the turn's catalog does not offer is rejected before it is dispatched: it is
promised, tested and unreachable.
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.findings import Level, Problem
from conformance.rules.scopes import OFFERED_SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.listings import legacy_names


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each alias that some turn's catalog lacks."""
    catalogs = surface.surroundings.catalogs
    for tool in surface.inventory.tools if catalogs else ():
        for name, pointer in legacy_names(tool):
            missing = _missing_catalogs(name, catalogs)
            if missing:
                yield Problem(
                    f"alias {code_text(name)} is missing from the catalog for turns from {list_codes(missing)}",
                    "add it to the catalog, or remove the alias and document since when",
                    tool.pointer + pointer,
                )


def _missing_catalogs(name: str, catalogs: Mapping[str, Sequence[str]]) -> list[str]:
    return [provenance for provenance, names in catalogs.items() if name not in names]


RULE = OFFERED_SURFACE.rule(
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
        BadExample(
            {
                "tools": [{"name": "ListTasks", "description": "List tasks; still callable as `ShowTasks`."}],
                "catalogs": {"operator": ["ListTasks", "ShowTasks"], "timer": ["ListTasks"]},
            },
            says="alias `ShowTasks` is missing from the catalog for turns from `timer`",
            at="/tools/0/description",
        ),
    ),
)
