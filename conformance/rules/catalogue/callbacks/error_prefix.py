"""An error begins with ``Error: ``.

"tools SHOULD prefix error messages with "Error: " to help the LLM distinguish errors from successful results." There is
no other mark, and without it a model mistakes a failure for an outcome.
"""

from collections.abc import Iterator

from conformance.callback.error_texts import looks_like_error
from conformance.callback.observed import ObservedMessage
from conformance.display import code_text, quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text reports an error, or has to, without the prefix."""
    tables, text = profile.message_tables, message.text
    if text is None or text.startswith(tables.error_prefix) or text == tables.error_prefix.rstrip():
        return
    if message.must_fail or looks_like_error(text, tables.error_prefix, tables.error_openings):
        prefix = code_text(tables.error_prefix)
        evidence = {"text": quotation(text)}
        yield Problem(f"error does not begin with {prefix}", f"begin it with {prefix}", message.text_pointer, evidence)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#error-conventions",
    good=(
        {"text": "Error: no file 'a.txt'. List the folder with list_files first."},
        {"text": "Errors are handled in errors.py"},
        {"text": "Error handling was moved to errors.py"},
    ),
    bad=(
        BadExample(
            {"text": "ERROR: no file 'a.txt' in 'notes'"}, says="error does not begin with `Error: `", at="/text"
        ),
        BadExample({"text": "FileNotFoundError: no file 'a.txt' in 'notes'"}, says="does not begin"),
        BadExample({"text": "Failed to copy a.txt: the disk is full"}, says="does not begin"),
        BadExample({"message": {"text": "no file 'a.txt' in 'notes'"}, "must_fail": True}, says="does not begin"),
    ),
)
