"""A result that says that a command became a task contains the handle of the task.

Without the handle the output of the task can't be read and the task can't be stopped: the command is lost while it
runs.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import walk
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.rules.screens import Screen, Subject, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ResultLevel


def check(level: ResultLevel, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the disposition is a promotion and nothing at or below the level identifies a task."""
    disposition = as_text(level.members.get("disposition")) or ""
    if "promoted" not in disposition.lower().split("_") or _has_handle(level):
        return
    message = f"disposition is {code_text(disposition)}, but the result has no task handle"
    yield Problem(message, 'add "task_handle": {"task_id": "..."}', "/disposition")


def _has_handle(level: ResultLevel) -> bool:
    for pointer, value in walk(level.members):
        for key, member in as_object(value).items():
            is_handle = key in ("id", "task", "task_handle") or key.endswith(("_id", "_handle"))
            if is_handle and isinstance(member, str | int) and str(member).strip() and not pointer.startswith("/art"):
                return True
    return False


def _screen(_subject: Subject) -> Screen:
    return Screen(folded="promoted")


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#command-tools",
    screen=results_only(_screen),
    good=(
        {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_7"}}},
        {"result": {"disposition": "completed", "exit_status": 0}},
    ),
    bad=(
        BadExample(
            {"result": {"disposition": "promoted_to_task", "task_handle": None}},
            says="but the result has no task handle",
            at="/result/disposition",
        ),
    ),
)
