"""A receipt holds no JSON that is escaped inside another string, and no text whose line ends are escaped.

JSON in JSON doubles every quote and backslash: a model pays for each and misreads many. What a command printed as JSON
is shown as text; what it printed in lines stays in lines.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord

_ESCAPED = re.compile(r'\\{1,16}"[^"\\\n]{0,80}\\{1,16}"\s?:|[\[{]\s{0,16}\\{1,16}"[^"\\\n]{0,80}\\{1,16}"')
_MAX_TRIED = 200
_HINT = "render the text itself, pretty where it is JSON"


def check(record: ReceiptRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for escaped JSON that the result does not hold as such, else for the first escaped text."""
    for found in islice(_ESCAPED.finditer(record.receipt), _MAX_TRIED):
        if not any(found[0] in text for _, text in record.record.texts):
            line = record.receipt.count("\n", 0, found.start()) + 1
            yield Problem(f"line {line} of the receipt holds escaped JSON: {quote_text(found[0])}", _HINT)
            return
    for pointer, text in record.record.texts if record.json_value is None else ():
        lines = text.strip("\r\n")
        if "\n" in lines and json.dumps(lines, ensure_ascii=False)[1:-1] in record.receipt:
            yield Problem(f"the receipt shows {quote_text(text, 40)} with its line ends escaped", _HINT, pointer)
            return


RULE = RECEIPT.rule(
    check,
    level=Level.WARNING,
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
            says="line ends escaped",
            at="/result/stdout_preview",
        ),
    ),
)
