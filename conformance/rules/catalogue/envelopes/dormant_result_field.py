"""Every field that a result promises is filled by some result.

A field that is declared and never present, or always null, is a promise that nothing keeps: the model looks for it,
and readers write code for a case that does not happen. Only recorded results can tell, and only enough of them.
"""

from collections.abc import Iterator

from conformance.display import quoted
from conformance.documents.pointers import child, resolve
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_HISTORY, Bad
from conformance.settings.profiles import Profile
from conformance.systems.surface.history import ToolHistory

_AT = "/result_envelope/success_result_schema"


def check(history: ToolHistory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each declared field that no result of enough ones held; an optional one may just be rare."""
    schema = history.tool.success_result_schema
    for pointer, count in sorted(history.seen.items()):
        holder = as_object(resolve(schema, pointer))
        for name, declared in as_object(holder.get("properties")).items() if count >= profile.enough_records else ():
            place = child(pointer, "properties", name)
            if not history.held[place] and texts_in(as_object(declared).get("type")) != ["null"]:
                yield Problem(
                    f"the result field {quoted(name)} held nothing in any of {count:,} results",
                    "remove it from the result, or fill it",
                    _AT + place,
                    {"results": count},
                    Level.WARNING if name in texts_in(holder.get("required")) else Level.INFO,
                )


def _results(count: int, **result: JsonValue) -> list[JsonValue]:
    return [{"times": count, "result": {"returned": 3, **result}}]


def _declaring(*names: str) -> list[JsonValue]:
    properties: JsonObject = {name: {"type": ["integer", "null"]} for name in names}
    return [{"result_envelope": {"success_result_schema": {"type": "object", "properties": properties}}}]


RULE = TOOL_HISTORY.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#no-dormant-public-fields",
    good=(
        {"tools": _declaring("returned", "rejected"), "records": _results(99)},
        {
            "tools": _declaring("returned", "rejected"),
            "records": [*_results(100), {"result": {"returned": 1, "rejected": 2}}],
        },
    ),
    bad=(
        Bad(
            {"tools": _declaring("returned", "rejected"), "records": _results(100)},
            says="'rejected' held nothing in any of 100 results",
            at="/tools/0/result_envelope/success_result_schema/properties/rejected",
        ),
        Bad({"tools": _declaring("returned", "rejected"), "records": _results(100, rejected=None)}, says="'rejected'"),
    ),
)
