"""``probe --dry-run``: list the requests that would be sent.

The system is only asked to describe itself; all other requests go to a stand-in that behaves as described.
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.masking import mask_value
from conformance.commands.probe import Plan, probe
from conformance.probes.interview.environment import NO_INPUT, NO_SUCH_TOOL
from conformance.probes.interview.named_tools import chosen_tools
from conformance.probes.interview.rehearsal import Question, Rehearsal
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import Opening, Runtime, UnsupportedError
from conformance.systems.sources import Source, inventory_of, open_runtimes


class RehearsalResult(Struct, frozen=True):
    """The requests that would be sent, in order, and the tools that would not be called, with the reason.

    In both, what looks like a secret is masked: a system may describe itself with one.
    """

    questions: Sequence[Question]
    refusals: Sequence[tuple[str, str]]


def rehearse(source: Source, opening: Opening, plan: Plan) -> RehearsalResult:
    """Ask the system only to describe itself, and send all other requests to a stand-in."""
    with open_runtimes(source, opening, 1) as runtimes:
        inventory = inventory_of(runtimes[0])
        only_calls = not _can_parse(runtimes[0])
    rehearsal = Rehearsal(inventory, only_calls=only_calls)
    probe(rehearsal, source.label, replace(plan, workers=1))
    permissions = [(one.name, plan.permissions.permission_for(one)) for one in chosen_tools(inventory, plan.globs)]
    mask = cache(mask_printed)
    asked: list[Question] = [
        (operation, mask(tool), mask_value(sent, mask)) for operation, tool, sent in rehearsal.questions
    ]
    return RehearsalResult(asked, [(mask(name), one.reason) for name, one in permissions if not one.allowed])


def _can_parse(runtime: Runtime) -> bool:
    """Return whether the system parses without executing, asked with a tool that does not exist."""
    try:
        runtime.parse(NO_SUCH_TOOL, NO_INPUT)
    except UnsupportedError:
        return False
    return True
