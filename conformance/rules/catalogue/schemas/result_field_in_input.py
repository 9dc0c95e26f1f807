"""A tool takes no fields that only a result has.

``task_handle`` and ``exit_status`` are reported by the runtime, and so is the ``status`` of what a tool starts. A
model that finds one of them in the input of a tool fills it in from an earlier result, and the runtime rejects the
call.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.names import snake_case, words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a field, at any depth, that only results have, or only the result of what a tool starts."""
    name, is_startup = snake_case(field.name), _starts_something(field.tool.name, profile)
    if name in profile.never_input_fields or (is_startup and name in profile.result_only_fields):
        yield Problem(
            f"{field.label} of {code_text(field.tool.name)} belongs to its result",
            "remove it from the input schema",
        )


def _starts_something(name: str, profile: Profile) -> bool:
    """Say whether a tool starts something: it is known, or named `StartBuild`, but not `RunList`, which reads."""
    words = words_of(name)
    if name in profile.startup_tools or not set(words).isdisjoint(profile.reading_verbs):
        return name in profile.startup_tools
    return any(words[: len(opening.split())] == opening.split() for opening in profile.startup_openings)


RULE = FIELD.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#inputresult-separation",
    good=(
        [
            {
                "name": "ListTasks",
                "input_schema": closed_object(status={"enum": ["running", "completed"]}),
            }
        ],
        [
            {
                "name": "RunTaskSearch",
                "input_schema": closed_object(status={"enum": ["running", "completed"]}),
            }
        ],
    ),
    bad=(
        BadExample(
            {"task_handle": {"type": "string", "description": "Task to list."}},
            says="parameter `task_handle` of `ListTasks` belongs to its result",
            at="/tools/0/input_schema/properties/task_handle",
        ),
        BadExample(
            [
                {
                    "name": "ExecCommand",
                    "family": "local_environment",
                    "description": 'Start a command. Valid: {"cmd": "ls"}. Invalid: {"cmd": "ls", "task_handle": 7}.',
                    "input_schema": closed_object("cmd", cmd={"type": "string"}, exit_status={"type": "integer"}),
                }
            ],
            says="parameter `exit_status` of `ExecCommand` belongs to its result",
            at="/tools/0/input_schema/properties/exit_status",
        ),
        BadExample(
            [
                {
                    "name": "StartTask",
                    "input_schema": closed_object(status={"enum": ["running", "completed"]}),
                }
            ],
            says="parameter `status` of `StartTask` belongs to its result",
            at="/tools/0/input_schema/properties/status",
        ),
    ),
)
