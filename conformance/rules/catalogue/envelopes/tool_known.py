"""An envelope names a tool of the inventory.

A result under a name that the model was never given cannot be matched to its call. A name that only looks right is
worse. An error that reports an unknown tool may carry the name that the model made up.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.names import closest_match, skeleton
from conformance.rules.scopes import OUTCOME, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if ``tool_name`` is a string that is not the name of a tool in the inventory."""
    name = record.envelope.get("tool_name")
    kind = as_object(record.envelope.get("error")).get("kind")
    if not isinstance(name, str) or record.tool is not None or kind in profile.results.unknown_tool_kinds:
        return
    if not record.inventory.tools:
        return  # nothing says which tools there are
    if record.is_traced and not record.is_success(profile):
        return  # a call of a tool that does not exist may have been refused
    known = [tool.name for tool in record.inventory.tools]
    twin = next((other for other in known if skeleton(other) == skeleton(name)), None)
    if twin:
        message = f"tool name {code_text(name)} only looks like {code_text(twin)}"
        yield Problem(message, f"retype it as {code_text(twin)}", "/tool_name")
        return
    meant = closest_match(name, known)
    hint = f"write {code_text(meant)}" if meant else "use the model-facing name, or add the tool to the inventory"
    yield Problem(f"tool {code_text(name)} is not in the inventory", hint, "/tool_name")


RULE = OUTCOME.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#tool_name",
    screen=finds_nothing,
    good=(
        {"tool_name": "TaskOutput"},
        {"tool_name": "MadeUpTask", "status": "error", "error": {"kind": "unknown_tool"}},
        {
            "tool": {"name": "ListTasks"},
            "envelope": {"tool_name": "MadeUpTask", "status": "error", "error": {"kind": "unknown_tool"}},
        },
    ),
    bad=(
        BadExample(
            {"tool": {"name": "ListTasks"}, "envelope": {"tool_name": "ListTask"}},
            says="tool `ListTask` is not in the inventory",
            at="/tool_name",
        ),
        BadExample(
            {"tool": {"name": "ListTasks"}, "envelope": {"tool_name": "ListT\u0430sks"}},
            says="looks like `ListTasks`",
            at="/tool_name",
        ),
    ),
)
