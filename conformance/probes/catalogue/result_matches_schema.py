"""Does the result of a call match the result schema that the inventory publishes?

What reads results is built from that schema. A field that is missing, or of another type, breaks it at run time only.
"""

from collections.abc import Iterator

from conformance.display import quoted
from conformance.documents.values import as_object
from conformance.findings import Level
from conformance.probes.interview import Objection, ToolInterview
from conformance.probes.interview.answers import bounded
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import flagged
from conformance.schema.safe_validation import judged


def ask(tool: ToolInterview) -> Iterator[Objection]:
    """Object to the first result that breaks its schema; structured content is another probe's question."""
    schema = tool.tool.success_result_schema
    if schema is None:
        return
    for arguments, called in tool.successes():
        if called.structured is not None or flagged(called):
            continue
        result = as_object(called.envelope).get("result")
        found = judged(result, schema, most=1)
        for violation in found if isinstance(found, list) else ():
            yield Objection(
                f"returns a result that breaks its schema at {quoted(violation.pointer)}: {violation.message[:160]}",
                "return what the schema promises, or publish the schema of what is returned",
                "/result_envelope/success_result_schema" + violation.schema_pointer,
                violation.pointer,
                {
                    "call": {"op": "call", "tool": tool.tool.name, "input": arguments},
                    "pointer": violation.pointer,
                    "keyword": violation.keyword,
                    "result": bounded(result),
                },
            )
            return


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#result")
