"""A receipt that says that a command printed nothing hides what it printed."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

FAILED: JsonObject = {"exit_code": 1, "stdout": "", "stderr": "fatal: bad revision\n"}
SERVED: JsonObject = {"exit_code": 0, "stdout": "boot ok\nready\n", "stderr": ""}
SILENT: JsonObject = {"exit_code": 0, "stdout": "", "stderr": "\n"}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    example: JsonValue = {"envelope": {"result": result}, "receipt": receipt}
    return [one.message for one in found("receipt_output_true", example)]


@check_each(
    ("result", "receipt"),
    [
        (FAILED, "Exit code 1\n(no output)"),
        (FAILED, "exit code 1, no output"),
        (FAILED, "Command failed with exit code 1 and no output."),
        (SERVED, "Command completed with no output (exit code 0)"),
        (SERVED, "exit code 0\n(no output)"),
        ({"output": "boot ok\n"}, "Done. The command printed nothing."),
    ],
)
def test_denied_output_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        (SILENT, "(Bash completed with no output)"),
        (SERVED, "exit code 0\nstdout:\nboot ok\nready\nstderr:\n(no output)"),
        (SERVED, "exit code 0\nboot ok\nready\n(no more output)"),
        (SERVED, "exit code 0, no output file was written"),
        (SERVED, "exit code 0 (no output since the last call)"),
        (SERVED, "exit code 0, two lines of output"),
        (SERVED, "exit code 0, no output on stderr"),
        ({**SERVED, "stdout": "there was no output\n"}, "exit code 0\nthere was no output"),
        ({"runs": [SERVED, SILENT]}, "Second run: no output"),
        (FAILED, "exit code 1\nstderr:\nfatal: bad revision"),
        ({"exit_code": 0, "output": "\x1b[0m\n"}, "exit code 0\n(no output)"),
        ({"output": "report.pdf", "pages": 3}, "Saved the report. LaTeX: no output."),
    ],
)
def test_the_truth_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
