"""What a tool runs is read only where its text lets the caller give it what can destroy something."""

from conformance.inventory.prose.commands import stated_command
from tests.cases import check_each


@check_each(
    ("text", "is_sure", "writes"),
    [
        ("Execute a SQL query on the database.", True, False),
        ("Runs shell commands on the host.", True, False),
        ("Run any kubectl command.", True, True),
        ("Execute arbitrary Python code in the session.", True, True),
        ("Execute any query.", False, False),
        ("Execute SQL statements. Takes SELECT, INSERT, UPDATE and DELETE.", True, True),
    ],
)
def test_a_text_says_that_a_tool_runs_what_it_is_given(text: str, is_sure: bool, writes: bool) -> None:
    command = stated_command(text)
    assert command is not None
    assert (command.is_sure, command.writes) == (is_sure, writes)


@check_each(
    "text",
    [
        "Execute a read-only SQL query.",
        "Run a SELECT query.",
        "Execute a SQL query. Cannot modify any data.",
        "Execute a SQL query; INSERT, UPDATE and DELETE are rejected, only SELECT works.",
        "Run a shell command in an isolated sandbox.",
        "Run a saved query.",
        "Run a job.",
        "List the commands that were run.",
    ],
)
def test_what_only_reads_or_runs_something_of_its_own_is_no_such_text(text: str) -> None:
    assert stated_command(text) is None
