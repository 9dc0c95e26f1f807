"""A receipt contains no JSON escaped inside a string, and no text with escaped line breaks.

JSON in JSON doubles every quote and backslash: a model pays for each and misreads many. Show JSON that a command
printed as text, and lines as lines.
"""

import json
from collections.abc import Iterator
from itertools import islice

from conformance.display import quotation
from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord

# A backslash-escaped key with its colon, or an escaped string that opens an object or array.
_ESCAPED = LazyPattern(r'\\{1,16}"[^"\\\n]{0,80}\\{1,16}"\s?:|[\[{]\s{0,16}\\{1,16}"[^"\\\n]{0,80}\\{1,16}"')
# Each candidate is searched in all texts of the result, so their number is bounded.
_MAX_TRIED = 200


def check(record: ReceiptRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for escaped JSON that the result does not contain as such, else for the first escaped text."""
    for found in islice(_ESCAPED.finditer(record.receipt), _MAX_TRIED):
        if not any(found[0] in text or found[0] in _escaped_form(text) for _, text in record.record.texts):
            line = record.receipt.count("\n", 0, found.start()) + 1
            message, hint = (
                f"line {line} of the receipt contains escaped JSON",
                "pretty-print the JSON, outside of any string",
            )
            # A text with quotes may look alike; only a result that holds JSON as text leaves no doubt.
            at_most = Level.ERROR if any(_is_json(text) for _, text in record.record.texts) else Level.WARNING
            yield Problem(message, hint, evidence={"text": quotation(found[0])}, max_level=at_most)
            return
    for pointer, text in record.record.texts if record.json_value is None else ():
        lines = text.strip("\r\n")
        if "\n" in lines and not _has_controls(lines) and json.dumps(lines, ensure_ascii=False)[1:-1] in record.receipt:
            message = "receipt shows a text of the result with escaped line breaks"
            hint = "print the text line by line"
            yield Problem(message, hint, pointer, {"text": quotation(text)}, max_level=Level.WARNING)
            return


def _escaped_form(text: str) -> str:
    """Return the escaped form of a text that no receipt can show as it is, since it has control characters."""
    return json.dumps(text, ensure_ascii=False) if _has_controls(text) else ""


def _has_controls(text: str) -> bool:
    return not all(line.expandtabs().isprintable() for line in text.splitlines())


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    return not isinstance(parse_bytes(text.encode(errors="replace")), TextFault)


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-textual-receipts-for-command-family-rendering",
    good=(
        {
            "envelope": {"result": {"exit_status": 0, "stdout_preview": '{"ok": true}'}},
            "receipt": 'Process exited with code 0\n\nstdout:\n{\n  "ok": true\n}',
        },
        {
            "envelope": {"result": {"exit_status": 0, "stdout_preview": 'print("{\\"ok\\": 1}")'}},
            "receipt": 'Process exited with code 0\n\nstdout:\nprint("{\\"ok\\": 1}")',
        },
        {
            "envelope": {"result": {"exit_status": 0, "note": '{"found": "\u0000"}'}},
            "receipt": 'Process exited with code 0\n\nnote: "{\\"found\\": \\"\\u0000\\"}"',
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"exit_status": 0, "stdout_preview": '{"ok": true}'}},
                "receipt": 'Process exited with code 0\n{"stdout": "{\\"ok\\": true}"}',
            },
            says="line 2 of the receipt",
        ),
        BadExample(
            {
                "envelope": {"result": {"exit_status": 0, "stdout_preview": "one\ntwo"}},
                "receipt": "Process exited with code 0\nstdout: one\\ntwo",
            },
            says="with escaped line breaks",
            at="/result/stdout_preview",
        ),
    ),
)
