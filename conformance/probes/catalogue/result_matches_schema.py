"""Does the result of a call match the result schema that the inventory publishes?

Programs that read results are built from that schema. A missing field, or one of another type, breaks them at run time.
A result that is not JSON reaches nobody.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.limits import InconclusiveError
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged
from conformance.schema.safe_validation import validate_instance
from conformance.systems.refusals import RESULT_NOT_JSON


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the first result that violates its schema; structured content is left to another probe.

    Raises ``InconclusiveError`` when the schema cannot be evaluated.
    """
    for one in tool.requests.live_calls:
        error = as_object(as_object(one.outcome.envelope).get("error"))
        if error.get("kind") == RESULT_NOT_JSON:
            message = f"result cannot be sent: {(as_text(error.get('message')) or '')[:300]}"
            yield Problem(message, "return only values that JSON can write", "", evidence=one.evidence)
            return
    schema = tool.tool.stated_result_schema
    if schema is None:
        return
    for arguments, called in tool.successes():
        if called.structured is not None or is_flagged(called):
            continue
        result = as_object(called.envelope).get("result")
        found = validate_instance(result, schema, most=1)
        if isinstance(found, str):
            raise InconclusiveError(f"the result schema cannot be evaluated: {found}", "correct the schema")
        written = tool.tool.result_subschemas.references
        for violation in found:
            place = f"field {code_text(violation.pointer)} of the result" if violation.pointer else "result"
            yield Problem(
                f"{place} violates its schema: {violation.message[:160]}",
                "return what the schema describes, or publish a schema that describes the actual result",
                "/result_envelope/success_result_schema" + written.place_of(violation.schema_pointer),
                detail=violation.pointer,
                evidence={
                    "call": {"op": "call", "tool": tool.tool.name, "input": arguments},
                    "pointer": violation.pointer,
                    "keyword": violation.keyword,
                    "result": truncate(result),
                },
            )
            return


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#result")
