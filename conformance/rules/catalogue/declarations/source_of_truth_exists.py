"""The files that an inventory names as its source of truth exist.

The inventory is a copy. A reader who doubts it goes to the source that it names; where a move or a rename left the name
of a file that is gone, nobody can verify the copy, and nobody notices that it is out of date.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.rules.scopes import SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface


def check(surface: Surface, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each path in ``source_of_truth`` that the repository of the inventory does not have."""
    for key, paths in surface.surroundings.missing_sources.items():
        for path in paths:
            yield Problem(
                f"{code_text(key)} names {code_text(path, 200)}, which is not in the repository",
                "name the file that defines it now, relative to the repository",
                child("", "source_of_truth", key),
                detail=path,
            )


RULE = SURFACE.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tools",
    good=({"tools": [{"name": "ListTasks"}]},),
    bad=(
        BadExample(
            {"tools": [{"name": "ListTasks"}], "missing_sources": {"tool_definitions": ["src/tools.py"]}},
            says="`tool_definitions` names `src/tools.py`, which is not in the repository",
            at="/source_of_truth/tool_definitions",
        ),
    ),
)
