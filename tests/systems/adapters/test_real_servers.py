"""Real MCP servers from their registries; ``.ci/real_servers`` installs them and says where they are."""

import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.scenario import run_command, working_in

pytest.importorskip("mcp", reason="the extra [mcp] is absent: no real server was asked")
FOLDER = os.environ.get("CONFORMANCE_REAL_SERVERS", "")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_REAL_SERVERS is not set: no real server was asked"),
]

STRANGE = {"conformance_unknown_field": "unexpected"}
STRICT = """
from typing import Annotated, Literal
from fastmcp import FastMCP
from pydantic import Field

server = FastMCP("strict", strict_input_validation=True)

@server.tool(annotations={"readOnlyHint": True})
def read_lines(
    path: str,
    max_lines: Annotated[int, Field(ge=1, le=100)] = 10,
    order: Literal["up", "down"] = "up",
    dryRun: bool = False,
) -> str:
    "Read some lines."
    return f"{path} {max_lines} {order} {dryRun}"

server.run(show_banner=False)
"""


def asked(folder: Path, source: str, *options: str) -> tuple[int, list[dict[str, Any]]]:
    """Probe a source; return exit status and findings."""
    words = ["--source", source, *options, "-f", "json", "-o", "report.json"]
    with working_in(folder):
        status, output = run_command(f"conformance probe {shlex.join(words)}")
        assert status < 2, output
        return status, json.loads(Path("report.json").read_text("utf-8"))["findings"]


def call_of(findings: list[dict[str, Any]], rule: str, tool: str | None) -> list[Any]:
    return [one["evidence"]["call"]["input"] for one in findings if (one["rule"], one["tool"]) == (rule, tool)]


def test_the_filesystem_server_takes_unknown_fields_and_the_dry_run_that_is_misspelt_writes(tmp_path: Path) -> None:
    served = tmp_path / "served"
    served.mkdir()
    file = served / "notes.txt"
    file.write_text("one\ntwo\n", "utf-8")
    edit = {"path": str(file), "edits": [{"oldText": "one", "newText": "ONE"}], "dryRun": True}
    source = f"mcp-stdio:node {FOLDER}/node_modules/.bin/mcp-server-filesystem {served}"
    status, findings = asked(tmp_path, source, "--allow", f"edit_file={json.dumps(edit)}")
    assert status == 1
    (unknown,) = [one for one in findings if one["rule"] == "open_inputs_noticed"]
    assert "edit_file" in unknown["evidence"]["tools"]
    assert "read_text_file" not in unknown["evidence"]["tools"], "no file of the generated name exists"
    misspelt = {key: value for key, value in edit.items() if key != "dryRun"}
    assert call_of(findings, "misspelt_field_rejected", "edit_file") == [{**misspelt, "dry_run": True}]
    assert file.read_text("utf-8") == "ONE\ntwo\n", "this is what the finding warns of"
    (unasked,) = [one for one in findings if one["rule"] == "not_called"]
    assert unasked["evidence"]["tools"] == ["write_file", "create_directory", "move_file"]


def test_the_git_server_takes_unknown_fields_and_loses_the_count_that_is_misspelt(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    run = ("git", "-c", "user.name=n", "-c", "user.email=n@example.org")
    subprocess.run([*run, "init", "-q"], cwd=repo, check=True)
    for message in ("first", "second"):
        subprocess.run([*run, "commit", "-q", "--allow-empty", "-m", message], cwd=repo, check=True)
    good = {"repo_path": str(repo)}
    source = f"mcp-stdio:{FOLDER}/mcp-server-git/bin/python -m mcp_server_git"
    status, findings = asked(tmp_path, source, "--allow", f"git_log={json.dumps(good)}")
    assert status == 1
    assert call_of(findings, "open_inputs_noticed", None) == [{**good, "conformance_unknown_field": "unexpected"}]
    assert {**good, "maxCount": 1} in call_of(findings, "misspelt_field_rejected", "git_log")
    assert "coercion" in {one["rule"] for one in findings if one["level"] == "info"}


def test_a_strict_server_is_clean(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(STRICT, "utf-8")
    source = f"mcp-stdio:{FOLDER}/fastmcp/bin/python {tmp_path / 'server.py'}"
    status, findings = asked(tmp_path, source, "--coercion", "none", "--start-timeout", "30")
    assert status == 0
    assert {one["level"] for one in findings} == {"info"}
    assert {one["rule"] for one in findings} <= {"unknown_field_named", "coercion"}


def test_the_inventory_of_a_real_server_is_the_same_each_time(tmp_path: Path) -> None:
    source = f"'mcp-stdio:node {FOLDER}/node_modules/.bin/mcp-server-filesystem {tmp_path}'"
    with working_in(tmp_path):
        assert run_command(f"conformance refresh inv.json -s {source}")[0] == 0
        assert run_command(f"conformance refresh inv.json -s {source}")[1].endswith("unchanged: inv.json")
        assert run_command(f"conformance refresh inv.json --check -s {source}")[0] == 0
        assert run_command("conformance check inv.json --profile mcp --fail-on error")[0] == 0
