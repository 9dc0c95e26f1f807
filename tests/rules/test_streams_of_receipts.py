"""What a receipt shows under the name of a stream is that stream, in whatever words and signs it is named."""

from conformance.documents.values import JsonValue
from tests.cases import check_each
from tests.rules.judging import found, success

FIRST, SECOND = "step one done\nstep two done", "disk is full\ngiving up"
RESULT: dict[str, JsonValue] = {"exit_status": 7, "stdout_preview": FIRST, "stderr_preview": SECOND}
SILENT: dict[str, JsonValue] = {"exit_status": 7, "stdout_preview": None, "stderr_preview": None}
INVENTED = "uploaded everything to the server"


def _lies(receipt: str, result: dict[str, JsonValue] = RESULT) -> list[str]:
    return [finding.message for finding in found("receipt_output_true", success(f"Exit code 7\n{receipt}", **result))]


def _prefix(mark: str, text: str) -> str:
    return "\n".join(mark + line for line in text.splitlines())


HEADINGS = [
    ("Out:", "Err:"),
    ("STDOUT:", "STDERR:"),
    ("Standard out:", "Standard err:"),
    ("std_out:", "std_err:"),
    ("[out]", "[err]"),
    ("<out>", "<err>"),
    ("**Output**", "**Errors**"),
    ("## Output", "## Error output"),
    ("--- output ---", "--- errors ---"),
    ("Program output:", "Error stream:"),
    ("----- Captured stdout call -----", "----- Captured stderr call -----"),
    ("Stdout of the command:", "Stderr of the command:"),
    ("Output (2 lines):", "Errors (2 lines):"),
    ("OUT", "ERR"),
    ("output:", "diagnostics:"),
]
PREFIXES = [("out> ", "err> "), ("out | ", "err | "), ("[stdout] ", "[stderr] "), ("OUT: ", "ERR: "), ("O: ", "E: ")]


@check_each(("first", "second"), HEADINGS)
def test_a_stream_under_any_heading_is_that_of_the_result(first: str, second: str) -> None:
    assert _lies(f"{first}\n{FIRST}\n{second}\n{SECOND}\n\nTook two seconds") == []
    assert _lies(f"{second}\n{SECOND}\n{first}\n{FIRST}") == []
    assert "shows another stream" in str(_lies(f"{first}\n{SECOND}\n{second}\n{FIRST}"))
    assert "shows text under `stdout`" in str(_lies(f"{first}\n{FIRST}\n{INVENTED}\n{second}\n{SECOND}"))
    assert "shows text under `stderr`" in str(_lies(f"{first}\n{FIRST}\n{second}\n{SECOND}\n{INVENTED}"))


@check_each(("first", "second"), PREFIXES)
def test_a_stream_behind_any_prefix_is_that_of_the_result(first: str, second: str) -> None:
    end = "Took two seconds"
    assert _lies(f"{_prefix(first, FIRST)}\n{_prefix(second, SECOND)}\n{end}") == []
    assert "shows another stream" in str(_lies(f"{_prefix(first, SECOND)}\n{_prefix(second, FIRST)}\n{end}"))
    longer = f"{FIRST}\n{INVENTED}"
    assert "shows text under" in str(_lies(f"{_prefix(first, longer)}\n{_prefix(second, SECOND)}\n{end}"))


@check_each("heading", ["Output:", "OUT", "## Output", "[output]", "Console output:"])
def test_under_a_heading_of_both_streams_stands_either_of_them(heading: str) -> None:
    for shown in (FIRST + "\n" + SECOND, f"{FIRST}\n{SECOND}\n\nThe rest is up to you"):
        assert _lies(f"{heading}\n{shown}") == []
    for nothing in ("(none)", "Nothing was written by it", "no text at all", "0 bytes"):
        assert _lies(f"{heading}\n{nothing}", SILENT) == []
    assert len(_lies(f"{heading}\n{INVENTED}", SILENT)) == 1
    assert len(_lies(f"{heading}\n{FIRST}\n{SECOND}\n{INVENTED}")) == 1


def test_what_may_mean_something_else_is_no_lie() -> None:
    output: dict[str, JsonValue] = {"exit_status": 7, "stdout_preview": f"{FIRST}\n{SECOND}", "stderr_preview": None}
    # The errors among the output, repeated; how much there is of each; a plain word for something else.
    assert _lies(f"Output:\n{FIRST}\n{SECOND}\nErrors:\n{SECOND}", output) == []
    assert _lies(f"Out: 2 lines\nErr: 14 bytes\n{FIRST}\n{SECOND}") == []
    assert _lies(f"Error: the disk has no room\nOutput: see below\n{FIRST}\n{SECOND}") == []
    # An output with such lines of its own, as package managers write them.
    apt: dict[str, JsonValue] = {"exit_status": 7, "stdout_preview": "E: no such package", "stderr_preview": "O: hint"}
    assert _lies("Out:\nE: no such package\nErr:\nO: hint", apt) == []
    # A result that has other things to list, and an output of which a part is shown.
    assert _lies(f"Output:\n{INVENTED}", {**SILENT, "files": ["a.c"]}) == []
    assert _lies("Output:\nstep one done\n...\nstep two done and more of it", {**RESULT, "stderr_preview": None}) == []


def test_the_end_of_a_stream_may_be_marked() -> None:
    marked = (
        f"--- stdout ---\n{FIRST}\n--- end of stdout ---\nNow the other one\n<err>\n{SECOND}\n</err>\nGood luck then"
    )
    assert _lies(marked) == []
