"""No two tools have names that are equal or look alike.

The model picks a tool by its name, and the runtime looks it up by its bytes. Names that differ only in case, width,
script or invisible characters let one tool answer for another.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.names import first_non_ascii, glyph_skeleton, skeleton
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Longer names are reported by `tool_name_case` anyway; this bounds the time spent on hostile ones.
_LONGEST_COMPARED = 2_000


class _Similarity(Struct, frozen=True):
    """One way in which two names are alike: the verb of a message, and a key that is equal for such names."""

    relation: str
    key: str


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every tool whose name equals or resembles an earlier one."""
    first_at: dict[tuple[int, str], Tool] = {}
    for tool in inventory.tools:
        ways = _similarities(tool.name)
        taken = next(((way, first_at[i, way.key]) for i, way in enumerate(ways) if (i, way.key) in first_at), None)
        if taken:
            yield _problem(tool, *taken)
        for index, way in enumerate(ways):
            first_at.setdefault((index, way.key), tool)


def _similarities(name: str) -> Sequence[_Similarity]:
    """Return the ways to compare a name, the most obvious first: only the first match is reported."""
    compared = name[:_LONGEST_COMPARED]
    return (
        _Similarity("is already used by another tool", name),
        _Similarity("differs only in case from", compared.casefold()),
        _Similarity("looks like", skeleton(compared)),
        _Similarity("looks like", glyph_skeleton(compared)),
    )


def _problem(tool: Tool, way: _Similarity, earlier: Tool) -> Problem:
    strange = first_non_ascii(tool.name) or first_non_ascii(earlier.name)
    because = f" but contains {strange}" if strange and way.relation == "looks like" else ""
    other = "" if earlier.name == tool.name else f" {code_text(earlier.name)}"
    return Problem(
        f"tool name {code_text(tool.name)} {way.relation}{other}{because}",
        "rename or remove one of the two",
        f"{tool.pointer}/name",
        {"twin": f"{earlier.pointer}/name"},
    )


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#tool-names",
    good=([{"name": "TaskList"}, {"name": "TaskStatus"}],),
    bad=(
        BadExample(
            [{"name": "ListTasks"}, {"name": "ListTasks"}],
            says="`ListTasks` is already used by another tool",
            at="/tools/1/name",
        ),
        BadExample(
            [{"name": "TaskInput"}, {"name": "TaskINput"}], says="`TaskINput` differs only in case from `TaskInput`"
        ),
        BadExample([{"name": "TaskStatusO"}, {"name": "TaskStatus0"}], says="`TaskStatus0` looks like `TaskStatusO`"),
    ),
)
