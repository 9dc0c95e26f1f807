"""A tool that starts something takes no fields that only its result has.

``status``, ``task_handle`` and ``exit_status`` are reported by the runtime. A model that finds one of them in the
input of such a tool fills it in from an earlier result, and the runtime rejects the call.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.names import snake_case
from conformance.rules.scopes import FIELD, BadExample
from conformance.settings.profiles import Profile


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when a tool that starts something takes a field, at any depth, that only its result has."""
    if field.tool.name in profile.startup_tools and snake_case(field.name) in profile.result_only_fields:
        yield Problem(
            f"{field.label} of {code_text(field.tool.name)} belongs to its result",
            "remove it from the input schema",
        )


RULE = FIELD.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#inputresult-separation",
    good=(
        [
            {
                "name": "ListTasks",
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"status": {"enum": ["running", "completed"]}},
                },
            }
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "ExecCommand",
                    "family": "local_environment",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"cmd": {"type": "string"}, "exit_status": {"type": "integer"}},
                    },
                }
            ],
            says="parameter `exit_status` of `ExecCommand` belongs to its result",
            at="/tools/0/input_schema/properties/exit_status",
        ),
    ),
)
