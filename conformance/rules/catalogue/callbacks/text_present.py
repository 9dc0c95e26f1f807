"""A result has a ``text``, which is a string and not blank; structured data in it is JSON.

"text: string, required." "The LLM receives the text value as the tool's response": without it the model waits for an
answer that has already come, and an empty one does not say whether anything was done. Since
August 2026 ``content`` may replace it. "When returning structured data, tools SHOULD JSON-encode the data": the text of
a Python object is no JSON, and what is read as JSON fails on it.
"""

import re
from collections.abc import Iterator

from conformance.callback.message import TOOL_RESULT as TOOL_RESULT_TYPE
from conformance.callback.message import fields_of
from conformance.callback.observed import ObservedMessage
from conformance.documents.values import JsonValue, as_array, as_object, as_text
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

# "{'count': 2, ...}" and "[{'id': 1}, ...]": quotes that no JSON has.
_PRINTED_OBJECT = LazyPattern(r"\s*(?:\[\s*)?\{'[^'\n]{1,200}': .*\}(?:\s*\])?\s*", re.DOTALL)
_HINT = "state the outcome in `text`, as in `no output`"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the result has nothing for the model, or not in the form that the dialect defines."""
    yield from shape_problems(message, profile, "/text", "/content")
    may_have_content = "content" in fields_of(profile.message_tables.dialect, TOOL_RESULT_TYPE)
    if may_have_content and "text" not in message.members:
        content = message.members.get("content", [])
        if content == []:
            yield Problem("result has neither `text` nor an item in `content`", "put the outcome into `text`", "/text")
        elif _is_blank(content):
            yield Problem("`content` has only blank texts, so the model receives nothing", _HINT, "/content")
    text = as_text(message.members.get("text"))
    # With a display beside it, `display_does_not_replace_text` says what is wrong.
    is_elsewhere = bool(message.members.get("content")) or any(segment.content for segment in message.segments)
    if text is not None and not text.strip() and not is_elsewhere:
        yield Problem("`text` is blank, so the model receives nothing", _HINT, "/text")
    if text is not None and _PRINTED_OBJECT.fullmatch(text):
        fault = "`text` is a printed Python object, not JSON"
        yield Problem(fault, "encode it as JSON, in Python with `json.dumps`", "/text", max_level=Level.WARNING)


def _is_blank(content: JsonValue) -> bool:
    """Say whether all items are texts without a character that says anything."""
    texts = [as_text(item.get("text")) for item in map(as_object, as_array(content)) if item.get("type") == "text"]
    is_only_text = bool(texts) and len(texts) == len(as_array(content))
    return is_only_text and not any(text is None or text.strip() for text in texts)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=({"text": "no output"}, {"text": '{"count": 2}'}),
    bad=(
        BadExample({"message": {}, "without": ["text"]}, says="`text` is missing", at="/text"),
        BadExample({"text": ""}, says="`text` is blank", at="/text"),
        BadExample({"text": "{'count': 2, 'next': None}"}, says="printed Python object, not JSON", at="/text"),
        BadExample(
            {"message": {"content": [{"type": "text", "text": "  "}]}, "without": ["text"]},
            says="`content` has only blank texts",
            at="/content",
            profile="rap_2026_08",
            also=("mcp_annotations",),
        ),
        BadExample({"text": {"count": 2}}, says="`text` must be a string, but is an object", at="/text"),
    ),
)
